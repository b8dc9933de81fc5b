"""How a bot brings money to a table and takes it away."""

import random

from croupier.table.core.state import Table
from croupier.table.money.tender import Tender, Way, ways_by_hand, ways_to_leave, ways_to_take

NOTES = (10_000, 5_000, 2_000)
"""The denominations of a bot's banknotes in cents, largest first."""


def bringing(table: Table, amount: int, chance: random.Random) -> Tender | None:
    """A random payment method for money that a bot brings, accepted by this table; None to leave it unspecified."""
    way = chance.choice((*_unstated(table), *ways_by_hand(table)))
    return Tender(way, _counted(amount) if way is Way.NOTES else {}) if way else None


def taking(table: Table, chance: random.Random, *, leaving: bool = False) -> Tender | None:
    """A random payment method for money that a bot takes away; None to leave it unspecified. No hand pay when leaving."""
    way = chance.choice((*_unstated(table), *(ways_to_leave if leaving else ways_to_take)(table)))
    return Tender(way) if way else None


def _unstated(table: Table) -> tuple[None, ...]:
    return () if table.states_tender else (None,)


def _counted(amount: int) -> dict[int, int]:
    counted: dict[int, int] = {}
    for note in NOTES:
        count, amount = divmod(amount, note)
        counted |= {note: count} if count else {}
    assert not amount, "bots bring multiples of the smallest note"
    return counted
