"""Corrections: a finished round is replaced, and all later events are decided again from there.

What people did stays: the bets they asked for, the money they brought and took away, the calls they made. Its consequences are
decided again by the column `again` of each event. A bet that could not have been placed in the corrected history is dropped.
So is a call or a take-down of a bet that no longer stands. An addition to such a bet is a new bet if one may be placed, on or
off as that bet had been called. Chips that their owner had taken off a bet do not stand there: if they cannot move, or not so
many, what lies there comes down.
A player owes money that they took away and should not have had. Money that a player should have had and left without is owed to
them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.money import dollars
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.authority.notices import NoticeDemanded, inspector_told
from croupier.table.authority.powers import REPORTED, agreement_refused, grounds_for, power_to_decide
from croupier.table.core.apply import apply
from croupier.table.core.forms import Values, every, forms_of, outcomes, recent
from croupier.table.core.message import Event, Order
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    EVENTS,
    FROM_STAFF,
    Audience,
    CommandRow,
    Deferred,
    EventRow,
    History,
    Partly,
    by_name,
    computed,
    declare,
    stands,
    unmetered,
)
from croupier.table.core.state import Past, Table
from croupier.table.core.words import told, with_second
from croupier.table.money.metering import corrected
from croupier.table.rounds.adjusting import adjusted
from croupier.table.rounds.memory import events_after, table_before_round
from croupier.table.rounds.settling import RoundSettled, settle
from croupier.table.rounds.superseded_results import superseded_after


class CorrectOutcome(Order, frozen=True, kw_only=True, tag=True):
    """Correct a recorded outcome, and settle that round and all later ones again."""

    round: int
    outcome: OutcomeName
    second: Person | None = None
    """A second holder of the power. Needed on a live floor if a machine had reported the outcome."""


NOT_POSSIBLE = "  | not possible now: "
"""How a sentence about a dropped event begins, where a correction is told."""
AnyEvent = Event
"""The union of all events, which the decoder needs. `croupier.table` sets it once all events are declared."""


class SettledAgain(Event, frozen=True, kw_only=True, tag=True):
    """A finished round was corrected, and all later events were decided again.

    The transfers are the difference between both histories. The journal keeps the first history in its earlier lines.
    """

    by: Person
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    why: str
    clause: str
    round: int
    """The round that was corrected."""
    again: "tuple[AnyEvent, ...]"
    """The corrected history: the events since before the round was finished."""
    dropped: tuple[str, ...]
    """Why events of the first history are not part of the corrected one: one sentence each."""
    transfers: tuple[Transfer, ...]


Edit = Callable[[Table, Event], tuple[Event, ...] | Deferred | Refusal]
"""Returns the events that replace the event that ended a round, given the table before it."""


@dataclass(frozen=True, slots=True)
class Alteration:
    """Who has a finished round settled again, by which power and why."""

    act: Act
    by: Person
    second: Person | None
    why: str
    clause: str


def settled_again(table: Table, round: int, edit: Edit, how: Alteration) -> Deferred | Refusal:
    """Replace the end of a finished round by `edit`, and decide all later events again.

    On a live floor two people alter what a machine has reported, and an inspector is told.
    """
    at = next((index for index, past in enumerate(table.past) if past.round == round), None)
    last = table.past[-1].round if table.past else 0
    if at is None or last - round >= table.reach:
        return _out_of_reach(table, round, last, how.clause)
    past, before = table.past[at], table_before_round(table, round)
    edited = edit(before, past.event)
    if isinstance(edited, Refusal):
        return edited
    drawn = table.states_tender and isinstance(past.event, RoundSettled) and past.event.drawn
    if drawn and (refusal := agreement_refused(table, how.by, how.second, how.act, how.why, REPORTED)):
        return refusal

    def events() -> tuple[Event, ...]:
        again, dropped, other = _history_again(table, at, before, computed(edited))
        settled = SettledAgain(
            by=how.by,
            second=how.second,
            why=how.why,
            clause=how.clause,
            round=round,
            again=again,
            dropped=dropped,
            transfers=table.book.transfers_to(other.book),
        )
        return (settled, _notice(table, settled)) if drawn else (settled,)

    return Deferred(events, again=True)


def _notice(table: Table, event: SettledAgain) -> NoticeDemanded:
    """The notice to an inspector that people have altered what a machine had reported."""
    people = with_second(event.by, event.second)
    about = f"{people} had round {event.round} settled again that a machine had reported: {event.why}"
    return inspector_told(table, event.clause, about)


def _history_again(
    table: Table, at: int, other: Table, first: tuple[Event, ...]
) -> tuple[tuple[Event, ...], tuple[str, ...], Table]:
    """The history since the round `table.past[at]`, which now ends with `first`; what is dropped; and the table after it."""
    again, dropped = list(first), list[str]()
    for event in first:
        other = apply(other, event)
    for event in events_after(table, at):
        redone, refusal = _decided_again(other, event)
        if refusal:
            dropped.append(_whose(event, refusal.message))
        for each in redone:
            other = apply(other, each)
        again.extend(redone)
    return tuple(again), tuple(dropped), other


def _whose(event: Event, why: str) -> str:
    """Why an event is dropped, with the player whose it was."""
    seat: str = getattr(event, "seat", "")
    return f"{seat}: {why}" if seat and seat not in why.split() else why


def _out_of_reach(table: Table, round: int, last: int, clause: str) -> Refusal:
    if 0 < round < last and last - round >= table.reach:
        sentence = f"Round {round} cannot be settled again: this table settles the last {table.reach} rounds again, no more."
        return Refusal(Reason.UNKNOWN_ROUND, sentence, clause)
    sentence = f"Round {round} cannot be settled again: the table remembers {_remembered(table.past)}."
    forgotten = 0 < round < last
    return Refusal(Reason.ROUND_FORGOTTEN if forgotten else Reason.UNKNOWN_ROUND, sentence, clause)


def _remembered(past: tuple[Past, ...]) -> str:
    return f"rounds {past[0].round} to {past[-1].round}" if past else "none yet"


def _decided_again(table: Table, event: Event) -> tuple[tuple[Event, ...], Refusal | None]:
    """The events that replace an event in the corrected history, with the same time; and why it, or a part, is dropped."""
    redone = EVENTS[type(event)].again(table, event)
    if redone is event:
        return (event,), None
    match redone:
        case Refusal():
            return (), redone
        case Partly(events, refusal):
            pass
        case _:
            events, refusal = redone if isinstance(redone, tuple) else (redone,), None
    return tuple(replace(each, at=event.at) for each in events), refusal


def correct_outcome(table: Table, order: CorrectOutcome) -> Deferred | Refusal:
    """Correct a recorded outcome."""
    power = power_to_decide(table, order.by, Act.CORRECT_OUTCOME, order.why)
    if isinstance(power, Refusal):
        return power
    space = table.rules.game.space
    if order.outcome not in space.ways:
        return Refusal(Reason.UNKNOWN_OUTCOME, f"{space.title.capitalize()} can never show {order.outcome}.", power.clause)

    def with_outcome(before: Table, event: Event) -> Deferred | Refusal:
        if not isinstance(event, RoundSettled):
            return Refusal(Reason.UNKNOWN_ROUND, "That round was called off: nothing was recorded.", power.clause)
        if event.outcome == order.outcome:
            return Refusal(Reason.UNKNOWN_OUTCOME, f"{order.outcome} is what was recorded.", power.clause)
        return Deferred(
            lambda: settle(before, order.outcome, by=order.by, disputed=event.disputed, drawn=event.drawn, told=event.advised)
        )

    how = Alteration(Act.CORRECT_OUTCOME, order.by, order.second, order.why, power.clause)
    return settled_again(table, order.round, with_outcome, how)


def _apply_again(table: Table, event: SettledAgain) -> Table:
    other = table_before_round(table, event.round)
    for each in event.again:
        other = apply(other, each)
    meters, book = corrected(table.meters, other.meters), table.book.after(event.transfers)
    return replace(
        other,
        book=book,
        meters=meters,
        clock=max(table.clock, event.at),
        events=table.events + 1,
        seated=max(table.seated, other.seated),
        superseded=superseded_after(table, other, event.round),
        adjusted=adjusted(table, other, event.round),
    )


def _tell_settled_again(table: Table, event: SettledAgain) -> list[str]:
    why = f": {event.why}" if event.why else ""
    lines = [
        f"{with_second(event.by, event.second)} has round {event.round} and all later ones settled again{why} ({event.clause})."
    ]
    other = table_before_round(table, event.round)
    for each in event.again:
        lines += [f"  | {line}" for line in told(other, each)]
        other = apply(other, each)
    lines += [f"{NOT_POSSIBLE}{each}" for each in event.dropped]
    lines += [f"  {dollars(each.amount)} goes from {each.source} to {each.target}." for each in event.transfers]
    return lines


def _settled_rounds(table: Table) -> Iterator[Values]:
    return ({"round": past.round} for past in recent(table) if isinstance(past.event, RoundSettled))


declare(
    CommandRow(
        kind=CorrectOutcome,
        decide=correct_outcome,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CORRECT_OUTCOME,
        chosen=("round", "outcome", "why"),
        forms=forms_of(CorrectOutcome, every(_settled_rounds, outcomes, grounds_for(Act.CORRECT_OUTCOME))),
        nothing=Refusal(Reason.UNKNOWN_ROUND, "There is no settled round to correct."),
    ),
    EventRow(
        kind=SettledAgain,
        apply=_apply_again,
        meter=unmetered,
        tell=_tell_settled_again,
        again=stands,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.REWRITES,
    ),
)
