/** A table over one WebSocket, kept up: what was not answered is said again, and done once all the same. */

import type {
  Act,
  Answer,
  Ask,
  Caught,
  Continue,
  CreateRoom,
  Do,
  Done,
  Drafted,
  Event,
  Hello,
  Hint,
  JoinRoom,
  Leave,
  Mute,
  Pong,
  Problem,
  React,
  Refusal,
  Remove,
  Replace,
  Review,
  RoomInfo,
  Rulebook,
  Say,
  Seated,
  Share,
  Start,
  Summary,
  TakeSeatBack,
  TileRules,
  CardRules,
  Welcome,
} from "./wire-types.ts";

export type Command =
  Act | Answer | Ask | Continue | Leave | Mute | React | Remove | Replace | Say | Share | Start | TakeSeatBack;
export type Heard = Welcome | Event | Done | Refusal | Drafted | Caught | Pong;
export type AnyRules = TileRules | CardRules;
/** How the line is: `lost` while it is being mended; where coming back is of no use `over`, or `unseated` if one may still watch. */
export type Line = "opening" | "open" | "lost" | "over" | "unseated";
export const ended = (line: Line): boolean => line === "over" || line === "unseated";

/** Something the server did not do, and why. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rules: readonly string[] = [],
  ) {
    super(message);
  }
}

const FINAL = [1008, 4002];
/** The seat is somebody else's by now. */
const SEAT_LOST = 4001;
const WAITS = [0, 200, 500, 1000, 2000, 4000];
const TOO_FAST = 500;
const DRAFT_EVERY = 150;
/** Milliseconds without a sign after which a line is tried, and then given up: where somebody looks at a game, and else. */
const KEEN = { quiet: 6000, mute: 4000 };
const PATIENT = { quiet: 25_000, mute: 12_500 };
/** Milliseconds a new line may take until the server welcomes, longer from try to try. */
const OPENING = 10_000;
const LONGEST_OPENING = 30_000;

/** What of a WebSocket is used here. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export type Lang = NonNullable<Hello["lang"]>;

export interface Who {
  readonly room: string;
  readonly token: string | null;
  readonly link: string | null;
}

interface Waiting {
  readonly text: string;
  readonly done: (n: number) => void;
  readonly failed: (error: Error) => void;
}

export class Wire {
  line: Line = "opening";
  private socket: Socket | null = null;
  private greeted = false;
  /** The language of the last hello. */
  private spoken: Lang | null = null;
  /** The last event that was heard of. */
  seen: number | null = null;
  private failures = 0;
  private readonly waiting = new Map<string, Waiting>();
  private draftText: string | null = null;
  private draftTimer: ReturnType<typeof setTimeout> | null = null;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private again: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly who: Who,
    private readonly heard: (message: Heard) => void,
    private readonly changed: (line: Line) => void,
    private readonly language: () => Lang = () => "en",
    /** Whether somebody would miss the line at once. */
    private readonly missed: () => boolean = () => true,
    private readonly open: () => Socket = browserSocket,
  ) {
    this.connect();
  }

  /** Do something; the promise holds the number of the event it made, or is Refused. */
  do(command: Command): Promise<number> {
    const id = secret(12);
    const text = JSON.stringify({ t: "do", id, do: command } satisfies Do);
    return new Promise((done, failed) => {
      if (ended(this.line)) {
        failed(new Refused("closed", ""));
        return;
      }
      this.waiting.set(id, { text, done, failed });
      if (this.greeted) this.socket?.send(text);
    });
  }

  /** Show the others how the table is being arranged: the latest, and not too often; lost where the line is. */
  draft(table: string): void {
    this.draftText = table;
    this.draftTimer ??= setTimeout(() => this.sendDraft(), DRAFT_EVERY);
  }

  /** Forget a draft that was not sent: the turn is over. */
  undrafted(): void {
    this.draftText = null;
  }

  /** Try at once, as when a page comes to the front again: a line that is lost, or whether one that was not still stands. */
  wake(): void {
    if (this.greeted) this.probe();
    else if (this.line === "lost" && this.retry !== null) this.connect();
  }

  /** Begin anew at once, also where a try is under way: the network is back. */
  anew(): void {
    if (this.line === "lost") this.connect();
  }

  /** Say hello once more where the language is another by now; what was not answered is said again. */
  speak(): void {
    if (this.greeted && this.language() !== this.spoken) this.connect();
  }

  /** Hear that the network is gone. */
  cut(): void {
    if (this.line === "open") this.lost(1006);
  }

  close(): void {
    this.end("over");
    this.socket?.close();
  }

  private connect(): void {
    if (this.retry !== null) clearTimeout(this.retry);
    this.retry = null;
    this.greeted = false;
    const dead = this.socket;
    const socket = this.open();
    this.socket = socket;
    dead?.close();
    this.watchFor(() => this.lost(1006), Math.min(OPENING * (this.failures + 1), LONGEST_OPENING));
    socket.onopen = () => {
      this.spoken = this.language();
      const hello: Hello = { t: "hello", ...this.who, since: this.seen, lang: this.spoken };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => this.take(JSON.parse(data) as Heard);
    socket.onclose = ({ code }) => {
      if (this.socket === socket) this.lost(code);
    };
  }

  private take(message: Heard): void {
    this.watchLine();
    if (!this.greeted && message.t !== "refused") this.greet(message);
    if (message.t === "welcome" || message.t === "event" || message.t === "caught") {
      this.seen = Math.max(this.seen ?? 0, message.n);
    }
    this.heard(message);
    if (message.t === "event" && message.id !== undefined) this.answer(message.id, message.n);
    else if (message.t === "done") this.answer(message.id, message.n);
    else if (message.t === "refused") this.refuse(message);
  }

  private greet(first: Heard): void {
    if (first.t === "event") return; // the others come first; `caught` ends them
    this.greeted = true;
    this.failures = 0;
    this.set("open");
    for (const { text } of this.waiting.values()) this.socket?.send(text);
    this.speak();
  }

  private answer(id: string, n: number): void {
    this.waiting.get(id)?.done(n);
    this.waiting.delete(id);
  }

  private refuse(message: Refusal): void {
    const id = message.id ?? null;
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (waiting !== undefined && id !== null) {
      this.waiting.delete(id);
      waiting.failed(new Refused(message.code, message.message, message.rules ?? []));
    } else if (message.code === "unknown-token") {
      this.end("unseated");
    } else if (message.code === "too-many-messages") {
      this.again ??= setTimeout(() => {
        this.again = null;
        if (this.greeted) for (const { text } of this.waiting.values()) this.socket?.send(text);
      }, TOO_FAST);
    }
  }

  private sendDraft(): void {
    if (this.draftTimer !== null) clearTimeout(this.draftTimer);
    this.draftTimer = null;
    if (this.draftText !== null && this.greeted)
      this.socket?.send(JSON.stringify({ t: "draft", table: this.draftText }));
    this.draftText = null;
  }

  /** Ask for a sign of life after a silence, and give a line up that gives none. */
  private watchLine(): void {
    this.watchFor(() => this.probe(), this.patience.quiet);
  }

  private probe(): void {
    this.socket?.send('{"t":"ping"}');
    this.watchFor(() => this.lost(1006), this.patience.mute);
  }

  private get patience(): typeof KEEN {
    return this.missed() ? KEEN : PATIENT;
  }

  private watchFor(then: () => void, milliseconds: number): void {
    if (this.watch !== null) clearTimeout(this.watch);
    this.watch = setTimeout(then, milliseconds);
  }

  private lost(code: number): void {
    const dead = this.socket;
    this.socket = null;
    this.greeted = false;
    dead?.close();
    if (ended(this.line)) return;
    if (code === SEAT_LOST || FINAL.includes(code)) {
      this.end(code === SEAT_LOST ? "unseated" : "over");
      return;
    }
    if (this.watch !== null) clearTimeout(this.watch);
    this.set("lost");
    const wait = WAITS[Math.min(this.failures, WAITS.length - 1)] ?? 0;
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), wait);
  }

  private end(line: Line): void {
    for (const timer of [this.retry, this.again, this.watch, this.draftTimer]) if (timer !== null) clearTimeout(timer);
    this.set(line);
    for (const { failed } of this.waiting.values()) failed(new Refused("closed", ""));
    this.waiting.clear();
  }

  private set(line: Line): void {
    if (this.line === line) return;
    this.line = line;
    this.changed(line);
  }
}

