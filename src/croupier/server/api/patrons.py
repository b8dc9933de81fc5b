"""Operations about patrons: the register, their PINs, and what may be done for one. Orders are given at `/cage/orders`."""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from datetime import date, datetime
from itertools import pairwise, permutations
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from croupier.cage.card_numbers import is_card_number
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import Clerk
from croupier.cage.patron import IdentityDocument
from croupier.cage.patrons import CorrectPatron, Detail, PatronCorrected, PatronRegistered, RegisterPatron
from croupier.cage.pins import PIN_LENGTHS, SetPin, set_pin
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.echo import echo
from croupier.facts.refusal import Refusal
from croupier.floor.house import House
from croupier.floor.keeper import CageReply, Keeper
from croupier.floor.patron_file import Details, PatronRecords
from croupier.floor.player_names import unreadable_name
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing, not_for
from croupier.server.api.session import SignInForm
from croupier.server.api.table_orders import CommandId
from croupier.server.front_desk import FrontDesk
from croupier.server.patron_views import PatronView, patron_view
from croupier.server.sessions import Session
from croupier.server.wishes import ON_ONE_LINE
from croupier.table.money.patron_names import PATRON

Line = Annotated[str, Meta(min_length=1, max_length=100, pattern=ON_ONE_LINE)]
Date = Annotated[str, Meta(max_length=10)]
TOO_YOUNG = "Born {born}: that is {years} years. Patrons are registered from an age of {age} years."
REGISTERED = "This document is that of patron {patron}, who is in the register{excluded}."
DATE = "Write a date as 31/12/1990, or as 1990-12-31."
FUTURE = "{born} is still to come: look at the year again."
LONG_AGO = "Born {born}: nobody is {years} years old. Look at the year again."
MOST_YEARS = 120
NO_DIGEST = ""
"""Stands for the digest of details that are not kept yet."""
TOLD_WHY = (Duty.DISABLE, Duty.READ_EVERYTHING)
"""The duties of the pit and of inspectors, who are told why somebody was excluded."""
PIN = (
    f"A PIN has {PIN_LENGTHS[0]} to {PIN_LENGTHS[-1]} digits that are not all the same, not in a row such as 1234, "
    "and not from the date of birth."
)


