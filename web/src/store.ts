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

export const keepSeat = (room: string, held: Held, at = Date.now()): void =>
  keep(`seat.${room}`, `${held.token ?? ""} ${held.link ?? ""} ${at}`);

/** A seat with its table, and when it was taken. */
export interface Sat extends Held {
  readonly room: string;
  readonly at: number;
}

/** The seats one holds, the newest first. */
export function heldSeats(): readonly Sat[] {
  const found = keys("seat.").flatMap((room) => {
    const held = seatAt(room);
    const at = Number(kept(`seat.${room}`)?.split(" ")[2] ?? 0);
    return held?.token && at >= 0 ? [{ room, at, ...held }] : [];
  });
  return found.sort((one, other) => other.at - one.at);
}

/** Hold no seat at a table that is closed; its secret still opens the records of its games. */
export function setAside(room: string): void {
  const held = seatAt(room);
  if (held !== null) keepSeat(room, held, -1);
}

function keys(beginning: string): readonly string[] {
  try {
    const begin = PREFIX + beginning;
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(begin) ? [key.slice(begin.length)] : []));
  } catch {
    return [];
  }
}
