/** How a table's state changes: pure functions from state to state. */

import { matched, reracked } from "./pieces.ts";
import { arranged, judge } from "./sets.ts";
import { grouped } from "./sets/groups.ts";
import {
  type Board,
  type GameEvent,
  type Refusing,
  type Row,
  type Rows,
  type State,
  type TellingNews,
  EMPTY,
  heldBy,
  isCards,
  mayLay,
  myTurn,
  rackOf,
  seatOf,
  tableOf,
  textOf,
} from "./state.ts";
import type { Caught, Drafted, Event, Line, TileView, CardView, Welcome } from "./wire-types.ts";

/** Where picked pieces go: before a piece, to the end of a row, into a row of their own, or back to the rack. */
export type Target =
  | { readonly to: "piece"; readonly id: number }
  | { readonly to: "row"; readonly key: number }
  | { readonly to: "new" }
  | { readonly to: "rack"; readonly before?: number };

const MOST_LINES = 200;
const MOST_UNDONE = 200;

// ---- what the server says

export function welcomed(state: State, message: Welcome, now: number): State {
  const { n, you, options, fields, view, chat } = message;
  const told = { ...state, n, you, options, fields, view: view ?? null, chat, ahead: message.now - now };
  const before = sameTurn(state.view, told.view) ? state.view : null;
  const anew = { revealed: message.revealed ?? null, news: null, slip: true, laid: mayHaveLaid(told) };
  const settled = settle({ ...told, ...anew }, before);
  return arrangedHere(settled) ? settled : drafted(settled, message.draft ?? null);
}

/** Tell whether a turn goes on though one was away for a while: nothing else lies on the table, nothing else is held. */
function sameTurn(before: TileView | CardView | null, after: TileView | CardView | null): boolean {
  if (before === null || after === null) return false;
  return before.turn === after.turn && String(heldBy(before)) === String(heldBy(after));
}

export function caught(state: State, message: Caught, now: number): State {
  const told = { ...state, ahead: message.now - now };
  return arrangedHere(told) ? told : drafted(told, message.draft ?? null);
}

export function happened(state: State, event: Event): State {
  if (event.n <= state.n) return state;
  const fields = event.fields === undefined ? state.fields : ({ ...state.fields, ...event.fields } as State["fields"]);
  const begun = event.fields?.phase === "sharing";
  const events = (event.game ?? []) as readonly GameEvent[];
  const quiet = QUIET.includes(event.told.kind) && fields?.host === state.fields?.host;
  const told: State = {
    ...state,
    n: event.n,
    fields,
    chat: talked(state, event),
    revealed: event.revealed ?? (begun ? null : state.revealed),
    news: quiet ? state.news : afterNews(state, event, events),
    slip: slipAfter(state, event),
  };
  if (event.view === undefined) return told;
  if (event.view === null) return { ...told, view: null, board: EMPTY, kept: [] };
  const view = { ...state.view, ...event.view } as TileView | CardView;
  return settle({ ...told, view, laid: laidAfter({ ...told, view }, event) }, state.view);
}

/** Milliseconds for which news can be read though other news comes. */
const READ = 5000;

/** What happens at the table, apart from the game, that the next move must not hide at once. */
const LASTING: readonly Event["told"]["kind"][] = ["joined", "left", "removed", "replaced", "away", "back"];

/** Return the news of an event; what the same player did in this turn, who came and went, and what one was refused stay for a moment. */
function afterNews(state: State, event: Event, events: readonly GameEvent[]): TellingNews {
  const { told, at } = event;
  const acted = told.kind === "acted";
  const stays = (one: TellingNews | Refusing): boolean => {
    if (one.kind === "refused") return event.fields?.phase === undefined && !(acted && told.seat === seatOf(state));
    if (LASTING.includes(one.told.kind)) return true;
    return acted && one.told.kind === "acted" && one.told.seat === told.seat && !one.told.cause;
  };
  const earlier = past(state).filter((one) => at - one.at < READ && stays(one));
  return { kind: "told", told, events, before: state.fields, at, earlier };
}

