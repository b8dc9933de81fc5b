"""Who enters a promotion or claims a prize: one person of the register for one patron, and nobody who may not take part."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from croupier.cage.patron import Patron
from croupier.floor.house import House
from croupier.floor.patron_file import PatronRecords
from croupier.floor.promoter import PrizeReply
from croupier.likeness import is_like, looks_of, words_of
from croupier.promotions.claims import ON_FILE, RefuseClaim
from croupier.promotions.disputes import RaisePrizeDispute
from croupier.promotions.entering import PRIVATE, EnterDraw, Namesakes
from croupier.promotions.message import Officer
from croupier.promotions.refusals import Reason
from croupier.promotions.withdrawals import BarEntry
from croupier.server.api.prize_register import check_reply, register_of
from croupier.server.api.problem import ApiError
from croupier.server.front_desk import FrontDesk
from croupier.table.money.patron_names import PATRON, patron_name, patron_of

Private = Annotated[str, Meta(min_length=1, max_length=200)]


class PersonData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who somebody is. The journal has only a salted digest of it."""

    name: Private | None = None
    """Not needed of a patron, whom the casino knows."""
    address: Private | None = None
    telephone: Private | None = None
    email: Private | None = None
    patron: Private | None = None
    """The number of a patron of the casino."""


class Entrants:
    """The people of the prize register of a house, compared with its patrons and its staff."""

    def __init__(self, house: House, desk: FrontDesk, patrons: PatronRecords) -> None:
        """Compare with the register of this house, with the private details of patrons in these records."""
        self._house, self._desk, self._patrons = house, desk, patrons
        self.entering = asyncio.Lock()
        """One enters at a time: two at once would not be compared with each other."""

    def data_of(self, given: PersonData) -> dict[str, str]:
        """What was given of a person, of a patron the number alone. Raise `ApiError` if nobody can be known by it."""
        data = private_data(given)
        if "patron" in data:
            return {"patron": patron_name(self._patron(data["patron"]).number)}
        if "name" not in data:
            raise ApiError(409, Reason.BAD_TEXT, "Give a name, or the number of a patron.")
        return data

    async def take_in(self, by: Officer, data: Mapping[str, str], id: str) -> int:
        """The number of a person, who is taken in if the register does not have them. Raise `ApiError` if it refuses."""
        promoter = register_of(self._house)
        found = await promoter.take_in(by, data, id)
        if isinstance(found, PrizeReply):
            check_reply(promoter, found)
        assert isinstance(found, int), "a person who was taken in has a number"
        return found

    async def taken_in_for(self, command: EnterDraw | RefuseClaim | RaisePrizeDispute, given: PersonData, id: str) -> int:
        """The number of the person about whom an order is. Nobody is taken in for an order that would be refused."""
        promoter, data = register_of(self._house), self.data_of(given)
        if (known := promoter.person(data)) is not None:
            return known
        if isinstance(command, EnterDraw):
            command = replace(command, similar=await self.similar(data, command.promotion))
        holds = {*data}
        if "patron" in data and isinstance(command, RefuseClaim):  # `complete` adds what the register of patrons has
            holds |= {*await self._of_patron(self._patron(data["patron"]))}
        check_reply(promoter, promoter.tried(command, tuple(sorted(holds))))
        return await self.take_in(command.by, data, f"{id}/person")

    async def similar(self, data: Mapping[str, str], number: int, person: int | None = None) -> Namesakes | None:
        """Who else somebody may be who enters a promotion, by the name; None for nobody. Raise if they are excluded.

        `person` is their number, if the register has them. Whoever enters as a patron has shown a document, and was compared
        with other patrons by that.
        """
        patron = self._patron(data["patron"]) if "patron" in data else None
        if patron and patron.is_excluded:
            raise ApiError(409, Reason.MAY_NOT_ENTER, f"Patron {patron.number} is excluded from the casino.")
        known = (data.get("name"), (await self._of_patron(patron)).get("name"))
        names = [name for name in dict.fromkeys(known) if name]
        found = Namesakes(
            excluded=() if patron else tuple(sorted(await self._excluded_like(data))),
            staff=tuple(sorted(self._staff_like(names))),
            people=tuple(sorted(await self._entered_like(names, number) - {person})),
        )
        return found if found != Namesakes() else None

    async def _excluded_like(self, data: Mapping[str, str]) -> set[int]:
        """The excluded patrons with a similar name. Raise if one has this name and this address."""
        keeper = self._house.keeper
        if keeper is None or "name" not in data:  # private data may have been erased: then there is nothing to compare
            return set()
        found = await self._patrons.like(data["name"]) & {*keeper.cage.exclusions}
        if (number := await self._same(data, found, keeper.cage.patrons)) is not None:
            sentence = (
                f"Patron {number}, who is excluded from the casino, has that name and address. "
                "If this is somebody else, register them as a patron, with a document: then they enter by their number."
            )
            raise ApiError(409, Reason.MAY_NOT_ENTER, sentence)
        return found

    async def _same(self, data: Mapping[str, str], numbers: Iterable[int], patrons: Mapping[int, Patron]) -> int | None:
        """Which of these patrons has this name and this address; None for none of them."""
        for number in sorted(numbers):
            if _is_same(data, await self._of_patron(patrons[number])):
                return number
        return None

    def _staff_like(self, names: Iterable[str]) -> set[str]:
        """The logins of staff with a similar name."""
        staff = [each for each in self._desk.register.staff.values() if not each.is_disabled]
        return {each.login for each in staff for name in names if is_like(words_of(name), words_of(each.name))}

    def staff_named(self, name: str) -> tuple[str, ...]:
        """The logins of everybody who is or was staff and has a name, or as a login."""
        staff, looks = self._desk.register.staff.values(), looks_of(name)
        return tuple(sorted(each.login for each in staff if looks in (looks_of(each.name), looks_of(each.login))))

    async def _entered_like(self, names: Iterable[str], number: int) -> set[int]:
        """The people with a similar name who have an entry in a promotion that counts."""
        promoter, found = register_of(self._house), set[int]()
        promotion = promoter.durable.promotions.get(number)
        for name in names:
            patrons = [promoter.person({"patron": patron_name(each)}) for each in await self._patrons.like(name)]
            found |= promoter.like(name).union(filter(None, patrons))
        return {each for each in found if promotion and promotion.held.get(each)}

    async def bar_excluded(self, by: Officer, number: int) -> None:
        """Bar the entries of patrons who are excluded by now from the draws of a promotion, also those by name and address."""
        promoter = register_of(self._house)
        while barring := await self._of_excluded(number):  # somebody may be excluded meanwhile
            for entry in barring:
                check_reply(promoter, await promoter.ask(BarEntry(by=by, promotion=number, number=entry)))

    async def _of_excluded(self, number: int) -> list[str]:
        """The entries of excluded patrons that count."""
        promoter, keeper, excluded = register_of(self._house), self._house.keeper, set[int | None]()
        if keeper is None:
            return []
        for each in [*keeper.cage.exclusions]:
            known = await self._of_patron(keeper.cage.patrons[each])
            named = promoter.like(known.get("name", ""))
            excluded |= {one for one in named if _is_same(promoter.data(one) or {}, known)}
            excluded.add(promoter.person({"patron": patron_name(each)}))
        entries = promoter.durable.promotions[number].entries.items()
        return [entry for entry, each in entries if each.counts and each.person in excluded]

    async def _excluded_as(self, data: Mapping[str, str]) -> int | None:
        """The patron who somebody of the register is, by the number, or an excluded one by name and address."""
        keeper = self._house.keeper
        if keeper is None or "patron" in data or "name" not in data:
            return patron_of(data.get("patron"))
        found = await self._patrons.like(data["name"]) & {*keeper.durable.exclusions}
        return await self._same(data, found, keeper.durable.patrons)

    async def check_may_win(self, person: int, number: int, prize: int) -> None:
        """Raise if a winner was excluded before the draw. What was won before an exclusion is theirs."""
        promoter, keeper = register_of(self._house), self._house.keeper
        patron = await self._excluded_as(promoter.data(person) or {})
        promotion = promoter.durable.promotions.get(number)
        win = promotion and promotion.wins.get(prize)
        exclusion = keeper.durable.exclusions.get(patron) if keeper and patron else None
        if promotion and win and win.person == person and exclusion and exclusion.since <= win.drawn:
            sentence = (
                f"Patron {patron} was excluded from the casino before the draw: refuse the claim, and tell the claimant why."
            )
            clause = promoter.durable.chapter(promotion).refusing.clause
            raise ApiError(409, Reason.MAY_NOT_ENTER, sentence, clause)

    async def staff_like(self, person: int, number: int, prize: int) -> Namesakes | None:
        """The members of staff who a winner may be, by the name; None for nobody. Whom play has entered nobody has compared."""
        promoter, keeper = register_of(self._house), self._house.keeper
        promotion = promoter.durable.promotions.get(number)
        win, patron = promotion and promotion.wins.get(prize), patron_of((promoter.data(person) or {}).get("patron"))
        known = keeper.durable.patrons.get(patron) if keeper and patron else None
        if not (promotion and win and win.person == person and promotion.entries[win.entry].since):
            return None
        name = (await self._of_patron(known)).get("name")
        staff = tuple(sorted(self._staff_like([name]))) if name else ()
        return Namesakes(staff=staff) if staff else None

    async def complete(self, by: Officer, person: int, id: str) -> None:
        """Add the name and the address of a patron to the person, as the register of patrons has them."""
        promoter = register_of(self._house)
        data = promoter.data(person) or {}
        if "patron" not in data or {*ON_FILE} <= {*data}:
            return
        known = await self._of_patron(self._patron(data["patron"]))
        more = {name: known[name] for name in ON_FILE if name in known and name not in data}
        if more:
            check_reply(promoter, await promoter.add_details(by, person, more, f"{id}/details"))

    async def check_more(self, person: int, more: Mapping[str, str]) -> None:
        """Raise if something else is to be added of a patron than the register of patrons has."""
        number, keeper = patron_of((register_of(self._house).data(person) or {}).get("patron")), self._house.keeper
        known = await self._of_patron(keeper.durable.patrons.get(number) if keeper and number else None)
        for name in ON_FILE:
            if name in more and name in known and words_of(more[name]) != words_of(known[name]):
                sentence = (
                    f"The register of patrons has another {name} of patron {number}. "
                    "If that is wrong, correct it there, by a document; otherwise give the same here."
                )
                raise ApiError(409, Reason.PERSON_KNOWN, sentence)

    def _patron(self, text: str) -> Patron:
        """The patron with this number. Raise `ApiError` if there is none."""
        number = patron_of(f"{PATRON}{text.strip().removeprefix(PATRON)}")
        found = self._house.keeper.durable.patrons.get(number) if self._house.keeper and number else None
        if found is None or found.is_erased:
            raise ApiError(409, Reason.UNKNOWN_PERSON, f"There is no patron {text.strip()}.")
        return found

    async def _of_patron(self, patron: Patron | None) -> dict[str, str]:
        details = await self._patrons.details(patron.digest, patron.number) if patron else None
        return {name: text for name in ON_FILE if details and (text := getattr(details, name))}


def _is_same(data: Mapping[str, str], patron: Mapping[str, str]) -> bool:
    """Whether somebody without a number of a patron has the name and the address of one."""
    if "patron" in data or not {*ON_FILE} <= {*data} & {*patron}:
        return False
    return all(words_of(data[name]) == words_of(patron[name]) for name in ON_FILE)


def private_data(given: msgspec.Struct) -> dict[str, str]:
    """What was given of a person. Raise `ApiError` if it cannot be written down."""
    data = {name: text for name in PRIVATE if (text := getattr(given, name, None))}
    if not data or not all(text.strip() and text.isprintable() for text in data.values()):
        raise ApiError(409, Reason.BAD_TEXT, "Names and addresses are not empty, and have no control characters.")
    return data
