/** What the status line says, and to whom. */

import { afterEach, describe, expect, test } from "vitest";
import { type Locale, overwriteGetLocale } from "../src/paraglide/runtime.js";
import { happening, speaker, status } from "../src/telling.ts";
import { nextGame, type State } from "../src/state.ts";
import type { RoomFields } from "../src/wire-types.ts";
import { CARDS, cardView, event, sitting, tileView } from "./game.ts";
import { happened, refused } from "../src/update.ts";

let spoken: Locale = "en";
overwriteGetLocale(() => spoken);
afterEach(() => (spoken = "en"));

const SAID: Readonly<Record<Locale, readonly [own: string, other: string]>> = {
  en: ["You passed.", "Ty passed."],
  hu: ["Passzoltál.", "Ty passzolt."],
  pl: ["Pasujesz.", "Ty pasuje."],
  sk: ["Pasuješ.", "Ty pasuje."],
  fi: ["Jätit väliin.", "Ty jätti väliin."],
};

describe("who did it", () => {
  const state = sitting(tileView());
  const seats = [{ kind: "person", name: "Anna", here: true }, { kind: "person", name: "Ty", here: true }] as const; // prettier-ignore
  const table = { ...state, fields: { ...state.fields!, seats } };

  test.each(Object.keys(SAID) as Locale[])(
    "%s: what one does oneself is told to oneself, whatever others are called",
    (key) => {
      spoken = key;
      expect([0, 1].map((seat) => happening(table, { type: "passed", seat }))).toEqual(SAID[key]);
    },
  );

  test("whoever only watches is nobody of those who play", () => {
    expect(happening({ ...table, you: null }, { type: "passed", seat: 0 })).toBe("Anna passed.");
  });
});

describe("what happened at the table", () => {
  test("an opponent that is put where its like was is no news", () => {
    const state = happened(sitting(tileView()), event(11, { told: { kind: "replaced", seat: 1, level: "medium" } }));
    expect(status(state).join("")).toBe("Your turn");
  });
});

describe("a pause", () => {
  test("is told once, also to whoever is refused something because of it", () => {
    const start = sitting(tileView());
    const paused = { ...start, fields: { ...start.fields!, paused: true } };
    expect(status(refused(paused, "The game is paused.", [], 0)).join("")).toBe("The game is paused.");
    expect(status(refused(paused, "It is not your turn.", [], 0)).join("")).toBe(
      "It is not your turn. The game is paused.",
    );
  });
});

describe("a refusal", () => {
  const said = (message: string, rules: string[]): string =>
    status(refused({ ...sitting(tileView({ turn: 1 })) }, message, rules, 0))
      .map((part) => (typeof part === "string" ? part : part.rule))
      .join("");

  test("is a sentence, and names its rules once, to be opened", () => {
    expect(said("the opening is 2 short (T23)", ["T23"])).toBe(
      "The opening is 2 short (T23). Medium (seat 2): in turn.",
    );
    expect(said("a run falls (T8, T9)", ["T8", "T9"])).toBe("A run falls (T8, T9). Medium (seat 2): in turn.");
    expect(said("Nothing was done.", [])).toBe("Nothing was done. Medium (seat 2): in turn.");
  });
});

describe("news that stays", () => {
  test("is told in its order, and a new host once", () => {
    const start = refused(sitting(tileView({ turn: 1 })), "too late (T23)", ["T23"], 1000);
    const seats = [
      { kind: "person", name: "Anna", here: true },
      { kind: "person", name: "Béla", here: true },
      { kind: "person", name: "Cora", here: true },
    ] as const;
    const before = { ...start, you: 2, fields: { ...start.fields!, seats } };
    const went = [{ kind: "open" }, ...seats.slice(1)] as RoomFields["seats"];
    const left = event(11, { told: { kind: "left", seat: 0 }, at: 1100, fields: { seats: went, host: 1 } });
    const passed = event(12, { told: { kind: "acted", seat: 1 }, at: 1200, game: [{ type: "passed", seat: 1 }] });
    const said = (state: State): string =>
      status(state)
        .map((part) => (typeof part === "string" ? part : part.rule))
        .join("");
    expect(said(happened(happened(before, left), passed))).toBe(
      "Too late (T23). Anna left the table. Béla is the host now. Béla passed. Béla: in turn.",
    );
    const joined = event(11, { told: { kind: "joined", seat: 2 }, at: 1050 });
    expect(said(happened(happened(before, joined), { ...left, n: 12 }))).toBe(
      "Too late (T23). Cora joined. Anna left the table. Béla is the host now. Béla: in turn.",
    );
  });
});

