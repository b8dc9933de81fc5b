"""Recovery: rebuild tables, the cage and the register of people at the start, and verify the journal in the background."""

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from threading import Event as ThreadEvent
from threading import Thread
from typing import NamedTuple

from msgspec.structs import replace

from croupier.audit.verify import verify
from croupier.cage.fold import CAGE_REGISTER, Key, changed_by
from croupier.cage.snapshot import rebuilt
from croupier.cage.state import Cage
from croupier.facts.lines import OtherFormatError
from croupier.floor.clock import sleep
from croupier.floor.happened import Happened
from croupier.floor.warning import warn
from croupier.journal import streams
from croupier.journal.chain import link, verified_lines
from croupier.journal.port import START, BrokenLineError, DamagedError, Head, JournalError, Lines, Reader
from croupier.people.duties import FloorRoles
from croupier.people.fold import PEOPLE
from croupier.people.register import Register
from croupier.promotions import snapshot as prize_snapshots
from croupier.promotions.fold import PRIZE_REGISTER, PrizeKey
from croupier.promotions.fold import changed_by as prizes_changed_by
from croupier.promotions.state import PrizeRegister
from croupier.table.core.message import Event
from croupier.table.core.opening import ChangedRulesError
from croupier.table.core.snapshot import rebuild
from croupier.table.core.state import Table

VERIFY_PAUSE_SECONDS = 0.02
"""Seconds that the background verification sleeps every few thousand lines, to leave the CPU to the tables."""
VERIFY_END_TIMEOUT = 2.0
"""Seconds that a stopping server waits for the background verification to end."""
RESTORE = "restore a backup, or ask croupier audit verify what else is wrong"


def recovered(lines: Lines, name: str, signed: Mapping[str, Head], told: deque[Happened] | None = None) -> tuple[Table, int]:
    """Rebuild a table, and return it with the number of its last line. `told` gets its last events.

    Lines that an anchor signed are trusted. The hash chain after them is verified to its end.
    """
    for stream in (streams.keys(name), streams.claims(name)):
        for _ in checked_lines(lines, stream, signed.get(stream, START).number, signed):
            pass
    at = 0

    def since(after: int) -> Iterator[bytes]:
        nonlocal at
        for number, body in enumerate(checked_lines(lines, name, after, signed), after + 1):
            at = number
            yield body

    try:
        heard = None if told is None else partial(_retell, told)
        table, number = rebuild(since, lambda: _trusted(lines, name, signed), heard=heard)
    except (JournalError, ChangedRulesError, OtherFormatError):
        raise
    except Exception as error:  # a forged line can be wrong in any way
        raise JournalError(f"{name}, line {at}: cannot be read, or cannot have happened ({error}); {RESTORE}") from error
    if sum(table.book.balances.values()):
        raise JournalError(f"{name}, line {number}: the accounts do not sum to zero; {RESTORE}")
    return table, number


def _retell(told: deque[Happened], before: Table, event: Event, after: Table, together: Sequence[Event]) -> None:
    """Keep an event that is replayed. If the replay began anew, those before it are kept once."""
    if told and told[-1].number >= after.events:
        told.clear()
    told.append(Happened(after.events, event, before, after, together))


class RecoveredRegister(NamedTuple):
    """The register of people, the number of its last line, and the line of the snapshot from which it was rebuilt."""

    register: Register
    line: int
    snapshot: int


def recovered_register(lines: Lines, signed: Mapping[str, Head], roles: FloorRoles) -> RecoveredRegister:
    """Rebuild the register of people from its last signed snapshot, or from its first line."""
    register, snapshot = _last_register(lines, signed)
    register, number = replace(register, roles=roles), snapshot
    with _naming(PEOPLE.name, lambda: number):
        for body in checked_lines(lines, PEOPLE.name, snapshot, signed):
            number += 1
            register = PEOPLE.replayed(register, PEOPLE.read(body).events)
    return RecoveredRegister(register, number, snapshot)


@contextlib.contextmanager
def _naming(stream: str, number: Callable[[], int]) -> Generator[None]:
    """Name the line of a stream that cannot be read, or cannot have happened: a forged one can be wrong in any way."""
    try:
        yield
    except JournalError:
        raise
    except OtherFormatError as error:
        raise JournalError(f"{stream}, line {number()}: {error}") from None
    except Exception as error:
        what = f"cannot be read, or cannot have happened ({error})"
        raise JournalError(f"{stream}, line {number()}: {what}; {RESTORE}") from error


def _last_register(lines: Lines, signed: Mapping[str, Head]) -> tuple[Register, int]:
    """The register of the newest signed snapshot that this version can read, and its line."""
    for body in _trusted(lines, PEOPLE.name, signed):
        if found := PEOPLE.snapshot_in(body):
            return found.state, found.line
    return PEOPLE.initial, 0


class RecoveredCage(NamedTuple):
    """The cage, the number of its last line, the line of its last snapshot, and the records that have changed since."""

    cage: Cage
    line: int
    snapshot: int
    changed: set[Key]


