"""The journal of the prize register, line by line. `inspection` tells it in words, and `paper` prints it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from croupier.floor.house import House
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.tables import LINES_AT_ONCE, JournalLines, read_lines
from croupier.server.front_desk import FrontDesk


class PrizeLines:
    """What an inspector reads of the prize register as it was written."""

    def __init__(self, house: House, desk: FrontDesk) -> None:
        """Read the journal of this house."""
        self._house, self._desk = house, desk

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/promotions/lines",
                summary="Read the journal of the prize register, line by line: commands with events. People are numbers.",
                right=Right.READ_PRIZE_REGISTER,
                takes=Nothing,
                queries={
                    "after": "The number of the last line that is known; 0 for all.",
                    "limit": f"How many lines, at most {LINES_AT_ONCE}.",
                    "export": "1 if the lines are exported, which is recorded of an inspector; otherwise a view is.",
                },
                gives=JournalLines,
                refuses=(),
                handle=self._lines,
            ),
        )

    async def _lines(self, call: Call[Nothing]) -> JournalLines:
        after = call.number("after", 0)
        limit = min(call.number("limit", 100), LINES_AT_ONCE)
        found = await self._house.journal.read(partial(read_lines, PRIZE_REGISTER.name, after, limit))
        what = f"the prize register, lines {after + 1} to {after + len(found.lines)}"
        await self._desk.viewed(call.signed_in, what, is_export=bool(call.number("export", 0)))
        return found
