/** Runs and groups, with every joker but the mirror (T7, T8, T12, T13, T15-T17; C5, C7). */

import { type Reading, type Reason, type Stand, colorOptions, isReason, numberTiles, refused } from "./reading.ts";
import { type RulesData, type Tile, isColorChange, width } from "./tiles.ts";

/** Read a row as a run, or say why it is none. */
export function readRun(row: readonly Tile[], rules: RulesData): Reading | Reason {
  const { starts, places } = startsOf(row);
  const anchor = row.findIndex((tile) => !tile.joker);
  const low = row[anchor]!.number - starts[anchor]!;
  const stretches = stretchesOf(row, rules);
  if (isReason(stretches)) return stretches;
  const wrong = row.findIndex((tile, i) => !tile.joker && tile.number !== low + starts[i]!);
  if (wrong >= 0) return notConsecutive(row, wrong, low + starts[wrong]!, rules);
  const high = low + places - 1;
  if (low < 1 || high > rules.numbers) return outOfRange(row, low, rules);
  const colors = colorsOf(row, stretches, rules);
  const jokers: Stand[] = [];
  row.forEach((tile, i) => {
    const first = low + starts[i]!;
    const numbers = width(tile) === 2 ? [first, first + 1] : [first];
    if (tile.joker) jokers.push({ position: i, numbers, colors: colors[i]! });
  });
  return { kind: "run", points: ((low + high) * places) / 2, jokers };
}

/** Read a row as a group, or say why it is none. */
export function readGroup(row: readonly Tile[], rules: RulesData): Reading | Reason {
  const number = numberTiles(row)[0]!.number;
  const taken: string[] = [];
  for (const [i, tile] of row.entries()) {
    const reason = misfit(row, i, number, taken, rules);
    if (reason) return reason;
    if (tile.color) taken.push(tile.color);
  }
  const places = row.reduce((sum, tile) => sum + width(tile), 0);
  const most = rules.colors.length;
  if (places > most) {
    const law = row.some((tile) => width(tile) === 2) ? "T15" : groupLaw(rules);
    return refused("group-too-large", law, { places, most });
  }
  const missing = [...rules.colors].filter((color) => !taken.includes(color));
  const jokers: Stand[] = [];
  row.forEach((tile, i) => {
    const numbers = width(tile) === 2 ? [number, number] : [number];
    if (tile.joker) jokers.push({ position: i, numbers, colors: tile.color ? [tile.color] : missing });
  });
  return { kind: "group", points: number * places, jokers };
}

/** Say what is wrong with where the colour-change jokers stand, going upwards (T17). */
export function colorChangeReason(changes: readonly boolean[], rules: RulesData): Reason | null {
  for (const [i, change] of changes.entries()) {
    if (change && i === 0 && !rules.color_change_starts) return refused("color-change-first", "T17", { position: i });
    if (change && i > 0 && changes[i - 1]) return refused("color-change-touches", "T17", { position: i });
  }
  return null;
}

function misfit(
  row: readonly Tile[],
  position: number,
  number: number,
  taken: readonly string[],
  rules: RulesData,
): Reason | null {
  const tile = row[position]!;
  if (!tile.joker && tile.number !== number) {
    const group = rules.family === "tiles" ? "group" : "set";
    return refused("numbers-differ", groupLaw(rules), { tile: tile.text, position, number, group });
  }
  if (isColorChange(tile)) return refused("color-change-in-group", "T16", { position });
  if (tile.color && taken.includes(tile.color)) {
    return refused("color-twice", colorLaw(row, tile.color, rules), { color: tile.color, position });
  }
  return null;
}

function startsOf(row: readonly Tile[]): { starts: number[]; places: number } {
  let places = 0;
  const starts = row.map((tile) => {
    const start = places;
    places += width(tile);
    return start;
  });
  return { starts, places };
}

/** Return the colour of each stretch between colour-change jokers, null where only jokers lie in it. */
function stretchesOf(row: readonly Tile[], rules: RulesData): (string | null)[] | Reason {
  const changes = row.map(isColorChange);
  const misplaced = colorChangeReason(changes, rules);
  if (misplaced) return misplaced;
  const stretches: (string | null)[] = [null];
  for (const [i, tile] of row.entries()) {
    if (changes[i]) stretches.push(null);
    else if (tile.color) {
      const here = stretches.at(-1) ?? null;
      if (here !== null && here !== tile.color) return wrongColor(row, i, here, stretches.length > 1, rules);
      stretches[stretches.length - 1] = tile.color;
      if (stretches.length > 1 && stretches.at(-2) === tile.color) {
        const position = changes.lastIndexOf(true, i - 1);
        return refused("color-change-same-color", "T16", { position, color: tile.color });
      }
    }
  }
  if (changes.at(-1)) stretches.pop();
  return stretches;
}

/** Return for each tile of a run the colours open to it. */
function colorsOf(row: readonly Tile[], stretches: readonly (string | null)[], rules: RulesData): string[][] {
  const options = colorOptions(stretches, [...rules.colors]);
  let at = 0;
  return row.map((tile) => {
    if (!isColorChange(tile)) return options[at]!;
    at += 1;
    return [];
  });
}

function wrongColor(row: readonly Tile[], position: number, color: string, changed: boolean, rules: RulesData): Reason {
  const facts = { tile: row[position]!.text, position, color };
  if (changed || row.some(isColorChange)) return refused("colors-differ", "T16", facts);
  if (row[position]!.joker || row.find((tile) => tile.color)!.joker) {
    return refused("joker-wrong-color", rules.family === "tiles" ? "T13" : "C7", facts);
  }
  return refused("colors-differ", runLaw(rules), facts);
}

function notConsecutive(row: readonly Tile[], position: number, expected: number, rules: RulesData): Reason {
  const tile = row[position]!;
  const law = runLaw(rules);
  const numbers = numberTiles(row).map((each) => each.number);
  if (expected === rules.numbers + 1 && tile.number === 1) {
    return refused("run-wraps", law, { position, top: rules.numbers });
  }
  if (numbers.length > 1 && numbers.every((number, i) => i === 0 || number < numbers[i - 1]!)) {
    return refused("run-falls", law, { position });
  }
  return refused("not-consecutive", law, { tile: tile.text, position, expected });
}

function outOfRange(row: readonly Tile[], low: number, rules: RulesData): Reason {
  const below = low < 1;
  const position = below ? 0 : row.length - 1;
  const tile = row[position]!;
  const facts = {
    tile: tile.text,
    position,
    number: below ? low : rules.numbers + 1,
    end: below ? "below" : "above",
  };
  return refused("number-missing", width(tile) === 2 ? "T15" : runLaw(rules), facts);
}

const runLaw = (rules: RulesData): string => (rules.family === "tiles" ? "T8" : "C5");

const groupLaw = (rules: RulesData): string => (rules.family === "tiles" ? "T7" : "C5");

function colorLaw(row: readonly Tile[], color: string, rules: RulesData): string {
  const jokers = row.some((tile) => tile.joker && tile.color === color);
  if (rules.family === "tiles") return jokers ? "T13" : "T7";
  return jokers ? "C7" : "C5";
}
