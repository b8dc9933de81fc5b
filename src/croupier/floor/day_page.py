"""The page of a gaming day, with the win of each table against what the rules lead one to expect."""

from collections.abc import Mapping

from croupier.audit.day_report import DayReport, day_report
from croupier.audit.window import Window
from croupier.floor.performance import performance
from croupier.journal.port import Lines


def day_page(journal: Lines, heads: Mapping[str, object], since: int, until: int, software: str) -> DayReport:
    """Add up a day: milliseconds since 1970."""
    report = day_report(journal, heads, since, until, software)
    for table in report.tables:
        played = performance(journal, table.table, Window(since, until)).total
        if played.bets:
            table.staked, table.played_win = played.staked, played.win
            table.expected_win, table.z = round(played.expected), round(played.z, 2)
    return report
