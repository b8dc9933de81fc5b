"""Game performance: bets, stakes and win against what the rules lead one to expect from these very bets."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from croupier.floor.performance import BetsPlayed, TablePerformance, performances
from croupier.floor.reports.declaration import TIMES, ReportColumn, Row, Scope
from croupier.floor.reports.declaration import CellKind as Kind

COLUMNS = (
    ReportColumn("Bets", Kind.COUNT),
    ReportColumn("Void", Kind.COUNT),
    ReportColumn("Staked"),
    ReportColumn("Paid"),
    ReportColumn("Win"),
    ReportColumn("Hold", Kind.FIGURE),
    ReportColumn("Theoretical hold", Kind.FIGURE),
    ReportColumn("Expected win"),
    ReportColumn("z", Kind.FIGURE),
    ReportColumn("Look into", Kind.TEXT),
)


@dataclass(slots=True)
class _Group:
    """Bets that share a row."""

    known: BetsPlayed = field(default_factory=BetsPlayed)
    """Those of which the rules know what to expect."""
    unknown: BetsPlayed = field(default_factory=BetsPlayed)
    void: int = 0
    is_alarming: bool = False
    """Whether one of its wagers, or all of them together, is to be looked into."""


def rows(scope: Scope) -> Iterator[Row]:
    """A row for each group."""
    groups = dict[str, _Group]()
    for table in scope.tables:
        for name, found in played(scope, table).items():
            _add(scope, groups, name, found)
    for name in sorted(groups):
        yield (name, *_cells(groups[name]))
    if len(groups) > 1:
        yield ("All", *_cells(reduce(_both, groups.values())))


def played(scope: Scope, table: str) -> dict[str, TablePerformance]:
    """The bets of a table that were asked for, by the part of the group that a bet itself decides."""
    by_bet = scope.by in ("terminal", *TIMES)

    def group(seat: str, at: int) -> str | None:
        if not scope.has_place(table, seat):
            return None
        return scope.group(table, seat, at) if by_bet else table

    return performances(scope.journal, table, scope.window, group)


def has(scope: Scope, version: str, wager: str) -> bool:
    """Whether a wager of a version of the rules was asked for."""
    asked = scope.question
    return asked.wager in (None, wager) and version.startswith(asked.rules or "")


def _add(scope: Scope, groups: dict[str, _Group], name: str, found: TablePerformance) -> None:
    def group(version: str, wager: str) -> _Group:
        key = {"wager": f"{wager} ({version[:12]})", "rules": f"{found.rules[version].id} {version[:12]}"}.get(scope.by, name)
        return groups.setdefault(key, _Group())

    for (version, wager), each in found.wagers.items():
        if has(scope, version, wager):
            into = group(version, wager)
            into.known.add(each)
            into.is_alarming |= each.is_alarming
    for (version, wager), each in found.unknown.items():
        if has(scope, version, wager):
            group(version, wager).unknown.add(each)
    for (version, wager), bets in found.void.items():
        if has(scope, version, wager):
            group(version, wager).void += bets


def _both(one: _Group, other: _Group) -> _Group:
    both = _Group(void=one.void + other.void, is_alarming=one.is_alarming or other.is_alarming)
    for each in (one, other):
        both.known.add(each.known)
        both.unknown.add(each.unknown)
    return both


def _cells(group: _Group) -> Row:
    known, other = group.known, group.unknown
    staked, paid = known.staked + other.staked, known.paid + other.paid
    return (
        known.bets + other.bets,
        group.void,
        staked,
        paid,
        staked - paid,
        share(Fraction(staked - paid, staked)) if staked > 0 else None,
        share(known.expected / known.staked) if known.staked > 0 else None,
        round(known.expected) if known.bets else None,
        f"{known.z:+.2f}" if known.bets else None,
        "yes" if group.is_alarming or known.is_alarming else "",
    )


def share(part: Fraction) -> str:
    """A share in per cent, with two digits."""
    hundredths = round(part * 10_000)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}%"
