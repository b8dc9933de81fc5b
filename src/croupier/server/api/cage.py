"""Operations at the cage: tickets, orders about them and about patrons, and what the floor owes."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier.audit.local_time import shown_in_zone
from croupier.cage.chips import RedeemChips, SellChips
from croupier.cage.counting import CountBox
from croupier.cage.days import CloseDay
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import LiftExclusion
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.former import FormerTicket, PayFormerTicket, TakeOverTickets
from croupier.cage.message import CageOrder, Clerk
from croupier.cage.numbers import DIGITS, as_digits, is_serial
from croupier.cage.patron import PatronRules
from croupier.cage.redeeming import PayTicket
from croupier.cage.refusals import Reason
from croupier.cage.reversals import never_reversed
from croupier.cage.state import TicketRules, opened_rules
from croupier.cage.ticket import Ticket, TicketState
from croupier.cage.voucher import VoucherRules
from croupier.cage.vouchers import IssueVoucher
from croupier.cage.withholding import ReleaseTicket
from croupier.facts.refusal import Refusal
from croupier.floor.house import House
from croupier.floor.keeper import Keeper
from croupier.floor.liability import Liability, liability
from croupier.floor.patron_file import PatronRecords
from croupier.floor.plan import Plan
from croupier.floor.reports.calendar import Calendar
from croupier.money import Cents, dollars
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.people.message import Author
from croupier.rules.outcomes import listed
from croupier.server.api.cage_days import CageDays
from croupier.server.api.cage_done import CageDone, done
from croupier.server.api.cage_orders import (
    BY_NUMBER,
    COUNTS_AT_CAGE,
    FOR_NEW_CARD,
    FOR_NEW_TICKET,
    KINDS,
    ORDERS,
    SECONDS,
    GivenOrder,
    ShownFormerTicket,
    Typed,
    orders_about,
)
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, missing, not_for, not_yours
from croupier.server.api.session import SignInForm
from croupier.server.blindness import seen_liability, seen_refusal
from croupier.server.front_desk import FrontDesk
from croupier.server.receipt_views import ReceiptView, receipt_view
from croupier.server.ticket_views import TicketView, VoucherView, ticket_view, voucher_view

LISTED = 50
"""The most tickets in one list."""
PAID_BY_NUMBER = "It is paid to whoever shows it: type the number on it."


class FoundTicket(msgspec.Struct, frozen=True):
    """A ticket that was shown, and what may be done with it now."""

    ticket: TicketView
    orders: tuple[str, ...]
    """The orders that the cage accepts now."""
    why_not: str
    """Why it is not paid, and who does the next step if this person may not; empty if it is paid."""


class ShownTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that somebody shows, or that nobody can show."""

    number: Typed
    """Its number: the 20 digits, or what a former system has printed. If there is no such number, the serial."""


class CageRules(msgspec.Struct, frozen=True):
    """The settings of the cage."""

    tickets: TicketRules
    patrons: PatronRules
    vouchers: VoucherRules


class CageView(msgspec.Struct, frozen=True):
    """The cage: its settings, and everything that the floor owes."""

    rules: TicketRules
    patron_rules: PatronRules
    liability: Liability
    issued: int
    """How many tickets were issued so far."""
    patrons: int
    """How many patrons are in the register."""


