"""Operations about patrons: the register, their PINs, and what may be done for one. Orders are given at `/cage/orders`."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from croupier.cage.card_numbers import is_card_number
from croupier.cage.message import Clerk
from croupier.cage.patron import IdentityDocument
from croupier.cage.patrons import PatronRegistered, RegisterPatron
from croupier.cage.pins import PIN_LENGTHS, SetPin, set_pin
from croupier.cage.refusals import CageReason, CageRefusal
from croupier.echo import echo
from croupier.floor.house import House
from croupier.floor.keeper import Keeper
from croupier.floor.patron_file import Details, PatronRecords
from croupier.journal.streams import CAGE
from croupier.people.duties import Duty
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing, not_yours
from croupier.server.api.table_orders import CommandId
from croupier.server.front_desk import FrontDesk
from croupier.server.patron_views import PatronView, patron_view
from croupier.server.sessions import Session
from croupier.server.wishes import ON_ONE_LINE
from croupier.table.money.patron_names import PATRON

Line = Annotated[str, Meta(min_length=1, max_length=100, pattern=ON_ONE_LINE)]
TOO_YOUNG = "Patrons are registered from an age of {age} years."
REGISTERED = "That person is in the register already, as patron {patron}."
BORN = "Write the date of birth as year, month and day, such as 1990-12-31, in the past."
PIN = f"A PIN has {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits that are not all the same, and not in a row such as 1234."


class SoughtPatron(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to look for: the number of a card, the number of a patron, or a part of the name."""

    text: Line


