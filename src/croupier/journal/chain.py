"""The chain: every line seals the one before it, and so all before that."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice
from typing import TypeVar

from croupier.journal.port import START, BrokenLineError, Entry, EpochError, Head, Row

AnyRow = TypeVar("AnyRow", bound=Row)

SEALED = b"%b%b %d%b%b"
"""What a hash is of: the hash before, whose line it is, number, epoch with name, and body.

Lengths stand before words, so that no two lines read alike. It is written out wherever lines go by in their millions.
"""


def link(previous: bytes, stream: str, number: int, epoch: int, name: str, body: bytes) -> bytes:
    """The hash of a line that follows another."""
    return sha256(SEALED % (previous, _word(stream), number, _under(epoch, name), body)).digest()


ANY_EPOCH = range(1 << 62)
BETWEEN = 1 << 12
"""After how many lines it is told how far we are."""


PIECE = 500
"""So many lines are read and proven at a time: a step of a generator for each would take a tenth of the time."""


def pieces(lines: Iterator[AnyRow]) -> Generator[list[AnyRow]]:
    """Lines, some at a time; where they cannot be read any further, those before that come first."""
    while True:
        piece: list[AnyRow] = []
        try:
            piece.extend(islice(lines, PIECE))
        finally:
            if piece:
                yield piece
        if not piece:
            return


def followed(stream: str, lines: Iterable[AnyRow], epochs: range = ANY_EPOCH, after: Head = START) -> Iterator[AnyRow]:
    """The lines of a stream after a head, each once it was held against its number and the line before it.

    An epoch is one of those given, and never falls. Most of the time that it takes to verify a journal is spent here.
    """
    return chain.from_iterable(_proven(stream, iter(lines), epochs, after))


def _proven(stream: str, lines: Iterator[AnyRow], epochs: range, after: Head) -> Generator[list[AnyRow]]:
    under, nameless, owner, (number, last) = -1, b"", _owner(stream), after
    for piece in pieces(lines):
        before, broken = number, None
        for _, found, epoch, name, body, hash in piece:
            number += 1
            if found != number:
                broken = BrokenLineError(stream, number, f"is not there; line {found} stands in its place")
                break
            if epoch != under:
                nameless = _under(epoch, "")
            last = sha256(SEALED % (last, owner, number, _under(epoch, name) if name else nameless, body)).digest()
            if hash != last:
                broken = BrokenLineError(stream, number, "its hash is not that of what it says after the line before it")
                break
            if epoch != under:
                if epoch < under or epoch not in epochs:
                    broken = EpochError(stream, number, f"was written under epoch {epoch}, which nobody had then")
                    break
                under = epoch
        if broken:
            yield piece[: number - before - 1]
            raise broken
        yield piece


# Asked for every line that is written; bounded, since tickets are streams too.
@lru_cache(maxsize=10_000)
def _owner(stream: str) -> bytes:
    return _word(stream)


def _word(word: str) -> bytes:
    return b"%d %b" % (len(word), word.encode())


def _under(epoch: int, name: str) -> bytes:
    return b" %d %b\n" % (epoch, _word(name))


@dataclass(slots=True)
class Group:
    """Entries made into lines that can be written at once."""

    lines: list[Row] = field(default_factory=list[Row])
    before: dict[str, Head] = field(default_factory=dict[str, Head])
    after: dict[str, Head] = field(default_factory=dict[str, Head])
    conflicts: dict[int, str] = field(default_factory=dict[int, str])
    """Which entries cannot be written, and why."""


def chained(entries: Iterable[Entry], head: Callable[[str], Head]) -> Group:
    """Number and chain what can be written, one entry after the other; an entry that comes too late is left out.

    The event loop does this for every group while the writer waits for the disk.
    """
    group = Group()
    before, lines = group.before, group.lines
    numbers: dict[str, int] = {}
    hashes: dict[str, bytes] = {}
    for index, (parts, epoch) in enumerate(entries):
        for stream, number, _ in parts:
            if stream not in numbers:
                before[stream] = head(stream)
                numbers[stream], hashes[stream] = before[stream]
            if numbers[stream] != number:
                group.conflicts[index] = f"{stream} stands at line {numbers[stream]}, not {number}"
                break
        else:
            nameless = _under(epoch, "")
            for stream, number, drafts in parts:
                if drafts:
                    owner, last = _owner(stream), hashes[stream]
                    for body, name in drafts:
                        number += 1  # noqa: PLW2901 - the number of this line
                        sealed = SEALED % (last, owner, number, _under(epoch, name) if name else nameless, body)
                        last = sha256(sealed).digest()
                        lines.append((stream, number, epoch, name, body, last))
                    numbers[stream], hashes[stream] = number, last
    group.after = {stream: Head(number, hashes[stream]) for stream, number in numbers.items()}
    return group
