/** A reviewed game as pictures one after the other, in which every piece keeps its number, so that it can be seen to move. */

import { matched } from "../pieces.ts";
import { judge, type RulesData } from "../sets.ts";
import { EMPTY, type Row } from "../state.ts";
import type { Review, ReviewedStep, ReviewedTurn } from "../wire-types.ts";

/** How everything lies at one moment. */
export interface Frame {
  readonly rows: readonly Row[];
  /** Whose meld each row is; null in a game of tiles. */
  readonly owners: readonly (number | null)[];
  readonly racks: readonly (readonly number[])[];
  /** The jokers at the edge of a table of cards. */
  readonly edge: readonly number[];
  /** The discard pile, its top last. */
  readonly pile: readonly number[];
  /** Pieces that came to where they lie with this step. */
  readonly fresh: ReadonlySet<number>;
  /** Pieces that lay in another row before it. */
  readonly moved: ReadonlySet<number>;
}

type Named = Readonly<Record<number, string>>;

export interface Film {
  /** What each piece is, in notation. */
  readonly tiles: Named;
  readonly frames: readonly Frame[];
  /** The number of the next piece. */
  readonly next: number;
}

type Texts = readonly string[];

/** How everything shall lie, in notation. */
interface Wanted {
  readonly seat: number | null;
  readonly table: readonly Texts[];
  readonly owners: readonly (number | null)[];
  readonly racks: readonly Texts[];
  readonly edge: Texts;
  readonly pile: number;
  readonly top: string | null;
}

interface Meld {
  readonly owner: number;
  readonly cards: Texts;
}

const NOTHING: Frame = {
  rows: [],
  owners: [],
  racks: [],
  edge: [],
  pile: [],
  fresh: new Set(),
  moved: new Set(),
};

/** Return the pictures of a whole game. */
export function filmOf(review: Review): Film {
  let film: Film = { tiles: {}, frames: [], next: 1 };
  review.steps.forEach((step, number) => {
    const { frame, tiles, next } = advanced(film, film.frames[number - 1] ?? NOTHING, wantedOf(step));
    const shown = number === 0 ? { ...frame, fresh: new Set<number>() } : frame;
    film = { tiles, frames: [...film.frames, shown], next };
  });
  return film;
}

/** Return the picture of the most a turn could have laid, as it would lie after it. */
export function betterOf(film: Film, review: Review, turn: ReviewedTurn, rules: RulesData): Film {
  const before = film.frames[turn.first - 1] ?? NOTHING;
  const step = review.steps[turn.first - 1];
  if (step === undefined) return film;
  const start: Wanted = { ...wantedOf(step), seat: turn.seat };
  const wanted = turn.better.reduce((now, action) => done(now, action, rules), start);
  const { frame, tiles, next } = advanced(film, before, wanted);
  return { tiles, frames: [frame], next };
}

/** Do one action of a better turn; the server found it, so nothing is judged here. */
function done(now: Wanted, action: string, rules: RulesData): Wanted {
  const [word, ...rest] = action.split(" ");
  const seat = now.seat ?? 0;
  const rack = now.racks[seat] ?? [];
  const left = (used: Texts): readonly Texts[] => now.racks.map((held, i) => (i === seat ? without(held, used) : held));
  switch (word) {
    case "play": {
      const table = readTable(rest.join(" "));
      return { ...now, table, owners: table.map(() => null), racks: left(without(table.flat(), now.table.flat())) };
    }
    case "meld": {
      const table = [...now.table, rest];
      return { ...now, table, owners: [...now.owners, seat], racks: left(rest), edge: spent(now, rest) };
    }
    case "add": {
      const [meld, ...cards] = rest;
      const added = without(cards, now.table[Number(meld)] ?? []);
      const table = now.table.map((row, i) => (i === Number(meld) ? cards : row));
      return { ...now, table, racks: left(added), edge: spent(now, added) };
    }
    case "exchange": {
      const meld = Number(rest[0]);
      const found = exchanged(now.table[meld] ?? [], rack, rules);
      if (found === null) return now;
      const table = now.table.map((row, i) => (i === meld ? found.row : row));
      const racks = left([found.card]).map((held, i) => (i === seat ? [...held, found.joker] : held));
      return { ...now, table, racks };
    }
    default:
      return now;
  }
}

/** The edge after cards were laid: a joker comes from there unless it was in the hand. */
const spent = (now: Wanted, cards: Texts): Texts => without(now.edge, without(cards, now.racks[now.seat ?? 0] ?? []));

