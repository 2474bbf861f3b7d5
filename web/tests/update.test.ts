import { describe, expect, test } from "vitest";
import { draftToTell, laidOf, myTurn, rackOf, textOf, touched, unanswered, writeRows, type State } from "../src/state.ts"; // prettier-ignore
import {
  caught,
  draftSeen,
  groupRack,
  happened,
  hinted,
  place,
  press,
  redo,
  refused,
  reset,
  shift,
  sortRack,
  undo,
  welcomed,
  pickAll,
} from "../src/update.ts";
import type { Event, TilePlayed } from "../src/wire-types.ts";
import { CARDS, cardView, event, sets, sitting, tileView, welcome, words } from "./game.ts";

const PLAYED = (seat: number): TilePlayed => ({
  type: "played",
  seat,
  tiles: [],
  table: [],
  opened: true,
  points: 0,
  left: 2,
});
const rack = (state: State): string => textOf(state.board, rackOf(state.board)).join(" ");
const table = (state: State): string => writeRows(state.board, state.board.rows);
/** The first piece of this kind on the rack, else on the table. */
function piece(state: State, tile: string): number {
  const ids = [...rackOf(state.board), ...state.board.rows.flatMap((row) => row.ids)];
  return ids.find((id) => state.board.tiles[id] === tile) as number;
}
const pressed = (state: State, ...tiles: string[]): State =>
  tiles.reduce((now, tile) => press(now, piece(now, tile)), state);
const toNew = (state: State, ...tiles: string[]): State => place(pressed(state, ...tiles), { to: "new" });
const toRow = (state: State, row: number, ...tiles: string[]): State =>
  place(pressed(state, ...tiles), { to: "row", key: state.board.rows[row]!.key });

describe("picking and placing", () => {
  const start = sitting(tileView({ rack: words("b7 b8 b9 J r1"), table: sets("k4 r4 o4 / r8 r9 r10") }));

  test("tiles picked one after the other are laid as one row", () => {
    const state = toNew(start, "b7", "b8", "b9");
    expect(table(state)).toBe("k4 r4 o4 / r8 r9 r10 / b7 b8 b9");
    expect(rack(state)).toBe("J r1");
    expect(laidOf(state.board)).toHaveLength(3);
    expect(state.board.picked).toEqual([]);
  });

  test("a row is put into the order of a set, the joker where it is worth most", () => {
    const state = toNew(start, "b9", "J", "b8");
    expect(table(state)).toBe("k4 r4 o4 / r8 r9 r10 / b8 b9 J");
    expect(table(toRow(toNew(start, "b9"), 2, "b7"))).toBe("k4 r4 o4 / r8 r9 r10 / b9 b7");
  });

  test("a press on a tile of the table picks it, or is the place before it", () => {
    const picked = pressed(start, "r8");
    expect(picked.board.picked).toEqual([piece(start, "r8")]);
    const state = pressed(start, "r1", "r9");
    expect(table(state)).toBe("k4 r4 o4 / r8 r1 r9 r10");
    expect(pressed(start, "r1", "r1").board.picked).toEqual([]);
  });

  test("a row that is empty is gone, and a tile of the table never comes to the rack", () => {
    const state = place(pressed(toNew(start, "r8"), "r8"), { to: "rack" });
    expect(table(state)).toBe("k4 r4 o4 / r9 r10 / r8");
    const joined = toRow(state, 1, "r8");
    expect(table(joined)).toBe("k4 r4 o4 / r8 r9 r10");
  });

  test("what was laid this turn goes back to where it was on the rack", () => {
    const state = place(pressed(toNew(start, "b8"), "b8"), { to: "rack" });
    expect(rack(state)).toBe("b7 b8 b9 J r1");
    expect(touched(state.board)).toBe(false);
  });

  test("nothing is laid when it is not one's turn", () => {
    const waiting = sitting(tileView({ rack: words("b7 b8"), turn: 1 }));
    expect(table(toNew(waiting, "b7"))).toBe("");
    expect(myTurn(waiting)).toBe(false);
  });

  test("a hint's table is laid with the tiles that are there", () => {
    const state = hinted(start, "play k4 r4 o4 / r8 r9 r10 / b7 b8 b9 J")!;
    expect(rack(state)).toBe("r1");
    expect(rack(undo(state))).toBe("b7 b8 b9 J r1");
    expect(laidOf(state.board)).toHaveLength(4);
    expect(hinted(start, "draw")).toBe(null);
  });
});

