"""The layout of Sic Bo: Small and Big at the ends, doubles and triples between them, and rows of everything else below."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.games.sicbo.dice import PAIRS
from croupier.games.sicbo.streak import STREAK, streak_marks
from croupier.rules.felt import even_rows, in_two, spot
from croupier.rules.layout import HEIGHT, TALL_WIDTH, WIDTH, Box, Felt, Mark, Screen, Spot
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import FACES, OutcomeName, shown
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

MARGIN, GAP = 4, 1
RIGHT_END = ("big", "even")
RANGES = ("small", "big")
"""The wagers below which the totals that win are printed."""
FOUR_NUMBERS = re.compile(r"four-numbers(:[1-6]|-[1-6]){4}")
TOTALS = tuple(f"total:{n}" for n in range(4, 18))
DOUBLES, TRIPLES, SINGLES = ([f"{kind}:{n}" for n in FACES] for kind in ("double", "triple", "single"))
COMBINATIONS = tuple(f"combination:{pair}" for pair in PAIRS)
STREAKS = (f"{STREAK}:small-big", f"{STREAK}:odd-even")

Point = tuple[float, float]
CHIPS: Mapping[str, tuple[Point, Point]] = {
    "end": ((0.86, 0.5), (0.86, 0.5)),
    "double": ((0.5, 0.76), (0.5, 0.76)),
    "triple": ((0.86, 0.5), (0.84, 0.5)),
    "any": ((0.5, 0.74), (0.84, 0.5)),
    "total": ((0.5, 0.75), (0.5, 0.77)),
    "pair": ((0.5, 0.75), (0.765, 0.5)),
    "single": ((0.85, 0.5), (0.84, 0.5)),
    "four": ((0.5, 0.78), (0.5, 0.8)),
    "streak": ((0.92, 0.25), (0.93, 0.25)),
}
"""Where the chip lies on a wide and on a tall layout, by look."""


@dataclass(frozen=True, slots=True)
class _Column:
    """Wagers one below the other, and their share of the width of a row."""

    share: float
    ids: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Row:
    """Columns side by side; the weight is the row's share of the height."""

    weight: float
    columns: Sequence[_Column]


def felt(rules: Ruleset) -> Felt:
    """One wide or two tall screens. What the operator does not offer is not drawn, and the others take its room."""
    fours = [id for id in rules.addresses if FOUR_NUMBERS.fullmatch(id)][:4]
    wide = _screen(rules, "table", "Table", WIDTH, HEIGHT, _wide_rows(fours))
    first = _screen(rules, "table", "Table", TALL_WIDTH, 676, _tall_rows())
    second = _screen(rules, "more", "Pairs and streaks", TALL_WIDTH, 506, _more_tall_rows(fours))
    return Felt([wide], [first, second])


def _screen(rules: Ruleset, name: str, title: str, width: int, height: int, rows: Iterable[_Row]) -> Screen:
    boxes = dict(_boxes(Box(0, 0, width, height).inset(MARGIN), _offered(rules, rows)))
    tall = width == TALL_WIDTH
    spots = [_spot(rules, id, box, tall=tall) for id, box in boxes.items()]
    return Screen(name, title, width, height, spots, [*_ranges(rules, boxes), *streak_marks(rules, boxes)])


def _wide_rows(fours: Sequence[str]) -> Iterable[_Row]:
    yield _Row(
        170,
        [
            _Column(138, ["small", "odd"]),
            *(_Column(62, [id]) for id in DOUBLES[:3]),
            _Column(126, TRIPLES[:3]),
            _Column(92, ["any-triple"]),
            _Column(126, TRIPLES[3:]),
            *(_Column(62, [id]) for id in DOUBLES[3:]),
            _Column(138, RIGHT_END),
        ],
    )
    yield _row(92, TOTALS)
    yield _row(86, COMBINATIONS)
    yield _row(78, SINGLES)
    yield _Row(106, [_Column(330, STREAKS[:1]), *(_Column(83, [id]) for id in fours), _Column(330, STREAKS[1:])])


def _tall_rows() -> Iterable[_Row]:
    yield _row(72, RANGES)
    yield _row(54, ["odd", "even"])
    yield _row(88, DOUBLES)
    yield from (_row(54, row) for row in even_rows(TRIPLES, most=3))
    yield _row(52, ["any-triple"])
    yield from (_row(88, row) for row in even_rows(TOTALS, most=7))
    yield from (_row(58, row) for row in even_rows(SINGLES, most=3))


