"""Faults of a real database under the real server: it stops and says so, and the next one has all that was acknowledged."""

import asyncio
import contextlib
import itertools
import random
import signal
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict
from websockets.exceptions import WebSocketException

from croupier.journal.address import shown
from croupier.journal.port import Draft, Entry, JournalError, Part
from croupier.journal.postgres import PostgresStore
from croupier.journal.threaded import ThreadedJournal
from faults.cutting import Cut, Proxy
from faults.regulars import QUICK, Regular, check, playing, until_answered
from journals import looked_at
from postgres import Cluster
from running import ROULETTE, Server, Terminal, server

CUTS = 40
AT_ONCE = 5


@pytest.fixture
def own() -> Generator[Cluster]:
    """A database server that no other test needs."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    monkeypatch.chdir(tmp_path)  # where a server on a database keeps its credentials
    return (*QUICK, "--key", str(tmp_path / "key"))


def stopped(running: Server, database: str) -> bool:
    """Whether a server has ended as it should when it cannot write: with a status, and a sentence without a password."""
    *_, last = running.ended().splitlines()
    sentence = f"croupier: stopping, because the journal cannot be relied on: {shown(database)}: "
    return running.process.returncode == 70 and last.startswith(sentence)


def test_a_database_that_crashes_stops_the_server_and_loses_nothing(own: Cluster, options: tuple[str, ...]) -> None:
    database, regulars, chance = own.database(), [Regular() for _ in range(3)], random.Random(3)  # noqa: S311 - when it crashes
    for _ in range(3):
        with server(database, *options) as running, playing(regulars, running.port):
            until_answered(regulars, chance.randint(20, 100))
            own.crash()
            assert stopped(running, database)
        own.start()
    with server(database, *options) as running, playing(regulars, running.port):
        until_answered(regulars, 20)
    assert check(database, regulars) > 30


@pytest.mark.parametrize("which", ["true", "query LIKE 'SELECT % FROM line%'"], ids=["all", "that it reads by"])
def test_connections_that_are_ended_stop_the_server_and_lose_nothing(
    which: str, cluster: Cluster, database: str, options: tuple[str, ...]
) -> None:
    regulars = [Regular() for _ in range(3)]
    ours = f"application_name = 'croupier' AND datname = '{conninfo_to_dict(database)['dbname']}' AND {which}"
    end_them = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}"  # noqa: S608 - our own words
    for _ in range(2):
        with server(database, *options) as running, playing(regulars, running.port):
            until_answered(regulars, 20)
            assert cluster.execute(end_them)
            with contextlib.suppress(WebSocketException, OSError):
                Terminal(running.port, ROULETTE).say("insert", amount=100)  # a newcomer, whose ids are looked up
            assert stopped(running, database)
    with server(database, *options) as running, playing(regulars, running.port):
        until_answered(regulars, 20)
    assert check(database, regulars) > 30


def test_a_server_that_was_frozen_and_taken_over_stops_when_it_wakes(database: str, options: tuple[str, ...]) -> None:
    """The other waits until its lease is over, and no longer; what the sleeper had in hand is written by nobody."""
    regulars = [Regular()]
    with server(database, *options) as first:
        with playing(regulars, first.port):
            until_answered(regulars, 20)
        first.process.send_signal(signal.SIGSTOP)
        with server(database, *options) as second:
            assert "waiting to see whether it still runs" in second.said
            with playing(regulars, second.port):
                until_answered(regulars, 20)
            first.process.send_signal(signal.SIGCONT)
            assert stopped(first, database)
            assert Terminal(second.port, ROULETTE, regulars[0].key).seat == regulars[0].seat
    assert check(database, regulars) > 10


class Desk:
    """A table as a dealer keeps it, with an owner and ids, on a journal that may break."""

    def __init__(self, address: str) -> None:
        self.failed: list[BaseException] = []
        self.ended = threading.Event()
        self.journal = ThreadedJournal(PostgresStore(address), self._stop)

    async def claim(self) -> None:
        """Take the table over: from then on nobody else's lines can follow."""
        self.epoch = self.journal.head("craps/claims").number + 1
        await self.journal.append(Entry((Part("craps/claims", self.epoch - 1, (Draft(b"{}"),)),), self.epoch))
        self.number = self.journal.head("craps").number

    def bet(self, id: str) -> "asyncio.Future[None]":
        """Write a bet down, and the key of a terminal."""
        bet, key = Part("craps", self.number, (Draft(b"bet", id),)), Part("craps/keys", self.number, (Draft(b"seat", id),))
        self.number += 1
        return self.journal.append(Entry((Part("craps/claims", self.epoch), bet, key), self.epoch))

    def _stop(self, error: BaseException) -> None:
        """The writer ends with an error after this, as the process would."""
        self.failed.append(error)
        self.ended.set()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_line_that_is_cut_in_the_middle_of_a_commit_leaves_all_of_it_or_nothing(database: str) -> None:
    proxy = Proxy(database)
    kept: dict[Cut, list[bool]] = {cut: [] for cut in Cut}

    async def life(number: int, cut: Cut) -> None:
        """One life of a server: it answers what the last one could not, and is cut off in its turn."""
        desk = Desk(proxy.address)
        await desk.claim()
        for id in ids(number - 1):
            if desk.journal.find("craps", id) is None:
                await desk.bet(id)
        proxy.cut = cut
        waiting = [desk.bet(id) for id in ids(number)]
        await asyncio.to_thread(desk.ended.wait)
        assert not any(each.done() for each in waiting), "nobody is told of what may not be there"
        desk.journal.close()
        assert isinstance(desk.failed[0], JournalError)

    for number, cut in zip(range(1, CUTS + 1), itertools.cycle(Cut)):
        asyncio.run(life(number, cut))
        with looked_at(database) as journal:
            kept[cut].append(journal.find("craps", ids(number)[0]) is not None)
    proxy.close()
    with looked_at(database) as journal:
        bets, keys = list(journal.lines("craps")), list(journal.lines("craps/keys"))
        assert [line.number for line in bets] == list(range(1, len(bets) + 1))
        names = [line.name for line in bets]
        assert names == [line.name for line in keys]
    assert {id for number in range(1, CUTS) for id in ids(number)} <= {*names}
    assert len({*names}) == len(names)
    assert not any(kept[Cut.BEFORE] + kept[Cut.WITHIN])
    assert all(kept[Cut.AFTER])


def ids(number: int) -> list[str]:
    """The commands that are under way when a line is cut."""
    return [f"tap-{number}-{each}" for each in range(AT_ONCE)] if number else []
