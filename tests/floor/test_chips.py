"""The payout unit of a live table follows its smallest chip, and its dealer changes money into chips only."""

import asyncio
from collections.abc import Sequence

import pytest

from commanded import a_table, done
from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor import chips
from croupier.floor.chips import USUAL_CHIPS, chips_refused, in_chips, live_sign
from croupier.floor.house import House
from croupier.floor.plan import TablePlan
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.table.core.message import Command, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.colour_change import ChangeColour
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.testing.evening import OPENING
from play import play

STAR = "star-craps-2016"
DAN, CASH = Person("Dan", "dealer"), Tender(Way.CASH)
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


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (InsertMoney(seat="ann", amount=Cents(20_050)), "The chips of this table make $200.00, and not $200.50."),
        (InsertMoney(seat="ann", amount=Cents(50), tender=CASH), "The chips of this table make $0.00, and not $0.50."),
        (TakeSeat(seat="bob", chips=Cents(20_050), tender=CASH), "The chips of this table make $200.00, and not $200.50."),
        (
            ChangeColour(seat="ann", given={700: 5}, received={500: 7}, by=DAN),
            "This table has no chip of $7.00: its chips are $1.00, $5.00, $25.00, $100.00 and $500.00.",
        ),
        (
            ChangeColour(seat="ann", given={500: 7}, received={700: 5}, by=DAN),
            "This table has no chip of $7.00: its chips are $1.00, $5.00, $25.00, $100.00 and $500.00.",
        ),
    ],
)
def test_money_for_which_there_is_no_chip_is_refused(command: Command, sentence: str) -> None:
    refusal = chips_refused(with_ann(STAR), command, USUAL_CHIPS)
    assert refusal
    assert (refusal.reason, refusal.sentence) == (Reason.BAD_AMOUNT, sentence)


@pytest.mark.parametrize(
    "command",
    [
        InsertMoney(seat="ann", amount=Cents(20_100), tender=CASH),
        InsertMoney(seat="ann", amount=Cents(50), tender=Tender(Way.CHIPS)),
        InsertMoney(seat="ann", amount=Cents(50), tender=Tender(Way.TOKENS)),
        InsertMoney(seat="terminal-1", amount=Cents(50)),
        TakeSeat(seat="bob", chips=Cents(0)),
        ChangeColour(seat="ann", given={500: 5}, received={2500: 1}, by=DAN),
        LeaveSeat(seat="ann"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_chips_of_other_tables_tokens_and_credit_need_no_chip_of_this_one(command: Command) -> None:
    assert chips_refused(with_ann(STAR), command, USUAL_CHIPS) is None


def test_a_table_of_terminals_takes_any_credit() -> None:
    assert chips_refused(with_ann("aruze-craps-2024"), InsertMoney(seat="ann", amount=Cents(50)), USUAL_CHIPS) is None


def with_ann(name: str) -> Table:
    """Ann has chips, and somebody has a terminal."""
    terminal = TakeSeat(seat="terminal-1", chips=Cents(0), kind=SeatKind.TERMINAL)
    return done(a_table(name), TakeSeat(seat="ann", chips=Cents(50_000)), terminal)[0]
