/** A replay in words. Tiles stand in a sentence as marked notation, so that they can be drawn, or named where they cannot. */

import { m } from "../paraglide/messages.js";
import type { GameEvent } from "../state.ts";
import type { Review, ReviewedStep, ReviewedTurn, Step } from "../wire-types.ts";
import { levelName, levels, list, tileName, tileNames } from "../words.svelte.ts";
import { readTable } from "./film.ts";

/** A piece of a sentence: words, or tiles to be drawn. */
export type Part = string | readonly string[];

type Facts = Record<"row" | "rack" | "tiles" | "set", string>;

const OPEN = "\uE000";
const CLOSE = "\uE001";
const STEPS: Readonly<Record<string, (facts: Facts) => string>> = {
  "step-add": m["step-add"],
  "step-lay": m["step-lay"],
  "step-lay-moved": m["step-lay-moved"],
  "step-lay-with": m["step-lay-with"],
  "step-take": m["step-take"],
  "step-turn": m["step-turn"],
};

const drawn = (tiles: unknown): string => {
  const texts = typeof tiles === "string" ? tiles.split(" ") : Array.isArray(tiles) ? (tiles as string[]) : [];
  return `${OPEN}${texts.join(" ")}${CLOSE}`;
};

/** Take a sentence apart into words and tiles. */
export function parts(sentence: string): Part[] {
  return sentence
    .split(OPEN)
    .flatMap((piece, i): Part[] => {
      if (i === 0) return [piece];
      const [tiles = "", words = ""] = piece.split(CLOSE);
      return [tiles.split(" ").filter(Boolean), words];
    })
    .filter((part) => part.length);
}

/** A sentence with its tiles named. */
export const plain = (sentence: string): string =>
  parts(sentence)
    .map((part) => (typeof part === "string" ? part : tileNames(part)))
    .join("");

/** Say what was done with a step. */
export function told(review: Review, step: ReviewedStep): string {
  const said = (step.happened as readonly GameEvent[]).map((event) => happening(review, step, event));
  return said.filter(Boolean).join(" ");
}

function happening(review: Review, step: ReviewedStep, event: GameEvent): string {
  const name = nameOf(review, event.seat ?? step.seat);
  const who = "other"; // nobody is "you" in a replay
  const tiles = drawn(event["tiles"]);
  const card = drawn(event["card"] ?? []);
  switch (event.type) {
    case "start-drawn":
      return m["page.replay.start-drawn"]({ draws: drawsOf(review, event) });
    case "dealt":
      return m["page.replay.dealt"]({ name: nameOf(review, Number(step.view["turn"] ?? 0)) });
    case "played":
      return event["opened"] === true
        ? m["page.replay.opened"]({ name, points: Number(event["points"]), tiles })
        : m["page.replay.laid"]({ name, tiles });
    case "drew":
      return event["penalty"] === true
        ? m["page.replay.drew-late"]({ name, tiles })
        : m["page.replay.drew"]({ name, tiles });
    case "passed":
      return m["page.passed"]({ who, name });
    case "announced":
      return m["page.announced"]({ who, name });
    case "took":
      return event["source"] === "stock"
        ? m["page.replay.took-stock"]({ name, card })
        : m["page.replay.took-pile"]({ name, card });
    case "answered":
      return step.action === "knock yes" ? m["page.replay.knocks"]({ name }) : m["page.replay.knocks-not"]({ name });
    case "knocked": {
      const winner = event["winner"];
      return typeof winner === "number" ? m["page.knocked"]({ who, name: nameOf(review, winner), card }) : "";
    }
    case "melded":
    case "extended":
      return m["page.replay.laid"]({ name, tiles: drawn(event["cards"]) });
    case "exchanged":
      return m["page.replay.exchanged"]({ name, card, joker: drawn(event["joker"]) });
    case "took-back":
      return m["page.took-back"]({ who, name });
    case "discarded":
      return event["late"] === true
        ? m["page.replay.discarded-late"]({ name, card })
        : m["page.discarded"]({ who, name, card });
    case "ended":
      return m["page.won"]({ names: winnersOf(review) });
    default:
      return "";
  }
}

function drawsOf(review: Review, event: GameEvent): string {
  const rounds = (event["rounds"] ?? []) as readonly (readonly (readonly [number, string])[])[];
  return list(rounds.flat().map(([seat, tile]) => `${nameOf(review, seat)} ${drawn([tile])}`));
}

export function nameOf(review: Review, seat: number | null): string {
  if (seat === null) return "";
  const name = review.names[seat] ?? m["page.seat"]({ seat: seat + 1 });
  return levels.includes(name) ? m["page.opponent-at"]({ level: levelName(name), seat: seat + 1 }) : name;
}

/** Who won, in words; nothing where the game was not played to its end. */
export function winnersOf(review: Review): string {
  const result = resultOf(review);
  return result === null ? "" : list(result.winners.map((seat) => nameOf(review, seat)));
}

/** How the game ended. */
export function resultOf(review: Review): { winners: readonly number[]; scores: readonly number[] } | null {
  const result = review.steps.at(-1)?.view["result"] as Record<string, unknown> | null | undefined;
  if (result === null || result === undefined) return null;
  const winners = Array.isArray(result["winners"]) ? (result["winners"] as number[]) : [Number(result["winner"])];
  return { winners, scores: result["scores"] as number[] };
}

/** What a turn did, in two or three words. */
export function shortly(review: Review, turn: ReviewedTurn): string {
  if (turn.laid > 0) return m["page.replay.turn-laid"]({ count: turn.laid });
  const events = review.steps.slice(turn.first, turn.last + 1).flatMap((step) => step.happened as readonly GameEvent[]);
  const drew = events.find((event) => event.type === "drew");
  if (drew) return m["page.replay.turn-drew"]({ count: Number(drew["count"]) });
  const thrown = events.find((event) => event.type === "discarded");
  if (thrown) return m["page.replay.turn-discarded"]({ card: tileName(String(thrown["card"])) });
  return m["page.replay.turn-passed"]();
}

/** What would have been better, in a few words. */
export const couldHave = (turn: ReviewedTurn): string =>
  turn.proven && turn.laid === 0
    ? m["page.replay.could-none"]({ most: turn.most })
    : turn.proven
      ? m["page.replay.could"]({ laid: turn.laid, most: turn.most })
      : m["page.replay.could-more"]({ laid: turn.laid, most: turn.most });

/** How to lay what would have been better, sentence by sentence. */
export function better(turn: ReviewedTurn): string[] {
  if (turn.steps.length) return turn.steps.map(stepOf);
  return turn.better.map((action) => {
    const [word, ...rest] = action.split(" ");
    switch (word) {
      case "meld":
        return m["page.replay.step-meld"]({ cards: drawn(rest) });
      case "add":
        return m["page.replay.step-add"]({ meld: Number(rest[0]) + 1, cards: drawn(rest.slice(1)) });
      case "exchange":
        return m["page.replay.step-exchange"]({ meld: Number(rest[0]) + 1 });
      default:
        return readTable(rest.join(" "))
          .map((row) => m["page.replay.step-meld"]({ cards: drawn(row) }))
          .join(" ");
    }
  });
}

/** Say one step of a play. */
export function stepOf({ code, facts }: Step): string {
  const { row = "", rack = "", tiles = "", set = "" } = facts;
  return STEPS[code]?.({ row: drawn(row), rack: drawn(rack), tiles: drawn(tiles), set: drawn(set) }) ?? "";
}
