"""The store in a real PostgreSQL database."""

import asyncio
import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from types import SimpleNamespace
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from croupier.journal import lease, postgres
from croupier.journal.address import reader, shown, store
from croupier.journal.chain import chained
from croupier.journal.migrations import Migration, migrations
from croupier.journal.port import START, Head, JournalError, Line, MovedError
from croupier.journal.postgres import PostgresReader, PostgresStore
from croupier.journal.threaded import ThreadedJournal
from journals import entry
from postgres import KEEPER, Cluster, execute

LONG = 3600.0
"""A lease that is not renewed during a test."""


@pytest.fixture
def kept(database: str) -> Generator[PostgresStore]:
    store = PostgresStore(database)
    yield store
    store.close()


def line(stream: str, number: int, body: bytes = b"{}", name: str = "") -> Line:
    return Line(stream, number, 0, name, body, bytes([number] * 32))


def head(number: int) -> Head:
    return Head(number, bytes([number] * 32))


def within(seconds: float, happens: Callable[[], object]) -> bool:
    """Whether something happens in time."""
    until = time.monotonic() + seconds
    while not happens() and time.monotonic() < until:
        time.sleep(0.02)
    return bool(happens())


def test_what_was_written_is_there_for_another_process_and_after_closing(database: str) -> None:
    async def write() -> None:
        journal = ThreadedJournal(store(database))
        await journal.append(entry("craps", 0, b"one", b"two"))
        other = reader(database)
        assert [line.body for line in other.lines("craps")] == [b"one", b"two"]
        other.close()
        journal.close()

    asyncio.run(write())
    after = reader(database)
    assert [line.body for line in after.lines("craps")] == [b"one", b"two"]
    after.close()


def test_the_writer_waits_for_the_disk_whatever_the_database_was_told(database: str) -> None:
    execute(database, f"ALTER DATABASE {conninfo_to_dict(database)['dbname']} SET synchronous_commit = off")
    assert execute(database, "SHOW synchronous_commit") == [("off",)]
    store = PostgresStore(database)
    connection = store._connection  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    assert connection.execute("SHOW synchronous_commit").fetchall() == [("on",)]
    assert len(store.waits()) == 40
    assert all(0 < each < 10_000 for each in store.waits())
    store.close()


def test_a_long_stream_is_read_in_pieces(kept: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "BATCH", 7)
    lines = [line("craps", number) for number in range(1, 51)]
    kept.commit({"craps": START}, lines)
    assert list(kept.lines("craps")) == lines
    assert list(kept.lines("craps", 43)) == lines[43:]
    assert list(kept.lines("craps", 50)) == []


@pytest.mark.parametrize(
    "before",
    [
        {"craps": START, "ticket/1": head(1)},
        {"craps": START, "ticket/1": Head(2, bytes(32))},
        {"craps": START, "ticket/1": START},
        {"craps": START, "ticket/2": head(1)},
    ],
    ids=["another number", "another hash", "a start that is over", "a stream that never was"],
)
def test_a_group_made_for_other_heads_leaves_nothing(kept: PostgresStore, before: dict[str, Head]) -> None:
    kept.commit({"ticket/1": START}, [line("ticket/1", 1), line("ticket/1", 2)])
    with pytest.raises(MovedError, match="ticket/"):
        kept.commit(before, [line("craps", 1)])
    assert list(kept.heads().items()) == [("ticket/1", head(2))]
    assert not list(kept.lines("craps"))


def test_a_stream_that_was_only_guarded_has_no_head_yet(kept: PostgresStore) -> None:
    kept.commit({"craps": START, "craps/claims": START}, [line("craps", 1)])
    assert list(kept.heads()) == ["craps"]
    assert kept.head("craps/claims") == START
    kept.commit({"craps/claims": START}, [line("craps/claims", 1)])
    assert list(kept.heads()) == ["craps", "craps/claims"]


def test_a_group_without_lines_only_compares(kept: PostgresStore) -> None:
    kept.commit({"craps": START}, [])
    kept.commit({"craps": START}, [line("craps", 1)])
    with pytest.raises(MovedError, match="craps"):
        kept.commit({"craps": START}, [])


def test_lines_are_not_taken_without_the_head_of_their_stream(kept: PostgresStore) -> None:
    with pytest.raises(ValueError, match="for a stream without its head"):
        kept.commit({}, [line("craps", 1)])


