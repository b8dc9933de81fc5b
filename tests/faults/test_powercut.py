"""The power goes at any moment, in the middle of any write: whatever was told is there, whole, once, and adds up.

Every image has a number that says all about it. `CROUPIER_POWER_CUTS=from:to` chooses which are tried.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from faults.powercut import Evening, How, cuts, flaw, left, recorded
from faults.restart import failed_start

FIRST, LAST = map(int, os.environ.get("CROUPIER_POWER_CUTS", "0:150").split(":"))
PER_EVENING = 500
"""After so many images, other evenings are played."""
WITH_BOOKS = 25
"""One of so many images is settled again as well, which takes longer."""

OTHERS = 1_000_000
"""Who comes after the first cut is somebody else."""

KINDS = {
    "as it is": How(commands=800),
    "checkpoints now and then": How(commands=250, pages=30),
    "a checkpoint with every group": How(commands=150, pages=1),
    "cut twice": How(commands=150, pages=15),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_was_told_before_the_power_went_is_there(kind: str, tmp_path: Path) -> None:
    mine = [seed for seed in range(FIRST, LAST) if seed % len(KINDS) == list(KINDS).index(kind)]
    for number in sorted({seed // PER_EVENING for seed in mine}):
        played = evening(kind, number, tmp_path)
        for each in cuts(played, [seed for seed in mine if seed // PER_EVENING == number]):
            found = flaw(played, each, tmp_path, books=each.seed // len(KINDS) % WITH_BOOKS == 0)
            found = found or failed_start(played, each, tmp_path)
            again = f"CROUPIER_POWER_CUTS={each.seed}:{each.seed + 1} .venv/bin/pytest tests/faults/test_powercut.py"
            assert not found, f"image {each.seed} ({kind}): {found}; once more: {again}"


def evening(kind: str, number: int, directory: Path) -> Evening:
    how = replace(KINDS[kind], seed=number)
    first = recorded(how, directory)
    if kind != "cut twice":
        return first
    cut = next(cuts(first, [number]))
    return recorded(replace(how, seed=number + OTHERS), directory, left(first, cut, directory))
