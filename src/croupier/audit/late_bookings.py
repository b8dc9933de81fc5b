"""Bookings about a gaming day that were made after it had ended, such as a round that was settled again on the next morning.

No line is written with an earlier time, so a booking is always in the figures of the day on which it is made. It is listed
beside the figures of the day that it is about, and beside those in which it is.
"""

import datetime as dt
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from croupier.audit.window import Window, first_line, start_of
from croupier.cage.counting import BoxCounted, CountVerdict
from croupier.cage.drawer import DrawerCounted
from croupier.cage.fold import CAGE_REGISTER, Key, Record, changed_by
from croupier.cage.reversals import TransactionReversed
from croupier.cage.ticket import CAGE_PLACE
from croupier.cage.variances import VarianceExplained
from croupier.facts.message import Event as Fact
from croupier.journal.port import Reader
from croupier.journal.streams import tables
from croupier.ledger.accounts import VARIANCES, Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import Nature, kind_of
from croupier.table.core.message import Event
from croupier.table.core.opening import read_opening
from croupier.table.core.recorded import events_in
from croupier.table.core.rows import EVENTS, History
from croupier.table.core.words import reason_in_words
from croupier.table.money.tray import TrayCounted
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.settling import RoundSettled


class LateBooking(msgspec.Struct, frozen=True, kw_only=True):
    """A booking about something that was booked on an earlier gaming day."""

    at: int
    """When it was made: milliseconds since 1970."""
    about: int
    """When that happened which it is about: milliseconds since 1970."""
    day: str
    """The other day: in whose figures it is, or which it is about."""
    place: str
    """The table, or `cage`."""
    what: str
    why: str
    by: str
    """Who did it, and who signed, too."""
    line: int
    """The line of its stream."""
    moved: int = 0
    """How much money it has moved between accounts, in cents."""
    win: int = 0
    """By how much it has changed what the house has won, in cents."""
    over: int = 0
    """What it has found too much in a count, in cents; below zero if it was too little."""


class LateBookings(msgspec.Struct, frozen=True):
    """A list of such bookings in the order in which they were made, and their sums in cents."""

    rows: tuple[LateBooking, ...]
    moved: int
    win: int
    over: int


NONE_LATE = LateBookings((), 0, 0, 0)
ENDS = frozenset(kind for kind, row in EVENTS.items() if row.history is History.ENDS_ROUND)
"""The events that end a round."""
_ENDS = frozenset(kind.__name__ for kind in ENDS)
_LATE = (b'"SettledAgain"', b'"BetsInvalidated"', b'"replaces"')
"""Only lines of a table that contain one of these may be about an earlier day."""
BOOKED = (Record.BOX, Record.VARIANCE, Record.RECEIPT)
"""The records of the cage that state what was booked. Whatever changes one later counts, explains or reverses it."""


class _Event(msgspec.Struct, gc=False):
    type: str
    at: int = 0
    replaces: int | None = None


class _Line(msgspec.Struct, gc=False):
    events: tuple[_Event, ...] = ()


_decode = msgspec.json.Decoder(_Line).decode


def late_bookings(
    journal: Reader, heads: Mapping[str, object], since: int, until: int, date_of: Callable[[int], dt.date]
) -> tuple[LateBookings, LateBookings]:
    """What was booked about a day after it had ended, and what was booked on it about earlier days.

    The day is from one time to another, in milliseconds since 1970. `date_of` is the calendar of the floor.
    """
    later, earlier = list[LateBooking](), list[LateBooking]()
    streams = [_at_table(journal, table, since, until) for table in tables(heads)]
    for found in (*streams, *([_at_cage(journal)] if CAGE_REGISTER.name in heads else [])):
        for each in found:
            if since <= each.about < until <= each.at:
                later.append(msgspec.structs.replace(each, day=date_of(each.at).isoformat()))
            elif each.about < since <= each.at < until:
                earlier.append(msgspec.structs.replace(each, day=date_of(each.about).isoformat()))
    return _added_up(later), _added_up(earlier)


def _added_up(found: list[LateBooking]) -> LateBookings:
    rows = tuple(sorted(found, key=lambda each: each.at))
    return LateBookings(rows, *(sum(getattr(each, name) for each in rows) for name in ("moved", "win", "over")))