describe("a slip", () => {
  const turned = (more: Partial<Event>, kind: Event["told"]["kind"] = "acted", seat = 0, cause = ""): Event => ({
    ...event(11, more),
    told: { kind, seat, cause },
  });
  const laid = happened({ ...sitting(tileView()), slip: false }, turned({ game: [PLAYED(0)], view: { turn: 1 } }));
  const drew = { type: "drew", seat: 1, count: 1, tiles: [], penalty: false } as const;

  test("is what one did last, until somebody shows something or sees a hidden tile", () => {
    expect(laid.slip).toBe(true);
    const after = (more: Event): boolean => happened(laid, { ...more, n: laid.n + 1 }).slip;
    expect(after(turned({ game: [drew], view: { turn: 0 } }, "acted", 1))).toBe(true);
    expect(after(turned({ game: [PLAYED(1)], view: { turn: 0 } }, "acted", 1))).toBe(false);
    expect(after(turned({}, "said", 1))).toBe(true);
    expect(after(turned({ view: { turn: 0 } }, "answered", 1))).toBe(false);
    const own = happened(sitting(tileView()), turned({ game: [{ ...drew, seat: 0 }], view: { turn: 1 } }));
    expect(own.slip).toBe(false);
    expect(happened(sitting(tileView()), turned({ view: { turn: 1 } }, "acted", 0, "clock")).slip).toBe(false);
  });
});

describe("taking back", () => {
  const start = sitting(tileView({ rack: words("b7 b8 b9 r1") }));

  test("undo and redo go through every step, reset through all at once", () => {
    const one = toNew(start, "b7");
    const two = toRow(one, 0, "b8");
    expect(table(undo(two))).toBe("b7");
    expect(table(redo(undo(two)))).toBe("b7 b8");
    expect(table(reset(two))).toBe("");
    expect(table(undo(reset(two)))).toBe("b7 b8");
    expect(undo(start)).toBe(start);
    expect(redo(two)).toBe(two);
  });

  test("a new step forgets what was undone", () => {
    const state = toNew(undo(toNew(start, "b7")), "r1");
    expect(redo(state)).toBe(state);
  });

  test("sorting the rack meanwhile is not undone with it", () => {
    const state = undo(sortRack(toNew(shift(start, piece(start, "r1"), -3), "b7"), "color"));
    expect(rack(state)).toBe("r1 b7 b8 b9");
  });
});

describe("the rack", () => {
  test("is sorted by colour or by number, jokers last", () => {
    const state = sitting(tileView({ rack: words("J b7 r1 k7 r13 k1") }));
    expect(rack(sortRack(state, "color"))).toBe("k1 k7 r1 r13 b7 J");
    expect(rack(sortRack(state, "number"))).toBe("k1 r1 k7 b7 r13 J");
  });

  test("puts sets and near sets side by side where its owner asks for it", () => {
    const state = sitting(tileView({ rack: words("b5 k9 J r5 k7 o12 k5 k8") }));
    expect(rack(groupRack(state))).toBe("k5 r5 b5 k7 k8 k9 o12 J");
    const laid = groupRack(toNew(state, "k9"));
    expect(rack(laid)).toBe("k5 r5 b5 k7 k8 J o12");
    expect(rack(undo(laid))).toBe("k5 r5 b5 k7 k8 J o12 k9");
  });

  test("keeps its owner's order across turns, and new tiles come last and are marked", () => {
    const start = shift(sitting(tileView({ rack: words("k1 r1 b1") })), 3, -2);
    expect(rack(start)).toBe("b1 k1 r1");
    const view = { rack: words("k1 r1 r2 b1"), last_drawn: ["r2"], turn: 1, counts: [4, 14] };
    const state = happened(start, event(11, { view, game: [{ type: "drew", seat: 0, count: 1, tiles: ["r2"] }] }));
    expect(rack(state)).toBe("b1 k1 r1 r2");
    expect(textOf(state.board, state.board.fresh)).toEqual(["r2"]);
  });

  test("keeps it across reloads", () => {
    expect(rack(sitting(tileView({ rack: words("k1 k1 r1 b1") }), undefined, "b1 k1 r9 k1"))).toBe("b1 k1 k1 r1");
  });

  test("a tile that came while one was away is marked too", () => {
    const state = sitting(tileView({ rack: words("k1 r1 b1") }), undefined, "b1 k1");
    expect(textOf(state.board, state.board.fresh)).toEqual(["r1"]);
  });

  test("a tile finds a new place by being put before another", () => {
    const start = sitting(tileView({ rack: words("k1 r1 b1") }));
    const state = place(pressed(start, "b1"), { to: "rack", before: piece(start, "r1") });
    expect(rack(state)).toBe("k1 b1 r1");
  });
});

