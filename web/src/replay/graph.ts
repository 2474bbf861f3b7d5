/** The lines of a graph of tiles left: pure numbers to points and back. */

import type { Review } from "../wire-types.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How many tiles or cards each seat had after each step. */
export const countsOf = (review: Review): readonly (readonly number[])[] =>
  review.steps.map((step) => step.racks.map((rack) => rack.length));

/** A round number that no line rises above, and the marks below it. */
export function scaleOf(counts: readonly (readonly number[])[]): { most: number; marks: number[] } {
  const highest = Math.max(1, ...counts.flat());
  const by = [1, 2, 5, 10, 20, 50].find((one) => highest / one <= 5) ?? 50;
  const most = Math.ceil(highest / by) * by;
  return { most, marks: Array.from({ length: most / by + 1 }, (_, i) => i * by) };
}

export const xOf = (step: number, last: number, size: Size): number =>
  size.left + (last ? step / last : 0) * (size.width - size.left - size.right);

export const yOf = (count: number, most: number, size: Size): number =>
  size.height - size.bottom - (count / most) * (size.height - size.top - size.bottom);

/** The step that lies nearest to a place on the graph. */
export function stepAt(x: number, last: number, size: Size): number {
  const share = (x - size.left) / Math.max(1, size.width - size.left - size.right);
  return Math.round(Math.max(0, Math.min(1, share)) * last);
}

/** The line of one seat: it stays level until a step changes it. */
export function lineOf(counts: readonly (readonly number[])[], seat: number, most: number, size: Size): string {
  const last = counts.length - 1;
  return counts
    .map((row, step) => {
      const [x, y] = [xOf(step, last, size).toFixed(1), yOf(row[seat] ?? 0, most, size).toFixed(1)];
      return step === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    })
    .join("");
}
