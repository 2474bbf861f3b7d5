/** Everything a table's page knows, as plain data; `update.ts` has the functions that change it. */

import type { RulesData } from "./sets.ts";
import type { CardView, Line, Options, Revealed, RoomFields, TileView, Told } from "./wire-types.ts";

/** A row on the table; pieces are told apart by numbers of the page's own, for two tiles of a box may be equal. */
export interface Row {
  readonly key: number;
  readonly ids: readonly number[];
}

export type Rows = readonly Row[];

/** The table and one's own rack as they are being arranged. */
export interface Board {
  /** What each piece is, in notation. */
  readonly tiles: Readonly<Record<number, string>>;
  /** One's own rack in its owner's order, with what was laid of it this turn. */
  readonly order: readonly number[];
  /** Rummy 17: the jokers at the edge, with what was laid of them this turn. */
  readonly edge: readonly number[];
  /** The table as the server knows it. */
  readonly base: Rows;
  /** The table as it lies now. */
  readonly rows: Rows;
  readonly past: readonly Rows[];
  readonly future: readonly Rows[];
  readonly picked: readonly number[];
  /** Tiles that came to the rack since one's last turn. */
  readonly fresh: readonly number[];
  /** Tiles that others laid or moved last. */
  readonly changed: readonly number[];
  /** The number of the next new piece or row. */
  readonly next: number;
}

/** Something that happened at the table. */
export interface TellingNews {
  readonly kind: "told";
  readonly told: Told;
  readonly events: readonly GameEvent[];
  /** The room before it: who sat there, what was asked. */
  readonly before: RoomFields | null;
  readonly at: number;
  /** What was said a moment before, and is still to be read. */
  readonly earlier: readonly (TellingNews | Refusing)[];
}

/** Something the server, or the page, did not do. */
export interface Refusing {
  readonly kind: "refused";
  readonly message: string;
  readonly rules: readonly string[];
  readonly at: number;
}

/** Something to be said in the status line. */
export type News =
  | TellingNews
  | Refusing
  | { readonly kind: "laid"; readonly row: number }
  | { readonly kind: "said"; readonly text: string };

/** What happened in a game; the fields differ from type to type. */
export interface GameEvent {
  readonly type: string;
  readonly seat?: number;
  readonly [field: string]: unknown;
}

export interface State {
  readonly room: string;
  readonly n: number;
  readonly you: number | null;
  readonly options: Options | null;
  readonly fields: RoomFields | null;
  readonly view: TileView | CardView | null;
  readonly rules: RulesData | null;
  readonly chat: readonly Line[];
  /** Since when one holds the seat, by the server's clock: what was said there before is somebody else's. */
  readonly since: number;
  readonly revealed: Revealed | null;
  /** The server's time less this machine's, in milliseconds. */
  readonly ahead: number;
  readonly board: Board;
  readonly news: News | null;
  /** Whether one's last action could be taken back, as far as the page knows; the server decides. */
  readonly slip: boolean;
  /** Rummy 17: whether one laid something this turn that the server knows already, as far as the page knows. */
  readonly laid: boolean;
  /** The rack's order as it was kept, until there is a rack to put into it. */
  readonly kept: readonly string[];
}

export const EMPTY: Board = {
  tiles: {},
  order: [],
  edge: [],
  base: [],
  rows: [],
  past: [],
  future: [],
  picked: [],
  fresh: [],
  changed: [],
  next: 1,
};

export const begin = (room: string, kept: readonly string[] = []): State => ({
  room,
  n: -1,
  you: null,
  options: null,
  fields: null,
  view: null,
  rules: null,
  chat: [],
  since: Infinity,
  revealed: null,
  ahead: 0,
  board: EMPTY,
  news: null,
  slip: false,
  laid: false,
  kept,
});

export const isCards = (view: TileView | CardView): view is CardView => "melds" in view;

/** The seat one plays at, or null for whoever only watches. */
export const seatOf = (state: State): number | null => (state.you !== null && state.you >= 0 ? state.you : null);

/** The seat whose turn it is, while a game is being played. */
export function turnOf(state: State): number | null {
  const { view, fields } = state;
  return view === null || view.result !== null || fields?.phase !== "playing" ? null : view.turn;
}