function past({ news }: State): TellingNews["earlier"] {
  if (news?.kind === "told") return [...news.earlier, { ...news, earlier: [] }];
  return news?.kind === "refused" ? [news] : [];
}

/** What takes nothing away from what was said before. */
const QUIET: readonly Event["told"]["kind"][] = ["said", "reacted", "here", "gone", "shared"];

/** What lets everybody know more than before: from then on nobody takes anything back. */
const SHOWN = ["played", "melded", "extended", "exchanged", "took-back", "discarded", "ended"];

/** Tell whether one's last action could still be taken back: it showed its player nothing, and nobody did anything since. */
function slipAfter(state: State, event: Event): boolean {
  const { kind, seat, cause } = event.told;
  const events = (event.game ?? []) as readonly GameEvent[];
  if (kind !== "acted") return state.slip && event.view === undefined;
  const drew = events.some((one) => one.type === "drew" || (one.type === "took" && one["source"] === "stock"));
  if (seat === seatOf(state)) return !cause && !drew && event.fields?.phase === undefined;
  const opponent = state.fields?.seats[seat ?? -1]?.kind === "opponent";
  const shown = events.some((one) => SHOWN.includes(one.type) || (one.type === "took" && one["source"] !== "stock"));
  return state.slip && opponent && !shown;
}

const LAID = ["melded", "extended", "exchanged"];

/** Tell whether one has laid something this turn that the server can take back. */
function laidAfter(state: State, event: Event): boolean {
  if (event.told.kind !== "acted") return mayHaveLaid(state); // a slip was taken back, say
  const types = ((event.game ?? []) as readonly GameEvent[]).map((one) => one.type);
  return (
    mayHaveLaid(state) && !types.includes("took-back") && (state.laid || types.some((type) => LAID.includes(type)))
  );
}

const mayHaveLaid = (state: State): boolean => {
  const { view } = state;
  const me = seatOf(state);
  return (
    view !== null && isCards(view) && me !== null && view.turn === me && view.phase === "laying" && !!view.melded[me]
  );
};

export function draftSeen(state: State, message: Drafted): State {
  return message.seat === seatOf(state) ? state : drafted(state, message.table);
}

function talked(state: State, event: Event): readonly Line[] {
  const { kind, seat, text } = event.told;
  if ((kind !== "said" && kind !== "reacted") || text === undefined) return state.chat;
  const name = seat === undefined || seat === null ? "" : (state.fields?.seats[seat]?.name ?? "");
  return [...state.chat, { seat: seat ?? -1, name, text, at: event.at }].slice(-MOST_LINES);
}

/** Bring the board up to date with the view; what is being arranged stays where the turn goes on as it was. */
function settle(state: State, before: TileView | CardView | null): State {
  const { view, board: old } = state;
  if (view === null) return { ...state, board: EMPTY };
  const table = tableOf(view);
  const goesOn = before?.turn === view.turn && view.result === null && sameTable(old, table);
  const found = goesOn
    ? { rows: old.rows, tiles: old.tiles, next: old.next }
    : matched(old, table, [...old.order, ...old.edge]);
  const lying = new Set((goesOn ? old.base : found.rows).flatMap((row) => row.ids));
  const held = { ...old, ...found, order: old.order.filter((id) => !lying.has(id)) };
  const freed = goesOn ? old.order.filter((id) => lying.has(id)) : []; // jokers exchanged here, and not yet told
  const kept = reracked(held, heldBy(view), state.kept);
  const rack = { ...kept, order: [...kept.order, ...freed] };
  const fresh = rack.fresh.length ? rack.fresh : old.fresh.filter((id) => rack.order.includes(id));
  const board = edged({ ...held, ...rack, fresh }, isCards(view) ? view.edge : []);
  if (goesOn) return { ...state, board, kept: [] };
  const changed = before === null || laidByMe(state) ? [] : changes(old, found.rows);
  const picked = old.picked.filter((id) => board.order.includes(id) || board.edge.includes(id));
  const anew = { base: found.rows, past: [], future: [], picked, changed };
  return { ...state, board: { ...board, ...anew }, kept: [] };
}

