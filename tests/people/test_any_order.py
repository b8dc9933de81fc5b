"""Whatever people ask in whatever order: the stream gives the same register, locks hold, and somebody manages staff."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.people.consoles import CountersignSecond, LockConsole, SignOut, UnlockConsole, Why
from croupier.people.credentials import client_key, digest_of_key, enrolment_code, one_time_password
from croupier.people.enrolment import EnrolClient, IssueCode, RevokeClient
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, PeopleCommand
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.register import ClientKind, Register, place_of
from croupier.people.signing_in import FailSignature, FailSignIn, SignedIn, SignIn, UnlockStaff
from croupier.people.staff import AddStaff, ChangeRoles, DisableStaff, EnableStaff
from croupier.people.viewing import RecordStop, RecordView
from floor_people import ADA, DAN, IRA, MAX, STAFF, SUE, added, carried_out

SECRETS = [one_time_password(), enrolment_code(), client_key(), "correct horse battery staple"]
"""What people may be given or type, also in the wrong field."""
DIGESTS = [digest_of_key(secret) for secret in SECRETS]
EVE = Author("eve", "Eve Long")
LENGTH = 150
NEVER_RECORDED = SignIn(login="ada", kind="pit", address="10.0.0.7")

Dice = random.Random
Make = Callable[[Dice], PeopleCommand]


def author(dice: Dice) -> Author:
    return dice.choice([OPERATOR, OPERATOR, *STAFF, *STAFF, EVE, Author("ada", "Somebody Else")])


def second(dice: Dice) -> Author | None:
    return dice.choice([None, None, *STAFF, EVE, Author("max", "Somebody Else")])


def login(dice: Dice) -> str:
    return "sue" if dice.random() < 0.5 else dice.choice([*(each.login for each in STAFF), "eve", "nobody"])


def roles(dice: Dice) -> frozenset[str]:
    known = ["administrator", "manager", "supervisor", "dealer", "inspector"]
    return frozenset(dice.sample([*known, "boss"] if dice.random() < 0.1 else known, dice.randint(0, 3)))


def console(dice: Dice, register: Register) -> int:
    return dice.choice([*register.consoles, 1, 999])


def commands(register: Register) -> dict[type[PeopleCommand], Make]:
    """How to make a command of each kind. Most of them could be meant so."""
    at: dict[str, Any] = {"kind": "pit", "address": "10.0.0.7"}
    clients = [*register.clients, "terminal-99"]
    return {
        AddStaff: lambda d: AddStaff(
            by=author(d),
            second=second(d),
            login=login(d),
            name=d.choice(["Eve Long", "ADA PRIOR", "Automatic"]),
            roles=roles(d),
        ),
        ChangeRoles: lambda d: ChangeRoles(by=author(d), second=second(d), login=login(d), roles=roles(d)),
        DisableStaff: lambda d: DisableStaff(by=author(d), login=login(d), why="a test"),
        EnableStaff: lambda d: EnableStaff(by=author(d), login=login(d)),
        ResetPassword: lambda d: ResetPassword(by=author(d), second=second(d), login=login(d)),
        ChangePassword: lambda d: ChangePassword(by=author(d), console=d.choice([None, console(d, register)])),
        UnlockStaff: lambda d: UnlockStaff(by=author(d), login=login(d)),
        SignIn: lambda d: SignIn(login=login(d), **at),
        FailSignIn: lambda d: FailSignIn(login=login(d) if d.random() < 0.7 else d.choice(SECRETS), **at),
        FailSignature: lambda d: FailSignature(first=login(d), login=d.choice([login(d), *SECRETS]), **at),
        SignOut: lambda d: SignOut(console=console(d, register), why=d.choice([*Why])),
        LockConsole: lambda d: LockConsole(console=console(d, register)),
        UnlockConsole: lambda d: UnlockConsole(console=console(d, register)),
        CountersignSecond: lambda d: CountersignSecond(by=author(d), second=login(d), order="VoidRound 7"),
        IssueCode: lambda d: IssueCode(
            by=author(d), second=second(d), code=d.choice(DIGESTS), kind=d.choice([*ClientKind]), label="seat 12"
        ),
        EnrolClient: lambda d: EnrolClient(code=d.choice(DIGESTS), key=d.choice(DIGESTS), address="10.0.0.9"),
        RevokeClient: lambda d: RevokeClient(by=author(d), client=d.choice(clients), why="a test"),
        RecordView: lambda d: RecordView(by=author(d), what="round 17"),
        RecordStop: lambda d: RecordStop(by=author(d), what="all tables, verify", started_by=author(d)),
    }


def night(seed: int) -> Iterator[tuple[Register, tuple[Event, ...]]]:
    """The register before each accepted command, and its events; first of a floor with some people."""
    register, lines = carried_out(Register(), added(ADA, MAX, SUE, DAN, IRA))
    before = Register()
    for events in lines:
        yield before, events
        before = PEOPLE.replayed(before, events)
    dice = random.Random(seed)  # noqa: S311 - to be repeatable
    for _ in range(LENGTH):
        command = dice.choice([*commands(register).values()])(dice)
        decided = PEOPLE.decide(register, replace(command, at=register.clock + dice.choice([1, 1000, 90_000])))
        if decided and not isinstance(decided, Refusal):
            yield register, decided
            register = PEOPLE.replayed(register, decided)


def test_every_command_is_tried_and_every_event_happens() -> None:
    assert set(commands(Register())) == set(PEOPLE.commands)
    happened = {type(event) for seed in range(80) for _, events in night(seed) for event in events}
    assert happened == set(PEOPLE.events)


@given(st.integers(0, 2**32))
def test_any_order_of_commands(seed: int) -> None:
    lines: list[bytes] = []
    register = Register()
    for before, events in night(seed):
        register = before
        for event in events:
            if isinstance(event, SignedIn):
                member = register.staff[event.login]
                assert not member.is_locked_at(place_of(event.address), event.at, is_familiar=member.knows(event.address))
                assert not register.staff[event.login].is_disabled
            assert PEOPLE.tell(register, event).endswith(".")
            register = PEOPLE.apply(register, event)
        check(register)
        lines.append(PEOPLE.recorded(NEVER_RECORDED, events))
    again = PEOPLE.replayed(Register(), (event for line in lines for event in PEOPLE.read(line).events))
    assert again == register
    snapshot = PEOPLE.snapshot_in(PEOPLE.snapshot(register, len(lines)))
    assert snapshot
    assert (snapshot.state, snapshot.line) == (register, len(lines))
    assert len([*PEOPLE.page(lines)]) == register.events
    for secret in SECRETS:
        assert not any(secret[:8].encode() in line for line in lines)


def check(register: Register) -> None:
    """What is so after every command."""
    assert any(register.managers_of_staff())
    assert len({member.name.casefold() for member in register.staff.values()}) == len(register.staff)
    assert {console.login for console in register.consoles.values()} <= set(register.staff)
    assert not any(register.staff[console.login].is_disabled for console in register.consoles.values())
    assert {*register.keys.values()} == {client.id for client in register.clients.values() if not client.revoked_by}
    assert len(register.recent) <= 10 + len(register.staff)
