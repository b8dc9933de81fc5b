"""Compares people for the register: a name in any order of words and any spelling of its letters, a date, a document."""

from collections.abc import Sequence
from itertools import combinations
from unicodedata import category, normalize

SHORTEST = 3
"""A word of a name that begins another one has so many letters at least: Ben, and Benjamin."""
LOOKS_LIKE = str.maketrans(
    "авеікмнорстухѕјԁһԛԝӏαβεζηικμνορτυχłøđı",
    "abeikmhopctyxsjdhqwlabezhikmnoptyxlodi",
)
"""Letters that look like one of the 26, in lower case or as a capital."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared: sorted, without case, accents and punctuation, in Latin look-alikes."""
    letters = normalize("NFKD", name).casefold().translate(LOOKS_LIKE)
    spaced = ("" if category(each)[0] == "M" else each if each.isalnum() else " " for each in letters.replace("'", ""))
    return tuple(sorted("".join(spaced).split()))


def same_number(document: str) -> str:
    """The number of a document as it is compared: without case, blanks and punctuation."""
    return "".join(each for each in normalize("NFKC", document).casefold().translate(LOOKS_LIKE) if each.isalnum())


def is_like(name: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the words of one name could be those of another: all of the shorter one are there, whole or as a short form."""
    few, many = sorted((list(name), list(other)), key=len)
    for word in few:
        found = next((each for each in many if each == word), None) or next((each for each in many if _short(each, word)), None)
        if found is None:
            return False
        many.remove(found)
    return bool(few)


def _short(one: str, other: str) -> bool:
    brief, full = sorted((one, other), key=len)
    return len(brief) >= SHORTEST and full.startswith(brief)


def is_near(born: str, other: str) -> bool:
    """Whether one date could be the other with a slip: two of year, month and day agree, or month and day are exchanged."""
    (year, month, day), there = born.split("-"), other.split("-")
    return bool({*parts_of(born)} & {*parts_of(other)}) or [year, day, month] == there


def parts_of(born: str) -> tuple[str, ...]:
    """Every two of year, month and day."""
    year, month, day = born.split("-")
    return tuple(" ".join(pair) for pair in combinations((f"y{year}", f"m{month}", f"d{day}"), 2))
