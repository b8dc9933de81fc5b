"""The life of a bet, alone and with the puck: rolls, decisions, and the durations in section A.0.3 of our analysis."""

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.catalogue import names, ruleset
from croupier.games.craps.dice import COME_OUT, POINT_ON
from croupier.rules.exact import chances_of_beginning, charge, edge
from croupier.rules.life import life_of
from croupier.rules.machine import Result
from croupier.rules.sleeping import SleepingBet, puck_shares

F = Fraction
STAR = ruleset("star-craps-2016")


def sleeping_bet(wager: str) -> SleepingBet:
    return SleepingBet(STAR, STAR.addresses[wager].offer)


def test_a_line_bet_meets_three_rolls_and_a_little() -> None:
    life = life_of(STAR.addresses["win-line"].offer.wager, "come-out")
    assert life.mean_rolls == F(557, 165)
    assert {ending.result: chance for ending, chance in life.endings.items()} == {
        Result.WIN: F(244, 495),
        Result.LOSE: F(251, 495),
    }


@pytest.mark.parametrize("name", names())
def test_the_endings_of_every_wager_come_to_its_edge(name: str) -> None:
    """Compute the edge forward from the first state and backward from the decisions, and compare."""
    rules = ruleset(name)
    for offer in rules.offers:
        lost = F(0)
        for state, chance in chances_of_beginning(rules, offer).items():
            endings = life_of(offer.wager, state).endings
            assert sum(endings.values()) == 1
            lost += chance * charge(offer, state)
            lost += chance * sum(part * (1 - end.returned - end.winnings) for end, part in endings.items())
        assert lost == edge(rules, offer.id), offer.id


def test_a03_three_rolls_in_ten_are_come_outs() -> None:
    assert STAR.pucks["puck"].long_run_shares["come-out"] == F(165, 557)


def test_a_streak_never_goes_back_to_before_the_first_result() -> None:
    puck = ruleset("star-sicbo-2016").pucks["small-big"]
    sides = dict.fromkeys(("small opened", "small runs", "big opened", "big runs"), F(1, 4))
    assert puck.long_run_shares == {"no result yet": 0, **sides}
    assert puck_shares(puck, frozenset({"small opened", "big opened"})) == {"small opened": F(1, 2), "big opened": F(1, 2)}


@pytest.mark.parametrize(
    ("wager", "always_on", "before_a_come_out"),
    [
        ("place-win:6", F(36, 11), F(1815516, 351461)),
        ("hardway:6", F(36, 11), F(1815516, 351461)),
        ("place-win:5", F(18, 5), F(34569, 6190)),
        ("place-win:4", F(4), F(12724, 2089)),
        ("hardway:4", F(4), F(12724, 2089)),
    ],
)
def test_a03_a_bet_that_is_off_on_come_outs_lasts_longer(wager: str, always_on: Fraction, before_a_come_out: Fraction) -> None:
    found = sleeping_bet(wager)
    assert life_of(found.offer.wager, "up").mean_rolls == always_on
    assert found.mean_rolls_by_puck["come-out"] == before_a_come_out
    assert always_on < found.life.mean_rolls < before_a_come_out


@pytest.mark.parametrize(
    ("wager", "per_roll"),
    [
        ("place-win:4", F(98, 8355)),
        ("place-win:5", F(196, 25065)),
        ("place-win:6", F(49, 15039)),
        ("buy:4", F(49, 5570)),
        ("buy:5", F(49, 5013)),
        ("buy:6", F(539, 50130)),
        ("hardway:4", F(49, 5013)),
        ("hardway:6", F(49, 5013)),
    ],
)
def test_a03_what_a_bet_kept_up_costs_per_roll(wager: str, per_roll: Fraction) -> None:
    assert edge(STAR, wager) / sleeping_bet(wager).mean_rolls_kept_up == per_roll


def test_a_bet_that_must_wait_to_be_made_again_does_not_count_the_wait() -> None:
    """A bet that may only be made on a come-out, when it is off: every bet begins there, so betting again changes nothing."""
    offer = replace(STAR.addresses["place-win:6"].offer, placed=COME_OUT)
    found = SleepingBet(STAR, offer)
    assert found.mean_rolls_kept_up == found.life.mean_rolls == F(1815516, 351461)
    assert SleepingBet(STAR, replace(offer, placed=POINT_ON)).mean_rolls_kept_up < found.life.mean_rolls


def test_on_and_off_does_not_move_the_edge_from_anywhere() -> None:
    found = sleeping_bet("place-win:6")
    for at in STAR.pucks["puck"].long_run_shares:
        endings = found.life_from({("up", at): F(1)}).endings
        assert {ending.result: chance for ending, chance in endings.items()} == {Result.WIN: F(5, 11), Result.LOSE: F(6, 11)}


def test_odds_that_are_off_go_back_when_their_come_bet_is_decided_on_a_come_out() -> None:
    found = sleeping_bet("behind-come:6")
    chances = {ending.result: chance for ending, chance in found.life.endings.items()}
    assert found.life.mean_rolls == F(36, 11)
    assert sum(chances.values()) == 1
    assert chances[Result.PUSH] > 0
    assert set(found.mean_rolls_by_puck.values()) == {F(36, 11)}


def test_odds_behind_a_come_bet_begin_where_the_puck_is_when_it_reaches_its_point() -> None:
    """The chance that they go back, by hand: the roll that moves the come bet to 6 takes the puck off if it is on 6."""
    ways, six_or_seven = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}, 11
    others = [point for point in ways if point != 6]
    to_come_out = {point: F(ways[point], six_or_seven + ways[point]) for point in others}
    off = F(six_or_seven, 36) / (1 - F(6, 36) - sum(F(ways[point], 36) * to_come_out[point] for point in others))
    on_point = {point: F(number, number + 6) for point, number in ways.items()}
    back = sum(on_point[point] * (off if point == 6 else to_come_out[point] * off) for point in ways) / sum(on_point.values())
    endings = sleeping_bet("behind-come:6").life.endings
    assert sum(chance for ending, chance in endings.items() if ending.result is Result.PUSH) == back
