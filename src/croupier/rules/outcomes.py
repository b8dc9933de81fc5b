"""What can fall, and sets of it that say in words what they contain."""

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
    """Everything that can fall in a game, each with its number of equally likely ways."""

    title: str
    ways: Mapping[OutcomeName, int]
    shown_by: Literal["dice", "pocket"]
    count: int = 1

    @cached_property
    def total_ways(self) -> int:
        """How many equally likely ways there are in all."""
        return sum(self.ways.values())

    def name(self, shown: Sequence[int]) -> OutcomeName | None:
        """The outcome that dice (in any order) or a pocket show, or None where they never can."""
        name = OutcomeName("-".join(str(n) for n in sorted(shown)))
        return name if name in self.ways else None

    def outcomes(self, words: str, names: Iterable[str]) -> "Outcomes":
        """A set of outcomes, each of which must be able to fall."""
        chosen = frozenset(OutcomeName(name) for name in names)
        if strange := sorted(chosen - self.ways.keys()):
            raise RuleError(f"{self.title} can never show {', '.join(strange)}")
        return Outcomes(self, chosen, words)

    def where(self, words: str, holds: Callable[[tuple[int, ...]], bool]) -> "Outcomes":
        """The outcomes of which something holds, which must be true of at least one."""
        chosen = frozenset(name for name in self.ways if holds(shown(name)))
        if not chosen:
            raise RuleError(f"{self.title} can never show {words}")
        return Outcomes(self, chosen, words)


@dataclass(frozen=True)
class Outcomes:
    """A set of outcomes: a list with words, so that it can be checked, counted and printed."""

    space: Space = field(repr=False)
    names: frozenset[OutcomeName]
    words: str

    def __str__(self) -> str:
        return self.words

    def __sub__(self, other: "Outcomes") -> "Outcomes":
        """These without those."""
        if not self.names - other.names:
            raise RuleError(f"nothing is {self} but not {other}")
        return Outcomes(
            self.space, self.names - other.names, f"{self}{' or' if ' except ' in self.words else ' except'} {other}"
        )

    @property
    def ways(self) -> int:
        """In how many equally likely ways one of these falls."""
        return sum(self.space.ways[name] for name in self.names)


@cache
def shown(name: OutcomeName) -> tuple[int, ...]:
    """The faces of the dice, lowest first, or the number of the pocket."""
    return tuple(int(n) for n in name.split("-"))


def listed(things: Iterable[object], last: str = "or") -> str:
    """Write a list the way it is said: "2, 3 or 12"."""
    words = [str(thing) for thing in things]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def numbers(them: Sequence[int]) -> str:
    """Numbers the way they are said: five or more in a row as a range, "4 to 10"."""
    if len(them) > 4 and list(them) == list(range(them[0], them[-1] + 1)):
        return f"{them[0]} to {them[-1]}"
    return listed(them)


def dice(count: int) -> Space:
    """The space of that many dice, whose order does not matter: two show 2-4 in two ways."""
    names = ("-".join(str(face) for face in sorted(faces)) for faces in product(FACES, repeat=count))
    ways = {OutcomeName(name): ways for name, ways in Counter(names).items()}
    return Space({2: "two dice", 3: "three dice"}[count], ways, "dice", count)
