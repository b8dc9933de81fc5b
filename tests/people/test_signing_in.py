"""Signing in and out, wrong passwords, and what an attacker can have written."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.people.consoles import CountersignSecond, LockConsole, SignOut, UnlockConsole, Why
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR
from croupier.people.passwords import ResetPassword
from croupier.people.reasons import Reason
from croupier.people.register import SIGNATURES, place_of
from croupier.people.signing_in import (
    CONSOLES,
    FAILURES,
    LOCK_LASTS,
    SIGNATURE_FAILURES,
    STRANGE_FAILURES,
    UNKNOWN_LOGINS,
    FailSignature,
    FailSignIn,
    SignIn,
    UnlockStaff,
)
from croupier.people.staff import DisableStaff
from floor_people import ADA, BEGIN, DAN, MAX, MINUTE, SUE, carried_out, facts, says, staffed

WRONG = FailSignIn(login="sue", kind="pit", address="10.0.0.7")
RIGHT = SignIn(login="sue", kind="pit", address="10.0.0.7")


def test_three_wrong_passwords_in_a_row_lock_a_login() -> None:
    assert facts(
        staffed(ADA, SUE), WRONG, WRONG, RIGHT, WRONG, WRONG, WRONG, RIGHT, UnlockStaff(by=ADA, login="sue"), RIGHT
    ) == says(
        """
        A sign-in as sue at 10.0.0.7 (pit) failed: the password was wrong.
        A sign-in as sue at 10.0.0.7 (pit) failed: the password was wrong.
        Sue Park (sue) signed in at 10.0.0.7 (pit).
        A sign-in as sue at 10.0.0.7 (pit) failed: the password was wrong.
        A sign-in as sue at 10.0.0.7 (pit) failed: the password was wrong.
        A sign-in as sue at 10.0.0.7 (pit) failed: the password was wrong.
        The login of Sue Park (sue) was locked for 10.0.0.7 for 900 seconds after 3 wrong passwords.
        login-locked: The login of Sue Park is locked there after wrong passwords; have it unlocked first.
        Ada Prior (ada) unlocked the login of Sue Park (sue).
        Sue Park (sue) signed in at 10.0.0.7 (pit).
        """
    )


def test_a_reset_unlocks() -> None:
    register, _ = carried_out(staffed(ADA, SUE), [WRONG] * FAILURES)
    assert register.staff["sue"].is_locked(register.clock)
    register, _ = carried_out(register, [ResetPassword(by=OPERATOR, login="sue"), RIGHT])
    assert register.staff["sue"].last_sign_in == register.clock


def test_a_lock_ends_by_itself_and_can_be_had_again() -> None:
    register, _ = carried_out(staffed(ADA, SUE), [WRONG] * FAILURES)
    ends = register.clock + LOCK_LASTS
    for at, denied in ((ends - 1, True), (ends, False)):
        assert isinstance(PEOPLE.decide(register, replace(RIGHT, at=at)), Refusal) is denied
    assert facts(register, *[replace(WRONG, at=ends, lock_lasts=MINUTE)] * FAILURES, RIGHT)[FAILURES:] == says("""
        The login of Sue Park (sue) was locked for 10.0.0.7 for 60 seconds after 3 wrong passwords.
        login-locked: The login of Sue Park is locked there after wrong passwords; have it unlocked first.
    """)


def fails(count: int, address: str = "203.0.113.{}", **more: Any) -> list[FailSignIn]:
    """So many wrong passwords, each from an address of its own."""
    return [FailSignIn(login="sue", kind="pit", address=address.format(each), **more) for each in range(1, count + 1)]


def test_nobody_elsewhere_can_lock_a_login_where_its_person_works() -> None:
    """Not from one address, and not from many; but guesses from many addresses end for all strange ones."""
    register, _ = carried_out(staffed(ADA, SUE), [RIGHT, SignOut(console=1, why=Why.ASKED)])
    attacked, _ = carried_out(register, fails(5000, "10.{}.0.9") + fails(200))
    stranger = replace(RIGHT, address="198.51.100.1", at=attacked.clock)
    assert isinstance(PEOPLE.decide(attacked, stranger), Refusal), "guesses from many addresses are limited, too"
    for familiar in ("10.0.0.7", "127.0.0.1", "::1"):
        assert not isinstance(PEOPLE.decide(attacked, replace(RIGHT, address=familiar, at=attacked.clock)), Refusal), familiar
    later = attacked.clock + LOCK_LASTS
    assert not isinstance(PEOPLE.decide(attacked, replace(stranger, at=later)), Refusal)
    assert len(attacked.staff["sue"].tries) <= STRANGE_FAILURES + 1, "an attack does not fill the register"


def test_guesses_from_many_addresses_are_recorded_until_the_lock_and_then_once_a_minute() -> None:
    register, _ = carried_out(staffed(ADA, SUE), [])
    _, lines = carried_out(register, fails(5000, "10.{}.0.9"))
    assert len(lines) <= STRANGE_FAILURES + 1 + LOCK_LASTS // MINUTE


def test_the_addresses_of_an_ipv6_network_are_one_place() -> None:
    register, _ = carried_out(staffed(ADA, SUE), fails(FAILURES, "2001:db8::{}"))
    assert isinstance(PEOPLE.decide(register, replace(RIGHT, address="2001:db8::ffff", at=register.clock)), Refusal)
    assert not isinstance(PEOPLE.decide(register, replace(RIGHT, address="2001:db8:0:1::1", at=register.clock)), Refusal)


def test_a_console_is_unlocked_and_an_order_countersigned_although_the_login_is_locked() -> None:
    """Wrong passwords at a console at which its person is signed in count apart from those of strangers."""
    begun, _ = carried_out(staffed(ADA, SUE), [RIGHT, LockConsole(console=1)])
    register, _ = carried_out(begun, [*[WRONG] * FAILURES, *fails(100)])
    assert isinstance(PEOPLE.decide(register, replace(RIGHT, at=register.clock)), Refusal)
    assert not isinstance(PEOPLE.decide(register, UnlockConsole(console=1, at=register.clock)), Refusal)
    signs = CountersignSecond(by=ADA, second="sue", order="FillFloat 1", at=register.clock)
    assert not isinstance(PEOPLE.decide(register, signs), Refusal)
    register, _ = carried_out(begun, [replace(WRONG, console=1)] * FAILURES)
    sue = register.staff["sue"]
    assert sue.is_locked_at(place_of("10.0.0.7", 1), register.clock, is_familiar=True)
    assert not sue.is_locked_at(place_of("10.0.0.7", 2), register.clock, is_familiar=True)
    assert not isinstance(PEOPLE.decide(register, replace(RIGHT, at=register.clock)), Refusal)


def test_wrong_passwords_for_a_signature_count_against_whoever_asks_for_it() -> None:
    guess = FailSignature(first="dan", login="sue", kind="pit", address="10.0.0.7")
    told = facts(
        staffed(ADA, DAN, SUE),
        *[guess] * (SIGNATURE_FAILURES + 2),
        UnlockStaff(by=ADA, login="dan"),
        replace(guess, login="Dan!"),
    )
    assert told[SIGNATURE_FAILURES - 1 :] == says("""
        A signature as sue for Dan Reed (dan) at 10.0.0.7 (pit) failed: the password was wrong.
        The login of Dan Reed (dan) was locked for signatures of others for 900 seconds after 10 wrong passwords.
        nothing
        nothing
        Ada Prior (ada) unlocked the login of Dan Reed (dan).
        A signature as ?an… for Dan Reed (dan) at 10.0.0.7 (pit) failed: the password was wrong.
    """)
    register, _ = carried_out(staffed(ADA, DAN, SUE), [guess] * SIGNATURE_FAILURES)
    assert not register.staff["sue"].tries
    dan = register.staff["dan"]
    assert dan.is_locked_at(SIGNATURES, register.clock, is_familiar=True)
    assert not isinstance(PEOPLE.decide(register, replace(RIGHT, login="dan", at=register.clock)), Refusal), (
        "it locks nothing else"
    )


def test_a_locked_login_writes_one_line_a_minute() -> None:
    register, _ = carried_out(staffed(ADA, SUE), [WRONG] * FAILURES)
    begun = register.clock
    guesses = [FailSignIn(at=begun + each * 100, login="sue", kind="pit", address="10.0.0.7") for each in range(6000)]
    register, lines = carried_out(register, guesses)
    assert len(lines) == 10, "in ten minutes"


def test_unknown_logins_write_few_lines_and_no_whole_text() -> None:
    """A password in the wrong field is an unknown login."""
    typed = [f"{number:03}-correct-horse-battery" for number in range(500)]
    guesses = [FailSignIn(at=BEGIN + MINUTE + each, login=login, kind="pit", address="::1") for each, login in enumerate(typed)]
    register, lines = carried_out(staffed(ADA), guesses)
    assert len(lines) == UNKNOWN_LOGINS
    assert len(register.recent) == UNKNOWN_LOGINS
    assert not any(b"correct" in PEOPLE.recorded(RIGHT, events) for events in lines)
    assert set(register.staff) == {"ada"}
    later = FailSignIn(at=BEGIN + 3 * MINUTE, login="Ad\n!", kind="pit", address="::1")
    assert facts(register, later) == ["A sign-in as ?d?… at ::1 (pit) failed: nobody has that login."]
    register, _ = carried_out(register, [later])
    assert [*register.recent] == ["?d?…"]


def test_an_attack_on_unknown_logins_does_not_hide_one_on_a_known_login() -> None:
    flood = [FailSignIn(at=BEGIN + MINUTE + each, login=f"{each:03}", kind="pit", address="::1") for each in range(100)]
    register, _ = carried_out(staffed(ADA, SUE), flood)
    assert len(facts(register, WRONG)) == 1
    register, _ = carried_out(register, [DisableStaff(by=ADA, login="sue", why="a test")])
    assert facts(register, WRONG, WRONG) == [
        "A sign-in as sue at 10.0.0.7 (pit) failed: the login is disabled.",
        "nothing",
    ]


def test_a_console_is_locked_unlocked_and_left() -> None:
    assert facts(
        staffed(ADA, SUE),
        RIGHT,
        UnlockConsole(console=1),
        LockConsole(console=1),
        LockConsole(console=1),
        UnlockConsole(console=1),
        SignOut(console=1, why=Why.IDLE),
        SignOut(console=1, why=Why.ASKED),
        LockConsole(console=9),
    ) == says("""
        Sue Park (sue) signed in at 10.0.0.7 (pit).
        nothing-to-change: This console is not locked.
        The console of Sue Park (sue) at 10.0.0.7 was locked.
        nothing-to-change: This console is locked already.
        Sue Park (sue) at 10.0.0.7 unlocked the console.
        Sue Park (sue) at 10.0.0.7 was signed out after a time without use.
        unknown-console: Nobody is signed in there.
        unknown-console: Nobody is signed in there.
    """)


def test_nobody_is_signed_in_everywhere() -> None:
    """Whoever forgot to sign out can still sign in: the oldest sign-in ends."""
    assert facts(staffed(SUE), *[RIGHT] * (CONSOLES + 1))[-2:] == [
        "Sue Park (sue) at 10.0.0.7 was signed out because of a sign-in at one console too many.",
        "Sue Park (sue) signed in at 10.0.0.7 (pit).",
    ]
    register, _ = carried_out(staffed(SUE), [RIGHT] * (CONSOLES + 2))
    assert sorted(register.consoles) == [*range(3, CONSOLES + 3)]


def test_a_second_person_countersigns() -> None:
    order = "CorrectOutcome order-17"
    register, _ = carried_out(staffed(ADA, MAX, SUE, DAN), [DisableStaff(by=ADA, login="dan", why="a test")])
    assert facts(
        register,
        CountersignSecond(by=SUE, second="max", order=order, table="craps-1"),
        CountersignSecond(by=SUE, second="sue", order=order),
        CountersignSecond(by=SUE, second="dan", order=order),
        CountersignSecond(by=SUE, second="eve", order=order),
        CountersignSecond(by=SUE, second="max", order=""),
        ResetPassword(by=OPERATOR, login="max"),
        CountersignSecond(by=SUE, second="max", order=order),
    ) == says("""
        Max Field (max) countersigned an order of Sue Park (sue): CorrectOutcome order-17, at craps-1.
        same-person: Another person has to agree.
        login-disabled: The login of Dan Reed is disabled.
        unknown-login: Nobody on this floor has that login.
        bad-text: A text has 1 to 200 characters, without control characters.
        The operator of this machine issued a one-time password to Max Field (max).
        password-due: Max Field has to change the one-time password first.
    """)


@pytest.mark.parametrize("address", ["", "a" * 65, "10.0.0.7\n"])
def test_an_address_is_short(address: str) -> None:
    decided = PEOPLE.decide(staffed(SUE), SignIn(login="sue", kind="pit", address=address))
    assert isinstance(decided, Refusal)
    assert decided.reason is Reason.BAD_TEXT
