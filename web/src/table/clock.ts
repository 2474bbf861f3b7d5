/** What a clock shows: minutes and seconds, and whether little is left. */

import { isCards } from "../state.ts";
import type { CardView, TileView, WatchView } from "../wire-types.ts";

const LITTLE = 10_000;

export function clock(
  watch: WatchView,
  view: TileView | CardView | null,
  now: number,
  still: boolean,
): { text: string; late: boolean } | null {
  const knocking = view !== null && isCards(view) && view.phase === "knocking";
  const [due, rest] = knocking ? [watch.knock_due, watch.knock_left] : [watch.due, watch.left];
  const left = still || due === null ? rest : due - now;
  if (left === null) return null;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return { text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, late: left < LITTLE };
}
