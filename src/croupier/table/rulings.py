"""Rulings: what staff decided, as facts. Each carries who, why and the clause."""

from collections.abc import Mapping

from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.sign import SettingValue
from croupier.table.commands import CallBet, MoveBet, PlaceBet, TakeDown
from croupier.table.fact import Decided, Ruling
from croupier.table.person import Person


class DiceOffered(Ruling, frozen=True, kw_only=True, tag=True):
    """The dice were offered to a player."""

    seat: str


class DiceLost(Ruling, frozen=True, kw_only=True, tag=True):
    """Dice went off the table and were not found; the shooter chooses again from the rest."""

    count: int


class DieRecovered(Ruling, frozen=True, kw_only=True, tag=True):
    """A die was found and checked."""

    to_shooter: bool


class DiceReplaced(Ruling, frozen=True, kw_only=True, tag=True):
    """A new set of dice was put on the table."""


class FreezeRelaxed(Ruling, frozen=True, kw_only=True, tag=True):
    """A bet may be made or changed after the close, as was asked for; the change follows."""

    wish: PlaceBet | TakeDown | MoveBet | CallBet
    second: Person | None = None
    """The other who agreed, where one had to."""


class BetRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """A bet was refused and taken off the layout, with the odds that rode on it."""

    seat: str
    wager: str
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class PlayerRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """No bets of a player are taken from now on."""

    seat: str


class TerminalFailed(Ruling, frozen=True, kw_only=True, tag=True):
    """A terminal was declared faulty."""

    seat: str


class TerminalRestored(Ruling, frozen=True, kw_only=True, tag=True):
    """A faulty terminal plays again: its bets in a round were confirmed, or declared void; what that changes follows."""

    seat: str
    round: int
    bets: Mapping[str, Cents] | None
    """What its record showed; nothing where no record confirmed any bet."""


class LightsFailed(Ruling, frozen=True, kw_only=True, tag=True):
    """The winning areas were not lit as they should; bets that stand for longer ended with the result on the dice."""

    refund_short: bool
    """Whether runs too short to win went back instead of losing."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class FaultRectified(Ruling, frozen=True, kw_only=True, tag=True):
    """A fault was rectified; play may go on."""


class MoneyWithheld(Ruling, frozen=True, kw_only=True, tag=True):
    """Money was withheld from a terminal, or taken back from it."""

    seat: str
    amount: Cents = Cents(0)
    transfers: tuple[Transfer, ...]


class MoneyReleased(Ruling, frozen=True, kw_only=True, tag=True):
    """Money that was withheld went to the player or to the house."""

    seat: str
    amount: Cents = Cents(0)
    to_player: bool = True
    transfers: tuple[Transfer, ...]


class TerminalUnlocked(Ruling, frozen=True, kw_only=True, tag=True):
    """A terminal that was locked plays again."""

    seat: str


class HandPaid(Ruling, frozen=True, kw_only=True, tag=True):
    """An attendant paid what had been taken off a terminal for it."""

    seat: str
    amount: Cents
    transfers: tuple[Transfer, ...]


class HandPayTakenBack(Ruling, frozen=True, kw_only=True, tag=True):
    """What waited to be paid by hand went back to the terminal, which plays again."""

    seat: str
    amount: Cents
    repaid: Cents = Cents(0)
    """What of it the player owed, and does not any more; the rest is credit."""
    transfers: tuple[Transfer, ...]


class FloatFilled(Ruling, frozen=True, kw_only=True, tag=True):
    """Chips came from the cage to the float."""

    amount: Cents
    transfers: tuple[Transfer, ...]


class FloatCredited(Ruling, frozen=True, kw_only=True, tag=True):
    """Chips went back from the float to the cage."""

    amount: Cents
    transfers: tuple[Transfer, ...]


class StackerEmptied(Ruling, frozen=True, kw_only=True, tag=True):
    """The notes in a terminal went to the cage. The books move what was there, whatever was counted."""

    seat: str
    amount: Cents
    """What was there by the books."""
    expected: Mapping[int, int]
    """The notes that were there by the meters: how many of each denomination, in cents."""
    counted: Mapping[int, int]
    """The notes that were counted."""
    variance: Cents = Cents(0)
    """By how much the count is above what was there by the books, or below zero by how much it is short."""
    transfers: tuple[Transfer, ...]


class DropEmptied(Ruling, frozen=True, kw_only=True, tag=True):
    """The cash in the drop box went to the cage. The books move what was there, whatever was counted."""

    amount: Cents
    """What was there by the books."""
    counted: Cents
    variance: Cents = Cents(0)
    """By how much the count is above what was there by the books, or below zero by how much it is short."""
    transfers: tuple[Transfer, ...]


class BetsVoided(Ruling, frozen=True, kw_only=True, tag=True):
    """Bets of a player were declared void."""

    seat: str
    only_fresh: bool = False
    """Whether what stood before the round stays, and only what was placed for it is void."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class BetsInvalidated(Ruling, frozen=True, kw_only=True, tag=True):
    """Bets of a player were invalid: stakes of the last round went back without winnings, standing bets came down."""

    seat: str
    standing: tuple[Decided, ...]
    """Bets that stood, which came down."""
    settled: tuple[Decided, ...]
    """Bets of the last round, as they should have ended."""
    forfeited: Cents = Cents(0)
    """Restricted credits among those, which ended with the visit of a player who has left."""
    tokens: Cents = Cents(0)
    """Tokens among those, likewise."""
    transfers: tuple[Transfer, ...]


