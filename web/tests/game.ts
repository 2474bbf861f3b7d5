/** A table to try things at: seat 0 of a game of two. */

import { begin, type State } from "../src/state.ts";
import type { RulesData } from "../src/sets.ts";
import type { CardView, Event, Options, RoomFields, TileView, Welcome } from "../src/wire-types.ts";
import { welcomed } from "../src/update.ts";

export const TILES: RulesData = {
  key: "pl-standard",
  family: "tiles",
  colors: "krbo",
  numbers: 13,
  copies: 2,
  jokers: "J J",
};
export const CARDS: RulesData = {
  key: "rummy17",
  family: "cards",
  colors: "rbgyk",
  numbers: 17,
  copies: 1,
  jokers: "Jr Jb Jg Jy Jk",
};

export const words = (text: string): string[] => text.split(" ").filter(Boolean);
export const sets = (text: string): string[][] => text.split("/").map(words).filter((row) => row.length); // prettier-ignore

const FIELDS: RoomFields = {
  phase: "playing",
  began: 0,
  seats: [
    { kind: "person", name: "Anna", here: true },
    { kind: "opponent", level: "medium" },
  ],
  host: 0,
  game: 1,
  match: null,
  commitment: "",
  shared: [true, true],
  watch: { due: null, left: null, knock_due: null, knock_left: null, banks: [] },
  paused: false,
  still: false,
  asking: null,
};

export const tileView = (more: Partial<TileView> = {}): TileView => ({
  rack: [],
  last_drawn: [],
  counts: [14, 14],
  pool: 70,
  table: [],
  turn: 0,
  starter: 0,
  opened: [true, true],
  announced: [false, false],
  may_announce: [false, false],
  passes: 0,
  result: null,
  ...more,
});

export const cardView = (more: Partial<CardView> = {}): CardView => ({
  hand: [],
  counts: [10, 10],
  stock: 50,
  pile: 1,
  discard: "k9",
  melds: [],
  edge: words("Jr Jb Jg Jy Jk"),
  loose: [],
  bonus: [],
  dealer: 1,
  turn: 0,
  phase: "laying",
  melded: [true, true],
  taken: null,
  source: "stock",
  answered: [false, false],
  answer: null,
  result: null,
  ...more,
});

export function welcome(view: TileView | CardView | null, more: Partial<Welcome> = {}): Welcome {
  const options: Options = { rules: "pl-standard" };
  return { t: "welcome", room: "abc", n: 10, now: 5000, you: 0, options, fields: FIELDS, view, chat: [], ...more };
}

export function sitting(view: TileView | CardView, rules: RulesData = TILES, kept = "", draft?: string): State {
  const more = draft === undefined ? {} : { draft };
  return welcomed({ ...begin("abc", words(kept)), rules }, welcome(view, more), 1000);
}

export const event = (n: number, more: Partial<Event> = {}): Event => ({
  t: "event",
  n,
  at: 6000,
  told: { kind: "acted", seat: 1 },
  ...more,
});
