"""The steps of a round: their order, and who takes each of them."""

from croupier.rules.outcomes import OutcomeName, listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase, Step
from croupier.table.authority.powers import titled
from croupier.table.core.checks import clause_of, play_is_stopped
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def step_to(table: Table, to: Phase, by: Person | None = None) -> Step | Refusal:
    """The step that leads to a phase, or a refusal if it does not come next or this person may not take it."""
    procedures, phase = table.rules.procedures, table.round.phase
    # If the lights fail, play stops, but the round is still paid by the result on the dice.
    only_paying = table.desk.locked and not table.desk.stopped and to is Phase.DONE and phase in (Phase.SETTLED, Phase.LIT)
    if not only_paying and (stopped := play_is_stopped(table)):
        return stopped
    order = [step.to for step in procedures.sequence]
    done = order.index(phase) if phase in order and phase is not Phase.DONE else -1
    for step in procedures.sequence[done + 1 :]:
        if step.to is to:
            return taken_by(table, step, by)
        if not only_paying and not (step.only_with and not table.sign.named.get(step.only_with)):
            machine = "the shooter" if step.to is Phase.SHOT else "the machine"
            who = listed(procedures.named(step.by)) if step.by else machine
            return Refusal(Reason.OUT_OF_SEQUENCE, f"Not now: first {who} {step.words}.", step.clause)
    return Refusal(Reason.OUT_OF_SEQUENCE, "Not now: the round in play is past that.", procedures.sequence[0].clause)


def next_step(table: Table) -> Step:
    """The step that comes next. Steps that this table does not have are left out."""
    phase, steps = table.round.phase, table.rules.procedures.sequence
    done = next((at for at, step in enumerate(steps) if step.to is phase), -1)
    ahead = (*steps[done + 1 :], *steps)
    return next(step for step in ahead if not step.only_with or table.sign.named.get(step.only_with))


def taken_by(table: Table, step: Step, by: Person | None) -> Step | Refusal:
    """The step, or a refusal if this person may not take it."""
    procedures = table.rules.procedures
    if not step.by or (by and procedures.acting(by.role).intersection(step.by)):
        return step
    who = titled(table, by) if by else "somebody else"
    theirs = listed(procedures.named(step.by), "or")
    return Refusal(Reason.NOT_YOUR_POWER, f"That is not for {who}: the {theirs} {step.words}.", step.clause)


def new_round_refused(table: Table) -> Refusal | None:
    """Refuse a new round at a table that is out of service, or that is about to close and has no bets."""
    if table.desk.disabled is not None and table.round.phase in (Phase.UNTIMED, Phase.DONE):
        return Refusal(Reason.TABLE_DISABLED, "The table is out of service, and no round opens.")
    if not table.desk.closing or any(table.layout.values()):
        return None
    sentence = "The table is about to close, and no bet waits to be decided."
    return Refusal(Reason.TABLE_CLOSED, sentence, clause_of(table, Act.CLOSE_TABLE))


def unknown_outcome_refused(table: Table, outcome: OutcomeName) -> Refusal | None:
    """Refuse an outcome that the game does not have."""
    space = table.rules.game.space
    if outcome in space.ways:
        return None
    return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {outcome}.")
