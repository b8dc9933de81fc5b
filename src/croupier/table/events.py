"""Events: facts, in the past tense. One that moves money states its own transfers."""

from collections.abc import Mapping

import msgspec

from croupier.ledger import Transfer
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName


class Decided(msgspec.Struct, frozen=True, gc=False):
    """One bet, or a part of one, that came to an end, and all that went back to its owner."""

    seat: str
    wager: str
    stake: Cents
    result: Result
    paid: Cents


class Moved(msgspec.Struct, frozen=True, gc=False):
    """A bet that went to another state, and so perhaps to another place on the layout."""

    seat: str
    wager: str
    to: str
    state: str


class Trimmed(msgspec.Struct, frozen=True, gc=False):
    """Odds that came down because the bet they ride on no longer carries them."""

    wager: str
    amount: Cents


class SeatTaken(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player came to the table with money."""

    seat: str
    transfers: tuple[Transfer, ...]


class MoneyInserted(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player put more money on the terminal."""

    seat: str
    transfers: tuple[Transfer, ...]


class MoneyCollected(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player took the money off the terminal."""

    seat: str
    transfers: tuple[Transfer, ...]


class BettingOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A wagering period began."""

    round: int
    deadline: int


class BettingClosed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A wagering period ended, and who may shoot the dice until when. Without a shooter the machine shoots at once."""

    shooter: str
    shoot_by: int


class DiceShot(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The dice were shot, by a player or, without a seat, by the machine."""

    seat: str


class BetPlaced(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Chips were put on a wager, with their commission."""

    seat: str
    wager: str
    stake: Cents
    commission: Cents
    state: str
    advised: bool
    """Whether its owner had been advised about bets below the minimum when its first chip was put down."""
    transfers: tuple[Transfer, ...]


class BetTakenDown(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Chips came down at their owner's wish, with commission where the document gives it back."""

    seat: str
    wager: str
    amount: Cents
    refund: Cents
    commission: Cents
    """The commission on what is left."""
    fresh: tuple[Cents, Cents]
    """What of the rest was placed since the last roll, and its commission."""
    barred: str
    """The wager that may not be put back up yet, if one may not."""
    trimmed: tuple[Trimmed, ...]
    transfers: tuple[Transfer, ...]


class BetsCalled(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Bets were called on or off."""

    seat: str
    wagers: tuple[str, ...]
    on: bool


class RoundSettled(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """An outcome, every bet that it decided or moved, and where the pucks lie now."""

    outcome: OutcomeName
    decided: tuple[Decided, ...]
    moved: tuple[Moved, ...]
    pucks: Mapping[str, str]
    advised: tuple[tuple[str, str], ...]
    """Who was advised about bets below the minimum, and for which wager (none: for all)."""
    unbarred: tuple[tuple[str, str], ...]
    """Who may put which wager back up again."""
    dice_pass: bool
    """Whether the dice go to the next player now."""
    transfers: tuple[Transfer, ...]


class RoundVoided(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What fell did not count, and what went back for it."""

    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


MOVE_MONEY = (SeatTaken, MoneyInserted, MoneyCollected, BetPlaced, BetTakenDown, RoundSettled, RoundVoided)
MOVE_NO_MONEY = (BettingOpened, BetsCalled, BettingClosed, DiceShot)

Event = (
    SeatTaken
    | MoneyInserted
    | MoneyCollected
    | BettingOpened
    | BetPlaced
    | BetTakenDown
    | BetsCalled
    | BettingClosed
    | DiceShot
    | RoundSettled
    | RoundVoided
)
