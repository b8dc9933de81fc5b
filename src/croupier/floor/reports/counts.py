"""Variances: counts that differ from the books, and wins that differ from what the rules lead one to expect."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from croupier.audit.ticket_report import cage_events
from croupier.cage.chip_stock import ChipsCounted
from croupier.cage.counting import BoxCounted, BoxTaken
from croupier.cage.drawer import DrawerCounted
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.ticket import CAGE_PLACE
from croupier.cage.variances import RECOUNTED, VarianceCorrected, VarianceExplained, VarianceNoted
from croupier.cage.vault import VaultCounted
from croupier.floor.reports.declaration import CellKind as Kind
from croupier.floor.reports.declaration import ReportColumn, Row, Scope
from croupier.floor.reports.play import has, played

COLUMNS = (
    ReportColumn("Time", Kind.TIME),
    ReportColumn("Place", Kind.TEXT),
    ReportColumn("What", Kind.TEXT),
    ReportColumn("Expected"),
    ReportColumn("Found"),
    ReportColumn("Over or short"),
    ReportColumn("Explanation", Kind.TEXT),
)
NOT_YET = "not explained yet"


@dataclass(slots=True)
class _Variance:
    at: int
    place: str
    what: str
    expected: int | None
    over: int
    why: str = NOT_YET

    def recounted(self, expected: int | None, over: int) -> None:
        """Change it as a recount does. Another amount takes another explanation."""
        if over != self.over:
            self.why = NOT_YET if over else RECOUNTED
        self.expected, self.over = expected, over


class _TrayCount(msgspec.Struct, gc=False):
    """A count of a float tray, as far as the report needs it. Other events of the same line have none of it."""

    type: str = ""
    is_opener: bool = False
    expected: int | None = None
    variance: int = 0
    replaces: int | None = None

    @property
    def what(self) -> str:
        return "opener" if self.is_opener else "closer"

    @property
    def change(self) -> int:
        """How much more was found too much than before the count."""
        return self.variance - (self.replaces or 0)


class _Line(msgspec.Struct, gc=False):
    events: tuple[_TrayCount, ...] = ()


_decode = msgspec.json.Decoder(_Line).decode
_TYPE = "TrayCounted"


class _Trays:
    """The counts of trays that differed, at each table in order. The cage knows what each differed by, and no more."""

    def __init__(self, scope: Scope) -> None:
        """Read those of the tables that were asked for, when the first is needed."""
        self._scope = scope
        self._found: dict[str, deque[_TrayCount]] = {}

    def expected(self, table: str, change: int, what: str | None = None) -> int | None:
        """What the next count should have found that changed a variance by this much; None if the table has no such count."""
        if table not in self._found:
            self._found[table] = self._read(table) if table in self._scope.tables else deque()
        while counts := self._found[table]:
            count = counts.popleft()
            if count.change == change and what in (None, count.what):
                return count.expected
        return None

    def _read(self, table: str) -> deque[_TrayCount]:
        lines = (line.body for line in self._scope.journal.lines(table))
        found = (each for body in lines if _TYPE.encode() in body for each in _decode(body).events if each.type == _TYPE)
        return deque(each for each in found if each.change or each.replaces)


def rows(scope: Scope) -> Iterator[Row]:
    """Variances of counts by their numbers, then wagers whose win is to be looked into."""
    for each in _counted(scope) if CAGE_REGISTER.name in scope.journal.heads() else ():
        table, _, seat = each.place.partition("/")
        if scope.window.holds(each.at) and scope.has_place(table, seat or None):
            found = None if each.expected is None else each.expected + each.over
            yield each.at, each.place, each.what, each.expected, found, each.over, each.why
    yield from _wins(scope)


def _counted(scope: Scope) -> Iterator[_Variance]:
    """The variances of the cage up to the end of the interval, with what is known of them then."""
    places, found, trays = dict[int, str](), dict[int, _Variance](), _Trays(scope)
    for event in cage_events(scope.journal):
        if scope.window.is_before(event.at):
            break
        match event:
            case BoxTaken():
                places[event.number] = event.place
            case BoxCounted() if event.variance and event.counted is not None and event.amount is not None:
                what, over = f"{event.variance}: box {event.box}", event.counted - event.amount
                found[event.variance] = _Variance(event.at, places[event.box], what, event.amount, over)
            case DrawerCounted() if event.variance and event.expected is not None:
                over = event.counted - event.expected
                if known := found.get(event.variance):
                    known.recounted(event.expected, over)
                else:
                    what = f"{event.variance}: drawer of {event.clerk.name}"
                    found[event.variance] = _Variance(event.at, CAGE_PLACE, what, event.expected, over)
            case VaultCounted() | ChipsCounted() if event.variance and event.expected is not None:
                over, what = event.counted - event.expected, "vault" if isinstance(event, VaultCounted) else "chips"
                found[event.variance] = _Variance(event.at, CAGE_PLACE, f"{event.variance}: {what}", event.expected, over)
            case VarianceNoted():
                expected, what = trays.expected(event.place, event.amount, event.what), f"{event.number}: {event.what}"
                found[event.number] = _Variance(event.at, event.place, what, expected, event.amount)
            case VarianceCorrected():
                known = found[event.variance]
                known.recounted(trays.expected(event.place, event.amount), known.over + event.amount)
            case VarianceExplained():
                found[event.variance].why = f"{event.why} ({event.by}, {event.second})"
            case _:
                pass
    yield from found.values()


def _wins(scope: Scope) -> Iterator[Row]:
    """Wagers whose win is too far from what was expected of these bets to be chance."""
    until = scope.window.until
    for table in scope.tables:
        for found in played(scope, table).values():
            for (version, wager), each in found.wagers.items():
                if each.is_alarming and has(scope, version, wager):
                    what, expected = f"win on {wager} ({version[:12]})", round(each.expected)
                    why = f"z = {each.z:+.2f} over {each.bets:,} bets: look into it"
                    yield until, table, what, expected, each.win, each.win - expected, why
