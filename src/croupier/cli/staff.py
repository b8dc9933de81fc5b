"""croupier staff: add staff, and change what they may do, while no server runs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from croupier.cli.floor import plan_or_refusal
from croupier.cli.looking import looking_at
from croupier.cli.output import refuse, say
from croupier.cli.time_window import floor_zone, wording

if TYPE_CHECKING:
    from croupier.floor.office import Office
    from croupier.floor.reception import Issued, Reception
    from croupier.people.duties import FloorRoles
    from croupier.people.message import PeopleCommand
    from croupier.people.register import Member

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FloorFiles:
    """Where a floor keeps its journal, its signing key and its passwords, and which roles it has."""

    data: str
    key: Path
    credentials: Path
    roles: "FloorRoles"


def floor_files(data: str | None, floor: Path | None, key: Path | None, credentials: Path | None) -> FloorFiles:
    """The files of a floor. Those that are not named are where the floor file says, or beside the journal."""
    from croupier.floor.plan_review import duties_in_force
    from croupier.journal.address import credentials_file, key_file
    from croupier.journal.port import JournalError
    from croupier.people.duties import DEFAULT_FLOOR_ROLES, floor_roles

    if (data is None) == (floor is None):
        refuse("name the floor: either its file with --floor, or its journal with --data")
    try:
        if floor:
            plan = plan_or_refusal(floor)
            data, key, credentials = plan.journal, key or plan.key, credentials or plan.credentials
            roles = floor_roles(duties_in_force(plan))
        else:
            roles = DEFAULT_FLOOR_ROLES
        assert data is not None, "one of them is given"
        return FloorFiles(data, key or key_file(data), credentials or credentials_file(data), roles)
    except JournalError as error:
        refuse(str(error))


def floor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where the floor is. The command gets them as `files`."""

    @wraps(command)
    def with_files(
        *, data: str | None, floor: Path | None, key: Path | None, credentials: Path | None, **others: Any
    ) -> object:
        return command(files=floor_files(data, floor, key, credentials), **others)

    wrapped: Callable[..., Any] = with_files
    for option in (
        click.option(
            "--credentials",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The file with the hashes of passwords.  [default: as the floor file says, or beside the journal]",
        ),
        click.option(
            "--key",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The file with the signing key of the journal.  [default: as the floor file says, or beside the journal]",
        ),
        click.option("--data", metavar="URL", help="The journal: a file or a database. The floor has the default roles."),
        click.option(
            "--floor",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The floor file. It names the journal, the key, the credentials and the duties of roles.",
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


@click.group()
def staff() -> None:
    """Manage staff on the machine of the server, while the server is stopped. (list works at any time.)

    What is done here is recorded as done by the operator of this machine. While the server runs, administrators use its API.
    """


@staff.command("add")
@click.argument("login")
@click.argument("name")
@click.argument("roles", metavar="ROLE...", nargs=-1, required=True)
@floor_options
def staff_add(login: str, name: str, roles: tuple[str, ...], *, files: FloorFiles) -> None:
    """Add a member of staff, and print a one-time password. It has to be changed at the first sign-in."""
    from croupier.facts.refusal import Refusal
    from croupier.journal.address import is_there
    from croupier.people.fold import PEOPLE
    from croupier.people.message import OPERATOR
    from croupier.people.register import Register
    from croupier.people.staff import AddStaff

    command = AddStaff(by=OPERATOR, login=login, name=name, roles=frozenset(roles))
    if not is_there(files.data) and isinstance(refusal := PEOPLE.decide(Register(roles=files.roles), command), Refusal):
        refuse(refusal.sentence)  # before a journal is made
    issued = _run(files, lambda _, reception: reception.add(command), is_new=True)
    _show(issued, f"{name} was added with the login {login}")


@staff.command("reset")
@click.argument("login")
@floor_options
def staff_reset(login: str, *, files: FloorFiles) -> None:
    """Print a new one-time password for a login. This also unlocks it."""
    from croupier.people.message import OPERATOR
    from croupier.people.passwords import ResetPassword

    command = ResetPassword(by=OPERATOR, login=login)
    issued = _run(files, lambda _, reception: reception.reset(command))
    _show(issued, f"the password of {login} was reset")


@staff.command("role")
@click.argument("login")
@click.argument("roles", metavar="ROLE...", nargs=-1, required=True)
@floor_options
def staff_role(login: str, roles: tuple[str, ...], *, files: FloorFiles) -> None:
    """Give a member of staff these roles and no others."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import ChangeRoles

    _ask(files, ChangeRoles(by=OPERATOR, login=login, roles=frozenset(roles)))
    say(f"the roles of {login} are now {', '.join(sorted(set(roles)))}")


@staff.command("disable")
@click.argument("login")
@click.option("--why", metavar="TEXT", required=True, help="The reason, for the journal.")
@floor_options
def staff_disable(login: str, why: str, *, files: FloorFiles) -> None:
    """Disable a login."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import DisableStaff

    _ask(files, DisableStaff(by=OPERATOR, login=login, why=why))
    say(f"{login} is disabled")


@staff.command("enable")
@click.argument("login")
@floor_options
def staff_enable(login: str, *, files: FloorFiles) -> None:
    """Enable a disabled login. Its password stays as it was."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import EnableStaff

    _ask(files, EnableStaff(by=OPERATOR, login=login))
    say(f"{login} is enabled")


@staff.command("unlock")
@click.argument("login")
@floor_options
def staff_unlock(login: str, *, files: FloorFiles) -> None:
    """Unlock a login that was locked after wrong passwords. Its password stays as it was.

    While the server runs, an administrator does it at /staff. The lock also ends by itself.
    """
    from croupier.people.message import OPERATOR
    from croupier.people.signing_in import UnlockStaff

    _ask(files, UnlockStaff(by=OPERATOR, login=login))
    say(f"{login} is unlocked")


@staff.command("list")
@floor_options
@click.option("--json", "for_machines", is_flag=True, help="Print JSON, with times in milliseconds since 1970.")
@click.option("--zone", help="Time zone: a name such as Australia/Sydney, or local.  [default: that of the floor]")
def staff_list(zone: str | None, *, files: FloorFiles, for_machines: bool) -> None:
    """List all staff: login, name, roles, state and last sign-in. A server may be running."""
    from croupier.floor.missing_passwords import missing_passwords
    from croupier.floor.recovery import recovered_register
    from croupier.floor.warning import warn
    from croupier.people.credentials import CredentialsError

    with looking_at(files.data) as reader:
        when = wording(floor_zone(reader, zone))
        register = recovered_register(reader, {}, files.roles).register
    try:
        if sentence := missing_passwords(register, files.credentials):
            warn(sentence)
    except CredentialsError as error:
        warn(str(error))
    members = [register.staff[login] for login in sorted(register.staff)]
    if for_machines:
        import msgspec

        say(msgspec.json.format(msgspec.json.encode([_record(member) for member in members]), indent=2).decode())
        return
    rows = [("login", "name", "roles", "state", "last sign-in"), *(_row(member, when) for member in members)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _row(member: "Member", when: Callable[[int], str]) -> tuple[str, str, str, str, str]:
    last = when(member.last_sign_in) if member.last_sign_in else "never"
    return member.login, member.name, ", ".join(sorted(member.roles)), _state(member), last


def _state(member: "Member") -> str:
    from croupier.floor.clock import now

    if member.is_disabled:
        return "disabled"
    if member.is_locked(now()):
        return "locked"
    return "one-time password" if member.must_change_password else "active"


def _record(member: "Member") -> dict[str, object]:
    return {
        "login": member.login,
        "name": member.name,
        "roles": sorted(member.roles),
        "state": _state(member),
        "last_sign_in": member.last_sign_in,
    }


def _show(issued: "Issued", done: str) -> None:
    """Print a new one-time password, once."""
    if issued.secret is None:
        refuse(issued.reply.message)
    say(f"{done}\none-time password, shown only now: {issued.secret}")


def _ask(files: FloorFiles, command: "PeopleCommand") -> None:
    """Have the office decide a command. Exit with its sentence if it is refused."""
    reply = _run(files, lambda office, _: office.ask(command))
    if not reply.ok:
        refuse(reply.message)


def _run(files: FloorFiles, work: "Callable[[Office, Reception], Awaitable[T]]", *, is_new: bool = False) -> T:
    """Open the journal as a server does, work at the office, and sign the new lines. `is_new` allows a new journal."""
    import asyncio

    from croupier.journal.address import is_there, shown
    from croupier.journal.port import InUseError, JournalError
    from croupier.people.credentials import CredentialsError
    from croupier.server.offline_office import at_the_office

    try:
        if not is_new and not is_there(files.data):
            refuse(f"{shown(files.data)}: there is no journal; name the file that croupier wrote")
        return asyncio.run(at_the_office(files.data, files.key, files.credentials, work, files.roles))
    except InUseError as error:
        refuse(f"{error}; if it is the server of this floor, an administrator does this on its page /staff#people/")
    except (JournalError, CredentialsError) as error:
        refuse(str(error))
