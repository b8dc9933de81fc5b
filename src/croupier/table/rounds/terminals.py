"""Faulty terminals: their bets are confirmed by a record, or voided."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table.authority.powers import power_to_decide
from croupier.table.bets.placing import PlaceBet, accept_bet
from croupier.table.bets.returning import give_back
from croupier.table.bets.voided import BetsVoided
from croupier.table.core.apply import apply
from croupier.table.core.checks import unknown_player
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import Audience, CommandRow, EventRow, History, by_name, declare, on_desk, stands, unmetered
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.adjusting import not_faulty_refused
from croupier.table.rounds.correcting import settled_again
from croupier.table.rounds.void_settlement import end_round_as
from croupier.table.rounds.voiding import OVER


class DeclareFault(Order, frozen=True, kw_only=True, tag=True):
    """Declare a terminal faulty. It takes no bets until its bets are confirmed or voided."""

    seat: str


class ConfirmRecord(Order, frozen=True, kw_only=True, tag=True):
    """Replace the bets of a faulty terminal in a round by those in its record, and settle the round again."""

    seat: str
    round: int
    bets: Mapping[str, Cents]
    """The stakes in the record, by wager."""


class VoidUnconfirmed(Order, frozen=True, kw_only=True, tag=True):
    """Void the bets that a faulty terminal placed in a round and that no record confirms."""

    seat: str
    round: int


class TerminalFailed(Ruling, frozen=True, kw_only=True, tag=True):
    """A terminal was declared faulty."""

    seat: str


class TerminalRestored(Ruling, frozen=True, kw_only=True, tag=True):
    """A faulty terminal may take bets again. The events that confirm or void its bets follow."""

    seat: str
    round: int
    bets: Mapping[str, Cents] | None
    """The stakes in its record, by wager; null if no record confirmed its bets."""


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


def confirm_record(table: Table, order: ConfirmRecord) -> tuple[Event, ...] | Refusal:
    """Replace the bets of a faulty terminal in a round by those in its record."""
    if refusal := not_faulty_refused(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.CONFIRM_RECORD, order.why)
    if isinstance(power, Refusal):
        return power
    restored = TerminalRestored(
        seat=order.seat, round=order.round, bets=order.bets, by=order.by, why=order.why, clause=power.clause
    )

    def confirmed(before: Table, event: Event | None) -> tuple[Event, ...] | Refusal:
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
        return (*events, *end_round_as(there, event))

    return _correct_round(table, order, confirmed, restored)


def _in_betting_order(table: Table, bets: Mapping[str, Cents]) -> list[str]:
    """The wagers of a record in the order of the document, where odds bets come after the flat bets under them."""
    place = {wager: at for at, wager in enumerate(table.rules.addresses)}
    return sorted(bets, key=lambda wager: (place.get(wager, len(place)), wager))


def void_unconfirmed(table: Table, order: VoidUnconfirmed) -> tuple[Event, ...] | Refusal:
    """Void the bets that a faulty terminal placed in a round."""
    if refusal := not_faulty_refused(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.VOID_UNCONFIRMED, order.why)
    if isinstance(power, Refusal):
        return power
    restored = TerminalRestored(seat=order.seat, round=order.round, bets=None, by=order.by, why=order.why, clause=power.clause)

    def unconfirmed(before: Table, event: Event | None) -> tuple[Event, ...]:
        voided = _void_fresh_bets(before, order, power.clause)
        return (voided, *end_round_as(apply(before, voided), event))

    return _correct_round(table, order, unconfirmed, restored)


def _correct_round(
    table: Table,
    order: ConfirmRecord | VoidUnconfirmed,
    edit: Callable[[Table, Event | None], tuple[Event, ...] | Refusal],
    restored: TerminalRestored,
) -> tuple[Event, ...] | Refusal:
    """Apply an edit to the round in play, or to a finished round by a correction."""
    if order.round == table.in_play and table.round.phase not in OVER:
        events = edit(table, None)
        return events if isinstance(events, Refusal) else (restored, *events)
    again = settled_again(apply(table, restored), order.round, edit, by=order.by, why=order.why, clause=restored.clause)
    return again if isinstance(again, Refusal) else (restored, again)


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


declare(
    CommandRow(kind=DeclareFault, decide=declare_fault, wish=by_name),
    CommandRow(kind=ConfirmRecord, decide=confirm_record, wish=by_name),
    CommandRow(kind=VoidUnconfirmed, decide=void_unconfirmed, wish=by_name),
    EventRow(
        kind=TerminalFailed,
        apply=on_desk(lambda t, e: replace(t.desk, faulty=t.desk.faulty | {e.seat})),
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)} declares the terminal of {e.seat} faulty.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=TerminalRestored,
        apply=on_desk(lambda t, e: replace(t.desk, faulty=t.desk.faulty - {e.seat})),
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)} lets the terminal of {e.seat} play again.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
