/** Addresses: `/`, `/table/ROOM#link`, `/replay#ROOM/GAME`, `/rules/KEY#T16`. A link's secret stands after the #, which no server sees. */

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly room: string; readonly link: string | null }
  | { readonly page: "replay"; readonly room: string | null; readonly game: number | null }
  | { readonly page: "rules"; readonly key: string | null }
  | { readonly page: "unknown" };

export function routeOf(path: string, hash: string): Route {
  if (path === "/" || path === "") return { page: "home" };
  const table = /^\/table\/([0-9a-z]{1,32})$/.exec(path);
  if (table) return { page: "table", room: table[1] ?? "", link: hash.slice(1) || null };
  if (path === "/replay") {
    const [, room = null, game = null] = /^#([0-9a-z]{1,32})\/(\d{1,6})$/.exec(hash) ?? [];
    return { page: "replay", room, game: game === null ? null : Number(game) };
  }
  const rules = /^\/rules(?:\/([0-9a-z-]{1,40}))?$/.exec(path);
  if (rules) return { page: "rules", key: rules[1] ?? null };
  return { page: "unknown" };
}

export const replayAddress = (room: string, game: number): string => `/replay#${room}/${game}`;
export const rulesAddress = (key: string): string => `/rules/${key}`;
export const tableAddress = (room: string, link: string | null): string => `/table/${room}${link ? `#${link}` : ""}`;

/** Read a link somebody was sent, or just a table's name. */
export function readLink(text: string): Route {
  const named = /^[0-9a-z]{4,32}$/.exec(text.trim());
  if (named) return { page: "table", room: named[0], link: null };
  try {
    const { pathname, hash } = new URL(text.trim());
    return routeOf(pathname, hash);
  } catch {
    return { page: "unknown" };
  }
}