def recovered_cage(lines: Lines, signed: Mapping[str, Head]) -> RecoveredCage:
    """Rebuild the cage from its signed snapshots and the lines after them, or from its first line."""
    for _ in checked_lines(
        lines, streams.claims(CAGE_REGISTER.name), signed.get(streams.claims(CAGE_REGISTER.name), START).number, signed
    ):
        pass
    cage, snapshot = rebuilt(reversed(_signed_snapshots(lines, CAGE_REGISTER.name, signed)))
    number, changed = snapshot, set[Key]()
    with _naming(CAGE_REGISTER.name, lambda: number):
        for body in checked_lines(lines, CAGE_REGISTER.name, snapshot, signed):
            number += 1
            for event in CAGE_REGISTER.read(body).events:
                cage = CAGE_REGISTER.apply(cage, event)
                changed.update(changed_by(event))
    return RecoveredCage(cage, number, snapshot, changed)


class RecoveredPrizes(NamedTuple):
    """The prize register, the number of its last line, the line of its last snapshot, and the records that changed since."""

    register: PrizeRegister
    line: int
    snapshot: int
    changed: set[PrizeKey]


def recovered_prizes(lines: Lines, signed: Mapping[str, Head]) -> RecoveredPrizes:
    """Rebuild the prize register from its signed snapshots and the lines after them, or from its first line."""
    register, snapshot = prize_snapshots.rebuilt(reversed(_signed_snapshots(lines, PRIZE_REGISTER.name, signed)))
    number, changed = snapshot, set[PrizeKey]()
    with _naming(PRIZE_REGISTER.name, lambda: number):
        for body in checked_lines(lines, PRIZE_REGISTER.name, snapshot, signed):
            number += 1
            for event in PRIZE_REGISTER.read(body).events:
                register = PRIZE_REGISTER.apply(register, event)
                changed.update(prizes_changed_by(event))
    return RecoveredPrizes(register, number, snapshot, changed)


class BackgroundVerification:
    """Verifies the whole journal in a background thread with its own reader, because a start checks only its end."""

    def __init__(self, reader: Reader, key: str, stop: Callable[[BaseException], None]) -> None:
        """Start the thread. It calls `stop` if it finds a fault."""
        self._enough = ThreadEvent()
        self._thread = Thread(
            target=verify_in_background, args=(reader, key, stop, self._enough), name="looking back", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """End the verification; the next start begins it again. Do not wait long for a query that cannot be interrupted."""
        self._enough.set()
        self._thread.join(VERIFY_END_TIMEOUT)


class _EnoughError(Exception):
    """The server is stopping, and the verification ends early."""


def verify_in_background(reader: Reader, key: str, stop: Callable[[BaseException], None], enough: ThreadEvent) -> None:
    """Verify a journal with pauses, until `enough` is set. Call `stop` with the first fault."""

    def tell(_: int) -> None:
        if enough.is_set():
            raise _EnoughError
        sleep(VERIFY_PAUSE_SECONDS)

    try:
        with contextlib.closing(reader), reader.steady():
            # A new journal has no anchor before its first rounds.
            signed = reader.head(streams.ANCHORS).number
            found = verify(reader, key=key if signed else "", tell=tell)
        faults = found.faults
        for sentence in found.warnings:
            warn(f"warning: {sentence}")
    except _EnoughError:
        return
    except DamagedError as error:
        faults = (str(error),)
    except JournalError as error:
        # A failed read proves nothing. If the journal itself is gone, the next commit fails and says so.
        warn(f"the background verification of the journal did not finish: {error}")
        return
    except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
        faults = (str(error),)
    if faults:
        stop(DamagedError(f"{faults[0]}; {RESTORE}"))


def checked_lines(lines: Lines, stream: str, after: int, signed: Mapping[str, Head]) -> Iterator[bytes]:
    """The bodies of the lines after a number, each checked against the line before it and against the signed head."""
    vouched, head = signed.get(stream, START), Head(after, _hash(lines, stream, after))
    try:
        _compare(stream, head, vouched)
        for line in verified_lines(stream, lines.lines(stream, after), after=head):
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
    """The signed snapshots beside a stream, newest first. The head is signed, and each line's hash covers the one before it."""
    stream = streams.snapshots(name)
    number, vouched = signed.get(stream, START)
    while number:
        line = next(lines.lines(stream, number - 1), None)
        before = _hash(lines, stream, number - 1)
        if line is None or line.number != number or link(before, *line[:5]) != vouched:
            raise JournalError(f"{stream}, line {number}: is not the line that was signed; {RESTORE}")
        yield line.body
        number, vouched = number - 1, before


def _signed_snapshots(lines: Lines, name: str, signed: Mapping[str, Head]) -> list[bytes]:
    """All signed snapshots beside a stream whose snapshots rest on each other, oldest first: one pass reads them."""
    stream = streams.snapshots(name)
    vouched, head = signed.get(stream, START), START
    bodies: list[bytes] = []
    try:
        for line in islice(verified_lines(stream, lines.lines(stream)), vouched.number):
            bodies.append(line.body)
            head = Head(line.number, line.hash)
    except BrokenLineError as error:
        raise JournalError(f"{error}; {RESTORE}") from None
    if head != vouched:
        raise JournalError(f"{stream}, line {vouched.number}: is not the line that was signed; {RESTORE}")
    return bodies


def _hash(lines: Lines, stream: str, number: int) -> bytes:
    line = next(lines.lines(stream, number - 1), None) if number else None
    return line.hash if line else START.hash
