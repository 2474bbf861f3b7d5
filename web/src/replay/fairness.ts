/** What is checked of a shuffle, one thing after the other, and what this browser remembers of it. */

import { checked, dealOf, seedOf, type Deal, type Finding, type Remembered } from "../fair.ts";
import type { RulesData } from "../sets.ts";

export interface Check {
  readonly what: Finding;
  readonly holds: boolean;
}

export interface Verdict {
  /** `word` where it is the server's word, because no seat added a value; `none` where the record does not tell. */
  readonly verdict: "good" | "bad" | "word" | "none";
  /** Whether this browser took part, and so its own value was looked for. */
  readonly mine: boolean;
  readonly checks: readonly Check[];
  readonly deal: Deal | null;
  readonly seed: string;
}

/** Check a record's shuffle; *kept* is what this browser kept of the game: its value and the commitment it saw. */
export function fairness(record: string, rules: RulesData, kept: (key: string) => string | null): Verdict {
  const deal = dealOf(record);
  const fair = deal?.fair ?? null;
  if (deal === null || fair === null) return { verdict: "none", mine: false, checks: [], deal, seed: "" };
  const [share = "", commitment = ""] = (kept(`share.${fair.room}.${fair.game}`) ?? "").split(" ");
  const mine = share !== "";
  const found = new Set<Finding>(checked(deal, rules, mine ? rememberedOf(fair.shares, share, commitment) : {}));
  const asked: Finding[] = ["commitment", "shares"];
  if (rules.family === "tiles" && deal.startDraw.length) asked.push("start-draw");
  asked.push("starter");
  if (rules.family === "cards") asked.push("bonus");
  asked.push("pool");
  if (mine) asked.push("not-seen", "not-mine");
  const whole = !found.has("shares"); // without all values nothing can be dealt again
  const dealt: Finding[] = ["start-draw", "starter", "bonus", "pool"];
  const checks = asked.map((what) => ({ what, holds: !found.has(what) && (whole || !dealt.includes(what)) }));
  const alone = fair.shares.every((share) => share === null);
  return { verdict: found.size ? "bad" : alone ? "word" : "good", mine, checks, deal, seed: seedOf(fair) };
}

/** One's seat is where one's value stands; where it stands nowhere, the first seat's is not it. */
function rememberedOf(shares: readonly (string | null)[], share: string, commitment: string): Remembered {
  const seat = Math.max(0, shares.indexOf(share));
  return { seat, share, ...(commitment ? { commitment } : {}) };
}
