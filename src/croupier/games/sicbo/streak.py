"""What is printed on a Super Streak area: its two sides, the marker that follows the run, and what a run pays."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.games.sicbo.dice import opened, running
from croupier.rules.layout import Box, Mark
from croupier.rules.ruleset import Ruleset

PUCK = 34
SIDES = (0.42, 0.55)
"""Where the sides are printed, and the marker above them. To the right is room for a bet with its own side and count."""
STREAK = "super-streak"


def streak_marks(rules: Ruleset, boxes: Mapping[str, Box]) -> Iterable[Mark]:
    """On each Super Streak area: its two sides, the marker that follows the run between them, and what a run pays."""
    for puck, marker in rules.pucks.items():
        area = boxes.get(f"{STREAK}:{puck}")
        if area is None:
            continue
        sides = puck.split("-")
        lies = {state: at for side, at in zip(sides, SIDES, strict=True) for state in (opened(side), running(side))}
        for side in sides:
            yield _print(area.at(lies[opened(side)], 0.46), side.upper(), "note")
        for state in marker.states:
            x, y = area.at(lies.get(state, sum(SIDES) / 2), 0.21)
            yield Mark("puck", Box(x - PUCK / 2, y - PUCK / 2, PUCK, PUCK), puck=puck, state=state)
        yield from _pay_table(rules.addresses[f"{STREAK}:{puck}"].offer.run_pays, area)


def _pay_table(pays: Mapping[int, Fraction], area: Box) -> Iterable[Mark]:
    yield _print(area.at(0.11, 0.67), "IN A ROW", "note")
    yield _print(area.at(0.11, 0.86), "PAYS, TO 1", "note")
    for at, (count, odds) in enumerate(pays.items()):
        x = 0.22 + 0.77 * (at + 0.5) / len(pays)
        yield _print(area.at(x, 0.67), str(count), "note")
        yield _print(area.at(x, 0.86), str(odds), "pays")


def _print(at: tuple[float, float], text: str, look: str) -> Mark:
    return Mark("text", Box(at[0] - 20, at[1] - 8, 40, 16), text=text, look=look)
