"""The most money at one seat of a live table: more than a browser could count to the cent is not taken."""

from commanded import a_table, done, refused
from croupier.ledger.accounts import felt, rack
from croupier.money import MOST_CENTS, Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.refusals import Reason
from croupier.table.money.credit import InsertMoney
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import OpenBetting

NOW = 1_800_000_000_000
SENTENCE = "cannot have more than $10,000,000,000,000.00 at this table."


def insert(amount: int, at: int = NOW) -> InsertMoney:
    return InsertMoney(seat="ann", amount=Cents(amount), at=at)


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


def test_a_scenario_without_a_clock_has_no_such_limit() -> None:
    done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(MOST_CENTS)), insert(1, at=0))
