"""The dealer who runs the table."""

from msgspec.structs import replace

from croupier.table.core.forms import forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class RelieveDealer(Order, frozen=True, kw_only=True, tag=True):
    """Take over the table from the automatic dealer or from another person. `HandBackTable` undoes it."""


class HandBackTable(Order, frozen=True, kw_only=True, tag=True):
    """Give a table back that a person had taken over: to the automatic dealer, or to whoever takes it over next."""


class DealerRelieved(Ruling, frozen=True, kw_only=True, tag=True):
    """A dealer took over the table."""


class TableHandedBack(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was given back. The automatic dealer deals, unless the floor wants a person there."""


def relieve_dealer(table: Table, order: RelieveDealer) -> DealerRelieved | Refusal:
    """Let a person who works at this table take it over."""
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.")
    if table.rules.procedures.is_electronic:
        return Refusal(Reason.NO_SUCH_POWER, "Nobody deals an electronic table. To stop it, take it out of service.")
    if table.desk.dealer == order.by:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{order.by.name} deals already.")
    return DealerRelieved(by=order.by, why=order.why, clause="")


def hand_back(table: Table, order: HandBackTable) -> TableHandedBack | Refusal:
    """Let a person who works at this table give it back."""
    if not table.rules.procedures.works_here(order.by.role):
        return Refusal(Reason.NOT_YOUR_POWER, f"{order.by.name} does not work at this table.")
    if table.desk.dealer is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Nobody has taken over the table.")
    return TableHandedBack(by=order.by, why=order.why, clause="")


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
    CommandRow(
        kind=HandBackTable,
        decide=hand_back,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(HandBackTable),
    ),
    event_without_money(
        kind=TableHandedBack,
        apply=on_desk(lambda t, _: replace(t.desk, dealer=None)),
        tell=lambda _, e: f"{who(e.by)} gives the table back.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=DealerRelieved,
        apply=on_desk(lambda t, e: replace(t.desk, dealer=e.by)),
        tell=lambda _, e: f"{who(e.by)} takes over the table.",
        audience=Audience.STAFF,
    ),
)
