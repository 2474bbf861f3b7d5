import { expect, test } from "vitest";
import { fairness } from "../src/replay/fairness.ts";
import { type Case, cases, rules, written } from "./fair-cases.ts";

const found = (key: string): Case => {
  const one = cases.find((one) => one.rules === key && one.shares.every((share) => share !== null));
  if (!one) throw new Error(key);
  return one;
};
const nothing = (): null => null;

test("a record without its values cannot be checked", () => {
  const text = written(found("pl-standard")).replace(/^fair-.*$/gm, "");
  expect(fairness(text, rules("pl-standard"), nothing)).toMatchObject({ verdict: "none", mine: false, checks: [] });
});

test("a fair shuffle holds in everything that is checked", () => {
  for (const one of cases) {
    const verdict = fairness(written(one), rules(one.rules), nothing);
    expect(verdict.verdict).toBe(one.shares.every((share) => share === null) ? "word" : "good");
    expect(verdict.checks.every(({ holds }) => holds)).toBe(true);
    expect(verdict.seed).toBe(one.want.seed);
  }
});

test("a shuffle to which no seat added anything is the server's word", () => {
  const words = cases.filter((one) => fairness(written(one), rules(one.rules), nothing).verdict === "word");
  expect(words.length).toBeGreaterThan(0);
  for (const one of words) expect(new Set(one.shares)).toEqual(new Set([null]));
});

test("bonus cards are checked in Rummy 17, the draw for the start in games of tiles", () => {
  const whats = (key: string): string[] =>
    fairness(written(found(key)), rules(key), nothing).checks.map(({ what }) => what);
  expect(whats("rummy17")).toContain("bonus");
  expect(whats("rummy17")).not.toContain("start-draw");
  expect(whats("pl-standard")).not.toContain("bonus");
});

test("two tiles that changed places are found", () => {
  const text = written(found("pl-standard")).replace(/^pool (\S+) (\S+)/m, "pool $2 $1");
  const verdict = fairness(text, rules("pl-standard"), nothing);
  expect(verdict.verdict).toBe("bad");
  expect(verdict.checks.filter(({ holds }) => !holds).map(({ what }) => what)).toEqual(["pool"]);
});

test("what this browser remembers is looked for: its value, and the commitment it saw", () => {
  const one = found("pl-standard");
  const keeps = (text: string) => (key: string) => (key === `share.${one.room}.${one.game}` ? text : null);
  const share = one.shares[1] ?? "";
  const check = (text: string): { verdict: string; mine: boolean; wrong: string[] } => {
    const { verdict, mine, checks } = fairness(written(one), rules(one.rules), keeps(text));
    return { verdict, mine, wrong: checks.filter(({ holds }) => !holds).map(({ what }) => what) };
  };
  expect(check(`${share} ${one.want.commitment}`)).toEqual({ verdict: "good", mine: true, wrong: [] });
  expect(check(`${share} 00ff`)).toEqual({ verdict: "bad", mine: true, wrong: ["not-seen"] });
  expect(check(`0123 ${one.want.commitment}`)).toEqual({ verdict: "bad", mine: true, wrong: ["not-mine"] });
});