@pytest.mark.parametrize("statement", ["UPDATE line SET body = ''", "DELETE FROM line", "TRUNCATE line"])
def test_the_database_itself_refuses_to_forget(kept: PostgresStore, database: str, statement: str) -> None:
    kept.commit({"craps": START}, [line("craps", 1)])
    with pytest.raises(psycopg.Error, match="lines are kept forever"):
        execute(database, statement)
    assert list(kept.lines("craps")) == [line("craps", 1)]


def test_whoever_takes_a_table_over_waits_for_what_is_being_written_to_it(kept: PostgresStore, database: str) -> None:
    """Or the new owner would begin with a table that has one line less than its journal."""
    kept.commit({"craps/claims": START}, [line("craps/claims", 1)])
    with psycopg.connect(database) as old:
        old.execute(
            "SELECT write_lines(%s::text[], %s, %s::bytea[], %s, %s::bytea[], %s::text[], %s, %s, %s::text[], %s, %s)",
            (
                ["craps", "craps/claims"], [0, 1], [bytes(32), head(1).hash], [1, 1], [head(1).hash, head(1).hash],
                ["craps"], [1], [1], [""], [b"a bet"], [head(1).hash],
            ),
        )  # fmt: skip
        taking = threading.Thread(target=kept.commit, args=({"craps/claims": head(1)}, [line("craps/claims", 2)]))
        taking.start()
        taking.join(0.3)
        assert taking.is_alive()
        old.commit()
    taking.join(5)
    assert kept.head("craps/claims").number == 2
    assert kept.head("craps").number == 1


def test_two_who_write_the_same_streams_never_wait_for_each_other_for_ever(database: str) -> None:
    """One guards what the other writes, and each names them in another order."""
    with two_stores(database) as both:
        failed: list[BaseException] = []

        def write(store: PostgresStore, written: str, guarded: str) -> None:
            try:
                for _ in range(150):
                    heads = {stream: store.head(stream) for stream in (written, guarded)}
                    with contextlib.suppress(MovedError):
                        store.commit(heads, [line(written, heads[written].number + 1)])
            except BaseException as error:  # noqa: BLE001 - told by the test
                failed.append(error)

        orders = [("a", "b"), ("b", "a")]
        threads = [threading.Thread(target=write, args=(each, *order)) for each, order in zip(both, orders, strict=True)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
        assert len(list(both[0].lines("a"))) == both[0].head("a").number > 0


@contextlib.contextmanager
def two_stores(database: str) -> Generator[list[PostgresStore]]:
    """Two writers of one database, as when one was taken for dead and is not."""
    stores: list[PostgresStore] = []
    for _ in range(2):
        stores.append(PostgresStore(database, lease=LONG))
        execute(database, "DELETE FROM lease")
    yield stores
    for each in stores:
        each.close()


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
    told = [process.communicate(timeout=30)[0].splitlines() for process in processes]
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
    first = PostgresStore(database, lease=1)
    with pytest.raises(JournalError, match=r"is in use by another croupier; stop that one first, or name another database"):
        PostgresStore(database, lease=1)
    first.close()
    PostgresStore(database).close()


def test_of_many_servers_that_start_at_once_one_makes_the_tables_and_has_the_lease(database: str) -> None:
    outcomes: list[object] = []

    def begin() -> None:
        try:
            outcomes.append(PostgresStore(database, lease=1))
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
            "INSERT INTO lease SELECT true, 'frozen', clock_timestamp() + interval '0.5 s', pid, backend_start "
            "FROM pg_stat_activity WHERE pid = pg_backend_pid()"
        )
        begun = time.monotonic()
        PostgresStore(database).close()
        assert time.monotonic() - begun > 0.3
    said = capsys.readouterr().err
    assert said == f"croupier: {shown(database)}: another croupier had this journal; waiting until its lease is over\n"


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
    store = PostgresStore(database, lease=0.5, stop=stopped.append)
    execute(database, "UPDATE lease SET owner = 'another'")
    assert within(2, lambda: stopped)
    assert str(stopped[0]) == f"{shown(database)}: another croupier has taken over"
    store.close()
    assert execute(database, "SELECT owner FROM lease") == [("another",)]