/** Rummy 17: the seats that may still say whether they knock. */
export function knockers(state: State): readonly number[] {
  const { view } = state;
  const turn = turnOf(state);
  if (turn === null || view === null || !isCards(view) || view.phase !== "knocking") return [];
  return view.answered.flatMap((said, seat) => (said || seat === turn ? [] : [seat]));
}

/** The seats the game waits for: whose turn it is, unless others may knock. */
export function actors(state: State): readonly number[] {
  const { view } = state;
  const turn = turnOf(state);
  if (turn === null) return [];
  return view !== null && isCards(view) && view.phase === "knocking" ? knockers(state) : [turn];
}

/** Whether it is one's own turn to arrange the table. */
export function myTurn(state: State): boolean {
  const seat = seatOf(state);
  return seat !== null && state.view?.turn === seat && state.view.result === null && state.fields?.phase === "playing";
}

/** The seats that have still to answer what is asked. */
export function unanswered(state: State): readonly number[] {
  const { asking, seats } = state.fields ?? { asking: null, seats: [] };
  if (asking === null) return [];
  const open = (seat: number): boolean => seat !== asking.seat && !(asking.agreed ?? []).includes(seat);
  return seats.flatMap((who, seat) => (who.kind === "person" && !who.away && open(seat) ? [seat] : []));
}

/** Whether a seat was left since the match: somebody else may take it before the next one. */
export const isLeft = ({ fields }: State): boolean =>
  fields?.phase === "over" && fields.seats.some((seat) => seat.kind === "open");

/** Whether something that was refused is still being said. */
export const isRefused = ({ news }: State): boolean =>
  news?.kind === "refused" || (news?.kind === "told" && news.earlier.some((one) => one.kind === "refused"));

/** Milliseconds after a game until the next one of its match begins by itself. */
const BETWEEN = 20_000;

/** When the next game begins by itself, by the server's clock; null where none does: nobody minds, or all are played. */
export function nextGame(state: State): number | null {
  const { fields } = state;
  if (fields?.phase !== "between" || fields.still) return null;
  const persons = fields.seats.filter((who) => who.kind === "person");
  return persons.length && !persons.some((who) => who.here && !who.away) ? null : fields.began + BETWEEN;
}

/** Whether one may lay tiles now: in Rummy 17 only once a card is taken and nobody may knock any more. */
export const mayLay = (state: State): boolean =>
  myTurn(state) && state.view !== null && (!isCards(state.view) || state.view.phase === "laying");

/** The table as one is arranging it, for the others to see; null where there is nothing to be shown. */
export const draftOf = (state: State): string | null =>
  mayLay(state) && state.view !== null && !isCards(state.view) ? writeRows(state.board, state.board.rows) : null;

/** The same where it differs from the draft the server has: it may have been lost with a line. */
export function draftToTell(state: State, told: string | null): string | null {
  const draft = draftOf(state);
  return draft === (told ?? writeRows(state.board, state.board.base)) ? null : draft;
}

/** One's rack, or hand with the jokers that were freed, as a viewer may know it. */
export const heldBy = (view: TileView | CardView): readonly string[] =>
  isCards(view) ? [...view.hand, ...view.loose] : view.rack;

/** The rows on the table, as the server knows them. */
export const tableOf = (view: TileView | CardView): readonly (readonly string[])[] =>
  isCards(view) ? view.melds.map((meld) => meld.cards) : view.table;

/** The pieces on one's rack now, in their order. */
export function rackOf(board: Board): readonly number[] {
  const laid = new Set(board.rows.flatMap((row) => row.ids));
  return board.order.filter((id) => !laid.has(id));
}

/** The jokers that still lie at the edge. */
export function edgeOf(board: Board): readonly number[] {
  const laid = new Set(board.rows.flatMap((row) => row.ids));
  return board.edge.filter((id) => !laid.has(id));
}

export const textOf = (board: Board, ids: readonly number[]): string[] => ids.map((id) => board.tiles[id] ?? "");

export const writeRows = (board: Board, rows: Rows): string =>
  rows.map((row) => textOf(board, row.ids).join(" ")).join(" / ");

/** How many tiles were laid from the rack this turn. */
export const laidOf = (board: Board): readonly number[] => {
  const before = new Set(board.base.flatMap((row) => row.ids));
  return board.rows.flatMap((row) => row.ids).filter((id) => !before.has(id));
};

/** Whether anything on the table differs from what the server knows. */
export const touched = (board: Board): boolean => writeRows(board, board.rows) !== writeRows(board, board.base);
