"""Who enters a promotion or claims a prize: one person of the register for one patron, and nobody who may not take part."""

from collections.abc import Mapping

from croupier.cage.patron import Patron
from croupier.floor.house import House
from croupier.floor.patron_file import PatronRecords
from croupier.floor.promoter import PrizeReply
from croupier.promotions.claims import ON_FILE
from croupier.promotions.message import Officer
from croupier.promotions.refusals import PrizeReason
from croupier.server.api.prize_register import check_reply, register_of
from croupier.server.api.problem import ApiError
from croupier.server.front_desk import FrontDesk
from croupier.table.money.patron_names import PATRON, patron_name, patron_of


class Entrants:
    """The people of the prize register of a house, compared with its patrons and its staff."""

    def __init__(self, house: House, desk: FrontDesk, patrons: PatronRecords) -> None:
        """Compare with the register of this house, with the private details of patrons in these records."""
        self._house, self._desk, self._patrons = house, desk, patrons

    async def take_in(self, by: Officer, data: Mapping[str, str], id: str) -> int:
        """The number of a person, who is taken in if the register does not have them. Raise `ApiError` if it refuses."""
        promoter, patron = register_of(self._house), data.get("patron")
        if patron is not None:
            data = {"patron": patron_name(self._patron(patron).number)}
        found = await promoter.take_in(by, data, id)
        if isinstance(found, PrizeReply):
            check_reply(promoter, found)
        assert isinstance(found, int), "a person who was taken in has a number"
        return found

    async def check_may_enter(self, person: int, second: Officer | None) -> None:
        """Raise if a person is excluded, or a member of staff. A second person signs that a namesake is none."""
        data = register_of(self._house).data(person) or {}
        patron = self._patron(data["patron"]) if "patron" in data else None
        if patron and patron.is_excluded:
            raise ApiError(409, PrizeReason.MAY_NOT_ENTER, f"Patron {patron.number} is excluded from the casino.")
        name = data.get("name") or (await self._of_patron(patron)).get("name", "")
        staff = {_folded(each.name): each.name for each in self._desk.register.staff.values() if not each.is_disabled}
        if (found := staff.get(_folded(name))) and second is None:
            sentence = f"{found} is a member of staff. A second person signs that this is somebody else of that name."
            raise ApiError(409, PrizeReason.MAY_NOT_ENTER, sentence)

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

    def _patron(self, text: str) -> Patron:
        """The patron with this number. Raise `ApiError` if there is none."""
        number = patron_of(f"{PATRON}{text.strip().removeprefix(PATRON)}")
        found = self._house.keeper.durable.patrons.get(number) if self._house.keeper and number else None
        if found is None or found.is_erased:
            raise ApiError(409, PrizeReason.UNKNOWN_PERSON, f"There is no patron {text.strip()}.")
        return found

    async def _of_patron(self, patron: Patron | None) -> dict[str, str]:
        details = await self._patrons.details(patron.digest, patron.number) if patron else None
        return {name: text for name in ON_FILE if details and (text := getattr(details, name))}


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()
