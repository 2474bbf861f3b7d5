/** Notices of the browser: somebody who is elsewhere learns that it is their turn. */

import { kept } from "./store.ts";

/** Whether this browser can show notices. Some know the name and refuse the thing; without permission nothing is shown. */
export function available(): boolean {
  if (typeof Notification === "undefined") return false;
  if (Notification.permission === "granted") return true;
  try {
    new Notification("");
    return true;
  } catch {
    return false;
  }
}

/** Whether its user wants notices, and the browser still allows them. */
export const wanted = (): boolean => kept("notices") === "on" && available() && Notification.permission === "granted";

/** Ask the browser's user, who has to agree. */
export const allowed = async (): Promise<boolean> => (await Notification.requestPermission()) === "granted";

/** Show a notice if nobody looks at the page; return how to take it away. */
export function notice(title: string, body: string): () => void {
  if (!document.hidden) return () => undefined;
  const shown = new Notification(title, { body, tag: "turn", icon: "/icon.svg" });
  shown.onclick = (): void => window.focus();
  return () => shown.close();
}
