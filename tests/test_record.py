"""Records: written, read and replayed; damage is named with its line."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise import LiveGame, RecordError, new_game, record
from meldwise.bots import BOTS
from meldwise.shares import Fair

GAMES: dict[tuple[str, int, str], LiveGame] = {}


def finished(key, seats=2, seed="record"):
    """Return a finished game, played once for all tests."""
    if (key, seats, seed) not in GAMES:
        game = new_game(key, seats, seed=seed)
        bots = [BOTS["simple"](seat) for seat in range(seats)]
        while game.result is None:
            seat = game.actors[0]
            game.apply(bots[seat].act(game.view(seat)))
        GAMES[key, seats, seed] = game
    return GAMES[key, seats, seed]


FAIR = Fair("kitchen", 12, "0c" * 32, "5e" * 32, ("c0ffee", None))


def text_of(key, fair=None):
    return record.write(finished(key).record(fair))


def error_of(text):
    with pytest.raises(RecordError) as caught:
        list(record.replay(record.read(text)))
    assert str(caught.value).count("\n") == 0
    return caught.value


@pytest.mark.parametrize("key", ["fi-classic", "pl-twist", "rummy17", "pl-standard+opening_points=40+jokers=J"])
def test_a_record_reads_back_and_replays_to_the_same_state(key):
    game = finished(key)
    text = record.write(game.record())
    again = record.read(text)
    assert record.write(again) == text
    steps = list(record.replay(again))
    assert steps[-1].state == game.state
    assert [event for step in steps for event in step.events] == game.events


def test_a_game_still_going_on_is_recorded_as_unfinished():
    game = new_game("pl-standard", ["Ada", "Béla"], seed=1)
    text = record.write(game.record())
    assert text.endswith("unfinished\n")
    assert list(record.replay(record.read(text)))[-1].state == game.state


def test_notes_and_blank_lines_are_skipped():
    lines = text_of("pl-standard").splitlines()
    noted = "\n# a note\n\n".join(lines)
    assert record.read(noted).actions == record.read(text_of("pl-standard")).actions


def test_names_fit_on_a_line():
    game = new_game("pl-standard", ["Ada\nresult out", "\x1b[31m", "x" * 200], seed=1)
    again = record.read(record.write(game.record()))
    assert again.names == ("Ada result out", "[31m", "x" * 40)


@pytest.mark.parametrize("nothing", ["", " \t", "\u200b\u202e", "\u3164", "\u2800 \u115f", "\u0301\ufe0f", "\u200d"])
def test_a_name_that_nobody_sees_is_none(nothing):
    assert record.clean_name(nothing) == "?"


@pytest.mark.parametrize("name", ["Zo\u0301e", "❤️", "지우", "Ágnes Ö.", "👩\u200d💻", "👩🏽\u200d💻", "❤️\u200d🔥"])
def test_a_name_that_people_see_stays_as_it_is(name):
    assert record.clean_name(f" {name}\u3164") == name


@pytest.mark.parametrize("hidden", ["An\u200dna", "\u200dAnna", "Anna\u200d", "Anna 💻\u200d", "💻\u200d\u200d💻"])
def test_a_joiner_that_joins_no_pictures_is_not_kept(hidden):
    assert "\u200d" not in record.clean_name(hidden)


@pytest.mark.parametrize("cut", [0, 1, 3, 6, 8, 20])
def test_a_record_cut_off_says_so_with_its_line(cut):
    lines = text_of("pl-standard").splitlines()
    error = error_of("\n".join(lines[:cut]))
    assert error.code == "record-cut-off"
    assert error.line == max(cut, 1)


def test_something_else_is_no_record():
    assert error_of("PNG\r\n\x1a\n\x00").code == "not-a-record"
    assert error_of("meldwise record 2\n").code == "not-a-record"


@pytest.mark.parametrize(
    ("word", "line", "code"),
    [
        ("rules", "rules pl-nothing", "bad-part"),
        ("rules", "rules pl-standard+opening_points=x", "bad-part"),
        ("rules-version", "rules-version one", "wrong-line"),
        ("seat", "seatt 0 Ada", "wrong-line"),
        ("seat", "seat 1 Ada", "wrong-line"),
        ("seat", "seat 0", "wrong-line"),
        ("starter", "starter -1", "wrong-line"),
        ("starter", "starter 7", "bad-start"),
        ("pool", "pool r7 r7 q1", "bad-part"),
        ("pool", "pool r7 r7", "bad-start"),
        ("start-draw", "start-draw k9 r9", "bad-start"),
        (">", "> 0 dance", "bad-part"),
        (">", "> 0 play b3 b4 bb", "bad-part"),
        (">", "> 9 draw", "illegal-in-record"),
        ("result", "result out winner 0 scores 1 2", "result-differs"),
        ("result", "the end", "bad-line"),
        ("result", "unfinished", "result-differs"),
    ],
)
def test_damage_is_named_with_its_line(word, line, code):
    lines = text_of("pl-standard").splitlines()
    at = next(i for i, text in enumerate(lines) if text.split(" ")[0] == word)
    lines[at] = line
    error = error_of("\n".join(lines))
    assert error.code == code
    assert error.line == at + 1
    assert f"Line {at + 1}: " in str(error)


def test_text_after_the_end_is_refused():
    error = error_of(text_of("pl-standard") + "> 0 draw\n")
    assert error.code == "text-after-end"


def test_a_record_of_another_rules_version_says_so_and_shows_its_result():
    text = text_of("pl-standard").replace("rules-version 1", "rules-version 2").replace("> 0 draw", "> 0 sing", 1)
    text = text.replace("rules pl-standard", "rules pl-new+knob=3")
    with pytest.raises(RecordError) as caught:
        record.read(text)
    assert (caught.value.code, caught.value.line) == ("other-rules-version", 3)
    assert error_of("\n".join(text.splitlines()[:20])).code == "record-cut-off"
    assert text.splitlines()[-1].removeprefix("result ") in str(caught.value)


def test_an_enormous_record_is_refused():
    assert error_of("x" * (record.MOST_BYTES + 1)).code == "record-too-large"


def test_what_a_shuffle_was_made_of_stands_after_the_pool():
    lines, plain = (text_of("pl-standard", fair).splitlines() for fair in (FAIR, None))
    at = next(i for i, line in enumerate(plain) if line.startswith("pool ")) + 1
    assert lines[:at] + lines[at + 6 :] == plain
    assert lines[at : at + 6] == [
        "fair-room kitchen",
        "fair-game 12",
        f"fair-commitment {'0c' * 32}",
        f"fair-server {'5e' * 32}",
        "fair-share 0 c0ffee",
        "fair-share 1 -",
    ]
    assert record.read("\n".join(lines)).fair == FAIR
    assert record.read("\n".join(plain)).fair is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fair-room kitchen", "fair-room kit chen"),
        ("fair-room kitchen", "fair-room"),
        ("fair-room kitchen", "fair-room " + "x" * 65),
        ("fair-game 12", "fair-game 012"),
        ("fair-game 12", "fair-game 123456"),
        ("fair-game 12", "fair-game ١٢"),
        ("fair-commitment 0c", "fair-commitment 0C"),
        ("fair-commitment 0c", "fair-commitment "),
        ("fair-server 5e", "fair-server 5e5e"),
        ("fair-server 5e", "fair-value 5e"),
        ("fair-share 0 c0ffee", "fair-share 0 c0ffeé"),
        ("fair-share 0 c0ffee", "fair-share 0 C0FFEE"),
        ("fair-share 0 c0ffee", "fair-share 0 " + "0" * 65),
        ("fair-share 0 c0ffee", "fair-share 0  c0ffee"),
        ("fair-share 0 c0ffee", "fair-share 0 "),
        ("fair-share 0 c0ffee", "fair-share c0ffee"),
        ("fair-share 0 c0ffee", "fair-share 00 c0ffee"),
        ("fair-share 0 c0ffee", "fair-share 1 c0ffee"),
        ("fair-share 1 -", "fair-share 1 --"),
    ],
)
def test_values_of_a_shuffle_are_written_in_one_way_only(old, new):
    lines = text_of("pl-standard", FAIR).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(old))
    lines[at] = lines[at].replace(old, new, 1)
    error = error_of("\n".join(lines))
    assert (error.code, error.line) == ("wrong-line", at + 1)


def test_values_of_a_shuffle_come_whole_and_in_their_place():
    text = text_of("pl-standard", FAIR)
    for word, code in [("room", "bad-line"), ("game", "wrong-line"), ("server", "wrong-line")]:
        lines = [line for line in text.splitlines() if not line.startswith(f"fair-{word}")]
        assert error_of("\n".join(lines)).code == code
    assert error_of(text.replace("fair-share 1 -\n", "fair-share 1 -\nfair-room kitchen\n")).code == "bad-line"


HEX = "0123456789abcdef"
fairs = st.builds(
    Fair,
    st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True),
    st.integers(0, 99_999),
    st.text(HEX, min_size=64, max_size=64),
    st.text(HEX, min_size=64, max_size=64),
    st.lists(st.none() | st.text(HEX, min_size=1, max_size=64), max_size=8).map(tuple),
)


@given(fairs)
def test_the_values_of_any_shuffle_read_back(fair):
    text = text_of("rummy17", fair)
    again = record.read(text)
    assert again.fair == fair
    assert record.write(again) == text


@given(st.randoms(use_true_random=False), st.sampled_from(["pl-twist", "rummy17"]), st.sampled_from([None, FAIR]))
def test_a_damaged_record_is_refused_or_is_still_a_game(rng: random.Random, key, fair):
    text = list(text_of(key, fair))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        match rng.randrange(3):
            case 0:
                text[at] = chr(rng.choice([0, 10, 32, 47, 62, 98, 233, 0x1F600]))
            case 1:
                del text[at : at + rng.randint(1, 50)]
            case _:
                text.insert(at, rng.choice(text))
    try:
        list(record.replay(record.read("".join(text))))
    except RecordError as error:
        assert str(error)


@given(st.randoms(use_true_random=False))
def test_damage_among_the_values_of_a_shuffle_is_refused_or_reads_back(rng: random.Random):
    lines = text_of("rummy17", FAIR).splitlines()
    at = rng.choice([i for i, line in enumerate(lines) if line.startswith("fair-")])
    line = list(lines[at])
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(line) + 1)
        line[place : place + rng.randint(0, 1)] = rng.choice([" ", "-", "0", "f", "F", "g", "é", "\t", "\x00", "٣"])
    lines[at] = "".join(line)
    try:
        found = record.read("\n".join(lines))
    except RecordError as error:
        assert error.line == at + 1
        assert str(error)
    else:
        assert record.read(record.write(found)).fair == found.fair


def test_a_record_of_too_many_seats_names_the_last_of_them():
    lines = text_of("pl-standard").splitlines()
    at = lines.index(next(line for line in lines if line.startswith("seat 1")))
    more = [*lines[: at + 1], "seat 2 C", "seat 3 D", "seat 4 E", *lines[at + 1 :]]
    error = error_of("\n".join(more))
    assert (error.code, error.line) == ("bad-start", at + 4)


def test_records_of_cards_name_the_line_of_the_bonus_cards():
    lines = text_of("rummy17").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("bonus"))
    lines[at] = "bonus most-cards most-cards"
    error = error_of("\n".join(lines))
    assert (error.code, error.line) == ("bad-start", at + 1)
