"""An open-loop load generator: terminals that bet at scheduled times, whether or not the server has answered.

bench/under_load.py runs it as a process of its own, beside the server under test. The result is JSON on stdout.

A latency runs from the scheduled time of a bet, not from the time at which it was sent, to its answer. A bet whose table is
closed goes to the next table that is open. The tables close in turns, so that there is always one; if a slow server has none
open, the bet is held back. Bets that were held back, refused or not answered count as bets that took as long as the generator
waits.
"""

import argparse
import gc
import os
import signal
import sys
import time
from collections import Counter
from statistics import quantiles

import msgspec
from process import cpu_seconds, loop_cpu, resident
from terminals import Answer, Crowd, Terminal, bet

WARM_UP = 1.0
"""Seconds at the start of a schedule that are not measured."""
DRAIN = 5.0
"""Seconds for which the generator waits for the last answers."""
LATE = 0.005
"""If 1 % of the bets were sent later than this after their time, the generator was too slow, and nothing was measured."""
MARKER = b'"RoundSettled"'
OF_A_BET = b'"BetPlaced"'
WINDOW = 400
"""Bets without an answer at a time while the bets of a round are placed."""


class Bets(msgspec.Struct):
    """What a schedule of bets measured. Latencies are milliseconds."""

    rate: float
    sent: int
    answered: int
    refused: dict[str, int]
    """Refusals by their code."""
    held: int
    lost: int
    """Connections that the server closed."""
    p50: float
    p95: float
    p99: float
    max: float
    late_p99: float
    late_max: float
    cpu_per_bet: float
    """Microseconds of user and system time of the whole server process, with everything that it did meanwhile."""
    round_messages: int
    """Messages about rounds to all terminals. The answer to a bet and its event are not among them."""
    round_bytes: int
    """Bytes of such a message, on average."""

    @property
    def is_measured(self) -> bool:
        """Whether the generator kept its schedule."""
        return self.late_p99 <= LATE * 1000

    def is_sustained(self, limit: float) -> bool:
        """Whether the server keeps up: the p99 is below a limit, and nobody was disconnected."""
        return self.is_measured and self.p99 < limit and not self.lost


class Result(msgspec.Struct):
    """When one result reached the terminals, in nanoseconds of the monotonic clock."""

    asked: int
    """When the server was asked for it."""
    last: int
    cpu: int
    """Nanoseconds of CPU of the server's event loop until the last terminal had it."""
    bytes: int
    """Bytes of one message, on average."""


class Memory(msgspec.Struct):
    """Kilobytes of the server before and after so many terminals connected."""

    before: int
    after: int
    terminals: int


