"""The base classes of messages, and who sends them."""

import msgspec

from croupier.facts.message import Command, Event


class Officer(msgspec.Struct, frozen=True, gc=False):
    """A member of staff who acts for the operator. The server sets it from the session; no client can claim it."""

    login: str
    """Empty for the program itself."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.login})" if self.login else self.name


PROGRAM = Officer("", "automatic")
"""The program, where no person acts."""


class PrizeCommand(Command):
    """A request to the prize register."""

    by: Officer
    second: Officer | None = None
    """Who signs it, too; None if nobody does."""


class PromotionCommand(PrizeCommand):
    """A command about one promotion."""

    promotion: int


class PrizeEvent(Event):
    """Something that happened in the prize register."""

    by: Officer = PROGRAM
    """Who did it, from the command."""
    second: Officer | None = None
    """Who signed it, too; from the command as well."""


class PromotionEvent(PrizeEvent):
    """An event of one promotion."""

    promotion: int
