"""The dice of a table as its staff see them."""

import msgspec

from croupier.table.core.state import Table
from croupier.table.rounds.turns import in_hand


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
    new_set: bool
    """Whether too many are lost for a new shooter: a new set comes before the dice are offered."""


def dice_view(table: Table) -> DiceView:
    """The set of dice, and those that the shooter has chosen."""
    shooting, lost = table.rules.procedures.shooting, table.desk.lost
    dice = shooting.dice if shooting else None
    if dice is None:
        return DiceView(table.round.chosen, lost, 0, 0, new_set=False)
    is_needed = lost >= dice.new_set_when_lost and not in_hand(table)
    return DiceView(table.round.chosen, lost, dice.dice - lost, dice.chosen, is_needed)
