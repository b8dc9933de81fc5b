"""Rows: each kind of message is declared once, with everything that the rest of the program needs to know about it.

The columns are required: a module that leaves one out does not import. A register adds columns of its own in a row that is
derived from these.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from croupier.facts.message import Command, Event
from croupier.facts.refusal import Refusal

S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Decision = Event | tuple[Event, ...] | Refusal | None
"""What a command leads to: one event, several, a refusal, or nothing if nothing has to be recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow(Generic[S, C]):
    """How a command is decided."""

    kind: type[C]
    decide: Callable[[S, C], Decision]
    two: Callable[[S, C], str | None] | None = None
    """Return why two people sign it, or None if one is enough for this command; None if the register does not ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow(Generic[S, E]):
    """What an event does to the state, and how it is told."""

    kind: type[E]
    apply: Callable[[S, E], S]
    """Return the state after the event. `Fold.apply` moves the money and sets the clock."""
    tell: Callable[[S, E], str]
    """Describe the event, given the state before it."""
    moves_money: bool = False
    """Whether the event has transfers."""


class RowError(TypeError):
    """The row of a message is missing, declared twice, or contradicts its fields."""


def check_new(kind: type, bases: Collection[type], *registers: Mapping[type, object]) -> None:
    """Raise `RowError` if a message of this name has a row already, or if the class has no docstring of its own."""
    if kind.__name__ in {each.__name__ for register in registers for each in register}:
        raise RowError(f"{kind.__name__}: has two rows")
    if not kind.__doc__ or kind.__doc__ in {base.__doc__ for base in bases}:
        raise RowError(f"{kind.__name__}: its class has no docstring; the reference page needs one")


def check_transfers(kind: type, *, moves_money: bool) -> None:
    """Raise `RowError` if a row says that an event moves money, and its fields do not, or the other way round."""
    has_transfers = "transfers" in getattr(kind, "__struct_fields__", ())
    if moves_money is not has_transfers:
        states = "states transfers" if has_transfers else "states no transfers"
        raise RowError(f"{kind.__name__}: moves_money={moves_money}, but it {states}")


def check_all_declared(bases: Collection[type], *registers: Mapping[type, object]) -> None:
    """Raise `RowError` if a class that is derived from `bases`, and is not one of them, has no row."""
    for base in bases:
        for kind in _derived(base):
            if kind not in bases and not any(kind in register for register in registers):
                raise RowError(f"{kind.__module__}: {kind.__name__} has no row; declare it")


def _derived(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived(kind)


def unchanged(state: S, _: Any) -> S:
    """For `apply`: the event changes nothing and is only recorded."""
    return state
