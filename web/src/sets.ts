/**
 * Judges one row of tiles by a ruleset's data, while it is dragged; the server's verdict decides.
 *
 * It says what Python's `meldwise.sets` and `meldwise.arrange` say, word for word, and runs the same cases.
 */

import { eachOrder } from "./sets/arrange.ts";
import { readMirror } from "./sets/mirror.ts";
import { readGroup, readRun } from "./sets/plain.ts";
import {
  type Facts,
  type Reading,
  type Reason,
  type SetKind,
  type Stand,
  isReason,
  numberTiles,
  refused,
} from "./sets/reading.ts";
import { type RulesData, type Tile, boxOf, isColorChange, ordered, tileOf } from "./sets/tiles.ts";

export type { Facts, Reading, Reason, SetKind, Stand } from "./sets/reading.ts";
export { type RulesData, readTiles } from "./sets/tiles.ts";

/** A row that is a set, by its reading worth most (T11); the others stand in `readings`. */
export interface Good {
  readonly set: true;
  readonly kind: SetKind;
  readonly points: number;
  readonly jokers: readonly Stand[];
  readonly readings: readonly Reading[];
  readonly row: readonly string[];
}

/** A row that is none as it lies: a code of the catalogue, its facts, the rules it stands on. */
export interface Bad {
  readonly set: false;
  readonly why: string;
  readonly facts: Facts;
  readonly rules: readonly string[];
  /** The order in which the same tiles are a set, where there is one. */
  readonly row: readonly string[] | null;
}

export type Verdict = Good | Bad;

/** What one tile can do for a row that is no set. */
export interface Almost {
  /** Any one of these more would make it a set; jokers only where no number tile would. */
  readonly add: readonly string[];
  /** Without any one of these it would be a set. */
  readonly without: readonly string[];
}

/** A set has at least three physical tiles, whatever they stand for (T9, C5). */
const SMALLEST = 3;
/** No set has more: a mirror between two sides from 1 to 13. */
const LONGEST = 27;
const REMEMBERED = 4096;

/** Say what a row is as it lies, or why it is no set. */
export const judge = remembered((rules: RulesData, row: readonly string[]): Verdict => {
  const found = verdict(row.map(tileOf), rules);
  if (isReason(found)) {
    const { code, facts, rules: laws } = found;
    return { set: false, why: code, facts, rules: laws, row: arranged(rules, row) };
  }
  const { kind, points, jokers } = found[0]!;
  return { set: true, kind, points, jokers, readings: found, row };
});

/** Return tiles in an order that is a set: as given, else the order worth most; null where there is none. */
export const arranged = remembered((rules: RulesData, row: readonly string[]): readonly string[] | null => {
  const tiles = row.map(tileOf);
  if (!isReason(verdict(tiles, rules))) return row;
  const box = boxOf(rules).counts;
  if (row.length < SMALLEST || row.length > LONGEST || !row.every((text) => box.has(text))) return null;
  return numberTiles(tiles).length ? bestOrder(tiles, rules) : null;
});

/** Say which one tile more, or less, would make a set of a row that is none in any order. */
export const almost = remembered((rules: RulesData, row: readonly string[]): Almost => {
  if (row.length < SMALLEST - 1 || row.length > LONGEST || arranged(rules, row)) return { add: [], without: [] };
  const box = [...boxOf(rules).counts];
  const fits = ([text, copies]: [string, number]): boolean =>
    row.filter((other) => other === text).length < copies && arranged(rules, [...row, text]) !== null;
  const numbered = box.filter(([text]) => !tileOf(text).joker).filter(fits);
  const add = numbered.length ? numbered : box.filter(([text]) => tileOf(text).joker).filter(fits);
  const without = row.filter(
    (_, i) =>
      arranged(
        rules,
        row.filter((_, j) => j !== i),
      ) !== null,
  );
  return { add: add.map(([text]) => text), without: [...new Set(without)] };
});

/** Return the rules with house rules, written `pl-standard+joker_limit=1`, taken into account. */
export function withChanges<R extends RulesData>(base: R, text: string): R {
  const changes = text
    .split("+")
    .slice(1)
    .map((part): [string, boolean | number | string] => {
      const [knob = "", value = ""] = part.split("=");
      if (value === "true" || value === "false") return [knob, value === "true"];
      return [knob, /^\d{1,6}$/.test(value) ? Number(value) : value.replaceAll(",", " ")];
    });
  return { ...base, ...Object.fromEntries(changes) };
}

