"""The best play by worked examples, and the questions beside it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from tools.positions import Position, positions, reduced

import meldwise
from meldwise import can_go_out, can_open, judge, playable_tiles
from meldwise.api import tile_rules
from meldwise.errors import CaseError
from meldwise.notation import write_table, write_tiles
from meldwise.solver import Best, _kernel, reference
from meldwise.solver import best as solve
from meldwise.table import tile_counts
from meldwise.tilegame import judge_play
from meldwise.tiles import AnyTile, Tile

FREE = ("pl-standard", "hu-twist", "sk-twist")
PLAIN = ("fi-classic", *FREE)


def best(table: str, rack: str, rules: str = "pl-standard", **options) -> Best:
    """Return the best play, which the judge must allow."""
    found = meldwise.best(table, rack, rules, **options)
    if found.play:
        assert judge(table, rack, found.table, rules, options.get("opened", True)) == []
    else:
        assert (found.tiles, found.points, write_table(found.table)) == (0, 0, table)
    return found


def then(table: str, rack: str, rules: str = "pl-standard", **options) -> str:
    """Return the table after the best play."""
    return write_table(best(table, rack, rules, **options).table)


def tile(text: str) -> AnyTile:
    return AnyTile.parse(text)


@pytest.mark.parametrize("rules", PLAIN)
def test_a_full_group_stays_as_it_is_while_a_run_is_laid(rules):
    found = best("k5 r5 b5 J", "r1 r2 r3", rules)
    assert (found.tiles, found.points, write_tiles(found.play)) == (3, 6, "r1 r2 r3")
    assert write_table(found.table) == "k5 r5 b5 J / r1 r2 r3"


@pytest.mark.rule("T7", "T10")
@pytest.mark.parametrize("rules", PLAIN)
def test_a_fifth_colour_frees_no_joker_that_would_lie_alone(rules):
    assert best("k5 r5 b5 J", "o5", rules).proven


@pytest.mark.rule("T30")
@pytest.mark.parametrize("rules", FREE)
def test_a_joker_moves_on_when_its_tile_comes(rules):
    assert then("b3 J b5", "b4", rules) == "b3 b4 b5 J"
    assert then("k5 r5 b5 J", "o5 r9 r10", rules) in ("k5 r5 b5 o5 / r9 r10 J", "k5 r5 b5 o5 / J r9 r10")


@pytest.mark.rule("T11")
@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("", "b3 b5 J", "b3 J b5"),
        ("", "b12 b13 J", "J b12 b13"),
        ("", "b1 b2 J", "b1 b2 J"),
        ("b3 J b5", "b6", "b3 J b5 b6"),
        ("b3 b4 b5", "b7 J", "b3 b4 b5 J b7"),
        ("b11 b12 b13", "b9 J", "b9 J b11 b12 b13"),
    ],
)
def test_every_joker_lies_in_its_place(table, rack, after):
    assert then(table, rack) == after


@pytest.mark.rule("T15", "T18", "T21")
@pytest.mark.parametrize("rules", ["hu-twist", "sk-twist", "pl-twist"])
def test_a_double_joker_is_faced_by_what_stands_for_the_same_two_places(rules):
    assert judge("", "k5 k7 D D M", ["k5 D M k7 D"], rules) == []
    found = best("", "k5 k7 D D M", rules)
    assert (found.tiles, len(found.table)) == (5, 1)


@pytest.mark.rule("T16", "T17")
def test_a_colour_change_joins_two_colours():
    assert then("", "b3 b4 r6 C", "hu-twist") == "b3 b4 C r6"
    assert then("b3 b4 b5", "r7 C", "hu-twist") == "b3 b4 b5 C r7"
    assert best("", "b3 b4 b6 C", "hu-twist").tiles == 3
    assert not best("", "b12 b13 C", "hu-twist").play
    assert then("", "b12 b13 C", "hu-twist+color_change_starts=true") == "C b12 b13"


@pytest.mark.rule("T20")
def test_a_mirror_needs_a_number_in_the_middle_where_it_stands_for_one():
    assert then("", "b12 b12 b13 b13 M", "hu-twist") == "b13 b12 M b12 b13"
    assert best("", "b12 b12 b13 b13 M", "sk-twist").tiles == 5
    assert best("", "b12 b12 b13 b13 M", "hu-twist+mirror_side=3").tiles == 0


@pytest.mark.rule("T13")
def test_a_coloured_joker_stands_for_its_own_colour_only():
    assert then("", "b3 b5 Jb", "pl-expert") == "b3 Jb b5"
    assert not best("", "b3 b5 Jr", "pl-expert").play
    assert best("", "b3 k3 Jr", "pl-expert").tiles == 3
    assert not best("", "b3 k3 Jb", "pl-expert").play


@pytest.mark.rule("T28")
def test_sets_are_split_joined_and_rearranged_to_place_a_tile():
    found = best("b3 b4 b5 b6 b7 / k5 r5 o5", "b5 k4 k6")
    assert (found.tiles, found.points) == (3, 15)
    assert best("k1 k2 k3 k4 / r4 b4 o4", "k5 k6").tiles == 2
    assert then("r6 r7 r8 / b6 b7 b8", "k7 r9 b9") == "r6 r7 r8 r9 / b6 b7 b8 b9"


def test_what_cannot_be_played_leaves_the_table_as_given():
    table = "k8 b8 r8 / b3 b4 b5"
    found = meldwise.best(table, "o1 o13", "pl-standard")
    assert (found.tiles, found.points, found.play, found.proven) == (0, 0, (), True)
    assert write_table(found.table) == table
    assert meldwise.best("", "", "pl-standard").table == ()


@pytest.mark.parametrize("opened", [True, False])
def test_an_empty_rack_has_nothing_to_play(opened):
    assert not best("b3 b4 b5", "", opened=opened).play


ONE_JOKER = "r1 r2 r4 r5 k13 b13 J"


def test_the_goal_decides_between_many_tiles_and_dear_ones():
    many, dear = best("", ONE_JOKER), best("", ONE_JOKER, goal="points")
    assert (many.tiles, many.points, write_table(many.table)) == (5, 62, "r1 r2 J r4 r5")
    assert (dear.tiles, dear.points) == (3, 76)


def test_among_equals_more_of_the_other_figure_decides():
    for rack, points in (
        ("k1 k2 k3 r3 b3", 9),
        ("k1 k2 k3 r1 b1", 6),
        ("k1 r1 b1 k2 r2 b2 b3", 9),
        ("k4 k5 k6 r4 b4", 15),
    ):
        dearer = best("", rack)
        assert dearer.points == points
    more = best("", "r1 r2 r4 r5 k6 b6 J", goal="points")  # 12 and the joker, in three tiles or in five
    assert (more.tiles, more.points) == (5, 62)


def test_weights_of_ones_own_decide():
    assert write_tiles(best("", ONE_JOKER, goal={tile("k13"): 1}).play) == "k13 b13 J"
    assert write_tiles(best("", ONE_JOKER, goal={tile("r1"): 3, tile("k13"): 2}).play) == "r1 r2 r4 r5 J"
    assert write_tiles(best("", ONE_JOKER, goal={tile("r1"): 3, tile("k13"): 2, tile("b13"): 2}).play) == "k13 b13 J"
    assert best("", ONE_JOKER, goal={}).tiles == 5
    assert best("", ONE_JOKER, goal={tile("k13"): 90_000}).tiles == 3


@pytest.mark.parametrize(
    "goal",
    [
        {tile("b6"): -1},
        {tile("b6"): 90_001},
        {tile("b6"): 10**30},
        {tile("b6"): 1.5},
        {tile("b6"): None},
        {"b6": 1},
        {None: 1},
        {Tile("g", 6): 1},
        "most",
        None,
        ["tiles"],
    ],
)
def test_a_goal_that_is_none_is_refused(goal):
    with pytest.raises(CaseError):
        meldwise.best("b3 b4 b5", "b6", "pl-standard", goal=goal)


@pytest.mark.rule("T38")
def test_a_joker_counts_its_penalty_and_no_more():
    assert best("", "b3 b5 J").points == 58
    assert best("", "b3 b5 J", "hu-twist").points == 38
    assert best("", "b3 b5 Jb", "pl-expert").points == 28
    assert best("", "b3 b5 J", "pl-standard+joker_penalty=0", goal="points").points == 8


@pytest.mark.rule("T23", "T24")
@pytest.mark.parametrize(
    ("rack", "rules", "points"),
    [
        ("r9 r10 r11", "pl-standard", 30),
        ("r8 r9 r10", "pl-standard", 0),
        ("k9 r9 b9 k1", "pl-standard", 0),
        ("r9 r10 r11", "fi-classic", 0),  # 30 do not exceed 30
        ("r1 r2 r3 k8 r8 b8", "fi-classic", 0),
        ("r1 r2 r3 r4 k7 r7 b7", "fi-classic", 31),
        ("r9 r11 J", "hu-twist", 50),  # 30 with the joker as a 10, which costs 30 on a rack
        ("r10 r11 J", "hu-twist", 51),
        ("b10 b10 M", "hu-twist", 50),
        ("b10 b10 M", "sk-twist", 0),
        ("k1 r1 b1", "pl-standard+opening_points=0", 3),
        ("k1 r1 b2", "pl-standard+opening_points=0", 0),
        ("r9 r10 r11", "pl-standard+opening_points=31", 0),
    ],
)
def test_an_opening_reaches_the_threshold_or_is_none(rack, rules, points):
    found = best("", rack, rules, opened=False)
    assert found.points == points
    assert can_open(rack, rules) is bool(points)


@pytest.mark.rule("T25")
def test_who_has_not_opened_leaves_the_table_alone():
    table = "b3 b4 b5 / r12 k12 o12"
    assert not best(table, "b6 b7 b12", opened=False).play
    found = best(table, "b6 b7 b12 r9 r10 r11", opened=False)
    assert write_table(found.table) == "b3 b4 b5 / r12 k12 o12 / r9 r10 r11"
    assert best(table, "b6 b7 b12 r9 r10 r11").tiles == 6


@pytest.mark.rule("T25", "T31")
def test_a_player_may_go_out_with_the_opening():
    assert can_go_out("b3 b4 b5", "r9 r10 r11", "pl-standard", opened=False)
    assert not can_go_out("b3 b4 b5", "r9 r10 r11 b6", "pl-standard", opened=False)
    assert can_go_out("b3 b4 b5", "r9 r10 r11 b6", "pl-standard")
    assert not can_go_out("b3 b4 b5", "", "pl-standard")


@pytest.mark.rule("T32")
def test_a_frozen_set_grows_and_keeps_its_joker_in_its_place():
    assert then("b3 J b5", "b6", "fi-classic") == "b3 J b5 b6"
    assert then("b3 J b5", "b2 b6", "fi-classic") == "b2 b3 J b5 b6"
    assert not best("b3 J b5", "b4", "fi-classic").play
    assert not best("b3 J b5 b6 b7 b8", "k8 r8", "fi-classic").play
    assert best("b3 J b5 b6 b7 b8", "k8 r8").tiles == 2


@pytest.mark.rule("T32")
def test_a_frozen_set_grows_by_tiles_from_sets_without_a_joker():
    found = best("b3 J b5 / k6 r6 b6", "k7 k8 r7 r8", "fi-classic")
    assert (found.tiles, Counter(map(write_tiles, found.table))["b3 J b5 b6"]) == (4, 1)


@pytest.mark.rule("T32")
@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 J b5", "b4 k9 r9", "b3 b4 b5 / k9 r9 J"),
        ("b3 J b5", "b4 k9 r9 b6", "b3 b4 b5 b6 / k9 r9 J"),
        ("k5 r5 J", "b5 k9 r9", "k5 r5 b5 / k9 r9 J"),
        ("k5 r5 J", "o5 k9 r9", "k5 r5 o5 / k9 r9 J"),
    ],
)
def test_a_joker_is_exchanged_for_a_tile_of_the_rack(table, rack, after):
    assert then(table, rack, "fi-classic") == after


@pytest.mark.rule("T32", "R15")
def test_the_new_set_of_a_freed_joker_comes_from_the_rack_only():
    table = "b3 J b5 / k9 r9 b9 o9"
    assert not best(table, "b4 k10", "fi-classic").play
    assert best(table, "b4 k10").tiles == 2
    assert best(table, "b4 k10 k11", "fi-classic").tiles == 3


@pytest.mark.rule("T32")
def test_no_joker_is_taken_with_a_tile_from_the_table():
    table = "b3 J b5 / k4 r4 b4 o4"
    assert not best(table, "k9 r9", "fi-classic").play
    assert best(table, "k9 r9").tiles == 2


@pytest.mark.rule("T32", "R16")
def test_a_set_whose_joker_is_replaced_is_an_ordinary_set_at_once():
    assert best("b3 J b5", "b4 b6 k3 r3 k9 r9", "fi-classic").tiles == 6


@pytest.mark.rule("T12", "T32")
def test_a_joker_of_the_rack_joins_a_set_that_holds_none():
    assert best("b3 b4 b5", "J", "fi-classic").tiles == 1
    assert not best("b3 J b5", "J", "fi-classic").play
    assert best("b3 J b5", "J", "fi-classic+joker_limit=0").tiles == 1


@pytest.mark.parametrize(
    ("table", "rack", "rules", "tiles"),
    [
        ("", "b3 b5 J J", "pl-standard", 4),
        ("", "b3 b5 J J", "pl-standard+joker_limit=1", 3),
        ("", "b3 J J D", "hu-twist+joker_limit=2", 3),
        ("", "b3 J J D", "hu-twist+joker_limit=3", 4),
        ("b3 J b5", "b4", "pl-standard+joker_sets_frozen=true", 0),
        ("b3 J b5", "b4 k9 r9", "pl-standard+joker_sets_frozen=true", 3),
        ("", "b3 b3 M", "hu-twist", 3),
        ("", "b3 b3 M", "hu-twist+mirror_side=2", 0),
        ("", "b3 b3 b4 b4 M", "hu-twist+mirror_side=2", 5),
        ("", "b12 b13 C", "sk-twist+color_change_starts=true", 3),
        ("", "b13 b13 J J M", "hu-twist", 5),
        ("", "b1 b1 b2 b2 b3 b3 M", "hu-twist+mirror_side=3", 7),
    ],
)
def test_house_rules_are_kept(table, rack, rules, tiles):
    assert best(table, rack, rules).tiles == tiles


def asked(count: int, kinds: tuple[str, ...], keys: tuple[str, ...], numbers: int = 13) -> list[Position]:
    """Return some positions of each ruleset and kind."""
    rules = [reduced(tile_rules(key), numbers) for key in keys]
    return [position for r in rules for kind in kinds for position in positions(r, count, "best", kind)]


@pytest.mark.rule("T31")
def test_who_can_go_out_is_who_can_lay_every_tile():
    able = 0
    for p in asked(20, ("tiny", "middling", "played"), ("fi-classic", "pl-expert", "sk-twist")):
        rack = p.rack[: 1 + len(p.rack) // 2]
        whole = solve(p.table, rack, p.rules, p.opened).tiles == len(rack)
        assert can_go_out(p.table, rack, p.rules, p.opened) is whole, p.case()
        able += whole
    assert able > 5


def test_who_can_open_is_who_finds_an_opening():
    able = 0
    for p in asked(20, ("empty", "played"), ("fi-classic", "pl-expert", "sk-twist", "hu-twist+mirror_side=2")):
        opening = bool(solve(p.table, p.rack, p.rules, opened=False).play)
        assert can_open(p.rack, p.rules) is opening, p.case()
        able += opening
    assert able > 20


def parts_in_a_play(p: Position, tile: AnyTile) -> bool:
    """Ask the reference whether some legal play sheds this tile."""
    return reference.best(p.table, p.rack, p.rules, p.opened, {tile: 1}).value > 0


def test_playable_tiles_are_those_that_take_part_in_some_play():
    found = 0
    for p in asked(3, ("tiny", "empty"), ("fi-classic", "pl-standard")) + asked(1, ("tiny",), ("hu-twist",), 7):
        wanted = [tile for tile in dict.fromkeys(p.rack) if parts_in_a_play(p, tile)]
        assert [*playable_tiles(p.table, p.rack, p.rules, p.opened)] == wanted, p.case()
        found += len(wanted)
    assert found > 9


def test_playable_tiles_are_given_once_and_in_rack_order():
    assert write_tiles(playable_tiles("b3 b4 b5 / k3 r3 o3", "b6 r9 b6 b3 k1", "pl-standard")) == "b3 b6"
    assert playable_tiles("b3 b4 b5", "b7 r9", "pl-standard") == ()
    assert write_tiles(playable_tiles("b3 b4 b5", "b6 r9 r10 r11", "pl-standard", opened=False)) == "r9 r10 r11"
    assert playable_tiles("b3 b4 b5", "b6", "pl-standard", opened=False) == ()


@pytest.mark.parametrize("deadline", [-1, 0, 0.001, 0.02])
def test_a_deadline_gives_a_legal_play_that_claims_no_more_than_it_knows(deadline):
    for p in asked(2, ("dense", "jokers", "played"), ("fi-classic", "pl-expert", "hu-twist")):
        found, most = (solve(p.table, p.rack, p.rules, p.opened, deadline=limit) for limit in (deadline, None))
        assert found.tiles == most.tiles if found.proven else found.tiles <= most.tiles, p.case()
        if found.play:
            assert judge_play(p.table, p.rack, found.table, p.rules, p.opened) == [], p.case()
        else:
            assert found.table == p.table


@pytest.mark.parametrize("deadline", [float("inf"), 1e300, 10**30])
def test_a_deadline_too_far_away_to_matter_is_none(deadline):
    assert best("b3 b4 b5", "b6", deadline=deadline).proven


@pytest.mark.parametrize("deadline", [float("nan"), "1", [1]])
def test_a_deadline_that_is_no_number_is_refused(deadline):
    with pytest.raises(CaseError):
        meldwise.best("b3 b4 b5", "b6", "pl-standard", deadline=deadline)


@pytest.mark.parametrize("deadline", [0, -1])
def test_without_time_some_answers_are_not_proven(deadline):
    hard = asked(12, ("jokers", "dense"), ("hu-twist",))
    assert not all(solve(p.table, p.rack, p.rules, p.opened, deadline=deadline).proven for p in hard)


def test_a_tile_more_on_the_rack_never_means_less_to_play():
    dice = Random(5)
    for p in asked(5, ("tiny", "middling", "played"), ("fi-classic", "pl-standard", "pl-expert", "hu-twist")):
        left = list(p.rules.box.counts - tile_counts([*p.table, p.rack]))
        more = (*p.rack, dice.choice(left)) if left else p.rack
        least = solve(p.table, p.rack, p.rules, p.opened, "points").points
        assert solve(p.table, more, p.rules, p.opened, "points").points >= least, p.case()


def shed(p: Position) -> tuple[object, ...]:
    """Return what is shed; how the table is laid may depend on how much time that took."""
    found = solve(p.table, p.rack, p.rules, p.opened)
    assert not found.play or judge_play(p.table, p.rack, found.table, p.rules, p.opened) == []
    return found.tiles, found.points, found.play, found.proven


def test_threads_get_the_same_answers_as_one_alone():
    some = asked(5, ("random", "played"), ("fi-classic", "pl-standard", "hu-twist", "pl-twist"))
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(shed, some * 2)]
    assert answers == [shed(p) for p in some] * 2


def test_the_order_of_rack_and_table_does_not_change_what_is_shed():
    dice = Random(6)
    for p in asked(8, ("random",), ("fi-classic", "pl-expert", "sk-twist")):
        table, rack = dice.sample(p.table, len(p.table)), dice.sample(p.rack, len(p.rack))
        one, other = (meldwise.best(t, r, p.rules, p.opened) for t, r in ((p.table, p.rack), (table, rack)))
        assert (one.tiles, one.points, one.play) == (other.tiles, other.points, other.play), p.case()


NONE, ONES, FULL = [0] * 56, [1] * 56, [2] * 56
ORDINARY = [1] * 53 + [0] * 3
SOLVER = _kernel.Solver()


def solved(table=NONE, rack=ORDINARY, weights=ONES, **knobs) -> _kernel.Answer:
    return SOLVER.solve(_kernel.Problem(table, rack, weights, **knobs))


@pytest.mark.parametrize(
    ("counts", "error"),
    [
        ([-1, *NONE[1:]], ValueError),
        ([3, *NONE[1:]], ValueError),
        ([10**9, *NONE[1:]], ValueError),
        ([10**30, *NONE[1:]], TypeError),
        ([0.5, *NONE[1:]], TypeError),
        (["1", *NONE[1:]], TypeError),
        ([None, *NONE[1:]], TypeError),
        (NONE[1:], ValueError),
        ([*NONE, 0], ValueError),
        ([], ValueError),
        (None, TypeError),
        (7, TypeError),
    ],
)
@pytest.mark.parametrize("place", ["table", "rack"])
def test_the_kernel_refuses_counts_that_are_none(place, counts, error):
    with pytest.raises(error):
        solved(**{place: counts})


@pytest.mark.parametrize("first", [-1, 10**8, 10**30, 0.5, None])
def test_the_kernel_refuses_weights_that_are_none(first):
    with pytest.raises((ValueError, TypeError)):
        solved(weights=[first, *ONES[1:]])


@pytest.mark.parametrize(
    "knobs",
    [
        {"table": FULL, "rack": ONES},
        {"threshold": -1},
        {"threshold": 10**6},
        {"threshold": None},
        {"exchanged": -1},
        {"exchanged": 3},
        {"runs": [(4, 3, 5, 1)]},
        {"runs": [(0, 0, 2, 1)]},
        {"runs": [(0, 5, 3, 1)]},
        {"runs": [(0, 3, 4, 1)]},
        {"runs": [(0, 12, 14, 1)]},
        {"runs": [(0, 3, 5, 1)] * 300},
        {"runs": [(0, 3, 5)]},
        {"runs": [(0, 3, 5, -1)]},
        {"runs": [None]},
        {"groups": [(0, 1, 1)]},
        {"groups": [(14, 1, 1)]},
        {"groups": [(5, 255, 1)]},
        {"groups": [(5, 8, 1)] * 300},
        {"floor": 10**30},
        {"micros": None},
    ],
    ids=str,
)
def test_the_kernel_refuses_a_problem_that_is_none(knobs):
    with pytest.raises((ValueError, TypeError)):
        solved(**knobs)


@pytest.mark.parametrize(
    "shape",
    [
        {"numbers": 0},
        {"numbers": 14},
        {"numbers": -3},
        {"numbers": None},
        {"joker_limit": -1},
        {"joker_limit": 99},
        {"mirror_side": 0},
        {"mirror_side": 9},
        {"mirrors": 1},
    ],
    ids=str,
)
def test_the_kernel_refuses_a_shape_that_is_none(shape):
    with pytest.raises((ValueError, TypeError)):
        _kernel.Solver(**shape)


@pytest.mark.parametrize(
    ("sets", "play"),
    [
        ([b""], NONE),
        ([b"\xff\xff\xff"], NONE),
        ([b"\x38\x01\x02"], NONE),
        ([b"\x00\x01\x02"] * 3, NONE),
        ([b"\x00\x01\x02"], FULL),
        ([b"\x00" * 300], NONE),
        ([b"\x00\x01\x02"] * 300, NONE),
        ([None], NONE),
        (["k1 k2 k3"], NONE),
        (None, NONE),
        ([], [3] * 56),
        ([], NONE[1:]),
    ],
)
def test_the_kernel_refuses_sets_it_cannot_arrange(sets, play):
    with pytest.raises((ValueError, TypeError)):
        SOLVER.arrange(sets, play)


def test_the_kernel_arranges_what_can_lie_and_only_that():
    sets = [b"\x00\x01\x02", b"\x0d\x0e\x0f"]
    grown = SOLVER.arrange(sets, [0, 0, 0, 1, *NONE[4:]])
    assert ([*grown.kept], grown.rows, grown.proven) == ([1], [b"\x00\x01\x02\x03"], True)
    assert not SOLVER.arrange(sets, [0, 0, 0, 0, 0, 0, 1, *NONE[7:]]).found


@pytest.mark.parametrize("call", [SOLVER.solve, SOLVER.solve_all])
@pytest.mark.parametrize("given", [None, 7, [1], [None], "problem"])
def test_the_kernel_solves_problems_only(call, given):
    with pytest.raises(TypeError):
        call(given)


def test_the_kernel_takes_its_largest_numbers():
    assert solved(weights=[12_000_000] * 56).value == 53 * 12_000_000
    assert not solved(floor=2**62).found
    assert solved(micros=2**62).proven
    assert SOLVER.solve_all([]) == []
