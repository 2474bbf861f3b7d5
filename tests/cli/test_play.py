"""`meldwise play`, driven as a person would drive it: lines in, the screen out."""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace

from meldwise import catalog, record
from meldwise.api import tile_rules
from meldwise.bots import Simple
from meldwise.cli import play, sheet
from meldwise.errors import MeldwiseError
from meldwise.game import Setup
from meldwise.live import LiveGame
from meldwise.notation import parse_tiles
from meldwise.ruleset import CardRules
from meldwise.rummy17 import Extend, deck, write_action
from meldwise.tilegame import Pass, Play
from meldwise.tilegame.scoring import worth
from meldwise.tilegame.state import Result
from meldwise.tiles import AnyTile

TILE_RULES = [key for key in catalog.rulesets() if key != "rummy17"]


class Typist(io.StringIO):
    """Standard input whose next line may depend on the screen."""

    def __init__(self, answer: Callable[[str], str | None], screen: io.StringIO) -> None:
        super().__init__()
        self.answer = answer
        self.screen = screen

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = self.answer(self.screen.getvalue())
        return "" if line is None else f"{line}\n"


class Seen(types.SimpleNamespace):
    """What a run left behind."""

    status: int
    screen: str

    def last(self, count: int = 25) -> str:
        return "\n".join(self.screen.splitlines()[-count:])


@pytest.fixture
def sit(monkeypatch):
    """Return a function that plays with the lines given, or with a function from screen to line."""

    def run(lines: Iterable[str] | Callable[[str], str | None], *words: str) -> Seen:
        screen = io.StringIO()
        if not callable(lines):
            given = iter(lines)
            answer = lambda _: next(given, None)  # noqa: E731
        else:
            answer = lines
        monkeypatch.setattr(sys, "stdin", Typist(answer, screen))
        monkeypatch.setattr(sys, "stdout", screen)
        parser = argparse.ArgumentParser()
        parser.add_argument("--rules")
        play.add_options(parser)
        status = play.run(parser.parse_args([*words]))
        return Seen(status=status, screen=screen.getvalue())

    return run


def draws_or_passes(screen: str) -> str:
    """Draw while there is a pool, then pass."""
    return "pass" if "the pool is empty" in screen[screen.rindex("── Your turn") :] else "draw"


def takes_and_discards(screen: str) -> str:
    """Never meld: take from the stock, never knock, discard the first card the screen shows."""
    prompt = screen.splitlines()[-1]
    if prompt.startswith("stock or pile"):
        return "stock"
    if prompt.startswith("knock for"):
        return ""
    hand = screen[screen.rindex("Your hand:") :].splitlines()[1]
    return f"discard {hand.split()[0].lstrip('+')}"


# A whole game


@pytest.mark.parametrize("rules", TILE_RULES)
def test_a_person_who_only_draws_sees_the_game_to_its_end(sit, rules):
    seen = sit(draws_or_passes, "--rules", rules, "--seed", "7")
    assert seen.status == 0
    assert "── The game is over: " in seen.screen
    assert re.search(r"You +\d+ +[-+]\d+ +[krbo]\d", seen.last())
    assert "Not allowed" not in seen.screen


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_person_who_never_melds_sees_a_card_game_to_its_end(sit, players):
    seen = sit(takes_and_discards, "--rules", "rummy17", "--seed", "7", "--players", str(players))
    assert seen.status == 0
    assert "── The game is over: " in seen.screen
    assert "Bonus cards, 3 points each" in seen.last() or "RUMMY 17" in seen.last()
    assert re.search(r"You +0 +-\d+ +-\d+ +[rbgyk]\d", seen.last()) or "fewest" in seen.last()
    assert "Not allowed" not in seen.screen


def watched(monkeypatch) -> list[LiveGame]:
    """Return a list that will hold every game dealt."""
    games: list[LiveGame] = []

    def dealt(*given):
        games.append(LiveGame(*given))
        return games[-1]

    monkeypatch.setattr(play, "LiveGame", dealt)
    return games


