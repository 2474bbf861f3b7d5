"""The page is quick, by the browser's own trace, and says so."""

import json
from itertools import pairwise
from statistics import median

from tests.page.crowd import ROWS, sit_down

WORK = ("EventDispatch", "FireAnimationFrame", "UpdateLayoutTree", "Layout", "HitTest")
MOVES = 120
MOST = 8.0
"""Milliseconds of script and layout a pointer move may take at the median."""
LONG_TASK = 50.0
"""Milliseconds of a thread's own time, which a busy machine does not stretch."""


def test_dragging_over_a_hundred_tiles_is_quick(serve, sit, browser, capsys):
    assert sum(map(len, ROWS)) >= 100
    player = sit(serve())
    sit_down(player)
    player.my_turn()
    page = player.page
    box = player.rack.get_by_role("button", name="black 12", exact=True).bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.wait_for_timeout(600)
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.mouse.down()
    for step in range(MOVES):
        page.mouse.move(100 + step * 6, 620 - step * 4)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.mouse.up()
    took = costs(events)
    tasks = [event["tdur"] / 1000 for event in events if event["name"] == "RunTask" and "tdur" in event]
    with capsys.disabled():
        told = f"{median(took):.2f} ms a move at the median, {max(took):.1f} most, longest task {max(tasks):.1f}"
        print(f"\ndragging over {sum(map(len, ROWS))} tiles: {told}")
    assert len(took) > MOVES / 2
    assert median(took) <= MOST
    assert max(tasks) <= LONG_TASK


def costs(events):
    """Return, move by move, the milliseconds the page worked until the next one."""
    moves = sorted(
        event["ts"]
        for event in events
        if event["name"] == "EventDispatch" and event.get("args", {}).get("data", {}).get("type") == "pointermove"
    )
    busy = merged(sorted((e["ts"], e["ts"] + e.get("dur", 0)) for e in events if e["name"] in WORK and e["ph"] == "X"))
    found = []
    for begins, ends in pairwise(moves):
        found.append(sum(max(0, min(end, ends) - max(start, begins)) for start, end in busy) / 1000)
    return found


def merged(spans):
    """Put spans that overlap together: one event stands inside another."""
    found: list[tuple[float, float]] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found
