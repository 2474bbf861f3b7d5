import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { betterOf, type Film, filmOf, type Frame, without } from "../src/replay/film.ts";
import { countsOf, lineOf, scaleOf, stepAt, xOf, yOf } from "../src/replay/graph.ts";
import { better, couldHave, nameOf, parts, plain, resultOf, told, winnersOf } from "../src/replay/telling.ts";
import type { RulesData } from "../src/sets.ts";
import type { Review, ReviewedStep, ReviewedTurn } from "../src/wire-types.ts";

const told_rules = JSON.parse(readFileSync("../tests/cases/rules.json", "utf8")) as Record<string, RulesData>;

function rules(key: string): RulesData {
  const found = told_rules[key];
  if (!found) throw new Error(key);
  return found;
}

const words = (text: string): string[] => text.split(" ").filter(Boolean);
const rows = (text: string): string[][] =>
  text
    .split("/")
    .map(words)
    .filter((row) => row.length);

/** A step of a game of tiles, in notation. */
function tiles(seat: number | null, table: string, racks: string[], more: Partial<ReviewedStep> = {}): ReviewedStep {
  const view = { table: rows(table), turn: 0, pool: 50, result: null };
  return { seat, action: "", view, racks: racks.map(words), happened: [], turn: null, ...more };
}

/** A step of Rummy 17: melds with their owners, the edge, the pile by its size and top. */
function cards(
  seat: number | null,
  melds: [number, string][],
  racks: string[],
  { edge = "", pile = 1, discard = "k13", loose = "" } = {},
): ReviewedStep {
  const view = {
    melds: melds.map(([owner, text]) => ({ owner, cards: words(text) })),
    ...{ edge: words(edge), loose: words(loose), pile, discard, turn: 0, stock: 40, result: null },
  };
  return { seat, action: "", view, racks: racks.map(words), happened: [], turn: null };
}

const review = (steps: ReviewedStep[], key = "pl-standard"): Review => ({
  rules: key,
  names: ["Ada", "Béla"],
  result: "",
  steps,
  fair: null,
});

const frame = (film: Film, number: number): Frame => {
  const found = film.frames[number];
  if (!found) throw new Error(String(number));
  return found;
};
const text = (film: Film, ids: Iterable<number>): string => [...ids].map((id) => film.tiles[id]).join(" ");
const table = (film: Film, number: number): string[] => frame(film, number).rows.map((row) => text(film, row.ids));

