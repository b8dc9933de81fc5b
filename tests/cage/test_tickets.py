"""Tickets: each is paid once, to whoever comes first, and to nobody once it is void, expired or withheld."""

import pytest
from msgspec.structs import replace

from cages import (
    BEGIN,
    CAY,
    DAY,
    DRAWER,
    HERE,
    MAX,
    NUMBERS,
    SUE,
    THERE,
    booked,
    done,
    events,
    number,
    opened,
    printing,
    refusal,
    refused,
    with_account,
)
from croupier.cage.delaying import DelayTicket
from croupier.cage.expiring import SWEPT_AT_ONCE, SweepTickets, next_expiry
from croupier.cage.fold import CAGE_REGISTER, Record
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.redeeming import HoldTicket, PayTicket, ReturnTicket, TakeTicket
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.snapshot import encode_snapshot, snapshot_of
from croupier.cage.state import Cage, TicketRules
from croupier.cage.ticket import TicketState
from croupier.cage.unprinting import CancelTicket, FreeTicket
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, ReviewTicket, VoidTicket, WithholdTicket
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import (
    CAGE_BANK,
    EXPIRED_TICKETS,
    LAPSED,
    OUTSTANDING,
    TICKETS,
    UNCLAIMED,
    VOID_TICKETS,
    WITHHELD_TICKETS,
)
from croupier.money import Cents
from croupier.rules.moments import LATEST
from croupier.rules.terms import PayMethod

TAKE = TakeTicket(place=THERE, serial=1, amount=Cents(5_000))
PAY = PayTicket(by=CAY, serial=1)
TELL = GiveTicketNotice(by=SUE, serial=1, how="Ira Cole, by telephone")
REVIEW = ReviewTicket(by=CAY, serial=1, inspector="Ira Cole", review="It is forged")


def test_a_ticket_goes_from_one_terminal_to_another() -> None:
    cage = done(opened(), printing())
    assert booked(cage) == {TICKETS: -5_000, OUTSTANDING: 5_000}
    cage = done(cage, TAKE)
    assert booked(cage) == {}
    assert (cage.tickets[1].state, cage.tickets[1].at_place) == (TicketState.PAID, THERE)
    assert (cage.places[HERE].printed, cage.places[THERE].accepted) == ((1,), (1,))


def test_the_cage_sells_and_pays_tickets_for_cash() -> None:
    cage = done(opened(), SellTicket(by=CAY, amount=Cents(700), salt=0))
    assert booked(cage) == {DRAWER: -700, OUTSTANDING: 700}
    cage = done(cage, PayTicket(by=CAY, serial=1, identified="passport"))
    assert booked(cage) == {}


@pytest.mark.parametrize("first", [TAKE, PAY])
@pytest.mark.parametrize(
    "second", [TAKE, PAY, HoldTicket(place=HERE, serial=1), WithholdTicket(by=SUE, serial=1, why="A copy")]
)
def test_a_ticket_is_paid_once(first: CageCommand, second: CageCommand) -> None:
    assert refused(done(opened(), printing(), first), second) is Reason.TICKET_PAID


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (number(1)[:-1], Reason.TICKET_MISREAD),
        (number(1)[:-1] + str((int(number(1)[-1]) + 1) % 10), Reason.TICKET_MISREAD),
        ("", Reason.TICKET_MISREAD),
        (number(1, house=7), Reason.TICKET_OF_ANOTHER_HOUSE),
        (number(2), Reason.TICKET_UNKNOWN),
    ],
)
def test_what_is_no_ticket_of_this_house_is_not_paid(typed: str, reason: Reason) -> None:
    cage = done(opened(), printing())
    found = NUMBERS.find(cage, typed)
    assert isinstance(found, Refusal)
    assert found.reason is reason


def test_a_number_leads_to_its_ticket_and_no_serial_to_another() -> None:
    cage = done(opened(), printing())
    assert NUMBERS.find(cage, f"{number(1)[:4]} {number(1)[4:]}") == cage.tickets[1]
    restored = done(opened(), replace(printing(), salt=1))
    assert isinstance(NUMBERS.find(restored, number(1)), Refusal), "a ticket that a restored cage issued anew"
    for order in (PayTicket(by=CAY, serial=2), HoldTicket(place=HERE, serial=2), WithholdTicket(by=SUE, serial=0, why="-")):
        assert refused(cage, order) is Reason.TICKET_UNKNOWN


