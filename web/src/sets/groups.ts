/**
 * A rack in the order of what can be made of it: sets first, then pairs that lack one tile, then what stands alone.
 *
 * The sets are those that take up most tiles together. A joker goes to the pair it makes most of, and else stays last.
 */

import { almost, arranged, judge, type RulesData } from "../sets.ts";
import { boxOf, tileOf } from "./tiles.ts";

/** Ways looked at; a rack that has more is answered with the best found by then. */
const MOST_WAYS = 20_000;
const SMALLEST = 3;

type Row = readonly string[];

/** Return the tiles of a rack, those that belong together side by side. */
export function grouped(rules: RulesData, rack: Row): string[] {
  const order = new Map([...boxOf(rules).counts.keys()].map((text, i) => [text, i]));
  const byColor = (a: string, b: string): number => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  const sorted = [...rack].sort(byColor);
  const sets = bestSets(
    rules,
    sorted.filter((text) => !tileOf(text).joker),
  );
  const left = without(sorted, sets.flat());
  const completed = withJokers(rules, left);
  const pairs = bestPairs(rules, without(left, completed.flat()));
  const together = [...sets, ...completed, ...pairs];
  return [...together.flat(), ...without(sorted, together.flat())];
}

function without(row: Row, gone: Row): string[] {
  const left = [...row];
  for (const text of gone) left.splice(left.indexOf(text), 1);
  return left;
}

/** Choose sets without jokers that have no tile in common: most tiles, then fewest sets. */
export function bestSets(rules: RulesData, tiles: Row): Row[] {
  const kinds = [...new Set(tiles)];
  const counts = kinds.map((kind) => tiles.filter((text) => text === kind).length);
  const sets = candidates(rules, kinds).map((row) => ({ row, at: row.map((text) => kinds.indexOf(text)) }));
  const starting = kinds.map((_, kind) => sets.filter(({ at }) => Math.min(...at) === kind));
  let best: { tiles: number; sets: Row[] } = { tiles: 0, sets: [] };
  let ways = 0;
  const look = (kind: number, laid: number, open: number, chosen: Row[]): void => {
    if (laid > best.tiles || (laid === best.tiles && chosen.length < best.sets.length)) {
      best = { tiles: laid, sets: [...chosen] };
    }
    while (kind < kinds.length && !counts[kind]) kind++;
    if (kind >= kinds.length || laid + open < best.tiles || ++ways > MOST_WAYS) return;
    for (const { row, at } of starting[kind] ?? []) {
      if (!at.every((one) => counts[one])) continue;
      for (const one of at) counts[one]! -= 1;
      look(kind, laid + row.length, open - row.length, [...chosen, row]);
      for (const one of at) counts[one]! += 1;
    }
    const idle = counts[kind]!;
    counts[kind] = 0;
    look(kind + 1, laid, open - idle, chosen);
    counts[kind] = idle;
  };
  look(0, 0, tiles.length, []);
  return best.sets;
}

/** Every set without jokers there is in these kinds of tiles, longer ones first. */
function candidates(rules: RulesData, kinds: Row): Row[] {
  const has = new Set(kinds);
  const runs = kinds.flatMap((text) => {
    const { color, number } = tileOf(text);
    const row = [text];
    while (has.has(`${color}${number + row.length}`)) row.push(`${color}${number + row.length}`);
    return row.map((_, i) => row.slice(0, i + 1));
  });
  const numbers = [...new Set(kinds.map((text) => tileOf(text).number))];
  const groups = numbers.flatMap((number) => subsets(kinds.filter((text) => tileOf(text).number === number)));
  return [...runs, ...groups]
    .filter((row) => row.length >= SMALLEST && judge(rules, row).set)
    .sort((a, b) => b.length - a.length);
}

const subsets = (row: Row): Row[] =>
  row.reduce<Row[]>((found, text) => [...found, ...found.map((one) => [...one, text])], [[]]);

/** Give each joker the two tiles with which it is worth most, where there are such. */
function withJokers(rules: RulesData, left: Row): Row[] {
  const jokers = left.filter((text) => tileOf(text).joker);
  let tiles = left.filter((text) => !tileOf(text).joker);
  return jokers.flatMap((joker) => {
    const found = best(pairsOf(tiles), ([one, other]) => pointsOf(rules, [one, other, joker]));
    if (found === null) return [];
    tiles = without(tiles, found);
    return [arranged(rules, [...found, joker]) ?? []];
  });
}

function pointsOf(rules: RulesData, tiles: Row): number {
  const row = arranged(rules, tiles);
  const verdict = row === null ? null : judge(rules, row);
  return verdict?.set ? 1 + verdict.points : 0;
}

/** Put tiles together that lack one, those first for which most tiles would do. */
function bestPairs(rules: RulesData, left: Row): Row[] {
  let tiles = left.filter((text) => !tileOf(text).joker);
  const found: Row[] = [];
  for (;;) {
    const pair = best(pairsOf(tiles), (pair) => almost(rules, pair).add.filter((text) => !tileOf(text).joker).length);
    if (pair === null) return found;
    found.push(pair);
    tiles = without(tiles, pair);
  }
}

type Pair = readonly [string, string];

const pairsOf = (tiles: Row): Pair[] =>
  tiles.flatMap((one, i) => tiles.slice(i + 1).map((other): Pair => [one, other]));

/** Return the first of the pairs worth most, or null where none is worth anything. */
function best(pairs: readonly Pair[], worth: (pair: Pair) => number): Pair | null {
  let most = 0;
  let found: Pair | null = null;
  for (const pair of pairs) {
    const here = worth(pair);
    if (here > most) [most, found] = [here, pair];
  }
  return found;
}
