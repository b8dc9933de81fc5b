"""Results that were corrected and rounds that are void, as the displays of a table mark them."""

from commanded import a_table, done
from croupier.rules.outcomes import OutcomeName
from croupier.server.result_marks import result_marks
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.memory import SHOWN
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.voiding import VoidRound

CARL = Person("Carl", "casino-supervisor")


def after(*outcomes: str, table: Table | None = None) -> Table:
    table = table or a_table("star-sicbo-2016")
    return done(table, *(EnterOutcome(outcome=OutcomeName(each)) for each in outcomes))[0]


def corrected(table: Table, round: int, outcome: str) -> Table:
    return done(table, CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=CARL, why="It was misread."))[0]


def voided(table: Table, round: int) -> Table:
    return done(table, VoidRound(round=round, ground="disorder", by=CARL))[0]


def marks(table: Table, shown: int = SHOWN) -> list[tuple[int, str, bool]]:
    return [(each.at, each.was, each.is_void) for each in result_marks(table, shown)]


def test_a_corrected_result_says_what_it_was() -> None:
    table = corrected(after("1-2-3", "2-2-4", "3-4-5"), 2, "2-3-4")
    assert table.results == ("1-2-3", "2-3-4", "3-4-5")
    assert marks(table) == [(1, "2-2-4", False)]
    again = corrected(table, 2, "1-1-2")
    assert again.results == ("1-2-3", "1-1-2", "3-4-5")
    assert marks(again) == [(1, "2-2-4", False)], "what was entered, not what it was corrected to before"
    assert marks(corrected(again, 2, "2-2-4")) == [], "it stands as it was entered"


def test_a_void_round_stands_between_the_results_before_and_after_it() -> None:
    table = corrected(after("1-2-3", "2-2-4", "3-4-5", "1-5-6"), 4, "2-5-6")
    table = voided(table, 2)
    assert table.results == ("1-2-3", "3-4-5", "2-5-6")
    assert marks(table) == [(1, "2-2-4", True), (2, "1-5-6", False)], "the later mark moves up with its result"
    assert marks(voided(table, 4)) == [(1, "2-2-4", True), (2, "2-5-6", True)]


def test_a_void_of_the_newest_round_stands_after_all_results() -> None:
    table = voided(after("1-2-3", "2-2-4"), 2)
    assert (table.results, marks(table)) == (("1-2-3",), [(1, "2-2-4", True)])
    assert marks(after("1-1-2", table=table)) == [(1, "2-2-4", True)]


def test_marks_go_with_the_results_that_are_shown_no_more() -> None:
    table = corrected(after("1-2-3", "2-2-4", "3-4-5"), 2, "2-3-4")
    assert marks(table, 2) == [(0, "2-2-4", False)]
    assert marks(table, 1) == []
    table = after(*["1-2-4"] * SHOWN, table=table)
    assert marks(table) == []
    last = table.round.number
    assert [each.round for each in corrected(table, last, "1-2-3").superseded] == [last]
