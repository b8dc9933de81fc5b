"""Odds: what a winning wager earns, as an exact fraction and as the document prints it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.rules.error import RuleError

_WRITTEN = re.compile(r"(\d{1,9}(?:\.\d{1,4})?) to (\d{1,9})")


@dataclass(frozen=True, slots=True)
class Odds:
    """What is won per unit staked, and the row of the document that says so."""

    text: str
    rate: Fraction
    clause: str = ""
    printed: "Odds | None" = None
    """The printed odds, if the operator raised them; else None."""

    def __str__(self) -> str:
        return self.text


def odds(text: str, clause: str = "") -> Odds:
    """Parse odds as a document prints them: "7 to 6", "15 to 2", "7.5 to 1"."""
    written = _WRITTEN.fullmatch(text)
    if written is None:
        row = f"{clause}: " if clause else ""
        raise RuleError(f'{row}"{text}" is not odds: write what is won and what is staked, as in "7 to 6"')
    won, staked = Fraction(written[1]), Fraction(written[2])
    if not won or not staked:
        raise RuleError(f'"{text}" is not odds: both numbers must be above zero')
    return Odds(text, won / staked, clause)


class OddsTable(dict[str, Odds]):
    """A document's table of odds, by row."""

    def __missing__(self, row: str) -> Odds:
        """Name the missing row."""
        raise RuleError(f"the odds table has no row '{row}'; its rows are {', '.join(self)}")


def odds_table(clause: str, rows: Mapping[str, str]) -> OddsTable:
    """Parse a table of odds. The clause of each row is "CLAUSE:ROW"."""
    return OddsTable((row, odds(text, f"{clause}:{row}")) for row, text in rows.items())
