"""z of random plays and strategies is standard normal, on every kernel. `make soak` takes a thousand of them."""

import os
from math import erf, sqrt
from random import Random

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.play import PlayError
from croupier.lab.simulation import Chunk, Engine, roll_chunk
from croupier.lab.simulation_result import z_score
from croupier.lab.strategies.way import BettingWay, read_way
from plays import at_random
from strategies import random_strategy

COUNT, SEED, ROLLS = int(os.environ.get("CROUPIER_RANDOM_STRATEGIES", "24")), 23, 400_000
CRITICAL = 1.6276
"""Kolmogorov's quantile at 1 %, times the square root of the count."""


def ways() -> list[BettingWay]:
    """Plays and strategies at random, each with an exact value. One that never bets, or has too many states, is left out."""
    found, number = list[BettingWay](), 0
    while len(found) < COUNT:
        chance = Random(f"{SEED} {number}")  # noqa: S311 - a fixed seed, printed with a failure
        rules = ruleset(chance.choice(names()))
        sign = rules.sign({})
        text = random_strategy(rules, chance) if number % 2 else at_random(rules, sign, chance)
        number += 1
        try:
            way = read_way(rules, sign, text)
        except PlayError:
            continue
        if way.exact and way.exact.variance:
            found.append(way)
    return found


def normal(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


@pytest.mark.parametrize("engine", Engine)
def test_z_is_standard_normal(engine: Engine) -> None:
    scores: list[float] = []
    for number, way in enumerate(ways()):
        assert way.exact is not None
        scores.append(z_score(roll_chunk(Chunk(way.tables, SEED, number, ROLLS, engine)), way.exact))
    shares = [normal(z) for z in sorted(scores)]
    count = len(shares)
    distance = max(max((at + 1) / count - share, share - at / count) for at, share in enumerate(shares))
    assert distance < CRITICAL / sqrt(count), (
        f"seed {SEED}: Kolmogorov-Smirnov {distance:.4f}; z from {scores[0]:.2f}: {scores}"
    )
