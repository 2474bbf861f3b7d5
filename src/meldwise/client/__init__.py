"""A typed client for online tables: create or join one, play, and come back after a lost connection.

async with Client("http://127.0.0.1:8017") as client:
    seat = await client.create(Options(rules="pl-standard"), name="Anna", opponents=("medium",))
    async with client.sit(seat) as table:
        await table.start()
        await table.do(Say("hello"))
        ...

What `table.do` takes are the commands: `Say`, `Ask`, `Leave` and the others here.
"""

from meldwise.client.http import Client, Seat
from meldwise.client.table import Lost, Table
from meldwise.rooms.commands import (
    Act,
    Answer,
    Ask,
    Continue,
    Leave,
    Mute,
    React,
    Remove,
    Replace,
    Say,
    Share,
    Start,
    TakeSeatBack,
)
from meldwise.rooms.decide import Refused
from meldwise.rooms.options import ClockOptions, Options

__all__ = [
    "Act",
    "Answer",
    "Ask",
    "Client",
    "ClockOptions",
    "Continue",
    "Leave",
    "Lost",
    "Mute",
    "Options",
    "React",
    "Refused",
    "Remove",
    "Replace",
    "Say",
    "Seat",
    "Share",
    "Start",
    "Table",
    "TakeSeatBack",
]
