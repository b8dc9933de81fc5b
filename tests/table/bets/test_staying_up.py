"""A winning bet over several rolls may stay up at a craps table: it is a new bet on the same terms (AZ-37)."""

import pytest

from commanded import done, refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.machine import Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.table.bets.placing import BetPlaced, LeaveUp, PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound

STAR, ADELAIDE = ruleset("star-craps-2016"), ruleset("adelaide-craps-2003")
ARUZE = ruleset("aruze-craps-2024")
STAKE = 2640
"""It divides by the denominators of all odds, so that no winnings are rounded."""

STAY = [
    (STAR, {"hardway", "place-win", "place-lose", "big-6", "big-8", "buy", "lay"}),
    (ADELAIDE, {"hardway", "place-win", "place-lose", "big-6", "big-8", "buy-win", "buy-lose"}),
    (ARUZE.under({"AZ-37": "may-stay-up"}), {"hardway", "place", "place-lose", "big-6", "big-8", "buy", "lay"}),
]
"""By rule set, the kinds of bet over several rolls that are no line bet and no odds."""


def won(rules: Ruleset, offer: Offer) -> tuple[Table, int]:
    """The table after a bet on the offer has won while a point is on, and what was won."""
    ((outcome, effect), *_) = (
        (name, effect)
        for name, effect in offer.wager.effects[offer.wager.first].items()
        if isinstance(effect, Decision) and effect.result is Result.WIN
    )
    table, _ = done(
        open_table(rules, rules.sign({})),
        TakeSeat(seat="ann", chips=Cents(100_000)),
        EnterOutcome(outcome=OutcomeName("2-2")),
        PlaceBet(seat="ann", wager=offer.id, stake=Cents(STAKE)),
        EnterOutcome(outcome=outcome),
    )
    return table, int(effect.winnings * STAKE)


@pytest.mark.parametrize(("rules", "kinds"), STAY, ids=["star", "adelaide", "aruze"])
def test_az_37_a_winning_bet_over_several_rolls_may_stay_up_with_a_new_commission(rules: Ruleset, kinds: set[str]) -> None:
    stayed = set[str]()
    for offer in (each for each in rules.offers if each.kind in kinds):
        table, winnings = won(rules, offer)
        after, (placed,) = done(table, LeaveUp(seat="ann", wager=offer.id))
        assert isinstance(placed, BetPlaced)
        assert (placed.left_up, placed.stake, after.layout["ann"][offer.id].stake) == (True, STAKE, STAKE)
        assert after.book.balance(rack("ann")) == 100_000 + winnings - STAKE - 2 * placed.commission
        assert bool(placed.commission) == offer.kind.startswith(("buy", "lay"))
        stayed.add(offer.kind)
    assert stayed == kinds


@pytest.mark.parametrize(("rules", "wager"), [(STAR, "field"), (ADELAIDE, "field"), (ARUZE, "place:6"), (ARUZE, "big-8")])
def test_az_37_other_bets_come_down_when_they_win(rules: Ruleset, wager: str) -> None:
    table, winnings = won(rules, rules.addresses[wager].offer)
    assert refused(table, LeaveUp(seat="ann", wager=wager)).reason is Reason.NO_SUCH_WAGER
    assert table.book.balance(rack("ann")) == 100_000 + winnings


def test_az_37_a_bet_that_won_cannot_be_left_up_once_the_next_roll_was_called_off() -> None:
    table, _ = won(STAR, STAR.addresses["place-win:6"].offer)
    assert refused(done(table, VoidRound())[0], LeaveUp(seat="ann", wager="place-win:6")).reason is Reason.NO_SUCH_WAGER


def test_what_stayed_up_is_told_apart_from_what_was_added_to_it() -> None:
    table, _ = won(STAR, STAR.addresses["place-win:6"].offer)
    table, _ = done(
        table, LeaveUp(seat="ann", wager="place-win:6"), PlaceBet(seat="ann", wager="place-win:6", stake=Cents(600))
    )
    bet = table.layout["ann"]["place-win:6"]
    assert (table.fresh(bet).stake, table.left_up(bet)) == (STAKE + 600, STAKE)
    table, _ = done(table, TakeDown(seat="ann", wager="place-win:6", amount=Cents(1200)))
    assert table.left_up(table.layout["ann"]["place-win:6"]) == STAKE - 600
    table, _ = done(table, EnterOutcome(outcome=OutcomeName("1-1")))
    assert table.left_up(table.layout["ann"]["place-win:6"]) == 0
