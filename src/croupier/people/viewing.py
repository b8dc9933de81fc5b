"""Views: what an inspector has seen or exported."""

from croupier.people.duties import Duty
from croupier.people.fields import Words
from croupier.people.message import Author, PeopleEvent, PeopleOrder
from croupier.people.register import Register
from croupier.people.rows import PeopleCommandRow, PeopleEventRow, declare, unchanged


class RecordView(PeopleOrder, frozen=True, kw_only=True, tag=True):
    """Record that an inspector views or exports something."""

    what: Words
    is_export: bool = False


class ViewRecorded(PeopleEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """An inspector viewed or exported something."""

    by: Author
    what: str
    is_export: bool = False


def record_view(_: Register, command: RecordView) -> ViewRecorded:
    """Record a view of somebody who may see everything."""
    return ViewRecorded(by=command.by, what=command.what, is_export=command.is_export)


declare(
    PeopleCommandRow(
        kind=RecordView, needs=(Duty.READ_EVERYTHING,), with_one_time_password=False, wish="see that", decide=record_view
    ),
    PeopleEventRow(
        kind=ViewRecorded,
        apply=unchanged,
        tell=lambda _, e: f"{e.by} {'exported' if e.is_export else 'viewed'} {e.what}.",
    ),
)
