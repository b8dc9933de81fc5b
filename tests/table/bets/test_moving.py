"""Moving a bet."""

import pytest

from commanded import a_table, done, refused
from croupier.ledger.accounts import felt
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet
from croupier.table.core.refusals import Reason
from croupier.table.money.seats import TakeSeat


@pytest.mark.parametrize("amount", [None, Cents(400), Cents(1000)])
def test_a_bet_is_not_moved_to_where_it_is(amount: Cents | None) -> None:
    """It would otherwise be two events that change nothing."""
    table, _ = done(
        a_table("ministar-roulette-2018"),
        TakeSeat(seat="ann", chips=Cents(5000)),
        PlaceBet(seat="ann", wager="red", stake=Cents(1000)),
    )
    said = refused(table, MoveBet(seat="ann", wager="red", to="red", amount=amount))
    assert (said.reason, said.sentence) == (Reason.SAME_WAGER, "The chips are on that spot already.")
    moved, _ = done(table, MoveBet(seat="ann", wager="red", to="black", amount=amount))
    assert moved.book.balance(felt("ann")) == 1000
