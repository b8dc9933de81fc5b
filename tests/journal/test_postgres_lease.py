"""The lease of a PostgreSQL journal: one server writes, and stops before another may."""

import contextlib
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import psycopg
import pytest

from croupier.journal import lease
from croupier.journal.address import reader, shown
from croupier.journal.lease import WAITING
from croupier.journal.port import START, JournalError
from croupier.journal.postgres import PostgresReader, PostgresStore
from lines_for_postgres import LONG, head, line, within
from patience import PATIENCE
from postgres import Cluster, execute

RENEWED = 8.0
"""A lease that is renewed during a test, five times in its time; a busy machine may miss two renewals."""
RACES = """
import asyncio, sys
from croupier.journal.threaded import ThreadedJournal
from croupier.journal.port import ConflictError, Draft, Entry, Part
from croupier.journal.postgres import PostgresStore

async def won(journal, stream, number):
    me = Draft(sys.argv[2].encode())
    try:
        await journal.append(Entry((Part(stream, number, (me,)), Part("server/" + sys.argv[2], won.count, (me,)))))
    except ConflictError:
        return
    won.count += 1
    print(stream, number, flush=True)

async def race():
    journal = ThreadedJournal(PostgresStore(sys.argv[1], lease=3600))
    print("ready", flush=True)
    sys.stdin.readline()
    won.count = 0
    for ticket in range(100):
        await won(journal, f"ticket/{ticket if sys.argv[2] == 'one' else 99 - ticket}", 0)
    for _ in range(50):
        await won(journal, "craps/claims", journal.head("craps/claims").number)
    journal.close()

asyncio.run(race())
"""


def test_of_two_servers_that_race_exactly_one_wins(database: str) -> None:
    """Every ticket is redeemed once, and every epoch of a table belongs to one server, whatever both believe of their lease."""
    processes: list[subprocess.Popen[str]] = []
    for name in ("one", "other"):
        command = [sys.executable, "-c", RACES, database, name]
        processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))  # noqa: S603
        ready = processes[-1].stdout
        assert ready
        assert ready.readline() == "ready\n"
        execute(database, "DELETE FROM lease")
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=PATIENCE)[0].splitlines() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    looked = reader(database)
    wins = [*told[0], *told[1]]
    assert len({*wins}) == len(wins)
    assert {f"ticket/{number} 0" for number in range(100)} <= {*wins}
    assert sum(win.startswith("craps/claims") for win in wins) == looked.head("craps/claims").number > 0
    for name, mine in zip(("one", "other"), told, strict=True):
        assert looked.head(f"server/{name}").number == len(mine), "what was lost left nothing anywhere"
    looked.close()


def test_a_second_server_is_refused_while_the_first_is_there(database: str) -> None:
    first = PostgresStore(database, lease=RENEWED)
    with pytest.raises(JournalError, match=r"is in use by another croupier; stop that one first, or name another database"):
        PostgresStore(database, lease=RENEWED)
    first.close()
    PostgresStore(database).close()


def test_of_many_servers_that_start_at_once_one_makes_the_tables_and_has_the_lease(database: str) -> None:
    outcomes: list[object] = []

    def begin() -> None:
        try:
            outcomes.append(PostgresStore(database, lease=RENEWED))
        except BaseException as error:  # noqa: BLE001 - told by the test
            outcomes.append(error)

    threads = [threading.Thread(target=begin) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (store,) = [each for each in outcomes if isinstance(each, PostgresStore)]
    store.close()
    assert sum("is in use by another croupier" in str(each) for each in outcomes) == 5


def test_the_lease_of_a_frozen_server_is_waited_for(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its connection is still there, but it renews nothing."""
    PostgresStore(database).close()
    with psycopg.connect(database, autocommit=True) as frozen:
        frozen.execute(
            "INSERT INTO lease SELECT true, 'frozen', clock_timestamp() + interval '2 s', pid, backend_start "
            "FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        )
        ((until,),) = execute(database, "SELECT until FROM lease")
        PostgresStore(database).close()
        assert execute(database, "SELECT clock_timestamp()") > [(until,)]
    said = capsys.readouterr().err
    assert said == f"croupier: {shown(database)}: {WAITING}\n"


def test_the_lease_of_a_server_whose_connection_is_gone_is_not_waited_for(database: str) -> None:
    PostgresStore(database).close()
    with psycopg.connect(database, autocommit=True) as dead:
        dead.execute(
            "INSERT INTO lease SELECT true, 'dead', clock_timestamp() + interval '1 hour', pid, backend_start "
            "FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        )
    PostgresStore(database).close()


def test_a_server_that_was_taken_over_stops(database: str) -> None:
    stopped: list[BaseException] = []
    store = PostgresStore(database, lease=RENEWED, stop=stopped.append)
    execute(database, "UPDATE lease SET owner = 'another'")
    assert within(PATIENCE, lambda: stopped)
    assert str(stopped[0]) == f"{shown(database)}: another croupier has taken over"
    store.close()
    assert execute(database, "SELECT owner FROM lease") == [("another",)]


def test_a_server_that_cannot_renew_its_lease_stops_before_it_is_over(database: str) -> None:
    stopped: list[BaseException] = []
    store = PostgresStore(database, lease=0.5, stop=stopped.append)
    with psycopg.connect(database) as blocking:
        blocking.execute("SELECT FROM lease FOR UPDATE")
        assert within(PATIENCE, lambda: stopped)
        assert "the lease could not be renewed in time, and another may take over" in str(stopped[0])
        with pytest.raises(JournalError, match="could not be renewed in time"):
            store.commit({"craps": START}, [line("craps", 1)])
    store.close()


@pytest.mark.parametrize(("elapsed", "stops"), [(0.4, False), (0.95, True)])
def test_a_server_writes_after_a_missed_renewal_and_never_once_its_lease_may_be_over(
    *, elapsed: float, stops: bool, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A holder renews five times in the time of a lease. It stops with some time left, in case another takes over."""
    store = PostgresStore(database, lease=LONG)
    passed = SimpleNamespace(monotonic=lambda: time.monotonic() + elapsed * LONG, sleep=time.sleep)
    monkeypatch.setattr(lease, "time", passed)
    with pytest.raises(JournalError, match="could not be renewed in time") if stops else contextlib.nullcontext():
        store.commit({"craps": START}, [line("craps", 1)])
    store.close()


def test_a_lease_whose_connection_broke_is_renewed_by_another(database: str, cluster: Cluster) -> None:
    stopped: list[BaseException] = []
    store = PostgresStore(database, lease=RENEWED, stop=stopped.append)
    holder = "SELECT backend FROM lease"
    ((before,),) = execute(database, holder)
    cluster.execute(f"SELECT pg_terminate_backend({before})")
    assert within(PATIENCE, lambda: execute(database, holder) != [(before,)])
    store.commit({"craps": START}, [line("craps", 1)])
    assert not stopped
    store.close()


def test_a_connection_that_breaks_is_an_error_and_is_not_tried_again(database: str, cluster: Cluster) -> None:
    store = PostgresStore(database)
    store.commit({"craps": START}, [line("craps", 1)])
    cluster.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%PREPARE write%' AND pid <> pg_backend_pid()"
    )
    for _ in range(2):
        with pytest.raises(JournalError, match=rf"^{shown(database)}: cannot be used \("):
            store.commit({"craps": head(1)}, [line("craps", 2)])
    store.close()
    after = PostgresReader(database)
    assert after.head("craps").number == 1
    after.close()
