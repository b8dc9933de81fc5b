"""How many rounds back a correction may go."""

from msgspec.structs import replace

from commanded import a_table, done, refused
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome


def test_a_table_that_settles_three_rounds_again_settles_the_last_three() -> None:
    table, _ = done(replace(a_table("star-craps-2016"), reach=3), TakeSeat(seat="ann", chips=Cents(5000)))
    for _ in range(5):
        bet = PlaceBet(seat="ann", wager="any-seven", stake=Cents(100))
        table, _ = done(table, bet, EnterOutcome(outcome=OutcomeName("1-1")))

    def corrected(round: int) -> CorrectOutcome:
        return CorrectOutcome(round=round, outcome=OutcomeName("3-4"), by=Person("max", "boxperson"), why="It was misread.")

    for round in (3, 4, 5):
        assert done(table, corrected(round))[0].book.balance(rack("ann")) == 4500 + 500
    for round in (1, 2):
        refusal = refused(table, corrected(round))
        assert (refusal.reason, "settles the last 3 rounds again" in refusal.message) == (Reason.UNKNOWN_ROUND, True)
