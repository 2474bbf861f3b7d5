"""What there is to see, each from its beginning: pages in a state that shows much of them."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.page.crowd import sit_down
from tests.page.driver import SECONDS

GOLDEN = Path(__file__).parent.parent / "golden"
SPEAK = """(language) => {
    const choice = document.querySelector(".menu select")
    choice.value = language
    choice.dispatchEvent(new Event("change", {bubbles: true}))
}"""


def home(player):
    expect(player.page.get_by_text("There is no open table now.")).to_be_visible()


def options(player):
    """Home with everything unfolded."""
    player.page.get_by_text("More options").click()
    player.page.get_by_text("Settings").click()


def lobby(player):
    player.button("Create table").click()
    expect(player.page.get_by_role("img", name="The link as a QR code")).to_be_visible(timeout=SECONDS)


def join(player):
    """A lobby as it is seen by somebody who was invited."""
    lobby(player)
    player.page.evaluate("() => localStorage.clear()")
    player.page.reload()
    expect(player.button("Join")).to_be_visible(timeout=SECONDS)


def table(player):
    """A hundred tiles, a row that is no set, a tile picked."""
    sit_down(player)
    player.my_turn()
    player.lay("r12 k13")
    player.pick("o10")


def rules_at_the_table(player):
    sit_down(player)
    player.button("Rules").click()
    expect(player.page.get_by_role("article").first).to_be_visible(timeout=SECONDS)


def cards(player):
    sit_down(player, "rummy17")
    player.says("then discard")


def loader(player):
    """Replay before there is a record."""
    player.page.get_by_role("link", name="Replay", exact=True).click()
    expect(player.page.get_by_label("Choose a record")).to_be_attached(timeout=SECONDS)


def replay(player, game="pl-twist"):
    loader(player)
    player.page.get_by_label(re.compile("record")).set_input_files(GOLDEN / f"{game}-simple-3.record")
    slider = player.page.get_by_role("slider", name="Place in the game")
    expect(slider).to_be_visible(timeout=2 * SECONDS)
    slider.fill("30")


def better(player, game="pl-twist"):
    """A replay that shows what could have been laid, and its numbers."""
    replay(player, game)
    player.page.get_by_text("The numbers").click()
    player.page.get_by_role("button", name=re.compile("^See how: ")).first.click()
    expect(player.region("See how")).to_be_visible()


def rules(player, game="pl-twist"):
    """The rules of a game, with a ruling unfolded."""
    player.page.goto(f"{player.url}/rules/{game}?lang=en")
    expect(player.page.get_by_role("article").first).to_be_visible(timeout=SECONDS)
    player.page.get_by_text(re.compile("ruling")).first.click()


def better_cards(player):
    """The same of a game of cards."""
    better(player, "rummy17")


SCENES = (home, options, lobby, join, table, rules_at_the_table, cards, loader, better, better_cards, rules)


def speak(player, language):
    """Change the language as its setting does, and wait for what has to be asked for in it."""
    with_book = player.page.get_by_role("article").count()
    before = player.page.locator("article").first.inner_text() if with_book else ""
    changed = player.page.evaluate("() => document.documentElement.lang") != language
    player.page.evaluate(SPEAK, language)
    if with_book and changed:
        expect(player.page.locator("article").first).not_to_have_text(before, use_inner_text=True)
