"""The times of a round: how long its steps last, and when the present one ends."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.floor.positions import BETWEEN_ROUNDS
from croupier.floor.roles import is_automatic
from croupier.floor.winners import new_commissions
from croupier.rules.sequence import Phase
from croupier.table.bets.calling import BetsCalled
from croupier.table.bets.placing import BetPlaced
from croupier.table.bets.taking_down import BetTakenDown
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.state import Table

STEP = 1000
"""Milliseconds by which a wagering period is prolonged, so that the bets of a crowd do not move its end one by one."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of a round that the operator sets, in seconds. At an electronic table the document sets the others."""

    betting: float = 20
    """How long bets are taken. At an electronic table this is the wagering period."""
    showing: float = 7
    """How long a result is shown before the next round opens."""
    calling: float = 1.5
    """The time between two calls of a dealer."""
    patience: float = 15
    """How long the staff wait for a shooter to throw, once betting is over."""
    offer: float = 8
    """How long the staff wait for a player who was offered the dice."""
    paying: float = 10
    """How long a player may decide whether to leave a winning bet up for a new commission. The page shows the dice first."""
    quiet: float = 3
    """At a dealer's table, betting goes on until no person has changed a bet for this long."""
    overtime: float = 10
    """By how much that prolongs betting at most."""
    unattended: float = 4
    """How long a bot waits before it throws if no person was present in this round."""
    gone: float = 5
    """How long a player whose terminal is gone counts as present. After that nobody waits for the player."""
    device: float = 30
    """How long a connected device may take to report the outcome. After that it has failed."""
    still: float = 600
    """How long a round may stand at one step of a dealer while players are there. After that the pit is alarmed."""

    @property
    def longest(self) -> float:
        """How long the longest step of a round takes."""
        return max(self.betting + self.overtime, self.showing, self.patience, self.offer, self.paying)


class Presence(Protocol):
    """Tells which players are at a table."""

    listeners: list[Callable[[], None]]
    """Called when a player came or went."""

    def present(self, within: float) -> Collection[str]:
        """The seats of the persons whose terminals are connected, or have been gone for less than so many seconds."""
        ...

    def away(self, seat: str) -> float | None:
        """For how many seconds the player at a seat has been away; None if they are here."""
        ...


class Timed(NamedTuple):
    """When the present step of a round ends. Times are milliseconds since 1970."""

    deadline: int = 0
    """0 if nothing is timed."""
    until: str = ""
    """What ends then: betting, an offer of the dice, the time to throw them, paying; empty if nothing is timed."""
    throw_from: int = 0
    """From when the dice may be thrown; 0 if they may be thrown now, or if nobody waits for that."""


