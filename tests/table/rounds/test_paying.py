"""The order in which a dealer takes and pays, and what rounding adds."""

from commanded import done
from craps_hand import BOX, PAID, bet, craps, thrown
from croupier.catalogue import ruleset
from croupier.ledger.accounts import COMMISSION, rack
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.payment import Occasion
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.paying import areas_lit, commissions, payments
from croupier.table.rounds.results import FinishPaying
from croupier.table.rounds.voiding import VoidRound
from hands import carried_out, chips_of

SUPERVISOR = Person("Sue", "casino-supervisor")


def test_losing_bets_are_taken_first_and_then_winners_are_paid_clockwise() -> None:
    bets = bet("bob", "place-win:6", 500), bet("ann", "place-win:6", 1200), bet("ann", "field", 500), bet("bob", "field", 500)
    table, _ = done(craps(), *bets, *thrown("3-3"))
    found = [(each.seat, each.wager, each.take, each.pay, each.breakage) for each in payments(table)]
    assert found == [
        ("ann", "field", 500, 0, 0),
        ("bob", "field", 500, 0, 0),
        ("ann", "place-win:6", 0, 1400, 0),
        ("bob", "place-win:6", 0, 600, 16),  # $5.83 by the odds of 7 to 6, to the next payable chip (6.7)
    ]
    assert "place-win:6" in areas_lit(table)
    assert "field" not in areas_lit(table)


def test_what_goes_out_is_what_the_books_have_moved() -> None:
    before, _ = done(craps(), bet("bob", "place-win:6", 500), bet("ann", "field", 500))
    table, _ = done(before, *thrown("3-3"))
    for seat in ("ann", "bob"):
        own = [each for each in payments(table) if each.seat == seat]
        stays = sum(each.back for each in own if each.stays)
        moved = table.book.balance(rack(seat)) - before.book.balance(rack(seat))
        assert moved == sum(each.pay + each.back for each in own) - stays


def test_nothing_is_left_to_pay_once_the_dealer_has_said_so() -> None:
    table, _ = done(craps(), *thrown("3-4"))
    assert {each.result for each in payments(table)} == {"lose"}
    after, _ = done(table, FinishPaying(by=BOX))
    assert payments(after) == ()
    assert areas_lit(after) == ()


def test_a_bet_that_has_travelled_to_the_place_of_a_winner_is_not_the_winner_left_up() -> None:
    """The come bet on 6 wins and comes down, and another come bet goes to 6."""
    table, _ = done(craps(), bet("bob", "come", 1000), *thrown("2-4"), *PAID)
    table, _ = done(table, bet("bob", "come", 1000), *thrown("1-5"))
    won = next(each for each in payments(table) if each.wager == "come:6")
    assert (won.pay, won.back, won.stays) == (1000, 1000, False)
    assert table.layout["bob"]["come:6"].stake == 1000


def test_the_losing_pieces_of_a_bet_that_wins_are_no_breakage() -> None:
    """A quarter of a Horn wins 16 to 1, the rest is lost: $16 less $3."""
    table, _ = done(craps(), bet("ann", "horn", 400), *thrown("1-2"))
    (won,) = payments(table)
    assert (won.pay, won.back, won.breakage) == (1300, 400, 0)


def test_bets_that_travel_are_moved_last_and_odds_go_back() -> None:
    """A come bet goes to its number. On the next come-out the odds of a come bet are off, and go back as their bet loses."""
    before, _ = done(craps(), bet("bob", "come", 1000), bet("ann", "field", 500), bet("ann", "dont-come", 500))
    table, _ = done(before, *thrown("2-4"))
    found = [(each.seat, each.wager, each.take, each.to, each.stake) for each in payments(table)]
    assert found == [
        ("ann", "field", 500, "", 500),
        ("ann", "dont-come", 0, "dont-come:6", 500),
        ("bob", "come", 0, "come:6", 1000),
    ]
    assert carried_out(chips_of(before), payments(table)) == chips_of(table)
    come_out = *PAID, bet("bob", "behind-come:6", 1000), *thrown("2-2"), *PAID, bet("ann", "win-line", 1000)
    table, _ = done(table, *come_out, *thrown("3-4"))
    odds = next(each for each in payments(table) if each.wager == "behind-come:6")
    assert (odds.take, odds.pay, odds.back, odds.result) == (0, 0, 1000, "push")


def sicbo() -> Table:
    """Ann and Bob have bets on Small and Big, and no more are taken."""
    dealer, rules = Person("Deb", "dealer"), ruleset("star-sicbo-2016").live({})
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 500, "payout_unit": 100})),
        TakeSeat(seat="ann", chips=Cents(10_000), place=2),
        TakeSeat(seat="bob", chips=Cents(10_000), place=1),
        ShakeDice(by=dealer, times=3),
        OpenBetting(by=dealer),
        PlaceBet(seat="ann", wager="small", stake=Cents(1000)),
        PlaceBet(seat="bob", wager="big", stake=Cents(500)),
        CloseBetting(by=dealer),
    )
    return table


