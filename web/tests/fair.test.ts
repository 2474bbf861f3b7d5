import { expect, test } from "vitest";
import { checked, commitment, dealOf, seedOf, setupOf } from "../src/fair.ts";
import { cases, rules, written } from "./fair-cases.ts";

test.each(cases)("$id", (one) => {
  const data = rules(one.rules);
  expect(commitment(one, one.rules, one.seats, one.starter, data)).toBe(one.want.commitment);
  expect(seedOf(one)).toBe(one.want.seed);
  const setup = setupOf(one, data, one.starter);
  expect(setup.pool.join(" ")).toBe(one.want.pool);
  expect(setup.startDraw.join(" ")).toBe(one.want.start_draw);
  expect(setup.starter).toBe(one.want.first);
  expect(setup.bonus.join(" ")).toBe(one.want.bonus);
});

const whole = cases.filter((one) => one.starter === null || one.want.start_draw === "");

test.each(whole)("a record of it is found right, and a changed one wrong: $id", (one) => {
  const data = rules(one.rules);
  const deal = dealOf(written(one));
  if (!deal) throw new Error("not read");
  expect(checked(deal, data)).toEqual([]);
  const pool = [...deal.pool];
  const at = pool.findIndex((tile) => tile !== pool[0]);
  [pool[0], pool[at]] = [pool[at] as string, pool[0] as string];
  expect(checked({ ...deal, pool }, data)).toEqual(["pool"]);
  const fair = deal.fair;
  if (!fair) throw new Error("no shuffle");
  const flipped = fair.server.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect(checked({ ...deal, fair: { ...fair, server: flipped } }, data)).toContain("commitment");
  expect(checked({ ...deal, fair: { ...fair, shares: [] } }, data)).toEqual(["shares"]);
  expect(checked({ ...deal, fair: null }, data)).toEqual(["missing"]);
  expect(checked(deal, data, { commitment: fair.commitment, seat: 0, share: fair.shares[0] ?? null })).toEqual([]);
  expect(checked(deal, data, { commitment: flipped })).toEqual(["not-seen"]);
  expect(checked(deal, data, { seat: 0, share: "abc123" })).toEqual(["not-mine"]);
});

test("what is no record has no deal", () => {
  for (const text of ["", "hello", "rules pl-standard", "> 0 draw"]) expect(dealOf(text)).toBeNull();
});
