"""The store in a real PostgreSQL database."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Generator

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from croupier.journal import postgres
from croupier.journal.address import reader, store
from croupier.journal.port import START, Head, JournalError, MovedError
from croupier.journal.postgres import PostgresStore
from croupier.journal.threaded import ThreadedJournal
from journals import entry
from lines_for_postgres import LONG, head, line
from patience import PATIENCE
from postgres import execute


@pytest.fixture
def kept(database: str) -> Generator[PostgresStore]:
    store = PostgresStore(database, lease=LONG)
    yield store
    store.close()


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
    store = PostgresStore(database, lease=LONG)
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
    taking.join(PATIENCE)
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
