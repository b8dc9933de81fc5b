"""The layout of roulette: the table with its lines, and the wheel laid flat for the bets that follow its order."""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import cos, pi, sin
from typing import NamedTuple

from croupier.games.roulette.wheel import (
    BLACK,
    COLUMNS,
    CORNERS,
    DOZENS,
    NUMBERS,
    ORDER,
    RED,
    SIX_LINES,
    SPLITS,
    STRAIGHTS,
    STREETS,
)
from croupier.rules.felt import odds_text, spot
from croupier.rules.layout import HEIGHT, WIDTH, Box, Felt, Mark, Screen, Spot
from croupier.rules.ruleset import Ruleset

# The table: zero, twelve columns of three, and the outside bets around them.
CELL_W, CELL_H = 69, 107
LEFT, TOP = 86, 14
BOTTOM = TOP + 3 * CELL_H
RAIL = 24
"""The strip between the numbers and the dozens on which streets and six-lines lie."""
OUTSIDE_H = 82

# The racetrack: two straights and two half rings.
TRACK = Box(28, 12, 944, 220)
BAND = 54
TURN_R = TRACK.h / 2
RIGHT_TURN, STRAIGHT, LEFT_TURN = 5, 14, 4

COLOURS: Mapping[int, str] = {0: "green"} | dict.fromkeys(RED, "red") | dict.fromkeys(BLACK, "black")
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
SECTIONS = {"small-series": (0, 2.4), "orphans": (2.4, 1.9), "neighbours-of-zero": (4.3, 3.2), "zero-game": (7.5, 1.9)}
PATTERNS = ("red-splits", "black-splits", "red-snake")
PRINTED = {"low": "1 to 18", "high": "19 to 36", "dozen:1": "1st 12", "dozen:2": "2nd 12", "dozen:3": "3rd 12"}


class Family(NamedTuple):
    """Wagers whose ids differ in their key, the part after the colon. A wager with another key lies in the tray."""

    keys: Collection[str]
    draw: Callable[[Ruleset, str, str], Spot]


def felt(rules: Ruleset) -> Felt:
    """Two screens: the table, and the special bets."""
    table: list[Spot] = []
    special: list[Spot] = []
    for id in rules.addresses:
        kind, _, key = id.partition(":")
        for screen, drawn in ((table, ON_TABLE), (special, ON_SPECIAL)):
            if kind in drawn and key in drawn[kind].keys:
                screen.append(drawn[kind].draw(rules, id, key))
    # Draw the zones on the lines last, so that a touch hits them before the numbers below.
    table.sort(key=lambda each: each.look == "zone")
    return Felt(
        [
            Screen("table", "Table", WIDTH, HEIGHT, table, list(_letters())),
            Screen("special", "Special bets", WIDTH, HEIGHT, special, list(_headings())),
        ]
    )


def _cell(n: int) -> Box:
    """The rectangle of a number; zero spans the left end."""
    if n == 0:
        return Box(12, TOP, LEFT - 12, 3 * CELL_H)
    column, row = divmod(n - 1, 3)
    return Box(LEFT + column * CELL_W, TOP + (2 - row) * CELL_H, CELL_W, CELL_H)


def _straight(rules: Ruleset, id: str, key: str) -> Spot:
    box = _cell(int(key))
    return spot(rules, id, box, look=f"straight {COLOURS[int(key)]}", label=key, chip=box.at(0.5, 0.69))


def _on_line(rules: Ruleset, id: str, key: str) -> Spot:
    """A split or a corner: a zone centred between its numbers. For a split it is longer along the shared line."""
    numbers = [int(n) for n in key.split("-")]
    if 0 in numbers:
        return _beside_zero(rules, id, numbers)
    x = sum(_cell(n).middle[0] for n in numbers) / len(numbers)
    y = sum(_cell(n).middle[1] for n in numbers) / len(numbers)
    if len(numbers) == 4:
        return _zone(rules, id, x, y, 26, 26)
    upright = numbers[1] - numbers[0] == 3
    return _zone(rules, id, x, y, *((24, CELL_H - 28) if upright else (CELL_W - 28, 26)))


def _beside_zero(rules: Ruleset, id: str, numbers: list[int]) -> Spot:
    """A bet that includes zero, on the line next to it: a split beside its number, a trio between two, four at the bottom."""
    others = [_cell(n).middle[1] for n in numbers if n]
    if len(numbers) == 4:
        return _zone(rules, id, LEFT, BOTTOM + RAIL / 2 - 4, 28, RAIL + 4)
    height = CELL_H - 28 if len(numbers) == 2 else 26
    return _zone(rules, id, LEFT, sum(others) / len(others), 24, height)


def _street(rules: Ruleset, id: str, key: str) -> Spot:
    numbers = [int(n) for n in key.split("-")]
    if 0 in numbers:
        return _beside_zero(rules, id, numbers)
    return _zone(rules, id, _cell(numbers[0]).middle[0], BOTTOM + RAIL / 2 - 4, CELL_W - 28, RAIL + 4)


def _six_line(rules: Ruleset, id: str, key: str) -> Spot:
    return _zone(rules, id, _cell(SIX_LINES[key][3]).x, BOTTOM + RAIL / 2 - 4, 28, RAIL + 4)


def _zone(rules: Ruleset, id: str, x: float, y: float, w: float, h: float) -> Spot:
    return spot(rules, id, Box(x - w / 2, y - h / 2, w, h), look="zone", label=" ")


