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

/** A seat with its table. */
export interface Sat extends Held {
  readonly room: string;
  /** Since when it is held, by the server's clock; null before one was first welcome there. */
  readonly since: number | null;
}

function satAt(room: string): Sat | null {
  const text = kept(`seat.${room}`);
  if (text === null) return null;
  const [token, link, since] = text.split(" ");
  return { room, token: token || null, link: link || null, since: since ? Number(since) : null };
}

export function seatAt(room: string): Held | null {
  const sat = satAt(room);
  return sat && { token: sat.token, link: sat.link };
}

/** Since when a token holds its seat: the first time it was welcome there, which *now* may be. */
export function heldSince(room: string, token: string | null, now: number): number {
  const sat = satAt(room);
  if (sat === null || sat.token !== token) return now;
  if (sat.since === null) keepSeat(room, sat, now);
  return sat.since ?? now;
}

/** Forget a token that holds no seat any more, unless another took its place; the link still lets one watch. */
export function dropSeat(room: string, token: string | null): void {
  const held = seatAt(room);
  if (held !== null && held.token === token) keepSeat(room, { token: null, link: held.link });
}

export const keepSeat = (room: string, held: Held, since: number | null = null): void =>
  keep(`seat.${room}`, `${held.token ?? ""} ${held.link ?? ""}${since === null ? "" : ` ${since}`}`);

/** The time of a seat that was set aside. */
const ASIDE = -1;

/** The seats one holds, the newest first. */
export function heldSeats(): readonly Sat[] {
  const age = ({ since }: Sat): number => since ?? Number.MAX_SAFE_INTEGER;
  const found = keys("seat.").flatMap((room) => satAt(room) ?? []);
  return found.filter((sat) => sat.token && sat.since !== ASIDE).sort((one, other) => age(other) - age(one));
}

/** Hold no seat at a table that is closed; its secret still opens the records of its games. */
export function setAside(room: string): void {
  const held = seatAt(room);
  if (held !== null) keepSeat(room, held, ASIDE);
}

function keys(beginning: string): readonly string[] {
  try {
    const begin = PREFIX + beginning;
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(begin) ? [key.slice(begin.length)] : []));
  } catch {
    return [];
  }
}
