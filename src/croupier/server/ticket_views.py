"""Tickets and vouchers as staff see them: without the number, which is money."""

import msgspec

from croupier.cage.coins import in_coins
from croupier.cage.ticket import Ticket, TicketState, Withholding
from croupier.cage.voucher import Voucher, VoucherKind, VoucherState
from croupier.floor.keeper import Keeper


class WithholdingView(msgspec.Struct, frozen=True):
    """The file of a ticket whose payment is withheld. A notice to an inspector is due from its beginning."""

    since: int
    """Milliseconds since 1970."""
    told: str | None
    """By whom and how an inspector was told; null while the notice is due."""
    told_at: int | None
    review: str | None
    """What an inspector says about it, and who it was; null if it was not reviewed yet."""


class TicketView(msgspec.Struct, frozen=True):
    """A ticket as staff see it: without its validation number, which is money."""

    serial: int
    ends: str
    """The last four digits of the validation number; empty for a ticket of a former system."""
    amount: int
    in_cash: int
    """What is handed over if it is paid in cash, in cents: there may be no coin for the last of them."""
    state: TicketState
    issued: int
    """When it was issued: milliseconds since 1970."""
    expires: int | None
    """From when it is not paid any more; null for never."""
    place: str
    """Where it was issued: a table and a seat, or the cage."""
    changed: int
    """When it came to its state."""
    at_place: str
    """Where it came to its state."""
    by: str | None
    """Who decided that; null if a machine did."""
    why: str | None
    """The reason; null if none was asked for."""
    until: int | None
    """The time agreed with the player, before which it is not paid; null if none was."""
    withholding: WithholdingView | None
    """Its file, if its payment is withheld."""


def ticket_view(keeper: Keeper, ticket: Ticket) -> TicketView:
    """A ticket without its validation number, but for its end."""
    return TicketView(
        serial=ticket.serial,
        ends=keeper.number(ticket.serial)[-4:] if ticket.former is None else "",
        amount=ticket.amount,
        in_cash=in_coins(ticket.amount),
        state=ticket.state,
        issued=ticket.issued,
        expires=ticket.expires,
        place=ticket.place,
        changed=ticket.changed,
        at_place=ticket.at_place,
        by=ticket.by,
        why=ticket.why,
        until=ticket.until,
        withholding=_withholding_view(keeper.durable.withheld.get(ticket.serial)),
    )


def _withholding_view(file: Withholding | None) -> WithholdingView | None:
    if file is None:
        return None
    told, review = file.told, file.review
    return WithholdingView(
        since=file.since,
        told=f"{told.by}: {told.how}" if told else None,
        told_at=told.at if told else None,
        review=f"{review.inspector}: {review.review}" if review else None,
    )


class VoucherView(msgspec.Struct, frozen=True):
    """A voucher as staff see it: without its number, which is money."""

    serial: int
    kind: VoucherKind
    amount: int
    conditions: str | None
    promotion: int | None
    """The promotion under which it was issued; null if under none."""
    issued: int
    """When it was issued: milliseconds since 1970."""
    issuer: str
    second: str | None
    """Who signed with the issuer; null if it is a prize."""
    why: str | None
    """Whom it is for, or on which occasion."""
    state: VoucherState
    changed: int
    """When it came to its state."""
    place: str
    """Where it came to its state."""


def voucher_view(voucher: Voucher) -> VoucherView:
    """A voucher without its number."""
    return VoucherView(
        serial=voucher.serial,
        kind=voucher.kind,
        amount=voucher.amount,
        conditions=voucher.conditions,
        promotion=voucher.promotion,
        issued=voucher.issued,
        issuer=voucher.issuer,
        second=voucher.second,
        why=voucher.why,
        state=voucher.state,
        changed=voucher.changed,
        place=voucher.place,
    )
