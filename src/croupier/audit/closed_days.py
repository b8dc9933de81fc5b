"""Gaming days that were closed: the figures in the line of each closing are added up again from the journal."""

from collections.abc import Iterable, Mapping

from croupier.audit.balance import balanced_streams
from croupier.audit.day_report import Books, day_reports, figures_of
from croupier.cage.closed_day import ClosedDay
from croupier.cage.days import DayClosed
from croupier.cage.fold import CAGE_REGISTER
from croupier.journal.port import Reader

CLOSED = b'"DayClosed"'
"""Only lines that contain this close a day."""


def closings(journal: Reader) -> Iterable[DayClosed]:
    """Every closing in the journal, also those that were undone."""
    for row in journal.rows(CAGE_REGISTER.name):
        if CLOSED in row[4]:
            yield from (event for event in CAGE_REGISTER.read(row[4]).events if isinstance(event, DayClosed))


def closing_of(journal: Reader, closed: ClosedDay) -> DayClosed:
    """The closing of a day that is closed, with its figures."""
    return next(each for each in closings(journal) if (each.day, each.at) == (closed.day, closed.at))


def wrong_closings(journal: Reader, heads: Mapping[str, object]) -> list[str]:
    """A sentence for each closing whose figures are not those of the journal. Every line is read once more."""
    found = list(closings(journal)) if CAGE_REGISTER.name in heads else []
    intervals = sorted({(each.since, each.until) for each in found})
    # A day ends before it is closed, so no closing changes the figures of the days before it.
    starts: dict[str, Books] = {stream: ({}, 0) for stream in balanced_streams(heads)}
    reports = day_reports(journal, starts, intervals) if intervals else []
    figures = dict(zip(intervals, map(figures_of, reports), strict=True))
    return [
        f"the gaming day {each.day}: its closing has other figures than the journal"
        for each in found
        if each.figures != figures[each.since, each.until]
    ]
