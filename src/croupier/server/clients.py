"""Which clients may connect: enrolled terminals, displays and devices, and consoles at which somebody is signed in."""

import asyncio
from collections.abc import Mapping
from functools import partial
from weakref import WeakSet

from croupier.facts.message import Event
from croupier.floor.client_seats import EnrolledTerminal
from croupier.floor.connected_device import ConnectedDevice
from croupier.floor.house import House
from croupier.floor.limits import ClientLimits
from croupier.people.credentials import digest_of_key
from croupier.people.enrolment import ClientRevoked
from croupier.people.register import Client, ClientKind, Register
from croupier.server.admission import bearer
from croupier.server.allowance import Allowance
from croupier.server.cookies import CLIENT, SESSION, read_cookie
from croupier.server.device_connection import OTHER_DEVICE, DeviceConnection
from croupier.server.front_desk import FrontDesk
from croupier.server.handshake import AdmissionError, Handshake, Receiver
from croupier.server.limits import NOT_SIGNED_IN
from croupier.server.money_connection import MoneyConnection, MoneyPace
from croupier.server.sessions import BY_KEY, IDLE, OTHER_ROLES, Session
from croupier.server.socket import Socket
from croupier.server.staff_connection import StaffConnection
from croupier.server.staff_hub import StaffHub
from croupier.server.staff_views import ViewKind

STAFF, DISPLAY, DEVICE, MONEY = "staff", "display", "device", "money"
NOT_ENROLLED = "This client is not enrolled here, or its key was revoked. Enrol it with a code from the pit."
OTHER_KIND = "This client is enrolled as a {kind}, and not as a {wanted}. To change that, enrol it with another code."
OTHER_TABLE = "This {kind} is enrolled for the table {table}. Open that one, or enrol it with another code."
NO_TABLE_OF_DEVICE = "This device is enrolled for no table. Enrol it with a code for this one."
NO_DEVICE = "This table has no connected device. The floor file says what reports its outcomes."
LOCKED = "This console was locked."
SIGNED_OUT = "You were signed out."
NEW_ROLES = "Your roles were changed."
REVOKED = "The key of this client was revoked."
TERMINAL_REVOKED = "The key of the terminal of these devices was revoked."
NO_SUCH_SOCKET = "There is no such address; /docs lists them."


