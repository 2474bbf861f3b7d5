/** Arrow keys go from tile to tile; Tab leaves the region. */

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function roam(region: HTMLElement, focused: (id: number) => void): { destroy: () => void } {
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-roam]");
    if (step === undefined || from === null || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nearest(region, from, step)?.focus();
  };
  const focus = (event: FocusEvent): void => {
    const id = (event.target as HTMLElement).dataset["id"];
    if (id !== undefined) focused(Number(id));
  };
  region.addEventListener("keydown", key);
  region.addEventListener("focusin", focus);
  return {
    destroy: () => {
      region.removeEventListener("keydown", key);
      region.removeEventListener("focusin", focus);
    },
  };
}

/** The nearest thing in a direction; what lies straight ahead counts as nearer. */
function nearest(region: HTMLElement, from: HTMLElement, [dx, dy]: readonly [number, number]): HTMLElement | null {
  const all = [...region.querySelectorAll<HTMLElement>("[data-roam]:not(:disabled)")];
  const here = centre(from);
  let best: { element: HTMLElement; far: number } | null = null;
  for (const element of all) {
    const there = centre(element);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (element === from || along <= 4) continue;
    const far = along + aside * 3;
    if (best === null || far < best.far) best = { element, far };
  }
  return best?.element ?? (dy === 0 ? (all[all.indexOf(from) + dx] ?? null) : null);
}

function centre(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
