"""A window of time in a journal: where to start reading, and how to verify what is read.

Checking one day should cost the time of one day, however long the journal is. Reading starts at a signed snapshot before
the window, found by bisection. The hash chain is verified from there to the first line after the window that an anchor signed.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from croupier.audit.broken import decoding
from croupier.journal.anchors import Anchor, read_anchor
from croupier.journal.chain import verified_lines
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Lines, Reader
from croupier.journal.streams import ANCHORS, snapshots
from croupier.table.core.opening import ChangedRulesError, TableOpened, opened, read_opening
from croupier.table.core.snapshot import SnapshotHeader, decode_snapshot, header
from croupier.table.core.state import MEMORY, ForgottenRoundError, Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Window:
    """A range of time in milliseconds since 1970. None as a bound means no bound."""

    since: int | None = None
    until: int | None = None
    """The first moment after the window."""
    key: str | None = None
    """The public key that anchors must be signed with; None to accept any."""

    def holds(self, at: int) -> bool:
        """Whether a moment lies in the window."""
        return (self.since is None or at >= self.since) and not self.is_before(at)

    def is_before(self, at: int) -> bool:
        """Whether the window is over at a moment."""
        return self.until is not None and at >= self.until


ALWAYS = Window()


class Start(NamedTuple):
    """A table after a line of its stream, from which it can be replayed."""

    table: Table
    line: int


def first_line(reader: Lines, table: str) -> bytes:
    """The line that opened a table."""
    return _line(reader, table, 1).body


def start_of(reader: Lines, table: str, window: Window, back: int = MEMORY) -> Start:
    """Where to start a replay for a window: at a signed snapshot, or at the opening of the table.

    A snapshot stores no past rounds, but the rules may need some. So take the last signed snapshot that is at least `back`
    rounds older than the newest one before the window. From there on the table keeps every round that a correction can reach.
    """
    first = read_opening(first_line(reader, table))
    newest: int | None = None
    for line, found in _signed_before(reader, snapshots(table), window):
        newest = found.over if newest is None else newest
        if newest - found.over >= back:
            return Start(replace(_thawed(line, first), memory=first.reach), found.line)
    return Start(replace(opened(first), memory=first.reach), 1)


def follow_window(reader: Reader, table: str, window: Window, follow: Callable[[Start], T]) -> T:
    """Replay a table from a start before a window. Start further back if a correction refers to a round before the start."""
    back = MEMORY
    while True:
        start = start_of(reader, table, window, back)
        try:
            return follow(start)
        except ForgottenRoundError:
            if start.line == 1:
                raise
            back *= 2


def snapshots_in(reader: Lines, table: str, window: Window) -> Iterator[bytes]:
    """The snapshots that were taken in a window."""
    stream = snapshots(table)
    for line in reader.lines(stream, _taken_before(reader, stream, window.since)):
        found = _header(line)
        if found and window.is_before(found.at):
            return
        yield line.body


class _Time(msgspec.Struct, gc=False):
    at: int


class _Timed(msgspec.Struct, gc=False):
    """The part of a line with its time."""

    command: _Time


_TIMED = msgspec.json.Decoder(_Timed)


def proven_lines(reader: Reader, table: str, start: Start, window: Window) -> Iterator[Line]:
    """The lines after a start up to the end of a window, each proven by the one before it, and together by an anchor.

    The anchor is the first that signs the last of these lines or a later one. If none does yet, the lines up to the newest
    anchor are proven, and the rest is chained to them.
    """
    last, at = Head(start.line, _line(reader, table, start.line).hash), start.table.clock
    lines = _in_order(verified_lines(table, reader.lines(table, start.line), after=last), at)
    later: Line | None = None
    for line in lines:
        moment = written_at(line)
        if moment is not None and window.is_before(moment):
            later = line
            break
        last, at = Head(line.number, line.hash), at if moment is None else moment
        yield line
    if later is None and last != reader.head(table):
        end = reader.head(table).number
        raise BrokenLineError(table, end, f"is not the line at which the stream ends, line {last.number}")
    _prove(reader, table, last.number, at, iter(()) if later is None else chain((later,), lines), window.key)


def _in_order(lines: Iterator[Line], at: int) -> Iterator[Line]:
    """Check that time does not run backwards: a line with a forged time could end a window early, or hide from it."""
    for line in lines:
        moment = written_at(line)
        if moment is not None:
            if moment < at:
                raise BrokenLineError(line.stream, line.number, "was written before the line before it, by their times")
            at = moment
        yield line


def written_at(line: Line) -> int | None:
    """When a line was written; None if it cannot be decoded, which the caller reports."""
    try:
        return _TIMED.decode(line.body).command.at
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _prove(reader: Reader, table: str, last: int, at: int, beyond: Iterator[Line], key: str | None) -> None:
    """Check the lines up to `last` against an anchor. If it signs a later line, verify the chain up to there."""
    voucher = _voucher(reader, table, last, at)
    if voucher is None:
        deque(beyond, maxlen=0)  # no anchor ends the check early: follow the chain and the times to the end
        return
    number, anchor = voucher
    _check_genuine(number, anchor, key)
    signed, hash = anchor.heads[table]
    if signed <= last:
        deque(beyond, maxlen=0)
        found = _line(reader, table, signed).hash
    else:
        found = next((line.hash for line in beyond if line.number == signed), None)
    if found is None:
        raise BrokenLineError(table, signed, f"is not there, though line {number} of the anchors has signed it")
    if found.hex() != hash:
        raise BrokenLineError(table, signed, f"line {number} of the anchors has signed another hash for it")


def _voucher(reader: Reader, table: str, last: int, at: int) -> tuple[int, Anchor] | None:
    """The first anchor that signs a line or a later one; if there is none, the newest that signs any line of the table."""
    for number, anchor in _anchors_since(reader, at):
        if _signed_line(anchor, table) >= last:
            return number, anchor
    for number in range(reader.head(ANCHORS).number, 0, -1):
        anchor = _anchor(_line(reader, ANCHORS, number))
        if table in anchor.heads:
            return number, anchor
    return None


def _signed_before(reader: Lines, stream: str, window: Window) -> Iterator[tuple[Line, SnapshotHeader]]:
    """The signed snapshots that were taken before a moment, newest first."""
    since = window.since
    if since is None or not reader.head(ANCHORS).number:
        return
    for number in range(_taken_before(reader, stream, since), 0, -1):
        line = _line(reader, stream, number)
        found = _header(line)
        if found and found.at < since and _is_signed(reader, line, found.at, window.key):
            yield line, found


def _taken_before(reader: Lines, stream: str, since: int | None) -> int:
    """How many snapshots were taken before a moment."""

    def taken_at(number: int) -> int:
        found = _header(_line(reader, stream, number))
        return found.at if found else 0

    return 0 if since is None else bisect_left(range(1, reader.head(stream).number + 1), since, key=taken_at)


def _is_signed(reader: Lines, snapshot: Line, at: int, key: str | None) -> bool:
    """Whether an anchor with a valid signature covers a snapshot: its own line, or a later one chained to it."""
    for number, anchor in _anchors_since(reader, at):
        signed = _signed_line(anchor, snapshot.stream)
        if signed < snapshot.number:
            continue
        _check_genuine(number, anchor, key)
        before = _line(reader, snapshot.stream, snapshot.number - 1).hash if snapshot.number > 1 else START.hash
        lines = reader.lines(snapshot.stream, snapshot.number - 1)
        chained = verified_lines(snapshot.stream, lines, after=Head(snapshot.number - 1, before))
        found = next((line.hash for line in chained if line.number == signed), None)
        if found is None:
            raise BrokenLineError(snapshot.stream, signed, f"is not there, though line {number} of the anchors has signed it")
        return found.hex() == anchor.heads[snapshot.stream][1]
    return False


def _signed_line(anchor: Anchor, stream: str) -> int:
    return anchor.heads[stream][0] if stream in anchor.heads else 0


def _anchors_since(reader: Lines, at: int) -> Iterator[tuple[int, Anchor]]:
    """The anchors that were signed at or after a moment, each with its number."""
    count = reader.head(ANCHORS).number
    before = bisect_left(range(1, count + 1), at, key=lambda each: _anchor(_line(reader, ANCHORS, each)).at)
    return ((line.number, _anchor(line)) for line in reader.lines(ANCHORS, before))


def _anchor(line: Line) -> Anchor:
    try:
        return read_anchor(line)
    except JournalError:
        raise BrokenLineError(ANCHORS, line.number, "is not an anchor") from None


def _check_genuine(number: int, anchor: Anchor, key: str | None) -> None:
    if key is not None and anchor.key != key:
        raise BrokenLineError(ANCHORS, number, f"was signed with another key, {anchor.key}")
    if not anchor.is_genuine:
        raise BrokenLineError(ANCHORS, number, "was not signed with the key that it names")


def _header(line: Line) -> SnapshotHeader | None:
    with decoding(line.stream, line.number):
        return header(line.body)


def _thawed(line: Line, first: TableOpened) -> Table:
    try:
        return decode_snapshot(line.body, first)
    except ChangedRulesError:
        raise
    except Exception as error:  # noqa: BLE001 - a forged snapshot can be wrong in any way
        raise BrokenLineError(line.stream, line.number, f"cannot be read ({error})") from None


def _line(reader: Lines, stream: str, number: int) -> Line:
    line = next(reader.lines(stream, number - 1), None)
    if line is None or line.number != number:
        raise BrokenLineError(stream, number, "is not there")
    return line
