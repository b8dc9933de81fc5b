"""The reception: where the register meets passwords, codes and keys. Secrets go to people, facts to the journal."""

import asyncio
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from croupier.facts.refusal import Refusal
from croupier.floor.office import Office, PeopleReply, refused
from croupier.floor.password_checks import BusyError, PasswordChecks
from croupier.people.consoles import CountersignSecond, UnlockConsole
from croupier.people.credentials import (
    FIRST_LOGIN,
    Credentials,
    PasswordVerdict,
    WeakPasswordError,
    client_key,
    digest_of_key,
    enrolment_code,
    one_time_password,
)
from croupier.people.duties import Duty
from croupier.people.enrolment import EnrolClient, IssueCode
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author, PeopleCommand
from croupier.people.networks import network_of
from croupier.people.passwords import ChangePassword, ResetPassword
from croupier.people.reasons import Reason
from croupier.people.register import SIGNATURES, ClientKind, place_of
from croupier.people.signing_in import LOCK_LASTS, FailSignature, FailSignIn, SignIn
from croupier.people.staff import AddStaff

FIRST_NAME = "First Administrator"

DO_NOT_FIT = refused(Refusal(Reason.SIGN_IN_FAILED, "Login and password do not fit, or the login is locked or disabled."))
"""The same for every wrong password, so that nobody learns which logins there are."""
NO_SIGNATURES = refused(
    Refusal(
        Reason.TRY_AGAIN,
        "Too many wrong passwords were typed for signatures that you asked for: wait, or have your login unlocked.",
    )
)
TRY_AGAIN = refused(Refusal(Reason.TRY_AGAIN, "Too many are signing in at this moment; try again."))


class Issued(NamedTuple):
    """The answer to a command, and the secret that was made for it; None if the command was refused."""

    reply: PeopleReply
    secret: str | None


class Whereabouts(NamedTuple):
    """Where somebody types a password."""

    kind: str
    """The kind of console."""
    address: str
    console: int | None = None
    """The number of the console, if the person is signed in there who types the own password."""


async def first_administrator(office: Office, credentials: Credentials, *, with_every_power: bool = False) -> Path | None:
    """Add a first administrator if there is no staff at all, and return the file with the one-time password.

    In a demonstration the administrator has every role but the inspector's, so that a visitor can try everything.
    """
    if office.register.staff:
        return None
    # If the process ends after this line, the next start begins again.
    password = credentials.set_first()
    roles = office.register.roles
    readers = roles.holders(Duty.READ_EVERYTHING)
    every = frozenset(role for role in roles.duties if role not in readers)
    given = every if with_every_power else frozenset(roles.holders(Duty.MANAGE_STAFF)[:1])
    await office.ask(AddStaff(by=OPERATOR, login=FIRST_LOGIN, name=FIRST_NAME, roles=given))
    return password


