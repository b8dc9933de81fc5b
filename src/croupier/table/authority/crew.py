"""The dealer who runs the table."""

from msgspec.structs import replace

from croupier.table.core.forms import forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    on_desk,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who


class RelieveDealer(Order, frozen=True, kw_only=True, tag=True):
    """Take over the table. The automatic dealer takes it back in the same way."""


class DealerRelieved(Ruling, frozen=True, kw_only=True, tag=True):
    """A dealer took over the table."""


def relieve_dealer(table: Table, order: RelieveDealer) -> DealerRelieved | Refusal:
    """Let a person who works at this table take it over."""
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.")
    return DealerRelieved(by=order.by, why=order.why, clause="")


declare(
    CommandRow(
        kind=RelieveDealer,
        decide=relieve_dealer,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(RelieveDealer),
    ),
    EventRow(
        kind=DealerRelieved,
        apply=on_desk(lambda t, e: replace(t.desk, dealer=e.by)),
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)} takes over the table.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
