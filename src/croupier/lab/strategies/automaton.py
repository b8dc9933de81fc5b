"""Compile a strategy: a chain over everything that its future depends on, the layout and its memory.

With conditions on the bankroll a state has several rows, one for each band of money.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from croupier.lab.chain import LEAVES, Chain, Yield
from croupier.lab.play import PlayError
from croupier.lab.strategies.carrying_out import Ready, StrategyPlayer
from croupier.lab.strategies.clauses import Strategy
from croupier.lab.strategies.memory import Memory, Remembering
from croupier.lab.strategies.seat import Layout, SeatedPlayer

MAX_STATES = 5_000
"""The most states before equal ones are merged. More could take minutes to compile."""


class _Row(NamedTuple):
    """One roll from a state: for each outcome the next state and the reward; and the cents needed for the roll."""

    moves: tuple[int, ...]
    yields: tuple[Yield, ...]
    needs: int


def compile_strategy(strategy: Strategy) -> Chain:
    """Return the chain of a strategy, with as few states as possible. Raises PlayError if there are too many."""
    explorer = _Explorer(strategy)
    rows = explorer.rows()
    bands = len(strategy.marks) + 1
    groups = _merged([row for state in rows for row in state], bands)
    first: dict[int, int] = {}
    for state, group in enumerate(groups):
        first.setdefault(group, state)
    kept = [rows[state] for state in first.values()]
    return Chain(
        tuple(tuple(groups[to] * bands for to in row.moves) for state in kept for row in state),
        tuple(row.yields for state in kept for row in state),
        tuple(row.needs for state in kept for row in state),
        strategy.marks,
    )


class _Explorer:
    """Numbers every reachable state."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.remembering = Remembering(strategy)
        self.player = StrategyPlayer(strategy, self.remembering)
        self.seated = SeatedPlayer(strategy.rules, strategy.sign)
        self.outcomes = tuple(strategy.rules.game.space.ways)
        marks = strategy.marks
        self.moneys = (marks[0] - 1, *marks) if marks else (0,)
        """An amount of money within each band."""
        self.number: dict[tuple[Ready, ...], int] = {}
        self.waiting: list[tuple[Ready, ...]] = []

    def rows(self) -> list[list[_Row]]:
        """Return for each state its rows, one per band."""
        self._state(self.seated.first, self.remembering.first)
        return [[self._row(ready) for ready in state] for state in self.waiting]

    def _state(self, layout: Layout, memory: Memory) -> int:
        state = tuple(self.player.ready(layout, memory, money) for money in self.moneys)
        found = self.number.get(state)
        if found is None:
            found = self.number[state] = len(self.number)
            self.waiting.append(state)
            if found >= MAX_STATES:
                raise PlayError(
                    f"play: the strategy has more than {MAX_STATES:,} states; use fewer bets and conditions, smaller counts,"
                    " fewer presses or shorter ladders"
                )
        return found

    def _row(self, ready: Ready) -> _Row:
        layout, fee = ready.layout, ready.fee
        if ready.leaves:
            return _Row((0,) * len(self.outcomes), (Yield(),) * len(self.outcomes), LEAVES)
        moves, yields = list[int](), list[Yield]()
        for outcome in self.outcomes:
            rolled = layout.roll(outcome)
            memory = self.remembering.after(ready.memory, layout.pucks, outcome, rolled)
            moves.append(self._state(rolled.layout, memory))
            yields.append(Yield(rolled.net - fee, len(rolled.decided), rolled.staked))
        return _Row(tuple(moves), tuple(yields), layout.on_felt + fee)


def _merged(rows: Sequence[_Row], bands: int) -> list[int]:
    """Number the states so that those with the same future have the same number (Moore's algorithm)."""
    marks: dict[object, int] = {}
    own = np.array([marks.setdefault((row.yields, row.needs), len(marks)) for row in rows]).reshape(-1, bands)
    moves = np.array([row.moves for row in rows]).reshape(len(own), -1)
    groups, count = _numbered(own)
    while True:
        finer, found = _numbered(np.column_stack([groups, groups[moves]]))
        if found == count:
            break
        groups, count = finer, found
    order: dict[int, int] = {}
    return [order.setdefault(each, len(order)) for each in groups.tolist()]


def _numbered(rows: "np.typing.NDArray[np.int64]") -> "tuple[np.typing.NDArray[np.int64], int]":
    """Number rows, equal ones alike."""
    found, numbers = np.unique(rows, axis=0, return_inverse=True)
    return numbers.reshape(-1), len(found)
