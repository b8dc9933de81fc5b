"""The proof of a stream: followed from its first line to the one at which it says that it ends."""

from collections.abc import Callable, Iterable

from croupier.journal.chain import BETWEEN, AnyRow, followed
from croupier.journal.port import START, BrokenLineError, Head


def follow(
    stream: str,
    lines: Iterable[AnyRow],
    head: Head,
    take: Callable[[AnyRow], object] = lambda _: None,
    tell: Callable[[int], None] = lambda _: None,
) -> None:
    """Take all lines of a stream, each proven by the one before it and the last by the head."""
    last = START
    for line in followed(stream, lines):
        take(line)
        last = Head(line[1], line[5])
        if not last.number % BETWEEN:
            tell(last.number)
    if last != head:
        raise BrokenLineError(stream, head.number, f"is not the line at which the stream ends, line {last.number}")
