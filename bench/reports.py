"""The speed of reports, measured: each one of a day of 1,000,000 bets, and the page of that day."""

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

from croupier.floor.clock import now
from croupier.floor.day_page import day_page
from croupier.floor.papers import REPORT
from croupier.floor.reports.calendar import ReportPeriod
from croupier.floor.reports.catalogue import REPORTS
from croupier.floor.reports.job import ReportForm, ReportJob
from croupier.floor.reports.question import Question
from croupier.journal.sqlite import SqliteReader

BETS, EVENTS = 1_000_000, 1_100_000
"""A round has a hundred bets and some other events. Some bets are added to others."""
DAY = "2025-01-01"
"""The day of the bets, in UTC."""


def written(path: Path, name: str) -> float:
    """Seconds for a report as a page asks for it: by the process that writes it, from its start to its end."""
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
    begun = time.perf_counter()
    ran = subprocess.run(REPORT, input=msgspec.json.encode(job), check=True, capture_output=True)  # noqa: S603
    taken = time.perf_counter() - begun
    if name == "performance":
        assert msgspec.json.decode(ran.stdout)["rows"][0][1] >= BETS
    return taken


def page(path: Path) -> float:
    """Seconds for the page of the day."""
    begun = time.perf_counter()
    with closing(SqliteReader(path)) as reader:
        found = day_page(reader, reader.heads(), 0, now(), "bench")
    assert found.sum_after == 0
    assert found.tables[0].z is not None
    return time.perf_counter() - begun


def measure() -> Iterator[Measured]:
    """Every report has the same bar."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.sqlite"
        million(path, EVENTS)
        bare = thousand_bare_bets()
        taken = {each.id: written(path, each.id) for each in REPORTS} | {"page of the day": page(path)}
        for name, seconds in taken.items():
            what = f"{name}, a day of 1,000,000 bets, ms"
            yield Measured(what, seconds * 1000, scaled(5000) * bare, "1,000 bare bets", bare, at_most=True)


if __name__ == "__main__":
    report(measure())
