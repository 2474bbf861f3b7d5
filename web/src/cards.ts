/** Rummy 17: what was arranged as the actions the server takes, one after the other. */

import { isCards, textOf, type Row, type State } from "./state.ts";

/**
 * Return the actions that lead to the table as it lies: new melds first, for whoever has melded may add and exchange; then
 * exchanges; then what holds a joker that was freed by one.
 */
export function cardActions(state: State): string[] {
  const { view, board } = state;
  if (view === null || !isCards(view)) return [];
  const base = new Map(board.base.map((row, index) => [row.key, { row, index }]));
  const write = (row: Row): string => textOf(board, row.ids).join(" ");
  const freed = new Set<number>();
  const exchanges: string[] = [];
  const additions: string[] = [];
  for (const row of board.rows) {
    const old = base.get(row.key);
    if (!old) continue;
    const gone = old.row.ids.filter((id) => !row.ids.includes(id));
    gone.forEach((id) => freed.add(id));
    if (gone.length) exchanges.push(`exchange ${old.index}`);
    if (row.ids.length > old.row.ids.length) additions.push(`add ${old.index} ${write(row)}`);
  }
  const fresh = board.rows.filter((row) => !base.has(row.key));
  const late = fresh.filter((row) => row.ids.some((id) => freed.has(id)));
  const early = fresh.filter((row) => !late.includes(row));
  const meld = (row: Row): string => `meld ${write(row)}`;
  return [...early.map(meld), ...exchanges, ...late.map(meld), ...additions];
}
