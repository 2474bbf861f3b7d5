"""How fast the solver is: against other solvers on the same positions in the same run, and against guides.

Ratios are the firm part; absolute figures depend on the machine and on what else it does. Nothing here fails: each
wanted figure is followed by PASS or not met. The tables and plots of `docs/explanation/speed.md` are written anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bench import adversarial, plots, samples
from bench.kernel import Solved, searched, solved
from bench.peers import Timed, ask
from bench.report import Goal, Report, at_most, median, quantile, shown, times

CLASSIC = ("pl-standard", "pl-expert", "fi-classic")
RULES = (*CLASSIC, "pl-twist")
NAMES = {
    "package": "rummikub-solver",
    "glpk": "lean program, GLPK",
    "cpsat": "cut program, CP-SAT",
    "glpk-cut": "cut program, GLPK",
}
MEMORY = 128


class Size(msgspec.Struct, frozen=True):
    """How much a run measures: positions of each kind, and seconds for a peer on one of them."""

    games: int = 200
    slow_games: int = 60
    twist: int = 30
    synthetic: int = 200
    plotted: int = 600
    lean_seconds: float = 5
    twist_seconds: float = 60


QUICK = Size(games=24, slow_games=4, twist=2, synthetic=12, plotted=60, lean_seconds=1, twist_seconds=5)
FULL = Size(slow_games=200, lean_seconds=20, plotted=2000)


class Bench:
    """One run: what was found is told at once, and written to the page at the end."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.report = Report()
        self.guides: list[Goal] = []
        self.ratios: list[Goal] = []
        self.peers: plots.Peers = {}

    def run(self) -> None:
        self.own()
        self.against_peers()
        self.twist_against_reference()
        self.report.goals("ratios", self.ratios)
        self.hardest()
        self.report.goals("guides", self.guides)

    def own(self) -> None:
        """Measure the kernel and `best` alone, on kinds of positions."""
        size = self.size
        kinds = {
            "Standard, games": samples.games(["pl-standard"], size.games),
            "Standard, racks of 30 to 46": samples.held_back(["pl-standard"], size.games // 2),
            "Standard, openings": samples.openings("pl-standard", size.games // 2),
            "Expert, games": samples.games(["pl-expert"], size.games),
            "Finnish, games": samples.games(["fi-classic"], size.games),
            "Twist, games": samples.games(samples.TWISTS, size.games),
            "Twist, racks of 30 to 46": samples.held_back(samples.TWISTS, size.games // 2),
            "Expert, all eight jokers": samples.constructed(["pl-expert"], size.synthetic // 2, "jokers"),
            "Twist, all eight jokers": samples.constructed(samples.TWISTS, size.synthetic, "jokers"),
        }
        self.report.head(
            "own",
            "positions",
            "number",
            "kernel median",
            "kernel p99",
            "slowest",
            "play median",
            "play p99",
            "`best` median",
            "`best` p99",
            "unproven",
        )
        for name, positions in kinds.items():
            found = solved(positions)
            self._own_line(name, found)
            self._guide(name, found)

    def _own_line(self, name: str, found: Sequence[Solved]) -> None:
        micros = [one.micros for one in found]
        figures = [median(micros), quantile(micros, 0.99), max(micros)]
        for python in ([one.bare for one in found], [one.whole for one in found]):
            figures += [median(python), quantile(python, 0.99)]
        unproven = sum(not one.proven for one in found)
        self.report.line("own", name, str(len(found)), *map(shown, figures), str(unproven))

    def _guide(self, name: str, found: Sequence[Solved]) -> None:
        micros = [one.micros for one in found]
        for kinds, share, most in GUIDES:
            if name in kinds:
                what = f"{name}: {'median' if share == 0.5 else 'p99'}"
                self.guides.append(at_most(what, quantile(micros, share), most))
        if name == "Standard, games":
            self.guides.append(at_most(f"{name}: median of a play in Python", median([one.bare for one in found]), 100))

    def against_peers(self) -> None:
        """Compare with the published package and with lean integer programs."""
        self.report.head(
            "peers", "peer", "rules", "number", "median", "p99", "ratio, median", "ratio, p99", "unequal", "time-outs"
        )
        for key in CLASSIC:
            positions = samples.games([key], self.size.games)
            ours = searched(positions)
            for peer, name in NAMES.items():
                if peer == "package" and key != "pl-standard":
                    continue
                some = self.size.slow_games if peer == "cpsat" else len(positions)
                theirs = ask(peer, positions[:some], self.size.lean_seconds)
                self._against(name, key, ours[:some], theirs)

    def _against(self, peer: str, key: str, ours: Sequence[Solved], theirs: Sequence[Timed]) -> None:
        mine, other = [one.micros for one in ours], [one.micros for one in theirs]
        middle, tail = median(other) / median(mine), quantile(other, 0.99) / quantile(mine, 0.99)
        late = sum(not one.proven for one in theirs)
        unequal = sum(_unequal(one, two) for one, two in zip(ours, theirs, strict=True))
        figures = (shown(median(other)), shown(quantile(other, 0.99)), f"{middle:,.0f}×", f"{tail:,.0f}×")
        self.report.line("peers", peer, key, str(len(ours)), *figures, str(unequal), str(late))
        self.peers[key, peer] = (mine, other)
        if peer == NAMES["package"]:
            self.ratios += [times(f"{key}, {peer}: median", middle, 200), times(f"{key}, {peer}: p99", tail, 100)]
        elif key == "pl-twist":
            self.ratios.append(times(f"{key}, {peer}: median", middle, 1000, capped=late * 2 >= len(theirs)))
        elif key != "pl-standard" and peer != NAMES["glpk-cut"]:
            self.ratios.append(times(f"{key}, {peer}: median", middle, 100))

    def twist_against_reference(self) -> None:
        """Compare on Twist positions with four jokers or more; the peer is stopped after a while."""
        positions = samples.games(samples.TWISTS, self.size.twist, samples.many_jokers)
        theirs = ask("reference", positions, self.size.twist_seconds, processes=2)
        peer = f"flow model, CP-SAT, up to {self.size.twist_seconds:.0f} s"
        self._against(peer, "pl-twist", searched(positions), theirs)

    def hardest(self) -> None:
        """Solve the stored adversarial positions in a process of their own."""
        found = adversarial.measure()
        self.report.head("hardest", "stored position", "time", "proven")
        for name, one in sorted(found.solved.items(), key=lambda item: -item[1].micros)[:10]:
            self.report.line("hardest", name, shown(one.micros), "yes" if one.proven else "no")
        slowest = max(one.micros for one in found.solved.values())
        proven = all(one.proven for one in found.solved.values())
        what = f"the {len(found.solved)} stored adversarial positions: slowest"
        self.guides.append(msgspec.structs.replace(at_most(what, slowest, 1e6), met=proven and slowest <= 1e6))
        for what, peak in (("each in a process of its own", found.alone), ("all in one process", found.peak)):
            self.guides.append(Goal(f"peak memory, {what}", f"< {MEMORY} MiB", f"{peak:.0f} MiB", peak < MEMORY))

    def plot(self) -> None:
        """Draw time against size, on constructed and played positions together."""
        measured: plots.Measured = {}
        for key in RULES:
            positions = samples.constructed([key], self.size.plotted) + samples.games([key], self.size.plotted // 2)
            measured[key] = list(zip(positions, (one.micros for one in searched(positions, 2)), strict=True))
        plots.draw(measured, self.peers)


def _unequal(ours: Solved, theirs: Timed) -> bool:
    """Tell whether two answers cannot both be right."""
    if ours.proven and theirs.proven:
        return ours.tiles != theirs.tiles
    return (ours.proven and theirs.tiles > ours.tiles) or (theirs.proven and ours.tiles > theirs.tiles)


GUIDES = (
    (("Standard, games",), 0.5, 40.0),
    (("Standard, games",), 0.99, 1e3),
    (("Standard, racks of 30 to 46", "Twist, racks of 30 to 46"), 0.99, 20e3),
    (("Expert, games", "Twist, games"), 0.5, 300.0),
    (("Expert, games", "Twist, games"), 0.99, 15e3),
    (("Expert, all eight jokers", "Twist, all eight jokers"), 0.99, 100e3),
)
"""Kinds of positions, the share of them, and the microseconds that share should stay within."""


def main(size: Size, write: bool = True) -> None:
    """Measure and tell; *write* renews the page and its plots."""
    bench = Bench(size)
    bench.run()
    if write:
        bench.plot()
        bench.report.write()
