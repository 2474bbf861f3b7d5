import { expect, test } from "vitest";
import { m } from "../src/paraglide/messages.js";

test("the page speaks the catalogue's words", () => {
  expect(m["page.tile"]({ color: m["color.b"](), number: "7" })).toBe("blue 7");
});
