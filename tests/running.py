"""A real server in a process of its own, and a terminal on its line."""

import json
import signal
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from croupier.audit.resettle import resettle
from croupier.audit.resettled import Resettled
from forked import Forked
from journals import bodies
from live_floor import free_port
from patience import PATIENCE

CRAPS, ROULETTE, SIC_BO = "aruze-craps-2024", "ministar-roulette-2018", "star-sicbo-2016"


class Server:
    """`croupier demo` on a file or a database, on a port of its own, which the next one may have after it."""

    def __init__(self, data: Path | str, *options: str, port: int = 0, program: Sequence[str] = ()) -> None:
        self.data = data
        self.process = Forked(["demo", "--data", str(data), "--port", str(port or free_port()), *options], program=program)
        self.said = ""
        while not (line := self.process.stdout.readline()).startswith("croupier is running at http://127.0.0.1:"):
            self.said += line
            if not line:
                self.process.stdout.close()
                raise AssertionError(self.said)
        self.address = line.split()[4]
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Kill it as hard as the system can."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> str:
        """Stop it as Ctrl-C does, and return what it still said."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, said
        return said

    def ended(self) -> str:
        """Wait until it has ended by itself, and return what it still said."""
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said

    def books(self, table: str) -> Resettled:
        """The books, by the journal file alone; every line of it is what the rules say."""
        told = resettle(bodies(self.data, table))
        assert told.holds, told.sentences
        return told


@contextmanager
def server(data: Path | str, *options: str, port: int = 0, program: Sequence[str] = ()) -> Generator[Server]:
    """A server that is gone afterwards, whatever happens."""
    running = Server(data, *options, port=port, program=program)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.kill()
        said = "" if running.process.stdout.closed else running.process.stdout.read()
        running.process.stdout.close()
        assert "Traceback" not in said, said


class Terminal:
    """A terminal as a program: it keeps what it was last told, as a browser does."""

    def __init__(
        self,
        port: int,
        table: str,
        key: str = "",
        last: int = 0,
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> None:
        address = f"ws://127.0.0.1:{port}/ws/{table}"
        self.line: ClientConnection = connect(
            address, open_timeout=PATIENCE, legacy=True, additional_headers=headers, source_address=(source, 0)
        )
        self.line.send(json.dumps({"say": "hello", "key": key, "last": last}))
        welcome = self.hear()
        assert welcome["is"] == "welcome", welcome
        self.seat, self.key = welcome["seat"], welcome["key"]
        self.seen: dict[str, Any] = self.hear()
        self.first = self.seen

    def hear(self) -> dict[str, Any]:
        """The next message."""
        return json.loads(self.line.recv(timeout=PATIENCE))

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listen until a message is the one wanted. An event brings what changed; the terminal keeps the rest."""
        while True:
            message = self.hear()
            if message["is"] in ("event", "snapshot"):
                message = self.seen = {**self.seen, **message}
            if wanted(message):
                return message

    def say(self, say: str, id: str = "", **fields: object) -> dict[str, Any]:
        """Say something and wait for the answer, and for the event that shows it."""
        id = id or str(uuid.uuid4())
        self.line.send(json.dumps({"say": say, "id": id, **fields}))
        return self.until(lambda message: message["is"] == "answer" and message["id"] == id)

    def until_phase(self, phase: str) -> dict[str, Any]:
        """Listen until the round has come to a phase."""
        return self.seen if self.seen["round"]["phase"] == phase else self.until(lambda m: is_phase(m, phase))


def is_phase(message: dict[str, Any], phase: str) -> bool:
    """Whether a message shows a round in a phase."""
    return message["is"] in ("event", "snapshot") and message["round"]["phase"] == phase
