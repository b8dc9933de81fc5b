"""Events: facts, in the past tense. One that moves money states its own transfers."""

from collections.abc import Mapping
from typing import get_args

from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.fact import Decided, Fact, Moved, Trimmed
from croupier.table.person import Person
from croupier.table.promotional import Promotional
from croupier.table.rulings import RULINGS_THAT_MOVE_MONEY, Rulings
from croupier.table.tender import Tender


class SeatTaken(Fact, frozen=True, kw_only=True, tag=True):
    """A player came to the table with money."""

    seat: str
    amount: Cents = Cents(0)
    tender: Tender | None = None
    """How, where it is said."""
    transfers: tuple[Transfer, ...]


class SeatLeft(Fact, frozen=True, kw_only=True, tag=True):
    """A player left the table, with all that was in front of them."""

    seat: str
    amount: Cents = Cents(0)
    forfeited: Cents = Cents(0)
    """Restricted credits that nobody can take away, and that end with the visit."""
    tokens: Cents = Cents(0)
    """Tokens that were in front of them, which nobody is paid for."""
    tender: Tender | None = None
    """How, where it is said."""
    transfers: tuple[Transfer, ...]


class MoneyInserted(Fact, frozen=True, kw_only=True, tag=True):
    """A player put more money on the terminal."""

    seat: str
    amount: Cents = Cents(0)
    tender: Tender | None = None
    """How, where it is said."""
    transfers: tuple[Transfer, ...]


class MoneyCollected(Fact, frozen=True, kw_only=True, tag=True):
    """A player took the money off the terminal."""

    seat: str
    amount: Cents = Cents(0)
    tender: Tender | None = None
    """How, where it is said."""
    transfers: tuple[Transfer, ...]


class HandPayCalled(Fact, frozen=True, kw_only=True, tag=True):
    """Credits were taken off a terminal for an attendant to pay; until then it is locked."""

    seat: str
    amount: Cents
    won: bool = False
    """Whether they were won over the limit of the sign, and nobody asked for them."""
    transfers: tuple[Transfer, ...]


class TerminalLocked(Fact, frozen=True, kw_only=True, tag=True):
    """A terminal takes no bets and pays nothing out until somebody unlocks it."""

    seat: str
    why: str
    by: Person | None = None


class CardInserted(Fact, frozen=True, kw_only=True, tag=True):
    """A player's card was put into a terminal."""

    seat: str
    player: str


class CardRemoved(Fact, frozen=True, kw_only=True, tag=True):
    """A player's card was taken out; bets stand, no new ones are taken."""

    seat: str


class DiceShaken(Fact, frozen=True, kw_only=True, tag=True):
    """The dice were tumbled under their cover; a seal says that they lie, not how."""

    round: int
    by: Person | None = None
    times: int
    seal: str = ""


class BettingOpened(Fact, frozen=True, kw_only=True, tag=True):
    """Bets are open."""

    round: int
    deadline: int
    """When they close, in milliseconds since 1970; 0 where a dealer calls it."""
    by: Person | None = None


class BallSpun(Fact, frozen=True, kw_only=True, tag=True):
    """The ball is running; bets are still open."""


class BettingClosed(Fact, frozen=True, kw_only=True, tag=True):
    """No more bets; and who may shoot the dice until when. Without a shooter the machine shoots at once."""

    shooter: str
    shoot_by: int
    by: Person | None = None


class NoMoreBetsPressed(Fact, frozen=True, kw_only=True, tag=True):
    """The key for "no more bets" was pressed."""

    by: Person


class TumblerUncovered(Fact, frozen=True, kw_only=True, tag=True):
    """The cover was lifted, and the seal opened where there was one."""

    by: Person | None = None
    outcome: OutcomeName
    salt: str


class ResultAnnounced(Fact, frozen=True, kw_only=True, tag=True):
    """The numbers were called, lowest first, and their total."""

    by: Person
    outcome: OutcomeName
    total: int


class DiceAccepted(Fact, frozen=True, kw_only=True, tag=True):
    """A player took the dice and chose those to throw."""

    seat: str
    dice: tuple[int, ...]


class DiceDeclined(Fact, frozen=True, kw_only=True, tag=True):
    """A player did not take the dice, or gave no answer to whoever offered them."""

    seat: str
    by: Person | None = None


class DicePassed(Fact, frozen=True, kw_only=True, tag=True):
    """The shooter gave the dice up, or was ordered to."""

    seat: str
    by: Person | None = None
    why: str = ""
    clause: str


class DiceShot(Fact, frozen=True, kw_only=True, tag=True):
    """The dice are on their way: from a player's hand or, without a seat, from the machine's or the house's."""

    seat: str
    by: Person | None = None