/** Bring the jokers at the edge up to date: each is there once. */
function edged(board: Board, jokers: readonly string[]): Board {
  let next = board.next;
  const tiles: Record<number, string> = { ...board.tiles };
  const edge = jokers.map((joker) => {
    const old = board.edge.find((id) => tiles[id] === joker);
    if (old !== undefined) return old;
    tiles[next] = joker;
    return next++;
  });
  return { ...board, edge, tiles, next };
}

const sameTable = (board: Board, table: readonly (readonly string[])[]): boolean =>
  board.base.map((row) => textOf(board, row.ids).join(" ")).join("/") === table.map((row) => row.join(" ")).join("/");

const moved = (board: Board): boolean => board.rows !== board.base;

/** Tell whether one has moved something this turn, were it only to move it back. */
const arrangedHere = (state: State): boolean =>
  myTurn(state) && (moved(state.board) || state.board.past.length + state.board.future.length > 0);

const laidByMe = (state: State): boolean =>
  state.news?.kind === "told" &&
  state.news.events.some((event) => event.type === "played" && event.seat === seatOf(state));

/** The pieces of rows that were not there before, or lay in another row. */
function changes(old: Board, rows: Rows): readonly number[] {
  const home = new Map(old.base.flatMap((row) => row.ids.map((id) => [id, row.key] as const)));
  return rows.flatMap((row) => row.ids.filter((id) => home.get(id) !== row.key));
}

/** Show a table as somebody is arranging it. */
function drafted(state: State, draft: string | null): State {
  const { board, view } = state;
  if (draft === null || view === null || isCards(view)) return state;
  const found = matched({ ...board, rows: board.base }, readTable(draft), myTurn(state) ? board.order : []);
  return {
    ...state,
    board: { ...board, tiles: found.tiles, next: found.next, rows: found.rows, past: [], future: [] },
  };
}

// ---- picking and placing: the one way to move tiles, by mouse, touch or keys

/** Pick a piece, or let go of it. */
export function pick(state: State, id: number): State {
  const { board } = state;
  const picked = board.picked.includes(id) ? board.picked.filter((other) => other !== id) : [...board.picked, id];
  return withBoard(state, { picked });
}

/** Pick these pieces and no others. */
export const pickAll = (state: State, ids: readonly number[]): State => withBoard(state, { picked: ids });

export const letGo = (state: State): State => (state.board.picked.length ? withBoard(state, { picked: [] }) : state);

/** A click, or Enter, on a piece: with something picked, a piece on the table is a place to put it. */
export function press(state: State, id: number): State {
  const { board } = state;
  const onTable = board.rows.some((row) => row.ids.includes(id));
  const placing = onTable && board.picked.length > 0 && !board.picked.includes(id) && mayLay(state);
  return placing ? place(state, { to: "piece", id }) : pick(state, id);
}

/** Put what is picked somewhere; a row that can lie as a set then does. */
export function place(state: State, target: Target): State {
  const { board } = state;
  if (!board.picked.length) return state;
  if (target.to === "rack") return toRack(state, target.before);
  if (!mayLay(state)) return state;
  const swapped = target.to === "piece" ? exchanged(state, target.id) : null;
  if (swapped !== null) return swapped;
  const ids = movable(state);
  if (!ids.length) return letGo(state);
  const emptied = board.rows.map((row) => ({ ...row, ids: row.ids.filter((id) => !ids.includes(id)) }));
  const key = target.to === "new" ? board.next : target.to === "row" ? target.key : rowOf(board, target.id)?.key;
  const rows = target.to === "new" ? [...emptied, { key: board.next, ids: [] }] : emptied;
  const before = target.to === "piece" ? target.id : null;
  const placed = rows.map((row) => (row.key === key ? { ...row, ids: inserted(row.ids, ids, before) } : row));
  const tidy = placed.map((row) => (row.key === key ? inOrder(state, row) : row)).filter((row) => row.ids.length);
  const next = target.to === "new" ? board.next + 1 : board.next;
  const done = key === undefined ? state : turned(state, tidy, next);
  return { ...done, news: { kind: "laid", row: tidy.findIndex((row) => row.key === key) } };
}

