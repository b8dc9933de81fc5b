"""The operations that export lines of the journal on paper: of a table, or of the prize register."""

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.audit.paper import PaperJob
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.floor.papers import PaperError, Papers, file_name
from croupier.floor.plan import Plan
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError
from croupier.server.api.tables import reader_of
from croupier.server.front_desk import FrontDesk

LINES_AT_ONCE = 1_000


class PaperFile(msgspec.Struct, frozen=True):
    """A file to print: PDF, or a page in HTML where the server has no typst."""

    name: str
    """How to name the file."""
    first: int
    """The number of the first line in it."""
    last: int
    """The number of the last line in it."""
    content: bytes
    """The file, in base64."""


class PaperOperations:
    """The journal of a table, or of the prize register, on paper."""

    def __init__(self, house: House, desk: FrontDesk, plan: Plan, clock: Clock) -> None:
        """Print the journal of this house."""
        self._house, self._desk, self._plan, self._clock = house, desk, plan, clock
        self._papers = Papers()

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        recorded = "on paper, in sentences. The export of an inspector is recorded."
        one = f"Export lines of the table's journal {recorded}", Right.SIGNED_IN, self._paper
        register = f"Export lines of the prize register's journal {recorded}", Right.READ_PRIZE_REGISTER, self._register
        rows = {"/api/v1/tables/{table}/paper": one, "/api/v1/promotions/lines/paper": register}
        return [
            Operation(
                method="GET",
                path=path,
                summary=summary,
                right=right,
                takes=Nothing,
                queries={
                    "after": "The number of the line before the first one; 0 for the beginning.",
                    "limit": f"How many lines, at most {LINES_AT_ONCE}.",
                },
                gives=PaperFile,
                refuses=(404, 409),
                handle=handle,
            )
            for path, (summary, right, handle) in rows.items()
        ]

    async def _paper(self, call: Call[Nothing]) -> PaperFile:
        name = reader_of(self._house, self._desk, call).name
        return await self._printed(call, name, name)

    async def _register(self, call: Call[Nothing]) -> PaperFile:
        return await self._printed(call, PRIZE_REGISTER.name, "the prize register")

    async def _printed(self, call: Call[Nothing], stream: str, name: str) -> PaperFile:
        """Lines of a stream. `name` is what people call it."""
        first = call.number("after", 0) + 1
        there = self._house.journal.head(stream).number
        last = min(there, first - 1 + min(call.number("limit", LINES_AT_ONCE), LINES_AT_ONCE))
        if last < first:
            raise ApiError(409, "no-lines", f"The journal of {name} has {there} lines.")
        job = PaperJob(
            journal=self._plan.journal,
            floor=self._plan.name,
            table=stream,
            first=first,
            last=last,
            zone=self._plan.time_zone,
            by=self._desk.author(call.signed_in).name,
            at=self._clock(),
        )
        try:
            is_inspectors = self._desk.is_inspector(call.signed_in)
            content = await call.unless_left(self._papers.file(job, call.signed_in.login, is_inspectors=is_inspectors))
        except PaperError as error:
            raise ApiError(409, "no-paper", str(error)) from None
        await self._desk.viewed(call.signed_in, f"{name}, lines {first} to {last}, on paper", is_export=True)
        return PaperFile(file_name(f"{stream.rpartition('/')[2]}-{first}-{last}", content), first, last, content)
