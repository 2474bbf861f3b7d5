/** Which rules of a rulebook have some words in them. */

import type { Rule, Rulebook, Ruling, Section } from "../wire-types.ts";

/** A section with those of its rules that are shown. */
export interface Chapter {
  readonly section: Section;
  readonly rules: readonly Shown[];
}

export interface Shown {
  readonly rule: Rule;
  readonly rulings: readonly Ruling[];
  /** Whether the words were found in a ruling, which is then unfolded. */
  readonly deep: boolean;
}

/** Letters without accents and case: whoever types "sarga" finds "sárga". */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "l").toLowerCase();

/** Return the sections with the rules that have all the words, or the id, that was asked for; all of them for nothing. */
export function chapters(book: Rulebook, asked: string): Chapter[] {
  const words = folded(asked).split(/\s+/).filter(Boolean);
  return book.section
    .map((section) => ({
      section,
      rules: book.rule
        .filter((rule) => rule.section === section.key)
        .map((rule) => shown(book, section, rule, words))
        .filter((rule) => rule !== null),
    }))
    .filter((chapter) => chapter.rules.length);
}

function shown(book: Rulebook, section: Section, rule: Rule, words: readonly string[]): Shown | null {
  const rulings = book.ruling.filter((ruling) => ruling.rule === rule.id);
  const said = folded([rule.id, section.title, rule.title, rule.text, ...Object.values(rule.differs ?? {})].join(" "));
  const noted = folded((rule.example ?? []).map((example) => example.note ?? "").join(" "));
  const ruled = folded(rulings.map((one) => [one.id, one.open, one.choice, one.why].join(" ")).join(" "));
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  if (!words.length) return { rule, rulings, deep: false };
  const plain = has(`${said} ${noted}`);
  return plain || has(`${said} ${noted} ${ruled}`) ? { rule, rulings, deep: !plain } : null;
}

export const countOf = (found: readonly Chapter[]): number => found.reduce((sum, { rules }) => sum + rules.length, 0);