def as_the_bot_would(live: Callable[[], LiveGame]) -> Callable[[str], str]:
    """Type what the simple opponent would do on the person's seat, a line a time; where it rearranges, draw."""
    waiting: list[str] = []

    def answer(_: str) -> str:
        if not waiting:
            game = live()
            action = Simple().act(game.view(0))
            waiting.extend(_typed(action, game))
        return waiting.pop(0)

    return answer


def _typed(action, game: LiveGame) -> list[str]:
    if isinstance(action, Play):
        return _typed_play(action, game)
    if isinstance(action, Extend):
        added = Counter(action.cards) - Counter(game.state.melds[action.meld].cards)
        return [f"add {action.meld + 1} {' '.join(card.text for card in added.elements())}"]
    if game.rules.key == "rummy17":
        return [write_action(action).partition(" ")[2].replace("knock yes", "y").replace("knock no", "n")]
    return ["pass" if isinstance(action, Pass) else "draw"]


def _typed_play(action: Play, game: LiveGame) -> list[str]:
    before, lines = game.state.table, []
    for i, row in enumerate(action.table):
        old = before[i] if i < len(before) else ()
        if Counter(old) - Counter(row):
            return ["draw"] if game.state.pool else ["pass"]
        added = " ".join(tile.text for tile in (Counter(row) - Counter(old)).elements())
        if added:
            lines.append(f"{i + 1} {added}" if old else " ".join(tile.text for tile in row))
    return [*lines, "end"]


@pytest.mark.parametrize("rules", [*TILE_RULES, "rummy17"])
def test_a_game_typed_as_a_bot_would_play_it_is_recorded_and_replays(sit, rules, tmp_path, monkeypatch):
    games = watched(monkeypatch)
    file = tmp_path / "game.record"
    words = ["--rules", rules, "--seed", "21", "--record", str(file), "--players", "3"]
    seen = sit(as_the_bot_would(lambda: games[-1]), *words)
    assert seen.status == 0
    assert f"The record is saved: {file}" in seen.screen
    assert "You opened with" in seen.screen or "You laid" in seen.screen
    recorded = record.read(file.read_text())
    assert recorded.result.startswith("result ")
    assert [step.state for step in record.replay(recorded)][-1] == games[0].state


def test_the_same_seed_gives_the_same_screen(sit):
    assert sit(draws_or_passes, "--seed", "9").screen == sit(draws_or_passes, "--seed", "9").screen


def test_a_match_shows_a_sheet_with_a_row_a_game_totals_and_places(sit):
    def answer(screen: str) -> str:
        return "" if screen.endswith("leaves > ") else draws_or_passes(screen)

    seen = sit(answer, "--seed", "3", "--games", "2", "--players", "2", "--names", "Marta", "Ida")
    assert seen.screen.count("── Score sheet") == 2
    sheet = seen.last(12)
    rows = [line.split() for line in sheet.splitlines()]
    first, second, total = ([int(n) for n in row[-2:]] for row in rows if row[:1] in (["game"], ["total"]))
    assert [a + b for a, b in zip(first, second, strict=True)] == total
    assert ["place", "2.", "1."] in rows or ["place", "1.", "2."] in rows
    assert "won the match." in sheet


def test_between_the_games_of_a_match_one_may_leave(sit):
    def answer(screen: str) -> str:
        return "quit" if screen.endswith("leaves > ") else draws_or_passes(screen)

    seen = sit(answer, "--seed", "3", "--games", "3", "--players", "2")
    assert seen.status == 0
    assert "Score sheet · 1 of 3 games" in seen.screen
    assert "You left the game." in seen.last(2)


# What a newcomer sees


def test_a_newcomer_is_told_what_to_do(sit):
    seen = sit(["?", "quit"], "--seed", "1")
    assert "? shows all you can type" in seen.screen
    assert "2 b4 > new" in seen.screen
    assert "announce" in seen.screen
    assert all(len(line) <= 80 for line in seen.screen.splitlines())


