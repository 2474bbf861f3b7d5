/**
 * Checks in the page that a game was dealt as everyone's values say; the same as `meldwise verify`.
 *
 * docs/explanation/fair-shuffle.md has the algorithm.
 */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { RulesData } from "./sets.ts";

/** What went into a shuffle; a share is null where the seat was silent. */
export interface Fair {
  readonly room: string;
  readonly game: number;
  readonly commitment: string;
  readonly server: string;
  readonly shares: readonly (string | null)[];
}

/** What a record says of its deal. */
export interface Deal {
  readonly rules: string;
  readonly seats: number;
  readonly starter: number;
  readonly startDraw: readonly string[];
  readonly bonus: readonly string[];
  readonly pool: readonly string[];
  readonly fair: Fair | null;
}

export interface Setup {
  readonly pool: readonly string[];
  readonly starter: number;
  readonly startDraw: readonly string[];
  readonly bonus: readonly string[];
}

/** What one remembers of a game from before it was dealt: the commitment, and what one's own seat sent. */
export interface Remembered {
  readonly commitment?: string;
  readonly seat?: number;
  readonly share?: string | null;
}

/** What a check found: no reason is the good news. */
export type Finding =
  "missing" | "commitment" | "shares" | "start-draw" | "starter" | "bonus" | "pool" | "not-mine" | "not-seen";

const SILENT = "-";
const RANGE = 2 ** 32;
const BONUS = [
  "most-cards",
  "most-sets",
  "most-runs",
  "longest-set",
  "longest-run",
  "most-123",
  "most-8-16",
  "most-red",
  "fewest-blue",
  "fewest-jokers",
  "highest-triple",
  "finisher",
];

/** Read the lines of a record that tell of its deal; null where it is no record. */
export function dealOf(record: string): Deal | null {
  const lines = record.split(/\r?\n/).filter((line) => line && !line.startsWith(">"));
  const all = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());
  const one = (word: string): string => all(word)[0] ?? "";
  const listed = (word: string): string[] => one(word).split(/\s+/).filter(Boolean);
  const rules = one("rules");
  if (!rules || !all("pool").length) return null;
  const shares = all("fair-share").map((text) => text.split(" ")[1] ?? SILENT);
  const fair = {
    room: one("fair-room"),
    game: Number(one("fair-game")),
    commitment: one("fair-commitment"),
    server: one("fair-server"),
    shares: shares.map((share) => (share === SILENT ? null : share)),
  };
  return {
    rules,
    seats: all("seat").length,
    starter: Number(one("starter")),
    startDraw: listed("start-draw"),
    bonus: listed("bonus"),
    pool: listed("pool"),
    fair: fair.server ? fair : null,
  };
}

/** Say what is wrong with a deal; with what one remembers, also whether it is the shuffle one took part in. */
export function checked(deal: Deal, rules: RulesData, mine: Remembered = {}): Finding[] {
  const { fair } = deal;
  if (!fair) return ["missing"];
  const drawn = deal.startDraw.length > 0;
  const found: Finding[] = [];
  const starter = drawn ? null : deal.starter;
  if (commitment(fair, deal.rules, deal.seats, starter, rules) !== fair.commitment) found.push("commitment");
  if (fair.shares.length !== deal.seats) found.push("shares");
  else found.push(...differences(deal, setupOf(fair, rules, starter)));
  if (mine.commitment !== undefined && mine.commitment !== fair.commitment) found.push("not-seen");
  if (mine.seat !== undefined && (mine.share ?? null) !== fair.shares[mine.seat]) found.push("not-mine");
  return found;
}

function differences(deal: Deal, given: Setup): Finding[] {
  const found: Finding[] = [];
  if (deal.startDraw.join(" ") !== given.startDraw.join(" ")) found.push("start-draw");
  if (deal.starter !== given.starter) found.push("starter");
  if (deal.bonus.join(" ") !== given.bonus.join(" ")) found.push("bonus");
  if (deal.pool.join(" ") !== given.pool.join(" ")) found.push("pool");
  return found;
}

