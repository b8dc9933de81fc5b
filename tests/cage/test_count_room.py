"""Chips and the count room: two blind counts, variances that stay, and chips that players cannot have."""

import pytest
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, DRAWER, HERE, MAX, SUE, booked, done, events, opened, refusal, without_drawers
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.days import CloseDay
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import CageCommand, Clerk
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.ledger.accounts import BOXES, CAGE, CHIPS, VARIANCES, VAULT
from croupier.money import Cents

IDA = Clerk("ida", "Ida Bell")
NOTES = {5_000: 2, 2_000: 1}


def test_a_table_takes_no_chips_that_players_cannot_have() -> None:
    """Chips that nobody was sold or took from a table were never issued: a table refuses them, and names no amount."""
    brought = ExchangeWithTable(place=HERE, way=CageWay.CHIPS_IN, amount=Cents(500))
    found = refusal(opened(), brought)
    assert (found.reason, "$" in found.sentence) == (Reason.TOO_MANY_CHIPS, False)
    won = done(opened(), ExchangeWithTable(place="craps", way=CageWay.CHIPS_OUT, amount=Cents(500)))
    bought = done(opened(), SellChips(by=CAY, chips={500: 1}))
    for cage in (won, bought):
        after = done(cage, brought)
        assert after.book.balance(CHIPS) == 0
        assert refusal(after, brought).reason is Reason.TOO_MANY_CHIPS


def with_box(amount: int = 12_000) -> Cage:
    return done(without_drawers(), TakeBox(place="sicbo", box=1, amount=Cents(amount)))


def test_two_equal_counts_stand_and_the_cash_is_in_the_vault() -> None:
    cage = done(with_box(), CountBox(by=CAY, box=1, notes=NOTES), CountBox(by=SUE, box=1, notes=NOTES))
    assert cage.book.balances == {CAGE: 12_000, VAULT: -12_000}
    assert cage.boxes[1].counted == NOTES
    found = refusal(cage, CountBox(by=IDA, box=1, notes=NOTES))
    assert (found.reason, found.sentence) == (Reason.BOX_COUNTED, "Box 1 was counted; its count stands.")


def test_nobody_counts_for_two() -> None:
    cage = done(with_box(), CountBox(by=CAY, box=1, notes=NOTES))
    assert refusal(cage, CountBox(by=CAY, box=1, notes=NOTES)).sentence == (
        "Cay Rich has counted box 1; another person counts it next."
    )
    assert cage.book.balance(BOXES) == -12_000


def test_counts_that_differ_are_on_record_and_both_count_again() -> None:
    cage = done(with_box(), CountBox(by=CAY, box=1, notes=NOTES), CountBox(by=SUE, box=1, notes={5_000: 2}))
    assert (cage.boxes[1].first, cage.boxes[1].differed, cage.boxes[1].counted) == (None, 1, None)
    assert cage.book.balance(BOXES) == -12_000
    # The same value in other notes is another count.
    again = done(cage, CountBox(by=CAY, box=1, notes={1_000: 12}), CountBox(by=SUE, box=1, notes=NOTES))
    assert again.boxes[1].differed == 2


def test_a_variance_is_named_explained_by_two_and_never_posted_away() -> None:
    short = {5_000: 2}
    cage = done(with_box(), CountBox(by=CAY, box=1, notes=short), CountBox(by=SUE, box=1, notes=short))
    assert cage.book.balances == {CAGE: 12_000, VAULT: -10_000, VARIANCES: -2_000}
    variance = cage.variances[1]
    assert (variance.place, variance.what, variance.amount, variance.why) == ("sicbo", "box 1", -2_000, None)
    alone = ExplainVariance(by=CAY, second=CAY, variance=1, why="A note stuck in the box.")
    assert refusal(cage, alone).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(cage, ExplainVariance(by=CAY, second=MAX, variance=2, why="?")).sentence == "There is no variance 2."
    after = done(cage, ExplainVariance(by=CAY, second=MAX, variance=1, why="A note stuck in the box."))
    assert after.book == cage.book
    again = ExplainVariance(by=CAY, second=MAX, variance=1, why="Another story.")
    assert refusal(after, again).sentence == "Variance 1 is explained: A note stuck in the box."


