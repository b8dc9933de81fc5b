"""The most money at one seat of a live table: more than a browser could count to the cent is not taken, and cannot be won."""

from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import felt, rack
from croupier.money import MOST_CENTS, MOST_STAKE, Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome

NOW = 1_800_000_000_000
SENTENCE = "cannot have more than $10,000,000,000,000.00 at this table."


def insert(amount: int, at: int = NOW) -> InsertMoney:
    return InsertMoney(seat="ann", amount=Cents(amount), at=at)


def bet(stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager="field", stake=Cents(stake), at=NOW)


def test_a_browser_counts_it_exactly() -> None:
    assert MOST_CENTS < 2**53


def test_credit_and_bets_and_what_comes_are_counted_together() -> None:
    table, _ = done(
        a_table("ministar-roulette-2018"),
        TakeSeat(seat="ann", chips=Cents(5000), at=NOW),
        OpenBetting(deadline=NOW + 1000, at=NOW),
        PlaceBet(seat="ann", wager="red", stake=Cents(2000), at=NOW),
    )
    assert (table.book.balance(rack("ann")), table.book.balance(felt("ann"))) == (3000, 2000)
    full, _ = done(table, insert(MOST_CENTS - 5000))
    for each, amount in ((table, MOST_CENTS - 4999), (full, 1)):
        said = refused(each, insert(amount))
        assert (said.reason, said.sentence) == (Reason.BAD_AMOUNT, f"ann {SENTENCE}")


def test_nobody_sits_down_with_more() -> None:
    """Credit that was kept comes back in any case; new money on top of it does not."""
    table, _ = done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(MOST_CENTS), at=NOW))
    table, _ = done(table, ReleaseSeat(seat="ann", at=NOW))
    said = refused(table, TakeSeat(seat="ann", chips=Cents(1), at=NOW))
    assert (said.reason, said.sentence) == (Reason.BAD_AMOUNT, f"ann {SENTENCE}")
    back, _ = done(table, TakeSeat(seat="ann", chips=Cents(0), at=NOW))
    assert back.book.balance(rack("ann")) == MOST_CENTS


def adelaide(chips: int, at: int = NOW) -> Table:
    """A table that takes bets over its maximum, with a bet that the next outcome decides."""
    return done(
        a_table("adelaide-craps-2003"),
        TakeSeat(seat="ann", chips=Cents(chips), at=at),
        OpenBetting(by=Person(name="bob", role="stickman"), at=at),
    )[0]


def test_no_bet_is_so_large_that_its_win_could_not_be_counted() -> None:
    table, _ = done(adelaide(MOST_CENTS), bet(MOST_STAKE - 1))
    done(table, bet(1))
    said = refused(table, bet(2))
    assert (said.reason, said.sentence) == (Reason.BAD_AMOUNT, "ann cannot have more than $100,000,000.00 on one wager.")


def test_whoever_has_won_too_much_collects_before_the_next_bet() -> None:
    opened = OpenBetting(deadline=NOW + 1000, at=NOW)
    table, _ = done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(MOST_CENTS), at=NOW), opened)
    red = PlaceBet(seat="ann", wager="red", stake=Cents(100), at=NOW)
    table, _ = done(
        table, red, SpinBall(at=NOW), CloseBetting(at=NOW + 1000), EnterOutcome(outcome=OutcomeName("1"), at=NOW + 1000)
    )
    assert table.book.balance(rack("ann")) == MOST_CENTS + 100
    table, _ = done(table, OpenBetting(deadline=NOW + 3000, at=NOW + 2000))
    said = refused(table, replace(red, at=NOW + 2000))
    assert said.reason is Reason.BAD_AMOUNT
    assert said.sentence == "ann has more than $10,000,000,000,000.00 at this table. Please collect it before the next bet."
    table, _ = done(table, Collect(seat="ann", at=NOW + 2000), replace(insert(100), at=NOW + 2000))
    done(table, replace(red, at=NOW + 2000))


def test_all_bets_of_a_seat_together_win_a_small_part_of_the_most_money() -> None:
    """So a seat with the most money is far from 2^53 after any round: the sum of the best wins of all wagers says how far."""
    for rules in map(ruleset, names()):
        best = sum(max(address.offer.wager.best.values()) + 1 for address in rules.addresses.values())
        assert 200 * MOST_STAKE * best < 2**53 - MOST_CENTS, rules.id


def test_a_scenario_without_a_clock_has_no_such_limit() -> None:
    done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(MOST_CENTS)), insert(1, at=0))
