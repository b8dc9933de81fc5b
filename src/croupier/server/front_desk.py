"""The front desk: the sessions of people who are signed in, and what they may see. Names and roles come only from here."""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from croupier.facts.message import Event
from croupier.floor.actions import Action
from croupier.floor.crews import Crews
from croupier.floor.limits import ClientLimits
from croupier.floor.office import Office, PeopleReply
from croupier.floor.oversight import after_others, duty_refused, first_instance_refused, pit_refused, within_duties
from croupier.floor.reception import DO_NOT_FIT, Reception, Whereabouts
from croupier.floor.standing import actions_here, refused_here
from croupier.floor.terminal_names import with_terminals
from croupier.floor.warning import note, warn
from croupier.people.consoles import SIGN_IN_AGAIN, YOU_ARE_OUT, CountersignSecond, LockConsole, SignedOut, SignOut, Why
from croupier.people.duties import Duty
from croupier.people.message import Author, PeopleCommand
from croupier.people.networks import network_of
from croupier.people.passwords import ChangePassword
from croupier.people.reasons import Reason
from croupier.people.register import Member, Register
from croupier.people.signing_in import LockedOut, SignatureFailed, SignedIn, SignInFailed
from croupier.people.staff import RolesChanged
from croupier.people.viewing import RecordView
from croupier.rules.ruleset import Ruleset
from croupier.server.allowance import Allowance
from croupier.server.api.problem import CHANGE_PASSWORD, ApiError, not_signed_in
from croupier.server.blindness import COUNTS_CASH, READS_BOOKS
from croupier.server.limits import CONSOLE_LOCKED, TOO_MANY_REQUESTS, TOO_MANY_TRIES
from croupier.server.sessions import BY_KEY, IDLE, TIME_OVER, Session, Sessions
from croupier.server.staff_views import ViewKind
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table

SWEEP_SECONDS = 5.0
CONSOLE = "console"
MOST_SENDERS = 10_000
"""How many addresses or logins are counted at once. When there are more, the first is forgotten, and nobody waits."""
READERS = frozenset({ViewKind.PIT, ViewKind.INSPECTOR})
"""Who may read what happened at a table."""
STATUSES = {
    Reason.SIGN_IN_FAILED: 401,
    Reason.LOGIN_DISABLED: 401,
    Reason.LOGIN_LOCKED: 401,
    Reason.TRY_AGAIN: 429,
    Reason.NOT_YOUR_DUTY: 403,
    Reason.NOT_YOURSELF: 403,
    Reason.SAME_PERSON: 403,
    Reason.PASSWORD_DUE: 403,
}
"""The HTTP status of a refusal; 409 for all others."""


