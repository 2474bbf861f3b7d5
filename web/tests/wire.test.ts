import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Heard, type Lang, type Line, type Socket, patiently, Refused, Wire } from "../src/wire.ts";
import { event, tileView, welcome } from "./game.ts";

class Fake implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  says(message: Heard): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: Fake[];
let lines: Line[];
let heard: Heard[];
let missed: boolean;
let language: Lang;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  lines = [];
  heard = [];
  missed = true;
  language = "pl";
});
afterEach(() => vi.useRealTimers());

const last = (): Fake => sockets.at(-1) as Fake;

function opened(): Wire {
  const wire = new Wire(
    { room: "abc", token: "t".repeat(24), link: null },
    (message) => heard.push(message),
    (line) => lines.push(line),
    () => language,
    () => missed,
    () => {
      sockets.push(new Fake());
      return last();
    },
  );
  last().onopen?.();
  last().says(welcome(tileView()));
  return wire;
}

async function comesBack(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5000);
  last().onopen?.();
}

test("it says hello first, and is open once it is welcome", () => {
  opened();
  expect(last().sent).toEqual([
    { t: "hello", room: "abc", token: "t".repeat(24), link: null, since: null, lang: "pl" },
  ]);
  expect(lines).toEqual(["open"]);
});

test("it says hello anew in another language, were it chosen while the line opens", async () => {
  const wire = opened();
  wire.speak();
  expect(sockets).toHaveLength(1);
  language = "hu";
  wire.speak();
  const share = wire.do({ type: "share", value: "ab" });
  last().onopen?.();
  language = "fi";
  wire.speak();
  expect(sockets).toHaveLength(2);
  expect(last().sent).toEqual([expect.objectContaining({ t: "hello", lang: "hu" })]);
  last().says({ t: "caught", n: 10, now: 0 });
  last().onopen?.();
  last().says({ t: "caught", n: 10, now: 0 });
  expect(sockets).toHaveLength(3);
  expect(last().sent[0]).toMatchObject({ t: "hello", lang: "fi" });
  const { id } = last().sent[1] as { id: string };
  last().says({ t: "done", id, n: 10 });
  await expect(share).resolves.toBe(10);
  expect(lines).toEqual(["open"]);
});

test("after a lost line it asks only for what it has not seen", async () => {
  opened();
  last().says(event(11));
  last().onclose?.({ code: 1006 });
  expect(lines).toEqual(["open", "lost"]);
  await comesBack();
  expect(last().sent[0]).toMatchObject({ t: "hello", since: 11 });
  last().says(event(12));
  expect(lines.at(-1)).toBe("lost");
  last().says({ t: "caught", n: 12, now: 0 });
  expect(lines.at(-1)).toBe("open");
});

test("a command that was not answered is said again with the same id, and answered once", async () => {
  const wire = opened();
  const done = wire.do({ type: "act", action: "draw" });
  const [, first] = last().sent;
  last().onclose?.({ code: 1012 });
  await comesBack();
  expect(last().sent).toHaveLength(1);
  last().says({ t: "caught", n: 10, now: 0 });
  expect(last().sent[1]).toEqual(first);
  last().says({ t: "done", id: first!["id"] as string, n: 11 });
  await expect(done).resolves.toBe(11);
  last().onclose?.({ code: 1006 });
  await comesBack();
  last().says({ t: "caught", n: 11, now: 0 });
  expect(last().sent).toHaveLength(1);
});

test("a command given while the line is lost goes out when it is back", async () => {
  const wire = opened();
  last().onclose?.({ code: 1006 });
  void wire.do({ type: "start" });
  await comesBack();
  last().says({ t: "caught", n: 10, now: 0 });
  expect(last().sent[1]).toMatchObject({ t: "do", do: { type: "start" } });
});

test("the event it made answers a command, a refusal says why", async () => {
  const wire = opened();
  const good = wire.do({ type: "act", action: "draw" });
  last().says(event(11, { id: last().sent[1]!["id"] as string }));
  await expect(good).resolves.toBe(11);
  const bad = wire.do({ type: "act", action: "play b1" });
  const id = last().sent[2]!["id"] as string;
  last().says({ t: "refused", id, code: "invalid-set", message: "no set", rules: ["T7"] });
  await expect(bad).rejects.toEqual(new Refused("invalid-set", "no set", ["T7"]));
});

