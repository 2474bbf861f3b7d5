import { expect, test } from "vitest";
import { chapters, countOf, folded } from "../src/rulebook/find.ts";
import type { Rule, Rulebook } from "../src/wire-types.ts";

const rule = (id: string, section: string, title: string, text: string, more: Partial<Rule> = {}): Rule => ({
  ...{ id, section, title, text, rulesets: ["pl-twist"], books: [], differs: {}, example: [] },
  ...more,
});
const book: Rulebook = {
  section: [
    { key: "sets", title: "Sets", family: "tiles" },
    { key: "jokers", title: "Jokers", family: "tiles" },
  ],
  rule: [
    rule("T7", "sets", "Group", "Three or four tiles with the same number.", {
      example: [{ rules: "pl-twist", set: "k7 r7 b7", valid: true, note: "Three colours are enough." }],
    }),
    rule("T8", "sets", "Run", "Tiles of one colour.", { differs: { "pl-twist": "Żółty is yellow." } }),
    rule("T16", "jokers", "Mirror", "Both sides are equal."),
  ],
  ruling: [
    { id: "R4", rule: "T16", rulesets: ["pl-twist"], open: "Two mirrors?", choice: "One mirror alone.", why: "Plain." },
  ],
};
const ids = (asked: string): string[] => chapters(book, asked).flatMap(({ rules }) => rules.map(({ rule }) => rule.id));

test("nothing asked is everything told, in the book's order", () => {
  expect(ids("")).toEqual(["T7", "T8", "T16"]);
  expect(chapters(book, "  ").map(({ section }) => section.key)).toEqual(["sets", "jokers"]);
});

test("words are found in any order, without case and accents, in texts, notes and differences", () => {
  expect(ids("NUMBER same")).toEqual(["T7"]);
  expect(ids("enough")).toEqual(["T7"]);
  expect(ids("zolty")).toEqual(["T8"]);
  expect(ids("t16")).toEqual(["T16"]);
  expect(ids("sets")).toEqual(["T7", "T8"]);
});

test("a ruling is unfolded only where the words stand in it", () => {
  const [found] = chapters(book, "alone");
  expect(found?.rules[0]).toMatchObject({ deep: true, rule: { id: "T16" } });
  expect(chapters(book, "equal")[0]?.rules[0]?.deep).toBe(false);
  expect(chapters(book, "")[1]?.rules[0]?.rulings).toHaveLength(1);
});

test("what is nowhere is not found", () => {
  expect(countOf(chapters(book, "zebra"))).toBe(0);
  expect(countOf(chapters(book, ""))).toBe(3);
});

test("letters are folded", () => {
  expect(folded("Łódź ÁRVÍZTŰRŐ")).toBe("lodz arvizturo");
});
