"""Files removed under a real server: it stops by itself within a second, and the next one has all that was acknowledged."""

import os
import time
from pathlib import Path

import pytest

from croupier.audit.verify import verify
from croupier.journal.files import CHECK_INTERVAL
from faults.regulars import QUICK, UNLIMITED, Regular, check, playing, until_answered
from journals import looked_at
from running import ROULETTE, Server, server

WITHIN = 1.0
"""Seconds in which a server stops by itself, the fastest of a few: others may keep the machine busy."""


def removed(path: Path, *ends: str) -> None:
    for end in ends:
        Path(f"{path}{end}").unlink()


def stops(running: Server, path: Path, end: str) -> float:
    """A server ends by itself, and says which file it missed; after how many seconds."""
    begun = time.monotonic()
    *_, last = running.ended().splitlines()
    seconds = time.monotonic() - begun
    assert running.process.returncode == 70
    assert last.startswith(f"croupier: stopping, because the journal cannot be relied on: {path}{end}: was removed while")
    return seconds


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm", "-lock"), ("-shm",), ("-lock",), ("",)], ids=" ".join)
def test_a_file_removed_under_load_loses_nothing(ends: tuple[str, ...], tmp_path: Path) -> None:
    path, regulars, seconds = tmp_path / "journal.sqlite", [Regular() for _ in range(3)], list[float]()
    for _ in range(2):
        with server(path, *QUICK) as running, playing(regulars, running.port):
            until_answered(regulars, 20)
            removed(path, *ends)
            seconds.append(stops(running, path, ends[0]))
        check_so_far(path, regulars)
    assert min(seconds) < WITHIN
    with server(path, *QUICK) as running, playing(regulars, running.port):
        until_answered(regulars, 20)
    assert check(path, regulars) > 30


def test_a_log_that_is_cut_in_place_stops_the_server_for_good(tmp_path: Path) -> None:
    """What it told is lost, so that no service manager may start it again before a person has looked."""
    seconds: list[float] = []
    for number in range(2):
        path = tmp_path / f"journal-{number}.sqlite"
        regulars = [Regular()]
        with server(path, *QUICK) as running, playing(regulars, running.port):
            until_answered(regulars, 20)
            os.truncate(f"{path}-wal", 0)
            begun = time.monotonic()
            *_, last = running.ended().splitlines()
            seconds.append(time.monotonic() - begun)
        assert running.process.returncode == 2
        said = f"croupier: stopping, because the journal cannot be relied on: {path}-wal: was cut or overwritten"
        assert last.startswith(said)
    assert min(seconds) < WITHIN


def check_so_far(path: Path, regulars: list[Regular]) -> None:
    """Every bet that was acknowledged is there, before another server has come."""
    with looked_at(path) as journal:
        assert not verify(journal).faults
        named = {line.name for line in journal.lines(ROULETTE)}
    for regular in regulars:
        assert {f"{regular.seat}/{id}" for id, answer in regular.answers.items() if answer["ok"]} <= named


@pytest.mark.parametrize("end", ["-wal", "-lock"])
def test_a_file_removed_under_an_idle_server_stops_it_before_another_can_write(end: str, tmp_path: Path) -> None:
    path, regulars = tmp_path / "journal.sqlite", [Regular()]
    idle = ("--betting", "600", "--guests", "0", *UNLIMITED)
    with server(path, *idle) as running:
        with playing(regulars, running.port):
            until_answered(regulars, 6)
        time.sleep(3 * CHECK_INTERVAL)  # nothing is written any more
        removed(path, end)
        with server(path, *idle) as second:
            assert running.process.poll() == 70, "it has stopped before the second has come"
            stops(running, path, end)
            with playing(regulars, second.port):
                until_answered(regulars, 12)
    assert check(path, regulars) > 10
