"""Writes people.md: every command, event and refusal about people, the duties, and the rules for passwords."""

from collections.abc import Iterator

from messages import entry
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.facts.message import Command
from croupier.facts.refusal import Refusal
from croupier.people import SUBJECTS
from croupier.people.consoles import CountersignSecond, LockConsole, SignOut, UnlockConsole, Why
from croupier.people.credentials import CODE_LENGTH, KEY_BYTES, OWASP
from croupier.people.duties import DEFAULT_FLOOR_ROLES, Duty
from croupier.people.enrolment import CODE_LASTS, EnrolClient, IssueCode, RevokeClient
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, PeopleCommand, PeopleOrder, SignedByTwo
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.reasons import Reason
from croupier.people.register import FAMILIAR, ClientKind, Register
from croupier.people.signing_in import (
    CONSOLES,
    FAILURES,
    LOCK_LASTS,
    SHOWN,
    SIGNATURE_FAILURES,
    STRANGE_FAILURES,
    UNKNOWN_LOGINS,
    Cause,
    FailSignature,
    FailSignIn,
    SignIn,
    UnlockStaff,
)
from croupier.people.staff import AddStaff, ChangeRoles, DisableStaff, EnableStaff
from croupier.people.strength import LONGEST, SHORTEST
from croupier.people.viewing import RecordStop, RecordView
from croupier.rulebook.markdown import table
from croupier.rules.moments import MINUTE
from croupier.rules.outcomes import listed

ADA, MAX, SUE, IRA = (
    Author("ada", "Ada Prior"),
    Author("max", "Max Field"),
    Author("sue", "Sue Park"),
    Author("ira", "Ira Stone"),
)
ROLES = {ADA: "administrator", MAX: "manager", SUE: "supervisor", IRA: "inspector"}
BEGIN = 1_760_000_000_000
CODE, KEY = "3b" * 32, "9f" * 32
PIT, AT = "pit", "10.0.0.7"


