"""Decide a command at the cage, and apply an event to it. Pure."""

from collections.abc import Iterable
from functools import reduce

from msgspec.structs import replace

from croupier.cage.due_counts import with_moved
from croupier.cage.message import CageCommand, CageEvent, CounterEvent
from croupier.cage.opening import OpenCage
from croupier.cage.receipt import receipt_of
from croupier.cage.refusals import CageReason, CageRefusal
from croupier.cage.rows import CAGE_COMMANDS, CAGE_EVENTS
from croupier.cage.state import Cage
from croupier.cage.texts import bad_text
from croupier.rules.moments import LATEST


def decide(cage: Cage, command: CageCommand) -> tuple[CageEvent, ...] | CageRefusal:
    """Return the events that a command leads to, or a refusal. The cage changes only when the events are applied.

    No events means that the command is in order and nothing has to be recorded.
    """
    at = command.at or cage.clock
    if not cage.clock <= at <= LATEST:
        return CageRefusal(CageReason.BAD_TIME, "That would have happened before something that has happened.")
    if (cage.rules is None) is not isinstance(command, OpenCage):
        return CageRefusal(CageReason.CAGE_CLOSED, "The cage was not opened yet, or was opened before.")
    if refusal := bad_text(command):
        return refusal
    decided = CAGE_COMMANDS[type(command)].decide(cage, replace(command, at=at))
    if isinstance(decided, CageRefusal):
        return decided
    return (replace(decided, at=at, **_numbered(cage, decided)),) if decided else ()


def _numbered(cage: Cage, event: CageEvent) -> dict[str, int]:
    """The number of the receipt for an event, if somebody gets one."""
    receipt = CAGE_EVENTS[type(event)].receipt
    return {"receipt": len(cage.receipts) + 1} if receipt and receipt(event) else {}


def apply(cage: Cage, event: CageEvent) -> Cage:
    """Return the cage after an event."""
    row = CAGE_EVENTS[type(event)]
    after = row.apply(with_moved(cage, event) if row.moves_money else cage, event)
    if isinstance(event, CounterEvent) and event.receipt and row.receipt and (kind := row.receipt(event)):
        after = replace(after, receipts=after.receipts.having(event.receipt, receipt_of(event, event.receipt, kind)))
    book = cage.book.after(getattr(event, "transfers")) if row.moves_money else cage.book  # noqa: B009 - the row says so
    return replace(after, book=book, clock=max(cage.clock, event.at), events=cage.events + 1)


def replayed(cage: Cage, events: Iterable[CageEvent]) -> Cage:
    """Return the cage after several events."""
    return reduce(apply, events, cage)


def told(cage: Cage, event: CageEvent) -> str:
    """An event in words, given the cage before it."""
    return CAGE_EVENTS[type(event)].tell(cage, event)
