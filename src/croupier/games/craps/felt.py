"""The layout of a craps table, wide and tall."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil

from croupier.games.craps.dice import POINTS
from croupier.games.craps.places import NUMBERS, Place, Placed, faces, placed_wagers
from croupier.games.craps.spots import ON_A_NUMBER, PUCK, Boxes, field_numbers, place_spot, puck_mark
from croupier.rules.felt import even_rows
from croupier.rules.layout import HEIGHT, TALL_WIDTH, WIDTH, Box, Felt, Mark, Screen
from croupier.rules.ruleset import Ruleset

NUMBERS_AND_LINES = Box(4, 4, 700, 532)
CENTRE = Box(712, 4, 284, 532)
WHOLE = Box(4, 4, 992, 532)
MARGIN, GAP = 4, 0.5
HEADING = 20
"""The height of a line of print over a row of a tall screen."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Spots side by side, each with its share of the width, and print over them, if there is any."""

    height: float
    cells: Sequence[tuple[Place, float]]
    heading: str = ""

    @property
    def has_numbers(self) -> bool:
        """Whether it has a column for each number of the puck."""
        return all(where.number in POINTS for where, _ in self.cells)


def felt(rules: Ruleset) -> Felt:
    """Wide: numbers and lines to the left, hardways and one-roll bets to the right. Tall: one screen for each of them."""
    placed = placed_wagers(rules)
    return Felt([_wide(rules, placed)], list(_tall(rules, placed)))


# ---- the wide shape


def _wide(rules: Ruleset, placed: Placed) -> Screen:
    left, right = _offered(placed, _left_rows(placed)), _offered(placed, _right_rows(rules, placed))
    boxes = dict(_filling(placed, NUMBERS_AND_LINES if right else WHOLE, left))
    boxes |= dict(_filling(placed, CENTRE if left else WHOLE, right))
    spots = [place_spot(rules, placed[where], where, box, tall=False) for where, box in boxes.items()]
    marks = [*_pucks(rules, boxes, (0.84, 0.29)), *field_numbers(rules, placed, boxes)]
    return Screen("table", "Table", WIDTH, HEIGHT, spots, marks)


def _left_rows(placed: Placed) -> Iterable[_Row]:
    yield _number_row(56, "don't come point", "don't come point odds")
    yield _number_row(70, "place to lose", "lay")
    yield _number_row(61, "place")
    yield _number_row(57, "buy")
    yield _number_row(56, "come point", "come point odds")
    yield _Row(57, [(Place("don't come"), 2), (Place("come"), 4)])
    bigs = _bigs(placed, 0.75)
    yield _Row(62, [*bigs, (Place("field"), 6 - sum(share for _, share in bigs))])
    yield _Row(57, [(Place("don't line"), 4), (Place("don't line odds"), 2)])
    yield _Row(56, [(Place("line"), 4), (Place("line odds"), 2)])


def _bigs(placed: Placed, share: float) -> Sequence[tuple[Place, float]]:
    return [(Place("big", n), share) for n in (6, 8) if Place("big", n) in placed]


def _number_row(height: float, *kinds: str) -> _Row:
    return _Row(height, [(Place(kind, n), 1 / len(kinds)) for n in POINTS for kind in kinds])


def _right_rows(rules: Ruleset, placed: Placed) -> Iterable[_Row]:
    hops = _hops(rules, placed)
    yield from _hardways(56)
    one_rolls = _one_rolls(placed)
    yield from _even(one_rolls, most=max(3 if hops else 4, ceil(len(one_rolls) / 3)), height=70)
    yield from _even(hops, most=5, height=56)


def _hardways(height: float) -> Iterable[_Row]:
    for pair in ((4, 10), (6, 8)):
        yield _Row(height, [(Place("hardway", n), 1) for n in pair])


def _one_rolls(placed: Placed) -> Sequence[Place]:
    return [where for where in placed if where.kind in ("any seven", "one roll")]


def _hops(rules: Ruleset, placed: Placed) -> Sequence[Place]:
    hops = [where for where in placed if where.kind == "hop"]
    return sorted(hops, key=lambda where: faces(rules.addresses[placed[where]].offer.wager))


def _even(places: Sequence[Place], *, most: int, height: float) -> Iterable[_Row]:
    for row in even_rows(places, most=most):
        yield _Row(height, [(where, 1) for where in row])


def _offered(placed: Placed, rows: Iterable[_Row]) -> Sequence[_Row]:
    """The rows with at least one offered wager; the others take no space."""
    return [row for row in rows if any(where in placed for where, _ in row.cells)]


def _filling(placed: Placed, area: Box, rows: Sequence[_Row]) -> Iterable[tuple[Place, Box]]:
    """The rectangle of each offered wager in these rows, which fill an area; their heights are shares of it."""
    high = sum(row.height for row in rows)
    y = area.y
    for row in rows:
        across = Box(area.x, y, area.w, area.h * row.height / high)
        yield from _across(placed, across, row)
        y += across.h


