// Made by tools/wire_types.py from the server's message types: change those, then run make docs.

/** Do something in the game, written as in a record but without the seat: `draw`, `play b3 b4 b5 / k8 r8 o8`. */
export interface Act {
  readonly type: "act";
  readonly action: string;
  /** The last event you had seen; where it is another turn by now, this is refused and not done in that turn. */
  readonly seen?: number | null;
}

/** Answer what was asked. */
export interface Answer {
  readonly type: "answer";
  readonly agrees: boolean;
}

/** Ask the others for consent. */
export interface Ask {
  readonly type: "ask";
  readonly what: "pause" | "rematch" | "take-back";
}

/** Something a seat asks of the others, and who agreed. */
export interface Asking {
  readonly seat: number;
  readonly what: string;
  readonly since: number;
  readonly agreed?: readonly number[];
}

/** A seat has said whether it knocks; nobody hears what before all have. */
export interface CardAnswered {
  readonly type: "answered";
  readonly seat: number;
}

/** The fields of CardView, each only where it changed. */
export interface CardChanges {
  readonly hand?: readonly string[];
  /** How many cards each hand holds. */
  readonly counts?: readonly number[];
  /** How many cards are left in the stock. */
  readonly stock?: number;
  /** How many cards the discard pile holds. */
  readonly pile?: number;
  /** The card on top of the pile. */
  readonly discard?: string | null;
  readonly melds?: readonly CardMeld[];
  /** The jokers at the edge of the table. */
  readonly edge?: readonly string[];
  /** Jokers taken by exchange and not yet laid. */
  readonly loose?: readonly string[];
  /** The bonus cards in play. */
  readonly bonus?: readonly string[];
  readonly dealer?: number;
  readonly turn?: number;
  /** What the game waits for. */
  readonly phase?: string;
  /** Who has laid a meld. */
  readonly melded?: readonly boolean[];
  /** The card taken this turn, where this seat may know it. */
  readonly taken?: string | null;
  /** Where that card came from: the stock or the pile. */
  readonly source?: string;
  /** Who has answered whether to knock. */
  readonly answered?: readonly boolean[];
  /** What this seat answered. */
  readonly answer?: boolean | null;
  /** How the game ended, once it has. */
  readonly result?: CardResult | null;
}

/** The hands are dealt, the bonus cards and the first discard lie open (C2). */
export interface CardDealt {
  readonly type: "dealt";
  readonly dealer: number;
  readonly counts: readonly number[];
  readonly stock: number;
  /** A tile or a card in notation. */
  readonly discard: string;
  readonly bonus: readonly string[];
}

/** A seat put a card on the pile; *late* where the time had run out. */
export interface CardDiscarded {
  readonly type: "discarded";
  readonly seat: number;
  /** A tile or a card in notation. */
  readonly card: string;
  readonly left: number;
  readonly late?: boolean;
}

/** The game is over. */
export interface CardEnded {
  readonly type: "ended";
  readonly ended: string;
  readonly out: number | null;
  readonly doubled: boolean;
  readonly scores: readonly number[];
}

/** A seat put a card for a joker. */
export interface CardExchanged {
  readonly type: "exchanged";
  readonly seat: number;
  readonly meld: number;
  /** A tile or a card in notation. */
  readonly card: string;
  /** A tile or a card in notation. */
  readonly joker: string;
}

/** A seat added to a meld, which lies like this now. */
export interface CardExtended {
  readonly type: "extended";
  readonly seat: number;
  readonly meld: number;
  readonly cards: readonly string[];
}

/** The knocking is over: who knocked, and who got the card (None where nobody knocked). */
export interface CardKnocked {
  readonly type: "knocked";
  readonly seats: readonly number[];
  readonly winner: number | null;
  /** A tile or a card in notation. */
  readonly card: string;
}

/** Cards that lie as a set or a run before their owner. */
export interface CardMeld {
  readonly owner: number;
  readonly cards: readonly string[];
}

/** A seat laid a meld, perhaps with a joker from the edge. */
export interface CardMelded {
  readonly type: "melded";
  readonly seat: number;
  readonly meld: number;
  readonly cards: readonly string[];
  readonly from_edge: boolean;
}

