"""The chain: every line seals the one before it, and so all before that."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from croupier.journal.port import Entry, Head, Line


def link(previous: bytes, stream: str, number: int, epoch: int, name: str, body: bytes) -> bytes:
    """The hash of a line that follows another. Lengths stand before words, so that no two lines read alike."""
    head = f"{len(stream)} {stream} {number} {epoch} {len(name)} {name}\n"
    return hashlib.sha256(b"%b%b%b" % (previous, head.encode(), body)).digest()


@dataclass(slots=True)
class Group:
    """Entries made into lines that can be written at once."""

    lines: list[Line] = field(default_factory=list[Line])
    before: dict[str, Head] = field(default_factory=dict[str, Head])
    after: dict[str, Head] = field(default_factory=dict[str, Head])
    conflicts: dict[int, str] = field(default_factory=dict[int, str])
    """Which entries cannot be written, and why."""


def chained(entries: Iterable[Entry], head: Callable[[str], Head]) -> Group:
    """Number and chain what can be written, one entry after the other; an entry that comes too late is left out."""
    group = Group()
    heads = group.after
    for index, entry in enumerate(entries):
        for stream, number, _ in entry.parts:
            if stream not in heads:
                heads[stream] = group.before[stream] = head(stream)
            if heads[stream].number != number:
                group.conflicts[index] = f"{stream} stands at line {heads[stream].number}, not {number}"
                break
        else:
            for stream, _, drafts in entry.parts:
                if drafts:
                    heads[stream] = _add(group.lines, entry.epoch, stream, heads[stream], drafts)
    return group


def _add(lines: list[Line], epoch: int, stream: str, head: Head, drafts: Iterable[tuple[bytes, str]]) -> Head:
    number, last = head
    for body, name in drafts:
        number += 1
        last = link(last, stream, number, epoch, name, body)
        lines.append(Line(stream, number, epoch, name, body, last))
    return Head(number, last)
