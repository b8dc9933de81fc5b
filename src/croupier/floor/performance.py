"""The game performance of tables: what was bet and won, against what the rules lead one to expect from these bets.

Of every decided bet the exact edge and variance are known, so the difference has a size in standard deviations (z) that takes
the volume into account.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import TypeVar

import msgspec

from croupier.audit.corrections import HINT, Corrections
from croupier.audit.window import ALWAYS, Start, Window, start_of
from croupier.journal.port import Reader
from croupier.lab.parsheet import ParSheetEntry
from croupier.rules.exact import NoEdgeError
from croupier.rules.machine import Result
from croupier.rules.ruleset import Ruleset
from croupier.table.core.message import Decided, Event
from croupier.table.core.recorded import events_in
from croupier.table.core.rows import EVENTS, History
from croupier.table.core.state import Table
from croupier.table.pit.amending import RulesAmended
from croupier.table.rounds.memory import events_after
from croupier.table.rounds.revisions import as_decided, redecided

ALARM = 4.5
"""The difference in standard deviations from which a wager is to be looked into; docs/how-to/close-a-day.md has the rates."""
WEIGHT = 3
"""No alarm before the standard deviation of all bets is this many times the largest win of one: few bets prove nothing."""

PLAYED = frozenset(each.value for each in (Result.WIN, Result.LOSE, Result.PUSH))
"""The results of bets that were decided by play."""


class EndedBet(msgspec.Struct, gc=False):
    """A bet that ended, as far as a report needs it."""

    seat: str
    wager: str
    stake: int
    result: str
    """A `Result`, as a plain text: a day has a million bets."""
    paid: int
    commission: int = 0
    """The part of `paid` that is returned commission. It is no win of the bet."""


class _Event(msgspec.Struct, gc=False):
    type: str = ""
    decided: tuple[EndedBet, ...] = ()
    standing: tuple[EndedBet, ...] = ()
    """The bets on the layout that came down with the last round's."""


class _Time(msgspec.Struct, gc=False):
    at: int = 0


class _Line(msgspec.Struct, gc=False):
    command: _Time
    events: tuple[_Event, ...] = ()


T = TypeVar("T", _Event, EndedBet)
_LINE = msgspec.json.Decoder(_Line)
DECIDED, AMENDED = b'"decided"', b'"RulesAmended"'
SETTLED = "RoundSettled"
Group = Callable[[str, int], str | None]
"""The group of bets of a seat that were decided at a time; None to leave them out."""


@dataclass(slots=True)
class BetsPlayed:
    """The decided bets of one wager, or of several together. Amounts are cents."""

    bets: int = 0
    staked: int = 0
    paid: int = 0
    expected: Fraction = Fraction(0)
    """The expected win of the house."""
    variance: Fraction = Fraction(0)
    """The variance of the win."""
    heaviest: Fraction = Fraction(0)
    """The most that one of the bets could have won."""

    @property
    def win(self) -> int:
        """What the house has won, without commission."""
        return self.staked - self.paid

    @property
    def z(self) -> float:
        """How many standard deviations the win is above what was expected; 0 without bets."""
        return float(self.win - self.expected) / sqrt(self.variance) if self.variance > 0 else 0.0

    @property
    def is_alarming(self) -> bool:
        """Whether somebody has to look into it."""
        return abs(self.z) >= ALARM and float(self.variance) >= float(WEIGHT * self.heaviest) ** 2

    def add(self, other: "BetsPlayed") -> None:
        """Count other bets, too."""
        self.bets += other.bets
        self.staked += other.staked
        self.paid += other.paid
        self.expected += other.expected
        self.variance += other.variance
        self.heaviest = max(self.heaviest, other.heaviest)


@dataclass(frozen=True, slots=True)
class Theory:
    """What the rules say about a unit staked on a wager, commission apart."""

    edge: Fraction
    variance: Fraction
    heaviest: Fraction


@dataclass(slots=True)
class TablePerformance:
    """The performance of one table, by version of its rules and by wager."""

    table: str
    rules: dict[str, Ruleset] = field(default_factory=dict[str, Ruleset])
    """The rules in force, by fingerprint."""
    wagers: dict[tuple[str, str], BetsPlayed] = field(default_factory=dict[tuple[str, str], BetsPlayed])
    """By fingerprint and wager, as far as the rules know what to expect."""
    unknown: dict[tuple[str, str], BetsPlayed] = field(default_factory=dict[tuple[str, str], BetsPlayed])
    """The same for wagers whose edge depends on how a bet begins."""
    void: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """How many bets were returned or forfeited and not played, in the same way."""

    @property
    def total(self) -> BetsPlayed:
        """All bets of which the rules know what to expect."""
        total = BetsPlayed()
        for each in self.wagers.values():
            total.add(each)
        return total