def _column(rules: Ruleset, id: str, key: str) -> Spot:
    box = Box(LEFT + 12 * CELL_W, _cell(COLUMNS[key][0]).y, 74, CELL_H)
    return spot(rules, id, box, look="column", label=odds_text(rules.addresses[id].offer.wager), chip=box.at(0.5, 0.69))


def _dozen(rules: Ruleset, id: str, key: str) -> Spot:
    box = Box(_cell(DOZENS[key][0]).x, BOTTOM + RAIL, 4 * CELL_W, OUTSIDE_H)
    return spot(rules, id, box, look="outside", label=PRINTED[id], chip=box.at(0.8, 0.5))


def _even_chance(rules: Ruleset, id: str, _: str) -> Spot:
    box = Box(LEFT + EVEN_CHANCES.index(id) * 2 * CELL_W, BOTTOM + RAIL + OUTSIDE_H, 2 * CELL_W, OUTSIDE_H)
    look = f"outside {id}" if id in ("red", "black") else "outside"
    return spot(rules, id, box, look=look, label=PRINTED.get(id, id.upper()), chip=box.at(0.82, 0.5))


def _neighbours(rules: Ruleset, id: str, key: str) -> Spot:
    n = int(key)
    corners = [_on_track(at, depth) for at, depth in _edge(ORDER.index(n))]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    outline = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"
    # The chip is on the inner side, so print the number on the outer side.
    words, chip = (_on_track(ORDER.index(n) + 0.5, depth * BAND) for depth in (0.3, 0.72))
    return spot(rules, id, box, look=f"track {COLOURS[n]}", label=key, chip=chip, outline=outline, words=words)


def _edge(index: int) -> Iterable[tuple[float, float]]:
    """Along the outer edge of a pocket and back along the inner one, in small steps so that turns look round."""
    steps = [index + step / 6 for step in range(7)]
    yield from ((at, 0) for at in steps)
    yield from ((at, BAND) for at in reversed(steps))


def _on_track(at: float, depth: float) -> tuple[float, float]:
    """A point of the racetrack: `at` pockets clockwise from the start of zero's pocket, `depth` units inside the outer edge.

    Zero is the middle pocket of the right turn. From there the track runs left along the bottom and back along the top.
    """
    at = (at + RIGHT_TURN // 2) % len(ORDER)
    radius = TURN_R - depth
    near, far = TRACK.x + TURN_R, TRACK.x + TRACK.w - TURN_R
    middle = TRACK.y + TURN_R
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


def _section(rules: Ruleset, id: str, _: str) -> Spot:
    start, width = SECTIONS[id]
    inner = TRACK.inset(BAND + 8)
    unit = inner.w / 9.4
    box = Box(inner.x + start * unit, inner.y, width * unit, inner.h).inset(2)
    return spot(rules, id, box, look="section", label=rules.addresses[id].offer.wager.title.upper(), chip=box.at(0.5, 0.7))


def _pattern(rules: Ruleset, id: str, _: str) -> Spot:
    box = Box(712 + PATTERNS.index(id) * 94, 446, 94, 86).inset(1)
    look = "pattern black" if id == "black-splits" else "pattern red"
    label = rules.addresses[id].offer.wager.title.upper().replace(" ", "\n")
    return spot(rules, id, box, look=look, label=label, chip=box.at(0.5, 0.73))


def _final(rules: Ruleset, id: str, key: str) -> Spot:
    down, across = divmod(int(key), 5)
    box = Box(712 + across * 56.4, 282 + down * 66, 56.4, 66).inset(1)
    return spot(rules, id, box, look="pad", label=key, chip=box.at(0.5, 0.71))


def _complete(rules: Ruleset, id: str, key: str) -> Spot:
    n = int(key)
    column, row = divmod(n - 1, 3)
    box = Box(58 + column * 52.6, 282 + (2 - row) * 83.3, 52.6, 83.3) if n else Box(8, 282, 50, 250)
    return spot(rules, id, box.inset(1), look=f"pad {COLOURS[n]}", label=key, chip=box.at(0.5, 0.68))


ON_TABLE = {
    "straight": Family(STRAIGHTS, _straight),
    "split": Family(SPLITS, _on_line),
    "street": Family(STREETS, _street),
    "corner": Family(CORNERS, _on_line),
    "six-line": Family(SIX_LINES, _six_line),
    "column": Family(COLUMNS, _column),
    "dozen": Family(DOZENS, _dozen),
    **dict.fromkeys(EVEN_CHANCES, Family([""], _even_chance)),
}
ON_SPECIAL = {
    "neighbours": Family(STRAIGHTS, _neighbours),
    **dict.fromkeys(SECTIONS, Family([""], _section)),
    **dict.fromkeys(PATTERNS, Family([""], _pattern)),
    "complete": Family(STRAIGHTS, _complete),
    "final": Family([str(digit) for digit in range(10)], _final),
}


def _letters() -> Iterable[Mark]:
    """R and B on the numbers, for players who cannot tell the colours apart."""
    for n in NUMBERS[1:]:
        x, y = _cell(n).at(0.82, 0.12)
        yield Mark("text", Box(x - 6, y - 6, 12, 12), text=COLOURS[n][0].upper(), look="letter")


def _headings() -> Iterable[Mark]:
    yield Mark("text", Box(8, 252, 690, 24), text="COMPLETE: every inside bet with the number", look="heading")
    yield Mark("text", Box(712, 252, 282, 24), text="FINALS: the last digit", look="heading")
    yield Mark("text", Box(712, 418, 282, 24), text="PATTERNS", look="heading")