def test_a_terminal_credits_exactly_what_a_ticket_is_for() -> None:
    cage = done(opened(), printing())
    assert refused(cage, TakeTicket(place=THERE, serial=1, amount=Cents(5_001))) is Reason.BAD_AMOUNT
    assert refused(cage, TakeTicket(place=THERE, serial=2, amount=Cents(5_000))) is Reason.TICKET_UNKNOWN


def test_a_pending_ticket_is_paid_only_by_the_machine_that_has_it() -> None:
    cage = done(opened(), printing(), HoldTicket(place=THERE, serial=1))
    assert cage.tickets[1].state is TicketState.PENDING
    assert events(cage, HoldTicket(place=THERE, serial=1)) == ()
    for command in (PAY, TakeTicket(place=HERE, serial=1, amount=Cents(5_000)), HoldTicket(place=HERE, serial=1)):
        assert refused(cage, command) is Reason.TICKET_PENDING
    assert refused(cage, ReturnTicket(place=HERE, serial=1)) is Reason.TICKET_NOT_HERE
    assert booked(done(cage, TAKE)) == {}
    back = done(cage, ReturnTicket(place=THERE, serial=1))
    assert events(back, ReturnTicket(place=THERE, serial=1)) == (), "a reader that was not answered says it again"
    assert done(back, PAY).tickets[1].state is TicketState.PAID
    assert refused(done(back, PAY), ReturnTicket(place=THERE, serial=1)) is Reason.TICKET_NOT_HERE


def test_a_withheld_ticket_is_paid_once_it_is_released_and_has_its_time_again() -> None:
    cage = done(opened(TicketRules(days=365)), printing())
    expires = cage.tickets[1].expires
    cage = done(cage, WithholdTicket(at=BEGIN + DAY, by=SUE, serial=1, why="A copy was shown"))
    assert booked(cage) == {TICKETS: -5_000, WITHHELD_TICKETS: 5_000}
    assert refused(cage, PAY) is Reason.TICKET_WITHHELD
    assert refused(cage, TAKE) is Reason.TICKET_WITHHELD
    cage = done(cage, TELL, ReleaseTicket(at=BEGIN + 11 * DAY, by=CAY, serial=1, why="It was genuine"))
    assert expires
    assert cage.tickets[1].expires == expires + 10 * DAY
    assert refused(cage, ReleaseTicket(by=SUE, serial=1, why="Again")) is Reason.TICKET_NOT_WITHHELD
    assert booked(done(cage, PAY)) == {TICKETS: -5_000, DRAWER: 5_000}


def test_4_2_a_withheld_ticket_has_a_notice_and_a_review_and_another_person_releases_it() -> None:
    """AR 4.2, MR 5.2: subject to notification to and review by an Inspector."""
    cage = done(opened(), printing())
    assert refused(cage, TELL) is refused(cage, REVIEW) is Reason.TICKET_NOT_WITHHELD
    cage = done(cage, WithholdTicket(at=BEGIN + DAY, by=SUE, serial=1, why="It was stolen"))
    file = cage.withheld[1]
    assert (file.since, file.by, file.why, file.told, file.review) == (BEGIN + DAY, SUE, "It was stolen", None, None)
    assert (cage.tickets[1].by, cage.tickets[1].why, cage.unpayable) == ("Sue Moss", "It was stolen", {1})
    release, void = ReleaseTicket(by=CAY, serial=1, why="Fine"), VoidTicket(by=CAY, second=SUE, serial=1, why="A forgery")
    assert refused(cage, release) is Reason.NOTICE_DUE
    assert refused(cage, void) is Reason.NOTICE_DUE
    cage = done(cage, TELL)
    assert refused(cage, TELL) is Reason.NOTHING_NEW
    assert refused(cage, replace(release, by=SUE)) is Reason.SECOND_PERSON_NEEDED
    assert refused(cage, void) is Reason.NOTICE_DUE, "before it is reviewed"
    assert refused(cage, replace(REVIEW, by=SUE)) is Reason.SECOND_PERSON_NEEDED
    free = done(cage, release)
    assert (free.withheld, free.unpayable, free.tickets[1].why) == ({}, set(), None)
    cage = done(cage, REVIEW, void)
    assert booked(cage) == {TICKETS: -5_000, VOID_TICKETS: 5_000}
    assert (cage.withheld, cage.tickets[1].by) == ({}, "Cay Rich and Sue Moss")


