"""What holds at every table, whatever is asked of it and whatever falls."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import COMMISSION, HAND_PAYS, HOUSE, OUTSIDE, felt, rack
from croupier.money import Cents
from croupier.rules.machine import Decision, Move
from croupier.rules.ruleset import Ruleset
from croupier.rules.terms import Voided
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import replay_lines
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound
from signs import signs

SEATS = ("ann", "bob")
AMOUNTS = st.sampled_from((1, 2, 3, 7, 99, 100, 333, 500, 600, 1000, 1200, 1980, 2400, 3333, 6000, 12000, 40000))


def any_table(data: st.DataObject, rules: Ruleset) -> Table:
    """A table of a rule set, under any reading of any unclear clause, with any sign, and two players."""
    choices = {reading.id: data.draw(st.sampled_from(reading.values)) for reading in rules.readings if reading.default}
    table = open_table(rules.under(choices), rules.sign(data.draw(signs(rules.id))))
    for seat in SEATS:
        table = done(table, TakeSeat(seat=seat, chips=Cents(data.draw(st.sampled_from((2000, 50000, 1000000))))))[0]
    return table


@st.composite
def commands(draw: st.DrawFn, rules: Ruleset) -> list[Command]:
    """A long afternoon on a few kinds of wager: mostly bets and outcomes, the rest of everything else."""
    kinds = draw(st.sets(st.sampled_from(sorted({offer.kind for offer in rules.offers})), min_size=2, max_size=5))
    flats = {offer.rides_on.partition(":")[0] for offer in rules.offers if offer.kind in kinds and offer.rides_on}
    wager = st.sampled_from(sorted(id for id in rules.addresses if id.partition(":")[0] in kinds | flats))
    seat = st.sampled_from(SEATS)
    bet = st.builds(PlaceBet, seat=seat, wager=wager, stake=AMOUNTS | st.just(0))
    outcome = st.builds(EnterOutcome, outcome=st.sampled_from(sorted(rules.game.space.ways)))
    down = st.builds(TakeDown, seat=seat, wager=wager, amount=st.none() | AMOUNTS)
    call = st.builds(CallBet, seat=seat, wager=wager, on=st.booleans())
    anything = st.one_of(bet, bet, bet, outcome, outcome, down, call, st.just(VoidRound()))
    return draw(st.lists(anything, min_size=20, max_size=80))


def done(table: Table, command: Command) -> tuple[Table, tuple[Event, ...]]:
    """A command decided and applied; a refusal leaves the table as it was."""
    outcome = decide(table, command)
    if isinstance(outcome, Refusal):
        note((command, outcome))
        return table, ()
    for event in outcome:
        note(event)
        table = apply(table, event)
    return table, outcome


def assert_money_is_conserved(table: Table) -> None:
    book = table.book
    assert sum(book.balances.values()) == 0
    for seat, bets in table.layout.items():
        assert book.balance(felt(seat)) == sum(bet.stake for bet in bets.values())
        assert book.balance(rack(seat)) >= 0
        assert disagreement(table, seat) == ""
    held = sum(bet.commission for bets in table.layout.values() for bet in bets.values())
    assert book.balance(COMMISSION) >= held >= 0
    assert book.balance(HAND_PAYS) == sum(table.desk.hand_pays.values())
    assert set(book.balances) <= {HOUSE, COMMISSION, OUTSIDE, HAND_PAYS} | {of(seat) for seat in SEATS for of in (rack, felt)}
    for bet in (bet for bets in table.layout.values() for bet in bets.values()):
        fresh = table.fresh(bet)
        assert 0 <= fresh.stake <= bet.stake
        assert 0 <= fresh.commission <= bet.commission


def assert_every_bet_is_accounted_for(before: Table, after: Table, event: Event) -> None:
    """A bet ends once, moves once or stands, as its machine says; nothing is forgotten, nothing appears from nowhere."""
    if isinstance(event, RoundVoided):
        assert_voided_as_the_document_says(before, event)
    if not isinstance(event, RoundSettled):
        return
    had = {(seat, wager): bet for seat, bets in before.layout.items() for wager, bet in bets.items()}
    has = {(seat, wager): bet for seat, bets in after.layout.items() for wager, bet in bets.items()}
    ended = Counter((each.seat, each.wager) for each in event.decided)
    moved = {(each.seat, each.wager): (each.seat, each.to) for each in event.moved}
    assert not ended or max(ended.values()) == 1
    assert not ended.keys() & moved.keys()
    stand = had.keys() - ended.keys() - moved.keys()
    assert has.keys() == stand | set(moved.values())
    assert all(has[moved.get(key, key)].stake == had[key].stake for key in stand | moved.keys())
    for each in event.decided:
        assert each.stake == had[each.seat, each.wager].stake
    for (seat, wager), bet in had.items():
        offer = before.rules.addresses[wager].offer
        effect = offer.wager.effects[bet.state].get(event.outcome)
        asleep = offer.sleeps is not None and (offer.sleeps.holds(before.pucks) if bet.called is None else not bet.called)
        assert ((seat, wager) in moved) == isinstance(effect, Move)
        assert ((seat, wager) in ended) == (isinstance(effect, Decision) and (not asleep or bool(offer.rides_on)))


def assert_voided_as_the_document_says(before: Table, event: RoundVoided) -> None:
    back = {(each.seat, each.wager): each.stake for each in event.decided}
    stakes = {(seat, wager): bet.stake for seat, bets in before.layout.items() for wager, bet in bets.items()}
    match before.rules.voided:
        case Voided.NOTHING:
            assert back == {}
        case Voided.FRESH_BETS:
            bets = {(seat, wager): bet for seat, bets in before.layout.items() for wager, bet in bets.items()}
            assert back == {key: before.fresh(bet).stake for key, bet in bets.items() if before.fresh(bet).stake}
        case Voided.ALL_BETS:
            stands = {key for key in stakes if before.rules.addresses[key[1]].offer.outlives_voids}
            assert back == {key: stake for key, stake in stakes.items() if key not in stands}
        case Voided.THAT_RESULT:
            raise AssertionError("only a ruling about a result goes that far")


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_money_is_conserved_and_no_bet_is_settled_twice_or_forgotten(name: str, data: st.DataObject) -> None:
    rules = ruleset(name)
    table = any_table(data, rules)
    for command in data.draw(commands(rules)):
        before = table
        table, events = done(table, command)
        assert_money_is_conserved(table)
        for event in events:
            assert_every_bet_is_accounted_for(before, table, event)
        if not events:
            assert table is before


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_a_bets_life_never_depends_on_another_players(name: str, data: st.DataObject) -> None:
    """Ann's bets, racks and refusals are the same whether Bob plays beside her or not."""
    rules = ruleset(name)
    both = alone = any_table(data, rules)
    for command in data.draw(commands(rules)):
        both, beside = done(both, command)
        if getattr(command, "seat", "ann") == "ann":
            alone, by_herself = done(alone, command)
            assert hers(beside) == hers(by_herself)
        assert both.layout["ann"] == alone.layout["ann"]
        assert both.book.balance(rack("ann")) == alone.book.balance(rack("ann"))


def hers(events: Sequence[Event]) -> list[Any]:
    """What of some events is Ann's: her own, and of what ended a round her bets."""
    return [
        [each for each in event.decided if each.seat == "ann"] if isinstance(event, RoundSettled | RoundVoided) else event
        for event in events
        if getattr(event, "seat", "ann") == "ann"
    ]


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_replaying_the_events_as_lines_of_json_gives_the_same_table(name: str, data: st.DataObject) -> None:
    rules = ruleset(name)
    first = table = any_table(data, rules)
    lines: list[bytes] = []
    for command in data.draw(commands(rules)):
        table, events = done(table, command)
        lines += [recorded(command, events)] if events else []
    replayed, number = replay_lines(first, 1, lines)
    assert replayed == table
    assert number == 1 + len(lines)
