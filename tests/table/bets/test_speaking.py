"""Bets that are called out: they need chips, and somebody who may confirm them."""

import pytest
from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.floor.actions import actions
from croupier.ledger.accounts import felt
from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import SpeakBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Round
from croupier.table.money.seats import TakeSeat

ADELAIDE = "adelaide-craps-2003"
"""A document that knows no tokens."""


@pytest.mark.parametrize(("name", "wager"), [("star-craps-2016", "field"), (ADELAIDE, "field"), ("star-sicbo-2016", "small")])
def test_star_6_3_adelaide_5a_sicbo_3_11_a_spoken_bet_needs_chips_and_a_dealer(name: str, wager: str) -> None:
    table, _ = done(a_table(name), TakeSeat(seat="ann", chips=Cents(5000)))
    table = replace(table, round=Round(number=1, phase=Phase.BETTING))

    def spoken(role: str, *, with_chips: bool) -> SpeakBet:
        return SpeakBet(seat="ann", wager=wager, stake=Cents(500), with_chips=with_chips, by=Person("leo", role))

    assert refused(table, spoken("dealer", with_chips=False)).reason is Reason.CHIPS_NEEDED
    assert refused(table, spoken("inspector", with_chips=True)).reason is Reason.NOT_YOUR_POWER
    action = next(each for each in actions(table, "leo", ["dealer"]) if each.order == "SpeakBet")
    assert [(form.values, form.words) for form in action.forms] == [
        ({"seat": "ann", "with_chips": True}, "ann, with chips" if name == ADELAIDE else "ann, with chips or tokens")
    ], "the form says that chips come with the bet"
    assert done(table, spoken("dealer", with_chips=True))[0].book.balance(felt("ann")) == 500
