"""What every journal promises, whatever it is written on."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from croupier.journal.chain import chained, link, verified_lines
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import START, ConflictError, Draft, Entry, EpochError, Head, Line, MovedError, Part, Row, Store
from croupier.journal.postgres import PostgresStore
from croupier.journal.sqlite import SqliteStore
from croupier.journal.threaded import ThreadedJournal
from croupier.journal.verification import verify_stream
from journals import entry, write
from lines_for_postgres import LONG
from patience import PATIENCE

Make = Callable[[Store], Journal]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    match request.param:
        case "memory":
            return MemoryStore()
        case "sqlite":
            return SqliteStore(tmp_path / "journal.sqlite")
        case _:
            return PostgresStore(request.getfixturevalue("database"), lease=LONG)


@pytest.fixture(params=[Journal, ThreadedJournal])
def make(request: pytest.FixtureRequest) -> Make:
    return request.param


def test_what_was_written_can_be_read_and_found(store: Store, make: Make) -> None:
    async def scene() -> None:
        journal = make(store)
        await journal.append(entry("craps", 0, b"one", b"two", name="first", epoch=3))
        await journal.append(entry("craps", 2, b"three"))
        lines = list(journal.lines("craps"))
        assert [(line.stream, line.number, line.epoch, line.name, line.body) for line in lines] == [
            ("craps", 1, 3, "first", b"one"),
            ("craps", 2, 3, "", b"two"),
            ("craps", 3, 0, "", b"three"),
        ]
        assert list(journal.lines("craps", 2)) == lines[2:]
        assert journal.find("craps", "first") == b"one"
        assert journal.find("craps", "second") is None
        assert journal.find("craps", "") is None
        assert journal.find("roulette", "first") is None
        assert journal.names("craps", "fi", 9) == ["first"]
        assert journal.names("craps", "second", 9) == journal.names("roulette", "fi", 9) == []
        assert journal.head("craps") == Head(3, lines[2].hash)
        assert journal.head("roulette") == START
        journal.close()

    asyncio.run(scene())


def test_every_line_seals_the_one_before_it(store: Store, make: Make) -> None:
    async def scene() -> None:
        journal = make(store)
        await asyncio.gather(*[journal.append(entry("craps", number, b"line", name=f"{number}")) for number in range(50)])
        last = START.hash
        for line in journal.lines("craps"):
            assert line.hash == link(last, *line[:5])
            last = line.hash
        journal.close()

    asyncio.run(scene())


def test_entries_become_durable_in_the_order_they_came(store: Store, make: Make) -> None:
    async def scene() -> list[int]:
        journal = make(store)
        order: list[int] = []
        written = [journal.append(entry("craps", number, b"line")) for number in range(1000)]
        for number, each in enumerate(written):
            each.add_done_callback(lambda _, number=number: order.append(number))
        await asyncio.gather(*written)
        await asyncio.sleep(0)
        journal.close()
        return order

    assert asyncio.run(scene()) == list(range(1000))


def test_an_entry_goes_to_all_its_streams_or_to_none(store: Store, make: Make) -> None:
    async def scene() -> None:
        journal = make(store)
        both = Entry((Part("craps", 0, (Draft(b"ticket in"),)), Part("ticket/1", 0, (Draft(b"redeemed"),))))
        await journal.append(both)
        late = Entry((Part("craps", 1, (Draft(b"ticket in"),)), Part("ticket/1", 0, (Draft(b"redeemed"),))))
        with pytest.raises(ConflictError, match="ticket/1 stands at line 1, not 0"):
            await journal.append(late)
        assert journal.head("craps").number == journal.head("ticket/1").number == 1
        journal.close()

    asyncio.run(scene())


def test_one_that_comes_too_late_does_not_hold_up_the_others(store: Store, make: Make) -> None:
    async def scene() -> None:
        journal = make(store)
        written = [journal.append(entry(f"ticket/{number % 5}", 0, b"redeemed")) for number in range(10)]
        outcomes = await asyncio.gather(*written, return_exceptions=True)
        assert outcomes[:5] == [None] * 5
        assert all(isinstance(each, ConflictError) for each in outcomes[5:])
        assert [journal.head(f"ticket/{number}").number for number in range(5)] == [1] * 5
        journal.close()

    asyncio.run(scene())


def test_a_part_without_lines_guards(store: Store, make: Make) -> None:
    """Whoever owned a table writes nothing to it once another has claimed it."""

    async def scene() -> None:
        journal = make(store)
        await journal.append(entry("craps/claims", 0, b"mine", epoch=1))
        mine = Entry((Part("craps/claims", 1), Part("craps", 0, (Draft(b"a bet"),))), 1)
        await journal.append(mine)
        await journal.append(entry("craps/claims", 1, b"yours", epoch=2))
        with pytest.raises(ConflictError, match="craps/claims stands at line 2, not 1"):
            await journal.append(Entry((Part("craps/claims", 1), Part("craps", 1, (Draft(b"another"),))), 1))
        assert journal.head("craps").number == 1
        journal.close()

    asyncio.run(scene())


def test_a_part_may_have_an_epoch_of_its_own(store: Store, make: Make) -> None:
    """A table and the cage are claimed apart, and one entry goes to both."""

    async def scene() -> None:
        journal = make(store)
        both = (Part("craps", 0, (Draft(b"ticket in"),)), Part("floor/cage", 0, (Draft(b"redeemed"),), 7))
        await journal.append(Entry(both, 3))
        assert [next(journal.lines(stream)).epoch for stream in ("craps", "floor/cage")] == [3, 7]
        journal.close()

    asyncio.run(scene())


def test_a_name_is_given_once_in_its_stream(store: Store) -> None:
    """The last line of defence: a second answer to the same command cannot be written, and what cannot be written stops."""
    stopped: list[BaseException] = []

    async def scene() -> None:
        journal = Journal(store, stopped.append)
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)  # the process would have ended
        await journal.append(entry("craps/keys", 0, b"a seat", name="tap-1"))
        await journal.append(entry("dice/keys", 0, b"a seat", name="tap-1"))
        journal.append(entry("craps/keys", 1, b"another seat", name="tap-1"))
        await asyncio.sleep(0.01)
        assert journal.head("craps/keys").number == 1
        journal.close()

    asyncio.run(scene())
    assert stopped


def test_closing_writes_down_what_waits(store: Store, make: Make) -> None:
    async def scene() -> None:
        journal = make(store)
        reader = store.reader()
        written = [journal.append(entry("craps", number, b"line")) for number in range(500)]
        journal.close()
        assert reader.head("craps").number == 500
        reader.close()
        await asyncio.wait_for(asyncio.gather(*written), PATIENCE)

    asyncio.run(scene())


def test_a_busy_event_loop_does_not_stop_the_writer() -> None:
    many = 70_000  # more than a pipe has room for
    store = MemoryStore()

    def block_until_written() -> None:
        until = time.monotonic() + 30
        while store.head("craps").number < many:
            time.sleep(0.01)
            assert time.monotonic() < until

    async def scene() -> None:
        journal = ThreadedJournal(store, largest=1)
        written = [journal.append(Entry((Part("craps", number, (Draft(b"line", ""),)),))) for number in range(many)]
        await asyncio.sleep(0)  # hand them over
        block_until_written()
        await asyncio.wait_for(asyncio.gather(*written), PATIENCE)
        journal.close()

    asyncio.run(scene())


def test_a_threaded_journal_serves_one_event_loop_after_the_other() -> None:
    store = MemoryStore()
    journal = ThreadedJournal(store)
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()

    async def write(number: int) -> None:
        await asyncio.wait_for(journal.append(entry("craps", number, b"line")), PATIENCE)

    for number, loop in enumerate((first, second, first)):
        loop.run_until_complete(write(number))
    first.close()
    second.run_until_complete(write(3))
    second.close()
    journal.close()
    assert store.head("craps").number == 4


def test_a_threaded_journal_can_be_closed_in_another_thread() -> None:
    async def scene() -> None:
        asyncio.get_running_loop().set_debug(True)
        journal = ThreadedJournal(MemoryStore())
        written = journal.append(entry("craps", 0, b"line"))
        await asyncio.to_thread(journal.close)
        await asyncio.wait_for(written, PATIENCE)

    asyncio.run(scene())


def test_heads_come_in_the_order_of_their_names_as_bytes(store: Store) -> None:
    names = ["b", "a/z", "a", "Z", "é", "ticket/10", "ticket/9", "a-"]
    for name in names:
        store.commit({name: START}, [Line(name, 1, 0, "", b"{}", bytes(32))])
    assert list(store.heads().items()) == [(name, Head(1, bytes(32))) for name in sorted(names, key=str.encode)]
    store.close()


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
def test_what_is_read_steadily_does_not_change(store: Store) -> None:
    """A store in memory is its own reader, and nobody else has a turn while it is read."""
    store.commit({"craps": START}, [Line("craps", 1, 0, "", b"one", bytes(32))])
    reader = store.reader()
    with reader.steady():
        assert reader.head("craps").number == 1
        store.commit({"craps": Head(1, bytes(32))}, [Line("craps", 2, 0, "", b"two", bytes(32))])
        assert reader.head("craps").number == len(list(reader.lines("craps"))) == 1
    assert reader.head("craps").number == 2
    reader.close()
    store.close()


def test_somebody_else_who_writes_is_noticed() -> None:
    """Two journals on one store, as two servers on one database: numbers decide, and a guard that fell is told."""
    store = MemoryStore()

    async def scene() -> None:
        one, other = Journal(store), Journal(store)
        await one.append(entry("ticket/1", 0, b"issued"))
        await other.append(entry("ticket/1", 1, b"redeemed"))
        with pytest.raises(ConflictError, match="ticket/1 stands at line 2, not 1"):
            await one.append(entry("ticket/1", 1, b"redeemed"))
        await one.append(entry("ticket/1", 2, b"voided"))
        outcomes = await asyncio.gather(
            other.append(entry("ticket/1", 2, b"late")), other.append(entry("ticket/2", 0, b"issued")), return_exceptions=True
        )
        assert isinstance(outcomes[0], ConflictError)
        assert outcomes[1] is None
        await other.append(entry("ticket/1", 3, b"looked at"))
        await one.append(entry("ticket/1", 4, b"looked at again"))

    asyncio.run(scene())
    with pytest.raises(MovedError):
        store.commit({"ticket/1": START}, [])


class Shared(MemoryStore):
    """A store that two writers' threads may use at once."""

    def __init__(self) -> None:
        super().__init__()
        self._turn = threading.Lock()

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        with self._turn:
            super().commit(before, lines)


