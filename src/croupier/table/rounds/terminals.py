"""Faulty terminals: their bets are confirmed by a record, or voided."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.rules.sequence import OVER
from croupier.table.authority.powers import agreement_refused, grounds_for, power_to_decide
from croupier.table.bets.placing import PlaceBet, accept_bet
from croupier.table.bets.returning import give_back
from croupier.table.bets.voided import BetsVoided
from croupier.table.core.apply import apply
from croupier.table.core.checks import unknown_player
from croupier.table.core.desk import Desk
from croupier.table.core.forms import Values, every, forms_of, recent, seats
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, Deferred, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.money.adjusting import not_faulty_refused
from croupier.table.rounds.correcting import Alteration, settled_again
from croupier.table.rounds.void_settlement import end_round_as


class DeclareFault(Order, frozen=True, kw_only=True, tag=True):
    """Declare a terminal faulty. It takes no bets until its bets are confirmed or voided."""

    seat: str


class ConfirmRecord(Order, frozen=True, kw_only=True, tag=True):
    """Replace the bets of a faulty terminal in a round by those in its record, and settle the round again."""

    seat: str
    round: int
    bets: Mapping[str, Cents]
    """The stakes in the record, by wager."""
    second: Person | None = None
    """A second holder of the power. Needed on a live floor."""


class VoidUnconfirmed(Order, frozen=True, kw_only=True, tag=True):
    """Void the bets that a faulty terminal placed in a round and that no record confirms."""

    seat: str
    round: int
    second: Person | None = None
    """A second holder of the power. Needed on a live floor for a settled round that a machine had reported."""


class TerminalFailed(Ruling, frozen=True, kw_only=True, tag=True):
    """A terminal was declared faulty."""

    seat: str


class TerminalRestored(Ruling, frozen=True, kw_only=True, tag=True):
    """A faulty terminal may take bets again. The events that confirm or void its bets follow."""

    seat: str
    round: int
    bets: Mapping[str, Cents] | None
    """The stakes in its record, by wager; null if no record confirmed its bets."""
    second: Person | None = None
    """The second person who confirmed the record, if one was needed."""


def record(table: Table, seat: str, round: int) -> Mapping[str, int]:
    """The stakes of a terminal when a round ended, by wager, as the table has them."""
    before = next((past.before for past in table.past if past.round == round), table)
    return {wager: bet.stake for wager, bet in before.layout.get(seat, {}).items()}


def declare_fault(table: Table, order: DeclareFault) -> TerminalFailed | Refusal:
    """Declare a terminal faulty."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.DECLARE_FAULT, order.why)
    if isinstance(power, Refusal):
        return power
    ground = power.ground(order.why)
    clause = ground.clause if ground else power.clause
    return TerminalFailed(seat=order.seat, by=order.by, why=order.why, clause=clause)


def confirm_record(table: Table, order: ConfirmRecord) -> Deferred | Refusal:
    """Replace the bets of a faulty terminal in a round by those in its record."""
    if refusal := not_faulty_refused(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.CONFIRM_RECORD, order.why)
    if isinstance(power, Refusal):
        return power
    if table.states_tender and (refusal := agreement_refused(table, order.by, order.second, Act.CONFIRM_RECORD, order.why)):
        return refusal
    restored = TerminalRestored(
        seat=order.seat,
        round=order.round,
        bets=order.bets,
        second=order.second,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )

    def confirmed(before: Table, event: Event | None) -> Deferred | Refusal:
        if order.seat in before.round.void_at:
            sentence = f"Round {order.round} is void on the terminal of {order.seat}: its record is not settled."
            return Refusal(Reason.TERMINAL_VOID, sentence, power.clause)
        voided = _void_fresh_bets(before, order, power.clause)
        there, events = apply(before, voided), list[Event]([voided])
        for wager in _in_betting_order(before, order.bets):
            bet = accept_bet(there, PlaceBet(seat=order.seat, wager=wager, stake=Cents(order.bets[wager])))
            if isinstance(bet, Refusal):
                return bet
            there = apply(there, bet)
            events.append(bet)
        return Deferred(lambda: (*events, *end_round_as(there, event)))

    return _correct_round(table, order, confirmed, restored)


def _in_betting_order(table: Table, bets: Mapping[str, Cents]) -> list[str]:
    """The wagers of a record in the order of the document, where odds bets come after the flat bets under them."""
    place = {wager: at for at, wager in enumerate(table.rules.addresses)}
    return sorted(bets, key=lambda wager: (place.get(wager, len(place)), wager))


def void_unconfirmed(table: Table, order: VoidUnconfirmed) -> Deferred | Refusal:
    """Void the bets that a faulty terminal placed in a round."""
    if refusal := not_faulty_refused(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.VOID_UNCONFIRMED, order.why)
    if isinstance(power, Refusal):
        return power
    restored = TerminalRestored(
        seat=order.seat,
        round=order.round,
        bets=None,
        second=order.second,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )

    def unconfirmed(before: Table, event: Event | None) -> Deferred:
        voided = _void_fresh_bets(before, order, power.clause)
        return Deferred(lambda: (voided, *end_round_as(apply(before, voided), event)))

    return _correct_round(table, order, unconfirmed, restored)