/** How a game ended: `out` or `stock-empty`, with everything the score is made of. */
export interface CardResult {
  readonly ended: string;
  readonly out: number | null;
  readonly doubled: boolean;
  readonly penalty: readonly number[];
  readonly bonus: readonly number[];
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly awards: readonly (readonly [string, readonly number[]])[];
}

/** A ruleset of Rummy 17. */
export interface CardRules {
  readonly family: "cards";
  readonly key: string;
  readonly title: string;
  readonly printed: string;
  readonly book: string;
  readonly colors: string;
  readonly numbers: number;
  readonly copies: number;
  /** The jokers in the box, in notation. */
  readonly jokers: string;
  readonly min_players?: number;
  readonly max_players: number;
  /** Seconds a turn may last; 0 is no limit (T33). */
  readonly turn_seconds: number;
  /** What decides a match: `wins` (then the total) or the `total` alone (T44, C14). */
  readonly ranking: "total" | "wins";
  /** Games in a match: as many as `players`, or the number `agreed` at the start (T43). */
  readonly games?: "agreed" | "players";
  readonly changes?: readonly (readonly [string, boolean | number | string])[];
  /** Cards dealt to each hand (C2). */
  readonly hand_size?: number;
  /** Bonus cards laid open (C2). */
  readonly bonus_in_play?: number;
  /** Points a bonus card gives (C12). */
  readonly bonus_points?: number;
  /** What a low card in hand costs (C11). */
  readonly low_penalty?: number;
  /** What a high card in hand costs (C11). */
  readonly high_penalty?: number;
  /** The lowest number that counts as high (C11). */
  readonly high_from?: number;
  /** The last discard that doubles everything; 0 is none (C13). */
  readonly doubling_number?: number;
  /** Cards a run needs to take a joker from the edge, the joker included (C8). */
  readonly edge_run?: number;
  /** Seconds the others have to knock (C4). */
  readonly knock_seconds?: number;
}

/** A seat took a card from the `stock` or the `pile`; *card* is None for others where it came from the stock. */
export interface CardTook {
  readonly type: "took";
  readonly seat: number;
  readonly source: string;
  readonly card: string | null;
}

/** What a seat laid this turn went back. */
export interface CardTookBack {
  readonly type: "took-back";
  readonly seat: number;
}

/** A game as one seat sees it; a spectator's hand is empty. *taken* is the card taken this turn, where this seat may know it. *answered* says who has answered whether to knock, *answer* what this seat said. */
export interface CardView {
  readonly hand: readonly string[];
  /** How many cards each hand holds. */
  readonly counts: readonly number[];
  /** How many cards are left in the stock. */
  readonly stock: number;
  /** How many cards the discard pile holds. */
  readonly pile: number;
  /** The card on top of the pile. */
  readonly discard: string | null;
  readonly melds: readonly CardMeld[];
  /** The jokers at the edge of the table. */
  readonly edge: readonly string[];
  /** Jokers taken by exchange and not yet laid. */
  readonly loose: readonly string[];
  /** The bonus cards in play. */
  readonly bonus: readonly string[];
  readonly dealer: number;
  readonly turn: number;
  /** What the game waits for. */
  readonly phase: string;
  /** Who has laid a meld. */
  readonly melded: readonly boolean[];
  /** The card taken this turn, where this seat may know it. */
  readonly taken: string | null;
  /** Where that card came from: the stock or the pile. */
  readonly source: string;
  /** Who has answered whether to knock. */
  readonly answered: readonly boolean[];
  /** What this seat answered. */
  readonly answer: boolean | null;
  /** How the game ended, once it has. */
  readonly result: CardResult | null;
}

/** You have everything up to *n*; *draft* is what the player in turn is arranging. */
export interface Caught {
  readonly t: "caught";
  readonly n: number;
  /** The server's time, in milliseconds. */
  readonly now: number;
  readonly draft?: string | null;
}

/** How time is kept: none, so long for a turn, or a bank for the game that grows with every turn. Without *seconds* a turn lasts as long as the book says (T33, C15). With a bank that is used up it has five seconds. */
export interface ClockOptions {
  readonly kind?: "bank" | "none" | "turn";
  readonly seconds?: number | null;
  readonly increment?: number;
}

/** End a pause. */
export interface Continue {
  readonly type: "continue";
}

