"""Suggest the name that a mistyped one stands for."""

from collections.abc import Iterable
from difflib import get_close_matches

from croupier.echo import MAX_ECHO, spelled_like

FEW_LETTERS = 3
"""A name with fewer letters is contained in too many others."""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a known name that starts with the name or contains it, or else the one with the most similar spelling."""
    names = list(known)
    (closest,) = get_close_matches(name[:MAX_ECHO], names, 1, cutoff=0)
    return _containing(name, names) or closest


def similar(name: str, known: Iterable[str]) -> str | None:
    """Return a known name that starts with the name, contains it or is spelled much like it; None if there is none."""
    names = list(known)
    found = _containing(name, names) if len(_letters(name)) >= FEW_LETTERS else None
    return found or spelled_like(name, names)


def _containing(name: str, known: Iterable[str]) -> str | None:
    """Return the first known name that starts with this one; else the first that contains it."""
    word, texts = _letters(name), {each: _letters(each) for each in known}
    starting = (each for each, text in texts.items() if text.startswith(word))
    containing = (each for each, text in texts.items() if word in text)
    return next(starting, None) or next(containing, None)


def _letters(text: str) -> str:
    return "".join(letter for letter in text[:MAX_ECHO].lower() if letter.isalnum())
