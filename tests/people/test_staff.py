"""Who may add, change and disable staff, and what nobody may do."""

import pytest

from croupier.facts.refusal import Refusal
from croupier.floor.roles import AUTOMATIC
from croupier.people.consoles import SignedOut, SignOut, Why
from croupier.people.duties import DEFAULT_FLOOR_ROLES, Duty, RoleError, floor_roles
from croupier.people.enrolment import IssueCode
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, PeopleCommand
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.reasons import Reason
from croupier.people.register import ClientKind, Register
from croupier.people.signing_in import SignIn, UnlockStaff
from croupier.people.staff import KEPT_NAMES, AddStaff, ChangeRoles, DisableStaff, EnableStaff
from croupier.rules.coded import Coded
from floor_people import ADA, DAN, IRA, MAX, SUE, carried_out, facts, says, staffed

DEALER = frozenset({"dealer"})


def reason(register: Register, command: PeopleCommand) -> Coded:
    decided = PEOPLE.decide(register, command)
    assert isinstance(decided, Refusal)
    return decided.reason


def test_a_life_on_the_floor() -> None:
    assert facts(
        staffed(ADA),
        AddStaff(by=ADA, login="eve", name="Eve Long", roles=DEALER),
        AddStaff(by=ADA, login="eve", name="Eva Short", roles=DEALER),
        ChangeRoles(by=ADA, login="eve", roles=frozenset({"supervisor", "dealer"})),
        ChangeRoles(by=ADA, login="eve", roles=frozenset({"supervisor", "dealer"})),
        DisableStaff(by=ADA, login="eve", why="lost the badge"),
        ResetPassword(by=ADA, login="eve"),
        EnableStaff(by=OPERATOR, login="eve"),
        ResetPassword(by=OPERATOR, login="eve"),
    ) == says("""
        Ada Prior (ada) added Eve Long (eve) as dealer, with a one-time password.
        login-taken: Eve Long has the login eve already.
        Ada Prior (ada) made Eve Long (eve) dealer and supervisor, who was dealer.
        nothing-to-change: Eve Long has these roles already.
        Ada Prior (ada) disabled the login of Eve Long (eve): lost the badge.
        login-disabled: The login of Eve Long is disabled; enable it first.
        The operator of this machine enabled the login of Eve Long (eve) again.
        The operator of this machine issued a one-time password to Eve Long (eve).
    """)


def test_only_those_with_the_duty_may() -> None:
    assert facts(
        staffed(ADA, MAX, SUE, DAN),
        AddStaff(by=DAN, login="eve", name="Eve Long", roles=DEALER),
        ResetPassword(by=MAX, login="dan"),
        DisableStaff(by=DAN, login="max", why="gone"),
        DisableStaff(by=SUE, login="dan", why="gone"),
        EnableStaff(by=SUE, login="dan"),
        AddStaff(by=DAN, login="eve", name="Eve Long", roles=DEALER),
        AddStaff(by=Author("eve", "Eve Long"), login="eva", name="Eva Short", roles=DEALER),
        AddStaff(by=Author("ada", "Ada Other"), login="eva", name="Eva Short", roles=DEALER),
    ) == says("""
        not-your-duty: Dan Reed may not add staff; that is for administrator.
        not-your-duty: Max Field may not reset a password; that is for administrator.
        not-your-duty: Dan Reed may not disable a login; that is for administrator, manager, casino-supervisor or supervisor.
        Sue Park (sue) disabled the login of Dan Reed (dan): gone.
        not-your-duty: Sue Park may not enable a login; that is for administrator.
        login-disabled: The login of Dan Reed is disabled.
        unknown-login: Nobody on this floor has that login.
        unknown-login: Nobody on this floor has that login.
    """)