class SoughtPatron(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to look for: the number of a card, the number of a patron, or a part of the name."""

    text: Line


class GivenDetails(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who a person is, as a document shows it. The details are kept in a file apart from the journal."""

    id: CommandId
    name: Line
    born: Date
    """The date of birth, as 31/12/1990 or 1990-12-31."""
    identified: IdentityDocument
    """The document that was seen."""
    document: Line
    """The number of that document."""
    issuer: Line | None = None
    """Who issued it."""
    expires: Date | None = None
    """Until when it is valid."""
    address: Line | None = None
    occupation: Line | None = None
    second: SignInForm | None = None
    """Another person, who signs if somebody similar is in the register, or if another name or document is entered."""


class NewPatron(GivenDetails, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A person to register, whose identity was checked."""

    why: Line | None = None
    """Why this is somebody else than the similar person in the register."""


class CorrectedPatron(GivenDetails, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All details of a patron as they are right."""

    why: Line


class NewPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A PIN that a patron has chosen."""

    id: CommandId
    pin: Annotated[str, Meta(max_length=20)]


class PatronOperations:
    """The operations about the patrons of a house."""

    def __init__(self, house: House, desk: FrontDesk, records: PatronRecords, zone: str) -> None:
        """Serve the register of this house, with the private details in these records. Ages are by the date of the zone."""
        self._house, self._desk, self._records, self._zone = house, desk, records, ZoneInfo(zone)
        self._registering = asyncio.Lock()
        """One person at a time is compared with the register, so that nobody comes into it twice at once."""

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
                path="/api/v1/cage/patrons/{patron}/details",
                summary="Correct the details of a patron: a new name, document or address. The journal gets another digest.",
                right=Right.HANDLE_MONEY,
                takes=CorrectedPatron,
                queries={},
                gives=PatronView,
                refuses=(404, 409),
                handle=self._correct,
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
            if isinstance(card, Refusal):
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
        person, given = call.signed_in, call.body
        details = self._details(given)
        second, asked = await self._second(call, "RegisterPatron")
        id, by = f"floor/staff.{person.login}/{given.id}", self._clerk(person)
        async with self._registering:
            is_new = self._house.journal.find(CAGE_REGISTER.name, id) is None
            similar = await self._similar(details) if is_new else ()
            order = RegisterPatron(
                by=by, digest=NO_DIGEST, identified=given.identified, similar=similar, why=given.why, second=second
            )
            reply = await self._kept(person, order, details, id)
        registered = next((each for each in reply.events if isinstance(each, PatronRegistered)), None)
        if registered is None:
            raise ApiError(409, reply.error, reply.message)
        if asked and is_new and registered.second:
            await self._desk.countersigned(asked)
        return await self._view(person, registered.patron)

    async def _correct(self, call: Call[CorrectedPatron]) -> PatronView:
        keeper, person, given, number = self._keeper, call.signed_in, call.body, self._number(call)
        details = self._details(given)
        second, asked = await self._second(call, "CorrectPatron")
        id, by = f"floor/staff.{person.login}/{given.id}", self._clerk(person)
        async with self._registering:
            is_new = self._house.journal.find(CAGE_REGISTER.name, id) is None
            before = keeper.cage.patrons[number].digest
            known = await self._records.details(before, number)
            similar = await self._similar(details, besides=number) if is_new else ()
            order = CorrectPatron(
                by=by,
                patron=number,
                digest=NO_DIGEST,
                identified=given.identified,
                changed=_changed(known, details) if known else (),
                similar=similar,
                why=given.why,
                second=second,
            )
            reply = await self._kept(person, order, details, id, instead_of=before)
            if not reply.ok:
                raise ApiError(409, reply.error, reply.message)
            if (now := keeper.cage.patrons[number].digest) != before:
                await self._records.replace(before, now, number)
        if asked and is_new:
            await self._desk.countersigned(asked)
        return await self._view(person, number)

    async def _kept(
        self, person: Session, order: RegisterPatron | CorrectPatron, details: Details, id: str, instead_of: str | None = None
    ) -> CageReply:
        """Give an order with details. They come first: nobody is in the register without them. Dropped if it is refused."""
        keeper = self._keeper
        digest = await self._records.keep(details, instead_of)
        self._check_duty(person)  # it may have been lost meanwhile
        reply = await keeper.ask(replace(order, digest=digest), id)
        if not any(isinstance(each, PatronRegistered | PatronCorrected) and each.digest == digest for each in reply.events):
            await self._records.drop(digest)
        return reply

    async def _similar(self, details: Details, besides: int | None = None) -> tuple[int, ...]:
        """The patrons who may be this person. Refuse a document that somebody else has shown."""
        cage, alike = self._keeper.cage, await self._records.alike(details, besides)
        for number, digest in alike.document:
            if _has(cage, number, digest):
                excluded = " and is excluded from the casino" if cage.patrons[number].is_excluded else ""
                raise ApiError(409, Reason.PATRON_REGISTERED, REGISTERED.format(patron=number, excluded=excluded))
        return tuple(number for number, digest in alike.similar if _has(cage, number, digest))

    async def _second(self, call: Call[Any], order: str) -> tuple[Clerk | None, CountersignSecond | None]:
        """The second person of an order, whose password is checked; None if none is given."""
        given: SignInForm | None = call.body.second
        if given is None:
            return None, None
        self._check_may(given.login, Duty.DISABLE)
        by = self._desk.author(call.signed_in)
        asked = CountersignSecond(by=by, second=given.login, order=f"{order} {call.body.id}")
        second = await self._desk.second(call.signed_in, asked, given.password, call.address)
        self._check_may(second.login, Duty.DISABLE)
        return Clerk(second.author.login, second.author.name), asked

    async def _pin(self, call: Call[NewPin]) -> PatronView:
        keeper, person, number = self._keeper, call.signed_in, self._number(call)
        details = await self._records.details(keeper.cage.patrons[number].digest, number)
        if is_weak(call.body.pin, details.born if details else None):
            raise ApiError(409, "pin-weak", PIN)
        order = SetPin(by=self._clerk(person), patron=number)
        if isinstance(refused := set_pin(keeper.cage, order), Refusal):
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
            raise missing(Reason.PATRON_UNKNOWN, f"There is no patron {echo(written)} in the register.")
        return number

    async def _view(self, session: Session, number: int) -> PatronView:
        keeper = self._keeper
        patron = keeper.durable.patrons[number]
        details = None if patron.is_erased else await self._records.details(patron.digest, number)
        cage = keeper.durable
        knows_why = self._desk.register.may(session.login, *TOLD_WHY)
        return patron_view(keeper, cage.patrons[number], details, self._clerk(session), knows_why=knows_why)

    def _clerk(self, session: Session) -> Clerk:
        author = self._desk.author(session)
        return Clerk(author.login, author.name)

    def _check_duty(self, session: Session) -> None:
        self._check_may(session.login, Duty.HANDLE_MONEY)

    def _check_may(self, login: str, duty: Duty) -> None:
        if not self._desk.register.may(login, duty):
            raise not_for(login, self._desk.register, duty)

    def _details(self, given: GivenDetails) -> Details:
        """The details as they are kept. A name that nobody can read, and a date that cannot be, are refused."""
        name = " ".join(given.name.split())
        if unreadable := unreadable_name(name):
            raise ApiError(409, Reason.BAD_TEXT, unreadable)
        return Details(
            name=name,
            born=self._checked_born(given.born).isoformat(),
            identified=given.identified,
            document=given.document.strip(),
            issuer=_stripped(given.issuer),
            expires=None if given.expires is None else _day(given.expires).isoformat(),
            address=_stripped(given.address),
            occupation=_stripped(given.occupation),
        )

    def _checked_born(self, born: str) -> date:
        keeper, day = self._keeper, _day(born)
        today = datetime.fromtimestamp(keeper.now() / 1000, self._zone).date()
        years = today.year - day.year - ((today.month, today.day) < (day.month, day.day))
        shown = f"{day:%d/%m}/{day.year:04}"
        if day > today:
            raise ApiError(409, "bad-date", FUTURE.format(born=shown))
        if years > MOST_YEARS:
            raise ApiError(409, "bad-date", LONG_AGO.format(born=shown, years=years))
        if years < (age := keeper.cage.patron_rules.age):
            raise ApiError(409, "too-young", TOO_YOUNG.format(born=shown, years=years, age=age))
        return day


def _has(cage: Cage, number: int, digest: str | None) -> bool:
    """Whether the register has a patron whom the file knows; the journal may be an older copy than the file."""
    patron = cage.patrons.get(number)
    return patron is not None and (patron.is_excluded if digest is None else patron.digest == digest)


def _changed(known: Details, details: Details) -> tuple[Detail, ...]:
    """What differs between two details of a patron."""
    pairs = {
        Detail.DOCUMENT: (known.identified, known.document) != (details.identified, details.document),
        **{each: getattr(known, each) != getattr(details, each) for each in Detail if each is not Detail.DOCUMENT},
    }
    return tuple(each for each in Detail if pairs[each])


def _stripped(text: str | None) -> str | None:
    return (text and text.strip()) or None


def _day(written: str) -> date:
    """A date as people write it: the day first, or the year first as computers do."""
    found = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})[./](\d{4})", written.strip(), re.ASCII)
    if found:
        year, month, day, *day_first = found.groups()
        parts = (year, month, day) if year else reversed(day_first)
        with contextlib.suppress(ValueError):
            return date(*(int(part) for part in parts))
    raise ApiError(409, "bad-date", DATE)


def is_weak(pin: str, born: str | None) -> bool:
    """Whether a PIN has not the right length, or is one that is tried first by whoever knows the date of birth."""
    if len(pin) not in PIN_LENGTHS or not (pin.isascii() and pin.isdigit()):
        return True
    if born:
        year, month, day = born.split("-")
        dates = ("".join(parts) for some in (2, 3) for parts in permutations((year, year[2:], month, day), some))
        if pin in {year, *dates}:
            return True
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return steps in ({0}, {1}, {-1})