class Clients:
    """Admits clients by their keys and sessions, and disconnects them when these end."""

    def __init__(
        self,
        desk: FrontDesk,
        house: House,
        consoles: Mapping[str, StaffHub],
        limits: ClientLimits,
        *,
        is_open: bool,
    ) -> None:
        """Admit to the tables of these hubs. If the floor is open, terminals and displays need not be enrolled."""
        self._desk, self._house = desk, house
        self._consoles = consoles
        devices = {name: loop.reports.device for name, loop in house.loops.items()}
        self._devices = {name: each for name, each in devices.items() if isinstance(each, ConnectedDevice)}
        self._limits = limits
        self._is_open = is_open
        self._sockets: dict[str, WeakSet[Socket]] = {}
        self._paces: dict[str, MoneyPace] = {}
        """What each device may still do. A whole burst needs no entry."""
        desk.office.listeners.append(self._heard)

    def may_play(self, asked: Handshake, socket: Socket, table: str) -> EnrolledTerminal | None:
        """The terminal that may play at this table; None on an open floor. Raise `AdmissionError` if it may not."""
        if self._is_open:
            return None
        client = self._enrolled(asked, socket, table, ClientKind.TERMINAL)
        return EnrolledTerminal(client.id, client.label)

    def watch(self, asked: Handshake, socket: Socket, table: str, kind: str) -> Receiver:
        """Admit a console, a display or a device, or raise `AdmissionError`."""
        hub = self._consoles[table]
        if kind == DEVICE:
            return self._device(asked, socket, table)
        if kind == MONEY:
            return self._money_devices(asked, socket, table)
        if kind not in (DISPLAY, STAFF):
            raise AdmissionError(404, NO_SUCH_SOCKET)
        session = self._signed_in(asked)
        if kind == DISPLAY:
            if session:  # staff look at the display of a table from their console
                return _watching(session, StaffConnection(socket, hub, ViewKind.PUBLIC, ended=partial(_forget, session)))
            if not self._is_open:
                self._enrolled(asked, socket, table, ClientKind.DISPLAY)
            return StaffConnection(socket, hub, ViewKind.PUBLIC)
        if session is None:
            raise AdmissionError(401, NOT_SIGNED_IN)
        view = self._desk.view_of(session, hub.dealer.durable)
        on_record = partial(self._desk.watches, session, f"{table}, live")
        return _watching(session, StaffConnection(socket, hub, view, on_record, partial(_forget, session)))

    def _signed_in(self, asked: Handshake) -> Session | None:
        """Who is signed in at an open console; None if nobody is."""
        session = self._desk.sessions.find(read_cookie([asked.cookies], SESSION, asked.scheme))
        return None if session is None or session.is_locked or session.must_change_password else session

    def _device(self, asked: Handshake, socket: Socket, table: str) -> DeviceConnection:
        """Admit the device that was enrolled for exactly this table."""
        client = self._enrolled(asked, socket, table, ClientKind.DEVICE)
        if client.table is None:
            raise AdmissionError(403, NO_TABLE_OF_DEVICE)
        device = self._devices.get(table)
        if device is None:
            raise AdmissionError(404, NO_DEVICE)
        if not device.admits(client.id):
            raise AdmissionError(409, OTHER_DEVICE)
        return DeviceConnection(socket, table, device, client.id, self._pace(client.id).messages)

    def _money_devices(self, asked: Handshake, socket: Socket, table: str) -> MoneyConnection:
        """Admit the money devices of a terminal, with a key of their own: who has that of the terminal cannot make money."""
        client = None if self._is_open else self._enrolled(asked, socket, table, ClientKind.MONEY)
        if client and self._desk.register.clients[client.terminal or ""].revoked_by:
            raise AdmissionError(401, TERMINAL_REVOKED)
        dealer, seating = self._consoles[table].dealer, self._house.seating[table]

        def find_seat(key: str) -> str | None:
            return seating.clients.seat_at(client.terminal or "", seating) if client else seating.seat_with(key)

        def pace_of(seat: str) -> MoneyPace:
            return self._pace(client.id if client else f"{table}/{seat}")

        enrolled, zone = client.id if client else None, self._consoles[table].zone
        return MoneyConnection(socket, dealer, self._house.money[table], find_seat, pace_of, enrolled, zone=zone)

    def _pace(self, sender: str) -> MoneyPace:
        """What a device may still do. A new connection does not renew it."""
        if sender not in self._paces:
            self._paces = {each: pace for each, pace in self._paces.items() if not pace.is_whole}
            limits, time = self._limits, asyncio.get_running_loop().time
            self._paces[sender] = MoneyPace(
                Allowance(limits.messages_per_second, limits.messages_at_once, time),
                Allowance(limits.numbers_per_minute / 60, limits.numbers_at_once, time),
            )
        return self._paces[sender]

    def _enrolled(self, asked: Handshake, socket: Socket, table: str, kind: ClientKind) -> Client:
        key = bearer(asked) or read_cookie([asked.cookies], CLIENT, asked.scheme)
        client = self._desk.register.client_with(digest_of_key(key)) if key else None
        if refused := why_not(client, table, kind):
            raise refused
        assert client, "or it was refused"
        self._sockets.setdefault(client.id, WeakSet()).add(socket)
        return client

    def _heard(self, event: Event, register: Register) -> None:
        if isinstance(event, ClientRevoked):
            devices = (each.id for each in register.clients.values() if each.terminal == event.client)
            for client in (event.client, *devices):
                for socket in self._sockets.pop(client, ()):
                    socket.close(why=REVOKED if client == event.client else TERMINAL_REVOKED, final=True)
            for device in self._devices.values():
                device.revoke(event.client)
            for seating in self._house.seating.values():
                seating.give_up(event.client)


def _watching(session: Session, connection: StaffConnection) -> StaffConnection:
    """A connection that ends with the session."""
    session.listeners[connection] = partial(_end, connection)
    return connection


def why_not(client: Client | None, table: str, kind: ClientKind) -> AdmissionError | None:
    """Why a client may not connect to a table as a client of this kind; None if it may."""
    if client is None:
        return AdmissionError(401, NOT_ENROLLED)
    if client.kind is not kind:
        return AdmissionError(401, OTHER_KIND.format(kind=client.kind.value, wanted=kind.value))
    if client.table not in (None, table):
        return AdmissionError(403, OTHER_TABLE.format(kind=client.kind.value, table=client.table))
    return None


def _forget(session: Session, connection: StaffConnection) -> None:
    session.listeners.pop(connection, None)


def _end(connection: StaffConnection, why: str) -> None:
    """Say why a console is told nothing more. After a change of roles it may come back at once."""
    words = {IDLE: LOCKED, BY_KEY: LOCKED, OTHER_ROLES: NEW_ROLES}.get(why, SIGNED_OUT)
    connection.end(words, final=why != OTHER_ROLES)
