import { expect, test } from "vitest";
import { moments } from "../src/moments.ts";
import type { Rows } from "../src/state.ts";

const rows = (text: string): Rows =>
  text
    .split(" / ")
    .filter(Boolean)
    .map((row) => {
      const [key, ...ids] = row.split(" ").map(Number);
      return { key: key as number, ids };
    });
const told = (before: string, after: string): string[] =>
  moments(rows(before), rows(after)).map((table) => table.map((row) => [row.key, ...row.ids].join(" ")).join(" / "));

test("tiles that move are seen to move before new ones come", () => {
  expect(told("1 11 12 13 14", "1 11 12 14 / 2 13 15 16")).toEqual([
    "1 11 12 13 14",
    "1 11 12 14 13",
    "1 11 12 14 / 2 13",
    "1 11 12 14 / 2 13 15 16",
  ]);
});

test("what is only laid is one step a row", () => {
  expect(told("1 11 12 13", "1 11 12 13 14 / 2 21 22 23")).toEqual([
    "1 11 12 13",
    "1 11 12 13 14",
    "1 11 12 13 14 / 2 21 22 23",
  ]);
});

test("nothing changed is nothing to see", () => {
  expect(told("1 11 12 13", "1 11 12 13")).toEqual(["1 11 12 13"]);
});

test("no tile is twice on the table, or gone, at any moment", () => {
  const all = moments(rows("1 11 12 13 14 / 2 21 22 23"), rows("2 21 22 / 3 11 13 / 1 12 14 23 99"));
  for (const table of all) {
    const ids = table.flatMap((row) => row.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([11, 12, 13, 14, 21, 22, 23]));
  }
});
