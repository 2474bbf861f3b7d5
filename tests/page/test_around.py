"""What happens around a table: how people are invited to it, and how they are called when it is their turn."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.driver import SECONDS
from tests.page.test_games import LONG

DECODER = Path(__file__).parent.parent.parent / "web" / "node_modules" / "jsqr" / "dist" / "jsQR.js"
READ = """async (png) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${png}`
    await picture.decode()
    const paper = new OffscreenCanvas(picture.width, picture.height).getContext("2d")
    paper.drawImage(picture, 0, 0)
    const {data, width, height} = paper.getImageData(0, 0, picture.width, picture.height)
    return jsQR(data, width, height, {inversionAttempts: "dontInvert"})?.data
}"""
SHOWN = "() => window.notices.map(({title, body, open}) => ({title, body, open}))"
"""Every notice the browser was asked for with permission."""
WATCHED = """() => {
    window.notices = []
    window.Notification = class extends window.Notification {
        constructor(title, options) {
            super(title, options)
            if (Notification.permission === "granted") window.notices.push(this)
            this.open = true
        }
        close() {
            super.close()
            this.open = false
        }
    }
}"""
AWAY = "(away) => Object.defineProperty(document, 'hidden', {configurable: true, get: () => away})"


def read(player, locator):
    """Return what a camera would read in a picture of something."""
    picture = base64.b64encode(locator.screenshot()).decode()
    player.page.evaluate(DECODER.read_text("utf-8") + ";0")
    return player.page.evaluate(READ, picture)


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 360)])
def test_a_table_is_joined_by_its_qr_code(serve, sit, theme, width):
    server = serve(LONG)
    host = sit(server, width, color_scheme=theme, bypass_csp=True)
    host.button("Create table").click()
    code = host.page.get_by_role("img", name="The link as a QR code", exact=True)
    invitation = host.page.get_by_label("Invite with this link").input_value()
    assert "#" in invitation
    assert read(host, code) == invitation
    guest = sit(server, width)
    guest.page.goto(read(host, code).replace("#", "?lang=en#"))
    expect(guest.page.locator("main").get_by_text("Polish Standard")).to_be_visible()  # whatever the width
    guest.page.get_by_label("Your name").fill("Béla")
    guest.button("Join").click()
    expect(host.region("Players")).to_contain_text("Béla", timeout=SECONDS)
    expect(code).to_have_count(0)


def test_an_invitation_is_copied(serve, sit):
    host = sit(serve(), permissions=["clipboard-read", "clipboard-write"])
    host.button("Create table").click()
    host.button("Copy").click()
    expect(host.button("Copied")).to_be_visible()
    invitation = host.page.get_by_label("Invite with this link").input_value()
    assert host.page.evaluate("() => navigator.clipboard.readText()") == invitation


@pytest.mark.parametrize(
    "lacking",
    [
        "delete Navigator.prototype.clipboard",  # as in a page that came over plain HTTP
        "Clipboard.prototype.writeText = async () => { throw new DOMException('no', 'NotAllowedError') }",
    ],
)
def test_an_invitation_is_copied_the_old_way_where_there_is_no_other(serve, sit, lacking):
    host = sit(serve())
    host.page.add_init_script(lacking)
    host.page.reload()
    host.button("Create table").click()
    host.button("Copy").click()
    expect(host.button("Copied")).to_be_focused()
    invitation = host.page.get_by_label("Invite with this link").input_value()
    host.page.goto(f"{host.url}/?lang=en")
    host.page.get_by_label("Link to a table").click()
    host.page.keyboard.press("Control+v")
    expect(host.page.get_by_label("Link to a table")).to_have_value(invitation)


def test_an_invitation_that_cannot_be_copied_is_selected_to_be_copied_by_hand(serve, sit):
    host = sit(serve())
    host.page.add_init_script("delete Navigator.prototype.clipboard; document.execCommand = () => false")
    host.page.reload()
    host.button("Create table").click()
    host.button("Copy").click()
    field = host.page.get_by_label("Invite with this link")
    expect(field).to_be_focused()
    assert field.evaluate("(it) => it.value.slice(it.selectionStart, it.selectionEnd)") == field.input_value()
    expect(host.button("Copied")).to_have_count(0)


def called(sit, server, **more):
    """Sit down where every notice is watched, with the settings open."""
    player = sit(server, **more)
    player.page.add_init_script(f"({WATCHED})()")
    player.page.reload()
    player.page.get_by_text("Settings").click()
    return player


def switch(player):
    return player.page.get_by_role("switch", name="Notify me when it is my turn")


def test_who_is_away_is_told_of_their_turn_by_title_and_notice(serve, sit):
    player = called(sit, serve(LONG), permissions=["notifications"])
    expect(switch(player)).not_to_be_checked()
    switch(player).click()
    expect(switch(player)).to_be_checked()
    player.page.wait_for_function("() => localStorage.getItem('meldwise.notices') === 'on'")  # the browser agreed first
    player.page.reload()
    player.page.get_by_text("Settings").click()
    expect(switch(player)).to_be_checked()
    player.play_now()
    player.my_turn()
    expect(player.page).to_have_title("● Your turn")
    assert player.page.evaluate(SHOWN) == []  # the page is looked at
    player.page.evaluate(AWAY, True)
    player.draw()
    player.page.wait_for_function("() => window.notices.length === 1")
    assert player.page.evaluate(SHOWN) == [{"title": "Your turn", "body": "Polish Standard", "open": True}]
    expect(player.page).to_have_title("● Your turn")
    player.page.evaluate(AWAY, False)
    player.draw()
    player.page.wait_for_function("() => !window.notices[0].open")
    player.my_turn()
    assert len(player.page.evaluate(SHOWN)) == 1


def test_without_the_switch_nobody_is_asked_and_nothing_is_shown(serve, sit):
    player = called(sit, serve(LONG), permissions=["notifications"])
    player.page.evaluate("() => { Notification.requestPermission = () => { throw new Error('asked') } }")
    player.page.evaluate(AWAY, True)
    player.play_now()
    player.my_turn()
    player.draw()
    player.my_turn()
    assert player.page.evaluate(SHOWN) == []


def test_a_browser_that_refuses_says_so_and_the_switch_goes_back(serve, sit):
    player = called(sit, serve())
    player.page.evaluate("() => { Notification.requestPermission = async () => 'denied' }")
    switch(player).click()
    expect(player.page.get_by_text("Your browser allows no notifications here.")).to_be_visible()
    expect(switch(player)).not_to_be_checked()


@pytest.mark.parametrize(
    "lacking", ["delete window.Notification", "window.Notification = class { constructor() { throw new TypeError() } }"]
)
def test_where_the_browser_has_no_notices_no_switch_is_offered(serve, sit, lacking):
    player = sit(serve())
    player.page.add_init_script(lacking)
    player.page.reload()
    player.page.get_by_text("Settings").click()
    expect(player.page.get_by_role("combobox", name="Theme")).to_be_visible()
    expect(switch(player)).to_have_count(0)
