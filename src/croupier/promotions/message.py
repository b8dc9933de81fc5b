"""The base classes of messages, and who sends them. A command is a request; an event states what happened."""

import msgspec

from croupier.rules.moments import Millis


class Officer(msgspec.Struct, frozen=True, gc=False):
    """A member of staff who acts for the operator. The server sets it from the session; no client can claim it."""

    login: str
    """Empty for the program itself."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.login})" if self.login else self.name


PROGRAM = Officer("", "automatic")
"""The program, where no person acts."""


class PrizeCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A request to the prize register, in the imperative. Time and chance reach the register only through commands."""

    at: Millis = 0
    """Milliseconds since 1970; 0 for the time of the last event."""
    by: Officer
    second: Officer | None = None
    """Who signs it, too; None if nobody does."""


class PromotionCommand(PrizeCommand, frozen=True, kw_only=True, tag=True):
    """A command about one promotion."""

    promotion: int


class PrizeEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """Something that happened in the prize register, in the past tense. An event that moves money states its transfers."""

    at: int = 0
    """Milliseconds since 1970."""
    by: Officer = PROGRAM
    """Who did it. `fold.decide` takes it from the command."""
    second: Officer | None = None
    """Who signed it, too; from the command as well."""


class PromotionEvent(PrizeEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An event of one promotion."""

    promotion: int
