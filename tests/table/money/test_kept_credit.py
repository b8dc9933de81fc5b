"""Credit that is kept for a player who has left: it is found, and paid by hand before two people, against identification."""

import pytest
from msgspec.structs import replace

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.floor.actions import actions
from croupier.ledger.accounts import PAID_BY_HAND, owed, rack
from croupier.money import Cents
from croupier.rules.moments import DAY
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import PayMethod
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.identification import RecordIdentification
from croupier.table.money.kept_credit import PayKeptCredit, kept_credits
from croupier.table.money.metering import disagreement
from croupier.table.money.pay_forms import VerifyHandPay
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome

AT = 1_700_000_000_000
CASS = Person("Cass", "cage")
STAFF = {
    "ministar-roulette-2018": (Person("Leo", "assistant-gaming-manager"), Person("Olga", "operator")),
    "star-craps-2016": (Person("Max", "boxperson"), Person("Carl", "casino-supervisor")),
}
SIT = TakeSeat(at=AT, seat="seat-1", chips=Cents(0), kind=SeatKind.TERMINAL)


@pytest.fixture(params=STAFF)
def rules(request: pytest.FixtureRequest) -> str:
    return request.param


def left(rules: str) -> Table:
    """A terminal with $50.00 was gone for too long, at a table of a live floor."""
    document = ruleset(rules)
    table = replace(open_table(document, document.sign({})), states_tender=True)
    notes = CreditStacked(at=AT, seat="seat-1", amount=Cents(5_000), tender=Tender(Way.NOTES, {5_000: 1}))
    cash = replace(SIT, chips=Cents(5_000), tender=Tender(Way.CASH))
    brings = (SIT, notes) if document.procedures.is_electronic else (cash,)
    return done(table, *brings, ReleaseSeat(at=AT, seat="seat-1"))[0]


def order(rules: str) -> PayKeptCredit:
    first, second = STAFF[rules]
    why = "The terminal was revoked."
    return PayKeptCredit(at=AT, seat="seat-1", amount=Cents(5_000), by=first, second=second, why=why)


def test_it_is_listed_and_paid_once_identification_was_seen(rules: str) -> None:
    table, first = left(rules), STAFF[rules][0]
    assert [(each.seat, each.amount) for each in kept_credits(table)] == [("seat-1", 5_000)]
    (offered,) = (each for each in actions(table, first.name, [first.role]) if each.order == "PayKeptCredit")
    assert [form.words for form in offered.forms] == ["seat-1, $50.00"]
    called, (event,) = done(table, order(rules))
    assert told(table, event)[0].endswith("has the $50.00 that is kept for seat-1 paid by hand: The terminal was revoked.")
    assert kept_credits(called) == ()
    assert disagreement(called, "seat-1") == ""
    verified, _ = done(called, VerifyHandPay(at=AT, seat="seat-1", amount=Cents(5_000), record="its meters", by=CASS))
    pays = PayByHand(at=AT, seat="seat-1", form=1, method=PayMethod.CASH, by=CASS)
    assert refused(verified, pays).reason is Reason.IDENTIFICATION_NEEDED
    paid, _ = done(verified, RecordIdentification(at=AT, seat="seat-1", seen="a passport", by=CASS), pays)
    assert paid.book.balance(PAID_BY_HAND) == 5_000
    assert paid.book.balance(owed("seat-1")) == 0
    assert refused(paid, pays).reason is Reason.OUT_OF_SEQUENCE


def test_it_takes_two_people_of_the_table_a_reason_and_the_whole_amount(rules: str) -> None:
    table, whole = left(rules), order(rules)
    for change, reason in (
        ({"second": None}, Reason.SECOND_PERSON_NEEDED),
        ({"second": whole.by}, Reason.SECOND_PERSON_NEEDED),
        ({"second": Person("Joe", "waiter")}, Reason.SECOND_PERSON_NEEDED),
        ({"why": ""}, Reason.REASON_NEEDED),
        ({"amount": Cents(4_000)}, Reason.BAD_AMOUNT),
        ({"seat": "seat-2"}, Reason.OUT_OF_SEQUENCE),
        ({"by": Person("Joe", "waiter")}, Reason.NOT_YOUR_POWER),
    ):
        assert refused(table, replace(whole, **change)).reason is reason, change


def test_a_player_who_comes_back_first_has_it_again_and_one_who_comes_later_does_not(rules: str) -> None:
    table = left(rules)
    back, _ = done(table, SIT)
    assert back.book.balance(rack("seat-1")) == 5_000
    assert refused(back, order(rules)).reason is Reason.OUT_OF_SEQUENCE
    late, _ = done(table, order(rules), SIT)
    assert late.book.balance(rack("seat-1")) == 0
    assert late.desk.hand_pays == {"seat-1": 5_000}


