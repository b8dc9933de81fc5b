"""Resettle: a table's journal read from its first line, every fact decided again by the rules of its time and compared."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.differences import Difference, difference, unfounded
from croupier.canonical import canonical
from croupier.catalogue import UnknownRulesetError
from croupier.journal.claim import form_of
from croupier.journal.port import BrokenLineError, Line, Reader
from croupier.journal.proof import follow
from croupier.journal.streams import snapshots
from croupier.ledger.accounts import Account
from croupier.table.apply import apply
from croupier.table.behind import BEHIND
from croupier.table.decide import decide
from croupier.table.events import Event, RoundSettled
from croupier.table.opening import ChangedRulesError, OpeningError, TableOpened, opened
from croupier.table.refusals import Refusal
from croupier.table.snapshot import frozen, stated
from croupier.table.state import Table
from croupier.table.versions import NewerFormatError, alike, asked, readable, today

_FIRST = msgspec.json.Decoder(TableOpened)
_EVENTS = msgspec.json.Decoder(Event)


@dataclass(slots=True)
class Resettled:
    """What a journal tells of one table, and where the rules say otherwise."""

    ruleset: str = ""
    fingerprint: str = ""
    lines: int = 0
    rounds: int = 0
    balances: Mapping[Account, int] = field(default_factory=dict[Account, int])
    differences: list[Difference] = field(default_factory=list[Difference])
    ended: str = ""
    """Why the table could not be followed to its end, if it could not."""
    broken: str = ""
    """The first line that does not follow the one before it, and what is wrong with it, if there is one."""

    @property
    def holds(self) -> bool:
        """Whether every line is what the rules say."""
        return not self.differences and not self.ended and not self.broken

    @property
    def sentences(self) -> list[str]:
        """All that is not as the rules say."""
        found = [sentence for each in self.differences for sentence in each.sentences]
        return [sentence for sentence in (self.broken, *found, self.ended) if sentence]

    @property
    def accounts(self) -> Mapping[Account, int]:
        """What every account got more than the rules say, or less, over all differences."""
        total: Counter[Account] = Counter()
        for each in self.differences:
            total.update(each.accounts)
        return {account: more for account, more in sorted(total.items()) if more}


CANONICAL = 3
"""The first form in which the same event is always the same line."""


class _EndError(Exception):
    """The table cannot be followed any further."""


def resettled(reader: Reader, table: str, tell: Callable[[int], None]) -> Resettled:
    """Settle a table of a journal again, once its chain was followed: a line that was changed is named whatever it says."""
    broken = _broken(reader, table, snapshots(table))
    taken = (line.body for line in reader.lines(snapshots(table)))
    told = resettle(_counted(reader.lines(table), tell), taken, form_of(reader, table))
    told.broken = broken
    return told


def _broken(reader: Reader, *streams: str) -> str:
    try:
        for stream in streams:
            follow(stream, reader.rows(stream), reader.head(stream))
    except BrokenLineError as error:
        return str(error)
    return ""


def _counted(lines: Iterable[Line], tell: Callable[[int], None]) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if not number % 1000:
            tell(number)
        yield line.body


def resettle(lines: Iterable[bytes], taken: Iterable[bytes] = (), claimed: int = 0) -> Resettled:
    """Fold a table's journal, have the rules decide every line of it again, and go on with what is written.

    Its lines have the form of the first, or that of a newer croupier which claimed the table since.
    """
    told = Resettled()
    try:
        _Following(told, taken).follow(iter(lines), claimed)
    except _EndError as error:
        told.ended = str(error)
    return told


class _Following:
    def __init__(self, told: Resettled, taken: Iterable[bytes]) -> None:
        self._told = told
        self._snapshots: dict[int, bytes] = {}
        self._expected: list[Event] = []
        for body in taken:
            try:
                found = stated(body)
            except (msgspec.DecodeError, UnicodeDecodeError):
                told.differences.append(Difference(1, 0, "a snapshot cannot be read; croupier audit verify names it"))
                continue
            if found:
                self._snapshots[found.line] = body

    def follow(self, lines: Iterator[bytes], claimed: int) -> None:
        """Read one line after the other."""
        told = self._told
        first = _read(1, next(lines, b""), _FIRST)
        told.lines, told.ruleset, told.fingerprint = 1, first.ruleset, first.fingerprint
        try:
            readable(max(first.format, claimed))
            table = opened(first)
        except (ChangedRulesError, NewerFormatError, OpeningError, UnknownRulesetError) as error:
            raise _EndError(f"line 1: {error}") from None
        for number, line in enumerate(lines, 2):
            event: Event = today(_read(number, line, _EVENTS), first.format)
            before = len(told.differences)
            self._compare(table, event, number, first.format)
            if len(told.differences) == before and first.format >= CANONICAL and canonical(event) != line:
                told.differences.append(Difference(number, table.round.number, "it is not written as such an event is written"))
            table = _applied(table, event, number)
            told.lines, told.rounds, told.balances = number, told.rounds + isinstance(event, RoundSettled), table.book.balances
            if number in self._snapshots and (table.trail is not None or frozen(table, number) != self._snapshots[number]):
                told.differences.append(
                    Difference(number, table.round.number, "the snapshot taken after it is of another table")
                )
        self._nothing_is_missing(table)
        if sum(told.balances.values()):
            raise _EndError(f"line {told.lines}: the accounts do not sum to zero")

    def _compare(self, table: Table, event: Event, number: int, format: int) -> None:
        """Compare a line with what the rules decide. What one command led to stands in as many lines."""
        if self._expected and type(self._expected[0]) is not type(event):
            self._nothing_is_missing(table)
        round = table.in_play
        if not self._expected:
            again = _decided(table, event)
            if isinstance(again, str):
                self._told.differences.append(unfounded(number, round, event, again))
                return
            self._expected = again
        expected = self._expected.pop(0)
        if not alike(format, event, expected):
            self._told.differences.append(difference(number, round, event, expected))

    def _nothing_is_missing(self, table: Table) -> None:
        for each in self._expected:
            what = f"{type(each).__name__} should follow, and does not"
            self._told.differences.append(Difference(self._told.lines, table.in_play, what))
        self._expected = []


def _decided(table: Table, event: Event) -> list[Event] | str:
    """What the rules decide where this was written, or why they decide nothing."""
    if type(event) not in BEHIND:
        return "which follows from nothing that happened before it"
    try:
        again = decide(table, asked(event))
    except Exception:  # noqa: BLE001 - somebody has written an event that lacks what every such event has
        return "which answers nothing that can be asked"
    if isinstance(again, Refusal):
        return f"the rules say: {again.message}"
    # A line that does not say when it happened was decided without a clock.
    return list(again) if event.at else [replace(each, at=0) for each in again]


def _applied(table: Table, event: Event, number: int) -> Table:
    try:
        return apply(table, event)
    except Exception as error:  # noqa: BLE001 - what was forged can be wrong in any way
        why = str(error) or type(error).__name__
        raise _EndError(f"line {number}: {type(event).__name__} cannot have happened at this table ({why})") from None


def _read(number: int, line: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _EndError(f"line {number}: cannot be read ({error})") from None
