"""The records of counts: boxes, the drawers of clerks, and variances with their explanations."""

from collections.abc import Mapping

import msgspec

from croupier.cage.message import Clerk
from croupier.money import Cents, dollars


class BoxCount(msgspec.Struct, frozen=True, gc=False):
    """What one person has counted in a box."""

    by: Clerk
    notes: Mapping[int, int]
    """The number of notes, by denomination in cents."""


class CountedBox(msgspec.Struct, frozen=True, gc=False):
    """A box that came from a table: its drop box, or the stacker of a terminal."""

    number: int
    place: str
    """The table, and the terminal."""
    at_table: int
    """Its number at that table."""
    amount: Cents
    """What it should have by the books. Nobody who counts it is told before both counts are in."""
    notes: Mapping[int, int]
    """The number of notes in a stacker by the meters, by denomination in cents."""
    pulled: int
    """When it came: milliseconds since 1970."""
    first: BoxCount | None = None
    """The first count, until another person has counted, too."""
    differed: int = 0
    """How often two counts differed."""
    counted: Mapping[int, int] | None = None
    """The notes that two people have counted; None until they agree."""


class DrawerCount(msgspec.Struct, frozen=True, gc=False):
    """The last count of the drawer of a clerk."""

    clerk: Clerk
    """Whose drawer it is."""
    is_opener: bool
    """Whether the drawer is open since then; else it is closed."""
    counted: Cents
    at: int
    """When it was: milliseconds since 1970."""
    by: Clerk
    expected: Cents | None = None
    """What it should have had by the books; None for the first count of that drawer."""
    variance: int | None = None
    """The number of its variance; None if there is none."""


class Variance(msgspec.Struct, frozen=True, gc=False):
    """A difference between a count and the books. It is explained, and stays."""

    number: int
    place: str
    what: str
    """What was counted, such as `box 3` or `closer`."""
    amount: Cents
    """What was counted too much; below zero if it is too little."""
    since: int
    """When it was found: milliseconds since 1970."""
    counted_by: tuple[str, ...] = ()
    """The names of all who counted it, and who counted it again. No two people on a floor have the same one."""
    why: str | None = None
    """The explanation; None if there is none yet."""
    by: Clerk | None = None
    """Who explained it."""


def against_books(over: int) -> str:
    """By how much a count differs from the books, for the end of a sentence; empty if it agrees."""
    return f", {dollars(Cents(abs(over)))} {'more' if over > 0 else 'less'} than by the books" if over else ""
