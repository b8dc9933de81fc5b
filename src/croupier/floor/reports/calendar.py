"""Gaming days, months and years of a floor, in its time zone."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo

QUARTER = 15 * 60 * 1000
"""Gaming days begin on the hour, and time zones differ by quarters of an hour: moments of one quarter share a gaming day."""


class ReportPeriod(StrEnum):
    """How long a report looks back."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    LIFE = "life"


@dataclass(frozen=True, slots=True)
class Calendar:
    """When gaming days begin. A month or a year begins with its first gaming day."""

    zone: str
    hour: int

    def date_of(self, at: int) -> dt.date:
        """The date of the gaming day at a moment, in milliseconds since 1970."""
        return _date_of(at // QUARTER, self.zone, self.hour)

    def begins(self, day: dt.date) -> int:
        """When a gaming day begins: milliseconds since 1970."""
        first = dt.datetime(day.year, day.month, day.day, self.hour, tzinfo=ZoneInfo(self.zone))
        return int(first.timestamp() * 1000)

    def interval(self, period: ReportPeriod, day: dt.date) -> tuple[int, int] | None:
        """When the period with a gaming day begins and ends; None for the whole life of the floor."""
        match period:
            case ReportPeriod.DAY:
                first, after = day, day + dt.timedelta(days=1)
            case ReportPeriod.MONTH:
                first = day.replace(day=1)
                after = (first + dt.timedelta(days=31)).replace(day=1)
            case ReportPeriod.YEAR:
                first = day.replace(month=1, day=1)
                after = (first + dt.timedelta(days=366)).replace(day=1)
            case ReportPeriod.LIFE:
                return None
        return self.begins(first), self.begins(after)


@lru_cache(maxsize=100_000)
def _date_of(quarter: int, zone: str, hour: int) -> dt.date:
    local = dt.datetime.fromtimestamp(quarter * QUARTER / 1000, ZoneInfo(zone)).replace(tzinfo=None)
    return (local - dt.timedelta(hours=hour)).date()
