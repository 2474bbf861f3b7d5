"""Write the golden records: games with everything the engine claims at each step, every seat's view included.

`make golden` writes them all, `make golden RULES=pl-twist` those of one ruleset. Read the diff before you commit it.
A game that is there is only told anew: what opponents do may change, what the rules say may not. Where there is none,
opponents play one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from meldwise import catalog, record, rummy17, tilegame
from meldwise.bots import BOTS
from meldwise.game import to_plain
from meldwise.live import LiveGame, shuffle
from meldwise.record import Record
from meldwise.ruleset import AnyRules

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
GAMES = (("simple", 3), ("chance", 2))
SEEDS = {"pl-expert": "golden-5", "pl-twist": "golden-3", "hu-twist": "golden-4", "sk-twist": "golden-4"}
"""Seeds by which the first game ends by going out and the second does not."""
NAMES = ("Ada", "Béla", "Celina")


def played(rules: AnyRules, bot: str, seats: int, seed: str) -> Record:
    """Play a game of bots, with a clock that runs out and openings announced now and then, and return its record."""
    game = LiveGame(rules, NAMES[:seats], shuffle(rules, seats, seed))
    bots = [BOTS[bot](f"{seed}/{seat}") for seat in range(seats)]
    while game.result is None:
        seat = game.actors[0]
        game.apply(_interruption(game) or bots[seat].act(game.view(seat)))
    return game.record()


def _interruption(game: LiveGame) -> Any:
    """Return what comes between at every seventh step, where the rules allow it."""
    state, step = game.state, len(game.actions)
    if step % 7 != 6:
        return None
    if isinstance(state, rummy17.State):
        options: list[Any] = [rummy17.KnockTimeUp(state.turn), rummy17.TimeUp(state.turn)]
    else:
        options = [tilegame.Announce((state.turn - 1) % state.seats), tilegame.TimeUp(state.turn, state.table)]
    return next((option for option in options if not game.judge(option)), None)


def annotated(told: Record) -> str:
    """Return a record with the events and every view written between its lines; it still reads as a record."""
    return "".join(f"{line}\n" for line in _annotated_lines(told))


def _annotated_lines(told: Record) -> Iterator[str]:
    game = catalog.game_of(told.rules)
    yield from record.header(told)
    before: dict[int | None, dict[str, Any]] = {}
    for step in record.replay(told):
        if step.action is not None:
            yield record.action_line(told.rules, step.action)
        for event in step.events:
            yield f"#   {_fields(to_plain(event))}"
        for seat in (*range(len(told.names)), None):
            view = to_plain(game.view(step.state, seat))
            view.pop("rules")
            news = {key: value for key, value in view.items() if before.get(seat, {}).get(key, ...) != value}
            before[seat] = view
            who = "spectator" if seat is None else told.names[seat]
            yield f"#   {who} sees {_fields(news)}".rstrip()
    yield told.result


def _fields(values: dict[str, Any]) -> str:
    return "  ".join(f"{key}={_written(value)}" for key, value in values.items())


def _written(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, (list, tuple)) for item in value):
        return "[" + " / ".join(_written(item).strip("[]") for item in value) + "]"
    if isinstance(value, (list, tuple)):
        return "[" + " ".join(_written(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + _fields(value) + "}"
    if value is None:
        return "-"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def golden_files(rules: AnyRules) -> Iterator[tuple[Path, str]]:
    """Yield each golden file of a ruleset with the text it should hold."""
    for bot, seats in GAMES:
        seed = SEEDS.get(rules.key, "golden-1") if bot == "simple" else "golden-5"
        path = FOLDER / f"{rules.key}-{bot}-{seats}.record"
        yield path, annotated(_again(path) if path.exists() else played(rules, bot, seats, seed))


def _again(path: Path) -> Record:
    """Do what a record says once more, whatever result it claims."""
    told = record.read(path.read_text("utf-8"))
    game = LiveGame(told.rules, told.names, told.setup)
    for action in told.actions:
        game.apply(action)
    return game.record(told.fair)


def main(keys: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for key in keys or catalog.rulesets():
        for path, text in golden_files(catalog.find(key)):
            path.write_text(text, "utf-8")
            print(f"wrote {path.relative_to(FOLDER.parent.parent)}, {len(text.splitlines())} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