describe("what the server says", () => {
  test("a play of one's own leaves every piece where it lies", () => {
    const start = sitting(tileView({ rack: words("b7 b8 b9 b9 r1") }));
    const laid = toNew(start, "b7", "b8", "b9");
    const view = { rack: words("b9 r1"), table: sets("b7 b8 b9"), turn: 1 };
    const state = happened(laid, event(11, { view, game: [PLAYED(0)] }));
    expect(state.board.rows).toEqual(laid.board.rows);
    expect(rack(state)).toBe("b9 r1");
    expect(state.board.changed).toEqual([]);
    expect(state.board.past).toEqual([]);
  });

  test("of another's play the tiles that came or moved are marked", () => {
    const start = sitting(tileView({ turn: 1, table: sets("k4 r4 b4 o4 / r8 r9 r10") }));
    const view = { table: sets("k4 r4 o4 / r8 r9 r10 / b3 b4 b5"), turn: 0 };
    const state = happened(start, event(11, { view, game: [PLAYED(1)] }));
    expect(textOf(state.board, state.board.changed).sort()).toEqual(["b3", "b4", "b5"]);
    expect(state.board.rows[0]!.key).toBe(start.board.rows[0]!.key);
    const b4 = piece(start, "b4");
    expect(state.board.rows[2]!.ids).toContain(b4);
  });

  test("what is picked on the rack stays picked when others play", () => {
    const start = pressed(sitting(tileView({ rack: words("b7 b8"), turn: 1 })), "b8");
    const state = happened(start, event(11, { view: { table: sets("k4 r4 o4"), turn: 0 }, game: [PLAYED(1)] }));
    expect(textOf(state.board, state.board.picked)).toEqual(["b8"]);
  });

  test("an event that was seen is not seen twice", () => {
    const start = sitting(tileView());
    expect(happened(start, event(10, { view: { turn: 1 } }))).toBe(start);
  });

  test("something that is not of the game leaves the table as it is being arranged", () => {
    const laid = toNew(sitting(tileView({ rack: words("b7 b8") })), "b7");
    const state = happened(laid, event(11, { told: { kind: "said", seat: 1, text: "hello" } }));
    expect(table(state)).toBe("b7");
    expect(state.chat.map((line) => line.text)).toEqual(["hello"]);
    const announced = happened(state, event(12, { view: { announced: [false, true] } }));
    expect(table(announced)).toBe("b7");
  });

  test("a refused turn, and a lost connection, leave it too", () => {
    const laid = toNew(sitting(tileView({ rack: words("b7 b8") })), "b7");
    expect(table(caught(laid, { t: "caught", n: 10, now: 1 }, 1))).toBe("b7");
  });

  test("a new welcome leaves it too where the turn goes on, and only there", () => {
    const view = tileView({ rack: words("b7 b8") });
    const laid = toNew(sitting(view), "b7");
    expect(table(welcomed(laid, welcome(view, { draft: "b8" }), 1))).toBe("b7");
    expect(table(welcomed(laid, welcome({ ...view, rack: words("b7 b8 r1") }), 1))).toBe("");
    expect(table(welcomed(laid, welcome({ ...view, table: sets("k4 r4 o4") }), 1))).toBe("k4 r4 o4");
  });

  test("the server is told of it again where it has another, or none", () => {
    const start = sitting(tileView({ rack: words("b7 b8"), table: sets("k4 r4 o4") }));
    const laid = toNew(start, "b7");
    const back = (state: State, draft: string | null): string | null =>
      draftToTell(caught(state, { t: "caught", n: 10, now: 1, draft }, 1), draft);
    expect(back(laid, null)).toBe("k4 r4 o4 / b7");
    expect(back(laid, "k4 r4 o4 / b8")).toBe("k4 r4 o4 / b7");
    expect(back(laid, "k4 r4 o4 / b7")).toBeNull();
    expect(back(undo(laid), "k4 r4 o4 / b7")).toBe("k4 r4 o4");
    expect(back(start, null)).toBeNull();
    expect(back(start, "k4 r4 o4 / b7")).toBeNull();
  });

  test("after a reload the draft the server kept is on the table", () => {
    const state = sitting(tileView({ rack: words("b7 b8 r1"), table: sets("k4 r4 o4") }), undefined, "r1 b8 b7", "k4 r4 o4 / b7 b8"); // prettier-ignore
    expect(table(state)).toBe("k4 r4 o4 / b7 b8");
    expect(rack(state)).toBe("r1");
    expect(rack(reset(state))).toBe("r1 b8 b7");
  });

  test("what another is arranging is shown, and is no play", () => {
    const start = sitting(tileView({ turn: 1, table: sets("k4 r4 b4 o4") }));
    const state = draftSeen(start, { t: "drafted", seat: 1, table: "k4 r4 o4 / b3 b4" });
    expect(table(state)).toBe("k4 r4 o4 / b3 b4");
    expect(writeRows(state.board, state.board.base)).toBe("k4 r4 b4 o4");
    const drawn = happened(
      state,
      event(11, { view: { turn: 0 }, game: [{ type: "drew", seat: 1, count: 1, tiles: [] }] }),
    );
    expect(table(drawn)).toBe("k4 r4 b4 o4");
  });

  test("the turn's end takes what lay there back to the rack", () => {
    const laid = toNew(sitting(tileView({ rack: words("b7 b8") })), "b7");
    const view = { rack: words("b7 b8 k1"), turn: 1 };
    const state = happened(
      laid,
      event(11, { view, game: [{ type: "drew", seat: 0, count: 1, tiles: ["k1"], penalty: true }] }),
    );
    expect(table(state)).toBe("");
    expect(rack(state)).toBe("b7 b8 k1");
  });

  test("a new welcome begins anew with the same order", () => {
    const start = shift(sitting(tileView({ rack: words("k1 r1") })), 2, -1);
    const state = welcomed(start, welcome(tileView({ rack: words("k1 r1 b1") })), 0);
    expect(rack(state)).toBe("r1 k1 b1");
    expect(state.ahead).toBe(5000);
  });
});

