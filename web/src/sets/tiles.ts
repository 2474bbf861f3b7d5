/** Tiles by their notation, and the box a ruleset is played with. */

/** What `GET /api/rules` tells of one ruleset, as far as a row of tiles is judged by it. */
export interface RulesData {
  readonly key: string;
  readonly family: "tiles" | "cards";
  /** Letters: `krbo`, `rbgyk`. */
  readonly colors: string;
  readonly numbers: number;
  readonly copies: number;
  /** In notation: `J J D D`. */
  readonly jokers: string;
  /** Most jokers in one set; 0 is no limit (T12). Cards have one at most (C7). */
  readonly joker_limit?: number;
  readonly color_change_starts?: boolean;
  readonly mirror_counts?: boolean;
  readonly mirror_side?: number;
  readonly bonus_in_play?: number;
}

export type JokerKind = "J" | "D" | "C" | "M";

export interface Tile {
  readonly text: string;
  readonly color: string | null;
  /** 0 for a joker. */
  readonly number: number;
  readonly joker: JokerKind | null;
  /** The order racks are kept in: by colour, then number; jokers last. */
  readonly index: number;
}

export interface Box {
  readonly colors: readonly string[];
  /** How many of each tile there are, by notation. */
  readonly counts: ReadonlyMap<string, number>;
}

const COLORS = "krbogy";
const KINDS = "JDCM";
const WRITTEN = /^(?:([krbogy])([1-9]\d?)|J([krbogy])|([JDCM]))$/;

const known = new Map<string, Tile>();
const boxes = new Map<string, Box>();

/** Return the tile written as *text*; text that is no tile is in no box. */
export function tileOf(text: string): Tile {
  let tile = known.get(text);
  if (!tile) {
    tile = read(text);
    if (tile.color ?? tile.joker) known.set(text, tile);
  }
  return tile;
}

function read(text: string): Tile {
  const [, color, number, jokerColor, kind] = WRITTEN.exec(text) ?? [];
  if (color && number) {
    return { text, color, number: Number(number), joker: null, index: COLORS.indexOf(color) * 100 + Number(number) };
  }
  if (jokerColor) {
    return { text, color: jokerColor, number: 0, joker: "J", index: 1004 + COLORS.indexOf(jokerColor) };
  }
  const joker = (kind ?? null) as JokerKind | null;
  return { text, color: null, number: 0, joker, index: joker ? 1000 + KINDS.indexOf(joker) : 9999 };
}

/** Return the tiles a ruleset is played with. */
export function boxOf(rules: RulesData): Box {
  const key = `${rules.colors}|${rules.numbers}|${rules.copies}|${rules.jokers}`;
  let box = boxes.get(key);
  if (!box) {
    const counts = new Map<string, number>();
    for (const color of rules.colors) {
      for (let number = 1; number <= rules.numbers; number++) counts.set(color + number, rules.copies);
    }
    for (const joker of rules.jokers.split(" ").filter(Boolean)) counts.set(joker, (counts.get(joker) ?? 0) + 1);
    box = { colors: [...rules.colors], counts };
    boxes.set(key, box);
  }
  return box;
}

/** Read tiles separated by white space as the notation allows them, or return null where one is no tile of the box. */
export function readTiles(rules: RulesData, text: string): string[] | null {
  const row: string[] = [];
  for (const token of text.split(/\s+/).filter(Boolean)) {
    const name = spelled(rules, token);
    if (name === null) return null;
    row.push(name);
  }
  return row;
}

function spelled(rules: RulesData, token: string): string | null {
  const lower = token.toLowerCase();
  const letter = /^[jdcm]/.test(lower) ? lower[0]?.toUpperCase() + lower.slice(1) : lower;
  // The Polish box prints yellow where the others print orange.
  const name = rules.colors.includes("y") ? letter : letter.replace("y", "o");
  return boxOf(rules).counts.has(name) ? name : null;
}

/** Places a tile fills: a double joker two, everything else one (T15). */
export const width = (tile: Tile): number => (tile.joker === "D" ? 2 : 1);

export const isColorChange = (tile: Tile): boolean => tile.joker === "C";

/** Sort tiles into the order racks are kept in. */
export const ordered = (tiles: readonly Tile[]): Tile[] => [...tiles].sort((a, b) => a.index - b.index);
