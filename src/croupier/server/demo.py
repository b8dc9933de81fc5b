"""The demonstration: one table of every rule set, with bots, on the loopback interface, without configuration."""

import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
import tempfile
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.chips import live_sign
from croupier.floor.company import Guest, seat_company
from croupier.floor.house import Found, House
from croupier.floor.limits import ClientLimits
from croupier.floor.notary import Notary
from croupier.floor.recovery import BackgroundVerification
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal.address import check_distinct_files, key_file, reader, shown, store
from croupier.journal.anchors import SigningKey
from croupier.journal.exit import exit_process
from croupier.journal.journal import ThreadedJournal
from croupier.journal.latency import describe_latency, is_memory
from croupier.journal.port import JournalError
from croupier.journal.sqlite import why
from croupier.rulebook.attached import Attached
from croupier.server.hub import Hub
from croupier.server.polling import PollClock, polling_loop
from croupier.server.serving import FloorServer, listening_socket
from croupier.server.starting import details, greeting, signing_key
from croupier.server.time_slices import TimeSlices

SIGN = {"minimum": 100, "maximum": 50_000}
WIDTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to run the demonstration."""

    data: str | None = None
    """The address of the journal; None for a temporary file."""
    port: int = 0
    timing: Timing = field(default_factory=Timing)
    guests: int = 3
    """Bots at every table."""
    key: Path | None = None
    """The file of the signing key; None for the default beside the journal."""
    anchors: Path | None = None
    """The file for copies of anchors."""
    limits: ClientLimits = field(default_factory=ClientLimits)
    seating: SeatRules = field(default_factory=SeatRules)
    documents: Mapping[str, Attached] = field(default_factory=dict[str, Attached])
    """The operator's copies of approved documents, by rule set."""
    verbose: bool = False


def demo(settings: Settings) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play."""
    clock = PollClock()
    with asyncio.Runner(loop_factory=partial(polling_loop, clock)) as runner:
        runner.run(_demo(settings, clock))


async def _demo(settings: Settings, clock: PollClock) -> None:
    data, anchors = settings.data, settings.anchors
    with contextlib.ExitStack() as stack:
        address = data if data is not None else f"{stack.enter_context(tempfile.TemporaryDirectory())}/croupier.sqlite"
        file = settings.key or key_file(address)
        check_distinct_files(address, file, anchors)
        listening = listening_socket(settings.port)
        kept = store(address)
        waits = kept.waits()
        journal = ThreadedJournal(kept, partial(_cannot_go_on, address))
        stack.callback(journal.close)
        signing = signing_key(journal, file)
        notary = Notary(journal, signing, clock, anchors)
        house = House(journal, SoftwareGenerator(), settings.timing, clock, notary, seating=settings.seating)
        company = await _opened(house, signing, settings.guests)
        stack.callback(BackgroundVerification(reader(address), signing.public, journal.stop).end)
        said = greeting(data, signing)
        if settings.verbose:
            said += details(signing, waits, anchors)
        elif data is not None and is_memory(waits):
            said.append(describe_latency(waits))
        slices = TimeSlices()
        hubs = {name: Hub(loop.dealer, clock.running, slices, loop.timetable) for name, loop in house.loops.items()}
        server = FloorServer(house, hubs, settings.limits, settings.documents)
        await _serve(house, company, server, listening, said)


async def _opened(house: House, key: SigningKey, guests: int) -> list[Guest]:
    """Open one table of every rule set, and seat the bots."""
    # Check all tables before claiming any: if one is refused, nothing was changed and no key was written.
    found: list[Found] = []
    for name in names():
        rules = ruleset(name)
        to_confirm = [reading.id for reading in rules.readings if reading.to_confirm]
        found.append(house.find(name, rules, live_sign(rules, SIGN), confirmed=to_confirm))
    key.keep()
    chance = random.Random()  # noqa: S311 - for the bets of bots only
    tables = [(await house.take(each)).name for each in found]
    return [guest for name in tables for guest in await seat_company(house.loops[name], guests, chance)]


async def _serve(house: House, company: list[Guest], server: FloorServer, listening: socket.socket, said: list[str]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, house)

    async def see_out() -> None:
        server.stop("The table is closed.")
        await serving
        for guest in company:
            await guest.leave()

    async with asyncio.TaskGroup() as both:
        serving = both.create_task(server.run(listening))
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
