"""Money: whole cents, and how they are written."""

from typing import NewType

Cents = NewType("Cents", int)


def dollars(cents: int) -> str:
    """Write cents the way a cashier does: 123450 is "$1,234.50"."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}"


def rounded_up(numerator: int, denominator: int, unit: int = 1) -> Cents:
    """The smallest multiple of the unit that is not below the fraction."""
    return Cents(-(-numerator // (denominator * unit)) * unit)


def rounded_down(numerator: int, denominator: int, unit: int = 1) -> Cents:
    """The largest multiple of the unit that is not above the fraction."""
    return Cents(numerator // (denominator * unit) * unit)