def test_hidden_racks_stay_hidden_while_the_game_goes_on(sit, monkeypatch):
    games = watched(monkeypatch)
    screen = sit(["draw"] * 5, "--seed", "4", "--players", "4").screen
    state = games[0].state
    shown = set(re.findall(r"\b[krbo]\d+\b", screen[screen.index("── Your turn") :]))
    table = {tile.text for row in state.table for tile in row}
    assert shown <= {tile.text for tile in state.racks[0]} | table


def test_the_drawn_tile_is_told_and_marked(sit):
    screen = sit(["draw", "quit"], "--seed", "1").screen
    drawn = re.search(r"You drew (\w+)\.", screen)
    assert drawn
    assert f"+{drawn.group(1)}" in screen


def test_the_rack_is_sorted_by_colour_and_on_request_by_number(sit):
    screen = sit(["sort", "sort colour", "sort x", "quit"], "--seed", "1").screen
    by_color, by_number, again = re.findall(r"tiles by \w+\n  (.*)", screen)
    assert by_color == again
    numbers = [int(tile[1:]) for tile in by_number.split() if tile[0] != "J"]
    assert numbers == sorted(numbers)
    assert "sort colour or sort number" in screen


def test_the_rules_can_be_looked_up(sit):
    screen = sit(["rules T16", "rules T999", "quit"], "--seed", "1", "--rules", "hu-twist").screen
    assert "colour-change joker" in screen.lower()
    assert "T999" in screen.splitlines()[-4]


# A turn at a tile game


def rows_of(screen: str) -> list[str]:
    """Return the table as it was printed last."""
    part = screen[screen.rindex("\nTable\n") + len("\nTable\n") :]
    return [line for line in part.splitlines() if re.match(r" +\d+  ", line)]


def pool_of(*racks: str):
    """Return a deal: these racks, seat by seat, then the rest of pl-standard's box."""
    rules = catalog.find("pl-standard")
    dealt = [tile for rack in racks for tile in parse_tiles(rack, rules)]
    rest = Counter(rules.box.tiles) - Counter(dealt)
    return (*dealt, *rest.elements())


@pytest.fixture
def deal(monkeypatch):
    """Return a function that fixes the deal: racks in notation, and who starts."""

    def fix(*racks: str, starter: int = 0) -> None:
        monkeypatch.setattr(play, "shuffle", lambda *_: Setup(pool_of(*racks), starter))

    return fix


RICH = "k10 r10 b10 o10 k1 k2 k3 b4 b5 b6 J r7 r8 o1"
RICH_TOO = "k11 r11 b11 k1 k3 r1 r4 b1 b3 b6 o2 o5 o8 o12"
POOR = "r1 r3 r5 b1 b3 b8 o2 o4 o6 o8 k5 k7 k9 k12"


def test_a_row_is_laid_from_the_rack_and_shown_with_its_number_reading_and_points(sit, deal):
    deal(RICH, POOR)
    seen = sit(["k10 r10 b10"], "--players", "2")
    assert rows_of(seen.screen) == ["  1  +k10 +r10 +b10   group, 30 points"]
    assert "Your opening so far: 30 points; enough" in seen.screen
    assert "Your rack: 11 tiles" in seen.screen


def test_two_rows_are_laid_at_once_with_a_slash(sit, deal):
    deal(RICH, POOR)
    screen = sit(["k1 k2 k3 / b4 b5 b6"], "--players", "2").screen
    assert len(rows_of(screen)) == 2
    assert "Your opening so far: 21 points; it needs 30." in screen


def test_tiles_are_put_into_order_and_the_joker_is_explained(sit, deal):
    deal(RICH, POOR)
    (row,) = rows_of(sit(["b6 b4 J"], "--players", "2").screen)
    assert "+b4 +J +b6" in row
    assert "run, 15 points; J is blue 5" in row


def test_a_joker_goes_where_it_is_typed_when_that_is_a_set(sit, deal):
    deal(RICH, POOR)
    assert "J is blue 3" in rows_of(sit(["J b4 b5"], "--players", "2").screen)[0]
    assert "J is blue 3" in rows_of(sit(["b4 b5 J", "1 = J b4 b5"], "--players", "2").screen)[0]


