"""How a dealer calls the dice at craps."""

from croupier.games.craps.dice import HARD_PAIRS, POINTS, PUCK, point
from croupier.rules.game import OutcomeCall, Pucks
from croupier.rules.outcomes import OutcomeName, shown


def call(outcome: OutcomeName, pucks: Pucks) -> OutcomeCall:
    """The total, whether it is hard, and what it is to the puck."""
    faces = shown(outcome)
    total = sum(faces)
    words = f"Hard {total}" if outcome in HARD_PAIRS and total in POINTS else str(total)
    means = _to_the_puck(total, outcome, pucks["puck"]) if "puck" in pucks else ""
    look, dice = "seven" if total == 7 else "total", " ".join(map(str, faces))
    if means == "seven out":
        return OutcomeCall(words, means, "Seven out", dice, look)
    if means == "the point":
        return OutcomeCall(words, means, f"Point {total}", dice, look)
    return OutcomeCall(words, means, words, means, look)


def _to_the_puck(total: int, outcome: OutcomeName, before: str) -> str:
    """What an outcome is to the puck in this state. How the puck moves is said by its machine."""
    after = PUCK.moves[before].get(outcome, before)
    if before != PUCK.first:
        return "" if after == before else "the point is made" if before == point(total) else "seven out"
    if after != before:
        return "the point"
    return "a natural" if total in (7, 11) else "craps"
