"""How a dealer calls three dice at Sic Bo."""

from croupier.games.sicbo.dice import ANY_TRIPLE, ODD, SMALL
from croupier.rules.game import OutcomeCall, Pucks
from croupier.rules.outcomes import OutcomeName, shown


def call(outcome: OutcomeName, _: Pucks) -> OutcomeCall:
    """The numbers, lowest first, their total, and what that is to the even chances."""
    faces = shown(outcome)
    total, numbers = sum(faces), [str(face) for face in faces]
    look = "triple" if outcome in ANY_TRIPLE.names else "small" if outcome in SMALL.names else "big"
    means = "a triple" if look == "triple" else f"{look}, {'odd' if outcome in ODD.names else 'even'}"
    return OutcomeCall(f"{', '.join(numbers)}, total {total}", means, str(total), f"{' '.join(numbers)}, {means}", look)
