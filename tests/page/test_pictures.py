"""The main pages look as they did when somebody last looked at them: `make pictures` takes them anew."""

import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from meldwise.words import LANGUAGES
from tests.online.nodes import Node, Place
from tests.page import scenes
from tests.page.conftest import install

PICTURES = Path(__file__).parent / "pictures"
RENEW = "MELDWISE_RENEW_PICTURES" in os.environ
NARROW = 360
SIZES = {NARROW: 740, 820: 1180, 1440: 900}
PRINT = {"usual": "", "large": "200%"}
COMMON, RARE = 64, 160
FONT = "DejaVu Sans"
STYLE = f'html {{ font-family: "{FONT}" !important }}'
"""One font wherever it is run."""
FAINT = 40
"""Of 255: what a palette and another smoothing of the same letters may change, once pixels are taken four together."""
MOST = 0.004
"""The share of a picture that may differ more: a letter here and there, no tile."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Node(Place(tmp_path_factory.mktemp("server"))) as node:
        yield node


@pytest.fixture(scope="module")
def font():
    """Have the font the pictures were taken with; it is installed where that is possible."""
    if FONT not in fonts() and shutil.which("apt-get") and os.geteuid() == 0:
        install("fonts-dejavu-core")
    if FONT not in fonts():
        message = f"The pictures of the page need the font {FONT}: apt-get install fonts-dejavu-core"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)


def fonts():
    return subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=False).stdout


def taken(player, whole):
    png = player.page.screenshot(animations="disabled", full_page=whole, style=STYLE)
    return Image.open(io.BytesIO(png)).convert("RGB")


def share_that_differs(one, other):
    """Return how much of two pictures of the same size differs to the eye."""
    halves = [picture.reduce(2) for picture in (one, other)]
    differing = ImageChops.difference(*halves).split()
    strongest = ImageChops.lighter(ImageChops.lighter(*differing[:2]), differing[2])
    return sum(strongest.histogram()[FAINT:]) / (strongest.width * strongest.height)


def small(picture):
    """Return a picture with a palette: its most common colours as they are, and some near to all the others."""
    counted = sorted(picture.getcolors(picture.width * picture.height), reverse=True)
    near = picture.quantize(RARE, Image.Quantize.MAXCOVERAGE).getpalette()
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, color in counted[:COMMON] for part in color] + near)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def compared(player, name, folder, *, whole=False):
    """Return what is wrong with the page as it looks now, or take its picture anew."""
    now = taken(player, whole)
    kept = PICTURES / f"{name}.png"
    if RENEW:
        small(now).save(kept, optimize=True)
    with Image.open(kept) as picture:
        before = picture.convert("RGB")
    differs = share_that_differs(now, before) if now.size == before.size else 1.0
    if differs <= MOST:
        return []
    now.save(folder / kept.name)
    return [f"{differs:.2%} of {kept.name} differs; it is now {folder / kept.name}"]


def opened(sit, server, scene):
    player = sit(server, reduced_motion="reduce", bypass_csp=True)
    scene(player)
    player.page.mouse.move(0, 0)
    return player


@pytest.mark.parametrize("scene", [scenes.home, scenes.table, scenes.cards, scenes.replay, scenes.rules])
def test_a_page_looks_as_it_did(server, sit, font, tmp_path, scene):
    player = opened(sit, server, scene)
    wrong = []
    for width, height in SIZES.items():
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.evaluate("() => window.scrollTo(0, 0)")
        for theme in ("light", "dark"):
            player.page.emulate_media(color_scheme=theme)
            wrong += compared(player, f"{scene.__name__}-{width}-{theme}", tmp_path)
    assert wrong == []


@pytest.mark.parametrize("scene", [scenes.options, scenes.table])
def test_every_language_looks_as_it_did_on_a_small_screen(server, sit, font, tmp_path, scene):
    player = opened(sit, server, scene)
    player.page.set_viewport_size({"width": NARROW, "height": SIZES[NARROW]})
    wrong = []
    for language in LANGUAGES:
        scenes.speak(player, language)
        for size in ("usual", "large"):
            player.page.evaluate("(size) => { document.documentElement.style.fontSize = size }", PRINT[size])
            wrong += compared(player, f"{scene.__name__}-{language}-{size}", tmp_path, whole=True)
    assert wrong == []
