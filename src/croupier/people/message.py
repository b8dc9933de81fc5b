"""The base classes of messages, and who sends them. A command is a request; an event states what happened. See `rows`."""

import msgspec

from croupier.rules.moments import Millis


class Author(msgspec.Struct, frozen=True, gc=False):
    """Who did something. The server sets it from the session; no client can claim it."""

    login: str
    """Empty for the operator of the machine, who needs none."""
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.login})" if self.login else self.name


STAFF_BOT, STAFF_BOT_LOGIN = "Robin the bot", "robin-the-bot"
"""The member of staff of a demonstration, who decides what a document gives to a person. A live floor has none."""
OPERATOR = Author("", "The operator of this machine")
"""Whoever runs `croupier staff` on the machine with the journal and its key."""


class PeopleCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A request about people, in the imperative. Time, chance and credentials are checked before it is made."""

    at: Millis = 0
    """Milliseconds since 1970; 0 for the time of the last event."""


class PeopleOrder(PeopleCommand, frozen=True, kw_only=True, tag=True):
    """A command by a person who is signed in, or by the operator of the machine."""

    by: Author


class SignedByTwo(PeopleOrder, frozen=True, kw_only=True, tag=True):
    """An order that another person signs, too: alone, its author could make a login or a device that is nobody's but theirs."""

    second: Author | None = None
    """The other person; null for the operator of the machine, and as long as nobody else could sign."""


class PeopleEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """A fact about staff or enrolled clients, in the past tense. The stream `floor/people` holds them."""

    at: int = 0
    """Milliseconds since 1970."""
