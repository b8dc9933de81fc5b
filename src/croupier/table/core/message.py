"""The base classes of messages. A command is a request to a table; an event states what happened. See `rows`."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Protocol, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.moments import Millis
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional

NewSeat = Annotated[str, "a new seat"]
"""The name of a seat that a player takes. At a live table it is not empty."""


class SeatKind(StrEnum):
    """Who plays at a seat. The table decides it when the seat is taken; its name says nothing."""

    PERSON = "person"
    """A player whom the staff have seated, or who stands for one in a scenario."""
    TERMINAL = "terminal"
    """The person at the terminal. Only this table knows the name of its seat."""
    BOT = "bot"
    """A bot of the house, in the demonstration."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A request to a table, in the imperative. Time, chance and money reach a table only through commands."""

    at: Millis = 0
    """Milliseconds since 1970; 0 if no clock runs, as in a scenario. See `is_timed`."""

    @property
    def is_timed(self) -> bool:
        """Whether the command states its time, as at a live table."""
        return bool(self.at)


class PlayerCommand(Command, frozen=True, kw_only=True, tag=True):
    """A command by a player. At a table that a dealer runs, a member of staff gives it for the player."""

    seat: str
    by: Person | UnsetType = UNSET
    """The member of staff who gives it for the player; missing if the player does."""


class Order(Command, frozen=True, kw_only=True, tag=True):
    """A command by a member of staff."""

    by: Person
    why: str = ""
    """The reason: the id of a ground if the document lists grounds, else a sentence."""


# No message, bet or table can contain itself, so cyclic garbage collection can ignore them. That saves a tenth of the time.
class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """Something that happened at a table, in the past tense. An event that moves money states its own transfers."""

    at: int = 0
    """Milliseconds since 1970; 0 if no clock runs. See `is_timed`."""

    @property
    def is_timed(self) -> bool:
        """Whether the event states its time, as at a live table."""
        return bool(self.at)


class Ruling(Event, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An event that a member of staff decided."""

    by: Person
    why: str
    """The id of a ground, or a sentence."""
    clause: str
    """The clause that gives the power; empty if the document does not mention it."""


class Decided(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A bet, or a part of one, that ended."""

    seat: str
    wager: str
    stake: Cents
    """The stake that ended."""
    result: Result
    paid: Cents
    """Everything that went to the owner: the returned stake, winnings and returned commission."""
    promotional: Promotional | None = None
    """The part of `paid` that was returned as promotional credits or tokens."""
    commission: Cents = Cents(0)
    """The part of `paid` that is commission on what was over the maximum of a bet that the outcome decided."""
    over: Cents = Cents(0)
    """The part of `stake` over the maximum of a bet that the outcome decided. It was returned, and did not play."""

    @property
    def played(self) -> Cents:
        """The part of the stake that was in play."""
        return Cents(self.stake - self.over)


class _OfSeat(Protocol):
    @property
    def seat(self) -> str: ...


S = TypeVar("S", bound=_OfSeat)


def by_seat(parts: Iterable[S]) -> dict[str, list[S]]:
    """The parts of an event that name a seat, by that seat, in their order."""
    grouped: dict[str, list[S]] = {}
    for each in parts:
        grouped.setdefault(each.seat, []).append(each)
    return grouped
