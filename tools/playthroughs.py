"""One playthrough a ruleset, as OpenSpiel writes them: what the game claims at each step, to every seat.

`python -m tools.playthroughs` writes them anew. Lines that say the same twice are left out: tensors (the observation
strings have all of them) and histories.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from meldwise import catalog
from meldwise.envs import openspiel

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"
SEED = 7
TWICE = re.compile(r"^(ObservationTensor\(|History|\s*[◯◉])")


def playthrough(key: str) -> str:
    rules = catalog.find(key)
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])
    limit = ",turn_limit=16" if key == "rummy17" else ""
    lines = generate_playthrough.playthrough(f"{openspiel.short_name(rules)}(players=2{limit})", None, seed=SEED)
    return "".join(f"{line}\n" for line in lines.splitlines() if not TWICE.match(line))


def main(keys: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for key in keys or catalog.rulesets():
        text = playthrough(key)
        (FOLDER / f"{key}.playthrough").write_text(text, "utf-8")
        print(f"wrote tests/playthroughs/{key}.playthrough, {len(text.splitlines())} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