def theory(rules: Ruleset, wager: str) -> Theory | None:
    """What to expect of a unit staked; None if that depends on the state in which a bet begins."""
    entry = ParSheetEntry(rules, rules.addresses[wager].offer)
    try:
        return Theory(entry.figures.house_edge - entry.commission, entry.figures.variance, entry.max_payout)
    except NoEdgeError:
        return None


def performance(
    reader: Reader, table: str, window: Window = ALWAYS, tell: Callable[[int], None] = lambda _: None
) -> TablePerformance:
    """Add up the bets that a table has decided in a window.

    A round that was settled again counts as it is now, from the time of the correction on, as in the books: then the bets of
    the first history are taken off, and those of the corrected one are added.
    """
    return performances(reader, table, window, lambda _seat, _at: table, tell).get(table) or TablePerformance(table)


def performances(
    reader: Reader, table: str, window: Window, group: Group, tell: Callable[[int], None] = lambda _: None
) -> dict[str, TablePerformance]:
    """The same by groups of bets."""
    counter, line = counter_at(reader, table, window, group)
    for row in reader.rows(table, line):
        if row[1] % 10_000 == 0:
            tell(row[1])
        if not counter.take(row[4]):
            break
    return counter.found()


def counter_at(reader: Reader, table: str, window: Window, group: Group) -> "tuple[BetCounter, int]":
    """A counter with the rules at a signed snapshot before the window, and the line after which it counts."""
    start = start_of(reader, table, window, back=0)
    return BetCounter(reader, table, start, window, group), start.line


class BetCounter:
    """Counts the bets in the lines of a table, and follows changes of its rules."""

    def __init__(self, reader: Reader, table: str, start: Start, window: Window, group: Group) -> None:
        """Begin after the line of a start."""
        self._table, self._window, self._group = table, window, group
        self._line, self._rules = start.line, start.table.rules
        self._version, self._editions = self._rules.fingerprint, {self._rules.fingerprint: self._rules}
        self._sums = dict[tuple[str, str, str], _Sums]()
        """By group, version of the rules and address of the wager."""
        self._corrections = Corrections(reader, table)

    def take(self, body: bytes) -> bool:
        """Count the next line. Return False once the window is over."""
        self._line += 1
        if AMENDED in body:
            self._amend(body)
        revised = HINT.search(body)
        if DECIDED in body or revised:
            found = _LINE.decode(body)
            at = found.command.at
            if self._window.holds(at):
                self._add(_ended(found.events), at, self._version)
                if revised:
                    self._correct(body, at)
            return not self._window.is_before(at)
        return True

    def found(self) -> dict[str, TablePerformance]:
        """What was counted, by group."""
        return _by_group(self._table, self._editions, self._sums)

    def _amend(self, body: bytes) -> None:
        for event in events_in(body):
            if isinstance(event, RulesAmended):
                self._rules, self._version = self._rules.amended(event.readings, event.raised), event.fingerprint
                self._editions[self._version] = self._rules

    def _correct(self, body: bytes, at: int) -> None:
        """Take off the bets of the rounds that an event has revised, and count those that they have now."""
        for event, before, after, rounds in self._corrections.in_line(self._line, body, at):
            if redecided(event):
                self._redecide(rounds[0].was, event, before.past[-1].before.rules, at, 1)
            else:
                self._add_history(before, rounds[0].round, at, -1)
                self._add_history(after, rounds[0].round, at, 1)

    def _add_history(self, table: Table, first: int, at: int, sign: int) -> None:
        """Count the bets that a table has decided since a round."""
        since = next(index for index, past in enumerate(table.past) if past.round == first)
        rules = table.past[since].before.rules
        lead, ended, of = table.past[since].lead, table.past[since].event, rules
        self._add(_ended(_plain(each, _Event) for each in lead), at, rules.fingerprint, sign)
        for event in (ended, *events_after(table, since)):
            if isinstance(event, RulesAmended):
                rules = rules.amended(event.readings, event.raised)
            elif EVENTS[type(event)].history is History.ENDS_ROUND:
                ended, of = event, rules
            self._editions.setdefault(rules.fingerprint, rules)
            self._add(_ended((_plain(event, _Event),)), at, rules.fingerprint, sign)
            self._redecide(ended, event, of, at, sign)
            ended = as_decided(ended, (event,))

    def _redecide(self, ended: Event, event: Event, rules: Ruleset, at: int, sign: int) -> None:
        """Take off the bets of the round that `ended` has ended and that an event decides anew, and count them as they are."""
        anew = [_plain(bet, EndedBet) for bet in redecided(event)]
        keys = {(bet.seat, bet.wager) for bet in anew}
        was = [bet for bet in _plain(ended, _Event).decided if (bet.seat, bet.wager) in keys] if anew else ()
        self._editions.setdefault(rules.fingerprint, rules)
        self._add(was, at, rules.fingerprint, -sign)
        self._add(anew, at, rules.fingerprint, sign)

    def _add(self, bets: "Iterable[EndedBet]", at: int, version: str, sign: int = 1) -> None:
        """Count the bets that ended at one time. Many are of the same seat, which has one group."""
        groups, sums = dict[str, str | None](), self._sums
        for bet in bets:
            seat = bet.seat
            if seat not in groups:
                groups[seat] = self._group(seat, at)
            if (name := groups[seat]) is not None:
                key = name, version, bet.wager
                if (each := sums.get(key)) is None:
                    each = sums[key] = _Sums()
                each.add(bet, sign)


