/** Sounds: short, soft, and never an obstacle. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { play, prepare, SOUNDS } from "../src/art/sounds.ts";

interface Rung {
  start: number;
  stop: number;
}

const rung: Rung[] = [];
const volumes: number[] = [];

class Param {
  setValueAtTime = (value: number): this => (volumes.push(value), this);
  exponentialRampToValueAtTime = (value: number): this => (volumes.push(value), this);
}

class Node {
  gain = new Param();
  frequency = { setValueAtTime: () => this.frequency, exponentialRampToValueAtTime: () => this.frequency };
  at: Rung = { start: NaN, stop: NaN };
  connect = (to: unknown): unknown => to;
  disconnect = vi.fn();
  onended: (() => void) | null = null;
  start = (at: number): void => {
    this.at.start = at;
  };
  stop = (at: number): void => {
    this.at.stop = at;
    rung.push(this.at);
    this.onended?.();
  };
}

const device = (state: AudioContextState): AudioContext & { resume: ReturnType<typeof vi.fn> } =>
  ({ state, currentTime: 5, destination: {}, resume: vi.fn(() => Promise.resolve()) }) as never;

beforeEach(() => {
  rung.length = volumes.length = 0;
  vi.stubGlobal("OscillatorNode", Node);
  vi.stubGlobal("GainNode", Node);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(SOUNDS)("%s is heard, softly, for less than a second and a half", (sound) => {
  play(sound, device("running"));
  expect(rung.length).toBeGreaterThan(0);
  for (const { start, stop } of rung) {
    expect(start).toBeGreaterThanOrEqual(5);
    expect(stop).toBeGreaterThan(start);
    expect(stop).toBeLessThan(6.5);
  }
  expect(Math.max(...volumes)).toBeLessThanOrEqual(0.25);
  expect(Math.min(...volumes)).toBeGreaterThan(0); // an exponential glide never reaches nothing
});

test("before the first touch nothing sounds late: the device is woken instead", () => {
  const asleep = device("suspended");
  play("turn", asleep);
  expect(rung).toEqual([]);
  expect(asleep.resume).toHaveBeenCalledOnce();
});

test("where there is no sound, nothing happens", () => {
  expect(() => {
    play("win");
    play("win", null);
  }).not.toThrow();
});

/** A page that nobody has touched yet, or somebody has; what it hears, and what it does when it is idle. */
function page(touched: boolean): { devices: number; idle: (() => void)[]; heard: Record<string, () => void> } {
  const found = { devices: 0, idle: [] as (() => void)[], heard: {} as Record<string, () => void> };
  const made = class {
    constructor() {
      found.devices++;
      return device("running");
    }
  };
  vi.stubGlobal("AudioContext", made);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: touched } });
  vi.stubGlobal("requestIdleCallback", (work: () => void) => found.idle.push(work));
  vi.stubGlobal("addEventListener", (type: string, work: () => void) => (found.heard[type] = work));
  return found;
}

test("the device is made after the first touch, when the page is idle, and never by a sound", () => {
  const fresh = page(false);
  prepare();
  play("place");
  expect(fresh.devices + fresh.idle.length).toBe(0);
  expect(Object.keys(fresh.heard)).toEqual(["pointerup", "keyup"]);

  const { heard } = fresh;
  const touched = page(true);
  heard["pointerup"]?.();
  heard["keyup"]?.();
  play("place");
  expect([touched.devices, rung.length]).toEqual([0, 0]);

  for (const work of touched.idle) work();
  prepare();
  play("place");
  expect(touched.devices).toBe(1);
  expect(rung.length).toBeGreaterThan(0);
});
