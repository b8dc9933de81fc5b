"""A purse: the ways in which a bot brings money to a table and takes it away."""

import random

from croupier.table.cashier import FROM_A_DEALER, FROM_A_TERMINAL, ways_to_bring
from croupier.table.state import Table
from croupier.table.tender import Tender, Way

NOTES = (10_000, 5_000, 2_000)
"""The denominations in a purse, each so high that the next fits into it."""


def bringing(table: Table, amount: int, chance: random.Random) -> Tender | None:
    """A way that fits this table, or none said."""
    way = chance.choice((None, *ways_to_bring(table)))
    return Tender(way, _counted(amount) if way is Way.NOTES else {}) if way else None


def taking(table: Table, chance: random.Random, *, leaving: bool = False) -> Tender | None:
    """A way that fits this table, or none said; whoever leaves does not wait for an attendant."""
    ways = FROM_A_TERMINAL if table.rules.procedures.period else FROM_A_DEALER
    way = chance.choice((None, *(each for each in ways if not leaving or each is not Way.HAND_PAY)))
    return Tender(way) if way else None


def _counted(amount: int) -> dict[int, int]:
    counted: dict[int, int] = {}
    for note in NOTES:
        count, amount = divmod(amount, note)
        counted |= {note: count} if count else {}
    assert not amount, "bots bring what can be put in notes"
    return counted
