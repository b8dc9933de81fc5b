"""A round is told as it stands, with what was entered first after it."""

import pytest

from commanded import a_table, done
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.opening import opened, opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.words import told
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.memory import table_before_round
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.page import Choice, page, page_from
from croupier.testing.evening import evening

MIA = Person("mia", "assistant-gaming-manager")
FIVE, SEVENTEEN = OutcomeName("5"), OutcomeName("17")


def told_of(round: int, *later: Command, seat: str | None = None) -> tuple[list[str], list[str]]:
    """What is told of a round in which ann had $10.00 on 17 and 5 fell, and two more rounds: as it stands, and as it was."""
    first = a_table("ministar-roulette-2018")
    bet = PlaceBet(seat="ann", wager="straight:17", stake=Cents(1000))
    orders = [TakeSeat(seat="ann", chips=Cents(10_000)), bet, *[EnterOutcome(outcome=FIVE)] * 3, *later]
    table, lines = first, list[bytes]()
    for order in orders:
        table, events = done(table, order)
        lines.append(recorded(order, tuple(events)))
    return apart([*page_from(first, 1, lines, Choice(round, seat))], round)


def apart(sentences: list[str], round: int) -> tuple[list[str], list[str]]:
    """The part that stands, and what was before."""
    if "As it was before:" not in sentences:
        return sentences, []
    assert sentences[0] == f"Round {round} was settled again. As it stands now:"
    at = sentences.index("As it was before:")
    return sentences[1:at], sentences[at + 1 :]


def test_a_corrected_round_is_told_as_it_is_now_and_as_it_was() -> None:
    order = CorrectOutcome(round=1, outcome=SEVENTEEN, by=MIA, why="It was misread.")
    stands, before = told_of(1, order)
    assert "mia (assistant gaming manager) has round 1 and all later ones settled again: It was misread." in stands[0]
    assert any("17 falls" in each for each in stands)
    assert not any("5 falls" in each for each in stands[:2])
    assert any("goes from house to rack:ann" in each for each in stands)
    assert any("5 falls" in each for each in before)
    assert not any("17 falls" in each for each in before)
    twice = CorrectOutcome(round=1, outcome=FIVE, by=MIA, why="It was not.")
    stands, before = told_of(1, order, twice, seat="ann")
    assert "It was not." in stands[0]
    assert sum("settled again" in each for each in before) == 1
    assert told_of(1)[1] == []


def test_a_void_round_is_told_as_void_and_a_later_one_as_settled_again() -> None:
    order = VoidRound(round=1, ground="disorder", by=MIA)
    stands, before = told_of(1, order)
    assert any("The outcome is invalidated" in each for each in stands)
    assert any("5 falls" in each for each in before)
    stands, before = told_of(3, order)
    assert any("5 falls" in each for each in stands)
    assert before


@pytest.mark.parametrize("later", [0, 2])
def test_a_round_says_first_which_of_its_bets_were_declared_invalid_after_it(later: int) -> None:
    """The field wins for ann and for bob; then ann's card turns out to be somebody else's."""
    first, lines = a_table("aruze-craps-2024"), list[bytes]()
    seats = [TakeSeat(seat=seat, chips=Cents(100_000)) for seat in ("ann", "bob")]
    bets = [PlaceBet(seat=seat, wager="field", stake=Cents(10_000)) for seat in ("ann", "bob")]
    invalid = DeclareInvalid(seat="ann", by=MIA, why="The card is eve's.")
    correct = CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=MIA, why="It was misread.")
    table, told_then = first, list[str]()
    for order in (*seats, *bets, EnterOutcome(outcome=OutcomeName("6-6")), *bets[1:] * later, invalid, correct):
        if order is correct:
            told_then = [*page_from(first, 1, lines, Choice(1))]
        table, events = done(table, order)
        lines.append(recorded(order, tuple(events)))
    at = told_then.index("As it was settled:")
    assert told_then[0] == "Bets of round 1 were decided anew after it was settled:"
    assert "declares the bets of ann invalid" in told_then[1]
    assert any("field of the last round: $100.00 goes back, without winnings." in each for each in told_then[:at])
    assert sum("field wins" in each for each in told_then[at:]) == 2
    assert not any("field wins" in each for each in told_then[:at])
    stands, before = apart([*page_from(first, 1, lines, Choice(1))], 1)
    assert any("1-1 falls" in each for each in stands)
    assert any("declares the bets of ann invalid" in each for each in stands)
    assert any("declares the bets of ann invalid" in each for each in before)


@pytest.mark.parametrize("name", ["ministar-roulette-2018", "star-sicbo-2016"])
def test_whatever_was_settled_again_in_an_evening_is_told_as_the_table_has_it(name: str) -> None:
    rules = ruleset(name)
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=6)
    table, lines, altered = opened(first), [canonical(first)], set[int]()
    for _, command, outcome, after in evening(opened(first), seed=1, players=4, commands=600, faults=0.08):
        if not isinstance(outcome, Refusal):
            lines.append(recorded(command, outcome))
            altered |= {event.round for event in outcome if isinstance(event, SettledAgain)}
        table = after
    assert len(altered) > 1
    for past in table.past:
        if past.round in altered:
            stands, before = apart([*page(lines, Choice(past.round))], past.round)
            sentences = told(table_before_round(table, past.round), past.event)
            assert any(sentences[0] in each for each in stands)
            assert before
