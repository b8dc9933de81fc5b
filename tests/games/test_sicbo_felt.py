"""A Sic Bo layout on a portrait screen."""

from dataclasses import replace
from itertools import combinations

import pytest

from croupier.catalogue import ruleset
from croupier.rules.felt import complete_felt
from croupier.rules.layout import Screen

SIC_BO = ruleset("star-sicbo-2016")
OPTIONAL = ("odd", "even", "four-numbers", "super-streak")


def tall(*left_out: str) -> list[Screen]:
    offers = [offer for offer in SIC_BO.offers if offer.kind not in left_out]
    return list(complete_felt(replace(SIC_BO, offers=offers, readings=())).tall)


@pytest.mark.parametrize("count", range(len(OPTIONAL) + 1))
def test_3_2_what_is_not_offered_leaves_no_gap(count: int) -> None:
    for left_out in combinations(OPTIONAL, count):
        for screen in tall(*left_out):
            covered = sum(spot.box.w * spot.box.h for spot in screen.spots)
            assert covered > 0.9 * screen.width * screen.height, (left_out, screen.name)


def test_the_usual_bets_come_first() -> None:
    first, second = tall()
    kinds = [{spot.id.partition(":")[0] for spot in screen.spots} for screen in (first, second)]
    assert kinds[1] == {"combination", "four-numbers", "super-streak"}
    assert {"small", "big", "total", "single"} < kinds[0]


def test_chips_of_small_and_big_lie_side_by_side_on_the_inner_sides() -> None:
    spots = {spot.id: spot for spot in tall()[0].spots}
    assert spots["small"].chip[0] > spots["small"].box.middle[0]
    assert spots["big"].chip[0] < spots["big"].box.middle[0]


def test_7_2_a_super_streak_prints_what_a_run_pays() -> None:
    second = tall()[1]
    area = next(spot.box for spot in second.spots if spot.id == "super-streak:small-big")
    printed = [mark for mark in second.marks if mark.look == "pays" and area.y < mark.box.y < area.y + area.h]
    assert [mark.text for mark in printed] == ["6", "10", "15", "20", "35", "50", "75", "100", "500"]
    assert len({mark.box.y for mark in printed}) == 1
