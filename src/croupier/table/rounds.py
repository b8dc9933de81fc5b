"""The steps of a round: each in its place, made by whom the document names."""

import hashlib

from croupier.rules.outcomes import OutcomeName, listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase, Step
from croupier.table import settlement
from croupier.table.authority import called, clause_of, permitted
from croupier.table.cashier import large_wins
from croupier.table.commands import (
    AnnounceResult,
    CloseBetting,
    EnterOutcome,
    FinishPaying,
    LightAreas,
    OpenBetting,
    PressNoMoreBets,
    ShakeDice,
    ShootDice,
    SpinBall,
    UncoverTumbler,
)
from croupier.table.events import (
    AreasLit,
    BallSpun,
    BetsPaid,
    BettingClosed,
    BettingOpened,
    DiceShaken,
    DiceShot,
    Event,
    NoMoreBetsPressed,
    ResultAnnounced,
    TumblerUncovered,
)
from croupier.table.lit import lit
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.shooters import cannot_throw, shooter_at_close
from croupier.table.state import Table


def step_to(table: Table, to: Phase, by: Person | None = None) -> Step | Refusal:
    """The step that leads to a phase, if it comes next and this is who takes it."""
    procedures, phase = table.rules.procedures, table.round.phase
    # Lights that fail stop the play, not the paying: what the dice show is collected and paid, lit or not.
    in_the_dark = bool(table.desk.locked) and to is Phase.DONE and phase in (Phase.SETTLED, Phase.LIT)
    if not in_the_dark and (stopped := play_is_stopped(table)):
        return stopped
    order = [step.to for step in procedures.sequence]
    done = order.index(phase) if phase in order and phase is not Phase.DONE else -1
    for step in procedures.sequence[done + 1 :]:
        if step.to is to:
            return _taken_by(table, step, by)
        if not (step.may_be_skipped or in_the_dark) and not (step.only_with and not table.sign.named.get(step.only_with)):
            machine = "the shooter" if step.to is Phase.SHOT else "the machine"
            who = listed(procedures.named(step.by)) if step.by else machine
            return Refusal(Reason.OUT_OF_SEQUENCE, f"Not now: first {who} {step.words}.", step.clause)
    return Refusal(Reason.OUT_OF_SEQUENCE, "Not now: the round in play is past that.", procedures.sequence[0].clause)


def coming(table: Table) -> Step:
    """The step that comes next: also one that could be skipped, but not one that this table does not have."""
    phase, steps = table.round.phase, table.rules.procedures.sequence
    done = next((at for at, step in enumerate(steps) if step.to is phase), -1)
    ahead = (*steps[done + 1 :], *steps)
    return next(step for step in ahead if not step.only_with or table.sign.named.get(step.only_with))


def play_is_stopped(table: Table) -> Refusal | None:
    """Why the round cannot go on, where it cannot."""
    desk, fault = table.desk, table.round.fault
    if desk.locked:
        return Refusal(Reason.TABLE_LOCKED, "Nothing is played until the fault is rectified.", desk.locked)
    if desk.closed:
        return Refusal(Reason.TABLE_CLOSED, "The table is closed.", clause_of(table, Act.CLOSE_TABLE))
    if fault:
        ground = table.rules.procedures.ground(fault)
        assert ground, "a fault is reported on a ground that the rules know"
        return Refusal(Reason.FAULT_PENDING, f"The round has to be called off: {ground.words}.", ground.clause)
    return None


def _taken_by(table: Table, step: Step, by: Person | None) -> Step | Refusal:
    procedures = table.rules.procedures
    if not step.by or (by and procedures.acting(by.role).intersection(step.by)):
        return step
    who = called(table, by) if by else "somebody else"
    return Refusal(
        Reason.NOT_YOUR_POWER, f"It is {listed(procedures.named(step.by))}, not {who}, who {step.words}.", step.clause
    )


