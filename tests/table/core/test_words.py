"""Events in sentences: each is one line that can be printed anywhere, also where an old line of the journal is not."""

from commanded import a_table, done
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.core.words import told
from croupier.table.money.locks import LockTerminal
from croupier.table.money.seats import TakeSeat

KIM = Person("Kim", "casino-supervisor")


def test_what_a_terminal_would_interpret_is_escaped() -> None:
    table, _ = done(a_table("ministar-roulette-2018"), TakeSeat(seat="ann", chips=Cents(100)))
    table, events = done(table, LockTerminal(seat="ann", by=KIM, why="x\x1b[2J\x07\0\n     9  Kim pays.\u202e é"))
    (line,) = (line for event in events for line in told(table, event))
    assert line == r"Kim (casino supervisor) locks the place of ann: x\x1b[2J\x07\x00\n     9  Kim pays.\u202e é."
