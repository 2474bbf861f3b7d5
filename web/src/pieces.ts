/** Which piece is which: the server tells tiles, the page keeps its pieces where it can, so that they can be seen to move. */

import type { Board, Row, Rows } from "./state.ts";

/** A board that gives pieces their numbers. */
interface Found {
  readonly rows: Rows;
  readonly tiles: Readonly<Record<number, string>>;
  readonly next: number;
}

/**
 * Put tiles into rows of pieces: a row that was there keeps its pieces, a tile that lay elsewhere comes from there, then from
 * *more*, and what was never seen is new.
 */
export function matched(board: Board, texts: readonly (readonly string[])[], more: readonly number[]): Found {
  const free = new Set(board.rows.flatMap((row) => row.ids));
  const others = new Set(more.filter((id) => !free.has(id)));
  const tiles: Record<number, string> = { ...board.tiles };
  const homes = likest(board, texts);
  const rows: (number | null)[][] = texts.map((row) => row.map(() => null));
  const fill = (find: (text: string, row: number) => number | undefined): void =>
    texts.forEach((row, r) =>
      row.forEach((text, i) => {
        if (rows[r]![i] !== null) return;
        const id = find(text, r);
        if (id === undefined) return;
        free.delete(id);
        others.delete(id);
        rows[r]![i] = id;
      }),
    );
  let next = board.next;
  const taken = (ids: Iterable<number>, text: string): number | undefined =>
    [...ids].find((id) => tiles[id] === text && (free.has(id) || others.has(id)));
  fill((text, r) => taken(homes[r]?.ids ?? [], text));
  fill((text) => taken(free, text));
  fill((text) => taken(others, text));
  fill((text) => {
    tiles[next] = text;
    return next++;
  });
  const made = rows.map((ids, r): Row => ({ key: homes[r]?.key ?? next++, ids: ids as number[] }));
  return { rows: made, tiles, next };
}

/** For each row of tiles the old row that has most of them; none twice. */
function likest(board: Board, texts: readonly (readonly string[])[]): (Row | undefined)[] {
  const pairs = texts.flatMap((row, r) =>
    board.rows.map((old, o) => ({
      r,
      o,
      common: common(
        row,
        old.ids.map((id) => board.tiles[id] ?? ""),
      ),
    })),
  );
  const homes: (Row | undefined)[] = texts.map(() => undefined);
  const used = new Set<number>();
  for (const { r, o, common } of pairs.sort(
    (a, b) => b.common - a.common || Math.abs(a.r - a.o) - Math.abs(b.r - b.o),
  )) {
    if (common === 0 || homes[r] || used.has(o)) continue;
    homes[r] = board.rows[o];
    used.add(o);
  }
  return homes;
}

function common(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  return one.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

/** Bring a rack's pieces up to date: those that are still there keep their order, new ones come last, or where *kept* had them. */
export function reracked(
  board: Board,
  texts: readonly string[],
  kept: readonly string[],
): { order: readonly number[]; fresh: readonly number[]; tiles: Readonly<Record<number, string>>; next: number } {
  const left = new Map<string, number>();
  for (const text of texts) left.set(text, (left.get(text) ?? 0) + 1);
  const take = (text: string): boolean => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count > 0;
  };
  const tiles: Record<number, string> = { ...board.tiles };
  const order = board.order.filter((id) => take(tiles[id] ?? ""));
  let next = board.next;
  const fresh: number[] = [];
  const add = (text: string, isFresh: boolean): void => {
    tiles[next] = text;
    order.push(next);
    if (isFresh) fresh.push(next);
    next += 1;
  };
  const known = board.order.length > 0 || kept.length > 0;
  for (const text of kept) if (take(text)) add(text, false);
  for (const text of texts) if (take(text)) add(text, known);
  return { order, fresh, tiles, next };
}
