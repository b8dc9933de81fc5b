"""Deciding to void a round, and reporting faults that make it invalid."""

from msgspec.structs import replace

from croupier.rules.powers import Act, Ground, Power
from croupier.rules.sequence import Phase
from croupier.rules.terms import Voided
from croupier.table.authority.powers import power_to_act, power_to_decide, powers_here
from croupier.table.core.checks import unknown_player
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import Audience, CommandRow, EventRow, History, by_name, declare, stands, unmetered
from croupier.table.core.state import Table
from croupier.table.rounds.correcting import settled_again
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import NOTHING_FELL, Voiding, void_round


class ReportFault(Command, frozen=True, kw_only=True, tag=True):
    """Report a fault that makes the round invalid."""

    ground: str
    """The id of the ground in the document."""
    detail: str = ""


class VoidRound(Command, frozen=True, kw_only=True, tag=True):
    """Void a round ("no roll" at craps, "no result" elsewhere), or invalidate its outcome."""

    by: Person | None = None
    ground: str = ""
    """The id of the ground in the document."""
    round: int = 0
    """The number of a finished round; 0 for the round in play."""
    forfeit: tuple[str, ...] = ()
    """The seats whose bets the house keeps because of fraud."""


class FaultReported(Event, frozen=True, kw_only=True, tag=True):
    """A fault that makes the round invalid was reported. The round must be voided."""

    ground: str
    """The id of the ground in the document."""
    clause: str
    detail: str


OVER = (Phase.SETTLED, Phase.LIT, Phase.DONE)
"""The phases in which the outcome of the round has been settled."""


def void(table: Table, wish: VoidRound) -> Event | Refusal:
    """Void the round in play, or a finished one if the document allows that."""
    if table.is_untimed and wish.by is None:
        return void_round(table, Voiding(table.rules.voided))
    power = power_to_decide(table, wish.by, Act.VOID_ROUND, wish.ground)
    if isinstance(power, Refusal):
        return power
    ground = power.ground(wish.ground)
    assert ground, "`power_to_decide` has found the ground in the power"
    if refusal := _cannot_forfeit(table, wish, ground):
        return refusal
    fault = table.rules.procedures.ground(table.round.fault)
    if fault and wish.round in (0, table.in_play) and ground is not fault and power.voids is not Voided.THAT_RESULT:
        return Refusal(Reason.FAULT_PENDING, f"The round is called off because {fault.words}, for nothing else.", fault.clause)
    if wish.round > table.round.number:
        return Refusal(Reason.UNKNOWN_ROUND, f"There was no round {wish.round} at this table.", power.clause)
    if wish.round in (0, table.in_play) and table.round.phase not in OVER:
        return _unknown_forfeiter(table, wish) or void_round(table, _voiding(table, power, ground, wish))
    if not power.settled_too:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The round is settled and can no longer be called off.", power.clause)
    assert wish.by, "`power_to_decide` needs a person"

    def invalidated(before: Table, event: Event) -> tuple[Event, ...] | Refusal:
        if not isinstance(event, RoundSettled):
            return Refusal(Reason.UNKNOWN_ROUND, "That round was called off before.", power.clause)
        if refusal := _unknown_forfeiter(before, wish):
            return refusal
        how = _voiding(before, power, ground, wish)
        return (void_round(before, Voiding(how.voids, event.outcome, how.forfeit, how.by, how.ground, how.clause)),)

    round = wish.round or table.round.number
    return settled_again(table, round, invalidated, by=wish.by, why=wish.ground, clause=ground.clause)


def _voiding(table: Table, power: Power, ground: Ground, wish: VoidRound) -> Voiding:
    return Voiding(power.voids or table.rules.voided, NOTHING_FELL, wish.forfeit, wish.by, ground.id, ground.clause)


def _cannot_forfeit(table: Table, wish: VoidRound, ground: Ground) -> Refusal | None:
    """Refuse to forfeit bets without fraud, or without the power for it."""
    if not wish.forfeit:
        return None
    if not ground.fraud:
        return Refusal(Reason.UNKNOWN_GROUND, f"Bets are forfeited for fraud, not because {ground.words}.", ground.clause)
    power = power_to_act(table, wish.by, Act.FORFEIT)
    return power if isinstance(power, Refusal) else None


def _unknown_forfeiter(table: Table, wish: VoidRound) -> Refusal | None:
    """Refuse to forfeit bets of a seat that was not taken in the round. `table` is the table before the round ended."""
    return next((refusal for seat in wish.forfeit if (refusal := unknown_player(table, seat))), None)


def report_fault(table: Table, wish: ReportFault) -> tuple[Event, ...] | Refusal:
    """Report a fault. If its ground says so, the machine voids the round at once; otherwise a person has to."""
    procedures = table.rules.procedures
    ground = procedures.ground(wish.ground)
    if ground is None or not ground.must:
        return Refusal(Reason.UNKNOWN_GROUND, f"{wish.ground or 'Nothing'} is no fault that makes a round invalid.")
    phase = table.round.phase
    powers = [power for power in powers_here(table, Act.VOID_ROUND) if power.ground(ground.id)]
    if phase in (Phase.UNTIMED, *OVER) or not any(not power.during or phase in power.during for power in powers):
        return Refusal(Reason.OUT_OF_SEQUENCE, "No round is in play that could be called off for it.", ground.clause)
    if table.round.fault:
        return Refusal(Reason.FAULT_PENDING, "A fault has been reported, and the round waits to be called off.", ground.clause)
    reported = FaultReported(ground=ground.id, clause=ground.clause, detail=wish.detail)
    if not ground.at_once:
        return (reported,)
    if phase not in procedures.takes_bets:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"Bets are closed; it does not matter that {ground.words}.", ground.clause)
    voiding = Voiding(table.rules.voided, ground=ground.id, clause=ground.clause)
    return reported, void_round(table, voiding)


def _apply_fault(table: Table, event: FaultReported) -> Table:
    return replace(table, round=replace(table.round, fault=event.ground))


def _tell_fault(table: Table, event: FaultReported) -> list[str]:
    ground = table.rules.procedures.ground(event.ground)
    what = ground.words if ground else event.ground
    return [f"A fault is reported: {what} ({event.clause}).{f' {event.detail}' if event.detail else ''}"]


declare(
    CommandRow(kind=ReportFault, decide=report_fault, wish=by_name),
    CommandRow(kind=VoidRound, decide=void, wish=lambda _: "the round is declared void"),
    EventRow(
        kind=FaultReported,
        apply=_apply_fault,
        meter=unmetered,
        tell=_tell_fault,
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
