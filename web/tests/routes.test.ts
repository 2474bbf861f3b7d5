import { expect, test } from "vitest";
import { readLink, replayAddress, routeOf, rulesAddress, tableAddress } from "../src/routes.ts";

test("an address leads to its page", () => {
  expect(routeOf("/", "")).toEqual({ page: "home" });
  expect(routeOf("/table/abc1", "#secret")).toEqual({ page: "table", room: "abc1", link: "secret" });
  expect(routeOf("/table/abc1", "")).toEqual({ page: "table", room: "abc1", link: null });
  expect(routeOf("/table/../x", "")).toEqual({ page: "unknown" });
});

test("a link that was sent is read, and so is a table's name", () => {
  expect(readLink(" https://example.org/table/abc1#s ")).toEqual({ page: "table", room: "abc1", link: "s" });
  expect(readLink("abc1")).toEqual({ page: "table", room: "abc1", link: null });
  expect(readLink("hello there")).toEqual({ page: "unknown" });
});

test("an address reads back", () => {
  expect(tableAddress("abc1", "s")).toBe("/table/abc1#s");
  expect(tableAddress("abc1", null)).toBe("/table/abc1");
});

test("a replay of a table is asked for after the #, and anything else there is no table", () => {
  expect(routeOf("/replay", "")).toEqual({ page: "replay", room: null, game: null });
  expect(routeOf("/replay", "#abc1/3")).toEqual({ page: "replay", room: "abc1", game: 3 });
  expect(routeOf("/replay", "#abc1/x")).toEqual({ page: "replay", room: null, game: null });
  expect(replayAddress("abc1", 3)).toBe("/replay#abc1/3");
});

test("rules are those of a ruleset, or of the one played last", () => {
  expect(routeOf("/rules", "")).toEqual({ page: "rules", key: null });
  expect(routeOf(rulesAddress("pl-twist"), "#T16")).toEqual({ page: "rules", key: "pl-twist" });
  expect(routeOf("/rules/../x", "")).toEqual({ page: "unknown" });
});
