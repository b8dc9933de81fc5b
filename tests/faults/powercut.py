# pyright: reportUnknownMemberType=false
"""Evenings at two tables, recorded on a tape, and the files that remain after a power cut."""

import asyncio
import contextlib
import hashlib
import random
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from croupier.audit.resettle import resettle
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal import streams
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import link
from croupier.journal.journal import Journal, Prepared
from croupier.journal.port import START, ConflictError, Draft, Entry, JournalError, Line, Part
from croupier.journal.sqlite import SqliteStore
from croupier.table.core.opening import replay
from croupier.table.core.recorded import events_in
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.testing.evening import OPENING, evening
from faults.medium import Loss, Medium
from faults.tape import Copied, Made, Record, Tape, Told, taped
from faults.witness import COPIES, KEY, Witness, witnessed
from invariants import same

TABLES = ("ministar-roulette-2018", "aruze-craps-2024")
STARTS = 2
SIGNED = 0.1
"""After how many bursts there is an anchor."""
BURSTS = (1, 1, 1, 1, 2, 5, 30)
"""How many commands come to a table at once."""
ARRIVES = (0.0, 0.1, 0.5, 0.9, 1.0)
"""How much of what was on its way is there when power comes back."""


class Recorded(Journal):
    """A journal that puts on the tape who is told what, at that moment."""

    def __init__(self, store: SqliteStore, tape: Tape) -> None:
        """Write to a store on tape."""
        self.stopped: list[BaseException] = []
        self._tape = tape
        super().__init__(store, self.stopped.append)

    def _tell(self, together: Sequence[Prepared]) -> None:
        super()._tell(together)
        for waiting, group in together:
            self._tape.log.extend(Told(entry) for at, (entry, _, _) in enumerate(waiting) if at not in group.conflicts)


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How an evening is written down."""

    seed: int = 0
    commands: int = 700
    """How many commands come to a table between two starts of the server."""
    pages: int = 1000
    """After how many pages in the log of SQLite they are put into the database; 1000 is what SQLite does."""
    snapshots: int = 100
    """After how many lines a table is written down whole."""
    synchronous: str = "FULL"
    journal: type[Recorded] = Recorded
    store: type[SqliteStore] = SqliteStore


class Left(NamedTuple):
    """What an evening begins with: files, the entries in them, and the tables after every event."""

    files: Mapping[str, bytes]
    entries: tuple[Entry, ...]
    tables: Mapping[tuple[str, int], Table]


NOTHING = Left({}, (), {})
Said = tuple[str, int, int, str, bytes]
"""A line without its hash."""


@dataclass(frozen=True)
class Evening:
    """A tape, what was there when it began, and the tables as they were after every event."""

    log: Sequence[Record]
    before: Left
    tables: Mapping[tuple[str, int], Table]

    def table(self, name: str, line: int) -> Table:
        """A table as it was when a line of it was written."""
        return self.tables[name, self._events[name][line - 1]]

    @cached_property
    def _events(self) -> Mapping[str, Sequence[int]]:
        """How many events every table had after each of its lines; its first line has none."""
        of = {name: [body for stream, _, _, _, body in self.lines if stream == name] for name in TABLES}
        return {name: [*accumulate((len(events_in(body)) for body in of[name][1:]), initial=0)] for name in TABLES}

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry of the evening, in the order of the journal."""
        return (*self.before.entries, *(record.entry for record in self.log if isinstance(record, Told)))

    @cached_property
    def anchors(self) -> Sequence[bytes]:
        """Every anchor of the evening."""
        parts = (part for entry in self.entries for part in entry.parts if part.stream == streams.ANCHORS)
        return [draft.body for part in parts for draft in part.drafts]

    @cached_property
    def lines(self) -> Sequence[Said]:
        """What all lines say, without their hashes, in the order in which they were written."""
        return [line for entry in self.entries for line in _lines(entry)]

    @cached_property
    def whole(self) -> Mapping[int, int]:
        """How many entries so many lines are; where an entry is cut in two, there is no such number."""
        return {lines: entries for entries, lines in enumerate(accumulate(map(len, map(_lines, self.entries)), initial=0))}


