import { describe, expect, test } from "vitest";
import { clockText, hintsText, matchText } from "../src/about.ts";

describe("how a table is played", () => {
  test("its clock is told in a few words", () => {
    expect(clockText({ kind: "none" })).toBe("no time limit");
    expect(clockText({ kind: "turn", seconds: 60 })).toBe("60 s a turn");
    expect(clockText({ kind: "bank", seconds: 300, increment: 5 })).toBe("300 s a game, +5 s a turn");
  });

  test("so are the length of the match and whether there are hints", () => {
    expect([matchText(1), matchText(4)]).toEqual(["1 game", "4 games"]);
    expect([hintsText(true), hintsText(false)]).toEqual(["with hints", "no hints"]);
  });
});
