"""Resettle: decide every recorded command of a table again by the rules of its time, and compare the events."""

import dataclasses
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.cage import resettled_cage
from croupier.audit.differences import Difference, difference, moved, undecided
from croupier.audit.exchanges import at_table
from croupier.audit.promotions import resettled_prizes
from croupier.audit.resettled import Resettled
from croupier.audit.window import ALWAYS, Start, Window, first_line, follow_window, proven_lines, snapshots_in
from croupier.cage.fold import CAGE_REGISTER
from croupier.canonical import canonical
from croupier.catalogue import UnknownRulesetError
from croupier.facts.lines import OtherFormatError
from croupier.journal.port import BrokenLineError, Reader
from croupier.journal.streams import snapshots
from croupier.journal.verification import verify_stream
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import ChangedRulesError, OpeningError, TableOpened, opened, opening_fault, read_opening
from croupier.table.core.recorded import Recorded, read_recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.snapshot import encode_snapshot, header
from croupier.table.core.state import ForgottenRoundError, Table
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.position.text import position_text

Tell = Callable[[int], None]


class _EndError(Exception):
    """The replay cannot continue."""


def resettled(reader: Reader, table: str, tell: Tell, window: Window = ALWAYS) -> Resettled:
    """Settle a table, the cage or the prize register again, and verify its hash chain; a table also for a window of time."""
    if table == CAGE_REGISTER.name:
        return resettled_cage(reader, tell)
    if table == PRIZE_REGISTER.name:
        return resettled_prizes(reader, tell)
    if window != ALWAYS:
        return _resettled_in(window, reader, table, tell)
    broken = _broken(reader, table, snapshots(table))
    taken = (line.body for line in reader.lines(snapshots(table)))
    result = resettle(_counted((line.body for line in reader.lines(table)), tell), taken)
    result.broken = broken
    return result


def _resettled_in(window: Window, reader: Reader, table: str, tell: Tell) -> Resettled:
    result = Resettled()

    def verify_stream(start: Start) -> None:
        result.started, result.rounds, result.differences = start.line, 0, []
        lines = _counted((line.body for line in proven_lines(reader, table, start, window)), tell)
        _Following(result, snapshots_in(reader, table, window), window).follow_from(start, lines)

    try:
        with _opening(result, first_line(reader, table)):
            follow_window(reader, table, window, verify_stream)
    except _EndError as error:
        result.ended = str(error)
    except BrokenLineError as error:
        result.broken = str(error)
    return result


def _broken(reader: Reader, *streams: str) -> str:
    try:
        for stream in streams:
            verify_stream(stream, reader.rows(stream), reader.head(stream))
    except BrokenLineError as error:
        return str(error)
    return ""


def _counted(lines: Iterable[bytes], tell: Tell) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if not number % 1000:
            tell(number)
        yield line


def resettle(lines: Iterable[bytes], taken: Iterable[bytes] = ()) -> Resettled:
    """Decide every command again, compare, and continue from the recorded events. Compare the snapshots, too."""
    result, remaining = Resettled(), iter(lines)
    try:
        with _opening(result, next(remaining, b"")) as first:
            # Keep every round that a correction can reach.
            start = Start(replace(opened(first), memory=first.reach), 1)
            if fault := opening_fault(first):
                result.differences.append(Difference(1, 0, fault))
        _Following(result, taken, ALWAYS).follow_from(start, remaining)
    except _EndError as error:
        result.ended = str(error)
    return result


@contextmanager
def _opening(result: Resettled, line: bytes) -> Generator[TableOpened]:
    """Record the rules that a table was opened with. End the replay if the installed rules differ from them."""
    first: TableOpened = _read(1, line, read_opening)
    result.ruleset, result.fingerprint, result.lines = first.ruleset, first.fingerprint, 1
    try:
        yield first
    except (ChangedRulesError, OpeningError, UnknownRulesetError) as error:
        raise _EndError(f"line 1: {error}") from None


