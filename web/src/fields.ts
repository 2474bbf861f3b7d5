/** What fields of a form may hold, said in words before the server is asked. */

import { m } from "./paraglide/messages.js";

/** Say what is wrong with a number; an empty field holds null. */
export function wrongNumber(value: number | null, least: number, most: number, orNone = false): string {
  if (Number.isInteger(value) && value !== null && value >= least && value <= most) return "";
  if (orNone && value === 0) return "";
  return orNone ? m["page.wants-number-or-0"]({ least, most }) : m["page.wants-number"]({ least, most });
}

/** Go to the first field of a form that says what is wrong with it; tell whether there is one. */
export function pointOut(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
  field?.closest(".field")?.scrollIntoView({ block: "nearest" });
  return field !== null;
}
