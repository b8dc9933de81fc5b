"""When what fell does not count, or the equipment fails."""

from croupier.rules.powers import Act, Ground, Power
from croupier.rules.sequence import Phase
from croupier.rules.terms import Voided
from croupier.table import settlement
from croupier.table.authority import authority, demanded, permitted, powers_here
from croupier.table.commands import ReportFault, VoidRound
from croupier.table.events import Event, FaultReported, RoundSettled, RoundVoided
from croupier.table.orders import CorrectOutcome, Rectify, ReportLights
from croupier.table.refusals import Reason, Refusal
from croupier.table.rewriting import settled_again
from croupier.table.rulings import FaultRectified, LightsFailed
from croupier.table.seats import unknown_player
from croupier.table.settlement import NOTHING_FELL, Voiding
from croupier.table.state import Table

OVER = (Phase.SETTLED, Phase.LIT, Phase.DONE)


def void(table: Table, wish: VoidRound) -> Event | Refusal:
    """Call a round off: the one in play, or one that was settled where the document reaches that far."""
    if table.round.phase is Phase.UNTIMED and wish.by is None:
        return settlement.void(table, Voiding(table.rules.voided))
    power = authority(table, wish.by, Act.VOID_ROUND, wish.ground)
    if isinstance(power, Refusal):
        return power
    ground = power.ground(wish.ground)
    assert ground, "a round is called off on a ground that its power lists"
    if refusal := _cannot_forfeit(table, wish, ground):
        return refusal
    fault = table.rules.procedures.ground(table.round.fault)
    if fault and wish.round in (0, table.in_play) and ground is not fault and power.voids is not Voided.THAT_RESULT:
        return Refusal(Reason.FAULT_PENDING, f"The round is called off because {fault.words}, for nothing else.", fault.clause)
    if wish.round > table.round.number:
        return Refusal(Reason.UNKNOWN_ROUND, f"There was no round {wish.round} at this table.", power.clause)
    if wish.round in (0, table.in_play) and table.round.phase not in OVER:
        return _strangers(table, wish) or settlement.void(table, _voiding(table, power, ground, wish))
    if not power.settled_too:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The round is settled and can no longer be called off.", power.clause)
    assert wish.by, "somebody used the power"

    def invalidated(before: Table, event: RoundSettled | RoundVoided) -> tuple[Event, ...] | Refusal:
        if isinstance(event, RoundVoided):
            return Refusal(Reason.UNKNOWN_ROUND, "That round was called off before.", power.clause)
        if strangers := _strangers(before, wish):
            return strangers
        how = _voiding(before, power, ground, wish)
        return (settlement.void(before, Voiding(how.voids, event.outcome, how.forfeit, how.by, how.ground, how.clause)),)

    round = wish.round or table.round.number
    return settled_again(table, round, invalidated, by=wish.by, why=wish.ground, clause=ground.clause)


def _voiding(table: Table, power: Power, ground: Ground, wish: VoidRound) -> Voiding:
    return Voiding(power.voids or table.rules.voided, NOTHING_FELL, wish.forfeit, wish.by, ground.id, ground.clause)


def _cannot_forfeit(table: Table, wish: VoidRound, ground: Ground) -> Refusal | None:
    if not wish.forfeit:
        return None
    if not ground.fraud:
        return Refusal(Reason.UNKNOWN_GROUND, f"Bets are forfeited for fraud, not because {ground.words}.", ground.clause)
    power = permitted(table, wish.by, Act.FORFEIT)
    return power if isinstance(power, Refusal) else None


def _strangers(table: Table, wish: VoidRound) -> Refusal | None:
    """Who had no part in the round: what counts is who was there then, not who is there now."""
    return next((refusal for seat in wish.forfeit if (refusal := unknown_player(table, seat))), None)


def report_fault(table: Table, wish: ReportFault) -> tuple[Event, ...] | Refusal:
    """Write down what makes a round invalid. It waits to be called off, or is at once where the machine does it."""
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
    return reported, settlement.void(table, voiding)


def correct(table: Table, order: CorrectOutcome) -> Event | Refusal:
    """The dice or the ball prevail over what was recorded."""
    power = authority(table, order.by, Act.CORRECT_OUTCOME, order.why)
    if isinstance(power, Refusal):
        return power
    space = table.rules.game.space
    if order.outcome not in space.ways:
        return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {order.outcome}.", power.clause)

    def corrected(before: Table, event: RoundSettled | RoundVoided) -> tuple[Event, ...] | Refusal:
        if isinstance(event, RoundVoided):
            return Refusal(Reason.UNKNOWN_ROUND, "That round was called off: nothing was recorded.", power.clause)
        if event.outcome == order.outcome:
            return Refusal(Reason.UNKNOWN_OUTCOME, f"{order.outcome} is what was recorded.", power.clause)
        return (settlement.settle(before, order.outcome, by=order.by, disputed=event.disputed),)

    return settled_again(table, order.round, corrected, by=order.by, why=order.why, clause=power.clause)


def report_lights(table: Table, order: ReportLights) -> tuple[Event, ...] | Refusal:
    """Lights that fail: the dice decide, longer bets end with them, and nothing is played until they are mended."""
    power = authority(table, order.by, Act.REPORT_LIGHTS, order.why)
    if isinstance(power, Refusal):
        return power
    lights = table.rules.procedures.lights
    assert lights, "lights are reported only where a table has them"
    if table.desk.locked:
        return Refusal(Reason.TABLE_LOCKED, "The fault has been reported.", lights.locks)
    if order.refund_short and isinstance(refusal := permitted(table, order.by, Act.REFUND_RUNS), Refusal):
        return refusal
    decided, transfers = settlement.end_long_bets(table, refund_short=order.refund_short)
    failed = LightsFailed(
        refund_short=order.refund_short, decided=decided, transfers=transfers, by=order.by, why=order.why, clause=lights.clause
    )
    return failed, *demanded(table, Act.REPORT_LIGHTS, f"the lights failed in round {table.round.number}")


def rectify(table: Table, order: Rectify) -> FaultRectified | Refusal:
    """The fault is mended."""
    power = authority(table, order.by, Act.RECTIFY, order.why)
    if isinstance(power, Refusal):
        return power
    if not table.desk.locked:
        return Refusal(Reason.OUT_OF_SEQUENCE, "No fault is waiting to be rectified.", power.clause)
    return FaultRectified(by=order.by, why=order.why, clause=power.clause)
