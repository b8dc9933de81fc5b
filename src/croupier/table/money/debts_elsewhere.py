"""Debts between the tables of a floor: what was demanded back at one table is withheld at the others, too.

No money goes from table to table. What another table withholds stays withheld there, and the table of the debt counts it: the
debt, and what is withheld against it, are less by that.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import HOUSE, owed, rack, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.core.apply import apply
from croupier.table.core.checks import clause_of
from croupier.table.core.desk import Debt, DebtElsewhere
from croupier.table.core.forms import Values, every, forms_of, terminals
from croupier.table.core.message import Command, Event
from croupier.table.core.meters import RETURNED, Meters, added
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, EventRow, History, declare
from croupier.table.core.state import Table
from croupier.table.money.debts import debt_of, debt_of_player, is_known_at, place_of, withhold_debts_at_all
from croupier.table.money.metering import at_terminal
from croupier.table.money.till import Till


class RecordDebt(Command, frozen=True, kw_only=True, tag=True):
    """Record what is still to come back of a debt at another table. The floor sends it."""

    table: str
    """The table at which it was demanded back."""
    debtor: str
    """The seat there at which it had been collected."""
    player: str
    """The owner of the card."""
    amount: Cents
    """What has not come back there; 0 if nothing is open any more."""
    counted: Cents = Cents(0)
    """What that table has counted of what was withheld here."""
    others: Cents = Cents(0)
    """What further tables have withheld, if the table of the debt is not open and cannot count it."""


class DebtRecorded(Event, frozen=True, kw_only=True, tag=True):
    """What is still to come back of a debt at another table was recorded. It is withheld here, too."""

    table: str
    debtor: str
    player: str
    amount: Cents
    counted: Cents
    others: Cents = Cents(0)
    clause: str
    given_back: Mapping[str, Cents] = {}
    """What had been withheld here although it came back elsewhere at the same time, by the seat at which it had been."""
    transfers: tuple[Transfer, ...] = ()


class CountReturn(Command, frozen=True, kw_only=True, tag=True):
    """Count what another table has withheld for a debt of this one. The floor sends it."""

    seat: str
    """The seat at which the money had been collected."""
    table: str
    """The other table."""
    player: str
    """The owner of the card."""
    total: Cents
    """What was withheld there in all, less what was given back."""


class ReturnCounted(Event, frozen=True, kw_only=True, tag=True):
    """What another table has withheld for a debt of this one was counted: the debt is less by it."""

    seat: str
    table: str
    player: str
    amount: Cents
    """Below zero if that table has withheld less after a correction: then the player owes it here again."""
    clause: str
    transfers: tuple[Transfer, ...]


def record_debt(table: Table, command: RecordDebt) -> tuple[Event, ...] | Refusal:
    """Record a debt of another table, give back what was withheld too much, and withhold what the player has here."""
    if not table.rules.procedures.powers_to[Act.WITHHOLD]:
        return Refusal(Reason.NO_SUCH_POWER, f"These rules let nobody {Act.WITHHOLD}.")
    known = table.desk.debts_elsewhere.get(_place(command))
    if min(command.amount, command.counted, command.others) < 0 or (known is None and not command.amount):
        return Refusal(Reason.BAD_AMOUNT, f"There is no such debt at {command.table}.")
    if known and (known.amount, known.counted, known.others) == (command.amount, command.counted, command.others):
        return Refusal(Reason.DEBT_OPEN, f"The debt of {command.player} at {command.table} is on record.")
    event = DebtRecorded(
        table=command.table,
        debtor=command.debtor,
        player=command.player,
        amount=command.amount,
        counted=command.counted,
        others=command.others,
        clause=clause_of(table, Act.WITHHOLD),
    )
    return _record_again(table, event)


def _record_again(table: Table, event: DebtRecorded) -> tuple[Event, ...]:
    known, till, given_back = _recorded(table, event), Till(), dict[str, Cents]()
    beyond = known.beyond
    for seat in sorted(known.withheld, key=lambda seat: (not is_known_at(table, seat, event.player), seat)):
        back = Cents(min(beyond, known.withheld[seat], max(0, table.book.balance(withheld(seat)))))
        if back:
            # Somebody else may sit there now, or the player without a card, whom nobody knows.
            till.move(withheld(seat), rack(seat) if is_known_at(table, seat, event.player) else owed(seat), back)
            given_back[seat], beyond = back, beyond - back
    event = replace(event, given_back=given_back, transfers=till.transfers())
    after = apply(table, event)
    return event, *withhold_debts_at_all(after, after.clockwise())


def count_return(table: Table, command: CountReturn) -> ReturnCounted | Refusal:
    """Lessen a debt by what another table has withheld for it since it last said so."""
    seat, player = command.seat, command.player
    amount = uncounted(table, seat, command.table, player, command.total)
    if not amount:
        return Refusal(Reason.BAD_AMOUNT, f"Nothing of it is still to come back from {player}, who collected it at {seat}.")
    clause = clause_of(table, Act.WITHHOLD)
    event = ReturnCounted(seat=seat, table=command.table, player=player, amount=amount, clause=clause, transfers=())
    return _count_again(table, event)


def uncounted(table: Table, seat: str, other: str, player: str, total: int) -> Cents:
    """What another table has withheld, in all, and this one can count now; below zero if it has withheld less since."""
    return _countable(table, seat, player, total - table.desk.counted.get(place_of(other, seat, player), 0))


def _countable(table: Table, seat: str, player: str, more: int) -> Cents:
    """What of an amount can be counted. A seat has the debt of one player at a time: that of another waits until it is paid."""
    its = debt_of_player(table, seat, player)
    return Cents(0 if more < 0 and debt_of(table, seat) != its else min(more, its))


def _count_again(table: Table, event: ReturnCounted) -> ReturnCounted:
    """What was withheld here against the debt is withheld there instead. The house may have it already; then it waits there."""
    amount, till = _countable(table, event.seat, event.player, event.amount), Till()
    there = min(amount, table.book.balance(withheld(event.seat)))
    till.move(withheld(event.seat), owed(event.seat), max(0, there))
    till.move(HOUSE, owed(event.seat), max(0, amount - max(0, there)))
    till.move(owed(event.seat), withheld(event.seat), max(0, -amount))
    return replace(event, amount=amount, transfers=till.transfers())


def _place(event: RecordDebt | DebtRecorded) -> str:
    return place_of(event.table, event.debtor, event.player)


def _counted(event: CountReturn | ReturnCounted) -> str:
    return place_of(event.table, event.seat, event.player)


def _recorded(table: Table, event: DebtRecorded) -> DebtElsewhere:
    """The debt as this event says it, before anything is given back."""
    unknown = DebtElsewhere(event.table, event.debtor, event.player, 0)
    known = table.desk.debts_elsewhere.get(_place(event), unknown)
    return replace(known, amount=event.amount, counted=event.counted, others=event.others)


def _apply_recorded(table: Table, event: DebtRecorded) -> Table:
    known = _recorded(table, event)
    kept = {seat: amount - event.given_back.get(seat, 0) for seat, amount in known.withheld.items()}
    known = replace(known, withheld={seat: amount for seat, amount in kept.items() if amount})
    debts = {**table.desk.debts_elsewhere, _place(event): known}
    return replace(table, book=table.book.after(event.transfers), desk=replace(table.desk, debts_elsewhere=debts))


def _apply_counted(table: Table, event: ReturnCounted) -> Table:
    desk, place = table.desk, _counted(event)
    known = desk.debts.get(event.seat)
    debts = desk.debts_less(event.seat, event.amount)
    if event.amount < 0 and (known is None or known.player != event.player):
        debts = {**debts, event.seat: Debt(-event.amount, event.player)}
    counted = {**desk.counted, place: desk.counted.get(place, 0) + event.amount}
    return replace(table, book=table.book.after(event.transfers), desk=replace(desk, debts=debts, counted=counted))


def _meter_recorded(table: Table, event: DebtRecorded) -> Meters:
    for seat, back in event.given_back.items():
        released = table.meters.terminal(seat).released + back
        table = replace(table, meters=at_terminal(table, seat, released=released))
    return table.meters


def _meter_counted(table: Table, event: ReturnCounted) -> Meters:
    """Money that the house has already is counted as brought. What goes between debt and withheld money stays here."""
    terminal = table.meters.terminal(event.seat)
    of_house = sum(each.amount for each in event.transfers if each.source == HOUSE)
    if event.amount < 0:
        return at_terminal(table, event.seat, withheld=terminal.withheld - event.amount)
    brought = added(terminal.brought, RETURNED, of_house) if of_house else terminal.brought
    return at_terminal(table, event.seat, released=terminal.released + event.amount - of_house, brought=brought)


def _tell_recorded(_: Table, event: DebtRecorded) -> list[str]:
    if event.amount:
        said = f"{dollars(event.amount)} was demanded back from {event.player} at {event.table}: it is withheld here, too"
    else:
        said = f"Nothing is demanded back from {event.player} at {event.table} any more"
    back = [f"  {dollars(amount)} goes back to {seat}" for seat, amount in event.given_back.items()]
    return [f"{said} ({event.clause}).", *(f"{each}: it has come back elsewhere." for each in back)]


def _tell_counted(_: Table, event: ReturnCounted) -> str:
    if event.amount < 0:
        return f"{event.table} has withheld {dollars(Cents(-event.amount))} less of what was demanded back from {event.seat}."
    return f"{event.table} has withheld {dollars(event.amount)} of what was demanded back from {event.seat} ({event.clause})."


def _forms(table: Table) -> Iterator[Values]:
    return ({"seat": seat, "total": Cents(debt_of(table, seat) or 100)} for seat in terminals(table))


declare(
    CommandRow(
        kind=RecordDebt,
        decide=record_debt,
        wish=lambda wish: f"the debt of {wish.player} at {wish.table} is withheld here",
        senders=FROM_MACHINE,
        under=None,
        chosen=("player",),
        forms=forms_of(
            RecordDebt,
            every(lambda table: ({"player": seat} for seat in table.clockwise())),
            table="another table",
            debtor="seat",
            amount=100,
            counted=0,
        ),
    ),
    CommandRow(
        kind=CountReturn,
        decide=count_return,
        wish=lambda wish: f"{wish.table} has withheld what was demanded back from {wish.seat}",
        senders=FROM_MACHINE,
        under=None,
        chosen=("seat",),
        forms=forms_of(CountReturn, every(_forms), table="another table", player="player"),
    ),
    EventRow(
        kind=DebtRecorded,
        apply=_apply_recorded,
        meter=_meter_recorded,
        tell=_tell_recorded,
        again=_record_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=ReturnCounted,
        apply=_apply_counted,
        meter=_meter_counted,
        tell=_tell_counted,
        again=_count_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
