"""Outcomes of a game, and sets of outcomes that describe themselves in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from typing import Literal, NewType

from croupier.rules.error import RuleError

OutcomeName = NewType("OutcomeName", str)

FACES = range(1, 7)


@dataclass(frozen=True, eq=False)
class Space:
    """All outcomes of a game, each with its number of equally likely ways."""

    title: str
    ways: Mapping[OutcomeName, int]
    shown_by: Literal["dice", "pocket"]
    count: int = 1

    @cached_property
    def total_ways(self) -> int:
        """The number of equally likely ways of all outcomes together."""
        return sum(self.ways.values())

    @property
    def on_its_way(self) -> str:
        """Says that what will show the outcome is in motion."""
        return "The dice are on their way" if self.shown_by == "dice" else "The ball is on its way"

    def name(self, shown: Sequence[int]) -> OutcomeName | None:
        """The outcome shown by dice (in any order) or by a pocket; None if it is impossible."""
        name = OutcomeName("-".join(str(n) for n in sorted(shown)))
        return name if name in self.ways else None

    def outcomes(self, words: str, names: Iterable[str]) -> "Outcomes":
        """A set of outcomes by name. Raises RuleError if one of them is impossible."""
        chosen = frozenset(OutcomeName(name) for name in names)
        if strange := sorted(chosen - self.ways.keys()):
            raise RuleError(f"{self.title} can never show {', '.join(strange)}")
        return Outcomes(self, chosen, words)

    def where(self, words: str, holds: Callable[[tuple[int, ...]], bool]) -> "Outcomes":
        """The set of outcomes that fulfil a condition. Raises RuleError if none does."""
        chosen = frozenset(name for name in self.ways if holds(shown(name)))
        if not chosen:
            raise RuleError(f"{self.title} can never show {words}")
        return Outcomes(self, chosen, words)


@dataclass(frozen=True)
class Outcomes:
    """A set of outcomes with its description, so that it can be checked, counted and printed."""

    space: Space = field(repr=False)
    names: frozenset[OutcomeName]
    words: str

    def __str__(self) -> str:
        return self.words

    def __sub__(self, other: "Outcomes") -> "Outcomes":
        """The outcomes of this set that are not in the other."""
        if not self.names - other.names:
            raise RuleError(f"nothing is {self} but not {other}")
        return Outcomes(
            self.space, self.names - other.names, f"{self}{' or' if ' except ' in self.words else ' except'} {other}"
        )

    @property
    def ways(self) -> int:
        """The number of equally likely ways to get one of these outcomes."""
        return sum(self.space.ways[name] for name in self.names)


@cache
def shown(name: OutcomeName) -> tuple[int, ...]:
    """The faces of the dice, lowest first, or the number of the pocket."""
    return tuple(int(n) for n in name.split("-"))


def listed(things: Iterable[object], last: str = "or") -> str:
    """Join a list in words: "2, 3 or 12"."""
    words = [str(thing) for thing in things]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def numbers(them: Sequence[int]) -> str:
    """Join numbers in words; five or more consecutive numbers become a range, "4 to 10"."""
    if len(them) > 4 and list(them) == list(range(them[0], them[-1] + 1)):
        return f"{them[0]} to {them[-1]}"
    return listed(them)


def dice(count: int) -> Space:
    """The space of two or three dice. Order does not matter: two dice show 2-4 in two ways."""
    names = ("-".join(str(face) for face in sorted(faces)) for faces in product(FACES, repeat=count))
    ways = {OutcomeName(name): ways for name, ways in Counter(names).items()}
    return Space({2: "two dice", 3: "three dice"}[count], ways, "dice", count)
