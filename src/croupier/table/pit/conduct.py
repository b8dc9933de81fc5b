"""Measures against persons who contravene the rules."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.table.authority.notices import demanded, inspector_told
from croupier.table.authority.powers import REPORTED, agreement_refused, grounds_for, power_to_decide
from croupier.table.bets.returning import give_back
from croupier.table.bets.voided import BetsVoided
from croupier.table.core.checks import empty_name_refused, unknown_player
from croupier.table.core.desk import Bar, Desk
from croupier.table.core.forms import Values, every, forms_of, seats
from croupier.table.core.message import Event, Order, Ruling, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, Deferred, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who, with_second
from croupier.table.pit.bars import SHUTTING_OUT, with_bar
from croupier.table.rounds.settling import has_seen_a_result, machine_reported


class Sanction(Order, frozen=True, kw_only=True, tag=True):
    """Act against a person: a bar holds for this game, an exclusion everywhere; of a guest without card or name, here only."""

    seat: str
    measure: Act
    second: Person | None = None
    """A second holder of the power. Needed on a live floor to void bets that have met a result which a machine reported."""


class NoteBreach(Order, frozen=True, kw_only=True, tag=True):
    """Record that a person contravened a clause, without a measure."""

    seat: str
    clause: str
    """The clause that was contravened; if empty, the clause that gives the power is recorded."""


class PlayerSanctioned(Ruling, frozen=True, kw_only=True, tag=True):
    """A measure was taken against a person."""

    seat: str
    person: str
    """The owner of the card in the terminal; without a card, the name of the seat."""
    measure: Act
    second: Person | None = None
    """The second holder of the power, if one was needed."""
    only_here: bool = False
    """Whether it is against a terminal without a person's card, whose name only this table knows."""


class BreachNoted(Ruling, frozen=True, kw_only=True, tag=True):
    """A breach of the rules was recorded, without a measure."""

    seat: str


MEASURES = (Act.VOID_BETS, Act.BAR, Act.EXCLUDE, Act.RECOMMEND_EXCLUSION, Act.DETAIN)


def sanction(table: Table, order: Sanction) -> Deferred | Refusal:
    """Take a measure against a person, who need not be a player unless the measure voids bets."""
    if refusal := unknown_player(table, order.seat) if order.measure is Act.VOID_BETS else empty_name_refused(order.seat):
        return refusal
    if order.measure not in MEASURES:
        return Refusal(Reason.NO_SUCH_POWER, f"To {order.measure} is no measure against a person.")
    power = power_to_decide(table, order.by, order.measure, order.why)
    if isinstance(power, Refusal):
        return power
    by, why, clause = order.by, order.why, power.clause
    voids = order.measure is Act.VOID_BETS
    reported = voids and machine_reported(table) and has_seen_a_result(table, order.seat)
    if reported and (refusal := agreement_refused(table, by, order.second, order.measure, why, REPORTED)):
        return refusal
    # If a card says who plays, the measure is against that person, not against the terminal.
    person = table.desk.cards.get(order.seat, order.seat)
    only_here = person == order.seat and table.kinds.get(person) is SeatKind.TERMINAL

    def events() -> tuple[Event, ...]:
        taken: list[Event] = [
            PlayerSanctioned(
                seat=order.seat,
                person=person,
                measure=order.measure,
                second=order.second,
                only_here=only_here,
                by=by,
                why=why,
                clause=clause,
            )
        ]
        if voids:
            decided, transfers = give_back(table, order.seat, table.layout[order.seat], Result.VOID)
            taken.append(BetsVoided(seat=order.seat, decided=decided, transfers=transfers, by=by, why=why, clause=clause))
        if reported:
            about = f"{with_second(by, order.second)} voided bets of {order.seat} after a machine had reported a result: {why}"
            return *taken, inspector_told(table, clause, about)
        return *taken, *demanded(table, order.measure, f"{order.seat}: {order.measure}")

    return Deferred(events)


def note_breach(table: Table, order: NoteBreach) -> BreachNoted | Refusal:
    """Record a breach."""
    if refusal := empty_name_refused(order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.NOTE_BREACH, order.why)
    if isinstance(power, Refusal):
        return power
    return BreachNoted(seat=order.seat, by=order.by, why=order.why, clause=order.clause or power.clause)


def _apply_sanctioned(table: Table, event: PlayerSanctioned) -> Desk:
    if event.measure not in SHUTTING_OUT:
        return table.desk
    bar = Bar(event.measure, event.clause, event.by, event.why, event.at, only_here=event.only_here)
    return with_bar(table.desk, event.person, bar)


def _measures(table: Table) -> Iterator[Values]:
    """Every measure that the document knows, on each of its grounds; any measure if it knows none."""
    known = [measure for measure in MEASURES if table.rules.procedures.powers_to[measure]]
    for measure in known or MEASURES[:1]:
        yield from ({"measure": measure, **ground} for ground in grounds_for(measure)(table))


declare(
    CommandRow(
        kind=Sanction,
        decide=sanction,
        wish=by_name,
        senders=FROM_STAFF,
        under=lambda _, order: order.measure,
        also_under=MEASURES,
        chosen=("seat", "measure", "why"),
        forms=forms_of(Sanction, every(seats, _measures)),
    ),
    CommandRow(
        kind=NoteBreach,
        decide=note_breach,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.NOTE_BREACH,
        chosen=("seat", "why"),
        forms=forms_of(NoteBreach, every(seats, grounds_for(Act.NOTE_BREACH)), clause=""),
    ),
    event_without_money(
        kind=PlayerSanctioned,
        apply=on_desk(_apply_sanctioned),
        tell=lambda _, e: f"{with_second(e.by, e.second)} decides to {e.measure.replace('a person', e.seat)}.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=BreachNoted,
        apply=on_desk(lambda t, e: replace(t.desk, breaches={**t.desk.breaches, e.seat: t.desk.breaches.get(e.seat, 0) + 1})),
        tell=lambda _, e: f"{who(e.by)} writes down a breach by {e.seat}.",
        audience=Audience.STAFF,
    ),
)
