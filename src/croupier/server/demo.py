"""The demonstration: a table of every document with company, on this machine only, without any configuration."""

import asyncio
import contextlib
import errno
import os
import random
import signal
import socket
import tempfile
from collections.abc import Generator
from pathlib import Path
from threading import Thread

import click
import uvicorn

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.company import seat_company
from croupier.floor.house import House
from croupier.floor.loop import Timing
from croupier.floor.notary import Notary
from croupier.floor.recovery import look_back
from croupier.journal.address import key_file, reader, store
from croupier.journal.anchors import Seal
from croupier.journal.journal import ThreadedJournal
from croupier.journal.waiting import pace
from croupier.server.app import web
from croupier.server.hub import Hub

SIGN = {"minimum": 100, "maximum": 50_000}


async def demo(
    data: str | None, port: int, timing: Timing, guests: int, *, key: Path | None = None, anchors: Path | None = None
) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play."""
    with contextlib.ExitStack() as stack:
        if data is None:
            data = str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "croupier.sqlite")
        listening = _listening(port)
        kept = store(data)
        said = pace(kept.waits())
        journal = ThreadedJournal(kept)
        stack.callback(journal.close)
        seal = Seal(key or key_file(data))
        notary = Notary(journal, seal, now, anchors)
        house = House(journal, SoftwareGenerator(), timing, notary=notary)
        chance = random.Random()  # noqa: S311 - how company bets decides nothing
        for name in names():
            rules = ruleset(name)
            to_confirm = [reading.id for reading in rules.readings if reading.to_confirm]
            dealer = await house.open(name, rules, SIGN, confirmed=to_confirm)
            await seat_company(dealer, guests, chance)
        Thread(target=look_back, args=(reader(data), seal.public, journal.stop), name="looking back", daemon=True).start()
        await _serve(house, listening, said)


class _Server(uvicorn.Server):
    """Leaves signals to the house, which finishes the rounds in play first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Capture none."""
        yield


async def _serve(house: House, listening: socket.socket, said: str) -> None:
    hubs = {name: Hub(loop.dealer) for name, loop in house.loops.items()}
    server = _Server(
        uvicorn.Config(
            web(house, hubs),
            log_level="warning",
            lifespan="off",
            ws_max_size=65_536,
            ws_per_message_deflate=False,
            ws_ping_interval=5,  # a terminal that does not answer within ten seconds is gone or does not read
            ws_ping_timeout=10,
            timeout_graceful_shutdown=3,
        )
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, house)
    async with asyncio.TaskGroup() as both:
        both.create_task(server.serve([listening]))
        address = "http://{}:{}/".format(*listening.getsockname())
        click.echo(f"croupier is running at {address} (Ctrl-C stops it after the round in play)")
        click.echo(said)
        await house.run()
        for hub in hubs.values():
            hub.close("The table is closed.")
        server.should_exit = True


def _stop(house: House) -> None:
    """Finish the rounds in play; whoever asks twice does not want to wait, and the journal does not need us to."""
    if house.stopping:
        os._exit(130)
    with contextlib.suppress(OSError):  # nobody may be reading any more
        click.echo("\nfinishing the rounds in play; Ctrl-C again stops at once")
    house.stop()


def _listening(port: int) -> socket.socket:
    """A socket on loopback; any free port if the one asked for is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        listening.bind(("127.0.0.1", 0))
    listening.listen(1024)  # at once, so that the address that is printed answers
    return listening
