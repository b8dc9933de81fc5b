"""An inspection of a journal as a program of its own, so that no table waits for it.

It reads one job from standard input, and writes its progress and then its findings to standard output, each as a line of JSON.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from enum import StrEnum
from itertools import islice

import msgspec

from croupier.audit.balance import apart_from_cage, balanced_streams, balances, below_zero, page, summary, total_balance
from croupier.audit.cage import unmatched
from croupier.audit.closed_days import wrong_closings
from croupier.audit.findings import resettled_words, signed_words, together_words, verified_words
from croupier.audit.local_time import in_zone
from croupier.audit.resettle import resettled
from croupier.audit.resettled import Resettled
from croupier.audit.verify import verify
from croupier.facts.lines import OtherFormatError
from croupier.journal.address import reader
from croupier.journal.port import JournalError, Reader
from croupier.journal.streams import ANCHORS, tables
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.rules.moments import clock_time
from croupier.table.core.opening import ChangedRulesError
from croupier.table.telling.page import Choice
from croupier.table.telling.page import page as told

LOW_PRIORITY = 10
"""Added to the niceness of the process: the tables go first."""
MOST_SENTENCES = 5_000
"""The most sentences of the findings."""
TOLD_INTERVAL = 0.2
"""Seconds between two reports of progress."""


class InspectionKind(StrEnum):
    """What an inspection does."""

    VERIFY = "verify"
    BALANCE = "balance"
    RESETTLE = "resettle"
    TELL = "tell"


class Job(msgspec.Struct, frozen=True):
    """What to inspect."""

    journal: str
    kind: InspectionKind
    table: str | None = None
    """Only this table, or the prize register by the name of its stream; None for all. `verify` always reads everything."""
    round: int | None = None
    """The round to tell; of the prize register the promotion, or 0 for all of it."""
    key: str | None = None
    """The public key of the floor, which must have signed the journal; None to trust the key that has."""
    zone: str = "UTC"
    """The time zone of the floor. The findings have their times in it."""


class LinesRead(msgspec.Struct, frozen=True, tag="lines-read"):
    """How far an inspection is, in lines of the journal."""

    done: int
    of: int


class Findings(msgspec.Struct, frozen=True, tag="findings"):
    """The result of an inspection."""

    holds: bool
    """Whether nothing wrong was found."""
    sentences: tuple[str, ...]


Report = LinesRead | Findings
Tell = Callable[[int], None]


def inspect(job: Job, tell: Callable[[LinesRead], None]) -> Findings:
    """Carry out a job."""
    try:
        with closing(reader(job.journal)) as journal, journal.steady():
            heads = journal.heads()
            names = [each for each in balanced_streams(heads) if job.table in (None, each)]
            read = heads if job.kind is InspectionKind.VERIFY else names
            of = max(1, sum(heads[each].number for each in read))
            tell(LinesRead(0, of))
            found = INSPECTIONS[job.kind](journal, names, job, lambda done: tell(LinesRead(min(done, of), of)))
            return Findings(holds=found.holds, sentences=tuple(in_zone(each, job.zone) for each in found.sentences))
    except (JournalError, ChangedRulesError, OtherFormatError) as error:
        return Findings(holds=False, sentences=(str(error),))


def _verify(journal: Reader, _: list[str], job: Job, tell: Tell) -> Findings:
    begun = time.monotonic()
    # A new journal has no anchor before its first rounds.
    key = job.key if job.key and journal.head(ANCHORS).number else ""
    found = verify(journal, key=key, tell=tell)
    warnings = (f"warning: {each}" for each in found.warnings)
    trust = "" if key else " (taken on trust)"
    said = (verified_words(found, time.monotonic() - begun), *signed_words(found, trust), *warnings)
    return _findings((*said, *(found.faults or ("everything holds",))), holds=not found.faults)


def _balance(journal: Reader, names: list[str], _: Job, tell: Tell) -> Findings:
    found = balances(journal, names, tell)
    pages = (line for name, each in found.items() for line in page(name, each))
    apart = apart_from_cage(found)
    closings = wrong_closings(journal, journal.heads())
    wrong = (*([apart] if apart else ()), *below_zero(found), *closings)
    return _findings((*pages, *summary(total_balance(found.values())), *wrong), holds=not wrong)


def _resettle(journal: Reader, names: list[str], _: Job, tell: Tell) -> Findings:
    found: dict[str, Resettled] = {}
    for name in names:
        before = sum(each.lines for each in found.values())
        found[name] = resettled(journal, name, lambda done, before=before: tell(before + done))
    apart = unmatched(found)
    lines = (line for name, each in found.items() for line in resettled_words(name, each))
    holds = not apart and all(each.holds for each in found.values())
    return _findings((*lines, *together_words(found.values()), *apart), holds=holds)


def _tell(journal: Reader, names: list[str], job: Job, tell: Tell) -> Findings:
    def bodies(name: str) -> Iterable[bytes]:
        for line in journal.lines(name):
            tell(line.number)
            yield line.body

    if job.table == PRIZE_REGISTER.name:
        page = PRIZE_REGISTER.page(
            bodies(PRIZE_REGISTER.name), only=lambda event: job.round in (0, getattr(event, "promotion", None))
        )
        return _findings([*page] or ["Nothing happened about this promotion."], holds=True)
    lines = [line for name in tables(names) for line in told(bodies(name), Choice(job.round), clock_time)]
    return _findings(lines or ["Nothing happened in this round."], holds=True)


INSPECTIONS = {
    InspectionKind.VERIFY: _verify,
    InspectionKind.BALANCE: _balance,
    InspectionKind.RESETTLE: _resettle,
    InspectionKind.TELL: _tell,
}


def _findings(lines: Iterable[str], *, holds: bool) -> Findings:
    every = iter(lines)
    shown = tuple(islice(every, MOST_SENTENCES))
    more = sum(1 for _ in every)
    return Findings(holds=holds, sentences=(*shown, f"and {more:,} more") if more else shown)


def main() -> None:
    """Read a job, and write what becomes of it."""
    os.nice(LOW_PRIORITY)
    last = 0.0

    def write(report: Report) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
        sys.stdout.flush()

    def tell(progress: LinesRead) -> None:
        nonlocal last
        if time.monotonic() - last >= TOLD_INTERVAL:
            last = time.monotonic()
            write(progress)

    try:
        write(inspect(msgspec.json.decode(sys.stdin.buffer.read(), type=Job), tell))
    except BrokenPipeError:  # the server that asked is gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