function verdict(row: readonly Tile[], rules: RulesData): Reading[] | Reason {
  const reason = unreadable(row, rules);
  if (reason) return reason;
  if (row.some((tile) => tile.joker === "M")) {
    const found = readMirror(row, rules);
    return isReason(found) ? found : sorted(found);
  }
  const run = readRun(row, rules);
  const group = readGroup(row, rules);
  if (isReason(run) && isReason(group)) return meant(row, run, group, rules);
  const valid = [run, group].filter((answer): answer is Reading => !isReason(answer));
  return sorted(rules.family === "cards" ? valid.map(asCardSet) : valid);
}

/** Check what every set must have, whatever its kind. */
function unreadable(row: readonly Tile[], rules: RulesData): Reason | null {
  const law = (tiles: string, cards: string): string => (rules.family === "tiles" ? tiles : cards);
  if (row.length > LONGEST) return refused("too-many-tiles", law("T8", "C5"), { most: LONGEST });
  const foreign = row.find((tile) => !boxOf(rules).counts.has(tile.text));
  if (foreign) return refused("not-in-box", law("T2", "C1"), { tile: foreign.text });
  if (row.length < SMALLEST) {
    const facts = { tiles: row.length, needed: SMALLEST };
    return refused(law("too-few-tiles", "too-few-cards"), law("T9", "C5"), facts);
  }
  const jokers = row.filter((tile) => tile.joker).length;
  if (jokers === row.length) return refused(law("no-number-tile", "no-number-card"), law("T10", "C7"));
  const most = rules.family === "tiles" ? (rules.joker_limit ?? 0) : 1;
  return most && jokers > most ? refused("too-many-jokers", law("T12", "C7"), { jokers, most }) : null;
}

/** Choose the reason of the kind the player most likely meant. */
function meant(row: readonly Tile[], run: Reason, group: Reason, rules: RulesData): Reason {
  const tiles = numberTiles(row);
  if (tiles.length > 1 && new Set(tiles.map((tile) => tile.number)).size === 1) return group;
  const colors = new Set(tiles.map((tile) => tile.color)).size;
  const plain = !row.some(isColorChange);
  if (plain && run.code === "colors-differ" && tiles.length > 2 && colors === tiles.length) {
    return refused("no-set", rules.family === "tiles" ? ["T7", "T8"] : ["C5"]);
  }
  return run;
}

const sorted = (found: readonly Reading[]): Reading[] =>
  [...found].sort((a, b) => b.points - a.points || (a.kind < b.kind ? -1 : Number(a.kind > b.kind)));

const asCardSet = (reading: Reading): Reading => (reading.kind === "group" ? { ...reading, kind: "set" } : reading);

function bestOrder(tiles: readonly Tile[], rules: RulesData): readonly string[] | null {
  let best: { points: number; row: readonly Tile[] } | null = null;
  eachOrder(ordered(tiles), rules, (row) => {
    const found = verdict(row, rules);
    if (isReason(found)) return;
    const points = found[0]!.points;
    if (!best || points > best.points || (points === best.points && later(row, best.row))) {
      best = { points, row: [...row] };
    }
  });
  return (best as { row: readonly Tile[] } | null)?.row.map((tile) => tile.text) ?? null;
}

/** Of two orders worth the same, the one whose first difference is the later tile is taken. */
function later(row: readonly Tile[], than: readonly Tile[]): boolean {
  const at = row.findIndex((tile, i) => tile.index !== than[i]!.index);
  return at >= 0 && row[at]!.index > than[at]!.index;
}

/** Keep the latest answers: rows come again and again while one is dragged. */
function remembered<T>(
  answer: (rules: RulesData, row: readonly string[]) => T,
): (rules: RulesData, row: readonly string[]) => T {
  const kept = new WeakMap<RulesData, Map<string, T>>();
  return (rules, row) => {
    let mine = kept.get(rules);
    if (!mine || mine.size > REMEMBERED) kept.set(rules, (mine = new Map<string, T>()));
    const key = row.join(" ");
    let found = mine.get(key);
    if (found === undefined) mine.set(key, (found = answer(rules, [...row])));
    return found;
  };
}
