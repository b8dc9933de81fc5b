"""Closing gaming days: each once it is over, in order, with its figures, and with nothing left to count or to explain."""

import re

from msgspec.structs import replace

from croupier.cage.closed_day import ClosedDay, DayFigures
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage
from croupier.cage.texts import because
from croupier.facts.refusal import Refusal
from croupier.rules.moments import Millis
from croupier.rules.outcomes import listed

DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
"""A date such as 2026-11-17. The calendar of the floor knows which of them exist."""


class CloseDay(CageOrder):
    """Close a gaming day that is over. The floor fills in everything but the date and the signature."""

    day: str
    """Its date, such as 2026-11-17."""
    since: Millis
    """When it began, by the calendar of the floor: milliseconds since 1970."""
    until: Millis
    """When it ended."""
    covers: tuple[str, ...] = ()
    """The days before it, since the last that was closed, on which no money moved."""
    missing: tuple[str, ...] = ()
    """What is left to do at tables, in words."""
    figures: DayFigures = DayFigures()
    second: Clerk
    """Who has looked at its page, too."""


class ReopenDay(CageOrder):
    """Undo the newest closing. Its line stays on record."""

    day: str
    why: str
    second: Clerk
    """Who approves it."""


class DayClosed(CageEvent):
    """A gaming day was closed. Later bookings about it are in the figures of the day on which they are made."""

    day: str
    since: Millis
    until: Millis
    covers: tuple[str, ...] = ()
    figures: DayFigures
    by: Clerk
    second: Clerk


class DayReopened(CageEvent):
    """The newest closing was undone."""

    day: str
    why: str
    by: Clerk
    second: Clerk


def close_day(cage: Cage, command: CloseDay) -> DayClosed | Refusal:
    """Close a day that has ended, once, and after the days before it."""
    if not DATE.fullmatch(command.day):
        return Refusal(Reason.BAD_DAY, f"{command.day} is no date.")
    if not command.since < command.until <= command.at:
        return Refusal(Reason.BAD_DAY, f"The day {command.day} has not ended yet.")
    if cage.closed and command.since < (last := cage.closed[-1]).until:
        return Refusal(Reason.BAD_DAY, f"The day {last.day} is closed: a later one is next.")
    if refusal := signed_alone(command.by, command.second, "Another person has to have looked at the page of the day."):
        return refusal
    if missing := (*missing_at_cage(cage, command.until), *command.missing):
        return Refusal(Reason.DAY_OPEN, f"Before the day {command.day} is closed: {'; '.join(missing)}.")
    return DayClosed(
        day=command.day,
        since=command.since,
        until=command.until,
        covers=command.covers,
        figures=command.figures,
        by=command.by,
        second=command.second,
    )


def reopen_day(cage: Cage, command: ReopenDay) -> DayReopened | Refusal:
    """Undo the newest closing, signed by two people. The one before it can be undone next."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve that a day is reopened."):
        return refusal
    if not cage.closed:
        return Refusal(Reason.BAD_DAY, "No day is closed.")
    if command.day != (last := cage.closed[-1]).day:
        return Refusal(Reason.BAD_DAY, f"Only the day that was closed last is reopened: {last.day}.")
    return DayReopened(day=command.day, why=command.why, by=command.by, second=command.second)


def missing_at_cage(cage: Cage, until: int) -> tuple[str, ...]:
    """Everything that the cage has yet to do before a day is closed that ended then, in words."""
    boxes = sorted(box.number for box in cage.boxes.values() if box.counted is None and box.pulled < until)
    variances = sorted(each.number for each in cage.variances.values() if each.why is None)
    drawers = sorted(each.clerk.name for each in cage.drawers.values() if each.is_opener and each.at < until)
    untold = sorted(serial for serial, file in cage.withheld.items() if file.told is None and file.since < until)
    return (
        *((f"count box {_all(boxes)}",) if boxes else ()),
        *((f"explain variance {_all(variances)}",) if variances else ()),
        *((f"count the closer of the drawer of {listed(drawers, 'and')}",) if drawers else ()),
        *((f"tell the inspector that ticket {_all(untold)} is withheld",) if untold else ()),
    )


def _all(numbers: list[int]) -> str:
    return listed([str(each) for each in numbers], "and")


def _close(cage: Cage, event: DayClosed) -> Cage:
    closed = ClosedDay(event.day, event.since, event.until, event.covers, event.at, event.by, event.second)
    return replace(cage, closed=(*cage.closed, closed))


def _tell_closed(event: DayClosed) -> str:
    covers = f", and {listed(event.covers, 'and')}, when no money moved" if event.covers else ""
    return f"{event.by} and {event.second} closed the gaming day {event.day}{covers}."


CAGE_REGISTER.declare(
    CageRow(kind=CloseDay, decide=close_day),
    CageRow(kind=ReopenDay, decide=reopen_day),
    CageEventRow(
        kind=DayClosed,
        apply=_close,
        tell=lambda _, e: _tell_closed(e),
        moves_money=False,
        changes=nothing,
    ),
    CageEventRow(
        kind=DayReopened,
        apply=lambda cage, _: replace(cage, closed=cage.closed[:-1]),
        tell=lambda _, e: f"{e.by} and {e.second} reopened the gaming day {e.day}{because(e.why)}",
        moves_money=False,
        changes=nothing,
    ),
)
