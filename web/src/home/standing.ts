/** How it stands at a table, as far as one knows who only asked for it. */

import { m } from "../paraglide/messages.js";
import { begin, type State } from "../state.ts";
import { nameOf, waiting } from "../telling.ts";
import type { RoomInfo } from "../wire-types.ts";
import { list } from "../words.svelte.ts";

const stateOf = ({ room, fields, you }: RoomInfo): State => ({ ...begin(room), fields, you: you ?? null });

/** Who sits there. */
export function players(info: RoomInfo): string {
  const state = stateOf(info);
  return list(info.fields.seats.flatMap((seat, index) => (seat.kind === "open" ? [] : [nameOf(state, index)])));
}

/** Whose turn it is, or what is waited for. */
export function standing(info: RoomInfo): string {
  const { fields, turn } = info;
  if (fields.paused) return m["page.paused"]();
  switch (fields.phase) {
    case "waiting":
      return waiting(fields, info.you ?? null);
    case "sharing":
      return m["page.sharing"]();
    case "playing":
      return turn === info.you ? m["page.your-turn"]() : m["page.turn-of"]({ name: nameOf(stateOf(info), turn) });
    default:
      return fields.phase === "between" ? m["page.between-games"]() : m["page.match-over"]();
  }
}
