"""The state of a table: the sum of everything that has happened at it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from croupier.ledger.book import Book
from croupier.money import Cents
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue, Sign
from croupier.rules.terms import Advice
from croupier.table.events import Event, RoundSettled, RoundVoided
from croupier.table.meters import Meters
from croupier.table.person import Person
from croupier.table.promotional import Promotional


class Fresh(NamedTuple):
    """The part of a bet that was placed since the last roll. It comes down first."""

    stake: int
    commission: int

    def commission_on(self, amount: int) -> int:
        """The commission on this part's share of so much that comes down."""
        return self.commission * min(amount, self.stake) // self.stake if self.stake else 0


NOT_FRESH = Fresh(0, 0)


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A player's money on a wager."""

    stake: int
    state: str
    commission: int
    advised: bool
    """Whether it was begun after its owner had been advised about bets below the minimum."""
    called: bool | None = None
    """On or off as its owner has called it, if at all."""
    fresh: Fresh = NOT_FRESH
    """What was placed in the turn in which it last grew."""
    turn: int = 0
    """That turn."""
    edition: int = 0
    """Which of the table's rules were in force when it was accepted."""
    maximum: int | None = None
    """The highest maximum that hung for its owner when it was made or grew, if one did: a later sign does not reach it."""
    promotional: Promotional | None = None
    """What of its stake is promotional credits or tokens."""


class Winner(msgspec.Struct, frozen=True, omit_defaults=True):
    """A winning bet that may stay up: its stake, and what of it is tokens."""

    stake: int
    tokens: int = 0


class Round(msgspec.Struct, frozen=True, gc=False):
    """The round in play."""

    number: int = 0
    phase: Phase = Phase.UNTIMED
    deadline: int = 0
    """When betting, or the shooter's time, ends: milliseconds since 1970."""
    shooter: str = ""
    dice_at: str = ""
    """Who had the dice last, also through rounds in which nobody has the bet to shoot."""
    dice_pass: bool = False
    """Whether the last who had them lost them."""
    chosen: tuple[int, ...] = ()
    """The dice that the shooter has chosen."""
    offered: str = ""
    """To whom the dice are being offered."""
    declined: tuple[str, ...] = ()
    """Who did not want them since they were last passed."""
    shakes: int = 0
    seal: str = ""
    uncovered: OutcomeName = OutcomeName("")
    """What the tumbler itself says, once its seal is open."""
    announced: OutcomeName = OutcomeName("")
    fault: str = ""
    """The ground that was reported and makes the round invalid."""


class Posted(msgspec.Struct, frozen=True):
    """A sign that hangs at the table: what will change, and when."""

    act: Act
    since: int
    takes_effect: int
    values: Mapping[str, SettingValue]
    wager: str


class Notice(msgspec.Struct, frozen=True):
    """A notice that has to be given: to whom, by when, and once it was given, by whom and how."""

    to: str
    due: str
    clause: str
    about: str
    since: int
    given: int | None = None
    by: Person | None = None
    how: str = ""


class Dispute(msgspec.Struct, frozen=True):
    """A dispute file."""

    seat: str
    round: int
    about: str
    decided_by: Person | None = None
    decision: str = ""
    reviewed_by: Person | None = None
    review: str = ""
    advised_by: Person | None = None


class Desk(msgspec.Struct, frozen=True):
    """What the people at a table keep track of beside the game."""

    day: str = ""
    closing: bool = False
    closed: bool = False
    locked: str = ""
    """The clause by which nothing is played until a fault is rectified."""
    dealer: Person | None = None
    """Who has taken over the table; nobody means that it runs by itself."""
    lost: int = 0
    """How many dice of the set are missing."""
    posted: Mapping[int, Posted] = {}
    limits: Mapping[str, tuple[int, int]] = {}
    """Limits of single players."""
    ended: frozenset[str] = frozenset()
    """Kinds of wager that are no longer offered."""
    cards: Mapping[str, str] = {}
    """Whose card is in which terminal."""
    held: frozenset[str] = frozenset()
    """Players who may use one terminal only."""
    hand_pays: Mapping[str, int] = {}
    """What was taken off each terminal for an attendant to pay, and is not paid yet; it is locked until then."""
    locks: Mapping[str, str] = {}
    """Terminals that are locked, and why."""
    faulty: frozenset[str] = frozenset()
    """Terminals that wait for their bets to be confirmed or voided."""
    refused: Mapping[str, str] = {}
    """Players whose bets are not taken, and by which clause."""
    leaving: frozenset[str] = frozenset()
    """Players who were told to give up their places, and still have bets."""
    idle: Mapping[str, int] = {}
    """For how many rounds in a row each player has had no bet."""
    breaches: Mapping[str, int] = {}
    """How many breaches of each person were written down."""
    notices: Mapping[int, Notice] = {}
    heeded: int = 0
    """The last notice that was open when the table last closed: it announces no later closing."""
    disputes: Mapping[int, Dispute] = {}

    def refuses(self, seat: str) -> str:
        """The clause by which no bets are taken at a seat: of whoever sits there, or of whose card is in the terminal."""
        return self.refused.get(seat) or self.refused.get(self.cards.get(seat, ""), "")


