/** A QR code as the outline of its dark squares. */

import { correction, generate } from "lean-qr/nano";

/** Squares that stay light around a code, so that cameras find it. */
export const MARGIN = 4;

export interface Code {
  /** Squares in a row, the margin included. */
  readonly size: number;
  readonly path: string;
}

export function draw(text: string): Code {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const lines = Array.from({ length: code.size }, (_, y) => stretches(code.size, (x) => code.get(x, y)).map(([x, long]) => `M${x + MARGIN} ${y + MARGIN}h${long}v1h-${long}z`)); // prettier-ignore
  return { size: code.size + 2 * MARGIN, path: lines.flat().join("") };
}

/** Where dark stretches of a line begin, and how long they are. */
function stretches(size: number, dark: (x: number) => boolean): [number, number][] {
  const found: [number, number][] = [];
  for (let x = 0; x < size; x += 1) {
    const last = found.at(-1);
    if (!dark(x)) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else found.push([x, 1]);
  }
  return found;
}
