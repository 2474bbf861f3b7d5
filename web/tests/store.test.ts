import { beforeEach, expect, test, vi } from "vitest";
import { dropSeat, heldSeats, heldSince, keepSeat, seatAt, setAside } from "../src/store.ts";

const kept = new Map<string, string>();
const storage = new Proxy(
  {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
  {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", storage);
});

const held = (token: string) => ({ token, link: null });

test("a seat is held since its token was first welcome, by the server's clock", () => {
  keepSeat("room", { token: "mine", link: "secret" });
  expect(heldSince("room", "mine", 5000)).toBe(5000);
  expect(heldSince("room", "mine", 9000)).toBe(5000);
  expect(seatAt("room")).toEqual({ token: "mine", link: "secret" });
  keepSeat("room", held("another"));
  expect(heldSince("room", "another", 9000)).toBe(9000);
  expect(heldSince("room", "mine", 9500)).toBe(9500);
});

test("the seats one holds come newest first, and one that was only just taken before all", () => {
  for (const [room, since] of [
    ["old", 1000],
    ["new", 3000],
    ["middle", 2000],
  ] as const) {
    keepSeat(room, held(room));
    heldSince(room, room, since);
  }
  keepSeat("just now", held("t"));
  expect(heldSeats().map((sat) => sat.room)).toEqual(["just now", "new", "middle", "old"]);
});

test("a table that is closed is set aside, and a seat that is lost is none; both keep what opens them", () => {
  keepSeat("closed", { token: "a", link: "b" });
  keepSeat("lost", { token: "c", link: "d" });
  setAside("closed");
  dropSeat("lost", "c");
  expect(heldSeats()).toEqual([]);
  expect(seatAt("closed")).toEqual({ token: "a", link: "b" });
  expect(seatAt("lost")).toEqual({ token: null, link: "d" });
});
