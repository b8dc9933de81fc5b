"""The orders at the cage as a client sends them, those that are offered about a ticket, and who gives and signs them."""

from typing import Annotated, Any, Union

import msgspec
from msgspec import Meta

from croupier.cage.accounts import Deposit, OpenAccount, Withdraw
from croupier.cage.cards import CancelCard, IssueCard, ReplaceCard
from croupier.cage.chip_stock import CountChips, RestockChips
from croupier.cage.chips import RedeemChips, SellChips
from croupier.cage.counting import CountBox
from croupier.cage.days import CloseDay, ReopenDay
from croupier.cage.delaying import DelayTicket
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.former import PayFormerTicket, TakeOverTickets
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageOrder, Clerk
from croupier.cage.opening import ChangeTicketRules
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.patrons import ChangePatronRules
from croupier.cage.redeeming import PayTicket
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.ticket import Ticket
from croupier.cage.unprinting import FreeTicket
from croupier.cage.variances import ExplainVariance
from croupier.cage.vault import CountVault, ExchangeWithBank
from croupier.cage.vouchers import ChangeVoucherRules, IssueVoucher, VoidVoucher
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, ReviewTicket, VoidTicket, WithholdTicket
from croupier.money import Cents
from croupier.people.duties import Duty
from croupier.rules.moments import Millis
from croupier.server.api.orders import as_sent, body
from croupier.server.api.session import SignInForm
from croupier.server.api.table_orders import CommandId

Typed = Annotated[str, Meta(min_length=1, max_length=64)]
"""A number that somebody types or scans."""
ORDERS: dict[type[CageOrder], tuple[Duty, ...]] = {
    PayTicket: (Duty.HANDLE_MONEY,),
    SellTicket: (Duty.HANDLE_MONEY,),
    DelayTicket: (Duty.HANDLE_MONEY,),
    WithholdTicket: (Duty.HANDLE_MONEY,),
    GiveTicketNotice: (Duty.HANDLE_MONEY,),
    ReviewTicket: (Duty.HANDLE_MONEY,),
    ReleaseTicket: (Duty.HANDLE_MONEY,),
    FreeTicket: (Duty.HANDLE_MONEY,),
    VoidTicket: (Duty.HANDLE_MONEY,),
    SettleTicket: (Duty.HANDLE_MONEY,),
    ReprintTicket: (Duty.HANDLE_MONEY,),
    ReverseTransaction: (Duty.HANDLE_MONEY,),
    ChangeTicketRules: (Duty.SETTINGS,),
    IssueCard: (Duty.HANDLE_MONEY,),
    ReplaceCard: (Duty.HANDLE_MONEY,),
    CancelCard: (Duty.HANDLE_MONEY,),
    OpenAccount: (Duty.HANDLE_MONEY,),
    Deposit: (Duty.HANDLE_MONEY,),
    Withdraw: (Duty.HANDLE_MONEY,),
    ExcludePatron: (Duty.HANDLE_MONEY,),
    LiftExclusion: (Duty.HANDLE_MONEY,),
    ErasePatron: (Duty.HANDLE_MONEY,),
    ChangePatronRules: (Duty.SETTINGS,),
    SellChips: (Duty.HANDLE_MONEY,),
    RedeemChips: (Duty.HANDLE_MONEY,),
    OpenBalances: (Duty.HANDLE_MONEY,),
    TakeOverTickets: (Duty.HANDLE_MONEY,),
    PayFormerTicket: (Duty.HANDLE_MONEY,),
    CountBox: (Duty.HANDLE_MONEY,),
    CountDrawer: (Duty.HANDLE_MONEY,),
    RecountDrawer: (Duty.HANDLE_MONEY,),
    MoveCash: (Duty.HANDLE_MONEY,),
    CountChips: (Duty.HANDLE_MONEY,),
    RestockChips: (Duty.HANDLE_MONEY,),
    CountVault: (Duty.HANDLE_MONEY,),
    ExchangeWithBank: (Duty.HANDLE_MONEY,),
    ExplainVariance: (Duty.HANDLE_MONEY,),
    CloseDay: (Duty.HANDLE_MONEY,),
    ReopenDay: (Duty.HANDLE_MONEY,),
    IssueVoucher: (Duty.HANDLE_MONEY, Duty.PROMOTIONS),
    VoidVoucher: (Duty.HANDLE_MONEY, Duty.PROMOTIONS),
    ChangeVoucherRules: (Duty.SETTINGS,),
}
"""The orders at the cage, each with the duties of which its author needs one."""
SECONDS: dict[type[CageOrder], tuple[Duty, ...]] = {
    VoidTicket: (Duty.DISABLE,),
    SettleTicket: (Duty.DISABLE,),
    ReprintTicket: (Duty.HANDLE_MONEY, Duty.DISABLE),
    ReverseTransaction: (Duty.DISABLE,),
    ChangeTicketRules: (Duty.SETTINGS,),
    ExcludePatron: (Duty.DISABLE,),
    LiftExclusion: (Duty.DISABLE,),
    ErasePatron: (Duty.DISABLE,),
    ChangePatronRules: (Duty.SETTINGS,),
    OpenBalances: (Duty.SETTINGS,),
    TakeOverTickets: (Duty.SETTINGS,),
    PayFormerTicket: (Duty.HANDLE_MONEY, Duty.DISABLE),
    ExplainVariance: (Duty.HANDLE_MONEY, Duty.DISABLE),
    CountDrawer: (Duty.HANDLE_MONEY, Duty.DISABLE),
    RecountDrawer: (Duty.HANDLE_MONEY, Duty.DISABLE),
    MoveCash: (Duty.HANDLE_MONEY, Duty.DISABLE),
    CountChips: (Duty.DISABLE,),
    RestockChips: (Duty.DISABLE,),
    CountVault: (Duty.DISABLE,),
    ExchangeWithBank: (Duty.DISABLE,),
    CloseDay: (Duty.DISABLE,),
    ReopenDay: (Duty.DISABLE,),
    IssueVoucher: (Duty.PROMOTIONS,),
    VoidVoucher: (Duty.HANDLE_MONEY, Duty.PROMOTIONS),
    ChangeVoucherRules: (Duty.SETTINGS,),
}
"""The orders that two people sign, each with the duties of which the second needs one."""
BY_NUMBER = (PayTicket, PayFormerTicket, DelayTicket)
"""The orders about a ticket that is shown. A serial is no secret: only the number proves that somebody has the ticket."""
COUNTS_AT_CAGE = (CountDrawer, RecountDrawer, CountVault, CountChips)
"""The counts of cash and chips at the cage. Nobody who reads all books counts."""
FOR_NEW_TICKET = (SellTicket, ReprintTicket)
"""The orders for which the server draws a salt for the number of a ticket."""
FOR_NEW_CARD = (IssueCard, ReplaceCard)
"""The orders for which the server draws a salt for the number of a card."""
FILLED_IN = {
    kind: (
        *("at", "by", "second", "salt", "place", "since"),
        *(("serial",) if kind in BY_NUMBER else ()),
        *(("tickets",) if kind is TakeOverTickets else ()),
        *(("until", "covers", "missing", "figures") if kind is CloseDay else ()),
    )
    for kind in ORDERS
}
"""The fields that the server fills in."""


class ShownFormerTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket of a former system, as it is printed."""

    number: Typed
    amount: Cents
    issued: Millis
    """When it was printed: milliseconds since 1970."""


INSTEAD: dict[type[CageOrder], tuple[tuple[str, Any], ...]] = {
    **dict.fromkeys(BY_NUMBER, (("number", Typed),)),
    TakeOverTickets: (("tickets", tuple[ShownFormerTicket, ...]),),
}
"""The fields with numbers that the cage does not keep."""
KINDS = {as_sent(kind, FILLED_IN[kind], INSTEAD.get(kind, ())): kind for kind in ORDERS}
"""The orders, by their type as a client sends it."""
GivenOrder: Any = body(
    "GivenOrder",
    "An order at the cage.",
    [("id", CommandId), ("order", Union[tuple(KINDS)]), ("second", SignInForm | None, None)],  # noqa: UP007 - made at run time
)


def orders_about(ticket: Ticket, by: Clerk, at: int) -> tuple[CageOrder, ...]:
    """The orders that could be given about a ticket, in the order in which a console offers them."""
    return (
        PayTicket(at=at, by=by, serial=ticket.serial),
        PayFormerTicket(at=at, by=by, second=PROGRAM, serial=ticket.serial),
        DelayTicket(at=at, by=by, serial=ticket.serial, until=at + 1, why="-"),
        WithholdTicket(at=at, by=by, serial=ticket.serial, why="-"),
        GiveTicketNotice(at=at, by=by, serial=ticket.serial, how="-"),
        ReviewTicket(at=at, by=by, serial=ticket.serial, inspector="-", review="-"),
        ReleaseTicket(at=at, by=by, serial=ticket.serial, why="-"),
        FreeTicket(at=at, by=by, serial=ticket.serial, why="-"),
        ReprintTicket(at=at, by=by, second=PROGRAM, serial=ticket.serial, why="-", salt=0),
        VoidTicket(at=at, by=by, second=PROGRAM, serial=ticket.serial, why="-"),
        SettleTicket(at=at, by=by, second=PROGRAM, serial=ticket.serial, to=TicketDecision.PAY, identified="-", why="-"),
    )
