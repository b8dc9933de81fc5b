"""Who may decide what, on which grounds, and whom they must tell: the people of a document as data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from croupier.rules.sequence import Phase
from croupier.rules.terms import Voided


@dataclass(frozen=True, slots=True)
class Role:
    """Somebody the document names, and as whom else they may act."""

    clause: str
    id: str
    title: str
    acts_as: Sequence[str] = ()
    """The roles whose powers they hold as well: whoever is included in them, or stands above them."""


class Act(StrEnum):
    """What somebody may decide, as it is said after "may" or "is to"."""

    VOID_ROUND = "call it off"
    SETTLE_FACE = "decide which face is uppermost"
    RELAX_FREEZE = "let a bet be changed after the close"
    CONFIRM_BET = "confirm a spoken bet"
    MARK_BET = "mark a bet on or off"
    REFUSE_BET = "refuse a bet"
    REFUSE_PLAYER = "refuse further bets of a player"
    OFFER_DICE = "offer the dice"
    ORDER_PASS = "order the shooter to pass the dice"  # noqa: S105 - no password
    THROW_FOR_HOUSE = "throw the dice when nobody can"
    TEND_DICE = "see to the set of dice"
    CHECK_DICE = "check a die that was found"
    CORRECT_OUTCOME = "correct a recorded outcome"
    DECLARE_FAULT = "declare a terminal faulty"
    CONFIRM_RECORD = "settle a faulty terminal by its record"
    VOID_UNCONFIRMED = "void bets that no record confirms"
    REPORT_LIGHTS = "report lights that fail"
    REFUND_RUNS = "give a run back that the lights cut short"
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
    HEAR_DISPUTE = "decide a dispute"
    REVIEW_DISPUTE = "review a decision"
    ADVISE_COMPLAINT = "advise of the right to complain"


@dataclass(frozen=True, slots=True)
class Ground:
    """Why a decision may, or must, be taken."""

    clause: str
    id: str
    words: str = field(metadata={"prose": True})
    must: bool = False
    """Whether it leaves no choice."""
    at_once: bool = False
    """Whether the machine decides by itself as soon as it is reported."""
    after_breaches: int = 0
    """How often breaches of the same person must have been written down before."""
    fraud: bool = False
    """Whether it lets the bets of whoever did it be forfeited."""


@dataclass(frozen=True, slots=True)
class Power:
    """One decision, and who holds it."""

    clause: str
    act: Act
    held_by: Sequence[str]
    grounds: Sequence[Ground] = ()
    """The reasons the document lists; without any, the reason is given in words."""
    during: Sequence[Phase] = ()
    """The phases of a round in which it can be used; without any, in all."""
    voids: Voided | None = None
    """What goes back when a round is called off by it, where that is not what the rule set says."""
    wagers: Sequence[str] = ()
    """The kinds of wager it is about, where it is about some."""
    settled_too: bool = False
    """Whether it also reaches a round that has been settled."""
    only_with: str = ""
    """The setting of the sign without which nobody has it."""
    not_for: Sequence[str] = ()
    """The roles that act as a holder elsewhere, but not in this."""
    shows: str = field(default="", metadata={"prose": True})
    """What has to be put up for it."""
    must: bool = field(default=False, metadata={"prose": True})
    """Whether the document leaves no choice. No bet is decided by it: whether somebody has done their duty, no table sees."""
    provided: str = field(default="", metadata={"prose": True})
    """What else the document asks for, where people judge it and no table can."""

    def ground(self, id: str) -> Ground | None:
        """The ground of this name."""
        return next((each for each in self.grounds if each.id == id), None)


class Due(Enum):
    """When a notice has to be given."""

    BEFORE = "before it is done"
    AT_ONCE = "immediately"
    SOON = "as soon as practicable"


@dataclass(frozen=True, slots=True)
class Demand:
    """A notice that an act calls for."""

    clause: str
    act: Act
    to: str
    due: Due


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a sign has to hang before an act takes effect."""

    clause: str
    act: Act
    minutes: int