def recorded(how: How, directory: Path, before: Left = NOTHING) -> Evening:
    """Play an evening on a tape, with the server stopped and started again in the middle."""
    path, tables = directory / "recorded.sqlite", dict(before.tables)
    put(before.files, path)
    with taped() as tape:
        if not path.exists():
            tape.log.append(Made(""))
        with witnessed(tape, path) as witness, pytest.MonkeyPatch.context() as often:
            often.setattr("croupier.floor.dealer.SNAPSHOT_EVERY", how.snapshots)
            for start in range(STARTS):
                chance = random.Random(how.seed * STARTS + start)  # noqa: S311 - a bot's whims
                asyncio.run(_play(path, tape, witness, how, chance, tables))
        return Evening(tape.log, before, tables)


async def _play(
    path: Path, tape: Tape, witness: Witness, how: How, chance: random.Random, tables: dict[tuple[str, int], Table]
) -> None:
    store = how.store(path, vfs=tape.name, synchronous=how.synchronous)
    store._connection.wal_autocheckpoint(how.pages)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    journal = how.journal(store, tape)
    notary = Notary(journal, SigningKey(beside(path, KEY)), lambda: OPENING, beside(path, COPIES))
    house = House(journal, SoftwareGenerator(), Timing(), lambda: OPENING, notary, chance.randbytes)
    commands: list[Iterator[Awaitable[object]]] = []
    for name in TABLES:
        dealer = await house.open(name, ruleset(name), {"minimum": 100})
        await _come_too_late(dealer, journal)
        tables[name, dealer.table.events] = dealer.table
        dealer.listeners.append(lambda happened, name=name: tables.update({(name, happened.number): happened.after}))
        commands.append(_asked(dealer, chance.getrandbits(32), how.commands))
    while any(burst := [each for table in commands for each in islice(table, chance.choice(BURSTS))]):
        await asyncio.gather(*burst)
        if chance.random() < SIGNED:
            await notary.sign()
            witness.look()
            tape.log.append(Copied())
    journal.close()
    assert not journal.stopped, journal.stopped


def _asked(dealer: Dealer, seed: int, commands: int) -> Iterator[Awaitable[object]]:
    """An evening, asked of a dealer; most commands have an id, and whoever takes a seat has a key."""
    for number, (_, command, _, _) in enumerate(evening(dealer.table, seed=seed, players=4, commands=commands)):
        id = f"{seed}-{number}"
        if isinstance(command, TakeSeat):
            yield dealer.take_seat(command, hashlib.sha256(id.encode()).hexdigest())
        else:
            yield dealer.ask(command, id if number % 4 else "")


async def _come_too_late(dealer: Dealer, journal: Journal) -> None:
    """Let the previous owner of the table append a line. It must be rejected."""
    claims = streams.claims(dealer.name)
    epoch = journal.head(claims).number - 1
    with pytest.raises(ConflictError):
        await journal.append(Entry((Part(dealer.name, dealer.line, (Draft(b"late"),)), Part(claims, epoch)), epoch))


def _lines(entry: Entry) -> list[Said]:
    return [
        (stream, number, entry.epoch if epoch is None else epoch, name, body)
        for stream, after, drafts, epoch in entry.parts
        for number, (body, name) in enumerate(drafts, after + 1)
    ]


def put(files: Mapping[str, bytes], path: Path) -> None:
    """Put files where a journal is to be, with the lock file that its server made, and leave nothing else there."""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    beside(path, "-lock").touch(mode=0o600)
    for end, content in files.items():
        file = beside(path, end)
        file.write_bytes(content)
        file.chmod(0o600)


def beside(path: Path, end: str) -> Path:
    """The file whose name is that of a journal and what follows it."""
    return path.with_name(path.name + end)


class Cut(NamedTuple):
    """An image of a medium, and how many entries had been told when the power went."""

    seed: int
    image: Mapping[str, bytes]
    told: int
    copied: int = 0
    """How many anchors were told when the last copy was."""