@pytest.mark.parametrize("line", ["1 k3", "k3 > 1", "k3 1", "k3 -> 1"])
def test_tiles_are_added_to_a_row_in_several_spellings(sit, deal, line):
    deal(RICH, POOR)
    screen = sit(["k1 k2 J", line], "--players", "2").screen
    assert "+k1 +k2 +k3 +J" in rows_of(screen)[0]


def opened(*lines: str) -> list[str]:
    """Open with the tens and let the other draw, then type these lines."""
    return ["k10 r10 b10 o10", "end", *lines]


def test_tiles_move_between_rows_and_to_new_rows(sit, deal):
    deal(RICH, POOR)
    screen = sit(opened("k1 k2 k3", "r7 r8 J", "1 r10 > 3", "3 J > new"), "--players", "2").screen
    rows = rows_of(screen)
    assert "k10 b10 o10" in rows[0]
    assert "! " in rows[2]
    assert "r7 +r8 r10" in rows[2]
    assert rows[3].split()[1] == "+J"


def test_tiles_from_the_rack_and_from_rows_make_a_new_row_together(sit, deal):
    deal(RICH, POOR)
    screen = sit(opened("k1 k2 k3", "J o1 2 k1 > new", "end"), "--players", "2").screen
    assert "k2 k3 is no set: a set has at least 3 tiles; this row has 2 (T28, T9)" in screen
    assert "group, 3 points" in rows_of(screen)[2]


def test_a_whole_row_joins_another(sit, deal):
    deal(RICH, POOR)
    screen = sit(opened("k1 k2", "k3", "3 > 2"), "--players", "2").screen
    assert "run, 6 points" in rows_of(screen)[1]
    assert "empty" in rows_of(screen)[2]


@pytest.mark.rule("T28")
def test_only_what_was_laid_this_turn_comes_back_to_the_rack(sit, deal):
    deal(RICH, POOR)
    screen = sit(opened("k1 k2 k3", "2 k3 > rack", "1 k10 > rack"), "--players", "2").screen
    assert "+k1 +k2 " in rows_of(screen)[1]
    assert "k10 lay on the table when your turn began and stays there (T28)." in screen


@pytest.mark.rule("T25")
def test_before_the_opening_the_table_is_not_touched(sit, deal):
    deal(POOR, RICH, starter=1)
    screen = sit(["1 k9", "1 k10 > new", "k5 k7 k9"], "--players", "2").screen
    assert screen.count("You have not opened yet") == 2
    assert "! k7 does not follow" in rows_of(screen)[-1]


def test_undo_takes_one_step_back_and_reset_the_whole_turn(sit, deal):
    deal(RICH, POOR)
    undone = sit(["k1 k2 k3", "b4 b5 b6", "undo"], "--players", "2").screen
    assert len(rows_of(undone)) == 1
    reset = sit(["k1 k2 k3", "b4 b5 b6", "reset", "undo"], "--players", "2").screen
    assert rows_of(reset) == []
    assert "There is nothing to undo." in reset


def test_a_refused_end_says_why_and_loses_nothing(sit, deal):
    deal(RICH, POOR)
    screen = sit(["end", "k1 k2 k3", "end", "1 J", "draw", "pass"], "--players", "2").screen
    assert "Not allowed: at least one tile of your rack is laid, or you draw (T27)." in screen
    assert "Not allowed: the opening is worth 6 points and needs 30: 24 short (T23)." in screen
    assert "run, 10 points; J is black 4" in rows_of(screen)[0]
    assert "You have moved tiles this turn: end it, or reset and draw." in screen


def test_the_opening_and_what_others_did_are_told_with_the_tiles(sit, deal):
    deal(RICH, POOR)
    screen = sit(opened(), "--players", "2").screen
    assert "You opened with 40 points: k10 r10 b10 o10 as row 1 (10 left)." in screen
    assert "Ana drew." in screen
    assert "You 10 (opened) · Ana 15" in screen


