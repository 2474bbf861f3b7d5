/**
 * Tiles in no order put into the order of a set, as a player who throws them down would wish.
 *
 * Runs are sought by filling places upwards from the lowest possible number, mirrors by filling both sides from the
 * outside inwards. Of several orders the one worth most points is taken.
 */

import { type RulesData, type Tile, ordered, width } from "./tiles.ts";

/** Tiles left to lay, each kind once, in the order racks are kept in, with how many of it there are. */
class Heap {
  constructor(
    readonly tiles: readonly Tile[],
    readonly counts: number[],
    public size: number,
  ) {}

  static of(tiles: readonly Tile[]): Heap {
    const kinds = ordered(tiles).filter((tile, i, all) => i === 0 || tile.text !== all[i - 1]!.text);
    const counts = kinds.map((kind) => tiles.filter((tile) => tile.text === kind.text).length);
    return new Heap(kinds, counts, tiles.length);
  }

  /** Do something for each kind that is left and fits, with one of it taken away meanwhile. */
  each(fits: (tile: Tile) => boolean, then: (tile: Tile) => void): void {
    for (const [i, tile] of this.tiles.entries()) {
      if (!this.counts[i] || !fits(tile)) continue;
      this.counts[i]! -= 1;
      this.size -= 1;
      then(tile);
      this.counts[i]! += 1;
      this.size += 1;
    }
  }

  has(fits: (tile: Tile) => boolean): boolean {
    return this.tiles.some((tile, i) => this.counts[i]! > 0 && fits(tile));
  }
}

type Take = (row: readonly Tile[]) => void;

/** Hand over orders worth trying: enough to find every way the tiles are a set. */
export function eachOrder(tiles: readonly Tile[], rules: RulesData, take: Take): void {
  const mirrors = tiles.filter((tile) => tile.joker === "M");
  if (mirrors.length > 1) return;
  if (mirrors[0])
    return eachMirror(
      mirrors[0],
      tiles.filter((tile) => tile.joker !== "M"),
      rules,
      take,
    );
  take(ordered(tiles)); // a group has no order
  if (!couldRun(tiles)) return;
  const left = Heap.of(tiles);
  for (let low = 1; low <= rules.numbers; low++) fillRun(left, [], low, rules, take);
}

/** Tell quickly where no order can be a run: a number twice, too far apart, or two colours and nothing between them. */
function couldRun(tiles: readonly Tile[]): boolean {
  const numbers = tiles.filter((tile) => !tile.joker).map((tile) => tile.number);
  const places = tiles.reduce((sum, tile) => sum + width(tile), 0);
  const colors = new Set(tiles.filter((tile) => tile.color).map((tile) => tile.color));
  return (
    new Set(numbers).size === numbers.length &&
    Math.max(...numbers) - Math.min(...numbers) < places &&
    (colors.size === 1 || tiles.some((tile) => tile.joker === "C"))
  );
}

/** Hand over every order of all tiles left that fills consecutive places from *number* up. */
function fillRun(left: Heap, row: Tile[], number: number, rules: RulesData, take: Take): void {
  if (!left.size) take(row);
  if (number > rules.numbers || left.has((tile) => !tile.joker && tile.number < number)) return;
  left.each(
    (tile) => tile.joker !== null || tile.number === number,
    (tile) => {
      row.push(tile);
      fillRun(left, row, number + width(tile), rules, take);
      row.pop();
    },
  );
}

/** Hand over orders around a mirror: as a group, and as a run from every outer number, climbing and falling. */
function eachMirror(mirror: Tile, tiles: readonly Tile[], rules: RulesData, take: Take): void {
  const places = tiles.reduce((sum, tile) => sum + width(tile), 0);
  const size = places / 2;
  const numbers = tiles.filter((tile) => !tile.joker).map((tile) => tile.number);
  if (places % 2 || size > rules.numbers || tooManyAlone(tiles)) return;
  const both = (side: readonly Place[]): void => bothSides(mirror, tiles, side, take);
  const changes = tiles.some((tile) => tile.joker === "C");
  if (new Set(numbers).size === 1 && size <= rules.colors.length && !changes) {
    for (const colors of arrangements([...rules.colors], size)) {
      both(colors.map((color) => (tile) => tile.color === color));
    }
  }
  if (numbers.some((number) => numbers.filter((other) => other === number).length > 2)) return;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  for (let low = Math.max(1, most - size + 1); low <= Math.min(least, rules.numbers - size + 1); low++) {
    const climbing = Array.from(
      { length: size },
      (_, i): Place =>
        (tile) =>
          tile.number === low + i,
    );
    both(climbing);
    both(climbing.reverse());
  }
}

type Place = (tile: Tile) => boolean;

/** Tell whether there are more tiles without a twin than jokers can face. */
function tooManyAlone(tiles: readonly Tile[]): boolean {
  const heap = Heap.of(tiles.filter((tile) => !tile.joker));
  const alone = heap.counts.reduce((sum, count) => sum + (count % 2), 0);
  return alone > tiles.reduce((sum, tile) => sum + (tile.joker ? width(tile) : 0), 0);
}

/** Hand over every order with these places on both sides, from the outside inwards. */
function bothSides(mirror: Tile, tiles: readonly Tile[], places: readonly Place[], take: Take): void {
  const heap = Heap.of(tiles);
  const left: Tile[] = [];
  const right: Tile[] = [];
  fillSide(heap, left, 0, places, () => {
    fillSide(heap, right, 0, places, () => {
      if (!heap.size) take([...left, mirror, ...[...right].reverse()]);
    });
  });
}

/** Go on with every way to fill a side; each place says which tiles may stand there. */
function fillSide(left: Heap, side: Tile[], place: number, places: readonly Place[], then: () => void): void {
  const here = places[place];
  if (!here) return then();
  left.each(
    (tile) => (tile.joker ? place + width(tile) <= places.length : here(tile)),
    (tile) => {
      side.push(tile);
      fillSide(left, side, place + width(tile), places, then);
      side.pop();
    },
  );
}

function arrangements(items: readonly string[], size: number): string[][] {
  if (!size) return [[]];
  return items.flatMap((item) =>
    arrangements(
      items.filter((other) => other !== item),
      size - 1,
    ).map((rest) => [item, ...rest]),
  );
}
