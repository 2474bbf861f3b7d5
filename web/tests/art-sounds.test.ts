/** Sounds: short, soft, and never an obstacle. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { play, SOUNDS } from "../src/art/sounds.ts";

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