@pytest.mark.rule("T41", "R20")
def test_an_announcement_comes_with_the_draw_and_everyone_sees_it(sit):
    screen = sit(["announce", "quit"], "--seed", "2").screen
    assert re.search(r"You drew \w+, announced an opening for the next turn\.", screen)
    assert "You 15 (announced)" in screen


@pytest.mark.rule("T41", "R20")
@pytest.mark.parametrize(("answer", "announced"), [("y", True), ("n", False), ("", False)])
def test_a_draw_that_makes_an_opening_offers_to_announce_it(sit, answer, announced):
    screen = sit(["draw", answer, "quit"], "--seed", "49").screen
    assert "Your rack can open now: announce it for your next turn?" in screen
    assert ("You 15 (announced)" in screen) is announced


def test_an_opponent_announces_what_its_draw_brought(sit):
    screen = sit(draws_or_passes, "--seed", "1", "--opponent", "greedy-tiles").screen
    assert re.search(r"(Ana|Bo) drew, announced an opening for the next turn", screen)
    assert "(announced)" in screen


def test_announcing_is_refused_where_the_rules_do_not_know_it(sit):
    screen = sit(["announce", "quit"], "--rules", "fi-classic", "--seed", "2").screen
    assert "Not allowed: fi-classic knows no announcing (T41)." in screen


# The end


def ended(opened: bool = False, announced: bool = False, rack: str = POOR, drawn: str = "r1", scores=(-100, 100)):
    """Return a Polish game that Ana has won by going out."""
    rules = tile_rules("pl-standard")
    state = LiveGame(rules, ["You", "Ana"], Setup(pool_of(rack, RICH))).state
    return replace(
        state,
        opened=(opened, True),
        announced=(announced, False),
        last_drawn=(parse_tiles(drawn, rules), ()),
        result=Result("out", 1, scores, (worth(state.racks[0], rules), 0)),
    )


@pytest.mark.rule("T40", "T41")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (ended(opened=True), ""),
        (ended(), "-100 for not having opened, whatever the rack is worth (T40)"),
        (ended(rack=RICH_TOO, scores=(-200, 200)), "-200 for not having opened although this rack could have (T40)"),
        (ended(rack=RICH_TOO, announced=True), "-100, not -200: the opening was announced after the last draw (T41)"),
    ],
)
def test_special_penalties_are_told_with_their_reason(capsys, state, why):
    assert sheet.penalty_reason(state, 0) == why
    sheet.show_result(state, ["You", "Ana"])
    assert why in capsys.readouterr().out


# A turn at Rummy 17


def card_deal(monkeypatch, *hands: str, pile: str) -> None:
    rules = catalog.find("rummy17")
    assert isinstance(rules, CardRules)
    dealt = [card for hand in hands for card in parse_tiles(hand, rules)]
    dealt += parse_tiles(pile, rules)
    rest = Counter[AnyTile](deck(rules)) - Counter(dealt)
    bonus = ("most-red", "longest-run", "fewest-jokers", "finisher", "most-123")
    monkeypatch.setattr(play, "shuffle", lambda *_: Setup((*dealt, *rest.elements()), 0, (), bonus))


MINE = "r5 r6 r8 g9 b9 y9 k1 k2 y16 y17"
THEIRS = "b1 b3 g1 g4 y2 y5 k6 k8 k10 k12"
CARDS = ["--rules", "rummy17", "--players", "2"]


def test_bonus_cards_edge_jokers_and_the_pile_are_shown_in_words(sit, monkeypatch):
    card_deal(monkeypatch, MINE, THEIRS, pile="k3")
    screen = sit(["quit"], *CARDS).screen
    assert "most red cards: nobody" in screen
    assert "most 1s, 2s and 3s: nobody" in screen
    assert "fewest jokers: all" in screen
    assert "Pile k3   Edge Jr Jb Jg Jy Jk" in screen