def test_the_bets_of_a_void_round_are_given_back_clockwise_until_bets_are_open_again() -> None:
    before, dealer = sicbo(), Person("Deb", "dealer")
    ground = next(each.id for each in before.rules.procedures.powers_to[Act.VOID_ROUND][0].grounds)
    table, _ = done(before, VoidRound(by=SUPERVISOR, ground=ground))
    found = [(each.seat, each.wager, each.take, each.pay, each.back, each.occasion) for each in payments(table)]
    assert found == [("bob", "big", 0, 0, 500, Occasion.VOID), ("ann", "small", 0, 0, 1000, Occasion.VOID)]
    assert carried_out(chips_of(before), payments(table)) == chips_of(table)
    shaken, _ = done(table, ShakeDice(by=dealer, times=3))
    assert payments(shaken) == payments(table)
    opened, _ = done(shaken, OpenBetting(by=dealer))
    assert payments(opened) == ()


def test_a_forfeited_bet_is_taken() -> None:
    before = sicbo()
    fraud = next(
        ground.id for power in before.rules.procedures.powers_to[Act.VOID_ROUND] for ground in power.grounds if ground.fraud
    )
    table, _ = done(before, VoidRound(by=SUPERVISOR, ground=fraud, forfeit=("ann",)))
    assert [(each.seat, each.take, each.back) for each in payments(table)] == [("ann", 1000, 0), ("bob", 0, 500)]


def test_a_bet_that_is_refused_twice_is_given_back_twice() -> None:
    refuse = RefuseBet(seat="bob", wager="field", by=SUPERVISOR, why="The player is not sober.")
    table, _ = done(craps(), bet("bob", "field", 500), refuse, bet("bob", "field", 500), refuse)
    first, second = payments(table)
    assert (first.back, second.back, first.occasion) == (500, 500, Occasion.VOID)
    assert first != second, "each has a tick of its own"


def test_the_machine_of_an_electronic_table_gives_back_by_itself() -> None:
    rules = ruleset("ministar-roulette-2018").live({})
    manager = Person("Leo", "assistant-gaming-manager")
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 100})),
        TakeSeat(seat="ann", chips=Cents(10_000)),
        OpenBetting(),
        PlaceBet(seat="ann", wager="red", stake=Cents(1000)),
        VoidRound(by=manager, ground="disorder"),
    )
    assert not table.layout["ann"]
    assert payments(table) == ()


def test_a_commission_is_a_line_for_the_dealer_until_all_bets_are_paid() -> None:
    """It is charged when the bet is placed (6.1.24), and is taken then. A result took away the line that nobody had ticked."""
    table, _ = done(craps(), bet("bob", "buy:4", 10_000), bet("ann", "field", 500))
    lines = [(each.seat, each.wager, each.take, each.occasion) for each in commissions(table)]
    assert lines == [("bob", "buy:4", 500, Occasion.COMMISSION)]
    taken_back, _ = done(table, TakeDown(seat="bob", wager="buy:4"))
    assert [each.take for each in commissions(taken_back)] == [taken_back.book.balance(COMMISSION)] == [500], "it is kept"
    settled, _ = done(table, *thrown("3-3"))
    assert commissions(settled) == commissions(table), "the same line, so that its tick stays"
    assert commissions(done(settled, FinishPaying(by=BOX))[0]) == ()


def test_a_ruling_that_gives_a_commission_back_has_a_line_of_its_own() -> None:
    """The dealer who has not taken it yet takes it, and then gives it back."""
    table, _ = done(craps(), bet("bob", "buy:4", 10_000))
    ruled, _ = done(table, RefuseBet(seat="bob", wager="buy:4", by=SUPERVISOR, why="The player is not sober."))
    assert [each.take for each in commissions(ruled)] == [500]
    assert [(each.back, each.pay) for each in payments(ruled)] == [(10_000, 500)]


def test_a_commission_that_goes_back_with_the_bet_is_not_taken() -> None:
    """In proportion to what comes down (14(d))."""
    rules = ruleset("adelaide-craps-2003").live({})
    seated = TakeSeat(seat="ann", chips=Cents(100_000)), OpenBetting(by=Person("Stu", "stickman"))
    table, _ = done(open_table(rules, rules.sign({"minimum": 500})), *seated, bet("ann", "buy-win:4", 10_000))
    for amount, left in ((Cents(4_000), 300), (None, 0)):
        less, _ = done(table, TakeDown(seat="ann", wager="buy-win:4", amount=amount))
        assert sum(each.take for each in commissions(less)) == less.book.balance(COMMISSION) == left
