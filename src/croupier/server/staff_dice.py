"""The dice of a table as its staff see them."""

import msgspec

from croupier.table.core.state import Table


class DiceView(msgspec.Struct, frozen=True):
    """The set of dice of a table where players throw."""

    chosen: tuple[int, ...]
    """The numbers of the dice that the shooter has chosen."""
    lost: int
    """How many dice of the set are missing."""
    left: int
    """How many are left. They are numbered from 1."""
    choose: int
    """How many of them a shooter takes; 0 if nobody chooses dice at this table."""


def dice_view(table: Table) -> DiceView:
    """The set of dice, and those that the shooter has chosen."""
    shooting, lost = table.rules.procedures.shooting, table.desk.lost
    dice = shooting.dice if shooting else None
    return DiceView(table.round.chosen, lost, dice.dice - lost if dice else 0, dice.chosen if dice else 0)
