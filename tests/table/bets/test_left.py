"""What may be left on a spot when chips are taken down or moved: anything, or only what could be bet there."""

import random

import pytest

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome

ROULETTE, ARUZE = "ministar-roulette-2018", "aruze-craps-2024"
READING = {ROULETTE: "MR-24", ARUZE: "AZ-38"}
SPOT = {ROULETTE: "split:17-20", ARUZE: "field"}


def read(name: str, value: str) -> Ruleset:
    return ruleset(name).under({READING[name]: value})


def at(rules: Ruleset, *commands: Command, **sign: int) -> Table:
    table = open_table(rules, rules.sign({"minimum": 500, **sign}))
    return done(table, TakeSeat(seat="ann", chips=Cents(50_000)), *commands)[0]


def bet(wager: str, cents: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(cents))


def down(wager: str, cents: int | None = None) -> TakeDown:
    return TakeDown(seat="ann", wager=wager, amount=None if cents is None else Cents(cents))


def moves(wager: str, to: str, cents: int) -> MoveBet:
    return MoveBet(seat="ann", wager=wager, to=to, amount=Cents(cents))


@pytest.mark.parametrize("name", READING)
def test_may_leave_less_is_the_default_and_one_cent_plays_on(name: str) -> None:
    assert next(each for each in ruleset(name).readings if each.id == READING[name]).default == "may-leave-less"
    table, _ = done(at(ruleset(name), bet(SPOT[name], 500)), down(SPOT[name], 499))
    assert (table.book.balance(felt("ann")), table.book.balance(rack("ann"))) == (1, 49_999)


@pytest.mark.parametrize("name", READING)
def test_refused_leaves_nothing_or_the_minimum(name: str) -> None:
    spot, other = SPOT[name], "red" if name == ROULETTE else "big-6"
    table = at(read(name, "refused"), bet(spot, 1000))
    for wish in (down(spot, 999), down(spot, 501), moves(spot, other, 501), moves(spot, other, 999)):
        refusal = refused(table, wish)
        assert (refusal.reason, refusal.clause) == (Reason.BELOW_MINIMUM, "3.1")
    assert done(table, down(spot, 500))[0].book.balance(felt("ann")) == 500
    assert done(table, down(spot))[0].book.balance(felt("ann")) == 0
    halves, _ = done(table, moves(spot, other, 500))
    assert {wager: each.stake for wager, each in halves.layout["ann"].items()} == {spot: 500, other: 500}
    assert refused(table, moves(spot, other, 499)).sentence.endswith("$4.99 is below the minimum of $5.00.")


@pytest.mark.parametrize("name", READING)
def test_refused_leaves_multiples_and_steps_of_the_sign(name: str) -> None:
    spot = SPOT[name]
    table = at(read(name, "refused"), bet(spot, 1500), multiples=True)
    assert refused(table, down(spot, 100)).reason is Reason.OFF_UNIT
    assert done(table, down(spot, 500))[0].book.balance(felt("ann")) == 1000
    table = at(read(name, "refused"), bet(spot, 900), stake_unit=200)
    assert refused(table, down(spot, 100)).reason is Reason.OFF_UNIT
    assert done(table, down(spot, 200))[0].book.balance(felt("ann")) == 700
    free = at(ruleset(name), bet(spot, 900), stake_unit=200)
    assert done(free, down(spot, 100))[0].book.balance(felt("ann")) == 800


def test_refused_judges_the_pieces_of_a_composite_on_their_spots() -> None:
    table = at(read(ROULETTE, "refused"), bet("orphans", 2500))
    assert refused(table, down("orphans", 5)).sentence == ("Straight Up 1: $4.99 is too little to leave: the minimum is $5.00.")
    singles = [bet(spot, 500) for spot in table.rules.spots["orphans"]]
    table = at(read(ROULETTE, "refused"), *singles, bet("orphans", 500))
    assert refused(table, down("split:17-20")).reason is Reason.BELOW_MINIMUM
    assert refused(table, down("split:17-20", 100)).reason is Reason.BELOW_MINIMUM, "neither could come down after it"
    table, _ = done(table, down("orphans"), down("split:17-20"))
    assert table.book.balance(felt("ann")) == 2000
    whole = ruleset(ROULETTE).under({"MR-08": "whole-bet", "MR-24": "refused"})
    table = at(whole, bet("orphans", 500))
    assert refused(table, down("orphans", 5)).sentence == "Orphans: $4.95 is too little to leave: the minimum is $5.00."


def test_a_move_is_judged_when_both_halves_are_done() -> None:
    """The chips of a composite may lie on a spot again to which they are moved."""
    table = at(read(ROULETTE, "refused"), bet("split:17-20", 500), bet("orphans", 2500))
    after, _ = done(table, moves("split:17-20", "straight:1", 500))
    assert after.layout["ann"]["straight:1"].stake == 500
    table = at(read(ROULETTE, "refused"), bet("orphans", 2500))
    refusal = refused(table, moves("orphans", "straight:1", 500))
    assert refusal.sentence == "Split 6-9: $4.00 is too little to leave: the minimum is $5.00."


def test_odds_have_a_limit_of_their_own_and_may_be_taken_down_to_any_amount() -> None:
    point = EnterOutcome(outcome=OutcomeName("2-2"))
    table = at(read(ARUZE, "refused"), bet("pass-line", 1000), point, bet("odds", 1000), down("odds", 998))
    assert table.layout["ann"]["odds"].stake == 2


@pytest.mark.parametrize("name", READING)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_bet_moved_and_taken_down_nothing_below_the_minimum_stays_and_all_can_come_down(
    name: str, seed: int
) -> None:
    chance, table = random.Random(seed), at(read(name, "refused"))  # noqa: S311 - a seeded test
    wagers = (
        ["orphans", "zero-game", "red", *table.rules.spots["orphans"]]
        if name == ROULETTE
        else ["field", "big-6", "horn", "any-seven", "pass-line"]
    )
    for _ in range(300):
        amount = chance.choice((1, 99, 100, 400, 499, 500, 501, 1000, 2500, 5000))
        wager, to = chance.choice(wagers), chance.choice(wagers)
        outcome = decide(table, chance.choice((bet(wager, amount), down(wager, amount), down(wager), moves(wager, to, amount))))
        for event in () if isinstance(outcome, Refusal) else outcome:
            table = apply(table, event)
        for spot in {spot for each in table.layout["ann"] for spot in table.rules.spots[each]}:
            shares = table.rules.shares_on_spot[spot]
            on_spot = sum(each.stake * shares[w] for w, each in table.layout["ann"].items() if w in shares)
            assert on_spot >= 500, spot
    while bets := table.layout["ann"]:
        may = [wager for wager in bets if not isinstance(decide(table, down(wager)), Refusal)]
        assert may, "one of them can always come down"
        table, _ = done(table, down(may[0]))
    assert table.book.balance(rack("ann")) == 50_000