def _by_group(
    table: str, editions: Mapping[str, Ruleset], sums: "Mapping[tuple[str, str, str], _Sums]"
) -> dict[str, TablePerformance]:
    found, offers = dict[str, TablePerformance](), dict[tuple[str, str, str], _Sums]()
    for (name, version, address), each in sorted(sums.items()):
        offers.setdefault((name, version, editions[version].addresses[address].offer.id), _Sums()).join(each)
    theories = {key: theory(editions[key[0]], key[1]) for key in {key[1:] for key in offers}}
    for (name, version, wager), each in sorted(offers.items()):
        into = found.setdefault(name, TablePerformance(table))
        into.rules[version] = editions[version]
        expected = theories[version, wager]
        if each.bets or each.staked or each.paid:
            (into.wagers if expected else into.unknown)[version, wager] = each.played(expected)
        if each.void:
            into.void[version, wager] = each.void
    return found


@dataclass(slots=True)
class _Sums:
    """Bets of one wager under one version of the rules. Fractions come last: a day has a million bets."""

    bets: int = 0
    staked: int = 0
    paid: int = 0
    squares: int = 0
    largest: int = 0
    void: int = 0

    def add(self, bet: EndedBet, sign: int) -> None:
        if bet.result not in PLAYED:
            self.void += sign
            return
        stake = bet.stake
        self.bets += sign
        self.staked += sign * stake
        self.paid += sign * (bet.paid - bet.commission)
        self.squares += sign * stake * stake
        if stake > self.largest:  # noqa: PLR1730 - faster than max
            self.largest = stake

    def join(self, other: "_Sums") -> None:
        """Count bets of another address of the same wager, too."""
        self.bets += other.bets
        self.staked += other.staked
        self.paid += other.paid
        self.squares += other.squares
        self.largest = max(self.largest, other.largest)
        self.void += other.void

    def played(self, expected: Theory | None) -> BetsPlayed:
        if expected is None:
            return BetsPlayed(self.bets, self.staked, self.paid)
        return BetsPlayed(
            self.bets,
            self.staked,
            self.paid,
            expected.edge * self.staked,
            expected.variance * self.squares,
            expected.heaviest * self.largest,
        )


def _ended(events: Iterable[_Event]) -> Iterable[EndedBet]:
    """Bets that a settlement decided, and those that some other event returned or forfeited."""
    for event in events:
        if event.type == SETTLED:
            yield from event.decided
        else:
            yield from (bet for bet in (*event.decided, *event.standing) if bet.result not in PLAYED)


def _plain(message: Event | Decided, kind: type[T]) -> T:
    """An event or a bet, as far as a report needs it."""
    return msgspec.json.decode(msgspec.json.encode(message), type=kind)


def alarms(found: TablePerformance) -> Mapping[tuple[str, str], BetsPlayed]:
    """The wagers that somebody has to look into, by version of the rules and wager."""
    return {key: each for key, each in found.wagers.items() if each.is_alarming}
