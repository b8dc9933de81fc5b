"""Deciding to void a round, and reporting faults that make it invalid."""

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Ground, Power, Reach
from croupier.rules.sequence import OVER, Phase
from croupier.rules.terms import Voided
from croupier.table.authority.notices import inspector_told
from croupier.table.authority.powers import REPORTED, agreement_refused, power_to_act, power_to_decide, powers_here
from croupier.table.core.apply import apply
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, forms_of, recent
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    Deferred,
    Verdict,
    by_name,
    declare,
    event_without_money,
)
from croupier.table.core.state import Table
from croupier.table.core.words import with_second
from croupier.table.rounds.correcting import Alteration, settled_again
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import Voiding, end_round_as, void_round
from croupier.table.rounds.void_terminals import all_are_affected, void_terminals


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
    """The players whose bets the house keeps because of fraud."""
    terminals: tuple[str, ...] | None = None
    """The seats of the terminals affected, if the document voids the round on those only; null if it is void for all."""
    second: Person | None = None
    """A second holder of the power. Needed on a live floor once a machine has reported or shown the result of the round."""


class FaultReported(Event, frozen=True, kw_only=True, tag=True):
    """A fault that makes the round invalid was reported. The round must be voided."""

    ground: str
    """The id of the ground in the document."""
    clause: str
    detail: str


def void(table: Table, wish: VoidRound) -> Verdict | Deferred:
    """Void the round in play, or a finished one if the document allows that."""
    if table.is_untimed and wish.by is None:
        return void_round(table, Voiding(table.rules.voided))
    power = power_to_decide(table, wish.by, Act.VOID_ROUND, wish.ground)
    if isinstance(power, Refusal):
        return power
    ground = power.ground(wish.ground)
    assert ground, "`power_to_decide` has found the ground in the power"
    if refusal := _cannot_forfeit(table, wish, ground) or _terminals_refused(wish, power, ground):
        return refusal
    fault = table.rules.procedures.ground(table.round.fault)
    if fault and wish.round in (0, table.in_play) and ground is not fault and power.voids is not Voided.THAT_RESULT:
        return Refusal(Reason.FAULT_PENDING, f"The round is called off because {fault.words}, for nothing else.", fault.clause)
    if wish.round > table.round.number:
        return Refusal(Reason.UNKNOWN_ROUND, f"There was no round {wish.round} at this table.", power.clause)
    latest = wish.round in (0, table.in_play)
    if latest and table.round.phase not in OVER:
        refusal = _not_settled(power) or _terminals_missing(table, wish, power) or _unknown_seat(table, wish)
        return refusal or _voided_in_play(table, _voiding(table, power, ground, wish), wish)
    if refusal := _out_of_reach(table, power, latest=latest):
        return refusal
    assert wish.by, "`power_to_decide` needs a person"
    round = wish.round or table.round.number
    late = bool(table.past) and round < table.past[-1].round

    def invalidated(before: Table, event: Event) -> Deferred | Refusal:
        if not isinstance(event, RoundSettled):
            return Refusal(Reason.UNKNOWN_ROUND, "That round was called off before.", power.clause)
        refusal = _terminals_missing(before, wish, power) or _unknown_seat(before, wish)
        return refusal or _voided(before, replace(_voiding(before, power, ground, wish), late=late), wish, event)

    how = Alteration(Act.VOID_ROUND, wish.by, wish.second, wish.ground, ground.clause)
    return settled_again(table, round, invalidated, how)


def _voided_in_play(table: Table, how: Voiding, wish: VoidRound) -> Deferred | Refusal:
    """Void the round in play. If a machine shows its result, two people do that on a live floor, and an inspector is told."""
    voided = _voided(table, how, wish, None)
    if not (table.states_tender and table.round.uncovered):
        return voided
    assert wish.by, "`power_to_decide` needs a person"
    if refusal := agreement_refused(table, wish.by, wish.second, Act.VOID_ROUND, wish.ground, REPORTED):
        return refusal
    people = with_second(wish.by, wish.second)
    about = f"{people} called a round off whose result {table.round.uncovered} a machine had shown: {wish.ground}"
    return Deferred(lambda: (*voided.events(), inspector_told(table, how.clause, about)))


def _voided(before: Table, how: Voiding, wish: VoidRound, event: RoundSettled | None) -> Deferred:
    """Void the round, settled by `event` or still in play, on every terminal or on those affected."""

    def events() -> tuple[Event, ...]:
        what = replace(how, outcome=event.outcome, advised=event.advised) if event else how
        if wish.terminals is None or all_are_affected(before, wish.terminals):
            return (void_round(before, what),)
        voided = void_terminals(before, wish.terminals, what if how.late else how)
        return voided, *end_round_as(apply(before, voided), event)

    return Deferred(events)


def _voiding(table: Table, power: Power, ground: Ground, wish: VoidRound) -> Voiding:
    voids = power.voids or table.rules.voided
    return Voiding(voids, forfeit=wish.forfeit, by=wish.by, ground=ground.id, clause=ground.clause)


