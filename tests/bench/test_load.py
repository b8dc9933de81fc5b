# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The load generator and the bare server of the benchmark, as processes."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from patience import PATIENCE

BENCH = Path(__file__).parents[2] / "bench"


class Bare:
    """A bare server on a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        words = [sys.executable, str(BENCH / "bare_server.py"), str(file), "--bytes", "500"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE)  # noqa: S603
        assert self.process.stdout
        self.port: int = json.loads(self.process.stdout.readline())["port"]

    @property
    def bets(self) -> int:
        """How many bets are in the store."""
        if not Path(f"{self.file}-wal").exists():  # it opens its store, in which nobody may look yet
            return 0
        with closing(apsw.Connection(str(self.file))) as connection:
            tables = connection.execute("SELECT name FROM sqlite_schema").fetchall()
            return sum(1 for _ in connection.execute("SELECT 1 FROM bet WHERE wager <> ''")) if tables else 0

    def load(self, what: str, *options: str) -> "subprocess.Popen[bytes]":
        words = ["--port", str(self.port), "--pid", str(self.process.pid), "--terminals", "20", *options]
        return subprocess.Popen([sys.executable, str(BENCH / "load.py"), what, *words], stdout=subprocess.PIPE)  # noqa: S603


def found(load: "subprocess.Popen[bytes]") -> Any:
    out, _ = load.communicate(timeout=PATIENCE)
    assert load.returncode == 0
    return json.loads(out)


@pytest.fixture
def bare(tmp_path: Path) -> Generator[Bare]:
    server = Bare(tmp_path / "bare.sqlite")
    yield server
    server.process.kill()
    server.process.communicate()


def test_every_answered_bet_is_in_the_store(bare: Bare) -> None:
    [bets] = found(bare.load("bets", "--rates", "400", "--seconds", "0.5"))
    with closing(apsw.Connection(str(bare.file))) as connection:
        [(rows, different)] = connection.execute("SELECT count(*), count(DISTINCT name) FROM bet WHERE wager <> ''").fetchall()
    assert bets["sent"] == bets["answered"] == rows == different == 600
    assert not bets["refused"]
    assert not bets["held"]
    assert 0 < bets["p50"] <= bets["p99"] <= bets["max"]


def test_bets_are_sent_on_time_while_the_server_is_stuck_and_their_wait_is_measured(bare: Bare) -> None:
    load, until = bare.load("bets", "--rates", "200", "--seconds", "4"), time.monotonic() + PATIENCE
    while bare.bets < 400:
        assert time.monotonic() < until
        time.sleep(0.02)
    bare.process.send_signal(signal.SIGSTOP)
    time.sleep(0.5)
    bare.process.send_signal(signal.SIGCONT)
    [bets] = found(load)
    assert bets["sent"] == bets["answered"] == 1000
    # A generator that waits for answers has at most 20 slow bets of 800, one of every terminal.
    assert bets["p95"] > 200


def test_a_broadcast_reaches_every_terminal(bare: Bare) -> None:
    results = found(bare.load("results", "--each", "1", "--repeat", "2"))
    assert [each["bytes"] for each in results] == [500, 500]
    assert all(each["last"] > each["asked"] for each in results)
