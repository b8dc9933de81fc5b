"""The money devices of a terminal: which notes it takes and when, what is credited, and a printer that does not print."""

import pytest

from commanded import done
from croupier.catalogue import ruleset
from croupier.ledger.accounts import HAND_PAYS, TICKETS, rack, stacker
from croupier.money import Cents
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.acceptor import CreditStacked, acceptor_off, note_refused, notes_taken, slot_closed
from croupier.table.money.credit import Collect
from croupier.table.money.device_faults import (
    ClearDeviceFault,
    DeviceFault,
    DevicesReported,
    ReportDevices,
    printer_fault,
    with_found,
)
from croupier.table.money.hand_pay import HandPayCalled, PayByHand
from croupier.table.money.locks import LockTerminal
from croupier.table.money.metering import disagreement
from croupier.table.money.printing import ConfirmPrinted, TakeBackUnprinted, TicketNotPrinted, TicketPrinted
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.disabling import DisableTable, EnableTable

ELECTRONIC = ("aruze-craps-2024", "ministar-roulette-2018")
HOST = Person("mia", "gaming-services-host")
ON_PRINTER = Tender(Way.TICKET, ticket=7, printer=True)
STUCK = "Ticket 7 is still in the printer of ann; if it stays there, ask an attendant."


def a_table(name: str = ELECTRONIC[0], **sign: int) -> Table:
    """Ann sits at a terminal whose money devices work."""
    rules = ruleset(name)
    return done(open_table(rules, rules.sign(sign)), TakeSeat(seat="ann", chips=Cents(0)), ReportDevices(seat="ann"))[0]


def stacked(value: int) -> CreditStacked:
    return CreditStacked(seat="ann", amount=Cents(value), tender=Tender(Way.NOTES, {value: 1}))


def refused(table: Table, command: Command) -> str:
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome.sentence


def reported(table: Table, *faults: DeviceFault) -> Table:
    return done(table, ReportDevices(seat="ann", faults=faults))[0]


@pytest.mark.parametrize("name", ELECTRONIC)
def test_3_4_1_only_the_notes_that_the_machine_shows_are_taken(name: str) -> None:
    table = a_table(name, takes_5=False, takes_100=False)
    assert notes_taken(table.sign) == (1_000, 2_000, 5_000)
    assert note_refused(table, "ann", 2_000) is None
    for strange in (500, 700, 10_000):
        refusal = note_refused(table, "ann", strange)
        assert refusal
        assert refusal.sentence == "This machine takes notes of $10.00, $20.00 and $50.00."
    none = a_table(name, **{f"takes_{each}": False for each in (5, 10, 20, 50, 100)})
    refusal = note_refused(none, "ann", 2_000)
    assert refusal
    assert refusal.sentence == "This machine takes no notes."


@pytest.mark.parametrize("name", ELECTRONIC)
def test_3_3_2_a_stacked_note_is_credited_and_counted_by_its_denomination(name: str) -> None:
    table, _ = done(a_table(name), stacked(2_000), stacked(2_000), stacked(500))
    assert table.book.balances == {"stacker:ann": -4_500, "rack:ann": 4_500}
    assert table.meters.terminal("ann").notes == {2_000: 2, 500: 1}
    assert disagreement(table, "ann") == ""
    assert refused(table, stacked(700)) == "There is no note of $7.00."


def test_the_acceptor_is_off_above_the_ceiling_and_a_larger_note_before_a_smaller_one() -> None:
    table, _ = done(a_table(note_ceiling=12_000), stacked(10_000))
    assert note_refused(table, "ann", 2_000) is None
    assert note_refused(table, "ann", 5_000)
    table, _ = done(table, stacked(2_000))
    off = acceptor_off(table, "ann")
    assert off
    assert off.sentence == "Notes are taken up to a credit of $120.00."
    assert slot_closed(table, "ann") is None, "a ticket is not a note"


