"""Which areas of the layout light up when an outcome wins them."""

from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Address, Ruleset
from croupier.table.state import Table


def lit(table: Table, outcome: OutcomeName) -> list[str]:
    """Every wager that a bet standing there would have won, whether anybody stood there or not.

    A bet that somebody has is asked itself: where it stands may not follow from where the table stands.
    """
    rules = table.rules
    puck = next((table.pucks[name] for name in rules.pucks), "")
    won = [id for id, address in rules.addresses.items() if _wins(address, _state(rules, address, puck), outcome)]
    won += [wager for _, wager, bet in table.bets() if _wins(rules.addresses[wager], bet.state, outcome)]
    return list(dict.fromkeys(won))


def _wins(address: Address, state: str, outcome: OutcomeName) -> bool:
    effect = address.offer.wager.effects.get(state, {}).get(outcome)
    return isinstance(effect, Decision) and effect.result is Result.WIN


def _state(rules: Ruleset, address: Address, puck: str) -> str:
    """Where a bet would stand: on its number if it has one or rides on one that has, else with the puck or at first."""
    offer = address.offer
    if address.state is not None:
        return address.state
    if offer.rides_on:
        return rules.addresses[offer.rides_on].state or puck
    follows = puck in offer.wager.effects and not offer.travels
    return puck if follows else offer.wager.first
