import { describe, expect, test } from "vitest";
import { players, standing } from "../src/home/standing.ts";
import type { RoomInfo, SeatView } from "../src/wire-types.ts";

const ANNA: SeatView = { kind: "person", name: "Anna" };
const BELA: SeatView = { kind: "person", name: "Béla" };

const table = (
  phase: string,
  seats: readonly SeatView[],
  { host = 1, ...more }: { host?: number; turn?: number } = {},
): RoomInfo =>
  ({
    room: "abc",
    options: {},
    you: 0,
    turn: null,
    fields: { phase, seats, host, paused: false },
    ...more,
  }) as RoomInfo;

describe("a table one sits at", () => {
  test("names those who sit there, oneself first among them", () => {
    expect(players(table("waiting", [ANNA, { kind: "opponent", level: "easy" }, { kind: "open" }]))).toBe(
      "You and Easy (seat 2)",
    );
  });

  test.each([
    ["Waiting for players.", table("waiting", [ANNA, { kind: "open" }])],
    ["The host starts the game.", table("waiting", [ANNA, BELA])],
    ["Everybody is here: you can start.", table("waiting", [ANNA, BELA], { host: 0 })],
    ["Everyone is shuffling.", table("sharing", [ANNA, BELA])],
    ["Your turn", table("playing", [ANNA, BELA], { turn: 0 })],
    ["Béla: in turn.", table("playing", [ANNA, BELA], { turn: 1 })],
    ["Between two games.", table("between", [ANNA, BELA])],
    ["The match is over.", table("over", [ANNA, BELA])],
  ])("says: %s", (said, info) => {
    expect(standing(info)).toBe(said);
  });
});
