# pyright: reportPrivateUsage=false
"""A disk that fails, or is full, at its first request, its second, its third …: nobody is told of what is not there."""

import asyncio
import random
import re
import resource
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from croupier.journal.port import Draft, Entry, JournalError, Part
from croupier.journal.sqlite import SqliteStore
from faults.medium import Loss, Medium
from faults.powercut import NOTHING, Cut, Evening, Recorded, flaw, put
from faults.tape import Fault, Made, Record, Tape, Told, taped

GROUPS = (1, 2, 1, 25, 1, 1, 3, 12, 1)
"""How many entries come at once; twenty-five take more pages than one."""
MANY_GROUPS = (10,) * 30
STAGES = ("refused", "stopped", "went through")
MOST_REQUESTS = 1000
POWER_CUTS = 3
"""How often the power goes as well, after a fault."""


class Attempt(NamedTuple):
    """What came of writing while the disk fails, the entries that were offered, and the files when the process ended."""

    came: str
    entries: Sequence[Entry]
    files: Mapping[str, bytes]


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("error", [apsw.IOError, apsw.FullError], ids=["broken", "full"])
def test_nobody_is_told_of_what_is_not_there(error: type[apsw.Error], lasting: bool, tmp_path: Path) -> None:  # noqa: FBT001
    came: Counter[str] = Counter()
    for at in range(1, MOST_REQUESTS):
        with taped(Fault(at, error, lasting)) as tape:
            attempt = attempted(tape, tmp_path, vfs=tape.name)
        came[attempt.came] += 1
        for number, image in enumerate([attempt.files, *without_power(tape.log, at)]):
            found = flaw(evening_of(attempt), Cut(number, image, told(tape)), tmp_path)
            assert not found, f"request {at} failed, image {number}: {found}"
        if tape.asked < at:
            assert told(tape) == sum(GROUPS)
            break
    else:
        pytest.fail("the disk never holds out")
    assert came["refused"] > 10
    assert came["stopped"] > 50


def test_where_files_cannot_grow_nobody_is_told_of_what_is_not_there(tmp_path: Path) -> None:
    """Here the system itself refuses, so SQLite keeps to itself that a checkpoint failed, and goes on in its log."""
    came: list[tuple[str, bool]] = []
    for size in range(20_000, 170_000, 7_000):
        with taped() as tape, no_file_longer_than(size):
            attempt = attempted(tape, tmp_path, MANY_GROUPS, pages=1)
        found = flaw(evening_of(attempt), Cut(0, attempt.files, told(tape)), tmp_path)
        assert not found, f"no file longer than {size}: {found}"
        came.append((attempt.came, "-wal" in attempt.files))
    assert {*came} >= {("stopped", True), ("went through", True), ("went through", False)}
    assert came == sorted(came, key=lambda each: (STAGES.index(each[0]), not each[1])), "the more room, the better"


@contextmanager
def no_file_longer_than(size: int) -> Generator[None]:
    """The system lets this process write no file beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def attempted(tape: Tape, directory: Path, groups: Sequence[int] = GROUPS, pages: int = 8, vfs: str | None = None) -> Attempt:
    """Write until the disk fails, and keep the files as the end of the process leaves them."""
    path = directory / "failing.sqlite"
    put({}, path)
    tape.log.append(Made(""))
    try:
        store = SqliteStore(path, vfs=vfs)
    except JournalError as error:
        return Attempt(understood(error), (), files(path))
    store._connection.wal_autocheckpoint(pages)  # noqa: SLF001
    journal = Recorded(store, tape)
    entries = asyncio.run(written(journal, groups))
    kept = files(path)
    try:
        journal.close()
    except JournalError as error:
        understood(error)
    return Attempt("stopped", entries, kept) if journal.stopped else Attempt("went through", entries, files(path))


async def written(journal: Recorded, groups: Sequence[int]) -> list[Entry]:
    """Write group after group until one cannot be written; what was offered."""
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)  # the process would have ended
    entries: list[Entry] = []
    for size in groups:
        new = [entry(number) for number in range(len(entries), len(entries) + size)]
        entries += new
        waiting = [journal.append(each) for each in new]
        await asyncio.sleep(0)
        assert [each.done() for each in waiting] == [not journal.stopped] * size, "told, or stopped, and never both"
        if journal.stopped:
            break
    return entries


def understood(error: JournalError) -> str:
    """What an operator reads when the disk fails at the start or at the end."""
    assert re.search(r"failing.sqlite: (its disk is full; make room|cannot be (read or written|used|opened) \()", str(error))
    return "refused"


def told(tape: Tape) -> int:
    """How many entries somebody was told of."""
    return sum(isinstance(record, Told) for record in tape.log)


def evening_of(attempt: Attempt) -> Evening:
    """All that was offered, told or not, as what there can be."""
    return Evening([Told(entry) for entry in attempt.entries], NOTHING, {})


def entry(number: int) -> Entry:
    """A claim, then what a dealer writes under it: a bet with its id, and the key of a terminal."""
    if not number:
        return Entry((Part("craps/claims", 0, (Draft(b"mine"),)),), 1)
    bet, key = Draft(b"a bet" * 50, f"tap-{number}"), Draft(b"a seat", f"key-{number}")
    return Entry((Part("craps/claims", 1), Part("craps", number - 1, (bet,)), Part("craps/keys", number - 1, (key,))), 1)


def files(path: Path) -> dict[str, bytes]:
    """The files of a journal as they are now."""
    all = {suffix: path.with_name(path.name + suffix) for suffix in ("", "-wal", "-journal")}
    return {suffix: file.read_bytes() for suffix, file in all.items() if file.exists()}


def without_power(log: Sequence[Record], seed: int) -> Iterator[dict[str, bytes]]:
    """What may be left if the power goes as well, and a failed sync is never made good."""
    for number in range(POWER_CUTS):
        chance = random.Random(seed * POWER_CUTS + number)  # noqa: S311 - the whims of a disk
        medium = Medium({}, Loss(chance, chance.random()))
        for record in log:
            medium.go_on(record)
        yield medium.without_power(Loss(chance, chance.random()))
