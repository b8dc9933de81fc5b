"""The transition tables of a play against a real table: the same bets and the same rolls give the same cents."""

from random import Random

import pytest

from croupier.catalogue import names, ruleset
from croupier.lab.ladder import FLAT
from croupier.lab.play import Play, read_play
from croupier.lab.recorded_rolls import replay
from croupier.lab.transition_tables import compile_play
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.scenario.running import step
from plays import at_random, everything

CHIPS = 10**12


Rungs = dict[str, int]
"""The ladder rung of each wager."""


def bets_made(table: Table, play: Play, rungs: Rungs) -> Table:
    """Place every wager of the play that has no bet, flat bets before odds."""
    for stake in sorted(play.stakes, key=lambda each: bool(each.offer.rides_on)):
        offer, bets = stake.offer, table.layout["ann"]
        if offer.id in bets:
            continue
        flat = bets.get(offer.rides_on)
        amounts = stake.rungs[rungs.get(offer.rides_on or offer.id, 0)]
        state = flat.state if flat and flat.state in amounts else next(iter(amounts))
        table, came = step(table, PlaceBet(seat="ann", wager=offer.id, stake=Cents(amounts[state])))
        assert not isinstance(came, Refusal) or came.reason is Reason.NOT_ALLOWED_NOW, came
    return table


def at_the_table(play: Play, rolls: list[OutcomeName]) -> tuple[int, int]:
    """Return the player's net, bets on the felt included, and the number of bets settled."""
    table, settled, rungs = open_table(play.rules, play.sign), 0, Rungs()
    ladders = {stake.offer.id: stake.ladder for stake in play.stakes if stake.ladder is not FLAT}
    table, _ = step(table, TakeSeat(seat="ann", chips=Cents(CHIPS)))
    for outcome in rolls:
        table = bets_made(table, play, rungs)
        table, events = step(table, EnterOutcome(outcome=outcome))
        assert not isinstance(events, Refusal)
        for decided in (each for event in events if isinstance(event, RoundSettled) for each in event.decided):
            settled += 1
            if ladder := ladders.get(decided.wager):
                rungs[decided.wager] = ladder.after(rungs.get(decided.wager, 0), decided.paid - decided.stake)
    return table.book.balance(rack("ann")) + table.book.balance(felt("ann")) - CHIPS, settled


def rolled(rules: Ruleset, chance: Random, count: int) -> list[OutcomeName]:
    ways = rules.game.space.ways
    return chance.choices(list(ways), weights=list(ways.values()), k=count)


def any_reading(rules: Ruleset, chance: Random) -> Ruleset:
    """Choose random readings. Stakes that must be payable exactly have their own tests."""
    choices = {each.id: chance.choice(each.values) for each in rules.readings if each.default and chance.random() < 0.5}
    return rules.under({name: value for name, value in choices.items() if value != "exact-stakes"})


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", range(4))
def test_two_thousand_rolls_of_a_random_play_come_to_the_same_cents(name: str, seed: int) -> None:
    chance = Random(f"{name} {seed}")  # noqa: S311 - a fixed seed, printed in the name of the test
    rules = any_reading(ruleset(name), chance) if seed else ruleset(name)
    sign = rules.sign({"payout_unit": chance.choice([1, 50, 100, 250])})
    text = at_random(rules, sign, chance)
    play, rolls = read_play(rules, sign, text), rolled(rules, chance, 2000)
    found = replay(compile_play(play), rolls)
    assert (found.net, found.settled) == at_the_table(play, rolls), f"{text}, under {dict(rules.chosen)}"


@pytest.mark.parametrize("name", names())
def test_every_wager_at_once_comes_to_the_same_cents(name: str) -> None:
    rules, chance = ruleset(name), Random(name)  # noqa: S311
    play, rolls = read_play(rules, rules.sign({}), everything(rules, rules.sign({}))), rolled(rules, chance, 300)
    found = replay(compile_play(play), rolls)
    assert (found.net, found.settled) == at_the_table(play, rolls)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("star-craps-2016", "win-line 5 martingale:6, behind-win-line 2x, buy:4 20 press:3, field 3 up-on-win:1-3-2-6"),
        ("adelaide-craps-2003", "dont-pass 10 dalembert:8, dont-pass-odds max, place-win:6 6 fibonacci:7, world 5 press:4"),
        ("aruze-craps-2024", "pass-line 10 press:4, odds 1x, come 10, lay:6 24 martingale:4, hop:1-1 1 up-on-loss:1-1-1-2"),
        ("star-sicbo-2016", "small 10 martingale:7, single:1 5 press:3, super-streak:small-big 5"),
        ("ministar-roulette-2018", "red 1 martingale:9, orphans 5 dalembert:5, straight:17 1 fibonacci:12"),
    ],
)
def test_stakes_climb_their_ladders_as_at_the_table(name: str, text: str) -> None:
    rules, chance = ruleset(name), Random(name)  # noqa: S311
    play, rolls = read_play(rules, rules.sign({}), text), rolled(rules, chance, 2000)
    found = replay(compile_play(play), rolls)
    assert (found.net, found.settled) == at_the_table(play, rolls)
