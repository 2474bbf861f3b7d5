/**
 * Mirror runs and mirror groups (T18-T22).
 *
 * Both sides are laid out place by place from the outside inwards: a double joker fills two places, and a place is
 * mirrored by what it stands for. A mirror run climbs or falls towards the mirror; a side of one place only climbs.
 */

import { colorChangeReason } from "./plain.ts";
import {
  type Facts,
  type Reading,
  type Reason,
  type Stand,
  colorOptions,
  isReason,
  numberTiles,
  refused,
} from "./reading.ts";
import { type RulesData, type Tile, isColorChange, width } from "./tiles.ts";

/** A mirror's two sides: the positions of the left and the right tile that face each other at each place. */
interface Sides {
  readonly row: readonly Tile[];
  readonly middle: number;
  readonly pairs: readonly (readonly [number, number])[];
}

const CLIMBING = 1;
const FALLING = -1;

/** Return every reading of a row with a mirror joker, or the reason there is none. */
export function readMirror(row: readonly Tile[], rules: RulesData): Reading[] | Reason {
  const sides = sidesOf(row, rules);
  if (isReason(sides)) return sides;
  const directions = sides.pairs.length > 1 ? [CLIMBING, FALLING] : [CLIMBING];
  const answers = [...directions.map((direction) => readRun(sides, direction, rules)), readGroup(sides, rules)];
  const found = answers.filter((answer): answer is Reading => !isReason(answer));
  return found.length ? found : mostTelling(sides, answers as Reason[]);
}

function sidesOf(row: readonly Tile[], rules: RulesData): Sides | Reason {
  const middle = row.findIndex((tile) => tile.joker === "M");
  if (row.filter((tile) => tile.joker === "M").length > 1) return refused("two-mirrors", "T21", { position: middle });
  const positions = row.flatMap((tile, i) => Array<number>(width(tile)).fill(i));
  const left = positions.filter((i) => i < middle);
  const right = positions.filter((i) => i > middle).reverse();
  const needed = rules.mirror_side ?? 1;
  if (Math.min(left.length, right.length) < needed) return refused("mirror-side-short", "T18", { needed });
  if (left.length !== right.length) {
    return refused("mirror-sides-unequal", "T18", { left: left.length, right: right.length });
  }
  return { row, middle, pairs: left.map((position, place) => [position, right[place]!]) };
}

function facing(sides: Sides, place: number): [Tile, Tile] {
  const [left, right] = sides.pairs[place]!;
  return [sides.row[left]!, sides.row[right]!];
}

function readRun(sides: Sides, direction: number, rules: RulesData): Reading | Reason {
  const outer = outerNumber(sides, direction);
  if (typeof outer !== "number") return outer;
  const numbers = sides.pairs.map((_, place) => outer + direction * place);
  const inner = numbers.at(-1)!;
  const exists = (number: number): boolean => number >= 1 && number <= rules.numbers;
  if (!exists(outer) || !exists(inner)) {
    return refused("mirror-number-missing", "T8", { number: exists(inner) ? outer : inner });
  }
  const middle = inner + direction;
  if (rules.mirror_counts && !exists(middle)) return refused("mirror-middle-missing", "T20", { number: middle });
  const colors = runColors(sides, direction, rules);
  if (isReason(colors)) return colors;
  const own = rules.mirror_counts ? middle : 0;
  const points = 2 * numbers.reduce((sum, number) => sum + number, 0) + own;
  return { kind: "mirror run", points, jokers: standsOf(sides, numbers, colors, own) };
}

/** Return the number of the outermost place, which every number tile must agree on. */
function outerNumber(sides: Sides, direction: number): number | Reason {
  let outer: number | null = null;
  for (const place of sides.pairs.keys()) {
    for (const tile of facing(sides, place)) {
      if (tile.joker) continue;
      const here = tile.number - direction * place;
      if (outer !== null && here !== outer) return mismatch(sides, place);
      outer = here;
    }
  }
  return outer!; // a set holds a number tile (T10)
}

function runColors(sides: Sides, direction: number, rules: RulesData): (readonly string[])[] | Reason {
  const changes = sides.pairs.map((_, place) => isColorChange(facing(sides, place)[0]));
  for (const [place, change] of changes.entries()) {
    if (isColorChange(facing(sides, place)[1]) !== change) {
      return refused("color-change-not-faced", "T21", { place: place + 1, ...faced(sides, place) });
    }
  }
  const misplaced = colorChangeReason(direction === CLIMBING ? changes : [...changes].reverse(), rules);
  if (misplaced) return misplaced;
  const stretched = stretchesOf(sides, changes);
  if (isReason(stretched)) return stretched;
  const { stretches, of } = stretched;
  const used = stretches.filter((_, i) => of.includes(i));
  const first = Math.min(...of.filter((index) => index >= 0));
  const options = colorOptions(used, [...rules.colors]);
  if (!options.length) return refused("color-change-same-color", "T16", { color: used.find(Boolean)! });
  return of.map((index) => (index < 0 ? [] : options[index - first]!));
}

