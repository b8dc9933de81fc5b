"""A terminal fails: its record says what was bet, or the bets are void."""

from collections.abc import Callable, Mapping

from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table import placing, settlement
from croupier.table.apply import apply
from croupier.table.authority import authority
from croupier.table.cashier import works_elsewhere
from croupier.table.commands import LockTerminal, PlaceBet
from croupier.table.events import Event, RoundSettled, RoundVoided, TerminalLocked
from croupier.table.locks import unsound
from croupier.table.orders import ConfirmRecord, DeclareFault, UnlockTerminal, VoidUnconfirmed
from croupier.table.refusals import Reason, Refusal
from croupier.table.returning import give_back
from croupier.table.rewriting import settled_again, void_again
from croupier.table.rulings import BetsVoided, TerminalFailed, TerminalRestored, TerminalUnlocked
from croupier.table.seats import unknown_player
from croupier.table.state import Table
from croupier.table.voiding import OVER


def record(table: Table, seat: str, round: int) -> Mapping[str, int]:
    """What a terminal had on each wager when a round was decided, as the journal has it."""
    before = next((past.before for past in table.past if past.round == round), table)
    return {wager: bet.stake for wager, bet in before.layout.get(seat, {}).items()}


def lock(table: Table, wish: LockTerminal) -> TerminalLocked | Refusal:
    """A terminal is locked: by the machine that found its meters wrong, or by somebody who works here."""
    if refusal := unknown_player(table, wish.seat) or (works_elsewhere(table, wish.by) if wish.by else None):
        return refusal
    if wish.seat in table.desk.locks:
        return Refusal(Reason.TERMINAL_LOCKED, f"The place of {wish.seat} is locked already.")
    if not wish.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why it is locked.")
    return TerminalLocked(seat=wish.seat, why=wish.why, by=wish.by)


def unlock(table: Table, order: UnlockTerminal) -> TerminalUnlocked | Refusal:
    """Whoever works here has looked into it; but no terminal plays whose meters are wrong."""
    if refusal := works_elsewhere(table, order.by):
        return refusal
    if order.seat not in table.desk.locks:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"The place of {order.seat} is not locked.")
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why it may play again.")
    return unsound(table, order.seat) or TerminalUnlocked(seat=order.seat, by=order.by, why=order.why, clause="")


def declare_fault(table: Table, order: DeclareFault) -> TerminalFailed | Refusal:
    """A terminal plays no further until its bets are confirmed or void."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.DECLARE_FAULT, order.why)
    if isinstance(power, Refusal):
        return power
    ground = power.ground(order.why)
    clause = ground.clause if ground else power.clause
    return TerminalFailed(seat=order.seat, by=order.by, why=order.why, clause=clause)


def confirm_record(table: Table, order: ConfirmRecord) -> tuple[Event, ...] | Refusal:
    """The bets of a terminal's record take the place of those that were there, and the round is settled again."""
    if refusal := _not_faulty(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.CONFIRM_RECORD, order.why)
    if isinstance(power, Refusal):
        return power
    restored = TerminalRestored(
        seat=order.seat, round=order.round, bets=order.bets, by=order.by, why=order.why, clause=power.clause
    )

    def confirmed(before: Table, event: RoundSettled | RoundVoided | None) -> tuple[Event, ...] | Refusal:
        voided = _voided(before, order, power.clause)
        there, events = apply(before, voided), list[Event]([voided])
        for wager in _one_by_one(before, order.bets):
            bet = placing.place(there, PlaceBet(seat=order.seat, wager=wager, stake=Cents(order.bets[wager])))
            if isinstance(bet, Refusal):
                return bet
            there = apply(there, bet)
            events.append(bet)
        return (*events, *_settled_as(there, event))

    return _put_right(table, order, confirmed, restored)


def _one_by_one(table: Table, bets: Mapping[str, Cents]) -> list[str]:
    """The order in which the bets of a record are made: that of the document, in which odds come after what they ride on."""
    place = {wager: at for at, wager in enumerate(table.rules.addresses)}
    return sorted(bets, key=lambda wager: (place.get(wager, len(place)), wager))


def void_unconfirmed(table: Table, order: VoidUnconfirmed) -> tuple[Event, ...] | Refusal:
    """No record confirms the bets that a terminal placed for a round: they are void."""
    if refusal := _not_faulty(table, order.seat):
        return refusal
    power = authority(table, order.by, Act.VOID_UNCONFIRMED, order.why)
    if isinstance(power, Refusal):
        return power
    restored = TerminalRestored(seat=order.seat, round=order.round, bets=None, by=order.by, why=order.why, clause=power.clause)

    def unconfirmed(before: Table, event: RoundSettled | RoundVoided | None) -> tuple[Event, ...]:
        voided = _voided(before, order, power.clause)
        return (voided, *_settled_as(apply(before, voided), event))

    return _put_right(table, order, unconfirmed, restored)


def _put_right(
    table: Table,
    order: ConfirmRecord | VoidUnconfirmed,
    edit: Callable[[Table, RoundSettled | RoundVoided | None], tuple[Event, ...] | Refusal],
    restored: TerminalRestored,
) -> tuple[Event, ...] | Refusal:
    """Edit the round in play where it stands, or a settled one by settling it again."""
    if order.round == table.in_play and table.round.phase not in OVER:
        events = edit(table, None)
        return events if isinstance(events, Refusal) else (restored, *events)
    again = settled_again(apply(table, restored), order.round, edit, by=order.by, why=order.why, clause=restored.clause)
    return again if isinstance(again, Refusal) else (restored, again)


def _settled_as(table: Table, event: RoundSettled | RoundVoided | None) -> tuple[Event, ...]:
    match event:
        case RoundSettled():
            return (settlement.settle(table, event.outcome, by=event.by, disputed=event.disputed),)
        case RoundVoided():
            return (void_again(table, event),)
        case None:
            return ()


def _voided(before: Table, order: ConfirmRecord | VoidUnconfirmed, clause: str) -> BetsVoided:
    """What the terminal placed for that round, additions too; what stood before it is in the journal and stands."""
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


def _not_faulty(table: Table, seat: str) -> Refusal | None:
    if seat in table.desk.faulty:
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, f"The terminal of {seat} has not been declared faulty.")