describe("Rummy 17", () => {
  const melds = [{ owner: 1, cards: words("r5 Jr r7") }];
  const start = sitting(cardView({ hand: words("r6 r8 b3 g3 y3 k1"), melds }), CARDS);

  test("cards that lie stay there, and one may be added", () => {
    expect(table(toNew(start, "r7"))).toBe("r5 Jr r7");
    expect(table(toRow(start, 0, "r8"))).toBe("r5 Jr r7 r8");
  });

  test("the card a joker stands for takes its place, and the joker comes to the hand", () => {
    const state = pressed(start, "r6", "Jr");
    expect(table(state)).toBe("r5 r6 r7");
    expect(rack(state)).toContain("Jr");
    expect(table(undo(state))).toBe("r5 Jr r7");
    expect(rack(undo(state))).toContain("r6");
  });

  test("a joker that was freed stays in the hand while other things happen", () => {
    const state = happened(pressed(start, "r6", "Jr"), event(11, { view: { pile: 2 } }));
    expect(table(state)).toBe("r5 r6 r7");
    expect(rack(state)).toContain("Jr");
  });

  test("another card does not", () => {
    expect(table(pressed(start, "b3", "Jr"))).toBe("r5 b3 Jr r7");
  });

  test("nothing is laid before a card is taken", () => {
    expect(table(toNew(sitting(cardView({ hand: words("b3"), phase: "take" }), CARDS), "b3"))).toBe("");
  });

  test("some cards are picked together", () => {
    const ids = ["b3", "g3", "y3"].map((card) => piece(start, card));
    expect(table(place(pickAll(start, ids), { to: "new" }))).toBe("r5 Jr r7 / b3 g3 y3");
  });
});

