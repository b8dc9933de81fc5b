"""A round that is corrected is as if it had been entered rightly the first time, whatever lay on the layout."""

import dataclasses
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from croupier.catalogue import names, ruleset
from croupier.floor.roles import holder
from croupier.ledger.accounts import HOUSE, felt
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table.core.state import Past
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound
from invariants import counted
from misread import SEATS, Play, balances, evenings, misread, put_right, the_same_game, without_hand_pays
from signs import LIKELY, signs

CALLED = [name for name in names() if any(offer.sleeps for offer in ruleset(name).offers)]
"""The rule sets under which bets can be called on and off."""


@pytest.mark.parametrize("rounds", [False, True])
@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_a_corrected_round_is_as_if_it_had_been_entered_rightly(name: str, rounds: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """The same wishes, on a wrong result that is corrected and on the right one from the start."""
    _, corrected, other = misread(data, ruleset(name), rounds=rounds)
    the_same_game(corrected, other.table)
    assert balances(corrected) == balances(other.table)


@pytest.mark.parametrize("rounds", [False, True])
@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("star-craps-2016", {}),
        ("adelaide-craps-2003", {}),
        ("adelaide-craps-2003", {"AD-15": "any-time", "AD-32": "later-too"}),
        ("aruze-craps-2024", {"AZ-08": "off-on-come-out"}),
    ],
)
@given(data=st.data())
def test_a_call_a_take_down_and_an_addition_since_mean_the_same_as_if_it_had_been_entered_rightly(
    name: str,
    readings: dict[str, str],
    rounds: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    """Also where their bet no longer stands: readings SC-26, AD-33 and AZ-33."""
    _, corrected, other = misread(data, ruleset(name).under(readings), rounds=rounds, calling=True)
    the_same_game(corrected, other.table)
    assert balances(corrected) == balances(other.table)


@pytest.mark.parametrize("rounds", [False, True])
@pytest.mark.parametrize("name", [name for name in names() if ruleset(name).procedures.is_electronic])
@given(data=st.data())
def test_a_win_by_correction_is_paid_by_hand_as_if_it_had_been_entered_rightly(
    name: str,
    rounds: bool,  # noqa: FBT001
    data: st.DataObject,
) -> None:
    """The last result is corrected while its large wins wait, under every sign with a limit for hand pays."""
    rules = ruleset(name)
    whims, evening = data.draw(evenings(rules))
    sign = data.draw(signs(name)) | {"hand_pay_limit": data.draw(st.sampled_from(LIKELY["hand_pay_limit"]))}
    right = data.draw(st.sampled_from(sorted(rules.game.space.ways)))
    *before, (seeds, wrong) = evening
    assume(right != wrong)
    first, other = Play(rules, sign, rounds=rounds), Play(rules, sign, rounds=rounds)
    for each in before:
        other.turn(first.improvise(whims, *each))
    first.takes_back = other.takes_back = False
    last = first.improvise(whims, seeds, wrong)
    other.turn(dataclasses.replace(last, outcome=right))
    by = holder(first.table, Act.CORRECT_OUTCOME)
    assert by
    order = CorrectOutcome(round=first.table.past[-1].round, outcome=right, by=by, why="It was misread.")
    corrected = put_right(first, order)
    the_same_game(corrected, other.table)
    assert balances(corrected) == balances(other.table)


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_what_a_player_owns_is_the_same_although_money_was_taken_away(name: str, data: st.DataObject) -> None:
    """Whoever took away what was paid by mistake owes it; whoever took away too little still has the rest."""
    first, corrected, other = misread(data, ruleset(name), rounds=True, collecting=True)
    the_same_game(corrected, other.table)
    one, another = counted(corrected), counted(other.table)
    for seat in SEATS:
        assert one[seat] + first.taken[seat] == another[seat] + other.taken[seat]
    assert corrected.book.balance(HOUSE) == other.table.book.balance(HOUSE)


@pytest.mark.parametrize("rounds", [False, True])
@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_an_invalidated_round_is_as_if_nothing_had_fallen_in_it(name: str, rounds: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """What it would have decided goes back with what was bet in it; everything else stands as it stood."""
    rules = ruleset(name)
    whims, evening = data.draw(evenings(rules))
    back = data.draw(st.integers(1, 3))
    first = Play(rules, data.draw(signs(name)), rounds=rounds)
    for seeds, outcome in evening:
        first.improvise(whims, seeds, outcome)
    past = first.table.past[-back]
    assert isinstance(past.event, RoundSettled)
    by = holder(first.table, Act.VOID_ROUND, "disorder")
    without = without_hand_pays(put_right(first, VoidRound(round=past.round, ground="disorder", by=by)))
    before, decided = past.before, {(each.seat, each.wager) for each in past.event.decided}
    stands = {
        seat: {
            wager: (bet.stake - before.fresh(bet).stake, bet.state)
            for wager, bet in bets.items()
            if (seat, wager) not in decided and before.fresh(bet).stake < bet.stake
        }
        for seat, bets in before.layout.items()
    }
    if back == 1:
        laid = {seat: {wager: (bet.stake, bet.state) for wager, bet in bets.items()} for seat, bets in without.layout.items()}
        assert laid == stands
        assert without.pucks == before.pucks
        staked = sum(stake for bets in stands.values() for stake, _ in bets.values())
        assert sum(without.book.balance(felt(seat)) for seat in SEATS) == staked
    assert len(without.results) == len(first.table.results) - 1
    assert without.turn == first.table.turn - 1


@pytest.mark.parametrize(("name", "calling"), [*((name, False) for name in names()), *((name, True) for name in CALLED)])
@given(data=st.data())
def test_no_bet_of_a_void_round_is_settled_on_later_outcomes(name: str, calling: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """Whatever a later outcome decides was decided by it before, and no more of it: no bet meets an outcome that its player did
    not bet on.

    A run of results (Super Streak) misses the void result, so it may end later than it did. A bet that goes back whatever falls
    meets no outcome.
    """
    rules = ruleset(name)
    whims, evening = data.draw(evenings(rules, calling=calling))
    first = Play(rules, data.draw(signs(name)), rounds=True)
    for seeds, outcome in evening:
        first.improvise(whims, seeds, outcome)
    past = first.table.past[-data.draw(st.integers(2, 4))]
    powers = [power for power in rules.procedures.powers_to[Act.VOID_ROUND] if power.reach.is_past]
    ground = data.draw(st.sampled_from([ground.id for power in powers for ground in power.grounds]))
    (power,) = (each for each in powers if each.ground(ground))
    terminals = tuple(past.before.layout) if power.on_terminals else None
    by = holder(first.table, Act.VOID_ROUND, ground)
    void = put_right(first, VoidRound(round=past.round, ground=ground, by=by, terminals=terminals))
    assert void.pucks == first.table.pucks
    assert decided_since(void.past, past.round) <= decided_since(first.table.past, past.round)


def decided_since(past: tuple[Past, ...], round: int) -> Counter[tuple[int, str, str, Result]]:
    """The cents of each bet that an outcome decided after a round, runs of results left out."""
    return Counter(
        {
            (each.round, bet.seat, bet.wager, bet.result): bet.stake
            for each in past
            if each.round > round and isinstance(each.event, RoundSettled)
            for bet in each.event.decided
            if bet.result is not Result.VOID and not each.before.rules.addresses[bet.wager].offer.outlives_voids
        }
    )