class Timetable:
    """The times of one table. The table itself knows only the deadlines that its document sets."""

    def __init__(self, dealer: Dealer, timing: Timing, presence: Presence, *, is_attended: bool = False) -> None:
        """Time a table from its present state. An attended table is timed by its dealer."""
        self.is_attended = is_attended
        self.listeners: list[Callable[[], None]] = []
        """Called when a deadline has moved without an event that says so."""
        self._now = dealer.now
        self._timing = timing
        self.presence = presence
        self._rests = self._attended = False
        self._opened = self._begun = self._closes = 0
        presence.listeners.append(self._came_or_went)
        self._follow(dealer.table)
        self._go_on(dealer.table)

    @property
    def present(self) -> Collection[str]:
        """The seats of the persons whom the table waits for."""
        return self.presence.present(self._timing.gone)

    def timed(self, table: Table) -> Timed:
        """What is timed now. This is cheap: it is part of every message to all terminals."""
        if table.rules.procedures.is_electronic:
            return document_times(table)
        if not is_automatic(table, is_attended=self.is_attended) or play_is_stopped(table):
            return Timed()
        round, seconds = table.round, self._timing
        if round.phase is Phase.BETTING:
            return self._before_close(table)
        if round.phase in (Phase.SETTLED, Phase.LIT) and self._waits_for_an_answer(table):
            return Timed(round.since + int(seconds.paying * 1000), "paying")
        return Timed()

    def still_from(self, table: Table) -> int | None:
        """From when the round at a table that a person deals stands still; None if nobody waits for it."""
        round = table.round
        is_waited_for = bool(table.places) and round.since and round.phase not in BETWEEN_ROUNDS and not play_is_stopped(table)
        if not is_waited_for or is_automatic(table, is_attended=self.is_attended):
            return None
        return round.since + int(self._timing.still * 1000)

    def closes(self, table: Table) -> int:
        """When betting closes at a dealer's table, unless a player bets in its last seconds."""
        opened = table.round.opened
        return self._closes if opened == self._opened else opened + int(self._timing.betting * 1000)

    def throw_from(self, table: Table) -> int:
        """From when the dice may be thrown at a dealer's table: now (0) if that takes no other person's time to bet."""
        round = table.round
        if table.rules.procedures.is_electronic or round.phase is not Phase.BETTING:
            return 0
        thrower, people = round.offered or round.shooter, self.present
        if people:
            at = 0 if all(seat == thrower for seat in people) else self.closes(table)
        elif self._attended:
            at = self.closes(table)  # a player was told of that time, and may come back
        else:
            at = self._begun + int(min(self._timing.unattended, self._timing.betting) * 1000)
        return at if at > self._now() else 0

    def answer_due(self, table: Table) -> int:
        """When the staff act for the player who was offered the dice, or who has them and does not throw."""
        round, seconds = table.round, self._timing
        if round.offered:
            return round.since + int(seconds.offer * 1000)
        return max(self.closes(table), round.since) + int(seconds.patience * 1000)

    def rest(self, *, rests: bool) -> None:
        """Note whether nobody can throw and no bet waits. Betting lasts its whole time from the end of the rest."""
        self._rests = rests
        if rests:
            self._begin(self._now())

    def heard(self, happened: Happened) -> None:
        """Note when a round opens, and prolong betting for a person who changes a bet in its last seconds."""
        event, round = happened.event, happened.after.round
        self._follow(happened.after)
        if happened.after.rules.procedures.is_electronic or not isinstance(event, BetPlaced | BetTakenDown | BetsCalled):
            return
        if event.seat not in self.present:
            return
        late = event.at + int(self._timing.quiet * 1000) - self._closes
        if round.phase is Phase.BETTING and event.at < self._closes and late > 0:
            last = self._begun + int((self._timing.betting + self._timing.overtime) * 1000)
            self._closes = min(self._closes - late // -STEP * STEP, last)

    def tell(self) -> None:
        """Tell the listeners that a deadline has moved."""
        for listener in self.listeners:
            listener()

    def _follow(self, table: Table) -> None:
        if table.round.opened != self._opened:
            self._opened = table.round.opened
            self._rests = False
            self._begin(self._opened)

    def _begin(self, at: int) -> None:
        self._begun = at
        self._closes = at + int(self._timing.betting * 1000)
        self._attended = bool(self.present)

    def _go_on(self, table: Table) -> None:
        """After a restart: keep betting open until the terminals can be back, and at least until the end that they were told.

        Nothing records how far bets prolonged it, nor how long the table had rested.
        """
        round, now, seconds = table.round, self._now(), self._timing
        if not self._attended:
            return
        if self._closes < now and table.rules.procedures.offers_dice and not round.shooter and not round.offered:
            self._begin(now)
        self._closes = max(self._closes, now + int(max(seconds.gone, seconds.quiet) * 1000) + STEP)

    def _came_or_went(self) -> None:
        self._attended = self._attended or bool(self.present)

    def _before_close(self, table: Table) -> Timed:
        """The times of a round at a dealer's table in which bets are open."""
        round, closes = table.round, self.closes(table)
        if table.rules.procedures.shooting is None:
            return Timed(closes, "betting")
        if round.offered:
            return Timed(self.answer_due(table), "offer", self.throw_from(table))
        if self._rests:
            return Timed()
        if self._now() < closes:
            return Timed(closes, "betting", self.throw_from(table))
        return Timed(self.answer_due(table), "throw") if round.shooter else Timed()

    def _waits_for_an_answer(self, table: Table) -> bool:
        """Whether a player who is present is asked whether a winning bet stays up for a new commission."""
        return any(new_commissions(table, seat) for seat in table.staying if seat in self.present)


def document_times(table: Table) -> Timed:
    """The deadlines that a document sets. In other phases a table keeps its last deadline, and it means nothing."""
    round = table.round
    if round.phase in table.rules.procedures.takes_bets and round.deadline:
        return Timed(round.deadline, "betting")
    if round.phase is Phase.CLOSED and round.shooter:
        return Timed(round.deadline, "throw")
    return Timed()
