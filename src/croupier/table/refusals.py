"""Refusals: a command said no to. Nothing has happened."""

from enum import StrEnum

import msgspec


class Reason(StrEnum):
    """Why a table says no: a stable code for machines."""

    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_WAGER = "unknown-wager"
    BAD_AMOUNT = "bad-amount"
    NOT_ALLOWED_NOW = "not-allowed-now"
    NOT_DIVISIBLE = "not-divisible"
    OVER_ODDS_LIMIT = "over-odds-limit"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    INSUFFICIENT_CREDIT = "insufficient-credit"
    NO_SUCH_WAGER = "no-such-wager"
    CANNOT_REMOVE = "cannot-remove"
    SEAT_TAKEN = "seat-taken"
    UNKNOWN_OUTCOME = "unknown-outcome"


class Refusal(msgspec.Struct, frozen=True):
    """The reason, a sentence a dealer could say aloud, and the clause behind it."""

    reason: Reason
    sentence: str
    clause: str = ""

    @property
    def message(self) -> str:
        """The sentence with its clause: "Behind the Win Line: $60.00 is over the limit of $20.00 (6.1.5.1)."."""
        return f"{self.sentence.removesuffix('.')} ({self.clause})." if self.clause else self.sentence
