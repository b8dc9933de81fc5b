"""croupier staff: add staff, and change what they may do, while no server runs."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from croupier.cli.looking import looking_at
from croupier.cli.output import refuse, say
from croupier.cli.time_window import wording

if TYPE_CHECKING:
    from croupier.floor.office import Office
    from croupier.floor.reception import Issued, Reception
    from croupier.people.message import PeopleCommand
    from croupier.people.register import Member

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FloorFiles:
    """Where a floor keeps its journal, its signing key and its passwords."""

    data: str
    key: Path
    credentials: Path


def floor_files(data: str, key: Path | None, credentials: Path | None) -> FloorFiles:
    """The files of a floor. Those that are not named are beside the journal."""
    from croupier.journal.address import credentials_file, key_file
    from croupier.journal.port import JournalError

    try:
        return FloorFiles(data, key or key_file(data), credentials or credentials_file(data))
    except JournalError as error:
        refuse(str(error))


def floor_options(command: Decorated) -> Decorated:
    """Add the options that say where the floor is."""
    for option in (
        click.option(
            "--credentials",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The file with the hashes of passwords.  [default: beside the journal]",
        ),
        click.option(
            "--key",
            type=click.Path(dir_okay=False, path_type=Path),
            help="The file with the signing key of the journal.  [default: beside the journal]",
        ),
        click.option("--data", metavar="URL", required=True, help="The journal: a file or a database."),
    ):
        command = option(command)
    return command


@click.group()
def staff() -> None:
    """Manage staff on the machine of the server, while the server is stopped. (list works at any time.)

    What is done here is recorded as done by the operator of this machine. While the server runs, administrators use its pages.
    """


@staff.command("add")
@click.argument("login")
@click.argument("name")
@click.argument("roles", metavar="ROLE...", nargs=-1, required=True)
@floor_options
def staff_add(login: str, name: str, roles: tuple[str, ...], data: str, key: Path | None, credentials: Path | None) -> None:
    """Add a member of staff, and print a one-time password. It has to be changed at the first sign-in."""
    from croupier.journal.address import is_there
    from croupier.people.denials import Denial
    from croupier.people.fold import decide
    from croupier.people.message import OPERATOR
    from croupier.people.register import Register
    from croupier.people.staff import AddStaff

    files, command = floor_files(data, key, credentials), AddStaff(by=OPERATOR, login=login, name=name, roles=frozenset(roles))
    if not is_there(data) and isinstance(denial := decide(Register(), command), Denial):
        refuse(denial.sentence)  # before a journal is made
    issued = _run(files, lambda _, reception: reception.add(command), is_new=True)
    _show(issued, f"{name} was added with the login {login}")


@staff.command("reset")
@click.argument("login")
@floor_options
def staff_reset(login: str, data: str, key: Path | None, credentials: Path | None) -> None:
    """Print a new one-time password for a login. This also unlocks it."""
    from croupier.people.message import OPERATOR
    from croupier.people.passwords import ResetPassword

    command = ResetPassword(by=OPERATOR, login=login)
    issued = _run(floor_files(data, key, credentials), lambda _, reception: reception.reset(command))
    _show(issued, f"the password of {login} was reset")


@staff.command("role")
@click.argument("login")
@click.argument("roles", metavar="ROLE...", nargs=-1, required=True)
@floor_options
def staff_role(login: str, roles: tuple[str, ...], data: str, key: Path | None, credentials: Path | None) -> None:
    """Give a member of staff these roles and no others."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import ChangeRoles

    _ask(floor_files(data, key, credentials), ChangeRoles(by=OPERATOR, login=login, roles=frozenset(roles)))
    say(f"the roles of {login} are now {', '.join(sorted(set(roles)))}")


@staff.command("disable")
@click.argument("login")
@click.option("--why", metavar="TEXT", help="The reason, for the journal.")
@floor_options
def staff_disable(login: str, why: str | None, data: str, key: Path | None, credentials: Path | None) -> None:
    """Disable a login."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import DisableStaff

    _ask(floor_files(data, key, credentials), DisableStaff(by=OPERATOR, login=login, why=why))
    say(f"{login} is disabled")


@staff.command("enable")
@click.argument("login")
@floor_options
def staff_enable(login: str, data: str, key: Path | None, credentials: Path | None) -> None:
    """Enable a disabled login. Its password stays as it was."""
    from croupier.people.message import OPERATOR
    from croupier.people.staff import EnableStaff

    _ask(floor_files(data, key, credentials), EnableStaff(by=OPERATOR, login=login))
    say(f"{login} is enabled")


@staff.command("unlock")
@click.argument("login")
@floor_options
def staff_unlock(login: str, data: str, key: Path | None, credentials: Path | None) -> None:
    """Unlock a login that was locked after wrong passwords. Its password stays as it was."""
    from croupier.people.message import OPERATOR
    from croupier.people.signing_in import UnlockStaff

    _ask(floor_files(data, key, credentials), UnlockStaff(by=OPERATOR, login=login))
    say(f"{login} is unlocked")


@staff.command("list")
@click.option("--data", metavar="URL", required=True, help="The journal: a file or a database.")
@click.option("--json", "for_machines", is_flag=True, help="Print JSON, with times in milliseconds since 1970.")
@click.option("--zone", default="UTC", show_default=True, help="Time zone: a name such as Australia/Sydney, or local.")
def staff_list(data: str, zone: str, *, for_machines: bool) -> None:
    """List all staff: login, name, roles, state and last sign-in. A server may be running."""
    from croupier.floor.recovery import recovered_register
    from croupier.people.duties import DEFAULT_ROLES

    when = wording(zone)
    with looking_at(data) as reader:
        register = recovered_register(reader, {}, DEFAULT_ROLES).register
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
    if member.is_disabled:
        return "disabled"
    if member.is_locked:
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
    """Have the office decide a command. Exit with its sentence if it is denied."""
    reply = _run(files, lambda office, _: office.ask(command))
    if not reply.ok:
        refuse(reply.message)


def _run(files: FloorFiles, work: "Callable[[Office, Reception], Awaitable[T]]", *, is_new: bool = False) -> T:
    """Open the journal as a server does, work at the office, and sign the new lines. `is_new` allows a new journal."""
    from croupier.journal.address import is_there, shown
    from croupier.journal.port import JournalError
    from croupier.people.credentials import CredentialsError
    from croupier.server.offline_office import at_the_office

    try:
        if not is_new and not is_there(files.data):
            refuse(f"{shown(files.data)}: there is no journal; name the file that croupier wrote")
        return asyncio.run(at_the_office(files.data, files.key, files.credentials, work))
    except (JournalError, CredentialsError) as error:
        refuse(str(error))
