"""The gate: counts connections and refusals, and makes room for clients that say what they want."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, Protocol

import click

from croupier.server.allowance import Allowance
from croupier.server.limits import (
    TOO_MANY_CONNECTIONS,
    TOO_MANY_FROM_ADDRESS,
    TOO_MANY_HELLOS,
    TOO_SILENT,
    TOO_SLOW,
    ClientLimits,
)

REPORT_INTERVAL = 60.0
"""Seconds between two reports of refusals on stderr, so that a flood of connections is no flood of lines."""

REFUSAL_PAUSE = 2.0
"""Seconds until a hello too many is refused."""
FLOOD_COST = 25
"""How many hellos an address loses when one of its terminals is cut off for its haste."""


class Refusable(Protocol):
    """A connection that can be refused."""

    def refuse(self, status: int, sentence: str) -> None:
        """Send this reason if the client can hear it, and close the connection."""
        ...


class Pace(NamedTuple):
    """How fast the terminal at a seat may speak, whatever connection it uses."""

    messages: Allowance
    refusals: Allowance
    """How often it is told that it is too fast before it is cut off."""


class Gate:
    """Who is connected, from which address, and since when without having said anything."""

    def __init__(self, limits: ClientLimits, most: int, time: Callable[[], float] | None = None) -> None:
        """Start without connections. There are never more than `most`, which the system sets. `time` is in seconds."""
        self.limits = limits
        self._time = time or asyncio.get_running_loop().time
        self._most = min(limits.connections, most)
        self.refused = Counter[str]()
        """How often each limit refused something since the start."""
        self._silent: dict[Refusable, float] = {}
        """Connections that have not said what they want, oldest first, with the time at which they came."""
        self._addresses: dict[Refusable, str] = {}
        """All other connections, with their addresses."""
        self._of_address = Counter[str]()
        self._hellos: dict[str, Allowance] = {}
        """What the addresses may still do that have said hello lately."""
        self._kept_waiting: dict[Refusable, float] = {}
        """Connections that will be refused after a pause, oldest first, with the time of their hello."""
        self._paces: dict[str, Pace] = {}
        """What the seats may still do that have said something lately."""
        self._reported = Counter[str]()
        self._next_report = 0.0

    def enter(self, connection: Refusable) -> None:
        """Count a new connection. If there are too many, the one gives way that has said nothing for the longest time."""
        self._silent[connection] = self._time()
        if len(self._silent) > self.limits.silent_connections:
            self._refuse(next(iter(self._silent)), "silent-connections", 503, TOO_SILENT)
        elif len(self._silent) + len(self._addresses) > self._most:
            self._refuse(next(iter(self._silent)), "connections", 503, TOO_MANY_CONNECTIONS)

    def has_spoken(self, connection: Refusable, address: str) -> bool:
        """Count a connection for its address, once it has said what it wants. False if that is one too many."""
        if self._silent.pop(connection, None) is None:
            return connection in self._addresses
        if self._of_address[address] >= self.limits.connections_per_address:
            self._refuse(connection, "connections-per-address", 429, TOO_MANY_FROM_ADDRESS)
            return False
        self._addresses[connection] = address
        self._of_address[address] += 1
        return True

    def may_greet(self, connection: Refusable, address: str) -> bool:
        """Count a hello for its address. If that is one too many, it is refused after a pause, and must not be read until then.

        Without the pause, a client that connects again and again would keep the server busy with handshakes.
        """
        if self._greetings(address).take():
            return True
        self._kept_waiting[connection] = self._time()
        return False

    def pace(self, seat: str) -> Pace:
        """The pace of a seat. It goes on from its last connection, so that a terminal gains nothing by connecting again."""
        if seat not in self._paces:
            limits = self.limits
            messages = Allowance(limits.messages_per_second, limits.messages_at_once, self._time)
            self._paces[seat] = Pace(messages, Allowance(1, limits.messages_at_once, self._time))
        return self._paces[seat]

    def flooded(self, address: str) -> None:
        """Make an address wait longer for its next terminals, because one of them was cut off for its haste."""
        self._greetings(address).fine(FLOOD_COST)

    def _greetings(self, address: str) -> Allowance:
        if address not in self._hellos:
            limits = self.limits
            self._hellos[address] = Allowance(limits.hellos_per_second, limits.hellos_at_once, self._time)
        return self._hellos[address]

    def leave(self, connection: Refusable) -> None:
        """Forget a connection."""
        self._silent.pop(connection, None)
        self._kept_waiting.pop(connection, None)
        if (address := self._addresses.pop(connection, None)) is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def sweep(self) -> None:
        """Refuse connections that have said nothing for too long, and report refusals. Called about once a second."""
        seconds = self.limits.handshake_seconds
        while self._silent:
            connection, since = next(iter(self._silent.items()))
            if self._time() - since < seconds:
                break
            self._refuse(connection, "handshake-seconds", 408, TOO_SLOW.format(seconds=seconds))
        for connection, since in list(self._kept_waiting.items()):
            if self._time() - since >= REFUSAL_PAUSE:
                self._refuse(connection, "hellos-per-second", 429, TOO_MANY_HELLOS)
        self._paces = {
            seat: pace for seat, pace in self._paces.items() if not (pace.messages.is_whole and pace.refusals.is_whole)
        }
        self._hellos = {address: allowance for address, allowance in self._hellos.items() if not allowance.is_whole}
        if self._time() >= self._next_report:
            self.report()

    def count(self, limit: str) -> None:
        """Count a refusal."""
        self.refused[limit] += 1

    def _refuse(self, connection: Refusable, limit: str, status: int, sentence: str) -> None:
        self.count(limit)
        self.leave(connection)
        connection.refuse(status, sentence)

    def report(self) -> None:
        """Write one line about all refusals since the last report, if there are any."""
        more = self.refused - self._reported
        if not more:
            return
        said = ", ".join(f"{limit} {count:,}" for limit, count in more.most_common())
        click.echo(f"croupier: refused by limits since the last report: {said}", err=True)
        self._reported, self._next_report = self.refused.copy(), self._time() + REPORT_INTERVAL
