"""The order in which a dealer takes and pays, and what rounding adds."""

from commanded import done
from croupier.catalogue import ruleset
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import AcceptDice, OfferDice
from croupier.table.rounds.paying import areas_lit, payments
from croupier.table.rounds.results import EnterOutcome, FinishPaying
from croupier.table.rounds.shooting import ShootDice

STICK, BOX = Person("Stella", "stickperson"), Person("Box", "boxperson")


def craps() -> Table:
    """A point of 4 is on. Ann at place 1 shoots; Bob sits at place 2."""
    rules = ruleset("star-craps-2016").live({})
    table, _ = done(
        open_table(rules, rules.sign({"minimum": 500, "payout_unit": 100})),
        TakeSeat(seat="ann", chips=Cents(100_000), place=1),
        TakeSeat(seat="bob", chips=Cents(100_000), place=2),
        OpenBetting(by=STICK),
        *(PlaceBet(seat=seat, wager="win-line", stake=Cents(1000)) for seat in ("ann", "bob")),
        OfferDice(by=STICK, seat="ann"),
        AcceptDice(seat="ann", dice=(1, 2)),
        *thrown("2-2"),
        FinishPaying(by=BOX),
        OpenBetting(by=STICK),
    )
    return table


def thrown(outcome: str) -> tuple[Command, ...]:
    return ShootDice(seat="ann"), EnterOutcome(outcome=OutcomeName(outcome), by=STICK)


def bet(seat: str, wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat=seat, wager=wager, stake=Cents(stake))


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


def test_a_corrected_result_is_paid_anew() -> None:
    table, _ = done(craps(), bet("ann", "field", 500), *thrown("3-3"))
    order = CorrectOutcome(round=table.past[-1].round, outcome=OutcomeName("4-5"), by=BOX, why="The dice show 9.")
    after, _ = done(table, order)
    assert [(each.wager, each.pay) for each in payments(after)] == [("field", 500)]


def test_a_bet_that_has_travelled_to_the_place_of_a_winner_is_not_the_winner_left_up() -> None:
    """The come bet on 6 wins and comes down, and another come bet goes to 6."""
    table, _ = done(craps(), bet("bob", "come", 1000), *thrown("2-4"), FinishPaying(by=BOX), OpenBetting(by=STICK))
    table, _ = done(table, bet("bob", "come", 1000), *thrown("1-5"))
    won = next(each for each in payments(table) if each.wager == "come:6")
    assert (won.pay, won.back, won.stays) == (1000, 1000, False)
    assert table.layout["bob"]["come:6"].stake == 1000


def test_the_losing_pieces_of_a_bet_that_wins_are_no_breakage() -> None:
    """A quarter of a Horn wins 16 to 1, the rest is lost: $16 less $3."""
    table, _ = done(craps(), bet("ann", "horn", 400), *thrown("1-2"))
    (won,) = payments(table)
    assert (won.pay, won.back, won.breakage) == (1300, 400, 0)
