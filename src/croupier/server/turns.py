"""Lets HTTP requests begin in turn: a few in one iteration of the event loop, of each address one after the other.

A page takes about a millisecond, and hundreds of connections may be read in one iteration. Without turns all of their requests
were answered in it, and a bet that arrived meanwhile waited for the last of them.
"""

import asyncio
from collections import deque

from croupier.people.networks import network_of

AT_ONCE = 4
"""Requests that begin in one iteration of the event loop."""


class Turns:
    """Requests that wait for their turn."""

    def __init__(self) -> None:
        """Begin without any."""
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        """By network; the one whose turn is next comes first."""
        self._begun = 0
        """How many have begun in this iteration."""
        self._is_due = False

    async def take(self, address: str) -> None:
        """Wait for the turn of a request from this address. It comes at once if nobody waits and few have begun."""
        if not self._queues and self._begun < AT_ONCE:
            self._begun += 1
            self._soon()
            return
        turn = asyncio.get_running_loop().create_future()
        self._queues.setdefault(network_of(address), deque()).append(turn)
        self._soon()
        await turn

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        """Let the next few begin, one of each network in turn."""
        self._is_due, self._begun = False, 0
        while self._queues and self._begun < AT_ONCE:
            network = next(iter(self._queues))
            queue = self._queues.pop(network)
            turn = queue.popleft()
            if queue:
                self._queues[network] = queue  # behind the others
            if not turn.done():
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            self._soon()