class _Following:
    def __init__(self, result: Resettled, taken: Iterable[bytes], window: Window) -> None:
        self._result, self._window = result, window
        self._snapshots: dict[int, bytes] = {}
        for body in taken:
            try:
                found = header(body)
            except (msgspec.DecodeError, UnicodeDecodeError):
                result.differences.append(Difference(1, 0, "a snapshot cannot be read; croupier audit verify names it"))
                continue
            if found:
                self._snapshots[found.line] = body

    def follow_from(self, start: Start, lines: Iterator[bytes]) -> None:
        """Replay the lines after a start."""
        result, table, number = self._result, start.table, start.line
        result.lines = 1 if self._window.since is None else 0
        result.balances = table.book.balances
        for number, line in enumerate(lines, start.line + 1):
            found: Recorded = _read(number, line, read_recorded)
            is_checked = self._window.holds(found.command.at)
            if is_checked:
                self._compare(table, found, number, line)
            for event in found.events:
                table = self._applied(table, event, number)
                result.exchanged.update(at_table(event))
            result.balances = table.book.balances
            result.lines += is_checked
            result.rounds += is_checked and sum(isinstance(event, RoundSettled) for event in found.events)
            if number in self._snapshots and (
                table.trail is not None or encode_snapshot(table, number) != self._snapshots[number]
            ):
                said = "the snapshot taken after it is of another table"
                result.differences.append(Difference(number, table.round.number, said))
        if sum(result.balances.values()):
            raise _EndError(f"line {number}: the accounts do not sum to zero")

    def _compare(self, table: Table, found: Recorded, number: int, line: bytes) -> None:
        """Compare a line with what the rules decide."""
        differing = list(self._differences(table, found, number))
        if not differing and canonical(found) != line:
            differing = [Difference(number, table.round.number, "it is not written as such a line is written")]
        elif differing:
            differing[-1] = dataclasses.replace(differing[-1], position=_position(table))
        self._result.differences.extend(differing)

    def _differences(self, table: Table, found: Recorded, number: int) -> Iterator[Difference]:
        """How the events of a line differ from what the rules decide."""
        round, again = table.in_play, self._decided(table, found.command)
        if isinstance(again, str):
            for event in found.events:
                yield undecided(number, round, event, again)
            if not found.events:
                yield Difference(number, round, f"written down was {type(found.command).__name__}, {again}")
            return
        for written, decided in zip(found.events, again, strict=False):
            if written != decided:
                yield difference(number, round, written, decided)
        for missing in again[len(found.events) :]:
            less = {account: -amount for account, amount in sorted(moved(missing).items()) if amount}
            yield Difference(number, round, f"{type(missing).__name__} should follow, and does not", (), less)
        for more in found.events[len(again) :]:
            yield undecided(number, round, more, "which follows from nothing that happened before it")

    def _decided(self, table: Table, command: Command) -> tuple[Event, ...] | str:
        """What the rules decide, or why they decide nothing."""
        try:
            again = decide(table, command)
        except Exception as error:  # noqa: BLE001 - a forged command can be wrong in any way
            self._check_start(error)
            return "which answers nothing that can be asked"
        if not isinstance(again, Refusal):
            return again
        if again.reason is Reason.ROUND_FORGOTTEN:
            round: int = getattr(command, "round", 0)
            self._check_start(ForgottenRoundError(round, table.in_play - round))
        return f"the rules say: {again.message}"

    def _applied(self, table: Table, event: Event, number: int) -> Table:
        try:
            return apply(table, event)
        except Exception as error:  # noqa: BLE001 - a forged event can be wrong in any way
            self._check_start(error)
            why = str(error) or type(error).__name__
            raise _EndError(f"line {number}: {type(event).__name__} cannot have happened at this table ({why})") from None

    def _check_start(self, error: Exception) -> None:
        """Re-raise a ForgottenRoundError if the replay did not start at line 1: an earlier start may have the round."""
        if isinstance(error, ForgottenRoundError) and self._result.started > 1:
            raise error


def _position(table: Table) -> str | None:
    """The position of a table; None if forged events have left one that cannot be written."""
    try:
        return position_text(table)
    except Exception:  # noqa: BLE001 - a forged event can be wrong in any way
        return None


def _read(number: int, line: bytes, read: Callable[[bytes], Any]) -> Any:
    try:
        return read(line)
    except OtherFormatError as error:
        raise _EndError(f"line {number}: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _EndError(f"line {number}: cannot be read ({error})") from None
