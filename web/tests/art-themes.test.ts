/** What the page wears is what tokens.css has colours for. */

import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { PALETTES, THEMES, wear, type Palette, type Theme } from "../src/art/themes.ts";

const css = readFileSync(new URL("../src/art/tokens.css", import.meta.url), "utf-8");

function worn(theme: Theme, palette: Palette): Record<string, string> {
  const attributes: Record<string, string> = { "data-theme": "dark", "data-palette": "contrast" };
  const root = {
    setAttribute: (name: string, value: string) => (attributes[name] = value),
    removeAttribute: (name: string) => delete attributes[name],
  };
  wear(theme, palette, root as unknown as HTMLElement);
  return attributes;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("every theme and palette that can be chosen has its colours", () => {
  for (const theme of THEMES.slice(1)) expect(css).toContain(`[data-theme="${theme}"]`);
  for (const palette of PALETTES.slice(2)) expect(css).toContain(`[data-palette="${palette}"]`);
});

test("auto leaves it to the device, and what was worn before is taken off", () => {
  expect(worn("auto", "auto")).toEqual({});
  expect(worn("light", "plain")).toEqual({ "data-theme": "light" });
  expect(worn("dark", "tritanopia")).toEqual({ "data-theme": "dark", "data-palette": "tritanopia" });
});

test("a device that asks for more contrast gets it, unless another palette was chosen", () => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(prefers-contrast: more)" }));
  expect(worn("auto", "auto")).toEqual({ "data-palette": "contrast" });
  expect(worn("auto", "plain")).toEqual({});
  expect(worn("auto", "protanopia")).toEqual({ "data-palette": "protanopia" });
});