/** Create a table; sent again with the same *id* and *token*, it is the same table. */
export interface CreateRoom {
  /** Chosen by the client, new for each command. */
  readonly id: string;
  /** A secret of the client's own making. */
  readonly token: string;
  readonly options?: Options;
  /** Your name at seat 0; without one you only watch, and are host all the same. */
  readonly name?: string | null;
  /** Levels of opponents for the last seats. */
  readonly opponents?: readonly string[];
}

/** A command; resending it with the same id is safe. */
export interface Do {
  readonly t: "do";
  /** Chosen by the client, new for each command. */
  readonly id: string;
  readonly do: Start | Share | Act | Ask | Answer | Continue | TakeSeatBack | Remove | Replace | Leave | Say | React | Mute;
}

/** A command that was sent again had been done already, as event *n*. */
export interface Done {
  readonly t: "done";
  readonly id: string;
  readonly n: number;
}

/** The table as the player in turn is arranging it, rows that are no sets yet included. */
export interface Draft {
  readonly t: "draft";
  /** In notation, sets with a slash between. */
  readonly table: string;
}

/** What the player in turn is arranging. */
export interface Drafted {
  readonly t: "drafted";
  readonly seat: number;
  readonly table: string;
}

/** Something happened: put *fields* and *view* into what you have; *game* tells how it came about. */
export interface Event {
  readonly t: "event";
  /** Counts the events of a room from 1, without a gap. */
  readonly n: number;
  /** When it happened, in milliseconds. */
  readonly at: number;
  readonly told: Told;
  /** Your command that did it. */
  readonly id?: string;
  /** What happened in the game, as you may know it. */
  readonly game?: readonly (TileStartDrawn | TileDealt | TilePlayed | TileDrew | TilePassed | TileAnnounced | TileEnded | CardDealt | CardTook | CardAnswered | CardKnocked | CardMelded | CardExtended | CardExchanged | CardTookBack | CardDiscarded | CardEnded)[];
  /** What changed of the room. */
  readonly fields?: RoomChanges;
  /** What changed of the game as you may see it; null where it is put away. */
  readonly view?: TileChanges | CardChanges | null;
  /** What a game that has ended lays open; it stays until the next game is about to begin. */
  readonly revealed?: Revealed;
}

/** A row under a ruleset, whether it is a set, and what to notice. */
export interface Example {
  readonly rules: string;
  readonly set: string;
  readonly valid: boolean;
  readonly note?: string;
}

/** All that is needed to check a shuffle, besides what a record tells anyway. A share is None where the seat was silent. *server* is a secret until the game is over. */
export interface Fair {
  readonly room: string;
  readonly game: number;
  readonly commitment: string;
  readonly server: string;
  readonly shares: readonly (string | null)[];
}

/** The first message: which room, who one is, and what one has seen of it already. */
export interface Hello {
  readonly t: "hello";
  readonly room: string;
  /** The secret that holds one's seat; without it one watches. */
  readonly token?: string | null;
  /** The secret of a private table's link, to watch there. */
  readonly link?: string | null;
  /** The last event seen: only later ones are sent, unless those are too many. */
  readonly since?: number | null;
  /** The language refusals are told in; without one, the table's. */
  readonly lang?: "en" | "fi" | "hu" | "pl" | "sk" | null;
}

/** What one could do now, written as an action. */
export interface Hint {
  /** As the command `act` takes it. */
  readonly action: string;
  /** How many tiles or cards it lays. */
  readonly tiles: number;
  /** How to lay it, where it changes the table: each step a message's code and its facts. */
  readonly steps?: readonly Step[];
}

/** Take a seat at a table; sent again with the same *id* and *token*, it is the same seat. */
export interface JoinRoom {
  /** Chosen by the client, new for each command. */
  readonly id: string;
  /** A secret of the client's own making. */
  readonly token: string;
  readonly name: string;
  /** The secret of a private table's link. */
  readonly link?: string | null;
  /** The seat one wants; without one the first that is free. */
  readonly seat?: number | null;
}

/** Give the seat up for good. */
export interface Leave {
  readonly type: "leave";
}

