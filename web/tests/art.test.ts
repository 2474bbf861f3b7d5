/** The drawings: every piece has its own, and none needs what the page's policy forbids. */

import { readFileSync } from "node:fs";
import { render } from "svelte/server";
import { describe, expect, test } from "vitest";
import Bonus from "../src/art/Bonus.svelte";
import Card from "../src/art/Card.svelte";
import { faceOf, type Look } from "../src/art/piece.ts";
import { MARKS, numeral } from "../src/art/shapes.ts";
import Tile from "../src/art/Tile.svelte";

const tile = (props: { tile?: string; back?: boolean } & Look): string => render(Tile, { props }).body;
const card = (props: { card?: string; back?: boolean } & Look): string => render(Card, { props }).body;

const numbered = (colors: string, most: number): string[] =>
  [...colors].flatMap((color) => Array.from({ length: most }, (_, i) => `${color}${i + 1}`));
const TILES = [...numbered("krbo", 13), "J", "D", "C", "M", "Jk", "Jr", "Jb", "Jo"];
const CARDS = [...numbered("rbgyk", 17), "Jr", "Jb", "Jg", "Jy", "Jk"];

/** A picture without its colours: what is left when all inks are one. */
const colorless = (picture: string): string => picture.replaceAll(/class="[^"]*"/g, "");

const LOOKS: Look[] = [
  {},
  { picked: true },
  { fresh: true },
  { moved: true },
  { ghost: true },
  { invalid: true },
  { picked: true, fresh: true },
];

describe("every piece", () => {
  test("of the boxes of tiles has a picture of its own, without its colours too", () => {
    expect(new Set(TILES.map((each) => colorless(tile({ tile: each })))).size).toBe(TILES.length);
  });

  test("of Rummy 17 has a picture of its own, without its colours too", () => {
    expect(new Set(CARDS.map((each) => colorless(card({ card: each })))).size).toBe(CARDS.length);
  });

  test("looks the same from behind", () => {
    expect(new Set(TILES.map((each) => tile({ tile: each, back: true }))).size).toBe(1);
    expect(new Set(CARDS.map((each) => card({ card: each, back: true }).replaceAll(/ [krbogy]\b/g, ""))).size).toBe(1);
  });

  test("shows how it is by a shape, not by a colour alone", () => {
    expect(new Set(LOOKS.map((look) => colorless(tile({ tile: "b7", ...look })))).size).toBe(LOOKS.length);
    expect(new Set(LOOKS.map((look) => colorless(card({ card: "b7", ...look })))).size).toBe(LOOKS.length);
  });

  test("is silent for readers and obeys the policy: no names, no ids, no styles of its own", () => {
    const pictures = [
      ...TILES.flatMap((each) => LOOKS.map((look) => tile({ tile: each, ...look }))),
      ...CARDS.flatMap((each) => LOOKS.map((look) => card({ card: each, ...look }))),
      tile({ back: true }),
      card({ back: true }),
    ];
    for (const picture of pictures) {
      expect(picture).toContain('aria-hidden="true"');
      expect(picture).not.toMatch(/\s(style|id|href|onload|tabindex)=|<(style|title|text|image|use)\b|NaN|undefined/);
    }
  });
});

test("every bonus card of Rummy 17 has a picture of its own, and shows that it was won", () => {
  const source = readFileSync(new URL("../../src/meldwise/rummy17/bonus.py", import.meta.url), "utf-8");
  const keys = [...source.matchAll(/^ {4}"([a-z0-9-]+)": lambda|^ {4}"([a-z-]+)": _/gm)].map(
    (found) => found[1] ?? found[2]!,
  );
  expect(keys).toHaveLength(12);
  const pictures = keys.flatMap((bonus) => [false, true].map((won) => render(Bonus, { props: { bonus, won } }).body));
  expect(new Set(pictures.map(colorless)).size).toBe(24);
});

test("what is no piece has an empty face", () => {
  for (const text of ["", "x", "b", "J7", "Dk", "b123", "B7"]) {
    expect(faceOf(text)).toEqual({ color: null, number: null, joker: null });
  }
});

test("a numeral stays within the face it is drawn for", () => {
  for (let number = 1; number <= 17; number++) {
    const drawn = numeral(number, 24, 22, 25);
    const plain = drawn.replaceAll(/A [\d.]+ [\d.]+ 0 [01] [01]/g, "L");
    const values = (plain.match(/-?[\d.]+/g) ?? []).map(Number);
    expect(values.length % 2).toBe(0);
    const xs = values.filter((_, i) => i % 2 === 0);
    const ys = values.filter((_, i) => i % 2 === 1);
    expect(Math.min(...xs), `${number}`).toBeGreaterThanOrEqual(5);
    expect(Math.max(...xs), `${number}`).toBeLessThanOrEqual(43);
    expect(Math.min(...ys), `${number}`).toBeGreaterThanOrEqual(9.5);
    expect(Math.max(...ys), `${number}`).toBeLessThanOrEqual(34.5);
  }
});

test("six colours have six marks", () => {
  expect(new Set(Object.values(MARKS)).size).toBe(6);
  expect(Object.keys(MARKS).sort().join("")).toBe("bgkory");
});

test("motion stops where it is not wanted", () => {
  for (const name of ["Tile", "Card"]) {
    const source = readFileSync(new URL(`../src/art/${name}.svelte`, import.meta.url), "utf-8");
    expect(source).toMatch(/prefers-reduced-motion: reduce\)\s*{[^}]*transition: none/);
  }
});
