"""The chips of the cage: two people count them, and whoever takes cash for chips that nobody brought leaves them short."""

import pytest
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, MAX, SUE, done, events, opened, refusal
from croupier.cage.chip_stock import CountChips, RestockChips
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.due_counts import due_counts
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.cage.state import Cage
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.ledger.accounts import CHIPS, VARIANCES
from croupier.money import Cents

COUNT = CountChips(by=CAY, second=SUE, chips={10_000: 10, 2_500: 4})
SOLD = SellChips(by=CAY, chips={10_000: 3})
REDEEMED = RedeemChips(by=CAY, chips={2_500: 4})
FILL = ExchangeWithTable(place="sicbo", way=CageWay.FILL, amount=Cents(20_000), slip=1)
AFTER_SALE = {10_000: 7, 2_500: 4}


def counted() -> Cage:
    """A cage whose chips were counted: $1,100.00. Players have $300.00 of before."""
    return done(opened(), SOLD, COUNT)


def test_the_first_count_has_nothing_to_be_compared_with() -> None:
    cage = opened()
    [event] = events(cage, COUNT)
    assert CAGE_REGISTER.tell(cage, event) == (
        "Cay Rich (cay) and Sue Moss (sue) counted the chips of the cage: $1,100.00 (4 x $25.00 and 10 x $100.00)."
    )
    assert not done(cage, SOLD, COUNT).variances
    assert not done(counted(), COUNT).variances, "nothing has moved"


def test_two_people_count_every_chip() -> None:
    assert refusal(counted(), replace(COUNT, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(counted(), replace(COUNT, chips={500: 0})).reason is Reason.BAD_AMOUNT
    assert done(counted(), replace(COUNT, chips={})).variances[1].amount == -110_000


@pytest.mark.parametrize(
    ("orders", "chips"),
    [
        ([SOLD], {10_000: 7, 2_500: 4}),
        ([REDEEMED], {10_000: 10, 2_500: 8}),
        ([SOLD, ReverseTransaction(by=CAY, second=SUE, reverses=2, why="Returned")], {10_000: 10, 2_500: 4}),
        ([REDEEMED, ReverseTransaction(by=CAY, second=SUE, reverses=2, why="Returned")], {10_000: 10, 2_500: 4}),
        ([FILL], {10_000: 8, 2_500: 4}),
        ([FILL, replace(FILL, way=CageWay.CREDIT)], {10_000: 10, 2_500: 4}),
        ([replace(FILL, way=CageWay.CHIPS_OUT), replace(FILL, way=CageWay.CHIPS_IN)], {10_000: 10, 2_500: 4}),
        ([replace(FILL, way=CageWay.COLOUR_CHECKS, by="Cay Rich", second="Sue Moss")], {10_000: 10, 2_500: 4}),
        ([NoteVariance(place="sicbo", what="closer", amount=Cents(-500), counted_by=("a", "b"))], {10_000: 10, 2_500: 4}),
        ([RestockChips(by=CAY, second=SUE, chips={10_000: 2}, to_cage=True, why="New")], {10_000: 12, 2_500: 4}),
        ([RestockChips(by=CAY, second=SUE, chips={10_000: 2}, to_cage=False, why="Worn")], {10_000: 8, 2_500: 4}),
    ],
)
def test_the_cage_should_have_what_it_had_and_what_has_moved_since(orders: list[CageCommand], chips: dict[int, int]) -> None:
    cage = done(counted(), *orders)
    known = len(cage.variances)
    assert len(done(cage, replace(COUNT, chips=chips)).variances) == known
    assert len(done(cage, replace(COUNT, chips=chips | {10_000: chips[10_000] + 1})).variances) == known + 1


def test_cash_for_chips_that_nobody_brought_comes_back_as_a_variance_and_as_chips_that_players_have() -> None:
    cage = done(counted(), SOLD)
    owed = cage.book.balance(CHIPS)
    cage = done(cage, replace(REDEEMED, chips={10_000: 2}))
    assert cage.book.balance(CHIPS) == owed - 20_000, "by the books alone the chips came back"
    [event] = events(cage, replace(COUNT, chips=AFTER_SALE))
    assert CAGE_REGISTER.tell(cage, event).endswith("$800.00, $200.00 less than by the books (4 x $25.00 and 7 x $100.00).")
    cage = done(cage, replace(COUNT, chips=AFTER_SALE))
    assert (cage.book.balance(CHIPS), cage.book.balance(VARIANCES)) == (owed, -20_000)
    variance = cage.variances[1]
    assert (variance.place, variance.what, variance.amount) == ("cage", "chips", -20_000)
    explain = ExplainVariance(by=CAY, second=SUE, variance=1, why="They were overlooked")
    assert refusal(cage, explain).reason is Reason.SECOND_PERSON_NEEDED
    assert events(cage, replace(explain, second=MAX))
    assert not done(cage, replace(COUNT, chips=AFTER_SALE)).variances.get(2), "the next count is compared with this one"


def test_their_count_is_due_once_chips_have_moved_since_the_last() -> None:
    sold, later = replace(SOLD, at=BEGIN + 1_000), replace(COUNT, at=BEGIN + 2_000, chips=AFTER_SALE)
    due = "the chips of the cage"
    assert due not in due_counts(done(opened(), sold), BEGIN + DAY), "there is nothing to compare with"
    cage = done(opened(), COUNT, sold)
    assert due not in due_counts(cage, BEGIN + 1_000)
    again, _ = rebuilt([encode_snapshot(snapshot_of(cage, 4, 0, ()))])
    assert due in due_counts(again, BEGIN + DAY)
    assert (again.chips_here, again.chips_counted) == (80_000, BEGIN)
    assert due not in due_counts(done(again, later), BEGIN + DAY)


def test_new_chips_and_those_that_are_worn_move_no_money_and_take_two_people() -> None:
    order = RestockChips(by=CAY, second=SUE, chips={500: 20}, to_cage=True, why="New ones of the maker")
    assert refusal(counted(), replace(order, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(counted(), replace(order, chips={})).reason is Reason.BAD_AMOUNT
    [event] = events(counted(), order)
    assert CAGE_REGISTER.tell(counted(), event) == (
        "Cay Rich (cay) and Sue Moss (sue) brought chips for $100.00 to the cage (20 x $5.00): New ones of the maker."
    )
    assert done(counted(), order).book == counted().book