def shake(table: Table, wish: ShakeDice) -> DiceShaken | Refusal:
    """Tumble the dice under the cover, as often as it takes."""
    again = table.round.phase is Phase.SHAKEN and play_is_stopped(table) is None
    steps = (each for each in table.rules.procedures.sequence if each.to is Phase.SHAKEN)
    step = _taken_by(table, next(steps), wish.by) if again else step_to(table, Phase.SHAKEN, wish.by)
    if isinstance(step, Refusal):
        return step
    if refusal := _nothing_left_to_play_for(table):
        return refusal
    if wish.times < 1:
        return Refusal(Reason.BAD_AMOUNT, f"Dice cannot be tumbled {wish.times} times.", step.clause)
    return DiceShaken(round=table.round.number + (not again), by=wish.by, times=wish.times, seal=wish.seal)


def open_betting(table: Table, wish: OpenBetting) -> BettingOpened | Refusal:
    """Open the bets of the next round."""
    step = step_to(table, Phase.BETTING, wish.by)
    if isinstance(step, Refusal):
        return step
    if refusal := _nothing_left_to_play_for(table):
        return refusal
    for before in table.rules.procedures.sequence:
        if before.to is Phase.SHAKEN and table.round.shakes < before.times:
            sentence = f"The dice have been tumbled {table.round.shakes} times, and {before.times} is the least."
            return Refusal(Reason.OUT_OF_SEQUENCE, sentence, before.clause)
    if wish.deadline and wish.deadline <= wish.at:
        return Refusal(Reason.BAD_AMOUNT, "Bets cannot close before they open.", step.clause)
    return BettingOpened(
        round=table.round.number + (table.round.phase is not Phase.SHAKEN),
        deadline=wish.deadline,
        by=wish.by if step.by else None,
    )


def _nothing_left_to_play_for(table: Table) -> Refusal | None:
    """A table that is about to close plays on only while bets that stand wait to be decided."""
    if not table.desk.closing or any(table.layout.values()):
        return None
    sentence = "The table is about to close, and no bet waits to be decided."
    return Refusal(Reason.TABLE_CLOSED, sentence, clause_of(table, Act.CLOSE_TABLE))


def spin(table: Table, wish: SpinBall) -> BallSpun | Refusal:  # noqa: ARG001 - one wish like another
    """Spin the ball while bets are open."""
    step = step_to(table, Phase.SPUN)
    return step if isinstance(step, Refusal) else BallSpun()


def close_betting(table: Table, wish: CloseBetting) -> BettingClosed | Refusal:
    """Close the bets, and say who has the dice."""
    step = step_to(table, Phase.CLOSED, wish.by)
    if isinstance(step, Refusal):
        return step
    shooter, shooting, at = shooter_at_close(table), table.rules.procedures.shooting, wish.at or table.clock
    until = at + shooting.seconds * 1000 if shooting and shooter else at
    return BettingClosed(shooter=shooter, shoot_by=until, by=wish.by if step.by else None)


def press(table: Table, wish: PressNoMoreBets) -> NoMoreBetsPressed | Refusal:
    """Press the key, where the table has one."""
    step = step_to(table, Phase.PRESSED, wish.by)
    if isinstance(step, Refusal):
        return step
    if step.only_with and not table.sign.named.get(step.only_with):
        return Refusal(Reason.OUT_OF_SEQUENCE, "This table has no such key.", step.clause)
    return NoMoreBetsPressed(by=wish.by)


def uncover(table: Table, wish: UncoverTumbler) -> TumblerUncovered | Refusal:
    """Lift the cover; what was sealed must be what lies there."""
    step = step_to(table, Phase.UNCOVERED, wish.by)
    if isinstance(step, Refusal):
        return step
    if wish.outcome and (strange := _impossible(table, wish.outcome)):
        return strange
    if table.round.seal and table.round.seal != sealed(wish.outcome, wish.salt):
        return Refusal(Reason.SEAL_BROKEN, "The dice do not show what was sealed when they were tumbled.", step.clause)
    return TumblerUncovered(by=wish.by, outcome=wish.outcome, salt=wish.salt)


def sealed(outcome: OutcomeName, salt: str) -> str:
    """The seal of an outcome: it gives nothing away, and fits no other."""
    return hashlib.sha256(f"{outcome} {salt}".encode()).hexdigest()


