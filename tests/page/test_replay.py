"""Games seen again: every rack open, what could have been laid, the graph, and whether the shuffle was fair."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from meldwise import catalog
from meldwise.record import write
from meldwise.words import LANGUAGES
from tests.fair.test_check import dealt
from tests.page.driver import SECONDS, Player
from tests.page.scenes import speak
from tests.page.test_access import LOST
from tests.page.test_games import LONG, played

GOLDEN = Path(__file__).parent.parent / "golden"
SMALL = """() => [...document.querySelectorAll("main button, main a, main input, main select, main summary")]
    .map((it) => [it, (it.closest("label") ?? it).getBoundingClientRect()])
    .filter(([, {width, height}]) => width > 0 && (width < 44 || height < 44))
    .map(([it, {width, height}]) => `${it.ariaLabel ?? it.textContent}: ${width} × ${height}`)"""


WATCHED = """() => {
    const look = () => {
        window.moved ||= document.getAnimations().length > 0
        window.looked += 1
        requestAnimationFrame(look)
    }
    window.moved = false
    window.looked = 0
    look()
}"""
"""Looks in every frame whether something moves."""


@pytest.fixture
def library(serve):
    """A server that is only asked about records; one address may ask about five at once."""
    return serve()


class Viewer(Player):
    """Looks at records."""

    def __init__(self, context, url):
        super().__init__(context, url)
        self.page.get_by_role("link", name="Replay", exact=True).click()
        expect(self.page.get_by_label("Choose a record")).to_be_attached(timeout=SECONDS)

    def open(self, path):
        """Choose a record's file, and wait until its game is shown."""
        self.page.get_by_label(re.compile("record")).set_input_files(path)
        expect(self.slider).to_be_visible(timeout=2 * SECONDS)

    @property
    def slider(self):
        return self.page.get_by_role("slider", name="Place in the game")

    @property
    def last(self):
        return int(self.slider.get_attribute("max"))

    def go(self, step):
        self.slider.fill(str(step))

    def at(self, step):
        expect(self.slider).to_have_value(str(step))

    def rack_of(self, name):
        return self.region(name)

    def tiles_in(self, locator):
        return locator.get_by_role("img", name=re.compile("[0-9]|joker"))


def golden(rules, players="simple-3"):
    return GOLDEN / f"{rules}-{players}.record"


def counted(path, name):
    """Return how many tiles or cards a seat had at the end, as the record itself says."""
    found = re.findall(r"counts=\[([0-9 ]+)\]", path.read_text("utf-8"))
    seat = re.findall(r"^seat \d (.*)$", path.read_text("utf-8"), re.MULTILINE).index(name)
    return int(found[-1].split()[seat])


