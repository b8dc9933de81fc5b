"""Winning bets that stay up by themselves at a dealer's table, unless their players take them down (reading AZ-37)."""

from msgspec.structs import replace

from croupier.table.bets.placing import BetPlaced, LeaveUp, leave_up
from croupier.table.core.apply import apply
from croupier.table.core.state import Table


def leave_winners_up(table: Table) -> tuple[BetPlaced, ...]:
    """Leave winning bets up, and take down what the table refuses. `table` is the table after the settlement.

    A bet that pays a new commission stays only if its player says so.
    """
    placed = list[BetPlaced]()
    for seat, winners in table.staying.items():
        for wager in winners:
            if table.rules.addresses[wager].offer.commission:
                continue
            bet = leave_up(table, LeaveUp(at=table.clock, seat=seat, wager=wager))
            if isinstance(bet, BetPlaced):
                placed.append(replace(bet, entailed=True))
                table = apply(table, placed[-1])
    return tuple(placed)
