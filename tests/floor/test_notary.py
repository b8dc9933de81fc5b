"""What has moved is signed, and a copy is kept elsewhere."""

import asyncio
import random
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.company import seat_company
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey, read_anchor, signed_heads
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Head, JournalError, Row
from croupier.journal.streams import ANCHORS
from croupier.journal.threaded import ThreadedJournal
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import BetPlaced
from croupier.table.money.seats import TakeSeat
from croupier.testing.evening import OPENING
from journals import entry
from patience import PATIENCE


def test_everything_that_moved_is_signed_once(tmp_path: Path) -> None:
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"

    async def scene() -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000, copies)
        await notary.sign()
        assert store.head(ANCHORS).number == 0, "nothing to sign"
        await journal.append(entry("craps", 0, b"{}"))
        await journal.append(entry("dice", 0, b"{}"))
        await notary.sign()
        await notary.sign()
        await journal.append(entry("craps", 1, b"{}"))
        await notary.sign()

    asyncio.run(scene())
    first, second = [read_anchor(line) for line in store.lines(ANCHORS)]
    assert (set(first.heads), set(second.heads)) == ({"craps", "dice"}, {"craps"})
    assert (first.whole, second.whole) == (1, 1)
    assert signed_heads(store, seal.public) == {"craps": store.head("craps"), "dice": store.head("dice")}
    assert copies.read_bytes().splitlines() == [line.body for line in store.lines(ANCHORS)]


def test_after_a_start_every_stream_is_signed_anew(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")

    async def scene(stream: str) -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000)
        await journal.append(entry(stream, 0, b"{}"))
        await notary.sign()

    asyncio.run(scene("craps"))
    asyncio.run(scene("dice"))
    last = read_anchor(list(store.lines(ANCHORS))[-1])
    assert (last.whole, set(last.heads)) == (2, {"craps", "dice"})


def test_two_notaries_on_one_store_sign_one_after_the_other(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")

    async def scene() -> None:
        journals = [Journal(store), Journal(store)]
        notaries = [Notary(journal, seal, lambda: 1000) for journal in journals]
        await journals[0].append(entry("craps", 0, b"{}"))
        await journals[1].append(entry("dice", 0, b"{}"))
        await asyncio.gather(*[notary.sign() for notary in notaries])
        await asyncio.gather(*[notary.sign() for notary in notaries])

    asyncio.run(scene())
    assert store.head(ANCHORS).number == 2
    assert signed_heads(store, seal.public) == {"craps": store.head("craps"), "dice": store.head("dice")}


def test_a_medium_that_is_away_gets_its_copies_when_it_is_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "mount" / "copies"

    async def scene() -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000, copies)
        for number in range(3):
            await journal.append(entry("craps", number, b"{}"))
            await notary.sign()
        copies.parent.mkdir()
        copies.write_bytes(b"a line that was torn")
        await notary.sign()

    asyncio.run(scene())
    assert (
        capsys.readouterr().err.count("no copies of anchors can be added (No such file or directory); make room, or mount it")
        == 1
    )
    assert store.head(ANCHORS).number == 3, "the journal goes on being signed"
    assert copies.read_bytes().splitlines()[1:] == [line.body for line in store.lines(ANCHORS)]


def test_a_stop_signs_the_last_line_too(tmp_path: Path) -> None:
    store, seal = MemoryStore(), SigningKey(tmp_path / "key")

    async def scene() -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000)
        running = asyncio.ensure_future(notary.run())
        for number in range(5):
            await journal.append(entry("craps", number, b"{}"))
        notary.stop()
        await running

    asyncio.run(scene())
    assert signed_heads(store, seal.public) == {"craps": store.head("craps")}


class SlowStore(MemoryStore):
    """A medium that takes its time."""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        """Keep lines, later."""
        time.sleep(0.1)
        super().commit(before, lines)


def test_a_house_signs_what_was_written_while_everybody_left(tmp_path: Path) -> None:
    store, seal = SlowStore(), SigningKey(tmp_path / "key")

    async def scene() -> None:
        journal = ThreadedJournal(store)
        notary = Notary(journal, seal, lambda: 1000)
        house = House(journal, SoftwareGenerator(), Timing(), lambda: OPENING, notary)
        dealer = await house.open("craps", ruleset("star-craps-2016"), {"minimum": 100})

        async def see_out() -> None:
            await asyncio.sleep(0.5)
            leaving = asyncio.ensure_future(dealer.ask(TakeSeat(seat="ann", chips=Cents(100)), "the last"))
            await asyncio.sleep(0)
            leaving.cancel()  # it was asked for, and is written down, though nobody waits for it

        house.stop()
        await house.run(see_out)
        journal.close()

    asyncio.run(scene())
    assert store.head("craps").number == 2
    assert signed_heads(store, seal.public) == {stream: head for stream, head in store.heads().items() if stream != ANCHORS}


