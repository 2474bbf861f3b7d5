"""A real browser, Debian's Chromium, at real servers."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.online.nodes import Node, Place
from tests.page.driver import Player

NAMES = ("chromium", "chromium-browser", "google-chrome")


def installed():
    return next(filter(None, map(shutil.which, NAMES)), None)


def install(package):
    """Install a package of Debian's, where other workers of the tests may be about it too."""
    words = ["apt-get", "install", "--yes", "--quiet", "--option", "DPkg::Lock::Timeout=600", package]
    subprocess.run(words, check=False, capture_output=True)


def chromium():
    """Return where the browser is; it is installed where that is possible, and else the tests are not run silently."""
    found = installed()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        with (Path(tempfile.gettempdir()) / "meldwise-chromium.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one worker of the tests installs it, the others wait
            if installed() is None:
                install("chromium")
            found = installed()
    if found is None:
        message = "The tests of the page need Chromium: apt-get install chromium"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(message)
    return found


@pytest.fixture(scope="module")
def browser():
    """Return a browser, closed after each module: while it is open, other tests could run no loop of their own."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def serve(tmp_path):
    """Return a function that starts a server, which deals from a given order if there is one."""
    running: list[Node] = []

    def started(pool=""):
        folder = tmp_path / f"server{len(running)}"
        folder.mkdir()
        options: tuple[str, ...] = ()
        if pool:
            (folder / "pool.txt").write_text(pool)
            options = ("--test-pool", str(folder / "pool.txt"))
        running.append(Node(Place(folder), *options).start())
        return running[-1]

    yield started
    for server in running:
        server.stop()
        server.close()


@pytest.fixture
def sit(browser):
    """Return a function that opens a server's page for somebody; nothing may go wrong in it."""
    players = []

    def opened(server, width=1280, height=800, kind=Player, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", **more)
        players.append(kind(context, server.url))
        return players[-1]

    yield opened
    wrong = [line for player in players for line in player.wrong]
    for player in players:
        player.context.close()
    assert wrong == []
