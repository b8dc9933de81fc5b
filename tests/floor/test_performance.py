"""Win against expectation: a biased table shows within the stated number of bets, and fair tables raise few alarms."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from audit.days import write
from croupier.audit.window import Window
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.floor.performance import BetsPlayed, alarms, performance, theory
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.lab.parsheet import ParSheetEntry
from croupier.rules.machine import Result
from croupier.rules.ruleset import Ruleset
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import evening

SICBO = ruleset("star-sicbo-2016")
BETS = 8_000
"""The stated number of bets within which a wager that pays a fifth too much is found."""
FAIR, FALSE_ALARMS = 1_000, 5
"""A thousand fair tables of a document, with 8,000 bets on every wager, raise five alarms at most."""


def played(rules: Ruleset, wager: str, bets: int, chance: random.Random, *, raised: Fraction = Fraction(0)) -> BetsPlayed:
    """So many bets of a dollar, each of which ends as its machine says; wins are paid too high by `raised`."""
    offer, expected = rules.addresses[wager].offer, theory(rules, wager)
    assert expected
    endings = ParSheetEntry(rules, offer).figures.endings
    ends = chance.choices([*endings], [float(each) for each in endings.values()], k=bets)
    paid = sum(100 + int(100 * end.net) + (int(100 * raised) if end.result is Result.WIN else 0) for end in ends)
    each = BetsPlayed(bets, 100 * bets, paid, expected.edge * 100 * bets, expected.variance * 10_000 * bets)
    each.heaviest = expected.heaviest * 100
    return each


def test_a_wager_that_pays_too_much_is_found_within_the_stated_number_of_bets() -> None:
    chance = random.Random(1)  # noqa: S311 - to be repeatable
    biased = [played(SICBO, "small", BETS, chance, raised=Fraction(1, 5)) for _ in range(100)]
    assert all(each.is_alarming and each.z < 0 for each in biased)


@pytest.mark.parametrize("name", names())
def test_fair_tables_raise_no_more_alarms_than_stated(name: str) -> None:
    """Each table is one draw of how often each ending came. Of those that stand out, the alarm is decided exactly."""
    numpy = pytest.importorskip("numpy")
    rules, generator, raised = ruleset(name), numpy.random.default_rng(7), 0
    for offer in rules.offers:
        if (expected := theory(rules, offer.id)) is None:
            continue
        entry = ParSheetEntry(rules, offer)
        endings = entry.figures.endings
        nets = [end.net + entry.commission for end in endings]
        counts = generator.multinomial(BETS, [float(each) for each in endings.values()], size=FAIR)
        far = abs(counts @ [float(net) for net in nets] + float(expected.edge) * BETS) > 4 * sqrt(expected.variance * BETS)
        for row in counts[far]:
            won = sum(int(count) * net for count, net in zip(row, nets, strict=True))
            each = BetsPlayed(BETS, 100 * BETS, int(100 * (BETS + won)), expected.edge * 100 * BETS)
            each.variance, each.heaviest = expected.variance * 10_000 * BETS, expected.heaviest * 100
            raised += each.is_alarming
    assert raised <= FALSE_ALARMS


def test_few_bets_prove_nothing() -> None:
    lucky = BetsPlayed(3, 300, 3 * 15_100)
    expected = theory(SICBO, "triple:4")
    assert expected
    lucky.expected, lucky.variance, lucky.heaviest = expected.edge * 300, expected.variance * 30_000, expected.heaviest * 100
    assert lucky.z < -4.5
    assert not lucky.is_alarming


def journal_of(rules: Ruleset) -> tuple[MemoryStore, list[RoundSettled]]:
    """An evening in a journal, and what its rounds decided."""
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings if each.to_confirm], seats=6)
    store, lines, settled = MemoryStore(), [Draft(canonical(first))], list[RoundSettled]()
    for _, command, outcome, _ in evening(opened(first), seed=4, players=5, commands=2_000):
        if not isinstance(outcome, Refusal):
            lines.append(Draft(recorded(command, outcome)))
            settled += [event for event in outcome if isinstance(event, RoundSettled)]
    write(store, 1, {"sicbo": lines})
    return store, settled


def test_every_decided_bet_of_a_journal_is_counted_once() -> None:
    store, settled = journal_of(SICBO)
    found = performance(store, "sicbo")
    bets = [bet for event in settled for bet in event.decided if bet.result in (Result.WIN, Result.LOSE, Result.PUSH)]
    counted = [*found.wagers.values(), *found.unknown.values()]
    assert len(bets) > 100
    assert sum(each.bets for each in counted) == len(bets)
    assert sum(each.staked for each in counted) == sum(bet.stake for bet in bets)
    assert sum(each.paid for each in counted) == sum(bet.paid for bet in bets)
    assert found.total.bets == sum(each.bets for each in found.wagers.values())
    assert performance(store, "sicbo", Window(until=1)).total == BetsPlayed()
    assert not alarms(found)
