"""The operations that report what became of tickets on a day, and what the floor owes."""

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.day_report import DayReport
from croupier.audit.ticket_report import TicketReport, ticket_report
from croupier.cage.due_counts import due_counts
from croupier.cage.fold import CAGE_REGISTER
from croupier.floor.clock import Clock
from croupier.floor.day_page import day_page
from croupier.floor.house import House
from croupier.floor.liability import Liability, liability
from croupier.floor.plan import Plan
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError
from croupier.server.blindness import seen_day, seen_liability, seen_tickets
from croupier.server.front_desk import FrontDesk
from croupier.software import fingerprint


class LiabilityView(msgspec.Struct, frozen=True):
    """What the floor owes at a time, and where."""

    at: int
    """Milliseconds since 1970."""
    floor: Liability
    """All of it. `croupier audit balance` comes to the same total."""
    places: Mapping[str, Liability]
    """The part of each table, and of the cage under `floor/cage`."""


class CageReports:
    """The reports of the cage of a house."""

    def __init__(self, house: House, desk: FrontDesk, clock: Clock, plan: Plan) -> None:
        """Report from the journal of this house. Days are gaming days of the floor."""
        self._house, self._desk, self._clock, self._plan = house, desk, clock, plan
        self._calendar = Calendar(plan.time_zone, plan.gaming_day_hour)

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/report",
                summary="Report tickets of a gaming day, or between two times: what became of them, and what is owed then.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={
                    "since": "The beginning: seconds since 1970; 0 for the first ticket.",
                    "until": "The end: seconds since 1970; 0 for now.",
                    "day": "A gaming day instead of both, such as 20261117; 0 for today.",
                    "export": "1 if it is saved as a file. The export of an inspector is recorded.",
                },
                gives=TicketReport,
                refuses=(),
                handle=self._report,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/day",
                summary="Report a gaming day of the floor on one page: every account, every float, and sums that are zero.",
                right=Right.SEE_DAY,
                takes=Nothing,
                queries={"day": "The gaming day, such as 20261117; 0 for today.", "export": "1 if it is saved or printed."},
                gives=DayReport,
                refuses=(),
                handle=self._day,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/liability",
                summary="Show what the floor owes, as a whole and by table: credits, bets, hand pays, tickets, accounts.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={"export": "1 if it is saved as a file. The export of an inspector is recorded."},
                gives=LiabilityView,
                refuses=(),
                handle=self._liability,
            ),
        )

    async def _report(self, call: Call[Nothing]) -> TicketReport:
        since, until = call.number("since", 0) * 1000, call.number("until", 0) * 1000 or self._clock() + 1
        if "day" in call.query:
            since, end = self._gaming_day(call.number("day", 0))
            until = min(until, end)
        await self._desk.viewed(call.signed_in, "the report of tickets", is_export=bool(call.number("export", 0)))
        report = await self._house.journal.read(partial(ticket_report, since=since, until=until))
        return seen_tickets(report, self._due(call, until))

    async def _day(self, call: Call[Nothing]) -> DayReport:
        date = self._date(call.number("day", 0))
        await self._desk.viewed(call.signed_in, "the page of a day", is_export=bool(call.number("export", 0)))
        keeper, journal = self._house.keeper, self._house.journal
        closed = keeper.durable.closed if keeper else ()
        page = partial(
            day_page,
            heads=journal.heads(),
            calendar=self._calendar,
            date=date,
            now=self._clock(),
            closed=closed,
            software=fingerprint(),
        )
        report = replace(await journal.read(page), operator=self._plan.name)
        return seen_day(report, self._due(call, report.until))

    def _due(self, call: Call[Nothing], until: int) -> tuple[str, ...]:
        """What this person may still have to count before reading figures of the cage up to a time."""
        keeper = self._house.keeper
        return due_counts(keeper.durable, until) if keeper and self._desk.counts_cash(call.signed_in) else ()

    async def _liability(self, call: Call[Nothing]) -> LiabilityView:
        what = "what the floor owes"
        if call.number("export", 0):
            await self._desk.viewed(call.signed_in, what, is_export=True)
        await self._desk.watches(call.signed_in, what)
        cage = self._house.keeper.durable if self._house.keeper else None
        tables = {name: loop.dealer.durable for name, loop in self._house.loops.items()}
        prizes = self._house.promoter.durable if self._house.promoter else None
        places = {name: liability(None, (table,)) for name, table in tables.items()} | {CAGE_REGISTER.name: liability(cage, ())}
        if prizes and prizes.promotions:
            places[PRIZE_REGISTER.name] = liability(None, (), prizes)
        kind = self._desk.view_of_cage(call.signed_in)
        seen = {name: seen_liability(kind, owed) for name, owed in places.items()}
        return LiabilityView(self._clock(), seen_liability(kind, liability(cage, tables.values(), prizes)), seen)

    def _gaming_day(self, day: int) -> tuple[int, int]:
        """When a gaming day of the floor, such as 20261117, begins and ends: milliseconds since 1970. 0 is today."""
        found = self._calendar.interval(ReportPeriod.DAY, self._date(day))
        assert found, "a day has a beginning and an end"
        return found

    def _date(self, day: int) -> dt.date:
        """A gaming day of the floor, such as 20261117, that has a beginning and an end. 0 is today."""
        try:
            date = dt.date.fromisoformat(str(day)) if day else self._calendar.date_of(self._clock())
            self._calendar.interval(ReportPeriod.DAY, date)
        except (ValueError, OverflowError):
            raise ApiError(400, "bad-query", f"day is {day}; it has to be a date such as 20261117.") from None
        return date