class BetPlaced(Fact, frozen=True, kw_only=True, tag=True):
    """Chips were put on a wager, with their commission."""

    seat: str
    wager: str
    stake: Cents
    commission: Cents
    state: str
    advised: bool
    """Whether its owner had been advised about bets below the minimum when its first chip was put down."""
    confirmed: Person | None = None
    """Who confirmed it, where it was spoken."""
    left_up: bool = False
    """Whether it is a winning bet that its owner left up."""
    promotional: Promotional | None = None
    """What of the stake is promotional credits or tokens."""
    transfers: tuple[Transfer, ...]


class BetTakenDown(Fact, frozen=True, kw_only=True, tag=True):
    """Chips came down at their owner's wish, with commission where the document gives it back."""

    seat: str
    wager: str
    to: str = ""
    """Where they were moved to, if they were: what is placed there follows."""
    amount: Cents
    refund: Cents
    commission: Cents
    """The commission on what is left."""
    fresh: tuple[Cents, Cents]
    """What of the rest was placed since the last roll, and its commission."""
    all_of_it: bool = False
    """Whether all was asked for that might come down, however much that is."""
    barred: str
    """The wager that may not be put back up yet, if one may not."""
    trimmed: tuple[Trimmed, ...]
    transfers: tuple[Transfer, ...]


class BetsCalled(Fact, frozen=True, kw_only=True, tag=True):
    """Bets were called on or off, and marked."""

    seat: str
    wagers: tuple[str, ...]
    on: bool
    by: Person | None = None


class RoundSettled(Fact, frozen=True, kw_only=True, tag=True):
    """An outcome, every bet that it decided or moved, and where the pucks lie now."""

    outcome: OutcomeName
    by: Person | None = None
    disputed: bool = False
    """Whether somebody had to decide which face was uppermost."""
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


class AreasLit(Fact, frozen=True, kw_only=True, tag=True):
    """The winning areas were lit."""

    wagers: tuple[str, ...]


class BetsPaid(Fact, frozen=True, kw_only=True, tag=True):
    """Losing bets were collected and winning bets paid: the round is over."""

    by: Person


class FaultReported(Fact, frozen=True, kw_only=True, tag=True):
    """Something makes the round invalid; it waits to be called off."""

    ground: str
    clause: str
    detail: str


class RoundVoided(Fact, frozen=True, kw_only=True, tag=True):
    """What fell did not count, and what went back for it."""

    by: Person | None = None
    ground: str = ""
    clause: str = ""
    outcome: OutcomeName = OutcomeName("")
    """What had fallen, where an outcome was invalidated."""
    forfeit: tuple[str, ...] = ()
    """Whose bets the house keeps."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class DisputeOpened(Fact, frozen=True, kw_only=True, tag=True):
    """A player disputes what was done in a round."""

    dispute: int
    seat: str
    round: int
    about: str


class NoticeDemanded(Fact, frozen=True, kw_only=True, tag=True):
    """Something happened of which somebody has to be notified."""

    notice: int
    to: str
    due: str
    clause: str
    about: str


Play = (
    SeatTaken
    | SeatLeft
    | MoneyInserted
    | MoneyCollected
    | HandPayCalled
    | TerminalLocked
    | CardInserted
    | CardRemoved
    | DiceShaken
    | BettingOpened
    | BallSpun
    | BetPlaced
    | BetTakenDown
    | BetsCalled
    | BettingClosed
    | NoMoreBetsPressed
    | TumblerUncovered
    | ResultAnnounced
    | DiceAccepted
    | DiceDeclined
    | DicePassed
    | DiceShot
    | RoundSettled
    | AreasLit
    | BetsPaid
    | FaultReported
    | RoundVoided
    | DisputeOpened
    | NoticeDemanded
)


class SettledAgain(Fact, frozen=True, kw_only=True, tag=True):
    """A settled round was undone, and it and all later ones were played again from what really happened.

    The books move by the difference. The first history stays where it is in the journal; the other one is here.
    """

    by: Person
    why: str
    clause: str
    round: int
    again: tuple[Play | Rulings, ...]
    dropped: tuple[str, ...]
    """What was done in the first history and could not have been done in this one."""
    transfers: tuple[Transfer, ...]


Event = Play | Rulings | SettledAgain

MOVE_MONEY = (
    SeatTaken,
    SeatLeft,
    MoneyInserted,
    MoneyCollected,
    HandPayCalled,
    BetPlaced,
    BetTakenDown,
    RoundSettled,
    RoundVoided,
    SettledAgain,
    *RULINGS_THAT_MOVE_MONEY,
)
MOVE_NO_MONEY = tuple(each for each in get_args(Event) if each not in MOVE_MONEY)
