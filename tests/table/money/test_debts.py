"""Money demanded back from players who have collected it: the debt, and what is withheld for it, to the cent."""

import pytest

from commanded import a_table, done, refused
from croupier.ledger.accounts import CAGE, HOUSE, owed, rack, withheld
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.adjusting import AdjustCredit
from croupier.table.money.cards import InsertCard, RemoveCard
from croupier.table.money.credit import Collect, InsertMoney, MoneyCollected
from croupier.table.money.debts import DebtWithheld, DemandReturn, ReturnDemanded, debt_of
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, SeatLeft, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.terminals import DeclareFault
from invariants import assert_the_books_are_in_order

ROULETTE, ARUZE = "ministar-roulette-2018", "aruze-craps-2024"
OPERATOR, MANAGER = Person("Olga", "operator"), Person("Leo", "assistant-gaming-manager")
EVEN = {ROULETTE: ("red", "1", "2"), ARUZE: ("pass-line", "3-4", "1-1")}
"""A wager that pays 1 to 1, and an outcome that wins it and one that loses it."""


def sits(cents: int, seat: str = "ann") -> TakeSeat:
    return TakeSeat(seat=seat, chips=Cents(cents))


def demands(cents: int, player: str | None = None) -> DemandReturn:
    return DemandReturn(seat="ann", amount=Cents(cents), player=player, by=OPERATOR, why="It is looked into.")


def bet(wager: str, cents: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(cents))


def fell(outcome: str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(outcome))


def releases(cents: int, *, to_player: bool) -> Release:
    return Release(seat="ann", amount=Cents(cents), to_player=to_player, by=OPERATOR, why="It is decided.")


def corrects(round: int, outcome: str) -> CorrectOutcome:
    return CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=MANAGER, why="It was misread.")


def played(table: Table, *commands: Command) -> Table:
    """The books and meters are in order after every command."""
    for command in commands:
        table, _ = done(table, command)
        assert_the_books_are_in_order(table)
        assert [disagreement(table, seat) for seat in ("ann", "bob")] == ["", ""]
    return table


def held(table: Table, seat: str = "ann") -> tuple[int, int, int]:
    """What a player has, what is withheld, and what is owed: below zero if the player owes it."""
    book = table.book
    return book.balance(rack(seat)), book.balance(withheld(seat)), book.balance(owed(seat))


@pytest.mark.parametrize("name", EVEN)
def test_aruze_6_5_ministar_7_5_a_debt_is_withheld_from_what_the_player_brings_until_it_is_paid(name: str) -> None:
    table = played(a_table(name), sits(10_000), LeaveSeat(seat="ann"), demands(7000))
    assert held(table) == (0, 7000, -7000)
    table = played(table, sits(3000))
    assert (held(table), debt_of(table, "ann")) == ((0, 7000, -4000), 4000)
    table = played(table, InsertMoney(seat="ann", amount=Cents(5000)))
    assert (held(table), table.desk.debts) == ((1000, 7000, 0), {})
    kept = played(table, releases(7000, to_player=False))
    assert (held(kept), kept.book.balance(HOUSE)) == ((1000, 0, 0), 7000)
    back = played(table, releases(7000, to_player=True))
    assert (held(back), back.book.balance(HOUSE)) == ((8000, 0, 0), 0)


@pytest.mark.parametrize("name", EVEN)
def test_a_debt_is_withheld_from_winnings(name: str) -> None:
    wager, wins, _ = EVEN[name]
    table = played(a_table(name), sits(10_000), bet(wager, 4000), fell(wins))
    table = played(table, Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(4000)), bet(wager, 4000), demands(9000))
    assert held(table) == (0, 9000, -9000)
    table, events = done(table, fell(wins))
    assert [each.amount for each in events if isinstance(each, DebtWithheld)] == [8000]
    assert held(table) == (0, 9000, -1000)


