"""Somebody at the page, who sees roles and names and nothing else."""

import re

from playwright.sync_api import expect

SECONDS = 180_000
"""Milliseconds a crowded machine may need; whoever looks without saying how long waits for as long."""
expect.set_options(timeout=SECONDS)
COLORS = {"k": "black", "r": "red", "b": "blue", "o": "orange", "g": "green", "y": "yellow"}
JOKERS = {"J": "joker", "D": "double joker", "C": "colour-change joker", "M": "mirror joker"}


def named(tile):
    """Return what a tile or a card is called."""
    if tile in JOKERS:
        return JOKERS[tile]
    return f"{COLORS[tile[1]]} joker" if tile[0] == "J" else f"{COLORS[tile[0]]} {tile[1:]}"


NOTED = """
    window.statuses = []
    new MutationObserver(() => {
        const status = document.querySelector("[role=status]")?.textContent.trim().replace(/\\s+/g, " ")
        if (status && status !== statuses.at(-1)) statuses.push(status)
    }).observe(document, {subtree: true, childList: true, characterData: true})"""
"""Notes everything the status says."""


class Player:
    def __init__(self, context, url):
        self.context = context
        self.url = url
        self.wrong: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(SECONDS)
        self.page.add_init_script(NOTED)
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(f"{url}/?lang=en")

    def _said(self, message):
        if message.type in ("error", "warning") and "WebSocket" not in message.text:
            self.wrong.append(message.text)

    # what is seen

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def region(self, name):
        return self.page.get_by_role("region", name=name, exact=True)

    @property
    def rack(self):
        return self.page.get_by_role("region", name=re.compile("^Your (rack|hand)$"))

    @property
    def table(self):
        return self.region("Table")

    @property
    def status(self):
        return self.page.get_by_role("status")

    def row(self, name):
        return self.table.get_by_role("group", name=name)

    def says(self, text):
        expect(self.status).to_contain_text(text, timeout=SECONDS)

    def told(self, text):
        """Wait until the status has said something, if only for a moment."""
        self.page.wait_for_function("(text) => statuses.some((status) => status.includes(text))", arg=text)

    # what is done

    def choose(self, label, value):
        self.page.get_by_role("combobox", name=label).first.select_option(value)

    def play_now(self, rules="pl-standard", level="easy", opponents="1"):
        self.choose("Game", rules)
        self.choose("Opponents", opponents)
        self.choose("Level", level)
        self.press(self.button("Play now"))
        expect(self.rack.get_by_role("button", name=re.compile("[0-9]|joker")).first).to_be_visible(timeout=SECONDS)

    def press(self, locator):
        """Press something, as this player does: by mouse."""
        locator.click()

    def pick(self, *tiles):
        for tile in tiles:
            self.press(self.rack.get_by_role("button", name=named(tile), exact=True, pressed=False).first)

    def lay(self, text):
        """Lay tiles of the rack as a new row."""
        self.pick(*text.split())
        self.press(self.button("New row"))

    def add(self, text, row):
        """Lay tiles of the rack onto a row."""
        self.pick(*text.split())
        self.press(self.row(row).get_by_role("button").first)

    def end(self):
        self.my_turn()
        self.press(self.button("End turn"))

    def draw(self):
        self.my_turn()
        self.press(self.button("Draw"))

    def my_turn(self):
        self.says("Your turn")

    def holds(self, tile, count=1):
        expect(self.rack.get_by_role("button", name=named(tile), exact=True)).to_have_count(count, timeout=SECONDS)


class Finger(Player):
    """Taps."""

    def press(self, locator):
        locator.tap()


MOST_KEYS = 60
FOCUSED = """() => {
    const now = document.activeElement
    const region = now.closest("section[aria-label]")
    return [region?.getAttribute("aria-label") ?? "", now.getAttribute("aria-label") ?? now.textContent.trim()]
}"""


class Keys(Player):
    """Has nothing but a keyboard: Tab goes from place to place, arrows from tile to tile, Enter presses."""

    def press(self, locator):
        region, name = locator.evaluate(
            """(it) => [it.closest("section[aria-label]")?.getAttribute("aria-label") ?? "",
                        it.getAttribute("aria-label") ?? it.textContent.trim()]"""
        )
        tile = locator.get_attribute("data-id") is not None
        self._go("Tab", lambda focus: focus[0] == region if tile else focus == [region, name])
        if tile and self._focus() != [region, name]:
            self._walk(region, name)
        self.page.keyboard.press("Enter")

    def _focus(self):
        return self.page.evaluate(FOCUSED)

    def _go(self, key, there):
        for _ in range(MOST_KEYS):
            if there(self._focus()):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never got there, but to {self._focus()}")

    def _walk(self, region, name):
        """Go along the tiles of a region until the right one is reached."""
        self._go("Tab", lambda _: self.page.evaluate("() => document.activeElement.dataset.id !== undefined"))
        for key in ("ArrowLeft", "ArrowRight"):
            for _ in range(MOST_KEYS):
                before = self._focus()
                if before == [region, name]:
                    return
                self.page.keyboard.press(key)
                if self.page.evaluate("() => document.activeElement.dataset.id") is None:
                    break
        raise AssertionError(f"{name} was not reached by arrows")
