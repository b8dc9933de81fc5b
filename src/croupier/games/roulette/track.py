"""The racetrack: the pockets of the wheel in their order, bent round a ring that fits the layout."""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import NamedTuple

from croupier.games.roulette.wheel import ORDER
from croupier.rules.layout import Box

# The wide track: two straights and two half rings.
WIDE = Box(8, 6, 984, 212)
BAND = 55
TURN_R = WIDE.h / 2
RIGHT_TURN, STRAIGHT, LEFT_TURN = 5, 14, 4

# The tall track: two rows and two columns.
TALL = Box(4, 6, 392, 720)
TOP_ROW, SIDE, BOTTOM_ROW = 7, 12, 6
ROW_H, SIDE_W = 54, 56


class Pocket(NamedTuple):
    """A pocket of the track."""

    box: Box
    outline: str
    """An SVG path, if it is not a rectangle."""
    words: tuple[float, float]
    chip: tuple[float, float]


def wide_pocket(n: int) -> Pocket:
    """A pocket of the wide track. Its number stands on the outer side and the chip on the inner one."""
    at = ORDER.index(n)
    corners = [_on_track(along, depth) for along, depth in _edge(at)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    outline = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"
    return Pocket(box, outline, _on_track(at + 0.5, 0.2 * BAND), _on_track(at + 0.5, 0.71 * BAND))


def _edge(index: int) -> Iterable[tuple[float, float]]:
    """Along the outer edge of a pocket and back along the inner one, in small steps so that turns look round."""
    steps = [index + step / 6 for step in range(7)]
    yield from ((at, 0) for at in steps)
    yield from ((at, BAND) for at in reversed(steps))


def _on_track(at: float, depth: float) -> tuple[float, float]:
    """A point of the wide track: `at` pockets clockwise from the start of zero's pocket, `depth` units inside the outer edge.

    Zero is the middle pocket of the right turn. From there the track runs left along the bottom and back along the top.
    """
    at = (at + RIGHT_TURN // 2) % len(ORDER)
    radius = TURN_R - depth
    near, far = WIDE.x + TURN_R, WIDE.x + WIDE.w - TURN_R
    middle = WIDE.y + TURN_R
    if at < RIGHT_TURN:
        angle = -pi / 2 + pi * at / RIGHT_TURN
        return far + radius * cos(angle), middle + radius * sin(angle)
    at -= RIGHT_TURN
    if at < STRAIGHT:
        return far - (far - near) * at / STRAIGHT, middle + radius
    at -= STRAIGHT
    if at < LEFT_TURN:
        angle = pi / 2 + pi * at / LEFT_TURN
        return near + radius * cos(angle), middle + radius * sin(angle)
    at -= LEFT_TURN
    return near + (far - near) * at / STRAIGHT, middle - radius


def tall_pocket(n: int) -> Pocket:
    """A pocket of the tall track, with zero in the middle of the top row. From there the track runs down on the right."""
    box = _tall_box((ORDER.index(n) + TOP_ROW // 2) % len(ORDER)).inset(1)
    return Pocket(box, "", box.at(0.21, 0.5), box.at(0.68, 0.5))


def _tall_box(at: int) -> Box:
    right, bottom = TALL.x + TALL.w, TALL.y + TALL.h
    side_h = (TALL.h - 2 * ROW_H) / SIDE
    if at < TOP_ROW:
        width = TALL.w / TOP_ROW
        return Box(TALL.x + at * width, TALL.y, width, ROW_H)
    at -= TOP_ROW
    if at < SIDE:
        return Box(right - SIDE_W, TALL.y + ROW_H + at * side_h, SIDE_W, side_h)
    at -= SIDE
    if at < BOTTOM_ROW:
        width = TALL.w / BOTTOM_ROW
        return Box(right - (at + 1) * width, bottom - ROW_H, width, ROW_H)
    at -= BOTTOM_ROW
    return Box(TALL.x, bottom - ROW_H - (at + 1) * side_h, SIDE_W, side_h)
