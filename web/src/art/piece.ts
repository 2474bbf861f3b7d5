/** What is drawn on a tile or a card, told by its notation. */

export type JokerKind = "joker" | "double" | "color-change" | "mirror";

export interface Face {
  /** A letter of the notation; null where the piece has no colour. */
  readonly color: string | null;
  /** null for a joker. */
  readonly number: number | null;
  readonly joker: JokerKind | null;
}

const KINDS: Readonly<Record<string, JokerKind>> = { J: "joker", D: "double", C: "color-change", M: "mirror" };

/** Read a piece: `b7`, `J`, `Jr`, `D`, `C`, `M`; anything else has an empty face. */
export function faceOf(text: string): Face {
  const numbered = /^([krbogy])(\d{1,2})$/.exec(text);
  if (numbered) return { color: numbered[1]!, number: Number(numbered[2]), joker: null };
  const joker = /^(?:(J)([krbogy])?|([DCM]))$/.exec(text);
  if (joker) return { color: joker[2] ?? null, number: null, joker: KINDS[joker[1] ?? joker[3]!] ?? null };
  return { color: null, number: null, joker: null };
}

/** How a piece looks for the moment; several may hold at once. */
export interface Look {
  readonly picked?: boolean;
  /** New on the rack, or new on the table. */
  readonly fresh?: boolean;
  /** Lay elsewhere before this turn. */
  readonly moved?: boolean;
  /** Only shows where the piece will lie. */
  readonly ghost?: boolean;
  /** Stands where it does not fit. */
  readonly invalid?: boolean;
}
