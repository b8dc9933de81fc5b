"""What a dealer's hands do with chips: the lines of a list that the dealer works off."""

from enum import StrEnum

import msgspec

from croupier.rules.machine import Result


class Occasion(StrEnum):
    """Why a dealer moves chips."""

    RESULT = "result"
    """The outcome decided a bet, or moved it."""
    VOID = "void"
    """A bet was voided, refused or forfeited."""
    CORRECTION = "correction"
    """A correction changed what a player should have."""
    UNDO = "undo"
    """A correction took back work that the dealer may have done already."""
    COMMISSION = "commission"
    """A commission was charged on a bet when it was placed."""


class Payment(msgspec.Struct, frozen=True):
    """What a dealer does with one bet, or with the chips in front of a player. Amounts are cents."""

    seat: str
    place: int
    """The place of the player, counted clockwise from 1."""
    wager: str
    """The bet; empty for the chips in front of the player."""
    result: Result | None = None
    """How the bet ended; null if it has not."""
    stake: int = 0
    take: int = 0
    """What the house takes."""
    pay: int = 0
    """What the house pays to the player."""
    back: int = 0
    """The part of the stake that goes back to the player."""
    stays: bool = False
    """Whether it stays on the layout as a new bet, because its owner leaves it up."""
    breakage: int = 0
    """What rounding to payable chips adds to the winnings; below zero what it takes off. A part of a cent is left out."""
    to: str = ""
    """The wager to which the stake moves; empty if it does not move."""
    put: int = 0
    """What is put on the wager."""
    tokens: bool = False
    """Whether tokens are taken or paid, not chips."""
    occasion: Occasion = Occasion.RESULT
    number: int = 0
    """Tells equal lines apart: the round, or the event that led to it."""


class Adjusted(msgspec.Struct, frozen=True):
    """The work that corrections have left to the dealer."""

    lines: tuple[Payment, ...]
    since: int
    """The number of the last event whose work is part of `lines`, or was done before."""
    lists: tuple[tuple[Payment, ...], ...] = ()
    """The work of the last round as it was listed before each correction while its bets were being paid, oldest first."""


def once_paid(adjusted: Adjusted | None) -> Adjusted | None:
    """What corrections have left to the dealer who declares all bets paid: nothing of the round that was being paid."""
    if adjusted is None:
        return None
    return Adjusted(tuple(line for line in adjusted.lines if line.occasion is not Occasion.UNDO), adjusted.since)
