"""Promotional credits: restricted ones are staked first, come back as what they were, and are cash only once a bet has won."""

import pytest
from msgspec.structs import replace

import commanded
from commanded import refused
from croupier.catalogue import ruleset
from croupier.ledger.accounts import HOUSE, PROMOTIONS, TICKETS, rack, restricted, unrestricted
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import BetPlaced, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.credit import Collect, InsertMoney, MoneyCollected
from croupier.table.money.hand_pay import HandPayCalled
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, SeatLeft, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound

MANAGER = Person("leo", "assistant-gaming-manager")


def done(table: Table, *commands: Command) -> tuple[Table, list[Event]]:
    """After each the meters agree."""
    happened: list[Event] = []
    for command in commands:
        table, more = commanded.done(table, command)
        assert disagreement(table, "ann") == ""
        happened += more
    return table, happened


def seated(*, cash: int = 0, only_to_stake: int = 0, promised: int = 0) -> Table:
    rules = ruleset("aruze-craps-2024")
    table, _ = done(open_table(rules, rules.sign({})), TakeSeat(seat="ann", chips=Cents(cash)))
    for way, amount in ((Way.RESTRICTED, only_to_stake), (Way.UNRESTRICTED, promised)):
        if amount:
            table, _ = done(table, InsertMoney(seat="ann", amount=Cents(amount), tender=Tender(way)))
    return table


def anns(table: Table) -> tuple[int, int, int]:
    """Restricted and unrestricted credits, and the rack."""
    balance = table.book.balance
    return balance(restricted("ann")), balance(unrestricted("ann")), balance(rack("ann"))


def bet(stake: int, wager: str = "any-seven") -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def test_credits_that_are_brought_have_accounts_of_their_own() -> None:
    table = seated(cash=500, only_to_stake=1000, promised=2000)
    assert anns(table) == (1000, 2000, 500)
    assert table.book.balance(PROMOTIONS) == -3000
    assert table.meters.terminal("ann").brought == {"other": 500, "restricted": 1000, "unrestricted": 2000}


@pytest.mark.parametrize(
    ("stake", "left", "of_it"),
    [
        (600, (400, 2000, 500), Promotional(600)),
        (1500, (0, 1500, 500), Promotional(1000, 500)),
        (3100, (0, 0, 400), Promotional(1000, 2000)),
    ],
)
def test_a_stake_takes_restricted_credits_first_then_unrestricted_ones_then_cash(
    stake: int, left: tuple[int, int, int], of_it: Promotional
) -> None:
    before = seated(cash=500, only_to_stake=1000, promised=2000)
    table, (placed,) = done(before, bet(stake))
    assert isinstance(placed, BetPlaced)
    assert (anns(table), placed.promotional) == (left, of_it)
    assert table.layout["ann"]["any-seven"].promotional == of_it


def test_a_stake_that_nothing_covers_is_refused_with_all_that_is_there() -> None:
    table = seated(cash=500, only_to_stake=1000)
    message = "ann has $5.00 and promotional credits of $10.00, which does not cover $20.00."
    assert refused(table, bet(2000)).sentence == message


def test_promotional_credits_pay_no_commission() -> None:
    table = seated(only_to_stake=3000)
    outcome = refused(table, bet(2000, "buy:4"))
    assert outcome.reason is Reason.INSUFFICIENT_CREDIT
    assert outcome.sentence.endswith("Promotional credits pay no commission.")
    table, (_, placed) = done(table, InsertMoney(seat="ann", amount=Cents(100)), bet(2000, "buy:4"))
    assert isinstance(placed, BetPlaced)
    assert (placed.commission, anns(table)) == (100, (1000, 0, 0))


def test_chips_that_come_down_go_back_to_where_they_came_from_and_cash_comes_first() -> None:
    """A bet that was made smaller is the bet that a smaller stake would have made."""
    table, _ = done(seated(cash=500, only_to_stake=1000, promised=2000), bet(3500, "place:6"))
    for amount, left in ((400, (0, 0, 400)), (600, (0, 500, 500)), (1800, (300, 2000, 500)), (700, (1000, 2000, 500))):
        table, _ = done(table, TakeDown(seat="ann", wager="place:6", amount=Cents(amount)))
        assert anns(table) == left
    assert table.layout["ann"] == {}


def test_a_bet_that_is_moved_stays_what_it_was_made_of() -> None:
    table, _ = done(seated(cash=500, only_to_stake=600), bet(1000, "place:6"))
    table, _ = done(table, MoveBet(seat="ann", wager="place:6", to="place:8"))
    assert anns(table) == (0, 0, 100)
    assert table.layout["ann"]["place:8"].promotional == Promotional(600)


def test_a_round_that_is_void_gives_back_what_was_staked_as_what_it_was() -> None:
    table, _ = done(seated(cash=500, only_to_stake=600, promised=200), bet(1000))
    after, (void,) = done(table, VoidRound())
    assert isinstance(void, RoundVoided)
    assert [each.promotional for each in void.decided] == [Promotional(600, 200)]
    assert anns(after) == (600, 200, 500)
    assert "Of it $6.00 restricted and $2.00 unrestricted credits." in told(table, void)[-1]


