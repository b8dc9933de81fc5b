# pyright: reportPrivateUsage=false
"""Money between a table and the cage: both or neither, once, and told when it is durable."""

import asyncio
import time
from pathlib import Path

import pytest

from cage_floor import CRAPS, ROULETTE, on_a_floor
from cages import BEGIN, CAY, DRAWER, SUE, booked
from croupier.cage.expiring import TicketsExpired
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket
from croupier.cage.message import CageCommand
from croupier.cage.opening import ChangeTicketRules
from croupier.cage.redeeming import HoldTicket, PayTicket, ReturnTicket
from croupier.cage.refusals import Reason as CageReason
from croupier.cage.state import TicketRules
from croupier.cage.ticket import TicketState, place
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.floor.counter import inserting
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.keeper import CageReply, Keeper
from croupier.floor.liability import liability
from croupier.floor.timetable import Timing
from croupier.journal.port import JournalError
from croupier.journal.streams import claims, snapshots
from croupier.ledger.accounts import OUTSTANDING, PAID_BY_HAND, TICKETS, rack
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.hand_pay import PayByHand
from croupier.table.money.pay_forms import VerifyHandPay
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from journals import bodies, journal_on
from patience import PATIENCE

TICKET = Tender(Way.TICKET)


def taking_in(keeper: Keeper, typed: str) -> InsertMoney:
    command = inserting(keeper.found(typed), "ann")
    assert isinstance(command, InsertMoney)
    return command


def test_credit_goes_to_another_table_on_a_ticket(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        reply = await dealers[ROULETTE].ask(Collect(seat="ann", tender=TICKET), "ann/1")
        assert (reply.ok, reply.ticket) == (True, 1)
        ticket = keeper.durable.tickets[1]
        assert (ticket.amount, ticket.state) == (10_000, TicketState.ISSUED)
        assert dealers[ROULETTE].durable.book.balance(TICKETS) == keeper.durable.book.balance(OUTSTANDING) == 10_000
        at_cage, at_table = liability(keeper.durable, ()), liability(None, [dealers[ROULETTE].durable])
        assert (at_cage.tickets, at_cage.passed) == (10_000, -10_000), "the cage owes what its tickets are for"
        assert (at_table.tickets, at_table.passed) == (0, 10_000)
        assert (await dealers[CRAPS].ask(taking_in(keeper, keeper.number(1)), "ann/1")).ok
        assert dealers[CRAPS].durable.book.balance(rack("ann")) == 20_000
        assert keeper.durable.tickets[1].state is TicketState.PAID

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_a17_a_ticket_is_issued_no_longer_than_it_can_be_paid(tmp_path: Path) -> None:
    """It expires at its time, also one that was in a reader until after it. What has not changed is not looked at again."""

    async def scene(_: dict[str, Dealer], keeper: Keeper) -> None:
        assert (await keeper.ask(ChangeTicketRules(by=CAY, second=SUE, rules=TicketRules(days=1)))).ok
        for salt in (1, 2):
            assert (await keeper.ask(SellTicket(by=CAY, amount=Cents(4_000), salt=salt))).ok
        assert (await keeper.ask(HoldTicket(place=place(ROULETTE, "ann"), serial=2))).ok
        swept, ask = list[CageCommand](), keeper.ask

        async def recorded(command: CageCommand, id: str = "") -> CageReply:
            swept.append(command)
            return await ask(command, id)

        keeper.ask = recorded
        expired = asyncio.Queue[int]()

        def hear(event: Event) -> None:
            for serial in event.serials if isinstance(event, TicketsExpired) else ():
                expired.put_nowait(serial)

        keeper.listeners.append(hear)
        runs_ahead(keeper, _expiry(keeper, 1) - 100)
        running = asyncio.create_task(keeper.run())
        assert await asyncio.wait_for(expired.get(), PATIENCE) == 1
        runs_ahead(keeper, _expiry(keeper, 2) + 60_000)
        assert (await ask(ReturnTicket(place=place(ROULETTE, "ann"), serial=2))).ok
        assert await asyncio.wait_for(expired.get(), PATIENCE) == 2
        running.cancel()
        assert 3 <= len(swept) <= 4, "at first, when each of them expires, and once for the change"

    on_a_floor(tmp_path / "journal.sqlite", scene)


def runs_ahead(keeper: Keeper, at: int) -> None:
    """Let the clock of the cage run on from a time."""
    began = time.monotonic()
    keeper.clock = lambda: at + int((time.monotonic() - began) * 1000)


def _expiry(keeper: Keeper, serial: int) -> int:
    expires = keeper.durable.tickets[serial].expires
    assert expires
    return expires


def test_leaving_prints_a_ticket_too(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        reply = await dealers[ROULETTE].ask(LeaveSeat(seat="ann", tender=TICKET))
        assert reply.ticket == 1
        assert (await keeper.ask(PayTicket(by=CAY, serial=1))).ok

    on_a_floor(tmp_path / "journal.sqlite", scene)


@pytest.mark.parametrize("end", [LeaveSeat(seat="ann", tender=TICKET), ReleaseSeat(seat="ann")])
def test_a_ticket_in_the_reader_is_free_once_its_seat_has_ended(tmp_path: Path, end: Command) -> None:
    """Its devices come back for another seat, where it is stacked or given back. It is in no reader meanwhile."""
    here, there = place(ROULETTE, "ann"), place(CRAPS, "ann")

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        for _ in range(2):
            assert (await keeper.ask(SellTicket(by=CAY, amount=Cents(500), salt=keeper.salt()))).ok
        assert (await keeper.ask(HoldTicket(place=here, serial=1))).ok
        assert (await keeper.ask(HoldTicket(place=there, serial=2))).ok
        assert (await dealers[ROULETTE].ask(end)).ok
        assert [keeper.durable.tickets[serial].state for serial in (1, 2)] == [TicketState.ISSUED, TicketState.PENDING]
        stacked = CreditStacked(seat="ann", amount=Cents(500), tender=Tender(Way.TICKET, ticket=1))
        assert (await dealers[CRAPS].ask(stacked)).ok
        assert keeper.durable.tickets[1].state is TicketState.PAID

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_two_places_at_the_same_instant_and_one_gets_it(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        sold = await keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=keeper.salt()))
        assert sold.ok
        asked = [
            *(dealers[name].ask(taking_in(keeper, keeper.number(1)), f"ann/{each}") for name in dealers for each in range(3)),
            keeper.ask(PayTicket(by=CAY, serial=1), "cay/1"),
        ]
        replies = await asyncio.gather(*asked)
        assert [reply.ok for reply in replies].count(True) == 1
        assert {reply.error for reply in replies if not reply.ok} == {CageReason.TICKET_PAID}

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_nothing_is_refused_before_its_reason_is_durable(tmp_path: Path) -> None:
    """Who is told that a ticket was paid may rely on it, even if the machine stops at that moment."""
    path = tmp_path / "journal.sqlite"

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        await keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=keeper.salt()))
        lines: list[int] = []
        before = len(bodies(path, CAGE_REGISTER.name))
        done = asyncio.Event()
        dealers[ROULETTE].submit(taking_in(keeper, keeper.number(1)), done=lambda _: None)

        def refused(_: object) -> None:
            lines.append(len(bodies(path, CAGE_REGISTER.name)))
            done.set()

        dealers[CRAPS].submit(taking_in(keeper, keeper.number(1)), "ann/1", done=refused)
        await done.wait()
        assert lines == [before + 1]

    on_a_floor(path, scene)


