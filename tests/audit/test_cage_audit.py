"""What the audit finds at the cage: a forged line, a wrong snapshot, and money that only one side knows of."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cages import BEGIN, CAY, OPENER
from croupier.audit.balance import apart_from_cage, balanced_streams, balances
from croupier.audit.cage import unmatched
from croupier.audit.resettle import resettled
from croupier.audit.verify import verify
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import snapshots
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from croupier.table.core.person import Person
from croupier.table.money.credit import Collect
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.pay_forms import CAGE_ROLE, VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from journals import copied

ROULETTE = "ministar-roulette-2018"
Change = Callable[[Line], Line | None]


@pytest.fixture
def floor(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A table that has printed a ticket and had a hand pay paid, and a cage that has sold a ticket and paid that hand pay."""
    monkeypatch.setattr("croupier.floor.keeper.SNAPSHOT_EVERY", 2)
    store = MemoryStore()

    async def play() -> None:
        house = House(Journal(store), SoftwareGenerator(), Timing(), clock=lambda: BEGIN)
        keeper = await house.open_cage()
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
        await dealer.ask(Collect(seat="ann", tender=Tender(Way.TICKET)))
        assert (await keeper.ask(OPENER)).ok
        await keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=keeper.salt()))
        by = Person("Cay Rich", CAGE_ROLE)
        for command in (
            TakeSeat(seat="bob", chips=Cents(40_000)),
            Collect(seat="bob", tender=Tender(Way.HAND_PAY)),
            VerifyHandPay(seat="bob", amount=Cents(40_000), record="its meters", by=by),
            PayByHand(seat="bob", form=1, method=PayMethod.CASH, by=by),
        ):
            assert (await dealer.ask(command)).ok

    asyncio.run(play())
    return store


def forged(source: MemoryStore, path: Path, change: Change) -> SqliteStore:
    """A copy with changed lines, whose hash chain was made anew."""
    into = SqliteStore(path)
    copied(source, into, change, chain=True)
    return into


def in_stream(stream: str, number: int, old: bytes, new: bytes) -> Change:
    """Replace bytes of one line."""

    def change(line: Line) -> Line:
        if (line.stream, line.number) != (stream, number):
            return line
        assert old in line.body, line.body
        return line._replace(body=line.body.replace(old, new))

    return change


def test_nothing_is_found_where_nothing_is_wrong(floor: MemoryStore) -> None:
    assert verify(floor).faults == ()
    found = {stream: resettled(floor, stream, lambda _: None) for stream in balanced_streams(floor.heads())}
    assert all(each.holds for each in found.values())
    assert unmatched(found) == []
    assert apart_from_cage(balances(floor, balanced_streams(floor.heads()), lambda _: None)) is None


def test_a_ticket_made_larger_is_found(floor: MemoryStore, tmp_path: Path) -> None:
    """Command, event and transfer agree, so that the cage by itself decides it so; the table says otherwise."""
    journal = forged(floor, tmp_path / "forged.sqlite", in_stream(CAGE_REGISTER.name, 2, b"10000", b"90000"))
    streams = balanced_streams(journal.heads())
    found = {stream: resettled(journal, stream, lambda _: None) for stream in streams}
    assert [sentence.rpartition(":")[0] for sentence in unmatched(found)] == [
        f"{ROULETTE}/ann, ticket 1, $100.00 out",
        f"{ROULETTE}/ann, ticket 1, $900.00 out",
    ]
    assert apart_from_cage(balances(journal, streams, lambda _: None)) == (
        "tickets: the tables have issued $100.00 less what they took in, and the cage knows of $900.00"
    )
    assert any(f"{snapshots(CAGE_REGISTER.name)}, line 1" in fault for fault in verify(journal).faults)


def test_a_hand_pay_that_the_cage_has_made_larger_is_found(floor: MemoryStore, tmp_path: Path) -> None:
    journal = forged(floor, tmp_path / "forged.sqlite", in_stream(CAGE_REGISTER.name, 5, b"40000", b"90000"))
    streams = balanced_streams(journal.heads())
    found = {stream: resettled(journal, stream, lambda _: None) for stream in streams}
    assert unmatched(found) == [
        f"{ROULETTE}/bob, hand pay on form 1, $400.00 out: the cage does not know of it",
        f"{ROULETTE}/bob, hand pay on form 1, $900.00 out: the table does not know of it",
    ]
    assert apart_from_cage(balances(journal, streams, lambda _: None)) == (
        "hand pays, prizes and colour checks: the tables and the prize register had $400.00 paid by the cage, "
        "and the cage knows of $900.00"
    )


def test_an_event_that_the_cage_would_not_decide_is_found(floor: MemoryStore, tmp_path: Path) -> None:
    journal = forged(
        floor, tmp_path / "forged.sqlite", in_stream(CAGE_REGISTER.name, 4, b'"amount":700,"salt"', b'"amount":0,"salt"')
    )
    [said] = resettled(journal, CAGE_REGISTER.name, lambda _: None).sentences
    assert said.startswith("line 4, round 0: written down was TicketIssued, the cage says: It has to be one cent")


def test_a_line_that_cannot_have_happened_is_found(floor: MemoryStore, tmp_path: Path) -> None:
    journal = forged(floor, tmp_path / "forged.sqlite", in_stream(CAGE_REGISTER.name, 4, b'"serial":2', b'"serial":5'))
    assert any(
        f"{CAGE_REGISTER.name}, line 4: cannot be read, or cannot have happened" in fault for fault in verify(journal).faults
    )
    assert "line 4: cannot be read, or cannot have happened" in resettled(journal, CAGE_REGISTER.name, lambda _: None).ended


def test_a_wrong_snapshot_is_found(floor: MemoryStore, tmp_path: Path) -> None:
    journal = forged(floor, tmp_path / "forged.sqlite", in_stream(snapshots(CAGE_REGISTER.name), 1, b'"issued",', b'"paid",'))
    assert verify(journal).faults == (
        f"{snapshots(CAGE_REGISTER.name)}, line 1: is not what changed up to line 2 of {CAGE_REGISTER.name}",
    )


def test_lines_of_the_cage_have_the_epoch_of_a_claim(floor: MemoryStore, tmp_path: Path) -> None:
    def change(line: Line) -> Line:
        return line._replace(epoch=2) if (line.stream, line.number) == (CAGE_REGISTER.name, 3) else line

    journal = forged(floor, tmp_path / "forged.sqlite", change)
    assert verify(journal).faults == (f"{CAGE_REGISTER.name}, line 3: was written under epoch 2, which no claim had begun",)
