"""Recovery: a table as its journal left it, and that journal checked as far as nobody has signed it yet."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from threading import Event, Thread

import click

from croupier.audit.verify import verify
from croupier.floor.clock import rest
from croupier.journal import streams
from croupier.journal.chain import followed, link
from croupier.journal.claim import form_of
from croupier.journal.port import START, BrokenLineError, DamagedError, Head, JournalError, Lines, Reader
from croupier.table.opening import ChangedRulesError
from croupier.table.snapshot import rebuilt
from croupier.table.state import Table
from croupier.table.versions import NewerFormatError, readable

REST = 0.02
"""Seconds for which whoever looks back lets the tables go on, every few thousand lines."""
PATIENCE = 2.0
"""Seconds for which whoever stops waits for whoever looks back."""
RESTORE = "restore a backup, or ask croupier audit verify what else is wrong"


def recovered(lines: Lines, name: str, signed: Mapping[str, Head]) -> tuple[Table, int]:
    """The table and the number of its last line. What was signed is trusted; the chain since then is followed to its end."""
    for stream in (streams.answers(name), streams.keys(name), streams.claims(name)):
        for _ in _checked(lines, stream, signed.get(stream, START).number, signed):
            pass
    readable(form_of(lines, name))
    at = 0

    def since(after: int) -> Iterator[bytes]:
        nonlocal at
        for number, body in enumerate(_checked(lines, name, after, signed), after + 1):
            at = number
            yield body

    try:
        table, number = rebuilt(since, _trusted(lines, name, signed))
    except (JournalError, ChangedRulesError, NewerFormatError):
        raise
    except Exception as error:  # whatever was written there, it is nothing that could have happened
        raise JournalError(f"{name}, line {at}: cannot be read, or cannot have happened ({error}); {RESTORE}") from error
    if sum(table.book.balances.values()):
        raise JournalError(f"{name}, line {number}: the accounts do not sum to zero; {RESTORE}")
    return table, number


class LookBack:
    """Checks everything that a start did not wait for, at leisure, in a thread and with a reader of its own."""

    def __init__(self, reader: Reader, key: str, stop: Callable[[BaseException], None]) -> None:
        """Begin to look, and stop the process where something is wrong."""
        self._enough = Event()
        self._thread = Thread(target=look_back, args=(reader, key, stop, self._enough), name="looking back", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Look no longer: the next start looks again. Where a database cannot be interrupted, it is not waited for."""
        self._enough.set()
        self._thread.join(PATIENCE)


class _EnoughError(Exception):
    """Nobody wants to know any more."""


def look_back(reader: Reader, key: str, stop: Callable[[BaseException], None], enough: Event) -> None:
    """Verify a journal with rests in between, until it is enough."""

    def tell(_: int) -> None:
        if enough.is_set():
            raise _EnoughError
        rest(REST)

    try:
        with contextlib.closing(reader), reader.steady():
            # Nothing may be signed yet: the first anchor comes with the first rounds.
            signed = reader.head(streams.ANCHORS).number
            faults = verify(reader, key=key if signed else "", tell=tell).faults
    except _EnoughError:
        return
    except DamagedError as error:
        faults = (str(error),)
    except JournalError as error:
        # Who cannot read knows nothing; if the journal itself is away, the next line to be written says so.
        click.echo(f"croupier: what was written before this start was not looked at to its end: {error}", err=True)
        return
    except Exception as error:  # noqa: BLE001 - whatever it is, the journal is not as it should be
        faults = (str(error),)
    if faults:
        stop(JournalError(f"{faults[0]}; {RESTORE}"))


def _checked(lines: Lines, stream: str, after: int, signed: Mapping[str, Head]) -> Iterator[bytes]:
    """What the lines after a number say, each held against the one before it, and against what was signed."""
    vouched, head = signed.get(stream, START), Head(after, _hash(lines, stream, after))
    try:
        _compare(stream, head, vouched)
        for line in followed(stream, lines.lines(stream, after), after=head):
            head = Head(line.number, line.hash)
            _compare(stream, head, vouched)
            yield line.body
    except BrokenLineError as error:
        raise JournalError(f"{error}; {RESTORE}") from None
    if head.number < vouched.number:
        raise JournalError(f"{stream}, line {head.number}: is the last, but {vouched.number} lines were signed; {RESTORE}")


def _compare(stream: str, head: Head, vouched: Head) -> None:
    if head.number == vouched.number and head.hash != vouched.hash:
        raise BrokenLineError(stream, head.number, "is not the line that was signed")


def _trusted(lines: Lines, name: str, signed: Mapping[str, Head]) -> Iterator[bytes]:
    """The snapshots of a table that were signed, newest first. The head was signed, and each vouches for the one before."""
    stream = streams.snapshots(name)
    number, vouched = signed.get(stream, START)
    while number:
        line = next(lines.lines(stream, number - 1), None)
        before = _hash(lines, stream, number - 1)
        if line is None or line.number != number or link(before, *line[:5]) != vouched:
            raise JournalError(f"{stream}, line {number}: is not the line that was signed; {RESTORE}")
        yield line.body
        number, vouched = number - 1, before


def _hash(lines: Lines, stream: str, number: int) -> bytes:
    line = next(lines.lines(stream, number - 1), None) if number else None
    return line.hash if line else START.hash
