"""Limits at the counter: no cash without a drawer of one's own, no more than it has, and only what exists is counted."""

import pytest
from msgspec.structs import replace

from cages import (
    BEGIN,
    CAY,
    DRAWER,
    HERE,
    MAX,
    SUE,
    done,
    events,
    opened,
    printing,
    refusal,
    refused,
    with_account,
    without_drawers,
)
from croupier.cage.accounts import Deposit, Withdraw
from croupier.cage.attempts import NoteAttempt
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import SellTicket
from croupier.cage.message import CageCommand
from croupier.cage.opening import ChangeTicketRules
from croupier.cage.prizes import GivePrizeCash
from croupier.cage.redeeming import PayTicket
from croupier.cage.refusals import Reason
from croupier.cage.settling import SettleTicket, TicketDecision
from croupier.cage.state import Cage, TicketRules
from croupier.cage.variances import ExplainVariance
from croupier.cage.withholding import VoidTicket
from croupier.ledger.accounts import cage_cash
from croupier.money import Cents
from croupier.rules.terms import PayMethod

OPENER = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={10_000: 1})
MOVE = MoveCash(by=CAY, second=SUE, amount=Cents(10_005), to_vault=True, why="Too much in the drawer")


def full() -> Cage:
    """Everything for which the cage could pay more than $100, and $100 in the drawer."""
    cage = with_account(done(without_drawers(), OPENER), 20_000)
    cage = done(cage, SellChips(by=CAY, chips={2_500: 8}), printing(20_000), printing(20_000))
    return done(cage, VoidTicket(by=CAY, second=SUE, serial=2, why="Torn"), replace(MOVE, amount=Cents(40_000)))


PAYOUTS: list[CageCommand] = [
    Withdraw(by=CAY, patron=1, amount=Cents(20_000), identified="passport"),
    RedeemChips(by=CAY, chips={2_500: 8}),
    PayTicket(by=CAY, serial=1),
    SettleTicket(by=CAY, second=SUE, serial=2, to=TicketDecision.PAY, identified="passport", why="Hers"),
    PayHandPay(place=HERE, form=1, amount=Cents(20_000), method=PayMethod.CASH, by="Cay Rich"),
    GivePrizeCash(promotion=1, prize=1, amount=Cents(20_000), by="Cay Rich"),
    ExchangeWithTable(place="sicbo", way=CageWay.COLOUR_CHECKS, amount=Cents(20_000), by="Cay Rich", second="Sue Moss"),
    MOVE,
]
TAKEN: list[CageCommand] = [
    Deposit(by=CAY, patron=1, amount=Cents(500)),
    SellChips(by=CAY, chips={2_500: 1}),
    SellTicket(by=CAY, amount=Cents(500), salt=1),
    replace(MOVE, to_vault=False),
]


@pytest.mark.parametrize("order", [*PAYOUTS, *TAKEN], ids=lambda each: type(each).__name__)
def test_no_cash_is_taken_or_paid_without_an_open_drawer_of_the_clerk(order: CageCommand) -> None:
    """The open drawer of somebody else does not help, nor does one's own that was closed."""
    others = CountDrawer(by=MAX, second=SUE, is_opener=True, notes={10_000: 500})
    cage = done(full(), replace(OPENER, is_opener=False), others)
    found = refusal(cage, order)
    assert found.reason is Reason.NO_DRAWER
    assert found.sentence == "Cay Rich has no open drawer, and handles no cash before its opener is counted."
    more = replace(MOVE, to_vault=False, amount=Cents(50_000))
    [*_, event] = events(done(cage, OPENER, more), order)
    moved = {account for each in getattr(event, "transfers") for account in (each.source, each.target)}  # noqa: B009
    assert DRAWER in moved


def test_every_clerk_has_a_drawer_with_its_own_count_and_variance() -> None:
    max_opens = CountDrawer(by=MAX, second=SUE, is_opener=True, notes={5_000: 2})
    assert refusal(opened(), replace(max_opens, by=CAY, clerk="max")).sentence == (
        "A drawer is opened by the clerk who works with it."
    )
    cage = done(without_drawers(), OPENER, max_opens, SellChips(by=MAX, chips={500: 4}))
    assert cage.book.balance(cage_cash("max")) == -12_000
    assert cage.book.balance(DRAWER) == -10_000
    # Somebody else may count the closer of a clerk who has gone home.
    cage = done(cage, CountDrawer(by=CAY, second=SUE, clerk="max", is_opener=False, notes={5_000: 2}))
    variance = cage.variances[1]
    assert (variance.what, variance.amount) == ("drawer of Max Bell, closer", -2_000)
    assert [(each.clerk.name, each.is_opener) for each in cage.drawers.values()] == [("Cay Rich", True), ("Max Bell", False)]
    again = RecountDrawer(by=CAY, second=SUE, clerk="max", notes={5_000: 2, 2_000: 1})
    cage = done(cage, again)
    assert (cage.variances[1].amount, cage.book.balance(cage_cash("max"))) == (0, -12_000)


