"""Refusals: a command said no to. Nothing has happened."""

from enum import StrEnum
from typing import Self

import msgspec


class Reason(StrEnum):
    """Why a table says no: a stable code for machines, and what it means."""

    meaning: str

    def __new__(cls, code: str, meaning: str) -> Self:
        """A code that carries its meaning."""
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.meaning = meaning
        return reason

    UNKNOWN_PLAYER = "unknown-player", "Nobody of that name sits at the table."
    UNKNOWN_WAGER = "unknown-wager", "The rule set has no wager of that id."
    BAD_AMOUNT = "bad-amount", "Nobody can bet, bring or take down that amount."
    NOT_ALLOWED_NOW = "not-allowed-now", "The wager cannot be bet, added to or called at this moment."
    NOT_DIVISIBLE = "not-divisible", "The stake does not divide into the pieces of the wager, or could not be paid exactly."
    OVER_ODDS_LIMIT = "over-odds-limit", "More than the flat bet can carry."
    BELOW_MINIMUM = "below-minimum", "A spot would hold less than the minimum on the sign."
    ABOVE_MAXIMUM = "above-maximum", "A spot would hold more than the maximum on the sign."
    INSUFFICIENT_CREDIT = "insufficient-credit", "The player has less than the stake and its commission."
    NO_SUCH_WAGER = "no-such-wager", "The player has no bet there."
    CANNOT_REMOVE = "cannot-remove", "The bet, or that much of it, stays up until it is decided."
    BETTING_CLOSED = "betting-closed", "The wagering period has ended."
    OUT_OF_SEQUENCE = "out-of-sequence", "The round has not come to that, or is past it."
    NOT_THE_SHOOTER = "not-the-shooter", "Another player has the dice."
    CANNOT_COLLECT = "cannot-collect", "There is nothing to collect, or not now."
    ROUND_OVER = "round-over", "The round it was meant for is over."
    OTHER_COMMAND = "other-command", "That id was used for another command before."
    NOT_ALONE = "not-alone", "Only a lone player may close the betting early, while bets are open."
    TABLE_FULL = "table-full", "Every seat at the table is taken."
    SEAT_TAKEN = "seat-taken", "A player of that name sits at the table already."
    UNKNOWN_OUTCOME = "unknown-outcome", "The dice or the wheel can never show that."


class Refusal(msgspec.Struct, frozen=True):
    """The reason, a sentence a dealer could say aloud, and the clause behind it."""

    reason: Reason
    sentence: str
    clause: str = ""

    @property
    def message(self) -> str:
        """The sentence with its clause: "Behind the Win Line: $60.00 is over the limit of $20.00 (6.1.5.1)."."""
        return f"{self.sentence.removesuffix('.')} ({self.clause})." if self.clause else self.sentence