def _correct_round(
    table: Table,
    order: ConfirmRecord | VoidUnconfirmed,
    edit: Callable[[Table, Event | None], Deferred | Refusal],
    restored: TerminalRestored,
) -> Deferred | Refusal:
    """Apply an edit to the round in play, or to a finished round by a correction. Without bets there is nothing to edit."""
    if _has_no_bets(table, order):
        return Deferred(lambda: (restored,))
    if order.round == table.in_play and table.round.phase not in OVER:
        decided = edit(table, None)
    else:
        after = apply(table, restored)
        act = Act.CONFIRM_RECORD if isinstance(order, ConfirmRecord) else Act.VOID_UNCONFIRMED
        how = Alteration(act, order.by, order.second, order.why, restored.clause)
        decided = settled_again(after, order.round, edit, how)
    return decided if isinstance(decided, Refusal) else Deferred(lambda: (restored, *decided.events()), decided.again)


def _has_no_bets(table: Table, order: ConfirmRecord | VoidUnconfirmed) -> bool:
    """Whether the terminal placed nothing in that round, and no record says otherwise."""
    if isinstance(order, ConfirmRecord) and order.bets:
        return False
    is_in_play = order.round == table.in_play and table.round.phase not in OVER
    before = table if is_in_play else next((past.before for past in table.past if past.round == order.round), None)
    return before is not None and not any(before.fresh(bet).stake for bet in before.layout.get(order.seat, {}).values())


def _void_fresh_bets(before: Table, order: ConfirmRecord | VoidUnconfirmed, clause: str) -> BetsVoided:
    """Void everything that the terminal placed in that round. Stakes from earlier rounds stand."""
    bets = before.layout.get(order.seat, {})
    decided, transfers = give_back(before, order.seat, bets, Result.VOID, only_fresh=True)
    return BetsVoided(
        seat=order.seat,
        only_fresh=True,
        decided=decided,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=clause,
    )


def _restored(table: Table, event: TerminalRestored) -> Desk:
    """The terminal plays again. Who confirmed a record is remembered: another person pays it by hand."""
    desk = replace(table.desk, faulty=table.desk.faulty - {event.seat})
    return desk if event.bets is None else desk.raised_by(event.seat, event.by)


def _tables_before(table: Table) -> Iterator[tuple[int, Table]]:
    """The round in play and the last finished ones, each with the table before it ended."""
    if table.round.phase not in OVER:
        yield table.in_play, table
    yield from ((past.round, past.before) for past in recent(table))


def _faulty_rounds(table: Table) -> Iterator[Values]:
    return ({"seat": seat, "round": round} for seat in sorted(table.desk.faulty) for round, _ in _tables_before(table))


def _records(table: Table) -> Iterator[Values]:
    """Every faulty terminal and round, with the bets that the table has for it, and without any."""
    for seat in sorted(table.desk.faulty):
        for round, before in _tables_before(table):
            bets = before.layout.get(seat, {})
            placed = {wager: Cents(fresh.stake) for wager, bet in bets.items() if (fresh := before.fresh(bet)).stake}
            yield from ({"seat": seat, "round": round, "bets": bets} for bets in (placed, {}))


declare(
    CommandRow(
        kind=DeclareFault,
        decide=declare_fault,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.DECLARE_FAULT,
        chosen=("seat", "why"),
        forms=forms_of(DeclareFault, every(seats, grounds_for(Act.DECLARE_FAULT))),
    ),
    CommandRow(
        kind=ConfirmRecord,
        decide=confirm_record,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CONFIRM_RECORD,
        chosen=("seat", "round", "why"),
        forms=forms_of(ConfirmRecord, every(_records, grounds_for(Act.CONFIRM_RECORD))),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal has been declared faulty."),
    ),
    CommandRow(
        kind=VoidUnconfirmed,
        decide=void_unconfirmed,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.VOID_UNCONFIRMED,
        chosen=("seat", "round", "why"),
        forms=forms_of(VoidUnconfirmed, every(_faulty_rounds, grounds_for(Act.VOID_UNCONFIRMED))),
        nothing=Refusal(Reason.OUT_OF_SEQUENCE, "No terminal has been declared faulty."),
    ),
    event_without_money(
        kind=TerminalFailed,
        apply=on_desk(lambda t, e: replace(t.desk, faulty=t.desk.faulty | {e.seat})),
        tell=lambda _, e: f"{who(e.by)} declares the terminal of {e.seat} faulty.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=TerminalRestored,
        apply=on_desk(_restored),
        tell=lambda _, e: f"{with_second(e.by, e.second)} lets the terminal of {e.seat} play again.",
        audience=Audience.STAFF,
    ),
)