def test_the_slot_is_closed_while_the_table_is_out_of_service_and_while_the_terminal_is_locked() -> None:
    table = a_table()
    disabled, _ = done(table, DisableTable(by=HOST, why="A spill."))
    locked, _ = done(table, LockTerminal(seat="ann", why="Looked into.", by=HOST))
    for closed in (disabled, locked):
        assert note_refused(closed, "ann", 2_000)
        # A note that was on its way into the stacker is not lost.
        credited, _ = done(closed, stacked(2_000))
        assert credited.book.balance(rack("ann")) == 2_000
    enabled, _ = done(disabled, EnableTable(by=HOST, why="It is dry."))
    assert note_refused(enabled, "ann", 2_000) is None


def test_a_fault_closes_the_slot_until_staff_clear_it_and_a_warning_does_not() -> None:
    low = reported(a_table(), DeviceFault.PAPER_LOW)
    assert slot_closed(low, "ann") is None
    assert reported(low).desk.devices["ann"].faults == {}
    jam = reported(low, DeviceFault.NOTE_JAM)
    closed = slot_closed(jam, "ann")
    assert closed
    assert closed.sentence == "This machine needs an attendant: a note is stuck in the acceptor."
    clear = ClearDeviceFault(seat="ann", fault=DeviceFault.NOTE_JAM, by=HOST)
    assert refused(jam, clear) == "ann still reports that a note is stuck in the acceptor: put that right first."
    right = reported(jam)
    assert slot_closed(right, "ann"), "nobody has looked at it yet"
    cleared, _ = done(right, clear)
    assert slot_closed(cleared, "ann") is None
    assert refused(cleared, clear) == "ann has no such fault: a note is stuck in the acceptor."


def test_a_report_that_says_nothing_new_is_not_recorded() -> None:
    table = a_table()
    assert refused(table, ReportDevices(seat="ann")) == "The money devices of ann have reported that already."
    (event,) = done(table, ReportDevices(seat="ann", faults=(DeviceFault.PAPER_OUT, DeviceFault.PAPER_OUT)))[1]
    assert event == DevicesReported(seat="ann", faults=(DeviceFault.PAPER_OUT,))


def test_a_fault_that_the_server_finds_stays_until_staff_clear_it_and_every_cause_is_recorded() -> None:
    table = reported(a_table(), DeviceFault.PAPER_OUT)
    fault = DeviceFault.NOTE_DOUBTED
    found = ReportDevices(seat="ann", faults=with_found(table, "ann", fault), detail="A note was read as $10.00.")
    once, (event,) = done(table, found)
    assert event == DevicesReported(seat="ann", faults=(fault, DeviceFault.PAPER_OUT), detail=found.detail)
    twice, events = done(once, found)
    assert (len(events), twice.desk) == (1, once.desk)
    right = reported(twice)
    assert right.desk.devices["ann"].faults == {fault.value: False, DeviceFault.PAPER_OUT.value: False}
    cleared, _ = done(twice, ClearDeviceFault(seat="ann", fault=fault, by=HOST))
    assert cleared.desk.devices["ann"].faults == {DeviceFault.PAPER_OUT.value: True}


def test_a_ticket_stays_in_the_printer_until_it_came_out() -> None:
    table, _ = done(a_table(), stacked(5_000), Collect(seat="ann", tender=ON_PRINTER))
    for leaving in (LeaveSeat(seat="ann"), ReleaseSeat(seat="ann")):
        assert refused(table, leaving) == STUCK
    more, _ = done(table, stacked(500))
    assert refused(more, Collect(seat="ann", tender=ON_PRINTER)) == STUCK
    out, _ = done(table, ConfirmPrinted(seat="ann", ticket=7))
    for late in (ConfirmPrinted(seat="ann", ticket=7), TakeBackUnprinted(seat="ann", ticket=7)):
        assert refused(out, late) == "Ticket 7 is not in the printer of ann."
    assert done(out, LeaveSeat(seat="ann"))[0].layout == {}