class Reception:
    """Signs people in, and gives out passwords, codes and keys."""

    def __init__(self, office: Office, passwords: PasswordChecks, *, lock_lasts: int = LOCK_LASTS) -> None:
        """Check passwords with `passwords`, and record everything at the office. Too many wrong ones lock for `lock_lasts`."""
        self._office = office
        self._passwords = passwords
        self._lock_lasts = lock_lasts
        self._issuing = asyncio.Lock()

    async def sign_in(self, login: str, password: str, place: Whereabouts) -> PeopleReply:
        """Sign a person in. The event `SignedIn` in the answer has the number of the console."""
        return await self._with_password(login, password, place, SignIn(login=login, kind=place.kind, address=place.address))

    async def unlock_console(self, console: int, password: str) -> PeopleReply:
        """Unlock a console with the password of the person who is signed in there."""
        held = self._office.register.consoles.get(console)
        if held is None:
            return await self._office.ask(UnlockConsole(console=console))  # which is refused
        place = Whereabouts(held.kind, held.address, console)
        return await self._with_password(held.login, password, place, UnlockConsole(console=console))

    async def check_second(self, command: CountersignSecond, password: str, place: Whereabouts) -> PeopleReply:
        """Check whether a second person may sign an order with this password. Only a wrong password is recorded.

        It counts against the first person, who is signed in at the console: whoever types the login of somebody else does not
        lock it. The right password of a login that is disabled is answered as a wrong one.
        """
        first = command.by.login
        if self._gets_no_signature(first):
            return NO_SIGNATURES
        try:
            verdict = await self._passwords.verify(command.second, password, network_of(place.address), is_known=True)
        except BusyError:
            return TRY_AGAIN
        if self._gets_no_signature(first):  # others were tried at the same time
            return NO_SIGNATURES
        member = self._office.register.staff.get(command.second)
        if verdict is PasswordVerdict.WRONG or member is None or member.is_disabled:
            lasts = self._lock_lasts
            failed = FailSignature(first=first, login=command.second, kind=place.kind, address=place.address, lock_lasts=lasts)
            self._office.submit(failed, lambda _: None)
            return DO_NOT_FIT
        if not isinstance(PEOPLE.decide(self._office.register, command), Refusal):
            return PeopleReply(ok=True)
        return await self._office.ask(command)

    def _gets_no_signature(self, login: str) -> bool:
        """Whether too many wrong passwords were typed for signatures that this person asked for."""
        member = self._office.register.staff.get(login)
        return bool(member and member.is_locked_at(SIGNATURES, self._office.time, is_familiar=True))

    async def change_password(self, command: ChangePassword, password: str, new: str, place: Whereabouts) -> PeopleReply:
        """Replace a person's own password."""
        login = command.by.login
        if refusal := await self._refused(login, password, place):
            return refusal
        if isinstance(refusal := PEOPLE.decide(self._office.register, command), Refusal):
            return refused(refusal)
        try:
            # The password goes first: if the process ends here, the one-time password is gone, and the change still due.
            is_changed = await self._passwords.change(login, password, new, name=command.by.name)
        except WeakPasswordError as error:
            return refused(Refusal(Reason.WEAK_PASSWORD, str(error)))
        if not is_changed:
            return DO_NOT_FIT  # it was reset meanwhile
        return await self._office.ask(command)

    async def add(self, command: AddStaff) -> Issued:
        """Add a member of staff, with a one-time password."""
        return await self._with_new_password(command, command.login)

    async def reset(self, command: ResetPassword) -> Issued:
        """Give a member of staff a one-time password."""
        return await self._with_new_password(command, command.login)

    async def issue_code(
        self,
        by: Author,
        kind: ClientKind,
        label: str,
        table: str | None = None,
        terminal: str | None = None,
        second: Author | None = None,
    ) -> Issued:
        """Issue a one-time code with which a client can enrol. `terminal` is whose money devices it is for."""
        code = enrolment_code()
        digest = self._passwords.credentials.digest_of_code(code)
        of = terminal or UNSET
        command = IssueCode(by=by, second=second, code=digest, kind=kind, label=label, table=table, terminal=of)
        reply = await self._office.ask(command)
        return Issued(reply, code if reply.ok else None)

    async def enrol(self, code: str, address: str) -> Issued:
        """Enrol a client with a code, and give it a key. The event `ClientEnrolled` in the answer has its id."""
        key, digest = client_key(), self._passwords.credentials.digest_of_code(code)
        reply = await self._office.ask(EnrolClient(code=digest, key=digest_of_key(key), address=address))
        return Issued(reply, key if reply.ok else None)

    async def _with_new_password(self, command: PeopleCommand, login: str) -> Issued:
        async with self._issuing:  # or another order about this login could come between the password and its line
            if isinstance(PEOPLE.decide(self._office.register, command), Refusal):
                return Issued(await self._office.ask(command), None)  # a refused command must not touch a password
            # The password goes first: if it cannot be kept, nothing has happened. If the process ends after it, nobody can
            # sign in with the old one, nor with this one, which nobody knows.
            password = one_time_password()
            await self._passwords.set(login, password, once=True)
            reply = await self._office.ask(command)
            return Issued(reply, password if reply.ok else None)

    async def _with_password(self, login: str, password: str, place: Whereabouts, command: PeopleCommand) -> PeopleReply:
        """Ask for something that takes a right password."""
        if refusal := await self._refused(login, password, place):
            return refusal
        return self._untold(login, place, await self._office.ask(command))

    def _untold(self, login: str, place: Whereabouts, reply: PeopleReply) -> PeopleReply:
        """An answer after a right password, unless it would tell apart the right password of a locked or disabled login."""
        return self._failed(login, place) if not reply.ok and self._is_barred(login, place) else reply

    async def _refused(self, login: str, password: str, place: Whereabouts) -> PeopleReply | None:
        """Check a password. A wrong one is counted, whatever it was meant for.

        The right one of a login that is disabled, or locked at this place, is answered as a wrong one.
        """
        member = self._office.register.staff.get(login)
        is_known = place.console is not None or bool(member and member.knows(place.address))
        try:
            verdict = await self._passwords.verify(login, password, network_of(place.address), is_known=is_known)
        except BusyError:
            return TRY_AGAIN
        if verdict is PasswordVerdict.WRONG or self._is_barred(login, place):
            return self._failed(login, place)
        return None

    def _is_barred(self, login: str, place: Whereabouts) -> bool:
        """Whether a login cannot be used at a place."""
        member = self._office.register.staff.get(login)
        if member is None or member.is_disabled:
            return True
        is_familiar = place.console is not None or member.knows(place.address)
        where = place_of(place.address, place.console)
        return member.is_locked_at(where, self._office.time, is_familiar=is_familiar)

    def _failed(self, login: str, place: Whereabouts) -> PeopleReply:
        """Count a wrong password. It counts at once, and is answered before it is durable.

        So the answer takes as long for a login that exists, of which every failure is recorded, as for one that does not.
        """
        failed = FailSignIn(
            login=login,
            kind=place.kind,
            address=place.address,
            console=place.console,
            lock_lasts=self._lock_lasts,
        )
        self._office.submit(failed, lambda _: None)
        return DO_NOT_FIT