describe("pieces keep their numbers", () => {
  const game = review([
    tiles(null, "", ["r1 r2 r3 b7 b7", "k7 k8 k9 k10 o7"]),
    tiles(0, "r1 r2 r3", ["b7 b7", "k7 k8 k9 k10 o7"]),
    tiles(1, "r1 r2 r3 / k7 k8 k9 k10", ["b7 b7", "o7"]),
    tiles(0, "r1 r2 r3 / k8 k9 k10 / b7 k7 o7", ["b7", ""]),
    tiles(1, "r1 r2 r3 / k8 k9 k10 / b7 k7 o7", ["b7", "g5"]),
  ]);
  const film = filmOf(game);

  test("every step lies as the server says", () => {
    expect(table(film, 3)).toEqual(["r1 r2 r3", "k8 k9 k10", "b7 k7 o7"]);
    expect(frame(film, 3).racks.map((rack) => text(film, rack))).toEqual(["b7", ""]);
  });

  test("what is laid comes from the rack", () => {
    const before = frame(film, 0).racks[0] ?? [];
    expect(frame(film, 1).rows[0]?.ids).toEqual(before.slice(0, 3));
    expect(text(film, frame(film, 1).fresh)).toBe("r1 r2 r3");
    expect(frame(film, 1).moved.size).toBe(0);
  });

  test("what moves from row to row is marked as moved, and is the same piece", () => {
    expect(text(film, frame(film, 3).moved)).toBe("k7");
    const [seven] = frame(film, 3).moved;
    expect(frame(film, 2).rows[1]?.ids).toContain(seven);
  });

  test("what is drawn is new, and the deal marks nothing", () => {
    expect(text(film, frame(film, 4).fresh)).toBe("g5");
    expect(frame(film, 0).fresh.size).toBe(0);
  });

  test("no piece is in two places", () => {
    for (const { rows: lying, racks } of film.frames) {
      const ids = [...lying.flatMap((row) => row.ids), ...racks.flat()];
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

test("cards go from hand to pile and back, jokers from the edge to melds and hands", () => {
  const film = filmOf(
    review(
      [
        cards(null, [], ["r2 r4 k5", "b9 r3"], { edge: "Jr Jb" }),
        cards(0, [[0, "r2 Jr r4"]], ["k5", "b9 r3"], { edge: "Jb" }),
        cards(0, [[0, "r2 Jr r4"]], ["", "b9 r3"], { edge: "Jb", pile: 2, discard: "k5" }),
        cards(1, [[0, "r2 Jr r4"]], ["", "b9 r3 k5"], { edge: "Jb", pile: 1 }),
        { ...cards(1, [[0, "r2 r3 r4"]], ["Jr", "b9 k5"], { edge: "Jb", pile: 1 }), seat: 1 },
      ],
      "rummy17",
    ),
  );
  const [joker] = frame(film, 0).edge;
  expect(frame(film, 1).rows[0]?.ids[1]).toBe(joker);
  const five = frame(film, 0).racks[0]?.[2];
  expect(frame(film, 2).pile.at(-1)).toBe(five);
  expect(frame(film, 3).racks[1]?.[2]).toBe(five);
  expect(text(film, frame(film, 3).pile)).toBe("k13");
  expect(frame(film, 4).racks[0]).toEqual([joker]);
  expect(frame(film, 4).owners).toEqual([0]);
});

describe("what would have been better", () => {
  const turn = (better: string[], first = 1, more: Partial<ReviewedTurn> = {}): ReviewedTurn => ({
    ...{ seat: 0, first, last: first, laid: 0, most: 2, proven: true, better, steps: [] },
    ...more,
  });

  test("is shown from the picture before the turn", () => {
    const game = review([
      tiles(null, "k7 k8 k9 k10", ["b7 o7 r1", "r2"]),
      tiles(0, "k7 k8 k9 k10", ["b7 o7 r1 r5", "r2"]),
    ]);
    const film = filmOf(game);
    const shown = betterOf(film, game, turn(["play k8 k9 k10 / b7 k7 o7"]), rules("pl-standard"));
    expect(table(shown, 0)).toEqual(["k8 k9 k10", "b7 k7 o7"]);
    expect(frame(shown, 0).racks.map((rack) => text(shown, rack))).toEqual(["r1", "r2"]);
    expect(text(shown, frame(shown, 0).fresh)).toBe("b7 o7");
    expect(text(shown, frame(shown, 0).moved)).toBe("k7");
    expect(film.frames).toHaveLength(2);
  });

  test("in Rummy 17 takes jokers from the edge and in exchange", () => {
    const game = review(
      [cards(null, [[1, "y2 Jy y4 y5"]], ["g12 y12 k12 y3 y1 y6 r8 r9", "b2"], { edge: "Jr" })],
      "rummy17",
    );
    const film = filmOf(game);
    const actions = ["meld g12 y12 k12", "exchange 0", "add 0 y1 y2 y3 y4 y5 y6 Jy", "meld r8 r9 Jr"];
    const shown = betterOf(film, game, turn(actions), rules("rummy17"));
    expect(table(shown, 0)).toEqual(["y1 y2 y3 y4 y5 y6 Jy", "g12 y12 k12", "r8 r9 Jr"]);
    expect(frame(shown, 0).racks.map((rack) => text(shown, rack))).toEqual(["", "b2"]);
    expect(frame(shown, 0).edge).toEqual([]);
    expect(frame(shown, 0).owners).toEqual([1, 0, 0]);
  });

  test("is told in sentences whose tiles can be drawn", () => {
    const step = { code: "step-add", facts: { tiles: "b7", set: "k7 o7", row: "k7 o7 b7", rack: "b7" } };
    const [sentence = ""] = better(turn(["play k7 o7 b7"], 1, { steps: [step] }));
    expect(parts(sentence)).toEqual(["Add ", ["b7"], " to ", ["k7", "o7"], ": ", ["k7", "o7", "b7"], "."]);
    expect(plain(sentence)).toContain("Add blue 7 to black 7 and orange 7");
    expect(better(turn(["meld r8 r9 Jr", "exchange 0", "add 1 y1 y2 y3"])).map(plain)).toEqual([
      "Lay red 8, red 9, and red joker.",
      "Exchange the joker of meld 1.",
      "Add to meld 2: yellow 1, yellow 2, and yellow 3.",
    ]);
  });

  test("says how many, and whether it might be more", () => {
    expect(couldHave(turn([], 1, { laid: 2, most: 5 }))).toBe("laid 2, could have laid 5");
    expect(couldHave(turn([], 1, { laid: 0, most: 5 }))).toBe("laid nothing, could have laid 5");
    expect(couldHave(turn([], 1, { laid: 2, most: 5, proven: false }))).toBe("laid 2, could have laid 5 or more");
  });
});

test("what happened is told with every rack open", () => {
  const say = (event: Record<string, unknown>, action = "draw"): string => {
    const step = tiles(1, "", ["", ""], { action, happened: [event] });
    return plain(told(review([step]), step));
  };
  expect(say({ type: "drew", seat: 1, count: 1, tiles: ["b7"], penalty: false })).toBe("Béla drew blue 7.");
  expect(say({ type: "drew", seat: 1, count: 3, tiles: ["b7", "J", "r1"], penalty: true })).toBe(
    "Béla ran out of time and drew blue 7, joker, and red 1.",
  );
  expect(say({ type: "played", seat: 0, tiles: ["r10", "r11"], opened: true, points: 33 })).toBe(
    "Ada opened with 33 points: red 10 and red 11.",
  );
  expect(say({ type: "took", seat: 1, source: "stock", card: "k2" })).toBe("Béla took black 2 from the stock.");
  expect(say({ type: "answered", seat: 1 }, "knock no")).toBe("Béla does not knock.");
  expect(say({ type: "answered", seat: 1 }, "knock yes")).toBe("Béla knocks.");
});

test("the result names all winners", () => {
  const over = (result: object): Review => review([tiles(0, "", ["", ""], { view: { result } })]);
  expect(winnersOf(over({ winner: 1, scores: [-5, 5] }))).toBe("Béla");
  expect(winnersOf(over({ winners: [0, 1], scores: [3, 3] }))).toBe("Ada and Béla");
  expect(resultOf(review([tiles(0, "", ["", ""])]))).toBeNull();
});

test("an opponent of the server is called as it is at the table", () => {
  const game = { ...review([]), names: ["Ada", "master"] };
  expect([0, 1, null].map((seat) => nameOf(game, seat))).toEqual(["Ada", "Master (seat 2)", ""]);
});

test("a difference counts copies", () => {
  expect(without(["b7", "b7", "k1"], ["b7"])).toEqual(["b7", "k1"]);
});

describe("the graph", () => {
  const size = { width: 200, height: 100, left: 20, right: 10, top: 5, bottom: 5 };
  const counts = countsOf(
    review([tiles(null, "", ["r1 r2 r3", "k1"]), tiles(0, "", ["r1", "k1"]), tiles(1, "", ["r1", "k1 k2"])]),
  );

  test("counts every rack at every step", () => {
    expect(counts).toEqual([
      [3, 1],
      [1, 1],
      [1, 2],
    ]);
  });

  test("a click finds the step it was drawn at", () => {
    for (const step of [0, 1, 2]) expect(stepAt(xOf(step, 2, size), 2, size)).toBe(step);
    expect(stepAt(-50, 2, size)).toBe(0);
    expect(stepAt(900, 2, size)).toBe(2);
  });

  test("has round marks that no line rises above", () => {
    expect(scaleOf([[14, 3]])).toEqual({ most: 15, marks: [0, 5, 10, 15] });
    expect(scaleOf([[0, 0]]).most).toBe(1);
    expect(scaleOf([[43]]).most).toBe(50);
  });

  test("draws a line that falls only where a step lets it fall", () => {
    const most = 3;
    const y = (count: number): string => yOf(count, most, size).toFixed(1);
    expect(lineOf(counts, 0, most, size)).toBe(`M20.0 ${y(3)}H105.0V${y(1)}H190.0V${y(1)}`);
  });
});
