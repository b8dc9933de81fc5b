"""Options that choose a window of time: --day, --from, --to and --zone."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any, TypeVar
from zoneinfo import ZoneInfo

import click

from croupier.cli.output import refuse

if TYPE_CHECKING:
    from croupier.audit.window import Window
    from croupier.journal.port import Reader

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def window_options(command: Decorated) -> Decorated:
    """Add the options to a command."""
    for option in (
        click.option("--key", metavar="HEX", help="With a window: the public key that anchors must be signed with."),
        click.option(
            "--zone",
            help="Time zone of all times: a name such as Australia/Sydney, or local.  [default: that of the floor]",
        ),
        click.option("--to", "until", metavar="TIME", help="Only what happened before this time."),
        click.option(
            "--from", "since", metavar="TIME", help="Only what happened at this time or later: 2026-11-16 or 2026-11-16T20:30."
        ),
        click.option("--day", metavar="DATE", help="Only what happened on this date."),
    ):
        command = option(command)
    return command


def chosen_window(day: str | None, since: str | None, until: str | None, zone: str, key: str | None = None) -> "Window":
    """The window that the options name, in milliseconds since 1970."""
    from croupier.audit.window import Window

    where = zone_of(zone)
    if key is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", key):
        refuse(f"--key {key or '(nothing)'} is not a key; it has 64 hexadecimal digits, and croupier audit verify prints it")
    key = key.lower() if key else None
    if key and day is None and since is None and until is None:
        refuse("--key is for a window of time; croupier audit verify --key checks the signatures of a whole journal")
    if day is not None and (since is not None or until is not None):
        refuse("--day names a whole day; give either --day or --from and --to")
    if day is not None:
        begins = _moment("--day", day, where)
        if (begins.hour, begins.minute, begins.second) != (0, 0, 0) or "T" in day:
            refuse(f"--day {day} has a time of day; write a date such as 2026-11-16")
        return Window(_milliseconds(begins), _milliseconds(_next_day(begins)), key)
    begin = _milliseconds(_moment("--from", since, where)) if since is not None else None
    end = _milliseconds(_moment("--to", until, where)) if until is not None else None
    if begin is not None and end is not None and end <= begin:
        refuse(f"--to {until} is not after --from {since}")
    return Window(begin, end, key)


def wording(zone: str) -> Callable[[int], str]:
    """How moments are written in a time zone."""
    where = zone_of(zone)
    return lambda at: datetime.fromtimestamp(at / 1000, where).strftime("%Y-%m-%d %H:%M:%S %Z")


def floor_zone(reader: "Reader", zone: str | None = None) -> str:
    """The time zone that was asked for, or that of the floor; UTC if the journal names none."""
    from croupier.floor.settings import read_floor

    if zone is not None:
        return zone
    found = read_floor(reader)
    return found.settings.time_zone if found else "UTC"


def zone_of(name: str) -> tzinfo:
    """A time zone by its name; "local" is that of this machine."""
    if name == "local":
        zone = datetime.now().astimezone().tzinfo
        assert zone, "a moment with a time zone has one"
        return zone
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        refuse(f"--zone {name} is not a known time zone; write one such as Australia/Sydney, UTC or local")


def _moment(option: str, text: str, where: tzinfo) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        right = "a date; write 2026-11-16" if option == "--day" else "a time; write 2026-11-16 or 2026-11-16T20:30"
        refuse(f"{option} {text} is not {right}")
    return moment if moment.tzinfo else moment.replace(tzinfo=where)


def _next_day(begins: datetime) -> datetime:
    # A day with a clock change has 23 or 25 hours: count in local time.
    return (begins.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=begins.tzinfo)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