/** Return the colours of the stretches between colour changes, and to which each place belongs (-1: a change). */
function stretchesOf(
  sides: Sides,
  changes: readonly boolean[],
): { stretches: (string | null)[]; of: number[] } | Reason {
  const stretches: (string | null)[] = [null];
  const of: number[] = [];
  for (const [place, change] of changes.entries()) {
    if (change) {
      stretches.push(null);
      of.push(-1);
      continue;
    }
    const last = stretches.length - 1;
    of.push(last);
    for (const { color } of facing(sides, place)) {
      if (!color) continue;
      if (stretches[last] !== null && stretches[last] !== color) return mismatch(sides, place);
      stretches[last] = color;
    }
  }
  return { stretches, of };
}

function readGroup(sides: Sides, rules: RulesData): Reading | Reason {
  const count = sides.pairs.length;
  const most = rules.colors.length;
  if (count > most) return refused("group-too-large", "T19", { places: count, most });
  let number = 0;
  const fixed: (string | null)[] = [];
  for (const place of sides.pairs.keys()) {
    const here = groupColor(sides, place, number);
    if (here !== null && typeof here !== "string") return here;
    if (here !== null && fixed.includes(here)) return refused("color-twice", "T19", { color: here });
    number ||= Math.max(...facing(sides, place).map((tile) => tile.number));
    fixed.push(here);
  }
  const missing = [...rules.colors].filter((color) => !fixed.includes(color));
  const colors = fixed.map((color) => (color === null ? missing : [color]));
  const own = rules.mirror_counts ? number : 0;
  const jokers = standsOf(sides, Array<number>(count).fill(number), colors, own);
  return { kind: "mirror group", points: 2 * count * number + own, jokers };
}

/** Return the colour both tiles of a place agree on, null where jokers leave it open. */
function groupColor(sides: Sides, place: number, number: number): string | null | Reason {
  let here: string | null = null;
  let wanted = number;
  for (const tile of facing(sides, place)) {
    if (isColorChange(tile)) return refused("color-change-in-group", "T16");
    if (tile.number && wanted && wanted !== tile.number) return mismatch(sides, place);
    if (tile.color && here && here !== tile.color) return mismatch(sides, place);
    wanted = tile.number || wanted;
    here = tile.color ?? here;
  }
  return here;
}

function standsOf(
  sides: Sides,
  numbers: readonly number[],
  colors: readonly (readonly string[])[],
  middle: number,
): Stand[] {
  const held = new Map<number, { numbers: number[]; colors: Set<string> }>();
  held.set(sides.middle, { numbers: middle ? [middle] : [], colors: new Set() });
  for (const [place, pair] of sides.pairs.entries()) {
    for (const position of pair) {
      if (!sides.row[position]!.joker) continue;
      const mine = held.get(position) ?? { numbers: [], colors: new Set<string>() };
      held.set(position, mine);
      mine.numbers.push(numbers[place]!);
      for (const color of colors[place]!) mine.colors.add(color);
    }
  }
  return [...held]
    .sort(([a], [b]) => a - b)
    .map(([position, stand]) => ({
      position,
      numbers: position <= sides.middle ? stand.numbers : stand.numbers.reverse(),
      colors: [...stand.colors],
    }));
}

/** Say why a place does not fit: its two tiles differ, or they mirror each other but the side is no run or group. */
function mismatch(sides: Sides, place: number): Reason {
  const [left, right] = facing(sides, place);
  if (!left.joker && !right.joker && left.text !== right.text) {
    return refused("not-mirrored", "T18", { place: place + 1, ...faced(sides, place) });
  }
  return refused("mirror-side-no-set", "T19", { place: place + 1, tile: (left.joker ? right : left).text });
}

function faced(sides: Sides, place: number): Facts {
  const [left, right] = facing(sides, place);
  return { left: left.text, right: right.text };
}

/** Choose the reason of the kind the player most likely meant: a group where all numbers are the same. */
function mostTelling(sides: Sides, reasons: readonly Reason[]): Reason {
  const numbers = new Set(numberTiles(sides.row).map((tile) => tile.number));
  if (numbers.size === 1 && sides.pairs.length > 1 && !sides.row.some(isColorChange)) return reasons.at(-1)!;
  const unfit = (reason: Reason): boolean => ["not-mirrored", "mirror-side-no-set"].includes(reason.code);
  const falling = reasons.length > 2 && unfit(reasons[0]!) && !unfit(reasons[1]!);
  return reasons[falling ? 1 : 0]!;
}