test("a question waits for everybody who is not away, lost connections too, and for no opponent", () => {
  const start = sitting(tileView());
  const seats = [
    { kind: "person", name: "Anna", here: true },
    { kind: "person", name: "Béla", here: false, gone: 1 },
    { kind: "person", name: "Cora", here: true, away: true },
    { kind: "opponent", level: "easy" },
    { kind: "person", name: "Dora", here: true },
    { kind: "person", name: "Eva", here: true },
  ] as const;
  const asking = { what: "pause", seat: 0, since: 0, agreed: [4] } as const;
  expect(unanswered({ ...start, fields: { ...start.fields!, seats, asking } })).toEqual([1, 5]);
});

describe("what the server knows of a turn of Rummy 17", () => {
  const did = (type: string, seat = 0, view: object = {}): Event =>
    event(11, { told: { kind: "acted", seat }, game: [{ type, seat } as never], view });
  const laying = happened(sitting(cardView({ turn: 1 }), CARDS), did("discarded", 1, { turn: 0 }));

  test("can be taken back once something was laid, and until that was done", () => {
    expect(laying.laid).toBe(false);
    const melded = happened(laying, { ...did("melded"), n: 12 });
    expect(melded.laid).toBe(true);
    expect(happened(melded, { ...did("took-back"), n: 13 }).laid).toBe(false);
    expect(happened(melded, { ...did("discarded", 0, { turn: 1 }), n: 13 }).laid).toBe(false);
    expect(happened(melded, event(13, { told: { kind: "said", seat: 1, text: "hm" } })).laid).toBe(true);
  });

  test("is not known after a reload: there may be something, once one has melded", () => {
    expect(sitting(cardView(), CARDS).laid).toBe(true);
    expect(sitting(cardView({ melded: [false, true] }), CARDS).laid).toBe(false);
    expect(sitting(cardView({ phase: "take" }), CARDS).laid).toBe(false);
    expect(sitting(tileView()).laid).toBe(false);
  });
});

describe("news", () => {
  const start = sitting(tileView());
  const said = (...events: Event[]): string[] => {
    const { news } = events.reduce(happened, start);
    return news?.kind === "told" ? [...news.earlier, news].map((one) => (one.kind === "told" ? one.told.kind + one.told.seat : one.message)) : []; // prettier-ignore
  };
  const at = (n: number, kind: Event["told"]["kind"], seat: number, when: number): Event =>
    event(n, { told: { kind, seat }, at: when });

  test("of who came or went stays for a moment, whatever is played meanwhile", () => {
    expect(said(at(11, "left", 1, 1000), at(12, "acted", 1, 1500))).toEqual(["left1", "acted1"]);
    expect(said(at(11, "left", 1, 1000), at(12, "acted", 1, 7000))).toEqual(["acted1"]);
  });

  test("of one player's turn stays together, and that of another is the next", () => {
    expect(said(at(11, "acted", 1, 1000), at(12, "acted", 1, 1050))).toEqual(["acted1", "acted1"]);
    expect(said(at(11, "acted", 1, 1000), at(12, "acted", 0, 1050))).toEqual(["acted0"]);
  });

  test("of a refusal stay while others act, until one does better, the phase is another, or it was read", () => {
    const after = (...events: Event[]): readonly string[] => {
      const { news } = events.reduce(happened, refused(start, "No.", [], 1000));
      return news?.kind === "told" ? news.earlier.map((one) => (one.kind === "refused" ? one.message : "")) : [];
    };
    expect(after(at(11, "acted", 1, 1200))).toEqual(["No."]);
    expect(after(at(11, "joined", 1, 1200), at(12, "acted", 1, 1500))).toEqual(["No.", ""]);
    expect(after(at(11, "acted", 0, 1200))).toEqual([]);
    expect(after(at(11, "acted", 1, 7000))).toEqual([]);
    const phase = event(11, { told: { kind: "committed" }, at: 1200, fields: { phase: "sharing" } });
    expect(after(phase)).toEqual([]);
  });
});
