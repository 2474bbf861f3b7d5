import { expect, test } from "vitest";
import { cardActions } from "../src/cards.ts";
import { rackOf, type State } from "../src/state.ts";
import { place, press } from "../src/update.ts";
import { CARDS, cardView, sitting, words } from "./game.ts";

const melds = [
  { owner: 1, cards: words("r5 Jr r7") },
  { owner: 1, cards: words("b1 g1 y1") },
];
const start = sitting(cardView({ hand: words("r6 r8 b3 g3 y3 k1 r15 r16"), melds }), CARDS);

function piece(state: State, card: string): number {
  const ids = [...rackOf(state.board), ...state.board.rows.flatMap((row) => row.ids)];
  return ids.find((id) => state.board.tiles[id] === card) as number;
}
const pressed = (state: State, ...cards: string[]): State =>
  cards.reduce((now, card) => press(now, piece(now, card)), state);
const toNew = (state: State, ...cards: string[]): State => place(pressed(state, ...cards), { to: "new" });
const toRow = (state: State, row: number, card: string): State =>
  place(pressed(state, card), { to: "row", key: state.board.rows[row]!.key });

test("nothing arranged is nothing to do", () => {
  expect(cardActions(start)).toEqual([]);
});

test("a new meld and an addition", () => {
  const state = toNew(toRow(start, 1, "k1"), "b3", "g3", "y3");
  expect(cardActions(state)).toEqual(["meld b3 g3 y3", "add 1 b1 g1 y1 k1"]);
});

test("a freed joker is laid after its exchange, whatever was arranged first", () => {
  const freed = pressed(start, "r6", "Jr");
  const state = toNew(toNew(toRow(freed, 0, "r8"), "Jr", "r15", "r16"), "b3", "g3", "y3");
  expect(cardActions(state)).toEqual(["meld b3 g3 y3", "exchange 0", "meld Jr r15 r16", "add 0 r5 r6 r7 r8"]);
});

test("a joker from the edge is laid in a new run, and goes back there", () => {
  const state = toNew(sitting(cardView({ hand: words("b3 b4 b5 k1") }), CARDS), "b3", "b4", "b5");
  const edge = state.board.edge.find((id) => state.board.tiles[id] === "Jb") as number;
  const laid = place(press(state, edge), { to: "row", key: state.board.rows[0]!.key });
  expect(cardActions(laid)).toEqual(["meld b3 b4 b5 Jb"]);
  const back = place(press(laid, edge), { to: "rack" });
  expect(cardActions(back)).toEqual(["meld b3 b4 b5"]);
  expect(back.board.order).not.toContain(edge);
});
