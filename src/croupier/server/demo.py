"""The demonstration: a table of every document with company, on this machine only, without any configuration."""

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
from croupier.floor.recovery import LookBack
from croupier.journal.address import key_file, reader, shown, store
from croupier.journal.anchors import Seal
from croupier.journal.journal import ThreadedJournal, stop_the_process
from croupier.journal.port import JournalError
from croupier.journal.sqlite import why
from croupier.journal.waiting import pace
from croupier.server.app import web
from croupier.server.hub import Hub
from croupier.server.starting import about, about_stopping, check_apart, the_seal

SIGN = {"minimum": 100, "maximum": 50_000}
WIDTH = 80


async def demo(
    data: str | None, port: int, timing: Timing, guests: int, *, key: Path | None = None, anchors: Path | None = None
) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play."""
    with contextlib.ExitStack() as stack:
        goes_on = data is not None
        if data is None:
            data = str(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "croupier.sqlite")
        file = key or key_file(data)
        check_apart(data, file, anchors)
        listening = _listening(port)
        kept = store(data)
        said = [pace(kept.waits())]
        journal = ThreadedJournal(kept, partial(_cannot_go_on, data))
        stack.callback(journal.close)
        seal = the_seal(journal, file)
        house = House(journal, SoftwareGenerator(), timing, notary=Notary(journal, seal, now, anchors))
        company = await _opened(house, seal, guests)
        stack.callback(LookBack(reader(data), seal.public, journal.stop).end)
        await _serve(house, company, listening, [*said, *about_stopping(goes_on=goes_on), *(about(seal) if goes_on else ())])


async def _opened(house: House, seal: Seal, guests: int) -> list[Guest]:
    """A table of every document, and who sits there."""
    # All are checked before any is taken over: a start that is refused at one changes none, and leaves no key behind.
    found: list[Found] = []
    for name in names():
        rules = ruleset(name)
        to_confirm = [reading.id for reading in rules.readings if reading.to_confirm]
        found.append(house.find(name, rules, SIGN, confirmed=to_confirm))
    seal.keep()
    chance = random.Random()  # noqa: S311 - how company bets decides nothing
    dealers = [await house.take(each) for each in found]
    return [guest for dealer in dealers for guest in await seat_company(dealer, guests, chance)]


class _Server(uvicorn.Server):
    """Leaves signals to the house, which finishes the rounds in play first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Capture none."""
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
            ws_ping_interval=5,  # a terminal that does not answer within ten seconds is gone or does not read
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
    """Finish the rounds in play; whoever asks twice does not want to wait, and the journal does not need us to."""
    if house.stopping:
        os._exit(130)
    _say("\nfinishing the rounds in play; Ctrl-C again stops at once")
    house.stop()


def _cannot_go_on(data: str, error: BaseException) -> None:
    """Say what is wrong with the journal as everybody else would, and stop."""
    stop_the_process(error if isinstance(error, JournalError) else JournalError(f"{shown(data)}: {why(error)}"))


def _say(sentence: str) -> None:
    """Tell whoever started us, on lines that fit a terminal. Where nobody reads it any more, the tables go on all the same."""
    try:
        click.echo(textwrap.fill(sentence, WIDTH, replace_whitespace=False, break_long_words=False, break_on_hyphens=False))
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or what is left would fail again at exit


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
