"""A simulated disk after a power cut: synced data is kept, and any part of the data written since may be lost."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from faults.tape import Copied, Deleted, Made, NamesSynced, NotSynced, Record, Renamed, Synced, Told, Truncated, Wrote

SECTOR = 512
TORN = 0.02
"""The share of unsynced sectors that are written only in part (torn)."""


@dataclass(slots=True)
class File:
    """The synced content of a file, and the requests since the last sync."""

    sure: bytearray = field(default_factory=bytearray)
    asked: list[Wrote | Truncated] = field(default_factory=list[Wrote | Truncated])

    def settle(self) -> None:
        """Apply all requests since the last sync."""
        for asked in self.asked:
            if isinstance(asked, Truncated):
                _lengthen(self.sure, asked.size, b"\0")
                del self.sure[asked.size :]
            else:
                _put(self.sure, asked.offset, asked.data, b"\0")
        self.asked.clear()


class Loss:
    """Decides at random which unsynced sectors and file lengths reach the disk."""

    def __init__(self, chance: random.Random, arrives: float) -> None:
        """Keep each unsynced part with probability `arrives`."""
        self._chance, self._arrives = chance, arrives
        self._filler = b"\0" if chance.random() < 0.5 else b"\xa5"

    def happens(self) -> bool:
        """Whether one unsynced part reaches the disk."""
        return self._chance.random() < self._arrives

    def of(self, file: File) -> bytearray:
        """The content of a file after the power cut."""
        held, length = bytearray(file.sure), len(file.sure)
        for asked in file.asked:
            if isinstance(asked, Truncated):
                if self.happens():
                    del held[asked.size :]
                    length = asked.size
                continue
            for offset, data in self._arriving(asked):
                # Where a file grew and nothing arrived, there are zeros, or what was there before in another file.
                _put(held, offset, data, self._filler)
            if self.happens():
                length = max(length, asked.offset + len(asked.data))
        _lengthen(held, length, self._filler)
        return held[:length]

    def _arriving(self, wrote: Wrote) -> Iterator[tuple[int, bytes]]:
        start, end = wrote.offset, wrote.offset + len(wrote.data)
        while start < end:
            stop = min(end, (start // SECTOR + 1) * SECTOR)
            if self.happens():
                arrived = stop if self._chance.random() >= TORN else self._chance.randrange(start, stop)
                yield start, wrote.data[start - wrote.offset : arrived - wrote.offset]
            start = stop


class Medium:
    """A directory on a simulated disk, to which the records of a tape are applied."""

    def __init__(self, files: Mapping[str, bytes], unsynced: Loss) -> None:
        """Start with these synced files. `unsynced` decides what a failed sync has written."""
        self._sure = {name: File(bytearray(content)) for name, content in files.items()}
        self._now = dict(self._sure)
        self._named: list[Mapping[str, File | None]] = []
        """Changes of file names that are not synced yet. One mapping holds the changes of one atomic operation."""
        self._unsynced = unsynced

    def go_on(self, record: Record) -> None:
        """Apply the next record of the tape."""
        match record:
            case Told() | Copied():
                pass
            case Made(file):
                self._name({file: File()})
            case Renamed(file, to):
                self._name({to: self._now[file], file: None})
            case NamesSynced():
                self._settle_names()
            case Wrote(file) | Truncated(file):
                self._now[file].asked.append(record)
            case Synced(file, named):
                self._now[file].settle()
                if named:
                    self._settle_names()
            case NotSynced(file):
                lost = self._now[file]
                lost.sure, lost.asked = self._unsynced.of(lost), []
            case Deleted(file, named):
                self._name({file: None})
                if named:
                    self._settle_names()

    def without_power(self, loss: Loss) -> dict[str, bytes]:
        """The files after a power cut."""
        names = dict(self._sure)
        for given in self._named:
            if loss.happens():
                _give(names, given)
        return {name: bytes(loss.of(file)) for name, file in names.items()}

    def _name(self, given: Mapping[str, File | None]) -> None:
        _give(self._now, given)
        self._named.append(given)

    def _settle_names(self) -> None:
        self._sure, self._named = dict(self._now), []


def _give(names: dict[str, File], given: Mapping[str, File | None]) -> None:
    for name, file in given.items():
        if file:
            names[name] = file
        else:
            names.pop(name, None)


def _put(held: bytearray, offset: int, data: bytes, filler: bytes) -> None:
    _lengthen(held, offset, filler)
    held[offset : offset + len(data)] = data


def _lengthen(held: bytearray, length: int, filler: bytes) -> None:
    held.extend(filler * (length - len(held)))
