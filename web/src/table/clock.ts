/** What a clock shows: minutes and seconds, and whether little is left. */

import type { WatchView } from "../wire-types.ts";

const LITTLE = 10_000;

/** Read a turn's clock, or that of the others who may knock meanwhile; null where there is none. */
export function clock(
  watch: WatchView,
  whose: "knock" | "turn",
  now: number,
  still: boolean,
): { text: string; late: boolean } | null {
  const [due, rest] = whose === "knock" ? [watch.knock_due, watch.knock_left] : [watch.due, watch.left];
  const left = still || due === null ? rest : due - now;
  if (left === null) return null;
  return { text: minutes(left), late: left < LITTLE };
}

/** Write a time as minutes and seconds. */
export function minutes(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