class ForgottenRoundError(LookupError):
    """Something happened to a round that is over, at a table that does not remember it."""


class Past(msgspec.Struct, frozen=True):
    """A round that is over: the table before it was settled, and what had happened since the one before."""

    round: int
    before: "Table"
    lead: tuple[Event, ...]
    event: RoundSettled | RoundVoided


Trail = tuple[Event, "Trail"] | None
"""Events since the last settlement, newest first, each with those before it."""


def unrolled(trail: Trail) -> tuple[Event, ...]:
    """What happened since the last settlement, in order."""
    events: list[Event] = []
    while trail is not None:
        event, trail = trail
        events.append(event)
    return tuple(reversed(events))


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table under a rule set and a sign. Nothing here changes; `apply` makes the next one."""

    rules: Ruleset
    """The rules for bets to come."""
    sign: Sign
    pucks: Mapping[str, str]
    seats: int = 0
    """How many places there are; 0 where nobody counts them."""
    layout: Mapping[str, Mapping[str, Bet]] = {}
    """The bets of every seated player, by wager."""
    seated: int = 0
    """How many players have ever sat down."""
    turn: int = 0
    """How many outcomes have counted."""
    over: int = 0
    """How many rounds are over, settled or called off."""
    advised: frozenset[tuple[str, str]] = frozenset()
    barred: frozenset[tuple[str, str]] = frozenset()
    """Who may not put which wager back up yet."""
    book: Book = Book()
    meters: Meters = Meters()
    round: Round = Round()
    results: tuple[OutcomeName, ...] = ()
    """The last results, newest last, as a display beside the table shows them."""
    won: Mapping[str, int] = {}
    """What winning bets of the last round brought back, by player."""
    staying: Mapping[str, Mapping[str, Winner]] = {}
    """Winning bets that may stay up until the round is paid."""
    clock: int = 0
    """When the last thing happened."""
    desk: Desk = Desk()
    editions: tuple[Ruleset, ...] = ()
    """The rules under which bets were accepted, first to last."""
    past: tuple[Past, ...] = ()
    """The last rounds, newest last, so that one can be settled again."""
    trail: Trail = None

    @property
    def in_play(self) -> int:
        """The number of the round that the next outcome decides. Where no rounds are opened, it is the one to come."""
        return self.round.number + (self.round.phase is Phase.UNTIMED)

    @property
    def last(self) -> Past:
        """The round that was over last."""
        if not self.past:
            raise ForgottenRoundError("the last round is not among those that this table remembers")
        return self.past[-1]

    def bets(self) -> Iterator[tuple[str, str, Bet]]:
        """Every bet on the layout, by seat and wager: nothing that is decided hangs on who came or bet first."""
        for seat in sorted(self.layout):
            bets = self.layout[seat]
            for wager in sorted(bets):
                yield seat, wager, bets[wager]

    def advice_key(self, seat: str, offer: Offer) -> tuple[str, str]:
        """What advice about bets below the minimum is remembered by: the player, or the player and the wager."""
        return seat, (offer.id if self.rules.limits.advice is Advice.SAME_WAGER else "")

    def fresh(self, bet: Bet) -> Fresh:
        """What of a bet was placed since the last roll."""
        return bet.fresh if bet.turn == self.turn else NOT_FRESH

    def offer_of(self, wager: str, bet: Bet) -> Offer:
        """The offer on which a bet was accepted."""
        return self.editions[bet.edition].addresses[wager].offer

    def sign_for(self, seat: str) -> Sign:
        """The sign that holds for a player: the table's, or with limits of their own."""
        if seat not in self.desk.limits:
            return self.sign
        minimum, maximum = self.desk.limits[seat]
        return replace(self.sign, minimum=Cents(minimum), maximum=Cents(maximum))


def open_table(rules: Ruleset, sign: Sign, seats: int = 0) -> Table:
    """A table on which nothing has happened yet."""
    pucks = {name: puck.first for name, puck in rules.pucks.items()}
    return Table(rules=rules, sign=sign, pucks=pucks, seats=seats, editions=(rules,))
