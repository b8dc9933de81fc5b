"""Two dice, sets of their outcomes, and the puck."""

from croupier.rules.error import RuleError
from croupier.rules.machine import on
from croupier.rules.outcomes import OutcomeName, Outcomes, dice, numbers, shown
from croupier.rules.puck import Puck
from croupier.rules.shooting import Loss
from croupier.rules.terms import While

DICE = dice(2)

POINTS = (4, 5, 6, 8, 9, 10)
HARD = (4, 6, 8, 10)
HARD_PAIRS = tuple(name for name in DICE.ways if DICE.ways[name] == 1)
EASY_PAIRS = tuple(name for name in DICE.ways if DICE.ways[name] == 2)


def total(*totals: int) -> Outcomes:
    """The dice add up to one of these."""
    for n in totals:
        if not 2 <= n <= 12:
            raise RuleError(f"two dice can never show a total of {n}")
    return DICE.where(f"a total of {numbers(totals)}", lambda faces: sum(faces) in totals)


def hard(n: int) -> Outcomes:
    """The total as a pair."""
    return DICE.where(f"a hard {n}", lambda faces: sum(faces) == n and faces[0] == faces[1])


def easy(n: int) -> Outcomes:
    """The total, but not as a pair."""
    return DICE.where(f"an easy {n}", lambda faces: sum(faces) == n and faces[0] != faces[1])


def pair(faces: str) -> Outcomes:
    """Exactly these two faces, in either order."""
    low, high = shown(OutcomeName(faces))
    return DICE.outcomes(f"a pair of {low}s" if low == high else f"a {low} and a {high}", [faces])


def point(n: int) -> str:
    """The state of the puck, or of a bet, with this point."""
    return f"point {n}"


PUCK = Puck(
    "The puck",
    {
        "come-out": [on(total(n)).moves_to(point(n)) for n in POINTS],
        **{point(n): [on(total(n, 7)).moves_to("come-out")] for n in POINTS},
    },
)
PUCKS = {"puck": PUCK}

COME_OUT = While("before a come-out roll", "puck", frozenset({"come-out"}), during="on a come-out roll")
POINT_ON = While("while a point is on", "puck", frozenset(point(n) for n in POINTS))


def seven_out(clause: str) -> Loss:
    """The shooter loses the dice on a 7 while a point is on."""
    return Loss(clause, POINT_ON, total(7))
