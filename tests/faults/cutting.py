"""A line to a database that is cut in the middle of a commit."""

import contextlib
import select
import socket
import threading
from enum import StrEnum
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

COMMIT = b"\x00write\x00"
"""What a message that has a group written says: the name of the prepared statement."""
MOST = 65_536


class Cut(StrEnum):
    """Where the line breaks."""

    BEFORE = "before the database hears of it"
    WITHIN = "when it has heard one half"
    AT_ONCE = "as soon as it has heard all"
    AFTER = "when it has answered"


class Proxy:
    """Passes everything between its clients and a database, until it is told to cut."""

    def __init__(self, address: str) -> None:
        parts = conninfo_to_dict(address)
        self._database = f"{parts['host']}/.s.PGSQL.5432"
        self._listening = socket.create_server(("127.0.0.1", 0))
        where = f"127.0.0.1:{self._listening.getsockname()[1]}/{parts['dbname']}"
        self.address = f"postgresql://{parts['user']}:{quote(str(parts['password']), safe='')}@{where}"
        self.cut: Cut | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Take no more clients."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as database, contextlib.suppress(OSError):
            database.connect(self._database)
            while True:
                for ready in select.select([client, database], [], [])[0]:
                    said = ready.recv(MOST)
                    if not said:
                        return
                    if ready is client and self.cut and COMMIT in said:
                        self._break(database, said)
                        return
                    (database if ready is client else client).sendall(said)

    def _break(self, database: socket.socket, said: bytes) -> None:
        cut, self.cut = self.cut, None
        match cut:
            case Cut.WITHIN:
                database.sendall(said[: len(said) // 2])
            case Cut.AT_ONCE:
                database.sendall(said)
            case Cut.AFTER:
                database.sendall(said)
                database.recv(MOST)
            case _:
                pass
