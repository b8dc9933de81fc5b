"""The base classes of messages, and who sends them. A command is a request to the cage; an event states what happened."""

import msgspec

from croupier.rules.moments import Millis


class Clerk(msgspec.Struct, frozen=True, gc=False):
    """A member of staff who acts at the cage. The server sets it from the session; no client can claim it."""

    login: str
    """Empty for the program itself."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.login})" if self.login else self.name


PROGRAM = Clerk("", "automatic")
"""The program, where no person acts."""


class CageCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A request to the cage, in the imperative. Time, chance and money reach the cage only through commands."""

    at: Millis = 0
    """Milliseconds since 1970; 0 for the time of the last event."""


class CageOrder(CageCommand, frozen=True, kw_only=True, tag=True):
    """A command by a member of staff."""

    by: Clerk


class CageEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """Something that happened at the cage, in the past tense. An event that moves money states its own transfers."""

    at: int = 0
    """Milliseconds since 1970."""


class CounterEvent(CageEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A transaction of which somebody gets a receipt."""

    receipt: int | None = None
    """The number of its receipt; None if there is none: a terminal has printed the ticket, which is one itself, or a voucher
    is no prize."""
