"""Winning bets for which the player is asked whether they stay up, because they pay a new commission (reading AZ-37)."""

from collections.abc import Mapping

from croupier.table.bets.placing import BetPlaced, LeaveUp, leave_up
from croupier.table.core.state import Table


def new_commissions(table: Table, seat: str) -> Mapping[str, int]:
    """The winning bets that a player may leave up now if they say so, each with its new commission."""
    if seat not in table.staying:  # the usual case, kept fast
        return {}
    is_electronic, addresses = table.rules.procedures.is_electronic, table.rules.addresses
    asked = (wager for wager in table.staying[seat] if is_electronic or addresses[wager].offer.commission)
    placed = {wager: leave_up(table, LeaveUp(at=table.clock, seat=seat, wager=wager)) for wager in asked}
    return {wager: bet.commission for wager, bet in placed.items() if isinstance(bet, BetPlaced)}
