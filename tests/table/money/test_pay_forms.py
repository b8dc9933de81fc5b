"""Hand pays on a form: verified, identified, delayed, withheld, reviewed, released or refused, and paid once."""

import pytest
from msgspec.structs import replace

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import HAND_PAYS, HOUSE, PAID_BY_HAND, owed, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import PayMethod
from croupier.table.authority.notices import GiveNotice
from croupier.table.authority.notices import waiting as notices_due
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.hand_pays import HandPayCause
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.credit import Collect
from croupier.table.money.debts import DemandReturn
from croupier.table.money.hand_pay import HandPaid, PayByHand, TakeBackHandPay
from croupier.table.money.held_hand_pays import RefuseHandPay, ReleaseHandPay, ReviewHandPay, WithholdHandPay
from croupier.table.money.identification import AskIdentification, RecordIdentification
from croupier.table.money.metering import disagreement
from croupier.table.money.pay_forms import DelayHandPay, VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome

RULES = ("aruze-craps-2024", "ministar-roulette-2018")
CLAUSES = {
    "aruze-craps-2024": ("4.1", "4.2", "4.3.1", "4.3.2", "4.3.3"),
    "ministar-roulette-2018": ("5.1", "5.2", "5.3.1", "5.3.2", "5.3.3"),
}
CASS, MANAGER = Person("Cass", "cage"), Person("leo", "assistant-gaming-manager")
OPERATOR, AGREES = Person("olga", "operator"), Person("mia", "assistant-gaming-manager")
BROUGHT = Cents(50_000)
AT = 1_700_000_000_000
VERIFY = VerifyHandPay(at=AT, seat="ann", amount=BROUGHT, record="the meters of the terminal", by=CASS)
PAY = PayByHand(at=AT, seat="ann", form=1, method=PayMethod.CASH, by=CASS)
WITHHOLD = WithholdHandPay(at=AT, seat="ann", by=OPERATOR, why="The win is looked into.")
REVIEW = ReviewHandPay(at=AT, seat="ann", inspector="Ira Insp", review="It may be decided.", by=MANAGER)
OTHER = Person("otto", "operator")
TOLD = GiveNotice(at=AT, notice=1, how="The inspector, by telephone.", by=MANAGER)
RELEASE = ReleaseHandPay(at=AT, seat="ann", by=OTHER, why="Nothing was wrong.")
REFUSE = RefuseHandPay(at=AT, seat="ann", by=OTHER, why="The terminal was tampered with.")


SITS = TakeSeat(at=AT, seat="ann", chips=Cents(0))
PUTS_NOTES_IN = CreditStacked(at=AT, seat="ann", amount=BROUGHT, tender=Tender(Way.NOTES, {10_000: 5}))


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> str:
    return request.param


def called(rules: str, cause: HandPayCause | None = HandPayCause.OVER_TICKET_LIMIT) -> Table:
    """Ann has collected $500.00 at a table of a live floor, and waits."""
    document = ruleset(rules)
    table = replace(open_table(document, document.sign({})), states_tender=True)
    collect = Collect(at=AT, seat="ann", tender=Tender(Way.HAND_PAY), cause=cause)
    return after(table, SITS, PUTS_NOTES_IN, collect)


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        table, _ = done(table, command)
        assert disagreement(table, "ann") == ""
        assert sum(table.book.balances.values()) == 0
        assert table.book.balance(HAND_PAYS) == sum(table.desk.hand_pays.values())
        assert table.desk.pay_files.keys() == table.desk.hand_pays.keys()
    return table


def test_a_hand_pay_is_verified_signed_and_paid_once(rules: str) -> None:
    table = called(rules)
    assert table.desk.pay_files["ann"].causes == (HandPayCause.OVER_TICKET_LIMIT,)
    assert refused(table, PAY).reason is Reason.FORM_NEEDED
    table = after(table, VERIFY)
    table, (paid,) = done(table, PAY)
    assert isinstance(paid, HandPaid)
    assert (paid.form, paid.method, paid.clause) == (1, PayMethod.CASH, CLAUSES[rules][0])
    assert table.book.balance(PAID_BY_HAND) == BROUGHT
    assert refused(table, PAY).reason is Reason.OUT_OF_SEQUENCE


def test_the_form_is_for_exactly_what_waits_and_names_a_record(rules: str) -> None:
    table, clause = called(rules), CLAUSES[rules][0]
    wrong = refused(table, replace(VERIFY, amount=Cents(49_999)))
    assert (wrong.reason, wrong.clause) == (Reason.BAD_AMOUNT, clause)
    assert refused(table, replace(VERIFY, record=" ")).reason is Reason.REASON_NEEDED
    assert refused(table, replace(VERIFY, seat="bob")).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, replace(VERIFY, by=Person("eve", "player"))).reason is Reason.NOT_YOUR_POWER
    verified = after(table, VERIFY, VERIFY)
    assert verified.desk.forms == 2
    other = refused(verified, PAY)
    assert (other.reason, other.message) == (Reason.FORM_NEEDED, f"The player signs form 2, and no other ({clause}).")


