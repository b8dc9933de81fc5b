"""Three dice, sets of their outcomes, and the markers that follow a streak."""

from croupier.rules.error import RuleError
from croupier.rules.machine import on
from croupier.rules.outcomes import FACES, Outcomes, dice, listed, numbers
from croupier.rules.puck import Puck
from croupier.rules.terms import While

DICE = dice(3)

PAIRS = tuple(f"{low}-{high}" for low in FACES for high in FACES if low < high)

ANY_TRIPLE = DICE.where("a triple", lambda faces: len(set(faces)) == 1)


def total(*totals: int) -> Outcomes:
    """The dice add up to one of these."""
    for n in totals:
        if not 3 <= n <= 18:
            raise RuleError(f"three dice can never show a total of {n}")
    return DICE.where(f"a total of {numbers(totals)}", lambda faces: sum(faces) in totals)


def showing(face: int, times: int) -> Outcomes:
    """The face on exactly this number of dice."""
    words = f"one {face}" if times == 1 else f"{('two', 'three')[times - 2]} {face}s"
    return DICE.where(words, lambda faces: faces.count(face) == times)


def all_of(*wanted: int) -> Outcomes:
    """Each of these faces on at least one die."""
    return DICE.where(listed([f"a {face}" for face in wanted], "and"), lambda faces: set(wanted) <= set(faces))


def three_of(*among: int) -> Outcomes:
    """Three different faces, all among these."""
    return DICE.where(
        f"three different numbers of {listed(among, 'and')}",
        lambda faces: len(set(faces)) == 3 and set(faces) <= set(among),
    )


def only(*among: int) -> Outcomes:
    """All three dice show one of these faces; a face may repeat."""
    return DICE.where(f"nothing but {listed(among)}", lambda faces: set(faces) <= set(among))


SMALL = total(4, 5, 6, 7, 8, 9, 10) - ANY_TRIPLE
BIG = total(11, 12, 13, 14, 15, 16, 17) - ANY_TRIPLE
ODD = total(5, 7, 9, 11, 13, 15, 17) - ANY_TRIPLE
EVEN = total(4, 6, 8, 10, 12, 14, 16) - ANY_TRIPLE


def streak_marker(title: str, one: str, ones: Outcomes, other: str, others: Outcomes, *, triples_close: bool = False) -> Puck:
    """A marker with the side of the last result, and whether that result started a streak (which opens the window for bets).

    A triple does not move the marker. With `triples_close` a triple closes the window; the streak continues.
    """
    states = {"no result yet": [on(ones).moves_to(opened(one)), on(others).moves_to(opened(other))]}
    for side, same, changed, change in ((one, ones, others, other), (other, others, ones, one)):
        closing = [on(ANY_TRIPLE).moves_to(running(side))] if triples_close else []
        states[opened(side)] = [on(same).moves_to(running(side)), on(changed).moves_to(opened(change)), *closing]
        states[running(side)] = [on(changed).moves_to(opened(change))]
    return Puck(title, states)


def opened(side: str) -> str:
    """The state: a streak of this side has just begun, and the window for bets is open."""
    return f"{side} opened"


def running(side: str) -> str:
    """The state: a streak of this side continues, and the window for bets is closed."""
    return f"{side} runs"


SMALL_BIG = streak_marker("The run of Small or Big", "small", SMALL, "big", BIG)
ODD_EVEN = streak_marker("The run of Odd or Even", "odd", ODD, "even", EVEN)

SMALL_BIG_WINDOW = While(
    "from the result that begins a run of Small or Big to the next that is no triple",
    "small-big",
    frozenset({opened("small"), opened("big")}),
)
ODD_EVEN_WINDOW = While(
    "from the result that begins a run of Odd or Even to the next that is no triple",
    "odd-even",
    frozenset({opened("odd"), opened("even")}),
)