def test_a_server_that_cannot_renew_its_lease_stops_before_it_is_over(database: str) -> None:
    stopped: list[BaseException] = []
    store = PostgresStore(database, lease=0.5, stop=stopped.append)
    with psycopg.connect(database) as blocking:
        blocking.execute("SELECT FROM lease FOR UPDATE")
        assert within(2, lambda: stopped)
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
    store = PostgresStore(database, lease=2, stop=stopped.append)
    holder = "SELECT backend FROM lease"
    ((before,),) = execute(database, holder)
    cluster.execute(f"SELECT pg_terminate_backend({before})")
    assert within(5, lambda: execute(database, holder) != [(before,)])
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


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_may_lose_what_it_was_given_is_refused(database: str, cluster: Cluster, setting: str) -> None:
    def turn(how: str) -> bool:
        cluster.execute(f"ALTER SYSTEM SET {setting} = {how}")
        cluster.execute("SELECT pg_reload_conf()")
        return within(5, lambda: execute(database, f"SHOW {setting}") == [(how,)])

    assert turn("off")
    try:
        with pytest.raises(JournalError, match=rf"a power cut could lose what this server was given \({setting} is off\)"):
            PostgresStore(database)
    finally:
        assert turn("on")
    assert not execute(database, "SELECT FROM pg_class WHERE relname = 'line'")


def test_a_database_in_another_encoding_is_refused(database: str, cluster: Cluster) -> None:
    name = f"{conninfo_to_dict(database)['dbname']}_latin"
    cluster.execute(f"CREATE DATABASE {name} OWNER keeper ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(JournalError, match="is encoded as LATIN1; a journal needs one in UTF8"):
        PostgresStore(database.replace(name.removesuffix("_latin"), name))


def test_an_address_without_its_password_says_where_to_write_it(database: str) -> None:
    bare = f"{database.partition(':')[0]}://{KEEPER}@{database.rpartition('@')[2]}"
    with pytest.raises(JournalError, match="the server asks for a password; write postgresql://user:password@host/database"):
        PostgresReader(bare)


def test_what_is_no_journal_is_refused_in_a_sentence_and_left_alone(database: str) -> None:
    with pytest.raises(JournalError, match=r"casino_\w+: is empty: no croupier ever wrote to it"):
        PostgresReader(database)
    execute(database, "CREATE TABLE migration (version TEXT)")
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match="is a database of something else; name the one that croupier wrote"):
            kind(database)
    assert execute(database, "SELECT relname FROM pg_class WHERE relname IN ('migration', 'line')") == [("migration",)]


def test_a_journal_of_another_layout_is_left_alone(database: str) -> None:
    PostgresStore(database).close()
    execute(database, "INSERT INTO migration VALUES (99, 'from the future')")
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match="has layout 99, which is newer than this croupier knows"):
            kind(database)
    execute(database, "DELETE FROM migration WHERE number = 99; UPDATE migration SET digest = 'other'")
    with pytest.raises(JournalError, match="layout 1 of this journal is not the one this croupier knows"):
        PostgresStore(database)


