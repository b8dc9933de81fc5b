"""The base classes of messages, and who sends them. A command is a request; an event states what happened. See `rows`."""

import msgspec

from croupier.facts.message import Command, Event


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


class PeopleCommand(Command):
    """A request about people. Credentials are checked before it is made."""


class PeopleOrder(PeopleCommand):
    """A command by a person who is signed in, or by the operator of the machine."""

    by: Author


class SignedByTwo(PeopleOrder):
    """An order that another person signs, too: alone, its author could make a login or a device that is nobody's but theirs."""

    second: Author | None = None
    """The other person; null for the operator of the machine, and as long as nobody else could sign."""


class PeopleEvent(Event):
    """A fact about staff or enrolled clients."""
