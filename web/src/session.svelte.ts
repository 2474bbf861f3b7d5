/** A table one sits at: its state, the line to the server, and what its buttons do. */

import { play as sound, prepare as prepareSound, type Sound } from "./art/sounds.ts";
import { cardActions } from "./cards.ts";
import { calm } from "./flip.ts";
import { moments } from "./moments.ts";
import { m } from "./paraglide/messages.js";
import { judge, type RulesData, withChanges } from "./sets.ts";
import {
  actors,
  begin,
  draftOf,
  draftToTell,
  isCards,
  mayLay,
  myTurn,
  rackOf,
  type Rows,
  seatOf,
  type State,
  textOf,
  touched,
  writeRows,
} from "./state.ts";
import { dropSeat, heldSince, keep, kept, type Held } from "./store.ts";
import { language } from "./words.svelte.ts";
import { verdictOf } from "./telling.ts";
import * as update from "./update.ts";
import type { Hint, Line as Words } from "./wire-types.ts";
import { type AnyRules, type Command, type Heard, type Line, hint, Refused, rulesets, share, Wire } from "./wire.ts";

/** Milliseconds between two steps, when a play is seen again and when it happens. */
const STEP = 700;
const QUICK_STEP = 350;
/** Milliseconds for which one sees what somebody has just said. */
const HEARD = 7000;

const known = $state<{ rules: Readonly<Record<string, AnyRules>> | null }>({ rules: null });
let asked: Promise<Readonly<Record<string, AnyRules>>> | null = null;

/** Every ruleset by its key, asked for once. */
export async function allRules(): Promise<Readonly<Record<string, AnyRules>>> {
  asked ??= rulesets();
  known.rules = await asked;
  return known.rules;
}

/** What a hint has told so far: 1 that there is a move, 2 with which tiles, 3 how, step by step. */
export interface Told extends Hint {
  readonly level: 1 | 2 | 3;
}

export class Session {
  state = $state.raw<State>(begin(""));
  line = $state<Line>("opening");
  told = $state.raw<Told | null>(null);
  busy = $state(false);
  /** Whether an action is on its way: until it is answered it is nobody's turn. */
  acting = $state(false);
  /** Milliseconds of the server's clock, a few times a second. */
  now = $state(Date.now());
  muted = $state(kept("sound") === "off");
  /** The table as it is shown while a play is seen step by step; else null. */
  shown = $state.raw<Rows | null>(null);
  /** The last play of somebody else. */
  last = $state.raw<{ readonly before: Rows; readonly after: Rows } | null>(null);
  /** What somebody else has said a moment ago. */
  spoken = $state.raw<Words | null>(null);
  chatInSight = $state(true);
  /** How many lines of others came while the chat was out of sight. */
  unread = $state(0);
  private hushing: ReturnType<typeof setTimeout> | null = null;
  private showing: ReturnType<typeof setTimeout> | null = null;
  private readonly wire: Wire;
  private readonly tick: ReturnType<typeof setInterval>;
  private readonly who: { room: string; token: string | null; link: string | null };

  constructor(
    readonly room: string,
    held: Held,
  ) {
    this.who = { room, ...held };
    if (!this.muted) prepareSound();
    this.state = begin(room, words(kept(`rack.${room}`)));
    this.wire = new Wire(
      this.who,
      (message) => this.heard(message),
      (line) => this.lined(line),
      language,
      () => !document.hidden && actors(this.state).length > 0,
    );
    this.tick = setInterval(() => (this.now = Date.now() + this.state.ahead), 250);
  }

  close(): void {
    clearInterval(this.tick);
    this.watched();
    if (this.hushing !== null) clearTimeout(this.hushing);
    this.wire.close();
  }

  /** Hear that the page is looked at again, that the network is back, or that it is gone. */
  changed(what: Pick<Event, "type">): void {
    if (what.type === "online") this.wire.anew();
    else if (what.type === "offline") this.wire.cut();
    else this.wire.wake();
  }

  /** Have the server speak the language that is spoken here now. */
  speak(): void {
    this.wire.speak();
  }

  /** Whether the seat one came for is somebody else's by now. */
  get unseated(): boolean {
    return this.line === "unseated";
  }

  private lined(line: Line): void {
    this.line = line;
    if (line === "unseated") dropSeat(this.room, this.who.token);
  }

