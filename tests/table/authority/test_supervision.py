"""Who supervises the table: a person who may, until another takes it over or it is ended."""

from commanded import a_table, done, refused
from croupier.table.authority.supervision import EndSupervision, TakeSupervision
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.core.words import told

SICBO, CRAPS = "star-sicbo-2016", "star-craps-2016"
SUE, TOM = Person("Sue", "games-supervisor"), Person("Tom", "games-supervisor")


def test_1_1_a_games_supervisor_supervises_the_table() -> None:
    """Anybody else may not; one relieves another, and ends it also for one who has left."""
    table = a_table(SICBO)
    assert refused(table, EndSupervision(by=SUE)).sentence == "Nobody supervises this table."
    answer = refused(table, TakeSupervision(by=Person("Carl", "casino-supervisor")))
    assert (answer.reason, answer.clause) == (Reason.NOT_YOUR_POWER, "1.1:games-supervisor")
    table, events = done(table, TakeSupervision(by=SUE))
    assert told(table, events[0]) == ["Sue (games supervisor) supervises the table from now on (1.1:games-supervisor)."]
    assert refused(table, TakeSupervision(by=SUE)).sentence == "Sue supervises this table already."
    table, _ = done(table, TakeSupervision(by=TOM))
    assert table.desk.supervisor == TOM
    table, events = done(table, EndSupervision(by=SUE))
    assert told(table, events[0]) == ["Sue (games supervisor) ends the supervision of the table (1.1:games-supervisor)."]
    assert table.desk.supervisor is None


def test_where_no_document_tells_of_it_nobody_supervises() -> None:
    assert refused(a_table(CRAPS), TakeSupervision(by=Person("Bo", "boxperson"))).reason is Reason.NO_SUCH_POWER