def test_staff_confirm_a_ticket_for_a_printer_that_is_broken() -> None:
    table, _ = done(a_table(), stacked(5_000), Collect(seat="ann", tender=ON_PRINTER))
    stranger = ConfirmPrinted(seat="ann", ticket=7, by=Person("joe", "waiter"))
    assert refused(table, stranger) == "joe (waiter) does not work at this table."
    out, (event,) = done(table, ConfirmPrinted(seat="ann", ticket=7, by=HOST))
    assert event == TicketPrinted(seat="ann", ticket=7, by=HOST)
    assert out.book == table.book
    assert done(out, LeaveSeat(seat="ann"))[0].layout == {}


@pytest.mark.parametrize("by", [None, HOST])
def test_3_8_what_no_ticket_came_out_for_is_paid_by_hand(by: Person | None) -> None:
    table, _ = done(a_table(), stacked(5_000), Collect(seat="ann", tender=ON_PRINTER))
    assert table.book.balance(TICKETS) == 5_000
    table, events = done(table, TakeBackUnprinted(seat="ann", ticket=7, why="It is torn.", by=by))
    assert [type(event) for event in events] == [TicketNotPrinted, HandPayCalled]
    assert table.book.balances == {stacker("ann"): -5_000, HAND_PAYS: 5_000}
    terminal = table.meters.terminal("ann")
    assert terminal.taken == {"ticket": 5_000, "hand-pay": 5_000}
    assert (terminal.brought, terminal.tickets_out) == ({"notes": 5_000, "unprinted": 5_000}, 1)
    assert disagreement(table, "ann") == ""
    paid, _ = done(table, PayByHand(seat="ann", by=HOST))
    assert paid.book.balance(HAND_PAYS) == 0


def test_staff_say_how_they_know_that_no_ticket_came_out() -> None:
    table, _ = done(a_table(), stacked(5_000), Collect(seat="ann", tender=ON_PRINTER))
    assert refused(table, TakeBackUnprinted(seat="ann", ticket=7, by=HOST)).startswith("Say how you know")


def test_nothing_is_sent_to_a_printer_that_cannot_print_or_is_not_there() -> None:
    table, _ = done(a_table(), stacked(5_000))
    out = reported(table, DeviceFault.PAPER_OUT)
    assert printer_fault(out, "ann") is DeviceFault.PAPER_OUT
    assert refused(out, Collect(seat="ann", tender=ON_PRINTER)) == "No ticket can be printed: the printer is out of paper."
    bare, _ = done(open_table(table.rules, table.sign), TakeSeat(seat="ann", chips=Cents(500)))
    assert refused(bare, Collect(seat="ann", tender=ON_PRINTER)) == "ann has no printer."
    assert (
        refused(bare, Collect(seat="ann", tender=Tender(Way.HAND_PAY, printer=True))) == "A payment by hand pay is no ticket."
    )


def test_tickets_in_and_out_are_counted() -> None:
    ticket = CreditStacked(seat="ann", amount=Cents(300), tender=Tender(Way.TICKET, ticket=3))
    table, _ = done(a_table(), ticket, ticket, Collect(seat="ann", tender=Tender(Way.TICKET, ticket=4)))
    terminal = table.meters.terminal("ann")
    assert (terminal.tickets_in, terminal.tickets_out) == (2, 1)
    assert (terminal.brought, terminal.taken) == ({"ticket": 600}, {"ticket": 600})


def test_a_dealers_table_has_no_money_devices() -> None:
    rules = ruleset("star-craps-2016")
    table, _ = done(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(0)))
    outcome = decide(table, ReportDevices(seat="ann"))
    assert isinstance(outcome, Refusal)
    assert outcome.reason is Reason.BAD_TENDER
    assert (
        refused(table, stacked(2_000)) == "At this table money is brought as cash, chips or promotional tokens, not as notes."
    )
