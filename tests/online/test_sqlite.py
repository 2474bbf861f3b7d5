"""Rooms in one file: one server, one writer, and a log of changes that does not grow for ever."""

import asyncio
import contextlib
import os
import sqlite3
import sys
import threading

import pytest
from structlog.testing import capture_logs

from meldwise.errors import CaseError
from meldwise.server.store import sqlite as sqlite_store
from tests.online.nodes import PATIENCE, Place
from tests.online.stores import NOW, opened, put, refused, row, run


@pytest.mark.parametrize("lobby", [True, False])
def test_what_a_file_refuses_harms_nothing_that_comes_after_it(sqlite_place, lobby):
    async def test(store):
        with capture_logs() as said:
            assert await put(store, row("a", 1, body=None), lobby=lobby) == [None]
        assert [line["event"] for line in said] == ["the file cannot be written"]
        assert await put(store, row("a", 1), lobby=lobby) == [True]
        assert [one.n for one in await store.read("a", 0)] == [1]

    run(sqlite_place, test)


def test_a_new_folder_is_its_owners_alone(tmp_path):
    run(Place(tmp_path / "new" / "data"), lambda store: put(store, row("a", 1)))
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


def test_a_file_has_one_server(sqlite_place):
    async def test(_):
        with pytest.raises(CaseError, match="in use"):
            async with opened(sqlite_place):
                pass

    run(sqlite_place, test)
    run(sqlite_place, lambda store: put(store, row("a", 1)))


def test_a_server_whose_file_is_in_use_says_so(sqlite_place):
    async def test(_):
        told = await asyncio.to_thread(refused, "--data", sqlite_place.folder)
        assert f"{sqlite_place.file} is in use by another server" in told

    run(sqlite_place, test)