class CageOperations:
    """The operations at the cage of a house."""

    def __init__(self, house: House, desk: FrontDesk, records: PatronRecords, chips: Sequence[int], plan: Plan) -> None:
        """Serve the cage of this house, with the private details of patrons in these records, and chips of these values."""
        self._house, self._desk, self._records, self._chips = house, desk, records, chips
        self._days, self._operator = Calendar(plan.time_zone, plan.gaming_day_hour), plan.name
        self._closing = CageDays(house, desk, self._days)

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage",
                summary="Show the settings of the cage, and what the floor owes: credits, bets, tickets, accounts, hand pays.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=CageView,
                refuses=(404,),
                handle=self._view,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/rules",
                summary="Show the settings of the cage for tickets, and for patrons, cards and accounts.",
                right=Right.SEE_CAGE_RULES,
                takes=Nothing,
                queries={},
                gives=CageRules,
                refuses=(404,),
                handle=self._rules,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/tickets",
                summary="List the tickets before a serial, newest first, without their validation numbers.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={"before": "The serial before which the list begins; 0 for the newest."},
                gives=list[TicketView],
                refuses=(404,),
                handle=self._list,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/unpayable",
                summary="List the tickets that are withheld, void or expired: nobody is paid before people have decided.",
                right=Right.SEE_UNPAYABLE,
                takes=Nothing,
                queries={"before": "The serial before which the list begins; 0 for the newest."},
                gives=list[TicketView],
                refuses=(404,),
                handle=self._unpayable,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/tickets/{serial}",
                summary="Show a ticket that nobody can show, and tell what may be done with it without its number.",
                right=Right.HANDLE_MONEY,
                takes=Nothing,
                queries={},
                gives=FoundTicket,
                refuses=(404,),
                handle=self._show,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/tickets/find",
                summary="Look a ticket up by the number on it, else by its serial, and tell what may be done with it.",
                right=Right.HANDLE_MONEY,
                takes=ShownTicket,
                queries={},
                gives=FoundTicket,
                refuses=(404, 409),
                handle=self._find,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/vouchers",
                summary="List the vouchers before a serial, newest first, without their numbers.",
                right=Right.SEE_PROMOTIONS,
                takes=Nothing,
                queries={"before": "The serial before which the list begins; 0 for the newest."},
                gives=list[VoucherView],
                refuses=(404,),
                handle=self._vouchers,
            ),
            Operation(
                method="GET",
                path="/api/v1/cage/receipts",
                summary="List the receipts before a number, newest first, and whether each transaction can be reversed now.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={"before": "The number before which the list begins; 0 for the newest."},
                gives=list[ReceiptView],
                refuses=(404,),
                handle=self._receipts,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/orders",
                summary="Give an order at the cage under the name of the person who is signed in. It is durable when answered.",
                right=Right.ORDER_AT_CAGE,
                takes=GivenOrder,
                queries={},
                gives=CageDone,
                refuses=(404, 409),
                handle=self._order,
            ),
            *self._closing.operations(),
        )

    @property
    def _keeper(self) -> Keeper:
        if self._house.keeper is None:
            raise missing("no-cage", "There is no cage on this floor.")
        return self._house.keeper

    async def _view(self, call: Call[Nothing]) -> CageView:
        cage = self._keeper.durable
        await self._desk.watches(call.signed_in, "the cage, at a glance")
        tables = [loop.dealer.durable for loop in self._house.loops.values()]
        prizes = self._house.promoter.durable if self._house.promoter else None
        owed = seen_liability(self._desk.view_of_cage(call.signed_in), liability(cage, tables, prizes))
        return CageView(opened_rules(cage), cage.patron_rules, owed, cage.issued, len(cage.patrons))

    async def _rules(self, call: Call[Nothing]) -> CageRules:
        cage = self._keeper.durable
        await self._desk.watches(call.signed_in, "the settings of the cage")
        return CageRules(opened_rules(cage), cage.patron_rules, cage.voucher_rules)

    async def _list(self, call: Call[Nothing]) -> list[TicketView]:
        keeper = self._keeper
        cage = keeper.durable
        last = min(cage.issued, (call.number("before", 0) or cage.issued + 1) - 1)
        await self._desk.viewed(call.signed_in, f"the cage, tickets up to {last}")
        return [ticket_view(keeper, cage.tickets[serial]) for serial in range(last, max(0, last - LISTED), -1)]

    async def _unpayable(self, call: Call[Nothing]) -> list[TicketView]:
        keeper = self._keeper
        cage, before = keeper.durable, call.number("before", 0)
        await self._desk.watches(call.signed_in, "the cage, tickets that cannot be paid")
        # Those that are withheld come first: an inspector waits for their notices.
        serials = (serial for serial in cage.unpayable if serial not in cage.withheld and (not before or serial < before))
        shown = [*([] if before else sorted(cage.withheld)), *sorted(serials, reverse=True)[:LISTED]]
        return [ticket_view(keeper, cage.tickets[serial]) for serial in shown]

    async def _vouchers(self, call: Call[Nothing]) -> list[VoucherView]:
        cage = self._keeper.durable
        last = min(len(cage.vouchers), (call.number("before", 0) or len(cage.vouchers) + 1) - 1)
        await self._desk.viewed(call.signed_in, f"the cage, vouchers up to {last}")
        return [voucher_view(cage.vouchers[serial]) for serial in range(last, max(0, last - LISTED), -1)]

    async def _receipts(self, call: Call[Nothing]) -> list[ReceiptView]:
        cage = self._keeper.durable
        last = min(len(cage.receipts), (call.number("before", 0) or len(cage.receipts) + 1) - 1)
        await self._desk.viewed(call.signed_in, f"the cage, receipts up to {last}")
        shown = (cage.receipts[number] for number in range(last, max(0, last - LISTED), -1))
        return [receipt_view(self._operator, each, seen_refusal(never_reversed(each))) for each in shown]

    async def _show(self, call: Call[Nothing]) -> FoundTicket:
        return await self._by_serial(call, call.path["serial"])

    async def _by_serial(self, call: Call[Any], serial: str) -> FoundTicket:
        ticket = self._keeper.durable.tickets.get(int(serial)) if serial.isdecimal() and len(serial) < DIGITS else None
        if ticket is None:
            raise missing(Reason.TICKET_UNKNOWN, "This casino issued no such ticket.")
        await self._desk.viewed(call.signed_in, f"the cage, ticket {ticket.serial}")
        return self._found(call, ticket, shown=False)

    async def _find(self, call: Call[ShownTicket]) -> FoundTicket:
        typed = call.body.number
        if is_serial(typed) and isinstance(self._keeper.shown(typed), Refusal):
            return await self._by_serial(call, as_digits(typed))
        return self._found(call, _found(self._keeper, typed), shown=True)

    def _found(self, call: Call[Any], ticket: Ticket, *, shown: bool) -> FoundTicket:
        """A ticket with the orders that are open now. Without its number, only those that do not need it."""
        keeper, by = self._keeper, _clerk(self._desk.author(call.signed_in))
        refused = {
            type(order): seen_refusal(CAGE_REGISTER.decide(keeper.durable, order))
            for order in orders_about(ticket, by, keeper.now())
        }
        open_now = [kind for kind, why in refused.items() if why is None]
        orders = tuple(kind.__name__ for kind in open_now if shown or kind not in BY_NUMBER)
        why_not = refused[PayTicket if ticket.former is None else PayFormerTicket] or ("" if shown else PAID_BY_NUMBER)
        if ticket.state is TicketState.WITHHELD and (next_step := refused[ReleaseTicket]):
            why_not = f"{why_not} {next_step}"
        return FoundTicket(ticket_view(keeper, ticket), orders, shown_in_zone(why_not, self._days.zone))

    async def _order(self, call: Call[Any]) -> CageDone:
        keeper, person, given = self._keeper, call.signed_in, call.body
        kind = KINDS[type(given.order)]
        self._check_allowed(person.login, kind, ORDERS[kind])
        fields: dict[str, Any] = {name: getattr(given.order, name) for name in given.order.__struct_fields__}
        fields["by"] = _clerk(self._desk.author(person))
        if kind is CountBox:
            self._check_blind(call, fields["box"])
        if kind in BY_NUMBER:
            fields["serial"] = _found(keeper, fields.pop("number")).serial
        if kind is TakeOverTickets:
            fields["tickets"] = tuple(self._former(number, each) for number, each in enumerate(given.order.tickets, 1))
        if kind in (SellChips, RedeemChips):
            self._check_chips(fields["chips"])
        if kind is CloseDay:
            fields |= await self._closing.closing(fields["day"])
        if kind is IssueVoucher:
            self._check_promotion(fields["promotion"])
            fields["since"] = self._days.begins(self._days.date_of(keeper.now()))
        if kind in (*FOR_NEW_TICKET, IssueVoucher):
            fields["salt"] = keeper.salt()
        if kind in FOR_NEW_CARD:
            fields["salt"] = keeper.card_salt()
        id, asked = f"floor/staff.{person.login}/{given.id}", None
        if kind in SECONDS:
            asked = self._countersigning(call, kind)
            second = await self._desk.second(person, asked, given.second.password, call.address)
            self._check_allowed(person.login, kind, ORDERS[kind])  # either may have lost it meanwhile
            self._check_allowed(second.login, kind, SECONDS[kind])
            fields["second"] = _clerk(second.author)
        is_new = self._house.journal.find(CAGE_REGISTER.name, id) is None
        reply = await keeper.ask(kind(**fields), id)
        if not reply.ok:
            raise _refused(reply.error, reply.message)
        await self._in_file(kind, fields)
        if asked and is_new:
            await self._desk.countersigned(asked)
        return done(keeper, reply, self._operator)

    def _former(self, place: int, ticket: ShownFormerTicket) -> FormerTicket:
        """A ticket of a former system without its number, of which the cage keeps a digest."""
        digest = self._keeper.former_digest(ticket.number)
        if isinstance(digest, Refusal):
            raise _refused(digest.reason, f"Ticket {place} of the list: {digest.sentence}")
        return FormerTicket(digest, ticket.amount, ticket.issued)

    async def _in_file(self, kind: type[CageOrder], fields: Mapping[str, Any]) -> None:
        """Do in the file of patrons what an order means there."""
        if kind in (ErasePatron, LiftExclusion) and (patron := self._keeper.durable.patrons[fields["patron"]]).is_erased:
            await (self._records.erase(patron) if kind is ErasePatron else self._records.forget(patron.number))

    def _check_blind(self, call: Call[Any], number: int) -> None:
        """Raise if a person who is to count a box may know what it should have."""
        box = self._keeper.durable.boxes.get(number)
        loop = self._house.loops.get(box.place.partition("/")[0]) if box else None
        if loop and self._desk.reads_books(call.signed_in, loop.dealer.durable):
            name = self._desk.author(call.signed_in).name
            raise not_yours(f"{name} works at {loop.dealer.name} or reads its books: somebody else counts its boxes.")

    def _check_allowed(self, login: str, kind: type[CageOrder], duties: Sequence[Duty]) -> None:
        """Raise if a person has none of these duties, or may know what a drawer or the vault should have that is counted."""
        self._check_duty(login, duties)
        register = self._desk.register
        if kind in COUNTS_AT_CAGE and register.may(login, Duty.READ_EVERYTHING):
            raise not_yours(f"{register.staff[login].name} reads all books: somebody else counts drawers, the vault and chips.")

    def _check_promotion(self, number: int | None) -> None:
        """Refuse a voucher under a promotion that does not run now."""
        if number is not None and not ((promoter := self._house.promoter) and promoter.runs(number)):
            raise _refused(Reason.NO_SUCH_PROMOTION, f"Promotion {number} does not run now.")

    def _check_chips(self, chips: Mapping[int, int]) -> None:
        if strange := sorted(chips.keys() - {*self._chips}):
            values = listed([dollars(Cents(value)) for value in self._chips], "and")
            raise _refused(Reason.BAD_AMOUNT, f"The house has no chip of {dollars(strange[0])}: its chips are {values}.")

    def _check_duty(self, login: str, duties: Sequence[Duty]) -> None:
        if not self._desk.register.may(login, *duties):
            raise not_for(login, self._desk.register, *duties)

    def _countersigning(self, call: Call[Any], kind: type[CageOrder]) -> CountersignSecond:
        """What is recorded once an order was carried out that two people sign."""
        given: SignInForm | None = call.body.second
        if given is None:
            raise _refused(Reason.SECOND_PERSON_NEEDED, "Another person has to sign that, too.")
        self._check_duty(given.login, SECONDS[kind])
        order = f"{kind.__name__} {call.body.id}"
        return CountersignSecond(by=self._desk.author(call.signed_in), second=given.login, order=order)


def _found(keeper: Keeper, number: str) -> Ticket:
    """The ticket with a number that somebody shows."""
    ticket = keeper.shown(number)
    if isinstance(ticket, Refusal):
        raise _refused(ticket.reason, ticket.sentence)
    return ticket


def _clerk(author: Author) -> Clerk:
    return Clerk(author.login, author.name)


def _refused(error: str, message: str) -> ApiError:
    return ApiError(409, error, message)
