"""`meldwise play`: a person against opponents of a level, in the terminal."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from msgspec.structs import replace

from meldwise import api, record, words
from meldwise.bots import LEVELS, Opponent, named
from meldwise.catalog import game_of
from meldwise.cli import card_turn, cases, draw, prompt, sheet, tile_turn
from meldwise.cli.card_turn import CardTurn
from meldwise.cli.main import rules_text
from meldwise.cli.prompt import Leave
from meldwise.cli.telling import Clause, sentences, told
from meldwise.cli.tile_turn import TileTurn
from meldwise.compare import shown, title
from meldwise.errors import CaseError
from meldwise.game import check_seats
from meldwise.live import LiveGame, shuffle
from meldwise.match import Match, new_match
from meldwise.ruleset import AnyRules, CardRules
from meldwise.solver import can_open
from meldwise.tilegame import Announce, Draw

HELP = "play against opponents in the terminal"

PERSON = 0
OPPONENTS = ("Ana", "Bo", "Cleo", "Dan", "Eli")
PLAYERS = 3
LEVEL = "easy"
SECONDS = 1.0
"""Time an opponent takes for a turn at most."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes besides the common options."""
    parser.add_argument("--players", type=int, metavar="N", help=f"how many play, you included (default {PLAYERS})")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="your name, then your opponents'")
    parser.add_argument("--level", choices=LEVELS, default=LEVEL, help=f"how well they play (default {LEVEL})")
    parser.add_argument("--opponent", metavar="NAME", help="who plays against you, instead of a level: as in simulate")
    parser.add_argument("--seed", help="the same seed deals the same games")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="games to play and add up (default 1)")
    parser.add_argument("--record", metavar="FILE", help="save every game as a record; a file that exists is kept")


def run(given: argparse.Namespace) -> int:
    """Play; leave with 0, or with 130 after Ctrl-C."""
    rules = api.ruleset(rules_text(given.rules or "pl-standard"))
    session = Session(rules, names_of(given, rules), given)
    prompt.prepare()
    try:
        session.play()
    except Leave:
        draw.tell("cli.left")
    except KeyboardInterrupt:
        draw.say("")
        draw.tell("cli.left-at-once")
        return 130
    return 0


def names_of(given: argparse.Namespace, rules: AnyRules) -> list[str]:
    """Return everyone's name, the person first: those given, then our own."""
    names = [record.clean_name(name) for name in given.names or []]
    seats = given.players if given.players is not None else max(len(names), 0 if len(names) > 1 else PLAYERS)
    check_seats(rules, seats, PERSON)
    if len(names) > seats:
        raise CaseError("wrong-type", key="--names", wanted="names", seats=seats)
    spare = [name for name in OPPONENTS if name not in names]
    return [*(names or [words.sentence("cli.you")]), *spare][:seats]


class Session:
    """One sitting at the table: a match of one game or more."""

    def __init__(self, rules: AnyRules, names: Sequence[str], given: argparse.Namespace) -> None:
        self.rules = rules
        self.names = names
        self.told_names = [words.sentence("cli.you"), *names[1:]]
        self.seed = token_hex(4) if given.seed is None else given.seed.encode(errors="replace").decode()
        self.match: Match = new_match(rules, len(names), given.games)
        self.level: str | None = None if given.opponent else given.level
        self.opponent = named(given.opponent or LEVELS[given.level].opponent_in(self.rules))
        self.record: str | None = given.record

    def play(self) -> None:
        """Greet, play every game, and add them up."""
        self._greet()
        while not self.match.over:
            live = self._deal()
            self._play_game(live)
            assert live.result is not None
            self.match = self.match.add(live.result)
            sheet.show_result(live.state, self.told_names)
            if self.match.games > 1:
                self._between()

    def _greet(self) -> None:
        draw.heading(f"{title(self.rules)} · {shown(self.rules)}")
        draw.tell("cli.greeting", names=words.listed(self.told_names[1:]), seed=shlex.quote(self.seed))
        if self.level:
            draw.tell(LEVELS[self.level].character_in(self.rules))
        rules = self.rules
        for line in card_turn.greeting(rules) if isinstance(rules, CardRules) else tile_turn.greeting(rules):
            draw.say(line)

    def _deal(self) -> LiveGame:
        """Start the next game; the first one by the draw for the start, later ones by the match (T5, T6)."""
        played = len(self.match.scores)
        if played:
            setup = shuffle(self.rules, len(self.names), f"{self.seed}/{played + 1}", self.match.starter)
        else:
            setup = shuffle(self.rules, len(self.names), self.seed)
            self.match = replace(self.match, first_starter=setup.starter)
        if self.match.games > 1:
            draw.heading(words.sentence("cli.game-of", {"game": played + 1, "games": self.match.games}))
        return LiveGame(self.rules, self.names, setup)

    def _play_game(self, live: LiveGame) -> None:
        """Play one game to its end; its record is saved however it ends."""
        file = _reserved(self.record) if self.record else None
        try:
            Seats(live, self.told_names, self._bots(len(self.match.scores))).play()
        finally:
            if file:
                _save(live, file)

    def _bots(self, game: int) -> list[Opponent]:
        seeds = [f"{self.seed}/{game}/{seat}" for seat in range(len(self.names))]
        settings = {"seconds": SECONDS} | getattr(self.opponent, "keywords", {})
        return [self.opponent(seed, tidy=True, **settings) for seed in seeds]

    def _between(self) -> None:
        """Show how the match stands, and wait before the next game."""
        sheet.show_sheet(self.match, self.told_names)
        if not self.match.over:
            answer = prompt.ask("cli.next-game")
            if answer.strip().lower() in ("q", "quit"):
                raise Leave
        else:
            first = [name for name, place in zip(self.told_names, self.match.places, strict=True) if place == 1]
            draw.tell("cli.match-won", count=len(first), names=words.listed(first))


