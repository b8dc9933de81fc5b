"""A wager that ends, and a table that closes: what stands goes on or goes back, and nothing new is taken."""

import pytest

from commanded import a_table, done, refused
from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.state import Table
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.days import CloseTable
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.signs import PostNotice
from croupier.table.rounds.results import EnterOutcome

SICBO, STAR = "star-sicbo-2016", "star-craps-2016"
SUPERVISOR = Person("mia", "casino-supervisor")
STREAK = "super-streak:small-big"
SMALL = EnterOutcome(outcome=OutcomeName("1-2-3"))
TWENTY = 20 * 60_000


def seated(name: str, *commands: Command) -> Table:
    return done(a_table(name), *(TakeSeat(seat=seat, chips=Cents(5000)) for seat in ("ann", "bob")), *commands)[0]


def streak(seat: str) -> PlaceBet:
    return PlaceBet(seat=seat, wager=STREAK, stake=Cents(500))


def test_6_6_the_sign_is_the_final_call_for_super_streak_and_bets_that_stand_are_played_out() -> None:
    """The final call holds until the bets that are open close. After them, and once the wager has ended, none is taken."""
    sign = PostNotice(act=Act.END_WAGER, wager="super-streak", takes_effect=TWENTY, by=SUPERVISOR, why="It is late.")
    table = seated(SICBO, SMALL, streak("ann"), sign)
    ended, _ = done(table, EndWager(wager="super-streak", by=SUPERVISOR, why="It is late.", at=TWENTY))
    done(table, streak("bob"))
    for each in (done(table, SMALL)[0], ended):
        assert refused(each, streak("bob")).reason is Reason.NOT_OFFERED
    over, _ = done(ended, *[SMALL] * 4, EnterOutcome(outcome=OutcomeName("4-5-6")))
    assert (over.book.balance(rack("ann")), over.book.balance(rack("bob"))) == (8000, 5000)


@pytest.mark.parametrize("name", [STAR, SICBO])
def test_9_8_a_table_closes_over_no_bet_and_gives_back_what_it_does_not_play_out(name: str) -> None:
    wager = "any-seven" if name == STAR else "small"
    sign = PostNotice(act=Act.CLOSE_TABLE, takes_effect=TWENTY, by=SUPERVISOR, why="The night is over.")
    table = seated(name, PlaceBet(seat="ann", wager=wager, stake=Cents(500)), sign)

    def close(*, refund: bool) -> CloseTable:
        return CloseTable(refund=refund, by=SUPERVISOR, why="The night is over.", at=TWENTY)

    assert refused(table, close(refund=False)).reason is Reason.BETS_STANDING
    closed, _ = done(table, close(refund=True))
    assert (closed.desk.closed, closed.book.balance(rack("ann")), closed.book.balance(felt("ann"))) == (True, 5000, 0)
