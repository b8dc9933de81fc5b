"""Whatever is asked of a table with promotional credits on it: they balance, and none is cash before a bet has been decided."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from croupier.catalogue import names, ruleset
from croupier.floor.player import Player
from croupier.ledger.accounts import COMMISSION, PROMOTIONS, rack, restricted, tokens, unrestricted
from croupier.money import Cents
from croupier.rules.sign import SettingValue
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound
from invariants import Witness, assert_the_books_are_in_order
from signs import signs

WITH_TOKENS = [name for name in names() if ruleset(name).procedures.tokens]
TERMINALS = [name for name in names() if ruleset(name).procedures.period]
SEATS = ("ann", "bob")
AMOUNTS = (100, 200, 500, 600, 1000, 1200, 2500)


def seated(name: str, sign: Mapping[str, SettingValue], chance: random.Random) -> Table:
    rules = ruleset(name)
    table = open_table(rules, rules.sign(sign))
    for seat in SEATS:
        table = done(table, TakeSeat(seat=seat, chips=Cents(chance.choice((0, 700, 5000)))))
        for way in (Way.TOKENS,) if rules.procedures.tokens else (Way.RESTRICTED, Way.UNRESTRICTED):
            amount = Cents(chance.choice((300, 1100, 8000)))
            table = done(table, InsertMoney(seat=seat, amount=amount, tender=Tender(way)))
    return table


def done(table: Table, command: Command, witness: Witness | None = None) -> Table:
    outcome = decide(table, command)
    note(command)
    for event in () if isinstance(outcome, Refusal) else outcome:
        before, table = table, apply(table, event)
        if witness:
            witness.saw(before, event, table)
    assert_the_books_are_in_order(table)
    return table


def unplayed(table: Table, chance: random.Random) -> Command:
    """Anything with bets that decides none."""
    seat, luck = chance.choice(SEATS), chance.random()
    bets = list(table.layout[seat])
    if luck < 0.1:
        return VoidRound()
    if luck < 0.5 and bets:
        return TakeDown(seat=seat, wager=chance.choice(bets), amount=chance.choice((None, Cents(100), Cents(200))))
    if luck < 0.7 and (wish := Player(seat, chance).next(table)) and isinstance(wish, PlaceBet):
        return wish
    if luck < 0.8 and bets:
        return MoveBet(seat=seat, wager=chance.choice(bets), to=chance.choice(list(table.rules.addresses)))
    stake, in_tokens = chance.choice(AMOUNTS), chance.choice((0, 100, 500, 1000)) if table.rules.procedures.tokens else 0
    wager = chance.choice(list(table.rules.addresses))
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake), tokens=Cents(in_tokens))


@pytest.mark.parametrize("name", TERMINALS)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_nobody_takes_restricted_credits_away_who_has_played_none(name: str, seed: int, data: st.DataObject) -> None:
    chance = random.Random(seed)  # noqa: S311 - hypothesis chooses the seed
    first = table = seated(name, data.draw(signs(name)), chance)
    witness = Witness(table)
    for _ in range(40):
        table = done(table, unplayed(table, chance), witness)
    for seat in SEATS:
        for wager in [*table.layout[seat], *table.layout[seat]]:
            table = done(table, TakeDown(seat=seat, wager=wager), witness)
        assert not table.layout[seat]
        assert table.book.balance(restricted(seat)) == first.book.balance(restricted(seat))
        table = done(table, Collect(seat=seat, tender=Tender(Way.TICKET)), witness)
    brought = sum(first.book.balance(of(seat)) for seat in SEATS for of in (rack, unrestricted))
    taken = sum(table.meters.terminal(seat).taken.get("ticket", 0) for seat in SEATS)
    assert taken == brought - table.book.balance(COMMISSION)
    assert table.book.balance(PROMOTIONS) == first.book.balance(PROMOTIONS)


@pytest.mark.parametrize("name", WITH_TOKENS)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_whatever_is_asked_tokens_are_tokens_until_they_are_decided(name: str, seed: int, data: st.DataObject) -> None:
    """Nobody takes one away, and whoever has played none has as many as before."""
    chance = random.Random(seed)  # noqa: S311 - hypothesis chooses the seed
    first = table = seated(name, data.draw(signs(name)), chance)
    witness, outcomes, lost = Witness(table), list(table.rules.game.space.ways), 0
    for _ in range(40):
        # The witness sees that no token becomes anything else; what was taken is counted here.
        held = sum(table.book.balance(tokens(seat)) + on_felt(table, seat) for seat in SEATS)
        fell = EnterOutcome(outcome=chance.choice(outcomes))
        table = done(table, fell if chance.random() < 0.2 else unplayed(table, chance), witness)
        lost += held - sum(table.book.balance(tokens(seat)) + on_felt(table, seat) for seat in SEATS)
    for seat in SEATS:
        bets = sum(bet.stake for bet in table.layout[seat].values())
        assert table.meters.terminal(seat).balance == sum(table.book.balance(of(seat)) for of in (rack, tokens)) + bets
        table = done(table, Collect(seat=seat, tender=Tender(Way.CHIPS)), witness)
        if not table.layout[seat]:
            table = done(table, LeaveSeat(seat=seat, tender=Tender(Way.CHIPS)), witness)
            assert table.book.balance(tokens(seat)) == 0
    left = sum(table.book.balance(tokens(seat)) + on_felt(table, seat) for seat in SEATS)
    assert -table.book.balance(PROMOTIONS) == left + lost
    assert lost <= -first.book.balance(PROMOTIONS)


def on_felt(table: Table, seat: str) -> int:
    """What lies on the layout in tokens."""
    return sum(bet.promotional.tokens for bet in table.layout.get(seat, {}).values() if bet.promotional)


@pytest.mark.parametrize("name", [*TERMINALS, *WITH_TOKENS])
@given(seed=st.integers(0, 2**32), data=st.data())
def test_what_is_played_is_accounted_for_to_the_cent(name: str, seed: int, data: st.DataObject) -> None:
    chance = random.Random(seed)  # noqa: S311 - hypothesis chooses the seed
    table = seated(name, data.draw(signs(name)), chance)
    witness, outcomes = Witness(table), list(table.rules.game.space.ways)
    for _ in range(60):
        fell = EnterOutcome(outcome=chance.choice(outcomes))
        table = done(table, fell if chance.random() < 0.25 else unplayed(table, chance), witness)
