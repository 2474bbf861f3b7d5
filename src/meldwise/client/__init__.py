"""A typed client for online tables: create or join one, play, and come back after a lost connection.

async with Client("http://127.0.0.1:8017") as client:
    seat = await client.create(Options(rules="pl-standard"), name="Anna", opponents=("medium",))
    async with client.sit(seat) as table:
        await table.start()
        ...
"""

from meldwise.client.http import Client, Seat
from meldwise.client.table import Lost, Table
from meldwise.rooms.decide import Refused
from meldwise.rooms.options import ClockOptions, Options

__all__ = ["Client", "ClockOptions", "Lost", "Options", "Refused", "Seat", "Table"]
