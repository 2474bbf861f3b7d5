/** A crowded table: tiles larger or smaller by wheel or two fingers, and the felt moved by the mouse; what one looks at stays put. */

import { flushSync } from "svelte";

import { FAR_ENOUGH, movements } from "../movement.ts";

export interface Zoom {
  readonly size: () => number;
  readonly resize: (size: number) => void;
}

/** Pixels of a wheel that make tiles larger e-fold. */
const WHEEL = 600;

export function zoomable(board: HTMLElement, zoom: Zoom): { destroy: () => void } {
  let pinched: { readonly gap: number; readonly size: number; y: number } | null = null;
  let held: { readonly pointer: number; x: number; y: number; moved: boolean } | null = null;
  const movement = movements(board);

  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return; // as the browser's own zoom, and as two fingers on a trackpad
    event.preventDefault();
    around(board, event.clientY, () => zoom.resize(zoom.size() * Math.exp(-event.deltaY / WHEEL)));
  };

  const touch = (event: TouchEvent): void => {
    const [one, other] = event.touches;
    if (one === undefined || other === undefined || event.touches.length > 2) {
      pinched = null;
      return;
    }
    event.preventDefault();
    const gap = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const y = (one.clientY + other.clientY) / 2;
    pinched ??= { gap, size: zoom.size(), y };
    const { size, gap: first } = pinched;
    board.scrollTop -= y - pinched.y;
    pinched.y = y;
    around(board, y, () => zoom.resize((size * gap) / first));
  };

  const down = (event: PointerEvent): void => {
    movement.begins();
    const on = (event.target as HTMLElement).closest("[data-row], [data-drop], button");
    if (event.pointerType !== "mouse" || event.button !== 0 || (on !== null && on !== board)) return;
    held = { pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  };

  const move = (event: PointerEvent): void => {
    if (held?.pointer !== event.pointerId) return;
    if (!held.moved) {
      if (Math.hypot(held.x - event.clientX, held.y - event.clientY) < FAR_ENOUGH) return;
      held.moved = true;
      board.setPointerCapture(event.pointerId);
    }
    board.scrollBy(held.x - event.clientX, held.y - event.clientY);
    held.x = event.clientX;
    held.y = event.clientY;
  };

  const up = (event: PointerEvent): void => {
    if (held?.pointer !== event.pointerId) return;
    if (held.moved) movement.ends(event);
    held = null;
  };

  const heard = [
    ["wheel", wheel],
    ["touchstart", touch],
    ["touchmove", touch],
    ["touchend", touch],
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
  ] as const;
  for (const [name, then] of heard) board.addEventListener(name, then as EventListener, { passive: false });
  return {
    destroy: () => {
      heard.forEach(([name, then]) => board.removeEventListener(name, then as EventListener));
      movement.destroy();
    },
  };
}

/** Change the size of tiles; the row at a height of the screen stays there. */
export function around(board: HTMLElement, y: number, change: () => void): void {
  const row = rowAt(board, y);
  const before = row?.getBoundingClientRect();
  flushSync(change);
  if (row === null || before === undefined || !before.height) return;
  const after = row.getBoundingClientRect();
  const part = (y - before.top) / before.height;
  board.scrollTop += after.top + part * after.height - y;
}

function rowAt(board: HTMLElement, y: number): HTMLElement | null {
  let found: { row: HTMLElement; far: number } | null = null;
  for (const row of board.querySelectorAll<HTMLElement>("[data-row]")) {
    const { top, bottom } = row.getBoundingClientRect();
    const far = Math.max(top - y, y - bottom, 0);
    if (found === null || far < found.far) found = { row, far };
  }
  return found?.row ?? null;
}
