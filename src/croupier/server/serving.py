"""Serves a house over HTTP and WebSocket until it stops."""

import asyncio
import contextlib
import errno
import gc
import os
import resource
import socket
import sys
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.routing import BaseRoute

from croupier.floor.house import House
from croupier.floor.limits import ClientLimits
from croupier.floor.warning import warn
from croupier.rulebook.attached import Attached
from croupier.server.admission import LOOPBACK, Door, MayPlay, Watch
from croupier.server.app import web
from croupier.server.arrivals import QUEUED, Arrival, Arrivals
from croupier.server.gate import Gate
from croupier.server.http import HEAD_BYTES, LimitedHttp, Paced
from croupier.server.hub import Hub
from croupier.server.proxies import Proxies
from croupier.server.socket import Socket
from croupier.server.time_slices import SLICE

SPARE_FILES = 200
"""File descriptors that are left for the journal, its readers and the pages."""
SWEEP_INTERVAL = 1.0
SWITCH_INTERVAL = 0.0005
"""Seconds until a busy event loop lets the thread of the journal run. Each write needs that several times."""
COLLECT_AFTER = (200, 2, 1_000_000)
"""After how many new objects Python looks for cyclic garbage among them, and after how many such looks among older ones.

Tables and messages are no cyclic garbage. A larger first number makes longer pauses (under load, 200: 2 ms; 1,000: 8 ms;
50,000: 27 ms) and saves no time. The third number is never reached: a look at all objects takes 100 ms with 2,000 terminals, so
the server chooses the moment.
"""
COLLECT_ALL_AFTER = 1_000
"""After how many looks at younger objects the server looks at all of them, at the first moment at which nobody waits."""
COLLECT_ALL_BY = 2_000
"""After how many it does so even while terminals wait. Ended connections leave up to 80 MB of garbage per thousand looks."""


class _Server(uvicorn.Server):
    """A server with its own way to accept connections, and without signal handlers: the house finishes its rounds first."""

    def __init__(self, config: uvicorn.Config, gate: Gate) -> None:
        """Count connections at this gate."""
        super().__init__(config)
        self._gate = gate
        self._arrivals: Arrivals | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen."""
        self.servers = []
        self._arrivals = Arrivals(self._gate, self._protocol, self.config.ssl)
        self._arrivals.listen(*sockets or ())
        self.started = True

    def _protocol(self, arrival: Arrival) -> asyncio.BaseProtocol:
        return LimitedHttp(self._gate, arrival, config=self.config, server_state=self.server_state, app_state={})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nothing more, then end the connections."""
        if self._arrivals:
            self._arrivals.close()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no signal handlers."""
        yield


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """What a server offers beside tables and their pages, and to whom."""

    hosts: Collection[str] = LOOPBACK
    """The names under which clients reach the server."""
    routes: Sequence[BaseRoute] = ()
    may_play: MayPlay | None = None
    watch: Watch | None = None
    certificate: Path | None = None
    """The TLS certificate; None to serve without TLS."""
    private_key: Path | None = None
    proxies: Proxies = field(default_factory=Proxies)


class FloorServer:
    """The server of a house: its pages and its clients."""

    def __init__(
        self,
        house: House,
        hubs: Mapping[str, Hub],
        limits: ClientLimits,
        documents: Mapping[str, Attached] | None = None,
        front: Front | None = None,
    ) -> None:
        """Prepare to serve. Raises the limit of open files as far as the system lets us.

        `documents` are the operator's copies of approved documents, by rule set.
        """
        front = front or Front()
        self.gate = Gate(limits, most=_open_files() - SPARE_FILES, proxies=front.proxies)
        self._hubs = hubs
        door = Door(house, hubs, self.gate, hosts=front.hosts, may_play=front.may_play, watch=front.watch)
        self._server = _Server(
            uvicorn.Config(
                Paced(
                    web(
                        hubs,
                        documents,
                        hosts=front.hosts,
                        routes=front.routes,
                        takes_money=not house.is_live,
                        has_cage=house.keeper is not None,
                        cards=house.demonstration_cards,
                    ),
                    self.gate,
                ),
                http="h11",
                # uvicorn takes a class here, and only calls it.
                ws=cast("type[asyncio.Protocol]", partial(Socket, self.gate, door.admit)),
                h11_max_incomplete_event_size=HEAD_BYTES,
                log_config=None,  # errors go where the other lines go
                log_level="error",
                lifespan="off",
                timeout_graceful_shutdown=3,
                proxy_headers=False,
                ssl_certfile=front.certificate,
                ssl_keyfile=front.private_key,
            ),
            self.gate,
        )

    async def run(self, *listening: socket.socket) -> None:
        """Serve on these sockets until `stop` is called."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT_AFTER)
        sys.setswitchinterval(SWITCH_INTERVAL)
        sweeping = asyncio.get_running_loop().create_task(self._sweep())
        try:
            await self._server.serve([*listening])
        finally:
            sweeping.cancel()
            self.gate.report()

    def stop(self, why: str) -> None:
        """Say goodbye to every terminal, and end."""
        for hub in self._hubs.values():
            hub.close(why)
        self._server.should_exit = True

    async def _sweep(self) -> None:
        """Look after connections that say nothing, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_INTERVAL)
            try:
                await self._look_after_connections()
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one connection, the others keep their time limits
                warn(f"not all connections were looked after ({type(error).__name__}: {error})")
            collect_garbage(is_quiet=all(hub.slices.is_quiet for hub in self._hubs.values()))

    async def _look_after_connections(self) -> None:
        """Sweep in time slices, so that bets are decided in between."""
        loop = asyncio.get_running_loop()
        until = loop.time() + SLICE
        for _ in chain(self.gate.sweep(), self._signs_of_life()):
            if loop.time() > until:
                await asyncio.sleep(0)
                until = loop.time() + SLICE

    def _signs_of_life(self) -> Iterator[None]:
        """Look after the sockets, one at a step."""
        now = asyncio.get_running_loop().time()
        for connection in cast("list[Any]", list(self._server.server_state.connections)):
            if isinstance(connection, Socket):
                connection.check_life(now)
            yield


def collect_garbage(*, is_quiet: bool) -> None:
    """Look at all objects for cyclic garbage if it is time for that. `is_quiet` says that nobody waits."""
    looks = gc.get_count()[2]
    if looks >= COLLECT_ALL_BY or (looks >= COLLECT_ALL_AFTER and is_quiet):
        gc.collect()


def listening_socket(port: int, host: str = "127.0.0.1", *, or_any: bool = True) -> socket.socket:
    """Listen on an interface; on any free port if the wanted one is taken, unless it has to be that one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small messages without delay (TCP_NODELAY).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE or not or_any:
            listening.close()
            place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            raise OSError(error.errno, os.strerror(error.errno or 0), place) from None
        listening.bind((host, 0))
    listening.listen(QUEUED)  # before the address is printed, so that it answers
    return listening


def _open_files() -> int:
    """How many files this process may open, after asking for as many as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else 1_000_000
