"""Operations on tables: what there is to see, and what may be done now. `table_orders` does it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.later_changes import later_changes
from croupier.floor.actions import Action, actions, staff_here
from croupier.floor.calls_ahead import CallAhead, calls_ahead
from croupier.floor.closing import ClosingStep, closing_steps
from croupier.floor.counter import without_tickets
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.journal.port import Lines
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import not_yours, unknown_table
from croupier.server.front_desk import READERS, FrontDesk
from croupier.server.kept_answers import KeptAnswers
from croupier.server.lobby import LobbyTable
from croupier.server.sessions import Session
from croupier.server.staff_hub import StaffHub, heard_by
from croupier.server.staff_messages import ToldEvent
from croupier.server.staff_views import StaffView, ViewKind

LINES_AT_ONCE = 500


class ActionsNow(msgspec.Struct, frozen=True):
    """What a person may do at a table now."""

    number: int
    """The number of the last event. The answer holds until the next one."""
    round: int
    """The number of the round in play. Send it with a call, so that the call cannot reach another round."""
    roles: tuple[str, ...]
    """The roles of the document in which the person may act at this table."""
    actions: tuple[Action, ...]
    """Every command, open or not."""
    ahead: tuple[CallAhead, ...]
    """The steps to the end of the round, in their order."""
    closing: tuple[ClosingStep, ...]
    """The steps to the closing of the table, in their order; empty if it is closed, and for those who do not work here."""


class JournalLine(msgspec.Struct, frozen=True):
    """A line of the journal."""

    number: int
    hash: str
    """The hash of the chain up to this line, in hexadecimal digits."""
    body: msgspec.Raw
    """What it says: the opening of the table, or a command with its events."""
    later: tuple[str, ...] = ()
    """What later lines have changed about the round that it ended, in sentences."""


class JournalLines(msgspec.Struct, frozen=True):
    """Lines of a table, or of the prize register, in the journal."""

    last: int
    """The number of the last line there is."""
    lines: tuple[JournalLine, ...]


class TableOperations:
    """The operations on the tables of a house."""

    def __init__(
        self, house: House, desk: FrontDesk, consoles: Mapping[str, StaffHub], lobby: Callable[[], list[LobbyTable]]
    ) -> None:
        """Serve the tables of this house. `consoles` draw its tables, and `lobby` the public list."""
        self._house = house
        self._desk = desk
        self._consoles = consoles
        self._lobby = lobby
        self._kept = KeptAnswers[ActionsNow]()

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/tables",
                summary="List the tables: rule set, limits, players and last results.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=list[LobbyTable],
                refuses=(),
                handle=self._list,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}",
                summary="Show a table: as much of it as the person who asks may see.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=StaffView,
                refuses=(404,),
                handle=self._view,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/actions",
                summary="Tell what the person may do at the table now, with which fields and grounds, and what not, and why.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={},
                gives=ActionsNow,
                refuses=(404,),
                handle=self._actions,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/lines",
                summary="Read the journal of the table, line by line: each command with its events, and told in sentences.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={
                    "after": "The number of the last line that is known; 0 for all.",
                    "limit": f"How many lines, at most {LINES_AT_ONCE}.",
                    "export": "1 if the lines are exported, which is recorded of an inspector; otherwise a view is.",
                },
                gives=JournalLines,
                refuses=(404,),
                handle=self._lines,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/events",
                summary="Read the last events of the table that the person is told of, each in sentences.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={"after": "The number of the last event that is known; 0 for all that are kept in memory."},
                gives=list[ToldEvent],
                refuses=(404,),
                handle=self._events,
            ),
        )

    async def _list(self, _: Call[Nothing]) -> list[LobbyTable]:
        return self._lobby()

    async def _view(self, call: Call[Nothing]) -> StaffView:
        dealer = dealer_of(self._house, call)
        kind = await self._glance(call.session, dealer) if call.session else ViewKind.PUBLIC
        return self._consoles[dealer.name].view(kind)

    async def _glance(self, session: Session, dealer: Dealer) -> ViewKind:
        """How much of the table a person may see. A view of an inspector is on record."""
        kind = self._desk.view_of(session, dealer.durable)
        if kind is ViewKind.INSPECTOR:
            await self._desk.watches(session, f"{dealer.name}, at a glance")
        return kind

    async def _actions(self, call: Call[Nothing]) -> ActionsNow:
        dealer, person = dealer_of(self._house, call), call.signed_in
        await self._glance(person, dealer)
        table = dealer.durable
        roles, now = self._desk.document_roles(person.login, table.rules), dealer.now()
        asker = (person.login, roles, self._desk.duties(person))
        return self._kept.find(dealer.name, table, now, asker, lambda: self._actions_now(person, dealer, roles, now))

    def _actions_now(self, person: Session, dealer: Dealer, roles: tuple[str, ...], now: int) -> ActionsNow:
        table = dealer.durable
        open_now, ahead = actions(table, person.name, roles, at=now), calls_ahead(table)
        if dealer.keeper:
            open_now = without_tickets(open_now)
        closing = tuple[ClosingStep, ...]()
        if staff_here(table, person.name, roles):
            open_now, closing = self._desk.explained(person, table, open_now), closing_steps(table, now)
        return ActionsNow(table.events, table.round.number, roles, open_now, ahead, closing)

    async def _events(self, call: Call[Nothing]) -> list[ToldEvent]:
        dealer = dealer_of(self._house, call)
        kind = self._desk.view_of(call.signed_in, dealer.durable)
        if kind is ViewKind.PUBLIC:
            raise not_yours("What happens at a table is for those who work there, for the cage and for inspectors.")
        after = call.number("after", 0)
        told = self._consoles[dealer.name].told
        found = [told(each) for each in heard_by(kind, dealer.last_told) if each.number > after]
        await self._desk.viewed(call.signed_in, f"{dealer.name}, events after {after}")
        return found

    async def _lines(self, call: Call[Nothing]) -> JournalLines:
        dealer = reader_of(self._house, self._desk, call)
        after = call.number("after", 0)
        limit = min(call.number("limit", 100), LINES_AT_ONCE)
        found = await self._house.journal.read(partial(read_table, dealer.name, after, limit))
        what = f"{dealer.name}, lines {after + 1} to {after + len(found.lines)}"
        await self._desk.viewed(call.signed_in, what, is_export=bool(call.number("export", 0)))
        return found


def dealer_of(house: House, call: Call[Any]) -> Dealer:
    """The table that a path names. Raise `ApiError` if there is none."""
    name = call.path["table"]
    if name not in house.loops:
        raise unknown_table(name)
    return house.loops[name].dealer


def reader_of(house: House, desk: FrontDesk, call: Call[Any]) -> Dealer:
    """The table that a path names, if the person may read its journal. Raise `ApiError` otherwise."""
    dealer = dealer_of(house, call)
    if desk.view_of(call.signed_in, dealer.durable) not in READERS:
        raise not_yours("The journal of a table is for supervisors of that table and for inspectors.")
    return dealer


def read_table(table: str, after: int, limit: int, journal: Lines) -> JournalLines:
    """Some lines of a table after one of them, with what later ones have changed about their rounds."""
    found = read_lines(table, after, limit, journal)
    if not found.lines:
        return found
    later = later_changes(journal, table, found.lines[0].number, found.lines[-1].number)
    lines = (replace(line, later=tuple(later.get(line.number, ()))) for line in found.lines)
    return replace(found, lines=tuple(lines))


def read_lines(stream: str, after: int, limit: int, journal: Lines) -> JournalLines:
    """Some lines of a stream after one of them."""
    lines = islice(journal.lines(stream, after), limit)
    return JournalLines(
        journal.head(stream).number, tuple(JournalLine(each.number, each.hash.hex(), msgspec.Raw(each.body)) for each in lines)
    )