def test_nothing_leaves_a_terminal_before_the_debt_is_withheld() -> None:
    """A stake that is taken down is credit again. It is withheld when the player collects, leaves or is paid by hand."""
    table = played(a_table(ROULETTE), sits(10_000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(5000)))
    table = played(table, bet("red", 5000), demands(3000), TakeDown(seat="ann", wager="red"))
    assert held(table) == (5000, 3000, -3000)
    for leaving, paid in ((Collect(seat="ann"), MoneyCollected), (LeaveSeat(seat="ann"), SeatLeft)):
        after, (kept, went) = done(table, leaving)
        assert isinstance(kept, DebtWithheld)
        assert isinstance(went, paid)
        assert (kept.amount, went.amount, held(after)) == (3000, 2000, (0, 3000, 0))
    after, _ = done(table, Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert after.desk.hand_pays == {"ann": 2000}
    more = played(a_table(ROULETTE), sits(5000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(2000)))
    more = played(more, bet("red", 2000), demands(5000), TakeDown(seat="ann", wager="red"))
    more, (kept,) = done(more, Collect(seat="ann"))
    assert held(more) == (0, 5000, -3000)


@pytest.mark.parametrize("name", EVEN)
def test_a_demand_covers_what_is_owed_after_a_correction_and_charges_only_the_rest(name: str) -> None:
    wager, wins, loses = EVEN[name]
    table = played(a_table(name), sits(5000), bet(wager, 4000), fell(wins), Collect(seat="ann"), corrects(1, loses))
    assert held(table) == (0, 0, -8000)
    _, (demand, *_) = done(table, demands(6000))
    assert isinstance(demand, ReturnDemanded)
    assert demand.charged == 0
    table = played(table, demands(6000), InsertMoney(seat="ann", amount=Cents(7000)))
    assert (held(table), table.desk.debts) == ((1000, 0, -2000), {})
    assert table.book.balance(HOUSE) == 4000 + 8000 - 8000
    table = played(table, bet(wager, 1000), demands(2500))
    assert held(table) == (0, 500, -2500)


@pytest.mark.parametrize("name", EVEN)
def test_a_correction_before_the_demand_leaves_the_player_owing_what_was_demanded(name: str) -> None:
    """What had been charged to the withheld money is owed to the house instead, because it is decided now."""
    wager, wins, loses = EVEN[name]
    table = played(a_table(name), sits(4000), bet(wager, 4000), fell(wins), Collect(seat="ann"), demands(6000))
    table = played(table, InsertMoney(seat="ann", amount=Cents(1000)))
    assert (held(table), table.book.balance(HOUSE)) == ((0, 6000, -5000), -4000)
    table = played(table, corrects(1, loses))
    assert (held(table), table.book.balance(HOUSE), debt_of(table, "ann")) == ((0, 0, -7000), 4000, 5000)
    table = played(table, corrects(1, wins))
    assert (held(table), table.book.balance(HOUSE), debt_of(table, "ann")) == ((0, 6000, -5000), -4000, 5000)


@pytest.mark.parametrize("name", EVEN)
def test_winnings_that_a_correction_brings_are_withheld_too(name: str) -> None:
    wager, wins, loses = EVEN[name]
    table = played(a_table(name), sits(10_000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(1000)))
    table = played(table, bet(wager, 1000), demands(5000), fell(loses))
    assert held(table) == (0, 5000, -5000)
    table = played(table, corrects(1, wins))
    assert held(table) == (0, 5000, -3000)
    table = played(table, corrects(1, loses))
    assert held(table) == (0, 5000, -5000)


def test_money_that_is_released_to_a_player_ends_the_demand_first() -> None:
    table = played(a_table(ARUZE), sits(9000), Collect(seat="ann"), demands(9000))
    table = played(table, InsertMoney(seat="ann", amount=Cents(2000)), releases(8000, to_player=True))
    assert (held(table), debt_of(table, "ann")) == ((1000, 1000, 0), 0)
    assert table.meters.terminal("ann").released == 8000
    gone = played(a_table(ARUZE), sits(9000), LeaveSeat(seat="ann"), demands(4000), releases(4000, to_player=True))
    assert (held(gone), gone.desk.debts) == ((0, 0, 0), {})


def test_a_debt_is_withheld_at_the_terminal_with_the_card_and_not_from_another_player() -> None:
    table = played(a_table(ROULETTE), sits(10_000), InsertCard(seat="ann", player="Dan"), LeaveSeat(seat="ann"))
    table = played(table, demands(6000, "Dan"), sits(1000), InsertCard(seat="ann", player="Eve"), sits(4000, "bob"))
    assert held(table) == (1000, 6000, -6000), "the money of another player is not withheld, whose card is not in yet"
    table = played(table, InsertMoney(seat="ann", amount=Cents(700)), InsertCard(seat="bob", player="Dan"))
    assert (held(table), held(table, "bob")) == ((1700, 6000, -2000), (0, 0, 0))
    ann, bob = table.meters.terminal("ann"), table.meters.terminal("bob")
    assert (ann.brought["returned"], bob.taken["returned"]) == (4000, 4000)
    assert refused(table, DemandReturn(seat="bob", amount=Cents(1), by=OPERATOR, why="x")).reason is Reason.BAD_AMOUNT


def test_a_hand_pay_is_not_paid_to_a_debtor_but_taken_back() -> None:
    table = played(a_table(ROULETTE, hand_pay_limit=10_000), sits(20_000), Collect(seat="ann"))
    table = played(table, InsertMoney(seat="ann", amount=Cents(1000)), bet("straight:1", 1000), demands(15_000), fell("1"))
    assert (held(table), table.desk.hand_pays) == ((0, 15_000, -14_000), {"ann": 35_000})
    refusal = refused(table, PayByHand(seat="ann", by=OPERATOR, why="x"))
    assert (refusal.reason, refusal.clause) == (Reason.DEBT_OPEN, "7.5")
    table = played(table, TakeBackHandPay(seat="ann", by=OPERATOR, why="It repays the debt."))
    assert (held(table), table.desk.debts, table.book.balance(CAGE)) == ((21_000, 15_000, 0), {}, 0)


def test_a_hand_pay_at_another_terminal_is_not_paid_to_a_debtor_known_by_card() -> None:
    table = played(a_table(ROULETTE, hand_pay_limit=10_000), sits(20_000), LeaveSeat(seat="ann"), sits(1000, "bob"))
    table = played(table, InsertCard(seat="bob", player="Dan"), PlaceBet(seat="bob", wager="straight:1", stake=Cents(1000)))
    table = played(table, demands(15_000, "Dan"), fell("1"))
    assert (table.desk.hand_pays, debt_of(table, "ann")) == ({"bob": 35_000}, 14_000)
    assert refused(table, PayByHand(seat="bob", by=OPERATOR, why="x")).reason is Reason.DEBT_OPEN
    table = played(table, TakeBackHandPay(seat="bob", by=OPERATOR, why="It repays the debt."), Collect(seat="bob"))
    assert (held(table), held(table, "bob"), table.desk.debts) == ((0, 15_000, 0), (0, 0, 0), {})
    assert table.meters.terminal("bob").taken["other"] == 35_000 - 14_000


def test_a_second_demand_keeps_the_player_that_the_first_one_named() -> None:
    table = played(a_table(ROULETTE), sits(10_000), Collect(seat="ann"), demands(3000, "Dan"), demands(2000))
    assert (debt_of(table, "ann"), table.desk.debts["ann"].player) == (5000, "Dan")
    assert refused(table, demands(1000, "Eve")).reason is Reason.DEBT_OPEN


def test_only_what_was_collected_is_demanded_back_and_only_by_the_operator() -> None:
    table = played(a_table(ARUZE), sits(5000), Collect(seat="ann"), demands(3000))
    assert refused(table, demands(2001)).reason is Reason.BAD_AMOUNT
    assert refused(table, demands(0)).reason is Reason.BAD_AMOUNT
    order = DemandReturn(seat="ann", amount=Cents(100), by=MANAGER, why="x")
    assert (refused(table, order).reason, refused(table, order).clause) == (Reason.NOT_YOUR_POWER, "6.5")
    star = played(a_table("star-craps-2016"), sits(5000))
    order = DemandReturn(seat="ann", amount=Cents(100), by=Person("Kim", "casino-supervisor"), why="x")
    assert refused(star, order).reason is Reason.NO_SUCH_POWER


def test_what_another_player_at_the_seat_has_does_not_repay_the_debt() -> None:
    table = played(a_table(ROULETTE, hand_pay_limit=10_000), sits(30_000), InsertCard(seat="ann", player="Dan"))
    table = played(table, LeaveSeat(seat="ann"), demands(30_000, "Dan"), sits(1000), InsertCard(seat="ann", player="Eve"))
    won = played(table, bet("straight:1", 1000), fell("1"))
    back = played(won, TakeBackHandPay(seat="ann", by=OPERATOR, why="She asked for credit."))
    assert (held(back), debt_of(back, "ann")) == ((36_000, 30_000, -30_000), 30_000)
    assert played(won, PayByHand(seat="ann", by=OPERATOR, why="x")).book.balance(CAGE) == 35_000
    kept = Withhold(seat="ann", amount=Cents(1000), by=OPERATOR, why="It is looked into.")
    assert held(played(table, kept, releases(1000, to_player=True))) == (1000, 30_000, -30_000)


def test_a_debt_is_withheld_before_the_card_is_gone_and_from_money_that_staff_give() -> None:
    table = played(a_table(ROULETTE), sits(20_000), LeaveSeat(seat="ann"), sits(5000, "bob"))
    table = played(table, PlaceBet(seat="bob", wager="red", stake=Cents(5000)), demands(20_000, "Dan"))
    table = played(table, InsertCard(seat="bob", player="Dan"), TakeDown(seat="bob", wager="red"))
    assert held(table, "bob") == (5000, 0, 0)
    for gone in (RemoveCard(seat="bob"), InsertCard(seat="bob", player="Eve")):
        assert (held(played(table, gone), "bob"), debt_of(played(table, gone), "ann")) == ((0, 0, 0), 15_000)
    faulty = played(
        table,
        RemoveCard(seat="bob"),
        InsertCard(seat="bob", player="Dan"),
        DeclareFault(seat="bob", by=MANAGER, why="wrong-credits"),
    )
    raised = AdjustCredit(seat="bob", amount=Cents(700), up=True, by=MANAGER, why="It showed too little.")
    assert (held(played(faulty, raised), "bob"), debt_of(played(faulty, raised), "ann")) == ((0, 0, 0), 14_300)


@pytest.mark.parametrize("name", EVEN)
def test_a_corrected_history_withholds_what_direct_play_withholds(name: str) -> None:
    wager, wins, loses = EVEN[name]
    table = played(
        a_table(name), sits(10_000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(4000)), bet(wager, 4000)
    )
    later = played(table, fell(loses), demands(5000), corrects(1, wins))
    assert held(later) == held(played(table, fell(wins), demands(5000))) == (3000, 5000, 0)
    more = InsertMoney(seat="ann", amount=Cents(3000))
    earlier = played(table, demands(5000), fell(wins), more, corrects(1, loses))
    assert held(earlier) == held(played(table, demands(5000), fell(loses), more)) == (0, 5000, -2000)


def test_a_demand_that_kept_credit_pays_leaves_no_debt() -> None:
    table = played(a_table(ROULETTE), sits(10_000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(5000)))
    table = played(table, ReleaseSeat(seat="ann"), demands(3000))
    assert (table.book.balance(owed("ann")), table.desk.debts) == (2000, {})


@pytest.mark.parametrize("name", EVEN)
def test_money_that_has_come_back_is_not_demanded_again(name: str) -> None:
    table = played(a_table(name), sits(10_000), Collect(seat="ann"), demands(6000), InsertMoney(seat="ann", amount=Cents(6000)))
    assert (held(table), debt_of(table, "ann")) == ((0, 6000, 0), 0)
    refusal = refused(table, demands(4001))
    assert refusal.reason is Reason.BAD_AMOUNT
    assert "ann has collected $40.00 that was not demanded before" in refusal.message
    table = played(table, demands(4000))
    assert refused(table, demands(1)).reason is Reason.BAD_AMOUNT


def test_what_the_player_was_excused_may_be_demanded_again_and_what_was_given_back_once_it_is_collected() -> None:
    excused = played(a_table(ARUZE), sits(9000), Collect(seat="ann"), demands(9000), releases(4000, to_player=True))
    assert refused(excused, demands(4001)).reason is Reason.BAD_AMOUNT
    played(excused, demands(4000))
    paid = played(excused, InsertMoney(seat="ann", amount=Cents(5000)), releases(5000, to_player=True))
    assert refused(paid, demands(4001)).reason is Reason.BAD_AMOUNT
    played(paid, Collect(seat="ann"), demands(9000))


def test_one_cent_is_demanded_back_but_nothing_that_waits_to_be_paid_or_was_taken_back() -> None:
    table = played(a_table(ROULETTE, hand_pay_limit=10_000), sits(30_000), Collect(seat="ann", tender=Tender(Way.HAND_PAY)))
    assert refused(table, demands(1)).message == "$0.01 cannot be demanded back: ann has collected $0.00 (7.5)."
    back = played(table, TakeBackHandPay(seat="ann", by=OPERATOR, why="She asked for credit."))
    assert refused(back, demands(1)).reason is Reason.BAD_AMOUNT
    paid = played(table, PayByHand(seat="ann", by=OPERATOR, why="x"))
    assert refused(paid, demands(30_001)).reason is Reason.BAD_AMOUNT
    assert debt_of(played(paid, demands(1)), "ann") == 1
    assert debt_of(played(paid, demands(30_000)), "ann") == 30_000


@pytest.mark.parametrize("name", EVEN)
def test_what_was_withheld_on_leaving_is_withheld_again_after_a_correction_and_winnings_only_once(name: str) -> None:
    """Before it leaves, credit pays the debt. After a win, the settlement withholds by itself: both, once each."""
    wager, wins, loses = EVEN[name]
    table = played(a_table(name), sits(10_000), Collect(seat="ann"), InsertMoney(seat="ann", amount=Cents(5000)))
    table = played(table, bet(wager, 2000), demands(9000))
    direct = {
        fell_so: played(table, fell(fell_so), InsertMoney(seat="ann", amount=Cents(500)), LeaveSeat(seat="ann"))
        for fell_so in (wins, loses)
    }
    for first, then in ((wins, loses), (loses, wins)):
        corrected = played(direct[first], corrects(1, then))
        assert (held(corrected), debt_of(corrected, "ann")) == (held(direct[then]), debt_of(direct[then], "ann"))
