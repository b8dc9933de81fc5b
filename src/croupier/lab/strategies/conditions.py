"""Parse the conditions of a clause: while the point …, on a win …, after …, before …, with …"""

import re
from collections.abc import Sequence
from itertools import pairwise

from croupier.echo import echo
from croupier.lab.play import PlayError, parse_cents
from croupier.lab.strategies.clauses import BetsStanding, Condition, Counted, CountReached, Just, Money, PointIs
from croupier.lab.strategies.naming import named
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset

_COUNTS = {"roll": Counted.ROLL, "win": Counted.WIN, "los": Counted.LOSS}
_HAPPENED = re.compile(r"(after|before) (an?|\d{1,3}) (roll|win|los)s?(?:es|s)?( in a row)?(?: of (.+))?")
_JUST = re.compile(r"on a (win|loss)(?: of (.+))?")
_STANDING = re.compile(r"with (fewer than|at least) (\d{1,2}) (.+?)(?: bets?)?(?: working)?")
_MONEY = re.compile(r"with (?:a )?bankroll (above|below) (\S+)")
_POINT = re.compile(r"while (?:the )?point (?:is )?(on|off|not \d+(?: or \d+)*|\d+(?: or \d+)*)")
MAX_COUNT = 60
"""A larger count would give too many states."""

RIGHT = (
    "write while point on, while point off, while point is 6 or 8, on a win, on a loss of WAGER, after 3 rolls, after 2 wins of"
    " WAGER, before 2 losses in a row, with fewer than 2 WAGER bets, with bankroll above 600"
)


def starts_condition(words: Sequence[str], at: int) -> bool:
    """Whether a condition starts with this word."""
    word = words[at].lower()
    return word in {"while", "after", "before", "with"} or (
        word == "on" and at + 1 < len(words) and words[at + 1].lower() == "a"
    )


def read_conditions(rules: Ruleset, words: Sequence[str], place: str) -> tuple[Condition, ...]:
    """Parse all conditions of a clause, joined by "and"."""
    starts = [at for at in range(len(words)) if starts_condition(words, at)]
    texts: list[str] = []
    for begin, end in pairwise([*starts, len(words)]):
        own = words[begin:end]
        texts.append(" ".join(own[:-1] if own[-1].lower() == "and" and end < len(words) else own))
    return tuple(_condition(rules, text, place) for text in texts)


def _condition(rules: Ruleset, text: str, place: str) -> Condition:
    lower = text.lower()
    if found := _POINT.fullmatch(lower):
        return _point(rules, found[1], place)
    if found := _JUST.fullmatch(lower):
        return Just(Counted(found[1]), named(rules, found[2], place) if found[2] else None)
    if found := _HAPPENED.fullmatch(lower):
        count = 1 if found[2] in ("a", "an") else int(found[2])
        if not 1 <= count <= MAX_COUNT:
            raise PlayError(f"{place}: '{echo(text)}': a count goes from 1 to {MAX_COUNT}")
        what, row = _COUNTS[found[3]], bool(found[4])
        if what is Counted.ROLL and (row or found[5]):
            raise _unclear(text, place)
        wagers = named(rules, found[5], place) if found[5] else None
        return CountReached(what, count, wagers, row, found[1] == "after")
    if found := _MONEY.fullmatch(lower):
        return Money(parse_cents(place, found[2]), above=found[1] == "above")
    if found := _STANDING.fullmatch(lower):
        return BetsStanding(int(found[2]), named(rules, found[3], place), fewer=found[1] == "fewer than")
    raise _unclear(text, place)


def _unclear(text: str, place: str) -> PlayError:
    return PlayError(f"{place}: '{echo(text)}' is not a condition; {RIGHT}")


def _point(rules: Ruleset, said: str, place: str) -> PointIs:
    points = {name: [state for state in puck.states if re.fullmatch(r"point \d+", state)] for name, puck in rules.pucks.items()}
    puck = next((name for name, states in points.items() if states), None)
    if puck is None:
        raise PlayError(f"{place}: {rules.id} has no point; leave this condition out")
    on, every = frozenset(points[puck]), frozenset(rules.pucks[puck].states)
    if said in ("on", "off"):
        return PointIs(puck, on if said == "on" else every - on, f"point {said}")
    numbers = re.findall(r"\d+", said)
    states = frozenset(f"point {number}" for number in numbers)
    if states - on:
        raise PlayError(
            f"{place}: the point is never {listed([state.removeprefix('point ') for state in sorted(states - on)])}"
        )
    negated = said.startswith("not")
    return PointIs(puck, on - states if negated else states, f"point is {'not ' if negated else ''}{' or '.join(numbers)}")
