"""A line between a browser and a server that can be cut."""

import contextlib
import socket
import threading


class Cable:
    """Listens on a port of its own and passes everything on, both ways."""

    def __init__(self, port):
        self._far = ("127.0.0.1", port)
        self._ends = []
        self._cut = False
        self._open = threading.Event()
        self._open.set()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self):
        """Break every connection, and let no new one through."""
        self._cut = True
        for end in self._ends:
            _close(end)
        self._ends.clear()

    def hush(self):
        """Pass nothing on, and break nothing: neither end learns of it."""
        self._open.clear()

    def mend(self):
        self._cut = False
        self._open.set()

    def close(self):
        self.cut()
        _close(self._door)

    def _listen(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                self._open.wait()
                if self._cut:
                    _close(near)
                    continue
                far = socket.create_connection(self._far)
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one, other):
        with contextlib.suppress(OSError):
            while part := one.recv(65536):
                self._open.wait()
                other.sendall(part)
        _close(other)


def _close(end):
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
