"""Operations about hand pays at the cage: those that wait, with their forms, and those that were paid last."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from croupier.audit.local_time import shown_in_zone
from croupier.cage.cash import cash_from
from croupier.cage.coins import in_coins
from croupier.cage.message import Clerk
from croupier.cage.state import PaidByHand
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.order_texts import text_refused
from croupier.floor.terminal_names import with_terminals
from croupier.money import Cents
from croupier.rules.terms import PayMethod
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.orders import as_sent, body
from croupier.server.api.problem import ApiError
from croupier.server.api.table_orders import NOT_YOURS, CommandId
from croupier.server.api.tables import dealer_of
from croupier.server.front_desk import FrontDesk
from croupier.table.core.decide import decide
from croupier.table.core.hand_pays import HandPay
from croupier.table.core.message import Order
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.identification import AskIdentification, RecordIdentification
from croupier.table.money.kept_credit import kept_credits
from croupier.table.money.pay_forms import CAGE_ROLE, HOUR, DelayHandPay, VerifyHandPay, payouts

ORDERS: tuple[type[Order], ...] = (
    PayByHand,
    VerifyHandPay,
    AskIdentification,
    RecordIdentification,
    DelayHandPay,
    TakeBackHandPay,
)
"""The orders about a hand pay that the cage gives. Withholding is for those to whom the document gives it, at the table."""


class WaitingHandPay(msgspec.Struct, frozen=True):
    """A hand pay that waits. Amounts are cents."""

    table: str
    title: str
    """The document of the table."""
    seat: str
    terminal: str | None
    """The name of the enrolled terminal; null if there is none."""
    player: str | None
    """The owner of the card in the terminal; null if there is none."""
    amount: int
    in_cash: int
    """What is handed over if it is paid in cash: there may be no coin for the last cents."""
    file: HandPay
    orders: tuple[str, ...]
    """The orders that the table accepts from the cage now."""
    why_not: str
    """Why it cannot be paid now, in a sentence; empty if it can."""
    methods: tuple[PayMethod, ...]
    """How it may be paid."""
    clauses: Mapping[str, str]
    """The clauses of the document, by what they are about."""


class KeptCreditView(msgspec.Struct, frozen=True):
    """Credit that is kept for a player who has left. Two people of the table have it paid by hand."""

    table: str
    seat: str
    terminal: str | None
    """The name of the enrolled terminal at which the player sat; null if there is none."""
    amount: int
    """In cents."""
    since: int
    """When the player had left: milliseconds since 1970. A later visit changes nothing about it."""


class HandPaysView(msgspec.Struct, frozen=True):
    """The hand pays of a floor."""

    waiting: tuple[WaitingHandPay, ...]
    """Those that wait, the oldest first."""
    paid: tuple[PaidByHand, ...]
    """Those that were paid last, the newest first: time, place, form, amount, method, who paid, and what was rounded."""
    kept: tuple[KeptCreditView, ...]
    """What is kept for players who have left. The order `PayKeptCredit` of two people at the table has it paid by hand."""


class HandPayDone(msgspec.Struct, frozen=True):
    """An order was carried out, and is durable."""

    waiting: WaitingHandPay | None
    """The hand pay as it waits now; null if it waits no longer."""


KINDS = {as_sent(kind): kind for kind in ORDERS}
"""The orders, by their type as a client sends it."""
GivenHandPayOrder: Any = body(
    "GivenHandPayOrder",
    "An order about a hand pay.",
    [("id", CommandId), ("order", Union[tuple(KINDS)])],  # noqa: UP007 - made at run time
)


class HandPayOperations:
    """The hand pays of a house."""

    def __init__(self, house: House, desk: FrontDesk, zone: str) -> None:
        """Serve the hand pays of the tables of this house. Sentences have their times in the time zone."""
        self._house, self._desk, self._zone = house, desk, zone

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/cage/hand-pays",
                summary="List hand pays that wait, each with its form and what may be done with it, and the last paid ones.",
                right=Right.SEE_CAGE,
                takes=Nothing,
                queries={},
                gives=HandPaysView,
                refuses=(),
                handle=self._list,
            ),
            Operation(
                method="POST",
                path="/api/v1/cage/hand-pays/{table}",
                summary="Give an order about a hand pay of a table, at the cage. It is durable when answered.",
                right=Right.HANDLE_MONEY,
                takes=GivenHandPayOrder,
                queries={},
                gives=HandPayDone,
                refuses=(404, 409),
                handle=self._order,
            ),
        )

    async def _list(self, call: Call[Nothing]) -> HandPaysView:
        await self._desk.watches(call.signed_in, "the cage, hand pays")
        found = [each for loop in self._house.loops.values() for each in self._waiting(loop.dealer, call)]
        paid = self._house.keeper.durable.by_hand if self._house.keeper else ()
        kept = [
            KeptCreditView(name, each.seat, each.terminal, each.amount, each.since)
            for name, loop in self._house.loops.items()
            for each in kept_credits(loop.dealer.durable)
        ]
        return HandPaysView(tuple(sorted(found, key=lambda each: each.file.since)), paid[::-1], tuple(kept))

    async def _order(self, call: Call[Any]) -> HandPayDone:
        dealer, given = dealer_of(self._house, call), call.body
        kind = KINDS[type(given.order)]
        fields = {name: getattr(given.order, name) for name in given.order.__struct_fields__}
        order = kind(**fields, by=self._clerk(call))
        if refusal := text_refused(order):
            raise ApiError(409, refusal.reason, refusal.message)
        reply = await dealer.ask(order, f"staff.{call.signed_in.login}/{given.id}")
        if not reply.ok:
            message = with_terminals(dealer.durable.terminals, reply.message)
            raise ApiError(403 if reply.error in NOT_YOURS else 409, reply.error, message, reply.clause)
        seat: str = fields["seat"]
        return HandPayDone(next((each for each in self._waiting(dealer, call) if each.seat == seat), None))

    def _clerk(self, call: Call[Any]) -> Person:
        return Person(self._desk.author(call.signed_in).name, CAGE_ROLE)

    def _waiting(self, dealer: Dealer, call: Call[Any]) -> Iterator[WaitingHandPay]:
        """What waits at a table. Without an open drawer, a clerk pays nothing in cash."""
        keeper, by = self._house.keeper, self._clerk(call)
        drawer = cash_from(keeper.durable, Clerk(call.signed_in.login, by.name)) if keeper else None
        for waiting in _waiting(dealer, by):
            each = replace(waiting, why_not=shown_in_zone(waiting.why_not, self._zone))
            if not isinstance(drawer, CageRefusal):
                yield each
                continue
            methods = tuple(way for way in each.methods if way is not PayMethod.CASH)
            orders = tuple(order for order in each.orders if methods or order != PayByHand.__name__)
            yield replace(each, methods=methods, orders=orders, why_not=each.why_not or drawer.sentence)


def _waiting(dealer: Dealer, by: Person) -> Iterator[WaitingHandPay]:
    table, now = dealer.durable, dealer.now()
    terms = payouts(table)
    about = ("form", "withhold", "at_once", "delay", "other_method", "identification")
    for seat, amount in table.desk.hand_pays.items():
        file = table.desk.pay_files[seat]
        verdicts = {type(order): decide(table, order) for order in _orders_about(table, seat, by, now)}
        paid = verdicts[PayByHand]
        yield WaitingHandPay(
            table=dealer.name,
            title=table.rules.title,
            seat=seat,
            terminal=table.terminals.get(seat),
            player=table.desk.cards.get(seat),
            amount=amount,
            in_cash=in_coins(amount),
            file=file,
            orders=tuple(kind.__name__ for kind, verdict in verdicts.items() if not isinstance(verdict, Refusal)),
            why_not=with_terminals(table.terminals, paid.message) if isinstance(paid, Refusal) else "",
            methods=tuple(terms.methods),
            clauses={name: getattr(terms, name) for name in about},
        )


def _orders_about(table: Table, seat: str, by: Person, at: int) -> Iterator[Order]:
    """Each order as it could be given now, in the order in which a console offers them."""
    file, why = table.desk.pay_files[seat], "-"
    method = next(iter(payouts(table).methods), None)
    yield PayByHand(at=at, seat=seat, by=by, form=file.form.number if file.form else None, method=method)
    yield VerifyHandPay(at=at, seat=seat, by=by, amount=Cents(table.desk.hand_pays[seat]), record=why)
    yield AskIdentification(at=at, seat=seat, by=by)
    yield RecordIdentification(at=at, seat=seat, by=by, seen=why)
    yield DelayHandPay(at=at, seat=seat, by=by, until=at + HOUR, why=why)
    yield TakeBackHandPay(at=at, seat=seat, by=by, why=why)
