"""What a process that writes a report is told."""

from enum import StrEnum

import msgspec

from croupier.floor.reports.question import Question


class ReportForm(StrEnum):
    """How a report is written."""

    JSON = "json"
    CSV = "csv"
    PAPER = "paper"
    """PDF, or a page in HTML where typst is not installed."""


class ReportJob(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Which report to write, and for whom."""

    journal: str
    operator: str
    report: str
    question: Question
    form: ReportForm
    zone: str
    hour: int
    """The hour at which a gaming day begins."""
    by: str
    """Who asked for it."""
    at: int
    """When: milliseconds since 1970."""
