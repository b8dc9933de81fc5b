"""The operation that reports what became of tickets between two times."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from croupier.audit.ticket_report import TicketReport, ticket_report
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.front_desk import FrontDesk


class CageReports:
    """The reports of the cage of a house."""

    def __init__(self, house: House, desk: FrontDesk, clock: Clock) -> None:
        """Report from the journal of this house."""
        self._house, self._desk, self._clock = house, desk, clock

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/report",
                summary="Report tickets between two times: issued, redeemed, expired, void, and outstanding at the end.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={
                    "since": "The beginning: seconds since 1970; 0 for the first ticket.",
                    "until": "The end: seconds since 1970; 0 for now.",
                },
                gives=TicketReport,
                refuses=(),
                handle=self._report,
            ),
        )

    async def _report(self, call: Call[Nothing]) -> TicketReport:
        since, until = call.number("since", 0) * 1000, call.number("until", 0) * 1000 or self._clock() + 1
        await self._desk.viewed(call.signed_in, "the report of tickets")
        return await self._house.journal.read(partial(ticket_report, since=since, until=until))
