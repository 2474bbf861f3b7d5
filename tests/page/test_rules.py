"""The rules of every ruleset in the page's words."""

import re

import pytest
from playwright.sync_api import expect

from meldwise import catalog
from meldwise.server.books import book_of
from tests.online.nodes import Node, Place
from tests.page.driver import SECONDS
from tests.page.test_games import LONG


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """A server that is only asked about rules."""
    with Node(Place(tmp_path_factory.mktemp("library"))) as node:
        yield node


def opened(player, address):
    player.page.goto(f"{player.url}{address}")
    expect(player.page.get_by_role("article").first).to_be_visible(timeout=SECONDS)
    return player.page


@pytest.mark.parametrize("key", sorted(catalog.rulesets()))
def test_every_rule_and_ruling_of_a_ruleset_is_told(library, sit, key):
    page = opened(sit(library), f"/rules/{key}?lang=en")
    book = book_of(key, "en")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rules: {catalog.find(key).title}")
    assert page.get_by_role("heading", level=2).all_inner_texts() == [section.title for section in book.section]
    assert page.get_by_role("article").count() == len(book.rule)
    for rule in book.rule:
        article = page.locator(f"#{rule.id}")
        expect(article.get_by_role("heading", level=3)).to_contain_text(rule.title)
        expect(article).to_contain_text(" ".join(rule.text.split()))
        expect(article.get_by_role("listitem")).to_have_count(len(rule.example))
    examples = [example for rule in book.rule for example in rule.example]
    marks = page.get_by_role("listitem").locator("b").all_inner_texts()
    assert [mark.strip() for mark in marks] == ["set" if example.valid else "no set" for example in examples]
    assert sum(map(int, re.findall(r"(\d+) ruling", page.locator("main").inner_text()))) == len(book.ruling)


def test_words_are_searched_and_rulings_unfolded_where_they_have_them(library, sit):
    page = opened(sit(library), "/rules/pl-twist?lang=en")
    page.get_by_role("searchbox").fill("tied players draw")
    expect(page.get_by_role("article")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 rule")
    expect(page.get_by_text("a joker counts as nothing, and tied players draw again")).to_be_visible()
    page.get_by_role("searchbox").fill("zebra")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()


def test_an_address_leads_to_one_rule(library, sit):
    page = opened(sit(library), "/rules/pl-twist?lang=en#T16")
    rule = page.locator("#T16")
    expect(rule).to_be_in_viewport()
    expect(rule).to_be_focused()
    page.locator("#T20").get_by_role("link", name="Link to rule T20").click()
    expect(page.locator("#T20")).to_be_focused()
    assert page.url.endswith("#T20")
    page.get_by_role("combobox", name="Game").select_option("rummy17")
    expect(page.locator("#C5")).to_be_visible()
    assert "/rules/rummy17" in page.url
    page.go_back()
    expect(page.locator("#T20")).to_be_visible()


def test_the_rules_are_one_tap_away_in_a_game(serve, sit):
    player = sit(serve(LONG))
    player.play_now("pl-standard")
    player.my_turn()
    player.lay("r10 r11 r12")
    player.button("Rules").click()
    panel = player.page.get_by_role("dialog", name="Rules: Polish Standard")
    expect(panel.get_by_role("article").first).to_be_visible(timeout=SECONDS)
    expect(panel.get_by_role("searchbox")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    player.button("Rules").click()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    expect(player.row("Set 1: run, 33 points")).to_be_visible()


def test_an_unknown_ruleset_is_said(library, sit):
    player = sit(library)
    player.page.goto(f"{player.url}/rules/no-such?lang=en")
    expect(player.page.get_by_role("alert")).to_contain_text("no-such")
    player.wrong.clear()  # the browser itself complains of the answer's status


def test_the_rules_fit_a_small_screen(library, sit):
    page = opened(sit(library, 360, 640, has_touch=True, is_mobile=True), "/rules/hu-twist?lang=en")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
