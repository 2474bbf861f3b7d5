"""Nobody is kept out: axe-core finds nothing, targets are large enough, and what happens is announced."""

from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

from meldwise import catalog
from meldwise.words import LANGUAGES
from tests.online.nodes import Node, Place
from tests.page.scenes import SCENES, rules, speak
from tests.page.test_games import LONG

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL = """() => [...document.querySelectorAll("button, a, input, select, summary")]
    .filter((it) => it.checkVisibility())
    .map((it) => (it.type === "checkbox" ? it.closest("label") : it))
    .map((it) => [it.getAttribute("aria-label") ?? it.textContent.trim(), it.getBoundingClientRect()])
    .filter(([, {width, height}]) => width > 0 && (width < 43.99 || height < 43.99))
    .map(([name, {width, height}]) => `${name}: ${width} × ${height}`)"""
OUTLINED = """() => [...document.querySelectorAll("a, button, input, select, summary, [tabindex='0']")]
    .filter((it) => it.checkVisibility() && !it.disabled)
    .filter((it) => {
        document.activeElement.blur()
        it.focus({focusVisible: true, preventScroll: true})
        const {outlineStyle, outlineWidth} = getComputedStyle(it)
        return document.activeElement === it && (outlineStyle === "none" || parseFloat(outlineWidth) < 2)
    })
    .map((it) => it.outerHTML.slice(0, 100))"""
LOST = """() => {
    const wrong = []
    const width = document.documentElement.clientWidth
    const spoken = (it) => it.closest("svg, option") || it.closest(".hidden") || hidden(it)
    const hidden = (it) => it && (getComputedStyle(it).clipPath !== "none" || hidden(it.parentElement))
    const scrolls = (it) => it && (/auto|scroll/.test(getComputedStyle(it).overflowX) || scrolls(it.parentElement))
    const floats = (it) => it && (/fix|stick|abs/.test(getComputedStyle(it).position) || floats(it.parentElement))
    const shown = (it, box) => {
        if (!it) return box
        if (getComputedStyle(it).overflow === "visible") return shown(it.parentElement, box)
        const {left, right, top, bottom} = it.getBoundingClientRect()
        return shown(it.parentElement, {
            left: Math.max(left, box.left), right: Math.min(right, box.right),
            top: Math.max(top, box.top), bottom: Math.min(bottom, box.bottom),
        })
    }
    const texts = []
    const root = document.querySelector("dialog[open]") ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode
        const it = node.parentElement
        if (!node.data.trim() || !it.checkVisibility({visibilityProperty: true}) || spoken(it)) continue
        const name = node.data.trim().slice(0, 60)
        const {overflowX, overflowY} = getComputedStyle(it)
        if (/hidden|clip/.test(overflowX) && it.scrollWidth > it.clientWidth + 1) wrong.push(`cut off: ${name}`)
        if (/hidden|clip/.test(overflowY) && it.scrollHeight > it.clientHeight + 1) wrong.push(`cut off: ${name}`)
        const range = document.createRange()
        range.selectNodeContents(node)
        const control = it.closest("button, summary")?.getBoundingClientRect()
        for (const {left, right, top, bottom} of range.getClientRects()) {
            if ((left < -1 || right > width + 1) && !scrolls(it)) wrong.push(`beside the screen: ${name}`)
            if (control && (left < control.left - 1 || right > control.right + 1)) wrong.push(`off its button: ${name}`)
            const slack = (bottom - top) / 5
            if (!floats(it)) texts.push({name, ...shown(it, {left, right, top: top + slack, bottom: bottom - slack})})
        }
    }
    for (const [at, one] of texts.entries()) {
        for (const other of texts.slice(at + 1)) {
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
            if (wide > 2 && high > 2) wrong.push(`one over the other: ${one.name} / ${other.name}`)
        }
    }
    return wrong
}"""
"""Text that is cut off, stands beside the screen, leaves its button, or lies over other text."""
NARROW, WIDE = 360, 1440
HEIGHT = {NARROW: 640, WIDE: 900}
EVERY = sorted(product(LANGUAGES, ("light", "dark"), HEIGHT))
SOME = [
    *(("en", "light", WIDE), ("en", "dark", NARROW), ("hu", "dark", WIDE), ("pl", "light", NARROW)),
    *(("sk", "dark", NARROW), ("fi", "light", WIDE)),
]
"""Every language, both themes and both widths; all of them with each other are tried by `make soak`."""
PAGES = [scene for scene in SCENES if scene is not rules]
BOOKS = sorted(catalog.rulesets())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Node(Place(tmp_path_factory.mktemp("server"))) as node:
        yield node


def violations(player):
    """Return what axe-core finds wrong with the page as it is now."""
    if not player.page.evaluate("() => 'axe' in window"):
        player.page.evaluate(AXE.read_text("utf-8") + ";0")
    found = player.page.evaluate("(tags) => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS)
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
        for one in found["violations"]
    ]


def looked_at(player, looks):
    """Return what is wrong with a page, in every language, theme and width asked for."""
    wrong = []
    for language, theme, width in looks:
        player.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        player.page.set_viewport_size({"width": width, "height": HEIGHT[width]})
        speak(player, language)
        found = violations(player) + player.page.evaluate(OUTLINED)
        if width == NARROW:
            found += player.page.evaluate(SMALL)
        if player.page.evaluate("() => document.documentElement.scrollWidth") > width:
            found.append("the page is wider than the screen")
        wrong += [f"{language}, {theme}, {width}: {one}" for one in found]
    return "\n".join(wrong)


@pytest.mark.parametrize("scene", PAGES)
def test_nobody_is_kept_out_of_a_page(server, sit, scene):
    player = sit(server, bypass_csp=True)
    scene(player)
    assert looked_at(player, SOME) == ""


def test_nobody_is_kept_out_of_the_rules_of_any_game(server, sit):
    player = sit(server, bypass_csp=True)
    others = [game for game in BOOKS if game != "pl-standard"]  # which is read at the table
    wrong = []
    for look, game in zip(SOME, others, strict=True):
        rules(player, game)
        wrong.append(looked_at(player, [look]))
    assert "".join(wrong) == ""


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_lost_in_large_print(server, sit, scene):
    player = sit(server, reduced_motion="reduce", bypass_csp=True)
    scene(player)
    player.page.set_viewport_size({"width": NARROW, "height": HEIGHT[NARROW]})
    wrong = []
    for language in LANGUAGES:
        speak(player, language)
        for size in ("", "200%"):
            player.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
            found = player.page.evaluate(LOST)
            if player.page.evaluate("() => document.documentElement.scrollWidth") > NARROW:
                found.append("the page is wider than the screen")
            wrong += [f"{language} {size}: {one}" for one in found]
    assert "\n".join(wrong) == ""


@pytest.mark.soak
@pytest.mark.parametrize("scene", PAGES)
def test_nobody_is_kept_out_of_a_page_in_any_language_theme_and_width(server, sit, scene):
    player = sit(server, bypass_csp=True)
    scene(player)
    assert looked_at(player, EVERY) == ""


@pytest.mark.soak
@pytest.mark.parametrize("game", BOOKS)
def test_nobody_is_kept_out_of_the_rules_in_any_language_theme_and_width(server, sit, game):
    player = sit(server, bypass_csp=True)
    rules(player, game)
    assert looked_at(player, EVERY) == ""


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
