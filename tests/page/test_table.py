"""What people do at a table besides laying tiles."""

import re

import pytest
from playwright.sync_api import expect

from meldwise.words import LANGUAGES
from tests.page.crowd import FIELDS, ROWS, SEATS, WELCOME, sit_down
from tests.page.driver import SECONDS, Finger, named
from tests.page.scenes import speak
from tests.page.test_access import violations
from tests.page.test_games import LONG

RESULT = {"ended": "out", "winner": 0, "scores": [24, -5, -16, -3], "worths": [0, 5, 16, 3]}
GROUPED = "k1 k2 k3 k4 r10 r11 r12 r13 b5 b6 b7 o8 o9 o10"
RACK_ORDER = "() => [...document.querySelectorAll('.rack [data-id]')].map((it) => it.getAttribute('aria-label'))"


def invited(sit, server, invitation, name):
    """Let somebody come by an invitation and take a seat."""
    guest = sit(server)
    guest.page.goto(invitation.replace("#", "?lang=en#"))
    guest.page.get_by_label("Your name").fill(name)
    guest.button("Join").click()
    return guest


def waiting_people(serve, sit):
    """Let Anna and Béla sit down; nobody is in a hurry. Return the invitation and the server too."""
    server = serve(LONG)
    anna = sit(server)
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_text("More options").click()
    anna.page.get_by_label("Seconds a turn").fill("0")
    anna.button("Create table").click()
    invitation = anna.page.get_by_label("Invite with this link").input_value()
    bela = invited(sit, server, invitation, "Béla")
    anna.told("Béla joined.")
    anna.says("Everybody is here: you can start.")
    return anna, bela, invitation, server


def two_people(serve, sit):
    """Let Anna and Béla sit down, and Anna begin."""
    anna, bela, _, _ = waiting_people(serve, sit)
    anna.button("Start").click()
    anna.my_turn()
    return anna, bela


def say(player, text):
    player.page.get_by_label("Message").fill(text)
    player.button("Send").click()


def at_table(player, name):
    """Choose something of the table's own menu."""
    player.page.get_by_label("This table").click()
    player.button(name).click()


def test_two_people_pause_take_back_and_part(serve, sit):
    anna, bela = two_people(serve, sit)
    at_table(anna, "Pause")
    anna.told("You ask for a pause.")
    bela.told("Anna asks for a pause.")
    bela.button("Decline").click()
    anna.told("Béla declines.")
    at_table(anna, "Pause")
    bela.button("Agree").click()
    for player in (anna, bela):
        player.says("The game is paused.")
    expect(anna.button("Draw")).to_be_disabled()
    bela.button("Go on").click()
    anna.told("Béla goes on with the game.")
    anna.lay("r10 r11 r12")
    anna.end()
    bela.my_turn()
    at_table(anna, "Take back")
    expect(bela.page.get_by_text("Anna asks to take the last action back.").last).to_be_visible()
    bela.button("Agree").click()
    anna.told("The last action is taken back.")
    anna.my_turn()
    anna.holds("r10")
    anna.lay("r10 r11 r12")
    anna.end()
    bela.draw()
    bela.page.get_by_label("This table").click()
    expect(bela.button("Take back")).to_be_disabled()  # who drew has seen a hidden tile
    bela.page.keyboard.press("Escape")
    anna.button("applause").click()
    expect(bela.region("Chat").get_by_role("img", name="applause")).to_be_visible()
    at_table(anna, "Mute: Béla")
    bela.told("The host has muted you.")
    at_table(anna, "Replace: Béla")
    anna.button("Yes, replace: Béla").click()
    anna.told("Medium (seat 2) now plays in place of Béla.")
    bela.says("You no longer have a seat at this table.")
    anna.page.get_by_label("This table").click()
    anna.button("Leave the table").click()
    anna.button("Leave for good").click()
    expect(anna.button("Play now")).to_be_visible()


HELLOS = """
    window.hellos = []
    const send = WebSocket.prototype.send
    WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).t === "hello") hellos.push(JSON.parse(text).token)
        send.call(this, text)
    }"""
"""Notes with which tokens the server is greeted."""


