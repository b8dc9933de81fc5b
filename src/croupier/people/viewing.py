"""Views: what an inspector has seen or exported, who has seen private data, and whose inspections were stopped."""

from croupier.facts.rows import EventRow, unchanged
from croupier.people.duties import Duty
from croupier.people.fields import Words
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import Author, PeopleEvent, PeopleOrder
from croupier.people.register import Register

SEE = (Duty.READ_EVERYTHING, Duty.PROMOTIONS, Duty.HANDLE_MONEY)
"""Whoever sees everything, or the private data of claimants."""


class RecordView(PeopleOrder):
    """Record that an inspector views or exports something, or that anybody views private data."""

    what: Words
    is_export: bool = False


class ViewRecorded(PeopleEvent):
    """An inspector viewed or exported something, or somebody viewed private data."""

    by: Author
    what: str
    is_export: bool = False


class RecordStop(PeopleOrder):
    """Record that an inspection of the journal is stopped before it has ended."""

    what: Words
    started_by: Author


class InspectionStopped(PeopleEvent):
    """An inspection of the journal was stopped before it had ended."""

    by: Author
    what: str
    started_by: Author


def record_view(_: Register, command: RecordView) -> ViewRecorded:
    """Record a view. The server has checked what they may see."""
    return ViewRecorded(by=command.by, what=command.what, is_export=command.is_export)


def record_stop(_: Register, command: RecordStop) -> InspectionStopped:
    """Record who stopped an inspection. The server has checked that they may."""
    return InspectionStopped(by=command.by, what=command.what, started_by=command.started_by)


PEOPLE.declare(
    PeopleRow(kind=RecordView, needs=SEE, with_one_time_password=False, wish="see that", decide=record_view),
    PeopleRow(kind=RecordStop, needs=(), with_one_time_password=False, wish="stop an inspection", decide=record_stop),
    EventRow(
        kind=ViewRecorded,
        apply=unchanged,
        tell=lambda _, e: f"{e.by} {'exported' if e.is_export else 'viewed'} {e.what}.",
    ),
    EventRow(
        kind=InspectionStopped,
        apply=unchanged,
        tell=lambda _, e: f"{e.by} stopped an inspection that {e.started_by} started: {e.what}.",
    ),
)