def test_nobody_alone_tells_an_inspector_of_a_withheld_payment_and_decides_it(rules: str) -> None:
    told_by_other = after(called(rules), VERIFY, WITHHOLD, replace(TOLD, by=OTHER))
    assert refused(told_by_other, RELEASE).reason is Reason.SECOND_PERSON_NEEDED
    reviewed_by_other = after(told_by_other, replace(REVIEW, by=OTHER))
    for decides in (RELEASE, REFUSE):
        alone = refused(reviewed_by_other, decides)
        assert (alone.reason, alone.clause) == (Reason.SECOND_PERSON_NEEDED, CLAUSES[rules][1])
        after(told_by_other, REVIEW, decides)


def test_a_payment_says_how_it_is_made_and_how_it_was_asked_for(rules: str) -> None:
    table = after(called(rules), VERIFY)
    unsaid = refused(table, replace(PAY, method=None))
    assert (unsaid.reason, unsaid.clause) == (Reason.BAD_TENDER, CLAUSES[rules][3])
    assert unsaid.sentence == "Say how it is paid: cash, cheque, transfer."
    cheque = replace(PAY, method=PayMethod.CHEQUE, asked=PayMethod.CASH)
    [paid] = done(table, cheque)[1]
    said = "Cass (cage) pays $500.00 by hand to ann (cheque instead of cash) on form 1, which the player signed"
    assert told(table, paid) == [f"{said} ({CLAUSES[rules][0]})."]


def test_identification_that_was_asked_for_is_seen_before_it_is_paid(rules: str) -> None:
    ask = AskIdentification(at=AT, seat="ann", by=CASS)
    table = after(called(rules), VERIFY, ask)
    not_yet = refused(table, PAY)
    assert (not_yet.reason, not_yet.clause) == (Reason.IDENTIFICATION_NEEDED, CLAUSES[rules][4])
    assert refused(table, ask).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, RecordIdentification(at=AT, seat="ann", seen="", by=MANAGER)).reason is Reason.REASON_NEEDED
    table = after(table, RecordIdentification(at=AT, seat="ann", seen="passport", by=MANAGER))
    shown = table.desk.pay_files["ann"].identification
    assert shown
    assert (shown.asked_by, shown.seen, shown.seen_by) == (CASS, "passport", MANAGER)
    assert after(table, PAY).desk.hand_pays == {}


def test_a_delayed_payment_waits_for_the_agreed_time(rules: str) -> None:
    delay = DelayHandPay(at=AT, seat="ann", until=AT + 60_000, by=CASS, why="The record is checked.")
    assert refused(called(rules), replace(delay, until=AT)).reason is Reason.BAD_AMOUNT
    assert refused(called(rules), replace(delay, why="")).reason is Reason.REASON_NEEDED
    table = after(called(rules), VERIFY, delay)
    early = refused(table, replace(PAY, at=AT + 59_999))
    assert (early.reason, early.clause) == (Reason.PAYMENT_DELAYED, CLAUSES[rules][2])
    assert after(table, replace(PAY, at=AT + 60_000)).desk.hand_pays == {}


def test_a_withheld_payment_is_released_or_refused_after_a_review(rules: str) -> None:
    clause = CLAUSES[rules][1]
    lacks = refused(called(rules), replace(WITHHOLD, by=CASS))
    assert lacks.reason is Reason.NOT_YOUR_POWER
    table = after(called(rules), VERIFY, WITHHOLD)
    [(_, notice)] = notices_due(table)
    assert (notice.to, notice.clause) == ("an inspector", clause)
    assert notice.about == "the hand pay of $500.00 to ann withheld"
    for order in (PAY, TakeBackHandPay(at=AT, seat="ann", by=MANAGER, why="x"), WITHHOLD):
        kept = refused(table, order)
        assert (kept.reason, kept.clause) == (Reason.PAYMENT_WITHHELD, clause)
    assert refused(table, PAY).message == f"The hand pay of ann is withheld: The win is looked into ({clause})."
    unreviewed = refused(table, REFUSE)
    assert (unreviewed.reason, unreviewed.clause) == (Reason.NOTICE_NEEDED, clause)
    for order in (RELEASE, REVIEW):
        untold = refused(table, order)
        assert (untold.reason, untold.clause) == (Reason.NOTICE_NEEDED, clause)
    table = after(table, TOLD)
    for order in (RELEASE, REVIEW):
        assert refused(table, replace(order, by=OPERATOR)).reason is Reason.SECOND_PERSON_NEEDED
    assert refused(after(table, REVIEW), replace(REFUSE, by=OPERATOR)).reason is Reason.SECOND_PERSON_NEEDED
    paid = after(table, RELEASE, PAY)
    assert paid.book.balance(PAID_BY_HAND) == BROUGHT
    kept_by_house = after(table, REVIEW, REFUSE)
    assert kept_by_house.book.balance(HOUSE) == BROUGHT
    assert kept_by_house.desk.hand_pays == {}
    for order in (REVIEW, RELEASE, REFUSE):
        assert refused(kept_by_house, order).reason is Reason.PAYMENT_WITHHELD
    assert refused(table, replace(REVIEW, inspector="")).reason is Reason.REASON_NEEDED


