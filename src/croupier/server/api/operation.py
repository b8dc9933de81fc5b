"""Operations of the API: each is declared once, with who may call it, what it takes and what it gives."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from croupier.people.duties import Duty
from croupier.server.api.problem import ApiError
from croupier.server.sessions import Session

MOST_NUMBER = 10**12
"""The largest number in a query."""

T = TypeVar("T", bound=msgspec.Struct)
G = TypeVar("G")
R = TypeVar("R")

LOOK_SECONDS = 0.5
"""How often slow work looks whether its client is still there."""


class ClientLeftError(Exception):
    """The client has disconnected, so there is nobody to answer."""


class Right(Enum):
    """Who may call an operation: anybody, whoever is signed in, or staff who hold one of some duties."""

    ANYBODY = "anybody", ()
    SIGNED_IN = "a member of staff who is signed in", ()
    SELF = "a member of staff who is signed in, even if the console is locked or the password is to be changed", ()
    MANAGE_STAFF = "staff", (Duty.MANAGE_STAFF,)
    ENROL = "staff", (Duty.ENROL,)
    DISABLE = "staff", (Duty.DISABLE,)
    DISABLE_STAFF = "staff", (Duty.MANAGE_STAFF, Duty.DISABLE)
    SETTINGS = "staff", (Duty.SETTINGS,)
    HANDLE_MONEY = "staff", (Duty.HANDLE_MONEY,)
    SEE_CAGE = "staff", (Duty.HANDLE_MONEY, Duty.READ_EVERYTHING)
    SEE_CAGE_RULES = "staff", (Duty.HANDLE_MONEY, Duty.READ_EVERYTHING, Duty.SETTINGS)
    ORDER_AT_CAGE = "staff", (Duty.HANDLE_MONEY, Duty.SETTINGS, Duty.PROMOTIONS)
    SEE_UNPAYABLE = "staff", (Duty.HANDLE_MONEY, Duty.READ_EVERYTHING, Duty.DISABLE)
    SEE_DAY = "staff", (Duty.DISABLE, Duty.READ_EVERYTHING)
    PROMOTIONS = "staff", (Duty.PROMOTIONS, Duty.HANDLE_MONEY)
    RUN_PROMOTIONS = "staff", (Duty.PROMOTIONS,)
    SEE_DUE_PRIZES = "staff", (Duty.PROMOTIONS, Duty.HANDLE_MONEY, Duty.READ_EVERYTHING, Duty.DISABLE)
    READ_PRIZE_REGISTER = "staff", (Duty.PROMOTIONS, Duty.READ_EVERYTHING)
    SEE_PROMOTIONS = "staff", (Duty.PROMOTIONS, Duty.HANDLE_MONEY, Duty.READ_EVERYTHING)

    def __init__(self, who: str, duties: tuple[Duty, ...]) -> None:
        """Open an operation to these people, if they hold one of the duties; to all of them if there is none."""
        needed = " or ".join(f"the duty {each}" for each in duties)
        self.duties = frozenset(duties)
        self.words = f"{who} with {needed}" if needed else who
        """Completes the sentence "Open to ..."."""


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No body, or an empty object."""


class GivenReason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason, for the journal."""

    why: Annotated[str, Meta(min_length=1, max_length=200)]


async def _stays() -> bool:
    return False


class Call(NamedTuple, Generic[T]):
    """One request to an operation."""

    path: Mapping[str, str]
    """The parts of the address that stand for something, such as the name of a table."""
    query: Mapping[str, str]
    body: T
    session: Session | None
    """Who is signed in; None for operations that are open to anybody, if nobody is."""
    address: str
    """The network address of the client."""
    client_key: str
    """The key of an enrolled terminal, display or device; empty if the request has none."""
    has_left: Callable[[], Awaitable[bool]] = _stays
    """Tells whether the client has closed its connection, or was cut off."""

    @property
    def signed_in(self) -> Session:
        """Who is signed in."""
        assert self.session, "the right of the operation asks for it"
        return self.session

    async def unless_left(self, work: Coroutine[Any, Any, R]) -> R:
        """Do some slow work. Cancel it, and raise `ClientLeftError`, once nobody waits for it any more."""
        doing = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait({doing}, timeout=LOOK_SECONDS))[0]:
                if await self.has_left():
                    raise ClientLeftError
            return await doing
        finally:
            doing.cancel()

    def number(self, name: str, default: int) -> int:
        """A number of the query."""
        written = self.query.get(name)
        if written is None:
            return default
        if not re.fullmatch(r"[0-9]{1,15}", written) or int(written) > MOST_NUMBER:
            raise ApiError(
                400, "bad-query", f"{name} is {written[:40]!r}; it has to be a whole number from 0 to {MOST_NUMBER:,}."
            )
        return int(written)


class Given(NamedTuple, Generic[G]):
    """The answer of an operation that also sets or removes a cookie."""

    value: G
    cookie: str
    """The name of the cookie."""
    content: str | None
    """What it holds; None to remove it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[T, G]):
    """One operation. Every column is required."""

    method: str
    path: str
    summary: str
    """What it does, in one sentence."""
    right: Right
    takes: type[T]
    """The body; `Nothing` if there is none."""
    queries: Mapping[str, str]
    """The parameters of the query, each with its meaning. They are whole numbers."""
    gives: Any
    """The type of the answer."""
    refuses: Sequence[int]
    """The HTTP statuses with which it may refuse, beside those that follow from its right."""
    handle: Callable[[Call[T]], Awaitable[G | Given[G]]]

    @property
    def needs_body(self) -> bool:
        """Whether something has to be sent: the body has a field that cannot be left out."""
        return any(field.required for field in msgspec.structs.fields(self.takes))


Row = tuple[str, str, str, Right, Any, Any, Sequence[int], Callable[[Call[Any]], Awaitable[Any]]]
"""An operation without a query in one line: method, path, summary, right, takes, gives, refuses, handle."""


def without_queries(*rows: Row) -> Sequence[Operation[Any, Any]]:
    """The operations of these rows."""
    return [
        Operation(
            method=method,
            path=path,
            summary=summary,
            right=right,
            takes=takes,
            queries={},
            gives=gives,
            refuses=refuses,
            handle=handle,
        )
        for method, path, summary, right, takes, gives, refuses, handle in rows
    ]
