"""Colour checks that a player carries away from the table, and brings back to redeem them."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import CAGE, COLOUR_CHECKS, PAID_BY_HAND, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.checks import unknown_player
from croupier.table.core.desk import Carried, Desk
from croupier.table.core.forms import Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.meters import Meters, added
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    move_money,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.money.colours import NO_CHECKS, counted, in_checks
from croupier.table.money.metering import at_terminal
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.till import take


class CarryColours(Order, frozen=True, kw_only=True, tag=True):
    """Write down that a player carries colour checks away from the table."""

    seat: str
    colour: str
    checks: int
    """How many."""


class RedeemColours(Order, frozen=True, kw_only=True, tag=True):
    """Redeem colour checks that were carried away.

    The table gives value chips. While it is closed, the cage gives cash, before two people.
    """

    colour: str
    checks: int
    """How many."""
    mark: str | None = None
    """The mark on the checks, if it is that of another table."""
    second: Person | None = None
    """Who sees the checks at the cage, too. Needed there on a live floor; not at the table."""


class ColoursCarried(Ruling, frozen=True, kw_only=True, tag=True):
    """A player carried colour checks away from the table."""

    seat: str
    colour: str
    checks: int
    value: Cents
    """What each check is worth."""
    transfers: tuple[Transfer, ...]


class ColoursRedeemed(Ruling, frozen=True, kw_only=True, tag=True):
    """Colour checks that had been carried away were redeemed."""

    colour: str
    checks: int
    amount: Cents
    in_cash: bool = False
    """Whether the cage paid them in cash; else the table gave value chips."""
    second: Person | None = None
    """The second person, if one was needed."""
    transfers: tuple[Transfer, ...]


def carry_colours(table: Table, order: CarryColours) -> ColoursCarried | Refusal:
    """Let a player carry some of their checks away. The table owes them from then on."""
    terms = table.rules.procedures.colour_checks
    if refusal := not_staff_refused(table, order.by) or unknown_player(table, order.seat):
        return refusal
    has, (checks, _) = table.desk.colours.get(order.seat), in_checks(table, order.seat)
    if terms is None:
        return NO_CHECKS
    if has is None or order.colour not in has.colours:
        return Refusal(Reason.BAD_TENDER, f"{order.seat} has no {order.colour} colour checks.", terms.redeemed)
    if not 1 <= order.checks <= checks:
        sentence = f"{order.seat} has {counted(checks, has.colours)} in front of them; {order.checks} cannot be carried away."
        return Refusal(Reason.BAD_AMOUNT, sentence, terms.redeemed)
    away = Carried(order.checks, has.value)
    transfers = (Transfer(rack(order.seat), COLOUR_CHECKS, _worth(away)),)
    return ColoursCarried(
        seat=order.seat,
        colour=order.colour,
        checks=order.checks,
        value=Cents(has.value),
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=terms.redeemed,
    )


def redeem_colours(table: Table, order: RedeemColours) -> ColoursRedeemed | Refusal:
    """Redeem checks of this table, at it while it is open; at the cage only while it is closed."""
    terms, at_cage = table.rules.procedures.colour_checks, order.by.role == CAGE_ROLE
    if not at_cage and (refusal := not_staff_refused(table, order.by)):
        return refusal
    if terms is None:
        return NO_CHECKS
    if order.mark is not None:
        sentence = f"Colour checks with the mark of {order.mark} are used and redeemed at {order.mark}, not here."
        return Refusal(Reason.BAD_TENDER, sentence, terms.redeemed)
    if at_cage and not table.desk.closed:
        sentence = "The table is open: its colour checks are redeemed there."
        return Refusal(Reason.OUT_OF_SEQUENCE, sentence, terms.redeemed)
    away = table.desk.carried.get(order.colour, Carried(0, 0))
    if not 1 <= order.checks <= away.checks:
        sentence = f"{away.checks} {order.colour} colour checks of this table are away; {order.checks} cannot be redeemed."
        return Refusal(Reason.BAD_AMOUNT, sentence, terms.redeemed)
    # Nobody counts the checks at the cage: one person could pay for some that nobody brought.
    if at_cage and table.states_tender and (order.second is None or order.second.name == order.by.name):
        sentence = "The cage redeems colour checks before two people: a supervisor or a manager signs, too."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence, terms.redeemed)
    amount = _worth(Carried(order.checks, away.value))
    # Value chips leave the tray. The cash of a clerk does not, and the next count of the tray is compared with the books.
    transfers = (Transfer(COLOUR_CHECKS, PAID_BY_HAND if at_cage else CAGE, amount),)
    return ColoursRedeemed(
        colour=order.colour,
        checks=order.checks,
        amount=amount,
        in_cash=at_cage,
        second=order.second,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=terms.redeemed,
    )


def _worth(checks: Carried) -> Cents:
    return Cents(checks.checks * checks.value)


def _carried_more(desk: Desk, colour: str, checks: int, value: int) -> Desk:
    """The desk once more checks of a colour are away, or fewer: then the number is below zero."""
    away = desk.carried.get(colour, Carried(0, value))
    now = {**desk.carried, colour: Carried(away.checks + checks, away.value)}
    return replace(desk, carried={each: carried for each, carried in now.items() if carried.checks})


def _apply_carried(table: Table, event: ColoursCarried) -> Table:
    after = move_money(table, event)
    return replace(after, desk=_carried_more(after.desk, event.colour, event.checks, event.value))


def _apply_redeemed(table: Table, event: ColoursRedeemed) -> Table:
    after = move_money(table, event)
    return replace(after, desk=_carried_more(after.desk, event.colour, -event.checks, 0))


def _carry_again(table: Table, event: ColoursCarried) -> ColoursCarried:
    """The checks are away, whatever is corrected. The player owes what the corrected money does not cover."""
    amount = event.checks * event.value
    return replace(event, transfers=take(table.book, event.seat, rack(event.seat), COLOUR_CHECKS, amount))


def _meter_carried(table: Table, event: ColoursCarried) -> Meters:
    taken = table.meters.terminal(event.seat).taken
    return at_terminal(table, event.seat, taken=added(taken, COLOUR_CHECKS, event.checks * event.value))


def _to_carry(table: Table) -> Iterator[Values]:
    for seat in table.clockwise():
        for colour in getattr(table.desk.colours.get(seat), "colours", ()):
            yield {"seat": seat, "colour": colour}


def _away(table: Table) -> Iterator[Values]:
    return ({"colour": colour} for colour in sorted(table.desk.carried))


declare(
    CommandRow(
        kind=CarryColours,
        decide=carry_colours,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "colour"),
        forms=forms_of(CarryColours, _to_carry, checks=1),
        nothing=Refusal(Reason.BAD_TENDER, "Nobody at this table has colour checks."),
    ),
    CommandRow(
        kind=RedeemColours,
        decide=redeem_colours,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("colour",),
        forms=forms_of(RedeemColours, _away, checks=1),
        nothing=Refusal(Reason.BAD_TENDER, "No colour checks of this table are away."),
    ),
    EventRow(
        kind=ColoursCarried,
        apply=_apply_carried,
        meter=_meter_carried,
        tell=lambda _, e: (
            f"{e.seat} carries {counted(e.checks, (e.colour,))} away, worth {dollars(Cents(e.checks * e.value))}. "
            f"{who(e.by)} writes it down."
        ),
        again=_carry_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=ColoursRedeemed,
        apply=_apply_redeemed,
        meter=unmetered,
        tell=lambda _, e: (
            f"{with_second(e.by, e.second)} redeems {counted(e.checks, (e.colour,))} for {dollars(e.amount)} "
            f"in {'cash' if e.in_cash else 'value chips'}."
        ),
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
