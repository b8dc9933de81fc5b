"""Nobody alone makes a login, a role or a device with which they could sign, or bring money, as somebody else."""

import pytest
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.people.enrolment import EnrolClient, IssueCode
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, SignedByTwo
from croupier.people.passwords import ResetPassword
from croupier.people.reasons import Reason
from croupier.people.register import ClientKind, Register
from croupier.people.staff import AddStaff, ChangeRoles, DisableStaff, EnableStaff, StaffEnabled
from croupier.rules.coded import Coded
from floor_people import ADA, DAN, IRA, MAX, SUE, carried_out, facts, says, staffed

CODE, KEY = "a" * 64, "b" * 64
MANAGER = frozenset({"manager"})
ADD = AddStaff(by=ADA, login="eve", name="Eve Long", roles=MANAGER)
ORDERS: list[SignedByTwo] = [
    ADD,
    ChangeRoles(by=ADA, login="dan", roles=MANAGER),
    ResetPassword(by=ADA, login="dan"),
    EnableStaff(by=ADA, login="kim"),
    IssueCode(by=MAX, code=CODE, kind=ClientKind.DEVICE, label="tumbler"),
]


def everybody() -> Register:
    """A floor with five people, and with one who has left: her login is disabled."""
    kim = AddStaff(by=OPERATOR, login="kim", name="Kim Vale", roles=MANAGER)
    gone = DisableStaff(by=OPERATOR, login="kim", why="gone")
    return carried_out(staffed(ADA, MAX, SUE, DAN, IRA), [kim, gone])[0]


def answer(register: Register, order: SignedByTwo, **changes: object) -> Coded | None:
    decided = PEOPLE.decide(register, replace(order, **changes))
    return decided.reason if isinstance(decided, Refusal) else None


def test_every_such_order_is_tried_here() -> None:
    assert {type(order) for order in ORDERS} == {kind for kind in PEOPLE.commands if issubclass(kind, SignedByTwo)}


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_two_people_sign_and_the_second_may_sign_and_is_another(order: SignedByTwo) -> None:
    register = everybody()
    assert answer(register, order) is Reason.SECOND_PERSON_NEEDED
    assert answer(register, order, second=order.by) is Reason.SAME_PERSON
    assert answer(register, order, second=IRA) is Reason.NOT_YOUR_DUTY
    assert answer(register, order, second=SUE) is None
    disabled, _ = carried_out(register, [DisableStaff(by=OPERATOR, login="sue", why="gone")])
    assert answer(disabled, order, second=SUE) is Reason.LOGIN_DISABLED
    reset, _ = carried_out(register, [ResetPassword(by=OPERATOR, login="sue")])
    assert answer(reset, order, second=SUE) is Reason.PASSWORD_DUE


def test_nobody_signs_for_their_own_roles_or_password() -> None:
    register = staffed(ADA, MAX, SUE)
    assert answer(register, ChangeRoles(by=ADA, second=SUE, login="sue", roles=MANAGER)) is Reason.NOT_YOURSELF
    assert answer(register, ResetPassword(by=ADA, second=SUE, login="sue")) is Reason.NOT_YOURSELF


def test_the_first_administrator_is_alone_until_somebody_could_sign() -> None:
    register = staffed(ADA, DAN, IRA)
    assert answer(register, ADD) is None
    register, _ = carried_out(register, [ADD])
    more = AddStaff(by=ADA, login="kim", name="Kim Vale", roles=MANAGER)
    assert answer(register, more) is Reason.SECOND_PERSON_NEEDED, "though the new one has not signed in yet"
    assert answer(register, ResetPassword(by=ADA, login="eve")) is Reason.SECOND_PERSON_NEEDED


def test_nobody_gets_rid_of_the_second_person_by_disabling_them() -> None:
    register, _ = carried_out(staffed(ADA, MAX), [DisableStaff(by=ADA, login="max", why="gone")])
    assert answer(register, ADD) is Reason.SECOND_PERSON_NEEDED


def test_the_operator_of_the_machine_needs_no_second_person() -> None:
    assert answer(staffed(ADA, MAX), ADD, by=OPERATOR) is None


def test_nobody_alone_enables_the_login_of_somebody_who_has_left() -> None:
    """Its password stays. Who knows it, such as from a friend who worked here, would sign with it as a second person."""
    register = everybody()
    enable = EnableStaff(by=ADA, login="kim")
    assert answer(register, enable) is Reason.SECOND_PERSON_NEEDED
    assert answer(register, enable, second=Author("kim", "Kim Vale")) is Reason.NOT_YOURSELF
    after, [(event,)] = carried_out(register, [replace(enable, second=SUE)])
    assert isinstance(event, StaffEnabled)
    assert (event.by, event.second, after.staff["kim"].is_disabled) == (ADA, SUE, False)


def test_what_can_bring_money_is_enrolled_by_two_and_a_terminal_by_one() -> None:
    register = staffed(MAX, SUE)
    register, _ = carried_out(
        register, [IssueCode(by=MAX, code=CODE, kind=ClientKind.TERMINAL, label="terminal 1", table="wheel")]
    )
    register, _ = carried_out(register, [EnrolClient(code=CODE, key=KEY, address="10.0.0.9")])
    notes = IssueCode(by=MAX, code=CODE, kind=ClientKind.MONEY, label="acceptor", terminal="terminal-1")
    assert answer(register, notes) is Reason.SECOND_PERSON_NEEDED
    assert answer(register, notes, second=SUE) is None


def test_the_denial_says_who_signs() -> None:
    denied = PEOPLE.decide(staffed(ADA, MAX), ADD)
    assert isinstance(denied, Refusal)
    who = "administrator, manager, casino-supervisor, supervisor or the operator of this machine"
    assert denied.sentence == f"Another person signs that, too: {who}."


def test_both_are_told() -> None:
    assert facts(
        staffed(ADA, MAX, DAN),
        AddStaff(by=ADA, second=MAX, login="eve", name="Eve Long", roles=MANAGER),
        ChangeRoles(by=ADA, second=MAX, login="dan", roles=MANAGER),
        ResetPassword(by=ADA, second=MAX, login="dan"),
        IssueCode(by=MAX, second=ADA, code=CODE, kind=ClientKind.DEVICE, label="tumbler", table="sicbo"),
    ) == says("""
        Ada Prior (ada) and Max Field (max) added Eve Long (eve) as manager, with a one-time password.
        Ada Prior (ada) and Max Field (max) made Dan Reed (dan) manager, who was dealer.
        Ada Prior (ada) and Max Field (max) issued a one-time password to Dan Reed (dan).
        Max Field (max) and Ada Prior (ada) issued a code for the device tumbler at sicbo.
    """)
