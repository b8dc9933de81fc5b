"""The layout of Sic Bo: Small and Big at the ends, doubles and triples between them, and rows of everything else below."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.games.sicbo.dice import PAIRS, opened, running
from croupier.games.sicbo.wagers import LONGEST, counting
from croupier.rules.felt import spot
from croupier.rules.layout import HEIGHT, WIDTH, Box, Felt, Mark, Screen, Spot
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.outcomes import FACES, OutcomeName, shown
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

AREA = Box(4, 4, 992, 532)
GAP = 1
PUCK = 34
STREAK = "super-streak"
RIGHT_END = ("big", "even")
FOUR_NUMBERS = re.compile(r"four-numbers(:[1-6]|-[1-6]){4}")


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
    """One screen. What the operator does not offer is not drawn, and the others take its room."""
    boxes = dict(_boxes(_offered(rules, _rows(rules))))
    spots = [LOOKS[id.partition(":")[0]](rules, id, box) for id, box in boxes.items()]
    marks = [*_ranges(rules, boxes), *_streaks(rules, boxes)]
    return Felt([Screen("table", "Table", WIDTH, HEIGHT, spots, marks)])


def _rows(rules: Ruleset) -> Iterable[_Row]:
    low, high = FACES[:3], FACES[3:]
    yield _Row(
        168,
        [
            _Column(146, ["small", "odd"]),
            *(_Column(62, [f"double:{n}"]) for n in low),
            _Column(118, [f"triple:{n}" for n in low]),
            _Column(92, ["any-triple"]),
            _Column(118, [f"triple:{n}" for n in high]),
            *(_Column(62, [f"double:{n}"]) for n in high),
            _Column(146, RIGHT_END),
        ],
    )
    yield _Row(94, [_Column(1, [f"total:{n}"]) for n in range(4, 18)])
    yield _Row(84, [_Column(1, [f"combination:{pair}"]) for pair in PAIRS])
    yield _Row(80, [_Column(1, [f"single:{n}"]) for n in FACES])
    fours = [id for id in rules.addresses if FOUR_NUMBERS.fullmatch(id)][:4]
    yield _Row(
        106,
        [_Column(330, [f"{STREAK}:small-big"]), *(_Column(83, [id]) for id in fours), _Column(330, [f"{STREAK}:odd-even"])],
    )


def _offered(rules: Ruleset, rows: Iterable[_Row]) -> Iterable[_Row]:
    for row in rows:
        columns = [_Column(each.share, [id for id in each.ids if id in rules.addresses]) for each in row.columns]
        if left := [each for each in columns if each.ids]:
            yield _Row(row.weight, left)


def _boxes(rows: Iterable[_Row]) -> Iterable[tuple[str, Box]]:
    rows = list(rows)
    weight = sum(row.weight for row in rows)
    y = AREA.y
    for row in rows:
        across = AREA.w / sum(column.share for column in row.columns)
        x = AREA.x
        height = AREA.h * row.weight / weight
        for column in row.columns:
            high = height / len(column.ids)
            for down, id in enumerate(column.ids):
                yield id, Box(x, y + down * high, column.share * across, high).inset(GAP)
            x += column.share * across
        y += height


def _even_chance(rules: Ruleset, id: str, box: Box) -> Spot:
    title = rules.addresses[id].offer.wager.title.upper()
    inner = 0.16 if id in RIGHT_END else 0.84
    return spot(rules, id, box, look="end", label=title, chip=box.at(inner, 0.5), words=box.at(_outwards(id), 0.45))


def _outwards(id: str) -> float:
    """The horizontal position of a label at an end of the table: on the outer side, because chips are on the inner side."""
    return 0.65 if id in RIGHT_END else 0.35


def _double(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="double", label="DOUBLE", chip=box.at(0.5, 0.74), dice=_faces(id) * 2)


def _triple(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="triple", chip=box.at(0.81, 0.5), dice=_faces(id) * 3)


def _any_triple(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="any", label="ANY\nTRIPLE", chip=box.at(0.5, 0.74))


def _total(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="total", label=str(*_faces(id)), chip=box.at(0.5, 0.76))


def _combination(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="pair", chip=box.at(0.5, 0.73), dice=_faces(id))


def _single(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="single", chip=box.at(0.86, 0.5), dice=_faces(id))


def _four_numbers(rules: Ruleset, id: str, box: Box) -> Spot:
    return spot(rules, id, box, look="four", label="ANY 3 OF", chip=box.at(0.5, 0.77), dice=_faces(id))


def _super_streak(rules: Ruleset, id: str, box: Box) -> Spot:
    first, _, second = rules.addresses[id].offer.wager.title.upper().partition(", ")
    return spot(rules, id, box, look="streak", label=f"{first}\n{second}", chip=box.at(0.91, 0.27))


def _faces(id: str) -> tuple[int, ...]:
    """The numbers in the key of a wager."""
    return shown(OutcomeName(id.partition(":")[2]))


LOOKS: Mapping[str, Callable[[Ruleset, str, Box], Spot]] = {
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
    """Below Small and Big, the totals that win."""
    for id in ("small", "big"):
        if id in boxes:
            wins = sorted({sum(shown(name)) for name in _won_by(rules.addresses[id].offer.wager)})
            x, y = boxes[id].at(_outwards(id), 0.8)
            yield Mark("text", Box(x - 40, y - 8, 80, 16), text=f"{wins[0]} to {wins[-1]}", look="note")


def _won_by(wager: Wager) -> Iterable[OutcomeName]:
    effects = wager.effects[wager.first].items()
    return (name for name, effect in effects if isinstance(effect, Decision) and effect.result is Result.WIN)


def _streaks(rules: Ruleset, boxes: Mapping[str, Box]) -> Iterable[Mark]:
    """On each Super Streak area: its two sides, the marker that follows the run between them, and what a run pays."""
    for puck, marker in rules.pucks.items():
        area = boxes.get(f"{STREAK}:{puck}")
        if area is None:
            continue
        sides = puck.split("-")
        lies = {state: at for side, at in zip(sides, (0.46, 0.68), strict=True) for state in (opened(side), running(side))}
        for side in sides:
            yield _print(area.at(lies[opened(side)], 0.46), side.upper(), "note")
        for state in marker.states:
            x, y = area.at(lies.get(state, 0.57), 0.21)
            yield Mark("puck", Box(x - PUCK / 2, y - PUCK / 2, PUCK, PUCK), puck=puck, state=state)
        yield from _pay_table(rules.addresses[f"{STREAK}:{puck}"].offer.wager, sides[0], area)


def _pay_table(wager: Wager, side: str, area: Box) -> Iterable[Mark]:
    yield _print(area.at(0.11, 0.67), "IN A ROW", "note")
    yield _print(area.at(0.11, 0.86), "PAYS, TO 1", "note")
    pays = _pays(wager, side)
    for at, (count, odds) in enumerate(pays.items()):
        x = 0.22 + 0.77 * (at + 0.5) / len(pays)
        yield _print(area.at(x, 0.67), str(count), "note")
        yield _print(area.at(x, 0.86), str(odds), "pays")


def _pays(wager: Wager, side: str) -> Mapping[int, Fraction]:
    """What a run pays, by its length. The longest one is paid as soon as it is reached; the others when they end."""
    first = wager.effects[counting(side, 1)].items()
    ends = next(name for name, effect in first if isinstance(effect, Decision))
    goes_on = next(name for name, effect in first if isinstance(effect, Move))
    ended = {count: wager.effects[counting(side, count)][ends] for count in range(1, LONGEST)}
    ended[LONGEST] = wager.effects[counting(side, LONGEST - 1)][goes_on]
    return {n: effect.winnings for n, effect in ended.items() if isinstance(effect, Decision) and effect.result is Result.WIN}


def _print(at: tuple[float, float], text: str, look: str) -> Mark:
    return Mark("text", Box(at[0] - 20, at[1] - 8, 40, 16), text=text, look=look)
