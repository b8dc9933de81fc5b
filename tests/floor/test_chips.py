"""The payout unit of a live table follows its smallest chip."""

import asyncio
from collections.abc import Sequence

import pytest

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor import chips
from croupier.floor.chips import USUAL_CHIPS, in_chips, live_sign
from croupier.floor.house import House
from croupier.floor.plan import TablePlan
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.testing.evening import OPENING
from play import play

STAR = "star-craps-2016"
PAGE = """
    ann bets $5 on place-win:6   -> placed
    roll 2-2                     -> the point is 4
    roll 3-3                     -> place-win:6 wins {}
"""


@pytest.mark.parametrize(("chips", "wins"), [([100, 500], "$6.00"), ([250, 500], "$7.50"), ([5, 100], "$5.85")])
def test_sc_6_7_a_place_bet_is_paid_up_to_the_next_payable_chip(chips: Sequence[int], wins: str) -> None:
    table = TablePlan(name=STAR, ruleset=STAR, sign={"minimum": 500}, chips=tuple(map(Cents, chips)))
    play(STAR, PAGE.format(wins), sign=table.full_sign)


def test_a_payout_unit_that_is_set_holds() -> None:
    table = TablePlan(name=STAR, ruleset=STAR, sign={"minimum": 500, "payout_unit": 1})
    play(STAR, PAGE.format("$5.84"), sign=table.full_sign)


def test_scenarios_and_the_lab_still_pay_to_the_cent() -> None:
    play(STAR, PAGE.format("$5.84"))


def test_a_table_of_the_plan_opens_with_its_payout_unit() -> None:
    async def scene() -> None:
        house = House(Journal(MemoryStore()), SoftwareGenerator(), Timing(), lambda: OPENING)
        table = TablePlan(name="craps", ruleset=STAR, sign={"minimum": 500}, seats=4, reach=7)
        dealer = await house.open(table.name, table.rules, table.full_sign, readings=table.readings, **table.options)
        assert (dealer.table.sign.payout_unit, dealer.table.reach) == (100, 7)

    asyncio.run(scene())


@pytest.mark.parametrize("name", names())
def test_only_dealers_pay_in_chips(name: str) -> None:
    rules = ruleset(name)
    unit = rules.sign(live_sign(rules, {"minimum": 500})).payout_unit
    assert unit == (1 if rules.procedures.is_electronic else min(USUAL_CHIPS))


def test_a_payment_is_made_in_the_largest_chips_first() -> None:
    assert in_chips(18_600, USUAL_CHIPS) == ({10_000: 1, 2_500: 3, 500: 2, 100: 1}, 0)
    assert in_chips(0, USUAL_CHIPS) == ({}, 0)
    assert in_chips(1_250, [500, 1_000]) == ({1_000: 1}, 250)


def test_a_payment_is_found_in_odd_chips_too() -> None:
    assert in_chips(4_000, [2_500, 2_000]) == ({2_000: 2}, 0)
    assert in_chips(300, [250, 100]) == ({100: 3}, 0)
    assert in_chips(4_100, [2_500, 2_000]) == ({2_000: 2}, 100)


def test_no_amount_is_kept_between_two_payments() -> None:
    """A floor that runs for weeks pays ever new amounts."""
    assert [name for name, each in vars(chips).items() if hasattr(each, "cache_info")] == []
