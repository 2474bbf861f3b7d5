/** The page's judge of one row against the cases every program here is held to, and against what Python says. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { almost, arranged, judge, readTiles, withChanges, type RulesData } from "../src/sets.ts";

const folder = process.env["MELDWISE_CASES"] ?? new URL("../../tests/cases", import.meta.url).pathname;
const text = (name: string): string => readFileSync(`${folder}/${name}`, "utf-8");
const lines = <T>(name: string): T[] =>
  text(name)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);

const told = JSON.parse(text("rules.json")) as Record<string, RulesData>;
const found = new Map<string, RulesData>();

function rulesOf(name: string): RulesData {
  const rules = found.get(name) ?? withChanges(told[name.split("+")[0]!]!, name);
  found.set(name, rules);
  return rules;
}

const words = (row: string): string[] => row.split(" ").filter(Boolean);

interface RowCase {
  id: string;
  rules: string;
  row: string;
  readings?: unknown[];
  reason?: { code: string; facts: object; rules: string[] };
  arranged?: string | null;
  almost?: { add: string; without: string };
}

/** What the page says of a row, in the words of the case file. */
function said(rules: RulesData, row: string[]): object {
  const verdict = judge(rules, row);
  if (verdict.set) return { readings: verdict.readings };
  const { why: code, facts, rules: laws } = verdict;
  const reason = { reason: { code, facts, rules: laws }, arranged: verdict.row?.join(" ") ?? null };
  if (verdict.row) return reason;
  const { add, without } = almost(rules, row);
  return { ...reason, almost: { add: add.join(" "), without: without.join(" ") } };
}

describe("the case files", () => {
  test("every row reads as its case says", () => {
    const cases = lines<{ id: string; rules: string; set: string; valid: boolean; readings: object[] }>("check.jsonl");
    expect(cases.length).toBeGreaterThan(1500);
    const wrong = cases.filter((given) => {
      const rules = rulesOf(given.rules);
      const verdict = judge(rules, readTiles(rules, given.set)!);
      const readings = verdict.set ? verdict.readings.map(({ kind, points }) => ({ kind, points })) : [];
      const kept = rules.family === "cards" ? readings.map(({ kind }) => ({ kind })) : readings;
      const distinct = [...new Set(kept.map((reading) => JSON.stringify(reading)))];
      return JSON.stringify(distinct) !== JSON.stringify(given.readings.map((reading) => JSON.stringify(reading)));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test("every row of a table a turn legally ends with, and of every one it begins with, is a set", () => {
    const cases = lines<{ id: string; rules: string; table?: string[]; to: string[]; legal: boolean }>("judge.jsonl");
    const wrong = cases.filter((given) => {
      const rules = rulesOf(given.rules);
      const table = given.table ?? [];
      const rows = given.legal ? [...table, ...given.to] : table;
      return !rows.every((row) => judge(rules, readTiles(rules, row)!).set);
    });
    expect(cases.length).toBeGreaterThan(1000);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  const rows = lines<RowCase>("rows.jsonl");
  test.each([...new Set(rows.map((row) => row.rules))])("random rows of %s are judged as Python judges them", (key) => {
    const mine = rows.filter((given) => given.rules === key);
    expect(mine.length).toBeGreaterThan(200);
    for (const { id, rules, row, ...wanted } of mine) {
      expect(said(rulesOf(rules), words(row)), `${id}: ${row}`).toEqual(wanted);
    }
  });

  test("random rows meet every ruleset and house rules too", () => {
    const keys = new Set(rows.map((row) => row.rules));
    expect([...keys]).toEqual(expect.arrayContaining(Object.keys(told)));
    expect([...keys].filter((key) => key.includes("+")).length).toBeGreaterThan(3);
  });
});

describe("what random rows do not meet", () => {
  const twist = rulesOf("hu-twist");

  test("a row longer than any set, and what is no tile of the box", () => {
    expect(judge(twist, Array<string>(28).fill("b3"))).toMatchObject({ why: "too-many-tiles", facts: { most: 27 } });
    for (const tile of ["g3", "Jk", "b14", "", "x", "b0", "b03"]) {
      expect(judge(twist, ["b3", "b4", tile])).toMatchObject({ why: "not-in-box", facts: { tile }, row: null });
    }
    expect(judge(rulesOf("rummy17"), ["r3", "r4", "o5"])).toMatchObject({ why: "not-in-box", rules: ["C1"] });
  });

  test("the longest set there is, thrown down in disorder", () => {
    const pairs = Array.from({ length: 13 }, (_, i) => [`b${i + 1}`, `b${i + 1}`]).flat();
    const row = arranged(rulesOf("sk-twist"), ["M", ...pairs])!;
    expect(row).toHaveLength(27);
    expect(row[13]).toBe("M");
    expect(judge(rulesOf("sk-twist"), row)).toMatchObject({ set: true, kind: "mirror run", points: 182 });
    expect(arranged(twist, ["M", ...pairs])).toBeNull();
  });

  test("a row that is kept by its owner may change without changing an answer", () => {
    const row = ["b3", "b4", "b5"];
    const before = judge(twist, row);
    row.push("b6");
    expect(before.row).toEqual(["b3", "b4", "b5"]);
    expect(judge(twist, ["b3", "b4", "b5"])).toMatchObject({ points: 12 });
  });
});

describe("notation", () => {
  test.each([
    ["pl-standard", " Y3  j B12 ", ["o3", "J", "b12"]],
    ["pl-expert", "jY Jk", ["Jo", "Jk"]],
    ["rummy17", "y3 JY", ["y3", "Jy"]],
    ["hu-twist", "d C m", ["D", "C", "M"]],
    ["pl-standard", "D", null],
    ["pl-standard", "b14", null],
  ])("%s: %s", (key, written, row) => {
    expect(readTiles(rulesOf(key), written)).toEqual(row);
  });
});