describe("a match", () => {
  const won = { ended: "out", winner: 1, scores: [-9, 9], worths: [9, 0] };
  const match = { games: 2, scores: [[-9, 9]], totals: [-9, 9], wins: [0, 1], places: [2, 1], over: false };
  const start = sitting(tileView({ result: won }));
  const ended = (more: Partial<RoomFields>): State => ({
    ...start,
    fields: { ...start.fields!, phase: "between", began: 1000, match, ...more },
  });
  const said = (more: Partial<RoomFields>): string => status(ended(more)).join("");

  test("goes on by itself where somebody minds, and that is told", () => {
    expect(said({})).toBe("Medium (seat 2) won. The next game begins by itself soon.");
    expect(nextGame(ended({}))).toBe(21_000);
    const seats = start.fields!.seats.map((who) => ({ ...who, away: who.kind === "person" }));
    for (const nobody of [{ still: true }, { seats }]) {
      expect(said(nobody)).toBe("Medium (seat 2) won.");
      expect(nextGame(ended(nobody))).toBeNull();
    }
  });

  test("is won by whoever is first when all games are played; one game alone is none", () => {
    const over = { ...match, scores: [[-9, 9], [20, -9]], places: [1, 2], over: true }; // prettier-ignore
    expect(said({ phase: "over", match: over })).toBe("Medium (seat 2) won. You won the match!");
    const shared = { ...over, places: [1, 1] };
    expect(said({ phase: "over", match: shared })).toBe("Medium (seat 2) won. You and Medium (seat 2) won the match.");
    expect(said({ phase: "over", match: { ...match, games: 1, over: true } })).toBe("Medium (seat 2) won.");
  });
});

describe("who is host", () => {
  const start = sitting(tileView());
  const seats = ["Anna", "Béla", "Cora"].map((name) => ({ kind: "person", name, here: true }) as const);
  const table = { ...start, fields: { ...start.fields!, seats, host: 1 } };
  const heard = (kind: "gone" | "left" | "away", host: number, you: number | null = 0): string =>
    status(happened({ ...table, you }, event(11, { told: { kind, seat: 1 }, fields: { host } }))).join("");

  test("somebody else is, and everyone hears of it", () => {
    expect(heard("left", 2)).toBe("Béla left the table. Cora is the host now. Your turn");
    expect(heard("away", 0)).toBe("Turns are played for Béla. You are the host now. Your turn");
    expect(heard("gone", 2)).toBe("Cora is the host now. Your turn");
  });

  test("a host without a seat has no name", () => {
    expect(heard("left", -1)).toBe("Béla left the table. Your turn");
    expect(heard("left", -1, -1)).toBe("Béla left the table. You are the host now. Anna: in turn.");
  });
});

describe("who said it", () => {
  const state = { ...sitting(tileView()), since: 5000 };
  const line = { seat: 0, name: "Zoe", text: "hello", at: 4000 };

  test("a line keeps the name it was said under, also where one sits now oneself", () => {
    expect(speaker(state, line)).toBe("Zoe");
    expect(speaker(state, { ...line, seat: 1, at: 6000 })).toBe("Zoe");
    expect(speaker({ ...state, you: null }, { ...line, at: 6000 })).toBe("Zoe");
  });

  test("what was said at one's own seat since one sits there is one's own", () => {
    expect(speaker(state, { ...line, name: "Anna", at: 5000 })).toBe("You");
  });
});

describe("while others may knock", () => {
  const view = cardView({ phase: "knocking", discard: "g17", turn: 0, answered: [false, false, false] });
  const people = ["Anna", "Béla", "Cora"].map((name) => ({ kind: "person", name, here: true }) as const);
  const start = sitting(view, CARDS);
  const table = { ...start, fields: { ...start.fields!, seats: people } };
  const seen = (you: number | null, answered = view.answered): string =>
    status({ ...table, you, view: { ...view, answered } }).join("");

  test("it stays the turn of whoever took a card, and everyone reads who may knock", () => {
    expect(seen(0)).toBe("Your turn. Waiting: Béla and Cora may still knock.");
    expect(seen(0, [false, true, false])).toBe("Your turn. Waiting: Cora may still knock.");
    expect(seen(null)).toBe("Anna: in turn. Waiting: Béla and Cora may still knock.");
    expect(seen(1, [false, true, false])).toBe("Anna: in turn. Waiting: Cora may still knock.");
  });

  test("whoever is asked reads who took from the stock and which card it is about, once", () => {
    const asked = "Anna took a card from the stock. Do you want the card on the pile (green 17)? Knock or not.";
    expect(seen(1)).toBe(asked);
    const took = { type: "took", seat: 0, source: "stock", card: null } as const;
    const state = happened(
      { ...table, you: 1 },
      event(11, { told: { kind: "acted", seat: 0 }, game: [took], view: {} }),
    );
    expect(status(state).join("")).toBe(asked);
  });
});
