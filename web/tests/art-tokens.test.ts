/** The colours of the page, measured: contrast in every theme and palette, and how far apart colour-blind eyes see them. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("../src/art/", import.meta.url);
const css = readFileSync(new URL("tokens.css", folder), "utf-8").replaceAll(/\/\*[\s\S]*?\*\//g, "");

type Tokens = Map<string, string>;
const declared = (block: string): Tokens =>
  new Map([...block.matchAll(/--([a-z-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim()]));

function blockOf(selector: string): Tokens {
  const at = css.indexOf(`${selector} {`);
  expect(at, selector).toBeGreaterThanOrEqual(0);
  return declared(css.slice(at, css.indexOf("}", at)));
}

const base = blockOf("[data-theme]");
const forced = declared(css.slice(css.indexOf("@media (forced-colors")));
const PALETTES = ["", "deuteranopia", "protanopia", "tritanopia", "contrast"];
const LOOKS = PALETTES.flatMap((palette) => ["light", "dark"].map((theme) => ({ theme, palette })));

type Color = [number, number, number];

/** A token's colour in a theme, in linear light. */
function colorsOf(theme: string, palette: string): (token: string) => Color {
  const own = palette ? blockOf(`[data-palette="${palette}"]`) : new Map<string, string>();
  return (token) => {
    const value = own.get(token) ?? base.get(token) ?? "";
    const both = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
    const hex = both ? both[theme === "light" ? 1 : 2]! : value;
    expect(hex, token).toMatch(/^#[0-9a-f]{6}$/);
    return [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Color;
  };
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = ([red, green, blue]: Color): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(a: Color, b: Color): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type Matrix = readonly Color[];
const times = (matrix: Matrix, color: Color): Color =>
  matrix.map((row) => row[0] * color[0] + row[1] * color[1] + row[2] * color[2]) as Color;

/** How eyes without one kind of cone see linear light (Machado, Oliveira and Fernandes 2009, full severity). */
const SEEN: Readonly<Record<string, Matrix>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** A colour as OKLab, where distances are about as large as they look. */
function oklab(color: Color): Color {
  const clipped = color.map((part) => Math.min(1, Math.max(0, part))) as Color;
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    clipped,
  ).map(Math.cbrt) as Color;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

const apart = (a: Color, b: Color): number => Math.hypot(...oklab(a).map((part, i) => part - oklab(b)[i]!));

/** Colours that lie on one table: tiles, and cards of Rummy 17. */
const PAIRS = ["krbo", "rbgyk"].flatMap((colors) =>
  [...colors].flatMap((a, i) => [...colors].slice(i + 1).map((b) => [a, b] as const)),
);

/** Pairs of tokens, and the least contrast between them. */
const NEEDED: (readonly [string, string, number])[] = [
  ...[..."krbogy"].flatMap((color) =>
    ["tile-face", "card-face"].flatMap((face) => [
      [`ink-${color}`, face, 4.5] as const,
      [`mark-${color}`, face, 3] as const,
    ]),
  ),
  ["mark-joker", "tile-face", 4.5],
  ["on-y", "fill-y", 4.5],
  ["ring-bad", "tile-face", 3],
  ["ring-bad", "card-face", 3],
  ["on-badge", "badge", 4.5],
  ["on-badge", "badge-bad", 4.5],
  ["back-line", "back", 3],
  ["on-accent", "accent", 4.5],
  ...["page", "surface", "table", "rack"].flatMap((ground) => [
    ...["text", "muted", "accent", "good", "bad", "warn"].map((token) => [token, ground, 4.5] as const),
    ...["control", "focus", "ring-picked"].map((token) => [token, ground, 3] as const),
  ]),
];

describe.each(LOOKS)("$theme $palette", ({ theme, palette }) => {
  const color = colorsOf(theme, palette);

  test("numerals and texts have a contrast of 4.5 : 1, marks and rings of 3 : 1", () => {
    const low = NEEDED.map(([token, ground, least]) => ({
      token,
      ground,
      least,
      measured: contrast(color(token), color(ground)),
    })).filter(({ measured, least }) => measured < least);
    expect(low).toEqual([]);
  });

  test("no two colours of a game look alike", () => {
    const eyes = SEEN[palette];
    const seen = (token: string): Color => (eyes ? times(eyes, color(token)) : color(token));
    const near = PAIRS.flatMap(([a, b]) =>
      [`ink`, `mark`].map((kind) => ({ kind, a, b, far: apart(seen(`${kind}-${a}`), seen(`${kind}-${b}`)) })),
    ).filter(({ far }) => far < 0.1);
    expect(near).toEqual([]);
  });
});

test("the high-contrast palette has 7 : 1 for everything that is read", () => {
  for (const theme of ["light", "dark"]) {
    const color = colorsOf(theme, "contrast");
    const low = NEEDED.filter(([, , least]) => least === 4.5)
      .filter(([token]) => !token.includes("badge"))
      .map(([token, ground]) => ({ token, ground, measured: contrast(color(token), color(ground)) }));
    expect(low.filter(({ measured }) => measured < 7)).toEqual([]);
  }
});

test("a palette made for an eye tells red from orange better than the plain one does", () => {
  const plain = colorsOf("light", "");
  for (const [palette, eyes] of Object.entries(SEEN)) {
    const made = colorsOf("light", palette);
    const far = (color: (token: string) => Color): number =>
      apart(times(eyes, color("ink-r")), times(eyes, color("ink-o")));
    expect(far(made), palette).toBeGreaterThan(1.3 * far(plain));
  }
});

test("every token the drawings use is there, and with the device's own colours too", () => {
  const sources = readdirSync(folder).filter((name) => name.endsWith(".svelte"));
  const local = /--(?:tile|face|ink|band|tone|fill|lines)\b(?!-)/;
  const used = sources
    .flatMap((name) => readFileSync(new URL(name, folder), "utf-8").match(/var\(--[a-z-]+/g) ?? [])
    .map((use) => use.slice(4))
    .filter((token) => !local.test(token))
    .map((token) => token.slice(2));
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter((token) => !base.has(token))).toEqual([]);
  expect([...base.keys()].filter((token) => !forced.has(token))).toEqual([]);
  for (const value of forced.values()) expect(value).toMatch(/^([A-Z][A-Za-z]+|transparent)$/);
});

test("a palette changes only tokens there are", () => {
  for (const palette of PALETTES.slice(1)) {
    expect([...blockOf(`[data-palette="${palette}"]`).keys()].filter((token) => !base.has(token))).toEqual([]);
  }
});
