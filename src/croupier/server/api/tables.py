"""Operations on tables: what there is to see, what may be done now, and doing it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.floor.actions import Action, actions, countersigned, signed
from croupier.floor.calls_ahead import CallAhead, calls_ahead
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.journal.port import Lines
from croupier.people.consoles import CountersignSecond
from croupier.people.register import Member
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.order_schemas import schema_of
from croupier.server.api.orders import command, for_staff, kind_of, needs_second, sent_commands
from croupier.server.api.problem import ApiError, not_yours, unknown_table
from croupier.server.api.session import SignInForm
from croupier.server.front_desk import READERS, FrontDesk
from croupier.server.lobby import LobbyTable
from croupier.server.sessions import Session
from croupier.server.staff_hub import StaffHub, told_event
from croupier.server.staff_messages import ToldEvent
from croupier.server.staff_views import StaffView, ViewKind
from croupier.table.core.refusals import Reason, Refusal

NOT_YOURS = frozenset({Reason.NOT_YOUR_POWER.value, Reason.NO_SUCH_POWER.value})
"""Refusals that say that the person lacks the power. They are answered with 403, all others with 409."""
LINES_AT_ONCE = 500

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$(?!\n)")]
"""An id that the client chooses for a command."""


class CommandAccepted(msgspec.Struct, frozen=True):
    """A command was carried out, and is durable."""

    notice: str
    """What those concerned should know; often empty."""


class ActionsNow(msgspec.Struct, frozen=True):
    """What a person may do at a table now."""

    number: int
    """The number of the last event. The answer holds until the next one."""
    roles: tuple[str, ...]
    """The roles of the document in which the person may act at this table."""
    actions: tuple[Action, ...]
    """Every command, open or not."""
    ahead: tuple[CallAhead, ...]
    """The steps to the end of the round, in their order."""


class OrderSchema(msgspec.Struct, frozen=True):
    """How a command is written."""

    order: str
    """The name of the command."""
    schema: Mapping[str, Any]
    """Its JSON Schema. Amounts have the format `cents`, times the format `milliseconds` (since 1970)."""
    second: bool
    """Whether it may need the signature of a second person."""


class JournalLine(msgspec.Struct, frozen=True):
    """A line of the journal."""

    number: int
    hash: str
    """The hash of the chain up to this line, in hexadecimal digits."""
    body: msgspec.Raw
    """What it says: the opening of the table, or a command with its events."""


class JournalLines(msgspec.Struct, frozen=True):
    """Lines of a table's stream in the journal."""

    last: int
    """The number of the last line there is."""
    lines: tuple[JournalLine, ...]


def _given_command() -> type[msgspec.Struct]:
    return msgspec.defstruct(
        "GivenCommand",
        [
            ("id", CommandId),
            ("command", sent_commands()),
            ("round", int | None, None),
            ("second", SignInForm | None, None),
        ],
        frozen=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": "A command to a table."},
    )


