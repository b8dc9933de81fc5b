"""What a table has taken: the drop and the win of its gaming day, and of all days."""

from commanded import a_table, done
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.desk import Takings
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.takings import takings, takings_today
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.days import CloseTable, OpenDay
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome

KIM = Person("Kim", "casino-supervisor")
CASH, CHIPS = Tender(Way.CASH), Tender(Way.CHIPS)
FIVE_LOST = (PlaceBet(seat="ann", wager="big", stake=Cents(500)), EnterOutcome(outcome=OutcomeName("1-2-2")))
NEXT_DAY: tuple[Command, ...] = (
    LeaveSeat(seat="ann", tender=CHIPS),
    CloseTable(by=KIM, why="The night is over."),
    OpenDay(by=KIM, day="Tuesday"),
    TakeSeat(seat="ann", chips=Cents(3000), tender=CASH),
)


def test_drop_and_win_begin_at_zero_with_the_gaming_day() -> None:
    table, _ = done(a_table("star-sicbo-2016"), TakeSeat(seat="ann", chips=Cents(9000), tender=CASH))
    table, _ = done(table, InsertMoney(seat="ann", amount=Cents(1000), tender=CHIPS), *FIVE_LOST)
    assert takings(table) == takings_today(table) == Takings(9000, 500)
    table, _ = done(table, *NEXT_DAY)
    assert (takings_today(table), takings(table)) == (Takings(3000, 0), Takings(12_000, 500))
    table, _ = done(table, *FIVE_LOST)
    assert (takings_today(table), takings(table)) == (Takings(3000, 500), Takings(12_000, 1000))


def test_a_round_of_yesterday_that_is_corrected_does_not_count_today() -> None:
    table, _ = done(a_table("star-sicbo-2016"), TakeSeat(seat="ann", chips=Cents(9000), tender=CASH), *FIVE_LOST, *NEXT_DAY)
    correct = CorrectOutcome(round=1, outcome=OutcomeName("4-5-6"), by=KIM, why="The cameras show it.")
    table, _ = done(table, correct)
    assert takings(table).win == -500
    assert takings_today(table).win == 0