def _across(placed: Placed, area: Box, row: _Row) -> Iterable[tuple[Place, Box]]:
    unit = area.w / sum(share for _, share in row.cells)
    x = area.x
    for where, share in row.cells:
        if where in placed:
            yield where, Box(x, area.y, unit * share, area.h).inset(GAP)
        x += unit * share


def _pucks(rules: Ruleset, boxes: Boxes, corner: tuple[float, float]) -> Iterable[Mark]:
    """The puck lies in a corner of the point's number, or else on the Don't Come or a line."""
    home = next((boxes[Place(kind)] for kind in ("don't come", "don't line", "line") if Place(kind) in boxes), None)
    for name, puck in rules.pucks.items():
        for state in puck.states:
            number = boxes.get(Place("place", NUMBERS.get(state, 0)))
            if number:
                yield puck_mark(name, state, number.at(*corner))
            elif home:
                yield puck_mark(name, state, home.at(0.1, 0.5))


# ---- the tall shape


def _tall(rules: Ruleset, placed: Placed) -> Iterable[Screen]:
    yield _tall_screen(rules, placed, "table", "Table", _table_rows(placed), puck=True)
    yield _tall_screen(rules, placed, "numbers", "Numbers", list(_numbers_rows(rules, placed)), puck=True)
    centre = [*_hardways(66), *_even(_one_rolls(placed), most=3, height=82)]
    yield _tall_screen(rules, placed, "centre", "Centre", centre)
    yield _tall_screen(rules, placed, "hops", "Hops", list(_even(_hops(rules, placed), most=4, height=66)))


def _table_rows(placed: Placed) -> Sequence[_Row]:
    """The lines come first: a new shooter needs one, and a phone may have to scroll to the last rows."""
    return [
        _Row(62, [(Place("line"), 3.5), (Place("line odds"), 2.5)]),
        _Row(62, [(Place("don't line"), 3.5), (Place("don't line odds"), 2.5)]),
        _number_row(82, "place"),
        _Row(58, [(Place("don't come"), 1), (Place("come"), 1)]),
        _Row(80, [*_bigs(placed, 1), (Place("field"), 6 - len(_bigs(placed, 1)))]),
    ]


def _numbers_rows(rules: Ruleset, placed: Placed) -> Iterable[_Row]:
    for kind in ON_A_NUMBER:
        first = next((placed[Place(kind, n)] for n in POINTS if Place(kind, n) in placed), None)
        title = rules.addresses[first].offer.wager.title if first else ""
        row = _number_row(68, kind)
        yield _Row(row.height, row.cells, heading=re.sub(r" \d+$", "", title).upper())


def _tall_screen(rules: Ruleset, placed: Placed, name: str, title: str, rows: Sequence[_Row], *, puck: bool = False) -> Screen:
    """Rows of a fixed height, one below the other; the puck moves along a strip over the first row of numbers."""
    boxes: dict[Place, Box] = {}
    marks: list[Mark] = []
    offered = _offered(placed, rows)
    strip = Box(MARGIN, MARGIN, TALL_WIDTH - 2 * MARGIN, PUCK + 2)
    under_strip = next((row for row in offered if row.has_numbers), offered[0]) if puck and offered else None
    y: float = MARGIN
    for row in offered:
        if row is under_strip:
            strip = replace(strip, y=y)
            y += strip.h
        if row.heading:
            marks.append(Mark("text", Box(strip.x + 4, y, strip.w, HEADING), text=row.heading, look="heading"))
            y += HEADING
        boxes |= dict(_across(placed, Box(strip.x, y, strip.w, row.height), row))
        y += row.height
    spots = [place_spot(rules, placed[where], where, box, tall=True) for where, box in boxes.items()]
    if puck:
        marks += _strip(rules, strip, boxes)
    marks += field_numbers(rules, placed, boxes)
    return Screen(name, title, TALL_WIDTH, round(y + MARGIN), spots, marks)


def _strip(rules: Ruleset, strip: Box, boxes: Boxes) -> Iterable[Mark]:
    """The places of the puck over the columns of the numbers."""
    columns = {
        n: Box(strip.x + strip.w * at / len(POINTS), strip.y, strip.w / len(POINTS), strip.h) for at, n in enumerate(POINTS)
    }
    home = next((boxes[Place(kind)] for kind in ("don't come", "don't line", "line") if Place(kind) in boxes), None)
    for name, puck in rules.pucks.items():
        for state in puck.states:
            number = columns.get(NUMBERS.get(state, 0))
            if number:
                yield puck_mark(name, state, number.at(0.5, 0.5))
            elif home:
                yield puck_mark(name, state, home.at(0.12, 0.5))
