"""Staff: who works on the floor, in which roles, and whose login is disabled."""

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.facts.rows import EventRow
from croupier.likeness import looks_of
from croupier.people.consoles import SignedOut, Why
from croupier.people.duties import Duty
from croupier.people.fields import FullName, Login, Words
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import OPERATOR, STAFF_BOT, STAFF_BOT_LOGIN, Author, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.reasons import Reason
from croupier.people.register import Member, Register, because, member_or_refusal, with_member
from croupier.people.signatures import alone_refused, signed_by
from croupier.rules.outcomes import listed

KEPT_NAMES = ("automatic", STAFF_BOT, OPERATOR.name)
"""Names under which the program or the operator of the machine acts. No other member may have one."""


class AddStaff(SignedByTwo):
    """Add a member of staff. A one-time password is issued to them."""

    login: Login
    name: FullName
    roles: frozenset[str]


class StaffAdded(PeopleEvent):
    """A member of staff was added, with a one-time password."""

    by: Author
    second: Author | None = None
    """Who signed, too; null if nobody else could, or the operator of the machine did it."""
    login: str
    name: str
    roles: frozenset[str]


class ChangeRoles(SignedByTwo):
    """Give a member of staff other roles."""

    login: Login
    roles: frozenset[str]
    """All roles from now on."""


class RolesChanged(PeopleEvent):
    """A member of staff got other roles."""

    by: Author
    second: Author | None = None
    """Who signed, too; null if nobody else could, or the operator of the machine did it."""
    login: str
    roles: frozenset[str]


class DisableStaff(PeopleOrder):
    """Disable a login at once, and sign it out everywhere."""

    login: Login
    why: Words


class StaffDisabled(PeopleEvent):
    """A login was disabled. Codes that its owner issued are void."""

    by: Author
    login: str
    why: str


class EnableStaff(SignedByTwo):
    """Enable a disabled login again. Its password and its lock stay as they were."""

    login: Login


class StaffEnabled(PeopleEvent):
    """A disabled login was enabled again."""

    by: Author
    second: Author | None = None
    """Who signed, too; null if nobody else could, or the operator of the machine did it."""
    login: str


def add_staff(register: Register, command: AddStaff) -> StaffAdded | Refusal:
    """Add a member whose login and name nobody has yet."""
    login, name = command.login, command.name
    if login in register.staff:
        return Refusal(Reason.LOGIN_TAKEN, f"{register.staff[login].name} has the login {login} already.")
    is_bot = (command.by, login, name) == (OPERATOR, STAFF_BOT_LOGIN, STAFF_BOT)
    looks = looks_of(name)
    if looks in map(looks_of, KEPT_NAMES) and not is_bot:
        return Refusal(Reason.BAD_NAME, f"The name {name} is kept for the program itself.")
    for member in register.staff.values():
        if looks_of(member.name) == looks:
            return Refusal(Reason.NAME_TAKEN, f"{member.name} works here already, with the login {member.login}.")
    if refusal := _unknown_role(register, command.roles) or alone_refused(register, command):
        return refusal
    return StaffAdded(by=command.by, second=command.second, login=login, name=name, roles=command.roles)


def _unknown_role(register: Register, roles: frozenset[str]) -> Refusal | None:
    sentence = register.roles.unknown(roles) if roles else "A member of staff has at least one role."
    return Refusal(Reason.UNKNOWN_ROLE, sentence) if sentence else None


def change_roles(register: Register, command: ChangeRoles) -> RolesChanged | Refusal:
    """Change the roles of another person."""
    member = member_or_refusal(register, command.login)
    if isinstance(member, Refusal):
        return member
    if command.by.login == command.login:
        return Refusal(Reason.NOT_YOURSELF, "Another person has to change your roles.")
    if refusal := _unknown_role(register, command.roles):
        return refusal
    if command.roles == member.roles:
        return Refusal(Reason.NOTHING_TO_CHANGE, f"{member.name} has these roles already.")
    if not register.roles.holds(command.roles, Duty.MANAGE_STAFF) and (refusal := _last_administrator(register, member)):
        return refusal
    if refusal := alone_refused(register, command, about=command.login):
        return refusal
    return RolesChanged(by=command.by, second=command.second, login=command.login, roles=command.roles)