/** Put the card that a joker stands for into its place (C9). */
function exchanged(row: Texts, hand: Texts, rules: RulesData): { row: Texts; card: string; joker: string } | null {
  const verdict = judge(rules, row);
  if (!verdict.set) return null;
  for (const { position, colors, numbers } of verdict.jokers) {
    const stood = colors.flatMap((color) => numbers.map((number) => `${color}${number}`));
    const card = hand.find((one) => stood.includes(one));
    if (card !== undefined)
      return { row: row.map((old, i) => (i === position ? card : old)), card, joker: row[position] ?? "" };
  }
  return null;
}

function wantedOf({ seat, view, racks }: ReviewedStep): Wanted {
  const melds = view["melds"] as readonly Meld[] | undefined;
  const common = { seat, racks, edge: [], pile: 0, top: null };
  if (melds === undefined) {
    const table = (view["table"] ?? []) as readonly Texts[];
    return { ...common, table, owners: table.map(() => null) };
  }
  const loose = (view["loose"] ?? []) as Texts;
  const turn = view["turn"] as number;
  return {
    ...common,
    table: melds.map((meld) => meld.cards),
    owners: melds.map((meld) => meld.owner),
    racks: racks.map((rack, i) => (i === turn ? [...rack, ...loose] : rack)), // jokers in exchange are in one's hand
    edge: (view["edge"] ?? []) as Texts,
    pile: Number(view["pile"] ?? 0),
    top: (view["discard"] ?? null) as string | null,
  };
}

/** Move pieces to where they shall lie: those that stay keep their numbers, and so do those that come from elsewhere. */
function advanced(film: Film, before: Frame, to: Wanted): { frame: Frame; tiles: Named; next: number } {
  const kept = before.pile.slice(0, to.pile);
  const hand = to.seat === null ? [] : (before.racks[to.seat] ?? []);
  const more = [...hand, ...before.edge, ...before.pile.slice(to.pile)];
  const found = matched({ ...EMPTY, tiles: film.tiles, rows: before.rows, next: film.next }, to.table, more);
  const tiles: Record<number, string> = { ...found.tiles };
  let next = found.next;
  const lying = new Set(found.rows.flatMap((row) => row.ids));
  const everywhere = [...before.rows.flatMap((row) => row.ids), ...before.racks.flat(), ...before.edge, ...before.pile];
  const free = new Set(everywhere.filter((id) => !lying.has(id) && !kept.includes(id)));
  const stay = (ids: readonly number[], texts: Texts): (number | null)[] => {
    const own = ids.filter((id) => free.has(id));
    return texts.map((text) => {
      const at = own.findIndex((id) => tiles[id] === text);
      const id = at < 0 ? null : (own.splice(at, 1)[0] ?? null);
      if (id !== null) free.delete(id);
      return id;
    });
  };
  const come = (text: string): number => {
    const id = [...free].find((one) => tiles[one] === text);
    if (id !== undefined) {
      free.delete(id);
      return id;
    }
    tiles[next] = text;
    return next++;
  };
  const filled = (places: readonly (number | null)[], texts: Texts): number[] =>
    places.map((id, i) => id ?? come(texts[i] ?? ""));
  const racks = to.racks.map((texts, seat) => stay(before.racks[seat] ?? [], texts));
  const edge = stay(before.edge, to.edge);
  const pile = to.pile > kept.length && to.top !== null ? [...kept, come(to.top)] : kept;
  const frame = {
    rows: found.rows,
    owners: to.owners,
    racks: racks.map((places, seat) => filled(places, to.racks[seat] ?? [])),
    edge: filled(edge, to.edge),
    pile,
  };
  return { frame: { ...frame, ...marks(before, frame) }, tiles, next };
}

function marks(before: Frame, now: Omit<Frame, "fresh" | "moved">): Pick<Frame, "fresh" | "moved"> {
  const home = new Map(before.rows.flatMap((row) => row.ids.map((id) => [id, row.key] as const)));
  const laid = now.rows.flatMap((row) => row.ids.filter((id) => !home.has(id)));
  const moved = now.rows.flatMap((row) => row.ids.filter((id) => home.has(id) && home.get(id) !== row.key));
  const held = new Set(before.racks.flat());
  const come = now.racks.flat().filter((id) => !held.has(id));
  const thrown = now.pile.filter((id) => !before.pile.includes(id));
  return { fresh: new Set([...laid, ...come, ...thrown]), moved: new Set(moved) };
}

/** Return what is in one list and not in the other, copies counted. */
export function without(all: Texts, gone: Texts): string[] {
  const left = [...gone];
  return all.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

export const readTable = (text: string): string[][] =>
  text
    .split("/")
    .map((row) => row.split(" ").filter(Boolean))
    .filter((row) => row.length);
