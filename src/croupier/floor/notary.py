"""The notary: signs how far the journal has come, every few seconds, and keeps a copy elsewhere."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from croupier.floor.clock import Clock
from croupier.journal.anchors import Seal, signed_heads
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, Part
from croupier.journal.streams import ANCHORS

EVERY = 10.0
"""Seconds between anchors: as much as could be written anew without leaving a trace."""


class Notary:
    """Signs the heads of what has moved. The first anchor after a start lists every stream: no reader needs those before."""

    def __init__(self, journal: Journal, seal: Seal, clock: Clock, copies: Path | None = None) -> None:
        """Sign with this key, and add a copy of every anchor to a file, which may be on another machine."""
        self._journal = journal
        self._seal = seal
        self._clock = clock
        self._copies = copies
        self._whole = 0

    def signed(self) -> Mapping[str, Head]:
        """What this key has signed of what is there."""
        return signed_heads(self._journal, self._seal.public)

    async def run(self) -> None:
        """Sign until cancelled."""
        while True:
            await self.sign()
            await asyncio.sleep(EVERY)

    async def sign(self) -> None:
        """Sign what has moved since the last time, if anything has."""
        moved, self._journal.moved = self._journal.moved, {}
        moved.pop(ANCHORS, None)
        if not self._whole:
            moved = {stream: head for stream, head in self._journal.heads().items() if stream != ANCHORS}
        if not moved:
            return
        last = self._journal.head(ANCHORS)
        whole = self._whole or last.number + 1
        body = self._seal.anchor(self._clock(), last.hash, whole, moved)
        try:
            await self._journal.append(Entry((Part(ANCHORS, last.number, (Draft(body),)),)))
        except ConflictError:
            # Another server has signed meanwhile; what we saw is signed with the next one.
            self._journal.moved = moved | self._journal.moved
            return
        self._whole = whole
        if self._copies:
            await asyncio.to_thread(_copy, self._copies, body)


def _copy(file: Path, body: bytes) -> None:
    """Add a copy. Only what the other medium has says anything about this one."""
    with file.open("ab") as copies:
        copies.write(body + b"\n")
        copies.flush()
        os.fsync(copies.fileno())
