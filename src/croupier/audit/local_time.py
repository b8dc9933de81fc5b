"""Times in the time zone of the floor. Tables know no time zone, so their sentences have times in UTC."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

_WRITTEN = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC")
"""A time as `clock_time` writes it."""


def local_time(at: int, zone: str) -> str:
    """A time in milliseconds since 1970: "2026-11-17 19:42:00"; empty for 0, which is no time."""
    return f"{datetime.fromtimestamp(at / 1000, ZoneInfo(zone)):%Y-%m-%d %H:%M:%S}" if at else ""


def in_zone(words: str, zone: str | tzinfo) -> str:
    """A sentence with its times in this time zone: "2026-11-17 19:42:00 AEDT"."""
    where = ZoneInfo(zone) if isinstance(zone, str) else zone

    def moved(written: re.Match[str]) -> str:
        try:
            moment = datetime.fromisoformat(written[1]).replace(tzinfo=UTC)
            return f"{moment.astimezone(where):%Y-%m-%d %H:%M:%S %Z}"
        except (ValueError, OverflowError):  # no date, in the free text of a reason; or the last hours of the year 9999
            return written[0]

    return _WRITTEN.sub(moved, words)
