"""Random strategies for tests."""

from random import Random

from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset

STAKES = (500, 600, 1200)


def random_strategy(rules: Ruleset, chance: Random) -> str:
    """A few bets with conditions and changes, without conditions on the bankroll and without leaving."""
    flats = [each for each in rules.offers if not each.rides_on and not each.stake and not each.travels]
    chosen = chance.sample(flats, chance.randint(1, 3))
    clauses = [f"{offer.id} {_stake(offer, chance)}{_when(rules, chosen, chance)}" for offer in chosen]
    for offer in chosen:
        if chance.random() < 0.5 and rules.riders.get(offer.id):
            clauses.append(f"{rules.riders[offer.id][0].id} {chance.choice(['1x', 'max'])}")
        clauses += _change(rules, offer, chosen, chance)
    return ", ".join(clauses)


def _stake(offer: Offer, chance: Random) -> str:
    cents = chance.choice(STAKES) * offer.wager.units
    return f"{cents // 100}"


def _when(rules: Ruleset, chosen: list[Offer], chance: Random) -> str:
    of = chance.choice(chosen).id
    conditions = [
        "",
        "",
        f" after {chance.randint(1, 3)} {chance.choice(['wins', 'losses'])} in a row of {of}",
        f" before {chance.randint(1, 3)} {chance.choice(['rolls', 'wins'])}",
        f" with fewer than {chance.randint(1, 3)} {chance.choice(chosen).kind} bets",
        f" on a {chance.choice(['win', 'loss'])}",
    ]
    if any("point 6" in puck.states for puck in rules.pucks.values()):
        conditions += [" while point on", " while point is 4 or 6", " while point off"]
    return chance.choice(conditions)


def _change(rules: Ruleset, offer: Offer, chosen: list[Offer], chance: Random) -> list[str]:
    units = offer.wager.units
    when = _when(rules, chosen, chance)
    return chance.choice(
        [
            [],
            [f"press {offer.id} by {6 * units} up to {24 * units} on a win of {offer.id}"],
            [f"regress {offer.id} to {2 * units}{when}"],
            [f"take down {offer.id}{when}"] if when else [],
            [f"call off {offer.id}{when}"],
        ]
    )
