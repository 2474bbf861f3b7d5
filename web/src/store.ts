/** What a browser keeps for its user: names, tokens of seats, the order of racks. Without storage everything still works. */

const PREFIX = "meldwise.";

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // a browser that keeps nothing
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // as above
  }
}

/** The seat one holds at a table. */
export interface Held {
  readonly token: string | null;
  readonly link: string | null;
}

export function seatAt(room: string): Held | null {
  const text = kept(`seat.${room}`);
  if (text === null) return null;
  const [token, link] = text.split(" ");
  return { token: token || null, link: link || null };
}

/** Since when a token holds its seat, by the server's clock: the first time it was welcome there, which *now* may be. */
export function heldSince(room: string, token: string | null, now: number): number {
  const [mine = "", link = "", since = ""] = (kept(`seat.${room}`) ?? "").split(" ");
  if (mine !== token) return now;
  if (!since) keep(`seat.${room}`, `${mine} ${link} ${now}`);
  return Number(since || now);
}

/** Forget a token that holds no seat any more, unless another took its place; the link still lets one watch. */
export function dropSeat(room: string, token: string | null): void {
  const held = seatAt(room);
  if (held !== null && held.token === token) keepSeat(room, { token: null, link: held.link });
}

export const keepSeat = (room: string, held: Held): void =>
  keep(`seat.${room}`, `${held.token ?? ""} ${held.link ?? ""}`);
