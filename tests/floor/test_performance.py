"""Win against expectation: a biased table shows within the stated number of bets, and fair tables raise few alarms."""

import random
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import sqrt

import pytest
from msgspec.structs import replace

from audit.days import write
from croupier.audit.window import Window
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.floor.happened import applied
from croupier.floor.performance import PLAYED, BetsPlayed, alarms, performance, theory
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.lab.parsheet import ParSheetEntry
from croupier.ledger.accounts import HOUSE
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, trail_events
from croupier.table.money.adjusting import CreditAdjusted
from croupier.table.money.held_hand_pays import HandPayRefused
from croupier.table.rounds.revisions import as_decided, revisions
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import evening

SICBO, MINISTAR = ruleset("star-sicbo-2016"), "ministar-roulette-2018"
BETS = 8_000
"""The stated number of bets within which a wager that pays a fifth too much is found."""
NO_PLAY = (CreditAdjusted, HandPayRefused)
"""The events that move money of the house and no money of bets."""
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


class Evening:
    """An evening of bots at a table that remembers all of it: its lines, and what the account of the house has gained."""

    def __init__(self, name: str, seed: int) -> None:
        rules = ruleset(name)
        first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=6)
        self.lines, self.moves = [Draft(canonical(first))], list[tuple[int, int]]()
        self.revised, self.table = Counter[str](), replace(opened(first), memory=10_000)
        for _, command, outcome, after in evening(self.table, seed=seed, players=4, commands=600, faults=0.05):
            for happened in applied(self.table, outcome):
                if not isinstance(happened.event, NO_PLAY):
                    gained = happened.after.book.balance(HOUSE) - happened.before.book.balance(HOUSE)
                    self.moves.append((command.at, gained))
                self.revised[type(happened.event).__name__] += bool(revisions(happened.event, happened.before, happened.after))
            if not isinstance(outcome, Refusal):
                self.lines.append(Draft(recorded(command, outcome)))
            self.table = after

    @property
    def serves(self) -> bool:
        """Whether rounds were corrected and, where the document knows it, bets were declared invalid.

        Nor may one have been forfeited: a forfeit goes to the house, and is no play.
        """
        declares = self.table.rules.procedures.powers_to[Act.DECLARE_INVALID]
        revises = self.revised["SettledAgain"] > 1 and bool(self.revised["BetsInvalidated"] or not declares)
        return revises and not any(b'"result":"forfeit"' in line.body for line in self.lines)


SEEDS, SERVING = 200, 3
"""How many evenings are looked at for so many that serve."""


@pytest.mark.parametrize("name", names())
def test_corrected_and_void_rounds_count_as_the_books_have_them(name: str) -> None:
    """The win of bets is what the account of the house has gained, on each part of an evening, to the cent.

    Whatever moves that account counts, but for the events that are named as no play.
    """
    evenings = (each for seed in range(1, SEEDS) if (each := Evening(name, seed)).serves)
    found = list(islice(evenings, SERVING))
    assert len(found) == SERVING
    for each in found:
        counts_as_the_books_have_it(each.lines, each.moves, each.table)


def counts_as_the_books_have_it(lines: list[Draft], moves: list[tuple[int, int]], table: Table) -> None:
    store = MemoryStore()
    write(store, 1, {"table": lines})
    middle = moves[len(moves) // 2][0]
    for window in (Window(), Window(until=middle), Window(middle)):
        part = performance(store, "table", window)
        won = sum(each.win for each in (*part.wagers.values(), *part.unknown.values()))
        assert won == sum(amount for at, amount in moves if window.holds(at)), window
    leads = [past.lead for past in table.past[1:]] + [trail_events(table.trail)]
    ends = [as_decided(past.event, lead) for past, lead in zip(table.past, leads, strict=True)]
    stands = [*ends, *table.past[0].lead, *(event for lead in leads for event in lead)]
    bets = [(type(event), bet) for event in stands for name in ("decided", "standing") for bet in getattr(event, name, ())]
    played = [bet for kind, bet in bets if kind is RoundSettled and bet.result in PLAYED]
    whole = performance(store, "table")
    counted = [*whole.wagers.values(), *whole.unknown.values()]
    assert sum(each.bets for each in counted) == len(played)
    assert sum(each.staked for each in counted) == sum(bet.stake for bet in played)
    assert sum(whole.void.values()) == sum(bet.result not in PLAYED for _, bet in bets)
