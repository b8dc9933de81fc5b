"""The hash chain: the hash of every line covers the hash of the previous line, and so all earlier lines."""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice
from typing import TypeVar

from croupier.journal.port import START, BrokenLineError, Entry, EpochError, Head, Row

AnyRow = TypeVar("AnyRow", bound=Row)

join = b"".join


def link(previous: bytes, stream: str, number: int, epoch: int, name: str, body: bytes) -> bytes:
    """The hash of a line, given the hash of the previous line: of that hash, stream, number, epoch with name, and body.

    Stream and name are prefixed with their lengths, so that two different lines never give the same bytes. Loops over
    millions of lines join the same parts themselves.
    """
    return sha256(join((previous, _owner(stream), b"%d" % number, _under(epoch, name), body))).digest()


ANY_EPOCH = range(1 << 62)
PROGRESS_INTERVAL_LINES = 1 << 12
"""Lines between two progress reports."""

CHUNK_LINES = 500
"""Lines to read and verify at a time. One generator step per line would cost a tenth of the total time."""


def chunks(lines: Iterator[AnyRow]) -> Generator[list[AnyRow]]:
    """Read lines in chunks. If reading fails, yield the lines read so far before the error propagates."""
    while True:
        piece: list[AnyRow] = []
        try:
            piece.extend(islice(lines, CHUNK_LINES))
        finally:
            if piece:
                yield piece
        if not piece:
            return


def verified_lines(stream: str, lines: Iterable[AnyRow], epochs: range = ANY_EPOCH, after: Head = START) -> Iterator[AnyRow]:
    """Yield the lines after a head, each after its number and its hash were checked against the previous line.

    Every epoch must be in `epochs`, and epochs must not decrease. Verifying a journal spends most of its time here.
    """
    return chain.from_iterable(_proven(stream, iter(lines), epochs, after))


def _proven(stream: str, lines: Iterator[AnyRow], epochs: range, after: Head) -> Generator[list[AnyRow]]:
    under, nameless, owner, (number, last) = -1, b"", _owner(stream), after
    for piece in chunks(lines):
        before, broken = number, None
        for _, found, epoch, name, body, hash in piece:
            number += 1
            if found != number:
                broken = BrokenLineError(stream, number, f"is not there; line {found} stands in its place")
                break
            if epoch != under:
                nameless = _under(epoch, "")
            last = sha256(join((last, owner, b"%d" % number, _under(epoch, name) if name else nameless, body))).digest()
            if hash != last:
                broken = BrokenLineError(stream, number, "its hash does not match its content and the line before it")
                break
            if epoch != under:
                if epoch < under or epoch not in epochs:
                    why = f"and epoch {under} had begun" if epoch in epochs else "which no claim had begun"
                    broken = EpochError(stream, number, f"was written under epoch {epoch}, {why}")
                    break
                under = epoch
        if broken:
            yield piece[: number - before - 1]
            raise broken
        yield piece


# Called for every line that is written. The cache is bounded, because every ticket will be a stream.
@lru_cache(maxsize=10_000)
def _owner(stream: str) -> bytes:
    return b"%d %b " % (len(stream), stream.encode())


def _under(epoch: int, name: str) -> bytes:
    return b" %d %d %b\n" % (epoch, len(name), name.encode())


@dataclass(slots=True)
class Group:
    """Entries as numbered and chained lines, ready to be written in one commit."""

    lines: list[Row] = field(default_factory=list[Row])
    before: dict[str, Head] = field(default_factory=dict[str, Head])
    after: dict[str, Head] = field(default_factory=dict[str, Head])
    conflicts: dict[int, str] = field(default_factory=dict[int, str])
    """The entries that cannot be written, by index, with the reason."""


def chained(entries: Iterable[Entry], head: Callable[[str], Head]) -> Group:
    """Number and chain entries in order. An entry whose expected numbers do not match becomes a conflict and is left out.

    This runs on the event loop while the writer thread waits for the disk.
    """
    group = Group()
    before, lines = group.before, group.lines
    numbers: dict[str, int] = {}
    hashes: dict[str, bytes] = {}
    for index, (parts, of_entry) in enumerate(entries):
        for stream, number, _, _ in parts:
            if stream not in numbers:
                before[stream] = head(stream)
                numbers[stream], hashes[stream] = before[stream]
            if numbers[stream] != number:
                group.conflicts[index] = f"{stream} stands at line {numbers[stream]}, not {number}"
                break
        else:
            for stream, number, drafts, of_part in parts:
                if drafts:
                    epoch = of_entry if of_part is None else of_part
                    owner, last = _owner(stream), hashes[stream]
                    for body, name in drafts:
                        number += 1  # noqa: PLW2901 - the number of this line
                        last = sha256(join((last, owner, b"%d" % number, _under(epoch, name), body))).digest()
                        lines.append((stream, number, epoch, name, body, last))
                    numbers[stream], hashes[stream] = number, last
    group.after = {stream: Head(number, hashes[stream]) for stream, number in numbers.items()}
    return group
