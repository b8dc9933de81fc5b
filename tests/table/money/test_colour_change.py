"""A colour change: chips for other chips, equal in value, in front of everybody. No account changes."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commanded import a_table, done, refused
from croupier.floor.actions import actions
from croupier.ledger.accounts import Account
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import EVENTS, Audience
from croupier.table.core.state import Table
from croupier.table.money.colour_change import ChangeColour, ColourChanged
from croupier.table.money.credit import InsertMoney
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way, counted_value
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from pages import Page, played

CRAPS, SICBO, TERMINALS = "star-craps-2016", "star-sicbo-2016", "aruze-craps-2024"
DAN = Person("Dan", "dealer")

PAGE = """
dealer Dan changes 20 x $5 of ann into 4 x $25
  Dan (dealer) changes 20 x $5.00 of ann into 4 x $25.00.
dealer Dan changes 1 x $100 and 1 x $25 of ann into 25 x $5: small bets
  Dan (dealer) changes 1 x $25.00 and 1 x $100.00 of ann into 25 x $5.00: small bets.
dealer Dan changes 20 x $5 of ann into 3 x $25
  no: ann gives $100.00 and would get $75.00: a colour change is equal in value.
dealer Dan changes 1 x $5 and 1 x $25 of ann into 6 x $5
  no: Chips of $5.00 would go both ways.
dealer Dan changes 0 x $5 of ann into 1 x $25
  no: Say which chips ann gives, and which ones ann gets for them.
dealer Dan changes 11 x $100 of ann into 44 x $25
  no: ann has $500.00 in chips, not $1,100.00.
dealer Dan changes 20 x $5 of eve into 4 x $25
  no: There is no player eve at this table.
waiter Joe changes 20 x $5 of ann into 4 x $25
  no: Joe (waiter) does not work at this table.
"""


def change(given: Mapping[int, int], received: Mapping[int, int], seat: str = "ann") -> ChangeColour:
    return ChangeColour(seat=seat, given=given, received=received, by=DAN)


def with_chips(amount: int = 50_000) -> Table:
    return done(a_table(CRAPS), TakeSeat(seat="ann", chips=Cents(amount)))[0]


@pytest.mark.parametrize("name", [CRAPS, "adelaide-craps-2003", SICBO])
def test_a_dealer_changes_chips_into_others_of_equal_value(name: str) -> None:
    lines = tuple(line for line in PAGE.splitlines() if line and not line.startswith(" "))
    assert played(Page(name, (), "A colour change", (), lines)).endswith(PAGE)


counts = st.dictionaries(st.sampled_from([100, 500, 2500, 10_000]), st.integers(1, 30), min_size=1)


@given(counts, counts)
def test_no_colour_change_moves_money_or_differs_in_value(given: Mapping[int, int], received: Mapping[int, int]) -> None:
    table, order = with_chips(10_000_000), change(given, received)
    if counted_value(given) != counted_value(received) or given.keys() & received.keys():
        assert refused(table, order).reason is Reason.BAD_AMOUNT
        return
    after, (event,) = done(table, order)
    assert isinstance(event, ColourChanged)
    assert counted_value(event.given) == counted_value(event.received)
    assert (after.book, after.layout, after.meters, after.desk) == (table.book, table.layout, table.meters, table.desk)


def test_everybody_at_the_table_is_told() -> None:
    assert EVENTS[ColourChanged].audience is Audience.TABLE


def test_only_chips_in_front_of_the_player_are_changed() -> None:
    """Chips on the layout play, tokens are no chips, and a terminal has credit."""
    table, _ = done(
        with_chips(10_000),
        InsertMoney(seat="ann", amount=Cents(50_000), tender=Tender(Way.TOKENS)),
        PlaceBet(seat="ann", wager="field", stake=Cents(6_000)),
        TakeSeat(seat="terminal-1", chips=Cents(0), kind=SeatKind.TERMINAL),
    )
    has = table.book.balance(Account("rack:ann"))
    assert refused(table, change({has + 100: 1}, {100: has // 100 + 1})).reason is Reason.BAD_AMOUNT
    assert done(table, change({has: 1}, {100: has // 100}))[0].book == table.book
    at_terminal = refused(table, change({500: 1}, {100: 5}, "terminal-1"))
    assert (at_terminal.reason, at_terminal.sentence) == (
        Reason.OWN_TERMINAL,
        "terminal-1 has a terminal, and no chips to change.",
    )


def test_a_table_of_terminals_has_no_chips() -> None:
    table, _ = done(a_table(TERMINALS), TakeSeat(seat="ann", chips=Cents(50_000)))
    order = ChangeColour(seat="ann", given={500: 1}, received={100: 5}, by=Person("mia", "gaming-services-host"))
    assert refused(table, order).sentence == "A table of terminals has no chips to change."


def test_it_is_offered_for_every_player_with_chips() -> None:
    table, _ = done(with_chips(), TakeSeat(seat="bob", chips=Cents(0)))
    (offered,) = (each for each in actions(table, DAN.name, [DAN.role]) if each.order == "ChangeColour")
    assert [form.words for form in offered.forms] == ["ann"]


def test_a_correction_of_an_earlier_round_leaves_a_colour_change_as_it_was() -> None:
    table, _ = done(
        with_chips(),
        PlaceBet(seat="ann", wager="field", stake=Cents(10_000)),
        EnterOutcome(outcome=OutcomeName("1-2")),
        change({2500: 20}, {10_000: 5}),
        CorrectOutcome(round=1, outcome=OutcomeName("2-3"), by=Person("Bea", "boxperson"), why="The dice were misread."),
    )
    assert table.book.balance(Account("rack:ann")) == 40_000
    assert disagreement(table, "ann") == ""
