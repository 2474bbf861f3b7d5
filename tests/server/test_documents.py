"""The documents for other programs: right by their own standards, and true of what is really sent."""

import ast
import json
import re
from pathlib import Path
from typing import get_args

import jsonschema_rs
import msgspec
import pytest
from tools.wire import codes, statuses

from meldwise import catalog, record
from meldwise.rooms import commands, wire
from meldwise.rooms.messages import welcome
from meldwise.rooms.view import RoomFields, room_fields
from meldwise.server import app, asyncapi, desk, examples, openapi, outbox, sockets
from meldwise.server.asyncapi import tag_of
from meldwise.words import messages as words
from tests.rooms.building import Played
from tests.rooms.storm import Storm

OFFICIAL = json.loads(Path(__file__).with_name("asyncapi-3.0.0.json").read_text("utf-8"))
ASYNC = json.loads(asyncapi.encoded())
OPEN = json.loads(openapi.encoded())
RULES = list(catalog.rulesets())


def closed(part):
    """Return a schema that allows no field it does not know, so that nothing sent goes undocumented."""
    if isinstance(part, list):
        return [closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: closed(value) for key, value in part.items()}
    return made | {"additionalProperties": False} if "properties" in part else made


def validator(name):
    """Return what checks a message of a kind."""
    parts = closed(ASYNC["components"]["schemas"])
    return jsonschema_rs.Draft7Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": parts}})


HEARD = {tag_of(kind): validator(kind.__name__) for kind in get_args(wire.Outgoing)}
SAID = {tag_of(kind): validator(kind.__name__) for kind in get_args(wire.Incoming)}


def check(text):
    """Hold a message of the server against the document."""
    message = json.loads(text)
    HEARD[message["t"]].validate(message)


def test_the_asyncapi_document_is_one():
    jsonschema_rs.Draft7Validator(OFFICIAL).validate(ASYNC)


def test_the_standards_schema_refuses_what_is_no_document():
    standard = jsonschema_rs.Draft7Validator(OFFICIAL)
    assert not standard.is_valid(ASYNC | {"operations": {"hello": {"action": "shout"}}})
    assert not standard.is_valid({"asyncapi": "3.0.0"})


def test_every_message_and_every_command_has_examples():
    tags = {tag_of(kind) for kind in (*get_args(wire.Incoming), *get_args(wire.Outgoing))}
    found = ASYNC["components"]["messages"]
    assert set(found) == tags == set(ASYNC["operations"]) == set(ASYNC["channels"]["play"]["messages"])
    assert all(message["examples"] and message["summary"] for message in found.values())
    shown = {one["payload"]["do"]["type"] for one in found["do"]["examples"]}
    assert shown == {tag_of(kind) for kind in get_args(commands.Command)}


@pytest.mark.parametrize("tag", list(ASYNC["components"]["messages"]))
def test_every_example_holds_and_reads_back_the_same(tag):
    for example in ASYNC["components"]["messages"][tag]["examples"]:
        payload = example["payload"]
        (SAID | HEARD)[tag].validate(payload)
        kind = wire.Incoming if tag in SAID else wire.Outgoing
        read = msgspec.json.decode(json.dumps(payload), type=kind)
        assert json.loads(wire.encode(read)) == payload


def test_the_examples_are_of_a_game_that_is_played():
    told = [one for one in examples.heard() if one["t"] == "event" and "game" in one]
    own, others = [one for one in told if one["told"]["kind"] == "acted"]
    assert {len(own["game"][0]["tiles"]), len(others["game"][0]["tiles"])} == {0, 1}


@pytest.mark.parametrize("key", RULES)
def test_everything_sent_in_a_storm_is_documented(key):
    kinds = set()
    for seed in range(5):
        storm = Storm(f"documents {seed}", key)
        for _ in range(200):
            storm.step()
            for viewer in storm.followers:
                check(welcome(storm.room, viewer, 0, None))
        kinds |= {kind for told in storm.told for kind in checked(told)}
    assert len(kinds) > 8


@pytest.mark.parametrize("key", RULES)
def test_how_a_game_ends_is_documented(key):
    played = Played(msgspec.structs.replace(Played().room.options, rules=key, games=1, absent="skip")).deal()
    while played.room.phase == "playing":
        played.let_fall_due()
    kinds = {kind for told in played.told for kind in checked(told)}
    assert {"acted", "game ended", "revealed"} <= kinds


def checked(told):
    """Hold everything told of an event against the document, and return what it was about."""
    for text in map(told.to, [None, *told.own]):
        check(text)
        message = json.loads(text)
        yield message["told"]["kind"]
        yield from (f"game {one['type']}" for one in message.get("game", []))
        yield from (name for name in message if name == "revealed")


def test_the_fields_of_a_room_are_those_that_are_sent():
    assert list(room_fields(Played().room)) == list(RoomFields.__struct_fields__)


def test_every_close_code_is_documented():
    used = {sockets.POLICY, outbox.TOO_SLOW, desk.SEAT_LOST, app.FAILED, 1009, 1012}
    assert used <= set(asyncapi.CLOSES)


def test_every_refusal_has_a_sentence_and_every_status_its_code():
    assert len(codes()) > 40
    assert set(codes()) <= set(words())
    assert {"no-such-room", "too-slow", "server-error", "wrong-method"} <= set(statuses())


def operations():
    return [(path, method, one) for path, item in OPEN["paths"].items() for method, one in item.items()]


def test_a_review_names_everything_that_can_be_wrong_with_a_record():
    tree = ast.parse(Path(record.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    wrong = {ast.literal_eval(call.args[0]) for call in calls if getattr(call.func, "id", "") == "RecordError"}
    told = OPEN["paths"]["/api/review"]["post"]["responses"]["400"]["description"]
    assert len(wrong) > 9
    assert set(re.findall(r"`([a-z-]+)`: ", told)) == wrong | {"bad-request"}
    assert wrong <= set(codes())


def test_every_operation_says_what_it_does_and_how_it_refuses():
    ids = [one["operationId"] for _, _, one in operations()]
    assert len(ids) == len(set(ids)) >= 7
    for path, method, one in operations():
        assert one["summary"], (path, method)
        assert one["tags"], (path, method)
        for status, answer in one["responses"].items():
            assert answer["description"]
            if int(status) >= 400:
                assert answer["content"] == {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        assert {"400", "429", "500"} <= set(one["responses"])


def test_secrets_go_into_headers_and_never_into_addresses():
    assert set(OPEN["components"]["securitySchemes"]) == {"token", "link"}
    for path, _, one in operations():
        assert all(parameter["in"] == "path" for parameter in one.get("parameters", [])), path
        assert set(re.findall(r"\{(\w+)\}", path)) <= {"room", "game", "key"}
    needed = {one["operationId"]: one.get("security") for _, _, one in operations()}
    assert needed["askForHint"] == [{"token": []}]
    assert {"token": []} in needed["showTable"]


def test_every_reference_leads_somewhere():
    for document in (OPEN, ASYNC):
        text = json.dumps(document)
        for reference in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
            found = document
            for step in reference.split("/"):
                found = found[step]
            assert found, reference


def test_the_bodies_are_as_strict_as_the_server():
    body = OPEN["components"]["schemas"]["CreateRoom"]
    assert body["additionalProperties"] is False
    assert set(body["required"]) == {"id", "token"}
    assert all("description" in one for name, one in body["properties"].items() if name != "options")
