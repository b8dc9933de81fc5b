"""The mixing time of plays."""

import pytest

from croupier.catalogue import ruleset
from croupier.lab.transition_tables import compile_play
from plays import W1, played


@pytest.mark.parametrize(
    ("name", "text", "rolls"),
    [
        ("star-craps-2016", W1, 128),
        ("star-craps-2016", "come 10", 128),
        ("star-sicbo-2016", "super-streak:small-big 5", 32),
        ("ministar-roulette-2018", "red 10", 1),
        ("star-craps-2016", "win-line 10 dalembert:20", 8192),
    ],
)
def test_how_many_rolls_a_play_needs_to_mix(name: str, text: str, rolls: int) -> None:
    assert compile_play(played(ruleset(name), text)).warmup_rolls == rolls
