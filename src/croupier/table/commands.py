"""Commands: wishes of players and the calls of a round, in the imperative. Time, chance and money come only through these."""

import msgspec
from msgspec import UNSET, UnsetType

from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.person import Person
from croupier.table.tender import Tender


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """What is asked of a table, and when."""

    at: int = 0
    """Milliseconds since 1970; none where no clock runs, as in a scenario."""


class TakeSeat(Command, frozen=True, kw_only=True, tag=True):
    """A player comes to the table with money."""

    seat: str
    chips: Cents
    tender: Tender | None = None
    """How, where it is said."""


class LeaveSeat(Command, frozen=True, kw_only=True, tag=True):
    """A player leaves the table with what is in front of them."""

    seat: str
    tender: Tender | None = None
    """How, where it is said."""


class InsertMoney(Command, frozen=True, kw_only=True, tag=True):
    """A player puts more money on the terminal."""

    seat: str
    amount: Cents
    tender: Tender | None = None
    """How, where it is said."""


class Collect(Command, frozen=True, kw_only=True, tag=True):
    """A player takes all the money off the terminal."""

    seat: str
    tender: Tender | None = None
    """How, where it is said."""


class InsertCard(Command, frozen=True, kw_only=True, tag=True):
    """A player card is put into a terminal; the floor has found whose it is."""

    seat: str
    player: str


class RemoveCard(Command, frozen=True, kw_only=True, tag=True):
    """The player card is taken out."""

    seat: str


class PlaceBet(Command, frozen=True, kw_only=True, tag=True):
    """A player asks to put chips on a wager, or more chips on a bet that stands there."""

    seat: str
    wager: str
    stake: Cents
    tokens: Cents | UnsetType = UNSET
    """What of the stake is in tokens. Nothing is written where nothing is said, as before there were any."""


class SpeakBet(Command, frozen=True, kw_only=True, tag=True):
    """A player calls a bet out, with chips or without, and somebody confirms it."""

    seat: str
    wager: str
    stake: Cents
    with_chips: bool
    """Whether chips came with it, or tokens."""
    by: Person
    tokens: Cents | UnsetType = UNSET
    """What of the stake is in tokens. Nothing is written where nothing is said, as before there were any."""


class TakeDown(Command, frozen=True, kw_only=True, tag=True):
    """A player asks for chips back: so much, or all that may come down."""

    seat: str
    wager: str
    amount: Cents | None = None


class MoveBet(Command, frozen=True, kw_only=True, tag=True):
    """A player draws chips from one wager to another: so much, or all that may come down."""

    seat: str
    wager: str
    to: str
    amount: Cents | None = None


class CallBet(Command, frozen=True, kw_only=True, tag=True):
    """A player calls a bet on or off; at a table with a dealer somebody marks it."""

    seat: str
    wager: str
    on: bool
    by: Person | None = None


class LeaveUp(Command, frozen=True, kw_only=True, tag=True):
    """A player leaves a winning bet up: the same stake again, as a new bet on the same terms."""

    seat: str
    wager: str


class ShakeDice(Command, frozen=True, kw_only=True, tag=True):
    """The dice are tumbled under their cover. A tumbler that knows what fell seals it: none can read it, none can change it."""

    by: Person | None = None
    times: int = 1
    seal: str = ""


class OpenBetting(Command, frozen=True, kw_only=True, tag=True):
    """Bets are to open, until a deadline where one is set."""

    deadline: int = 0
    by: Person | None = None


class SpinBall(Command, frozen=True, kw_only=True, tag=True):
    """The wheel spins the ball."""


class CloseBetting(Command, frozen=True, kw_only=True, tag=True):
    """No more bets."""

    by: Person | None = None


class PressNoMoreBets(Command, frozen=True, kw_only=True, tag=True):
    """The key for "no more bets" is pressed on the touch screen."""

    by: Person


class UncoverTumbler(Command, frozen=True, kw_only=True, tag=True):
    """The cover is lifted; a tumbler that sealed what fell opens its seal."""

    by: Person | None = None
    outcome: OutcomeName = OutcomeName("")
    salt: str = ""


class AnnounceResult(Command, frozen=True, kw_only=True, tag=True):
    """The numbers are called, lowest first, and their total."""

    by: Person
    numbers: tuple[int, ...]
    total: int


class AcceptDice(Command, frozen=True, kw_only=True, tag=True):
    """A player takes the dice that are offered, and chooses those to throw."""

    seat: str
    dice: tuple[int, ...]


class DeclineDice(Command, frozen=True, kw_only=True, tag=True):
    """A player does not take the dice that are offered; or whoever offers them gets no answer, and goes on to the next."""

    seat: str
    by: Person | None = None


class PassDice(Command, frozen=True, kw_only=True, tag=True):
    """The shooter gives the dice up."""

    seat: str


class ShootDice(Command, frozen=True, kw_only=True, tag=True):
    """The shooter throws the dice or presses the button; without a seat, the machine shoots by itself."""

    seat: str = ""


class EnterOutcome(Command, frozen=True, kw_only=True, tag=True):
    """The dice or the ball have come to rest."""

    outcome: OutcomeName
    by: Person | None = None
    disputed: bool = False
    """Whether somebody had to decide which face is uppermost."""


class LightAreas(Command, frozen=True, kw_only=True, tag=True):
    """The winning areas have been lit."""


class FinishPaying(Command, frozen=True, kw_only=True, tag=True):
    """Losing bets are collected, winning bets are paid."""

    by: Person


class ReportFault(Command, frozen=True, kw_only=True, tag=True):
    """A device, or somebody who saw it, reports what makes a round invalid."""

    ground: str
    detail: str = ""


class VoidRound(Command, frozen=True, kw_only=True, tag=True):
    """What fell does not count: "no roll" at craps, "no result" elsewhere; or an outcome is invalidated."""

    by: Person | None = None
    ground: str = ""
    round: int = 0
    """A round that has been settled; none means the one in play."""
    forfeit: tuple[str, ...] = ()
    """Whose bets the house keeps, because of their fraud."""


class LockTerminal(Command, frozen=True, kw_only=True, tag=True):
    """A terminal is to take no bets and to pay nothing out: its meters do not agree, or somebody has a reason."""

    seat: str
    why: str
    by: Person | None = None


class OpenDispute(Command, frozen=True, kw_only=True, tag=True):
    """Somebody disputes what was done in a round, or something that belongs to none."""

    seat: str
    round: int = 0
    about: str
