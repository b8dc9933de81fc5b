"""How a dealer calls the number at roulette."""

from croupier.games.roulette.wheel import ODD, RED
from croupier.rules.game import OutcomeCall, Pucks
from croupier.rules.outcomes import OutcomeName, shown


def call(outcome: OutcomeName, _: Pucks) -> OutcomeCall:
    """The number, its colour, and whether it is odd."""
    (number,) = shown(outcome)
    if not number:
        return OutcomeCall("Zero", "", "Zero", "", "green")
    colour, means = "red" if number in RED else "black", "odd" if number in ODD else "even"
    words = f"{number} {colour}"
    return OutcomeCall(words, means, words, means, colour)
