"""Reviews over HTTP: any record step by step, and a clear answer to what is none."""

import asyncio
from pathlib import Path

import httpx
import pytest

from meldwise import catalog, record
from meldwise.client import Client, Options
from meldwise.review import review
from meldwise.rooms.decide import Refused
from meldwise.server import reviews
from meldwise.server.door import LONG_BODIES
from tests.server.near import Near
from tests.test_review import begun

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*-simple-3.record")), ids=lambda file: file.stem)
def test_a_review_tells_every_step_and_turn(file, monkeypatch):
    text = record.write(begun(record.read(file.read_text("utf-8")), 40))
    found = []

    def noted(*given):  # thinking a second time may come to something else where a turn has a deadline
        for pair in review(*given):
            found.append(pair)
            yield pair

    monkeypatch.setattr(reviews, "review", noted)
    told = reviews.reviewed(text)
    game = catalog.game_of(record.read(text).rules)
    assert [one.action for one in told.steps[1:]] == [game.write_action(step.action)[2:] for step, _ in found[1:]]
    for one, (step, turn) in zip(told.steps, found, strict=True):
        assert one.view["turn"] == step.state.turn
        assert tuple(map(len, one.racks)) == one.view["counts"]
        assert not {"rack", "hand", "rules", "seat"} & set(one.view)
        assert (one.turn is None) == (turn is None)
        if turn is not None and one.turn is not None:
            assert (one.turn.laid, one.turn.most) == (turn.laid, turn.most)
            assert one.turn.better == tuple(game.write_action(action)[2:] for action in turn.better)
            assert bool(one.turn.steps) == (bool(turn.better) and not told.rules.startswith("rummy17"))


async def asked(near, body):
    async with httpx.AsyncClient() as http:
        return await http.post(f"{near.url}/api/review", json=body, timeout=60)


def test_records_are_reviewed_over_http_and_what_is_none_is_refused(tmp_path):
    text = (GOLDEN / "pl-twist-simple-3.record").read_text("utf-8")

    async def test():
        async with Near(tmp_path) as near:
            answer = await asked(near, {"record": text})
            assert answer.status_code == 200
            assert len(answer.json()["steps"]) == len(record.read(text).actions) + 1
            refusals = [
                ({"record": text.replace("\n> 0 ", "\n> 1 ", 1)}, 400, "illegal-in-record"),
                ({"record": "meldwise"}, 400, None),
                ({"text": text}, 400, "bad-request"),
                ({"record": "x" * LONG_BODIES["/api/review"]}, 413, "too-large"),
            ]
            for body, status, code in refusals:
                refused = await asked(near, body)
                assert refused.status_code == status, refused.text
                assert refused.json()["message"]
                assert code in (None, refused.json()["code"])
            for _ in range(60):  # on a crowded machine one may ask for another one meanwhile
                again = await asked(near, {"record": ""})
                if again.status_code != 400:
                    break
            assert (again.status_code, again.json()["code"]) == (429, "too-many-reviews")
            async with Client(near.url) as client:
                assert len((await client.create(Options(), "Ada")).room) > 1

    asyncio.run(test())


def test_a_review_that_takes_too_long_is_given_up():
    text = (GOLDEN / "pl-standard-chance-2.record").read_text("utf-8")
    with pytest.raises(Refused, match="try again"):
        reviews.reviewed(text, seconds=0)
