"""A bet on the layout."""

from typing import NamedTuple

import msgspec

from croupier.table.core.promotional import Promotional


class Fresh(NamedTuple):
    """The part of a bet that was placed since the last outcome. It comes down first."""

    stake: int
    commission: int

    def commission_on(self, amount: int) -> int:
        """The commission on the fresh part of an amount that comes down."""
        return self.commission * min(amount, self.stake) // self.stake if self.stake else 0


NOT_FRESH = Fresh(0, 0)


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A player's money on a wager."""

    stake: int
    state: str
    """The state of the wager's machine."""
    commission: int
    advised: bool
    """Whether the owner had been advised about bets below the minimum when the bet was first placed."""
    called: bool | None = None
    """Whether the owner called the bet on (True) or off (False); None if neither."""
    fresh: Fresh = NOT_FRESH
    """The part that was placed in `turn`. Read it with `Table.fresh`."""
    turn: int = 0
    """The value of `Table.turn` to which `fresh` belongs."""
    edition: int = 0
    """The index in `Table.editions` of the rules under which the bet was accepted."""
    maximum: int | None = None
    """The highest maximum in force for the owner when the bet was placed or grew; None if there was none.

    A later sign does not affect it.
    """
    promotional: Promotional | None = None
    """The part of the stake that is promotional credits or tokens."""
    kept: int = 0
    """The commission on parts of the bet that came down. It was charged for this bet and not given back."""
    left_up: int = 0
    """The part of `fresh` that won in the last round and stayed up. Read it with `Table.left_up`."""


class Winner(msgspec.Struct, frozen=True, omit_defaults=True):
    """A winning bet that its owner may leave up."""

    stake: int
    tokens: int = 0
    """The part of the stake that is tokens."""