def test_the_duty_to_disable_reaches_those_of_a_lower_rank_only() -> None:
    """The documents order the roles. Nobody disables an equal, a superior or themselves."""
    others = (
        ("cass", "Cass Hill", {"dealer", "cage"}),
        ("carl", "Carl Voss", {"casino-supervisor"}),
        ("cora", "Cora Wynn", {"casino-supervisor", "dealer"}),
        ("sid", "Sid Vale", {"supervisor"}),
    )
    hired = [AddStaff(by=OPERATOR, login=login, name=name, roles=frozenset(roles)) for login, name, roles in others]
    carl = Author("carl", "Carl Voss")
    register, _ = carried_out(staffed(ADA, MAX, SUE, DAN, IRA), [*hired, ChangePassword(by=carl)])
    assert facts(
        register,
        *(DisableStaff(by=SUE, login=login, why="gone") for login in ("ada", "ira", "max", "cass", "carl", "sid", "sue")),
        *(DisableStaff(by=carl, login=login, why="gone") for login in ("max", "cora", "carl", "sid", "dan")),
        DisableStaff(by=MAX, login="ira", why="gone"),
        DisableStaff(by=MAX, login="cora", why="gone"),
        DisableStaff(by=ADA, login="ira", why="gone"),
    ) == says("""
        not-your-duty: Sue Park may not disable Ada Prior; that is for administrator.
        not-your-duty: Sue Park may not disable Ira Stone; that is for administrator.
        not-your-duty: Sue Park may not disable Max Field; that is for administrator.
        not-your-duty: Sue Park may not disable Cass Hill; that is for administrator.
        not-your-duty: Sue Park may not disable Carl Voss; that is for administrator or manager.
        not-your-duty: Sue Park may not disable Sid Vale; that is for administrator, manager or casino-supervisor.
        not-yourself: Another person has to disable your login.
        not-your-duty: Carl Voss may not disable Max Field; that is for administrator.
        not-your-duty: Carl Voss may not disable Cora Wynn; that is for administrator or manager.
        not-yourself: Another person has to disable your login.
        Carl Voss (carl) disabled the login of Sid Vale (sid): gone.
        Carl Voss (carl) disabled the login of Dan Reed (dan): gone.
        not-your-duty: Max Field may not disable Ira Stone; that is for administrator.
        Max Field (max) disabled the login of Cora Wynn (cora): gone.
        Ada Prior (ada) disabled the login of Ira Stone (ira): gone.
    """)


def test_whoever_has_a_one_time_password_changes_it_first() -> None:
    new = AddStaff(by=OPERATOR, login="ada", name="Ada Prior", roles=frozenset({"administrator"}))
    add = AddStaff(by=ADA, login="eve", name="Eve Long", roles=DEALER)
    assert facts(Register(), new, add, ChangePassword(by=ADA), add) == says("""
        The operator of this machine added Ada Prior (ada) as administrator, with a one-time password.
        password-due: Ada Prior has to change the one-time password first.
        Ada Prior (ada) changed the password.
        Ada Prior (ada) added Eve Long (eve) as dealer, with a one-time password.
    """)


def test_nobody_changes_their_own_roles_or_resets_their_own_password() -> None:
    eve = Author("eve", "Eve Long")
    second = AddStaff(by=OPERATOR, login="eve", name="Eve Long", roles=frozenset({"administrator"}))
    register, _ = carried_out(staffed(ADA), [second, ChangePassword(by=eve)])
    assert reason(register, ChangeRoles(by=eve, login="eve", roles=DEALER)) is Reason.NOT_YOURSELF
    assert reason(register, ResetPassword(by=eve, login="eve")) is Reason.NOT_YOURSELF
    assert reason(register, UnlockStaff(by=eve, login="eve")) is Reason.NOT_YOURSELF


def test_the_last_administrator_stays() -> None:
    second = AddStaff(by=ADA, login="eve", name="Eve Long", roles=frozenset({"administrator"}))
    assert facts(
        staffed(ADA),
        DisableStaff(by=OPERATOR, login="ada", why="gone"),
        ChangeRoles(by=OPERATOR, login="ada", roles=DEALER),
        second,
        DisableStaff(by=ADA, login="ada", why="gone"),
        DisableStaff(by=OPERATOR, login="ada", why="gone"),
        ChangeRoles(by=OPERATOR, login="eve", roles=DEALER),
        DisableStaff(by=OPERATOR, login="eve", why="gone"),
        EnableStaff(by=OPERATOR, login="ada"),
        DisableStaff(by=OPERATOR, login="eve", why="gone"),
    ) == says("""
        last-administrator: Only Ada Prior manages staff; give somebody else that role first.
        last-administrator: Only Ada Prior manages staff; give somebody else that role first.
        Ada Prior (ada) added Eve Long (eve) as administrator, with a one-time password.
        not-yourself: Another person has to disable your login.
        The operator of this machine disabled the login of Ada Prior (ada): gone.
        last-administrator: Only Eve Long manages staff; give somebody else that role first.
        last-administrator: Only Eve Long manages staff; give somebody else that role first.
        The operator of this machine enabled the login of Ada Prior (ada) again.
        The operator of this machine disabled the login of Eve Long (eve): gone.
    """)


@pytest.mark.parametrize("login", ["", "Ada", "a b", "a" * 33, ".ada", "a/b", "ада", "a\n"])
def test_a_login_is_written_in_one_way(login: str) -> None:
    command = AddStaff(by=OPERATOR, login=login, name="Eve Long", roles=DEALER)
    assert reason(Register(), command) is Reason.BAD_LOGIN