def test_an_older_layout_is_for_a_writer_to_bring_up_to_date(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PostgresStore(database).close()
    steps = [*migrations("postgres"), Migration(2, "0002-more.sql", "ALTER TABLE head ADD more INTEGER;", "digest")]
    monkeypatch.setattr(postgres, "migrations", {"postgres": steps}.__getitem__)
    with pytest.raises(JournalError, match="has an older layout; croupier journal migrate brings it up to date"):
        PostgresReader(database)
    for _ in range(2):
        PostgresStore(database).close()
    assert execute(database, "SELECT number FROM migration ORDER BY number") == [(1,), (2,)]


SWALLOWS = """
CREATE FUNCTION swallow() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER swallows BEFORE INSERT ON line FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION swallow();
"""


def test_what_somebody_elses_trigger_swallows_is_an_error_and_such_a_database_is_refused(database: str) -> None:
    store = PostgresStore(database)
    execute(database, SWALLOWS)
    group = chained([entry("craps", 0, b"one", b"two")], store.head)
    with pytest.raises(JournalError, match="only 1 of 2 lines were taken"):
        store.commit(group.before, group.lines)
    assert store.head("craps") == START
    assert [*store.faults()] == [f"{shown(database)}: has what croupier did not make: trigger swallows"]
    store.close()
    with pytest.raises(JournalError, match=r"has what croupier did not make \(trigger swallows\), .*; drop that first"):
        PostgresStore(database)


def test_a_step_that_fails_leaves_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [*migrations("postgres"), Migration(2, "0002-wrong.sql", "CREATE TABLE more (); SELECT wrong;", "digest")]
    monkeypatch.setattr(postgres, "migrations", {"postgres": steps}.__getitem__)
    with pytest.raises(JournalError, match=r'cannot be used \(column "wrong" does not exist\)'):
        PostgresStore(database)
    assert not execute(database, "SELECT FROM pg_class WHERE relname IN ('line', 'more')")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"host": "127.0.0.1", "port": "1"}, r"no server answers there \(Connection refused\); start it, or check the address"),
        ({"host": "/nowhere"}, r"no server answers there \(No such file or directory\)"),
        ({"dbname": "nothing"}, r'the server refuses us \(database "nothing" does not exist\); check the user'),
        ({"user": "nobody"}, r'the server refuses us \(role "nobody" does not exist\)'),
        ({"password": "wrong"}, r'the server refuses us \(password authentication failed for user "keeper"\)'),
    ],
)
def test_a_server_that_is_away_or_refuses_us_is_told_in_a_sentence(
    change: dict[str, str], sentence: str, database: str
) -> None:
    parts = {**conninfo_to_dict(database), **change}
    password, where = quote(str(parts["password"]), safe=""), quote(str(parts["host"]), safe="")
    address = f"postgresql://{parts['user']}:{password}@/{parts['dbname']}?host={where}&port={parts.get('port', 5432)}"
    for kind in (PostgresReader, PostgresStore):
        with pytest.raises(JournalError, match=sentence) as caught:
            kind(address)
        assert str(caught.value).startswith(f"postgresql://{parts['user']}@/{parts['dbname']}: ")
        assert str(parts["password"]) not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("postgresql://floor:xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgres://floor@127.0.0.1:1/casino?password=xyzzy", "postgres://floor@127.0.0.1:1/casino"),
        ("postgresql://127.0.0.1:1/casino?user=floor&password=xyzzy", "postgresql://127.0.0.1:1/casino"),
        ("postgresql://floor:a@xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a/xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a?xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:a#xyzzy@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:xyzzy%zz@127.0.0.1:1/casino", "postgresql://floor@127.0.0.1:1/casino"),
        ("postgresql://floor:xyzzy@127.0.0.1:port/casino", "postgresql://floor@127.0.0.1:port/casino"),
        ("postgresql://127.0.0.1:1/casino?no=option&password=xyzzy", "postgresql://127.0.0.1:1/casino"),
    ],
)
def test_nobody_is_shown_a_password(address: str, public: str) -> None:
    """Not even a piece of one that was written so that it is cut in the wrong place."""
    assert shown(address) == public
    with pytest.raises(JournalError) as caught:
        store(address)
    assert str(caught.value).startswith(f"{public}: ")
    assert "xyzzy" not in str(caught.value)
    assert not isinstance(caught.value.__cause__, Exception)


def test_without_its_driver_postgresql_is_refused_in_a_sentence_and_files_are_not() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from croupier.journal.address import store\n"
        "try: store('postgresql://floor@127.0.0.1/casino')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert ran.stdout == "JournalError PostgreSQL needs a driver that is not installed; pip install 'croupier[pg]'\n"


def test_an_address_of_something_else_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        JournalError, match="mysql://x: is not the address of a journal; name a file, sqlite:FILE, or postgresql://"
    ):
        store("mysql://x")


def test_what_is_read_steadily_may_take_its_time(kept: PostgresStore) -> None:
    """The limit on open transactions is for those that hold somebody up."""
    kept.commit({"craps": START}, [line("craps", 1)])
    with kept.steady():
        assert kept.head("craps").number == 1
        time.sleep(2.2)
        assert kept.head("craps").number == 1
    kept.commit({"craps": head(1)}, [line("craps", 2)])


def test_connections_outlive_a_quiet_night_whatever_the_database_was_told(database: str) -> None:
    execute(database, f"ALTER DATABASE {conninfo_to_dict(database)['dbname']} SET idle_session_timeout = '100ms'")
    store = PostgresStore(database, lease=LONG)
    looking = store.reader()
    time.sleep(0.4)
    store.commit({"craps": START}, [line("craps", 1)])
    assert looking.head("craps").number == 1
    looking.close()
    store.close()


def test_a_reader_cannot_write(kept: PostgresStore) -> None:
    looking = kept.reader()
    with pytest.raises(JournalError, match="read-only transaction"):
        looking._execute("DELETE FROM head")  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    looking.close()
