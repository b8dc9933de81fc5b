"""Chains: numbered machines driven by the outcomes, alone and several together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Yield(NamedTuple):
    """What one roll brings: cents won or lost, bets settled, and the cents that were staked on those."""

    net: int = 0
    settled: int = 0
    staked: int = 0

    def plus(self, other: "Yield") -> "Yield":
        """Both."""
        return Yield(self.net + other.net, self.settled + other.settled, self.staked + other.staked)


NOTHING = Yield()


@dataclass(frozen=True)
class Chain:
    """Numbered states, the first of which is the start: where each outcome leads, and what it brings."""

    moves: tuple[tuple[int, ...], ...]
    yields: tuple[tuple[Yield, ...], ...]
    needs: tuple[int, ...]
    """The cents that must be there before the next roll: what stands, what is to be bet, and the commission on that."""

    def plus(self, other: "Chain") -> "Chain":
        """What both bring, where both move in step."""
        yields = (
            tuple(a.plus(b) for a, b in zip(ours, theirs, strict=True))
            for ours, theirs in zip(self.yields, other.yields, strict=True)
        )
        return Chain(self.moves, tuple(yields), tuple(a + b for a, b in zip(self.needs, other.needs, strict=True)))


class Joint(NamedTuple):
    """Several chains driven by the same outcomes: the combinations of states that can be reached, and where each leads."""

    states: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, ...], ...]


def together(parts: Sequence[Chain]) -> Joint:
    """Lay several chains out as one."""
    found = together_within(parts, None)
    assert found is not None, "without a limit nothing is too large"
    return found


def together_within(parts: Sequence[Chain], limit: int | None) -> Joint | None:
    """Lay several chains out as one, unless it would have more states than the limit."""
    first = (0,) * len(parts)
    number, waiting, rows = {first: 0}, [first], list[tuple[int, ...]]()
    for states in waiting:
        row: list[int] = []
        for after in zip(*(part.moves[state] for part, state in zip(parts, states, strict=True)), strict=True):
            if after not in number:
                number[after] = len(number)
                waiting.append(after)
            row.append(number[after])
        rows.append(tuple(row))
        if limit is not None and len(number) > limit:
            return None
    return Joint(tuple(waiting), tuple(rows))


def joined(parts: Sequence[Chain]) -> Chain:
    """One chain that brings what all of these bring."""
    states, moves = together(parts)
    yields = tuple(
        tuple(
            Yield(*(sum(amounts) for amounts in zip(*brought, strict=True)))
            for brought in zip(*(part.yields[state] for part, state in zip(parts, each, strict=True)), strict=True)
        )
        for each in states
    )
    needs = (sum(part.needs[state] for part, state in zip(parts, each, strict=True)) for each in states)
    return Chain(moves, yields, tuple(needs))
