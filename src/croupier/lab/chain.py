"""Markov reward chains that the outcomes drive, alone and as products."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Yield(NamedTuple):
    """The reward of one roll: net cents, number of bets settled, and cents staked on those."""

    net: int = 0
    settled: int = 0
    staked: int = 0

    def plus(self, other: "Yield") -> "Yield":
        """Return the sum of both."""
        return Yield(self.net + other.net, self.settled + other.settled, self.staked + other.staked)


NOTHING = Yield()
LEAVES = 1 << 60
"""In place of the cents that a row needs: the player leaves before the roll."""


@dataclass(frozen=True)
class Chain:
    """A deterministic automaton over the outcomes. State 0 is the initial state.

    `moves[state][outcome]` is the next state and `yields[state][outcome]` the reward.
    """

    moves: tuple[tuple[int, ...], ...]
    yields: tuple[tuple[Yield, ...], ...]
    needs: tuple[int, ...]
    """For each state, the cents needed before the next roll: standing bets, bets to be made, and their commission."""
    marks: tuple[int, ...] = ()
    """Amounts of money, in cents, ascending. With them a state has one row more than there are marks: one for each band.

    `moves` then lead to the first row of a state; the player's money says how many rows further to go.
    """

    def plus(self, other: "Chain") -> "Chain":
        """Add the rewards of a chain with the same moves."""
        yields = (
            tuple(a.plus(b) for a, b in zip(ours, theirs, strict=True))
            for ours, theirs in zip(self.yields, other.yields, strict=True)
        )
        return Chain(self.moves, tuple(yields), tuple(a + b for a, b in zip(self.needs, other.needs, strict=True)))


class Product(NamedTuple):
    """The reachable product of several chains: their combined states, and the next state for each outcome."""

    states: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, ...], ...]


def product(parts: Sequence[Chain]) -> Product:
    """Return the product of several chains."""
    found = product_within(parts, None)
    assert found is not None, "without a limit nothing is too large"
    return found


def product_within(parts: Sequence[Chain], limit: int | None) -> Product | None:
    """Return the product of several chains, or None if it has more than `limit` states."""
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
    return Product(tuple(waiting), tuple(rows))


def joined(parts: Sequence[Chain]) -> Chain:
    """Return the product of several chains as one chain whose rewards are the sums of theirs."""
    states, moves = product(parts)
    yields = tuple(
        tuple(
            Yield(*(sum(amounts) for amounts in zip(*rewards, strict=True)))
            for rewards in zip(*(part.yields[state] for part, state in zip(parts, each, strict=True)), strict=True)
        )
        for each in states
    )
    needs = (sum(part.needs[state] for part, state in zip(parts, each, strict=True)) for each in states)
    return Chain(moves, yields, tuple(needs))