class FrontDesk:
    """Signs staff in at consoles, and knows who they are."""

    def __init__(
        self,
        office: Office,
        reception: Reception,
        stands_for: Mapping[str, Sequence[str]],
        limits: ClientLimits,
        crews: Crews,
    ) -> None:
        """Begin with nobody signed in. `stands_for` are the document roles that each floor role stands for."""
        self._crews = crews
        self._limits = limits
        self.office = office
        self.reception = reception
        self._stands_for = stands_for
        self.sessions = Sessions(limits, self._closed)
        self._tries: dict[str, Allowance] = {}
        """Of passwords to sign in, by address."""
        self._tries_of_logins: dict[str, Allowance] = {}
        """Of passwords at consoles, by who is signed in there."""
        self._codes: dict[str, Allowance] = {}
        """Of enrolment codes, by address."""
        self._paces: dict[str, Allowance] = {}
        """Of requests to the API, by address."""
        self._paces_of_logins: dict[str, Allowance] = {}
        """The same by who is signed in. A login may look like an address."""
        self._failures = 0
        self._failed_at = ""
        """From where the last wrong password came."""
        """Wrong passwords since the last report."""
        office.listeners.append(self._heard)

    @property
    def register(self) -> Register:
        """Everybody who works on the floor, as far as it is durable."""
        return self.office.durable

    async def sign_in(self, login: str, password: str, address: str) -> tuple[Session, str]:
        """Sign a person in. Return the session with its token."""
        self.check_tries(address)
        reply = self._granted(await self.reception.sign_in(login, password, Whereabouts(CONSOLE, address)))
        console = next(event.console for event in reply.events if isinstance(event, SignedIn))
        if console not in self.register.consoles:
            # The same commit signed the person out again. `_heard` was told before there was a session to end.
            raise ApiError(401, DO_NOT_FIT.error, DO_NOT_FIT.message)
        member = self.register.staff[login]
        return self.sessions.open(login, member.name, address, console, must_change_password=member.must_change_password)

    async def sign_out(self, session: Session) -> None:
        """Sign a person out who asked for it."""
        self.sessions.end(session, Why.ASKED)
        await self.office.ask(SignOut(console=session.console, why=Why.ASKED))

    def why_ended(self, token: str) -> str | None:
        """Why the person with this token of a session was signed out, in a sentence; None if they asked for it.

        Of a token that nobody knows, such as one of before a restart, it says that the sign-in has ended.
        """
        why = self.sessions.why_ended(token)
        if token and why is None:
            return SIGN_IN_AGAIN
        return YOU_ARE_OUT.get(Why.IDLE if why == TIME_OVER else Why(why)) if why else None

    async def lock(self, session: Session) -> None:
        """Lock a console whose person asks for it."""
        if not session.is_locked:
            self.sessions.lock(session, BY_KEY)
            await self.order(LockConsole(console=session.console))

    async def unlock(self, session: Session, password: str) -> None:
        """Unlock a console with the password of whoever is signed in there."""
        self._check_tries_of(session)
        self._granted(await self.reception.unlock_console(session.console, password))
        self.sessions.unlock(session)

    async def change_password(self, session: Session, old: str, new: str, address: str) -> None:
        """Change the password of whoever is signed in. They are signed out everywhere else."""
        self._check_tries_of(session)
        asked = ChangePassword(by=self.author(session), console=session.console)
        self._granted(await self.reception.change_password(asked, old, new, Whereabouts(CONSOLE, address, session.console)))
        session.must_change_password = False

    async def second(self, session: Session, asked: CountersignSecond, password: str, address: str) -> Member:
        """Check the credentials of a second person, who is to sign an order of the first.

        That takes time: check again what the first may do. This raises if their session has ended meanwhile.
        """
        self._check_tries_of(session)
        self._granted(await self.reception.check_second(asked, password, Whereabouts(CONSOLE, address)))
        check_open(session)
        return self.register.staff[asked.second]

    async def countersigned(self, asked: CountersignSecond) -> None:
        """Record that a second person has signed an order. Call this once the order was carried out."""
        _warn_unless_recorded(await self.office.ask(asked))

    async def order(self, command: PeopleCommand) -> PeopleReply:
        """Give a command about people, or raise with the reason why it was refused."""
        return granted(await self.office.ask(command))

    async def viewed(self, session: Session, what: str, *, is_export: bool = False) -> None:
        """Record what an inspector views or exports. Call this before it is shown."""
        if self.is_inspector(session):
            await self.looked(session, what, is_export=is_export)

    async def looked(self, session: Session, what: str, *, is_export: bool = False) -> None:
        """Record what anybody views or exports of what is private. Call this before it is shown."""
        await self.order(RecordView(by=self.author(session), what=what, is_export=is_export))

    async def watches(self, session: Session, what: str) -> None:
        """Record what an inspector watches, once in a session: a page asks again and again."""
        if self.is_inspector(session) and what not in session.viewed:
            await self.viewed(session, what)
            session.viewed.add(what)

    def author(self, session: Session) -> Author:
        """Who is signed in, as the author of a command about people."""
        return self.register.staff[session.login].author

    def duties(self, session: Session) -> frozenset[Duty]:
        """What the floor roles of a person let them do, apart from tables."""
        return frozenset(duty for duty in Duty if self.register.may(session.login, duty))

    def is_inspector(self, session: Session) -> bool:
        """Whether a person may see everything, and is recorded doing so."""
        return self.register.may(session.login, Duty.READ_EVERYTHING)

    def floor_roles(self, login: str) -> frozenset[str]:
        """The roles of a person on this floor; none if the login is disabled."""
        member = self.register.staff.get(login)
        return member.roles if member and not member.is_disabled else frozenset()

    def document_roles(self, login: str, rules: Ruleset) -> tuple[str, ...]:
        """The roles of a document in which a person may act, in the order of the document."""
        held = {each for role in self.floor_roles(login) for each in self._stands_for.get(role, ())}
        return tuple(role for role in rules.procedures.roles if role in held)

    def lacks_duty(self, session: Session, command: Command) -> Refusal | None:
        """Refuse an order that takes a duty on the floor to a person who does not have it."""
        return duty_refused(self.register, session.login, type(command).__name__)

    def lacks_pit(self, first: Session, second: Member, command: Command) -> Refusal | None:
        """Refuse an order of two people that takes one of the pit, if neither is."""
        return pit_refused(self.register, (first.login, second.login), type(command).__name__)

    def refused(self, table: Table, command: Command, refusal: Refusal) -> Refusal:
        """A refusal, with the roles of this floor that may give the command if the person lacks the power."""
        return refused_here(table, command, refusal, self._stands_for)

    def explained(self, session: Session, table: Table, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Actions, with the roles of this floor that may give those for which the person lacks the power or the duty."""
        name, present = self.register.staff[session.login].name, self._present(table)
        in_turn = after_others(table, name, within_duties(self.register, session.login, actions), present)
        here = actions_here(table, in_turn, self._stands_for)
        return tuple(replace(each, why_not=with_terminals(table.terminals, each.why_not)) for each in here)

    def comes_later(self, table: Table, order: Command) -> Refusal | None:
        """Refuse what somebody else decides first who is here."""
        by: Person | None = getattr(order, "by", None) or None
        return first_instance_refused(table, type(order).__name__, by, self._present(table)) if by else None

    def _present(self, table: Table) -> dict[str, tuple[str, ...]]:
        """The document roles of everybody who is signed in and not elsewhere, by name."""
        logins = sorted({console.login for console in self.register.consoles.values()})
        roles = {self.register.staff[login].name: self.document_roles(login, table.rules) for login in logins}
        return {name: held for name, held in roles.items() if not self._crews.is_elsewhere(name, table)}

    def view_of(self, session: Session, table: Table) -> ViewKind:
        """How much of a table a person may see."""
        if session.is_locked or session.must_change_password:
            return ViewKind.PUBLIC
        duties = self.duties(session)
        if Duty.READ_EVERYTHING in duties:
            return ViewKind.INSPECTOR
        if any(map(table.rules.procedures.works_here, self.document_roles(session.login, table.rules))):
            return ViewKind.PIT if Duty.DISABLE in duties else ViewKind.DEALER
        return ViewKind.CAGE if Duty.HANDLE_MONEY in duties else ViewKind.PUBLIC

    def view_of_cage(self, session: Session) -> ViewKind:
        """How much of the money of the whole floor a person may see."""
        return ViewKind.INSPECTOR if self.is_inspector(session) else ViewKind.CAGE

    def counts_cash(self, session: Session) -> bool:
        """Whether a person may count drawers and the vault. Such a person reads no amount from which their cash follows."""
        duties = self.duties(session)
        return bool(duties & COUNTS_CASH) and Duty.READ_EVERYTHING not in duties

    def reads_books(self, session: Session, table: Table) -> bool:
        """Whether a person may read the books of a table, works at it, or both. Such a person counts none of its boxes."""
        return bool(self.duties(session) & READS_BOOKS) or self.view_of(session, table) is not ViewKind.CAGE

    def check_tries(self, address: str) -> None:
        """Raise if too many passwords were tried from an address to sign in."""
        self._check_tries(self._tries, network_of(address))

    def _check_tries_of(self, session: Session) -> None:
        """Raise if too many passwords were tried by whoever is signed in. Nobody else uses that up."""
        self._check_tries(self._tries_of_logins, session.login)

    def check_codes(self, address: str) -> None:
        """Raise if too many enrolment codes were tried from an address."""
        self._check_tries(self._codes, network_of(address))

    def _check_tries(self, tried: dict[str, Allowance], sender: str) -> None:
        limits = self._limits
        if not _may_go_on(tried, sender, limits.tries_per_minute / 60, limits.tries_at_once):
            raise ApiError(429, Reason.TRY_AGAIN, TOO_MANY_TRIES)

    def check_pace(self, session: Session | None, address: str) -> None:
        """Raise if a login, or an address at which nobody is signed in, sends too many requests."""
        limits = self._limits
        paces, sender = (self._paces_of_logins, session.login) if session else (self._paces, network_of(address))
        if not _may_go_on(paces, sender, limits.requests_per_second, limits.requests_at_once):
            raise ApiError(429, "too-fast", TOO_MANY_REQUESTS.format(requests=limits.requests_per_second))

    async def run(self) -> None:
        """Lock idle consoles and end old sessions, until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sessions.sweep()
            self.report()
            for allowances in (self._tries, self._tries_of_logins, self._codes, self._paces, self._paces_of_logins):
                for sender in [each for each, allowance in allowances.items() if allowance.is_whole]:
                    del allowances[sender]

    def report(self) -> None:
        """Report how many passwords were wrong since the last report, if any were. The journal says whose and from where."""
        if self._failures:
            note("sign-in-failures", count=self._failures)
            self._failures = 0

    def _granted(self, reply: PeopleReply) -> PeopleReply:
        """The answer to something that takes a password. Count the wrong ones."""
        self._failures += reply.error in (Reason.SIGN_IN_FAILED, Reason.LOGIN_LOCKED, Reason.LOGIN_DISABLED)
        return granted(reply)

    def _heard(self, event: Event, _: Register) -> None:
        """Follow the register: end sessions of people whom it signed out, change roles, and report logins that it locked."""
        if isinstance(event, SignInFailed | SignatureFailed):
            self._failed_at = event.address
        if isinstance(event, LockedOut):  # follows the failure that locked it
            where = f"locked for {event.place} after wrong passwords; the last came from {self._failed_at}"
            warn(f"the login {event.login} was {where}", "login-locked", login=event.login, address=self._failed_at)
        if isinstance(event, RolesChanged):
            self.sessions.roles_changed(event.login)
        if isinstance(event, SignedOut):
            for session in self.sessions.at_console(event.console):
                self.sessions.end(session, event.why)

    def _closed(self, session: Session, why: str) -> None:
        """Record that a console was locked, or that a session has ended, because of the time."""
        if session.console not in self.office.register.consoles:
            return
        if why == IDLE and not session.has_ended:
            self.office.submit(LockConsole(console=session.console), _warn_unless_recorded)
        elif why == TIME_OVER:
            self.office.submit(SignOut(console=session.console, why=Why.IDLE), _warn_unless_recorded)


def _may_go_on(allowances: dict[str, Allowance], sender: str, per_second: float, at_once: int) -> bool:
    """Whether a sender has not used up its allowance."""
    if sender not in allowances:
        if len(allowances) >= MOST_SENDERS:
            del allowances[next(iter(allowances))]
        allowances[sender] = Allowance(per_second, at_once, asyncio.get_running_loop().time)
    return allowances[sender].take()


def granted(reply: PeopleReply) -> PeopleReply:
    """The answer to a command about people, or an error with the reason why it was refused."""
    if not reply.ok:
        raise ApiError(STATUSES.get(Reason(reply.error), 409), reply.error, reply.message)
    return reply


def _warn_unless_recorded(reply: PeopleReply) -> None:
    if not reply.ok:
        warn(f"the register of people could not record what has happened: {reply.message}")


def check_open(session: Session) -> None:
    """Raise unless a session goes on, its console is not locked, and the password of the person is their own."""
    if session.has_ended:
        raise not_signed_in()
    if session.is_locked:
        raise ApiError(423, "console-locked", CONSOLE_LOCKED)
    if session.must_change_password:
        raise ApiError(403, Reason.PASSWORD_DUE, CHANGE_PASSWORD)
