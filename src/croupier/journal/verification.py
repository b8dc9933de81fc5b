"""Verify the hash chain of a whole stream, from its first line to its head."""

from collections.abc import Callable, Iterable

from croupier.journal.chain import PROGRESS_INTERVAL_LINES, AnyRow, verified_lines
from croupier.journal.port import START, BrokenLineError, Head


def verify_stream(
    stream: str,
    lines: Iterable[AnyRow],
    head: Head,
    take: Callable[[AnyRow], object] = lambda _: None,
    tell: Callable[[int], None] = lambda _: None,
) -> None:
    """Pass each line of a stream to `take` once its hash is verified, and check that the last line is the head.

    `tell` reports the number of lines so far, now and then.
    """
    last = START
    for line in verified_lines(stream, lines):
        take(line)
        last = Head(line[1], line[5])
        if not last.number % PROGRESS_INTERVAL_LINES:
            tell(last.number)
    if last != head:
        raise BrokenLineError(stream, head.number, f"is not the line at which the stream ends, line {last.number}")
