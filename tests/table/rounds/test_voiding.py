"""A round that does not count: which bets go back, with how much of their commission."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.person import Person
from croupier.table.core.state import Round, Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault, VoidUnconfirmed
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"
SUPERVISOR, MANAGER = Person("mia", "casino-supervisor"), Person("leo", "assistant-gaming-manager")


def seated(name: str) -> Table:
    return done(a_table(name), TakeSeat(seat="ann", chips=Cents(100_000)))[0]


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def test_9_4_and_9_5_an_invalidated_outcome_gives_back_no_bet_that_was_off() -> None:
    """The come-out seven did not touch the place bet, so nothing of it is refunded. The field bet was for that roll."""
    table, _ = done(
        seated(STAR), fell("2-2"), bet("place-win:6", 1200), fell("1-3"), bet("field", 500), bet("win-line", 700), fell("3-4")
    )
    assert table.book.balance(rack("ann")) == 100_000 - 1200 - 500 + 700
    after, _ = done(table, VoidRound(by=SUPERVISOR, ground="disorder", round=3))
    assert set(after.layout["ann"]) == {"place-win:6"}
    assert (after.book.balance(rack("ann")), after.book.balance(felt("ann"))) == (98_800, 1200)


def test_6_4_and_7_9_commission_that_went_back_once_does_not_go_back_again() -> None:
    """$10.00 of $30.00 was placed for the void roll, and goes back with $0.50. The invalidated seven gives $21.00 back."""
    table, _ = done(seated(ARUZE), bet("buy:4", 2000), fell("3-3"), bet("buy:4", 1000))
    assert table.book.balance(rack("ann")) == 100_000 - 2100 - 1050
    void, _ = done(table, VoidRound())
    assert (void.book.balance(rack("ann")), void.book.balance(COMMISSION)) == (100_000 - 2100, 100)
    assert ((table.over, table.turn), (void.over, void.turn)) == ((1, 1), (2, 1))
    after, _ = done(void, fell("3-4"), VoidRound(by=MANAGER, ground="disorder", round=3))
    assert (after.book.balance(rack("ann")), after.book.balance(COMMISSION)) == (100_000, 0)


def test_6_3_only_what_the_faulty_terminal_placed_is_void_again_after_a_correction() -> None:
    """$12.00 stood since the first roll, and $6.00 was placed for the second. The correction of the first decides nothing."""
    table, _ = done(
        seated(ARUZE),
        bet("place:6", 1200),
        fell("1-1"),
        bet("place:6", 600),
        DeclareFault(seat="ann", by=MANAGER, why="interrupted"),
        VoidUnconfirmed(seat="ann", round=2, by=MANAGER, why="The record is lost."),
    )
    assert (table.book.balance(rack("ann")), table.book.balance(felt("ann"))) == (98_800, 1200)
    after, _ = done(table, CorrectOutcome(round=1, outcome=OutcomeName("1-2"), by=MANAGER, why="It was misread."))
    assert (after.book.balance(rack("ann")), after.book.balance(felt("ann"))) == (98_800, 1200)


@pytest.mark.parametrize("name", [STAR, ARUZE])
def test_a_round_that_does_not_count_leaves_the_dice_where_they_are(name: str) -> None:
    table = replace(seated(name), round=Round(number=1, phase=Phase.SHOT, shooter="ann", dice_at="ann", dice_place=1))
    after = apply(table, RoundVoided(decided=(), transfers=())).round
    assert (after.phase, after.shooter, after.dice_pass) == (Phase.DONE, "ann", False)