def test_a_turn_of_cards_takes_melds_adds_and_discards(sit, monkeypatch):
    card_deal(monkeypatch, MINE, THEIRS, pile="k3")
    lines = ["pile", "k1 k2 k3", "meld r5 r6 r8 Jr", "2 g9", "add 2 r9", "g9 b9 y9", "discard y17", "quit"]
    screen = sit(lines, *CARDS).screen
    assert "You took k3 from the pile." in screen
    assert "You laid k1 k2 k3 (meld 1)." in screen
    assert "You laid r5 r6 Jr r8 (meld 2, its joker from the edge)." in screen
    assert "run; Jr is red 7" in screen
    assert "Not allowed: r5 r6 Jr r8 g9 is no meld: " in screen
    assert "Not allowed: r9 is not in your hand (C5)." in screen
    assert "You laid g9 b9 y9 (meld 3)." in screen
    assert "You discarded y17 (1 left)." in screen


def test_what_was_laid_this_turn_is_taken_back(sit, monkeypatch):
    card_deal(monkeypatch, MINE, THEIRS, pile="k3")
    screen = sit(["pile", "back", "k1 k2 k3", "back", "quit"], *CARDS).screen
    assert "You have laid nothing this turn." in screen
    assert "You took back what was laid this turn." in screen
    assert "No melds yet." in screen[screen.rindex("took back") :]


@pytest.mark.rule("C4")
@pytest.mark.parametrize(("answer", "got"), [("y", True), ("n", False), ("", False)])
def test_the_person_is_asked_whether_to_knock(sit, monkeypatch, answer, got):
    card_deal(monkeypatch, MINE, THEIRS, pile="k3")
    screen = sit(["stock", "discard y17", answer, "quit"], *CARDS).screen
    assert "Ana took from the stock." in screen
    assert "knock for y17? y/n > " in screen
    assert ("You knocked and got y17." in screen) is got


def test_the_exchanged_joker_is_laid_in_the_same_turn(sit, monkeypatch):
    card_deal(monkeypatch, MINE.replace("r8", "r7").replace("y16", "r8"), THEIRS, pile="k3")
    lines = ["pile", "r5 r6 Jr r8", "exchange 1", "discard y17", "1 = Jr r5 r6 r7 r8", "discard y17", "quit"]
    screen = sit(lines, *CARDS).screen
    assert "You took Jr from meld 1 for r7." in screen
    assert "Freed, to be laid this turn: Jr" in screen
    assert "Not allowed: Jr, taken by exchange, is laid in the same turn (C9)." in screen
    assert "run; Jr is red 4" in screen


def test_actions_out_of_place_are_refused_in_words(sit, monkeypatch):
    card_deal(monkeypatch, MINE, THEIRS, pile="k3")
    lines = [
        "discard k1",
        "k1 k2 k3",
        "stock",
        "pile",
        "k1",
        "discard",
        "discard k1 k2",
        "exchange 1",
        "add 1 k3",
        "meld",
    ]
    screen = sit(lines, *CARDS).screen
    assert screen.count("Not allowed: take a card first (C3).") == 2
    assert "Not allowed: you have taken a card already (C3)." in screen
    assert "One card is no meld. discard k1 puts it on the pile." in screen
    assert screen.count("There is no meld 1: there is no meld yet.") == 2


# Slips, leaving, and files


@pytest.mark.parametrize(
    ("line", "words", "column"),
    [
        ("b3 x9", "Column 4: x9 is no tile", 4),
        ("b3 b14", "b14 is no tile; the numbers are 1 to 13", 5),
        ("k10 D", "D is a joker this box does not hold", 5),
        ("k10 k10", "k10 is on your rack only once.", 5),
        ("k10 k11", "k11 is not on your rack.", 5),
        ("7 k1", "There is no row 7: there is no row yet.", 1),
        ("k1 > 7", "There is no row 7", 6),
        ("k1 >", "After > stands one place", 4),
        ("> 1", "Before > stand the tiles to move", 1),
        ("k1 > 1 2", "After > stands one place", 8),
        ("k1 > table", "After > stands the number of a row, new, or rack.", 6),
        ("k1 > > new", "One > is enough.", 6),
        ("k1 2 k3 k2", "A row's number stands first", 4),
        ("/", "Tiles stand before and after a slash", 1),
        ("= k1", "Before = stands the number of one row", 1),
        ("drwa", "Did you mean draw?", 1),
        ("xyzzy", "There is no command xyzzy. ? lists what there is.", 1),
    ],
)
def test_bad_input_is_a_sentence_that_points_at_the_character(sit, deal, line, words, column):
    deal(RICH, POOR)
    screen = sit([line], "--players", "2").screen
    assert words in screen
    assert f"\n{' ' * (len('> ') + column - 1)}^\n" in screen