@pytest.mark.parametrize("payout", PAYOUTS, ids=lambda each: type(each).__name__)
def test_no_more_cash_than_the_drawer_has_by_the_books(payout: CageCommand) -> None:
    """The refusal names no amount, which would tell what the books say before the drawer is counted."""
    short = refusal(full(), payout)
    assert (short.reason, "$" in short.sentence) == (Reason.DRAWER_SHORT, False)
    more = replace(MOVE, to_vault=False, amount=Cents(50_000))
    assert events(done(full(), more), payout)


def test_a_cheque_needs_no_cash() -> None:
    assert events(full(), PayTicket(by=CAY, serial=1, method=PayMethod.CHEQUE))


@pytest.mark.parametrize("reason", Reason)
def test_an_attempt_is_put_on_record_if_its_refusal_hides_an_amount(reason: Reason) -> None:
    noted = events(full(), NoteAttempt(command="RedeemChips", reason=reason, by=CAY.name))
    more = {
        Reason.DRAWER_SHORT: "cash than the own drawer has by the books",
        Reason.VAULT_SHORT: "cash than the vault has by the books",
        Reason.TOO_MANY_CHIPS: "chips than players can have by the books",
    }.get(reason)
    words = [f"Cay Rich asked for more {more} (RedeemChips): refused."] if more else []
    assert [CAGE_REGISTER.tell(full(), event) for event in noted] == words


def test_cash_goes_to_the_vault_and_comes_from_it_while_the_drawer_is_open() -> None:
    closer = replace(OPENER, is_opener=False)
    for cage in (without_drawers(), done(without_drawers(), OPENER, closer)):
        for to_vault in (True, False):
            assert refused(cage, replace(MOVE, amount=Cents(5), to_vault=to_vault)) is Reason.NO_DRAWER


def test_the_most_that_is_sold_or_moved_at_once() -> None:
    cage = opened()
    assert refused(cage, SellChips(by=CAY, chips={100: 100_001})) is Reason.OVER_COUNTER_LIMIT
    assert refused(cage, replace(MOVE, amount=Cents(100_000_001))) is Reason.OVER_COUNTER_LIMIT
    small = TicketRules(most_chips=Cents(500), most_moved=Cents(500))
    cage = done(cage, ChangeTicketRules(by=SUE, second=CAY, rules=small))
    assert refused(cage, SellChips(by=CAY, chips={100: 6})) is Reason.OVER_COUNTER_LIMIT
    assert refused(cage, replace(MOVE, amount=Cents(501))) is Reason.OVER_COUNTER_LIMIT


def test_only_notes_and_coins_that_exist_are_counted() -> None:
    cage = done(opened(), TakeBox(place=HERE, box=1, amount=Cents(500)))
    strange = {7: 3}
    counts: list[CageCommand] = [
        replace(OPENER, is_opener=False, notes=strange),
        RecountDrawer(by=CAY, second=SUE, notes=strange),
        CountBox(by=CAY, box=1, notes=strange),
    ]
    for count in counts:
        assert refusal(cage, count).sentence == "There is no note or coin of $0.07."


def test_one_who_has_not_counted_explains_a_variance_with_them() -> None:
    box = TakeBox(at=BEGIN, place=HERE, box=1, amount=Cents(1_000))
    counted = [CountBox(by=each, box=1, notes={500: 1}) for each in (CAY, SUE)]
    for cage in (
        done(opened(), box, *counted),
        done(without_drawers(), OPENER, replace(OPENER, is_opener=False, notes={5_000: 1})),
    ):
        explain = ExplainVariance(by=CAY, second=SUE, variance=1, why="A note stuck")
        assert refused(cage, explain) is Reason.SECOND_PERSON_NEEDED
        assert events(cage, replace(explain, second=MAX))