def test_more_in_a_box_than_by_the_books_is_a_variance_too() -> None:
    cage = done(with_box(0), CountBox(by=CAY, box=1, notes={2_000: 1}), CountBox(by=SUE, box=1, notes={2_000: 1}))
    assert (cage.book.balances, cage.variances[1].amount) == ({VAULT: -2_000, VARIANCES: 2_000}, 2_000)


def test_an_empty_box_is_counted_as_any_other() -> None:
    cage = done(with_box(0), CountBox(by=CAY, box=1, notes={}), CountBox(by=SUE, box=1, notes={}))
    assert (cage.book.balances, len(cage.variances)) == ({}, 0)


def test_chips_that_are_missing_from_a_tray_may_be_in_a_pocket() -> None:
    cage = done(opened(), NoteVariance(place="sicbo", what="closer", amount=Cents(-500), counted_by=("Dora Lee", "Sue Moss")))
    assert booked(cage) == {VARIANCES: -500, CHIPS: 500}
    assert (
        CAGE_REGISTER.decide(
            cage, NoteVariance(place="sicbo", what="closer", amount=Cents(0), counted_by=("Dora Lee", "Sue Moss"))
        )
        == ()
    )


def test_no_more_chips_are_redeemed_than_players_can_have() -> None:
    cage = done(
        opened(), SellChips(by=CAY, chips={500: 10}), ExchangeWithTable(place=HERE, way=CageWay.CHIPS_IN, amount=Cents(2_000))
    )
    found = refusal(cage, RedeemChips(by=CAY, chips={500: 7}))
    assert found.sentence == "By the books players do not have so many chips; look into it first. This is on record."
    cage = done(cage, RedeemChips(by=CAY, chips={500: 6}))
    assert booked(cage) == {CAGE: 2_000, DRAWER: -2_000}
    for chips in ({}, {0: 1}, {500: -1}, {500: 10**15}):
        assert refusal(cage, SellChips(by=CAY, chips=chips)).reason is Reason.BAD_AMOUNT
        assert refusal(cage, RedeemChips(by=CAY, chips=chips)).reason is Reason.BAD_AMOUNT


def counting(notes: dict[int, int], *, is_opener: bool, second: Clerk = SUE) -> CountDrawer:
    return CountDrawer(by=CAY, second=second, is_opener=is_opener, notes=notes)


