"""Giving commission back that the house has kept, as a matter of goodwill or of a mistake."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import COMMISSION, owed, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.powers import agreement_refused, grounds_for, power_to_decide
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, every, forms_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, by_name, declare, move_money
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.money.credit import too_much_refused
from croupier.table.money.debts import again_with_debts, with_debts_withheld
from croupier.table.money.metering import at_terminal


class ReturnCommission(Order, frozen=True, kw_only=True, tag=True):
    """Give commission back that a player has paid for bets that are over."""

    seat: str
    amount: Cents
    second: Person | None = None
    """A second holder of the power. Needed on a live floor."""


class CommissionReturned(Ruling, frozen=True, kw_only=True, tag=True):
    """Commission that a player had paid was given back by a decision of the house.

    It is counted at the seat, and not by wager: no bet ended with it.
    """

    seat: str
    amount: Cents
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    transfers: tuple[Transfer, ...]


def commission_held(table: Table, seat: str) -> int:
    """The commission that a seat has paid and not got back, without that of bets which still stand."""
    standing = sum(bet.commission + bet.kept for bet in table.layout.get(seat, {}).values())
    return max(0, table.meters.terminal(seat).net_commission - standing)


def return_commission(table: Table, order: ReturnCommission) -> tuple[Event, ...] | Refusal:
    """Give commission back, at most what the house has kept of this seat."""
    power = power_to_decide(table, order.by, Act.RETURN_COMMISSION, order.why)
    if isinstance(power, Refusal):
        return power
    if refusal := unknown_player(table, order.seat):
        return refusal
    held = commission_held(table, order.seat)
    if not 1 <= order.amount <= held:
        sentence = (
            f"{dollars(order.amount)} cannot be given back: the house has kept {dollars(held)} of commission from "
            f"{order.seat}, not counting bets that stand."
        )
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    if refusal := too_much_refused(table, order, order.seat, order.amount):
        return refusal
    if table.states_tender and (refusal := agreement_refused(table, order.by, order.second, Act.RETURN_COMMISSION, order.why)):
        return refusal
    returned = CommissionReturned(
        seat=order.seat,
        amount=order.amount,
        second=order.second,
        transfers=_transfers(table, order.seat, order.amount),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return with_debts_withheld(table, returned, order.seat)


def _transfers(table: Table, seat: str, amount: Cents) -> tuple[Transfer, ...]:
    return (Transfer(COMMISSION, rack(seat) if seat in table.layout else owed(seat), amount),)


def _return_again(table: Table, event: CommissionReturned) -> CommissionReturned | Refusal:
    """Give back what the house has kept in the corrected history, at most as much as before."""
    amount = Cents(min(event.amount, commission_held(table, event.seat)))
    if not amount:
        return Refusal(Reason.BAD_AMOUNT, f"The house has kept no commission from {event.seat}.", event.clause)
    return replace(event, amount=amount, transfers=_transfers(table, event.seat, amount))


def _meter_returned(table: Table, event: CommissionReturned) -> Meters:
    before = table.meters.terminal(event.seat).commission_back
    return at_terminal(table, event.seat, commission_back=before + event.amount)


def _with_commission(table: Table) -> Iterator[Values]:
    """Every seat from which the house has kept commission, and all of it."""
    return ({"seat": seat, "amount": Cents(held)} for seat in table.clockwise() if (held := commission_held(table, seat)))


declare(
    CommandRow(
        kind=ReturnCommission,
        decide=return_commission,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RETURN_COMMISSION,
        chosen=("seat", "why"),
        forms=forms_of(ReturnCommission, every(_with_commission, grounds_for(Act.RETURN_COMMISSION))),
        nothing=Refusal(Reason.BAD_AMOUNT, "The house has kept no commission that could be given back."),
    ),
    EventRow(
        kind=CommissionReturned,
        apply=move_money,
        meter=_meter_returned,
        tell=lambda _, e: f"{with_second(e.by, e.second)} gives {e.seat} {dollars(e.amount)} of commission back.",
        again=again_with_debts(_return_again),
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