@pytest.mark.parametrize("rules", sorted(catalog.rulesets()))
def test_a_game_of_every_ruleset_is_seen_again(library, sit, rules):
    viewer = sit(library, kind=Viewer)
    path = golden(rules)
    viewer.open(path)
    viewer.says("Dealt: ")
    steps = len(re.findall("^> ", path.read_text("utf-8"), re.MULTILINE))
    assert viewer.last == steps
    viewer.go(steps // 2)
    viewer.at(steps // 2)
    viewer.button("Last step").click()
    viewer.says("won.")
    for name in ("Ada", "Béla", "Celina"):
        expect(viewer.tiles_in(viewer.rack_of(name))).to_have_count(counted(path, name))
        expect(viewer.rack_of(name)).to_contain_text(re.compile("points?"))
    expect(viewer.button("Next step")).to_be_disabled()
    viewer.page.get_by_role("button", name=re.compile("^See how: ")).first.click()
    how = viewer.region("See how")
    expect(how).to_contain_text(re.compile(r"could have laid \d+"))
    expect(how.get_by_role("listitem").first).to_be_visible()
    viewer.button("Back to the game").click()
    expect(how).to_have_count(0)
    expect(viewer.region("The shuffle")).to_contain_text("Nothing can be checked")


def test_a_turn_is_shown_beside_the_best_one(library, sit):
    viewer = sit(library, kind=Viewer, reduced_motion="reduce")
    viewer.open(golden("pl-twist"))
    viewer.go(4)
    expect(viewer.page.get_by_text("laid 1, could have laid 4").first).to_be_visible()
    before = viewer.tiles_in(viewer.rack_of("Ada")).count()
    viewer.button("See how").click()
    expect(viewer.region("See how").get_by_role("listitem").last).to_contain_text("from your rack")
    expect(viewer.tiles_in(viewer.rack_of("Ada"))).to_have_count(before - 3)
    expect(viewer.region("Table").get_by_role("group", name=re.compile("not a set"))).to_have_count(0)
    expect(viewer.region("Table").get_by_role("img", name="red 13, new", exact=True)).to_be_visible()
    expect(viewer.region("Table").get_by_role("img", name="joker, moved", exact=True)).to_be_visible()
    viewer.button("Back to the game").click()
    expect(viewer.tiles_in(viewer.rack_of("Ada"))).to_have_count(before)
    viewer.at(4)


def test_keys_buttons_and_play_move_through_the_game(library, sit):
    viewer = sit(library, kind=Viewer)
    viewer.open(golden("fi-classic"))
    expect(viewer.button("First step")).to_be_disabled()
    viewer.button("Next step").click()
    viewer.at(1)
    viewer.slider.focus()
    viewer.page.keyboard.press("ArrowRight")
    viewer.at(2)
    viewer.page.keyboard.press("End")
    viewer.at(viewer.last)
    viewer.button("First step").click()
    viewer.page.get_by_role("combobox", name="Speed").select_option("4")
    viewer.button("Play").click()
    expect(viewer.slider).not_to_have_value("0")
    viewer.button("Pause").click()
    expect(viewer.button("Play")).to_be_visible()
    stopped = viewer.slider.input_value()
    viewer.page.wait_for_timeout(800)  # longer than two steps take
    viewer.at(stopped)
    expect(viewer.slider).to_have_attribute("aria-valuetext", re.compile(rf"^Step \d+ of {viewer.last}$"))


def test_pieces_are_seen_to_move_unless_motion_is_not_wanted(library, sit):
    for motion, moving in (("no-preference", True), ("reduce", False)):
        viewer = sit(library, kind=Viewer, reduced_motion=motion)
        viewer.open(golden("pl-twist"))
        viewer.page.evaluate(WATCHED)
        viewer.button("Next step").click()
        viewer.at(1)
        viewer.page.wait_for_function("() => looked > 20")  # none is missed, however slow the machine
        assert viewer.page.evaluate("() => moved") is moving


def test_the_graph_tells_its_numbers_and_a_click_goes_there(library, sit):
    viewer = sit(library, kind=Viewer)
    viewer.open(golden("pl-standard"))
    graph = viewer.region("Tiles left")
    curve = graph.get_by_role("img")
    curve.click(position={"x": curve.bounding_box()["width"] - 8, "y": 40})
    viewer.at(viewer.last)
    curve.click(position={"x": 26, "y": 40})
    viewer.at(0)
    graph.get_by_text("The numbers").click()
    rows = graph.get_by_role("row")
    expect(rows).to_have_count(viewer.last + 2)
    expect(rows.nth(1)).to_have_text(re.compile(r"^\s*0\s*14\s*14\s*14\s*$"))


def test_only_turns_where_more_was_possible_are_listed_on_request(library, sit):
    viewer = sit(library, kind=Viewer)
    viewer.open(golden("rummy17"))
    turns = viewer.region("Turns")
    said = turns.get_by_text(re.compile(r"^In \d+ turns of \d+ more was possible\.$"))
    more, every = map(int, re.findall(r"\d+", said.inner_text()))
    expect(turns.get_by_role("listitem")).to_have_count(every)
    turns.get_by_role("checkbox").check()
    expect(turns.get_by_role("listitem")).to_have_count(more)
    turns.get_by_role("button", name=re.compile("laid")).first.click()
    expect(turns.locator("[aria-current]")).to_have_count(1)


def test_what_is_no_record_is_said_and_nothing_is_lost(library, sit, tmp_path):
    viewer = sit(library, kind=Viewer)
    bad = tmp_path / "bad.record"
    bad.write_text("hello\n")
    viewer.page.get_by_label("Choose a record").set_input_files(bad)
    expect(viewer.page.get_by_role("alert")).to_contain_text("Line 1: this is no record")
    viewer.wrong.clear()  # the browser itself complains of the answer's status
    viewer.open(golden("fi-classic"))
    viewer.go(5)
    broken = tmp_path / "broken.record"
    whole = golden("fi-classic").read_text("utf-8")
    broken.write_text(re.sub("^> 0 play .*$", "> 0 play k1 k1 k1", whole, count=1, flags=re.MULTILINE))
    viewer.page.get_by_label("Open another record").set_input_files(broken)
    expect(viewer.page.get_by_role("alert")).to_contain_text("is not allowed")
    viewer.at(5)
    viewer.wrong.clear()
    viewer.page.reload()
    expect(viewer.slider).to_be_visible(timeout=SECONDS)
    with viewer.page.expect_download() as waiting:
        viewer.button("Download record").click()
    assert waiting.value.suggested_filename == "fi-classic-simple-3.record"
    assert Path(waiting.value.path()).read_text("utf-8") == golden("fi-classic").read_text("utf-8")


def test_a_record_is_dropped_onto_the_page(library, sit):
    viewer = sit(library, kind=Viewer)
    viewer.page.evaluate(
        """(text) => {
            const dataTransfer = new DataTransfer()
            dataTransfer.items.add(new File([text], "dropped.record"))
            const spot = document.querySelector("main")
            for (const type of ["dragover", "drop"])
                spot.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
        }""",
        golden("fi-classic").read_text("utf-8"),
    )
    expect(viewer.slider).to_be_visible(timeout=SECONDS)


def test_a_finished_table_opens_its_replay(serve, sit):
    player = sit(serve(LONG))
    player.play_now("pl-standard")
    played(player)
    player.page.get_by_role("link", name="Replay", exact=True).click()
    expect(player.page.get_by_role("slider")).to_be_visible(timeout=SECONDS)
    assert "#" in player.page.url
    token = player.page.evaluate(
        "() => Object.entries(localStorage).find(([key]) => key.startsWith('meldwise.seat.'))[1]"
    )
    assert token.split()[0] not in player.page.url
    player.button("Last step").click()
    player.says("won.")
    player.page.reload()
    expect(player.page.get_by_role("slider")).to_be_visible(timeout=SECONDS)
    player.page.get_by_role("link", name="Back to the table", exact=True).click()
    player.says("won")


def test_the_shuffle_of_a_whole_game_holds(library, sit):
    viewer = sit(library, kind=Viewer)
    viewer.open(GOLDEN.parent.parent / "docs" / "assets" / "fair-shuffle.record")
    shuffle = viewer.region("The shuffle")
    expect(shuffle).to_contain_text("The shuffle is fair")
    shuffle.get_by_text("What was checked").click()
    expect(shuffle.get_by_role("img", name="holds", exact=True)).to_have_count(5)
    expect(shuffle).to_contain_text("c0ffee")
    expect(shuffle).to_contain_text("none in time")


def test_a_shuffle_is_checked_in_the_page(library, sit, tmp_path):
    viewer = sit(library, kind=Viewer)
    shuffle = viewer.region("The shuffle")
    path = tmp_path / "dealt.record"
    for rules in ("pl-standard", "rummy17"):
        text = write(dealt(rules, shares=("c0ffee", "5eed", None)))
        path.write_text(text)
        viewer.open(path)
        expect(viewer.page.get_by_text(catalog.find(rules).title)).to_be_visible()
        expect(shuffle).to_contain_text("The shuffle is fair")
        expect(shuffle).to_contain_text("This browser remembers nothing of this game")
        path.write_text(text.replace("fair-share 0 c0ffee", "fair-share 0 c0ffed"))
        viewer.open(path)
        expect(shuffle).to_contain_text("The deal does not follow from everyone's values.")
        expect(shuffle.get_by_role("img", name="does not hold").first).to_be_visible()
        expect(shuffle).to_contain_text("c0ffed")


def test_a_shuffle_is_checked_with_what_this_browser_remembers(library, sit, tmp_path):
    viewer = sit(library, kind=Viewer)
    shuffle = viewer.region("The shuffle")
    record = dealt(shares=("c0ffee", "5eed"))
    assert record.fair is not None
    path = tmp_path / "mine.record"
    path.write_text(write(record))
    keep = "([key, value]) => localStorage.setItem(`meldwise.share.${key}`, value)"
    viewer.page.evaluate(keep, ["attic.4", f"5eed {record.fair.commitment}"])
    viewer.open(path)
    expect(shuffle).to_contain_text("This browser took part")
    viewer.page.evaluate(keep, ["attic.4", f"0bad {record.fair.commitment}"])
    viewer.page.reload()
    expect(shuffle).to_contain_text("The deal does not follow")
    wrong = shuffle.get_by_role("listitem").filter(has=viewer.page.get_by_role("img", name="does not hold"))
    expect(wrong).to_have_text("The value this browser sent is in the shuffle.")


def test_a_table_remembers_its_share_where_a_replay_looks_for_it(serve, sit):
    player = sit(serve())
    player.play_now("pl-standard")
    kept = player.page.evaluate(
        "() => Object.entries(localStorage).filter(([key]) => key.startsWith('meldwise.share.'))"
    )
    room = player.page.url.split("/table/")[1].split("?")[0].split("#")[0]
    assert [key for key, _ in kept] == [f"meldwise.share.{room}.1"]
    assert re.fullmatch("[0-9a-f]{32} [0-9a-f]{64}", kept[0][1])


def test_a_replay_fits_a_small_screen(library, sit):
    viewer = sit(library, 360, 640, Viewer, has_touch=True, is_mobile=True)
    viewer.open(golden("pl-twist"))
    viewer.go(viewer.last)
    viewer.page.get_by_text("The numbers").click()
    assert viewer.page.evaluate(SMALL) == []
    assert viewer.page.evaluate("() => document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("game", ["pl-standard", "rummy17"])
def test_the_numbers_fit_a_small_screen_in_large_print(library, sit, tmp_path, game):
    viewer = sit(library, 360, 640, Viewer, bypass_csp=True)
    record = tmp_path / "long.record"
    record.write_text(golden(game).read_text("utf-8").replace("Celina", "Maximilian"), "utf-8")
    viewer.open(record)
    viewer.page.get_by_text("The numbers").click()
    numbers = viewer.page.get_by_role("region", name="The numbers").element_handle()
    heads = viewer.page.get_by_role("columnheader").all()
    for language in LANGUAGES:
        speak(viewer, language)
        names = viewer.page.locator(".legend span").all_inner_texts()
        assert [head.text_content().strip() for head in heads[1:]] == names
        for size in ("", "150%", "200%"):
            viewer.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
            assert numbers.evaluate("(it) => it.scrollWidth - it.clientWidth") == 0
            assert numbers.evaluate("(it) => it.scrollHeight > it.clientHeight")  # one way only
            assert [line for line in viewer.page.evaluate(LOST) if "cut off" in line] == []


def test_where_too_many_are_asked_for_the_page_waits_and_asks_again(library, sit):
    viewer = sit(library, kind=Viewer)
    for _ in range(6):
        viewer.page.request.post(f"{viewer.url}/api/review", data={"record": "none"}, headers={"Origin": viewer.url})
    viewer.page.get_by_label("Choose a record").set_input_files(golden("pl-standard"))
    expect(viewer.page.get_by_text("This one comes in a few seconds.")).to_be_visible()
    expect(viewer.page.get_by_role("alert")).to_have_count(0)
    expect(viewer.slider).to_be_visible(timeout=SECONDS)
    assert [line for line in viewer.wrong if "429" not in line] == []
    viewer.wrong.clear()  # the browser itself complains of the answer's status
