"""Through which orders people give what a clause asks of them.

Most of it follows from the code that the trace names: a power or a step of the procedures is used through the orders that
are given under it, and a function that decides an order of the staff stands for that order. The column `given` of the
trace names only what does not follow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from croupier.catalogue import ruleset
from croupier.promotions.fold import PRIZE_REGISTER, PrizeRow
from croupier.rulebook.trace import Clause
from croupier.rules.powers import Act
from croupier.rules.procedures import Procedures
from croupier.rules.sequence import Phase
from croupier.table.authority.notices import GiveNotice
from croupier.table.core.rows import COMMANDS, FROM_STAFF, CommandRow, Sender

STAFF_PAGE, PLAY_PAGE = "/staff", "/play"
SHOWN_BY = {
    "src/croupier/terminal/static/staff": STAFF_PAGE,
    "src/croupier/terminal/static/display": "/display",
    "src/croupier/terminal/": PLAY_PAGE,
    "src/croupier/server/rules_pages.py": "/rules",
    "src/croupier/server/terms_pages.py": "/promotions",
    "src/croupier/rules/felt.py": PLAY_PAGE,
}
"""The page that code belongs to, by the beginning of its path. The first one counts."""


def with_orders(clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses, each with all orders through which people do their part, and with the pages where that is done or shown."""
    return [replace(each, given=orders_for(each), pages=pages_for(each)) for each in clauses]


def pages_for(clause: Clause) -> tuple[str, ...]:
    """The pages on which a clause is done, because its commands are given there, or shown, because its code draws them.

    Where a dealer runs the table, staff give the commands of players, too.
    """
    orders = orders_for(clause)
    decided = {row.kind for code in clause.code for row in _deciding().get(code, ())}
    rows = [row for row in COMMANDS.values() if _name(row) in orders or row.kind in decided]
    senders = {sender for row in rows for sender in row.senders}
    if Sender.PLAYER in senders and not ruleset(clause.ruleset).procedures.is_electronic:
        senders.add(Sender.STAFF)
    done = [page for sender, page in ((Sender.STAFF, STAFF_PAGE), (Sender.PLAYER, PLAY_PAGE)) if sender in senders]
    shown = (next((page for path, page in SHOWN_BY.items() if code.startswith(path)), "") for code in clause.code)
    return tuple(dict.fromkeys((*done, *filter(None, shown))))


def orders_for(clause: Clause) -> tuple[str, ...]:
    """The names of the orders through which people do what a clause asks of them; empty if it asks nothing of them."""
    derived = (order for code in clause.code for order in _behind(clause.ruleset, code))
    return tuple(dict.fromkeys((*clause.given, *derived)))


def _behind(name: str, code: str) -> Iterator[str]:
    """The orders behind one reference to code."""
    path, _, what = code.partition("::")
    if path.endswith("/procedures.py"):
        procedures = ruleset(name).procedures
        rules = set(_rules_of(procedures, what))
        yield from (_name(row) for row in COMMANDS.values() if Sender.STAFF in row.senders and row.rules & rules)
        if any(demand.clause == what for demand in procedures.demands):
            yield GiveNotice.__name__
    else:
        for row in _deciding().get(code, ()):
            if isinstance(row, PrizeRow) or row.senders == FROM_STAFF:
                yield _name(row)


def _rules_of(procedures: Procedures, clause: str) -> Iterator[Act | Phase]:
    """The powers that a clause gives or grounds, and the steps that it has the staff take."""
    for power in procedures.powers:
        if clause in (power.clause, *(ground.clause for ground in power.grounds)):
            yield power.act
    yield from (step.to for step in procedures.sequence if step.clause == clause and step.by)


@cache
def _deciding() -> Mapping[str, Sequence[CommandRow[Any] | PrizeRow[Any]]]:
    """The commands that a function decides, by the words with which the trace refers to it."""
    found: dict[str, list[CommandRow[Any] | PrizeRow[Any]]] = {}
    for row in (*COMMANDS.values(), *PRIZE_REGISTER.commands.values()):
        found.setdefault(_decided_in(row), []).append(row)
    return found


def _decided_in(row: CommandRow[Any] | PrizeRow[Any]) -> str:
    """The function that decides a command, as the trace refers to it."""
    return f"src/{row.decide.__module__.replace('.', '/')}.py::{row.decide.__qualname__}"


def _name(row: CommandRow[Any] | PrizeRow[Any]) -> str:
    return row.kind.__name__
