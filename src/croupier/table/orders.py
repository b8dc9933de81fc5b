"""Orders: what staff decide. Each says who, and why; the clause is found in the rule set."""

from collections.abc import Mapping

from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.sign import SettingValue
from croupier.table.commands import CallBet, Command, MoveBet, PlaceBet, TakeDown
from croupier.table.person import Person


class Order(Command, frozen=True, kw_only=True, tag=True):
    """What somebody decides, and the reason they give: the id of a ground where the document lists some, else a sentence."""

    by: Person
    why: str = ""


class OfferDice(Order, frozen=True, kw_only=True, tag=True):
    """Offer the dice to the player whose turn it is."""

    seat: str


class OrderPass(Order, frozen=True, kw_only=True, tag=True):
    """Order the shooter to pass the dice."""


class ThrowForHouse(Order, frozen=True, kw_only=True, tag=True):
    """Throw the dice oneself, because nobody can."""


class LoseDice(Order, frozen=True, kw_only=True, tag=True):
    """Write down that dice went off the table and are not found."""

    count: int


class RecoverDie(Order, frozen=True, kw_only=True, tag=True):
    """Check a die that was found; it goes back to the shooter who asked for it, or to the bowl."""

    to_shooter: bool = False


class ReplaceDice(Order, frozen=True, kw_only=True, tag=True):
    """Put a new set of dice on the table."""


class RelaxFreeze(Order, frozen=True, kw_only=True, tag=True):
    """Let a bet be made or changed after the close, because it would be unfair not to."""

    wish: PlaceBet | TakeDown | MoveBet | CallBet
    second: Person | None = None
    """Another who holds the power: needed once the dice are on their way."""


class RefuseBet(Order, frozen=True, kw_only=True, tag=True):
    """Refuse a bet and have it removed; without a wager, refuse all bets that the player would make from now on."""

    seat: str
    wager: str = ""


class CorrectOutcome(Order, frozen=True, kw_only=True, tag=True):
    """Put what really fell in place of what was recorded, and settle that round and all later ones again."""

    round: int
    outcome: OutcomeName


class DeclareFault(Order, frozen=True, kw_only=True, tag=True):
    """Declare a terminal faulty: it plays no further until its bets are confirmed or void."""

    seat: str


class ConfirmRecord(Order, frozen=True, kw_only=True, tag=True):
    """Put the bets that a terminal's record shows in place of those that were settled, and settle again."""

    seat: str
    round: int
    bets: Mapping[str, Cents]


class VoidUnconfirmed(Order, frozen=True, kw_only=True, tag=True):
    """Void the bets that a faulty terminal placed in a round, because no record confirms them."""

    seat: str
    round: int


class ReportLights(Order, frozen=True, kw_only=True, tag=True):
    """Report that the winning areas were not lit, or wrongly."""

    refund_short: bool = False
    """Whether runs too short to win, which nothing has broken, go back instead of losing."""


class Rectify(Order, frozen=True, kw_only=True, tag=True):
    """Declare that a fault is rectified, so that play may go on."""


class Withhold(Order, frozen=True, kw_only=True, tag=True):
    """Withhold money from a terminal, or take it back, until it has been looked into."""

    seat: str
    amount: Cents


class Release(Order, frozen=True, kw_only=True, tag=True):
    """End an investigation: what was withheld goes to the player, or to the house."""

    seat: str
    amount: Cents
    to_player: bool


class UnlockTerminal(Order, frozen=True, kw_only=True, tag=True):
    """Let a locked terminal play again."""

    seat: str


class PayByHand(Order, frozen=True, kw_only=True, tag=True):
    """Write down that an attendant has paid what waits at a terminal."""

    seat: str


class TakeBackHandPay(Order, frozen=True, kw_only=True, tag=True):
    """Take back what waits to be paid by hand: it is not to be paid, or was never won."""

    seat: str


class FillFloat(Order, frozen=True, kw_only=True, tag=True):
    """Put chips from the cage into the float."""

    amount: Cents


class CreditFloat(Order, frozen=True, kw_only=True, tag=True):
    """Send chips from the float back to the cage."""

    amount: Cents


class EmptyStacker(Order, frozen=True, kw_only=True, tag=True):
    """Empty the stacker of a terminal, and write down the notes that were counted."""

    seat: str
    notes: Mapping[int, int]
    """How many of each denomination, in cents, were counted."""


class EmptyDrop(Order, frozen=True, kw_only=True, tag=True):
    """Empty the drop box of a dealer's table, and write down what was counted."""

    amount: Cents
    """What was counted."""


class Sanction(Order, frozen=True, kw_only=True, tag=True):
    """Take one of the measures against somebody who contravened the rules."""

    seat: str
    measure: Act


class NoteBreach(Order, frozen=True, kw_only=True, tag=True):
    """Write down that somebody contravened a clause, without any measure."""

    seat: str
    clause: str


class VacateSeat(Order, frozen=True, kw_only=True, tag=True):
    """Require a player to give up a place."""

    seat: str


class DeclareInvalid(Order, frozen=True, kw_only=True, tag=True):
    """Declare the bets of a player invalid who played without their own card."""

    seat: str


class PostNotice(Order, frozen=True, kw_only=True, tag=True):
    """Put up a sign that says what will change, and when."""

    act: Act
    takes_effect: int
    values: Mapping[str, SettingValue] = {}
    """The lines of the sign that will change."""
    wager: str = ""
    """The wager that will end."""


class ChangeSign(Order, frozen=True, kw_only=True, tag=True):
    """Change lines of the sign."""

    values: Mapping[str, SettingValue]


class SetPlayerLimits(Order, frozen=True, kw_only=True, tag=True):
    """Give a player a minimum and a maximum of their own, with a sign that shows them."""

    seat: str
    minimum: Cents
    maximum: Cents


class EndWager(Order, frozen=True, kw_only=True, tag=True):
    """Take a kind of wager off the table."""

    wager: str


class AnnounceClose(Order, frozen=True, kw_only=True, tag=True):
    """Warn every terminal that play closes: no more bets are taken, credits are to be cleared."""


class CloseTable(Order, frozen=True, kw_only=True, tag=True):
    """Close the table."""

    refund: bool = False
    """Whether bets that still stand go back; else they have to be decided first."""


class OpenDay(Order, frozen=True, kw_only=True, tag=True):
    """Begin a gaming day, with other lines on the sign where some are given."""

    day: str
    values: Mapping[str, SettingValue] = {}


class HoldToOneTerminal(Order, frozen=True, kw_only=True, tag=True):
    """Tell a player to play at one terminal only."""

    player: str


class AmendRules(Order, frozen=True, kw_only=True, tag=True):
    """Put other readings, or higher odds, in force for the bets to come; what is not named stays as it is."""

    readings: Mapping[str, str] = {}
    raised: Mapping[str, str] = {}


class RelieveDealer(Order, frozen=True, kw_only=True, tag=True):
    """Take over the table."""


class HearDispute(Order, frozen=True, kw_only=True, tag=True):
    """Decide a dispute in the first instance."""

    dispute: int
    decision: str


class ReviewDispute(Order, frozen=True, kw_only=True, tag=True):
    """Review the decision of somebody else."""

    dispute: int
    decision: str


class AdviseComplaint(Order, frozen=True, kw_only=True, tag=True):
    """Advise somebody who is not satisfied of the right to complain."""

    dispute: int


class GiveNotice(Order, frozen=True, kw_only=True, tag=True):
    """Write down that a notice was given, to whom and how."""

    notice: int
    how: str
