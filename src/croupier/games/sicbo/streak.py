"""What is printed on a Super Streak area: its two sides, the marker that follows the run, and what a run pays."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.games.sicbo.dice import opened, running
from croupier.games.sicbo.wagers import LONGEST, counting
from croupier.rules.layout import Box, Mark
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

PUCK = 34
STREAK = "super-streak"


def streak_marks(rules: Ruleset, boxes: Mapping[str, Box]) -> Iterable[Mark]:
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
