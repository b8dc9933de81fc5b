# pyright: reportUnknownMemberType=false
"""The speed of the journal, measured: durable bets beside the bare stores, a look at a million events, a start from them."""

import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

import apsw
import psycopg

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from bare_store import Write, hashed, postgres_writer, sqlite_writer
from bare_table import beside, scaled, thousand_bare_bets
from million import EVENTS, TABLE, million
from speed import Measured, report

from croupier.audit.verify import verify
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.clock import now
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import chained
from croupier.journal.port import START, ConflictError, Draft, Entry, Head, Part, Store
from croupier.journal.postgres import PostgresStore
from croupier.journal.sqlite import CHECKPOINT_PAGES, SqliteReader, SqliteStore
from croupier.journal.threaded import ThreadedJournal
from croupier.ledger.accounts import felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.core.recorded import events_in, recorded
from postgres import Cluster

AT, STAKE = 1_763_200_000_000, Cents(500)
LINE = recorded(
    PlaceBet(at=AT, seat="seat-001", wager="straight:17", stake=STAKE),
    (
        BetPlaced(
            at=AT,
            seat="seat-001",
            wager="straight:17",
            stake=STAKE,
            commission=Cents(0),
            state="up",
            advised=False,
            transfers=(Transfer(rack("seat-001"), felt("seat-001"), STAKE),),
        ),
    ),
)
SECONDS, ROUNDS = 1.0, 5
VERIFY_BAR = 0.402
"""300,000 lines on the reference machine: commit 4c972ab made 326,374 there, and 0.437 x as many as are read and hashed."""
MOST = 60_000
"""Bets that are made beforehand, on both sides."""
GROUPS = (1, 10, 100)
HOUR = Path(__file__).parents[1] / "tests" / "simulation" / "hour.py"


def bet(number: int) -> Entry:
    """What a dealer has written down for one bet."""
    line = Draft(LINE, f"seat-001/{number:032x}")
    return Entry((Part("roulette/claims", 1), Part("roulette", number, (line,))), 1)


def claimed(store: Store) -> dict[str, Head]:
    """The heads of a store whose table has an owner now."""
    group = chained([Entry((Part("roulette/claims", 0, (Draft(b"{}"),)),), 1)], store.head)
    store.commit(group.before, group.lines)
    return group.after


def through_the_journal(store: Store, group: int) -> float:
    """Bets per second when twice so many players bet, each again once acknowledged, and so many bets share a commit.

    While one group is written the next one comes together, as it does at tables.
    """
    claimed(store)
    journal, bets = ThreadedJournal(store, largest=group), [bet(number) for number in range(MOST)]

    async def everybody() -> float:
        made, playing, until, over = 0, 2 * group, time.perf_counter() + SECONDS, asyncio.Event()

        def bet_again(conflict: ConflictError | None = None) -> None:
            """Bet, and again once that is durable, as the dealer of a table writes: without a task for each bet."""
            nonlocal made, playing
            assert conflict is None, conflict
            if time.perf_counter() < until and made < MOST:
                made += 1
                journal.write(bets[made - 1], bet_again)
            else:
                playing -= 1
                if not playing:
                    over.set()

        begun = time.perf_counter()
        for _ in range(2 * group):
            bet_again()
        await over.wait()
        return made / (time.perf_counter() - begun)

    rate = asyncio.run(everybody())
    journal.close()
    return rate


def bare(store: Store, group: int, write: Write) -> float:
    """Bets per second of the store alone: the same rows, made beforehand, so many bets to a commit."""
    heads = claimed(store)
    rows = chained([bet(number) for number in range(MOST)], lambda stream: heads.get(stream, START)).lines
    begun, at = time.perf_counter(), 0
    while time.perf_counter() - begun < SECONDS and at < len(rows):
        write(rows[at : at + group])
        at += group
    return at / (time.perf_counter() - begun)


def in_use(path: Path) -> SqliteStore:
    """A store whose write-ahead log was full once, as after some thousand bets. While the log grows, an fsync takes longer."""
    store = SqliteStore(path)
    pages = tuple(Draft(bytes(4_000)) for _ in range(CHECKPOINT_PAGES))
    group = chained([Entry((Part("earlier", 0, pages),), 1)], store.head)
    store.commit(group.before, group.lines)
    return store