def test_who_was_removed_is_told_and_may_watch(serve, sit):
    anna, bela = two_people(serve, sit)
    bela.page.add_init_script(HELLOS)
    bela.page.reload()
    bela.says("in turn")
    at_table(anna, "Remove: Béla")
    anna.button("Yes, remove: Béla").click()
    bela.says("You no longer have a seat at this table.")
    expect(bela.page.get_by_text("The host freed it")).to_be_visible()
    expect(bela.page).to_have_title("Polish Standard · meldwise")
    expect(bela.rack).to_have_count(0)
    expect(bela.page.get_by_label("This table")).to_have_count(0)
    assert violations(bela) == []
    bela.page.evaluate("() => dispatchEvent(new Event('online'))")
    bela.button("Watch").click()
    expect(bela.table).to_be_visible()
    bela.says("in turn")
    for gone in (bela.rack, bela.button("New row")):
        expect(gone).to_have_count(0)
    expect(bela.page.get_by_text("You are watching.")).to_be_visible()
    expect(bela.region("Chat")).to_have_count(0)  # nobody has said anything
    expect(anna.page.get_by_text("You are watching.")).to_have_count(0)
    assert bela.page.evaluate("() => hellos.map((token) => token !== null)") == [True, False]
    bela.page.reload()
    bela.says("in turn")


def replaced_while_away(serve, sit):
    """Return somebody for whom an opponent plays by now, and the address of that table."""
    anna, bela = two_people(serve, sit)
    here = bela.page.url.partition("#")[0]
    bela.page.goto(f"{bela.url}/rules?lang=en")
    at_table(anna, "Replace: Béla")
    anna.button("Yes, replace: Béla").click()
    anna.told("now plays in place of Béla")
    return bela, here


def test_a_seat_lost_while_away_is_lost_for_good(serve, sit):
    bela, here = replaced_while_away(serve, sit)
    bela.page.goto(here)
    bela.says("You no longer have a seat at this table.")
    expect(bela.button("Watch")).to_be_visible()
    bela.page.get_by_role("link", name="To the start page").click()
    expect(bela.button("Play now")).to_be_visible()


def test_a_private_table_is_none_to_a_token_without_a_seat_and_without_its_link(serve, sit):
    bela, here = replaced_while_away(serve, sit)
    bela.page.evaluate("""() => {
        const [key, seat] = Object.entries(localStorage).find(([key]) => key.startsWith("meldwise.seat."))
        localStorage.setItem(key, seat.split(" ")[0])
    }""")
    bela.page.goto(here)
    bela.says("There is no such table, or this is not its link.")
    expect(bela.button("Watch")).to_have_count(0)


def test_who_is_not_let_in_reads_why(serve, sit):
    player = sit(serve())
    player.page.goto(f"{player.url}/table/nosuchtable?lang=en")
    player.says("There is no such table")


