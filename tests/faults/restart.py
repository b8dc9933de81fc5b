"""The server's own start on what a power cut has left: it goes on with every table, signs, and proves all of it."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from croupier.audit.signed import read_copies
from croupier.audit.verify import verify
from croupier.floor.notary import Notary
from croupier.floor.recovery import recovered
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.journal import Journal
from croupier.journal.port import JournalError
from croupier.journal.sqlite import SqliteReader, SqliteStore
from croupier.journal.streams import ANCHORS, tables
from croupier.testing.evening import OPENING
from faults.powercut import Cut, Evening, beside, put
from faults.witness import COPIES, KEY
from invariants import same


def failed_start(evening: Evening, cut: Cut, directory: Path) -> str | None:
    """What is wrong once the server has started on what is left."""
    path = directory / "started.sqlite"
    put(cut.image, path)
    if cut.copied and evening.anchors[cut.copied - 1] not in whole_copies(path):
        return "lost: a copy of an anchor that was said to be kept"
    try:
        return next(asyncio.run(_started(evening, path)), None) or next(_disproved(path), None)
    except JournalError as error:
        return f"cannot be started: {error}"


async def _started(evening: Evening, path: Path) -> Iterator[str]:
    """Go on with every table, and sign; tables that are not what they were when their last line was written."""
    with closing(Journal(SqliteStore(path))) as journal:
        notary = Notary(journal, SigningKey(beside(path, KEY)), lambda: OPENING, beside(path, COPIES))
        signed = notary.signed()
        found = {name: recovered(journal, name, signed) for name in tables(journal.heads())}
        await notary.sign()
    return (
        f"{name}: another table than the one that was played at, after line {number}"
        for name, (table, number) in found.items()
        if not same(table, evening.table(name, number))
    )


def _disproved(path: Path) -> Iterator[str]:
    """What the audit has to say, and anchors of which there is no copy even now."""
    copies = whole_copies(path)
    with closing(SqliteReader(path)) as reader, reader.steady():
        if not reader.heads():
            return  # cut before anything was written, which verify does not call good
        anchors = [line.body for line in reader.lines(ANCHORS)]
        key = SigningKey(beside(path, KEY)).public if anchors else ""
        kept = read_copies(beside(path, COPIES).read_bytes().split(b"\n"), "copies").whole if copies else ()
        yield from (f"verify: {fault}" for fault in verify(reader, key=key, copies=kept).faults)
    if anchors and anchors[-1] not in copies:
        yield "anchors were not copied: the last"
    if lacking := [body for body in anchors[anchors.index(copies[0]) :] if body not in copies] if copies else []:
        yield f"anchors were not copied: {len(lacking)}"


def whole_copies(path: Path) -> list[bytes]:
    """The copies of anchors that can be read; a power cut may have torn others."""
    file, whole = beside(path, COPIES), list[bytes]()
    for body in file.read_bytes().split(b"\n") if file.exists() else ():
        with suppress(JournalError):
            read_anchor(body)
            whole.append(body)
    return whole
