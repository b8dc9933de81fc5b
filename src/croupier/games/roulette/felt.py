"""The layout of roulette: the table with its lines, and the wheel laid flat for the bets that follow its order."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from croupier.games.roulette.field import Field
from croupier.games.roulette.track import BAND, Pocket, tall_pocket, wide_pocket
from croupier.games.roulette.track import WIDE as WIDE_TRACK
from croupier.games.roulette.wheel import (
    BLACK,
    COLUMNS,
    CORNERS,
    DOZENS,
    NUMBERS,
    RED,
    SIX_LINES,
    SPLITS,
    STRAIGHTS,
    STREETS,
)
from croupier.rules.felt import in_two, odds_text, spot
from croupier.rules.layout import HEIGHT, TALL_WIDTH, WIDTH, Box, Felt, Mark, Screen, Spot
from croupier.rules.ruleset import Ruleset

COLOURS: Mapping[int, str] = {0: "green"} | dict.fromkeys(RED, "red") | dict.fromkeys(BLACK, "black")
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
SECTIONS = ("small-series", "orphans", "neighbours-of-zero", "zero-game")
PATTERNS = ("red-splits", "black-splits", "red-snake")
FINALS = tuple(str(digit) for digit in range(10))
PRINTED = {"low": "1 to 18", "high": "19 to 36", "dozen:1": "1st 12", "dozen:2": "2nd 12", "dozen:3": "3rd 12"}
LINES: Mapping[str, Mapping[str, Collection[int]]] = {
    "split": SPLITS,
    "street": STREETS,
    "corner": CORNERS,
    "six-line": SIX_LINES,
}
NEIGHBOURS = "NEIGHBOURS"
LETTER = 16

Point = tuple[float, float]


class Standing(NamedTuple):
    """Where words and chip stand in a spot, as shares of its width and height."""

    words: Point
    chip: Point


@dataclass(frozen=True, slots=True)
class Shape:
    """How the layout is drawn: wide for a landscape window, tall for a portrait one."""

    screens: Sequence[tuple[str, str, int]]
    """Name, title and height of each screen."""
    width: int
    field: Field
    column: float
    """The size of a column bet along the rows."""
    dozen: float
    """The depth of the dozens beside the rail."""
    even_chance: float
    """The depth of the even chances beside the dozens."""
    complete: Field
    pocket: Callable[[int], Pocket]
    special: Mapping[str, Box]
    """Where sections, patterns and finals lie."""
    anchors: Mapping[str, Standing]
    letter: Point
    """Where the letter of its colour stands in a number."""
    headings: Sequence[tuple[str, str, Point]]
    """By screen, words and where they begin."""


def side_by_side(area: Box, ids: Sequence[str], shares: Sequence[float] | None = None) -> Mapping[str, Box]:
    """An area divided from left to right, into equal parts or by these shares."""
    shares = shares or [1] * len(ids)
    unit = area.w / sum(shares)
    starts = [sum(shares[:at]) * unit for at in range(len(ids))]
    return {id: Box(area.x + x, area.y, w * unit, area.h).inset(1) for id, x, w in zip(ids, starts, shares, strict=True)}


def one_below_another(area: Box, ids: Sequence[str]) -> Mapping[str, Box]:
    """An area divided into equal rows."""
    high = area.h / len(ids)
    return {id: Box(area.x, area.y + at * high, area.w, high).inset(1) for at, id in enumerate(ids)}


def _final_ids(digits: Sequence[str] = FINALS) -> Sequence[str]:
    return [f"final:{digit}" for digit in digits]


_INNER = WIDE_TRACK.inset(BAND + 4)
WIDE = Shape(
    screens=[("table", "Table", HEIGHT), ("special", "Special bets", HEIGHT)],
    width=WIDTH,
    field=Field((86, 335), downwards=False, along=69, across=107, zero=74, rail=24),
    column=74,
    dozen=88,
    even_chance=88,
    complete=Field((84, 430), downwards=False, along=75.6, across=63, zero=76),
    pocket=wide_pocket,
    special={
        **side_by_side(Box(90, _INNER.y + 20, WIDTH - 180, _INNER.h - 20), SECTIONS, [190, 205, 268, 195]),
        **side_by_side(Box(8, 456, 572, 80), _final_ids()),
        **side_by_side(Box(584, 456, 408, 80), PATTERNS),
    },
    anchors={
        "zero": Standing((0.5, 0.5), (0.5, 0.61)),
        "number": Standing((0.5, 0.435), (0.5, 0.715)),
        "column": Standing((0.5, 0.36), (0.5, 0.68)),
        "dozen": Standing((0.5, 0.5), (0.8, 0.5)),
        "even chance": Standing((0.5, 0.5), (0.855, 0.5)),
        "section": Standing((0.5, 0.5), (0.895, 0.5)),
        "pattern": Standing((0.5, 0.5), (0.85, 0.5)),
        "final": Standing((0.5, 0.16), (0.5, 0.49)),
        "complete": Standing((0.27, 0.36), (0.71, 0.36)),
        "complete zero": Standing((0.5, 0.4), (0.5, 0.57)),
    },
    letter=(0.5, 0.22),
    headings=[
        ("special", NEIGHBOURS, (WIDTH / 2 - 96, _INNER.y)),
        ("special", "COMPLETE: every inside bet with the number", (8, 219)),
        ("special", "FINALS: the last digit", (8, 434)),
        ("special", "PATTERNS", (584, 434)),
    ],
)
TALL = Shape(
    screens=[("table", "Table", 716), ("special", "Special bets", 732), ("complete", "Complete", 696)],
    width=TALL_WIDTH,
    field=Field((144, 58), downwards=True, along=50, across=84, zero=52, rail=24, line_along=20, line_across=24),
    column=52,
    dozen=58,
    even_chance=58,
    complete=Field((4, 79), downwards=True, along=51, across=392 / 3, zero=51),
    pocket=tall_pocket,
    special={
        **one_below_another(Box(66, 84, 268, 232), SECTIONS[::-1]),
        **one_below_another(Box(66, 340, 268, 174), PATTERNS),
        **side_by_side(Box(66, 538, 268, 58), _final_ids(FINALS[:5])),
        **side_by_side(Box(66, 596, 268, 58), _final_ids(FINALS[5:])),
    },
    anchors={
        "zero": Standing((0.5, 0.5), (0.64, 0.5)),
        "number": Standing((0.28, 0.5), (0.76, 0.5)),
        "column": Standing((0.31, 0.5), (0.75, 0.5)),
        "dozen": Standing((0.5, 0.42), (0.5, 0.62)),
        "even chance": Standing((0.5, 0.3), (0.5, 0.7)),
        "section": Standing((0.5, 0.5), (0.9, 0.5)),
        "pattern": Standing((0.5, 0.5), (0.9, 0.5)),
        "final": Standing((0.2, 0.34), (0.66, 0.34)),
        "complete": Standing((0.17, 0.5), (0.84, 0.5)),
        "complete zero": Standing((0.38, 0.5), (0.62, 0.5)),
    },
    letter=(0.48, 0.5),
    headings=[
        ("special", NEIGHBOURS, (72, 62)),
        ("special", "PATTERNS", (72, 318)),
        ("special", "FINALS: the last digit", (72, 516)),
        ("complete", "Every inside bet with the number", (8, 4)),
    ],
)


def felt(rules: Ruleset) -> Felt:
    """The table, and the special bets on screens of their own."""
    return Felt(list(_screens(rules, WIDE)), list(_screens(rules, TALL)))


def _screens(rules: Ruleset, shape: Shape) -> Iterable[Screen]:
    spots: dict[str, list[Spot]] = {name: [] for name, *_ in shape.screens}
    for id in rules.addresses:
        kind, _, key = id.partition(":")
        if kind in FAMILIES and key in FAMILIES[kind].keys:
            on = next(name for name in FAMILIES[kind].screens if name in spots)
            spots[on].append(FAMILIES[kind].draw(rules, id, key, shape))
    for name, title, height in shape.screens:
        # Draw the zones on the lines last, so that a touch hits them before the numbers below.
        spots[name].sort(key=lambda each: each.look == "zone")
        yield Screen(name, title, shape.width, height, spots[name], list(_marks(name, shape, spots[name])))


def _anchored(rules: Ruleset, id: str, box: Box, anchor: Standing, *, look: str, label: str) -> Spot:
    return spot(rules, id, box, look=look, label=label, chip=box.at(*anchor.chip), words=box.at(*anchor.words))


def _straight(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    anchor = shape.anchors["number" if int(key) else "zero"]
    return _anchored(rules, id, shape.field.number(int(key)), anchor, look=f"straight {COLOURS[int(key)]}", label=key)


def _on_line(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    numbers = LINES[id.partition(":")[0]][key]
    return spot(rules, id, shape.field.zone(numbers), look="zone", label=" ")


def _column(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    field = shape.field
    box = field.box(12 * field.along, (COLUMNS[key][0] - 1) * field.across, shape.column, field.across)
    label = odds_text(rules.addresses[id].offer.wager)
    return _anchored(rules, id, box, shape.anchors["column"], look="column", label=label)


def _dozen(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    box = shape.field.rows((DOZENS[key][0] - 1) // 3, 4, -shape.field.rail - shape.dozen, shape.dozen)
    return _anchored(rules, id, box, shape.anchors["dozen"], look="outside", label=PRINTED[id])


def _even_chance(rules: Ruleset, id: str, _: str, shape: Shape) -> Spot:
    depth = shape.even_chance
    box = shape.field.rows(2 * EVEN_CHANCES.index(id), 2, -shape.field.rail - shape.dozen - depth, depth)
    look = f"outside {id}" if id in ("red", "black") else "outside"
    return _anchored(rules, id, box, shape.anchors["even chance"], look=look, label=PRINTED.get(id, id.upper()))


def _neighbours(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    box, outline, words, chip = shape.pocket(int(key))
    return spot(rules, id, box, look=f"track {COLOURS[int(key)]}", label=key, chip=chip, outline=outline, words=words)


def _section(rules: Ruleset, id: str, _: str, shape: Shape) -> Spot:
    label = rules.addresses[id].offer.wager.title.upper()
    return _anchored(rules, id, shape.special[id], shape.anchors["section"], look="section", label=label)


def _pattern(rules: Ruleset, id: str, _: str, shape: Shape) -> Spot:
    look = "pattern black" if id == "black-splits" else "pattern red"
    label = rules.addresses[id].offer.wager.title.upper()
    if shape.special[id].w < 2 * shape.special[id].h:
        label = in_two(label, longest=8)
    return _anchored(rules, id, shape.special[id], shape.anchors["pattern"], look=look, label=label)


def _final(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    return _anchored(rules, id, shape.special[id], shape.anchors["final"], look="pad", label=key)


def _complete(rules: Ruleset, id: str, key: str, shape: Shape) -> Spot:
    box = shape.complete.number(int(key)).inset(1)
    anchor = shape.anchors["complete" if int(key) else "complete zero"]
    return _anchored(rules, id, box, anchor, look=f"complete pad {COLOURS[int(key)]}", label=key)


class Family(NamedTuple):
    """How to draw the wagers of one kind: `straight:7` has the key 7. A wager whose key is not listed here lies in the tray."""

    screens: Sequence[str]
    """They lie on the first of these that the shape has."""
    keys: Collection[str]
    draw: Callable[[Ruleset, str, str, Shape], Spot]


FAMILIES = {
    "straight": Family(["table"], STRAIGHTS, _straight),
    **{kind: Family(["table"], keys, _on_line) for kind, keys in LINES.items()},
    "column": Family(["table"], COLUMNS, _column),
    "dozen": Family(["table"], DOZENS, _dozen),
    **dict.fromkeys(EVEN_CHANCES, Family(["table"], [""], _even_chance)),
    "neighbours": Family(["special"], STRAIGHTS, _neighbours),
    **dict.fromkeys(SECTIONS, Family(["special"], [""], _section)),
    **dict.fromkeys(PATTERNS, Family(["special"], [""], _pattern)),
    "final": Family(["special"], FINALS, _final),
    "complete": Family(["complete", "special"], STRAIGHTS, _complete),
}


def _marks(screen: str, shape: Shape, spots: Sequence[Spot]) -> Iterable[Mark]:
    """Headings, and R and B on the numbers for players who cannot tell the colours apart."""
    for on, words, (x, y) in shape.headings:
        if on == screen:
            yield Mark("text", Box(x, y, shape.width / 2, 20), text=f"{words}{_cost(words, spots)}", look="heading")
    for n in NUMBERS[1:] if screen == "table" else ():
        x, y = shape.field.number(n).at(*shape.letter)
        yield Mark("text", Box(x - LETTER / 2, y - LETTER / 2, LETTER, LETTER), text=COLOURS[n][0].upper(), look="letter")


def _cost(heading: str, spots: Sequence[Spot]) -> str:
    """How many chips each of the neighbours takes: the racetrack has no room for that in every pocket."""
    chips = next((each.units for each in spots if each.id.startswith("neighbours:")), 1)
    return f": {chips} chips for each" if heading == NEIGHBOURS and chips > 1 else ""
