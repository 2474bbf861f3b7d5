import { describe, expect, test } from "vitest";
import { wrongNumber } from "../src/fields.ts";

describe("a number in a form", () => {
  test.each([5, 60, 7200])("%s is one that can be", (value) => {
    expect(wrongNumber(value, 5, 7200)).toBe("");
  });

  test.each([null, -1, 0, 4, 5.5, 7201, NaN])("%s is none", (value) => {
    expect(wrongNumber(value, 5, 7200)).toBe("Give a whole number from 5 to 7200.");
  });

  test("0 is one where it stands for none", () => {
    expect(wrongNumber(0, 5, 7200, true)).toBe("");
    expect(wrongNumber(4, 5, 7200, true)).toBe("Give 0 or a whole number from 5 to 7200.");
  });
});
