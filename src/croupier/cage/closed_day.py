"""A gaming day that was closed, and its figures, as the line of its closing has them."""

import msgspec

from croupier.cage.message import Clerk


class AccountFigures(msgspec.Struct, frozen=True):
    """A kind of account over the whole floor, in cents. What there is of it is above zero, be it owed, in hand or earned."""

    account: str
    """Its name in transfers."""
    before: int
    moved: int
    after: int


class TableFigures(msgspec.Struct, kw_only=True):
    """What a table has taken and won, in cents.

    By hand: closer = opener + fills - credits - cash_in + win + other + tray_variance. What moved before the opener or after
    the closer is in `restocked` and in no other column.
    """

    table: str
    restocked: int = 0
    """Chips that came to the tray, less those that left it, before the first opener and after the last closer."""
    opener_variance: int = 0
    """What the first opener, or one after the last closer, has found too much against the count before it, with what a recount
    of an earlier day's count has changed; below zero if it was too little."""
    opener: int | None = None
    """The first count of the float tray when play opened; null if it was not counted."""
    fills: int = 0
    """Between opener and closer."""
    credits: int = 0
    """Between opener and closer."""
    cash_in: int = 0
    """The cash that players brought between opener and closer. It went to the drop box."""
    other: int | None = None
    """What else the tray had more between both counts by the books: colour checks that players hold, hand pays, and what was
    won or put right while the tray was not open; null if one of the two was not counted."""
    closer: int | None = None
    """The last count of the float tray when play closed; null if it was not counted."""
    tray_variance: int = 0
    """What the counts after the first opener, up to the last closer, have found too much; below zero if it was too little."""
    drop: int = 0
    """The cash in the boxes that were pulled, by the books, which is what the count room should find."""
    win: int = 0
    """Won, with commission, less the cost of promotions."""


class DayFigures(msgspec.Struct, frozen=True):
    """The figures of the page of a day."""

    accounts: tuple[AccountFigures, ...] = ()
    tables: tuple[TableFigures, ...] = ()


class ClosedDay(msgspec.Struct, frozen=True, gc=False):
    """A gaming day that is closed."""

    day: str
    """Its date, such as 2026-11-17."""
    since: int
    """When it began: milliseconds since 1970."""
    until: int
    """When it ended."""
    covers: tuple[str, ...]
    """The days before it, since the last that was closed, on which no money moved."""
    at: int
    """When it was closed."""
    by: Clerk
    second: Clerk
