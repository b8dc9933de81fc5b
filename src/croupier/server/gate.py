"""The gate: counts connections and refusals, and closes silent connections when there are too many."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar

from croupier.floor.limits import ClientLimits
from croupier.floor.warning import warn
from croupier.people.networks import network_of
from croupier.server.allowance import Allowance
from croupier.server.limits import (
    NOT_DONE_IN_TIME,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_FROM_ADDRESS,
    TOO_MANY_HELLOS,
    TOO_SILENT,
    TOO_SLOW,
)
from croupier.server.proxies import Proxies

T = TypeVar("T")

REPORT_INTERVAL = 60.0
"""Seconds between two reports of refusals on stderr, however many there are."""

REFUSAL_PAUSE = 2.0
"""Seconds until a hello over the limit is refused."""
FLOOD_COST = 25
"""How many hellos an address loses when one of its terminals is cut off because it sent too fast."""


class Refusable(Protocol):
    """A connection that can be refused."""

    def refuse(self, status: int, sentence: str) -> None:
        """Send this reason if the client can hear it, and close the connection."""
        ...


class Pace(NamedTuple):
    """How many messages the terminal at a seat may still send, over all of its connections."""

    messages: Allowance
    refusals: Allowance
    """How many messages over the limit are refused one by one. After that, the connection is closed."""
    numbers: Allowance
    """How many numbers of tickets and cards may be tried: whoever guesses a number must not find one."""


class Gate:
    """The connections of the server: their number, their addresses, and how long they have been silent."""

    def __init__(
        self,
        limits: ClientLimits,
        most: int,
        time: Callable[[], float] | None = None,
        proxies: Proxies | None = None,
    ) -> None:
        """Start without connections. The system allows at most `most` of them. `time` is in seconds."""
        self.proxies = proxies or Proxies()
        self.limits = limits
        self._time = time or asyncio.get_running_loop().time
        self._most = min(limits.connections, most)
        self.refused = Counter[str]()
        """How often each limit refused something since the start."""
        self._silent: dict[Refusable, float] = {}
        """Connections without a request or a hello, oldest first, with the time at which they were opened."""
        self._silent_at: dict[str, dict[Refusable, None]] = {}
        """The same by address."""
        self._whence: dict[Refusable, str] = {}
        """The addresses of the same."""
        self._addresses: dict[Refusable, str] = {}
        """All other connections, with their addresses."""
        self._of_address = Counter[str]()
        self._answering: dict[Refusable, float] = {}
        """HTTP connections whose response is not complete, oldest first, with the time of the request."""
        self._hellos: dict[str, Allowance] = {}
        """How many hellos each address may still send. An address that may send a whole burst has no entry."""
        self._visits: dict[str, Allowance] = {}
        """How many HTTP requests each address may still send."""
        self._kept_waiting: dict[Refusable, float] = {}
        """Connections whose hello was over the limit, oldest first, with its time. They are refused after a pause."""
        self._paces: dict[str, Pace] = {}
        """The pace of each seat. A seat that may send a whole burst has no entry."""
        self._reported = Counter[str]()
        self._next_report = 0.0

    @property
    def open_connections(self) -> Mapping[str, int]:
        """How many connections are open: those that have said what they want, and those that have not."""
        return {"open": len(self._addresses), "silent": len(self._silent)}

    def enter(self, connection: Refusable, address: str) -> None:
        """Count a new connection. If there are too many, refuse the oldest silent one of the address that has the most."""
        address = network_of(address)
        self._silent[connection] = self._time()
        self._silent_at.setdefault(address, {})[connection] = None
        self._whence[connection] = address
        if len(self._silent) > self.limits.silent_connections:
            self._refuse(self._first_to_go(), "silent-connections", 503, TOO_SILENT)
        elif len(self._silent) + len(self._addresses) > self._most:
            self._refuse(self._first_to_go(), "connections", 503, TOO_MANY_CONNECTIONS)

    def _first_to_go(self) -> Refusable:
        """The oldest silent connection of the address that has the most, so that nobody drives the others out."""
        return next(iter(max(self._silent_at.values(), key=len)))

    def _is_silent_no_more(self, connection: Refusable) -> bool:
        """Take a connection from the silent ones. False if it was none of them."""
        if self._silent.pop(connection, None) is None:
            return False
        address = self._whence.pop(connection)
        del self._silent_at[address][connection]
        if not self._silent_at[address]:
            del self._silent_at[address]
        return True

    def has_spoken(self, connection: Refusable, address: str) -> bool:
        """Count a connection for its address, once it has sent a request or a hello. False if it was refused."""
        if not self._is_silent_no_more(connection):
            return connection in self._addresses
        address = network_of(address)
        if self._of_address[address] >= self.limits.connections_per_address:
            self._refuse(connection, "connections-per-address", 429, TOO_MANY_FROM_ADDRESS)
            return False
        self._addresses[connection] = address
        self._of_address[address] += 1
        return True

    def requested(self, connection: Refusable, address: str) -> None:
        """Count an HTTP connection for its address, and the time of its response from now on."""
        if self.has_spoken(connection, address):
            self._answering[connection] = self._time()

    def may_greet(self, connection: Refusable, address: str) -> bool:
        """Count a hello for its address. False if it is over the limit: do not read from the connection then.

        It is refused after a pause, so that a client that connects again and again does not keep the server busy.
        """
        if self._greetings(address).take():
            return True
        self._kept_waiting[connection] = self._time()
        return False

    def may_visit(self, address: str) -> bool:
        """Count an HTTP request for its address. False if it is over the limit."""
        address = network_of(address)
        if address not in self._visits:
            self._visits[address] = Allowance(self.limits.visits_per_second, self.limits.visits_at_once, self._time)
        if self._visits[address].take():
            return True
        self.count("visits-per-second")
        return False

    def pace(self, terminal: str) -> Pace:
        """The pace of a terminal. A new connection does not renew it, nor does another seat of an enrolled one."""
        if terminal not in self._paces:
            limits = self.limits
            messages = Allowance(limits.messages_per_second, limits.messages_at_once, self._time)
            numbers = Allowance(limits.numbers_per_minute / 60, limits.numbers_at_once, self._time)
            self._paces[terminal] = Pace(messages, Allowance(1, limits.messages_at_once, self._time), numbers)
        return self._paces[terminal]

    def flooded(self, address: str) -> None:
        """Allow an address fewer hellos, because one of its terminals was cut off for sending too fast."""
        self._greetings(address).deduct(FLOOD_COST)

    def _greetings(self, address: str) -> Allowance:
        address = network_of(address)
        if address not in self._hellos:
            limits = self.limits
            self._hellos[address] = Allowance(limits.hellos_per_second, limits.hellos_at_once, self._time)
        return self._hellos[address]

    def leave(self, connection: Refusable) -> None:
        """Forget a connection."""
        self._is_silent_no_more(connection)
        self._answering.pop(connection, None)
        self._kept_waiting.pop(connection, None)
        if (address := self._addresses.pop(connection, None)) is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def sweep(self) -> Iterator[None]:
        """Refuse connections whose time is over, forget what is not needed any more, and report refusals; about once a second.

        It goes in small steps: an attack ends the time of thousands of connections at once, and players bet meanwhile.
        """
        limits = self.limits
        for since, seconds, limit, status, sentence in (
            (self._silent, limits.handshake_seconds, "handshake-seconds", 408, TOO_SLOW),
            (self._answering, limits.response_seconds, "response-seconds", 408, NOT_DONE_IN_TIME),
            (self._kept_waiting, REFUSAL_PAUSE, "hellos-per-second", 429, TOO_MANY_HELLOS),
        ):
            for connection in self._overdue(since, seconds):
                self._refuse(connection, limit, status, sentence.format(seconds=seconds))
                yield
        yield from _drop(self._paces, lambda pace: all(allowance.is_whole for allowance in pace))
        yield from _drop(self._visits, lambda allowance: allowance.is_whole)
        yield from _drop(self._hellos, lambda allowance: allowance.is_whole)
        if self._time() >= self._next_report:
            self.report()

    def _overdue(self, since: Mapping[Refusable, float], seconds: float) -> Iterator[Refusable]:
        """The connections that have waited for so long. The oldest come first in `since`, and must leave it in turn."""
        while since:
            connection, begun = next(iter(since.items()))
            if self._time() - begun < seconds:
                return
            yield connection

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
        warn(f"refused by limits since the last report: {said}", "refused-by-limits", limits=dict(more))
        self._reported, self._next_report = self.refused.copy(), self._time() + REPORT_INTERVAL


def _drop(kept: dict[str, T], is_done: Callable[[T], bool]) -> Iterator[None]:
    """Drop the entries that are not needed any more, one at a step."""
    for key in list(kept):
        if is_done(kept[key]):
            del kept[key]
        yield