  /** Change the state, tell the others how the table lies, and keep the rack's order. */
  change(how: (state: State) => State): void {
    const before = this.state;
    const after = how(before);
    if (after === before) return;
    this.watched();
    this.state = after;
    if (after.board.rows !== before.board.rows) {
      this.sound("place");
      this.told = null;
      this.draft(draftOf(after));
    }
    if (after.board.order !== before.board.order) this.keepRack();
  }

  private draft(table: string | null): void {
    if (table !== null) this.wire.draft(table);
  }

  async do(command: Command): Promise<boolean> {
    this.busy = true;
    try {
      await this.wire.do(command);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  async act(action: string): Promise<boolean> {
    this.acting = true;
    try {
      return await this.do({ type: "act", action, seen: this.wire.seen });
    } finally {
      this.acting = false;
    }
  }

  async endTurn(): Promise<void> {
    const { board, rules } = this.state;
    if (rules === null || !mayLay(this.state)) return;
    const bad = board.rows.findIndex((row) => !judge(rules, textOf(board, row.ids)).set);
    if (bad >= 0) {
      const { text, rules: laws } = verdictOf(rules, textOf(board, board.rows[bad]?.ids ?? []));
      this.sound("refused");
      this.state = update.refused(this.state, `${m["page.row"]({ row: bad + 1 })}: ${text}`, laws, this.now);
      return;
    }
    this.wire.undrafted();
    await this.act(`play ${writeRows(board, board.rows)}`);
  }

  /** Rummy 17: lay what was arranged, then put a card on the pile. */
  async discard(): Promise<void> {
    const { board } = this.state;
    const [id, ...others] = board.picked;
    const card = id === undefined || others.length || !rackOf(board).includes(id) ? undefined : board.tiles[id];
    if (card === undefined) {
      this.say(m["page.pick-a-card"]());
      return;
    }
    for (const action of cardActions(this.state)) if (!(await this.act(action))) return;
    await this.act(`discard ${card}`);
  }

  async reset(): Promise<void> {
    const { view } = this.state;
    const local = touched(this.state.board);
    this.change(update.reset);
    if (!local && view !== null && isCards(view) && mayLay(this.state)) await this.act("back");
  }

  /** Tell a little more than before; the last step shows it on the table. */
  async hint(): Promise<void> {
    if (this.told !== null) {
      if (this.told.level < 3) this.told = { ...this.told, level: (this.told.level + 1) as 2 | 3 };
      else this.showHint();
      return;
    }
    this.busy = true;
    try {
      this.told = { ...(await hint(this.who)), level: 1 };
    } catch (error) {
      this.complain(error);
    } finally {
      this.busy = false;
    }
  }

  /** Show on the table how the hint is laid, step by step, and leave it to its player to do it. */
  showHint(): void {
    const after = update.hinted(this.state, this.told?.action ?? "");
    if (after === null) return;
    const frames = moments(this.state.board.base, after.board.rows);
    this.film([...frames, ...frames.slice(-1)], STEP);
  }

  /** Lay what the hint says, as if its player had; it can be undone. */
  layHint(): void {
    const action = this.told?.action ?? "";
    this.change((state) => update.hinted(state, action) ?? state);
  }

  /** See the last play again, step by step. */
  watch(pause = STEP): void {
    if (this.last !== null) this.film(moments(this.last.before, this.last.after).slice(0, -1), pause);
  }

  /** Show one table after the other, then the one that is. */
  private film(frames: readonly Rows[], pause: number): void {
    this.watched();
    const [first, ...rest] = frames;
    this.shown = first ?? null;
    if (first !== undefined) this.showing = setTimeout(() => this.film(rest, pause), pause);
  }

  /** Show the table as it is. */
  private watched(): void {
    if (this.showing !== null) clearTimeout(this.showing);
    this.showing = null;
    this.shown = null;
  }

  /** Know whether the chat is in sight: what is seen there is read. */
  chatSeen(inSight: boolean): void {
    this.chatInSight = inSight;
    if (inSight) this.unread = 0;
  }

  /** Let what somebody else says be heard at once, for a while. */
  private listened(before: State, message: Heard): void {
    const line = this.state.chat.at(-1);
    if (message.t !== "event" || this.state.chat === before.chat || line === undefined) return;
    if (line.seat === seatOf(this.state)) return;
    if (!this.chatInSight) this.unread += 1;
    this.spoken = line;
    if (this.hushing !== null) clearTimeout(this.hushing);
    this.hushing = setTimeout(() => (this.spoken = null), HEARD);
  }

  say(text: string): void {
    this.state = update.said(this.state, text);
  }

  sound(which: Sound): void {
    if (!this.muted) sound(which);
  }

  mute(): void {
    this.muted = !this.muted;
    keep("sound", this.muted ? "off" : "on");
    if (!this.muted) prepareSound();
  }

  /** Say why something was not done. */
  complain(error: unknown): void {
    if (!(error instanceof Refused)) {
      this.say(m["page.no-answer"]());
      return;
    }
    this.sound("refused");
    this.state = update.refused(this.state, error.message || m["page.no-answer"](), error.rules, this.now);
  }

  private heard(message: Heard): void {
    const before = this.state;
    switch (message.t) {
      case "welcome":
        this.state = update.welcomed(this.settled(message.now), message, Date.now());
        void this.learn();
        break;
      case "event":
        this.state = update.happened(before, message);
        break;
      case "caught":
        this.state = update.caught(before, message, Date.now());
        break;
      case "drafted":
        this.state = update.draftSeen(before, message);
        break;
      case "refused":
        if ((message.id ?? null) === null && before.n < 0) this.say(message.message);
        break;
      default:
        break;
    }
    this.noticed(before, message);
  }

  /** Know since when the seat is one's own, from the first welcome on. */
  private settled(now: number): State {
    const since = Math.min(this.state.since, heldSince(this.room, this.who.token, now));
    return { ...this.state, since };
  }

  private noticed(before: State, message: Heard): void {
    const after = this.state;
    if (message.t === "welcome" || message.t === "caught") this.draft(draftToTell(after, message.draft ?? null));
    if (after.board.order !== before.board.order) this.keepRack();
    if (message.t === "welcome" || message.t === "caught" || message.t === "event") this.addShare(before, message.t !== "event"); // prettier-ignore
    if (before.view !== after.view) this.told = null;
    this.played(before, message);
    this.listened(before, message);
    const me = seatOf(after);
    if (me === null || message.t !== "event") return;
    if (actors(after).includes(me) && !actors(before).includes(me)) this.sound("turn");
    else if (after.view?.result && !before.view?.result) this.sound("win");
    else if (message.game?.length) this.sound(after.board.base === before.board.base ? "draw" : "place");
  }

  /** Remember what somebody else has played, and show how the table was rearranged for it. */
  private played(before: State, message: Heard): void {
    const after = this.state;
    if (message.t !== "event" || after.board.base === before.board.base) return;
    this.watched();
    const others = message.game?.some((one) => one.type === "played" && one.seat !== seatOf(after));
    this.last = others ? { before: before.board.base, after: after.board.base } : null;
    const lay = new Map(before.board.base.flatMap((row) => row.ids.map((id) => [id, row.key])));
    const moved = after.board.base.some((row) => row.ids.some((id) => lay.has(id) && lay.get(id) !== row.key));
    if (others && moved && !calm()) this.watch(QUICK_STEP);
  }

  /** Add one's own random value to the shuffle, and once more after a new connection: it may have been lost. */
  private addShare(before: State, arrived: boolean): void {
    const { fields } = this.state;
    const me = seatOf(this.state);
    if (fields?.phase !== "sharing" || me === null || fields.shared[me]) return;
    const key = `share.${this.room}.${fields.game}`;
    const mine = kept(key)?.split(" ")[0] ?? share();
    if (before.fields?.phase === "sharing" && before.fields.game === fields.game && !arrived) return;
    keep(key, `${mine} ${fields.commitment}`);
    void this.wire.do({ type: "share", value: mine }).catch(() => undefined);
  }

  /** Find the rules the table plays by, house rules included. */
  private async learn(): Promise<void> {
    const text = this.state.options?.rules ?? "pl-standard";
    const base = (await allRules())[text.split("+")[0] ?? ""];
    if (base !== undefined) this.state = { ...this.state, rules: withChanges(base as RulesData, text) };
  }

  private keepRack(): void {
    const { board } = this.state;
    if (board.order.length) keep(`rack.${this.room}`, textOf(board, board.order).join(" "));
  }

  get mine(): boolean {
    return myTurn(this.state);
  }
}

const words = (text: string | null): string[] => (text ?? "").split(" ").filter(Boolean);
