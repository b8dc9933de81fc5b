"""How the server uses the system: no delay for small messages, and never more files than it may open."""

import asyncio
import contextlib
import gc
import resource
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from croupier.server.serving import COLLECT_ALL_AFTER, COLLECT_ALL_BY, SPARE_FILES, collect_garbage, listening_socket
from patience import PATIENCE
from running import CRAPS, Terminal


def test_small_messages_are_sent_without_delay() -> None:
    """With Nagle's algorithm, an answer would wait for the acknowledgement of the message before it."""

    async def accepted() -> int:
        made: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                ours: socket.socket = transport.get_extra_info("socket")
                made.set_result(ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

        listening = listening_socket(0)
        server = await asyncio.get_running_loop().create_server(Protocol, sock=listening)
        with socket.create_connection(listening.getsockname()):
            nodelay = await made
        server.close()
        return nodelay

    assert asyncio.run(accepted())


def test_the_limit_of_open_files_is_raised_and_never_reached(tmp_path: Path) -> None:
    """More connections than files: those that say nothing give way, a player is served, and no error is logged."""
    most = SPARE_FILES + 40
    demo = f'ulimit -Sn 64; ulimit -Hn {most}; exec "$0" -u -m croupier demo --port 0 --guests 0 --data "$1"'
    words = ["sh", "-c", demo, sys.executable, str(tmp_path / "journal.sqlite")]
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= most
    with (
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process,  # noqa: S603
        ExitStack() as stack,
    ):
        stack.callback(process.kill)
        assert process.stdout
        port = int(process.stdout.readline().split()[4].rstrip("/").rpartition(":")[2])
        for _ in range(2 * most):
            stack.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)))
        terminal = Terminal(port, CRAPS)
        assert terminal.say("insert", amount=10_000)["ok"]
        process.terminate()
        said, _ = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
    assert "Too many open files" not in said
    assert "refused by limits" in said


@pytest.mark.parametrize(
    ("looks", "is_quiet", "is_done"),
    [
        (COLLECT_ALL_AFTER - 1, True, False),
        (COLLECT_ALL_AFTER, True, True),
        (COLLECT_ALL_BY - 1, False, False),
        (COLLECT_ALL_BY, False, True),
    ],
)
def test_garbage_is_collected_while_nobody_waits_and_at_last_in_any_case(
    monkeypatch: pytest.MonkeyPatch, looks: int, *, is_quiet: bool, is_done: bool
) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, looks))
    monkeypatch.setattr(gc, "collect", lambda: collected.append(looks))
    collect_garbage(is_quiet=is_quiet)
    assert collected == [looks] * is_done