def test_a_repeated_command_prints_and_takes_one_ticket(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    collect = Collect(seat="ann", tender=TICKET)

    async def first(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        replies = await asyncio.gather(*(dealers[ROULETTE].ask(collect, "ann/1") for _ in range(3)))
        assert {reply.ticket for reply in replies} == {1}
        typed = keeper.number(1)
        replies = await asyncio.gather(*(dealers[CRAPS].ask(taking_in(keeper, typed), "ann/2") for _ in range(3)))
        assert all(reply.ok for reply in replies)
        sold = await keeper.ask(SellTicket(by=CAY, amount=Cents(5), salt=keeper.salt()), "cay/1")
        assert await keeper.ask(SellTicket(by=CAY, amount=Cents(5), salt=keeper.salt()), "cay/1") == sold
        other = await keeper.ask(SellTicket(by=CAY, amount=Cents(10), salt=keeper.salt()), "cay/1")
        assert other.error == Reason.OTHER_COMMAND

    async def later(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        assert (await dealers[ROULETTE].ask(collect, "ann/1")).ticket == 1
        assert (await dealers[CRAPS].ask(taking_in(keeper, keeper.number(1)), "ann/2")).ok
        assert (await keeper.ask(SellTicket(by=CAY, amount=Cents(5), salt=keeper.salt()), "cay/1")).ok
        assert keeper.cage.issued == 2
        assert dealers[CRAPS].table.book.balance(rack("ann")) == 20_000

    on_a_floor(path, first)
    on_a_floor(path, later)


def test_what_one_refuses_happens_at_neither(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        heads = {stream: len(bodies(path, stream)) for stream in (ROULETTE, CRAPS, CAGE_REGISTER.name)}
        await keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=keeper.salt()))
        nobody = InsertMoney(seat="bob", amount=Cents(700), tender=Tender(Way.TICKET, ticket=1))
        assert (await dealers[CRAPS].ask(nobody)).error == Reason.UNKNOWN_PLAYER
        wrong = InsertMoney(seat="ann", amount=Cents(701), tender=Tender(Way.TICKET, ticket=1))
        assert (await dealers[CRAPS].ask(wrong)).error == CageReason.BAD_AMOUNT
        plain = InsertMoney(seat="ann", amount=Cents(700), tender=TICKET)
        assert (await dealers[CRAPS].ask(plain)).error == CageReason.TICKET_NEEDED
        notes = InsertMoney(seat="ann", amount=Cents(700), tender=Tender(Way.CASHLESS, ticket=1))
        assert (await dealers[CRAPS].ask(notes)).error == Reason.BAD_TENDER
        assert (await dealers[ROULETTE].ask(InsertMoney(seat="ann", amount=Cents(2_000_000)))).ok
        too_much = await dealers[ROULETTE].ask(Collect(seat="ann", tender=TICKET))
        assert too_much.error == CageReason.OVER_TICKET_LIMIT
        assert {stream: len(bodies(path, stream)) for stream in heads} == {
            **heads,
            ROULETTE: heads[ROULETTE] + 1,
            CAGE_REGISTER.name: heads[CAGE_REGISTER.name] + 1,
        }
        assert isinstance(inserting(keeper.found(keeper.number(1)[:-1]), "ann"), Refusal)

    on_a_floor(path, scene)


def test_a_cage_is_rebuilt_from_its_snapshots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    monkeypatch.setattr("croupier.floor.keeper.SNAPSHOT_EVERY", 3)
    known: list[Keeper] = []

    async def scene(_: dict[str, Dealer], keeper: Keeper) -> None:
        assert not known or known[-1].cage == keeper.cage
        for _number in range(4):
            sold = await keeper.ask(SellTicket(by=CAY, amount=Cents(700), salt=keeper.salt()))
            assert sold.ok
        await keeper.ask(PayTicket(by=CAY, serial=keeper.cage.issued))
        known.append(keeper)

    for _ in range(3):
        on_a_floor(path, scene)
    assert len(bodies(path, snapshots(CAGE_REGISTER.name))) == 5
    assert len(bodies(path, claims(CAGE_REGISTER.name))) == 3


def test_a_cage_that_another_has_taken_over_is_not_written_to(tmp_path: Path) -> None:
    stopped: list[BaseException] = []

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        journal = keeper._journal  # noqa: SLF001 - both servers are in one process here
        journal.stop = stopped.append
        other = await House(journal, SoftwareGenerator(), Timing(), clock=lambda: BEGIN).open_cage()
        asked = [
            asyncio.ensure_future(each)
            for each in (
                dealers[ROULETTE].ask(Collect(seat="ann", tender=TICKET)),
                keeper.ask(SellTicket(by=CAY, amount=Cents(5), salt=keeper.salt())),
            )
        ]
        await other.ask(SellTicket(by=CAY, amount=Cents(10), salt=other.salt()))
        await other.ask(SellTicket(by=CAY, amount=Cents(15), salt=other.salt()))
        assert [type(each) for each in stopped] == [JournalError, JournalError]
        assert not any(each.done() for each in asked)
        for each in asked:
            each.cancel()

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_a_floor_without_a_cage_takes_tickets_as_before(tmp_path: Path) -> None:
    async def play() -> None:
        journal = journal_on(tmp_path / "journal.sqlite")
        house = House(journal, SoftwareGenerator(), Timing(), clock=lambda: BEGIN)
        dealer = await house.open(ROULETTE, ruleset(ROULETTE), {"minimum": 100})
        await dealer.ask(TakeSeat(seat="ann", chips=Cents(10_000)))
        assert (await dealer.ask(Collect(seat="ann", tender=TICKET))).ticket is None
        journal.close()

    asyncio.run(play())


def test_a_hand_pay_is_one_entry_at_the_table_and_at_the_cage(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    by = Person("Cay Rich", "cage")
    collect = Collect(seat="ann", tender=Tender(Way.HAND_PAY), cause=HandPayCause.OVER_TICKET_LIMIT)
    verify = VerifyHandPay(seat="ann", amount=Cents(10_000), record="its meters", by=by)
    pay = PayByHand(seat="ann", form=1, method=PayMethod.CASH, by=by)

    async def called(dealers: dict[str, Dealer], _: Keeper) -> None:
        assert (await dealers[CRAPS].ask(collect)).ok
        assert (await dealers[CRAPS].ask(pay)).error == Reason.FORM_NEEDED
        assert (await dealers[CRAPS].ask(verify)).ok

    async def paid(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        before = {stream: len(bodies(path, stream)) for stream in (CRAPS, CAGE_REGISTER.name)}
        replies = await asyncio.gather(*(dealers[CRAPS].ask(pay, f"cay/{each % 2}") for each in range(4)))
        assert [reply.ok for reply in replies].count(True) == 2, "one order, which was sent twice"
        assert {stream: len(bodies(path, stream)) - count for stream, count in before.items()} == {
            CRAPS: 1,
            CAGE_REGISTER.name: 1,
        }
        assert booked(keeper.durable)[DRAWER] == dealers[CRAPS].durable.book.balance(PAID_BY_HAND) == 10_000
        [given] = keeper.durable.by_hand
        assert (given.place, given.form, given.amount, given.by) == (f"{CRAPS}/ann", 1, 10_000, "Cay Rich")

    async def later(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        assert (await dealers[CRAPS].ask(pay, "cay/0")).ok
        assert (await dealers[CRAPS].ask(pay, "cay/9")).error == Reason.OUT_OF_SEQUENCE
        assert len(keeper.durable.by_hand) == 1

    for scene in (called, paid, later):
        on_a_floor(path, scene)
