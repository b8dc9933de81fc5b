"""The register: everybody who works on a floor, where they are signed in, and every client that was enrolled."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.facts.message import State
from croupier.facts.refusal import Refusal
from croupier.people.duties import DEFAULT_FLOOR_ROLES, Duty, FloorRoles
from croupier.people.message import Author
from croupier.people.networks import is_this_machine, network_of
from croupier.people.reasons import Reason


class ClientKind(StrEnum):
    """What enrols with a code and keeps a key. Staff sign in with a password."""

    TERMINAL = "terminal"
    DISPLAY = "display"
    DEVICE = "device"
    """It reports the outcomes of a table."""
    MONEY = "money-devices"
    """The note acceptor, the ticket reader and the printer of one terminal."""


ELSEWHERE = "elsewhere"
"""The place of every sign-in from a network from which a person has not signed in before."""
FAMILIAR = 8
"""So many networks of a person's last sign-ins are familiar."""


def place_of(address: str, console: int | None = None) -> str:
    """Where a person types the own password: to sign in from a network, or at a console at which they are signed in."""
    return network_of(address) if console is None else f"console {console}"


SIGNATURES = "signatures"
"""The place of wrong passwords that were typed for the signature of another, at a console at which a person is signed in. They
count against that person, who lets them be typed, and never against the one whose login was typed."""


class Tries(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The wrong passwords of a login at one place."""

    count: int = 0
    """How many in a row."""
    last: int = 0
    """When the last was typed."""
    locked_until: int = 0
    """Locked there after too many until then, or until somebody unlocks the login or resets the password."""


class Member(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A member of staff."""

    login: str
    name: str
    """The full name; no two members have the same, because documents ask for another person by name."""
    roles: frozenset[str]
    is_disabled: bool = False
    must_change_password: bool = True
    tries: Mapping[str, Tries] = {}
    """By place. Old ones are dropped with the next."""
    familiar: tuple[str, ...] = ()
    """The networks from which the person signed in, the last first."""
    last_sign_in: int | None = None

    def is_locked(self, at: int) -> bool:
        """Whether the login is locked anywhere at this time."""
        return any(at < each.locked_until for each in self.tries.values())

    def is_locked_at(self, place: str, at: int, *, is_familiar: bool) -> bool:
        """Whether the login is locked at a place. Guesses from elsewhere do not lock a familiar one."""
        places = (place,) if is_familiar else (place, ELSEWHERE)
        return any(at < self.tries.get(each, NO_TRIES).locked_until for each in places)

    def knows(self, address: str) -> bool:
        """Whether the person has signed in from this network before, or it is the machine of the server itself."""
        return network_of(address) in self.familiar or is_this_machine(address)

    @property
    def author(self) -> Author:
        """The member as the author of a command."""
        return Author(self.login, self.name)


NO_TRIES = Tries()


class Client(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A terminal, a display or a device that was enrolled."""

    id: str
    kind: ClientKind
    label: str
    table: str | None
    """The table that it belongs to; None for any."""
    key: str
    """The SHA-256 digest of its key, in hexadecimal digits."""
    enrolled_by: Author
    """Who issued the code."""
    enrolled_at: int
    revoked_by: Author | None = None
    revoked_at: int | None = None
    terminal: str | None = None
    """The id of the terminal whose money devices these are; None for other clients."""


class EnrolmentCode(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A code that was issued and not used yet."""

    kind: ClientKind
    label: str
    table: str | None
    expires: int
    issued_by: Author
    terminal: str | None = None


class Console(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A console at which a member is signed in: from one sign-in to the sign-out."""

    login: str
    kind: str
    address: str
    since: int
    is_locked: bool = False


class Register(State, frozen=True, kw_only=True, omit_defaults=True):
    """Everybody and everything that has access to a floor."""

    roles: FloorRoles = DEFAULT_FLOOR_ROLES
    """The roles of this floor. They come from the floor file, not from events."""
    staff: Mapping[str, Member] = {}
    """By login."""
    consoles: Mapping[int, Console] = {}
    """By the number of the sign-in."""
    clients: Mapping[str, Client] = {}
    """By id. Revoked clients stay."""
    keys: Mapping[str, str] = {}
    """The ids of clients whose key is valid, by the digest of the key."""
    codes: Mapping[str, EnrolmentCode] = {}
    """By the digest of the code. Expired ones are removed when the next is issued."""
    recent: Mapping[str, int] = {}
    """When a failed sign-in of a login that cannot sign in was last recorded; only those of the last minute."""
    sign_ins: int = 0
    """The number of sign-ins so far."""

    def consoles_of(self, login: str) -> list[int]:
        """The consoles at which a member is signed in."""
        return [number for number, console in self.consoles.items() if console.login == login]

    def is_here(self, name: str) -> bool:
        """Whether the member with this full name is signed in at a console. Nobody who is disabled is."""
        return any(self.staff[console.login].name == name for console in self.consoles.values())

    def client_with(self, key: str) -> Client | None:
        """The client with this digest of a key; None if there is none, or if it was revoked."""
        return self.clients[self.keys[key]] if key in self.keys else None

    def may(self, login: str, *duties: Duty) -> bool:
        """Whether a member has one of these duties. A disabled member has none."""
        member = self.staff.get(login)
        return bool(member and not member.is_disabled and any(self.roles.holds(member.roles, duty) for duty in duties))

    def reaches(self, login: str, other: str) -> bool:
        """Whether a member may disable another."""
        member = self.staff[login]
        return login != other and not member.is_disabled and self.roles.may_disable(member.roles, self.staff[other].roles)

    def managers_of_staff(self) -> Iterator[str]:
        """The logins that may manage staff."""
        return (login for login in self.staff if self.may(login, Duty.MANAGE_STAFF))

    def named(self, login: str) -> str:
        """A member in words: the name and the login."""
        return str(self.staff[login].author)


def with_member(register: Register, login: str, **changes: Any) -> Register:
    """The register after a change of one member."""
    return replace(register, staff={**register.staff, login: replace(register.staff[login], **changes)})


def member_or_refusal(register: Register, login: str) -> Member | Refusal:
    """The member with this login, or a refusal if there is none."""
    return register.staff.get(login) or Refusal(Reason.UNKNOWN_LOGIN, "Nobody on this floor has that login.")


def because(why: str) -> str:
    """The reason of an order, for the end of a sentence."""
    return f": {why.removesuffix('.')}"
