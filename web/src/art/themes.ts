/** What the page wears: light or dark, and the colours of its tiles. `tokens.css` has the colours themselves. */

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const PALETTES = ["auto", "plain", "deuteranopia", "protanopia", "tritanopia", "contrast"] as const;
export type Palette = (typeof PALETTES)[number];

/** Dress the page; `auto` is what the device asks for. */
export function wear(theme: Theme, palette: Palette, root: HTMLElement = document.documentElement): void {
  const dressed = palette === "auto" ? (wantsContrast() ? "contrast" : "plain") : palette;
  set(root, "data-theme", theme === "auto" ? null : theme);
  set(root, "data-palette", dressed === "plain" ? null : dressed);
}

const wantsContrast = (): boolean =>
  typeof matchMedia !== "undefined" && matchMedia("(prefers-contrast: more)").matches;

function set(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) root.removeAttribute(name);
  else root.setAttribute(name, value);
}
