"""Money: whole cents, rounding and formatting."""

import re
from typing import NewType

Cents = NewType("Cents", int)

MOST_CENTS = 10**15
"""The most money of a live table in one amount or at one seat, in cents. It is below 2^53, so a browser loses no cent."""
MOST_STAKE = 10**10
"""The most money on one wager of a seat at a live table, in cents. A round then wins a small part of `MOST_CENTS`.

Whoever has more than `MOST_CENTS` cannot bet, so only bets that stay up could win on: thousands of times in a row up to 2^53.
"""


def dollars(cents: int) -> str:
    """Format cents as dollars: 123450 is "$1,234.50"."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}"


_WRITTEN = re.compile(r"\$(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?")


def parse_dollars(text: str) -> Cents | None:
    """Parse an amount as people write it: "$1,234.50" or "$5". Return None if the text is none, or over `MOST_CENTS`."""
    written = _WRITTEN.fullmatch(text) if text.isascii() else None
    if written is None or len(text) > 30:
        return None
    amount = int(written[1].replace(",", "")) * 100 + int(written[2] or 0)
    return Cents(amount) if amount <= MOST_CENTS else None


def rounded_up(numerator: int, denominator: int, unit: int = 1) -> Cents:
    """Return numerator / denominator rounded up to a multiple of the unit."""
    return Cents(-(-numerator // (denominator * unit)) * unit)


def rounded_down(numerator: int, denominator: int, unit: int) -> Cents:
    """Return numerator / denominator rounded down to a multiple of the unit."""
    return Cents(numerator // (denominator * unit) * unit)
