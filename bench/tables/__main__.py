"""How our tables do beside boardgame.io's: the same client, the same games, turn by turn, medians.

`python -m bench.tables` is this part alone. Ratios are the firm part. The page `docs/explanation/tables-speed.md` is
written anew, unless the run is a quick one.
"""

from __future__ import annotations

import argparse

import uvloop

from bench.report import Goal, Report, median, quantile
from bench.tables import servers
from bench.tables.measure import OURS, QUICK, Kind, Run, Size, boardgames, costs, disk, flushes, idle, moves

PAGE = servers.ROOT / "docs" / "explanation" / "tables-speed.md"
KB = 1000
NODES = (1, 2)
LEAST_RATIO, MOST_MEMORY, MOST_GROWTH = 2, 40, 30


class Tables:
    """One run: what was found is told at once, and written to the page at the end."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.report = Report()
        self.goals: list[Goal] = []

    async def run(self) -> None:
        peers = boardgames()
        print(f"\n{self.size.tables} tables of four sockets; durable on {disk()}")
        await self.load(peers)
        await self.memory([*peers[:1], OURS])
        await self.nodes()
        self.report.goals("goals", self.goals)

    async def load(self, peers: list[Kind]) -> None:
        """Measure the servers side by side, again and again."""
        kinds = [*peers, OURS]
        runs: dict[str, list[Run]] = {kind.name: [] for kind in kinds}
        flushed: list[list[float]] = []
        for _ in range(self.size.rounds):
            for kind, run in zip(kinds, await moves(kinds, self.size), strict=True):
                runs[kind.name].append(run)
            flushed.append(flushes(self.size))
        columns = ("moves a CPU second", "least and most", "busy", "p50", "p99", "p99, least and most", "late")
        self.report.head("moves", "server", *columns)
        for name, found in runs.items():
            self._moves_line(name, found)
        self._flush_line(flushed)
        for kind in peers:
            self._compare(kind.name, runs[OURS.name], runs[kind.name])

    def _moves_line(self, name: str, runs: list[Run]) -> None:
        rates, tails = sorted(run.rate for run in runs), sorted(run.p99 for run in runs)
        self.report.line(
            "moves",
            name,
            f"{median(rates):,.0f}",
            f"{rates[0]:,.0f}–{rates[-1]:,.0f}",
            f"{median([run.busy for run in runs]):.0%}",
            _millis(median([run.p50 for run in runs])),
            _millis(median(tails)),
            f"{_millis(tails[0])}–{_millis(tails[-1])}",
            str(sum(run.late for run in runs)),
        )

    def _flush_line(self, flushed: list[list[float]]) -> None:
        """Tell what the disk alone takes, which no durable move can be quicker than."""
        tails = sorted(quantile(one, 0.99) for one in flushed)
        middle = median([median(one) for one in flushed])
        spread = f"{_millis(tails[0])}–{_millis(tails[-1])}"
        self.report.line("moves", "the disk alone", "", "", "", _millis(middle), _millis(median(tails)), spread, "")

    def _compare(self, peer: str, ours: list[Run], theirs: list[Run]) -> None:
        node = peer.rpartition(", ")[2]
        ratio = median([mine.rate / other.rate for mine, other in zip(ours, theirs, strict=True)])
        what = f"moves a CPU second, ours to boardgame.io's on {node}"
        self.goals.append(Goal(what, f"≥ {LEAST_RATIO}×", f"{ratio:.2f}×", ratio >= LEAST_RATIO))
        mine, other = median([run.p99 for run in ours]), median([run.p99 for run in theirs])
        what = f"p99 at {self.size.tables} moves/s, {4 * self.size.tables:,} sockets; theirs on {node}"
        self.goals.append(Goal(what, f"< {_millis(other)}", _millis(mine), mine < other))

    async def memory(self, kinds: list[Kind]) -> None:
        """Measure sockets that do nothing."""
        sockets = 4 * self.size.idle
        self.report.head("memory", f"{sockets:,} idle sockets", "KB a socket")
        for kind in kinds:
            found = await idle(kind, self.size) / KB
            self.report.line("memory", kind.name, f"{found:.1f}")
            if kind is OURS:
                what = f"memory of an idle socket, {sockets:,} of them"
                self.goals.append(Goal(what, f"≤ {MOST_MEMORY} KB", f"{found:.1f} KB", found <= MOST_MEMORY))

    async def nodes(self) -> None:
        """Measure what a second node costs, on one PostgreSQL."""
        rounds = [await costs(NODES, self.size) for _ in range(self.size.rounds)]
        self.report.head("nodes", "nodes on one PostgreSQL", "CPU of the nodes a move", "CPU of PostgreSQL a move")
        for nodes, runs in zip(NODES, zip(*rounds, strict=True), strict=True):
            own, database_own = (median(list(part)) for part in zip(*runs, strict=True))
            self.report.line("nodes", str(nodes), f"{own * 1e6:.0f} µs", f"{database_own * 1e6:.0f} µs")
        alone = median([two[0] / one[0] for one, two in rounds])
        together = median([sum(two) / sum(one) for one, two in rounds])
        for of, growth in (("the nodes", alone), ("the nodes and their database", together)):
            percent = 100 * (growth - 1)
            what = f"CPU a move with a second node, {of}"
            self.goals.append(Goal(what, f"< +{MOST_GROWTH} %", f"{percent:+.1f} %", percent < MOST_GROWTH))


def _millis(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def main(quick: bool = False) -> None:
    """Measure and tell; only a run that is not quick renews the page."""
    servers.share_cores()
    tables = Tables(QUICK if quick else Size())
    uvloop.run(tables.run())
    if not quick:
        tables.report.write(PAGE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.tables", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few tables for a second; the page stays as it is")
    main(parser.parse_args().quick)
