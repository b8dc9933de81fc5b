"""At a dealer's table every stake is made of chips, since winnings are rounded up to one: less than a chip would win one."""

import pytest

from commanded import done, refused
from craps_hand import bet, craps
from croupier.money import Cents
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason


@pytest.mark.parametrize(
    ("command", "sentence", "instead"),
    [
        (bet("ann", "field", 1), "Field: no chips make $0.01; the smallest is $1.00 (6.7).", None),
        (bet("ann", "field", 501), "Field: no chips make $5.01; the smallest is $1.00 (6.7).", 500),
        (TakeDown(seat="bob", wager="place-win:6", amount=Cents(99)), "no chips make $0.99", None),
        (MoveBet(seat="bob", wager="place-win:6", to="place-win:8", amount=Cents(599)), "no chips make $5.99", None),
    ],
)
def test_6_7_no_stake_is_less_than_chips_make(command: Command, sentence: str, instead: int | None) -> None:
    """$5.01 on the field would win $6.00, and a cent $1.00."""
    table, _ = done(craps(), bet("bob", "place-win:6", 1200))
    refusal = refused(table, command)
    assert (refusal.reason, refusal.stake) == (Reason.BAD_AMOUNT, instead)
    assert sentence in refusal.message


def test_the_bet_that_a_refusal_offers_is_made_of_chips() -> None:
    """The odds are held to twice the line, which is $10.00."""
    refusal = refused(craps(), bet("ann", "behind-win-line", 2_500))
    assert refusal.stake == 2_000
