/** Dragging by pointer: what is dragged is picked, and where it is let go it is placed, by the same commands as a tap. */

import { FAR_ENOUGH, movements } from "./movement.ts";
import type { Target } from "./update.ts";

export interface Commands {
  /** Pick for a drag: the piece, or all that is picked if it is among it, or a whole row; returns what moves. */
  readonly lift: (id: number) => readonly number[];
  readonly liftRow: (key: number) => readonly number[];
  readonly drop: (target: Target) => void;
  readonly cancel: () => void;
  /** Rummy 17: let go over the pile. */
  readonly discard?: () => void;
}

/** How far above a finger the dragged tile hangs, so that it can be seen. */
const ABOVE_FINGER = 52;

interface Drag {
  readonly pointer: number;
  readonly startX: number;
  readonly startY: number;
  readonly lift: () => readonly number[];
  readonly offset: number;
  ghost: HTMLElement | null;
  lifted: HTMLElement[];
  over: Element | null;
  x: number;
  y: number;
  frame: number;
}

/** Let the pieces inside *root* be dragged. */
export function draggable(root: HTMLElement, commands: Commands): { destroy: () => void } {
  let drag: Drag | null = null;
  const movement = movements(root);

  const down = (event: PointerEvent): void => {
    if (!event.isPrimary) return stop(); // two fingers zoom
    movement.begins();
    if (drag !== null || event.button !== 0) return;
    const from = event.target as HTMLElement;
    const piece = from.closest<HTMLElement>("[data-id]");
    const row = from.closest<HTMLElement>(".verdict")?.closest<HTMLElement>("[data-row]");
    if (!piece && !row) return;
    const lift = (): readonly number[] =>
      piece ? commands.lift(Number(piece.dataset["id"])) : commands.liftRow(Number(row?.dataset["row"]));
    const offset = event.pointerType === "touch" ? ABOVE_FINGER : 0;
    const at = { startX: event.clientX, startY: event.clientY, x: event.clientX, y: event.clientY };
    drag = { pointer: event.pointerId, lift, offset, ghost: null, lifted: [], over: null, frame: 0, ...at };
  };

  const move = (event: PointerEvent): void => {
    if (drag === null || event.pointerId !== drag.pointer) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (drag.ghost === null) {
      if (Math.hypot(drag.x - drag.startX, drag.y - drag.startY) < FAR_ENOUGH) return;
      begin(drag);
      if (drag === null) return;
    }
    event.preventDefault();
    drag.frame ||= requestAnimationFrame(follow);
  };

  const begin = (now: Drag): void => {
    const ids = now.lift();
    if (!ids.length) {
      drag = null;
      return;
    }
    now.lifted = ids.flatMap((id) => root.querySelector<HTMLElement>(`[data-id="${id}"]`) ?? []);
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    for (const element of now.lifted) {
      const copy = element.querySelector("svg")?.cloneNode(true) as SVGElement | undefined;
      if (copy === undefined) continue;
      copy.style.width = `${element.getBoundingClientRect().width}px`;
      ghost.append(copy);
      element.classList.add("lifted");
    }
    document.body.append(ghost);
    now.ghost = ghost;
    ghost.setPointerCapture(now.pointer); // its cursor is seen then, and nothing else needs a new style for that
  };

  const follow = (): void => {
    if (drag?.ghost == null) return;
    drag.frame = 0;
    const { x, y, offset } = drag;
    drag.ghost.style.transform = `translate(${x}px, ${y - offset}px) translate(-50%, -50%)`;
    const over = placeAt(x, y - offset);
    if (over === drag.over) return;
    shownAt(drag.over)?.classList.remove("over");
    shownAt(over)?.classList.add("over");
    drag.over = over;
  };

  const placeAt = (x: number, y: number): Element | null => {
    const found = document.elementFromPoint(x, y);
    const piece = found?.closest<HTMLElement>("[data-id]:not(.lifted)");
    return piece && root.contains(piece) ? piece : (found?.closest("[data-row], [data-drop]") ?? null);
  };

  const finish = (event: PointerEvent): void => {
    if (drag === null || event.pointerId !== drag.pointer) return;
    const now = drag;
    drag = null;
    if (now.ghost === null) return;
    movement.ends(event);
    const over = event.type === "pointerup" ? placeAt(event.clientX, event.clientY - now.offset) : null;
    clear(now);
    const target = over === null ? null : targetOf(over);
    if (over?.getAttribute("data-drop") === "discard") commands.discard?.();
    else if (target === null) commands.cancel();
    else commands.drop(target);
  };

  const clear = (now: Drag): void => {
    cancelAnimationFrame(now.frame);
    shownAt(now.over)?.classList.remove("over");
    now.lifted.forEach((element) => element.classList.remove("lifted"));
    now.ghost?.remove();
  };

  const stop = (): void => {
    const now = drag;
    drag = null;
    if (now?.ghost == null) return;
    clear(now);
    commands.cancel();
  };

  const cancel = (event: KeyboardEvent): void => {
    if (event.key === "Escape") stop();
  };

  root.addEventListener("pointerdown", down);
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", finish);
  window.addEventListener("pointercancel", finish);
  window.addEventListener("keydown", cancel);
  return {
    destroy: () => {
      if (drag !== null) clear(drag);
      root.removeEventListener("pointerdown", down);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", finish);
      window.removeEventListener("pointercancel", finish);
      window.removeEventListener("keydown", cancel);
      movement.destroy();
    },
  };
}

/** Where it is shown that something would be dropped: over the felt, at the place for a new row. */
const shownAt = (over: Element | null): Element | null => over?.querySelector(".new") ?? over;

function targetOf(element: Element): Target | null {
  const { id, row, drop } = (element as HTMLElement).dataset;
  const inRack = element.closest('[data-drop="rack"]') !== null;
  if (id !== undefined) return inRack ? { to: "rack", before: Number(id) } : { to: "piece", id: Number(id) };
  if (row !== undefined) return { to: "row", key: Number(row) };
  if (drop === "new") return { to: "new" };
  return drop === "rack" ? { to: "rack" } : null;
}
