"""The roles and names the page promises to programs that drive it, and what each of them does."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.crowd import sit_down
from tests.page.driver import SECONDS
from tests.page.test_games import IDLE, LONG

PIECE = re.compile("^[a-z]+ [0-9]+$|joker$")


def names(locator):
    """Return how the tiles in a place are called, in their order."""
    pieces = locator.get_by_role("button", name=PIECE)
    return [piece.get_attribute("aria-label") for piece in pieces.all()]


def colours(player):
    """Return the colours of the rack in their order, each once."""
    found = [name.split()[0] for name in names(player.rack)]
    return [color for at, color in enumerate(found) if at == 0 or found[at - 1] != color]


def test_home_and_the_way_to_a_table(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    for name in ("Play now", "Create table", "Join"):
        expect(host.button(name)).to_be_visible()
        expect(host.button(name)).to_be_enabled()
    host.page.get_by_role("link", name="Replay", exact=True).click()
    expect(host.page).to_have_url(re.compile("/replay"))
    host.page.go_back()
    host.button("Create table").click()
    expect(host.button("Start")).to_be_disabled()
    guest.page.get_by_label("Link to a table").fill(host.page.get_by_label("Invite with this link").input_value())
    guest.button("Join").click()
    host.button("Start").click()
    host.my_turn()
    guest.says("in turn")
    for player in (host, guest):
        for region in ("Table", "Your rack", "Players", "Score"):
            expect(player.region(region)).to_be_visible()
            expect(player.page.get_by_role("region", name=region)).to_have_count(1)
        expect(player.status).to_have_count(1)


def test_a_listed_table_is_joined_with_the_button_of_the_same_name(serve, sit):
    server = serve(LONG)
    host, guest = sit(server), sit(server)
    host.page.get_by_text("More options").click()
    host.page.get_by_label("Title of the table").fill("Sunday")
    host.page.get_by_label("Show it in the list of open tables").check()
    host.button("Create table").click()
    expect(host.button("Start")).to_be_visible()
    guest.page.reload()
    listed = guest.page.get_by_role("listitem").filter(has_text="Sunday").get_by_role("button", name="Join", exact=True)
    expect(listed).to_have_accessible_description(re.compile("Sunday"))
    listed.click()
    host.button("Start").click()
    host.my_turn()


def test_a_turn_of_the_tile_games(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.button("Sort by colour").click()
    assert sorted(colours(player)) == ["black", "blue", "orange", "red"]
    player.button("Sort by number").click()
    numbers = [int(name.split()[1]) for name in names(player.rack)]
    assert numbers == sorted(numbers)
    for name in ("Undo", "Redo", "Reset turn", "End turn"):
        expect(player.button(name)).to_be_disabled()
    player.lay("r10 r11")
    expect(player.row("Row 1: not a set")).to_be_visible()
    expect(player.button("Draw")).to_be_disabled()
    player.button("Undo").click()
    expect(player.row(re.compile("Row|Set"))).to_have_count(0)
    player.button("Redo").click()
    expect(player.row("Row 1: not a set")).to_be_visible()
    player.button("Reset turn").click()
    expect(player.row(re.compile("Row|Set"))).to_have_count(0)
    player.holds("r10")
    player.button("Hint").click()
    expect(player.page.get_by_text(re.compile("There is a move"))).to_be_visible(timeout=SECONDS)
    player.lay("r10 r11 r12")
    expect(player.row("Set 1: run, 33 points")).to_be_visible()
    player.button("End turn").click()
    player.says("drew a tile. Your turn")
    player.button("Draw").click()
    player.holds("r9")


def test_picking_and_placing_by_click_and_by_enter(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    enter = player.page.keyboard.press

    def piece(name):
        return player.rack.get_by_role("button", name=name, exact=True)

    piece("red 10").click()
    expect(piece("red 10")).to_have_attribute("aria-pressed", "true")
    player.button("New row").click()  # on a new row
    piece("black 1").click()
    player.row("Row 1: not a set").click(position={"x": 3, "y": 3})  # on a row
    assert names(player.row("Row 1: not a set")) == ["red 10", "black 1"]
    piece("blue 5").click()
    player.row("Row 1: not a set").get_by_role("button", name="black 1").click()  # before a tile
    assert names(player.row("Row 1: not a set")) == ["red 10", "blue 5", "black 1"]
    piece("orange 8").focus()
    enter("Enter")
    expect(piece("orange 8")).to_have_attribute("aria-pressed", "true")
    player.button("New row").focus()
    enter("Enter")
    piece("orange 9").focus()
    enter("Enter")
    player.row("Row 2: not a set").focus()
    enter("Enter")
    assert names(player.row("Row 2: not a set")) == ["orange 8", "orange 9"]
    piece("red 13").focus()
    enter("Enter")
    player.row("Row 2: not a set").get_by_role("button", name="orange 9").focus()
    enter("Enter")
    assert names(player.row("Row 2: not a set")) == ["orange 8", "red 13", "orange 9"]


def test_pass_stands_where_nothing_can_be_drawn(serve, sit):
    player = sit(serve())
    heard = sit_down(player, pool=0)
    player.my_turn()
    expect(player.button("Draw")).to_have_count(0)
    player.button("Pass").click()
    player.says("One moment")
    done = [message["do"] for message in heard if message["t"] == "do"]
    assert [(one["type"], one["action"]) for one in done] == [("act", "pass")]
    assert done[0]["seen"] > 0  # so that it is not done in a later turn


@pytest.mark.parametrize(
    ("rules", "rack", "jokers"),
    [
        ("pl-twist", "J D C M", ["joker", "double joker", "colour-change joker", "mirror joker"]),
        ("pl-expert", "Jk Jr Jb Jo", ["black joker", "red joker", "blue joker", "orange joker"]),
    ],
)
def test_jokers_of_the_tile_games_are_called_what_they_are(serve, sit, rules, rack, jokers):
    player = sit(serve(f"{rack} r10 r11 r12 k1 k2 k3 b5 b6 b7 r13 {IDLE} o6 o7"))
    player.play_now(rules)
    player.my_turn()
    assert [name for name in names(player.rack) if "joker" in name] == jokers


def test_a_turn_of_rummy_17(serve, sit):
    hands = "r5 r6 r7 b10 b11 b12 g3 y3 k3 k1 r1 r3 r12 b2 b6 g8 g12 y9 y15 k13"
    player = sit(serve(f"{hands} g17 r8 y5 r9 y7 g14 b1 b3"))
    player.play_now("rummy17")
    expect(player.region("Your hand")).to_be_visible()
    expect(player.region("Your rack")).to_have_count(0)
    for color in ("red", "blue", "green", "yellow", "black"):
        expect(player.page.get_by_role("button", name=f"{color} joker", exact=True).first).to_be_visible()
    expect(player.button("Take stock")).to_be_enabled()
    player.button("Take discard").click()
    player.holds("g17")
    player.lay("r5 r6 r7")
    expect(player.row("Set 1: run")).to_be_visible()
    player.pick("g17")
    player.button("Discard").click()
    player.says("Knock or not")
    expect(player.button("Knock")).to_be_visible()
    player.button("No knock").click()
    player.says("take a card")
    player.button("Take stock").click()
    player.says("then discard")
    expect(player.button("Discard")).to_be_enabled()
