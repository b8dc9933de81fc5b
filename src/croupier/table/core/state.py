"""The state of a table: the result of applying all of its events."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import msgspec

from croupier.ledger.book import Book
from croupier.money import Cents
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import Sign
from croupier.rules.terms import Advice
from croupier.table.core.bet import NOT_FRESH, Bet, Fresh, Winner
from croupier.table.core.desk import Desk
from croupier.table.core.message import Event, SeatKind
from croupier.table.core.meters import Meters
from croupier.table.core.payment import Adjusted


class MissingDice(msgspec.Struct, frozen=True, gc=False):
    """Dice that a shooter threw off the table."""

    seat: str
    """The shooter."""
    dice: tuple[int, ...]
    """The numbers of the dice that the shooter had chosen, the missing ones included."""
    count: int
    """How many of them the shooter has not got back."""


class Round(msgspec.Struct, frozen=True, gc=False):
    """The round in play."""

    number: int = 0
    phase: Phase = Phase.UNTIMED
    deadline: int = 0
    """When betting closes or the shooter's time ends: milliseconds since 1970; 0 if there is no deadline."""
    opened: int = 0
    """When betting opened: milliseconds since 1970; 0 if no clock runs."""
    since: int = 0
    """When the round came to its present step (see `step`): milliseconds since 1970; 0 if no clock runs."""
    shooter: str = ""
    """The seat of the shooter; empty if there is none."""
    dice_at: str = ""
    """The seat that had the dice last, through rounds without a shooter; empty if that player has left."""
    dice_place: int = 0
    """The place that had the dice last, even if its player has left; 0 if none had them. The dice go on from there."""
    asked_place: int = 0
    """The place to which the dice were offered last in this round; 0 if they were not offered yet."""
    dice_pass: bool = False
    """Whether the player at `dice_at` lost the dice."""
    chosen: tuple[int, ...] = ()
    """The numbers of the dice that the shooter has chosen."""
    missing: MissingDice | None = None
    """Dice that a shooter threw off the table and may get back; None if there are none."""
    rested: int | None = None
    """When the dice of the last throw came to rest: milliseconds since 1970; None if nobody recorded it."""
    offered: str = ""
    """The seat to which the dice are being offered; empty if there is none."""
    declined: tuple[str, ...] = ()
    """The seats that declined or passed the dice in this round. They are not offered the dice again until they bet."""
    shakes: int = 0
    """How often the dice have been tumbled in this round."""
    uncovered: OutcomeName = OutcomeName("")
    """The outcome that the tumbler disclosed when it was uncovered; empty if it disclosed none."""
    announced: OutcomeName = OutcomeName("")
    """The outcome that was called; empty if none was."""
    fault: str = ""
    """The id of the reported ground that makes the round invalid; empty if there is none."""
    void_at: frozenset[str] = frozenset()
    """The seats of the terminals on which the round is void. Its outcome does not count for their bets."""

    @property
    def step(self) -> tuple[object, ...]:
        """The part of the round that decides what is waited for next."""
        return self.number, self.phase, self.shooter, self.offered, self.chosen, self.rested, self.fault


class ForgottenRoundError(LookupError):
    """An event refers to a round that the table no longer keeps in `past`."""

    def __init__(self, round: int, back: int) -> None:
        """Name the round, and how many rounds back it is."""
        super().__init__(f"round {round} is not among those that this table remembers")
        self.back = back


class Past(msgspec.Struct, frozen=True):
    """A finished round."""

    round: int
    before: "Table"
    """The table before `event`, without its own `past` and `trail`."""
    lead: tuple[Event, ...]
    """The events between the end of the previous round and `event`."""
    event: Event
    """The event that ended the round: it was settled or voided."""


Trail = tuple[Event, "Trail"] | None
"""The events since the last round ended, as a linked list, newest first."""


def trail_events(trail: Trail) -> tuple[Event, ...]:
    """The events of a trail, oldest first."""
    events: list[Event] = []
    while trail is not None:
        event, trail = trail
        events.append(event)
    return tuple(reversed(events))


MEMORY = 20
"""How many finished rounds a table keeps by default. Correcting one of them needs no journal."""
REACH = 200
"""How many rounds back a correction may go, unless the opening of the table sets another number."""


class SupersededResult(msgspec.Struct, frozen=True, gc=False):
    """A result that was shown and counts no longer: the round was corrected, or is void."""

    round: int
    was: OutcomeName
    """The outcome that was entered; of a void round the one that stood last."""
    turn: int
    """The number of the outcome in its place, as `Table.turn` counts; of the last one before it if the round is void."""
    is_void: bool


