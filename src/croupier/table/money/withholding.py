"""Withholding money from a player during an investigation, and releasing it."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import HOUSE, owed, rack, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.notices import demanded
from croupier.table.authority.powers import agreement_refused, grounds_for, power_to_decide
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, either, every, forms_of, terminals
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, by_name, declare, move_money
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.money.debts import again_with_debts, own_debt, with_debts_withheld
from croupier.table.money.metering import at_terminal
from croupier.table.money.till import Till, cashable, pay_out


class Withhold(Order, frozen=True, kw_only=True, tag=True):
    """Withhold money from a player during an investigation."""

    seat: str
    amount: Cents


class Release(Order, frozen=True, kw_only=True, tag=True):
    """Release withheld money to the player or to the house. If it had been demanded back, a release to the player ends that."""

    seat: str
    amount: Cents
    to_player: bool
    """Whether it goes to the player; else to the house."""
    second: Person | None = None
    """A second holder of the power. Needed on a live floor."""


class MoneyWithheld(Ruling, frozen=True, kw_only=True, tag=True):
    """Money was withheld from a player."""

    seat: str
    amount: Cents = Cents(0)
    transfers: tuple[Transfer, ...]


class MoneyReleased(Ruling, frozen=True, kw_only=True, tag=True):
    """Withheld money was released to the player or to the house."""

    seat: str
    amount: Cents = Cents(0)
    to_player: bool = True
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    excused: Cents = Cents(0)
    """The part that had been demanded back of the player and had not come back yet. It is no longer demanded."""
    transfers: tuple[Transfer, ...]


def withhold(table: Table, order: Withhold) -> tuple[Event, ...] | Refusal:
    """Withhold credit of a player, and demand the notices of the document."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.WITHHOLD, order.why)
    if isinstance(power, Refusal):
        return power
    there = cashable(table.book, order.seat)
    if not 1 <= order.amount <= there:
        sentence = f"{dollars(order.amount)} cannot be withheld: {order.seat} has {dollars(there)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    kept = MoneyWithheld(
        seat=order.seat,
        amount=order.amount,
        transfers=pay_out(table.book, order.seat, withheld(order.seat), order.amount),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return kept, *demanded(table, Act.WITHHOLD, f"{dollars(order.amount)} withheld from {order.seat}")


def release(table: Table, order: Release) -> tuple[Event, ...] | Refusal:
    """Release withheld money to the player or to the house."""
    power = power_to_decide(table, order.by, Act.RELEASE, order.why)
    if isinstance(power, Refusal):
        return power
    there = table.book.balance(withheld(order.seat))
    if not 1 <= order.amount <= there:
        sentence = f"{dollars(order.amount)} cannot be released: {dollars(there)} is withheld from {order.seat}."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    if table.states_tender and (refusal := agreement_refused(table, order.by, order.second, Act.RELEASE, order.why)):
        return refusal
    released = MoneyReleased(
        seat=order.seat,
        amount=order.amount,
        to_player=order.to_player,
        second=order.second,
        transfers=(),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    return with_debts_withheld(table, _release_again(table, released), order.seat)


def _meter_withheld(table: Table, event: MoneyWithheld) -> Meters:
    return at_terminal(table, event.seat, withheld=table.meters.terminal(event.seat).withheld + event.amount)


def _meter_released(table: Table, event: MoneyReleased) -> Meters:
    terminal = table.meters.terminal(event.seat)
    if event.to_player:
        return at_terminal(table, event.seat, released=terminal.released + event.amount)
    return at_terminal(table, event.seat, kept=terminal.kept + event.amount)


def _withhold_again(table: Table, event: MoneyWithheld) -> MoneyWithheld:
    return replace(event, transfers=pay_out(table.book, event.seat, withheld(event.seat), event.amount))


def _release_again(table: Table, event: MoneyReleased) -> MoneyReleased:
    """Release what is withheld, up to the amount. What was not due back yet is excused first."""
    seat = event.seat
    amount = Cents(min(event.amount, table.book.balance(withheld(seat))))
    excused = Cents(min(amount, own_debt(table, seat)) if event.to_player else 0)
    # A player who has left cannot collect from the rack any more, so the money is owed to them.
    player = rack(seat) if seat in table.layout else owed(seat)
    till = Till()
    till.move(withheld(seat), owed(seat), excused)
    till.move(withheld(seat), player if event.to_player else HOUSE, amount - excused)
    return replace(event, amount=amount, excused=excused, transfers=till.transfers())


def _apply_released(table: Table, event: MoneyReleased) -> Table:
    debts = table.desk.debts_less(event.seat, event.excused)
    demanded = table.desk.demanded_more(event.seat, -event.excused)
    return replace(table, book=table.book.after(event.transfers), desk=replace(table.desk, debts=debts, demanded=demanded))


def _tell_released(_: Table, event: MoneyReleased) -> list[str]:
    to = event.seat if event.to_player else "the house"
    sentence = f"{with_second(event.by, event.second)} releases {dollars(event.amount)} to {to}."
    return [sentence, *([f"  {dollars(event.excused)} of it is no longer demanded back."] if event.excused else [])]


def _with_credit(table: Table) -> Iterator[Values]:
    return ({"seat": seat, "amount": Cents(max(1, cashable(table.book, seat)))} for seat in table.clockwise())


def _with_withheld(table: Table) -> Iterator[Values]:
    """Every seat from which money is withheld, and all of it."""
    return ({"seat": seat, "amount": kept} for seat in terminals(table) if (kept := table.book.balance(withheld(seat))))


declare(
    CommandRow(
        kind=Withhold,
        decide=withhold,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.WITHHOLD,
        chosen=("seat", "why"),
        forms=forms_of(Withhold, every(_with_credit, grounds_for(Act.WITHHOLD))),
    ),
    CommandRow(
        kind=Release,
        decide=release,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RELEASE,
        chosen=("seat", "to_player", "why"),
        forms=forms_of(Release, every(_with_withheld, either("to_player"), grounds_for(Act.RELEASE))),
        nothing=Refusal(Reason.BAD_AMOUNT, "No money is withheld."),
    ),
    EventRow(
        kind=MoneyWithheld,
        apply=move_money,
        meter=_meter_withheld,
        tell=lambda _, e: f"{who(e.by)} withholds {dollars(e.amount)} from {e.seat}.",
        again=_withhold_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=MoneyReleased,
        apply=_apply_released,
        meter=_meter_released,
        tell=_tell_released,
        again=again_with_debts(_release_again),
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
