"""How a report is declared: its columns, how its rows can be grouped and filtered, and where they come from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from croupier.audit.window import Window
from croupier.floor.reports.calendar import Calendar
from croupier.floor.reports.names import TerminalNames
from croupier.floor.reports.question import Question
from croupier.floor.terminal_names import terminal_and_seat, with_terminals
from croupier.journal.port import Reader
from croupier.journal.streams import FLOOR, tables


class CellKind(StrEnum):
    """What the cells of a column are."""

    TEXT = "text"
    COUNT = "count"
    MONEY = "money"
    """Cents."""
    TIME = "time"
    """Milliseconds since 1970."""
    FIGURE = "figure"
    """A number that was rounded to be read, such as a share or a z."""


Cell = str | int | None
"""None if there is nothing to say."""
Row = Sequence[Cell]


def place_of(stream: str) -> str:
    """How a report names a stream: the table, or `cage`, `promotions`, `people` and `settings`."""
    return stream.removeprefix(f"{FLOOR}/")


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column of a report."""

    title: str
    kind: CellKind = CellKind.MONEY


@dataclass(frozen=True, slots=True)
class Scope:
    """What a report reads: a journal, an interval, and what was asked."""

    journal: Reader
    window: Window
    question: Question
    by: str
    """What the rows are grouped by."""
    calendar: Calendar
    terminals: TerminalNames

    @property
    def tables(self) -> list[str]:
        """The tables that were asked for."""
        known = tables(self.journal.heads())
        return [each for each in known if self.question.table in (None, each)]

    def has_place(self, table: str, seat: str | None) -> bool:
        """Whether a table, and a seat or the terminal there, was asked for."""
        asked = self.question
        if asked.table not in (None, table):
            return False
        return asked.terminal is None or asked.terminal in (seat, self.terminal(table, seat))

    def terminal(self, table: str, seat: str | None) -> str | None:
        """The name of the enrolled terminal at a seat. A seat without one is a place of its own."""
        return self.terminals.at(table).get(seat, seat) if seat else seat

    def place(self, place: str) -> str:
        """A table and a seat as a list names them: with the enrolled terminal before the seat."""
        table, _, seat = place.partition("/")
        return f"{table}/{terminal_and_seat(self.terminals.at(table), seat)}" if seat else place

    def words(self, place: str, text: str) -> str:
        """A text about a place, with the enrolled terminal before each seat that it names."""
        return with_terminals(self.terminals.at(place.partition("/")[0]), text)

    def group(self, table: str, seat: str | None, at: int) -> str:
        """The group of something that happened at a table, at a seat, at a time."""
        match self.by:
            case "table":
                return table
            case "terminal":
                return f"{table}/{self.terminal(table, seat)}" if seat else table
            case _:
                return self.date(at)

    def date(self, at: int) -> str:
        """The gaming day, month or year of a moment, if rows are grouped by one."""
        day = self.calendar.date_of(at).isoformat()
        return {"month": day[:7], "year": day[:4]}.get(self.by, day)


TIMES = ("day", "month", "year")
"""The ways to group rows by time."""


class Total(Enum):
    """What the last row of a report is."""

    NONE = auto()
    """A row like all others."""
    SUM = auto()
    """The sum of counts and amounts, which is added."""
    OWN = auto()
    """A total that the report computes itself, if there are several rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorReport:
    """A report. Everything else follows from its row."""

    id: str
    title: str
    about: str
    """What is counted and what is not, in a sentence or two."""
    by: tuple[str, ...]
    """How rows can be grouped, the usual way first. Empty for a list of single facts."""
    filters: tuple[str, ...]
    """The fields of a question that it knows."""
    columns: tuple[ReportColumn, ...]
    """All columns; those of a grouped report come after the column with the group."""
    rows: Callable[[Scope], Iterable[Row]]
    """The rows in the order in which they are shown. It yields nothing if nothing happened."""
    total: Total
    chart: str | None
    """The title of the column that is drawn as bars; None if there is no chart."""
    tells_cash: Callable[[Question], bool] = lambda _: False
    """Whether the cash in drawers and in the vault follows from the answer to a question."""
    facts: Callable[[Scope], Mapping[str, str]] = lambda _: {}
    """Further figures above the rows."""
