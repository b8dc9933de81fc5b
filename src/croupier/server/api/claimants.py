"""Operations about the people of the prize register: who they are, and whose data can be erased."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from croupier.floor.house import House
from croupier.floor.promoter import Promoter
from croupier.people.duties import Duty
from croupier.promotions.keeping import MOST_ERASED, erasable
from croupier.promotions.refusals import Reason
from croupier.promotions.state import Promotion
from croupier.server.api.entrants import Entrants, PersonData, Private, private_data
from croupier.server.api.operation import Call, Nothing, Operation, Right, without_queries
from croupier.server.api.prize_register import check_reply, command_id, officer, path_number, register_of
from croupier.server.api.problem import missing, not_yours
from croupier.server.api.table_orders import CommandId
from croupier.server.front_desk import FrontDesk


class GivenPerson(PersonData, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who enters a promotion or claims a prize. The journal has only a salted digest of it."""

    id: CommandId


class GivenMore(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was not known of a person, such as the name and the address of a patron."""

    id: CommandId
    name: Private | None = None
    address: Private | None = None
    telephone: Private | None = None
    email: Private | None = None


class KnownClaimant(msgspec.Struct, frozen=True):
    """A person of the register."""

    person: int
    data: Mapping[str, str]
    """What is kept; empty if it was erased."""


class PrivateData(msgspec.Struct, frozen=True):
    """How much private data there is, for how long, and whose time is over."""

    keep_days: int | None
    """How many days it is kept after the end of its promotion; null for ever."""
    kept: int
    """The number of people whose data is kept."""
    erased: int
    """The number of people whose data was erased."""
    over: int
    """The number of people whose data can be erased."""
    people: Sequence[int]
    """The first of these, as many as one order can erase."""


class ClaimantOperations:
    """The operations about people of the prize register of a house."""

    def __init__(self, house: House, desk: FrontDesk, entrants: Entrants) -> None:
        """Serve the register of this house."""
        self._house, self._desk, self._entrants = house, desk, entrants

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        people = "/api/v1/claimants"
        adding = "Take a person into the register, or find them there. The data is kept apart from the journal."
        showing = "Show who a person is. That somebody has looked is recorded; the cage sees winners and claimants only."
        more = "Add what was not known of a person. What is known cannot be changed."
        over = "Say how long private data is kept, and list whose data can be erased. People are numbers."
        return without_queries(
            ("POST", people, adding, Right.PROMOTIONS, GivenPerson, KnownClaimant, (404, 409), self._add),
            ("POST", f"{people}/{{person}}", more, Right.PROMOTIONS, GivenMore, KnownClaimant, (404, 409), self._detail),
            ("GET", people, over, Right.SEE_PROMOTIONS, Nothing, PrivateData, (404,), self._over),
            ("GET", f"{people}/{{person}}", showing, Right.SEE_PROMOTIONS, Nothing, KnownClaimant, (404,), self._show),
        )

    @property
    def _promoter(self) -> Promoter:
        return register_of(self._house)

    async def _add(self, call: Call[GivenPerson]) -> KnownClaimant:
        author = officer(self._desk.author(call.signed_in))
        person = await self._entrants.take_in(author, self._entrants.data_of(call.body), command_id(call))
        return KnownClaimant(person, self._promoter.data(person) or {})

    async def _detail(self, call: Call[GivenMore]) -> KnownClaimant:
        number, promoter = path_number(call.path["person"]), self._promoter
        self._check_may_see(call, number)
        author, more = officer(self._desk.author(call.signed_in)), private_data(call.body)
        await self._entrants.check_more(number, more)
        check_reply(promoter, await promoter.add_details(author, number, more, command_id(call)))
        return KnownClaimant(number, promoter.data(number) or {})

    async def _over(self, call: Call[Nothing]) -> PrivateData:
        promoter = self._promoter
        await self._desk.watches(call.signed_in, "how long private data of claimants is kept")
        register, over = promoter.durable, erasable(promoter.durable, promoter.now())
        erased = sum(person.erased is not None for person in register.people.values())
        return PrivateData(register.keep_days, len(register.people) - erased, erased, len(over), over[:MOST_ERASED])

    async def _show(self, call: Call[Nothing]) -> KnownClaimant:
        number = path_number(call.path["person"])
        self._check_may_see(call, number)
        await self._desk.looked(call.signed_in, f"the private data of person {number}")
        return KnownClaimant(number, self._promoter.data(number) or {})

    def _check_may_see(self, call: Call[Any], number: int) -> None:
        """Raise if there is no such person, or if they are none of this member's business."""
        register = self._promoter.durable
        if number not in register.people:
            raise missing(Reason.UNKNOWN_PERSON, "The register knows no such person.")
        sees_all = self._desk.register.may(call.signed_in.login, Duty.PROMOTIONS, Duty.READ_EVERYTHING)
        if not sees_all and not any(number in _concerned(each) for each in register.promotions.values()):
            raise not_yours("The cage sees who has won a prize, claimed one or disputes something, and nobody else.")


def _concerned(promotion: Promotion) -> set[int | None]:
    """The people with whom the cage deals: winners, claimants, and whoever disputes something."""
    winners = (win.person for win in promotion.wins.values())
    return {*chain(winners, (claim.person for claim in promotion.refused), (file.person for file in promotion.disputes))}