def test_whoever_alone_told_an_inspector_of_a_withheld_ticket_does_not_release_it() -> None:
    """One clerk could say that an inspector was told, release the ticket and pay it."""
    cage = done(opened(), printing(), WithholdTicket(at=BEGIN + DAY, by=SUE, serial=1, why="It was stolen"))
    release = ReleaseTicket(by=CAY, serial=1, why="Fine")
    alone = done(cage, replace(TELL, by=CAY))
    refused_alone = refusal(alone, release)
    assert (refused_alone.reason, refused_alone.sentence) == (
        Reason.SECOND_PERSON_NEEDED,
        "Cay Rich alone told an inspector of this ticket: another person releases it, or writes a review down.",
    )
    assert refused(done(alone, REVIEW), release) is Reason.SECOND_PERSON_NEEDED, "nor with a review that they wrote down"
    assert done(alone, replace(REVIEW, by=MAX), release).tickets[1].state is TicketState.ISSUED
    assert done(alone, replace(release, by=MAX)).tickets[1].state is TicketState.ISSUED
    assert done(cage, TELL, release).tickets[1].state is TicketState.ISSUED, "who withheld it may have told"


@pytest.mark.parametrize("to", TicketDecision)
def test_two_people_decide_what_becomes_of_a_void_or_an_expired_ticket(to: TicketDecision) -> None:
    cage = done(opened(TicketRules(days=1)), printing(), printing(700))
    cage = done(cage, VoidTicket(by=CAY, second=SUE, serial=1, why="Torn"), SweepTickets(at=BEGIN + DAY))
    settle = SettleTicket(by=CAY, second=SUE, serial=1, to=to, identified="passport", why="The owner was found")
    assert refused(done(opened(), printing()), settle) is Reason.TICKET_NOT_OPEN
    assert refused(cage, replace(settle, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    assert cage.unpayable == {1, 2}
    after = done(cage, settle, replace(settle, serial=2))
    account = {TicketDecision.PAY: DRAWER, TicketDecision.UNCLAIMED: UNCLAIMED, TicketDecision.KEEP: LAPSED}[to]
    assert booked(after) == {TICKETS: -5_700, account: 5_700}
    assert (refused(after, settle), after.unpayable) == (Reason.TICKET_NOT_OPEN, set())
    assert refused(after, PAY) is (Reason.TICKET_PAID if to is TicketDecision.PAY else Reason.TICKET_VOID)


def test_the_value_of_a_void_ticket_is_paid_only_to_somebody_who_was_identified() -> None:
    cage = done(opened(), printing(), VoidTicket(by=CAY, second=SUE, serial=1, why="Torn"))
    settle = SettleTicket(by=CAY, second=SUE, serial=1, to=TicketDecision.PAY, why="The owner was found")
    found = refusal(cage, settle)
    assert found.reason is Reason.IDENTIFICATION_NEEDED
    assert found.sentence == "Say which identification was seen of whoever is paid: nobody shows the number of this ticket."
    assert events(cage, replace(settle, identified="passport"))
    assert events(cage, replace(settle, to=TicketDecision.UNCLAIMED))


def test_a_sold_ticket_is_reprinted_and_the_old_number_is_void() -> None:
    cage = done(opened(TicketRules(days=9)), SellTicket(at=BEGIN, by=CAY, amount=Cents(900), salt=1), printing())
    reprint = ReprintTicket(at=BEGIN + DAY, by=CAY, second=SUE, serial=1, why="No paper", salt=2)
    assert refused(cage, replace(reprint, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    assert refused(cage, replace(reprint, serial=2)) is Reason.TICKET_NOT_HERE, "a terminal has printed it"
    assert refused(cage, replace(reprint, salt=10**5)) is Reason.BAD_SALT
    after = done(cage, reprint)
    assert after.book == cage.book
    assert (after.tickets[3].amount, after.tickets[3].expires) == (900, cage.tickets[1].expires)
    assert refused(after, replace(reprint, at=0)) is refused(after, PAY) is Reason.TICKET_VOID
    assert done(after, PayTicket(by=CAY, serial=3)).tickets[3].by == "Cay Rich"


def test_4_3_2_a_ticket_is_paid_in_another_form() -> None:
    cage = done(opened(), printing(), PayTicket(at=BEGIN, by=CAY, serial=1, method=PayMethod.CHEQUE))
    assert booked(cage) == {TICKETS: -5_000, CAGE_BANK: 5_000}


@pytest.mark.parametrize("days", [None, 2])
def test_4_3_1_a_ticket_waits_for_the_agreed_time_and_is_paid_then(days: int | None) -> None:
    """AR 4.3.1, MR 5.3.1: at no terminal and not at the cage before. It has the time again: nobody loses a ticket by it."""
    cage = done(opened(TicketRules(days=days)), printing())
    expires, delay = (
        cage.tickets[1].expires,
        DelayTicket(at=BEGIN + 1, by=CAY, serial=1, until=BEGIN + 3 * DAY, why="A new card"),
    )
    assert refused(cage, replace(delay, until=BEGIN + 1)) is Reason.BAD_TIME
    assert refused(cage, replace(delay, serial=2)) is Reason.TICKET_UNKNOWN
    (event,) = events(cage, delay)
    assert "delayed the payment of ticket 1 ($50.00) to" in CAGE_REGISTER.tell(cage, event)
    delayed = done(cage, delay)
    assert delayed.book == cage.book
    for early in (PAY, TAKE, HoldTicket(place=HERE, serial=1)):
        assert refused(delayed, replace(early, at=BEGIN + 3 * DAY - 1)) is Reason.TICKET_DELAYED
    assert delayed.tickets[1].expires == (expires and expires + 3 * DAY - 1)
    assert events(delayed, SweepTickets(at=BEGIN + 3 * DAY)) == ()
    assert done(delayed, replace(PAY, at=BEGIN + 3 * DAY)).tickets[1].state is TicketState.PAID
    sooner = done(delayed, replace(delay, at=BEGIN + DAY, until=BEGIN + 2 * DAY))
    assert sooner.tickets[1].expires == (expires and expires + 2 * DAY - 1), "another agreement may follow"
    assert done(sooner, replace(TAKE, at=BEGIN + 2 * DAY)).tickets[1].state is TicketState.PAID


def test_4_3_1_no_delay_takes_time_from_a_ticket_that_expires() -> None:
    """Delayed beyond all time, and then to an earlier one, it would expire at the agreed time itself."""
    cage = done(opened(TicketRules(days=30)), printing())
    delay = DelayTicket(at=BEGIN + 1, by=CAY, serial=1, until=LATEST, why="A new card")
    assert refused(cage, delay) is Reason.BAD_TIME
    latest = replace(delay, until=LATEST - 30 * DAY + 1)
    assert refused(cage, replace(latest, until=latest.until + 1)) is Reason.BAD_TIME
    sooner = done(cage, latest, replace(delay, at=BEGIN + 2, until=BEGIN + DAY))
    assert sooner.tickets[1].expires == BEGIN + 31 * DAY - 1
    assert done(opened(), printing(), delay).tickets[1].until == LATEST, "one that never expires has the time"


def test_4_2_a_delayed_ticket_is_withheld_or_void_as_any_other_and_keeps_its_time() -> None:
    delay = DelayTicket(by=CAY, serial=1, until=BEGIN + 3 * DAY, why="To be verified")
    cage = done(opened(), printing(), delay)
    assert done(cage, VoidTicket(by=CAY, second=SUE, serial=1, why="Torn")).tickets[1].state is TicketState.VOID
    held = done(cage, WithholdTicket(by=SUE, serial=1, why="A copy"))
    assert refused(held, delay) is Reason.TICKET_WITHHELD
    free = done(held, TELL, ReleaseTicket(by=CAY, serial=1, why="Genuine"))
    assert refused(free, PAY) is Reason.TICKET_DELAYED
    assert refused(done(opened(), printing(), PAY), delay) is Reason.TICKET_PAID
    sold = done(opened(), SellTicket(by=CAY, amount=Cents(900), salt=1), delay)
    reprint = ReprintTicket(by=CAY, second=SUE, serial=1, why="No paper", salt=2)
    reverse = ReverseTransaction(by=CAY, second=SUE, reverses=1, why="A mistake")
    assert refused(sold, reprint) is refused(sold, reverse) is Reason.TICKET_DELAYED


def test_the_refusal_to_sell_a_large_ticket_does_not_advise_to_split_it() -> None:
    large = SellTicket(at=BEGIN, by=CAY, amount=Cents(1_000_001), salt=1)
    assert refusal(opened(), large).sentence == "A ticket is for at most $10,000.00."


def test_a_void_ticket_is_not_paid_and_two_people_declare_it() -> None:
    cage = done(opened(), printing())
    assert refused(cage, VoidTicket(by=CAY, second=CAY, serial=1, why="Spoilt")) is Reason.SECOND_PERSON_NEEDED
    cage = done(cage, VoidTicket(by=CAY, second=SUE, serial=1, why="Spoilt"))
    assert booked(cage) == {TICKETS: -5_000, VOID_TICKETS: 5_000}
    assert refused(cage, PAY) is Reason.TICKET_VOID
    assert refused(cage, VoidTicket(by=CAY, second=SUE, serial=9, why="Spoilt")) is Reason.TICKET_UNKNOWN


def test_tickets_expire_and_are_listed_apart() -> None:
    cage = opened(TicketRules(days=2))
    cage = done(cage, printing(), printing(at=BEGIN + DAY), printing(at=BEGIN + DAY))
    late = BEGIN + 2 * DAY
    assert refused(cage, PayTicket(at=late, by=CAY, serial=1)) is Reason.TICKET_EXPIRED
    assert events(cage, SweepTickets(at=late - 1)) == ()
    cage = done(cage, SweepTickets(at=late))
    assert booked(cage) == {TICKETS: -15_000, OUTSTANDING: 10_000, EXPIRED_TICKETS: 5_000}
    assert refused(cage, PayTicket(by=CAY, serial=1)) is Reason.TICKET_EXPIRED
    assert events(cage, SweepTickets(at=late)) == ()
    cage = done(cage, WithholdTicket(by=SUE, serial=2, why="Look"), SweepTickets(at=late + DAY))
    assert [cage.tickets[serial].state.value for serial in (1, 2, 3)] == ["expired", "withheld", "expired"]
    told_of = GiveTicketNotice(by=SUE, serial=2, how="Ira, by telephone")
    cage = done(cage, told_of, ReleaseTicket(by=CAY, serial=2, why="Fine"), SweepTickets(at=late + 3 * DAY))
    assert cage.tickets[2].state is TicketState.EXPIRED
    assert booked(cage) == {TICKETS: -15_000, EXPIRED_TICKETS: 15_000}


def test_a_sweep_looks_at_some_tickets_at_once() -> None:
    cage = opened(TicketRules(days=1))
    cage = done(cage, *(printing(100) for _ in range(SWEPT_AT_ONCE + 1)))
    assert next_expiry(cage, 1) == BEGIN + DAY
    cage = done(cage, SweepTickets(at=BEGIN + DAY))
    assert cage.book.balance(OUTSTANDING) == 100
    assert (next_expiry(cage, 1), next_expiry(cage, SWEPT_AT_ONCE + 1)) == (None, BEGIN + DAY)
    assert done(cage, SweepTickets(at=BEGIN + DAY, first=SWEPT_AT_ONCE + 1)).book.balance(OUTSTANDING) == 0


def test_a_ticket_with_a_later_date_does_not_keep_others_from_expiring() -> None:
    """After the time was set from 365 days to one, the tickets of both times expire on their own days."""
    cage = done(opened(TicketRules(days=365)), printing())
    cage = done(cage, ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules(days=1)), printing(700))
    cage = done(cage, SweepTickets(at=BEGIN + DAY))
    assert [cage.tickets[serial].state for serial in (1, 2)] == [TicketState.ISSUED, TicketState.EXPIRED]
    assert (cage.book.balance(OUTSTANDING), cage.book.balance(EXPIRED_TICKETS)) == (5_000, 700)
    assert next_expiry(cage, 1) == BEGIN + 365 * DAY


def test_no_ticket_expires_unless_a_time_is_set() -> None:
    """No document gives a time after which a ticket is not paid."""
    assert done(opened(), printing()).tickets[1].expires is None


def test_tickets_without_a_time_never_expire() -> None:
    cage = done(opened(TicketRules(days=None)), printing())
    swept = done(cage, SweepTickets(at=BEGIN + 40_000 * DAY))
    assert (swept.tickets[1].state, swept.book) == (TicketState.ISSUED, cage.book)


def test_a_ticket_that_never_expires_does_not_keep_later_ones_from_expiring() -> None:
    cage = done(opened(TicketRules(days=None)), printing())
    cage = done(cage, ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules(days=1)), printing(700))
    cage = done(cage, SweepTickets(at=BEGIN + DAY))
    assert [cage.tickets[serial].state for serial in (1, 2)] == [TicketState.ISSUED, TicketState.EXPIRED]
    assert (cage.book.balance(OUTSTANDING), cage.book.balance(EXPIRED_TICKETS)) == (5_000, 700)


def test_limits_hold_for_terminals_and_the_cage_pays_any_ticket() -> None:
    cage = done(opened(), printing(1_000_000))
    assert refused(cage, printing(1_000_001)) is Reason.OVER_TICKET_LIMIT
    small = TicketRules(most_in=Cents(100))
    cage = done(cage, ChangeTicketRules(by=SUE, second=CAY, rules=small))
    assert refused(cage, TakeTicket(place=THERE, serial=1, amount=Cents(1_000_000))) is Reason.OVER_TICKET_LIMIT
    assert refused(cage, HoldTicket(place=THERE, serial=1)) is Reason.OVER_TICKET_LIMIT
    assert done(cage, PAY).tickets[1].state is TicketState.PAID


def test_amounts_are_money() -> None:
    assert refused(opened(), printing(0)) is Reason.BAD_AMOUNT
    assert refused(opened(), replace(printing(), salt=10**5)) is Reason.BAD_SALT


def test_the_cage_is_opened_once_and_before_everything_else() -> None:
    assert refused(Cage(), PAY) is Reason.CAGE_CLOSED
    assert refused(opened(), OpenCage(by=PROGRAM)) is Reason.CAGE_CLOSED


@pytest.mark.parametrize(
    "rules",
    [
        TicketRules(house=100),
        TicketRules(house=-1),
        TicketRules(days=0),
        TicketRules(most_in=Cents(0)),
        TicketRules(most_out=Cents(10**16)),
    ],
)
def test_settings_that_cannot_be_are_refused(rules: TicketRules) -> None:
    assert refused(Cage(), OpenCage(by=PROGRAM, rules=rules)) is Reason.BAD_SETTING
    assert refused(opened(), ChangeTicketRules(by=SUE, second=CAY, rules=rules)) is Reason.BAD_SETTING


def test_the_number_of_the_casino_stays_once_a_ticket_has_it() -> None:
    """With another one, every ticket and every card that people hold would be a stranger's."""
    other = ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules(house=7))
    assert done(opened(), other).rules == TicketRules(house=7)
    assert refused(done(opened(), printing()), other) is Reason.BAD_SETTING
    assert refused(with_account(opened()), other) is Reason.BAD_SETTING
    sooner = replace(other, rules=TicketRules(days=8))
    assert done(done(opened(), printing()), sooner).rules == TicketRules(days=8)


def test_settings_are_changed_by_two_people() -> None:
    change = ChangeTicketRules(by=SUE, second=SUE, rules=TicketRules(days=8))
    assert refused(opened(), change) is Reason.SECOND_PERSON_NEEDED
    assert events(opened(), ChangeTicketRules(by=SUE, second=CAY, rules=TicketRules())) == ()


def test_time_does_not_run_backwards() -> None:
    assert refused(done(opened(), printing(at=BEGIN + 1)), printing(at=BEGIN)) is Reason.BAD_TIME


@pytest.mark.parametrize("why", ["", " ", "x" * 201, "a\nb", "0000 0000-0000 0000 0000", f"{9973 * 10**15:020}"])
def test_reasons_are_texts(why: str) -> None:
    assert refused(done(opened(), printing()), WithholdTicket(by=SUE, serial=1, why=why)) is Reason.BAD_TEXT


def test_the_last_35_tickets_of_a_terminal_are_kept() -> None:
    cage = done(opened(), *(printing(100) for _ in range(40)))
    assert cage.places[HERE].printed == tuple(range(6, 41))


def test_nobody_is_told_a_number() -> None:
    """Whoever reads it could be paid. The journal does not have it either."""
    cage = opened()
    for command in (
        printing(),
        WithholdTicket(by=SUE, serial=1, why="A copy"),
        TELL,
        ReviewTicket(by=CAY, serial=1, inspector="Ira Cole", review="Nothing is wrong with it"),
        ReleaseTicket(by=CAY, serial=1, why="Fine"),
        PAY,
    ):
        line = CAGE_REGISTER.recorded(command, events(cage, command)).decode()
        for event in events(cage, command):
            assert CAGE_REGISTER.tell(cage, event).endswith(".")
            line += CAGE_REGISTER.tell(cage, event)
        cage = done(cage, command)
        line += encode_snapshot(snapshot_of(cage, 1, 0, [(Record.TICKET, serial) for serial in cage.tickets])).decode()
        assert number(1) not in line
        assert number(1)[2:16] not in line


def test_a_ticket_that_did_not_come_out_of_its_printer_is_cancelled_once_and_only_there() -> None:
    cancel = CancelTicket(place=HERE, serial=1, amount=Cents(5_000))
    cage = done(opened(), printing())
    for other in (replace(cancel, place=THERE), replace(cancel, amount=Cents(4_999)), replace(cancel, serial=2)):
        assert refused(cage, other) is Reason.TICKET_UNKNOWN
    cancelled = done(cage, cancel)
    assert booked(cancelled) == {}
    assert refused(cancelled, PAY) is Reason.TICKET_PAID
    assert refused(cancelled, cancel) is refused(done(cage, PAY), cancel) is Reason.TICKET_NOT_HERE


def test_a_ticket_that_a_reader_gave_back_without_saying_so_is_freed_by_a_clerk() -> None:
    cage = done(opened(), printing(), HoldTicket(place=THERE, serial=1))
    assert refused(cage, PAY) is Reason.TICKET_PENDING
    freed = done(cage, FreeTicket(by=CAY, serial=1, why="The reader was replaced"))
    assert done(freed, PAY).book.balance(OUTSTANDING) == 0
    assert refused(freed, FreeTicket(by=CAY, serial=1, why="Once more")) is Reason.TICKET_NOT_HERE


def test_a_pending_ticket_is_taken_in_although_the_limit_was_lowered_meanwhile() -> None:
    cage = done(opened(), printing(), HoldTicket(place=THERE, serial=1))
    low = done(cage, ChangeTicketRules(by=CAY, second=SUE, rules=TicketRules(most_in=Cents(100))))
    assert done(low, TAKE).tickets[1].state is TicketState.PAID
    assert refused(done(low, ReturnTicket(place=THERE, serial=1)), TAKE) is Reason.OVER_TICKET_LIMIT


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (WithholdTicket(by=SUE, serial=1, why=" "), "Say why."),
        (GiveTicketNotice(by=SUE, serial=1, how=""), "Say whom you have told, and how."),
        (ReviewTicket(by=SUE, serial=1, inspector="", review="Fine"), "Say the name of the inspector."),
        (ReviewTicket(by=SUE, serial=1, inspector="Ira Nash", review=""), "Say what the inspector says."),
        (
            ReviewTicket(by=SUE, serial=1, inspector="Ira Nash", review="x" * 201),
            "Say what the inspector says in at most 200 characters, without control characters.",
        ),
    ],
)
def test_a_text_that_is_missing_or_too_long_is_named(order: CageCommand, said: str) -> None:
    assert refusal(done(opened(), printing()), order).sentence == said
