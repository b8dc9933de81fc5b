"""On both shapes of a roulette layout, a bet lies between the numbers that it covers."""

from dataclasses import replace
from itertools import pairwise

import pytest

from croupier.catalogue import ruleset
from croupier.games.roulette.wheel import CORNERS, ORDER, SIX_LINES, SPLITS, STREETS, neighbours
from croupier.rules.felt import complete_felt
from croupier.rules.layout import Box, Screen, Spot
from croupier.rules.terms import Judged

ROULETTE = ruleset("ministar-roulette-2018")
FELT = complete_felt(ROULETTE)
SHAPES = {"wide": FELT.screens, "tall": FELT.tall}
SPOTS: dict[str, dict[str, Spot]] = {
    shape: {spot.id: spot for screen in screens for spot in screen.spots} for shape, screens in SHAPES.items()
}
LINES = {"split": SPLITS, "street": STREETS, "corner": CORNERS, "six-line": SIX_LINES}
on_both_shapes = pytest.mark.parametrize("shape", SHAPES)


def cell(shape: str, n: int) -> Box:
    return SPOTS[shape][f"straight:{n}"].box


def within(box: Box, point: tuple[float, float], slack: float = 0.5) -> bool:
    x, y = point
    return box.x - slack <= x <= box.x + box.w + slack and box.y - slack <= y <= box.y + box.h + slack


def touch(one: Box, other: Box, slack: float = 2.5) -> bool:
    across = one.x <= other.x + other.w + slack and other.x <= one.x + one.w + slack
    return across and one.y <= other.y + other.h + slack and other.y <= one.y + one.h + slack


@on_both_shapes
def test_the_numbers_stand_in_twelve_rows_of_three_after_zero(shape: str) -> None:
    """To the right with 1 at the bottom, or downwards with 1 at the left."""
    for n in range(1, 37):
        row, place = divmod(n - 1, 3)
        box, first = cell(shape, n), cell(shape, 1)
        along, across = (box.x - first.x, first.y - box.y) if shape == "wide" else (box.y - first.y, box.x - first.x)
        lengths = (box.w, box.h) if shape == "wide" else (box.h, box.w)
        assert (along, across) == (row * lengths[0], place * lengths[1]), n
    zero = cell(shape, 0)
    assert all(touch(zero, cell(shape, n), slack=0) for n in (1, 2, 3))
    assert not touch(zero, cell(shape, 4), slack=0)


@on_both_shapes
@pytest.mark.parametrize("kind", LINES)
def test_a_chip_on_the_lines_touches_its_numbers_and_no_others(shape: str, kind: str) -> None:
    """What covers whole rows lies beside them, and touches the number at the edge of each."""
    for key, numbers in LINES[kind].items():
        chip = SPOTS[shape][f"{kind}:{key}"].chip
        beside = {1, 2, 3} <= {(n - 1) % 3 + 1 for n in numbers if n}
        touched = {n for n in range(37) if within(cell(shape, n), chip, slack=14 if beside else 0.5)}
        assert touched == ({n for n in numbers if n % 3 == 1 or n == 0} if beside else set(numbers)), key


@on_both_shapes
def test_a_touch_on_a_line_means_the_line(shape: str) -> None:
    table = next(screen for screen in SHAPES[shape] if screen.name == "table")
    looks = [spot.look == "zone" for spot in table.spots]
    assert looks == sorted(looks)


@on_both_shapes
def test_the_racetrack_has_the_pockets_in_the_order_of_the_wheel(shape: str) -> None:
    pockets = [SPOTS[shape][f"neighbours:{n}"].box for n in ORDER]
    assert all(touch(*pair) for pair in pairwise([*pockets, pockets[0]]))


@on_both_shapes
def test_the_sections_lie_inside_the_racetrack(shape: str) -> None:
    pockets = [SPOTS[shape][f"neighbours:{n}"].box for n in ORDER]
    left, top = min(box.x for box in pockets), min(box.y for box in pockets)
    right, bottom = max(box.x + box.w for box in pockets), max(box.y + box.h for box in pockets)
    for id in ("small-series", "orphans", "neighbours-of-zero", "zero-game"):
        box = SPOTS[shape][id].box
        assert left < box.x < box.x + box.w < right, id
        assert top < box.y < box.y + box.h < bottom, id


def heading(screen: Screen) -> str:
    return next(mark.text for mark in screen.marks if mark.text.startswith("NEIGHBOURS"))


def test_the_racetrack_says_what_a_touch_costs_if_every_piece_takes_a_chip() -> None:
    assert {heading(screens[1]) for screens in SHAPES.values()} == {"NEIGHBOURS: 5 chips for each"}
    whole = complete_felt(replace(ROULETTE, limits=replace(ROULETTE.limits, judged=Judged.WHOLE_BET)))
    assert heading(whole.screens[1]) == "NEIGHBOURS"


def test_the_pieces_of_a_combined_bet_are_told() -> None:
    assert FELT.parts["neighbours:17"] == {f"straight:{n}": 1 for n in neighbours(17)}
    zero = FELT.parts["neighbours-of-zero"]
    assert {id: count for id, count in zero.items() if count > 1} == {"street:0-2-3": 2, "corner:25-26-28-29": 2}
    for id, pieces in FELT.parts.items():
        assert sum(pieces.values()) == SPOTS["wide"][id].units, id
    assert set(FELT.parts) == {id for id, spot in SPOTS["wide"].items() if spot.units > 1}