def _more_tall_rows(fours: Sequence[str]) -> Iterable[_Row]:
    yield from (_row(58, row) for row in even_rows(COMBINATIONS, most=5))
    yield _row(106, fours)
    yield from (_row(108, [id]) for id in STREAKS)


def _row(weight: float, ids: Sequence[str]) -> _Row:
    """One column for each wager, all of the same width."""
    return _Row(weight, [_Column(1, [id]) for id in ids])


def _offered(rules: Ruleset, rows: Iterable[_Row]) -> Iterable[_Row]:
    for row in rows:
        columns = [_Column(each.share, [id for id in each.ids if id in rules.addresses]) for each in row.columns]
        if left := [each for each in columns if each.ids]:
            yield _Row(row.weight, left)


def _boxes(area: Box, rows: Iterable[_Row]) -> Iterable[tuple[str, Box]]:
    rows = list(rows)
    weight = sum(row.weight for row in rows)
    y = area.y
    for row in rows:
        across = area.w / sum(column.share for column in row.columns)
        x = area.x
        height = area.h * row.weight / weight
        for column in row.columns:
            high = height / len(column.ids)
            for down, id in enumerate(column.ids):
                yield id, Box(x, y + down * high, column.share * across, high).inset(GAP)
            x += column.share * across
        y += height


def _spot(rules: Ruleset, id: str, box: Box, *, tall: bool) -> Spot:
    look, label, dice = PRINTED[id.partition(":")[0]](rules, id)
    if look == "any" and not tall:
        label = in_two(label, longest=0)
    across, down = CHIPS[look][tall]
    if look == "end" and id in RIGHT_END:
        across = 1 - across
    words = box.at(0.5, 0.4) if id in RANGES else None
    return spot(rules, id, box, look=look, label=label, chip=box.at(across, down), dice=dice, words=words)


Printed = tuple[str, str, tuple[int, ...]]
"""Look, label and dice of a spot."""


def _even_chance(rules: Ruleset, id: str) -> Printed:
    return "end", rules.addresses[id].offer.wager.title.upper(), ()


def _double(_: Ruleset, id: str) -> Printed:
    return "double", "DOUBLE", _faces(id) * 2


def _triple(_: Ruleset, id: str) -> Printed:
    return "triple", "", _faces(id) * 3


def _any_triple(_: Ruleset, __: str) -> Printed:
    return "any", "ANY TRIPLE", ()


def _total(_: Ruleset, id: str) -> Printed:
    return "total", str(*_faces(id)), ()


def _combination(_: Ruleset, id: str) -> Printed:
    return "pair", "", _faces(id)


def _single(_: Ruleset, id: str) -> Printed:
    return "single", "", _faces(id)


def _four_numbers(_: Ruleset, id: str) -> Printed:
    return "four", "ANY 3 OF", _faces(id)


def _super_streak(rules: Ruleset, id: str) -> Printed:
    first, _, second = rules.addresses[id].offer.wager.title.upper().partition(", ")
    return "streak", f"{first}\n{second}", ()


def _faces(id: str) -> tuple[int, ...]:
    """The numbers in the key of a wager."""
    return shown(OutcomeName(id.partition(":")[2]))


PRINTED: Mapping[str, Callable[[Ruleset, str], Printed]] = {
    **dict.fromkeys(("small", "big", "odd", "even"), _even_chance),
    "double": _double,
    "triple": _triple,
    "any-triple": _any_triple,
    "total": _total,
    "combination": _combination,
    "single": _single,
    "four-numbers": _four_numbers,
    STREAK: _super_streak,
}


def _ranges(rules: Ruleset, boxes: Mapping[str, Box]) -> Iterable[Mark]:
    """The totals that win, below Small and Big."""
    for id in RANGES:
        if id in boxes:
            wins = sorted({sum(shown(name)) for name in _won_by(rules.addresses[id].offer.wager)})
            x, y = boxes[id].at(0.5, 0.82)
            yield Mark("text", Box(x - 40, y - 8, 80, 16), text=f"{wins[0]} to {wins[-1]}", look="note")


def _won_by(wager: Wager) -> Iterable[OutcomeName]:
    effects = wager.effects[wager.first].items()
    return (name for name, effect in effects if isinstance(effect, Decision) and effect.result is Result.WIN)