class Table(msgspec.Struct, frozen=True, gc=False):
    """The state of a table under a rule set and a sign. It is immutable: `apply` returns the next state."""

    rules: Ruleset
    """The rules for new bets."""
    sign: Sign
    pucks: Mapping[str, str]
    """The state of each puck, by name."""
    seats: int = 0
    """The number of places; 0 if it is not limited. See `is_full`."""
    layout: Mapping[str, Mapping[str, Bet]] = {}
    """The bets of each seated player, by seat and wager."""
    places: Mapping[str, int] = {}
    """The place of each seated player, counted clockwise from 1."""
    kinds: Mapping[str, SeatKind] = {}
    """The kind of every seat that is no person's: of those that are taken, and of those that have had money here."""
    terminals: Mapping[str, str] = {}
    """The name of the enrolled terminal of each seat that has one: of those that are taken, and that have had money here."""
    left: Mapping[str, int] = {}
    """When each player who has had money here left last, by seat: milliseconds since 1970."""
    seated: int = 0
    """How often a player has taken a seat."""
    turn: int = 0
    """The number of outcomes that counted."""
    over: int = 0
    """The number of finished rounds, settled or void."""
    drawn: bool = False
    """Whether a machine has ever reported a result of this table first, and no person."""
    advised: frozenset[tuple[str, str]] = frozenset()
    """Who has been advised about bets below the minimum. See `advice_key`."""
    barred: frozenset[tuple[str, str]] = frozenset()
    """The seats that may not put a wager back up yet, each with that wager."""
    book: Book = Book()
    meters: Meters = Meters()
    round: Round = Round()
    results: tuple[OutcomeName, ...] = ()
    """The last outcomes, newest last, for the display beside the table."""
    superseded: tuple[SupersededResult, ...] = ()
    """The results among them that were other ones before, and the void rounds between them, oldest first."""
    won: Mapping[str, int] = {}
    """The total paid to winning bets of the last round, by seat."""
    staying: Mapping[str, Mapping[str, Winner]] = {}
    """The winning bets that may be left up until the round is paid, by seat and wager."""
    adjusted: Adjusted | None = None
    """The work that corrections have left to the dealer since bets were opened; None if nothing was corrected."""
    clock: int = 0
    """The time of the last event: milliseconds since 1970; 0 if no clock runs."""
    events: int = 0
    """The number of events so far."""
    desk: Desk = Desk()
    editions: tuple[Ruleset, ...] = ()
    """The rules under which bets were accepted, oldest first."""
    past: tuple[Past, ...] = ()
    """The last finished rounds, newest last, for corrections."""
    trail: Trail = None
    """The events since the last round ended."""
    memory: int = MEMORY
    """The number of rounds to keep in `past`."""
    reach: int = REACH
    """How many rounds back a correction may go."""
    states_tender: bool = False
    """Whether money that comes to the table or leaves it has to state its payment method, as on a live floor."""

    def terminal_of(self, seat: str) -> str:
        """The place of a seat: the name of its enrolled terminal. A seat without one is a place of its own."""
        return self.terminals.get(seat, seat)

    def last_seat(self, terminal: str) -> str:
        """The seat of whoever sits at an enrolled terminal, or left it last. A seat without one is a place of its own."""
        seats = (seat for seat, name in self.terminals.items() if name == terminal)
        return max(seats, key=lambda seat: (seat in self.layout, self.left.get(seat, 0)), default=terminal)

    @property
    def is_untimed(self) -> bool:
        """Whether the table has no clock and no steps of a round, as in a scenario: bets and outcomes come in any order."""
        return self.round.phase is Phase.UNTIMED

    @property
    def is_full(self) -> bool:
        """Whether every place is taken. A table without a limit of places is never full."""
        return bool(self.seats) and len(self.layout) >= self.seats

    @property
    def in_play(self) -> int:
        """The number of the current round, which may be over. An untimed table opens no rounds: there it is the next one."""
        return self.round.number + self.is_untimed

    @property
    def last(self) -> Past:
        """The last finished round."""
        if not self.past:
            in_play = self.round.phase not in (Phase.UNTIMED, Phase.SETTLED, Phase.LIT, Phase.DONE)
            raise ForgottenRoundError(self.round.number - in_play, 1)
        return self.past[-1]

    def clockwise(self) -> list[str]:
        """The seats, clockwise from place 1."""
        return sorted(self.layout, key=self.places.__getitem__)

    def bets(self) -> Iterator[tuple[str, str, Bet]]:
        """Every bet on the layout, clockwise by place and then by wager, so that no result depends on who bet first."""
        for seat in self.clockwise():
            bets = self.layout[seat]
            for wager in sorted(bets):
                yield seat, wager, bets[wager]

    def advice_key(self, seat: str, offer: Offer) -> tuple[str, str]:
        """The entry for `advised`: the player with the wager, or with an empty text if the advice covers all wagers."""
        return seat, (offer.id if self.rules.limits.advice is Advice.SAME_WAGER else "")

    def fresh(self, bet: Bet) -> Fresh:
        """The part of a bet that was placed since the last outcome."""
        return bet.fresh if bet.turn == self.turn else NOT_FRESH

    def left_up(self, bet: Bet) -> int:
        """The part of a bet that won in the last round and stayed up. What comes down first is what was added to it."""
        return min(bet.left_up, self.fresh(bet).stake)

    def offer_of(self, wager: str, bet: Bet) -> Offer:
        """The offer under which a bet was accepted."""
        return self.editions[bet.edition].addresses[wager].offer

    def sign_for(self, seat: str) -> Sign:
        """The sign for a player: the table's, with the player's own limits if there are any."""
        if seat not in self.desk.limits:
            return self.sign
        minimum, maximum = self.desk.limits[seat]
        return replace(self.sign, minimum=Cents(minimum), maximum=Cents(maximum))


def with_dice(table: Table, seat: str) -> Round:
    """The round in play once the dice are at a seat."""
    return msgspec.structs.replace(table.round, dice_at=seat, dice_place=table.places[seat])


def open_table(rules: Ruleset, sign: Sign, seats: int = 0) -> Table:
    """A new table, before any event."""
    pucks = {name: puck.first for name, puck in rules.pucks.items()}
    return Table(rules=rules, sign=sign, pucks=pucks, seats=seats, editions=(rules,))
