/** The cases of the checkable shuffle that every program here is held to. */

import { readFileSync } from "node:fs";
import type { RulesData } from "../src/sets.ts";

export interface Case {
  id: string;
  rules: string;
  seats: number;
  starter: number | null;
  room: string;
  game: number;
  server: string;
  shares: (string | null)[];
  want: { commitment: string; seed: string; pool: string; start_draw: string; first: number; bonus: string };
}

const told = JSON.parse(readFileSync("../tests/cases/rules.json", "utf8")) as Record<string, RulesData>;

export function rules(key: string): RulesData {
  const found = told[key];
  if (!found) throw new Error(key);
  return found;
}

export const cases = readFileSync("../tests/cases/fair.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

/** Write the lines of a record that tell of a case's deal. */
export function written({ want, ...given }: Case): string {
  const seats = given.shares.map((_, seat) => `seat ${seat} P${seat}`);
  const shares = given.shares.map((share, seat) => `fair-share ${seat} ${share ?? "-"}`);
  return [
    "meldwise-record 1",
    `rules ${given.rules}`,
    "rules-version 1",
    ...seats,
    ...(want.start_draw ? [`start-draw ${want.start_draw}`] : []),
    `starter ${want.first}`,
    ...(want.bonus ? [`bonus ${want.bonus}`] : []),
    `pool ${want.pool}`,
    `fair-room ${given.room}`,
    `fair-game ${given.game}`,
    `fair-commitment ${want.commitment}`,
    `fair-server ${given.server}`,
    ...shares,
    "> 0 draw",
    "unfinished",
    "",
  ].join("\n");
}