def announce(table: Table, wish: AnnounceResult) -> ResultAnnounced | Refusal:
    """Call the numbers, lowest first, and their total."""
    # A slip of the tongue is put right by calling again, before anything is entered.
    again = table.round.phase is Phase.ANNOUNCED and play_is_stopped(table) is None
    steps = (each for each in table.rules.procedures.sequence if each.to is Phase.ANNOUNCED)
    step = _taken_by(table, next(steps), wish.by) if again else step_to(table, Phase.ANNOUNCED, wish.by)
    if isinstance(step, Refusal):
        return step
    outcome = OutcomeName("-".join(str(number) for number in wish.numbers))
    said = "-".join(str(number) for number in wish.numbers)
    if list(wish.numbers) != sorted(wish.numbers):
        return Refusal(Reason.WRONG_CALL, f"{said} is not called from the lowest number to the highest.", step.clause)
    if strange := _impossible(table, outcome):
        return strange
    if wish.total != sum(wish.numbers):
        return Refusal(Reason.WRONG_CALL, f"{said} adds up to {sum(wish.numbers)}, not to {wish.total}.", step.clause)
    if table.round.uncovered and table.round.uncovered != outcome:
        return Refusal(Reason.SEAL_BROKEN, f"The tumbler shows {table.round.uncovered}, not {said}.", step.clause)
    return ResultAnnounced(by=wish.by, outcome=outcome, total=wish.total)


def shoot(table: Table, wish: ShootDice) -> DiceShot | Refusal:
    """Shoot the dice: the shooter does, or the machine."""
    step = step_to(table, Phase.SHOT)
    if isinstance(step, Refusal):
        return step
    return cannot_throw(table, wish) or DiceShot(seat=wish.seat)


def enter(table: Table, wish: EnterOutcome) -> tuple[Event, ...] | Refusal:
    """Enter what fell, and settle; a win over the limit of the sign waits for an attendant."""
    if strange := _impossible(table, wish.outcome):
        return strange
    if table.round.phase is not Phase.UNTIMED:
        if refusal := _entered_wrongly(table, wish):
            return refusal
    elif stopped := play_is_stopped(table):
        return stopped
    settled = settlement.settle(table, wish.outcome, by=_whoever_enters(table, wish), disputed=wish.disputed)
    return settled, *large_wins(table, settled)


def _whoever_enters(table: Table, wish: EnterOutcome) -> Person | None:
    """Whoever the document has enter the result; a machine reads it by itself, whoever handed it over."""
    settles = table.rules.procedures.settles
    return wish.by if wish.disputed or (settles and settles.by) else None


def _entered_wrongly(table: Table, wish: EnterOutcome) -> Refusal | None:
    settles = table.rules.procedures.settles
    assert settles, "a round has a step that settles it"
    # Whoever decides a disputed face does it in place of whoever would have called it.
    power = permitted(table, wish.by, Act.SETTLE_FACE) if wish.disputed else None
    if isinstance(power, Refusal):
        return power
    step = step_to(table, settles.to, None if wish.disputed else wish.by)
    if isinstance(step, Refusal):
        return None if power and step.reason is Reason.NOT_YOUR_POWER else step
    announced = table.round.announced
    if announced and announced != wish.outcome:
        return Refusal(Reason.WRONG_CALL, f"{announced} was announced, and {wish.outcome} cannot be entered.", step.clause)
    return None


def _impossible(table: Table, outcome: OutcomeName) -> Refusal | None:
    space = table.rules.game.space
    if outcome in space.ways:
        return None
    return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {outcome}.")


def light(table: Table, wish: LightAreas) -> AreasLit | Refusal:  # noqa: ARG001 - one wish like another
    """Light the areas that won."""
    step = step_to(table, Phase.LIT)
    if isinstance(step, Refusal):
        return step
    settled = table.past[-1]
    return AreasLit(wagers=tuple(lit(settled.before, table.results[-1])))


def pay(table: Table, wish: FinishPaying) -> BetsPaid | Refusal:
    """End the round once everything is paid."""
    settles = table.rules.procedures.settles
    if settles and settles.to is Phase.DONE:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The machine pays by itself.", settles.clause)
    step = step_to(table, Phase.DONE, wish.by)
    return step if isinstance(step, Refusal) else BetsPaid(by=wish.by)