/** A line of chat, or a sign. */
export interface Line {
  readonly seat: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** A match so far. */
export interface MatchView {
  /** How many games it has. */
  readonly games: number;
  /** Game by game, seat by seat. */
  readonly scores: readonly (readonly number[])[];
  readonly totals: readonly number[];
  readonly wins: readonly number[];
  /** Who is first, second …, seat by seat. */
  readonly places: readonly number[];
  readonly over: boolean;
}

/** Silence a seat, or let it speak again; the host's to say. */
export interface Mute {
  readonly type: "mute";
  readonly seat: number;
  readonly on?: boolean;
}

/** A room's settings; they stay as they are while it stands. */
export interface Options {
  /** A ruleset's key, with house rules after a plus sign. */
  readonly rules?: string;
  readonly seats?: number;
  /** How many games make a match; without a number as many as the book says (T43). */
  readonly games?: number | null;
  readonly clock?: ClockOptions;
  readonly title?: string;
  readonly language?: "en" | "fi" | "hu" | "pl" | "sk";
  /** Whether the lobby shows it; else only its link leads there. */
  readonly listed?: boolean;
  /** Whether the others see what the player in turn is arranging. */
  readonly drafts?: boolean;
  /** Whether spectators may see racks and records after a game. */
  readonly reveal?: boolean;
  /** Whether players may ask for hints. */
  readonly hints?: boolean;
  /** What becomes of the turns of someone who is gone for longer than *grace* seconds. */
  readonly absent?: "opponent" | "skip";
  readonly grace?: number;
  /** Milliseconds an opponent waits before it acts, for people to follow; at most half of what the clock leaves. */
  readonly pace?: number;
}

/** Asks for a pong. */
export interface Ping {
  readonly t: "ping";
}

/** Answers a ping, with the server's time. */
export interface Pong {
  readonly t: "pong";
  readonly now: number;
}

/** Why something was not done. */
export interface Problem {
  /** Never changes its meaning. */
  readonly code: string;
  /** The same in words, for people. */
  readonly message: string;
}

/** Show a sign to the table. */
export interface React {
  readonly type: "react";
  readonly sign: "⏳" | "🎉" | "👍" | "👏" | "😀" | "😢" | "😮" | "🤔";
}

/** A command, or a message, that was not taken; nothing has changed. */
export interface Refusal {
  readonly t: "refused";
  /** Never changes its meaning. */
  readonly code: string;
  /** The same in words, for people. */
  readonly message: string;
  /** Your command, where it was one. */
  readonly id?: string | null;
  /** The rules of the game it stands on. */
  readonly rules?: readonly string[];
}

/** Take somebody off a seat; the host's to say. An opponent goes only before a match or after it. */
export interface Remove {
  readonly type: "remove";
  readonly seat: number;
}

/** Set an opponent on a seat; the host's to say. */
export interface Replace {
  readonly type: "replace";
  readonly seat: number;
  readonly level?: string;
}

/** What a game lays open when it is over. */
export interface Revealed {
  /** Everyone's tiles or cards. */
  readonly racks: readonly (readonly string[])[];
  /** What the shuffle was made of; null where a test gave the order. */
  readonly fair: Fair | null;
}

/** A game looked at afterwards, step by step. */
export interface Review {
  readonly rules: string;
  readonly names: readonly string[];
  /** How it ended, as the record says it. */
  readonly result: string;
  readonly steps: readonly ReviewedStep[];
  /** What the shuffle was made of, where anyone can check it. */
  readonly fair: Fair | null;
}

/** Review a game that was played anywhere. */
export interface ReviewRecord {
  /** The whole text of its record. */
  readonly record: string;
}

/** A step of a game: what was done, and how everything lay then. */
export interface ReviewedStep {
  /** Who did it; null for the deal. */
  readonly seat: number | null;
  /** Written as the command `act` takes it. */
  readonly action: string;
  /** The game as anybody saw it, with the fields that a socket tells of it. */
  readonly view: Readonly<Record<string, unknown>>;
  /** Everyone's tiles or cards. */
  readonly racks: readonly (readonly string[])[];
  /** What happened, as an event of a socket tells it. */
  readonly happened: readonly (Readonly<Record<string, unknown>>)[];
  /** The turn that this step ended. */
  readonly turn: ReviewedTurn | null;
}

/** What a turn laid, and the most it could have laid. */
export interface ReviewedTurn {
  readonly seat: number;
  /** The number of its first step; the deal is 0. */
  readonly first: number;
  readonly last: number;
  /** How many tiles or cards it laid. */
  readonly laid: number;
  /** How many it could have laid. */
  readonly most: number;
  /** Whether it could not have laid even more. */
  readonly proven: boolean;
  /** The actions that lay most; none where no more could have been laid. */
  readonly better: readonly string[];
  /** How to lay that, where it changes the table. */
  readonly steps: readonly Step[];
}

/** The fields of RoomFields, each only where it changed. */
export interface RoomChanges {
  /** Where it is. */
  readonly phase?: "between" | "closed" | "over" | "playing" | "sharing" | "waiting";
  /** When this phase did. */
  readonly began?: number;
  readonly seats?: readonly SeatView[];
  /** The seat of the host; -1 for a host who took none. */
  readonly host?: number;
  /** How many games have begun here. */
  readonly game?: number;
  /** The match so far; null before its first game. */
  readonly match?: MatchView | null;
  /** What the server has committed to before this game. */
  readonly commitment?: string;
  /** Which seats have added to the shuffle. */
  readonly shared?: readonly boolean[];
  readonly watch?: WatchView;
  readonly paused?: boolean;
  /** Whether clocks and opponents wait: a pause, or every person gone. */
  readonly still?: boolean;
  /** What somebody asks of the others. */
  readonly asking?: Asking | null;
}

/** What everyone may know of a room; an event carries only the fields that changed. */
export interface RoomFields {
  /** Where it is. */
  readonly phase: "between" | "closed" | "over" | "playing" | "sharing" | "waiting";
  /** When this phase did. */
  readonly began: number;
  readonly seats: readonly SeatView[];
  /** The seat of the host; -1 for a host who took none. */
  readonly host: number;
  /** How many games have begun here. */
  readonly game: number;
  /** The match so far; null before its first game. */
  readonly match: MatchView | null;
  /** What the server has committed to before this game. */
  readonly commitment: string;
  /** Which seats have added to the shuffle. */
  readonly shared: readonly boolean[];
  readonly watch: WatchView;
  readonly paused: boolean;
  /** Whether clocks and opponents wait: a pause, or every person gone. */
  readonly still: boolean;
  /** What somebody asks of the others. */
  readonly asking: Asking | null;
}

/** A table as anybody who may look at it sees it. */
export interface RoomInfo {
  readonly room: string;
  readonly options: Options;
  /** What everyone may know of it. */
  readonly fields: RoomFields;
  /** Your seat, by your token; -1 for a host without one. */
  readonly you?: number | null;
  /** The seat in turn, while a game is played. */
  readonly turn?: number | null;
}

/** One rule: where it holds, which printed books say it, its words, and how single rulesets differ. */
export interface Rule {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly rulesets: readonly string[];
  readonly books: readonly string[];
  readonly text: string;
  readonly differs?: Readonly<Record<string, string>>;
  readonly example?: readonly Example[];
}

/** All sections, rules and rulings, in the order they are told. */
export interface Rulebook {
  readonly section: readonly Section[];
  readonly rule: readonly Rule[];
  readonly ruling: readonly Ruling[];
}

/** What the books leave open, what we chose, and why. */
export interface Ruling {
  readonly id: string;
  readonly rule: string;
  readonly rulesets: readonly string[];
  readonly open: string;
  readonly choice: string;
  readonly why: string;
}

/** Say something to the table. */
export interface Say {
  readonly type: "say";
  readonly text: string;
}

/** A seat as everyone sees it. */
export interface SeatView {
  readonly kind: "open" | "opponent" | "person";
  readonly name?: string;
  /** An opponent's level. */
  readonly level?: string;
  /** Whether a person sits here and is connected. */
  readonly here?: boolean;
  /** Since when the person is not connected. */
  readonly gone?: number;
  /** Whether turns are skipped or played for this person. */
  readonly away?: boolean;
  readonly muted?: boolean;
}

/** Where one sits; -1 stands for a host without a seat. */
export interface Seated {
  readonly room: string;
  readonly seat: number;
  /** What comes after the # of a private table's address. */
  readonly link?: string;
}

/** A heading; *family* is `tiles` or `cards`. */
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly family: string;
}

