"""Whole games, played through the page."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.cable import Cable
from tests.page.driver import SECONDS, Finger, Keys

MINE = "r10 r11 r12 k1 k2 k3 k4 b5 b6 b7 o8 o9 o10 r13"
IDLE = "k6 k6 k9 k9 r2 r2 r4 r4 b1 b1 b9 b9 o3 o3"
"""A rack that cannot open."""
POOL = "o6 r9 o6 b12 b12 k13 r6"

LONG = f"{MINE} {IDLE} {POOL}"
TWIST = ("r10 r11 r12 b3 D b6 k5 C r7 o2 M o2 k8 r8", "J", ["b3 D b6", "k5 C r7", "o2 M o2", "k8 r8 J"])
SHORT = {
    "fi-classic": (
        "r10 r11 r12 b3 J b5 k5 r5 J k8 k9 k10 o1 o2",
        "o3",
        ["b3 J b5", "k5 r5 J", "k8 k9 k10", "o1 o2 o3"],
    ),
    "pl-expert": (
        "r10 r11 r12 b3 Jb b5 k5 r5 Jo k8 Jk k10 r1 r2",
        "Jr",
        ["b3 Jb b5", "k5 r5 Jo", "k8 Jk k10", "r1 r2 Jr"],
    ),
    "pl-twist": TWIST,
    "hu-twist": TWIST,
    "sk-twist": TWIST,
}
"""The rack, the tile drawn for it, and what is laid after the opening: every kind of joker there is."""
WAITING = "k1 k1 k4 k4 r4 r4 b9 b9 b12 b12 o6 o6 b7 r9"
LATER = "o11 k13 k13 o13"


def played(player):
    """Play the long game to its end."""
    player.my_turn()
    player.lay("r10 r11 r12")
    expect(player.row("Set 1: run, 33 points")).to_be_visible()
    player.end()
    player.draw()
    player.holds("r9")
    player.my_turn()
    player.lay("k2 k3")
    expect(player.row("Row 2: not a set")).to_be_visible()
    player.add("k1", "Row 2: not a set")
    player.add("k4", "Set 2: run, 6 points")
    expect(player.row("Set 2: run, 10 points")).to_be_visible()
    player.end()
    player.my_turn()
    player.lay("b5 b6 b7")
    player.lay("o8 o9 o10")
    player.end()
    player.my_turn()
    player.add("r9 r13", "Set 1: run, 33 points")
    expect(player.row("Set 1: run, 55 points")).to_be_visible()
    player.press(player.button("End turn"))
    player.says("You won!")
    expect(player.page.get_by_role("img", name=re.compile("^black 6, black 6"))).to_be_visible()  # what was left
    expect(player.region("Score")).to_contain_text(re.compile(r"\+\d+"))


def test_a_whole_game_by_mouse(serve, sit):
    player = sit(serve(LONG))
    player.play_now("pl-standard")
    played(player)


def test_a_whole_game_by_touch_on_a_small_screen(serve, sit):
    player = sit(serve(LONG), 360, 640, Finger, has_touch=True, is_mobile=True, device_scale_factor=2)
    player.play_now("pl-standard")
    played(player)


def test_a_whole_game_by_keyboard_alone(serve, sit):
    player = sit(serve(LONG), kind=Keys)
    player.play_now("pl-standard")
    played(player)


@pytest.mark.parametrize("rules", SHORT)
def test_a_whole_game_with_every_joker(serve, sit, rules):
    rack, drawn, sets = SHORT[rules]
    player = sit(serve(f"{rack} {WAITING} o11 {drawn} {LATER}"))
    player.play_now(rules)
    player.my_turn()
    player.lay("r10 r11 r12")
    player.end()
    player.draw()
    player.holds(drawn)
    player.my_turn()
    for text in sets[:2]:
        player.lay(text)
    expect(player.table.get_by_role("group", name=re.compile(r"^Set \d: "))).to_have_count(3)
    player.end()
    player.my_turn()
    for text in sets[2:]:
        player.lay(text)
    player.end()
    player.says("You won!")


def test_a_whole_game_of_rummy_17_with_a_knock(serve, sit):
    hands = "r5 r6 r7 b10 b11 b12 g3 y3 k3 k1 r1 r3 r12 b2 b6 g8 g12 y9 y15 k13"
    player = sit(serve(f"{hands} g17 r8 y5 r9 y7 g14"))
    player.play_now("rummy17")
    player.says("take a card")
    player.button("Take stock").click()
    player.holds("r8")
    player.says("then discard")
    player.lay("r5 r6 r7")
    expect(player.row("Set 1: run")).to_be_visible()
    player.lay("b10 b11 b12")
    player.pick("k1")
    player.button("Discard").click()
    player.says("Knock or not")
    player.button("Knock").click()
    player.says("take a card")
    player.holds("k1")
    player.button("Take stock").click()
    player.holds("r9")
    player.says("then discard")
    player.lay("g3 y3 k3")
    player.add("r8 r9", "Set 1: run")
    player.pick("k1")
    player.button("Discard").click()
    player.says("won")
    expect(player.region("Score")).to_contain_text("Total")


def test_two_people_with_a_reload_and_a_dropped_connection(serve, sit):
    server = serve(LONG)
    cable = Cable(server.port)
    anna = sit(server)
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_text("More options").click()
    anna.page.get_by_label("Seconds a turn").fill("0")
    anna.button("Create table").click()
    invitation = anna.page.get_by_label("Invite with this link").input_value()
    bela = sit(server)  # over a line that will break
    bela.page.goto(invitation.replace(server.url, cable.url).replace("#", "?lang=en#"))
    bela.page.get_by_label("Your name").fill("Béla")
    bela.button("Join").click()
    anna.button("Start").click()
    anna.my_turn()
    anna.lay("r10 r11")
    expect(bela.row("Row 1: not a set")).to_be_visible(timeout=SECONDS)
    anna.page.wait_for_timeout(1200)
    anna.page.reload()
    anna.my_turn()
    expect(anna.row("Row 1: not a set")).to_be_visible()
    anna.add("r12", "Row 1: not a set")
    cable.cut()
    anna.end()
    expect(bela.page.get_by_text("Reconnecting")).to_be_visible(timeout=SECONDS)
    anna.says("Béla: in turn.")
    cable.mend()
    bela.my_turn()
    expect(bela.row("Set 1: run, 33 points")).to_be_visible()
    bela.draw()
    anna.my_turn()
    cable.close()


def test_what_was_laid_while_the_line_was_dying_is_seen_once_it_is_back(serve, sit):
    server = serve(LONG)
    cable = Cable(server.port)
    anna = sit(cable)
    anna.page.get_by_text("More options").click()
    anna.page.get_by_label("Seconds a turn").fill("0")
    anna.button("Create table").click()
    anna.button("Add opponent").click()
    anna.button("Start").click()
    anna.my_turn()
    cable.hush()
    anna.lay("r10 r11")
    expect(anna.page.get_by_text("Reconnecting")).to_be_visible()  # though nobody has told it that the line is dead
    cable.cut()
    watcher = sit(server)
    watcher.page.goto(anna.page.url.replace(cable.url, server.url))
    watcher.says("in turn")
    expect(watcher.row("Row 1: not a set")).to_have_count(0)
    cable.mend()
    expect(watcher.row("Row 1: not a set")).to_be_visible()
    anna.page.reload()
    anna.my_turn()
    expect(anna.row("Row 1: not a set")).to_be_visible()
    cable.close()


def test_a_browser_without_a_network_says_so_at_once(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.context.set_offline(True)
    expect(player.status.get_by_text("Reconnecting")).to_be_visible(timeout=3000)
    player.context.set_offline(False)
    expect(player.status.get_by_text("Reconnecting")).to_have_count(0)
    player.draw()
    player.told("You drew orange 6.")


def test_time_runs_out(serve, sit):
    player = sit(serve(LONG))
    player.page.get_by_text("More options").click()
    player.page.get_by_label("Seconds a turn").fill("5")
    player.button("Create table").click()
    player.button("Add opponent").click()
    player.button("Start").click()
    player.my_turn()
    player.lay("k1 k2")
    player.told("time is up")
    expect(player.rack.get_by_role("button", name="black 1", exact=True)).to_have_count(1)