class PlayerSanctioned(Ruling, frozen=True, kw_only=True, tag=True):
    """A measure was taken against somebody."""

    seat: str
    measure: Act


class BreachNoted(Ruling, frozen=True, kw_only=True, tag=True):
    """Somebody contravened a clause, and it was written down."""

    seat: str


class SeatOrdered(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was required to give up a place."""

    seat: str


class NoticePosted(Ruling, frozen=True, kw_only=True, tag=True):
    """A sign was put up that says what will change, and when."""

    notice: int
    act: Act
    takes_effect: int
    values: Mapping[str, SettingValue]
    wager: str


class SignChanged(Ruling, frozen=True, kw_only=True, tag=True):
    """Lines of the sign were changed."""

    values: Mapping[str, SettingValue]


class PlayerLimitsSet(Ruling, frozen=True, kw_only=True, tag=True):
    """A player has limits of their own, and a sign shows them."""

    seat: str
    minimum: Cents
    maximum: Cents


class WagerEnded(Ruling, frozen=True, kw_only=True, tag=True):
    """A kind of wager is no longer offered."""

    wager: str


class CloseAnnounced(Ruling, frozen=True, kw_only=True, tag=True):
    """Play is about to close: no more bets are taken, and credits are to be cleared."""


class TableClosed(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was closed, and bets that still stood went back."""

    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class DayOpened(Ruling, frozen=True, kw_only=True, tag=True):
    """A gaming day began; markers that last for a day lie where they first lay."""

    day: str
    values: Mapping[str, SettingValue]


class PlayerHeld(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was told to play at one terminal only."""

    player: str


class RulesAmended(Ruling, frozen=True, kw_only=True, tag=True):
    """Other readings or odds are in force; bets that stood before are settled by those of their time."""

    fingerprint: str
    readings: Mapping[str, str]
    raised: Mapping[str, str]


class DealerRelieved(Ruling, frozen=True, kw_only=True, tag=True):
    """Somebody took over the table."""


class DisputeDecided(Ruling, frozen=True, kw_only=True, tag=True):
    """A dispute was decided in the first instance."""

    dispute: int
    decision: str


class DisputeReviewed(Ruling, frozen=True, kw_only=True, tag=True):
    """Another person reviewed a decision."""

    dispute: int
    decision: str


class ComplaintAdvised(Ruling, frozen=True, kw_only=True, tag=True):
    """Somebody was advised of the right to complain."""

    dispute: int


class NoticeGiven(Ruling, frozen=True, kw_only=True, tag=True):
    """A notice that was due was given."""

    notice: int
    how: str


RULINGS_THAT_MOVE_MONEY = (
    BetRefused,
    LightsFailed,
    MoneyWithheld,
    MoneyReleased,
    HandPaid,
    HandPayTakenBack,
    FloatFilled,
    FloatCredited,
    StackerEmptied,
    DropEmptied,
    BetsVoided,
    BetsInvalidated,
    TableClosed,
)

Rulings = (
    DiceOffered
    | DiceLost
    | DieRecovered
    | DiceReplaced
    | FreezeRelaxed
    | BetRefused
    | PlayerRefused
    | TerminalFailed
    | TerminalRestored
    | LightsFailed
    | FaultRectified
    | MoneyWithheld
    | MoneyReleased
    | TerminalUnlocked
    | HandPaid
    | HandPayTakenBack
    | FloatFilled
    | FloatCredited
    | StackerEmptied
    | DropEmptied
    | BetsVoided
    | BetsInvalidated
    | PlayerSanctioned
    | BreachNoted
    | SeatOrdered
    | NoticePosted
    | SignChanged
    | PlayerLimitsSet
    | WagerEnded
    | CloseAnnounced
    | TableClosed
    | DayOpened
    | PlayerHeld
    | RulesAmended
    | DealerRelieved
    | DisputeDecided
    | DisputeReviewed
    | ComplaintAdvised
    | NoticeGiven
)
