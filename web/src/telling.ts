/** What the status line says: what happened, how a row stands, whose turn it is. */

import { m } from "./paraglide/messages.js";
import { almost, judge, type Good, type RulesData } from "./sets.ts";
import {
  type GameEvent,
  isCards,
  isLeft,
  knockers,
  nextGame,
  seatOf,
  type State,
  textOf,
  type TellingNews as Told,
  turnOf,
} from "./state.ts";
import type { Line, RoomFields, SeatView } from "./wire-types.ts";
import { kindName, language, levelName, list, reason, tileName, tileNames } from "./words.svelte.ts";

const MOST_WANTED = 3;

/** What somebody at the table is called. */
export function nameOf(state: State, seat: number | null | undefined): string {
  const who = seat === null || seat === undefined ? undefined : state.fields?.seats[seat];
  if (who === undefined) return "";
  return seat === seatOf(state) ? m["page.you"]() : called(who, seat ?? 0);
}

function called(who: SeatView | undefined, seat: number): string {
  if (who?.kind === "opponent") return m["page.opponent-at"]({ level: levelName(who.level ?? ""), seat: seat + 1 });
  return who?.name || m["page.seat"]({ seat: seat + 1 });
}

/** Who said a line: the name it was said under, for somebody else may sit there by now. */
export const speaker = (state: State, line: Line): string =>
  line.seat === seatOf(state) && line.at >= state.since ? m["page.you"]() : line.name;

/** Who did something: "you" is a fact of its own, for many languages have another form of the verb, and a name may be anything. */
export const doer = (state: State, seat: number | null | undefined): { who: "you" | "other"; name: string } => ({
  who: seat !== null && seat !== undefined && seat === seatOf(state) ? "you" : "other",
  name: nameOf(state, seat),
});

/** How a row is called: "Set 1: run, 12 points", "Row 2: not a set". */
export function rowName(rules: RulesData | null, row: readonly string[], number: number): string {
  const verdict = rules === null ? null : judge(rules, row);
  if (!verdict?.set) return m["page.row-not-a-set"]({ row: number });
  return rules?.family === "cards"
    ? m["page.meld-named"]({ row: number, kind: kindName(verdict.kind) })
    : m["page.set-named"]({ row: number, kind: kindName(verdict.kind), points: verdict.points });
}

/** How a row stands, in a few words, with what its jokers are, or what is wrong and what would mend it. */
export function verdictOf(
  rules: RulesData,
  row: readonly string[],
): { good: boolean; text: string; rules: readonly string[] } {
  const verdict = judge(rules, row);
  if (verdict.set) return { good: true, text: [readingOf(rules, verdict), jokersOf(verdict, row)].filter(Boolean).join(" · "), rules: [] }; // prettier-ignore
  const { add, without } = almost(rules, row);
  const wanted = add.length && add.length <= MOST_WANTED ? m["page.one-more"]({ tiles: list(add.map(tileName), "disjunction") }) : ""; // prettier-ignore
  const less =
    !wanted && without.length ? m["page.one-less"]({ tiles: list(without.map(tileName), "disjunction") }) : "";
  const mended = wanted || less;
  const why = reason(verdict.why, verdict.facts);
  return { good: false, text: mended ? `${why} · ${mended}` : why, rules: verdict.rules };
}

export const readingOf = (rules: RulesData, verdict: Good): string =>
  rules.family === "cards"
    ? kindName(verdict.kind)
    : m["page.reading"]({ kind: kindName(verdict.kind), points: verdict.points });

/** Say what each joker stands for, where only one thing is possible. */
function jokersOf(verdict: Good, row: readonly string[]): string {
  const told = verdict.jokers
    .filter((stand) => stand.colors.length === 1 && stand.numbers.length > 0)
    .map((stand) =>
      m["page.stands-for"]({
        joker: tileName(row[stand.position] ?? ""),
        tile: list(stand.numbers.map((number) => tileName(`${stand.colors[0]}${number}`))),
      }),
    );
  return told.join(", ");
}

/** A piece of what is said: words, or the id of a rule that can be looked up. */
export type Said = string | { readonly rule: string };

/** Everything the status line says now, and nothing twice. */
export function status(state: State): readonly Said[] {
  const told = news(state);
  const next = turn(state);
  const last = told.at(-1);
  if (!next || (typeof last === "string" && last.endsWith(next))) return told;
  return told.length ? [...told, ` ${next}`] : [next];
}

