"""A play compiled to integer arrays. The kernels know these arrays, and nothing about games or wagers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.bet_chains import chains
from croupier.lab.blocks import Blocks, SingleRolls, compile_blocks
from croupier.lab.chain import LEAVES, Chain, joined, product_within
from croupier.lab.markov import has_one_long_run
from croupier.lab.play import Play, PlayError
from croupier.lab.rng import split_draw
from croupier.lab.warmup import warmup_rolls
from croupier.money import dollars
from croupier.rules.outcomes import OutcomeName, Space

# An entry packs the index of the next row (18 bits), the bets settled (10 bits) and the net cents (36 bits, signed).
NEXT_BITS, SETTLED_BITS, NET_BITS = 18, 10, 36
NEXT_MASK, SETTLED_MASK = (1 << NEXT_BITS) - 1, (1 << SETTLED_BITS) - 1
NET_SHIFT = NEXT_BITS + SETTLED_BITS
MAX_CENTS, MAX_SETTLED = (1 << (NET_BITS - 1)) - 1, SETTLED_MASK

MAX_ENTRIES = 1 << 16
"""Most entries of one automaton: 512 KB, which fits into the L2 cache."""


@dataclass(frozen=True)
class TransitionTables:
    """The automata of a play, concatenated. Every roll advances all of them.

    A row is a state of an automaton. It has one entry for each equally likely result of a roll.
    """

    entries: NDArray[np.int64]
    starts: NDArray[np.int64]
    """Index of the first entry of each automaton."""
    ways: int
    columns: Mapping[OutcomeName, int]
    """For each outcome, the first column of a row that stands for it."""
    staked: NDArray[np.int64]
    """For every entry, the cents staked on the bets that it settles."""
    required: NDArray[np.int64]
    """For every entry, the cents that the player needs to cover the bets of its row; LEAVES if the player leaves there."""
    marks: NDArray[np.int64]
    """Amounts of money, in cents, ascending, at which an automaton has another row for the same state (see `Chain.marks`)."""
    warmup_rolls: int
    """Rolls after which the initial state has no influence any more; 0 if there is no long run (see `runs_forever`)."""

    def first_rows(self, bankroll: int) -> NDArray[np.int64]:
        """Return the index of the first row of each automaton for a player with this money."""
        return self.starts + int(np.searchsorted(self.marks, bankroll, side="right")) * self.ways

    @cached_property
    def blocks(self) -> Blocks | None:
        """The automaton for several rolls at once; None if it would be too large, if there are several, or if it has marks."""
        if len(self.starts) > 1 or len(self.marks):
            return None
        packed, to = self.entries, self.entries & NEXT_MASK
        parts = (to // self.ways, packed >> NET_SHIFT, packed >> NEXT_BITS & SETTLED_MASK, self.staked, self.required[to])
        rolls = SingleRolls(*(each.reshape(-1, self.ways) for each in parts))
        return compile_blocks(rolls, split_draw(self.ways).rolls_per_half)


def compile_play(play: Play) -> TransitionTables:
    """Compile a play to transition tables."""
    return compile_chains(chains(play, charged_ahead=False), play.rules.game.space)


def compile_chains(parts: Sequence[Chain], space: Space) -> TransitionTables:
    """Compile chains that the same outcomes drive. A chain with marks must be the only one."""
    columns, total = dict[OutcomeName, int](), 0
    for name, ways in space.ways.items():
        columns[name], total = total, total + ways
    entries, starts = list[_Entry](), list[int]()
    for automaton in parts if len(parts) == 1 else _automata(parts, total):
        starts.append(len(entries))
        entries += _entries(automaton, space, len(entries))
    if len(entries) > NEXT_MASK:
        raise PlayError("play: too many states to simulate; use fewer wagers or conditions, or shorter ladders")
    packed, staked, required = np.array(entries, np.int64).T.copy()
    return TransitionTables(
        packed,
        np.array(starts, np.int64),
        total,
        columns,
        staked,
        required,
        np.array(parts[0].marks, np.int64),
        warmup_rolls(parts, list(space.ways.values())) if runs_forever(parts) else 0,
    )


def runs_forever(parts: Sequence[Chain]) -> bool:
    """Return whether chains have one long run: the player never leaves, and bets depend on no money and no early roll."""
    return not any(
        part.marks or LEAVES in part.needs or not has_one_long_run([set(row) for row in part.moves]) for part in parts
    )


class _Entry(NamedTuple):
    packed: int
    staked: int
    required: int


def _automata(parts: Sequence[Chain], ways: int) -> Iterator[Chain]:
    """Join chains into automata of at most MAX_ENTRIES entries."""
    group: list[Chain] = []
    for part in sorted(parts, key=lambda each: len(each.moves)):
        if group and product_within([*group, part], MAX_ENTRIES // ways) is None:
            yield joined(group)
            group = []
        group.append(part)
    yield joined(group)


def _entries(automaton: Chain, space: Space, begin: int) -> Iterator[_Entry]:
    for moves, yields, need in zip(automaton.moves, automaton.yields, automaton.needs, strict=True):
        for ways, to, reward in zip(space.ways.values(), moves, yields, strict=True):
            if abs(reward.net) > MAX_CENTS or reward.settled > MAX_SETTLED:
                raise PlayError(
                    f"play: one roll could move {dollars(abs(reward.net))} and settle {reward.settled} bets;"
                    f" the limits are {dollars(MAX_CENTS)} and {MAX_SETTLED} bets"
                )
            packed = reward.net << NET_SHIFT | reward.settled << NEXT_BITS | begin + to * space.total_ways
            yield from (_Entry(packed, reward.staked, need) for _ in range(ways))