@pytest.mark.parametrize("name", ["", " Eve", "Eve\n", "Eve\x00", "E\u202eve", "x" * 65])
def test_a_name_has_no_control_characters(name: str) -> None:
    assert reason(Register(), AddStaff(by=OPERATOR, login="eve", name=name, roles=DEALER)) is Reason.BAD_NAME


@pytest.mark.parametrize(
    "name",
    [
        *("Ada Prior", "ADA PRIOR", "Ada  Prior", "\uff21da Prior", "Ada Prior.", "Prior, Ada", "Áda Prior"),
        "Ad\u0430 Prior",  # a Cyrillic letter
        "Ada Prlor",  # as a capital I
        "Ada Pri0r",
        "Ada Prior\u3164",  # a letter that nobody sees
    ],
)
def test_two_people_have_two_names(name: str) -> None:
    """Documents ask for another person, and the table compares names."""
    command = AddStaff(by=OPERATOR, login="eve", name=name, roles=DEALER)
    assert reason(staffed(ADA), command) is Reason.NAME_TAKEN


def test_nobody_is_called_like_the_program() -> None:
    assert AUTOMATIC in KEPT_NAMES
    for name in (*KEPT_NAMES, "Automatic"):
        assert reason(Register(), AddStaff(by=OPERATOR, login="eve", name=name, roles=DEALER)) is Reason.BAD_NAME


def test_an_unknown_role_names_the_nearest() -> None:
    add = AddStaff(by=OPERATOR, login="eve", name="Eve Long", roles=frozenset({"maneger", "dealer"}))
    none = AddStaff(by=OPERATOR, login="eve", name="Eve Long", roles=frozenset())
    assert facts(Register(), add, none) == says("""
        unknown-role: There is no role "maneger" on this floor; the nearest is manager.
        unknown-role: A member of staff has at least one role.
    """)


def test_the_floor_file_gives_out_the_duties() -> None:
    roles = floor_roles({"boss": ["manage-staff", "enrol"], "helper": []})
    register, _ = carried_out(
        Register(roles=roles), [AddStaff(by=OPERATOR, login="ada", name="Ada Prior", roles=frozenset({"boss"}))]
    )
    assert register.may("ada", Duty.ENROL)
    assert not register.may("ada", Duty.DISABLE)
    assert reason(register, DisableStaff(by=OPERATOR, login="ada", why="gone")) is Reason.LAST_ADMINISTRATOR
    with pytest.raises(RoleError, match='boss: there is no duty "manage-stuff"; the nearest is manage-staff'):
        floor_roles({"boss": ["manage-stuff"]})
    with pytest.raises(RoleError, match="no role has the duty manage-staff; give it to one of boss or helper"):
        floor_roles({"boss": ["enrol"], "helper": []})


def test_the_defaults_can_be_written_in_a_floor_file() -> None:
    assert floor_roles(DEFAULT_FLOOR_ROLES.duties) == DEFAULT_FLOOR_ROLES


def test_a_disabled_person_is_signed_out_everywhere_in_one_line() -> None:
    at = "10.0.0.7"
    sign_in = SignIn(login="sue", kind="pit", address=at)
    code = IssueCode(by=SUE, code="a" * 64, kind=ClientKind.TERMINAL, label="T 1")
    register, lines = carried_out(
        staffed(ADA, SUE),
        [sign_in, sign_in, sign_in, SignOut(console=2, why=Why.ASKED), code, DisableStaff(by=ADA, login="sue", why="gone")],
    )
    assert [event.console for event in lines[-1] if isinstance(event, SignedOut)] == [1, 3]
    assert {event.why for event in lines[-1] if isinstance(event, SignedOut)} == {Why.DISABLED}
    assert not register.consoles
    assert not register.codes, "a code of a disabled person is void"


def test_a_reset_signs_out_everywhere_and_a_change_elsewhere() -> None:
    sign_in = SignIn(login="sue", kind="pit", address="10.0.0.7")
    register, _ = carried_out(staffed(ADA, SUE), [sign_in, sign_in, ChangePassword(by=SUE, console=2)])
    assert [*register.consoles] == [2]
    register, _ = carried_out(register, [ResetPassword(by=OPERATOR, login="sue")])
    assert not register.consoles
    assert register.staff["sue"].must_change_password


def test_time_does_not_run_backwards() -> None:
    register = staffed(ADA)
    early = AddStaff(at=register.clock - 1, by=ADA, login="eve", name="Eve Long", roles=DEALER)
    assert reason(register, early) is Reason.BAD_TIME
