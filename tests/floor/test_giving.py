"""The trace calls nothing enforced for which a person is needed, and every order that it names can be given."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from croupier.catalogue import names
from croupier.floor.giving import orders_for, with_orders
from croupier.rulebook.trace import Clause, ClauseAnswer, ClauseKind, trace
from croupier.server.api.orders import for_staff
from croupier.server.api.promotions import KINDS
from croupier.table.core.rows import COMMANDS, FROM_MACHINE, Sender
from floor.test_actions import NEVER_OPEN

BY_PEOPLE = (ClauseKind.STAFF, ClauseKind.IRREGULARITY, ClauseKind.PROCEDURE, ClauseKind.CONDUCT, ClauseKind.EQUIPMENT)
"""The kinds of clause that ask people to act. Clauses of other kinds may be enforced and still name an order: the engine
computes the money, and the order corrects what it has computed from."""

OPERATIONAL = {
    "TakeSeat": "the documents say who may play, not how a player comes to a seat",
    "LeaveSeat": "the documents say who has to leave, not how a player goes",
    "InsertMoney": "money comes to a terminal by its devices and the cage; staff enter it at a dealer's table",
    "InsertCard": "the player puts the card in; staff do it for a player who asks",
    "RemoveCard": "the player puts the card in; staff do it for a player who asks",
    "Collect": "the player collects; staff enter it for a player who asks to be paid by hand",
    "TakeBackHandPay": "no document tells of it; a hand pay that was called by mistake becomes credit again",
    "FillFloat": "no document tells of fills; the operator's internal controls do",
    "PayKeptCredit": "no document tells of players who left without collecting; the operator's internal controls do",
    "CreditFloat": "no document tells of credits; the operator's internal controls do",
    "RequestFill": "no document tells of fills; the operator's internal controls do",
    "RequestCredit": "no document tells of credits; the operator's internal controls do",
    "ReceiveFill": "no document tells of fills; the operator's internal controls do",
    "CancelSlip": "no document tells of fills and credits; the operator's internal controls do",
    "CountTray": "no document tells of the count of a float; the operator's internal controls do",
    "RecountTray": "no document tells of the count of a float; the operator's internal controls do",
    "SetUpFloat": "no document tells of the float; the operator's internal controls do",
    "PullBox": "no document tells of the count room; the operator's internal controls do",
    "ChangeColour": "the documents tell of colour checks and of tokens, not of changing value chips",
    "ExchangeVoucher": "the definitions tell of vouchers; no step or power does",
    "EmptyStacker": "no document tells of the stacker; the operator's internal controls do",
    "LockTerminal": "no document tells of it; a terminal is locked for an attendant",
    "UnlockTerminal": "no document tells of it; an attendant unlocks the terminal",
    "DisableTable": "no document tells of it; it takes a table out of service at once",
    "EnableTable": "no document tells of it; it puts a table back into service",
    "RelieveDealer": "no document tells of it; a dealer hands over to another",
    "ClearDeviceFault": "no document tells of it; staff clear a fault of a note acceptor or a printer",
    "ConfirmPrinted": "no document tells of it; staff find that a ticket came out of a printer that does not say so",
    "TakeBackUnprinted": "no document tells of it; staff find that a ticket did not come out of a printer",
    "HandBackTable": "no document tells of it; a dealer gives a table back to the automatic dealer",
    "AnswerCall": "no document tells of calls from a terminal",
    "EndCall": "no document tells of calls from a terminal",
    "ShootDice": "the shooter throws; staff enter it at a table that a dealer runs",
}
"""Orders of the staff that no clause names, each with the reason."""


@pytest.mark.parametrize("name", names())
def test_no_clause_for_people_is_called_enforced_if_it_needs_an_order(name: str) -> None:
    clauses = [each for each in with_orders(trace(name)) if each.answer is ClauseAnswer.ENFORCED and each.kind in BY_PEOPLE]
    assert clauses
    assert [f"{each.clause}: {', '.join(each.given)}" for each in clauses if each.given] == []


@pytest.mark.parametrize("name", names())
def test_what_is_given_names_its_orders(name: str) -> None:
    given = [each for each in with_orders(trace(name)) if each.answer is ClauseAnswer.GIVEN]
    assert len(given) > 20
    assert [each.clause for each in given if not each.given] == []


@pytest.mark.parametrize("name", names())
def test_what_people_do_or_see_names_its_page_and_a_browser_test_of_it(name: str) -> None:
    """Also what the table keeps by itself: people see there what is open and what is not.

    All that is given or shown by a display, of any kind, names such a test. What is physical, or a person's work, has a note.
    """
    kinds = (ClauseKind.STAFF, ClauseKind.PROCEDURE, ClauseKind.IRREGULARITY, ClauseKind.DISPLAY)
    elsewhere = (ClauseAnswer.PHYSICAL, ClauseAnswer.NOT_SOFTWARE, ClauseAnswer.PENDING)
    clauses = [each for each in with_orders(trace(name)) if each.kind in kinds]
    here = [each for each in clauses if each.answer not in elsewhere]
    given = [each for each in trace(name) if each.answer is ClauseAnswer.GIVEN]
    assert [each.clause for each in here if not each.pages] == []
    assert [each.clause for each in (*here, *given) if not any(test.startswith("tests/browser/") for test in each.tests)] == []
    by_staff = [each for each in here if each.answer in (ClauseAnswer.GIVEN, ClauseAnswer.RECORDED)]
    assert [each.clause for each in by_staff if "/staff" not in each.pages] == []
    displayed = [each for each in here if each.answer is not ClauseAnswer.ENFORCED and "/display" in each.pages]
    assert [each.clause for each in displayed if not any("browser/test_display.py" in test for test in each.tests)] == []
    assert displayed or name.startswith(("aruze", "ministar"))
    assert [each.clause for each in clauses if each.answer in elsewhere and not each.note] == []


@pytest.mark.parametrize("name", names())
def test_no_clause_for_people_rests_on_the_machine_alone(name: str) -> None:
    """What only the machine sends, such as the report of a fault, lets nobody act on a clause about staff or irregularities."""
    found = [
        f"{each.clause}: {order}"
        for each in with_orders(trace(name))
        if each.kind in (ClauseKind.STAFF, ClauseKind.IRREGULARITY) and not each.given
        for order in sent_by_machine(each)
    ]
    assert found == []


def sent_by_machine(clause: Clause) -> Iterator[str]:
    """The commands of the machine alone whose deciding function a clause names."""
    for row in COMMANDS.values():
        function = f"src/{row.decide.__module__.replace('.', '/')}.py::{row.decide.__qualname__}"
        if row.senders == FROM_MACHINE and function in clause.code:
            yield row.kind.__name__


def test_every_order_that_the_trace_names_can_be_given() -> None:
    """It exists, a person sends it, the API takes it, and `test_actions` has seen it open to somebody.

    `promotions/test_actions` looks at those about promotions.
    """
    named = {order for name in names() for each in trace(name) for order in orders_for(each)}
    by_people = {kind.__name__ for kind, row in COMMANDS.items() if row.senders & {Sender.STAFF, Sender.PLAYER}}
    about_prizes = {kind.__name__ for kind in KINDS.values()}
    assert named - by_people - about_prizes == set()
    assert named - {kind.__name__ for kind in for_staff()} - about_prizes == set()
    assert named & NEVER_OPEN.keys() == set()


def test_every_order_of_the_staff_has_a_clause_or_a_reason_to_have_none() -> None:
    named = {order for name in names() for each in trace(name) for order in orders_for(each)}
    of_staff = {kind.__name__ for kind, row in COMMANDS.items() if Sender.STAFF in row.senders}
    assert of_staff - named == OPERATIONAL.keys()


@pytest.mark.parametrize("name", names())
def test_the_column_holds_only_what_does_not_follow_from_the_code(name: str) -> None:
    typed = [each for each in trace(name) if each.given]
    assert [each.clause for each in typed if set(each.given) & set(orders_for(replace(each, given=())))] == []


@pytest.mark.parametrize(
    ("name", "clause", "orders"),
    [
        ("star-craps-2016", "5.3.2", ("VoidRound",)),  # a ground of a power
        ("star-craps-2016", "4.4.1", ("EnterOutcome",)),  # a step of a round
        ("star-craps-2016", "3.4", ("LoseDice",)),  # the function that decides the order
        ("star-craps-2016", "9.5", ("VoidRound",)),  # a power that a field of the order needs
        ("star-craps-2016", "7.5", ("PostNotice", "ChangeSign")),  # a power under which one of two orders varies
        ("adelaide-craps-2003", "14(i)", ("PostNotice", "OpenDay", "AnnounceClose", "CloseTable", "GiveNotice")),
        ("star-craps-2016", "9.12", ("OpenDispute", "HearDispute", "ReviewDispute")),  # the first is in the column
        ("star-craps-2016", "3.7.1", ()),  # the engine takes the dice away by itself
        ("ministar-roulette-2018", "3.14", ()),  # a step of the machine
    ],
)
def test_orders_follow_from_the_declarations(name: str, clause: str, orders: tuple[str, ...]) -> None:
    (found,) = (each for each in trace(name) if each.clause == clause)
    assert orders_for(found) == orders
