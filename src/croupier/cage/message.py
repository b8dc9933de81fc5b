"""The base classes of messages, and who sends them. A command is a request to the cage; an event states what happened."""

import msgspec

from croupier.facts.message import Command, Event


class Clerk(msgspec.Struct, frozen=True, gc=False):
    """A member of staff who acts at the cage. The server sets it from the session; no client can claim it."""

    login: str
    """Empty for the program itself."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.login})" if self.login else self.name


PROGRAM = Clerk("", "automatic")
"""The program, where no person acts."""


class CageCommand(Command):
    """A request to the cage."""


class CageOrder(CageCommand):
    """A command by a member of staff."""

    by: Clerk


class CageEvent(Event):
    """Something that happened at the cage. An event that moves money states its own transfers."""


class CounterEvent(CageEvent):
    """A transaction of which somebody gets a receipt."""

    receipt: int | None = None
    """The number of its receipt; None if there is none: a terminal has printed the ticket, which is one itself, or a voucher
    is no prize."""