def _not_settled(power: Power) -> Refusal | None:
    """Refuse to void a round in play by a power over settled rounds."""
    if power.reach is not Reach.SETTLED:
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, "The round is not settled yet: call the throw itself.", power.clause)


def _out_of_reach(table: Table, power: Power, *, latest: bool) -> Refusal | None:
    """Refuse to void a settled round by a power over the round in play, and say who may."""
    if power.reach.is_past or (latest and power.reach is Reach.UNTIL_PAID and table.round.phase is Phase.SETTLED):
        return None
    others = [each for each in powers_here(table, Act.VOID_ROUND) if each.reach.is_past]
    holders = listed(dict.fromkeys(title for each in others for title in table.rules.procedures.named(each.held_by)))
    grounds = listed([ground.id for each in others for ground in each.grounds])
    who = f": undoing it is for {holders}, because of {grounds}" if others else ""
    return Refusal(Reason.OUT_OF_SEQUENCE, f"The round is settled and can no longer be called off{who}.", power.clause)


def _cannot_forfeit(table: Table, wish: VoidRound, ground: Ground) -> Refusal | None:
    """Refuse to forfeit bets without fraud, or without the power for it."""
    if not wish.forfeit:
        return None
    if not ground.fraud:
        return Refusal(Reason.UNKNOWN_GROUND, f"Bets are forfeited for fraud, not because {ground.words}.", ground.clause)
    power = power_to_act(table, wish.by, Act.FORFEIT)
    return power if isinstance(power, Refusal) else None


def _terminals_missing(table: Table, wish: VoidRound, power: Power) -> Refusal | None:
    """Refuse to void a round for all if the document voids it on some terminals. `table` is the table before it ended."""
    if power.on_terminals and not wish.terminals and any(table.layout.values()):
        return Refusal(Reason.TERMINAL_NEEDED, "Say which terminals it affects; the others play on.", power.clause)
    return None


def _terminals_refused(wish: VoidRound, power: Power, ground: Ground) -> Refusal | None:
    """Refuse to void a round on some terminals if the document voids it for all."""
    if wish.terminals is not None and not power.on_terminals:
        return Refusal(Reason.TERMINAL_NEEDED, f"The round is void for everybody if {ground.words}.", ground.clause)
    return None


def _unknown_seat(table: Table, wish: VoidRound) -> Refusal | None:
    """Refuse to name a seat that was not taken in the round. `table` is the table before the round ended."""
    named = (*wish.forfeit, *(wish.terminals or ()))
    return next((refusal for seat in named if (refusal := unknown_player(table, seat))), None)


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
    return structs.replace(table, round=structs.replace(table.round, fault=event.ground))


def _tell_fault(table: Table, event: FaultReported) -> list[str]:
    ground = table.rules.procedures.ground(event.ground)
    what = ground.words if ground else event.ground
    return [f"A fault is reported: {what} ({event.clause}).{f' {event.detail}' if event.detail else ''}"]


def _faults(table: Table) -> Iterator[Values]:
    powers = table.rules.procedures.powers_to[Act.VOID_ROUND]
    return ({"ground": ground.id} for power in powers for ground in power.grounds if ground.must)


def _voids_on_terminals(table: Table) -> bool:
    return any(power.on_terminals for power in powers_here(table, Act.VOID_ROUND))


def _voidable(table: Table) -> Iterator[Values]:
    """Every ground for the round in play; for the last finished rounds those that may void a settled round."""
    over = table.round.phase in OVER and table.past
    in_play, past = (0, table.last.before if over else table), [(past.round, past.before) for past in recent(table)]
    for power in powers_here(table, Act.VOID_ROUND):
        for round, before in (in_play, *(past if power.reach.is_past else ())):
            affected = tuple(before.layout) if power.on_terminals else None
            yield from ({"ground": ground.id, "round": round, "terminals": affected} for ground in power.grounds)


declare(
    CommandRow(
        kind=ReportFault,
        decide=report_fault,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=("ground",),
        forms=forms_of(ReportFault, _faults),
        nothing=Refusal(Reason.UNKNOWN_GROUND, "No fault makes a round invalid."),
    ),
    CommandRow(
        kind=VoidRound,
        decide=void,
        wish=lambda _: "the round is declared void",
        senders=FROM_STAFF,
        under=Act.VOID_ROUND,
        also_under=(Act.FORFEIT,),
        chosen=("ground", "round"),
        forms=forms_of(VoidRound, _voidable),
        nothing=Refusal(Reason.UNKNOWN_GROUND, "There is no ground to call it off."),
        without=lambda table: () if _voids_on_terminals(table) else ("terminals",),
    ),
    event_without_money(
        kind=FaultReported,
        apply=_apply_fault,
        tell=_tell_fault,
        audience=Audience.STAFF,
    ),
)
