"""The demonstration: one table of every rule set, with bots, on the loopback interface, without configuration."""

import asyncio
import contextlib
import errno
import os
import random
import signal
import socket
import sys
import tempfile
import textwrap
from collections.abc import Generator
from functools import partial
from pathlib import Path

import click
import uvicorn

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.company import Guest, seat_company
from croupier.floor.house import Found, House
from croupier.floor.loop import Timing
from croupier.floor.notary import Notary
from croupier.floor.recovery import BackgroundVerification
from croupier.journal.address import key_file, reader, shown, store
from croupier.journal.anchors import SigningKey
from croupier.journal.journal import ThreadedJournal, exit_process
from croupier.journal.latency import describe_latency, is_memory
from croupier.journal.port import JournalError
from croupier.journal.sqlite import why
from croupier.server.app import web
from croupier.server.hub import Hub
from croupier.server.starting import check_distinct_files, details, greeting, signing_key

SIGN = {"minimum": 100, "maximum": 50_000}
WIDTH = 80


async def demo(
    data: str | None,
    port: int,
    timing: Timing,
    guests: int,
    *,
    key: Path | None = None,
    anchors: Path | None = None,
    verbose: bool = False,
) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play. Without `data` the journal is a temporary file."""
    with contextlib.ExitStack() as stack:
        address = data if data is not None else f"{stack.enter_context(tempfile.TemporaryDirectory())}/croupier.sqlite"
        file = key or key_file(address)
        check_distinct_files(address, file, anchors)
        listening = _listening(port)
        kept = store(address)
        waits = kept.waits()
        journal = ThreadedJournal(kept, partial(_cannot_go_on, address))
        stack.callback(journal.close)
        signing = signing_key(journal, file)
        house = House(journal, SoftwareGenerator(), timing, notary=Notary(journal, signing, now, anchors))
        company = await _opened(house, signing, guests)
        stack.callback(BackgroundVerification(reader(address), signing.public, journal.stop).end)
        said = greeting(data, signing)
        if verbose:
            said += details(signing, waits, anchors)
        elif data is not None and is_memory(waits):
            said.append(describe_latency(waits))
        await _serve(house, company, listening, said)


async def _opened(house: House, key: SigningKey, guests: int) -> list[Guest]:
    """Open one table of every rule set, and seat the bots."""
    # Check all tables before claiming any: if one is refused, nothing was changed and no key was written.
    found: list[Found] = []
    for name in names():
        rules = ruleset(name)
        to_confirm = [reading.id for reading in rules.readings if reading.to_confirm]
        found.append(house.find(name, rules, SIGN, confirmed=to_confirm))
    key.keep()
    chance = random.Random()  # noqa: S311 - for the bets of bots only
    dealers = [await house.take(each) for each in found]
    return [guest for dealer in dealers for guest in await seat_company(dealer, guests, chance)]


class _Server(uvicorn.Server):
    """A server without signal handlers: on a signal, the house finishes the rounds in play first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Install no signal handlers."""
        yield


async def _serve(house: House, company: list[Guest], listening: socket.socket, said: list[str]) -> None:
    hubs = {name: Hub(loop.dealer) for name, loop in house.loops.items()}
    server = _Server(
        uvicorn.Config(
            web(house, hubs),
            log_level="warning",
            lifespan="off",
            ws_max_size=65_536,
            ws_per_message_deflate=False,
            ws_ping_interval=5,  # drop a terminal that does not answer a ping within ten seconds
            ws_ping_timeout=10,
            timeout_graceful_shutdown=3,
        )
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, house)

    async def see_out() -> None:
        for hub in hubs.values():
            hub.close("The table is closed.")
        server.should_exit = True
        await serving
        for guest in company:
            await guest.leave()

    async with asyncio.TaskGroup() as both:
        serving = both.create_task(server.serve([listening]))
        _say("croupier is running at http://{}:{}/ (Ctrl-C stops it)".format(*listening.getsockname()))
        for sentence in said:
            _say(sentence)
        await house.run(see_out)


def _stop(house: House) -> None:
    """Finish the rounds in play. On a second signal exit at once, which is safe for the journal."""
    if house.stopping:
        os._exit(130)
    _say("\nfinishing the rounds in play; Ctrl-C again stops at once")
    house.stop()


def _cannot_go_on(data: str, error: BaseException) -> None:
    """Describe an error of the journal as a sentence, and stop the process."""
    exit_process(error if isinstance(error, JournalError) else JournalError(f"{shown(data)}: {why(error)}"))


def _say(sentence: str) -> None:
    """Print a sentence, wrapped to the width of a terminal. If stdout is closed, go on without it."""
    try:
        click.echo(textwrap.fill(sentence, WIDTH, replace_whitespace=False, break_long_words=False, break_on_hyphens=False))
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit would fail again


def _listening(port: int) -> socket.socket:
    """Listen on the loopback interface; on any free port if the wanted one is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        listening.bind(("127.0.0.1", 0))
    listening.listen(1024)  # before the address is printed, so that it answers
    return listening
