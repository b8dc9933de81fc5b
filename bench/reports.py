"""The speed of reports, measured: each one of a day of 1,000,000 bets, and the page of that day."""

import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from bare_table import scaled, thousand_bare_bets
from million import million
from speed import Measured, report

from croupier.audit.late_bookings import late_bookings
from croupier.floor.clock import now
from croupier.floor.day_page import added_up
from croupier.floor.papers import REPORT
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.floor.reports.catalogue import REPORTS
from croupier.floor.reports.job import ReportForm, ReportJob
from croupier.floor.reports.question import Question
from croupier.journal.sqlite import SqliteReader

BETS, EVENTS = 1_000_000, 1_100_000
CALENDAR = Calendar("Australia/Sydney", 6)
"""A round has a hundred bets and some other events. Some bets are added to others."""
DAY = "2025-01-01"
"""The day of the bets, in UTC."""


def written(path: Path, name: str) -> float:
    """Seconds of CPU for a report as a page asks for it: of the process that writes it, from its start to its end."""
    question = Question(period=ReportPeriod.DAY, day=DAY)
    job = ReportJob(
        journal=str(path),
        operator="bench",
        report=name,
        question=question,
        form=ReportForm.JSON,
        zone="UTC",
        hour=0,
        by="bench",
        at=now(),
    )
    begun = children()
    ran = subprocess.run(REPORT, input=msgspec.json.encode(job), check=True, capture_output=True)  # noqa: S603
    taken = children() - begun
    if name == "performance":
        assert msgspec.json.decode(ran.stdout)["rows"][0][1] >= BETS
    return taken


def children() -> float:
    """Seconds of CPU that ended processes have used. The reports have a low priority, so others slow their clocks down."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def page(path: Path) -> float:
    """Seconds of CPU for the page of the day."""
    begun = time.process_time()
    with closing(SqliteReader(path)) as reader:
        heads, until = reader.heads(), now()
        found = added_up(reader, heads, 0, until, "bench")
        late_bookings(reader, heads, 0, until, CALENDAR.date_of)
    assert found.sum_after == 0
    assert found.tables[0].z is not None
    return time.process_time() - begun


def measure() -> Iterator[Measured]:
    """Every report has the same bar."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.sqlite"
        million(path, EVENTS)
        bare = thousand_bare_bets()
        taken = {each.id: written(path, each.id) for each in REPORTS} | {"page of the day": page(path)}
        for name, seconds in taken.items():
            what = f"{name}, 1,000,000 bets, ms of CPU"
            yield Measured(what, seconds * 1000, scaled(5000) * bare, "1,000 bare bets", bare, at_most=True)


if __name__ == "__main__":
    report(measure())