def test_what_is_taken_back_is_kept_again(rules: str) -> None:
    first = STAFF[rules][0]
    table, _ = done(left(rules), order(rules), TakeBackHandPay(at=AT, seat="seat-1", by=first, why="The wrong seat."))
    assert [(each.seat, each.amount) for each in kept_credits(table)] == [("seat-1", 5_000)]


BOB = "bob"


def corrected_after_leaving() -> Table:
    """Bob lost $40.00 and left; on the next day the round is corrected, and he had won."""
    document = ruleset("star-sicbo-2016")
    dealer, kim = Person("Robin", "dealer"), Person("Kim", "casino-supervisor")
    table = replace(open_table(document, document.sign({"minimum": 500})), states_tender=True)
    cash = Tender(Way.CASH)
    return done(
        table,
        TakeSeat(at=AT, seat=BOB, chips=Cents(2_000), tender=cash),
        PlaceBet(at=AT, seat=BOB, wager="big", stake=Cents(2_000)),
        EnterOutcome(at=AT, outcome=OutcomeName("1-2-3"), by=dealer),
        LeaveSeat(at=AT, seat=BOB),
        CorrectOutcome(at=AT + DAY, round=1, outcome=OutcomeName("4-5-6"), by=kim, why="The dice were misread."),
    )[0]


def test_what_a_correction_owes_is_paid_also_once_the_player_sits_there_again() -> None:
    dealer, kim = Person("Robin", "dealer"), Person("Kim", "casino-supervisor")
    table = corrected_after_leaving()
    [kept] = kept_credits(table)
    assert (kept.seat, kept.amount, kept.since) == (BOB, 4_000, AT)
    back, _ = done(table, TakeSeat(at=AT + 2 * DAY, seat=BOB, chips=Cents(5_000), tender=Tender(Way.CASH)))
    assert kept_credits(back) == (kept,), "the seat does not bring it back"
    pay = PayKeptCredit(at=AT + 2 * DAY, seat=BOB, amount=Cents(4_000), by=dealer, second=kim, why="A round was corrected.")
    (offered,) = (each for each in actions(back, dealer.name, [dealer.role]) if each.order == "PayKeptCredit")
    assert (offered.open, [form.words for form in offered.forms]) == (True, ["bob, $40.00"])
    called, _ = done(back, pay)
    assert (called.desk.hand_pays, called.book.balance(rack(BOB)), kept_credits(called)) == ({BOB: 4_000}, 5_000, ())
    assert disagreement(called, BOB) == ""
    taken_back, _ = done(called, TakeBackHandPay(at=AT + 2 * DAY, seat=BOB, by=dealer, why="He has no passport here."))
    assert (taken_back.book.balance(rack(BOB)), taken_back.book.balance(owed(BOB))) == (5_000, 4_000)
    verify = VerifyHandPay(at=AT + 2 * DAY, seat=BOB, amount=Cents(4_000), record="round 1", by=CASS)
    seen = RecordIdentification(at=AT + 2 * DAY, seat=BOB, seen="a passport", by=CASS)
    pays = PayByHand(at=AT + 2 * DAY, seat=BOB, form=1, method=PayMethod.CASH, by=CASS)
    paid, _ = done(called, verify, seen, pays, LeaveSeat(at=AT + 2 * DAY, seat=BOB, tender=Tender(Way.CHIPS)))
    assert (paid.book.balance(PAID_BY_HAND), kept_credits(paid), paid.desk.kept_since) == (4_000, (), {})


def test_kept_credit_is_as_old_as_the_visit_from_which_it_is() -> None:
    table, stays = corrected_after_leaving(), 2 * DAY
    for visit in (2, 4):
        came = TakeSeat(at=AT + visit * DAY, seat=BOB, chips=Cents(5_000), tender=Tender(Way.CASH))
        left = LeaveSeat(at=AT + visit * DAY + stays // 2, seat=BOB, tender=Tender(Way.CHIPS))
        table, _ = done(table, came, left)
        assert [(each.amount, each.since) for each in kept_credits(table)] == [(4_000, AT)]
    again = CorrectOutcome(
        at=AT + 6 * DAY, round=1, outcome=OutcomeName("1-2-3"), by=Person("Kim", "casino-supervisor"), why="They were not."
    )
    table, _ = done(table, again)
    assert (kept_credits(table), table.desk.kept_since) == ((), {})


def test_kept_credit_waits_for_another_hand_pay_of_the_player_who_is_back(rules: str) -> None:
    table = left(rules)
    kept = replace(table, desk=replace(table.desk, released=frozenset()))  # as after a correction: the seat brings nothing back
    back, _ = done(kept, SIT)
    waits = replace(back, desk=replace(back.desk, hand_pays={"seat-1": 700}))
    refusal = refused(waits, order(rules))
    assert refusal.message == "seat-1 waits for another hand pay: pay that first, and then what is kept."
    assert done(back, order(rules))[0].desk.hand_pays == {"seat-1": 5_000}