def people_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# People", "", written_by, "", *HOW_TO_READ, "", "## Duties", "", *DUTIES, ""]
    lines += table(("duty", "what it lets a person do", "roles, unless the floor file says otherwise"), duties())
    lines += ["", "## Passwords, codes and keys", "", *secrets(), "", "## What they are made of", "", *entry(Author)]
    for name, words in (("ClientKind", ClientKind), ("Why", Why), ("Cause", Cause)):
        lines += [f"### {name}", "", f"A text: {', '.join(f'`{each}`' for each in words)}.", ""]
    shown = examples()
    for subject in SUBJECTS:
        about = " ".join((subject.__doc__ or "").split())
        lines += [f"## {subject.__name__.rpartition('.')[2].replace('_', ' ').capitalize()}", "", about, ""]
        for kind in PEOPLE.commands:
            if kind.__module__ == subject.__name__:
                lines += entry(kind, asked_by(kind))
        for kind in PEOPLE.events:
            if kind.__module__ == subject.__name__:
                lines += entry(kind, "", shown[kind.__name__])
    lines += ["## Refusals", "", "A refusal changes nothing and is not in the journal. Codes are stable.", RIGHTS, ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


def asked_by(kind: type[Command]) -> str:
    """Who may send a command."""
    row = PEOPLE.commands[kind]
    if not issubclass(kind, PeopleOrder):
        return "The server sends it."
    if not row.needs:
        return "Anybody who is signed in may send it."
    second = " Another person signs, too." if issubclass(kind, SignedByTwo) else ""
    return f"It takes the duty {listed([f'`{duty}`' for duty in row.needs], 'or')}.{second}"


def duties() -> list[tuple[str, str, str]]:
    """Every duty with its meaning and the roles that have it."""
    return [(f"`{duty}`", duty.meaning, ", ".join(DEFAULT_FLOOR_ROLES.holders(duty))) for duty in Duty]


def secrets() -> list[str]:
    """How secrets are made and kept."""
    work = f"{OWASP.memory_cost // 1024} MiB, {OWASP.time_cost} pass and {OWASP.parallelism} lane"
    limits = f"{SHORTEST} to {LONGEST} characters"
    code = f"{CODE_LENGTH} characters and can be used once, within {CODE_LASTS // MINUTE} minutes"
    return [
        f"- A password has {limits}. It is neither the login nor the name, and none of the commonest.",
        "- A one-time password has four groups of four letters and digits. It has to be changed at the first sign-in.",
        f"- Hashes are argon2id with {work}, as the OWASP Password Storage Cheat Sheet lists first: about",
        "  75 ms on one core. They are in a file of their own, which only its owner can read. A hash with other",
        "  parameters is replaced at the next sign-in.",
        "- An unknown login takes as long as a known one, and every wrong password gets the same answer.",
        f"- {FAILURES} wrong passwords in a row lock a login for {LOCK_LASTS // MINUTE} minutes for the network from which",
        "  they came: an IPv4 address, or an IPv6 network (/64). Elsewhere it can be used. The limit `lock_seconds` changes",
        "  the time. An administrator unlocks it before, or resets the password.",
        f"- {STRANGE_FAILURES} wrong passwords from networks from which the person has not signed in lock the login for all",
        f"  such networks. The last {FAMILIAR} networks of a person are familiar, and so is the machine of the server.",
        "- At a console at which a person is signed in, passwords to unlock it and to change one's own count for that console",
        "  alone: nobody elsewhere can lock it.",
        f"- {SIGNATURE_FAILURES} wrong passwords for signatures of others count against the person at whose console they were",
        "  typed, who then gets no signature for that time. They never count against the login that was typed.",
        "- Senders take turns with checks of passwords, and familiar networks come first.",
        "- Failures of a login that cannot sign in are recorded once a minute; those of unknown logins",
        f"  {UNKNOWN_LOGINS} times a minute altogether, and only the first {SHOWN} characters: more could be a password in the",
        "  wrong field.",
        f"- A person can be signed in at {CONSOLES} consoles at the same time. One more ends the oldest sign-in.",
        f"- An enrolment code has {code}. The journal has its",
        "  HMAC, under a key in the file of passwords: a person who reads the journal cannot try all codes.",
        f"- A key has {KEY_BYTES} random bytes. The journal has its SHA-256 digest.",
    ]


def examples() -> dict[str, str]:
    """One of every event, as a floor would write it."""
    register, found = Register(), dict[str, str]()
    for number, command in enumerate(_day(), 1):
        decided = PEOPLE.decide(register, replace(command, at=BEGIN + number * 1000))
        assert not isinstance(decided, Refusal), f"the example {command} is denied"
        for event in decided:
            register = PEOPLE.apply(register, event)
            found[type(event).__name__] = canonical(event).decode()
    return found


def _day() -> Iterator[PeopleCommand]:
    for person, role in ROLES.items():
        yield AddStaff(by=OPERATOR, login=person.login, name=person.name, roles=frozenset({role}))
        yield ChangePassword(by=person)
    yield SignIn(login="sue", kind=PIT, address=AT)
    yield LockConsole(console=1)
    yield UnlockConsole(console=1)
    yield CountersignSecond(by=SUE, second="max", order="CorrectOutcome order-17", table="craps-1")
    yield IssueCode(by=SUE, code=CODE, kind=ClientKind.TERMINAL, label="seat 12", table="craps-1")
    yield EnrolClient(code=CODE, key=KEY, address="10.0.0.9")
    yield RevokeClient(by=MAX, client="terminal-1", why="stolen")
    yield SignOut(console=1, why=Why.ASKED)
    for _ in range(FAILURES):
        yield FailSignIn(login="sue", kind=PIT, address=AT)
    yield UnlockStaff(by=ADA, login="sue")
    yield FailSignature(first="sue", login="max", kind=PIT, address=AT)
    yield ChangeRoles(by=ADA, second=MAX, login="sue", roles=frozenset({"dealer", "supervisor"}))
    yield ResetPassword(by=ADA, second=MAX, login="sue")
    yield DisableStaff(by=MAX, login="sue", why="lost the badge")
    yield EnableStaff(by=ADA, second=MAX, login="sue")
    yield RecordView(by=IRA, what="round 17 at craps-1")
    yield RecordStop(by=IRA, what="all tables, verify", started_by=MAX)


RIGHTS = (
    "The API checks the rights of a session before it asks the register: there a missing duty is the error `not-your-right`, "
    "and `not-your-duty` is left for a duty that was lost in between."
)
HOW_TO_READ = (
    "Every command, event and refusal about staff and enrolled clients, by subject. A command asks something: `decide`",
    "answers it with events or with a refusal. A line of the stream `floor/people` is JSON and holds the events of one",
    "command; each has its name under `type`. Commands are not recorded, because a login that was typed wrongly may be",
    "a password.",
    "",
    "Every command and every event has `at`: the time in milliseconds since 1970. An order of a person has `by`. The",
    "server sets it from the session; no client can claim a name. An event leaves out the fields that have their default.",
    "The examples are the events of one day.",
)

DUTIES = (
    "A floor role has duties on the floor, and stands for roles of the documents at the tables. Nobody changes their own",
    "roles, resets their own password or unlocks their own login. One person who manages staff always remains.",
)
