"""Terminals, displays and devices enrol with a code and lose their key when it is revoked; views are recorded."""

from croupier.people.enrolment import CODE_LASTS, CODES, EnrolClient, IssueCode, RevokeClient
from croupier.people.register import ClientKind
from croupier.people.viewing import RecordStop, RecordView
from floor_people import DAN, IRA, MAX, SUE, carried_out, facts, says, staffed

CODE, KEY, OTHER = "c" * 64, "d" * 64, "e" * 64
ISSUE = IssueCode(by=SUE, code=CODE, kind=ClientKind.TERMINAL, label="seat 12", table="craps-1")
ENROL = EnrolClient(code=CODE, key=KEY, address="10.0.0.9")


def test_a_code_is_used_once() -> None:
    assert facts(
        staffed(SUE, MAX, DAN),
        IssueCode(by=DAN, code=CODE, kind=ClientKind.TERMINAL, label="seat 12"),
        ENROL,
        ISSUE,
        ISSUE,
        ENROL,
        ENROL,
        IssueCode(by=MAX, code=CODE, kind=ClientKind.DISPLAY, label="the big screen"),
        ENROL,
        EnrolClient(code=CODE, key=OTHER, address="10.0.0.8"),
    ) == says("""
        not-your-duty: Dan Reed may not issue a code; that is for manager, casino-supervisor or supervisor.
        unknown-code: That code was never issued, was used, or has expired; ask the pit for a new one.
        Sue Park (sue) issued a code for the terminal seat 12 at craps-1.
        code-taken: That code was issued before; make another.
        The terminal seat 12 enrolled as terminal-1 at craps-1, from 10.0.0.9, with a code of Sue Park (sue).
        unknown-code: That code was never issued, was used, or has expired; ask the pit for a new one.
        Max Field (max) issued a code for the display the big screen at any table.
        code-taken: That key was issued before; make another.
        The display the big screen enrolled as display-2 at any table, from 10.0.0.8, with a code of Max Field (max).
    """)


def test_a_terminal_has_a_name_of_its_own() -> None:
    """People find it by its name, and its stacker belongs to it. Codes may be outstanding for the same name: one enrols."""
    second = IssueCode(by=SUE, code=OTHER, kind=ClientKind.TERMINAL, label="Seat  12", table="craps-1")
    again = EnrolClient(code=OTHER, key="f" * 64, address="10.0.0.8")
    slash = IssueCode(by=SUE, code="a" * 64, kind=ClientKind.TERMINAL, label="craps/1")
    display = IssueCode(by=SUE, code="b" * 64, kind=ClientKind.DISPLAY, label="seat 12", table="craps-1")
    revoke = RevokeClient(by=MAX, client="terminal-1", why="It is replaced.")
    assert facts(staffed(SUE, MAX), ISSUE, second, ENROL, again, slash, display, revoke, again)[2:] == says("""
        The terminal seat 12 enrolled as terminal-1 at craps-1, from 10.0.0.9, with a code of Sue Park (sue).
        name-taken: The name seat 12 is that of terminal-1 already. Revoke that one first, or choose another name.
        bad-name: The name of a terminal has no slash: choose another.
        Sue Park (sue) issued a code for the display seat 12 at craps-1.
        Max Field (max) revoked the key of seat 12 (terminal-1): It is replaced.
        The terminal Seat  12 enrolled as terminal-2 at craps-1, from 10.0.0.8, with a code of Sue Park (sue).
    """)


def test_a_code_expires_after_a_quarter_of_an_hour() -> None:
    register, _ = carried_out(staffed(SUE), [ISSUE])
    in_time = EnrolClient(at=register.clock + CODE_LASTS - 1, code=CODE, key=KEY, address="10.0.0.9")
    too_late = EnrolClient(at=register.clock + CODE_LASTS, code=CODE, key=KEY, address="10.0.0.9")
    assert facts(register, in_time)[0].startswith("The terminal seat 12 enrolled")
    assert facts(register, too_late)[0].startswith("unknown-code")
    after = IssueCode(at=too_late.at, by=SUE, code=OTHER, kind=ClientKind.DEVICE, label="the tumbler")
    register, _ = carried_out(register, [after])
    assert [*register.codes] == [OTHER], "an expired code is forgotten"


def test_codes_outstanding_are_limited() -> None:
    issue = [IssueCode(by=SUE, code=f"{each:064x}", kind=ClientKind.TERMINAL, label="T") for each in range(CODES)]
    register, _ = carried_out(staffed(SUE), [IssueCode(by=SUE, code=OTHER, kind=ClientKind.TERMINAL, label="T")])
    for each in issue:  # all in one second
        register, _ = carried_out(register, [IssueCode(at=register.clock, by=SUE, code=each.code, kind=each.kind, label="T")])
    assert len(register.codes) == CODES
    assert facts(register, ISSUE)[0].startswith("too-many-codes: 1000 codes are outstanding")


def test_a_revoked_key_is_gone_at_once_and_stays_on_record() -> None:
    register, _ = carried_out(staffed(SUE, MAX), [ISSUE, ENROL])
    found = register.client_with(KEY)
    assert found
    assert (found.id, found.kind, found.table, found.enrolled_by) == ("terminal-1", ClientKind.TERMINAL, "craps-1", SUE)
    revoke = RevokeClient(by=MAX, client="terminal-1", why="stolen")
    assert facts(register, revoke, revoke, RevokeClient(by=MAX, client="terminal-9", why="a test")) == says("""
        Max Field (max) revoked the key of seat 12 (terminal-1): stolen.
        unknown-client: The key of seat 12 was revoked already.
        unknown-client: No client on this floor has that id.
    """)
    register, _ = carried_out(register, [revoke])
    assert register.client_with(KEY) is None
    assert register.clients["terminal-1"].revoked_by == MAX
    assert facts(register, ISSUE, ENROL)[1] == "code-taken: That key was issued before; make another."


def test_an_inspector_is_on_record() -> None:
    assert facts(
        staffed(IRA, DAN),
        RecordView(by=IRA, what="round 17 at craps-1"),
        RecordView(by=IRA, what="the journal of 15 November", is_export=True),
        RecordView(by=DAN, what="round 17 at craps-1"),
        RecordStop(by=IRA, what="all tables, verify", started_by=DAN),
    ) == says("""
        Ira Stone (ira) viewed round 17 at craps-1.
        Ira Stone (ira) exported the journal of 15 November.
        not-your-duty: Dan Reed may not see that; that is for manager, cage, inspector or inspectorate.
        Ira Stone (ira) stopped an inspection that Dan Reed (dan) started: all tables, verify.
    """)
