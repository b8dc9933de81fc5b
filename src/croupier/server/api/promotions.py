"""Operations of the prize register: promotions, their public terms and draws, people, and orders."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from itertools import takewhile
from typing import Annotated, Any, Union, cast

import msgspec
from msgspec import Meta

from croupier.cage.voucher import VoucherState
from croupier.facts.message import Command, Event
from croupier.floor.house import House
from croupier.floor.promoter import PrizeReply, Promoter
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.promotions.checking import faults, unwritable, warnings
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import AdviseClaimant, RaisePrizeDispute
from croupier.promotions.drafting import LodgeTerms
from croupier.promotions.draw import DrawRecord
from croupier.promotions.drawing import CommitDraw, DrawPrizes, draw_record
from croupier.promotions.entering import AddDetails, AddPerson, CloseEntries, DrawEntered, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.opening import AmendTerms
from croupier.promotions.paying import GivePrize, PayPrize, PrizeGiven, PrizePaid
from croupier.promotions.refusals import Reason, TermsFault
from croupier.promotions.state import PrizeDraw, Promotion, Stage
from croupier.promotions.terms import PromotionTerms
from croupier.promotions.withdrawals import BarEntry, RetractEntry
from croupier.server.api.cage_done import IssuedVoucher, issued_voucher
from croupier.server.api.earned import EarnedEntries
from croupier.server.api.entrants import Entrants, PersonData
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.orders import as_sent
from croupier.server.api.prize_register import check_reply, command_id, found_promotion, officer, path_number, register_of
from croupier.server.api.problem import ApiError, missing, not_for
from croupier.server.api.promotion_views import PromotionView, PublicTerms, promotion_view, public_terms
from croupier.server.api.session import SignInForm
from croupier.server.api.table_orders import CommandId
from croupier.server.front_desk import FrontDesk
from croupier.server.receipt_views import ReceiptView, receipt_view

MONEY: tuple[Duty, ...] = (Duty.HANDLE_MONEY,)
AT_CAGE: tuple[Duty, ...] = (Duty.HANDLE_MONEY, Duty.PROMOTIONS)
DUTIES: Mapping[type[Command], tuple[Duty, ...]] = {
    PayPrize: MONEY,
    **dict.fromkeys((GivePrize, ClaimPrize, RefuseClaim, TellReasons, RaisePrizeDispute, AdviseClaimant), AT_CAGE),
}
"""The orders that do not take the duty `promotions`, each with the duties of which its author needs one."""
MOST_LISTED = 50
"""The most promotions of one list of those that are over."""
RECORDS = 16
"""The most records of draws that are kept in memory."""
SECOND_DUTIES = (Duty.PROMOTIONS, Duty.SETTINGS)
"""The duties of which a second person needs one."""
SCRUTINEER_DUTIES = (*SECOND_DUTIES, Duty.DISABLE, Duty.HANDLE_MONEY)
"""Of which a member of staff needs one whom the operator nominates as a scrutineer."""
SECONDS: Mapping[type[Command], tuple[Duty, ...]] = {
    DrawPrizes: SCRUTINEER_DUTIES,
    **dict.fromkeys((PayPrize, GivePrize), (*SECOND_DUTIES, Duty.HANDLE_MONEY)),
}
"""Of which a second person needs one, where it is not one of `SECOND_DUTIES`."""
BY_FLOOR: Mapping[type[Command], tuple[str, ...]] = {
    EnterDraw: ("number", "since", "similar"),
    ClaimPrize: ("similar",),
    CommitDraw: ("commitment",),
    DrawPrizes: ("secret", "tell_by", "claim_by", "staff"),
}
"""The fields that the promoter fills in."""
UNFILLED = {
    "number": "-",
    "commitment": "-",
    "secret": "-",
    "tell_by": 0,
    "claim_by": 0,
}

DESCRIBED = (EnterDraw, RefuseClaim, RaisePrizeDispute)
"""The orders about a person whom the register need not have."""
BY_PROGRAM = frozenset({AddPerson, AddDetails, RetractEntry, BarEntry})
"""The commands that only the program gives."""
KINDS: dict[type[msgspec.Struct], type[Command]] = {
    as_sent(kind, ("at", "by", "second", *BY_FLOOR.get(kind, ()))): kind
    for kind in PRIZE_REGISTER.commands
    if kind not in BY_PROGRAM
}
"""The orders, by their type as a client sends it."""
GivenPrizeOrder: Any = msgspec.defstruct(
    "GivenPrizeOrder",
    [
        ("id", CommandId),
        ("order", Union[tuple(KINDS)]),  # noqa: UP007 - made at run time
        ("second", SignInForm | None, None),
        ("who", PersonData | None, None),
    ],
    frozen=True,
    forbid_unknown_fields=True,
    namespace={
        "__doc__": "An order about promotions. `who` is the person of the order, in place of their number, which is 0 then: "
        "they are taken into the register only if the order is carried out."
    },
)


class WantedCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms to check against the document of a rule set."""

    rules: Annotated[str, Meta(min_length=1, max_length=64)]
    terms: PromotionTerms


