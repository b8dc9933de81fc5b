"""How results show themselves in a terminal, in a notebook and in a data frame."""

from abc import ABC, abstractmethod
from typing import Protocol

from croupier.lab.layouts.page import table_lines
from croupier.lab.layouts.text import grid_lines
from croupier.lab.report import FigureTable

Row = dict[str, str | int | float | bool | None]
"""A row of plain values, as `pandas.DataFrame` and `polars.DataFrame` read them. Fractions are decimals and, beside, text."""


class _Printer(Protocol):
    def text(self, obj: str) -> None: ...


class Shown(ABC):
    """A result. Its repr is one line; `print` and IPython show a table, a notebook shows it as HTML."""

    @abstractmethod
    def rows(self) -> list[Row]:
        """The result as rows of plain values, all with the same columns."""

    @abstractmethod
    def grid(self) -> FigureTable:
        """The table that is shown."""

    def __str__(self) -> str:
        return "\n".join(grid_lines(self.grid()))

    def _repr_html_(self) -> str:
        return "\n".join(table_lines(self.grid()))

    def _repr_pretty_(self, printer: _Printer, _: bool) -> None:  # noqa: FBT001 - as IPython calls it
        printer.text(str(self))
