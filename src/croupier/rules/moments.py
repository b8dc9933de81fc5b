"""Parse and format points in time. Nothing here reads a clock."""

import re
from typing import Annotated

from croupier.rules.error import RuleError

_WRITTEN = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-])(\d\d):(\d\d)")

Millis = Annotated[int, "a time"]
"""A time in milliseconds since 1970."""

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LATEST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def moment(text: str) -> int:
    """Parse a time with its UTC offset, such as "2024-10-19T00:00:00+11:00", to milliseconds since 1970."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise RuleError(f'"{text}" is no point in time: write it as "2024-10-19T00:00:00+11:00"')
    year, month, day, hour, minute, second = (int(part) for part in written.groups()[:6])
    east = (int(written[8]) * 60 + int(written[9])) * (1 if written[7] == "+" else -1)
    return _days(year, month, day) * DAY + (hour * 60 + minute - east) * MINUTE + second * 1000


def clock_time(milliseconds: int) -> str:
    """Format milliseconds since 1970: "2024-10-18 13:00:00 UTC"."""
    days, rest = divmod(milliseconds, DAY)
    year, month, day = _date(days)
    minutes, over = divmod(rest, MINUTE)
    return f"{year:04}-{month:02}-{day:02} {minutes // 60:02}:{minutes % 60:02}:{over // 1000:02} UTC"


# Years start in March here, so the leap day is the last day of a year.


def _days(year: int, month: int, day: int) -> int:
    """The number of days since 1 January 1970."""
    since_march = (month + 9) % 12
    year -= since_march > 9
    return year * 365 + year // 4 - year // 100 + year // 400 + (since_march * 306 + 5) // 10 + day - 719_469


def _date(days: int) -> tuple[int, int, int]:
    """Year, month and day, from the number of days since 1 January 1970."""
    year = (days + 719_468) * 400 // 146_097
    while _days(year, 3, 1) > days:
        year -= 1
    while _days(year + 1, 3, 1) <= days:
        year += 1
    into = days - _days(year, 3, 1)
    since_march = (into * 10 + 5) // 306
    day = into - (since_march * 306 + 5) // 10 + 1
    return year + (since_march > 9), (since_march + 2) % 12 + 1, day
