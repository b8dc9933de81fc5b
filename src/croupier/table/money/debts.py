"""Money that is demanded back from a player who has collected it: the demand, and what is withheld for it later."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from msgspec.structs import replace

from croupier.ledger.accounts import owed, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.notices import demanded
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.apply import apply
from croupier.table.core.checks import clause_of
from croupier.table.core.desk import Debt
from croupier.table.core.forms import Values, every, forms_of, terminals
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.meters import RETURNED, Meters, Terminal, added
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, EventRow, History, Verdict, by_name, declare
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.metering import at_terminal, waiting_by_hand
from croupier.table.money.patron_names import patron_of
from croupier.table.money.tender import Way
from croupier.table.money.till import cashable, pay_out


class _AtSeat(Protocol):
    @property
    def seat(self) -> str: ...


E = TypeVar("E", bound=_AtSeat)


class DemandReturn(Order, frozen=True, kw_only=True, tag=True):
    """Demand back money that a player has collected. It is withheld from what the player has, brings or wins.

    The demand covers what the player owes already, such as after a correction. Only what goes beyond that is charged.
    """

    seat: str
    """The seat at which it was collected."""
    amount: Cents
    player: str | None = None
    """The owner of the card, if known: the money is then withheld at any terminal with that card, also of another table whose
    document lets money be withheld."""


class ReturnDemanded(Ruling, frozen=True, kw_only=True, tag=True):
    """Money that a player had collected was demanded back. The player owes it."""

    seat: str
    amount: Cents
    charged: Cents = Cents(0)
    """The part that the player did not owe before. It is withheld until it has been looked into."""
    player: str | None = None
    """The owner of the card, if known."""
    transfers: tuple[Transfer, ...]


class DebtWithheld(Event, frozen=True, kw_only=True, tag=True):
    """Money that had been demanded back from a player was withheld."""

    seat: str
    """The seat of the player now."""
    debtor: str
    """The seat at which the money had been collected."""
    table: str | None = None
    """The other table at which that was; None if it was here."""
    player: str | None = None
    """The owner of the card, if it was at another table."""
    amount: Cents
    clause: str
    follows: bool = False
    """Whether it follows an event that gave the player money. When a round is corrected, that event withholds it again."""
    transfers: tuple[Transfer, ...]


def demand_return(table: Table, order: DemandReturn) -> tuple[Event, ...] | Refusal:
    """Demand money back, withhold what the player has of it, and demand the notices of the document."""
    power = power_to_decide(table, order.by, Act.WITHHOLD, order.why)
    if isinstance(power, Refusal):
        return power
    demand = ReturnDemanded(
        seat=order.seat,
        amount=order.amount,
        player=order.player or table.desk.cards.get(order.seat),
        transfers=(),
        by=order.by,
        why=order.why,
        clause=power.clause,
    )
    known = table.desk.debts.get(order.seat)
    if known and known.player and demand.player not in (None, known.player):
        sentence = f"{dollars(debt_of(table, order.seat))} that {known.player} collected at {order.seat} is still to come back."
        return Refusal(Reason.DEBT_OPEN, sentence, power.clause)
    may = _collected(table.meters.terminal(order.seat)) - table.desk.demanded.get(order.seat, 0)
    if not 1 <= order.amount <= may:
        sentence = f"{dollars(order.amount)} cannot be demanded back: {order.seat} has collected {dollars(max(0, may))}"
        sentence += " that was not demanded before." if order.seat in table.desk.demanded else "."
        return Refusal(Reason.BAD_AMOUNT, sentence, power.clause)
    notices = demanded(table, Act.WITHHOLD, f"{dollars(order.amount)} demanded back from {order.seat}")
    return *_demand_again(table, demand), *notices


def _collected(terminal: Terminal) -> int:
    """What players have taken away from a terminal, without forfeited credits and what waits to be paid by hand."""
    never_paid = (Way.RESTRICTED.value, Way.TOKENS.value, RETURNED)
    taken = sum(amount for way, amount in terminal.taken.items() if way not in never_paid)
    return taken - terminal.taken_back - waiting_by_hand(terminal)


def debt_of(table: Table, seat: str) -> int:
    """What was demanded back of the player who collected at a seat, and has not come back yet."""
    debt = table.desk.debts.get(seat)
    return min(debt.amount, max(0, -table.book.balance(owed(seat)))) if debt else 0


def debt_of_player(table: Table, seat: str, player: str) -> int:
    """What this player, who is known by card, has collected at a seat and still owes."""
    debt = table.desk.debts.get(seat)
    return debt_of(table, seat) if debt and debt.player == player else 0


def own_debt(table: Table, seat: str) -> int:
    """The debt of a seat, unless it is that of another player than the one who sits there now."""
    is_of_another = seat in table.layout and seat not in _debts_at(table, seat)
    return 0 if is_of_another else debt_of(table, seat)


def owes(table: Table, seat: str) -> int:
    """What the player at a seat owes to the house, or who sat there last: the debt of another player does not count."""
    return max(0, -table.book.balance(owed(seat))) - debt_of(table, seat) + own_debt(table, seat)


def withhold_debts(table: Table, seat: str) -> tuple[DebtWithheld, ...]:
    """Withhold what the player at a seat has, up to what was demanded back of them."""
    return withhold_debts_at_all(table, [seat])


def withhold_debts_at_all(table: Table, seats: Iterable[str]) -> tuple[DebtWithheld, ...]:
    """Withhold what the players at these seats have, and each debt once, also of a player at several of them."""
    return tuple(_withheld_at_all(table, seats)) if table.desk.has_debts else ()


def debts_withheld(table: Table, seat: str) -> tuple[Table, tuple[DebtWithheld, ...]]:
    """Withhold debts before money leaves a seat. Return the table after it, too."""
    events = tuple(_withheld_at_all(table, [seat], follows=False)) if table.desk.has_debts else ()
    for event in events:
        table = apply(table, event)
    return table, events


def with_debts_withheld(table: Table, event: Event, seat: str) -> tuple[Event, ...]:
    """An event that gives money to a seat, and what is withheld of it."""
    return (event, *withhold_debts(apply(table, event), seat)) if table.desk.has_debts else (event,)


def again_with_debts(again: Callable[[Table, E], Verdict]) -> Callable[[Table, E], Verdict]:
    """Decide an event again that gives money to a seat, and withhold debts of it."""

    def decide(table: Table, event: E) -> Verdict:
        redone = again(table, event)
        if isinstance(redone, Refusal) or not table.desk.has_debts:
            return redone
        return with_debts_withheld(table, redone, event.seat) if isinstance(redone, Event) else redone

    return decide


def withhold_winnings(table: Table, events: tuple[Event, ...]) -> tuple[DebtWithheld, ...]:
    """What is withheld after a settlement. `table` is the table before it."""
    if not table.desk.has_debts:
        return ()
    for event in events:
        table = apply(table, event)
    return tuple(_withheld_at_all(table, table.clockwise()))


def _withheld_at_all(table: Table, seats: Iterable[str], *, follows: bool = True) -> Iterator[DebtWithheld]:
    """What the players at these seats owe: of this table first, then of others. The money for others stays withheld here."""
    seats = tuple(seats)
    for seat, debtor in [(player, debtor) for player in seats for debtor in _debts_at(table, player)]:
        amount = Cents(min(cashable(table.book, seat), debt_of(table, debtor)))
        if amount:
            event = DebtWithheld(
                seat=seat,
                debtor=debtor,
                amount=amount,
                clause=clause_of(table, Act.WITHHOLD),
                follows=follows,
                transfers=pay_out(table.book, seat, owed(debtor), amount),
            )
            table = apply(table, event)
            yield event
    for seat, place in [(player, place) for player in seats for place in _debts_elsewhere(table, player)]:
        amount = Cents(min(cashable(table.book, seat), table.desk.debts_elsewhere[place].open))
        if amount:
            debt = table.desk.debts_elsewhere[place]
            event = DebtWithheld(
                seat=seat,
                debtor=debt.debtor,
                table=debt.table,
                player=debt.player,
                amount=amount,
                clause=clause_of(table, Act.WITHHOLD),
                follows=follows,
                transfers=pay_out(table.book, seat, withheld(seat), amount),
            )
            table = apply(table, event)
            yield event


def _debts_elsewhere(table: Table, seat: str) -> Iterator[str]:
    """The debts at other tables of the player at a seat."""
    yield from (place for place, debt in sorted(table.desk.debts_elsewhere.items()) if is_known_at(table, seat, debt.player))


def is_known_at(table: Table, seat: str, player: str) -> bool:
    """Whether this player sits at a seat, known by the card, or as a patron of the casino."""
    return seat in table.layout and player in (table.desk.cards.get(seat), seat if patron_of(seat) else None)


def place_of(table: str, debtor: str, player: str) -> str:
    """The key of a debt between two tables: the name of the other table, and whose debt it is."""
    return f"{table}/{debtor}/{player}"


def _debts_at(table: Table, seat: str) -> Iterator[str]:
    """The seats whose debts are those of the player at a seat.

    If the demand named the player, it is that player, known by the card or by the name of the seat. Otherwise it is whoever
    sits where the money was collected.
    """
    known_as = (table.desk.cards.get(seat), seat)
    for debtor, debt in sorted(table.desk.debts.items()):
        if debt.player in known_as if debt.player else seat == debtor:
            yield debtor


def debt_at(table: Table, seat: str) -> int:
    """What was demanded back of the player at a seat, wherever it was collected, and has not come back yet."""
    elsewhere = (table.desk.debts_elsewhere[place].open for place in _debts_elsewhere(table, seat))
    return sum(debt_of(table, debtor) for debtor in _debts_at(table, seat)) + sum(elsewhere)


def _demand_again(table: Table, event: ReturnDemanded) -> tuple[Event, ...]:
    """Charge the part of a demand that the player does not owe already, and withhold what the player has."""
    covered = max(0, -table.book.balance(owed(event.seat))) - debt_of(table, event.seat)
    charged = Cents(max(0, event.amount - covered))
    transfers = (Transfer(owed(event.seat), withheld(event.seat), charged),) if charged else ()
    demand = replace(event, charged=charged, transfers=transfers)
    after = apply(table, demand)
    theirs = [seat for seat in after.clockwise() if event.seat in _debts_at(after, seat)]
    return demand, *_withheld_at_all(after, theirs)


def _apply_demanded(table: Table, event: ReturnDemanded) -> Table:
    """Record the debt, without what kept credit has paid of it."""
    known, book = table.desk.debts.get(event.seat), table.book.after(event.transfers)
    amount = min(debt_of(table, event.seat) + event.amount, max(0, -book.balance(owed(event.seat))))
    debts = {seat: debt for seat, debt in table.desk.debts.items() if seat != event.seat}
    if amount:
        debts[event.seat] = Debt(amount, event.player or (known.player if known else None))
    demanded = table.desk.demanded_more(event.seat, event.amount)
    return replace(table, book=book, desk=replace(table.desk, debts=debts, demanded=demanded))


def _apply_withheld(table: Table, event: DebtWithheld) -> Table:
    if event.table is not None and event.player is not None:
        debts = table.desk.debts_elsewhere
        place = place_of(event.table, event.debtor, event.player)
        here = debts[place].withheld.get(event.seat, 0) + event.amount
        debt = replace(debts[place], withheld={**debts[place].withheld, event.seat: here})
        desk = replace(table.desk, debts_elsewhere={**debts, place: debt})
        return replace(table, book=table.book.after(event.transfers), desk=desk)
    debts = table.desk.debts_less(event.debtor, event.amount)
    return replace(table, book=table.book.after(event.transfers), desk=replace(table.desk, debts=debts))


def _meter_demanded(table: Table, event: ReturnDemanded) -> Meters:
    return at_terminal(table, event.seat, withheld=table.meters.terminal(event.seat).withheld + event.charged)


def _meter_withheld(table: Table, event: DebtWithheld) -> Meters:
    """Money that stays with a terminal is not counted. A debt that is withheld at another one goes from here to there."""
    if event.table is not None:
        return at_terminal(table, event.seat, withheld=table.meters.terminal(event.seat).withheld + event.amount)
    if event.seat == event.debtor:
        return table.meters
    here, there = table.meters.terminal(event.seat), table.meters.terminal(event.debtor)
    after = replace(table, meters=at_terminal(table, event.seat, taken=added(here.taken, RETURNED, event.amount)))
    return at_terminal(after, event.debtor, brought=added(there.brought, RETURNED, event.amount))


def _withhold_again(table: Table, event: DebtWithheld) -> Verdict:
    """Withhold what the player has after the correction. The corrected settlement withholds winnings itself."""
    return () if event.follows or event.seat not in table.layout else debts_withheld(table, event.seat)[1]


def _tell_withheld(table: Table, event: DebtWithheld) -> str:
    if event.table is not None:
        sentence = f"{dollars(event.amount)} is withheld from {event.seat}, of whom it was demanded back at {event.table}"
        return f"{sentence} ({event.clause})."
    left = debt_of(table, event.debtor) - event.amount
    more = f"; {dollars(left)} is still to come back" if left else ""
    return f"{dollars(event.amount)} is withheld from {event.seat}, of whom it was demanded back{more} ({event.clause})."


def _demandable(table: Table) -> Iterator[Values]:
    """Every terminal at which money was collected that was not demanded back before."""
    for seat in terminals(table):
        may = _collected(table.meters.terminal(seat)) - table.desk.demanded.get(seat, 0)
        if may > 0:
            debt = table.desk.debts.get(seat)
            yield {"seat": seat, "amount": Cents(may), "player": debt.player if debt else None}


declare(
    CommandRow(
        kind=DemandReturn,
        decide=demand_return,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.WITHHOLD,
        chosen=("seat", "why"),
        forms=forms_of(DemandReturn, every(_demandable, grounds_for(Act.WITHHOLD))),
        nothing=Refusal(Reason.BAD_AMOUNT, "Nobody has collected money that could be demanded back."),
    ),
    EventRow(
        kind=ReturnDemanded,
        apply=_apply_demanded,
        meter=_meter_demanded,
        tell=lambda _, e: f"{who(e.by)} demands {dollars(e.amount)} back from {e.seat}.",
        again=_demand_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=DebtWithheld,
        apply=_apply_withheld,
        meter=_meter_withheld,
        tell=_tell_withheld,
        again=_withhold_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
