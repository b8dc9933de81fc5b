"""Times in the time zone of the floor. Tables know no time zone, so their sentences have times in UTC."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

_WRITTEN = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC")
"""A time as `clock_time` writes it."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec")
"""As browsers write them in English, whatever the locale of the server."""


def local_time(at: int, zone: str) -> str:
    """A time in milliseconds since 1970: "2026-11-17 19:42:00"; empty for 0, which is no time."""
    return f"{datetime.fromtimestamp(at / 1000, ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}" if at else ""


def in_zone(words: str, zone: str | tzinfo) -> str:
    """A sentence with its times in this time zone: "2026-11-17 19:42:00 AEDT"."""
    return _moved(words, zone, lambda moment: f"{moment:%Y-%m-%d %H:%M:%S %Z}")


def shown_in_zone(words: str, zone: str | tzinfo) -> str:
    """A sentence with its times in this time zone, as pages have them: "17 Nov 2026, 19:42"."""
    return _moved(words, zone, lambda moment: f"{moment.day} {_MONTHS[moment.month - 1]} {moment:%Y, %H:%M}")


def _moved(words: str, zone: str | tzinfo, written_as: Callable[[datetime], str]) -> str:
    if " UTC" not in words:  # the usual case, kept fast
        return words
    where = ZoneInfo(zone) if isinstance(zone, str) else zone

    def moved(written: re.Match[str]) -> str:
        try:
            moment = datetime.fromisoformat(written[1]).replace(tzinfo=UTC)
            return written_as(moment.astimezone(where))
        except (ValueError, OverflowError):  # no date, in the free text of a reason; or the last hours of the year 9999
            return written[0]

    return _WRITTEN.sub(moved, words)
