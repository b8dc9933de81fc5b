"""Passages: what the book says apart from wagers, in one or two sentences, each with its clause."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.rules.outcomes import listed


class Passage(NamedTuple):
    """A statement about the table, and its clause."""

    topic: str
    clause: str
    says: str
    of: "tuple[Passage, ...]" = ()
    """The passages of the powers it belongs to, if it is a ground, a sign or a notice."""


class Section(NamedTuple):
    """Passages about one subject."""

    title: str
    passages: tuple[Passage, ...]
    under: str = ""
    """The part of the book, if that has several sections."""


def sentence(*parts: str) -> str:
    """Join the parts that are not empty, and capitalise the first letter."""
    said = " ".join(part for part in parts if part)
    return said[:1].upper() + said[1:]


def the(titles: Iterable[str], last: str = "or") -> str:
    """List titles with their article: "the dealer or the boxperson"."""
    return listed([title if title.startswith("the ") else f"the {title}" for title in titles], last)