def test_a_stake_that_won_is_cash_and_one_that_lost_is_gone() -> None:
    table, _ = done(seated(cash=500, only_to_stake=1000), bet(1000))
    won, (settled,) = done(table, fell("3-4"))
    assert isinstance(settled, RoundSettled)
    assert settled.decided[0].result is Result.WIN
    assert anns(won) == (0, 0, 500 + settled.decided[0].paid)
    lost, _ = done(table, fell("1-2"))
    assert anns(lost) == (0, 0, 500)
    assert lost.book.balances == {"outside": -500, "promotions": -1000, "house": 1000, "rack:ann": 500}


def test_a_push_gives_back_what_it_was_made_of() -> None:
    table, _ = done(seated(cash=500, only_to_stake=600), bet(1000, "dont-pass-line"))
    after, (settled,) = done(table, fell("6-6"))
    assert isinstance(settled, RoundSettled)
    assert settled.decided[0].result is Result.PUSH
    assert anns(after) == (600, 0, 500)


def test_restricted_credits_are_never_paid_out_and_unrestricted_ones_are() -> None:
    table = seated(cash=500, only_to_stake=1000, promised=2000)
    after, (collected,) = done(table, Collect(seat="ann", tender=Tender(Way.TICKET)))
    assert isinstance(collected, MoneyCollected)
    assert (collected.amount, anns(after), after.book.balance(TICKETS)) == (2500, (1000, 0, 0), 2500)
    after, (called,) = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert isinstance(called, HandPayCalled)
    assert (called.amount, anns(after)) == (2500, (1000, 0, 0))
    outcome = refused(seated(only_to_stake=1000), Collect(seat="ann"))
    assert outcome.sentence == "There is nothing to collect: $10.00 can only be staked."


def test_what_could_be_paid_out_can_be_withheld_and_comes_back_as_cash() -> None:
    table = seated(cash=500, only_to_stake=1000, promised=2000)
    operator = Person("mia", "operator")
    order = Withhold(seat="ann", amount=Cents(2500), by=operator, why="It is looked into.")
    assert refused(table, replace(order, amount=Cents(2501))).reason is Reason.BAD_AMOUNT
    table, _ = done(table, order)
    assert anns(table) == (1000, 0, 0)
    released = Release(seat="ann", amount=Cents(2500), to_player=True, by=operator, why="Nothing was wrong.")
    table, _ = done(table, released)
    assert anns(table) == (1000, 0, 2500)


def test_who_leaves_forfeits_restricted_credits_and_is_told() -> None:
    table = seated(cash=500, only_to_stake=1000, promised=2000)
    after, (left,) = done(table, LeaveSeat(seat="ann", tender=Tender(Way.TICKET)))
    assert isinstance(left, SeatLeft)
    assert (left.amount, left.forfeited) == (2500, 1000)
    assert after.book.balances == {"outside": -500, "promotions": -2000, "tickets": 2500}
    assert after.meters.terminal("ann").taken == {"ticket": 2500, "restricted": 1000}
    assert told(table, left) == ["ann leaves with $25.00 (ticket). $10.00 that could only be staked is forfeited."]


def test_a_win_that_is_corrected_away_is_owed_and_the_credits_are_where_the_other_round_leaves_them() -> None:
    table, _ = done(seated(only_to_stake=1000), bet(1000), fell("3-4"), Collect(seat="ann"), LeaveSeat(seat="ann"))
    assert table.book.balances == {"promotions": -1000, "house": -4500, "outside": 5500}
    order = CorrectOutcome(round=1, outcome=OutcomeName("1-1"), by=MANAGER, why="It was misread.")
    corrected, _ = done(table, order)
    assert corrected.book.balances == {"promotions": -1000, "house": 1000, "outside": 5500, "owed:ann": -5500}
    void, _ = done(table, VoidRound(by=MANAGER, ground="disorder", round=1))
    # What goes back as restricted credits ends with the visit, which is over.
    assert void.book.balances == {"outside": 5500, "owed:ann": -5500}


def test_bets_that_were_invalid_give_restricted_credits_back_and_take_the_winnings() -> None:
    for outcome in ("3-4", "1-2"):
        table, _ = done(seated(cash=500, only_to_stake=1000), bet(1200), fell(outcome))
        after, _ = done(table, DeclareInvalid(seat="ann", by=MANAGER, why="The card is somebody else's."))
        assert anns(after) == (1000, 0, 500)
        assert after.book.balance(HOUSE) == 0


def test_bets_of_somebody_who_has_left_were_invalid_and_what_goes_back_is_owed_to_them() -> None:
    """Nobody can collect from a place that is no longer theirs; restricted credits ended with the visit."""
    before = seated(cash=500, only_to_stake=1000, promised=200)
    table, _ = done(before, bet(1300), fell("1-2"), LeaveSeat(seat="ann"))
    after, (declared,) = done(table, DeclareInvalid(seat="ann", by=MANAGER, why="The card is somebody else's."))
    assert after.book.balances == {"outside": -100, "promotions": -200, "owed:ann": 300}
    assert told(table, declared)[-1] == "  $10.00 of it could only be staked, and is forfeited."
    table, _ = done(before, bet(1300), fell("3-4"), LeaveSeat(seat="ann"))
    after, _ = done(table, DeclareInvalid(seat="ann", by=MANAGER, why="The card is somebody else's."))
    assert after.book.balances == {"outside": 7050, "promotions": -200, "owed:ann": -6850}
