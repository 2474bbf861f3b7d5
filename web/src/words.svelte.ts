/** Words: the language, and what the game's things are called in it. */

import { m } from "./paraglide/messages.js";
import { isLocale, type Locale, locales, overwriteGetLocale } from "./paraglide/runtime.js";
import type { Facts } from "./sets.ts";
import { keep, kept } from "./store.ts";

type Sentence = (facts: never) => string;

const NAMES: Readonly<Record<Locale, string>> = {
  en: "English",
  hu: "Magyar",
  pl: "Polski",
  sk: "Slovenčina",
  fi: "Suomi",
};

let current = $state<Locale>(first());
overwriteGetLocale(() => current);

export const languages = locales.map((key) => ({ key, name: NAMES[key] }));
export const language = (): Locale => current;

export function speak(key: string): void {
  if (!isLocale(key)) return;
  current = key;
  keep("language", key);
  document.documentElement.lang = key;
}

/** The language asked for in the address, chosen before, or the first of the browser's that is spoken here. */
function first(): Locale {
  if (typeof location === "undefined") return "en";
  const found = [fromAddress(), kept("language"), ...navigator.languages]
    .map((one) => one?.slice(0, 2).toLowerCase())
    .find(isLocale);
  document.documentElement.lang = found ?? "en";
  return found ?? "en";
}

/** Take the language out of the address, and keep it: what is chosen later goes before it, and links are for others. */
function fromAddress(): string | null {
  const address = new URL(location.href);
  const asked = address.searchParams.get("lang")?.slice(0, 2).toLowerCase() ?? null;
  if (asked === null) return null;
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  if (isLocale(asked)) keep("language", asked);
  return asked;
}

const COLORS: Readonly<Record<string, Sentence>> = {
  k: m["color.k"],
  r: m["color.r"],
  b: m["color.b"],
  o: m["color.o"],
  g: m["color.g"],
  y: m["color.y"],
};
const JOKERS: Readonly<Record<string, Sentence>> = {
  J: m["page.joker"],
  D: m["page.joker-double"],
  C: m["page.joker-color-change"],
  M: m["page.joker-mirror"],
};
const KINDS: Readonly<Record<string, Sentence>> = {
  run: m["kind.run"],
  group: m["kind.group"],
  set: m["kind.set"],
  "mirror run": m["kind.mirror-run"],
  "mirror group": m["kind.mirror-group"],
};
const REASONS: Readonly<Record<string, Sentence>> = {
  "color-change-first": m["color-change-first"],
  "color-change-in-group": m["color-change-in-group"],
  "color-change-not-faced": m["color-change-not-faced"],
  "color-change-same-color": m["color-change-same-color"],
  "color-change-touches": m["color-change-touches"],
  "color-twice": m["color-twice"],
  "colors-differ": m["colors-differ"],
  "group-too-large": m["group-too-large"],
  "joker-wrong-color": m["joker-wrong-color"],
  "mirror-middle-missing": m["mirror-middle-missing"],
  "mirror-number-missing": m["mirror-number-missing"],
  "mirror-side-no-set": m["mirror-side-no-set"],
  "mirror-side-short": m["mirror-side-short"],
  "mirror-sides-unequal": m["mirror-sides-unequal"],
  "no-number-card": m["no-number-card"],
  "no-number-tile": m["no-number-tile"],
  "no-set": m["no-set"],
  "not-consecutive": m["not-consecutive"],
  "not-in-box": m["not-in-box"],
  "not-mirrored": m["not-mirrored"],
  "number-missing": m["number-missing"],
  "numbers-differ": m["numbers-differ"],
  "run-falls": m["run-falls"],
  "run-wraps": m["run-wraps"],
  "too-few-cards": m["too-few-cards"],
  "too-few-tiles": m["too-few-tiles"],
  "too-many-jokers": m["too-many-jokers"],
  "too-many-tiles": m["too-many-tiles"],
  "two-mirrors": m["two-mirrors"],
};
const LEVELS: Readonly<Record<string, Sentence>> = {
  easy: m["page.level-easy"],
  medium: m["page.level-medium"],
  hard: m["page.level-hard"],
  master: m["page.level-master"],
};
const BONUSES: Readonly<Record<string, Sentence>> = {
  "fewest-blue": m["bonus.fewest-blue"],
  "fewest-jokers": m["bonus.fewest-jokers"],
  finisher: m["bonus.finisher"],
  "highest-triple": m["bonus.highest-triple"],
  "longest-run": m["bonus.longest-run"],
  "longest-set": m["bonus.longest-set"],
  "most-123": m["bonus.most-123"],
  "most-8-16": m["bonus.most-8-16"],
  "most-cards": m["bonus.most-cards"],
  "most-red": m["bonus.most-red"],
  "most-runs": m["bonus.most-runs"],
  "most-sets": m["bonus.most-sets"],
};

const TITLES: Readonly<Record<string, Sentence>> = {
  "fi-classic": m["title.fi-classic"],
  "hu-twist": m["title.hu-twist"],
  "pl-expert": m["title.pl-expert"],
  "pl-standard": m["title.pl-standard"],
  "pl-twist": m["title.pl-twist"],
  "sk-twist": m["title.sk-twist"],
  rummy17: m["title.rummy17"],
};
const SIGNS: Readonly<Record<string, Sentence>> = {
  "👍": m["page.sign-thumb"],
  "👏": m["page.sign-applause"],
  "😀": m["page.sign-smile"],
  "😮": m["page.sign-surprise"],
  "🤔": m["page.sign-thinking"],
  "😢": m["page.sign-sad"],
  "⏳": m["page.sign-time"],
  "🎉": m["page.sign-party"],
};

/** The quick reactions, and what each is called; null for other words. */
export const signs = Object.keys(SIGNS);
export const signName = (sign: string): string | null => SIGNS[sign]?.({} as never) ?? null;

/** What a ruleset is called, house rules or not. */
export const rulesName = (text: string): string => TITLES[text.split("+")[0] ?? ""]?.({} as never) ?? text;

export const colorName = (letter: string): string => COLORS[letter]?.({} as never) ?? letter;
export const kindName = (kind: string): string => KINDS[kind]?.({} as never) ?? kind;
export const levelName = (level: string): string => LEVELS[level]?.({} as never) ?? level;
export const bonusName = (bonus: string): string => BONUSES[bonus]?.({} as never) ?? bonus;
export const levels = Object.keys(LEVELS);

/** What a tile or a card is called: "blue 7", "joker", "red joker". */
export function tileName(tile: string): string {
  const numbered = /^([krbogy])(\d+)$/.exec(tile);
  if (numbered) return m["page.tile"]({ color: colorName(numbered[1] ?? ""), number: numbered[2] ?? "" });
  const color = tile.length === 2 ? tile[1] : undefined;
  if (color !== undefined) return m["page.joker-colored"]({ color: colorName(color) });
  return JOKERS[tile]?.({} as never) ?? tile;
}

export const tileNames = (tiles: readonly string[]): string => list(tiles.map(tileName));

export const list = (words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string =>
  new Intl.ListFormat(current, { type }).format(words);

/** Say why a row is no set. */
export function reason(code: string, facts: Facts): string {
  const told: Record<string, unknown> = { ...facts };
  if (typeof facts["color"] === "string") told["color_name"] = colorName(facts["color"]);
  if (typeof facts["tile"] === "string") told["tile"] = tileName(facts["tile"]);
  return REASONS[code]?.(told as never) ?? m["page.not-a-set"]();
}