def soup(seed: int, words: list[str]) -> list[str]:
    """Return lines of words in no sensible order."""
    dice = random.Random(seed)
    return [" ".join(dice.choices(words, k=dice.randint(0, 6))) for _ in range(250)]


COMMANDS = (
    "end draw pass announce undo reset sort stock pile y n meld add exchange back discard ? new rack 1 2 3 12 > = /"
)


@pytest.mark.parametrize("rules", [*TILE_RULES, "rummy17"])
def test_nothing_that_is_typed_ends_in_a_traceback(sit, rules):
    box = [tile.text for tile in catalog.find(rules).box.tiles]
    words = [*COMMANDS.split(), *box[::3], "x", "\x00", "é", "9" * 50, "-1", "[red]", "J", "D", "M", "C"]
    for seed in range(2):
        assert sit([*soup(seed, words), "\x1b[A", "b" * 100_000], "--rules", rules, "--seed", str(seed)).status == 0


@pytest.mark.parametrize("rules", ["pl-standard", "rummy17"])
def test_the_end_of_the_input_is_a_polite_farewell(sit, rules):
    seen = sit([], "--rules", rules, "--seed", "1")
    assert seen.status == 0
    assert "You left the game." in seen.last(1)


def test_an_interrupt_leaves_with_130_and_saves_the_record(sit, tmp_path):
    def answer(screen: str) -> str:
        if "You drew" in screen:
            raise KeyboardInterrupt
        return "draw"

    file = tmp_path / "cut.record"
    seen = sit(answer, "--seed", "1", "--record", str(file))
    assert seen.status == 130
    assert record.read(file.read_text()).result == "unfinished"
    assert "You left the game." in seen.last(1)


def test_a_record_that_exists_is_kept(sit, tmp_path):
    file = tmp_path / "game.record"
    for _ in range(3):
        seen = sit(["quit"], "--seed", "1", "--record", str(file))
    assert f"The record is saved: {tmp_path / 'game-3.record'}" in seen.screen
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-2.record", "game-3.record", "game.record"]


@pytest.mark.parametrize("where", ["", "nowhere/game.record"])
def test_a_record_that_cannot_be_written_is_an_error(sit, tmp_path, where):
    with pytest.raises(MeldwiseError, match="cannot be written"):
        sit(["quit"], "--seed", "1", "--record", str(tmp_path / where))


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "5"],
        ["--players", "-1"],
        ["--players", "0"],
        ["--rules", "rummy17", "--players", "7"],
        ["--players", "2", "--names", "A", "B", "C"],
        ["--games", "0"],
        ["--rules", "pl-nothing"],
        ["--rules", "no-such-file.toml"],
    ],
)
def test_a_game_that_cannot_be_is_refused_before_it_begins(sit, words):
    with pytest.raises(MeldwiseError) as refused:
        sit([], *words)
    assert str(refused.value).endswith((".", "?"))


def test_house_rules_are_played(sit, tmp_path):
    file = tmp_path / "house.toml"
    file.write_text('base = "pl-standard"\nopening_points = 40\n')
    assert "40 points or more" in sit(["quit"], "--rules", str(file), "--seed", "1").screen


def test_names_are_taken_as_they_are_and_cleaned(sit):
    screen = sit(["quit"], "--seed", "1", "--names", "Me", "[bold]Zoë", "Li\nBo").screen
    assert "You play against [bold]Zoë and Li Bo." in screen