/** Return what a server tells before anyone shares. */
export function commitment(
  fair: Pick<Fair, "server" | "room" | "game">,
  text: string,
  seats: number,
  starter: number | null,
  rules: RulesData,
): string {
  const first = starter ?? (rules.family === "tiles" ? "drawn" : 0);
  const parts = ["meldwise fair shuffle 1 commitment", fair.server, fair.room, fair.game, text, seats, first];
  return bytesToHex(seedBytes(...parts));
}

/** Return the seed all values give together. */
export function seedOf(fair: Omit<Fair, "commitment">): string {
  const shares = fair.shares.map((share) => share ?? SILENT);
  return bytesToHex(seedBytes("meldwise fair shuffle 1 seed", fair.server, fair.room, fair.game, ...shares));
}

/** Return the deal the values give, for as many seats as shares. */
export function setupOf(fair: Omit<Fair, "commitment">, rules: RulesData, starter: number | null): Setup {
  const seed = seedOf(fair);
  const box = boxOf(rules);
  if (rules.family === "cards") {
    const bonus = shuffled(BONUS, seedBytes(seed, "bonus")).slice(0, rules.bonus_in_play ?? 0);
    return { pool: shuffled(box, seedBytes(seed, "stock")), starter: starter ?? 0, startDraw: [], bonus };
  }
  const pool = shuffled(box, seedBytes(seed, "pool"));
  if (starter !== null) return { pool, starter, startDraw: [], bonus: [] };
  return { pool, bonus: [], ...drawForStart(shuffled(box, seedBytes(seed, "start")), fair.shares.length) };
}

/** Return the tiles of the box in its own order: colour by colour, then the jokers, which in a card game lie apart. */
function boxOf(rules: RulesData): string[] {
  const tiles: string[] = [];
  for (const color of rules.colors) {
    for (let number = 1; number <= rules.numbers; number++) {
      for (let copy = 0; copy < rules.copies; copy++) tiles.push(`${color}${number}`);
    }
  }
  return rules.family === "cards" ? tiles : [...tiles, ...rules.jokers.split(" ").filter(Boolean)];
}

/** Let each seat draw; the highest number starts, ties are drawn again among the tied (T5). */
function drawForStart(order: readonly string[], seats: number): Pick<Setup, "starter" | "startDraw"> {
  let tied = Array.from({ length: seats }, (_, seat) => seat);
  let at = 0;
  while (tied.length > 1 && at + tied.length <= order.length) {
    const heights = tied.map((_, i) => height(order[at + i] ?? ""));
    const best = Math.max(...heights);
    at += tied.length;
    tied = tied.filter((_, i) => heights[i] === best);
  }
  return { starter: tied[0] ?? 0, startDraw: order.slice(0, at) };
}

function height(tile: string): number {
  return Number(/\d+$/.exec(tile)?.[0] ?? 0);
}

/** Return a seed made of several parts; lengths are those of Unicode characters, as Python counts them. */
export function seedBytes(...parts: (string | number)[]): Uint8Array {
  const texts = parts.map(String);
  return sha256(utf8ToBytes(texts.map((text) => `${[...text].length}:${text}`).join("")));
}

/** Return *items* in the order a seed gives: SHA-256 in counter mode drives a Fisher-Yates shuffle. */
export function shuffled<T>(items: readonly T[], seed: Uint8Array): T[] {
  const order = [...items];
  const stream = numbers(seed);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = below(last + 1, stream);
    [order[last], order[chosen]] = [order[chosen] as T, order[last] as T];
  }
  return order;
}

function* numbers(seed: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const input = new Uint8Array(seed.length + 8);
    input.set(seed);
    new DataView(input.buffer).setBigUint64(seed.length, BigInt(block));
    const digest = sha256(input);
    const words = new DataView(digest.buffer, digest.byteOffset);
    for (let at = 0; at < 32; at += 4) yield words.getUint32(at);
  }
}

/** Choose below a limit; what is left over would favour the lowest, and is skipped. */
function below(limit: number, stream: Generator<number, never>): number {
  const fair = RANGE - (RANGE % limit);
  let number = stream.next().value;
  while (number >= fair) number = stream.next().value;
  return number % limit;
}
