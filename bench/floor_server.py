"""Our server for bench/under_load.py: roulette tables on a store, served as `croupier demo` serves its tables.

The rounds of the tables begin one after the other, so that some table always takes bets. SIGUSR1 ends all betting periods. With
--report, the time at which each result becomes durable goes to stdout.
"""

import argparse
import asyncio
import json
import signal
import tempfile
import time
from functools import partial
from pathlib import Path

from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Happened
from croupier.floor.house import House
from croupier.floor.limits import ClientLimits
from croupier.floor.loop import Loop
from croupier.floor.notary import Notary
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal.address import store
from croupier.journal.anchors import SigningKey
from croupier.journal.threaded import ThreadedJournal
from croupier.server.hub import Hub
from croupier.server.polling import PollClock, PollingLoop
from croupier.server.serving import FloorServer, listening_socket
from croupier.server.time_slices import TimeSlices
from croupier.table.rounds.settling import RoundSettled

RULES = "ministar-roulette-2018"
SIGN = {"minimum": 100, "maximum": 50_000}
MANY_SEATS = SeatRules(seats=2_000, seats_per_address=2_000)


class Options(argparse.Namespace):
    """The options of the command line."""

    store: str
    tables: int
    betting: float
    showing: float
    report: bool
    default_limits: bool


def begin(happened: Happened) -> None:
    """Tell the parent process when a result is durable, and how much CPU this thread has used until then."""
    if isinstance(happened.event, RoundSettled):
        print(json.dumps({"begun": time.monotonic_ns(), "cpu": time.thread_time_ns()}), flush=True)


async def stagger(loops: list[Loop], cycle: float) -> None:
    """End the first betting periods one after the other, evenly over the time of a round."""
    for each in loops:
        await asyncio.sleep(cycle / len(loops))
        each.close_early()


async def serve(options: Options, clock: PollClock, folder: Path) -> None:
    """Serve until the process is killed."""
    listening = listening_socket(0)
    journal = ThreadedJournal(store(options.store))
    key = SigningKey(folder / "key")
    key.keep()
    timing = Timing(options.betting, options.showing)
    seats = SeatRules() if options.default_limits else MANY_SEATS
    house = House(journal, SoftwareGenerator(), timing, clock, Notary(journal, key, clock), seating=seats)
    rules = ruleset(RULES)
    for number in range(1, options.tables + 1):
        confirmed = [reading.id for reading in rules.readings if reading.to_confirm]
        dealer = await house.open(f"table-{number}", rules, SIGN, confirmed=confirmed)
        if options.report:
            dealer.listeners.append(begin)  # before the hub, which sends it
    slices = TimeSlices(lambda: clock.is_busy, lambda: journal.is_writing)
    journal.when_idle = slices.resume
    hubs = {name: Hub(loop.dealer, clock.running, slices, loop.timetable) for name, loop in house.loops.items()}
    loops = list(house.loops.values())
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, lambda: [each.close_early() for each in loops])
    async with asyncio.TaskGroup() as running:
        running.create_task(FloorServer(house, hubs, ClientLimits()).run(listening))
        running.create_task(house.run())
        if not options.report:
            await stagger(loops, options.betting + options.showing)
        # Not earlier: a round that ends before its deadline would refuse bets of the load.
        print(json.dumps({"port": listening.getsockname()[1]}), flush=True)


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", help="a SQLite file or the address of a PostgreSQL database")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--betting", type=float, default=3, help="seconds of a betting period")
    parser.add_argument("--showing", type=float, default=1, help="seconds for which a result is shown")
    parser.add_argument(
        "--report", action="store_true", help="print when each result becomes durable; do not stagger the rounds"
    )
    parser.add_argument("--default-limits", action="store_true", help="as many seats as `croupier demo` has")
    options = parser.parse_args(namespace=Options())
    clock = PollClock()
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=partial(PollingLoop, clock)) as runner:
        runner.run(serve(options, clock, Path(folder)))


if __name__ == "__main__":
    main()