GivenCommand: Any = _given_command()


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
                summary="Read the last events of the table, each told in sentences.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={"after": "The number of the last event that is known; 0 for all that are kept in memory."},
                gives=list[ToldEvent],
                refuses=(404,),
                handle=self._events,
            ),
            Operation(
                method="POST",
                path="/api/v1/tables/{table}/commands",
                summary="Give a command under the name of the person who is signed in. It is durable when it is answered.",
                right=Right.SIGNED_IN,
                takes=GivenCommand,
                queries={},
                gives=CommandAccepted,
                refuses=(404, 409),
                handle=self._command,
            ),
            Operation(
                method="GET",
                path="/api/v1/orders",
                summary="List the commands that staff may give, each with its JSON Schema.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=list[OrderSchema],
                refuses=(),
                handle=self._orders,
            ),
        )

    async def _list(self, _: Call[Nothing]) -> list[LobbyTable]:
        return self._lobby()

    def _dealer(self, call: Call[Any]) -> Dealer:
        name = call.path["table"]
        if name not in self._house.loops:
            raise unknown_table(name)
        return self._house.loops[name].dealer

    def _reader(self, call: Call[Any]) -> Dealer:
        """The table, if the person may read what happened there."""
        dealer = self._dealer(call)
        if self._desk.view_of(call.signed_in, dealer.durable) not in READERS:
            raise not_yours("What happened at a table is for supervisors of that table and for inspectors.")
        return dealer

    async def _view(self, call: Call[Nothing]) -> StaffView:
        dealer = self._dealer(call)
        kind = await self._glance(call.session, dealer) if call.session else ViewKind.PUBLIC
        return self._consoles[dealer.name].view(kind)

    async def _glance(self, session: Session, dealer: Dealer) -> ViewKind:
        """How much of the table a person may see. A view of an inspector is on record."""
        kind = self._desk.view_of(session, dealer.durable)
        if kind is ViewKind.INSPECTOR:
            await self._desk.watches(session, f"{dealer.name}, at a glance")
        return kind

    async def _actions(self, call: Call[Nothing]) -> ActionsNow:
        dealer, person = self._dealer(call), call.signed_in
        await self._glance(person, dealer)
        table = dealer.durable
        roles = self._desk.document_roles(person.login, table.rules)
        return ActionsNow(table.events, roles, actions(table, person.name, roles, at=dealer.now()), calls_ahead(table))

    async def _events(self, call: Call[Nothing]) -> list[ToldEvent]:
        dealer = self._reader(call)
        after = call.number("after", 0)
        found = [told_event(each) for each in dealer.told if each.number > after]
        await self._desk.viewed(call.signed_in, f"{dealer.name}, events after {after}")
        return found

    async def _lines(self, call: Call[Nothing]) -> JournalLines:
        dealer = self._reader(call)
        after = call.number("after", 0)
        limit = min(call.number("limit", 100), LINES_AT_ONCE)
        found = await self._house.journal.read(partial(_read_lines, dealer.name, after, limit))
        what = f"{dealer.name}, lines {after + 1} to {after + len(found.lines)}"
        await self._desk.viewed(call.signed_in, what, is_export=bool(call.number("export", 0)))
        return found

    async def _command(self, call: Call[Any]) -> CommandAccepted:
        dealer, person, given = self._dealer(call), call.signed_in, call.body
        rules = dealer.table.rules
        asked = command(given.command)
        order = signed(dealer.table, asked, person.name, self._desk.document_roles(person.login, rules))
        if given.second and not isinstance(order, Refusal):
            other = await self._second(call, given.second, dealer.name)
            order = countersigned(dealer.table, order, other.name, self._desk.document_roles(other.login, rules))
        if isinstance(order, Refusal):
            raise _refused(order.reason, order.message, order.clause)
        reply = await dealer.ask(order, f"staff.{person.login}/{given.id}", round=given.round)
        if not reply.ok:
            raise _refused(reply.error, reply.message, reply.clause)
        return CommandAccepted(reply.notice)

    async def _second(self, call: Call[Any], given: SignInForm, table: str) -> Member:
        """The person who countersigns with their own credentials."""
        order, first = type(call.body.command).__name__, self._desk.author(call.signed_in)
        if not needs_second(kind_of(call.body.command)):
            raise ApiError(409, "second-person-needed", f"{order} takes no second signature.")
        asked = CountersignSecond(by=first, second=given.login, order=order, table=table)
        return await self._desk.countersign(asked, given.password, call.address)

    async def _orders(self, _: Call[Nothing]) -> list[OrderSchema]:
        return [
            OrderSchema(kind.__name__, schema_of(kind), needs_second(kind))
            for kind in sorted(for_staff(), key=lambda each: each.__name__)
        ]


def _read_lines(table: str, after: int, limit: int, journal: Lines) -> JournalLines:
    lines = islice(journal.lines(table, after), limit)
    return JournalLines(
        journal.head(table).number, tuple(JournalLine(each.number, each.hash.hex(), msgspec.Raw(each.body)) for each in lines)
    )


def _refused(error: str, message: str, clause: str) -> ApiError:
    return ApiError(403 if error in NOT_YOURS else 409, error, message, clause)
