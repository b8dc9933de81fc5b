"""Whatever a table has accepted is refused with an amount or a seat that cannot be so."""

from collections.abc import Iterator, Mapping

import pytest
from msgspec.structs import replace

from croupier.catalogue import names, ruleset
from croupier.money import MOST_CENTS
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.opening import opened, opening
from croupier.table.core.refusals import Refusal
from croupier.table.money.boxes import EmptyDrop
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.pit.conduct import NoteBreach, Sanction
from croupier.testing.evening import evening

WRONG: Mapping[str, tuple[object, ...]] = {
    "amount": (0, -1, MOST_CENTS + 1),
    "stake": (0, -1, MOST_CENTS + 1),
    "chips": (-1, MOST_CENTS + 1),
    "seat": ("nobody",),
}
"""What no command may say in a field, whatever else is so."""


RIGHT: Mapping[type[Command], tuple[object, ...]] = {
    TakeSeat: ("nobody",),  # a new player
    Sanction: ("nobody",),  # somebody who does not play
    NoteBreach: ("nobody",),
    EmptyDrop: (0,),  # an empty box
}


def almost(command: Command) -> Iterator[Command]:
    """A command with one field that cannot be so."""
    for field, every in WRONG.items():
        given = getattr(command, field, None)
        for wrong in every:
            if isinstance(given, type(wrong)) and wrong not in RIGHT.get(type(command), ()):
                yield replace(command, **{field: wrong})


@pytest.mark.parametrize("name", names())
def test_what_a_table_has_accepted_is_refused_with_a_field_that_cannot_be_so(name: str) -> None:
    """No amount below one cent or above the most, no seat that nobody has: a lost check of one order is noticed here."""
    rules, tried = ruleset(name), set[type[Command]]()
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings], seats=5)
    for before, command, outcome, _ in evening(opened(first), seed=3, players=4, commands=1500):
        for wrong in () if isinstance(outcome, Refusal) else almost(command):
            assert isinstance(decide(before, wrong), Refusal), wrong
            tried.add(type(command))
    assert {PlaceBet, TakeDown, InsertMoney, LeaveSeat} <= tried
