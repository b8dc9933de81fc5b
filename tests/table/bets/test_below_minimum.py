"""Bets below the minimum: shown until bets close, corrected as the player agrees, and valid afterwards."""

import pytest

from commanded import done
from croupier.catalogue import ruleset
from croupier.ledger.accounts import COMMISSION, HOUSE, felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.below_minimum import BelowMinimum, BetCorrected, CorrectBet, bets_below_minimum
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.bars import RecordBar
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome

STAR = ruleset("star-craps-2016")
DEALER, SUPERVISOR, BOX = Person("Deb", "dealer"), Person("Kim", "casino-supervisor"), Person("Box", "boxperson")


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        outcome = decide(table, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            table = apply(table, event)
    return table


def refused(table: Table, command: Command) -> Refusal:
    outcome = decide(table, command)
    assert isinstance(outcome, Refusal), outcome
    return outcome


def seated(cents: int = 10_000, minimum: int = 500) -> Table:
    return after(open_table(STAR, STAR.sign({"minimum": minimum, "maximum": 50_000})), TakeSeat(seat="ann", chips=Cents(cents)))


def bet(wager: str, cents: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(cents))


def to(wager: str, cents: int, by: Person = DEALER) -> CorrectBet:
    return CorrectBet(seat="ann", wager=wager, stake=Cents(cents), by=by)


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def test_a_correction_moves_exactly_what_is_missing() -> None:
    table = after(seated(), bet("buy:4", 201))
    assert (table.book.balance(rack("ann")), table.book.balance(COMMISSION)) == (10_000 - 201 - 10, 10)
    raised = after(table, to("buy:4", 700))
    assert raised.layout["ann"]["buy:4"].stake == 700
    assert raised.book.balance(felt("ann")) == 700
    assert raised.book.balance(COMMISSION) == 10 + 24  # 5% of each part, rounded down
    assert raised.book.balance(rack("ann")) == 10_000 - 700 - 34
    back = after(table, to("buy:4", 0, SUPERVISOR))
    assert back.layout["ann"] == {}
    assert (back.book.balance(rack("ann")), back.book.balance(COMMISSION)) == (10_000 - 10, 10)  # SC-17: it is kept


def test_what_nobody_corrects_is_valid_and_pays() -> None:
    table = after(seated(), bet("field", 200), fell("5-6"))
    assert (table.book.balance(rack("ann")), table.book.balance(HOUSE)) == (10_200, -200)


def test_odds_and_bets_of_the_minimum_are_not_shown_and_own_limits_count() -> None:
    table = after(seated(), bet("win-line", 500), fell("2-2"), bet("behind-win-line", 100), bet("field", 499))
    assert bets_below_minimum(table) == [BelowMinimum("ann", "field", Cents(499), Cents(500))]
    limits = SetPlayerLimits(seat="ann", minimum=Cents(100), maximum=Cents(90_000), by=SUPERVISOR, why="A regular guest.")
    assert bets_below_minimum(after(table, limits)) == []


def test_chips_that_are_added_make_it_whole() -> None:
    table = after(seated(), bet("field", 300), bet("field", 200))
    assert bets_below_minimum(table) == []
    assert refused(table, to("field", 1000)).reason is Reason.NOT_ALLOWED_NOW


def test_a_bet_that_met_an_outcome_is_valid_for_good() -> None:
    table = after(seated(), bet("place-win:6", 300), fell("2-2"), bet("place-win:6", 100))
    assert bets_below_minimum(table) == []
    assert refused(table, to("place-win:6", 500)).clause == "7.2"


def test_a_player_who_is_barred_can_only_take_it_back() -> None:
    bar = RecordBar(person="ann", measure=Act.BAR, table="craps-2", since=0, by=SUPERVISOR, why="device")
    table = after(seated(), bet("field", 300), bar)
    assert refused(table, to("field", 500)).reason is Reason.BETS_REFUSED
    assert after(table, to("field", 0)).book.balance(rack("ann")) == 10_000


@pytest.mark.parametrize("cents", [-1, 1, 499])
def test_a_correction_below_the_minimum_is_none(cents: int) -> None:
    assert refused(after(seated(), bet("field", 300)), to("field", cents)).reason is Reason.BELOW_MINIMUM


def test_a_supervisor_refuses_it_and_it_goes_back() -> None:
    table = after(seated(), bet("field", 300))
    refuse = RefuseBet(seat="ann", wager="field", by=SUPERVISOR, why="Below the minimum.")
    assert after(table, refuse).book.balance(rack("ann")) == 10_000
    assert refused(table, RefuseBet(seat="ann", wager="field", by=DEALER, why="Below the minimum.")).clause == "9.11"


def test_a_corrected_round_keeps_what_was_corrected_since() -> None:
    """The later bet was raised to $5.00; it is so in both histories, and only the round's own result differs."""
    played = after(seated(), bet("field", 500), fell("3-4"), bet("eleven", 100), to("eleven", 500))
    again = CorrectOutcome(round=1, outcome=OutcomeName("5-6"), by=BOX, why="The dice show 11.")
    corrected = after(played, again)
    directly = after(seated(), bet("field", 500), fell("5-6"), bet("eleven", 100), to("eleven", 500))
    assert corrected.layout == directly.layout
    assert corrected.book.balances == directly.book.balances
    assert corrected.book.balance(rack("ann")) == 10_000
    settled = after(corrected, fell("5-6"))
    assert settled.book.balance(rack("ann")) == 10_000 + 500 + 500 * 16


def test_the_event_says_who_had_it_corrected() -> None:
    outcome = decide(after(seated(), bet("field", 300)), to("field", 500))
    assert not isinstance(outcome, Refusal)
    assert outcome[0] == BetCorrected(seat="ann", wager="field", stake=Cents(500), by=DEALER, why="", clause="7.2")


def test_a_corrected_bet_is_corrected_again_as_a_whole_or_not_at_all() -> None:
    """In the corrected history ann has no money for the $3.00, so nothing is raised to $5.00."""
    rules, box = ruleset("star-craps-2016"), Person("Box", "boxperson")
    table = open_table(rules, rules.sign({"minimum": 500}))
    order = CorrectBet(seat="ann", wager="field", stake=Cents(500), by=Person("Deb", "dealer"))
    field = [PlaceBet(seat="ann", wager="field", stake=Cents(cents)) for cents in (500, 300)]
    for chips, left in ((750, {}), (1000, {"field": 500})):
        after = table
        for command in (
            TakeSeat(seat="ann", chips=Cents(chips)),
            field[0],
            EnterOutcome(outcome=OutcomeName("5-6")),
            field[1],
            order,
            CorrectOutcome(round=1, outcome=OutcomeName("3-4"), by=box, why="It was misread."),
        ):
            after, _ = done(after, command)
        assert {wager: bet.stake for wager, bet in after.layout["ann"].items()} == left
