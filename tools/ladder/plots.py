"""The plots of the ladder, drawn like those of the speed page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.plots import COLORS, INK, STYLE

from meldwise import catalog
from meldwise.bots import BOTS
from meldwise.ruleset import CardRules
from meldwise.simulation import Figure
from tools.ladder.figures import Place
from tools.ladder.summary import Summary, Thought

ASSETS = Path(__file__).parent.parent.parent / "docs" / "assets"
SHADES = (*COLORS, "#7a8b3c", "#c26aa0", "#5b6b7b", "#b5651d")


def draw(summary: Summary) -> None:
    """Write all plots there are figures for."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    with matplotlib.rc_context(STYLE):
        places = {seats: _by_ruleset(summary, seats) for seats in (2, 4)}
        ladders("two", "games won of those played, two seats", places[2], lambda place: _percent(place.wins), 50)
        ladders("four", "games won of those played, four seats", places[4], lambda place: _percent(place.wins), 25)
        ladders("scores", "mean score of a game, four seats", places[4], lambda place: place.score, 0)
        if summary.thinking:
            thinking(summary.thinking)


def _by_ruleset(summary: Summary, seats: int) -> dict[str, list[Place]]:
    return {key: by_seats[seats].places for key, by_seats in summary.rulesets.items() if seats in by_seats}


def ladders(
    name: str, label: str, found: dict[str, list[Place]], value: Callable[[Place], Figure], fair: float
) -> None:
    """Draw a line for each ruleset, everyone on it where it stands, with its interval; scores of cards are apart."""
    played = {place.name for places in found.values() for place in places}
    names = [*(name for name in BOTS if name in played), *sorted(played - set(BOTS))]
    cards = [key for key in found if isinstance(catalog.find(key), CardRules)]
    tiles = [key for key in found if key not in cards]
    groups = [group for group in (tiles, cards) if group] if fair == 0 else [list(found)]
    figure, every = import_module("matplotlib.pyplot").subplots(
        len(groups), squeeze=False, layout="constrained", height_ratios=[len(group) for group in groups]
    )
    for (axes,), group in zip(every, groups, strict=True):
        axes.axvline(fair, color=INK, lw=0.8, ls="--")
        for line, key in enumerate(group):
            for place in found[key]:
                at = names.index(place.name)
                height = line + (at - (len(names) - 1) / 2) * 0.09
                _point(axes, value(place), height, SHADES[at % len(SHADES)])
        axes.set_yticks(range(len(group)), group)
        axes.set_ylim(len(group) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
    for at, bot in enumerate(names):
        every[0][0].plot([], [], color=SHADES[at % len(SHADES)], marker="o", markersize=4, lw=0, label=bot)
    every[0][0].legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    every[-1][0].set_xlabel(label)
    figure.set_size_inches(7.2, 1.8 + 0.6 * len(found))
    _save(figure, name)


def _point(axes: Any, figure: Figure, height: float, color: str) -> None:
    if figure.low is not None and figure.high is not None:
        axes.plot([figure.low, figure.high], [height, height], color=color, lw=2, alpha=0.5, solid_capstyle="round")
    axes.plot([figure.mean], [height], color=color, marker="o", markersize=4, lw=0)


def thinking(thoughts: Sequence[Thought]) -> None:
    """Draw the share of games won over the time of a turn."""
    figure, axes = import_module("matplotlib.pyplot").subplots(layout="constrained")
    name = thoughts[0].met.seats[0].partition(":")[0]
    wins = [_percent(one.met.of(one.met.seats[0]).wins) for one in thoughts]
    times = [one.mean for one in thoughts]
    middle = [one.mean for one in wins]
    axes.axhline(50, color=INK, lw=0.8, ls="--")
    low = [one.mean if one.low is None else one.low for one in wins]
    high = [one.mean if one.high is None else one.high for one in wins]
    axes.fill_between(times, low, high, color=COLORS[0], alpha=0.15, lw=0)
    axes.plot(times, middle, color=COLORS[0], marker="o", markersize=4)
    for one, at, height in zip(thoughts, times, middle, strict=True):
        axes.annotate(
            f"{one.states:,}", (at, height), textcoords="offset points", xytext=(0, 7), ha="center", fontsize=8
        )
    axes.set_xscale("log")
    axes.set_xlabel(f"milliseconds a turn of {name} takes in the mean; states beside the points")
    axes.set_ylabel(f"% won against {thoughts[0].met.seats[1]}")
    ticks = [tick for tick in (0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000) if min(times) / 2 <= tick <= max(times) * 2]
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.xaxis.set_minor_locator(import_module("matplotlib.ticker").NullLocator())
    _save(figure, "thinking")


def _percent(wins: Figure) -> Figure:
    low, high = (None if end is None else 100 * end for end in (wins.low, wins.high))
    return Figure(100 * wins.mean, low, high)


def _save(figure: Any, name: str) -> None:
    figure.savefig(ASSETS / f"ladder-{name}.svg", transparent=True, metadata={"Date": None})
    import_module("matplotlib.pyplot").close(figure)
