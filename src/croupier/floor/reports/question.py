"""What is asked of a report: the period, how rows are grouped, and filters."""

import datetime as dt
from typing import Annotated

import msgspec
from msgspec import Meta

from croupier.floor.reports.calendar import ReportPeriod
from croupier.money import Cents

Name = Annotated[str, Meta(min_length=1, max_length=200)]
MOST_CENTS_ASKED = 10**15


class QuestionError(ValueError):
    """A report cannot be written. The message is one sentence."""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a report shows."""

    period: ReportPeriod = ReportPeriod.DAY
    day: Annotated[str, Meta(max_length=40)] | None = None
    """A date of the period, such as 2026-11-17; null for today."""
    by: Name | None = None
    """What the rows are grouped by; null for the first way that the report has."""
    table: Name | None = None
    """Only this table."""
    terminal: Name | None = None
    """Only this terminal, by its name, or this seat."""
    wager: Name | None = None
    """Only this kind of wager."""
    rules: Name | None = None
    """Only this version of the rules: how its fingerprint begins."""
    least: Annotated[Cents, Meta(ge=1, le=MOST_CENTS_ASKED)] | None = None
    """The least amount of a large transaction, in cents; null for the default."""


FILTERS = ("table", "terminal", "wager", "rules", "least")
"""The fields that narrow a report down."""


def date_asked(question: Question, today: dt.date) -> dt.date:
    """The date that names the period. Raise `QuestionError` if it is none."""
    if question.day is None:
        return today
    try:
        day = dt.date.fromisoformat(question.day)
    except ValueError:
        day = None
    # Years near both ends of the calendar have no first or last moment in every time zone.
    if day is None or len(question.day) != len("2026-11-17") or not 1970 <= day.year < 9999:
        raise QuestionError(f"{question.day} is no date; write it as 2026-11-17.")
    return day