const rowOf = (board: Board, id: number): Row | undefined => board.rows.find((row) => row.ids.includes(id));

function inserted(row: readonly number[], ids: readonly number[], before: number | null): readonly number[] {
  const at = before === null ? -1 : row.indexOf(before);
  return at < 0 ? [...row, ...ids] : [...row.slice(0, at), ...ids, ...row.slice(at)];
}

/** What of the picked pieces may move: cards that lie as a meld stay there (C6). */
function movable(state: State): readonly number[] {
  const { board, view } = state;
  if (view === null || !isCards(view)) return board.picked;
  const lying = new Set(board.base.flatMap((row) => row.ids));
  return board.picked.filter((id) => !lying.has(id) || board.order.includes(id) || board.edge.includes(id));
}

/** Put a row's pieces into the order of a set, where there is one. */
function inOrder(state: State, row: Row): Row {
  if (state.rules === null) return row;
  const texts = textOf(state.board, row.ids);
  const order = arranged(state.rules, texts);
  if (order === null || order.join(" ") === texts.join(" ")) return row;
  const left = [...row.ids];
  const ids = order.map((text) => {
    const at = left.findIndex((id) => state.board.tiles[id] === text);
    return left.splice(at, 1)[0] as number;
  });
  return { ...row, ids };
}

/** Rummy 17: a card put on the joker that stands for it takes its place, and the joker comes to the hand (C9). */
function exchanged(state: State, joker: number): State | null {
  const { board, view, rules } = state;
  const [card, ...others] = board.picked;
  const row = rowOf(board, joker);
  if (view === null || !isCards(view) || rules === null || card === undefined || others.length || !row) return null;
  const lies = board.base.some((base) => base.key === row.key && base.ids.includes(joker));
  if (!lies || !board.tiles[joker]?.startsWith("J") || rowOf(board, card)) return null;
  const ids = row.ids.map((id) => (id === joker ? card : id));
  const before = judge(rules, textOf(board, row.ids));
  const stands = before.set ? before.jokers.find((stand) => row.ids[stand.position] === joker) : undefined;
  const colour = board.tiles[joker]?.slice(1);
  if (!stands || board.tiles[card] !== `${colour}${stands.numbers[0]}`) return null;
  const rows = board.rows.map((other) => (other.key === row.key ? { ...row, ids } : other));
  const done = turned(state, rows, board.next);
  const order = done.board.order.includes(joker) ? done.board.order : [...done.board.order, joker];
  return {
    ...done,
    board: { ...done.board, order },
    news: { kind: "laid", row: rows.findIndex((r) => r.key === row.key) },
  };
}

/** Take back to the rack what came from it; a tile of the rack finds a new place there. */
function toRack(state: State, before: number | undefined): State {
  const { board } = state;
  const base = new Set(board.base.flatMap((row) => row.ids));
  const ids = board.picked.filter((id) => (board.order.includes(id) || board.edge.includes(id)) && !base.has(id));
  if (!ids.length) return letGo(state);
  const laid = ids.some((id) => rowOf(board, id));
  const rows = board.rows.map((row) => ({ ...row, ids: row.ids.filter((id) => !ids.includes(id)) })).filter((row) => row.ids.length); // prettier-ignore
  const own = ids.filter((id) => board.order.includes(id));
  const rest = board.order.filter((id) => !ids.includes(id));
  const at = before === undefined ? -1 : rest.indexOf(before);
  const order = laid && before === undefined ? board.order : inserted(rest, own, at < 0 ? null : (before ?? null));
  const back = laid ? turned(state, rows, board.next) : letGo(state);
  return { ...back, board: { ...back.board, order } };
}

function turned(state: State, rows: Rows, next: number): State {
  const past = [...state.board.past, state.board.rows].slice(-MOST_UNDONE);
  return withBoard(state, { rows, past, future: [], picked: [], next });
}