class PromotionOperations:
    """The operations of the prize register of a house."""

    def __init__(self, house: House, desk: FrontDesk, earned: EarnedEntries, entrants: Entrants, operator: str) -> None:
        """Serve the register of this house. Receipts name the operator."""
        self._house, self._desk, self._earned, self._entrants, self._operator = house, desk, earned, entrants, operator
        self._records: dict[tuple[int, int], DrawRecord] = {}
        """By promotion and number of the draw."""

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        every, one = "/api/v1/promotions", "/api/v1/promotions/{number}"
        see, do, anybody = Right.SEE_PROMOTIONS, Right.PROMOTIONS, Right.ANYBODY
        listing = (
            f"List the promotions that are not over, or the newest {MOST_LISTED} of those that are, "
            "with what is due and overdue of each."
        )
        which = {
            "over": "1 for those that are over, the newest first; 0 for the others.",
            "before": "Of those that are over: only those with a smaller number; 0 for all.",
        }
        checking = "Check terms against a document: everything that is missing or forbidden, each with its clause."
        draw = "Show the record of a draw that was held. With it anyone can find the winners again."
        ordering = "Give an order about promotions under the name of the person who is signed in. It is durable when answered."
        rows: tuple[tuple[str, str, str, Right, Any, Any, Sequence[int], Any], ...] = (
            ("GET", every, listing, see, Nothing, list[PromotionView], (404,), self._list),
            ("POST", f"{every}/check", checking, do, WantedCheck, list[TermsFault], (404, 409), self._check),
            ("POST", f"{every}/orders", ordering, do, GivenPrizeOrder, PromotionView | None, (404, 409), self._order),
            ("GET", one, "Show a promotion, with all that is open.", see, Nothing, PromotionView, (404,), self._show),
            ("GET", f"{one}/terms", "Show the terms of a promotion.", anybody, Nothing, PublicTerms, (404,), self._terms),
            ("GET", f"{one}/draws/{{draw}}", draw, anybody, Nothing, DrawRecord, (404,), self._draw),
        )
        return [
            Operation(
                method=method,
                path=path,
                summary=summary,
                right=right,
                takes=takes,
                queries=which if handle == self._list else {},
                gives=gives,
                refuses=refuses,
                handle=handle,
            )
            for method, path, summary, right, takes, gives, refuses, handle in rows
        ]

    @property
    def _promoter(self) -> Promoter:
        return register_of(self._house)

    def _found(self, call: Call[Any]) -> Promotion:
        return found_promotion(self._house, call)

    async def _list(self, call: Call[Nothing]) -> list[PromotionView]:
        promoter = self._promoter
        await self._desk.watches(call.signed_in, "the prize register")
        register, at = promoter.durable, promoter.now()
        over, before = bool(call.number("over", 0)), call.number("before", 0)
        found = [each for each in register.promotions.values() if (each.ended is not None) is over]
        if over:
            found = [each for each in reversed(found) if not before or each.number < before][:MOST_LISTED]
        return [promotion_view(register, each, at) for each in found]

    async def _show(self, call: Call[Nothing]) -> PromotionView:
        promotion = self._found(call)
        await self._desk.watches(call.signed_in, f"promotion {promotion.number}")
        return promotion_view(self._promoter.durable, promotion, self._promoter.now())

    async def _terms(self, call: Call[Nothing]) -> PublicTerms:
        promotion = self._found(call)
        if promotion.stage in (Stage.DRAFT, Stage.LODGED) or promotion.opened is None:
            raise missing("unknown-promotion", "There is no such promotion.")
        return public_terms(promotion)

    async def _draw(self, call: Call[Nothing]) -> DrawRecord:
        promotion, number = self._found(call), path_number(call.path["draw"])
        held = [draw for draw in promotion.draws if draw.secret]
        if not 1 <= number <= len(held):
            raise missing("unknown-draw", "No such draw was held.")
        return self._record(promotion, number, held[number - 1])

    def _record(self, promotion: Promotion, number: int, draw: PrizeDraw) -> DrawRecord:
        """The record of a draw, which never changes. Anybody can ask for it, and a long list takes time to sort."""
        which = promotion.number, number
        if which not in self._records:
            if len(self._records) >= RECORDS:
                del self._records[next(iter(self._records))]
            self._records[which] = draw_record(promotion, draw)
        return self._records[which]

    async def _check(self, call: Call[WantedCheck]) -> list[TermsFault]:
        chapter = self._promoter.durable.chapters.get(call.body.rules)
        if chapter is None:
            raise missing(Reason.NO_CHAPTER, "No table of this floor has a document with such a chapter.")
        if bad := unwritable(call.body.terms):
            raise ApiError(409, Reason.BAD_TEXT, bad)
        return [
            *faults(self._promoter.durable.chapters, call.body.rules, call.body.terms),
            *self._earned.faults(call.body.rules, chapter, call.body.terms),
            *warnings(chapter, call.body.terms),
        ]

    async def _order(self, call: Call[Any]) -> PromotionView | None:
        promoter, person, given = self._promoter, call.signed_in, call.body
        kind = KINDS[type(given.order)]
        duties = duties_of(kind)
        self._check_duty(person.login, duties)
        fields: dict[str, Any] = {name: getattr(given.order, name) for name in given.order.__struct_fields__}
        fields |= {name: UNFILLED[name] for name in BY_FLOOR.get(kind, ()) if name in UNFILLED}
        fields["by"], id, asked = self._officer(call), command_id(call), None
        if given.second is not None:
            allowed = SECONDS.get(kind, SECOND_DUTIES) if getattr(given.order, "outside", None) is None else SECOND_DUTIES
            self._check_duty(given.second.login, allowed)
            order = f"{kind.__name__} {given.id}"
            asked = CountersignSecond(by=self._desk.author(person), second=given.second.login, order=order)
            second = await self._desk.second(person, asked, given.second.password, call.address)
            self._check_duty(person.login, duties)  # either may have lost it meanwhile
            self._check_duty(second.login, allowed)
            fields["second"] = officer(second.author)
        is_new = self._house.journal.find(PRIZE_REGISTER.name, id) is None
        async with self._entrants.entering if kind is EnterDraw or given.who else nullcontext():
            if is_new:
                await self._prepare(kind, given.order, fields["by"])
            if given.who:
                fields["person"] = await self._person(kind, fields, given.who, id, is_new=is_new)
            if is_new:
                fields |= await self._compared(kind, fields, id)
            reply = await _asked(promoter, cast("PrizeCommand", kind(**fields)), id)
        check_reply(promoter, reply)
        if asked and is_new:
            await self._desk.countersigned(asked)
        event = reply.events[0]
        promotion = promoter.durable.promotions.get(getattr(event, "promotion", 0))
        entry = event.number if isinstance(event, DrawEntered) else None
        voucher, receipt = self._voucher(event), self._receipt(event)
        return promotion and promotion_view(promoter.durable, promotion, promoter.now(), entry, voucher, receipt)

    async def _person(self, kind: type[Command], fields: Mapping[str, Any], who: PersonData, id: str, *, is_new: bool) -> int:
        """The number of whom an order describes. They are taken in for it, unless it would be refused."""
        if kind not in DESCRIBED or fields["person"]:
            raise ApiError(409, Reason.BAD_NUMBER, "Give a person by number, or say who it is with `person` 0.")
        if not is_new:
            return self._promoter.person(self._entrants.data_of(who)) or 0
        return await self._entrants.taken_in_for(kind(**fields), who, id)

    def _voucher(self, event: Event) -> IssuedVoucher | None:
        """The voucher for the prize that was handed over now; None for anything else."""
        keeper = self._house.keeper
        if keeper is None or not isinstance(event, PrizeGiven):
            return None
        prize = (event.promotion, event.prize)
        found = (each for each in keeper.durable.vouchers.values() if (each.promotion, each.prize) == prize)
        return next((issued_voucher(keeper, each) for each in found if each.state is VoucherState.ISSUED), None)

    def _receipt(self, event: Event) -> ReceiptView | None:
        """The receipt of what the cage has given for a prize now; None if it gave nothing."""
        keeper = self._house.keeper
        if keeper is None or not isinstance(event, PrizeGiven | PrizePaid):
            return None
        receipts, prize = keeper.durable.receipts, (event.promotion, event.prize)
        newest = (receipts[number] for number in range(len(receipts), 0, -1))
        of_it = takewhile(lambda each: each.at >= event.at, newest)
        return next((receipt_view(self._operator, each) for each in of_it if (each.promotion, each.prize) == prize), None)

    async def _compared(self, kind: type[Command], fields: Mapping[str, Any], id: str) -> Mapping[str, Any]:
        """Compare whom an order is about with patrons and staff. Return what the register has to know of that."""
        if kind is DrawPrizes and fields["outside"] is not None:
            return {"staff": self._entrants.staff_named(fields["outside"])}
        person = fields.get("person")
        if person is None or not self._promoter.durable.knows(person):
            return {}
        if kind is EnterDraw:
            data = self._promoter.data(person) or {}
            return {"similar": await self._entrants.similar(data, fields["promotion"], person)}
        if kind is ClaimPrize:
            await self._entrants.check_may_win(person, fields["promotion"], fields["prize"])
            similar = await self._entrants.staff_like(person, fields["promotion"], fields["prize"])
            return {"similar": similar} if similar else {}
        if kind is RefuseClaim:
            await self._entrants.complete(fields["by"], person, id)
        return {}

    async def _prepare(self, kind: type[Command], order: Any, by: Officer) -> None:
        """Do what an order needs of the tables and the cage, which the register does not know.

        Before entries close, what play has earned is entered, so that nobody loses an entry that a clerk has overlooked. Before
        a draw is prepared, entries are marked that play does not earn any more, or whose patron is excluded. Terms are lodged
        and amended only if the floor has the tables and the wagers that they name.
        """
        promotion = self._promoter.durable.promotions.get(getattr(order, "promotion", 0))
        chapter = promotion and self._promoter.durable.chapters.get(promotion.rules)
        if promotion is None or chapter is None:
            return
        if kind is CloseEntries and promotion.terms.play and promotion.stage is Stage.OPEN and not promotion.postponed:
            await self._earned.enter(by, promotion)
        if kind is CommitDraw and promotion.bets and promotion.stage is Stage.CLOSED:
            await self._earned.retract(by, promotion)
        if kind is CommitDraw and promotion.stage is Stage.CLOSED and not (promotion.postponed or promotion.pending):
            await self._entrants.bar_excluded(by, promotion.number)
        if kind in (LodgeTerms, AmendTerms):
            terms = order.terms if kind is AmendTerms else promotion.terms
            for fault in self._earned.faults(promotion.rules, chapter, terms):
                raise ApiError(409, Reason.BAD_TERMS, f"{fault.place}: {fault.sentence}", fault.clause)

    def _officer(self, call: Call[Any]) -> Officer:
        return officer(self._desk.author(call.signed_in))

    def _check_duty(self, login: str, duties: Sequence[Duty]) -> None:
        if not self._desk.register.may(login, *duties):
            raise not_for(login, self._desk.register, *duties)


def duties_of(kind: type[Command]) -> tuple[Duty, ...]:
    """The duties of which the author of an order needs one."""
    return DUTIES.get(kind, (Duty.PROMOTIONS,))


async def _asked(promoter: Promoter, command: PrizeCommand, id: str) -> PrizeReply:
    """Give a command to the promoter, who completes some of them."""
    match command:
        case EnterDraw():
            return await promoter.enter(command, id)
        case CommitDraw():
            return await promoter.commit(command, id)
        case DrawPrizes():
            return await promoter.draw(command, id)
        case _:
            return await promoter.ask(command, id)
