"""Servers in processes of their own, as one would run them: started, killed, stopped, and started again."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import warnings
from itertools import count
from typing import Any

import psutil

PATIENCE = 180
"""Seconds a crowded machine may need to start a server, or for anything else that takes a moment."""
GENEROUS = {
    "MELDWISE_ROOMS_PER_MINUTE": "10000",
    "MELDWISE_REQUESTS_PER_SECOND": "10000",
    "MELDWISE_MESSAGES_PER_SECOND": "10000",
    "MELDWISE_SOCKETS_PER_ADDRESS": "10000",
    "MELDWISE_SPECTATORS_PER_ADDRESS": "10000",
    "MELDWISE_LISTED_PER_ADDRESS": "10000",
    "MELDWISE_COMMANDS_PER_SECOND": "10000",
}
"""Limits are tested elsewhere; here all clients come from one address."""
_numbers = count()


class Place:
    """Where rooms are kept: an SQLite file in a folder, or a database of a PostgreSQL server."""

    def __init__(self, folder, url=""):
        self.folder = folder
        self.url = url

    @property
    def file(self):
        return self.folder / "meldwise.sqlite"


class Node:
    """A server at a place; its port stays the same when it is started again."""

    def __init__(self, place, *options, **environment):
        self.place = place
        self.port = 0
        self.process: Any = None
        self.log: list[str] = []
        self._options = options
        self._environment = GENEROUS | {f"MELDWISE_{name.upper()}": str(value) for name, value in environment.items()}
        self._readers: list[threading.Thread] = []
        self._orphans: list[psutil.Process] = []

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        try:
            if self.running:
                self.stop()
        finally:
            self.close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def status(self):
        """What it ended with; None while it runs."""
        return self.process.poll()

    def start(self):
        """Start it and wait until it says where it listens."""
        where = ["--database", self.place.url] if self.place.url else ["--data", str(self.place.folder)]
        command = [sys.executable, "-m", "meldwise", "serve", "--port", str(self.port), *where, *self._options]
        self.process = subprocess.Popen(
            command, env=os.environ | self._environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        said: queue.Queue[str] = queue.Queue()
        for stream, take in ((self.process.stdout, said.put), (self.process.stderr, self.log.append)):
            self._readers.append(threading.Thread(target=_read, args=(stream, take)))
            self._readers[-1].start()
        try:
            line = said.get(timeout=PATIENCE)
        except queue.Empty:
            line = ""
        if not line.startswith("meldwise serves tables at "):
            self.kill()
            raise AssertionError(f"the server did not start: {line}\n{''.join(self.log)}")
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def kill(self):
        """Kill it as no program can prevent."""
        if self.running:
            self._orphans += psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        self._ended()

    def stop(self):
        """Ask it to stop, and return the seconds that took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self._ended()
        return time.monotonic() - began

    @property
    def running(self):
        return self.process is not None and self.status is None

    def errors(self):
        """Return what it logged as an error, or said outside its log."""
        said = [line for line in self.log if "resource_tracker" not in line]  # it tidies up after a process was killed
        return [line for line in said if not line.startswith("{") or json.loads(line).get("level") == "error"]

    def helpers(self):
        """Return the processes in which opponents think."""
        found = psutil.Process(self.process.pid).children()
        return [process for process in found if _lives(process) and "spawn_main" in " ".join(_command(process))]

    def strike(self, blow):
        """Send a signal to the processes in which opponents think; one that ends by itself meanwhile needs none."""
        for process in self.helpers():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(blow)

    def close(self):
        """See that it is gone, and that the helpers it had when it was killed went with it."""
        if self.running:
            self.kill()
        until = time.monotonic() + PATIENCE
        while any(map(_lives, self._orphans)):
            assert time.monotonic() < until, f"left behind: {self._orphans}"
            time.sleep(0.02)
        for reader in self._readers:
            reader.join(PATIENCE)

    def _ended(self):
        self.process.wait(PATIENCE)


def _lives(process):
    """Tell whether a process runs; one that has ended may wait for long until somebody takes note."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def _command(process):
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.cmdline()
    return []


def _read(stream, take):
    with stream:
        for line in stream:
            take(line)


class Postgres:
    """A real PostgreSQL server of the tests' own."""

    def __init__(self, folder):
        with warnings.catch_warnings():  # it looks for a folder of the user's that not every machine has
            warnings.simplefilter("ignore")
            import pgserver

        self._folder = folder
        self._server = pgserver.get_server(folder, cleanup_mode="stop")
        # Tests end processes and never the machine: what the system was handed is safe, and need not reach a disk.
        self.run("alter system set fsync = off")
        self.run("select pg_reload_conf()")

    def database(self):
        """Make a new database and return its address."""
        name = f"meldwise{next(_numbers)}"
        self._server.psql(f"create database {name}")
        return self._server.get_uri(name)

    def run(self, sql, url=""):
        """Run something, in a database of its own if there is an address."""
        where = f"\\connect {url}\n" if url else ""
        return self._server.psql(f"\\set ON_ERROR_STOP on\n{where}{sql}")

    def stop(self):
        self._control("-m", "fast", "stop")

    def restart(self, how="fast"):
        """Start it again as it was, whether it runs or not; `immediate` stops it as a crash would."""
        self._control("-m", how, "restart")

    def _control(self, *words):
        from pgserver._commands import pg_ctl

        pg_ctl(["-w", *words], pgdata=self._folder, user=self._server.system_user, timeout=PATIENCE)

    def close(self):
        self._server.cleanup()