/** Say what a table waits for before its first game. */
export function waiting(fields: RoomFields, you: number | null): string {
  if (fields.seats.some((seat) => seat.kind === "open")) return m["page.waiting"]();
  return you === fields.host ? m["page.you-start"]() : m["page.host-starts"]();
}

function turn(state: State): string {
  const { fields, view } = state;
  if (fields === null) return "";
  if (fields.phase === "waiting") return waiting(fields, state.you);
  if (fields.phase === "sharing") return m["page.sharing"]();
  if (fields.paused) return m["page.paused"]();
  if (view?.result) return [result(state), matchResult(state), next(state)].filter(Boolean).join(" ");
  const seat = turnOf(state);
  if (seat === null || view === null) return "";
  if (knockers(state).length) return knocking(state, seat);
  if (seat !== seatOf(state)) return m["page.turn-of"]({ name: nameOf(state, seat) });
  if (!isCards(view)) return m["page.your-turn"]();
  return view.phase === "take" ? m["page.take-a-card"]() : m["page.lay-or-discard"]();
}

/** Say what comes after a game: the next one of its match, or whoever takes a seat that was left. */
function next(state: State): string {
  if (nextGame(state) !== null) return m["page.next-game-soon"]();
  return isLeft(state) ? m["page.waiting"]() : "";
}

const asked = (state: State): boolean => knockers(state).includes(seatOf(state) ?? -1);

/** Say who may knock and for what: to whom it is asked, and to those who wait for it. */
function knocking(state: State, turn: number): string {
  const { view } = state;
  const card = tileName((view !== null && isCards(view) && view.discard) || "");
  if (asked(state)) return m["page.knock-asked"]({ name: nameOf(state, turn), card });
  const names = list(knockers(state).map((seat) => nameOf(state, seat)));
  return m["page.knock-awaited"]({ ...doer(state, turn), names });
}

function result(state: State): string {
  const { view } = state;
  if (!view?.result) return "";
  const winners = "winners" in view.result ? view.result.winners : [view.result.winner];
  const me = seatOf(state);
  if (winners.length === 1 && winners[0] === me) return m["page.you-won"]();
  return m["page.won"]({ names: list(winners.map((seat) => nameOf(state, seat))) });
}

/** Say who won a match of several games, once all are played. */
export function matchResult(state: State): string {
  const match = state.fields?.match;
  if (!match?.over || match.games < 2) return "";
  const first = match.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const who = first.length === 1 && first[0] === seatOf(state) ? "you" : "other";
  return m["page.won-match"]({ who, names: list(first.map((seat) => nameOf(state, seat))) });
}

function news(state: State): readonly Said[] {
  const { news, rules, board } = state;
  if (news === null) return [];
  if (news.kind === "said") return [news.text];
  if (news.kind === "laid") {
    const row = board.rows[news.row];
    if (row === undefined || rules === null) return [];
    const { text, rules: laws } = verdictOf(rules, textOf(board, row.ids));
    return sentence(`${m["page.row"]({ row: news.row + 1 })}: ${text}`, laws);
  }
  const earlier = news.kind === "told" ? news.earlier : [];
  const all = [...earlier, news];
  const said = all.map((one, i) => {
    if (one.kind === "refused") return sentence(one.message, one.rules);
    const after = all.slice(i + 1).find((later) => later.kind === "told")?.before ?? state.fields;
    const told = [atSeat(state, one), newHost(state, one, after), ...one.events.map((event) => happening(state, event))]; // prettier-ignore
    const text = told.filter(Boolean).join(" ");
    return text ? [text] : [];
  });
  return said.filter((parts) => parts.length).flatMap((parts, i) => (i ? [" ", ...parts] : parts));
}

const cited = (text: string, rules: readonly string[], end: string): readonly Said[] =>
  rules.length
    ? [`${text} (`, ...rules.flatMap((rule, i) => (i ? [", ", { rule }] : [{ rule }])), `)${end}`]
    : [text + end];

