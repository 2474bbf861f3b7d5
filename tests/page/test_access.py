"""Nobody is kept out: axe-core finds nothing, targets are large enough, and what happens is announced."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.test_games import LONG

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")]
    .map((it) => (it.type === "checkbox" ? it.closest("label") : it))
    .map((it) => [it.getAttribute("aria-label") ?? it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, {width, height}]) => width > 0 && (width < 43.99 || height < 43.99))
    .map(([name, {width, height}]) => `${name}: ${width} × ${height}`)"""


def violations(player):
    """Return what axe-core finds wrong with the page as it is now."""
    player.page.evaluate(AXE.read_text("utf-8") + ";0")
    found = player.page.evaluate("(tags) => axe.run({runOnly: tags})", TAGS)
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(serve, sit, theme):
    player = sit(serve(LONG), color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    assert violations(player) == []
    player.page.get_by_text("More options").click()
    assert violations(player) == []
    player.page.get_by_text("Settings").click()
    assert violations(player) == []
    player.button("Create table").click()
    expect(player.button("Add opponent")).to_be_visible()
    assert violations(player) == []
    player.button("Add opponent").click()
    player.button("Start").click()
    player.my_turn()
    player.lay("r10 r11 r12")
    player.lay("k1 k3")
    player.pick("b5")
    assert violations(player) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table_of_cards(serve, sit, theme):
    player = sit(serve(), color_scheme=theme, bypass_csp=True, reduced_motion="reduce")
    player.play_now("rummy17", opponents="3")
    assert violations(player) == []


def test_targets_are_large_enough_on_a_small_screen(serve, sit):
    player = sit(serve(LONG), 360, 640, has_touch=True, is_mobile=True, reduced_motion="reduce")
    assert player.page.evaluate(SMALL) == []
    player.play_now()
    player.my_turn()
    player.lay("r10 r11 r12")
    assert player.page.evaluate(SMALL) == []
    assert player.page.evaluate("() => document.documentElement.scrollWidth") == 360


def test_the_status_tells_turns_draws_and_verdicts(serve, sit):
    player = sit(serve(LONG))
    player.play_now()
    player.my_turn()
    player.lay("r10 r11")
    player.says("a set has at least 3 tiles; this row has 2 · it lacks red 9 or red 12 (T9)")
    player.button("Undo").click()
    player.lay("r10 r11 r12")
    player.says("Row 1: run, 33 points")
    player.end()
    player.told("Easy (seat 2)")
    player.says("drew a tile. Your turn")
    player.draw()
    player.told("You drew red 9.")
    expect(player.status).to_have_count(1)
