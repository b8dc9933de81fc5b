"""What a book says beside its wagers: passages of one or two sentences, each with its clause."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.rules.outcomes import listed


class Policy(NamedTuple):
    """Something that holds at the table, and the clause it stands on."""

    topic: str
    clause: str
    says: str
    of: "tuple[Policy, ...]" = ()
    """The powers that it belongs to, where it is a ground, a sign or a notice for some."""


class Section(NamedTuple):
    """Passages about one thing."""

    title: str
    passages: tuple[Policy, ...]
    under: str = ""
    """The part of the book that it is in, where that has several sections."""


def sentence(*parts: str) -> str:
    """Parts that follow each other as one or several sentences; the first begins with a capital."""
    said = " ".join(part for part in parts if part)
    return said[:1].upper() + said[1:]


def the(titles: Iterable[str], last: str = "or") -> str:
    """People as they are spoken of: "the dealer or the boxperson"."""
    return listed([title if title.startswith("the ") else f"the {title}" for title in titles], last)
