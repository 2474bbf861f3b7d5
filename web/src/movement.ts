/** A press that moves: how far it has to go to be one, and the click after it, which is none. */

/** Pixels by which a press that moves is no click any more. */
export const FAR_ENOUGH = 6;
/** Milliseconds in which a click belongs to the movement before it. */
const AT_ONCE = 300;

export interface Movement {
  /** A press of its own: the click after it is one. */
  readonly begins: () => void;
  readonly ends: (event: Event) => void;
  readonly destroy: () => void;
}

/** Keep the click that follows a movement, with no press of its own, from whatever is inside *root*. */
export function movements(root: HTMLElement): Movement {
  let ended = -Infinity; // by the page's own time, which begins with it

  const click = (event: MouseEvent): void => {
    if (event.timeStamp - ended > AT_ONCE) return;
    ended = -Infinity;
    event.stopPropagation();
    event.preventDefault();
  };

  root.addEventListener("click", click, { capture: true });
  return {
    begins: () => (ended = -Infinity),
    ends: (event) => (ended = event.timeStamp),
    destroy: () => root.removeEventListener("click", click, { capture: true }),
  };
}
