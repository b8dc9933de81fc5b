"""People for tests: a register with some staff, a page of facts, and passwords that are checked fast."""

from collections.abc import Iterable
from pathlib import Path
from textwrap import dedent

from argon2 import PasswordHasher
from msgspec.structs import replace

from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.people.credentials import Credentials
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, PeopleCommand
from croupier.people.passwords import ChangePassword
from croupier.people.register import Register
from croupier.people.staff import AddStaff

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
BEGIN = 1_760_000_000_000
"""9 October 2025, 08:53:20 UTC."""
SECOND, MINUTE = 1000, 60_000

ADA = Author("ada", "Ada Prior")
MAX = Author("max", "Max Field")
SUE = Author("sue", "Sue Park")
DAN = Author("dan", "Dan Reed")
IRA = Author("ira", "Ira Stone")
STAFF = {ADA: "administrator", MAX: "manager", SUE: "supervisor", DAN: "dealer", IRA: "inspector"}


def fast_credentials(folder: Path) -> Credentials:
    """Credentials in a folder, with hashes that cost nothing."""
    return Credentials(folder / "credentials", FAST)


def full_width(text: str) -> str:
    """The same text as an East Asian keyboard types it. NFKC makes both equal."""
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def added(*authors: Author) -> list[PeopleCommand]:
    """Have the operator add people, who then change their one-time passwords."""
    commands: list[PeopleCommand] = []
    for each in authors:
        commands += [
            AddStaff(by=OPERATOR, login=each.login, name=each.name, roles=frozenset({STAFF[each]})),
            ChangePassword(by=each),
        ]
    return commands


def carried_out(register: Register, commands: Iterable[PeopleCommand]) -> tuple[Register, list[tuple[Event, ...]]]:
    """The register after commands, and the events of each that was accepted. A command without a time comes a second later."""
    lines: list[tuple[Event, ...]] = []
    for command in commands:
        decided = PEOPLE.decide(register, timed(register, command))
        if not isinstance(decided, Refusal) and decided:
            lines.append(decided)
            for event in decided:
                register = PEOPLE.apply(register, event)
    return register, lines


def timed(register: Register, command: PeopleCommand) -> PeopleCommand:
    """A command with a time: its own, or a second after the last event."""
    return command if command.at else replace(command, at=(register.clock or BEGIN) + SECOND)


def staffed(*authors: Author) -> Register:
    """A register with people who have chosen their passwords."""
    return carried_out(Register(), added(*authors))[0]


def facts(register: Register, *commands: PeopleCommand) -> list[str]:
    """What is told of each command in turn: its events, its refusal, or nothing."""
    page: list[str] = []
    for command in commands:
        decided = PEOPLE.decide(register, timed(register, command))
        if isinstance(decided, Refusal):
            page.append(f"{decided.reason}: {decided.sentence}")
            continue
        page += [] if decided else ["nothing"]
        for event in decided:
            page.append(PEOPLE.tell(register, event))
            register = PEOPLE.apply(register, event)
    return page


def says(page: str) -> list[str]:
    """The lines of a page as a test writes it."""
    return dedent(page).strip().splitlines()
