"""Chips of a table as its staff see them: colours of players, checks that are away, and slips that wait."""

from collections.abc import Mapping

import msgspec

from croupier.table.core.state import Table
from croupier.table.money.colours import in_checks
from croupier.table.money.tender import counted_value


class ColoursView(msgspec.Struct, frozen=True):
    """The colour checks of a player. Amounts are cents."""

    colours: tuple[str, ...]
    checks: int
    """How many are in front of the player."""
    value: int
    """What each is worth."""
    marked: bool
    """Whether a marker shows the value: it is above the minimum."""


class WaitingSlip(msgspec.Struct, frozen=True):
    """A fill or a credit that waits for its other side."""

    is_fill: bool
    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    amount: int
    """Cents."""
    is_sent: bool
    """Whether the chips are on their way."""


class ChecksAway(msgspec.Struct, frozen=True):
    """Colour checks that were carried away."""

    checks: int
    value: int
    """What each is worth, in cents."""


def colours_of(table: Table, seat: str) -> ColoursView | None:
    """The colour checks of a player; None if the player has none."""
    has = table.desk.colours.get(seat)
    if has is None:
        return None
    return ColoursView(has.colours, in_checks(table, seat)[0], has.value, has.value > table.sign.minimum)


def slips(table: Table) -> Mapping[int, WaitingSlip]:
    """The fills and credits that wait, by number."""
    return {
        number: WaitingSlip(slip.is_fill, slip.chips, counted_value(slip.chips), not slip.is_fill or slip.sent_by is not None)
        for number, slip in table.desk.slips.items()
    }


def checks_away(table: Table) -> Mapping[str, ChecksAway]:
    """The colour checks that were carried away, by colour."""
    return {colour: ChecksAway(away.checks, away.value) for colour, away in table.desk.carried.items()}
