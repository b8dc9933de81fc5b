"""The gaming days of a floor: which one can be closed next and what is missing for that, and which are closed."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from croupier.cage.closed_day import ClosedDay
from croupier.cage.days import missing_at_cage
from croupier.cage.refusals import Reason
from croupier.floor.day_closing import DayToClose, day_to_close, missing_at_tables, why_not
from croupier.floor.house import House
from croupier.floor.keeper import Keeper
from croupier.floor.reports.calendar import Calendar
from croupier.journal.port import Entry
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing
from croupier.server.front_desk import FrontDesk

LISTED = 31
"""How many of the last closed days are listed."""


class NextDay(msgspec.Struct, frozen=True):
    """The gaming day that is closed next."""

    day: str
    covers: tuple[str, ...]
    """The days before it on which no money moved. They are closed with it."""
    missing: tuple[str, ...]
    """Everything that is left to do before, in words."""


class DaysView(msgspec.Struct, frozen=True):
    """The gaming days of a floor."""

    today: str
    """The day that runs, and cannot be closed before it has ended."""
    next: NextDay | None
    """The day that can be closed; null if none can."""
    closed: tuple[ClosedDay, ...]
    """The last days that were closed, the newest first. The first of them can be reopened."""


class CageDays:
    """The gaming days of a house."""

    def __init__(self, house: House, desk: FrontDesk, calendar: Calendar) -> None:
        """Serve the days of this calendar."""
        self._house, self._desk, self._calendar = house, desk, calendar

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/days",
                summary="Show which gaming day can be closed next, everything that is missing for that, and the closed ones.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=DaysView,
                refuses=(404,),
                handle=self._view,
            ),
        )

    async def _view(self, call: Call[Nothing]) -> DaysView:
        await self._desk.watches(call.signed_in, "the gaming days")
        keeper, found = self._keeper, await self._next()
        following = found and NextDay(found.day, found.covers, self._missing(keeper, found))
        today = self._calendar.date_of(keeper.now()).isoformat()
        return DaysView(today, following, keeper.durable.closed[: -LISTED - 1 : -1])

    async def closing(self, day: str) -> dict[str, Any]:
        """What the floor fills in to close a day. Raise if it is not the one that can be closed."""
        keeper, found = self._keeper, await self._next()
        if found is None or found.day != day:
            sentence = why_not(day, found, keeper.durable.closed, self._calendar, keeper.now())
            raise ApiError(409, Reason.BAD_DAY, sentence)
        fields = {name: getattr(found, name) for name in DayToClose.__struct_fields__}
        return {**fields, "missing": self._at_tables(found)}

    @property
    def _keeper(self) -> Keeper:
        if self._house.keeper is None:
            raise missing("no-cage", "There is no cage on this floor.")
        return self._house.keeper

    async def _next(self) -> DayToClose | None:
        keeper, journal = self._keeper, self._house.journal
        await journal.append(Entry(()))  # all lines of the day must be in the journal
        closed, now, heads = keeper.durable.closed, keeper.now(), journal.heads()
        return await journal.read(partial(day_to_close, heads=heads, calendar=self._calendar, closed=closed, now=now))

    def _missing(self, keeper: Keeper, found: DayToClose) -> tuple[str, ...]:
        return (*missing_at_cage(keeper.durable, found.until), *self._at_tables(found))

    def _at_tables(self, found: DayToClose) -> tuple[str, ...]:
        tables = {name: loop.dealer.durable for name, loop in self._house.loops.items()}
        return missing_at_tables(tables, found.figures, found.until)