class Schedule:
    """Bets at a steady rate, each at its time."""

    def __init__(self, crowd: Crowd, rate: float, seconds: float, name: str) -> None:
        """Bet at a rate for so many seconds after the warm-up. `name` makes the ids unique."""
        self._crowd = crowd
        self._rate = rate
        self._warm = int(rate * WARM_UP)
        self._total = self._warm + int(rate * seconds)
        # Frames are made beforehand, so that they cost nothing while the server is measured.
        self._frames = [bet(f"{name}.{number}", number // len(crowd.terminals)) for number in range(self._total)]
        self._next = 0
        self._start = 0.0
        self._unanswered: set[int] = set()
        self._latencies: list[float] = []
        self._lateness: list[float] = []
        self._refused: Counter[str] = Counter()
        self._held = 0
        self._answered = 0
        self._told = self._told_bytes = 0

    def run(self, pid: int) -> Bets:
        """Send all bets, wait for the answers, and measure."""
        self._crowd.on_answer, self._crowd.on_event = self._heard, self._count
        cpu = cpu_seconds(pid)
        self._start = time.monotonic() + 0.05
        self._crowd.run(self._start + self._total / self._rate, self._send_due)
        end = time.monotonic() + DRAIN
        while self._unanswered and time.monotonic() < end:
            self._crowd.run(time.monotonic() + 0.005)
        cpu = cpu_seconds(pid) - cpu
        self._crowd.on_event = None
        sent = self._next - self._held
        measured = self._latencies + [DRAIN] * (self._total - self._warm - len(self._latencies))
        return Bets(
            rate=self._rate,
            sent=sent,
            answered=self._answered,
            refused=dict(self._refused),
            held=self._held,
            lost=self._crowd.lost,
            p50=_percentile(measured, 50),
            p95=_percentile(measured, 95),
            p99=_percentile(measured, 99),
            max=max(measured, default=0) * 1000,
            late_p99=_percentile(self._lateness, 99),
            late_max=max(self._lateness, default=0) * 1000,
            cpu_per_bet=cpu * 1e6 / max(1, self._answered),
            round_messages=self._told,
            round_bytes=self._told_bytes // max(1, self._told),
        )

    def _send_due(self) -> float:
        """Send every bet whose time has come, and return the time of the next one."""
        while self._next < self._total:
            due, now = self._start + self._next / self._rate, time.monotonic()
            if now < due:
                return due
            terminal = self._terminal()
            if terminal:
                self._unanswered.add(self._next)
                terminal.line.send(self._frames[self._next])
                self._lateness.append(now - due)
            else:
                self._held += 1
            self._next += 1
        return float("inf")

    def _terminal(self) -> Terminal | None:
        """The terminal that bets next: of the table whose turn it is, or of the next one that is open."""
        tables = self._crowd.tables
        for step in range(len(tables)):
            table = tables[(self._next + step) % len(tables)]
            if table.terminals and table.is_open():
                return table.next()
        return None

    def _heard(self, answer: Answer, at: float) -> None:
        number = int(answer.id.rpartition(".")[2])
        if number not in self._unanswered:
            return
        self._unanswered.discard(number)
        self._answered += 1
        if not answer.ok:
            self._refused[answer.error] += 1
        elif number >= self._warm:
            self._latencies.append(at - (self._start + number / self._rate))

    def _count(self, _: Terminal, message: bytes, _at: float) -> None:
        if OF_A_BET not in message:
            self._told += 1
            self._told_bytes += len(message)


def _percentile(seconds: list[float], percent: int) -> float:
    """A percentile in milliseconds."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] * 1000 if len(seconds) > 1 else 0.0


def bets(crowd: Crowd, pid: int, rates: list[float], seconds: float, limit: float | None) -> list[Bets]:
    """Bet at one rate after the other. With a limit, stop after a rate whose p99 is over it twice."""
    measured: list[Bets] = []
    for rate in rates:
        for attempt in range(2):
            measured.append(Schedule(crowd, rate, seconds, f"{rate:.0f}-{attempt}").run(pid))
            if limit is None or measured[-1].is_sustained(limit):
                break
        else:
            break
    return measured


def result(crowd: Crowd, pid: int, each: int) -> Result:
    """Place so many bets at every terminal, ask for the result, and wait until the last terminal has it."""
    crowd.wait(lambda: all(table.is_open() for table in crowd.tables), "an open table")
    _place(crowd, each)
    crowd.run(time.monotonic() + 0.5)
    missing, sizes, last = set(crowd.terminals), 0, 0.0

    def told(terminal: Terminal, message: bytes, at: float) -> None:
        nonlocal sizes, last
        if MARKER in message and terminal in missing:
            missing.discard(terminal)
            sizes, last = sizes + len(message), at

    crowd.on_event = told
    count, asked = len(missing), time.monotonic_ns()
    os.kill(pid, signal.SIGUSR1)
    crowd.wait(lambda: not missing, "the result")
    crowd.on_event = None
    return Result(asked, int(last * 1e9), loop_cpu(pid), sizes // count)


def _place(crowd: Crowd, each: int) -> None:
    """Place so many bets at every terminal, as fast as the server answers. This is not measured."""
    turns = [(terminal, number) for number in range(each) for terminal in crowd.terminals]
    waiting, refused = 0, Counter[str]()

    def place() -> None:
        nonlocal waiting
        waiting += 1
        terminal, number = turns.pop()
        terminal.line.send(bet(os.urandom(8).hex(), number))

    def heard(answer: Answer, _: float) -> None:
        nonlocal waiting
        waiting -= 1
        if not answer.ok:
            refused[answer.error] += 1
        if turns:
            place()

    crowd.on_answer = heard
    for _ in range(min(WINDOW, len(turns))):
        place()
    crowd.wait(lambda: not waiting, "the bets of a round")
    if refused:
        raise SystemExit(f"bets of the round were refused: {dict(refused)}")


def memory(crowd: Crowd, pid: int, terminals: int) -> Memory:
    """Connect terminals that do nothing. A few connect beforehand, so that what the first ones load is not counted."""
    crowd.connect(terminals // 10)
    crowd.run(time.monotonic() + 1)
    before = resident(pid)
    crowd.connect(terminals)
    crowd.run(time.monotonic() + 2)
    return Memory(before, resident(pid), terminals)


def main() -> None:
    """Read the command line, run, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("bets", "results", "memory"))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pid", type=int, required=True, help="the process of the server")
    parser.add_argument("--tables", default="table-1", help="their names, with commas")
    parser.add_argument("--terminals", type=int, default=1_000)
    parser.add_argument("--rates", default="1000", help="bets per second, one or several with commas")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--limit", type=float, help="the p99 in ms at which to stop trying higher rates")
    parser.add_argument("--each", type=int, default=12, help="bets of every terminal before a result")
    parser.add_argument("--repeat", type=int, default=1, help="how many results")
    options = parser.parse_args()
    crowd = Crowd(options.port, options.tables.split(","))
    gc.disable()
    if options.what == "memory":
        found: object = memory(crowd, options.pid, options.terminals)
    else:
        crowd.connect(options.terminals)
        gc.freeze()
        if options.what == "bets":
            rates = [float(rate) for rate in options.rates.split(",")]
            found = bets(crowd, options.pid, rates, options.seconds, options.limit)
        else:
            found = [result(crowd, options.pid, options.each) for _ in range(options.repeat)]
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")


if __name__ == "__main__":
    main()
