/** A rack put together as sets would be, in every ruleset. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { judge, type RulesData } from "../src/sets.ts";
import { bestSets, grouped } from "../src/sets/groups.ts";
import { boxOf } from "../src/sets/tiles.ts";
import { words } from "./game.ts";

const told = JSON.parse(
  readFileSync(new URL("../../tests/cases/rules.json", import.meta.url).pathname, "utf-8"),
) as Record<string, RulesData>;
const rules = (key: string): RulesData => told[key] as RulesData;
const order = (key: string, rack: string): string => grouped(rules(key), words(rack)).join(" ");

/** Numbers that are the same every time. */
function dice(seed: number): (below: number) => number {
  let now = seed;
  return (below) => (now = (now * 1103515245 + 12345) % 2147483648) % below;
}

function dealt(rules: RulesData, count: number, seed: number): string[] {
  const roll = dice(seed);
  const box = [...boxOf(rules).counts].flatMap(([text, copies]) => Array<string>(copies).fill(text));
  return Array.from({ length: count }, () => box.splice(roll(box.length), 1)[0] as string);
}

/** Most tiles of a rack that sets without jokers can take up, by trying everything. */
function most(rules: RulesData, tiles: readonly string[]): number {
  const [first, ...rest] = tiles;
  if (first === undefined) return 0;
  const others = rest.reduce<string[][]>((all, text) => [...all, ...all.map((one) => [...one, text])], [[]]);
  const with_ = others
    .filter((other) => other.length >= 2 && other.length < 6)
    .filter((other) => judge(rules, [first, ...other]).set)
    .map((other) => {
      const left = [...rest];
      for (const text of other) left.splice(left.indexOf(text), 1);
      return 1 + other.length + most(rules, left);
    });
  return Math.max(most(rules, rest), ...with_);
}

describe("suggested groups", () => {
  test("sets stand first, then pairs that lack a tile, then the rest", () => {
    expect(order("pl-standard", "k9 r5 b2 k7 o5 b3 k8 r13 k5 o10")).toBe("k5 r5 o5 k7 k8 k9 b2 b3 r13 o10");
  });

  test("a tile goes where more tiles are in sets", () => {
    // r7 ends a run of four or begins a group: with the group two sets stand
    expect(order("pl-standard", "r4 r5 r6 r7 k7 b7")).toBe("k7 r7 b7 r4 r5 r6");
  });

  test("jokers go to the pair they make most of, and else stand last", () => {
    expect(order("pl-standard", "J k12 k13 b1 b2")).toBe("J k12 k13 b1 b2");
    expect(order("pl-standard", "J k1 b5")).toBe("k1 b5 J");
    expect(order("pl-expert", "Jb b3 b5 k9 k10")).toBe("b3 Jb b5 k9 k10");
    expect(order("pl-twist", "M o2 k9 o2")).toBe("o2 M o2 k9");
    expect(order("pl-twist", "b3 b6 D k1")).toBe("b3 D b6 k1");
  });

  test("the cards of Rummy 17 are put together as its melds are", () => {
    expect(order("rummy17", "g3 r16 y3 r17 r15 Jk k3 k9 k8")).toBe("r15 r16 r17 g3 y3 k3 k8 k9 Jk");
  });

  test.each(Object.keys(told))("%s: nothing is lost, and the order is always the same", (key) => {
    for (let seed = 1; seed <= 6; seed++) {
      const rack = dealt(rules(key), 20, seed);
      const found = grouped(rules(key), rack);
      expect([...found].sort()).toEqual([...rack].sort());
      expect(grouped(rules(key), [...rack].reverse())).toEqual(found);
      expect(grouped(rules(key), found)).toEqual(found);
    }
  });

  test("no other choice of sets takes up more tiles", () => {
    const plain = rules("pl-standard");
    for (let seed = 1; seed <= 25; seed++) {
      const few = dealt({ ...plain, numbers: 5, jokers: "" }, 11, seed);
      const all = [...few].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
      expect(bestSets(plain, all).flat()).toHaveLength(most(plain, all));
    }
  });

  test("a rack of half the box takes no time", () => {
    const began = performance.now();
    for (let seed = 1; seed <= 5; seed++) grouped(rules("pl-standard"), dealt(rules("pl-standard"), 53, seed));
    expect((performance.now() - began) / 5).toBeLessThan(400);
  });
});
