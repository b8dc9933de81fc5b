"""Commands: wishes, in the imperative. Time, chance and money reach a table only through these."""

import msgspec

from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName


class TakeSeat(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player comes to the table with money."""

    seat: str
    chips: Cents


class InsertMoney(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player puts more money on the terminal."""

    seat: str
    amount: Cents


class Collect(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player takes all the money off the terminal."""

    seat: str


class OpenBetting(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A wagering period is to begin. Times are milliseconds since 1970."""

    deadline: int


class CloseBetting(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A wagering period is to end."""

    at: int


class ShootDice(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The shooter presses the button; without a seat, the machine shoots by itself."""

    seat: str = ""


class PlaceBet(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player asks to put chips on a wager, or more chips on a bet that stands there."""

    seat: str
    wager: str
    stake: Cents


class TakeDown(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player asks for chips back: so much, or all that may come down."""

    seat: str
    wager: str
    amount: Cents | None = None


class CallBet(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A player calls a bet on or off."""

    seat: str
    wager: str
    on: bool


class EnterOutcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The dice or the ball have come to rest."""

    outcome: OutcomeName


class VoidRound(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What fell does not count: "no roll" at craps, "no result" elsewhere."""


Command = (
    TakeSeat
    | InsertMoney
    | Collect
    | OpenBetting
    | PlaceBet
    | TakeDown
    | CallBet
    | CloseBetting
    | ShootDice
    | EnterOutcome
    | VoidRound
)