/** Add a random value to the shuffle, in lower-case hexadecimal digits. */
export interface Share {
  readonly type: "share";
  readonly value: string;
}

/** Begin the match, or its next game; the host's to say. */
export interface Start {
  readonly type: "start";
}

/** One thing to do: a code with its facts, as reasons have; the words are made at the edge. */
export interface Step {
  readonly code: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** A room in the lobby. */
export interface Summary {
  readonly room: string;
  readonly title: string;
  /** A ruleset's key, with house rules after a plus sign. */
  readonly rules: string;
  readonly language: string;
  readonly phase: string;
  readonly seats: number;
  /** How many seats nobody has taken. */
  readonly free: number;
  /** Who sits there, seat by seat; of an opponent its level. */
  readonly names: readonly string[];
  /** When something last happened there, in milliseconds. */
  readonly at: number;
  /** How time is kept, with the seconds the book says where no others were chosen. */
  readonly clock?: ClockOptions;
  /** How many games make a match. */
  readonly games?: number;
}

/** Play on, after turns were skipped or played for this seat. */
export interface TakeSeatBack {
  readonly type: "back";
}

/** A seat announced an opening for its next turn. */
export interface TileAnnounced {
  readonly type: "announced";
  readonly seat: number;
}

/** The fields of TileView, each only where it changed. */
export interface TileChanges {
  readonly rack?: readonly string[];
  /** What this seat drew last. */
  readonly last_drawn?: readonly string[];
  /** How many tiles each rack holds. */
  readonly counts?: readonly number[];
  /** How many tiles are left to draw. */
  readonly pool?: number;
  readonly table?: readonly (readonly string[])[];
  readonly turn?: number;
  readonly starter?: number;
  readonly opened?: readonly boolean[];
  /** Who has announced an opening (T41). */
  readonly announced?: readonly boolean[];
  readonly may_announce?: readonly boolean[];
  /** How many have passed in a row at the empty pool. */
  readonly passes?: number;
  /** How the game ended, once it has. */
  readonly result?: TileResult | null;
}

/** The racks are full and the pool is what is left (T4). */
export interface TileDealt {
  readonly type: "dealt";
  readonly starter: number;
  readonly counts: readonly number[];
  readonly pool: number;
}

/** A seat drew; *tiles* is empty for everyone but that seat. *penalty* where the time had run out. */
export interface TileDrew {
  readonly type: "drew";
  readonly seat: number;
  readonly count: number;
  readonly tiles: readonly string[];
  readonly penalty?: boolean;
}

/** The game is over. */
export interface TileEnded {
  readonly type: "ended";
  readonly ended: string;
  readonly winner: number;
  readonly scores: readonly number[];
}

/** A seat did not play at an empty pool. */
export interface TilePassed {
  readonly type: "passed";
  readonly seat: number;
}

/** A seat laid tiles; the table is now this. */
export interface TilePlayed {
  readonly type: "played";
  readonly seat: number;
  readonly tiles: readonly string[];
  readonly table: readonly (readonly string[])[];
  readonly opened: boolean;
  readonly points: number;
  readonly left: number;
}

/** How a game ended: `out` or `pool-empty`, who won, everyone's score and what every rack was worth. */
export interface TileResult {
  readonly ended: string;
  readonly winner: number;
  readonly scores: readonly number[];
  readonly worths: readonly number[];
}

/** A ruleset of the tile family. */
export interface TileRules {
  readonly family: "tiles";
  readonly key: string;
  readonly title: string;
  readonly printed: string;
  readonly book: string;
  readonly colors?: string;
  readonly numbers?: number;
  readonly copies?: number;
  /** The jokers in the box, in notation. */
  readonly jokers: string;
  readonly min_players?: number;
  readonly max_players?: number;
  /** Seconds a turn may last; 0 is no limit (T33). */
  readonly turn_seconds?: number;
  /** What decides a match: `wins` (then the total) or the `total` alone (T44, C14). */
  readonly ranking: "total" | "wins";
  /** Games in a match: as many as `players`, or the number `agreed` at the start (T43). */
  readonly games?: "agreed" | "players";
  readonly changes?: readonly (readonly [string, boolean | number | string])[];
  /** Tiles on each rack at the start (T4). */
  readonly rack_size?: number;
  /** Points an opening needs at least (T23). */
  readonly opening_points?: number;
  /** Most jokers in one set; 0 is no limit (T12). */
  readonly joker_limit?: number;
  /** A set with a joker only grows, and its joker is taken only by exchange (T32). */
  readonly joker_sets_frozen?: boolean;
  /** A colour-change joker may be the first of a run (T17 says never). */
  readonly color_change_starts?: boolean;
  /** The mirror joker stands for the number in the middle, which must exist (T20). */
  readonly mirror_counts?: boolean;
  /** Places each side of a mirror has at least (T18). */
  readonly mirror_side?: number;
  /** What a joker left on a rack costs (T38). */
  readonly joker_penalty?: number;
  /** Tiles drawn when the time runs out (T34). */
  readonly time_penalty?: number;
  /** Tiles drawn besides for each tile whose place nobody remembers (T36). */
  readonly forgotten_penalty?: number;
  /** At an empty pool the first player who does not play ends the game (T37). */
  readonly first_pass_ends?: boolean;
  /** What a player who has not opened loses when another goes out; 0 counts the rack (T40). */
  readonly unopened_penalty?: number;
  /** The same when the rack could have opened; avoided by announcing (T40, T41). */
  readonly unopened_able_penalty?: number;
  /** Scores at an empty pool: the losers' `difference` to the winner, their own `worth`, or their worth with the winner's own taken off the sum (`net`) (T42). */
  readonly pool_empty_scores?: "difference" | "net" | "worth";
}

/** Every seat drew for the start, perhaps in several rounds (T5). */
export interface TileStartDrawn {
  readonly type: "start-drawn";
  readonly rounds: readonly (readonly (readonly [number, string])[])[];
  readonly starter: number;
}

/** A game as one seat sees it; a spectator's rack is empty. */
export interface TileView {
  readonly rack: readonly string[];
  /** What this seat drew last. */
  readonly last_drawn: readonly string[];
  /** How many tiles each rack holds. */
  readonly counts: readonly number[];
  /** How many tiles are left to draw. */
  readonly pool: number;
  readonly table: readonly (readonly string[])[];
  readonly turn: number;
  readonly starter: number;
  readonly opened: readonly boolean[];
  /** Who has announced an opening (T41). */
  readonly announced: readonly boolean[];
  readonly may_announce: readonly boolean[];
  /** How many have passed in a row at the empty pool. */
  readonly passes: number;
  /** How the game ended, once it has. */
  readonly result: TileResult | null;
}

/** What everyone is told of an event of the log: its kind and what is no secret of it. */
export interface Told {
  readonly kind: "created" | "joined" | "left" | "removed" | "replaced" | "here" | "gone" | "away" | "back" | "committed" | "shared" | "dealt" | "acted" | "asked" | "answered" | "ask-lapsed" | "continued" | "said" | "reacted" | "muted" | "outage" | "closed";
  /** Whose it is, or whom it is about. */
  readonly seat?: number | null;
  /** Of an opponent that was set on a seat. */
  readonly level?: string;
  /** What was said or shown. */
  readonly text?: string;
  /** Who acted where the player did not: the `clock`, a `skip`, or an `opponent`. */
  readonly cause?: string;
  /** What was asked. */
  readonly what?: string;
  readonly agrees?: boolean | null;
  /** Whether a seat was muted, or may speak again. */
  readonly on?: boolean | null;
  /** Milliseconds for which the server was down. */
  readonly lost?: number;
}

/** The clocks: when they are due, or while they stand still, what is left; all in milliseconds. */
export interface WatchView {
  /** When the turn's time is up, if it runs. */
  readonly due: number | null;
  /** What the turn had when its clock last began or stopped; null where there is no limit. */
  readonly left: number | null;
  /** When the knocking is over, if it runs. */
  readonly knock_due: number | null;
  readonly knock_left: number | null;
  /** What each seat has in its bank; empty where the clock is another. */
  readonly banks: readonly number[];
}

/** Everything a viewer may know of the room now. */
export interface Welcome {
  readonly t: "welcome";
  readonly room: string;
  /** The last event. */
  readonly n: number;
  /** The server's time, in milliseconds. */
  readonly now: number;
  /** Your seat; -1 for a host without one, null for a spectator. */
  readonly you: number | null;
  readonly options: Options;
  /** What everyone may know of the room. */
  readonly fields: RoomFields;
  /** The game as you may see it; null where none is being played. */
  readonly view: TileView | CardView | null;
  /** The last lines said here. */
  readonly chat: readonly Line[];
  /** What the player in turn is arranging. */
  readonly draft?: string | null;
  /** What the last game laid open, until the next is about to begin. */
  readonly revealed?: Revealed | null;
}
