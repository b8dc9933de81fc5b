"""Passwords, codes and keys: who gets in, who does not, and that no secret is ever in the journal."""

import asyncio
import errno
import stat
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from croupier.floor.office import Office, PeopleReply
from croupier.floor.password_checks import BusyError, PasswordChecks
from croupier.floor.reception import FIRST_LOGIN, Issued, Reception, Whereabouts, first_administrator
from croupier.people.consoles import CountersignSecond, LockConsole
from croupier.people.credentials import CredentialsError, PasswordVerdict, digest_of_key
from croupier.people.enrolment import ClientEnrolled
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.register import ClientKind
from croupier.people.signing_in import CONSOLES, FAILURES, SIGNATURE_FAILURES, SignedIn, SignIn, UnlockStaff
from croupier.people.staff import AddStaff, DisableStaff
from floor_people import ADA, MAX, STAFF, SUE, fast_credentials, full_width
from journals import bodies, journal_on
from patience import PATIENCE

PIT = Whereabouts("pit", "10.0.0.7")
AT_CONSOLE = PIT._replace(console=1)
OWN = {ADA: "ada keeps 3 doves", MAX: "max counts to 40", SUE: "sue sails at dawn"}


class Desk:
    """A reception on a journal, with people who have chosen their passwords, and every secret that was given out."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "floor.sqlite"
        self.journal = journal_on(self.path)
        self.office = Office(self.journal)
        self.credentials = fast_credentials(folder)
        self.passwords = PasswordChecks(self.credentials)
        self.reception = Reception(self.office, self.passwords)
        self.secrets: list[str] = []

    async def staff_up(self) -> None:
        for person, password in OWN.items():
            roles = frozenset({STAFF[person]})
            added = await self.reception.add(AddStaff(by=OPERATOR, login=person.login, name=person.name, roles=roles))
            assert added.secret
            changed = await self.reception.change_password(ChangePassword(by=person), added.secret, password, PIT)
            assert changed.ok
            self.secrets += [added.secret, password]

    async def written(self) -> list[bytes]:
        """The lines about people, once all that was decided is durable."""
        async with asyncio.timeout(PATIENCE):
            while self.office.durable is not self.office.register:  # noqa: ASYNC110 - the journal writes in its own time
                await asyncio.sleep(0.001)
        return bodies(self.path, PEOPLE.name)

    def close(self) -> None:
        self.passwords.close()
        self.journal.close()
        lines = bodies(self.path, PEOPLE.name)
        assert lines
        for secret in self.secrets:
            assert not any(secret.encode() in line for line in lines)
            assert secret not in self.credentials.path.read_text()


def at_the_desk(folder: Path, scene: Callable[[Desk], Awaitable[None]]) -> None:
    async def work() -> None:
        desk = Desk(folder)
        await desk.staff_up()
        await scene(desk)
        desk.close()

    asyncio.run(work())


def test_a_person_signs_in(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        reply = await desk.reception.sign_in("sue", OWN[SUE], PIT)
        (event,) = reply.events
        assert isinstance(event, SignedIn)
        assert (event.console, event.login, event.kind, event.address) == (1, "sue", "pit", "10.0.0.7")

    at_the_desk(tmp_path, scene)


def failures(desk: Desk, login: str) -> int:
    """How many wrong passwords count against a login, at the place with the most."""
    return max((each.count for each in desk.office.register.staff[login].tries.values()), default=0)


def test_a_failed_sign_in_is_answered_before_it_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the time of the answer would tell a login that exists, of which every failure is written, from one that does not."""

    async def scene(desk: Desk) -> None:
        monkeypatch.setattr(desk.office, "_journal", Stuck())
        for login in ("sue", "nobody", "max", "nobody"):
            async with asyncio.timeout(PATIENCE):
                assert (await desk.reception.sign_in(login, "not the password", PIT)).error == "sign-in-failed"
        assert failures(desk, "sue") == 1, "it counts at once"

    at_the_desk(tmp_path, scene)


