"""A combined bet states the odds of its whole stake, and a bet on a run states its ladder in order."""

from fractions import Fraction

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.exact import edge
from croupier.rules.felt import help_text, odds_text, spot
from croupier.rules.layout import Box
from croupier.rules.machine import Decision
from croupier.rules.ruleset import Ruleset

COMBINED = [(name, id) for name in names() for id, address in ruleset(name).addresses.items() if address.offer.wager.pieces]


def nets(rules: Ruleset, id: str) -> dict[str, Fraction]:
    """What a unit staked brings with every outcome, piece by piece."""
    wager = rules.addresses[id].offer.wager
    brought = dict.fromkeys(wager.space.ways, Fraction(-1))
    for piece in wager.pieces:
        for outcome, effect in piece.wager.effects[piece.wager.first].items():
            assert isinstance(effect, Decision)
            brought[outcome] += (effect.returned + effect.winnings) * Fraction(piece.count, wager.units)
    return {str(outcome): net for outcome, net in brought.items()}


def read(odds: str) -> Fraction:
    """Odds as a player reads them."""
    won, staked = odds.split(" to ")
    return Fraction(won) / Fraction(staked)


@pytest.mark.parametrize(("name", "id"), COMBINED)
def test_printed_odds_are_those_of_the_stake(name: str, id: str) -> None:
    rules = ruleset(name)
    brought = nets(rules, id)
    printed = [read(odds) for odds in odds_text(rules.addresses[id].offer.wager).split(" · ")]
    assert printed == sorted({net for net in brought.values() if net > 0}, reverse=True)
    ways = rules.game.space.ways
    expected = sum(brought[str(outcome)] * count for outcome, count in ways.items()) / sum(ways.values())
    assert expected == -edge(rules, id), "the lab computes the same"
    assert ("comes back and no more" in help_text(rules, id)) == any(-1 < net <= 0 for net in brought.values())


@pytest.mark.parametrize(
    ("name", "id", "odds"),
    [
        ("ministar-roulette-2018", "red-snake", "2 to 1"),
        ("ministar-roulette-2018", "neighbours:17", "6.2 to 1"),
        ("ministar-roulette-2018", "final:7", "11 to 1"),
        ("star-craps-2016", "horn", "7.5 to 1 · 3.25 to 1"),
    ],
)
def test_known_odds(name: str, id: str, odds: str) -> None:
    assert odds_text(ruleset(name).addresses[id].offer.wager) == odds


def test_7_2_the_ladder_of_a_super_streak_is_in_order() -> None:
    rules = ruleset("star-sicbo-2016")
    for side in ("small-big", "odd-even"):
        printed = spot(rules, f"super-streak:{side}", Box(0, 0, 100, 100), look="streak").odds.split(" · ")
        offer = rules.addresses[f"super-streak:{side}"].offer
        assert [read(odds) for odds in printed] == [*offer.run_pays.values()]
        assert [*offer.run_pays.values()] == sorted(offer.run_pays.values())
