/** Pieces are seen to move from where they were to where they are. */

export type Places = ReadonlyMap<string, DOMRect>;

/** Whether somebody would rather see nothing move. */
export const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function places(root: HTMLElement | null): Places {
  const found = new Map<string, DOMRect>();
  if (root === null || calm()) return found;
  for (const piece of root.querySelectorAll<HTMLElement>("[data-id]")) {
    found.set(piece.dataset["id"] ?? "", piece.getBoundingClientRect());
  }
  return found;
}

export function glide(root: HTMLElement | null, before: Places): void {
  if (root === null || !before.size || calm()) return;
  const moves: [HTMLElement, DOMRect | undefined, DOMRect][] = [];
  for (const piece of root.querySelectorAll<HTMLElement>("[data-id]")) {
    moves.push([piece, before.get(piece.dataset["id"] ?? ""), piece.getBoundingClientRect()]);
  }
  for (const [piece, from, to] of moves) {
    if (from === undefined) {
      piece.animate([{ opacity: 0, transform: "scale(0.6)" }, {}], { duration: 220, easing: "ease-out" });
      continue;
    }
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    const duration = Math.min(420, 160 + Math.hypot(x, y) / 3);
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}
