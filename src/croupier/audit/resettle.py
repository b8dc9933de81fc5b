"""The audit: a journal read from its first line, every fact decided again by the rules and compared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.ledger.accounts import Account
from croupier.table.apply import apply
from croupier.table.behind import BEHIND
from croupier.table.decide import decide
from croupier.table.events import Event, RoundSettled
from croupier.table.opening import TableOpened, opened
from croupier.table.refusals import Refusal
from croupier.table.state import Table
from croupier.table.versions import NewerFormatError, alike, asked, readable, today

_FIRST = msgspec.json.Decoder(TableOpened)
_EVENTS = msgspec.json.Decoder(Event)


class AuditError(Exception):
    """A line of a journal that the rules would not have written."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a journal tells of one table."""

    ruleset: str
    fingerprint: str
    lines: int
    rounds: int
    balances: Mapping[Account, int]


def replay(lines: Iterable[bytes]) -> Replay:
    """Fold a table's journal, and have the rules decide every line of it again."""
    remaining = iter(lines)
    first = _read(1, next(remaining, b""), _FIRST)
    try:
        readable(first.format)
    except NewerFormatError as error:
        raise AuditError(f"line 1: {error}") from None
    table, number, rounds, expected = opened(first), 1, 0, list[Event]()
    for number, line in enumerate(remaining, 2):
        event: Event = today(_read(number, line, _EVENTS), first.format)
        if not expected:
            # What one command led to stands in as many lines; all of them are decided again with the first.
            expected = _decided(table, event, number, line)
        if not alike(first.format, event, expected.pop(0)):
            raise AuditError(f"line {number}: written down was {line.decode(errors='replace')}, but the rules say otherwise")
        table = apply(table, event)
        rounds += isinstance(event, RoundSettled)
    if expected:
        raise AuditError(f"line {number}: {type(expected[0]).__name__} should follow, and the journal ends")
    if sum(table.book.balances.values()):
        raise AuditError(f"line {number}: the accounts do not sum to zero")
    return Replay(first.ruleset, first.fingerprint, number, rounds, table.book.balances)


def _decided(table: Table, event: Event, number: int, line: bytes) -> list[Event]:
    if type(event) not in BEHIND:
        raise AuditError(f"line {number}: {type(event).__name__} follows from nothing that happened before it")
    try:
        command = asked(event)
    except (LookupError, ValueError):
        # Somebody has written an event that lacks what every such event has.
        raise AuditError(f"line {number}: {type(event).__name__} answers nothing that can be asked") from None
    again = decide(table, command)
    if isinstance(again, Refusal):
        raise AuditError(f"line {number}: written down was {line.decode(errors='replace')}, but the rules say {again.message}")
    # A line that does not say when it happened was decided without a clock.
    return list(again) if event.at else [replace(each, at=0) for each in again]


def _read(number: int, line: bytes, decoder: msgspec.json.Decoder[Any]) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise AuditError(f"line {number}: cannot be read ({error})") from None
