"""The golden records: did anything change that we did not mean? A leak is a diff."""

import pytest
from tools.golden import FOLDER, GAMES, golden_files

from meldwise import record, rulesets


@pytest.mark.parametrize("key", list(rulesets()))
def test_the_golden_records_are_what_the_engine_claims_today(key):
    files = list(golden_files(rulesets()[key]))
    assert len(files) == len(GAMES) >= 2
    for path, text in files:
        assert path.read_text("utf-8") == text, f"{path.name} differs: read the diff, then make golden RULES={key}"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.record")), ids=lambda path: path.stem)
def test_a_golden_record_is_a_record_that_replays(path):
    assert list(record.replay(record.read(path.read_text("utf-8"))))


def test_every_golden_file_belongs_to_a_ruleset():
    wanted = {path for rules in rulesets().values() for path, _ in golden_files(rules)}
    assert set(FOLDER.glob("*")) == wanted


def test_both_ends_of_a_game_are_among_the_golden_records():
    for key in rulesets():
        ends = {path.read_text("utf-8").splitlines()[-1].split()[1] for path in FOLDER.glob(f"{key}-*.record")}
        assert ends == ({"out", "stock-empty"} if key == "rummy17" else {"out", "pool-empty"})
