"""The plots of the speed page: plain lines, readable on light and dark ground, the same file for the same figures."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.positions import Position

from bench.report import median, quantile, shown
from bench.samples import jokers_in_play, table_tiles

Measured = dict[str, list[tuple[Position, float]]]
"""By ruleset, positions with the kernel's microseconds."""
Peers = dict[tuple[str, str], tuple[list[float], list[float]]]
"""By ruleset and peer, our microseconds and theirs."""

ASSETS = Path(__file__).parent.parent / "docs" / "assets"
INK = "#808080"
COLORS = ("#2a9d8f", "#d1495b", "#4c86c6", "#c9892c", "#8e6bbf")
FEWEST = 8
"""Positions a point of a line stands for at least."""
STYLE = {
    "svg.hashsalt": "meldwise",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": INK,
    "grid.alpha": 0.2,
    "legend.frameon": False,
    "figure.figsize": (7.2, 3.6),
}


def draw(measured: Measured, peers: Peers) -> None:
    """Write all plots."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("Agg")
    with matplotlib.rc_context(STYLE):
        against("table", "tiles on the table", measured, table_tiles, step=12)
        against("rack", "tiles on the rack", measured, lambda position: len(position.rack), step=6)
        against("jokers", "jokers in play", measured, jokers_in_play, step=1)
        beside(peers)


def against(name: str, label: str, measured: Measured, size: Callable[[Position], int], step: int) -> None:
    """Draw time against a size: a line for the median, a band up to the 99th percentile, for each ruleset."""
    figure, axes = _axes()
    for color, (key, timed) in zip(COLORS, measured.items(), strict=False):
        bins: dict[int, list[float]] = {}
        for position, micros in timed:
            bins.setdefault(size(position) // step, []).append(micros)
        full = sorted(at for at, values in bins.items() if len(values) >= FEWEST)
        places = [at * step + (step - 1) / 2 for at in full]
        middle = [median(bins[at]) for at in full]
        axes.plot(places, middle, color=color, marker="o", markersize=3, label=key)
        high = [quantile(bins[at], 0.99) for at in full]
        axes.plot(places, high, color=color, lw=0.8, ls="--")
        axes.fill_between(places, middle, high, color=color, alpha=0.07, lw=0)
    axes.set_xlabel(label)
    _finish(figure, axes, name)


def beside(peers: Peers) -> None:
    """Draw the kernel beside its peers: from the median to the 99th percentile of each."""
    figure, axes = _axes()
    bars = []
    for key in dict.fromkeys(key for key, _ in peers):
        theirs = {peer: times for (other, peer), (_, times) in peers.items() if other == key}
        mine = next(ours for (other, _), (ours, _) in peers.items() if other == key)
        bars += [(f"{key}: kernel", mine, COLORS[0]), *((f"{key}: {peer}", t, COLORS[1]) for peer, t in theirs.items())]
    for place, (_, values, color) in enumerate(bars):
        low, high = median(values), quantile(values, 0.99)
        axes.plot([low, high], [place, place], color=color, lw=3, alpha=0.5, solid_capstyle="round")
        axes.plot([low], [place], color=color, marker="o", markersize=6)
    axes.set_yticks(range(len(bars)), [name for name, _, _ in bars])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    figure.set_size_inches(7.2, 0.4 + 0.3 * len(bars))
    _finish(figure, axes, "peers", sideways=True)


def _axes() -> tuple[Any, Any]:
    pyplot: Any = import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(layout="constrained")
    return figure, axes


def _finish(figure: Any, axes: Any, name: str, sideways: bool = False) -> None:
    axis = axes.xaxis if sideways else axes.yaxis
    (axes.set_xscale if sideways else axes.set_yscale)("log")
    low, high = axes.get_xlim() if sideways else axes.get_ylim()
    powers = [10.0**power for power in range(8) if low <= 10**power <= high]
    axis.set_ticks(powers, [shown(power) for power in powers])
    axis.set_minor_locator(import_module("matplotlib.ticker").NullLocator())
    if not sideways:
        axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    ASSETS.mkdir(exist_ok=True)
    figure.savefig(ASSETS / f"speed-{name}.svg", transparent=True, metadata={"Date": None})
    import_module("matplotlib.pyplot").close(figure)
