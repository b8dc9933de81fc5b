"""The report of tickets: every one is counted once, and what is outstanding is what the books say."""

from cages import BEGIN, CAY, DAY, OPENER, SUE, THERE, events, printing
from croupier.audit.ticket_report import Figure, ticket_report
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import OpenCage
from croupier.cage.redeeming import PayTicket, TakeTicket
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import SettleTicket, TicketDecision
from croupier.cage.state import Cage, TicketRules
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, VoidTicket, WithholdTicket
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.ledger.accounts import OUTSTANDING
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from journals import write

LATER = BEGIN + DAY
COMMANDS: list[CageCommand] = [
    OpenCage(at=BEGIN, by=PROGRAM, rules=TicketRules(days=2)),
    OPENER,
    printing(1_000),
    printing(2_000),
    SellTicket(at=BEGIN, by=CAY, amount=Cents(300), salt=0),
    TakeTicket(at=LATER, place=THERE, serial=1, amount=Cents(1_000)),
    VoidTicket(at=LATER, by=CAY, second=SUE, serial=3, why="Torn"),
    WithholdTicket(at=LATER, by=SUE, serial=2, why="Look"),
    GiveTicketNotice(at=LATER, by=SUE, serial=2, how="Ira, by telephone"),
    ReleaseTicket(at=LATER, by=CAY, serial=2, why="Fine"),
    PayHandPay(at=LATER, place=THERE, form=1, amount=Cents(70), method=PayMethod.CASH, by="Cay Rich"),
    printing(50, at=LATER),
    PayTicket(at=LATER, by=CAY, serial=4),
    SweepTickets(at=BEGIN + 3 * DAY),
    SettleTicket(by=CAY, second=SUE, serial=2, to=TicketDecision.KEEP, why="Nobody came"),
    SettleTicket(by=CAY, second=SUE, serial=3, to=TicketDecision.PAY, identified="passport", why="It was hers"),
]


def test_a_day_is_reported() -> None:
    cage, store = Cage(), MemoryStore()
    for command in COMMANDS:
        happened = events(cage, command)
        cage = CAGE_REGISTER.replayed(cage, happened)
        write(store, 1, {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(command, happened))]})
    first = ticket_report(store, 0, LATER)
    assert (first.printed, first.sold, first.taken) == (Figure(2, 3_000), Figure(1, 300), Figure())
    assert first.outstanding == 3_300
    second = ticket_report(store, LATER, BEGIN + 2 * DAY)
    assert (second.printed, second.taken, second.paid, second.void) == (
        Figure(1, 50),
        Figure(1, 1_000),
        Figure(1, 50),
        Figure(1, 300),
    )
    assert (second.withheld, second.released, second.by_hand) == (Figure(1, 2_000), Figure(1, 2_000), Figure(1, 70))
    assert (second.outstanding, second.outstanding_tickets, second.void_at_end) == (2_000, 1, 300)
    last = ticket_report(store, BEGIN + 2 * DAY, BEGIN + 4 * DAY)
    assert (last.expired, last.settled) == (Figure(1, 2_000), Figure(2, 2_300))
    assert (last.expired_at_end, last.void_at_end) == (0, 0)
    assert (last.outstanding, last.outstanding_tickets) == (cage.book.balance(OUTSTANDING), 0) == (0, 0)


def test_a_reversed_payment_of_a_void_ticket_is_taken_from_what_was_decided() -> None:
    cage, store = Cage(), MemoryStore()
    reversal = ReverseTransaction(by=CAY, second=SUE, reverses=3, why="The wrong person")
    for command in (*COMMANDS, reversal):
        happened = events(cage, command)
        cage = CAGE_REGISTER.replayed(cage, happened)
        write(store, 1, {CAGE_REGISTER.name: [Draft(CAGE_REGISTER.recorded(command, happened))]})
    last = ticket_report(store, BEGIN + 2 * DAY, BEGIN + 4 * DAY)
    assert (last.settled, last.void_at_end) == (Figure(1, 2_000), 300)
    assert (last.paid, last.outstanding_tickets) == (Figure(), 0)
