"""The start of a server: its files, its signing key, and the text that it prints."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from zoneinfo import ZoneInfo

from croupier.floor.notary import ANCHOR_INTERVAL
from croupier.journal.address import shown
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.journal import Journal
from croupier.journal.latency import describe_latency
from croupier.journal.port import JournalError, Lines
from croupier.journal.streams import ANCHORS
from croupier.rules.moments import DAY

LONGEST_REST = DAY
"""Milliseconds for which a live floor may have rested before somebody has to confirm the date."""
FIRST_STEPS = (
    "Open this address in a browser, choose a table, insert demonstration money and touch the felt to bet. "
    "Every table shows its rules and what each bet pays."
)


def signing_key(journal: Journal, file: Path) -> SigningKey:
    """The signing key of a journal. A new one is generated only if the journal has no anchors yet."""
    if not file.exists() and journal.head(ANCHORS).number:
        raise JournalError(
            f"{file.absolute()}: there is no key, and this journal was signed with one; put it back, "
            "or name the file that has it (key in the floor file; --key FILE without one)"
        )
    return SigningKey(file)


def check_date(journal: Lines, wall: int, zone: str, today: dt.date | None) -> None:
    """Fail if the wall clock may be far ahead: one start with such a clock would keep the floor's time ahead for ever.

    After a long rest, the operator confirms the date of the clock, in the time zone of the floor.
    """
    shown = dt.datetime.fromtimestamp(wall / 1000, ZoneInfo(zone)).date()
    if today and today != shown:
        raise JournalError(f"the clock of this machine says {shown}, not {today}; set it right, and start again")
    number = journal.head(ANCHORS).number
    last = read_anchor(next(journal.lines(ANCHORS, number - 1))).at if number else wall
    if not today and wall - last > LONGEST_REST:
        raise JournalError(
            f"the clock of this machine says {shown}, {(wall - last) / DAY:.1f} days after the journal was last signed, and "
            f"the floor's time never goes back; if that is the date, start once with --today {shown}, or set the clock right"
        )


def greeting(data: str | None, key: SigningKey, *, is_demonstration: bool) -> list[str]:
    """What a visitor does first, and what becomes of the journal. `data` is None for a temporary journal."""
    steps = [FIRST_STEPS] if is_demonstration else []
    if data is None:
        return [*steps, "Nothing is kept when it stops; --data FILE keeps the journal."]
    kept = f"The journal is {shown(data)}; the next start continues it."
    copy = f"Its signing key is new: keep a copy of {key.file.absolute()} elsewhere."
    return [*steps, kept, *([copy] if key.is_new else [])]


def details(key: SigningKey, waits: Sequence[float], copies: Path | None) -> list[str]:
    """What --verbose adds to the greeting: the speed of the medium, the key, anchors, and how a stop works."""
    copied = f", with a copy in {copies}" if copies else ""
    return [
        describe_latency(waits),
        f"Anchors are signed with the key in {key.file.absolute()}. The journal cannot be continued without it.",
        f"Every {ANCHOR_INTERVAL:.0f} seconds an anchor (the signed heads of all streams) is added to the journal{copied}.",
        f"The public key, for croupier audit verify --key: {key.public}",
        "Ctrl-C finishes the rounds in play, except where a player has the dice; with --data that round continues later.",
    ]