def sqlite(group: int) -> tuple[float, float]:
    """Bets per second in a file: through the journal, and bare."""
    with tempfile.TemporaryDirectory() as folder:
        ours = through_the_journal(in_use(Path(folder) / "ours.sqlite"), group)
        store = in_use(Path(folder) / "bare.sqlite")
        with closing(apsw.Connection(str(Path(folder) / "bare.sqlite"))) as connection:
            theirs = bare(store, group, sqlite_writer(connection))
        store.close()
    return ours, theirs


def postgres(cluster: Cluster, group: int) -> tuple[float, float]:
    """Bets per second in a database: through the journal, and bare."""
    ours = through_the_journal(PostgresStore(cluster.database()), group)
    address = cluster.database()
    store = PostgresStore(address)
    with psycopg.connect(address, autocommit=True) as connection:
        theirs = bare(store, group, postgres_writer(connection))
    store.close()
    return ours, theirs


def compared(name: str, once: Callable[[int], tuple[float, float]]) -> Iterator[Measured]:
    """Both sides in turn, so that what else the machine does falls on both; the medians."""
    for group in GROUPS:
        pairs = [once(group) for _ in range(ROUNDS)]
        ours, theirs = (median(each[side] for each in pairs) for side in (0, 1))
        what = f"durable bets per second, {name}, {group} at once"
        yield Measured(what, ours, 0.7 * theirs, f"bare {name}", theirs, at_most=False)


def events_per_line(path: Path) -> float:
    """How many events a line of a journal has, over all its streams: a line used to be one event."""
    with closing(SqliteReader(path)) as reader:
        events = sum(len(events_in(line.body)) for line in reader.lines(TABLE, 1))
        others = sum(head.number for stream, head in reader.heads().items() if stream != TABLE) + 1
        return (events + others) / (reader.head(TABLE).number - 1 + others)


def looked_at(path: Path) -> tuple[float, float]:
    """Lines of a journal verified in a second of CPU, and as the yardstick read and hashed; in turn, medians as in `beside`."""

    def verified() -> int:
        with closing(SqliteReader(path)) as reader:
            found = verify(reader)
        assert not found.faults
        return found.lines

    return beside(verified, partial(hashed, path), pairs=ROUNDS)


def started(path: Path) -> float:
    """Seconds from the file to a table that takes bets."""

    async def start() -> float:
        begun = time.perf_counter()
        journal = ThreadedJournal(SqliteStore(path))
        notary = Notary(journal, SigningKey(path.with_name("key")), now)
        house = House(journal, SoftwareGenerator(), Timing(), notary=notary)
        dealer = await house.open(TABLE, ruleset(TABLE), {"minimum": 100})
        assert dealer.table.events >= EVENTS
        taken = time.perf_counter() - begun
        await notary.sign()
        journal.close()
        return taken

    return median(asyncio.run(start()) for _ in range(3))


def memory(path: Path) -> tuple[int, int]:
    """Megabytes after twenty minutes and after an hour of table time with two hundred bots."""
    ran = subprocess.run([sys.executable, str(HOUR), str(path), "60"], check=True, capture_output=True, text=True)  # noqa: S603
    after = {int(minutes): int(megabytes) for minutes, megabytes in re.findall(r"(\d+) minutes: .*, (\d+) MB", ran.stdout)}
    return after[20], after[60]


def measure() -> Iterator[Measured]:
    """Everything there is a bar for."""
    yield from compared("SQLite", sqlite)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # a database server does not run as root
        cluster = Cluster(Path(folder))
        try:
            yield from compared("PostgreSQL", lambda group: postgres(cluster, group))
        finally:
            cluster.remove()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.sqlite"
        million(path)
        verified, bare = looked_at(path)
        how, bar, each = "reading and hashing them", VERIFY_BAR * bare, events_per_line(path)
        yield Measured("lines verified per CPU-second", verified, bar, how, bare, at_most=False)
        yield Measured("events verified per CPU-second", each * verified, bar, how, each * bare, at_most=False)
        seconds, bare = started(path), thousand_bare_bets()
        yield Measured(
            "start from 1,000,000 events, ms", seconds * 1000, scaled(3000) * bare, "1,000 bare bets", bare, at_most=True
        )
        early, late = memory(Path(folder) / "hour.sqlite")
        yield Measured("memory after an hour, MB", late, 1.1 * early, "after 20 minutes", early, at_most=True)


if __name__ == "__main__":
    report(measure())