def test_the_drawer_is_counted_by_two_in_turn_and_a_difference_is_a_variance() -> None:
    """The first opener says how much the vault had given. From then on the books know what has to be there."""
    cage = without_drawers()
    assert refusal(cage, counting({5_000: 4}, is_opener=False)).sentence == "The drawer is closed; count its opener next."
    assert refusal(cage, counting({5_000: 4}, is_opener=True, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(cage, counting({5_000: -1}, is_opener=True)).reason is Reason.BAD_AMOUNT
    cage = done(cage, counting({5_000: 4}, is_opener=True))
    assert cage.book.balances == {DRAWER: -20_000, VAULT: 20_000}
    assert not cage.variances
    cage = done(cage, SellChips(by=CAY, chips={500: 2}))
    assert refusal(cage, counting({}, is_opener=True)).sentence == "The drawer is open; count its closer next."
    cage = done(cage, RedeemChips(by=CAY, chips={500: 1}), counting({5_000: 4}, is_opener=False))
    assert cage.book.balances == {CHIPS: 500, DRAWER: -20_000, VAULT: 20_000, VARIANCES: -500}
    variance = cage.variances[1]
    assert (variance.place, variance.what, variance.amount) == ("cage", "drawer of Cay Rich, closer", -500)
    cage = done(cage, counting({5_000: 4, 100: 1}, is_opener=True))
    assert (cage.variances[2].what, cage.variances[2].amount) == ("drawer of Cay Rich, opener", 100)


def test_cash_goes_to_the_vault_and_back_with_two_people() -> None:
    cage = done(without_drawers(), counting({10_000: 5}, is_opener=True))
    moved = MoveCash(by=CAY, second=SUE, amount=Cents(30_000), to_vault=True, why="More than the drawer may have")
    cage = done(cage, moved, counting({10_000: 2}, is_opener=False))
    assert (cage.book.balances, len(cage.variances)) == ({DRAWER: -20_000, VAULT: 20_000}, 0)
    alone = MoveCash(by=CAY, second=CAY, amount=Cents(1), to_vault=True, why="?")
    assert refusal(cage, alone).reason is Reason.SECOND_PERSON_NEEDED
    assert refusal(cage, MoveCash(by=CAY, second=SUE, amount=Cents(0), to_vault=True, why="?")).reason is Reason.BAD_AMOUNT
    back = MoveCash(by=CAY, second=SUE, amount=Cents(5_000), to_vault=False, why="Change")
    opened_again = done(cage, counting({10_000: 2}, is_opener=True), back)
    assert opened_again.book.balances == {DRAWER: -25_000, VAULT: 25_000}


def noting(place: str, amount: int) -> NoteVariance:
    """The opener of a table, as Dora Lee and Sue Moss have counted it."""
    return NoteVariance(place=place, what="opener", amount=Cents(amount), counted_by=("Dora Lee", "Sue Moss"))


def test_a_recount_changes_the_variance_of_its_count_and_leaves_nothing_to_explain_if_there_is_none() -> None:
    cage = done(
        opened(),
        noting("sicbo", 700),
        noting("crown", 100),
        replace(noting("sicbo", -700), corrects=True),
        replace(noting("crown", -300), corrects=True),
    )
    assert [(each.place, each.amount, each.why) for each in cage.variances.values()] == [
        ("sicbo", 0, "Counted again: there is no difference."),
        ("crown", -200, None),
    ]
    assert cage.book.balance(VARIANCES) == -200


def test_a_drawer_that_was_miscounted_is_counted_again() -> None:
    """Both counts are on record, and the variance is that of the last one. Once cash has moved, it needs a reason."""
    first = CountDrawer(by=CAY, second=SUE, is_opener=True, notes={5_000: 20})
    early = refusal(without_drawers(), RecountDrawer(by=CAY, second=SUE, notes={5_000: 20}))
    assert early.sentence == "The drawer was not counted yet; count its opener."
    cage = done(without_drawers(), replace(first, notes={5_000: 10}))
    cage = done(cage, CountDrawer(by=CAY, second=SUE, is_opener=False, notes={5_000: 1}))
    assert [each.amount for each in cage.variances.values()] == [-45_000]
    again = RecountDrawer(by=CAY, second=SUE, notes={5_000: 9})
    assert refusal(cage, replace(again, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    cage = done(cage, again)
    assert [(each.amount, each.why) for each in cage.variances.values()] == [(-5_000, None)]
    assert (cage.book.balance(DRAWER), cage.book.balance(VARIANCES)) == (-45_000, -5_000)
    cage = done(cage, counting({5_000: 8}, is_opener=True), SellChips(by=CAY, chips={500: 2}))
    moved = RecountDrawer(by=CAY, second=SUE, notes={5_000: 9, 1_000: 1})
    assert refusal(cage, moved).sentence == "Cash has moved since the count: say why it is counted again."
    cage = done(cage, replace(moved, why="A bundle was overlooked"))
    assert [(each.amount, each.why) for each in cage.variances.values()] == [
        (-5_000, None),
        (0, "Counted again: there is no difference."),
    ]
    assert (cage.book.balance(DRAWER), cage.book.balance(VARIANCES)) == (-46_000, -5_000)
    cage = done(cage, counting({5_000: 9, 1_000: 1}, is_opener=False))
    assert len(cage.variances) == 2


SOLD = SellChips(by=CAY, chips={500: 40})


@pytest.mark.parametrize(
    "moves",
    [
        (),
        (SOLD,),
        (SOLD, MoveCash(by=CAY, second=SUE, amount=Cents(20_000), to_vault=True, why="Too much")),
    ],
    ids=["nothing", "chips sold", "chips sold, and their cash moved to the vault"],
)
def test_a_recount_of_the_first_opener_is_a_variance_and_never_cash_of_the_vault(moves: tuple[CageCommand, ...]) -> None:
    """Nobody counts the vault: what is missing from the first opener of a drawer would be missing nowhere."""
    cage = done(without_drawers(), counting({5_000: 20}, is_opener=True), *moves)
    vault, there = cage.book.balance(VAULT), -cage.book.balance(DRAWER)
    again = RecountDrawer(by=CAY, second=MAX, notes={5_000: (there - 20_000) // 5_000}, why="We miscounted the opener")
    [event] = events(cage, again)
    assert " $200.00 less than by the books " in CAGE_REGISTER.tell(cage, event)
    cage = done(cage, again)
    [variance] = cage.variances.values()
    assert (variance.what, variance.amount, variance.counted_by) == (
        "drawer of Cay Rich, opener",
        -20_000,
        ("Cay Rich", "Max Bell"),
    )
    assert (cage.book.balance(VARIANCES), cage.book.balance(VAULT)) == (-20_000, vault)


def test_another_amount_takes_another_explanation_of_somebody_who_has_not_counted_either() -> None:
    cage = done(without_drawers(), counting({5_000: 20}, is_opener=True), counting({5_000: 19}, is_opener=False))
    explain = ExplainVariance(by=CAY, second=MAX, variance=1, why="A note fell")
    cage = done(cage, explain, RecountDrawer(by=CAY, second=SUE, notes={5_000: 19}))
    assert cage.variances[1].why == "A note fell"
    cage = done(cage, RecountDrawer(by=CAY, second=MAX, notes={5_000: 10}))
    variance = cage.variances[1]
    assert (variance.amount, variance.why, variance.by) == (-50_000, None, None)
    assert variance.counted_by == ("Cay Rich", "Sue Moss", "Max Bell")
    closing = CloseDay(at=BEGIN + DAY, by=CAY, second=SUE, day="2026-11-17", since=BEGIN, until=BEGIN + DAY)
    assert "explain variance 1" in refusal(cage, closing).sentence
    assert refusal(cage, explain).sentence == "Both of you have counted it: somebody who has not looks into it, too."
    assert events(cage, replace(explain, second=Clerk("mia", "Mia Roth")))


def test_an_explanation_is_of_the_amount_that_was_read() -> None:
    """A recount while two people write the explanation finds another amount, of which they have seen nothing."""
    explain = ExplainVariance(by=CAY, second=MAX, variance=1, amount=Cents(-700), why="A chip rolled away")
    cage = done(opened(), noting("sicbo", -700))
    again = done(cage, replace(noting("sicbo", 1_200), corrects=True))
    refused = refusal(again, explain)
    assert refused.reason is Reason.VARIANCE_CHANGED
    assert refused.sentence == "Variance 1 has another amount: sicbo, opener: $5.00 more than expected."
    never_recounted = refusal(cage, replace(explain, amount=Cents(700)))
    assert never_recounted.reason is Reason.VARIANCE_CHANGED
    assert never_recounted.sentence == "Variance 1 has another amount: sicbo, opener: $7.00 less than expected."
    gone = done(cage, replace(noting("sicbo", 700), corrects=True))
    assert refusal(gone, explain).reason is Reason.VARIANCE_EXPLAINED
    assert done(cage, explain).variances[1].why == "A chip rolled away"


def test_who_has_counted_a_tray_does_not_explain_its_variance_with_another_counter() -> None:
    """A recount that finds the same adds its counters, and leaves the explanation."""
    dora, max_ = Clerk("dora", "Dora Lee"), MAX
    explain = ExplainVariance(by=SUE, second=dora, variance=1, why="A chip rolled away")
    cage = done(opened(), noting("sicbo", -700))
    assert refusal(cage, explain).reason is Reason.SECOND_PERSON_NEEDED
    same = NoteVariance(place="sicbo", what="opener", amount=Cents(0), corrects=True, counted_by=("Dora Lee", "Max Bell"))
    cage = done(cage, same)
    assert refusal(cage, replace(explain, second=max_)).reason is Reason.SECOND_PERSON_NEEDED
    cage = done(cage, replace(explain, by=CAY), same)
    assert (cage.variances[1].why, cage.variances[1].amount) == ("A chip rolled away", -700)
    cage = done(cage, replace(noting("sicbo", -100), corrects=True))
    assert (cage.variances[1].why, cage.variances[1].amount) == (None, -800)
    assert not events(cage, replace(same, place="crown"))
