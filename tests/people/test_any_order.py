"""Whatever people ask in whatever order: the stream gives the same register, locks hold, and somebody manages staff."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.people.consoles import CountersignSecond, LockConsole, SignOut, UnlockConsole, Why
from croupier.people.credentials import client_key, digest_of_key, enrolment_code, one_time_password
from croupier.people.denials import Denial
from croupier.people.enrolment import EnrolClient, IssueCode, RevokeClient
from croupier.people.fold import apply, decide, replayed, told
from croupier.people.message import OPERATOR, Author, PeopleCommand
from croupier.people.page import people_page
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.recorded import events_in, recorded
from croupier.people.register import ClientKind, Register
from croupier.people.rows import PEOPLE_COMMANDS
from croupier.people.signing_in import FailSignIn, SignedIn, SignIn, UnlockStaff
from croupier.people.staff import AddStaff, ChangeRoles, DisableStaff, EnableStaff
from croupier.people.viewing import RecordView
from floor_people import ADA, BEGIN, DAN, IRA, MAX, STAFF, SUE, added, carried_out

SECRETS = [one_time_password(), enrolment_code(), client_key(), "correct horse battery staple"]
"""What people may type or be given. The third may be typed as a login."""
DIGESTS = [digest_of_key(secret) for secret in SECRETS]
LOGINS = st.sampled_from([*(each.login for each in STAFF), "eve", "nobody"])
AUTHORS = st.sampled_from([OPERATOR, *STAFF, Author("eve", "Eve Long"), Author("ada", "Somebody Else")])
ROLES = st.frozensets(st.sampled_from(["administrator", "manager", "supervisor", "dealer", "inspector", "boss"]), max_size=3)
CONSOLES = st.integers(1, 6)
WHERE = {"kind": st.just("pit"), "address": st.sampled_from(["10.0.0.7", "::1"])}
COMMANDS: dict[type[PeopleCommand], st.SearchStrategy[PeopleCommand]] = {
    AddStaff: st.builds(AddStaff, by=AUTHORS, login=LOGINS, name=st.sampled_from(["Eve Long", "Ada Prior"]), roles=ROLES),
    ChangeRoles: st.builds(ChangeRoles, by=AUTHORS, login=LOGINS, roles=ROLES),
    DisableStaff: st.builds(DisableStaff, by=AUTHORS, login=LOGINS),
    EnableStaff: st.builds(EnableStaff, by=AUTHORS, login=LOGINS),
    ResetPassword: st.builds(ResetPassword, by=AUTHORS, login=LOGINS),
    ChangePassword: st.builds(ChangePassword, by=AUTHORS, console=st.none() | CONSOLES),
    UnlockStaff: st.builds(UnlockStaff, by=AUTHORS, login=LOGINS),
    SignIn: st.builds(SignIn, login=LOGINS, **WHERE),
    FailSignIn: st.builds(FailSignIn, login=LOGINS | st.sampled_from(SECRETS), **WHERE),
    SignOut: st.builds(SignOut, console=CONSOLES, why=st.sampled_from(Why)),
    LockConsole: st.builds(LockConsole, console=CONSOLES),
    UnlockConsole: st.builds(UnlockConsole, console=CONSOLES),
    CountersignSecond: st.builds(CountersignSecond, by=AUTHORS, second=LOGINS, order=st.just("VoidRound 7")),
    IssueCode: st.builds(
        IssueCode, by=AUTHORS, code=st.sampled_from(DIGESTS), kind=st.sampled_from(ClientKind), label=st.just("seat 12")
    ),
    EnrolClient: st.builds(
        EnrolClient, code=st.sampled_from(DIGESTS), key=st.sampled_from(DIGESTS), address=st.just("10.0.0.9")
    ),
    RevokeClient: st.builds(RevokeClient, by=AUTHORS, client=st.sampled_from(["terminal-1", "display-1", "device-2"])),
    RecordView: st.builds(RecordView, by=AUTHORS, what=st.just("round 17")),
}
STEPS = st.lists(st.tuples(st.integers(1, 90_000), st.one_of(*COMMANDS.values())), max_size=60)


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(PEOPLE_COMMANDS)


@given(STEPS)
def test_any_order_of_commands(steps: list[tuple[int, PeopleCommand]]) -> None:
    register, first = carried_out(Register(), added(ADA, MAX, SUE, DAN, IRA))
    lines = [recorded(events) for events in first]
    for later, command in steps:
        decided = decide(register, replace(command, at=register.clock + later))
        if isinstance(decided, Denial) or not decided:
            continue
        before = register
        for event in decided:
            assert not isinstance(event, SignedIn) or not before.staff[event.login].is_locked
            assert not isinstance(event, SignedIn) or not before.staff[event.login].is_disabled
            assert told(register, event).endswith((".", "…"))
            register = apply(register, event)
        lines.append(recorded(decided))
        assert any(register.managers_of_staff())
        assert len({member.name.casefold() for member in register.staff.values()}) == len(register.staff)
        assert {console.login for console in register.consoles.values()} <= set(register.staff)
        assert not any(register.staff[console.login].is_disabled for console in register.consoles.values())
        assert len(register.recent) <= 20
    again = replayed(Register(), (event for line in lines for event in events_in(line)))
    assert again == register
    assert again.clock >= BEGIN
    assert len([*people_page(lines)]) == register.events
    assert not any(secret.encode() in line for line in lines for secret in SECRETS)
    assert not any(secret[:8].encode() in line for line in lines for secret in SECRETS)
