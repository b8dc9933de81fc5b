"""Rule sets for tests of the tray: one of each game with a wager that no layout knows."""

from dataclasses import replace

from croupier.catalogue import ruleset
from croupier.games.craps.dice import total
from croupier.games.roulette.wheel import pockets
from croupier.games.sicbo.dice import total as total_of_three
from croupier.rules.felt import complete_felt
from croupier.rules.layout import Felt, Spot
from croupier.rules.machine import on, otherwise
from croupier.rules.offer import Offer
from croupier.rules.outcomes import Outcomes
from croupier.rules.ruleset import Ruleset
from croupier.rules.wager import Wager

LOW = "test-low"
WINS_AND_PUSHES: dict[str, tuple[Outcomes, Outcomes]] = {
    "star-craps-2016": (total(2, 3, 4, 5, 6), total(7)),
    "star-sicbo-2016": (total_of_three(3, 4, 5, 6, 7, 8, 9), total_of_three(10)),
    "ministar-roulette-2018": (pockets(*range(1, 10)), pockets(0)),
}
"""By rule set, the outcomes on which the wager wins, and those on which it is a push."""


def tray(felt: Felt) -> list[Spot]:
    """The spots in the tray."""
    return [spot for screen in felt.screens for spot in screen.spots if spot.look == "tray"]


def drawn(name: str) -> Ruleset:
    """A rule set without the wagers that its game does not draw. Today there are none of them."""
    rules = ruleset(name)
    others = {rules.addresses[spot.id].offer.id for spot in tray(complete_felt(rules))}
    return replace(rules, offers=[offer for offer in rules.offers if offer.id not in others]) if others else rules


def with_low(name: str, *, count: int = 1) -> Ruleset:
    """A rule set with the wager, or with several of them, in the tray."""
    rules = drawn(name)
    lows = (low(name, f"{LOW}-{number}" if number else LOW) for number in range(count))
    return replace(rules, offers=[*rules.offers, *lows])


def low(name: str, id: str = LOW) -> Offer:
    """The wager for a rule set."""
    wins, pushes = WINS_AND_PUSHES[name]
    lines = [on(wins).wins("1 to 1"), on(pushes).pushes(), otherwise.loses()]
    return Offer("test", id, Wager(id.replace("-", " ").title(), {"one": lines}))
