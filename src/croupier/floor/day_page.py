"""The page of a gaming day, with the win of each table against what the rules lead one to expect."""

from collections.abc import Mapping

from croupier.audit.day_report import DayReport, day_report
from croupier.audit.window import Window
from croupier.floor.performance import counter_at
from croupier.journal.port import Reader
from croupier.journal.streams import tables


def day_page(journal: Reader, heads: Mapping[str, object], since: int, until: int, software: str) -> DayReport:
    """Add up a day, in milliseconds since 1970. Every line is read once: a day has a million bets."""
    window = Window(since, until)
    counters = {name: counter_at(journal, name, window, lambda _seat, _at, name=name: name)[0] for name in tables(heads)}
    watch = {name: counter.take for name, counter in counters.items()}
    report = day_report(journal, heads, since, until, software, watch)
    for table in report.tables:
        if (found := counters[table.table].found().get(table.table)) and ((played := found.total).bets or played.win):
            table.staked, table.played_win = played.staked, played.win
            table.expected_win, table.z = round(played.expected), round(played.z, 2)
    return report
