"""Players beside hostile clients: the p99 of their acknowledgements with the attack, against that without it.

The limits are those of `croupier demo`; none is raised, because the players come from 40 addresses. bench/load.py runs the
players, bench/attack.py the hostile clients, in processes of their own. The attack has the lowest priority, as if it came from
other machines: what it costs is what it makes the server do.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from statistics import median

import msgspec
from load import Bets
from speed import Measured, report
from under_load import HERE, NotMeasuredError, Server, ours

PLAYERS = 200
RATE = 200
"""Bets per second of all players together."""
ATTEMPTS = 3
PAIRS = 3
DELAY = 3.0
"""Seconds until the attack begins, in which the players connect."""


def played(server: Server, names: str, seconds: float) -> Bets:
    """Let the players play, and measure."""
    options = ("--tables", names, "--terminals", PLAYERS, "--rates", RATE, "--seconds", seconds)
    [bets] = server.load("bets", list[Bets], *options)
    if bets.refused or bets.held or bets.lost:
        print(f"    refused {bets.refused}, held back {bets.held}, disconnected {bets.lost}", flush=True)
    return bets


def attacked(server: Server, names: str, seconds: float) -> Bets:
    """The same while hostile clients do what they can."""
    words = [sys.executable, str(HERE / "attack.py"), "--port", server.port, "--tables", names]
    words += ["--seconds", seconds, "--delay", DELAY]
    with subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE) as attack:  # noqa: S603
        bets = played(server, names, seconds)
        assert attack.stdout
        tally = msgspec.json.decode(attack.stdout.read(), type=dict[str, int])
    print("    the attack: " + ", ".join(f"{what} {number:,}" for what, number in sorted(tally.items())), flush=True)
    return bets


def pair(store: str, seconds: float) -> tuple[Bets, Bets]:
    """Measure without the attack, then with it; both again if the load generator fell behind."""
    for attempt in range(ATTEMPTS):
        with ours(f"{store}-{attempt}.sqlite", 3, "--default-limits") as (server, names):
            quiet, loud = played(server, names, seconds), attacked(server, names, seconds)
        for what, bets in (("without the attack", quiet), ("with it", loud)):
            said = f"p50 {bets.p50:.1f}, p95 {bets.p95:.1f}, p99 {bets.p99:.1f}, max {bets.max:.1f} ms"
            print(f"    {what}: {said}; the generator was {bets.late_p99:.1f} ms late (p99)", flush=True)
        if quiet.is_measured and loud.is_measured:
            return quiet, loud
    raise NotMeasuredError("the load generator cannot keep its schedule; the machine is too busy")


def measure(seconds: float) -> Iterator[Measured]:
    """The medians of some pairs, because a disk that stalls for a moment would decide a single one."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = [pair(f"{folder}/{number}", seconds) for number in range(PAIRS)]
    quiet, loud = (median(each.p99 for each in side) * 1000 for side in zip(*pairs, strict=True))
    yield Measured("a bet under attack, p99, µs", loud, 3 * quiet, "without it", quiet, at_most=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    report(measure(parser.parse_args().seconds))