const withBoard = (state: State, change: Partial<Board>): State => ({ ...state, board: { ...state.board, ...change } });

// ---- taking back

export function undo(state: State): State {
  const { past, rows, future } = state.board;
  const before = past.at(-1);
  if (before === undefined) return state;
  return withBoard(state, { rows: before, past: past.slice(0, -1), future: [rows, ...future], picked: [] });
}

export function redo(state: State): State {
  const { past, rows, future } = state.board;
  const after = future[0];
  if (after === undefined) return state;
  return withBoard(state, { rows: after, past: [...past, rows], future: future.slice(1), picked: [] });
}

/** Let the table lie as it did when the turn began; undoing that brings everything back. */
export function reset(state: State): State {
  const { board } = state;
  return moved(board) ? turned(state, board.base, board.next) : letGo(state);
}

/** Lay the table as a hint says; null where it says nothing that is laid. */
export function hinted(state: State, action: string): State | null {
  const [word, ...rest] = action.split(" ");
  const now = state.board.base.map((row) => textOf(state.board, row.ids));
  if (word === "play") return lay(state, readTable(rest.join(" ")));
  if (word === "meld") return lay(state, [...now, rest]);
  if (word === "add") return lay(state, now.map((row, i) => (i === Number(rest[0]) ? rest.slice(1) : row))); // prettier-ignore
  return null;
}

function lay(state: State, table: readonly (readonly string[])[]): State | null {
  if (!mayLay(state)) return null;
  const found = matched({ ...state.board, rows: state.board.base }, table, state.board.order);
  const done = turned(state, found.rows, found.next);
  return withBoard(done, { tiles: found.tiles });
}

const readTable = (text: string): string[][] =>
  text
    .split("/")
    .map((row) => row.split(" ").filter(Boolean))
    .filter((row) => row.length);

// ---- the rack

/** Sort the rack by colour, then number; or by number, then colour; jokers last. */
export function sortRack(state: State, by: "color" | "number"): State {
  const colors = state.rules?.colors ?? "krbogy";
  const worth = (id: number): readonly number[] => {
    const tile = state.board.tiles[id] ?? "";
    const number = Number(tile.slice(1));
    if (!number) return [99, 99, tile.charCodeAt(0) * 256 + (tile.charCodeAt(1) || 0)];
    const color = colors.indexOf(tile[0] ?? "");
    return by === "color" ? [color, number, 0] : [number, color, 0];
  };
  return reordered(state, (a, b) => worth(a).reduce((found, mine, i) => found || mine - (worth(b)[i] ?? 0), 0));
}

/** Put tiles of the rack side by side that are sets, or nearly. */
export function groupRack(state: State): State {
  const { board, rules } = state;
  if (rules === null) return state;
  const rack = [...rackOf(board)];
  const order = grouped(rules, textOf(board, rack)).map((text) => {
    const at = rack.findIndex((id) => board.tiles[id] === text);
    return rack.splice(at, 1)[0] as number;
  });
  return withBoard(state, { order: [...order, ...board.order.filter((id) => !order.includes(id))] });
}

function reordered(state: State, compare: (a: number, b: number) => number): State {
  return withBoard(state, { order: [...state.board.order].sort(compare) });
}

/** Move a piece of the rack by so many places. */
export function shift(state: State, id: number, by: number): State {
  const { board } = state;
  const rack = [...rackOf(board)];
  const from = rack.indexOf(id);
  if (from < 0) return state;
  rack.splice(from, 1);
  rack.splice(Math.max(0, Math.min(rack.length, from + by)), 0, id);
  const laid = board.order.filter((other) => !rack.includes(other));
  return withBoard(state, { order: [...rack, ...laid] });
}

export const refused = (state: State, message: string, rules: readonly string[], at: number): State => ({
  ...state,
  news: { kind: "refused", message, rules, at },
});

export const said = (state: State, text: string): State => ({ ...state, news: { kind: "said", text } });
