/** How the page is to its user: theme, colours of tiles, their size on the table, and whether it calls them. */

import { PALETTES, type Palette, THEMES, type Theme, wear } from "./art/themes.ts";
import { allowed, wanted } from "./notices.ts";
import { keep, kept } from "./store.ts";

const SIZES = [28, 32, 36, 40, 44, 50, 56, 64, 72];
/** Tiles a finger hits without care. */
export const USUAL = 44;

class Settings {
  theme = $state<Theme>(known(THEMES, kept("theme")));
  palette = $state<Palette>(known(PALETTES, kept("palette")));
  size = $state(Number(kept("size") ?? USUAL));

  notices = $state(wanted());

  constructor() {
    wear(this.theme, this.palette);
  }

  setTheme(theme: string): void {
    this.theme = known(THEMES, theme);
    keep("theme", this.theme);
    wear(this.theme, this.palette);
  }

  setPalette(palette: string): void {
    this.palette = known(PALETTES, palette);
    keep("palette", this.palette);
    wear(this.theme, this.palette);
  }

  /** Have notices, if the browser's user agrees; return whether it is as was wished. */
  async setNotices(on: boolean): Promise<boolean> {
    this.notices = on && (await allowed());
    keep("notices", this.notices ? "on" : "off");
    return this.notices === on;
  }

  /** Larger or smaller tiles on the table; 0 for the usual ones. */
  zoom(by: number): void {
    if (by === 0) return this.resize(USUAL);
    const next = by > 0 ? SIZES.find((size) => size > this.size) : SIZES.findLast((size) => size < this.size);
    this.resize(next ?? this.size);
  }

  resize(size: number): void {
    this.size = Math.max(SIZES[0] ?? USUAL, Math.min(SIZES.at(-1) ?? USUAL, size));
    keep("size", String(Math.round(this.size)));
  }
}

const known = <T extends string>(all: readonly [T, ...T[]] | readonly T[], text: string | null): T =>
  all.find((one) => one === text) ?? (all[0] as T);

export const settings = new Settings();