def cuts(evening: Evening, seeds: Iterable[int]) -> Iterator[Cut]:
    """Cut the power at any points of an evening; where and how depends on the seed of each cut alone."""
    medium, done, told = Medium(evening.before.files, Loss(random.Random(0), 0.5)), 0, len(evening.before.entries)  # noqa: S311 - as below
    anchors, copied = _anchors(evening.before.entries), 0
    chances = [(seed, random.Random(seed)) for seed in seeds]  # noqa: S311 - the whims of a power station
    for at, seed, chance in sorted((chance.randint(0, len(evening.log)), seed, chance) for seed, chance in chances):
        for record in evening.log[done:at]:
            medium.go_on(record)
            if isinstance(record, Told):
                told, anchors = told + 1, anchors + _anchors([record.entry])
            copied = anchors if isinstance(record, Copied) else copied
        done = at
        yield Cut(seed, medium.without_power(Loss(chance, chance.choice(ARRIVES))), told, copied)


def _anchors(entries: Iterable[Entry]) -> int:
    return sum(len(part.drafts) for entry in entries for part in entry.parts if part.stream == streams.ANCHORS)


def left(evening: Evening, cut: Cut, directory: Path) -> Left:
    """What is left of an evening after a cut."""
    path = directory / "left.sqlite"
    put(cut.image, path)
    store = SqliteStore(path)
    lines = sum(head.number for head in store.heads().values())
    store.close()
    return Left(cut.image, evening.entries[: evening.whole[lines]], evening.tables)


def flaw(evening: Evening, cut: Cut, directory: Path, *, books: bool = False) -> str | None:
    """What is wrong with what is left, once the store has put itself in order."""
    path = directory / "image.sqlite"
    put(cut.image, path)
    try:
        store = SqliteStore(path)
    except JournalError as error:
        return f"cannot be opened: {error}"
    try:
        lines = {stream: list(store.lines(stream)) for stream in store.heads()}
        found = _unlike(evening, cut.told, lines) or next(_not_found(store, lines), None)
    except JournalError as error:
        return f"cannot be read: {error}"
    finally:
        store.close()
    return found or _damage(path) or (next(_unbalanced(evening, lines), None) if books else None)


def _unlike(evening: Evening, told: int, lines: Mapping[str, Sequence[Line]]) -> str | None:
    """Whether the lines are not exactly those of the first entries, and of all that were told.

    So every entry that was told is there once, all entries are whole or absent, and names are unique as they were.
    """
    said = [line[:5] for stream in lines.values() for line in stream]
    if {*said} != {*evening.lines[: len(said)]}:
        return "other lines than those that were written first"
    if len(said) not in evening.whole:
        return "an entry of which a part is missing"
    for stream, held in lines.items():
        last = START.hash
        for number, line in enumerate(held, 1):
            last = link(last, stream, number, *line[2:5])
            if (line.number, line.hash) != (number, last):
                return f"the chain of {stream} is broken at line {number}"
    entries = evening.whole[len(said)]
    return f"lost: {told - entries} of {told} entries that were told" if entries < told else None


def _not_found(store: SqliteStore, lines: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    for stream, held in lines.items():
        for line in held[-10:]:
            if line.name and store.find(stream, line.name) != line:
                yield f"{line.name} is not found by its name in {stream}"


def _damage(path: Path) -> str | None:
    with contextlib.closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        said = connection.pragma("integrity_check")
    return None if said == "ok" else f"damaged: {said}"


def _unbalanced(evening: Evening, lines: Mapping[str, Sequence[Line]]) -> Iterator[str]:
    """Tables that the rules would not have played so, or that are not what they were when their last line was written."""
    for name in streams.tables(lines):
        bodies = [line.body for line in lines[name]]
        yield from (f"{name}: {sentence}" for sentence in resettle(bodies).sentences)
        table, number = replay(bodies)
        if not same(table, evening.table(name, number)):
            yield f"{name}: another table than the one that was played at, after line {number}"
