"""The notary: signs how far the journal has come, every few seconds, and keeps a copy elsewhere."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Thread

import click

from croupier.floor.clock import Clock
from croupier.floor.recovery import RESTORE
from croupier.journal.anchors import Anchor, Seal, is_torn, read_anchor, signed_heads
from croupier.journal.journal import Journal
from croupier.journal.port import BrokenLineError, ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import ANCHORS
from croupier.journal.waiting import settle

EVERY = 10.0
"""Seconds between anchors: as much as could be written anew without leaving a trace."""
ATTEMPTS = 3
END = 1 << 24
"""How much of the end of a file of copies is looked at: some thousand anchors, however many streams they list."""
RECENT = 100_000
"""Among how many of the last anchors the newest copy is looked for first: a journal of years has millions."""
PATIENCE = 3.0
"""Seconds for which a medium that keeps copies is waited for."""


class Notary:
    """Signs the heads of what has moved. The first anchor after a start lists every stream: no reader needs those before."""

    def __init__(self, journal: Journal, seal: Seal, clock: Clock, copies: Path | None = None) -> None:
        """Sign with this key, and add a copy of every anchor to a file, which may be on another machine."""
        self._journal = journal
        self._seal = seal
        self._clock = clock
        self._copies = copies
        self._whole = 0
        self._uncopied: list[bytes] = []
        self._has_copied = asyncio.Event()
        self._has_copied.set()
        self._is_away = False
        self._stopping = asyncio.Event()

    def signed(self) -> Mapping[str, Head]:
        """What this key has signed of what is there; what another has signed is not gone on with."""
        if self._copies:
            self._uncopied = _lacking(self._copies, self._journal)
        try:
            return signed_heads(self._journal, self._seal.public)
        except BrokenLineError as error:
            raise JournalError(f"{error}; {RESTORE}") from None

    async def run(self) -> None:
        """Sign until told to stop, and then once more."""
        while not self._stopping.is_set():
            await self.sign()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), EVERY)
        await self.sign()
        if self._uncopied:
            _say(f"{self._copies}: lacks copies of anchors; the next start adds them")

    def stop(self) -> None:
        """Sign once more, and then no longer."""
        self._stopping.set()

    async def sign(self) -> None:
        """Sign what has moved since the last time, if anything has."""
        for _ in range(ATTEMPTS):
            if await self._has_signed():
                break
        if self._copies and self._uncopied:
            await self._copied(self._copies)

    async def _copied(self, file: Path) -> None:
        """Have copies added, and do not wait for ever: a medium that hangs must not keep anybody from signing or stopping."""
        if self._has_copied.is_set():
            self._has_copied.clear()
            done = partial(asyncio.get_running_loop().call_soon_threadsafe, self._has_copied.set)
            Thread(target=self._copy, args=(file, [*self._uncopied], done), name="copies", daemon=True).start()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_copied.wait(), PATIENCE)

    async def _has_signed(self) -> bool:
        moved, self._journal.moved = self._journal.moved, {}
        moved.pop(ANCHORS, None)
        if not self._whole:
            moved = {stream: head for stream, head in self._journal.heads().items() if stream != ANCHORS}
        if not moved:
            return True
        last = self._journal.head(ANCHORS)
        whole = self._whole or last.number + 1
        body = self._seal.anchor(self._clock(), last.hash, whole, moved)
        try:
            await self._journal.append(Entry((Part(ANCHORS, last.number, (Draft(body),)),)))
        except ConflictError:
            # Another server has signed meanwhile; what we saw is signed after that.
            self._journal.moved = moved | self._journal.moved
            return False
        self._whole = whole
        if self._copies:
            self._uncopied.append(body)
        return True

    def _copy(self, file: Path, bodies: Sequence[bytes], done: Callable[[], object]) -> None:
        """Add copies. A medium that is away does not keep the tables from playing: what it lacks is added when it is back."""
        try:
            _add(file, bodies)
        except OSError as error:
            if not self._is_away:
                _say(f"{file}: no copies of anchors can be added ({error.strerror}); make room, or mount it; trying again")
            self._is_away = True
        else:
            self._is_away = False
            del self._uncopied[: len(bodies)]
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits
            done()


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):  # nobody may be reading any more
        click.echo(f"croupier: {sentence}", err=True)


def _add(file: Path, bodies: Iterable[bytes]) -> None:
    """Add lines to a file, after a new line where the last one was torn. Only what the medium has says anything."""
    with file.open("ab+") as copies:
        is_new = not copies.tell()
        if not is_new:
            copies.seek(-1, os.SEEK_END)
            torn = copies.read(1) != b"\n"
            copies.write(b"\n" if torn else b"")
        copies.write(b"".join(body + b"\n" for body in bodies))
        copies.flush()
        os.fsync(copies.fileno())
    if is_new:
        settle(file.parent)


def _lacking(file: Path, journal: Journal) -> list[bytes]:
    """The anchors since the last copy that is whole, which a server that was stopped had no time to copy.

    That last copy must be in the journal; else it is another journal, or was set back or written anew. Without any copy, the
    last anchor is enough: it vouches for all before it.
    """
    body, anchor = _last_copy(file)
    last = journal.head(ANCHORS).number
    if not anchor:
        return [line.body for line in journal.lines(ANCHORS, max(0, last - 1))]
    for begin in (max(0, last - RECENT), 0):
        anchors = (line.body for line in journal.lines(ANCHORS, begin))
        if body in anchors:  # which goes on to where it is found
            return [*anchors]
    raise JournalError(
        f"{file}: its last anchor, of {anchor.at}, is not in this journal, which was set back or written anew; "
        "restore the newest backup, or name a new file for copies"
    )


def _end(file: Path) -> bytes:
    """The last lines of a file, which may be one of years."""
    with file.open("rb") as copies:
        if copies.seek(0, os.SEEK_END) > END:
            copies.seek(-END, os.SEEK_END)
            copies.readline()
        else:
            copies.seek(0)
        return copies.read()


def _last_copy(file: Path) -> tuple[bytes, Anchor | None]:
    for body in reversed(_end(file).split(b"\n") if file.exists() else ()):
        if not body or is_torn(body):
            continue
        with contextlib.suppress(JournalError):
            return body, read_anchor(body)
        raise JournalError(f"{file}: has something else in it than copies of anchors; name a new file for them")
    return b"", None
