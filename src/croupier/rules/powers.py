"""Roles, the decisions that each may take, the grounds for them, and the notices they require."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from croupier.rules.sequence import Phase
from croupier.rules.terms import Voided


@dataclass(frozen=True, slots=True)
class Role:
    """A role that the document names, and the roles it may act as."""

    clause: str
    id: str
    title: str
    acts_as: Sequence[str] = ()
    """The roles whose powers this role holds as well."""


class Act(StrEnum):
    """A decision that a role may take. The value completes a sentence with "may" or "is to"."""

    VOID_ROUND = "call it off"
    SETTLE_FACE = "decide which face is uppermost"
    RELAX_FREEZE = "let a bet be changed after the close"
    CONFIRM_BET = "confirm a spoken bet"
    MARK_BET = "mark a bet on or off"
    CORRECT_BET = "have a bet below the minimum corrected"
    REFUSE_BET = "refuse a bet"
    REFUSE_PLAYER = "refuse further bets of a player"
    OFFER_DICE = "offer the dice"
    ORDER_PASS = "order the shooter to pass the dice"  # noqa: S105 - no password
    THROW_FOR_HOUSE = "throw the dice when nobody can"
    TEND_DICE = "see to the set of dice"
    CHECK_DICE = "check a die that was found"
    CORRECT_OUTCOME = "correct a recorded outcome"
    ADJUST_CREDIT = "adjust the credit of a faulty terminal"
    DECLARE_FAULT = "declare a terminal faulty"
    CONFIRM_RECORD = "settle a faulty terminal by its record"
    VOID_UNCONFIRMED = "void bets that no record confirms"
    REPORT_LIGHTS = "report lights that fail"
    REFUND_RUNS = "give a run back that the lights cut short"
    RETURN_COMMISSION = "give commission back"
    RECTIFY = "declare a fault rectified"
    WITHHOLD = "withhold money or take it back"
    RELEASE = "release money that was withheld"
    FORFEIT = "have a bet forfeited"
    VOID_BETS = "void a person's bets"
    BAR = "bar a person from the game"
    EXCLUDE = "exclude a person from the casino"
    RECOMMEND_EXCLUSION = "recommend that a person be excluded"
    DETAIN = "have a person detained"
    NOTE_BREACH = "write a breach down"
    VACATE_SEAT = "have a seat vacated"
    CHANGE_SIGN = "change the sign"
    PLAYER_LIMITS = "give a player limits of their own"
    END_WAGER = "end a wager"
    CLOSE_TABLE = "close the table"
    ONE_TERMINAL = "hold a player to one terminal"
    DECLARE_INVALID = "declare a bet invalid"
    AMEND_RULES = "put another reading in force, or higher odds where they may be raised"
    SUPERVISE = "supervise the table"
    HEAR_DISPUTE = "decide a dispute"
    REVIEW_DISPUTE = "review a decision"
    ADVISE_COMPLAINT = "advise of the right to complain"


class Reach(Enum):
    """Which rounds a power to void a round reaches."""

    IN_PLAY = "the round in play, until it is settled"
    UNTIL_PAID = "the round in play, until its bets are paid"
    SETTLED = "settled rounds only"
    ANY = "the round in play and settled ones"

    @property
    def is_past(self) -> bool:
        """Whether it reaches rounds before the one in play."""
        return self in (Reach.SETTLED, Reach.ANY)


@dataclass(frozen=True, slots=True)
class Ground:
    """A reason for which a decision may, or must, be taken."""

    clause: str
    id: str
    words: str = field(metadata={"prose": True})
    must: bool = False
    """Whether the decision is mandatory on this ground."""
    at_once: bool = False
    """Whether the machine takes the decision itself as soon as the ground is reported."""
    after_breaches: int = 0
    """The number of breaches by the same person that must be on record before."""
    fraud: bool = False
    """Whether the bets of the person responsible may be forfeited."""
    no_outcome: bool = field(default=False, metadata={"prose": True})
    """Whether a round is voided on it when its device reports no outcome. This is prose: no decision depends on it."""
    grave: bool = field(default=False, metadata={"prose": True})
    """Whether a console asks again: it accuses people or condemns equipment. This is prose: no decision depends on it."""


@dataclass(frozen=True, slots=True)
class Power:
    """The power to take one kind of decision, and the roles that hold it."""

    clause: str
    act: Act
    held_by: Sequence[str]
    grounds: Sequence[Ground] = ()
    """The grounds that the document lists; if empty, the holder gives a reason in free text."""
    during: Sequence[Phase] = ()
    """The phases of a round in which it may be used; if empty, all."""
    voids: Voided | None = None
    """Which bets go back when it voids a round; None: as the rule set says."""
    on_terminals: bool = False
    """Whether it voids a round on the terminals that the holder names, while the others play on."""
    wagers: Sequence[str] = ()
    """The kinds of wager it applies to, if the document names some."""
    reach: Reach = Reach.IN_PLAY
    """Which rounds it voids."""
    only_with: str = ""
    """The setting of the sign that this power requires; empty if none."""
    not_for: Sequence[str] = ()
    """Roles that may act as a holder, but not for this power."""
    shows: str = field(default="", metadata={"prose": True})
    """The notice that must be displayed."""
    must: bool = field(default=False, metadata={"prose": True})
    """Whether the document makes it a duty. This is prose: the table cannot see whether a duty was done."""
    provided: str = field(default="", metadata={"prose": True})
    """A further condition of the document that people judge and the table cannot check."""
    in_absence_of: Sequence[str] = field(default=(), metadata={"prose": True})
    """The roles that decide first. The floor checks it: it knows who is signed in, and who supervises which table."""

    def ground(self, id: str) -> Ground | None:
        """The ground with this id; None if there is none."""
        return next((each for each in self.grounds if each.id == id), None)


class Due(Enum):
    """When a notice must be given."""

    BEFORE = "before it is done"
    AT_ONCE = "immediately"
    SOON = "as soon as practicable"


@dataclass(frozen=True, slots=True)
class Demand:
    """A notice that an act requires."""

    clause: str
    act: Act
    to: str
    due: Due


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a sign must be displayed before an act takes effect."""

    clause: str
    act: Act
    minutes: int