def _last_administrator(register: Register, member: Member) -> Refusal | None:
    """Deny what would leave nobody to manage staff."""
    if [*register.managers_of_staff()] != [member.login]:
        return None
    return Refusal(Reason.LAST_ADMINISTRATOR, f"Only {member.name} manages staff; give somebody else that role first.")


def disable_staff(register: Register, command: DisableStaff) -> tuple[PeopleEvent, ...] | Refusal:
    """Disable a login, and sign it out everywhere in the same line of the journal."""
    member = member_or_refusal(register, command.login)
    if isinstance(member, Refusal):
        return member
    if command.by.login == command.login:
        return Refusal(Reason.NOT_YOURSELF, "Another person has to disable your login.")
    if command.by != OPERATOR and not register.reaches(command.by.login, command.login):
        who = listed(register.roles.who_may_disable(member.roles), "or")
        return Refusal(Reason.NOT_YOUR_DUTY, f"{command.by.name} may not disable {member.name}; that is for {who}.")
    if member.is_disabled:
        return Refusal(Reason.NOTHING_TO_CHANGE, f"The login of {member.name} is disabled already.")
    if refusal := _last_administrator(register, member):
        return refusal
    disabled = StaffDisabled(by=command.by, login=command.login, why=command.why)
    return (disabled, *(SignedOut(console=each, why=Why.DISABLED) for each in register.consoles_of(command.login)))


def enable_staff(register: Register, command: EnableStaff) -> StaffEnabled | Refusal:
    """Enable a login. Whoever knows its password can sign with it again, so another person signs that, too."""
    member = member_or_refusal(register, command.login)
    if isinstance(member, Refusal):
        return member
    if not member.is_disabled:
        return Refusal(Reason.NOTHING_TO_CHANGE, f"The login of {member.name} is not disabled.")
    if refusal := alone_refused(register, command, about=command.login):
        return refusal
    return StaffEnabled(by=command.by, second=command.second, login=command.login)


def _add(register: Register, event: StaffAdded) -> Register:
    return replace(register, staff={**register.staff, event.login: Member(event.login, event.name, event.roles)})


def _disable(register: Register, event: StaffDisabled) -> Register:
    codes = {digest: code for digest, code in register.codes.items() if code.issued_by.login != event.login}
    return replace(with_member(register, event.login, is_disabled=True), codes=codes)


def _roles(roles: frozenset[str]) -> str:
    return listed(sorted(roles), "and")


PEOPLE.declare(
    PeopleRow(kind=AddStaff, needs=(Duty.MANAGE_STAFF,), with_one_time_password=False, wish="add staff", decide=add_staff),
    PeopleRow(
        kind=ChangeRoles, needs=(Duty.MANAGE_STAFF,), with_one_time_password=False, wish="change roles", decide=change_roles
    ),
    PeopleRow(
        kind=DisableStaff,
        needs=(Duty.MANAGE_STAFF, Duty.DISABLE),
        with_one_time_password=False,
        wish="disable a login",
        decide=disable_staff,
    ),
    PeopleRow(
        kind=EnableStaff, needs=(Duty.MANAGE_STAFF,), with_one_time_password=False, wish="enable a login", decide=enable_staff
    ),
    EventRow(
        kind=StaffAdded,
        apply=_add,
        tell=lambda _, e: (
            f"{signed_by(e.by, e.second)} added {e.name} ({e.login}) as {_roles(e.roles)}, with a one-time password."
        ),
    ),
    EventRow(
        kind=RolesChanged,
        apply=lambda register, e: with_member(register, e.login, roles=e.roles),
        tell=lambda register, e: (
            f"{signed_by(e.by, e.second)} made {register.named(e.login)} {_roles(e.roles)}, "
            f"who was {_roles(register.staff[e.login].roles)}."
        ),
    ),
    EventRow(
        kind=StaffDisabled,
        apply=_disable,
        tell=lambda register, e: f"{e.by} disabled the login of {register.named(e.login)}{because(e.why)}.",
    ),
    EventRow(
        kind=StaffEnabled,
        apply=lambda register, e: with_member(register, e.login, is_disabled=False),
        tell=lambda register, e: f"{signed_by(e.by, e.second)} enabled the login of {register.named(e.login)} again.",
    ),
)
