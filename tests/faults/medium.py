"""A medium without power: what was synced is on it, and of what came since, any part."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from faults.tape import Copied, Deleted, Made, NamesSynced, NotSynced, Record, Renamed, Synced, Told, Truncated, Wrote

SECTOR = 512
TORN = 0.02
"""How many of the sectors that were on their way break off within."""


@dataclass(slots=True)
class File:
    """What is on the medium for sure, and what was asked since."""

    sure: bytearray = field(default_factory=bytearray)
    asked: list[Wrote | Truncated] = field(default_factory=list[Wrote | Truncated])

    def settle(self) -> None:
        """All that was asked has arrived."""
        for asked in self.asked:
            if isinstance(asked, Truncated):
                _lengthen(self.sure, asked.size, b"\0")
                del self.sure[asked.size :]
            else:
                _put(self.sure, asked.offset, asked.data, b"\0")
        self.asked.clear()


class Loss:
    """How much of what was on its way arrives: each sector for itself, each length for itself."""

    def __init__(self, chance: random.Random, arrives: float) -> None:
        """Everything depends on chance alone."""
        self._chance, self._arrives = chance, arrives
        self._filler = b"\0" if chance.random() < 0.5 else b"\xa5"

    def happens(self) -> bool:
        """Whether something that was on its way arrives."""
        return self._chance.random() < self._arrives

    def of(self, file: File) -> bytearray:
        """What a file holds when power comes back."""
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
    """A directory on a medium, as a tape goes on."""

    def __init__(self, files: Mapping[str, bytes], unsynced: Loss) -> None:
        """What is there for sure when the tape begins; and how much arrives of what a failed sync was for."""
        self._sure = {name: File(bytearray(content)) for name, content in files.items()}
        self._now = dict(self._sure)
        self._named: list[Mapping[str, File | None]] = []
        """Names that were given or taken, what was done at once together, and are not yet sure."""
        self._unsynced = unsynced

    def go_on(self, record: Record) -> None:
        """Do what the tape says next."""
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
        """What is there when power comes back."""
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