class NewPatron(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to register, whose identity was checked. The details are kept in a file apart from the journal."""

    id: CommandId
    name: Line
    born: Annotated[str, Meta(max_length=10)]
    """The date of birth: year, month and day, as 1990-12-31."""
    identified: IdentityDocument
    """The document that was seen."""
    document: Line
    """The number of that document."""


class NewPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN that a patron has chosen."""

    id: CommandId
    pin: Annotated[str, Meta(max_length=20)]


class PatronOperations:
    """The operations about the patrons of a house."""

    def __init__(self, house: House, desk: FrontDesk, records: PatronRecords) -> None:
        """Serve the register of this house, with the private details in these records."""
        self._house, self._desk, self._records = house, desk, records

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="POST",
                path="/api/v1/cage/patrons/find",
                summary="Look patrons up by the number of a card, by their own number, or by a part of the name.",
                right=Right.SEE_CAGE,
                takes=SoughtPatron,
                queries={},
                gives=list[PatronView],
                refuses=(404, 409),
                handle=self._find,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/patrons/{patron}",
                summary="Show a patron: who they are, the card, the account, and what may be done now.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=PatronView,
                refuses=(404,),
                handle=self._show,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/patrons",
                summary="Register a person whose identity was checked. The journal gets a digest of the details.",
                right=Right.HANDLE_MONEY,
                takes=NewPatron,
                queries={},
                gives=PatronView,
                refuses=(404, 409),
                handle=self._register,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/patrons/{patron}/pin",
                summary="Set the PIN of a patron's account. It is in no journal, and unlocks an account after wrong PINs.",
                right=Right.HANDLE_MONEY,
                takes=NewPin,
                queries={},
                gives=PatronView,
                refuses=(404, 409),
                handle=self._pin,
            ),
        )

    @property
    def _keeper(self) -> Keeper:
        if self._house.keeper is None:
            raise missing("no-cage", "There is no cage on this floor.")
        return self._house.keeper

    async def _find(self, call: Call[SoughtPatron]) -> list[PatronView]:
        cage, text = self._keeper.durable, call.body.text.strip()
        if is_card_number(text):
            card = self._keeper.found_card(text)
            if isinstance(card, CageRefusal):
                raise ApiError(409, card.reason, card.sentence)
            numbers = [card.patron]
        elif re.fullmatch(rf"(?:{PATRON})?[0-9]{{1,9}}", text):
            numbers = [int(text.removeprefix(PATRON))]
        else:
            numbers = await self._records.named(text)
        await self._desk.viewed(call.signed_in, f"the cage, patrons {', '.join(map(str, numbers)) or 'of a name'}")
        return [await self._view(call.signed_in, number) for number in numbers if number in cage.patrons]

    async def _show(self, call: Call[Nothing]) -> PatronView:
        number = self._number(call)
        await self._desk.viewed(call.signed_in, f"the cage, patron {number}")
        return await self._view(call.signed_in, number)

    async def _register(self, call: Call[NewPatron]) -> PatronView:
        keeper, person, given = self._keeper, call.signed_in, call.body
        id, by = f"floor/staff.{person.login}/{given.id}", self._clerk(person)
        details = Details(" ".join(given.name.split()), given.born, given.document.strip())
        self._check_born(details.born, keeper)
        is_new = self._house.journal.find(CAGE, id) is None
        for same, digest in await self._records.same(details) if is_new else ():
            if (known := keeper.cage.patrons.get(same)) and known.digest == digest:
                raise ApiError(409, "patron-registered", REGISTERED.format(patron=same))
        # The details come first: nobody is in the register without them. If the rest fails, they are dropped.
        digest = await self._records.keep(details)
        self._check_duty(person)  # it may have been lost meanwhile
        reply = await keeper.ask(RegisterPatron(by=by, digest=digest, identified=given.identified), id)
        registered = next((each for each in reply.events if isinstance(each, PatronRegistered)), None)
        if registered is None or registered.digest != digest:
            await self._records.drop(digest)
        if registered is None:
            raise ApiError(409, reply.error, reply.message)
        return await self._view(person, registered.patron)

    async def _pin(self, call: Call[NewPin]) -> PatronView:
        keeper, person, number = self._keeper, call.signed_in, self._number(call)
        if is_weak(call.body.pin):
            raise ApiError(409, "pin-weak", PIN)
        order = SetPin(by=self._clerk(person), patron=number)
        if isinstance(refused := set_pin(keeper.cage, order), CageRefusal):
            raise ApiError(409, refused.reason, refused.sentence)
        await self._records.set_pin(number, call.body.pin)
        self._check_duty(person)
        reply = await keeper.ask(order, f"floor/staff.{person.login}/{call.body.id}")
        if not reply.ok:
            raise ApiError(409, reply.error, reply.message)
        return await self._view(person, number)

    def _number(self, call: Call[Any]) -> int:
        written = call.path["patron"]
        number = int(written) if re.fullmatch(r"[0-9]{1,9}", written) else 0
        if number not in self._keeper.durable.patrons:
            raise missing(CageReason.PATRON_UNKNOWN, f"There is no patron {echo(written)} in the register.")
        return number

    async def _view(self, session: Session, number: int) -> PatronView:
        keeper = self._keeper
        details = await self._records.details(keeper.durable.patrons[number].digest, number)
        cage = keeper.durable
        return patron_view(keeper, cage.patrons[number], details, self._clerk(session))

    def _clerk(self, session: Session) -> Clerk:
        author = self._desk.author(session)
        return Clerk(author.login, author.name)

    def _check_duty(self, session: Session) -> None:
        if not self._desk.register.may(session.login, Duty.HANDLE_MONEY):
            raise not_yours(f"{session.login} may not do that any more.")

    def _check_born(self, born: str, keeper: Keeper) -> None:
        try:
            day = date.fromisoformat(born) if len(born) == len("1990-12-31") else None
        except ValueError:
            day = None
        today = datetime.fromtimestamp(keeper.now() / 1000, UTC).date()
        if day is None or not day < today or day.year < today.year - 130:
            raise ApiError(409, "bad-date", BORN)
        years = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        if years < (age := keeper.cage.patron_rules.age):
            raise ApiError(409, "too-young", TOO_YOUNG.format(age=age))


def is_weak(pin: str) -> bool:
    """Whether a PIN has not the right length, or is one that is tried first."""
    if len(pin) not in PIN_LENGTHS or not (pin.isascii() and pin.isdigit()):
        return True
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return steps in ({0}, {1}, {-1})