class Seats:
    """One game between the person and the opponents."""

    def __init__(self, live: LiveGame, names: Sequence[str], bots: Sequence[Opponent]) -> None:
        self.live = live
        self.names = names
        self.bots = bots
        turn = CardTurn if isinstance(live.rules, CardRules) else TileTurn
        self.person = turn(live, PERSON, names)
        self.news: list[Clause] = told(live.events, None, names, PERSON)
        self._let_hear(live.events)

    def play(self) -> None:
        """Let everyone act until the game is over."""
        while actors := self.live.actors:
            decided = self._decided(actors[0])
            for action in decided:
                self._do(action)
            if [type(action) for action in decided] == [Draw]:
                self._offer_announcing() if actors[0] == PERSON else self._hear(actors[0])
        self._tell()

    def _decided(self, seat: int) -> list[Any]:
        if seat != PERSON:
            return [self.bots[seat].act(self.live.view(seat))]
        self._tell()
        return self.person.act()

    def _offer_announcing(self) -> None:
        """Ask a person whose rack can open after the draw whether to announce it, where that saves points (T41)."""
        view = self.live.view(PERSON)
        if self.live.judge(Announce(PERSON)) or not can_open(view.rack, view.rules):
            return
        self._tell()
        answer = prompt.ask("cli.announce-offer")
        if answer.strip().lower() in prompt.answers("cli.yes"):
            self._do(Announce(PERSON))

    def _hear(self, seat: int) -> None:
        """Let an opponent announce an opening after its draw (T41)."""
        if not self.live.judge(Announce(seat)) and (said := self.bots[seat].aside(self.live.view(seat))):
            self._do(said)

    def _do(self, action: Any) -> None:
        before = self.live.view(PERSON)
        game = game_of(self.live.rules)
        events = self.live.apply(action)
        self._let_hear(events)
        self.news += told([game.seen(event, PERSON) for event in events], before, self.names, PERSON)

    def _let_hear(self, events: Sequence[Any]) -> None:
        """Tell the opponents what happened, each as its seat sees it."""
        game = game_of(self.live.rules)
        for seat, bot in enumerate(self.bots):
            if seat != PERSON and bot.listens():
                for event in events:
                    bot.watch(game.seen(event, seat))

    def _tell(self) -> None:
        for sentence in sentences(self.news, self.names):
            draw.say(sentence)
        self.news = []


def _reserved(path: str) -> Path:
    """Make the file a record goes to; where it is there already, one with a number in its name."""
    wanted, number = Path(path), 1
    if wanted.is_dir():
        raise CaseError("unwritable-file", path=path, detail=cases.told("folder"))
    while True:
        file = wanted if number == 1 else wanted.with_stem(f"{wanted.stem}-{number}")
        try:
            file.touch(exist_ok=False)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise CaseError("unwritable-file", path=str(file), detail=error.strerror) from None
        else:
            return file


def _save(live: LiveGame, file: Path) -> None:
    try:
        file.write_text(record.write(live.record()), "utf-8")
    except OSError as error:
        raise CaseError("unwritable-file", path=str(file), detail=error.strerror) from None
    draw.tell("cli.saved", file=str(file))
