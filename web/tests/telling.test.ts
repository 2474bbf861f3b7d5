/** What the status line says, and to whom. */

import { afterEach, describe, expect, test } from "vitest";
import { type Locale, overwriteGetLocale } from "../src/paraglide/runtime.js";
import { happening, speaker } from "../src/telling.ts";
import { sitting, tileView } from "./game.ts";

let spoken: Locale = "en";
overwriteGetLocale(() => spoken);
afterEach(() => (spoken = "en"));

const SAID: Readonly<Record<Locale, readonly [own: string, other: string]>> = {
  en: ["You passed.", "Ty passed."],
  hu: ["Passzoltál.", "Ty passzolt."],
  pl: ["Pasujesz.", "Ty pasuje."],
  sk: ["Pasuješ.", "Ty pasuje."],
  fi: ["Jätit väliin.", "Ty jätti väliin."],
};

describe("who did it", () => {
  const state = sitting(tileView());
  const seats = [{ kind: "person", name: "Anna", here: true }, { kind: "person", name: "Ty", here: true }] as const; // prettier-ignore
  const table = { ...state, fields: { ...state.fields!, seats } };

  test.each(Object.keys(SAID) as Locale[])(
    "%s: what one does oneself is told to oneself, whatever others are called",
    (key) => {
      spoken = key;
      expect([0, 1].map((seat) => happening(table, { type: "passed", seat }))).toEqual(SAID[key]);
    },
  );

  test("whoever only watches is nobody of those who play", () => {
    expect(happening({ ...table, you: null }, { type: "passed", seat: 0 })).toBe("Anna passed.");
  });
});

describe("who said it", () => {
  const state = { ...sitting(tileView()), since: 5000 };
  const line = { seat: 0, name: "Zoe", text: "hello", at: 4000 };

  test("a line keeps the name it was said under, also where one sits now oneself", () => {
    expect(speaker(state, line)).toBe("Zoe");
    expect(speaker(state, { ...line, seat: 1, at: 6000 })).toBe("Zoe");
    expect(speaker({ ...state, you: null }, { ...line, at: 6000 })).toBe("Zoe");
  });

  test("what was said at one's own seat since one sits there is one's own", () => {
    expect(speaker(state, { ...line, name: "Anna", at: 5000 })).toBe("You");
  });
});
