/** The words for what a row can be: readings, what a joker stands for, and the reason where there is none. */

import type { Tile } from "./tiles.ts";

export type SetKind = "run" | "group" | "mirror run" | "mirror group" | "set";

/** What one joker stands for: its number or numbers, and every colour still open to it. */
export interface Stand {
  readonly position: number;
  readonly numbers: readonly number[];
  readonly colors: readonly string[];
}

/** One valid way to understand a row. */
export interface Reading {
  readonly kind: SetKind;
  readonly points: number;
  readonly jokers: readonly Stand[];
}

export type Facts = Readonly<Record<string, string | number>>;

/** Why a row is no set: a code of the catalogue, its facts, and the rules it stands on. */
export interface Reason {
  readonly code: string;
  readonly facts: Facts;
  readonly rules: readonly string[];
}

export const refused = (code: string, rules: string | readonly string[], facts: Facts = {}): Reason => ({
  code,
  facts,
  rules: typeof rules === "string" ? [rules] : rules,
});

export const isReason = (answer: object): answer is Reason => "code" in answer;

/** Return, stretch by stretch, the colours open to it when neighbours must differ (T17); [] where none fit. */
export function colorOptions(stretches: readonly (string | null)[], palette: readonly string[]): string[][] {
  let rows: string[][] = [[]];
  for (const fixed of stretches) {
    const choices = fixed === null ? palette : [fixed];
    rows = rows.flatMap((row) => choices.filter((color) => row.at(-1) !== color).map((color) => [...row, color]));
  }
  return rows.length ? stretches.map((_, at) => [...new Set(rows.map((row) => row[at]!))]) : [];
}

export const numberTiles = (row: readonly Tile[]): Tile[] => row.filter((tile) => !tile.joker);
