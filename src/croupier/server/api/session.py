"""Operations on the session: signing in and out, and one's own password."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.people.message import Author
from croupier.server.api.operation import Call, Given, Nothing, Operation, Right
from croupier.server.cookies import SESSION
from croupier.server.front_desk import FrontDesk
from croupier.server.sessions import Session

LoginName = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=256)]


class Me(msgspec.Struct, frozen=True):
    """Who is signed in at this console."""

    login: str
    name: str
    roles: tuple[str, ...]
    """The roles on this floor."""
    duties: tuple[Duty, ...]
    """What these roles let the person do, apart from tables."""
    locked: bool
    """Whether the console is locked until the password is entered."""
    must_change_password: bool
    """Whether the password is a one-time password. Nothing else can be done before it is changed."""


class SignInForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A login with its password."""

    login: LoginName
    password: Password


async def also_signs(desk: FrontDesk, call: Call[Any], order: str, given: SignInForm | None) -> Author | None:
    """Another person who signs an order about people, whose event then names both; None if nobody does."""
    if given is None:
        return None
    asked = CountersignSecond(by=desk.author(call.signed_in), second=given.login, order=order)
    return (await desk.second(call.signed_in, asked, given.password, call.address)).author


class Unlocking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of whoever is signed in."""

    password: Password


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The old password, and a new one of 12 characters or more."""

    old: Password
    new: Password


class Done(msgspec.Struct, frozen=True):
    """It is done, and durable."""

    done: bool = True


class SessionOperations:
    """The operations on one's own session."""

    def __init__(self, desk: FrontDesk) -> None:
        """Sign in at this reception."""
        self._desk = desk

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="POST",
                path="/api/v1/session",
                summary="Sign in. The answer sets the cookie of the session.",
                right=Right.ANYBODY,
                takes=SignInForm,
                queries={},
                gives=Me,
                refuses=(401, 409),
                handle=self._sign_in,
            ),
            Operation(
                method="GET",
                path="/api/v1/session",
                summary="Tell who is signed in at this console.",
                right=Right.SELF,
                takes=Nothing,
                queries={},
                gives=Me,
                refuses=(),
                handle=self._who,
            ),
            Operation(
                method="DELETE",
                path="/api/v1/session",
                summary="Sign out.",
                right=Right.SELF,
                takes=Nothing,
                queries={},
                gives=Done,
                refuses=(),
                handle=self._sign_out,
            ),
            Operation(
                method="POST",
                path="/api/v1/session/lock",
                summary="Lock this console until the password is entered again.",
                right=Right.SELF,
                takes=Nothing,
                queries={},
                gives=Me,
                refuses=(409,),
                handle=self._lock,
            ),
            Operation(
                method="POST",
                path="/api/v1/session/unlock",
                summary="Unlock a console that was locked, or not used for a while.",
                right=Right.SELF,
                takes=Unlocking,
                queries={},
                gives=Me,
                refuses=(409,),
                handle=self._unlock,
            ),
            Operation(
                method="POST",
                path="/api/v1/session/password",
                summary="Change one's own password. It signs the person out at every other console.",
                right=Right.SELF,
                takes=NewPassword,
                queries={},
                gives=Me,
                refuses=(409,),
                handle=self._change_password,
            ),
        )

    def _me(self, session: Session) -> Me:
        duties = tuple(duty for duty in Duty if duty in self._desk.duties(session))
        roles = tuple(sorted(self._desk.floor_roles(session.login)))
        return Me(session.login, session.name, roles, duties, session.is_locked, session.must_change_password)

    async def _sign_in(self, call: Call[SignInForm]) -> Given[Me]:
        session, token = await self._desk.sign_in(call.body.login, call.body.password, call.address)
        if call.session:
            await self._desk.sign_out(call.session)
        return Given(self._me(session), SESSION, token)

    async def _who(self, call: Call[Nothing]) -> Me:
        return self._me(call.signed_in)

    async def _sign_out(self, call: Call[Nothing]) -> Given[Done]:
        await self._desk.sign_out(call.signed_in)
        return Given(Done(), SESSION, None)

    async def _lock(self, call: Call[Nothing]) -> Me:
        await self._desk.lock(call.signed_in)
        return self._me(call.signed_in)

    async def _unlock(self, call: Call[Unlocking]) -> Me:
        await self._desk.unlock(call.signed_in, call.body.password)
        return self._me(call.signed_in)

    async def _change_password(self, call: Call[NewPassword]) -> Me:
        await self._desk.change_password(call.signed_in, call.body.old, call.body.new, call.address)
        return self._me(call.signed_in)