def test_a_sheet_is_folded_up_by_escape_and_by_a_press_beside_it(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.pick("r10")
    buttons = (player.page.get_by_text("Settings"), player.page.get_by_label("This table"))
    for button, inside in zip(buttons, ("Theme", "Sound"), strict=True):
        sheet = player.page.locator("details", has=button)
        sheet.locator("summary").click()
        expect(sheet.get_by_text(inside)).to_be_visible()
        player.page.keyboard.press("Tab")
        player.page.keyboard.press("Escape")
        expect(sheet.get_by_text(inside)).to_be_hidden()
        expect(sheet.locator("summary")).to_be_focused()
        player.page.keyboard.press("Enter")
        expect(sheet.get_by_text(inside)).to_be_visible()
        player.status.click()
        expect(sheet.get_by_text(inside)).to_be_hidden()
    expect(player.rack.get_by_role("button", name="red 10", pressed=True)).to_be_visible()  # Escape was the sheet's


BROKEN = """() => {
    const broken = []
    const heads = document.querySelectorAll("section.score thead th")
    for (const head of heads) {
        const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
            for (const {0: word, index} of walker.currentNode.data.matchAll(/\\S+/g)) {
                const range = document.createRange()
                range.setStart(walker.currentNode, index)
                range.setEnd(walker.currentNode, index + word.length)
                if (new Set([...range.getClientRects()].map(({top}) => top)).size > 1) broken.push(word)
            }
        }
    }
    return broken
}"""
"""Words of the score sheet's head that stand on more than one line."""
FITS = """() => {
    const sheet = document.querySelector("section.score [tabindex]")
    return sheet.scrollWidth <= sheet.clientWidth
}"""


def test_long_names_stay_whole_words_on_the_score_sheet(serve, sit, monkeypatch):
    names = ["Bartholomäus Österreicher", "Konstantynopolitańczykowianeczka"]
    for seat, name in zip((1, 3), names, strict=True):
        monkeypatch.setitem(SEATS[seat], "name", name)
    player = sit(serve(), 360, 640, bypass_csp=True)
    sit_down(player)
    heads = player.region("Score").get_by_role("columnheader")
    for name in names:
        expect(heads.filter(has_text=name)).to_have_attribute("title", name)
        expect(player.region("Players")).to_contain_text(name)
    for language in LANGUAGES:
        speak(player, language)
        for size in ("", "200%"):
            player.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
            assert player.page.evaluate(BROKEN) == []
            assert size or player.page.evaluate(FITS)


def test_both_piles_stand_beside_the_jokers_on_a_small_screen(serve, sit):
    player = sit(serve(), 360, 640)
    sit_down(player, "rummy17", edge=["Jr", "Jb", "Jg", "Jy", "Jk"])
    pile = player.table.get_by_role("img", name="green 17")
    joker = player.table.get_by_role("button", name="black joker", exact=True).first
    assert abs(pile.bounding_box()["y"] - joker.bounding_box()["y"]) < 10
    expect(player.region("Players")).to_contain_text("21 cards in the stock")


def test_groups_are_suggested_and_the_order_is_kept(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    for name in ("Sort by number", "Suggest groups"):
        player.button(name).click()
    wanted = [named(tile) for tile in GROUPED.split()]
    assert player.page.evaluate(RACK_ORDER) == wanted
    player.page.reload()
    player.my_turn()
    assert player.page.evaluate(RACK_ORDER) == wanted


def test_a_rule_is_read_in_mid_turn_and_escape_returns(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.lay("r10 r11")
    for place in (player.status, player.row("Row 1: not a set")):
        law = place.get_by_role("button", name="Rule T9", exact=True)
        law.click()
        panel = player.page.get_by_role("dialog", name="Rules: Polish Standard")
        rule = panel.locator("[data-rule=T9]")
        expect(rule).to_be_focused(timeout=SECONDS)
        expect(rule).to_be_in_viewport()
        player.page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        expect(law).to_be_focused()
    player.button("Rules").click()
    panel.get_by_role("button", name="Close").click()
    expect(player.button("Rules")).to_be_focused()
    expect(player.row("Row 1: not a set")).to_be_visible()


NOTED = """() => {
    const animate = Element.prototype.animate
    window.moves = window.rows = 0
    new MutationObserver(() => {
        window.rows = Math.max(rows, document.querySelectorAll("[data-row]").length)
    }).observe(document, {subtree: true, childList: true})
    Element.prototype.animate = function (...how) {
        window.moves += "id" in this.dataset
        return animate.apply(this, how)
    }
}"""
"""Notes how many pieces were seen to move, and how many rows lay on the table at once."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_hint_is_shown_on_the_table_and_laid_at_a_press(serve, sit, motion):
    player = sit(serve(LONG), reduced_motion=motion)
    player.play_now()
    player.my_turn()
    for _ in range(3):
        player.button("Hint").click()
    first = player.page.get_by_role("listitem").filter(has_text="Lay").first
    expect(first.get_by_role("img", name=re.compile("^black 1, black 2"))).to_be_visible()
    player.page.evaluate(NOTED)
    player.button("See how").click()
    sets = player.table.get_by_role("group", name=re.compile("^Set"))
    player.page.wait_for_function("() => rows === 4")
    expect(sets).to_have_count(0)  # it was only shown
    assert (player.page.evaluate("() => moves") > 0) is (motion == "no-preference")
    player.holds("k1")
    player.button("Lay it for me").click()
    expect(sets).to_have_count(4)
    player.button("Undo").click()
    expect(sets).to_have_count(0)
    player.button("Redo").click()
    player.end()


SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")].filter((it) => {
    const {left, top, width, height} = it.getBoundingClientRect()
    if (!width || it.closest("details:not([open]) > :not(summary)")) return false
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return (hit === it || it.contains(hit)) && (width < 43.99 || height < 43.99)
}).map((it) => it.getAttribute("aria-label") ?? it.textContent.trim())"""
SIZE = "() => document.querySelector('.board [data-id]').getBoundingClientRect().width"


def test_a_crowded_table_is_zoomed_and_panned_on_a_small_screen(serve, sit):
    assert sum(map(len, ROWS)) >= 100
    player = sit(serve(), 360, 640, Finger, has_touch=True, is_mobile=True)
    sit_down(player)
    page = player.page
    board = page.locator(".board")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
    assert page.evaluate(SMALL) == []
    usual = page.evaluate(SIZE)
    assert usual >= 44
    player.button("Smaller tiles").tap()
    player.button("Smaller tiles").tap()
    assert page.evaluate(SIZE) < usual
    assert page.evaluate(SMALL) == []  # what is too small to be hit is no target: rows are
    row = player.row("Set 6: group, 8 points")
    row.tap()
    assert page.evaluate(SIZE) == usual
    expect(row).to_be_in_viewport()
    pinch(page, board, 60, 120)
    assert page.evaluate(SIZE) > usual
    pinch(page, board, 120, 60)
    assert page.evaluate(SIZE) <= usual
    expect(page.locator(".ghost, .piece[aria-pressed=true]")).to_have_count(0)  # fingers on tiles took none along
    assert page.evaluate("() => visualViewport.scale") == 1
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360


def pinch(page, board, before, after):
    """Move two fingers on the board apart, or together."""
    box = board.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch = page.context.new_cdp_session(page)
    for step in range(6):
        gap = before + (after - before) * step / 5
        points = [{"x": middle[0] + side * gap, "y": middle[1], "id": side + 1} for side in (-1, 1)]
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(50)


def test_a_crowded_table_is_zoomed_and_panned_by_mouse_and_keys(serve, sit):
    player = sit(serve(), 1200, 620)
    sit_down(player)
    page = player.page
    board = page.locator(".board")
    usual = page.evaluate(SIZE)
    box = board.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => ({SIZE})() > {usual}")
    page.keyboard.press("0")
    assert page.evaluate(SIZE) == usual
    page.keyboard.press("-")
    assert page.evaluate(SIZE) < usual
    for _ in range(3):
        page.keyboard.press("+")
    top = "() => document.querySelector('.board').scrollTop"
    before = page.evaluate(top)
    edge = box["x"] + 4
    player.pick("o10")
    page.mouse.move(edge, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(edge, box["y"] + 120, steps=4)
    page.mouse.up()
    assert page.evaluate(top) == before + 80
    expect(player.rack.get_by_role("button", name="orange 10", pressed=True)).to_be_visible()  # it was no click
    player.table.get_by_role("button", name="black 1", exact=True).first.focus()
    page.keyboard.press("PageDown")
    page.wait_for_function(f"() => ({top})() > {before} + 100")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_a_table_opens(serve, sit, theme):
    player = sit(serve(LONG), 360, 640, Finger, color_scheme=theme, bypass_csp=True, has_touch=True)
    player.play_now()
    player.my_turn()
    for _ in range(3):
        player.button("Hint").tap()
    expect(player.button("See how")).to_be_visible()
    player.page.get_by_label("This table").tap()
    assert violations(player) == []
    player.button("Pause").tap()
    expect(player.button("Go on")).to_be_visible()
    player.button("thumbs up").tap()
    expect(player.region("Chat").get_by_role("img", name="thumbs up")).to_be_visible()
    assert violations(player) == []
    assert player.page.evaluate(SMALL) == []


def test_what_was_said_keeps_its_name_whoever_sits_there_next(serve, sit):
    anna, bela, invitation, server = waiting_people(serve, sit)
    say(bela, "hello")
    expect(bela.region("Chat")).to_contain_text("You hello")
    at_table(anna, "Remove: Béla")
    bela.says("You no longer have a seat at this table.")
    cora = invited(sit, server, invitation, "Cora")
    say(cora, "hi")
    expect(anna.region("Chat")).to_contain_text(re.compile("Béla hello\\s*Cora hi"))
    for _ in range(2):
        expect(cora.region("Chat")).to_contain_text(re.compile("Béla hello\\s*You hi"))
        cora.page.reload()


@pytest.mark.parametrize(("turn", "name"), [(0, "You"), (1, "Maximilian Wolfgang")])
def test_while_others_may_knock_the_mark_stays_with_the_player_in_turn(serve, sit, turn, name):
    player = sit(serve(), 390, 844)
    sit_down(player, "rummy17", phase="knocking", turn=turn)
    seats = player.region("Players").get_by_role("listitem")
    expect(seats.filter(has_text="(in turn)")).to_have_count(1)
    expect(seats.filter(has_text="(in turn)")).to_contain_text(name)
    expect(seats.filter(has_text="(in turn)").get_by_role("timer")).to_have_text("0:47")
    expect(seats.filter(has_text="may knock")).to_have_count(3)
    expect(player.button("Knock")).to_have_count(turn)
    expect(player.button("No knock")).to_have_count(turn)
    player.says("(green 17)? Knock or not." if turn else "Your turn. Waiting: Maximilian Wolfgang")


LIVE = """() => [...document.querySelectorAll("[role=status], [role=log], [aria-live]")]
    .filter((it) => it.getAttribute("aria-live") !== "off" && it.textContent.includes("hello")).length"""
"""How many places a screen reader would read a greeting from."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
def test_what_is_said_is_seen_where_the_chat_is_out_of_sight(serve, sit, width, height):
    anna, bela = two_people(serve, sit)
    anna.page.set_viewport_size({"width": width, "height": height})
    expect(anna.button("Chat")).to_be_visible()
    bubble = anna.page.locator(".bubble")
    say(bela, "hello there")
    expect(bubble).to_have_text("Béla hello there")
    expect(bubble).to_be_in_viewport()
    assert anna.page.evaluate(LIVE) == 1
    anna.draw()  # nothing is in the way
    bela.button("applause").click()
    expect(bubble.get_by_role("img", name="applause")).to_be_visible()
    anna.button("Chat, unread: 2").click()
    expect(anna.region("Chat").get_by_role("log")).to_be_in_viewport()
    expect(anna.page.get_by_role("button", name=re.compile("^Chat"))).to_have_count(0)
    say(anna, "thank you")
    expect(anna.region("Chat")).to_contain_text("You thank you")
    expect(bubble).to_have_count(0)
    anna.page.evaluate("() => scrollTo(0, 0)")
    expect(anna.button("Chat")).to_be_visible()  # everything is read


def test_what_is_said_is_heard_but_stands_in_the_chat_alone_where_that_is_in_sight(serve, sit):
    anna, bela = two_people(serve, sit)
    say(bela, "hello there")
    expect(anna.region("Chat")).to_contain_text("Béla hello there")
    assert anna.page.evaluate(LIVE) == 1
    assert anna.page.locator(".spoken").bounding_box()["width"] == 1
    expect(anna.page.get_by_role("button", name=re.compile("^Chat"))).to_have_count(0)


def test_the_host_is_asked_once_more_in_mid_game_and_changes_no_opponent_for_its_like(serve, sit):
    anna, bela = two_people(serve, sit)
    at_table(anna, "Remove: Béla")
    anna.page.keyboard.press("Escape")  # one press has done nothing, and is forgotten
    at_table(anna, "Remove: Béla")
    anna.button("Replace: Béla").click()
    expect(anna.button("Remove: Béla")).to_be_visible()
    bela.says("Anna: in turn.")
    anna.button("Yes, replace: Béla").click()
    anna.told("Medium (seat 2) now plays in place of Béla.")
    anna.page.get_by_label("This table").click()
    replace = anna.button("Replace: Medium (seat 2)")
    expect(anna.page.get_by_role("combobox", name="Level")).to_be_visible()
    expect(replace).to_have_count(0)
    anna.choose("Level", "hard")
    replace.click()
    anna.button("Yes, replace: Medium (seat 2)").click()
    anna.told("Hard (seat 2) now plays in place of Medium (seat 2).")


def test_everyone_sees_who_is_host_and_hears_when_somebody_else_is(serve, sit):
    anna, bela = two_people(serve, sit)
    host = bela.region("Players").get_by_role("listitem").filter(has=bela.page.get_by_role("img", name="host"))
    for player, name in ((anna, "You"), (bela, "Anna")):
        mark = player.page.get_by_role("img", name="host", exact=True)
        expect(player.region("Players").get_by_role("listitem").filter(has=mark)).to_contain_text(name)
    expect(host).to_have_count(1)
    anna.page.get_by_label("This table").click()
    anna.button("Leave the table").click()
    anna.button("Leave for good").click()
    bela.told("Anna left the table. You are the host now.")
    expect(host).to_have_count(0)  # nobody else is there to be told apart


def test_a_double_click_does_not_leave_for_good(serve, sit):
    anna, bela = two_people(serve, sit)
    anna.page.get_by_label("This table").click()
    anna.button("Leave the table").dblclick()
    expect(anna.button("Leave for good")).to_be_visible()
    say(bela, "still there?")
    expect(anna.region("Chat")).to_contain_text("Béla still there?")
    anna.button("Leave for good").click()
    bela.told("Anna left the table.")


def test_whoever_finds_no_free_seat_goes_on_hearing_the_news(serve, sit):
    anna, _, invitation, server = waiting_people(serve, sit)
    at_table(anna, "Remove: Béla")
    late = sit(server)
    late.page.goto(invitation.replace("#", "?lang=en#"))
    late.page.get_by_label("Your name").fill("Dora")
    late.page.route("**/join", lambda route: (invited(sit, server, invitation, "Cora"), route.continue_()))
    late.button("Join").click()
    late.says("Every seat of this table is taken.")
    late.told("Cora joined.")
    anna.button("Start").click()
    late.says("Anna: in turn.")
    expect(late.status).not_to_contain_text("taken")
    late.wrong.clear()  # the browser notes the refusal too


def test_another_language_is_spoken_at_once_by_the_server_too(serve, sit):
    player = sit(serve())
    heard = sit_down(player)
    speak(player, "hu")
    expect(player.button("Lépés vége")).to_be_visible()
    while [one["lang"] for one in heard if one["t"] == "hello"] != ["en", "hu"]:
        player.page.wait_for_timeout(20)
    assert "lang" not in player.page.url  # whoever is sent the link has a language too


LEFT = [*SEATS[:3], {"kind": "open"}]


def test_a_seat_that_was_left_after_the_match_is_free_for_somebody_else(serve, sit, monkeypatch):
    player = sit(serve(), 390, 844)
    for field, value in (("phase", "over"), ("seats", LEFT)):
        monkeypatch.setitem(FIELDS, field, value)
    heard = sit_down(player, result=RESULT)
    player.says("You won! Waiting for players.")
    expect(player.button("Rematch")).to_be_disabled()
    expect(player.button("Start")).to_have_count(0)
    player.button("Add opponent").click()
    while {"type": "replace", "seat": 3, "level": "medium"} not in [one.get("do") for one in heard]:
        player.page.wait_for_timeout(20)
    assert violations(player) == []
    monkeypatch.setitem(WELCOME, "you", None)
    sit_down(player, result=RESULT)
    expect(player.page.get_by_label("Your name")).to_be_visible()
    expect(player.button("Join")).to_be_visible()
    expect(player.button("Add opponent")).to_have_count(0)


def test_tiles_dropped_on_the_felt_or_put_there_by_a_tap_are_a_new_row(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    box = player.table.bounding_box()
    there = {"x": box["width"] / 2, "y": box["height"] - 30}
    tile = player.rack.get_by_role("button", name="red 10", exact=True)
    tile.drag_to(player.table, target_position=there)
    expect(player.table.locator("[data-id]")).to_have_count(1)
    player.pick("r11")
    player.table.click(position=there)
    expect(player.table.locator("[data-id]")).to_have_count(2)
    expect(player.table.get_by_role("group")).to_have_count(2)
    player.table.click(position=there)  # with nothing picked it does nothing
    expect(player.table.locator("[data-id]")).to_have_count(2)


def test_melds_that_the_server_knows_can_be_taken_back_in_the_same_turn(serve, sit, monkeypatch):
    player = sit(serve())
    heard = sit_down(player, "rummy17")
    player.button("Reset turn").click()
    while {"type": "act", "action": "back", "seen": 1} not in [one.get("do") for one in heard]:
        player.page.wait_for_timeout(20)
    sit_down(player, "rummy17", melded=[False] * 4)
    expect(player.button("Reset turn")).to_be_disabled()


def test_an_empty_pile_is_a_place_to_discard_all_the_same(serve, sit):
    player = sit(serve())
    heard = sit_down(player, "rummy17", discard=None, pile=0)
    card = player.rack.get_by_role("button", name=named("k16"), exact=True)
    card.drag_to(player.page.locator('[data-drop="discard"]'))
    while "discard k16" not in [one["do"].get("action") for one in heard if "do" in one]:
        player.page.wait_for_timeout(20)


def test_a_turn_that_cannot_end_so_is_refused_for_all_to_hear(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.lay("r10")
    player.end()
    expect(player.page.locator(".status.wrong")).to_contain_text("Row 1: a set has at least 3 tiles")


PART_OF_THE_CHAT = """(whole) => {
    const side = document.querySelector(".side")
    const log = side.querySelector("[role=log]")
    const below = log.getBoundingClientRect().bottom - side.getBoundingClientRect().bottom
    side.scrollTop += below - (whole ? 0 : log.clientHeight / 2)
}"""
"""Scrolls until all of the chat's lines are seen, or only those above."""


def test_the_chat_is_in_sight_where_its_last_line_is(serve, sit, monkeypatch):
    lines = [{"seat": 1, "name": "Maximilian Wolfgang", "text": f"line {at}", "at": at} for at in range(20)]
    monkeypatch.setitem(WELCOME, "chat", lines)
    player = sit(serve(), 1280, 700)
    sit_down(player)
    for whole in (False, True, False):
        player.page.evaluate(PART_OF_THE_CHAT, whole)
        expect(player.button("Chat")).to_have_count(0 if whole else 1)


def test_every_bank_is_seen_whoever_is_in_turn(serve, sit, monkeypatch):
    player = sit(serve())
    monkeypatch.setitem(FIELDS, "watch", {**FIELDS["watch"], "banks": [60_000, 125_000, 9_000, 0]})
    sit_down(player)
    seats = player.region("Players").get_by_role("listitem")
    for seat, left in enumerate(("0:47", "2:05", "0:09", "0:00")):
        expect(seats.nth(seat)).to_contain_text(left)


def test_a_lone_player_is_not_marked_as_host(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    expect(player.page.get_by_role("img", name="host")).to_have_count(0)


def test_nobody_announces_an_opening_in_a_pause(serve, sit, monkeypatch):
    player = sit(serve())
    sit_down(player, opened=[False] * 4, may_announce=[True] * 4)
    expect(player.button("Announce an opening")).to_be_enabled()
    monkeypatch.setitem(FIELDS, "paused", True)
    sit_down(player, opened=[False] * 4, may_announce=[True] * 4)
    player.says("The game is paused.")
    expect(player.button("Announce an opening")).to_be_disabled()


def test_the_result_of_a_game_says_how_its_match_goes_on(serve, sit, monkeypatch):
    player = sit(serve(), 390, 844)
    for field, value in (("phase", "between"), ("still", False)):
        monkeypatch.setitem(FIELDS, field, value)
    sit_down(player, result=RESULT)
    player.says("You won! The next game begins by itself soon.")
    expect(player.page.get_by_text("Game 1 of 4")).to_be_visible()
    countdown = player.page.get_by_role("timer")
    expect(countdown).to_have_text(re.compile(r"^The next game begins in 1?\d s\.$"))
    monkeypatch.setitem(FIELDS, "phase", "over")
    monkeypatch.setitem(FIELDS, "match", {**FIELDS["match"], "over": True, "scores": [[6, 1, -4, -3]] * 4})
    sit_down(player, result=RESULT)
    player.says("You won! You won the match!")
    expect(player.page.get_by_text("Game 4 of 4")).to_be_visible()
    expect(countdown).to_have_count(0)
