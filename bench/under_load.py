"""The speed of the server, measured at its terminals: ours and a bare server in turns, each a process, under the same load.

bench/floor_server.py runs our server, bench/bare_server.py the yardstick, bench/load.py the terminals.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Self, TypeVar

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from load import Bets, Memory, Result
from process import cpu_seconds
from speed import Measured, report

from postgres import Cluster

HERE = Path(__file__).parent
REPETITIONS = 5
"""Of bets at a steady rate. The median decides, because a disk may stall during some of them."""
TERMINALS = 1_000
BETS_EACH = 12
SECONDS = 5
STEPS = (1_000, 1_500, 2_000, 2_500, 3_000, 3_500, 4_000, 5_000, 6_000)
"""The rates that are tried, in bets per second."""
STEP_SECONDS = 2.5
SUSTAINED_P99 = 50
"""Milliseconds below which the p99 stays at a rate that is sustained."""
UNITS = {"p50": "ms", "p99": "ms", "cpu_per_bet": "µs", "round_messages": "number", "round_bytes": "bytes"}
ATTEMPTS = 3
NEVER = 3_600
"""Seconds of a betting period that only ends when it is told to."""

_OTHER_LOAD: list[float] = []
"""How many cores other processes used before each start of a server."""
T = TypeVar("T")
Address = Callable[[], str]
"""Makes the address of a new store."""


class NotMeasuredError(Exception):
    """A measurement failed, so that nobody knows whether its bar holds."""


class Begun(msgspec.Struct):
    """When a server began to send a result, and the nanoseconds of CPU that its event loop had used by then."""

    begun: int
    cpu: int


class Server:
    """A server under test, in a process of its own."""

    def __init__(self, script: str, address: str, *options: object) -> None:
        """Start a server, and wait until it listens."""
        _OTHER_LOAD.append(_busy_cores(0.5))
        words = [sys.executable, str(HERE / script), address, *map(str, options)]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE)  # noqa: S603
        assert self._process.stdout
        self._out = self._process.stdout
        self.pid = self._process.pid
        if not (listens := self._out.readline()):
            raise NotMeasuredError(f"{script} did not start")
        self.port = msgspec.json.decode(listens, type=dict[str, int])["port"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        # Its store is temporary, so it need not finish anything.
        self._process.kill()
        self._process.communicate()

    def load(self, what: str, kind: type[T], *options: object) -> T:
        """Run the load generator against this server."""
        words = [sys.executable, str(HERE / "load.py"), what, "--port", self.port, "--pid", self.pid, *options]
        ran = subprocess.run([str(word) for word in words], check=False, capture_output=True)  # noqa: S603
        if ran.returncode:
            raise NotMeasuredError(f"the load generator stopped: {ran.stderr.decode().strip()}")
        return msgspec.json.decode(ran.stdout, type=kind)

    def begun(self, many: int) -> list[Begun]:
        """When it began to send each result."""
        return [msgspec.json.decode(self._out.readline(), type=Begun) for _ in range(many)]


def _busy_cores(seconds: float) -> float:
    """How many cores are in use, over some time."""

    def idle() -> int:
        fields = Path("/proc/stat").read_text().split(maxsplit=6)
        return int(fields[4]) + int(fields[5])

    cores = Path("/proc/stat").read_text().count("\ncpu")
    before, begun = idle(), time.monotonic()
    time.sleep(seconds)
    return max(0.0, cores - (idle() - before) / 100 / (time.monotonic() - begun))


@contextmanager
def ours(address: str, tables: int, *options: object) -> Generator[tuple[Server, str]]:
    """Our server, with roulette tables whose rounds begin one after the other; and the names of the tables."""
    with Server("floor_server.py", address, "--tables", tables, *options) as server:
        yield server, ",".join(f"table-{number}" for number in range(1, tables + 1))


def spread(what: str, sides: dict[str, Sequence[float]], unit: str) -> None:
    """Print how far the repetitions lie apart."""
    said = "; ".join(f"{name} {' '.join(f'{value:,.1f}' for value in sorted(values))}" for name, values in sides.items())
    print(f"    {what}, all repetitions in {unit}: {said.strip()}", flush=True)


class Broadcasts:
    """Results that were sent, in milliseconds."""

    def __init__(self) -> None:
        """None yet."""
        self.wall: list[float] = []
        """From the moment at which the result is durable until the last terminal has it."""
        self.whole: list[float] = []
        """The same from the moment at which betting is closed."""
        self.cpu: list[float] = []
        """CPU of the event loop between the two moments of `wall`."""
        self.bytes = 0

    def add(self, server: Server, results: list[Result]) -> None:
        """Add what a server and its load say about the same results."""
        for result, begun in zip(results, server.begun(len(results)), strict=True):
            self.wall.append((result.last - begun.begun) / 1e6)
            self.whole.append((result.last - result.asked) / 1e6)
            self.cpu.append((result.cpu - begun.cpu) / 1e6)
            self.bytes = result.bytes


def results(new: Address) -> Iterator[Measured]:
    """One result to many terminals, each with its own bets."""
    one, two, bare = Broadcasts(), Broadcasts(), Broadcasts()
    for _ in range(3):
        for broadcasts, terminals, repeat in ((one, TERMINALS, 2), (two, 2 * TERMINALS, 1)):
            with ours(new(), 1, "--betting", NEVER, "--report") as (server, names):
                options = ("--tables", names, "--terminals", terminals, "--each", BETS_EACH, "--repeat", repeat)
                broadcasts.add(server, server.load("results", list[Result], *options))
        with Server("bare_server.py", new(), "--bytes", one.bytes) as server:
            bare.add(server, server.load("results", list[Result], "--terminals", TERMINALS, "--each", 0, "--repeat", 3))
    sides = {"ours": one, "ours to twice as many": two, "bare": bare}
    spread("a result", {name: each.wall for name, each in sides.items()}, "ms")
    spread("CPU of the event loop for it", {name: each.cpu for name, each in sides.items()}, "ms")
    spread("a result from the close of betting", {name: each.whole for name, each in sides.items() if each is not bare}, "ms")
    print(f"    bytes of one message: {one.bytes:,}", flush=True)
    to_one, to_two, to_bare = (median(each.wall) * 1000 for each in (one, two, bare))
    yield Measured("a result to 1,000 terminals, µs", to_one, 3 * to_bare, "bare broadcast", to_bare, at_most=True)
    yield Measured("a result to 2,000 terminals, µs", to_two, 2.2 * to_one, "to 1,000", to_one, at_most=True)


def loaded(server: Server, names: str) -> Bets:
    """Bets at a steady rate. Measured again if the generator fell behind."""
    for _ in range(ATTEMPTS):
        [bets] = server.load("bets", list[Bets], "--tables", names, "--terminals", TERMINALS, "--seconds", SECONDS)
        if bets.is_measured:
            break
        print(f"    measured again: the load generator was up to {bets.late_max:.1f} ms late", flush=True)
    else:
        raise NotMeasuredError("the load generator cannot keep its schedule; the machine is too busy")
    if bets.refused or bets.held or bets.lost:
        print(f"    refused {bets.refused}, held back {bets.held}, disconnected {bets.lost}", flush=True)
    return bets


def acknowledgements(new: Address) -> Iterator[Measured]:
    """A thousand bets per second of a thousand terminals, while rounds go on.

    The bare server tells its terminals of rounds, too: as often as ours, and as many bytes each time. Without rounds it is
    measured for comparison; no bar depends on that.
    """
    found: dict[str, list[Bets]] = {}
    for _ in range(REPETITIONS):
        for tables in (3, 20):
            with ours(new(), tables) as (server, names):
                mine = loaded(server, names)
            with Server("bare_server.py", new(), "--tables", tables, "--bytes", mine.round_bytes) as server:
                bare = loaded(server, names)
            found.setdefault(f"on {tables} tables", []).append(mine)
            found.setdefault(f"bare on {tables} tables", []).append(bare)
        with Server("bare_server.py", new()) as server:
            found.setdefault("bare without rounds", []).append(loaded(server, "table-1"))
    for field, unit in UNITS.items():
        spread(field, {name: _each(measured, field) for name, measured in found.items()}, unit)
    for name in ("on 3 tables", "on 20 tables"):
        for field, what, scale, times in (("p99", "p99", 1000, 3), ("cpu_per_bet", "CPU per bet", 1, 2)):
            mine, bare = (scale * median(_each(found[who], field)) for who in (name, f"bare {name}"))
            yield Measured(f"1,000 bets/s {name}, {what}, µs", mine, times * bare, "bare server", bare, at_most=True)


def _each(measured: Sequence[Bets], field: str) -> list[float]:
    return [getattr(bets, field) for bets in measured]


def sustained(server: Server, names: str, who: str) -> float:
    """The highest rate whose p99 is below the limit. Each step that fails is tried twice."""
    steps = ",".join(map(str, STEPS))
    options = ("--tables", names, "--rates", steps, "--seconds", STEP_SECONDS, "--limit", SUSTAINED_P99)
    tried = server.load("bets", list[Bets], *options)
    said = (f"{each.rate:,.0f}: {each.p99:.1f}{'' if each.is_measured else ' (generator late)'}" for each in tried)
    print(f"    {who}, p99 in ms by rate: {'; '.join(said)}", flush=True)
    return max((each.rate for each in tried if each.is_sustained(SUSTAINED_P99)), default=0)


def rates(name: str, new: Address) -> Iterator[Measured]:
    """Bets per second that a store sustains."""
    with ours(new(), 3) as (server, names):
        mine = sustained(server, names, f"ours on {name}")
    with Server("bare_server.py", new()) as server:
        bare = sustained(server, "table-1", f"bare on {name}")
    if not bare:
        raise NotMeasuredError(f"the bare server sustains no rate on {name}; the machine is too busy")
    yield Measured(f"bets/s sustained on {name}", mine, 2_000, "bare server", bare, at_most=False)


def memory(new: Address) -> Iterator[Measured]:
    """Kilobytes per terminal that is connected and does nothing."""

    def grown(server: Server, names: str) -> float:
        found = server.load("memory", Memory, "--tables", names, "--terminals", TERMINALS)
        return (found.after - found.before) / found.terminals

    with ours(new(), 1, "--betting", NEVER, "--report") as (server, names):
        mine = grown(server, names)
    with Server("bare_server.py", new()) as server:
        bare = grown(server, "table-1")
    yield Measured("memory per idle terminal, KB", mine, 60, "bare server", bare, at_most=True)


def idle() -> Iterator[Measured]:
    """CPU of the five tables of the demonstration, without players and bots."""
    words = [sys.executable, "-m", "croupier", "demo", "--port", "0", "--guests", "0"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        time.sleep(4)  # the start, and the verification of the journal after it
        before = cpu_seconds(process.pid)
        time.sleep(10)
        used = (cpu_seconds(process.pid) - before) * 1000
    finally:
        process.kill()
        process.wait()
    yield Measured("five idle tables, ms of CPU in 10 s", used, 500, "5 % of a core", 500, at_most=True)


@contextmanager
def database(folder: str) -> Generator[Address]:
    """A PostgreSQL server, which makes a new database for each measurement."""
    Path(folder).chmod(0o755)  # a database server does not run as root
    cluster = Cluster(Path(folder))
    try:
        yield cluster.database
    finally:
        cluster.remove()


def measure() -> Iterator[Measured]:
    """Everything there is a bar for, or the parts that the command line names. If a part cannot be measured, the run fails."""
    numbers, failed = count(), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, database(folder) as new_database:

        def new_file() -> str:
            return f"{folder}/{next(numbers)}.sqlite"

        parts = {
            "results": partial(results, new_file),
            "acknowledgements": partial(acknowledgements, new_file),
            "sqlite": partial(rates, "SQLite", new_file),
            "postgres": partial(rates, "PostgreSQL", new_database),
            "memory": partial(memory, new_file),
            "idle": idle,
        }
        for name in sys.argv[1:] or parts:
            try:
                yield from parts[name]()
            except NotMeasuredError as error:
                failed += 1
                print(f"NOT MEASURED, {name}: {error}", flush=True)
    spread("cores that other processes used before each start", {"": _OTHER_LOAD}, "cores")
    if failed:
        raise SystemExit(1)


if __name__ == "__main__":
    report(measure())