def test_what_was_paid_on_a_form_can_be_demanded_back(rules: str) -> None:
    table = after(called(rules), VERIFY, PAY)
    demand = DemandReturn(at=AT, seat="ann", amount=BROUGHT, by=OPERATOR, why="The win was not hers.")
    table = after(table, demand)
    assert table.book.balance(owed("ann")) == -BROUGHT
    assert [notice.about for _, notice in notices_due(table)] == ["$500.00 demanded back from ann"]


def large_win() -> Table:
    """Ann wins $350.00 with a straight bet at a table that pays more than $10.00 by hand."""
    document = ruleset("ministar-roulette-2018")
    table = replace(open_table(document, document.sign({"hand_pay_limit": 1000})), states_tender=True)
    bets = [
        PlaceBet(at=AT, seat="ann", wager=f"straight:{each}", stake=Cents(stake)) for each, stake in ((17, 1000), (5, 2000))
    ]
    return after(table, SITS, PUTS_NOTES_IN, *bets, EnterOutcome(at=AT, outcome=OutcomeName("17")))


def corrected(to: str) -> CorrectOutcome:
    return CorrectOutcome(at=AT, round=1, outcome=OutcomeName(to), by=MANAGER, second=AGREES, why="It was misread.")


def test_a_form_whose_amount_a_correction_changed_is_verified_again() -> None:
    table = large_win()
    assert table.desk.pay_files["ann"].causes == (HandPayCause.LARGE_WIN,)
    table = after(table, replace(VERIFY, amount=Cents(35_000)), corrected("5"))
    assert table.desk.hand_pays == {"ann": 70_000}
    assert refused(table, PAY).reason is Reason.FORM_NEEDED
    table = after(table, replace(VERIFY, amount=Cents(70_000)), replace(PAY, form=2))
    assert table.book.balance(PAID_BY_HAND) == 70_000


def test_what_a_correction_adds_to_a_paid_form_waits_for_a_form_of_its_own() -> None:
    table = after(large_win(), replace(VERIFY, amount=Cents(35_000)), PAY, corrected("5"))
    assert table.desk.hand_pays == {"ann": 35_000}
    assert refused(table, PAY).reason is Reason.FORM_NEEDED
    table = after(table, replace(VERIFY, amount=Cents(35_000)), replace(PAY, form=2))
    assert table.book.balance(PAID_BY_HAND) == 70_000


def test_a_payment_that_a_correction_takes_away_is_owed_and_the_cage_has_paid_it() -> None:
    table = after(large_win(), replace(VERIFY, amount=Cents(35_000)), PAY, corrected("3"))
    assert table.desk.hand_pays == {}
    assert (table.book.balance(PAID_BY_HAND), table.book.balance(owed("ann"))) == (35_000, -35_000)


def test_a_refused_payment_that_a_correction_takes_away_comes_back_with_another() -> None:
    table = after(large_win(), WITHHOLD, TOLD, REVIEW, REFUSE)
    away = after(table, corrected("3"))
    assert away.book.balance(rack("ann")) == BROUGHT - 3_000
    back = after(away, corrected("17"))
    assert back.book.balances == table.book.balances


def test_a_win_over_the_limit_does_not_become_credit_again() -> None:
    """Taken back by one person, it would leave the machine on a ticket without a name."""
    table, back = large_win(), TakeBackHandPay(at=AT, seat="ann", by=MANAGER, why="She asked.")
    assert refused(table, back).reason is Reason.OUT_OF_SEQUENCE
    assert refused(table, replace(back, second=Person("Sue", MANAGER.role))).reason is Reason.OUT_OF_SEQUENCE
    indebted = replace(table, book=table.book.after((Transfer(owed("ann"), HOUSE, Cents(500)),)))
    assert refused(indebted, back).reason is Reason.SECOND_PERSON_NEEDED
    assert refused(indebted, replace(back, second=MANAGER)).reason is Reason.SECOND_PERSON_NEEDED
    done(indebted, replace(back, second=Person("Sue", MANAGER.role)))


def test_a_hand_pay_that_the_player_asked_for_becomes_credit_again(rules: str) -> None:
    done(called(rules, HandPayCause.PRINTER_FAULT), TakeBackHandPay(at=AT, seat="ann", by=MANAGER, why="It prints again."))
