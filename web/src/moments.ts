/** How one table became another, step by step: first what lay there moves, row by row, then the new tiles come. */

import type { Row, Rows } from "./state.ts";

/** Return the tables between two tables, both included. */
export function moments(before: Rows, after: Rows): readonly Rows[] {
  const lay = new Set(before.flatMap((row) => row.ids));
  const found: Rows[] = [before];
  const turn = (row: Row): void => {
    const now = found.at(-1) ?? [];
    const old = now.find((one) => one.key === row.key);
    const left = old?.ids.filter((id) => !row.ids.includes(id)) ?? []; // they stay until they are needed elsewhere
    const turned = { ...row, ids: [...row.ids, ...left] };
    const rest = now.map((one) => (one === old ? turned : without(one, row.ids)));
    found.push((old ? rest : [...rest, turned]).filter((one) => one.ids.length));
  };
  for (const row of after) turn({ ...row, ids: row.ids.filter((id) => lay.has(id)) });
  for (const row of after) turn(row);
  found.push(after);
  return found.filter((rows, index) => index === 0 || !alike(rows, found[index - 1] ?? []));
}

const without = (row: Row, ids: readonly number[]): Row => ({ ...row, ids: row.ids.filter((id) => !ids.includes(id)) });

const alike = (one: Rows, other: Rows): boolean =>
  one.length === other.length &&
  one.every((row, index) => row.key === other[index]?.key && row.ids.join() === other[index].ids.join());
