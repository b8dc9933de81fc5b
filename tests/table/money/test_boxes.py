"""Stackers and drop boxes are emptied: the books move what was there, and a count that differs is said."""

import pytest

from commanded import a_table, done, refused
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.core.words import told
from croupier.table.money.boxes import DropEmptied, EmptyDrop, EmptyStacker, StackerEmptied
from croupier.table.money.credit import InsertMoney
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.telling.advice import advice

TERMINALS, DEALER = "aruze-craps-2024", "adelaide-craps-2003"
HOST, BOX = Person("mia", "gaming-services-host"), Person("leo", "boxman")
MANAGER = Person("eve", "assistant-gaming-manager")


def with_notes() -> Table:
    notes = Tender(Way.NOTES, {5000: 1, 2000: 2})
    return done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(9000), tender=notes))[0]


def emptied(**notes: int) -> EmptyStacker:
    counted = {int(name[1:]) * 100: count for name, count in notes.items()}
    return EmptyStacker(stacker="ann", notes=counted, by=HOST, why="The count of the day.")


def test_a_stacker_is_emptied_to_the_cage_and_fills_again() -> None:
    table, (event,) = done(with_notes(), emptied(d50=1, d20=2))
    assert isinstance(event, StackerEmptied)
    assert (event.amount, event.variance, event.expected) == (9000, 0, {2000: 2, 5000: 1})
    assert table.book.balances == {"rack:ann": 9000, "cage": -9000}
    more = Tender(Way.NOTES, {2000: 1})
    table, _ = done(table, InsertMoney(seat="ann", amount=Cents(2000), tender=more), LeaveSeat(seat="ann"))
    assert table.meters.stacker("ann").stacked == {2000: 1}
    table, (event,) = done(table, emptied(d20=1))
    assert isinstance(event, StackerEmptied)
    assert (event.amount, event.expected) == (2000, {2000: 1})
    assert table.meters.terminal("ann").notes == table.meters.stacker("ann").emptied == {2000: 3, 5000: 1}
    assert refused(table, emptied()).sentence == "The stacker of ann is empty."


@pytest.mark.parametrize(
    ("notes", "variance", "sentence"),
    [
        ({"d50": 1, "d20": 1}, -2000, "  $90.00 was there by the books, and $70.00 is counted, $20.00 less."),
        ({"d50": 2, "d20": 2}, 5000, "  $90.00 was there by the books, and $140.00 is counted, $50.00 more."),
        ({}, -9000, "  $90.00 was there by the books, and $0.00 is counted, $90.00 less."),
        ({"d50": 1, "d20": 2}, 0, "  $90.00 was there by the books, and $90.00 is counted."),
    ],
)
def test_the_books_move_what_was_there_and_the_event_says_what_was_counted(
    notes: dict[str, int], variance: int, sentence: str
) -> None:
    table = with_notes()
    after, (event,) = done(table, emptied(**notes))
    assert isinstance(event, StackerEmptied)
    assert (event.amount, event.variance) == (9000, variance)
    assert after.book.balances == {"rack:ann": 9000, "cage": -9000}
    assert sentence in told(table, event)


def test_a_drop_box_is_emptied_to_the_cage() -> None:
    table, _ = done(a_table(DEALER), TakeSeat(seat="ann", chips=Cents(5000), tender=Tender(Way.CASH)))
    after, (event,) = done(table, EmptyDrop(amount=Cents(4900), by=BOX, why="The end of the shift."))
    assert isinstance(event, DropEmptied)
    assert (event.amount, event.counted, event.variance) == (5000, 4900, -100)
    assert after.book.balances == {"rack:ann": 5000, "cage": -5000}
    assert told(table, event) == [
        "leo (boxman) empties the drop box: The end of the shift.",
        "  $50.00 was there by the books, and $49.00 is counted, $1.00 less.",
    ]
    assert advice(table, (event,)) == "$50.00 was there by the books, and $49.00 is counted, $1.00 less."
    _, exact = done(table, EmptyDrop(amount=Cents(5000), by=BOX))
    assert not advice(table, exact)
    assert refused(after, EmptyDrop(amount=Cents(0), by=BOX)).sentence == "The drop box is empty."
    assert refused(table, EmptyDrop(amount=Cents(-1), by=BOX)).reason is Reason.BAD_AMOUNT


def test_a_table_has_stackers_or_a_drop_box_and_only_who_works_there_empties_them() -> None:
    terminals, dealer = with_notes(), a_table(DEALER)
    assert refused(terminals, EmptyDrop(amount=Cents(1), by=HOST)).reason is Reason.BAD_TENDER
    assert refused(dealer, EmptyStacker(stacker="ann", notes={}, by=BOX)).reason is Reason.BAD_TENDER
    player = Person("zed", "player")
    assert refused(terminals, EmptyStacker(stacker="ann", notes={}, by=player)).reason is Reason.NOT_YOUR_POWER
    assert refused(dealer, EmptyDrop(amount=Cents(1), by=player)).reason is Reason.NOT_YOUR_POWER
    assert refused(terminals, EmptyStacker(stacker="zed", notes={}, by=HOST)).reason is Reason.UNKNOWN_PLAYER
    for notes in ({5000: -1}, {0: 1}, {5000: True}, {2**60: 2**60}):
        assert refused(terminals, EmptyStacker(stacker="ann", notes=notes, by=HOST)).reason is Reason.BAD_AMOUNT


def test_a_stacker_that_was_emptied_stays_so_when_an_earlier_round_is_corrected() -> None:
    bet, seven = PlaceBet(seat="ann", wager="any-seven", stake=Cents(1000)), EnterOutcome(outcome=OutcomeName("3-4"))
    table, _ = done(with_notes(), bet, seven, emptied(d50=1, d20=2))
    order = CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=MANAGER, why="It was misread.")
    after, _ = done(table, order)
    assert after.book.balances == {"rack:ann": 8000, "cage": -9000, "house": 1000}
    assert after.meters.stacker("ann").stacked == {}
    assert disagreement(after, "ann") == ""
