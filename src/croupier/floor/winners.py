"""Winning bets that may stay up: which stay by themselves, and for which the player is asked (reading AZ-37)."""

from collections.abc import Mapping, Sequence

from croupier.table.bets.placing import BetPlaced, LeaveUp, leave_up
from croupier.table.core.state import Table


def plain_winners(table: Table) -> Sequence[LeaveUp]:
    """The commands that leave up the winning bets that stay by themselves."""
    return [
        LeaveUp(seat=seat, wager=wager)
        for seat, winners in table.staying.items()
        for wager in winners
        if _stays_by_itself(table, wager)
    ]


def new_commissions(table: Table, seat: str) -> Mapping[str, int]:
    """The winning bets that a player may leave up now if they say so, each with its new commission."""
    asked = (wager for wager in table.staying.get(seat, ()) if not _stays_by_itself(table, wager))
    placed = {wager: leave_up(table, LeaveUp(at=table.clock, seat=seat, wager=wager)) for wager in asked}
    return {wager: bet.commission for wager, bet in placed.items() if isinstance(bet, BetPlaced)}


def _stays_by_itself(table: Table, wager: str) -> bool:
    """Whether a winning bet stays up unless its player takes it down: at a dealer's table, without a new commission."""
    return not table.rules.procedures.is_electronic and table.rules.addresses[wager].offer.commission is None