function browserSocket(): Socket {
  const { protocol, host } = location;
  return new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/api/play`) as unknown as Socket;
}

/** Return a secret of so many random bytes, as text. */
export function secret(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...drawn))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Return a share of the shuffle: random, in hexadecimal digits. */
export const share = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// ---- over HTTP

async function ask<T>(path: string, init: RequestInit = {}, who?: Who): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("Accept-Language", document.documentElement.lang);
  if (who?.token) headers.set("Authorization", `Bearer ${who.token}`);
  if (who?.link) headers.set("X-Table-Link", who.link);
  const answer = await again(() => fetch(path, { ...init, headers }));
  if (!answer.ok) {
    const { code, message } = (await answer.json()) as Problem;
    throw new Refused(code, message);
  }
  const type = answer.headers.get("content-type") ?? "";
  return (await (type.includes("json") ? answer.json() : answer.text())) as T;
}

/** Ask once more where the network failed: everything asked here may be repeated. */
async function again(once: () => Promise<Response>): Promise<Response> {
  try {
    return await once();
  } catch {
    return await once();
  }
}

const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

export const create = (body: CreateRoom): Promise<Seated> => ask("/api/rooms", post(body));
export const join = (room: string, body: JoinRoom): Promise<Seated> => ask(`/api/rooms/${room}/join`, post(body));
export const tables = (): Promise<readonly Summary[]> => ask("/api/rooms");
export const look = (who: Who): Promise<RoomInfo> => ask(`/api/rooms/${who.room}`, {}, who);
export const rulesets = (): Promise<Readonly<Record<string, AnyRules>>> => ask("/api/rules");
export const hint = (who: Who): Promise<Hint> => ask(`/api/rooms/${who.room}/hint`, { method: "POST" }, who);
export const record = (who: Who, game: number): Promise<string> =>
  ask(`/api/rooms/${who.room}/records/${game}`, {}, who);
/** Refusals that only ask for patience, and how many milliseconds of it. */
const LATER: Readonly<Record<string, number>> = {
  "too-many-reviews": 5200,
  "too-many-requests": 2000,
};
const MOST_TIMES = 12;

/** Ask again, a while later, where the server is busy; *waiting* is called before each wait, and ends it by returning false. */
export async function patiently<T>(
  once: () => Promise<T>,
  waiting: () => boolean,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await once();
    } catch (error) {
      const wait = error instanceof Refused ? LATER[error.code] : undefined;
      if (wait === undefined || times >= MOST_TIMES || !waiting()) throw error;
      await pause(wait);
      if (!waiting()) throw error;
    }
  }
}

/** Ask what a recorded game could have been; comments stay here, their lines do not: reasons name lines by number. */
export const review = (record: string, language: string): Promise<Review> =>
  ask("/api/review", {
    ...post({ record: record.replace(/^#.*$/gm, "#") }),
    headers: { "Accept-Language": language },
  });
export const rulebook = (key: string, language: string): Promise<Rulebook> =>
  ask(`/api/rules/${key}`, { headers: { "Accept-Language": language } });
