"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

A module of messages ends with a call of `declare`. The columns are required: a module that leaves one out does not import.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from croupier.cage.message import CageCommand, CageEvent, CageOrder
from croupier.cage.refusals import CageRefusal
from croupier.cage.state import Cage

C = TypeVar("C", bound=CageCommand)
E = TypeVar("E", bound=CageEvent)


@dataclass(frozen=True, slots=True, kw_only=True)
class CageCommandRow(Generic[C]):
    """How a command is decided."""

    kind: type[C]
    decide: Callable[[Cage, C], CageEvent | CageRefusal | None]
    """Return what happens, a refusal, or None if nothing has to be recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CageEventRow(Generic[E]):
    """What an event does to the cage, and how it is told."""

    kind: type[E]
    apply: Callable[[Cage, E], Cage]
    """Return the cage after the event. `fold.apply` moves the money and sets the clock."""
    tell: Callable[[Cage, E], str]
    """Describe the event, given the cage before it. It names tickets by serial, never by number."""
    moves_money: bool
    """Whether the event has transfers."""
    tickets: Callable[[E], tuple[int, ...]]
    """The serials of the tickets that it changes, for the next snapshot."""


CAGE_COMMANDS: dict[type[CageCommand], CageCommandRow[Any]] = {}
"""Every command, by its class."""
CAGE_EVENTS: dict[type[CageEvent], CageEventRow[Any]] = {}
"""Every event, by its class."""


class CageRowError(TypeError):
    """The row of a message is missing, declared twice, or contradicts its fields."""


def declare(*rows: CageCommandRow[Any] | CageEventRow[Any]) -> None:
    """Register the rows of a module. Raise `CageRowError` if one is declared twice or contradicts its fields."""
    for row in rows:
        name = row.kind.__name__
        if row.kind in CAGE_COMMANDS or row.kind in CAGE_EVENTS:
            raise CageRowError(f"{name}: has two rows")
        if not row.kind.__doc__:
            raise CageRowError(f"{name}: its class has no docstring; the reference page needs one")
        if isinstance(row, CageCommandRow):
            CAGE_COMMANDS[row.kind] = row
            continue
        if row.moves_money is not ("transfers" in row.kind.__struct_fields__):
            raise CageRowError(f"{name}: moves_money={row.moves_money} contradicts its fields")
        CAGE_EVENTS[row.kind] = row


def check_complete() -> None:
    """Raise `CageRowError` if a command or an event has no row."""
    for base in (CageCommand, CageEvent):
        for kind in _derived(base):
            if kind is not CageOrder and kind not in CAGE_COMMANDS and kind not in CAGE_EVENTS:
                raise CageRowError(f"{kind.__module__}: {kind.__name__} has no row; declare it")


def _derived(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived(kind)


def one_ticket(event: Any) -> tuple[int, ...]:
    """For `tickets`: the event changes the ticket that it names."""
    return (event.serial,)


def no_ticket(_: CageEvent) -> tuple[int, ...]:
    """For `tickets`: the event changes no ticket."""
    return ()