test("what the server had no time for is said again a little later", async () => {
  const wire = opened();
  void wire.do({ type: "act", action: "draw" });
  last().says({ t: "refused", code: "too-many-messages", message: "" });
  await vi.advanceTimersByTimeAsync(600);
  expect(last().sent.filter((message) => message["t"] === "do")).toHaveLength(2);
});

test("of many drafts only the latest is sent, and none after the turn", async () => {
  const wire = opened();
  for (const table of ["b1", "b1 b2", "b1 b2 b3"]) wire.draft(table);
  await vi.advanceTimersByTimeAsync(200);
  expect(last().sent.slice(1)).toEqual([{ t: "draft", table: "b1 b2 b3" }]);
  wire.draft("b1");
  wire.undrafted();
  await vi.advanceTimersByTimeAsync(200);
  expect(last().sent).toHaveLength(2);
});

test("a seat that is no longer one's own ends it", async () => {
  const wire = opened();
  const waiting = wire.do({ type: "start" });
  const told = expect(waiting).rejects.toBeInstanceOf(Refused);
  last().onclose?.({ code: 4001 });
  await told;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(lines).toEqual(["open", "unseated"]);
  await expect(wire.do({ type: "start" })).rejects.toBeInstanceOf(Refused);
});

test("a seat that was lost meanwhile is not asked for again", async () => {
  opened();
  last().onclose?.({ code: 1006 });
  await comesBack();
  last().says({ t: "refused", code: "unknown-token", message: "" });
  last().onclose?.({ code: 1008 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(2);
  expect(lines.at(-1)).toBe("unseated");
});

test("a line that has gone silent is tried and then mended", async () => {
  opened();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(last().sent.at(-1)).toEqual({ t: "ping" });
  await vi.advanceTimersByTimeAsync(3_900);
  expect(lines.at(-1)).toBe("open");
  await vi.advanceTimersByTimeAsync(101);
  expect(sockets).toHaveLength(2);
  expect(lines.at(-1)).toBe("lost");
});

test("a line that answers is left alone, and asked no oftener than every six seconds", async () => {
  opened();
  for (let times = 0; times < 10; times++) {
    await vi.advanceTimersByTimeAsync(6_000);
    last().says({ t: "pong", now: 0 });
  }
  expect(sockets).toHaveLength(1);
  expect(last().sent.slice(1)).toEqual(Array(10).fill({ t: "ping" }));
});

test("where nobody would miss it, a silent line is given more time", async () => {
  missed = false;
  opened();
  await vi.advanceTimersByTimeAsync(24_000);
  expect(last().sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(lines.at(-1)).toBe("open");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(lines.at(-1)).toBe("lost");
});

test("who looks at the page again learns soon whether the line still stands", async () => {
  const wire = opened();
  wire.wake();
  expect(last().sent.at(-1)).toEqual({ t: "ping" });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(lines.at(-1)).toBe("lost");
});

test("without a network the line is lost at once, and tried at once when there is one again", async () => {
  const wire = opened();
  wire.cut();
  expect(lines.at(-1)).toBe("lost");
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2); // a try that hangs
  wire.anew();
  expect(sockets).toHaveLength(3);
  expect(sockets[1]!.closed).toBe(true);
  sockets[1]!.onclose?.({ code: 1006 });
  last().onopen?.();
  last().says({ t: "caught", n: 10, now: 0 });
  expect(lines.at(-1)).toBe("open");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sockets).toHaveLength(3);
});

test("a line that never opens is tried anew", async () => {
  opened();
  last().onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(sockets).toHaveLength(3);
});

test("a server that asks for patience is asked again, a while later; other refusals and impatience end it", async () => {
  const waits: number[] = [];
  const pause = async (ms: number): Promise<void> => void waits.push(ms);
  const answers = (...codes: string[]): (() => Promise<string>) => {
    const left = [...codes];
    return async () => {
      const code = left.shift();
      if (code !== undefined) throw new Refused(code, code);
      return "seen";
    };
  };
  const busy = answers("too-many-reviews", "too-many-reviews");
  expect(await patiently(busy, () => true, pause)).toBe("seen");
  expect(waits).toEqual([5200, 5200]);
  await expect(patiently(answers("not-a-record"), () => true, pause)).rejects.toThrow("not-a-record");
  await expect(patiently(answers("too-many-reviews"), () => false, pause)).rejects.toThrow("too-many-reviews");
  const never = answers(...Array<string>(99).fill("too-many-reviews"));
  await expect(patiently(never, () => true, pause)).rejects.toThrow("too-many-reviews");
  expect(waits).toHaveLength(2 + 11);
});
