import jsQR from "jsqr";
import { expect, test } from "vitest";
import { draw, MARGIN, type Code } from "../src/qr.ts";

const SCALE = 4;

/** Paint the outline as a picture, a square of pixels for each square of the code. */
function painted(code: Code): Uint8ClampedArray {
  const wide = code.size * SCALE;
  const pixels = new Uint8ClampedArray(wide * wide * 4).fill(255);
  for (const [, x, y, long] of code.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      const from = (row * wide + Number(x) * SCALE) * 4;
      for (let at = from; at < from + Number(long) * SCALE * 4; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return pixels;
}

const read = (code: Code): string | undefined =>
  jsQR(painted(code), code.size * SCALE, code.size * SCALE, { inversionAttempts: "dontInvert" })?.data;

test.each([
  "http://127.0.0.1:8017/table/3k9x0q7a2b#GmS1J8o2kPq0vXyZ",
  `https://tables.example.org/table/${"z".repeat(32)}#${"Aa0_-".repeat(20)}`,
  "https://játék.example/table/abcd#x",
])("a decoder reads back what was drawn: %s", (text) => {
  expect(read(draw(text))).toBe(text);
});

test("a margin stays light all around", () => {
  const code = draw("https://tables.example.org/table/abcd#secret");
  const squares = [...code.path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, long]) => [x, y, long].map(Number));
  for (const [x = 0, y = 0, long = 0] of squares) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(MARGIN);
    expect(Math.max(x + long, y + 1)).toBeLessThanOrEqual(code.size - MARGIN);
  }
});
