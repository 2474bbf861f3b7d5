"""Crowded tables, one of tiles and one of cards: four players, long names; told to the page as a server would."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.page.driver import SECONDS

ROWS = [
    *([f"{color}{number}" for number in range(1, 10)] for color in "krbo"),
    *([f"{color}{number}" for color in "krbo"] for number in range(1, 10)),
    *(["k10", "r10", "o10"], ["r11", "r12", "J"], ["b10", "b11", "b12", "b13"], ["o11", "o12", "o13"]),
    *(["k11", "k12", "k13"], ["k10", "r10", "b10"], ["b11", "b12", "b13"], ["o11", "o12", "o13"], ["k11", "r11", "J"]),
]
RACK = ["k12", "r12", "r13", "r13", "o10", "k13"]
SEATS = [
    {"kind": "person", "name": "Anna", "here": True},
    {"kind": "person", "name": "Maximilian Wolfgang", "here": True},
    {"kind": "opponent", "level": "master"},
    {"kind": "person", "name": "Béla", "here": False, "gone": 1},
]
FIELDS: dict[str, Any] = {
    "phase": "playing",
    "began": 0,
    "seats": SEATS,
    "host": 0,
    "game": 2,
    "match": {
        "games": 4,
        "scores": [[24, -5, -16, -3]],
        "totals": [24, -5, -16, -3],
        "wins": [1, 0, 0, 0],
        "places": [1, 3, 4, 2],
        "over": False,
    },
    "commitment": "",
    "shared": [True] * 4,
    "watch": {"due": None, "left": 47_000, "knock_due": None, "knock_left": None, "banks": []},
    "paused": False,
    "still": True,
    "asking": None,
}
VIEW = {
    "rack": RACK,
    "last_drawn": [],
    "counts": [6, 11, 9, 2],
    "pool": 3,
    "table": ROWS,
    "turn": 0,
    "starter": 0,
    "opened": [True, True, False, True],
    "announced": [False] * 4,
    "may_announce": [False] * 4,
    "passes": 0,
    "result": None,
}
WELCOME = {
    "t": "welcome",
    "room": "abc",
    "n": 1,
    "now": 0,
    "you": 0,
    "options": {"rules": "pl-standard"},
    "fields": FIELDS,
    "view": VIEW,
    "chat": [{"seat": 1, "name": "Maximilian Wolfgang", "text": "a good game so far", "at": 0}],
}


MELDS = [
    *("r5 r6 r7 r8 r9", "b10 b11 b12", "g3 y3 k3 r3", "k7 Jk k9 k10", "y13 y14 y15 y16 y17", "g8 g9 g10", "b2 k2 y2"),
    *("r14 r15 r16", "g12 b12 k12 y12", "k1 k2 k3 k4", "b6 b7 b8", "g16 r16 y16", "y5 y6 y7 y8", "r1 b1 g1"),
]
CARDS = {
    "hand": ["r2", "r3", "b3", "b4", "b17", "g5", "g13", "y1", "y9", "k5", "k16"],
    "counts": [11, 8, 4, 9],
    "stock": 21,
    "pile": 5,
    "discard": "g17",
    "melds": [{"owner": at % 4, "cards": cards.split()} for at, cards in enumerate(MELDS)],
    "edge": ["Jr", "Jb", "Jg", "Jy"],
    "loose": [],
    "bonus": ["most-cards", "longest-run", "most-8-16", "fewest-blue", "highest-triple", "finisher"],
    "dealer": 3,
    "turn": 0,
    "phase": "laying",
    "melded": [True] * 4,
    "taken": "k16",
    "source": "stock",
    "answered": [False] * 4,
    "answer": None,
    "result": None,
}


def sit_down(player, game="pl-standard", **changed):
    """Open a crowded table for somebody, in some things another one; return what the page says to its server."""
    view = CARDS if game == "rummy17" else VIEW
    welcome = json.dumps({**WELCOME, "options": {"rules": game}, "view": {**view, **changed}})
    heard: list[dict[str, Any]] = []

    def answer(socket):
        def hear(said):
            heard.append(json.loads(said))
            if heard[-1]["t"] == "hello":
                socket.send(welcome if heard[-1]["since"] is None else '{"t":"caught","n":1,"now":0}')
            elif heard[-1]["t"] == "ping":
                socket.send('{"t":"pong","now":0}')

        socket.on_message(hear)

    player.page.route_web_socket("**/api/play", answer)
    player.page.goto(f"{player.url}/table/abc?lang=en")
    expect(player.page.locator("[data-id]").first).to_be_visible(timeout=SECONDS)
    return heard
