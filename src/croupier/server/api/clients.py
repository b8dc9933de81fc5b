"""Operations on terminals, displays and devices: enrolling them with a one-time code, and revoking their keys."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.floor.house import House
from croupier.people.credentials import digest_of_key
from croupier.people.enrolment import ClientEnrolled, CodeIssued, RevokeClient
from croupier.people.register import Client, ClientKind
from croupier.rules.outcomes import listed
from croupier.server.api.operation import Call, Given, GivenReason, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing
from croupier.server.api.session import Done, SignInForm, also_signs
from croupier.server.blindness import READS_BOOKS
from croupier.server.clients import why_not
from croupier.server.cookies import CLIENT
from croupier.server.front_desk import FrontDesk, granted

Label = Annotated[str, Meta(min_length=1, max_length=64)]


class CodeWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a code is for."""

    kind: ClientKind
    label: Label
    """What people call it, such as "terminal 12"."""
    table: Label | None = None
    """The table that it belongs to; left out for any."""
    terminal: Label | None = None
    """The id of the terminal whose money devices these are; left out for other clients."""
    second: SignInForm | None = None
    """Another person, who signs for money devices and for a device that reports outcomes."""


class Code(msgspec.Struct, frozen=True):
    """A one-time code. It is shown once, here."""

    code: str
    expires: int
    """Until when it can be used: milliseconds since 1970."""


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code from the pit."""

    code: Annotated[str, Meta(min_length=1, max_length=32)]


class Enrolled(msgspec.Struct, frozen=True):
    """A client with its key. The key is shown once, here, and set as a cookie."""

    client: str
    """The id of the client."""
    kind: ClientKind
    label: str
    table: str | None
    key: str
    """A program sends it as `Authorization: Bearer KEY` when it opens a WebSocket."""


class ClientView(msgspec.Struct, frozen=True):
    """An enrolled terminal, display or device."""

    client: str
    kind: ClientKind
    label: str
    table: str | None
    terminal: str | None
    """The terminal whose money devices these are; null for other clients."""
    enrolled_by: str
    enrolled_at: int
    revoked_by: str | None
    revoked_at: int | None
    playing_at: str | None
    """The table at which a terminal has its seat; null if it has none."""
    seat: str | None
    """The seat of a terminal."""
    connected: bool | None
    """Whether a terminal is connected at its seat, or money devices at that of their terminal; null for other clients."""
    money: int | None
    """All money at the seat of a terminal, credit and bets, in cents; null to those who may count its box."""


class ThisClient(msgspec.Struct, frozen=True):
    """Whether the client that asks may connect as a terminal or display."""

    needs_code: bool
    """Whether it has to enrol with a code from the pit first."""
    kind: ClientKind | None
    """What it is enrolled as; null if it is not."""
    label: str
    table: str | None


class Admission(msgspec.Struct, frozen=True):
    """Whether the client that asks may connect to a table."""

    needs_code: bool
    """Whether it has to enrol with a code from the pit first."""
    refused: str
    """Why it may not connect, in a sentence; empty if it may."""


class ClientOperations:
    """The operations on enrolled clients."""

    def __init__(self, desk: FrontDesk, house: House, with_device: Collection[str], *, is_open: bool) -> None:
        """Enrol clients of the tables of this house in the register of this desk. On an open floor nobody needs to enrol.

        `with_device`: the tables that ask a connected device.
        """
        self._desk, self._house, self._with_device = desk, house, with_device
        self._tables = house.loops.keys()
        self._is_open = is_open

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="POST",
                path="/api/v1/codes",
                summary="Issue a one-time code with which a terminal, display or device enrols within 15 minutes.",
                right=Right.ENROL,
                takes=CodeWanted,
                queries={},
                gives=Code,
                refuses=(409,),
                handle=self._issue,
            ),
            Operation(
                method="POST",
                path="/api/v1/clients",
                summary="Enrol with a code from the pit. The answer has the key of the client, and sets it as a cookie.",
                right=Right.ANYBODY,
                takes=Enrolment,
                queries={},
                gives=Enrolled,
                refuses=(409,),
                handle=self._enrol,
            ),
            Operation(
                method="GET",
                path="/api/v1/client",
                summary="Tell whether this client is enrolled, by its cookie.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=ThisClient,
                refuses=(),
                handle=self._this,
            ),
            Operation(
                method="GET",
                path="/api/v1/tables/{table}/clients/{kind}",
                summary="Tell whether this client may connect to a table as a terminal, display or device, by its cookie.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=Admission,
                refuses=(404,),
                handle=self._admission,
            ),
            Operation(
                method="GET",
                path="/api/v1/clients",
                summary="List every enrolled terminal, display and device.",
                right=Right.ENROL,
                takes=Nothing,
                queries={},
                gives=list[ClientView],
                refuses=(),
                handle=self._list,
            ),
            Operation(
                method="POST",
                path="/api/v1/clients/{client}/revoke",
                summary="Revoke the key of a client. It is disconnected at once.",
                right=Right.DISABLE,
                takes=GivenReason,
                queries={},
                gives=Done,
                refuses=(409,),
                handle=self._revoke,
            ),
        )

    async def _issue(self, call: Call[CodeWanted]) -> Code:
        body, by = call.body, self._desk.author(call.signed_in)
        if body.table is None and body.kind not in (ClientKind.TERMINAL, ClientKind.MONEY):
            which = f"Say at which table: a {body.kind} has one. There are {listed(self._tables, 'and')}."
            raise ApiError(409, "no-table", which)
        if body.table is not None and body.table not in self._tables:
            raise ApiError(409, "no-table", f"There is no table {body.table!r}; there are {listed(self._tables, 'and')}.")
        if body.kind is ClientKind.DEVICE and body.table not in self._with_device:
            draws = f'The table {body.table} asks no device: set device = "connected" for it in the floor file first.'
            raise ApiError(409, "no-device", draws)
        second = await also_signs(self._desk, call, f"IssueCode {body.kind} {body.label}", body.second)
        issued = await self._desk.reception.issue_code(by, body.kind, body.label, body.table, body.terminal, second)
        events = granted(issued.reply).events
        assert issued.secret, "it was granted"
        return Code(issued.secret, next(event.expires for event in events if isinstance(event, CodeIssued)))

    async def _enrol(self, call: Call[Enrolment]) -> Given[Enrolled]:
        self._desk.check_codes(call.address)
        issued = await self._desk.reception.enrol(call.body.code, call.address or "unknown")
        events, key = granted(issued.reply).events, issued.secret
        assert key, "it was granted"
        made = next(event for event in events if isinstance(event, ClientEnrolled))
        return Given(Enrolled(made.client, made.kind, made.label, made.table, key), CLIENT, key)

    def _client(self, key: str) -> Client | None:
        return self._desk.register.client_with(digest_of_key(key)) if key else None

    async def _admission(self, call: Call[Nothing]) -> Admission:
        table, kind = call.path["table"], call.path["kind"]
        if table not in self._tables or kind not in set(ClientKind):
            raise missing("unknown-table", f"There is no table {table!r} with a {kind!r}.")
        client = self._client(call.client_key)
        refused = None if self._is_open and kind != ClientKind.DEVICE else why_not(client, table, ClientKind(kind))
        return Admission(bool(refused) and client is None, str(refused or ""))

    async def _this(self, call: Call[Nothing]) -> ThisClient:
        client = self._client(call.client_key)
        if client is None:
            return ThisClient(not self._is_open, None, "", None)
        return ThisClient(needs_code=False, kind=client.kind, label=client.label, table=client.table)

    async def _list(self, call: Call[Nothing]) -> list[ClientView]:
        sees_money = bool(self._desk.duties(call.signed_in) & READS_BOOKS)
        return [self._view(client, sees_money=sees_money) for client in self._desk.register.clients.values()]

    async def _revoke(self, call: Call[GivenReason]) -> Done:
        by = self._desk.author(call.signed_in)
        await self._desk.order(RevokeClient(by=by, client=call.path["client"], why=call.body.why))
        return Done()

    def _seat_of(self, client: Client) -> tuple[str, str] | tuple[None, None]:
        """The table and the seat of a terminal, also if it has not come back since the server was started."""
        if found := self._house.clients.seat_of(client.id):
            return found
        for name, loop in self._house.loops.items() if client.revoked_by is None else ():
            table, seat = loop.dealer.durable, loop.dealer.durable.last_seat(client.label)
            if client.kind is ClientKind.TERMINAL and seat in table.terminals and seat in table.layout:
                return name, seat
        return None, None

    def _is_connected(self, client: Client) -> bool | None:
        """Whether a terminal is connected at its seat, or money devices at that of their terminal; None for other clients."""
        if client.kind not in (ClientKind.TERMINAL, ClientKind.MONEY):
            return None
        terminal = self._desk.register.clients[client.terminal] if client.terminal else client
        table, seat = self._seat_of(terminal)
        if table is None:
            return False
        at = self._house.seating[table] if client.kind is ClientKind.TERMINAL else self._house.money[table]
        return seat in at.connected

    def _view(self, client: Client, *, sees_money: bool) -> ClientView:
        table, seat = self._seat_of(client)
        seating = self._house.seating[table] if table else None
        return ClientView(
            client=client.id,
            kind=client.kind,
            label=client.label,
            table=client.table,
            terminal=client.terminal,
            enrolled_by=client.enrolled_by.name,
            enrolled_at=client.enrolled_at,
            revoked_by=client.revoked_by.name if client.revoked_by else None,
            revoked_at=client.revoked_at,
            playing_at=table,
            seat=seat,
            connected=self._is_connected(client),
            money=None if not sees_money else seating.money_at(seat) if seating and seat else 0,
        )
