"""Which areas of the layout light up when an outcome wins them."""

from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Address, Ruleset
from croupier.table.state import Table


def lit(table: Table, outcome: OutcomeName) -> list[str]:
    """Every wager that a bet standing there would have won, whether anybody stood there or not."""
    puck = next(iter(table.pucks.values()), "")
    won: list[str] = []
    for id, address in table.rules.addresses.items():
        effect = address.offer.wager.effects.get(_state(table.rules, address, puck), {}).get(outcome)
        if isinstance(effect, Decision) and effect.result is Result.WIN:
            won.append(id)
    return won


def _state(rules: Ruleset, address: Address, puck: str) -> str:
    """Where a bet would stand: on its number if it has one or rides on one that has, else with the puck or at first."""
    offer = address.offer
    if address.state is not None:
        return address.state
    if offer.rides_on:
        return rules.addresses[offer.rides_on].state or puck
    follows = puck in offer.wager.effects and not offer.travels
    return puck if follows else offer.wager.first