class Stuck:
    """A journal whose writes are never durable."""

    def write(self, *_: object) -> None:
        pass


def test_wrong_passwords_all_get_the_same_answer(tmp_path: Path) -> None:
    """Also an unknown login, and whatever the reason: nobody learns which logins there are."""

    async def scene(desk: Desk) -> None:
        await desk.office.ask(DisableStaff(by=ADA, login="max", why="a test"))
        answers = {
            (reply.error, reply.message)
            for login in ("sue", "max", "nobody", "", "x" * 10_000, "S\n")
            for reply in [await desk.reception.sign_in(login, "not the password", PIT) for _ in range(5)]
        }
        assert answers == {("sign-in-failed", "Login and password do not fit, or the login is locked or disabled.")}
        assert desk.office.register.staff["sue"].is_locked(desk.office.time)

    at_the_desk(tmp_path, scene)


def test_the_right_password_of_a_locked_person_is_answered_as_a_wrong_one(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        for _ in range(FAILURES):
            assert not (await desk.reception.sign_in("sue", "not the password", PIT)).ok
        reply = await desk.reception.sign_in("sue", OWN[SUE], PIT)
        assert (reply.ok, reply.error) == (False, "sign-in-failed"), "whoever guesses must not learn the password"
        assert b'"cause":"locked"' in (await desk.written())[-1]
        assert (await desk.office.ask(UnlockStaff(by=ADA, login="sue"))).ok
        assert (await desk.reception.sign_in("sue", OWN[SUE], PIT)).ok

    at_the_desk(tmp_path, scene)


def test_a_lock_lasts_as_long_as_the_floor_says(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        reception = Reception(desk.office, desk.passwords, lock_lasts=60_000)
        for _ in range(FAILURES):
            assert not (await reception.sign_in("sue", "not the password", PIT)).ok
        at = desk.office.time
        assert not (await reception.sign_in("sue", OWN[SUE], PIT)).ok
        desk.office.clock = lambda: at + 60_000
        assert (await reception.sign_in("sue", OWN[SUE], PIT)).ok

    at_the_desk(tmp_path, scene)


def test_guesses_at_the_same_time_do_not_help(tmp_path: Path) -> None:
    """The right one among them comes too late."""

    async def scene(desk: Desk) -> None:
        guesses = ["a wrong one here", "another wrong one", "one more wrong one", OWN[SUE], "and one after it"]
        replies = await asyncio.gather(*(desk.reception.sign_in("sue", each, PIT) for each in guesses))
        assert [reply.ok for reply in replies] == [False] * 5
        assert not desk.office.register.consoles

    at_the_desk(tmp_path, scene)


def test_whoever_has_left_too_many_consoles_open_still_signs_in(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        replies = [await desk.reception.sign_in("sue", OWN[SUE], PIT) for _ in range(CONSOLES + FAILURES)]
        assert all(reply.ok for reply in replies)
        assert len(desk.office.register.consoles) == CONSOLES

    at_the_desk(tmp_path, scene)


def test_a_console_is_unlocked_by_its_own_person(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        await desk.reception.sign_in("sue", OWN[SUE], PIT)
        await desk.office.ask(LockConsole(console=1))
        assert (await desk.reception.unlock_console(1, OWN[MAX])).error == "sign-in-failed"
        assert failures(desk, "sue") == 1
        assert (await desk.reception.unlock_console(1, OWN[SUE])).ok
        assert (await desk.reception.unlock_console(9, OWN[SUE])).error == "unknown-console"

    at_the_desk(tmp_path, scene)


def test_a_second_person_signs_with_their_own_password(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        order = CountersignSecond(by=SUE, second="max", order="CorrectOutcome 17", table="craps-1")
        assert (await desk.reception.check_second(order, OWN[SUE], PIT)).error == "sign-in-failed"
        assert (failures(desk, "max"), failures(desk, "sue")) == (0, 1), "it counts where it was typed"
        lines = await desk.written()
        assert (await desk.reception.check_second(order, OWN[MAX], PIT)).ok
        own = CountersignSecond(by=SUE, second="sue", order="CorrectOutcome 17")
        assert (await desk.reception.check_second(own, OWN[SUE], PIT)).error == "same-person"
        unknown = CountersignSecond(by=Author("eve", "Eve Long"), second="max", order="CorrectOutcome 17")
        assert (await desk.reception.check_second(unknown, OWN[MAX], PIT)).error == "unknown-login"
        assert failures(desk, "max") == 0, "the second person did nothing wrong"
        assert bodies(desk.path, PEOPLE.name) == lines, "nothing was carried out yet"
        await desk.office.ask(DisableStaff(by=ADA, login="max", why="a test"))
        assert (await desk.reception.check_second(order, OWN[MAX], PIT)).error == "sign-in-failed"

    at_the_desk(tmp_path, scene)


def test_whoever_types_the_login_of_another_for_a_signature_locks_only_themselves(tmp_path: Path) -> None:
    """A dealer kept every supervisor from signing, and from unlocking their own consoles."""

    async def scene(desk: Desk) -> None:
        await desk.reception.sign_in("max", OWN[MAX], PIT)
        await desk.office.ask(LockConsole(console=1))
        guess = CountersignSecond(by=SUE, second="max", order="PullBox 17")
        answers = await asyncio.gather(
            *(desk.reception.check_second(guess, "not it", PIT) for _ in range(2 * SIGNATURE_FAILURES))
        )
        await desk.written()
        assert failures(desk, "max") == 0
        assert {each.error for each in answers} == {"sign-in-failed", "try-again"}
        assert sum(each.error == "sign-in-failed" for each in answers) == SIGNATURE_FAILURES
        assert (await desk.reception.check_second(guess, OWN[MAX], PIT)).error == "try-again", "guessing is bounded"
        elsewhere = CountersignSecond(by=ADA, second="max", order="PullBox 18")
        assert (await desk.reception.check_second(elsewhere, OWN[MAX], PIT)).ok
        assert (await desk.reception.unlock_console(1, OWN[MAX])).ok
        assert (await desk.reception.sign_in("sue", OWN[SUE], PIT)).ok, "to sign in anew takes nothing away"
        assert (await desk.reception.check_second(guess, OWN[MAX], PIT)).error == "try-again"
        await desk.office.ask(UnlockStaff(by=ADA, login="sue"))
        assert (await desk.reception.check_second(guess, OWN[MAX], PIT)).ok

    at_the_desk(tmp_path, scene)


def test_wrong_passwords_at_one_console_leave_the_others_of_its_person_open(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        for console in (1, 2):
            await desk.reception.sign_in("sue", OWN[SUE], PIT)
            await desk.office.ask(LockConsole(console=console))
        for _ in range(FAILURES):
            await desk.reception.unlock_console(1, "not it")
        assert (await desk.reception.unlock_console(1, OWN[SUE])).error == "sign-in-failed"
        assert (await desk.reception.unlock_console(2, OWN[SUE])).ok

    at_the_desk(tmp_path, scene)


def test_a_password_is_changed_with_the_old_one(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        change, new = ChangePassword(by=SUE), "sue rows at dusk"
        for old, wanted, error in (
            ("not the password", new, "sign-in-failed"),
            (OWN[SUE], "short", "weak-password"),
            (OWN[SUE], OWN[SUE], "weak-password"),
            (OWN[SUE], full_width(OWN[SUE]), "weak-password"),
            (OWN[SUE], "Sue Park", "weak-password"),
        ):
            assert (await desk.reception.change_password(change, old, wanted, PIT)).error == error
        assert (await desk.reception.change_password(change, OWN[SUE], new, PIT)).ok
        assert desk.credentials.verify("sue", new) is PasswordVerdict.RIGHT
        desk.secrets.append(new)

    at_the_desk(tmp_path, scene)


def test_a_login_that_was_locked_at_consoles_keeps_its_password(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        for _ in range(FAILURES):
            await desk.reception.change_password(ChangePassword(by=SUE), "not the password", "sue rows at dusk", AT_CONSOLE)
        reply = await desk.reception.change_password(ChangePassword(by=SUE), OWN[SUE], "sue rows at dusk", AT_CONSOLE)
        assert reply.error == "sign-in-failed"
        assert desk.credentials.verify("sue", OWN[SUE]) is PasswordVerdict.RIGHT

    at_the_desk(tmp_path, scene)


def test_a_reset_password_is_new_and_a_denied_one_is_not_touched(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        denied = await desk.reception.reset(ResetPassword(by=SUE, login="max"))
        assert (denied.secret, denied.reply.error) == (None, "not-your-duty")
        assert desk.credentials.verify("max", OWN[MAX]) is PasswordVerdict.RIGHT
        done = await desk.reception.reset(ResetPassword(by=ADA, second=SUE, login="max"))
        assert done.secret
        assert desk.credentials.verify("max", OWN[MAX]) is PasswordVerdict.WRONG
        assert desk.credentials.verify("max", done.secret) is PasswordVerdict.ONE_TIME
        assert (await desk.reception.sign_in("max", done.secret, PIT)).ok
        desk.secrets.append(done.secret)

    at_the_desk(tmp_path, scene)


def test_a_reset_wins_over_a_change_that_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever knows the old password must not keep the login by changing it in time."""

    async def scene(desk: Desk) -> None:
        verify, go = desk.credentials.verify, threading.Event()

        def slow(login: str, password: str) -> PasswordVerdict:
            go.wait(PATIENCE)
            return verify(login, password)

        monkeypatch.setattr(desk.credentials, "verify", slow)
        change = desk.reception.change_password(ChangePassword(by=SUE), OWN[SUE], "sue rows at dusk", PIT)
        changing = asyncio.ensure_future(change)
        await asyncio.sleep(0)
        resetting = asyncio.ensure_future(desk.reception.reset(ResetPassword(by=ADA, second=MAX, login="sue")))
        await asyncio.sleep(0)
        await desk.office.ask(SignIn(login="ada", kind="pit", address="10.0.0.8"))
        go.set()
        assert (await changing).error == "sign-in-failed"
        secret = (await resetting).secret
        assert secret
        assert verify("sue", secret) is PasswordVerdict.ONE_TIME
        assert desk.office.durable.staff["sue"].must_change_password

    at_the_desk(tmp_path, scene)


def test_a_reset_that_is_cut_short_leaves_no_password_that_anybody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    async def scene(desk: Desk) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(desk.office, "ask", killed)
            with pytest.raises(asyncio.CancelledError):
                await desk.reception.reset(ResetPassword(by=ADA, second=MAX, login="sue"))
        assert fast_credentials(tmp_path).verify("sue", OWN[SUE]) is PasswordVerdict.WRONG
        assert (await desk.reception.reset(ResetPassword(by=ADA, second=MAX, login="sue"))).secret

    at_the_desk(tmp_path, scene)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_order_whose_password_cannot_be_kept_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a new member of staff nor a reset or a changed password is half done, and each can be asked for again."""

    async def scene(desk: Desk) -> None:
        add = AddStaff(by=ADA, second=MAX, login="eve", name="Eve Long", roles=frozenset({"dealer"}))
        orders: tuple[Callable[[], Awaitable[Issued | PeopleReply]], ...] = (
            lambda: desk.reception.add(add),
            lambda: desk.reception.reset(ResetPassword(by=ADA, second=MAX, login="sue")),
            lambda: desk.reception.change_password(ChangePassword(by=SUE), OWN[SUE], "sue rows at dusk", PIT),
        )
        before = desk.office.durable
        with monkeypatch.context() as patched:
            patched.setattr("croupier.people.credentials._replace_file", full)
            for order in orders:
                with pytest.raises(CredentialsError, match=r"passwords cannot be kept there \(No space left on device\)"):
                    await order()
        assert desk.office.register is desk.office.durable is before
        assert desk.credentials.verify("sue", OWN[SUE]) is PasswordVerdict.RIGHT
        for issued in (
            await desk.reception.add(add),
            await desk.reception.reset(ResetPassword(by=ADA, second=MAX, login="sue")),
        ):
            assert issued.secret
            desk.secrets.append(issued.secret)

    at_the_desk(tmp_path, scene)


def test_two_who_add_the_same_login_at_once_do_not_mix_up_passwords(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        add = AddStaff(by=ADA, second=MAX, login="eve", name="Eve Long", roles=frozenset({"dealer"}))
        one, other = await asyncio.gather(desk.reception.add(add), desk.reception.add(add))
        assert one.secret
        assert (other.secret, other.reply.error) == (None, "login-taken")
        assert desk.credentials.verify("eve", one.secret) is PasswordVerdict.ONE_TIME

    at_the_desk(tmp_path, scene)


def needs(*_: object) -> bool:
    return True


def test_a_password_is_right_where_its_newer_hash_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(desk: Desk) -> None:
        monkeypatch.setattr(PasswordHasher, "check_needs_rehash", needs)
        monkeypatch.setattr("croupier.people.credentials._replace_file", full)
        assert (await desk.reception.sign_in("sue", OWN[SUE], PIT)).ok

    at_the_desk(tmp_path, scene)


def test_a_client_enrols_with_a_code_and_gets_a_key(tmp_path: Path) -> None:
    async def scene(desk: Desk) -> None:
        denied = await desk.reception.issue_code(ADA, ClientKind.TERMINAL, "seat 12")
        assert (denied.secret, denied.reply.error) == (None, "not-your-duty")
        code = (await desk.reception.issue_code(SUE, ClientKind.TERMINAL, "seat 12", "craps-1")).secret
        assert code
        enrolled = await desk.reception.enrol(code.lower(), "10.0.0.9")
        (event,) = enrolled.reply.events
        assert isinstance(event, ClientEnrolled)
        assert enrolled.secret
        client = desk.office.durable.client_with(digest_of_key(enrolled.secret))
        assert client
        assert (client.id, client.table, client.id) == (event.client, "craps-1", "terminal-1")
        again = await desk.reception.enrol(code, "10.0.0.9")
        assert (again.secret, again.reply.error) == (None, "unknown-code")
        desk.secrets += [code, enrolled.secret]

    at_the_desk(tmp_path, scene)


def test_too_many_at_once_are_asked_to_try_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(*_: object, **__: object) -> PasswordVerdict:
        raise BusyError

    async def scene(desk: Desk) -> None:
        monkeypatch.setattr(desk.passwords, "verify", busy)
        reply = await desk.reception.sign_in("sue", OWN[SUE], PIT)
        assert (reply.error, reply.message) == ("try-again", "Too many are signing in at this moment; try again.")
        assert failures(desk, "sue") == 0

    at_the_desk(tmp_path, scene)


def test_the_first_start_makes_one_administrator(tmp_path: Path) -> None:
    async def scene() -> None:
        desk = Desk(tmp_path)
        file = await first_administrator(desk.office, desk.credentials)
        assert file
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        password = file.read_text().strip()
        assert await first_administrator(desk.office, desk.credentials) is None
        admin = desk.office.durable.staff[FIRST_LOGIN]
        assert (admin.login, admin.roles, admin.must_change_password) == ("admin", frozenset({"administrator"}), True)
        assert (await desk.reception.sign_in("admin", password, PIT)).ok
        add = AddStaff(by=admin.author, login="eve", name="Eve Long", roles=frozenset({"dealer"}))
        assert (await desk.reception.add(add)).reply.error == "password-due"
        assert file.exists(), "signing in changes nothing"
        changed = await desk.reception.change_password(ChangePassword(by=admin.author), password, OWN[ADA], PIT)
        assert changed.ok
        assert not file.exists()
        desk.secrets.append(password)
        desk.close()

    asyncio.run(scene())