/** Make a sentence of why something was refused; the server names the rules at its end, but here they can be opened. */
function sentence(text: string, rules: readonly string[]): readonly Said[] {
  const named = ` (${rules.join(", ")})`;
  const bare = (rules.length && text.endsWith(named) ? text.slice(0, -named.length) : text).replace(/\.$/, "");
  const begun = bare.charAt(0).toLocaleUpperCase(language()) + bare.slice(1);
  return cited(begun, rules, /[!?…]$/.test(begun) && !rules.length ? "" : ".");
}

/** Say who is host after something happened, if that was somebody else before; a host without a seat has no name. */
function newHost(state: State, { before }: Told, after: RoomFields | null): string {
  const host = after?.host;
  if (before === null || host === undefined || host === before.host) return "";
  const name = nameOf(state, host);
  if (host === state.you) return m["page.host-now"]({ who: "you", name });
  return name ? m["page.host-now"]({ who: "other", name }) : "";
}

/** Say what happened at the table, apart from the game. */
function atSeat(state: State, { told, before }: Told): string {
  const seat = told.seat ?? -1;
  const by = doer(state, seat);
  const name = called(before?.seats[seat], seat);
  switch (told.kind) {
    case "asked":
      return state.fields?.asking ? asks(state) : granted(told.what);
    case "answered":
      return told.agrees === false
        ? m["page.declines"](by)
        : [m["page.agrees"](by), state.fields?.asking ? "" : granted(before?.asking?.what)].filter(Boolean).join(" ");
    case "ask-lapsed":
      return m["page.ask-lapsed"]();
    case "continued":
      return m["page.continued"](by);
    case "joined":
      return m["page.joined"]({ name: called(state.fields?.seats[seat], seat) });
    case "left":
      return m["page.left"]({ name });
    case "removed":
      return m["page.removed"]({ name });
    case "replaced":
      return before?.seats[seat]?.kind === "open" || name === by.name
        ? ""
        : m["page.replaced"]({ name, other: by.name });
    case "away":
      return m["page.is-away"](by);
    case "back":
      return m["page.is-back"](by);
    case "muted":
      return told.on === false ? m["page.unmuted"](by) : m["page.muted"](by);
    default:
      return "";
  }
}

const ASKS: Readonly<Record<string, (by: ReturnType<typeof doer>) => string>> = {
  pause: m["page.asks-pause"],
  rematch: m["page.asks-rematch"],
  "take-back": m["page.asks-take-back"],
};

/** Say what is asked, and by whom. */
export function asks(state: State): string {
  const asking = state.fields?.asking;
  return asking ? (ASKS[asking.what]?.(doer(state, asking.seat)) ?? "") : "";
}

/** A pause is told as long as it lasts, and a new match is seen. */
const granted = (what: string | undefined): string => (what === "take-back" ? m["page.taken-back"]() : "");

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Say one thing that happened in the game. */
export function happening(state: State, event: GameEvent): string {
  const by = doer(state, event.seat);
  const card = typeof event["card"] === "string" ? tileName(event["card"]) : "";
  switch (event.type) {
    case "dealt":
      return m["page.dealt"]();
    case "played":
      return m["page.laid"]({ ...by, tiles: tileNames(texts(event["tiles"])), left: Number(event["left"] ?? 0) });
    case "drew":
      return drew(event, by);
    case "passed":
      return m["page.passed"](by);
    case "announced":
      return m["page.announced"](by);
    case "took":
      if (event["source"] === "pile" || card) return m["page.took"]({ ...by, card });
      return asked(state) ? "" : m["page.took-stock"](by); // the question says it
    case "knocked": {
      const winner = event["winner"];
      return typeof winner === "number" ? m["page.knocked"]({ ...doer(state, winner), card }) : "";
    }
    case "melded":
    case "extended":
      return m["page.melded"]({ ...by, cards: tileNames(texts(event["cards"])) });
    case "exchanged":
      return m["page.exchanged"]({ ...by, card });
    case "took-back":
      return m["page.took-back"](by);
    case "discarded":
      return m["page.discarded"]({ ...by, card });
    default:
      return "";
  }
}

function drew(event: GameEvent, by: ReturnType<typeof doer>): string {
  const tiles = texts(event["tiles"]);
  const late = event["penalty"] === true ? `${m["page.time-up"](by)} ` : "";
  if (by.who === "you" && tiles.length) return late + m["page.you-drew"]({ tiles: tileNames(tiles) });
  return late + m["page.drew"]({ ...by, count: Number(event["count"] ?? 1) });
}
