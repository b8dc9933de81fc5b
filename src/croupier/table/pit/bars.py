"""Bars from the game and exclusions from the casino that were decided elsewhere on the floor, and the end of an exclusion."""

from msgspec.structs import replace

from croupier.rules.moments import Millis
from croupier.rules.powers import Act
from croupier.table.core.checks import clause_of, empty_name_refused
from croupier.table.core.desk import Bar, Desk
from croupier.table.core.forms import SENTENCE, every, forms_of, one_of
from croupier.table.core.message import Command, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class RecordBar(Command, frozen=True, kw_only=True, tag=True):
    """Record a bar or an exclusion that was decided at another table. The floor sends it."""

    person: str
    """The name on the card of the person or, without a card, their own."""
    measure: Act
    table: str
    """The table at which it was decided."""
    since: Millis
    """When it was decided there."""
    by: Person
    """Who decided it."""
    why: str


class BarRecorded(Ruling, frozen=True, kw_only=True, tag=True):
    """A bar or an exclusion that was decided at another table was recorded. The person may not play here."""

    person: str
    measure: Act
    table: str
    """The table at which it was decided."""
    since: Millis
    """When it was decided there: milliseconds since 1970; 0 if no clock runs."""


class LiftBar(Command, frozen=True, kw_only=True, tag=True):
    """Record that the exclusion of a person from the casino has ended. The floor sends it."""

    person: str
    by: Person
    """Who decided it, at the cage."""
    why: str


class BarLifted(Ruling, frozen=True, kw_only=True, tag=True):
    """The exclusion of a person from the casino has ended. A bar from the game holds on."""

    person: str


SHUTTING_OUT = (Act.BAR, Act.EXCLUDE)
"""The measures after which a person may not play, the weaker one first."""


def holds_at(measure: Act, decided_at: Table, table: Table) -> bool:
    """Whether a measure that was taken at one table holds at another: a bar for the same game, an exclusion always."""
    return measure is Act.EXCLUDE or (measure is Act.BAR and decided_at.rules.id == table.rules.id)


def is_recorded(desk: Desk, person: str, measure: Act) -> bool:
    """Whether a table already keeps a person out by this measure, or by a stronger one."""
    known = desk.bars.get(person)
    return known is not None and SHUTTING_OUT.index(known.measure) >= SHUTTING_OUT.index(measure)


def with_bar(desk: Desk, person: str, bar: Bar) -> Desk:
    """The desk with one more bar. Of two for one person, the stronger counts, and of equals the first."""
    known = desk.bars.get(person)
    if known is None:
        return replace(desk, bars={**desk.bars, person: bar})
    if known.measure is bar.measure:
        return desk
    stronger, weaker = (bar, known) if bar.measure is Act.EXCLUDE else (known, bar)
    besides = {person: weaker, **desk.barred_besides}
    return replace(desk, bars={**desk.bars, person: stronger}, barred_besides=besides)


def record_bar(table: Table, command: RecordBar) -> BarRecorded | Refusal:
    """Record a measure under the clause of this table's own document. Who may take it was checked where it was decided."""
    person, measure = command.person, command.measure
    if refusal := empty_name_refused(person):
        return refusal
    if measure not in SHUTTING_OUT:
        return Refusal(Reason.NO_SUCH_POWER, f"To {measure} keeps nobody from another table.")
    if measure is Act.BAR and not table.rules.procedures.powers_to[Act.BAR]:
        return Refusal(Reason.NO_SUCH_POWER, f"These rules let nobody {measure}.")
    if is_recorded(table.desk, person, measure):
        return Refusal(Reason.ALREADY_BARRED, f"{person} may not play here already.", table.desk.bars[person].clause)
    return BarRecorded(
        person=person,
        measure=measure,
        table=command.table,
        since=command.since,
        by=command.by,
        why=command.why,
        clause=_own_clause(table, measure),
    )


def lift_bar(table: Table, command: LiftBar) -> BarLifted | Refusal:
    """Record the end of an exclusion. Who may decide it was checked at the cage."""
    bar = table.desk.bars.get(command.person)
    if bar is None or bar.measure is not Act.EXCLUDE:
        return Refusal(Reason.NOT_EXCLUDED, f"{command.person} is not excluded here.")
    return BarLifted(person=command.person, by=command.by, why=command.why, clause=bar.clause)


def _own_clause(table: Table, measure: Act) -> str:
    """The clause of this table's document for a measure. A document may speak of an exclusion only to recommend it."""
    return clause_of(table, measure) or (clause_of(table, Act.RECOMMEND_EXCLUSION) if measure is Act.EXCLUDE else "")


def _apply_recorded(table: Table, event: BarRecorded) -> Desk:
    bar = Bar(event.measure, event.clause, event.by, event.why, event.since, event.table)
    return with_bar(table.desk, event.person, bar)


def _apply_lifted(table: Table, event: BarLifted) -> Desk:
    bars, besides = dict(table.desk.bars), dict(table.desk.barred_besides)
    del bars[event.person]
    if weaker := besides.pop(event.person, None):
        bars[event.person] = weaker
    return replace(table.desk, bars=bars, barred_besides=besides)


declare(
    CommandRow(
        kind=RecordBar,
        decide=record_bar,
        wish=lambda wish: f"{wish.person} is to be kept out, as was decided at {wish.table}",
        senders=FROM_MACHINE,
        under=None,
        chosen=("person", "measure"),
        forms=forms_of(
            RecordBar,
            every(one_of("person", Table.clockwise), one_of("measure", lambda _: SHUTTING_OUT)),
            table="another table",
            since=0,
            why=SENTENCE,
        ),
    ),
    CommandRow(
        kind=LiftBar,
        decide=lift_bar,
        wish=lambda wish: f"the exclusion of {wish.person} has ended",
        senders=FROM_MACHINE,
        under=None,
        chosen=("person",),
        forms=forms_of(LiftBar, every(one_of("person", lambda table: (*table.desk.bars, *table.clockwise()))), why=SENTENCE),
    ),
    event_without_money(
        kind=BarRecorded,
        apply=on_desk(_apply_recorded),
        tell=lambda _, e: f"{e.person} may not play here. At {e.table}, {who(e.by)} decided to {e.measure}.",
        audience=Audience.STAFF,
        private_reason=True,
    ),
    event_without_money(
        kind=BarLifted,
        apply=on_desk(_apply_lifted),
        tell=lambda _, e: f"The exclusion of {e.person} has ended: {who(e.by)} decided it.",
        audience=Audience.STAFF,
        private_reason=True,
    ),
)