def test_a_guest_who_has_left_asks_for_nothing_any_more() -> None:
    store = MemoryStore()

    async def scene() -> None:
        house = House(Journal(store), SoftwareGenerator(), Timing(betting=60), lambda: OPENING)
        dealer = await house.open("craps", ruleset("aruze-craps-2024"), {"minimum": 100})
        guests = await seat_company(house.loops["craps"], 3, random.Random(1))  # noqa: S311 - a guest's whims
        betting = asyncio.Event()
        dealer.listeners.append(lambda each: betting.set() if isinstance(each.event, BetPlaced) else None)
        running = asyncio.ensure_future(house.run())
        await betting.wait()
        for guest in guests:
            await guest.leave()
        line = dealer.line
        assert dealer.table.round.phase is Phase.BETTING
        await asyncio.sleep(2)  # longer than a guest ever thinks
        assert dealer.line == line
        running.cancel()

    asyncio.run(scene())


def test_a_file_of_something_else_gets_no_copies(tmp_path: Path) -> None:
    copies, seal = tmp_path / "copies", SigningKey(tmp_path / "key")

    async def scene() -> None:
        notary = Notary(Journal(MemoryStore()), seal, lambda: 1000, copies)
        for fine in (b"", b"\n", b'{"at":10', b'{"at":10\n{"at', bytes(20), bytes(9) + b'"whole":1}\n', b"\xa5" * 20 + b"\n"):
            copies.write_bytes(fine)
            assert notary.signed() == {}
        copies.write_bytes(b"a note\n")
        with pytest.raises(JournalError, match="copies: has something else in it than copies of anchors; name a new file"):
            notary.signed()

    asyncio.run(scene())


def test_a_journal_that_lacks_the_last_copy_is_not_gone_on_with(tmp_path: Path) -> None:
    """Somebody has taken the anchors out of it, and chained the rest anew."""
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"

    async def scene() -> None:
        journal = Journal(store)
        await journal.append(entry("craps", 0, b"{}"))
        notary = Notary(journal, seal, lambda: 1000, copies)
        await notary.sign()
        assert notary.signed()
        stripped = Notary(Journal(MemoryStore()), seal, lambda: 1000, copies)
        with pytest.raises(JournalError, match="is not in this journal, which was set back or written anew"):
            stripped.signed()

    asyncio.run(scene())


@pytest.mark.parametrize("torn", [b"", b'{"at":10', b"\0\0\0"])
def test_a_start_adds_the_copies_that_are_missing(torn: bytes, tmp_path: Path) -> None:
    """The power went after the journal had an anchor and before its copy was whole."""
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"

    async def scene(number: int) -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000, copies)
        notary.signed()
        await journal.append(entry("craps", number, b"{}"))
        await notary.sign()
        await journal.append(entry("craps", number + 1, b"{}"))
        await notary.sign()

    asyncio.run(scene(0))
    first, _ = copies.read_bytes().splitlines()
    copies.write_bytes(first + b"\n" + torn)
    asyncio.run(scene(2))
    anchors = [line.body for line in store.lines(ANCHORS)]
    assert len(anchors) == 4
    assert copies.read_bytes().splitlines() == [anchors[0], *([torn] if torn else []), *anchors[1:]]
    copies.unlink()
    asyncio.run(scene(4))
    assert copies.read_bytes().splitlines() == [line.body for line in store.lines(ANCHORS)][3:]


def test_of_copies_of_many_years_only_the_end_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"

    async def scene() -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000, copies)
        for number in range(10):
            await journal.append(entry("craps", number, b"{}"))
            await notary.sign()
        last = copies.read_bytes().splitlines(keepends=True)[-1]
        monkeypatch.setattr("croupier.floor.notary.COPIES_TAIL_BYTES", len(last) + 10)
        assert notary.signed()["craps"].number == 10
        copies.write_bytes(bytes(100) + copies.read_bytes()[100:])  # nobody looks there
        assert notary.signed()
        copies.write_bytes(copies.read_bytes() + b"a note\n")
        with pytest.raises(JournalError, match="something else"):
            notary.signed()

    asyncio.run(scene())


def test_a_medium_that_hangs_keeps_nobody_from_signing_or_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"
    hangs = threading.Event()

    def hang(_file: Path, _bodies: object) -> None:
        hangs.wait(10 * PATIENCE)

    monkeypatch.setattr("croupier.floor.notary._add", hang)
    monkeypatch.setattr("croupier.floor.notary.COPY_TIMEOUT", 0.05)

    async def scene() -> None:
        journal = Journal(store)
        notary = Notary(journal, seal, lambda: 1000, copies)
        running = asyncio.create_task(notary.run())
        for number in range(3):
            await journal.append(entry("craps", number, b"{}"))
            await notary.sign()
        notary.stop()
        await asyncio.wait_for(running, PATIENCE)

    asyncio.run(scene())
    hangs.set()
    assert store.head(ANCHORS).number == 3
    assert signed_heads(store, seal.public)["craps"].number == 3


def test_copies_that_stopped_long_ago_are_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.notary.RECENT_ANCHORS", 3)
    store, seal, copies = MemoryStore(), SigningKey(tmp_path / "key"), tmp_path / "copies"

    async def scene() -> None:
        journal = Journal(store)
        for number in range(10):
            notary = Notary(journal, seal, lambda: 1000, None if 2 < number < 9 else copies)
            notary.signed()
            await journal.append(entry("craps", number, b"{}"))
            await notary.sign()

    asyncio.run(scene())
    assert copies.read_bytes().splitlines() == [line.body for line in store.lines(ANCHORS)]
