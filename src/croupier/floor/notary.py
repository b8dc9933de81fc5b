"""The notary: signs the heads of the journal every few seconds, and copies each anchor to a file elsewhere."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Thread

from croupier.floor.clock import Clock
from croupier.floor.recovery import RESTORE
from croupier.floor.warning import warn
from croupier.journal.anchors import Anchor, SigningKey, is_torn, read_anchor, signed_heads
from croupier.journal.journal import Journal
from croupier.journal.latency import fsync_path
from croupier.journal.port import BrokenLineError, ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import ANCHORS

ANCHOR_INTERVAL = 10.0
"""Seconds between anchors. Lines that are not signed yet could be rewritten without a trace."""
ATTEMPTS = 3
"""How often to retry an anchor when another server has signed meanwhile."""
COPIES_TAIL_BYTES = 1 << 24
"""Bytes to read from the end of a file of copies: thousands of anchors, however many streams they list."""
RECENT_ANCHORS = 100_000
"""How many of the last anchors to search first for the newest copy: after years a journal has millions."""
COPY_TIMEOUT = 3.0
"""Seconds to wait for copies to be written."""


class Notary:
    """Signs the heads of changed streams. The first anchor after a start lists every stream, so readers can start there."""

    def __init__(self, journal: Journal, signing_key: SigningKey, clock: Clock, copies: Path | None = None) -> None:
        """Sign with this key, and append a copy of every anchor to `copies`, which may be on another machine."""
        self._journal = journal
        self._signing_key = signing_key
        self._clock = clock
        self._copies = copies
        self._whole = 0
        self._uncopied: list[bytes] = []
        self._has_copied = asyncio.Event()
        self._has_copied.set()
        self._is_away = False
        self._stopping = asyncio.Event()

    @property
    def public_key(self) -> str:
        """The public part of the key with which it signs."""
        return self._signing_key.public

    def secret(self, purpose: str) -> bytes:
        """A secret for another purpose than signing, the same at every start."""
        return self._signing_key.secret(purpose)

    def signed(self) -> Mapping[str, Head]:
        """The heads that this key has signed. Rejects a journal signed with another key."""
        if self._copies:
            self._uncopied = _lacking(self._copies, self._journal)
        try:
            return signed_heads(self._journal, self._signing_key.public)
        except BrokenLineError as error:
            raise JournalError(f"{error}; {RESTORE}") from None

    async def run(self) -> None:
        """Sign every few seconds until stopped, and once more at the end."""
        while not self._stopping.is_set():
            await self.sign()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), ANCHOR_INTERVAL)
        await self.sign()
        if self._uncopied:
            warn(f"{self._copies}: lacks copies of anchors; the next start adds them")

    def stop(self) -> None:
        """Sign once more, then end."""
        self._stopping.set()

    async def sign(self) -> None:
        """Sign the heads that changed since the last anchor, if any did, and write outstanding copies."""
        for _ in range(ATTEMPTS):
            if await self._has_signed():
                break
        if self._copies and self._uncopied:
            await self._copied(self._copies)

    async def _copied(self, file: Path) -> None:
        """Append copies in a thread, and wait for a limited time: a hanging medium must not block signing or stopping."""
        if self._has_copied.is_set():
            self._has_copied.clear()
            done = partial(asyncio.get_running_loop().call_soon_threadsafe, self._has_copied.set)
            Thread(target=self._copy, args=(file, [*self._uncopied], done), name="copies", daemon=True).start()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_copied.wait(), COPY_TIMEOUT)

    async def _has_signed(self) -> bool:
        moved, self._journal.moved = self._journal.moved, {}
        moved.pop(ANCHORS, None)
        if not self._whole:
            moved = {stream: head for stream, head in self._journal.heads().items() if stream != ANCHORS}
        if not moved:
            return True
        last = self._journal.head(ANCHORS)
        whole = self._whole or last.number + 1
        body = self._signing_key.anchor(self._clock(), last.hash, whole, moved)
        try:
            await self._journal.append(Entry((Part(ANCHORS, last.number, (Draft(body),)),)))
        except ConflictError:
            # Another server has signed meanwhile. Sign these heads in the next attempt.
            self._journal.moved = moved | self._journal.moved
            return False
        self._whole = whole
        if self._copies:
            self._uncopied.append(body)
        return True

    def _copy(self, file: Path, bodies: Sequence[bytes], done: Callable[[], object]) -> None:
        """Append copies. If the file is not available, play goes on and a later call appends the missing copies."""
        try:
            _add(file, bodies)
        except OSError as error:
            if not self._is_away:
                warn(f"{file}: no copies of anchors can be added ({error.strerror}); make room, or mount it; trying again")
            self._is_away = True
        else:
            self._is_away = False
            del self._uncopied[: len(bodies)]
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            done()


def _add(file: Path, bodies: Iterable[bytes]) -> None:
    """Append lines to a file and fsync it. End a partly written last line first."""
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
        fsync_path(file.parent)


def _lacking(file: Path, journal: Journal) -> list[bytes]:
    """The anchors after the last complete copy, which an earlier server had no time to copy.

    The last copy must be in the journal; if not, this is another journal, or it was rolled back or rewritten. If there is no
    copy at all, the last anchor is enough: it covers all earlier ones.
    """
    body, anchor = _last_copy(file)
    last = journal.head(ANCHORS).number
    if not anchor:
        return [line.body for line in journal.lines(ANCHORS, max(0, last - 1))]
    for begin in (max(0, last - RECENT_ANCHORS), 0):
        anchors = (line.body for line in journal.lines(ANCHORS, begin))
        if body in anchors:  # this consumes the iterator up to the match
            return [*anchors]
    raise JournalError(
        f"{file}: its last anchor, of {anchor.at}, is not in this journal, which was set back or written anew; "
        "restore the newest backup, or name a new file for copies"
    )


def _end(file: Path) -> bytes:
    """The last lines of a file, which may be very large."""
    with file.open("rb") as copies:
        if copies.seek(0, os.SEEK_END) > COPIES_TAIL_BYTES:
            copies.seek(-COPIES_TAIL_BYTES, os.SEEK_END)
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