def test_a_server_whose_file_is_no_database_says_so(tmp_path):
    for name in ("meldwise.sqlite", "meldwise.lock"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_text("no database " * 1000)
        told = refused("--data", folder)
        assert f"The database {folder / 'meldwise.sqlite'} cannot be opened: file is not a database." in told


def test_a_server_whose_file_is_damaged_says_so(sqlite_place):
    run(sqlite_place, lambda store: put(store, row("a", 1)))
    whole = sqlite_place.file.read_bytes()
    sqlite_place.file.write_bytes(whole[:2048] + b"x" * (len(whole) - 2048))
    assert f"{sqlite_place.file} cannot be opened: database disk image is malformed." in refused(
        "--data", sqlite_place.folder
    )


def test_a_server_whose_folder_cannot_be_made_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "data"
    assert f"{folder / 'meldwise.sqlite'} cannot be opened: Not a directory." in refused("--data", folder)


def test_a_sign_of_life_that_fails_locks_nobody_out(sqlite_place):
    async def test(store):
        with contextlib.closing(sqlite3.connect(sqlite_place.file)) as db:
            db.execute("alter table outage rename to elsewhere")
        await store.beat("one", NOW)
        with pytest.raises(sqlite3.OperationalError):
            await store.beat("one", NOW + 9_000)
        async with asyncio.timeout(PATIENCE):
            assert await put(store, row("a", 1)) == [True]

    run(sqlite_place, test)


def test_after_a_commit_of_many_writes_the_next_waits_for_more(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "GATHER", 0.3)
    sizes, commit = [], sqlite_store._commit

    def noted(db, batch):
        sizes.append(len(batch))
        return commit(db, batch)

    monkeypatch.setattr(sqlite_store, "_commit", noted)

    async def test(store):
        many = sqlite_store.MANY
        await put(store, *(row("a", n) for n in range(1, many + 1)))
        first = asyncio.create_task(put(store, row("a", many + 1)))
        await asyncio.sleep(0.05)
        assert await put(store, row("a", many + 2)) == [True]
        assert await first == [True]
        await put(store, row("a", many + 3))
        assert sizes == [many, 2, 1]

    run(sqlite_place, test)


class SlowCommit:
    """Lets commits wait until they may go on."""

    def __init__(self, monkeypatch):
        self.begun, self.go_on = threading.Event(), threading.Event()
        self._commit = sqlite_store._commit
        monkeypatch.setattr(sqlite_store, "_commit", self)

    def __call__(self, db, batch):
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return self._commit(db, batch)


def test_nothing_but_the_writer_writes(sqlite_place, monkeypatch):
    async def test(store):
        await put(store, row("a", 1))
        commit = SlowCommit(monkeypatch)
        first = asyncio.create_task(put(store, row("a", 2)))
        await asyncio.to_thread(commit.begun.wait)
        others = store.beat("one", NOW), store.claim("one", NOW, 5, []), store.keep("a", "one", NOW)
        waiting = [asyncio.create_task(other) for other in (*others, store.release("one"))]
        done, _ = await asyncio.wait(waiting, timeout=0.2)
        assert not done
        assert len(await store.read("a", 0)) == 1  # reading waits for nobody
        commit.go_on.set()
        assert await first == [True]
        assert await asyncio.gather(*waiting) == [None, ["a"], True, None]

    run(sqlite_place, test)


def test_what_is_to_be_written_as_the_store_closes_is_written(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "GATHER", 0.3)

    async def begin():
        async with opened(sqlite_place) as store:
            await put(store, *(row("a", n) for n in range(1, sqlite_store.MANY + 1)))
            last = asyncio.create_task(store.keep("a", "one", NOW))
            await asyncio.sleep(0.05)  # the writer waits for more, and then hears that there will be nothing
        async with asyncio.timeout(PATIENCE):
            assert await last
        with pytest.raises(sqlite3.ProgrammingError):
            await store.beat("one", NOW)

    asyncio.run(begin())


def test_the_log_of_changes_begins_anew_though_not_all_of_it_was_worked_in_at_once(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "CHECKPOINT", 40)
    log_of_changes = sqlite_place.file.with_name(sqlite_place.file.name + "-wal")

    async def test(store):
        tidied, tidy = threading.Event(), store._tidy

        def noted():
            tidy()
            tidied.set()

        store._tidy = noted
        with contextlib.closing(sqlite3.connect(sqlite_place.file, isolation_level=None)) as reader:
            for n in range(1, 40):
                await put(store, row("a", n))
                if n == 20:
                    reader.execute("begin")
                    assert reader.execute("select count(*) from event").fetchone() == (20,)
            await put(store, row("a", 40))
            assert await asyncio.to_thread(tidied.wait, PATIENCE)  # as far as nobody still reads
            await asyncio.to_thread(store._tidier.submit(int).result)
        await put(store, row("a", 41))
        await put(store, row("a", 42))
        size = log_of_changes.stat().st_size
        for n in range(43, 63):
            await put(store, row("a", n))
        assert log_of_changes.stat().st_size == size
        assert len(await store.read("a", 0)) == 62

    run(sqlite_place, test)


def test_who_tidies_up_makes_way_for_the_others(sqlite_place):
    async def test(store):
        def priority():
            return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

        behind = await asyncio.to_thread(store._tidier.submit(priority).result) > await asyncio.to_thread(priority)
        assert behind is (sys.platform == "linux")  # elsewhere threads have no priority of their own

    run(sqlite_place, test)


def test_the_log_of_changes_is_worked_into_the_file_while_rows_are_written(sqlite_place, monkeypatch):
    monkeypatch.setattr(sqlite_store, "CHECKPOINT", 40)

    async def test(store):
        for n in range(1, 101):
            assert await put(store, row("a", n)) == [True]
        await asyncio.to_thread(store._tidier.submit(int).result)  # what was begun before is done now
        alone = sqlite_place.folder / "alone.sqlite"
        alone.write_bytes(sqlite_place.file.read_bytes())  # without the log, as if that had been lost
        with contextlib.closing(sqlite3.connect(alone)) as db:
            assert db.execute("select count(*) from event").fetchone()[0] >= 80
        assert len(await store.read("a", 0)) == 100

    run(sqlite_place, test)
