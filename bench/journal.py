# pyright: reportUnknownMemberType=false
"""The speed of the journal, measured: durable bets, each beside the bare store that writes the same rows."""

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import apsw
from speed import Measured, report

from croupier.journal.chain import chained
from croupier.journal.journal import ThreadedJournal
from croupier.journal.port import START, Draft, Entry, Head, Part
from croupier.journal.sqlite import SqliteStore

EVENT = (
    b'{"type":"BetPlaced","at":1763200000000,"seat":"seat-001","wager":"straight:17","stake":500,"commission":0,"state":"up",'
    b'"advised":false,"transfers":[["rack:seat-001","felt:seat-001",500]]}'
)
ANSWER = b'{"asked":"6f1f3c5e2b0a4b7b9d0e8c1d2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c","said":{"ok":true,"notice":""}}'
SECONDS = 1.0
ROUNDS = 5
MOST = 60_000
"""Bets that are made beforehand, on both sides."""


def bet(number: int) -> Entry:
    """What a dealer has written down for one bet."""
    answer = Draft(ANSWER, f"seat-001/{number:032x}")
    parts = (Part("roulette/claims", 1), Part("roulette", number, (Draft(EVENT),)), Part("roulette/answers", number, (answer,)))
    return Entry(parts, 1)


def claimed(folder: Path) -> tuple[SqliteStore, dict[str, Head]]:
    """A store whose table has an owner."""
    store = SqliteStore(folder / "journal.sqlite")
    group = chained([Entry((Part("roulette/claims", 0, (Draft(b"{}"),)),), 1)], store.head)
    store.commit(group.before, group.lines)
    return store, group.after


def through_the_journal(group: int) -> float:
    """Bets per second when so many players bet, each again as soon as the last bet is acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        journal = ThreadedJournal(claimed(Path(folder))[0])
        bets = [bet(number) for number in range(MOST)]

        async def everybody() -> float:
            made, until = 0, time.perf_counter() + SECONDS

            async def player() -> None:
                nonlocal made
                while time.perf_counter() < until and made < MOST:
                    made += 1
                    await journal.append(bets[made - 1])

            begun = time.perf_counter()
            await asyncio.gather(*[player() for _ in range(group)])
            return made / (time.perf_counter() - begun)

        rate = asyncio.run(everybody())
        journal.close()
        return rate


def bare(group: int) -> float:
    """Bets per second of SQLite alone: the same rows, made beforehand, so many bets to a commit, synchronous=FULL."""
    with tempfile.TemporaryDirectory() as folder:
        store, heads = claimed(Path(folder))
        store.close()
        rows = chained([bet(number) for number in range(MOST)], lambda stream: heads.get(stream, START)).lines
        connection = apsw.Connection(str(Path(folder) / "journal.sqlite"))
        connection.execute("PRAGMA synchronous = FULL")
        begun, at = time.perf_counter(), 0
        while time.perf_counter() - begun < SECONDS and at < len(rows):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?)", rows[at : at + 2 * group])
            connection.execute("COMMIT")
            at += 2 * group
        rate = at / 2 / (time.perf_counter() - begun)
        connection.close()
        return rate


def ratios(one: Callable[[int], float], other: Callable[[int], float], group: int) -> tuple[float, float]:
    """The medians of both, taken in turn, so that what else the machine does falls on both."""
    pairs = [(one(group), other(group)) for _ in range(ROUNDS)]
    return median(each[0] for each in pairs), median(each[1] for each in pairs)


def measure() -> Iterator[Measured]:
    """Everything there is a bar for."""
    for group in (1, 10, 100):
        ours, theirs = ratios(through_the_journal, bare, group)
        what = f"durable bets per second, {group} at once, of the bare store ({ours:,.0f} of {theirs:,.0f})"
        yield Measured(what, ours / theirs, 0.7, "bare SQLite", 1.0, at_most=False)


if __name__ == "__main__":
    report(measure())
