"""The pages of the ladder: tables between the hand-written text of one, and another with everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from meldwise import catalog
from meldwise.bots import BOTS
from meldwise.simulation import Figure
from tools.ladder.figures import Ladder, Meeting, Place
from tools.ladder.plan import FIELD, RUNGS
from tools.ladder.summary import Summary
from tools.pages import filled, table

DOCS = Path(__file__).parent.parent.parent / "docs"
TEXT = DOCS / "explanation" / "ladder.md"
TABLES = DOCS / "reference" / "ladder.md"
TWO, FOUR = 2, 4
WORDS = {TWO: "two", FOUR: "four"}
NONE = "—"
HOLDER, LAYER = "holder", "greedy-tiles"
WHOLE = 20
"""Points from which a tenth of one says nothing."""
INTRO = """# The ladder in tables

Written by `make ladder`; [what we learned from it](../explanation/ladder.md) is told elsewhere.
All figures are also [one file](../assets/ladder.json).
Intervals hold the true figure 95 times in 100; they are over deals.
The rating is openskill's: 25 at the start, ± one standard deviation.
Wins and scores are means over all meetings, each of which counts alike.
"""


def pages(summary: Summary) -> dict[Path, str]:
    """Return both pages as they should be."""
    return {TEXT: filled(TEXT.read_text("utf-8"), parts(summary), "ladder"), TABLES: tables(summary)}


def parts(summary: Summary) -> dict[str, list[str]]:
    """Return what belongs between the hand-written text, by the name of its place."""
    return {
        "games": [_games(summary)],
        "rungs": rungs(summary),
        "field": field(summary),
        "holding": holding(summary),
        "two": overview(summary, TWO, lambda place: _share(place.wins)),
        "four": overview(summary, FOUR, lambda place: _share(place.wins)),
        "scores": overview(summary, FOUR, lambda place: _points(place.score)),
        "cycles": _cycles(summary),
        "hands": _hands(summary),
        "thinking": _thinking(summary),
    }


# ---- the parts of the text ----


def _games(summary: Summary) -> str:
    found = [(seats, one) for by_seats in summary.rulesets.values() for seats, one in by_seats.items()]
    counts = [sum(one.games for seats, one in found if seats == wanted) for wanted in (TWO, FOUR)]
    told = f"The figures below come from {counts[0]:,} games with two seats and {counts[1]:,} with four"
    shares = sorted({one.share for _, one in found} - {1})
    cut = f" (only one in {shares[-1]} of the planned deals, for a quick look)" if shares else ""
    return f"{told}{cut}."


def rungs(summary: Summary) -> list[str]:
    """Return the strength table: each step of the ladder in each ruleset."""
    steps = [step for step in RUNGS if set(step) <= set(names(summary, TWO))]
    rows = []
    for key, by_seats in _ordered(summary):
        met = {one.seats: one for one in by_seats[TWO].meetings} if TWO in by_seats else {}
        rows.append([f"`{key}`", *(_rung(met.get(step) or met.get(step[::-1]), step[0]) for step in steps)])
    return dense(["", *(f"`{one}`<br>against<br>`{other}`" for one, other in steps)], rows)


def _rung(met: Meeting | None, name: str) -> str:
    if met is None:
        return NONE
    one = met.of(name)
    told = [f"**{_percent(one.wins.mean)}**", _range(one.wins, _percent), f"{_points(one.score)} points"]
    if met.decided < met.games:
        ties = (met.games - met.decided) / 2
        told.append(f"{_percent((one.wins.mean * met.games - ties) / met.decided)} of {met.decided}<br>decided")
    return "<br>".join([*told, f"{met.games} games"])


def field(summary: Summary) -> list[str]:
    """Return how everyone fares in the mixed field of four."""
    order = FIELD[::-1]
    rows = []
    for key, by_seats in _ordered(summary):
        for met in by_seats[FOUR].meetings if FOUR in by_seats else []:
            cells = [f"**{_points(met.of(name).score)}**<br>{_percent(met.of(name).wins.mean)}" for name in order]
            rows.append([f"`{key}`", *cells, str(met.games)])
    if not rows:
        return ["Not played yet."]
    return dense(["", *(f"`{name}`" for name in order), "games"], rows)


def holding(summary: Summary) -> list[str]:
    """Return what holding is worth in each ruleset, against laying the most and in a field of four."""
    rows = []
    for key, by_seats in _ordered(summary):
        met = next(one for one in by_seats[TWO].meetings if set(one.seats) == {HOLDER, LAYER}).of(HOLDER)
        place = next(place for place in by_seats[FOUR].places if place.name == HOLDER)
        lead = next(one for one in by_seats[FOUR].leads if (one.name, one.other) == (HOLDER, LAYER))
        four = (_share(place.wins), _points(place.score), _points(lead.points))
        rows.append([f"`{key}`", _share(met.wins), _points(met.score), *four])
    head = ["", "wins, two seats", "score", "wins, four seats", "score", f"ahead of `{LAYER}` by"]
    return dense(head, rows)


def overview(summary: Summary, seats: int, cell: Callable[[Place], str]) -> list[str]:
    """Return a table of all opponents in all rulesets."""
    found = {key: {place.name: place for place in by_seats[seats].places} for key, by_seats in _ordered(summary)}
    rows = [
        [f"`{name}`", *(cell(found[key][name]) if name in found[key] else NONE for key in found)]
        for name in names(summary, seats)
    ]
    return dense(["", *(f"`{key}`" for key in found)], rows)


def _cycles(summary: Summary) -> list[str]:
    lines = []
    for key, by_seats in _ordered(summary):
        for seats, one in by_seats.items():
            if one.cycle:
                chain = " beats ".join(f"`{name}`" for name in [*one.cycle, one.cycle[0]])
                lines.append(f"- `{key}`, {WORDS[seats]} seats: {chain}.")
    return lines or ["No cycle was found: in no ruleset do opponents beat each other in a circle."]


def _hands(summary: Summary) -> list[str]:
    if not summary.hands:
        return ["Not played yet: `make ladder PART=hands`."]
    rows = [[f"`{one.seats[0]}`", f"`{one.seats[1]}`", *_fared(one, one.seats[0])] for one in summary.hands]
    return dense(["opponent", "against", "wins", "points", "games"], rows)


def _thinking(summary: Summary) -> list[str]:
    if not summary.thinking:
        return ["Not played yet: `make ladder PART=thinking`."]
    first = summary.thinking[0].met.seats
    lines = ["![Strength over thinking](../assets/ladder-thinking.svg)", ""]
    rows = [
        [f"{one.states:,}", f"{one.mean:.1f} ms", f"{one.longest:,.0f} ms", *_fared(one.met, one.met.seats[0])]
        for one in summary.thinking
    ]
    lines += dense(["states a turn", "a turn takes", "at most", "wins", "points", "games"], rows)
    return [f"`{first[0].partition(':')[0]}` against `{first[1]}`:", "", *lines]


def _fared(met: Meeting, name: str) -> list[str]:
    one = met.of(name)
    return [f"{_percent(one.wins.mean)} {_between(one.wins, _percent)}", _points(one.score), str(met.games)]


# ---- the page of tables ----


def tables(summary: Summary) -> str:
    """Return the page with every ruleset's ladders."""
    lines = [INTRO]
    for key, by_seats in _ordered(summary):
        lines.append(f"## {catalog.find(key).title}\n")
        for seats, one in sorted(by_seats.items()):
            lines += [f"### `{key}`, {WORDS[seats]} seats\n", _told(one, seats), "", *standing(one), ""]
            lines += [_caption(seats), "", *(matrix(one, _won if seats == TWO else _led)), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _told(one: Ladder, seats: int) -> str:
    orders = "in both orders of the seats" if seats == TWO else "in a circle of the seats"
    return f"{one.games:,} games: {one.deals:,} deals, each {orders}."


def standing(one: Ladder) -> list[str]:
    head = ["opponent", "rating", "wins", "95 %", "score", "95 %", "games"]
    return dense(head, [_standing(place) for place in one.places])


def _standing(place: Place) -> list[str]:
    wins, score, rating = place.wins, place.score, place.rating
    return [
        f"`{place.name}`",
        f"{rating.mean:.1f} ± {rating.spread:.1f}",
        *(_percent(wins.mean), _range(wins, _percent), _signed(score.mean), _range(score, _signed)),
        str(place.games),
    ]


def _caption(seats: int) -> str:
    if seats == TWO:
        return "How many games of a hundred the opponent on the left wins against the one above:"
    return "How many points a game the opponent on the left is ahead of the one above, where both sit:"


def matrix(one: Ladder, cell: Callable[[Ladder, str, str], str]) -> list[str]:
    """Return who does what to whom, from the top of the ladder to its foot."""
    names = [place.name for place in one.places]
    rows = [[f"`{name}`", *("" if name == other else cell(one, name, other) for other in names)] for name in names]
    return dense(["", *(f"`{name}`" for name in names)], rows)


def _won(one: Ladder, name: str, other: str) -> str:
    met = next(each for each in one.meetings if set(each.seats) == {name, other})
    wins = met.of(name).wins
    return f"{100 * wins.mean:.0f}<br><small>{_range(wins, lambda value: f'{100 * value:.0f}')}</small>"


def _led(one: Ladder, name: str, other: str) -> str:
    lead = next((each.points for each in one.leads if (each.name, each.other) == (name, other)), None)
    if lead is None:
        return NONE
    return f"{_signed(lead.mean, 0)}<br><small>{_range(lead, lambda value: _signed(value, 0))}</small>"


# ---- figures in words ----


def names(summary: Summary, seats: int) -> list[str]:
    """Return everyone who played, in the order of the opponents."""
    played = {place.name for by_seats in summary.rulesets.values() for place in by_seats[seats].places}
    return [*(name for name in BOTS if name in played), *sorted(played - set(BOTS))]


def dense(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table with many columns, set closer than others."""
    return ['<div class="dense" markdown>', "", *table(head, rows), "", "</div>"]


def _ordered(summary: Summary) -> list[tuple[str, dict[int, Ladder]]]:
    return [(key, summary.rulesets[key]) for key in catalog.rulesets() if key in summary.rulesets]


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _signed(value: float, digits: int = 1) -> str:
    text = f"{value:+.{digits}f}".replace("-", "−")
    return "0" if digits == 0 and text in {"+0", "−0"} else text


def _range(figure: Figure, written: Callable[[float], str]) -> str:
    if figure.low is None or figure.high is None:
        return NONE
    return f"{written(figure.low).removesuffix(' %')} to {written(figure.high)}"


def _between(figure: Figure, written: Callable[[float], str]) -> str:
    return f"({_range(figure, written)})"


def _share(figure: Figure) -> str:
    return f"{100 * figure.mean:.0f} %{_half(figure, 100, 0)}"


def _points(figure: Figure) -> str:
    digits = 0 if abs(figure.mean) >= WHOLE else 1
    return f"{_signed(figure.mean, digits)}{_half(figure, 1, digits)}"


def _half(figure: Figure, scale: float, digits: int) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f" ± {scale * (figure.high - figure.low) / 2:.{digits}f}"


def write(summary: Summary) -> Sequence[Path]:
    """Write both pages."""
    made = pages(summary)
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return list(made)
