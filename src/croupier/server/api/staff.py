"""Operations on the register of staff."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.floor.reception import Issued
from croupier.people.message import PeopleCommand
from croupier.people.passwords import ResetPassword
from croupier.people.register import Member
from croupier.people.signing_in import UnlockStaff
from croupier.people.staff import AddStaff, ChangeRoles, DisableStaff, EnableStaff
from croupier.server.api.operation import Call, GivenReason, Nothing, Operation, Right, without_queries
from croupier.server.api.problem import ApiError
from croupier.server.api.session import LoginName, SignInForm, also_signs
from croupier.server.front_desk import FrontDesk, granted

RoleName = Annotated[str, Meta(min_length=1, max_length=64)]
MOST_ROLES = 20


class StaffMember(msgspec.Struct, frozen=True):
    """A member of staff."""

    login: str
    name: str
    roles: tuple[str, ...]
    """The roles on this floor."""
    disabled: bool
    locked: bool
    """Whether the login is locked after too many wrong passwords."""
    must_change_password: bool
    signed_in: int
    """At how many consoles the person is signed in."""
    last_sign_in: int | None
    """When the person last signed in: milliseconds since 1970; null if never."""
    may_disable: bool
    """Whether the person who asks may disable the login."""


class NewMember(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new member of staff."""

    login: LoginName
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    roles: Annotated[list[RoleName], Meta(min_length=1, max_length=MOST_ROLES)]
    second: SignInForm | None = None
    """Another person, who signs as soon as there is one who could."""


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roles that a person is to have."""

    roles: Annotated[list[RoleName], Meta(min_length=1, max_length=MOST_ROLES)]
    second: SignInForm | None = None
    """Another person, who signs as soon as there is one who could."""


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signature of another person."""

    second: SignInForm | None = None
    """Another person, who signs as soon as there is one who could."""


class OneTimePassword(msgspec.Struct, frozen=True):
    """A member of staff, with a password for the next sign-in. It is shown once, here."""

    member: StaffMember
    password: str


class StaffOperations:
    """The operations on the register of staff."""

    def __init__(self, desk: FrontDesk) -> None:
        """Manage the people of this reception."""
        self._desk = desk

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        staff, one = "/api/v1/staff", "/api/v1/staff/{login}"
        adding = "Add a person, with a one-time password."
        resetting = "Give a person a new one-time password. It unlocks the login and signs the person out everywhere."
        disabling = "Disable a login at once. The person is signed out everywhere."
        unlocking = "Unlock a login that wrong passwords have locked."
        manage, disable = Right.MANAGE_STAFF, Right.DISABLE_STAFF
        return without_queries(
            ("GET", staff, "List the staff.", disable, Nothing, list[StaffMember], (), self._list),
            ("POST", staff, adding, manage, NewMember, OneTimePassword, (409,), self._add),
            ("POST", f"{one}/roles", "Change the roles of a person.", manage, Roles, StaffMember, (409,), self._roles),
            ("POST", f"{one}/reset", resetting, manage, Signature, OneTimePassword, (409,), self._reset),
            ("POST", f"{one}/unlock", unlocking, manage, Nothing, StaffMember, (409,), self._unlock),
            ("POST", f"{one}/disable", disabling, disable, GivenReason, StaffMember, (409,), self._disable),
            ("POST", f"{one}/enable", "Enable a login again.", manage, Signature, StaffMember, (409,), self._enable),
        )

    async def _list(self, call: Call[Nothing]) -> list[StaffMember]:
        return [self._member(call, login) for login in sorted(self._desk.register.staff)]

    async def _add(self, call: Call[NewMember]) -> OneTimePassword:
        body, by, roles = call.body, self._desk.author(call.signed_in), frozenset(call.body.roles)
        second = await also_signs(self._desk, call, f"AddStaff {body.login}", body.second)
        order = AddStaff(by=by, second=second, login=body.login, name=body.name, roles=roles)
        return self._with_password(call, await self._desk.reception.add(order), body.login)

    async def _roles(self, call: Call[Roles]) -> StaffMember:
        login, by, roles = call.path["login"], self._desk.author(call.signed_in), frozenset(call.body.roles)
        second = await also_signs(self._desk, call, f"ChangeRoles {login}", call.body.second)
        return await self._changed(call, ChangeRoles(by=by, second=second, login=login, roles=roles), login)

    async def _reset(self, call: Call[Signature]) -> OneTimePassword:
        login, by = call.path["login"], self._desk.author(call.signed_in)
        second = await also_signs(self._desk, call, f"ResetPassword {login}", call.body.second)
        order = ResetPassword(by=by, second=second, login=login)
        return self._with_password(call, await self._desk.reception.reset(order), login)

    async def _unlock(self, call: Call[Nothing]) -> StaffMember:
        login = call.path["login"]
        return await self._changed(call, UnlockStaff(by=self._desk.author(call.signed_in), login=login), login)

    async def _disable(self, call: Call[GivenReason]) -> StaffMember:
        login, by = call.path["login"], self._desk.author(call.signed_in)
        return await self._changed(call, DisableStaff(by=by, login=login, why=call.body.why), login)

    async def _enable(self, call: Call[Signature]) -> StaffMember:
        login, by = call.path["login"], self._desk.author(call.signed_in)
        second = await also_signs(self._desk, call, f"EnableStaff {login}", call.body.second)
        return await self._changed(call, EnableStaff(by=by, second=second, login=login), login)

    async def _changed(self, call: Call[Any], command: PeopleCommand, login: str) -> StaffMember:
        await self._desk.order(command)
        return self._member(call, login)

    def _with_password(self, call: Call[Any], issued: Issued, login: str) -> OneTimePassword:
        granted(issued.reply)
        assert issued.secret, "it was granted"
        return OneTimePassword(self._member(call, login), issued.secret)

    def _member(self, call: Call[Any], login: str) -> StaffMember:
        register = self._desk.register
        if login not in register.staff:
            raise ApiError(409, "unknown-login", "Nobody on this floor has that login.")
        member: Member = register.staff[login]
        return StaffMember(
            login=login,
            name=member.name,
            roles=tuple(sorted(member.roles)),
            disabled=member.is_disabled,
            locked=member.is_locked(self._desk.office.time),
            must_change_password=member.must_change_password,
            signed_in=len(register.consoles_of(login)),
            last_sign_in=member.last_sign_in,
            may_disable=register.reaches(call.signed_in.login, login),
        )
