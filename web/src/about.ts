/** What is played at a table, and how: in a few words each. */

import { m } from "./paraglide/messages.js";
import type { ClockOptions } from "./wire-types.ts";

export function clockText({ kind = "turn", seconds = null, increment = 0 }: ClockOptions): string {
  if (kind === "none" || !seconds) return m["page.clock-none"]();
  return kind === "bank" ? m["page.clock-bank"]({ seconds, increment }) : m["page.clock-turn"]({ seconds });
}

export const matchText = (count: number): string => m["page.match-of"]({ count });

export const hintsText = (allowed: boolean): string => (allowed ? m["page.with-hints"]() : m["page.without-hints"]());
