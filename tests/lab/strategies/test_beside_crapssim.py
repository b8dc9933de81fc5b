"""Strategies of crapssim beside ours, on the same dice and the Las Vegas rule set: the same money after every roll.

Where the two differ, the rule set is changed to what crapssim does, and the money is the same again. So that rule makes the
difference, and nothing else. docs/reference/crapssim.md says which of the two breaks it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from croupier.games.craps.dice import COME_OUT
from croupier.lab.strategies.way import read_way
from croupier.lab.transition_tables import NET_SHIFT, NEXT_MASK
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from las_vegas import RULESET

pytest.importorskip("crapssim", reason="crapssim is not installed; make test installs it (croupier[dev])")

from crapssim.strategy import examples
from crapssim.strategy.tools import Strategy
from crapssim.table import Table, TableUpdate

SEED, ROLLS, MONEY = 23, 2_000, 1_000_000
INSIDE = "place 5 10 while point on, place 6 12 while point on, place 8 12 while point on, place 9 10 while point on"
DOWN = "take down place while point off"
STAY = (
    "place 5 10 on a win of place 5, place 6 12 on a win of place 6,"
    " place 8 12 on a win of place 8, place 9 10 on a win of place 9"
)
"""A place bet that has won stands again at once, before others are counted."""


class Beside(NamedTuple):
    """A strategy of crapssim, and the same in our language."""

    name: str
    theirs: Callable[[], Strategy]
    ours: str


EQUAL = [
    Beside("Pass2Come", lambda: examples.Pass2Come(10), "pass 10, come 10 with fewer than 2 come bets"),
    Beside(
        "PassLinePlace68",
        lambda: examples.PassLinePlace68(10, 12, 12),
        f"pass 10, {DOWN}, place 6 12 while point is not 6, place 8 12 while point is not 8",
    ),
    Beside("PlaceInside", lambda: examples.PlaceInside(10), f"{DOWN}, {INSIDE}"),
    Beside(
        "PassLinePlace68Move59",
        lambda: examples.PassLinePlace68Move59(10, 12, 10),
        f"pass 10, {STAY},"
        " take down place 6 while point is 6, place 6 12 while point is not 6 and with fewer than 2 place bets,"
        " take down place 8 while point is 8, place 8 12 while point is not 8 and with fewer than 2 place bets,"
        " place 5 10 while point on and with fewer than 2 place bets,"
        " take down place 9 while point is 9, place 9 10 while point is not 9 and with fewer than 2 place bets",
    ),
    Beside(
        "IronCross",
        lambda: examples.IronCross(10),
        f"pass 10, odds 2x, {DOWN}, place 5 20 while point is not 5, place 6 24 while point is not 6,"
        " place 8 24 while point is not 8, field 10 while point on",
    ),
    Beside("Knockout", lambda: examples.Knockout(10), "pass 10, dont-pass 10, odds max"),
    Beside(
        "DiceDoctor",
        lambda: examples.DiceDoctor(10),
        "field 5 up-on-win:2-4-3-6-5-10-7-14-10-20-15-30-30-30-30-30-30-30-30-30",
    ),
    Beside(
        "Place68PR",
        lambda: examples.Place68PR(6),
        "take down place 6 on a win of place 6, take down place 8 on a win of place 8,"
        " place 6 6 up-on-win:1-2 while point on, place 8 6 up-on-win:1-2 while point on",
    ),
    Beside(
        "ThreePointMolly",
        lambda: examples.ThreePointMolly(10, 2),
        "pass 10, odds 2x, come 10 with fewer than 2 come bets, come-odds 2x",
    ),
    Beside(
        "ThreePointDolly",
        lambda: examples.ThreePointDolly(10, None),
        "dont-pass 10, dont-come 10 with fewer than 2 dont-come bets",
    ),
    Beside("BuySampler", lambda: examples.BuySampler(20), "buy 4 20, buy 10 20"),
]

OFF_ON_THE_COME_OUT = {
    "dont-come-odds": Beside(
        "Place68DontCome2Odds",
        lambda: examples.Place68DontCome2Odds(12, 12),
        f"{DOWN}, place 6 12 while point on, place 8 12 while point on, dont-come 12 with fewer than 1 dont-come bet,"
        " dont-come-odds 2x",
    ),
    "lay": Beside("LaySampler", lambda: examples.LaySampler(30), "lay 5 30, lay 9 30"),
}
"""Bets that always work in Las Vegas. crapssim turns them off on the come-out roll."""


def dice() -> list[tuple[int, int]]:
    chance = Random(SEED)  # noqa: S311 - a fixed seed
    return [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(ROLLS)]


def their_money(strategy: Strategy) -> Iterator[int]:
    """Cents in the rack and on the layout after every roll, at a table with the rules of our rule set."""
    table = Table()
    table.settings["field_payouts"] = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 3}
    table.settings["vig_rounding"] = "none"
    player = table.add_player(MONEY, strategy)
    for each in dice():
        TableUpdate().run(table, each)
        yield round(100 * (player.bankroll + sum(bet.amount for bet in player.bets)))


def our_money(rules: Ruleset, text: str) -> Iterator[int]:
    tables = read_way(rules, rules.sign({}), text).tables
    entries, at, money = tables.entries.tolist(), tables.starts.tolist(), 100 * MONEY
    for low, high in map(sorted, dice()):
        for automaton, row in enumerate(at):
            entry = entries[row + tables.columns[OutcomeName(f"{low}-{high}")]]
            at[automaton], money = entry & NEXT_MASK, money + (entry >> NET_SHIFT)
        yield money


def first_difference(beside: Beside, rules: Ruleset = RULESET) -> str:
    """The first roll after which the money differs, or nothing."""
    theirs, ours = list(their_money(beside.theirs())), list(our_money(rules, beside.ours))
    assert len(set(ours)) > 20, "nothing was bet"
    for number, (one, other) in enumerate(zip(theirs, ours, strict=True)):
        if one != other:
            last = " ".join(f"{low}-{high}" for low, high in dice()[max(0, number - 9) : number + 1])
            return f"roll {number + 1}: crapssim {one}, we {other} cents; the last rolls: {last}; seed {SEED}"
    return ""


@pytest.mark.parametrize("beside", EQUAL, ids=lambda each: each.name)
def test_the_money_is_equal_after_every_roll(beside: Beside) -> None:
    assert first_difference(beside) == ""


@pytest.mark.parametrize("kind", OFF_ON_THE_COME_OUT)
def test_one_rule_makes_the_difference(kind: str) -> None:
    beside = OFF_ON_THE_COME_OUT[kind]
    offers = [replace(offer, sleeps=COME_OUT) if offer.kind == kind else offer for offer in RULESET.offers]
    assert first_difference(beside) != ""
    assert first_difference(beside, replace(RULESET, offers=offers)) == ""
