"""Which areas of the layout light up when an outcome wins them."""

from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.state import Table


def lit(table: Table, outcome: OutcomeName) -> list[str]:
    """Every wager that a bet standing there would have won, whether anybody stood there or not."""
    puck = next(iter(table.pucks.values()), "")
    won: list[str] = []
    for id, address in table.rules.addresses.items():
        effects = address.offer.wager.effects
        # A bet that has travelled stands in its own state, one that follows the table in the puck's, any other in the first.
        state = address.state or (puck if puck in effects else address.offer.wager.first)
        effect = effects[state].get(outcome)
        if isinstance(effect, Decision) and effect.result is Result.WIN:
            won.append(id)
    return won