def test_two_writers_who_keep_meeting_lose_nothing_of_their_own() -> None:
    """What was numbered before the other one was noticed is numbered again; of what both want, each line is won once."""
    store, rounds = Shared(), 300

    async def scene() -> tuple[int, int]:
        journals = [ThreadedJournal(store, largest=5) for _ in range(2)]

        async def play(index: int) -> int:
            journal, own, wins = journals[index], list[asyncio.Future[None]](), 0
            for number in range(rounds):
                own.append(journal.append(entry(f"table/{index}", number, b"%d" % number)))
                try:
                    await journal.append(entry("shared", store.head("shared").number, b"%d" % index))
                    wins += 1
                except ConflictError:
                    pass
            await asyncio.gather(*own)
            return wins

        wins = await asyncio.gather(play(0), play(1))
        for journal in journals:
            journal.close()
        return wins[0], wins[1]

    wins = asyncio.run(scene())
    for index in range(2):
        assert [line.body for line in store.lines(f"table/{index}")] == [b"%d" % number for number in range(rounds)]
        assert sum(line.body == b"%d" % index for line in store.lines("shared")) == wins[index] > 0
    assert sum(wins) < 2 * rounds, "they met"


def test_a_group_is_written_whole_however_large(store: Store) -> None:
    many = chained([entry("craps", 0, *[b"%d" % number for number in range(12_000)])], store.head)
    store.commit(many.before, many.lines)
    assert store.head("craps") == many.after["craps"]
    again = chained(
        [Entry((Part("roulette", 0, tuple([Draft(b"", f"{number % 11_000}") for number in range(12_000)])),))], store.head
    )
    with pytest.raises(Exception, match=r"(?i)unique|already"):
        store.commit(again.before, again.lines)
    assert store.head("roulette") == START
    store.close()


