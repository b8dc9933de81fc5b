"""Anything is asked of any table at any moment: what comes of it is an answer, and leaves everything in order."""

import asyncio
import random
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from anything import Anything
from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.floor.automatic import AutomaticDealer
from croupier.floor.dealer import Dealer, Happened
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.server.hub import Client, Hub
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.opening import TableOpened, opened, opening, replay_lines
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import sealed
from invariants import (
    Witness,
    assert_bets_stay_closed,
    assert_it_is_said_well,
    assert_the_books_are_in_order,
    drawn,
    same,
)
from signs import signs

STEPS = 80


def a_table(name: str, sign: Mapping[str, SettingValue]) -> tuple[TableOpened, Table]:
    """A table on which nothing has happened yet."""
    rules = ruleset(name)
    first = opening(rules, sign, confirmed=[each.id for each in rules.readings], seats=3)
    return first, opened(first)


@pytest.mark.parametrize("rounds", [True, False])
@pytest.mark.parametrize("name", names())
@given(seed=st.integers(0, 2**32), data=st.data())
def test_whatever_is_asked_the_table_answers_and_stays_in_order(
    name: str,
    rounds: bool,  # noqa: FBT001
    seed: int,
    data: st.DataObject,
) -> None:
    first, table = a_table(name, data.draw(signs(name)))
    again, lines = table, [canonical(first)]
    witness, asks = Witness(table), Anything(random.Random(seed), rounds=rounds)  # noqa: S311 - hypothesis chooses the seed
    for _ in range(STEPS):
        command = asks.next(table)
        note(str(command))
        seen = drawn(table)
        outcome = decide(table, command)
        assert drawn(table) == seen
        assert decide(table, command) == outcome
        assert_it_is_said_well(table, command, outcome)
        if isinstance(outcome, Refusal):
            continue
        assert_bets_stay_closed(table, command, outcome)
        for event in outcome:
            before, table = table, apply(table, event)
            witness.saw(before, event, table)
        lines.append(recorded(command, outcome))
        again, _ = replay_lines(again, len(lines), lines[-1:])
        assert_the_books_are_in_order(table)
    assert same(again, table)
    told = resettle(lines)
    assert told.holds, told.sentences
    assert told.balances == table.book.balances


class Fixed:
    """A tumbler in which always the same falls."""

    def __init__(self, fell: OutcomeName) -> None:
        """Show this."""
        self._fell = fell

    def outcome(self, space: Space) -> OutcomeName:
        """What falls."""
        assert self._fell in space.ways
        return self._fell


async def told_before_uncovering(fell: OutcomeName, salt: str, *, screen: bool) -> tuple[str, list[str]]:
    """The seal of a round of Sic Bo, and every line and every message about it before the cover is lifted."""
    _, table = a_table("star-sicbo-2016", {"minimum": 500, "touch_screen": screen})
    dealer = Dealer("sicbo", table, 0, Journal(MemoryStore()))
    hub, player, looker_on = Hub(dealer), Client("ann"), Client("bob")
    hub.join(player, 0)
    hub.join(looker_on, 0)
    calls, said = AutomaticDealer(Fixed(fell), salt=lambda: salt), list[str]()
    while table.round.phase is not (Phase.PRESSED if screen else Phase.CLOSED):
        wish = calls.next(table)
        if "ann" not in table.layout:
            wish = TakeSeat(seat="ann", chips=Cents(10_000))
        elif table.round.phase is Phase.BETTING and not table.layout["ann"]:
            wish = PlaceBet(seat="ann", wager="small", stake=Cents(500))
        assert wish
        outcome = decide(table, wish)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            before, table = table, apply(table, event)
            dealer.durable = table
            for listener in dealer.listeners:
                listener(Happened(table.events, event, before, table))
        said.append(recorded(wish, outcome).decode())
    late = Client("cat")
    hub.join(late, 0)
    said.append(await late.next())
    for client in (player, looker_on):
        while not client._queue.empty():  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - all that waits, no more
            said.append(await client.next())
    return table.round.seal, [_timeless(each) for each in said]


def _timeless(said: str) -> str:
    message = msgspec.json.decode(said)
    message.pop("now", None)
    return msgspec.json.encode(message).decode()


@pytest.mark.parametrize("screen", [False, True])
@given(data=st.data(), salt=st.integers(0, 2**128).map(lambda number: f"{number:032x}"))
def test_nobody_can_tell_what_lies_under_the_cover(screen: bool, data: st.DataObject, salt: str) -> None:  # noqa: FBT001
    """Whatever fell, the same is written and sent until the cover is lifted, but for a seal that hides it."""
    ways = st.sampled_from(sorted(ruleset("star-sicbo-2016").game.space.ways))
    one, other = data.draw(st.lists(ways, min_size=2, max_size=2, unique=True))
    (seal, said), (another, also_said) = (
        asyncio.run(told_before_uncovering(fell, salt, screen=screen)) for fell in (one, other)
    )
    assert seal != another
    assert sealed(one, salt[::-1] + "0") != seal
    assert [each.replace(seal, "seal") for each in said] == [each.replace(another, "seal") for each in also_said]
    assert not any(one in each or salt in each for each in said)
