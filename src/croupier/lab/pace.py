"""How long things take: rolls per hour, and the length of an evening. These are assumptions about a busy table, not rules."""

from collections.abc import Mapping

from croupier.rules.ruleset import Ruleset

ROLLS_PER_HOUR: Mapping[str, int] = {"Craps": 100, "Sic Bo": 60, "Roulette": 40}
"""By the title of the game. Rolls, rounds or spins."""
USUAL_PACE = 60
"""For any other game."""
EVENING = 4
"""Hours."""


def rolls_per_hour(rules: Ruleset) -> int:
    """Return the rolls, rounds or spins in an hour."""
    return ROLLS_PER_HOUR.get(rules.game.title, USUAL_PACE)


def evening(rules: Ruleset) -> int:
    """Return the rolls of an evening."""
    return EVENING * rolls_per_hour(rules)