def test_an_epoch_never_goes_back(store: Store) -> None:
    """A server that has lost its table may still hold lines: they are noticed wherever the stream is read."""
    for epoch in (1, 2, 2, 1, 2):
        write(store, epoch, {"craps": [Draft(b"a bet")]})
    read: list[int] = []
    with pytest.raises(EpochError, match="craps, line 4: was written under epoch 1, and epoch 2 had begun"):
        read.extend(line.number for line in verified_lines("craps", store.lines("craps")))
    with pytest.raises(EpochError, match="craps, line 4: was written under epoch 1"):
        verify_stream("craps", store.lines("craps"), store.head("craps"), lambda line: read.append(line.number))
    assert read == [1, 2, 3] * 2
    store.close()


def test_an_epoch_that_no_claim_began_is_noticed(store: Store) -> None:
    for epoch in (1, 2, 3):
        write(store, epoch, {"craps": [Draft(b"a bet")]})
    for epochs, number, epoch in ((range(1, 3), 3, 3), (range(2, 4), 1, 1), (range(1), 1, 1)):
        with pytest.raises(EpochError, match=f"line {number}: was written under epoch {epoch}, which no claim had begun"):
            list(verified_lines("craps", store.lines("craps"), epochs))
    assert len(list(verified_lines("craps", store.lines("craps"), range(1, 4)))) == 3
    store.close()