def _at_table(journal: Reader, table: str, since: int, until: int) -> Iterator[LateBooking]:
    """What a table has booked about finished rounds and counts, as far as it may be about the day or was made on it."""
    reach = read_opening(first_line(journal, table)).reach
    start = start_of(journal, table, Window(since), back=reach)
    past = _Past(deque(maxlen=reach), start.table.desk.tray.at if start.table.desk.tray else 0)
    after = 0
    for _, number, _, _, body, _ in journal.rows(table, start.line):
        events = _decode(body).events
        if any(each in body for each in _LATE):
            for event in events_in(body):
                if found := _at_table_about(event, past):
                    yield _booking(table, number, event, found, start.table.rules.procedures.grounds)
        for event in events:
            if event.type in _ENDS:
                past.ended.append(event.at)
                after += event.at >= until
            elif event.type == "TrayCounted" and event.replaces is None:
                past.counted = event.at
        # No correction reaches further back, and no other count than the last is counted again.
        if after >= reach and not since <= past.counted < until:
            return


@dataclass(slots=True)
class _Past:
    """What a table may still book something about."""

    ended: deque[int]
    """When the last rounds have ended."""
    counted: int
    """When the tray was counted last; 0 if it was not."""

    def ended_at(self, back: int) -> int:
        """When a round has ended, counted from the last; 0 if that was too long ago."""
        return self.ended[-back] if back <= len(self.ended) else 0


class _About(NamedTuple):
    """What a booking is about: when that happened, and what it says of it."""

    at: int
    what: str
    over: int = 0
    """What it has found too much beside what it moves to the variances."""


def _at_table_about(event: Event, past: _Past) -> _About | None:
    """What an event is about if it is a booking about something that a table has booked before."""
    match event:
        case SettledAgain():
            ends = [each for each in event.again if type(each) in ENDS]
            what = "settled again" if isinstance(ends[0], RoundSettled) else "called off after its end"
            return _About(past.ended_at(len(ends)), f"Round {event.round} was {what}")
        case BetsInvalidated() if event.settled:
            return _About(past.ended_at(1), f"The bets of {event.seat} in the round before were declared invalid")
        case TrayCounted() if event.replaces is not None:
            what = f"The {'opener' if event.is_opener else 'closer'} was counted again"
            return _About(past.counted, what, event.variance_change)
        case _:
            return None


def _at_cage(journal: Reader) -> Iterator[LateBooking]:
    """What the cage has booked about boxes, variances, receipts and drawers."""
    first, drawers = dict[Key, int](), dict[str, int]()
    for line in journal.lines(CAGE_REGISTER.name):
        for event in CAGE_REGISTER.read(line.body).events:
            booked = [key for key in changed_by(event) if key[0] in BOOKED]
            if found := _at_cage_about(event, [first[key] for key in booked if key in first], drawers):
                yield _booking(CAGE_PLACE, line.number, event, found)
            first.update({key: event.at for key in booked if key not in first})
            if isinstance(event, DrawerCounted) and not event.is_recount:
                drawers[event.clerk.login] = event.at


def _at_cage_about(event: Fact, known: list[int], drawers: Mapping[str, int]) -> _About | None:
    """What an event is about, given when the records that it changes were made, and the drawers counted."""
    match event:
        case DrawerCounted() if event.is_recount:
            which = "opener" if event.is_opener else "closer"
            return _About(drawers[event.clerk.login], f"The {which} of the drawer of {event.clerk.name} was counted again")
        case BoxCounted() if event.verdict is CountVerdict.AGREED:
            return _About(known[0], f"Box {event.box} was counted")
        case TransactionReversed():
            return _About(known[0], f"Transaction {event.reverses} was reversed")
        case VarianceExplained():
            return _About(known[0], f"Variance {event.variance} was explained")
        case _:
            return None


def _booking(
    place: str, line: int, event: Event | Fact, about: _About, grounds: Mapping[str, str] | None = None
) -> LateBooking:
    why = getattr(event, "why", None) or ""
    people = (getattr(event, name, None) for name in ("by", "first", "second"))
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    changed = Counter[Account]()
    for each in transfers:
        changed[each.source] -= each.amount
        changed[each.target] += each.amount
    return LateBooking(
        at=event.at,
        about=about.at,
        day="",
        place=place,
        what=about.what,
        why=(grounds or {}).get(why) or reason_in_words(why),
        by=", ".join(each.name for each in people if each),
        line=line,
        moved=sum(amount for amount in changed.values() if amount > 0),
        win=sum(amount for account, amount in changed.items() if (kind := kind_of(account)) and kind.nature is Nature.EARNED),
        over=about.over + changed[VARIANCES],
    )
