"""Taking a table out of service at once, and putting it back."""

from msgspec.structs import replace

from croupier.table.authority.powers import not_staff_refused
from croupier.table.core.forms import SENTENCE, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class DisableTable(Order, frozen=True, kw_only=True, tag=True):
    """Take the table out of service. The round in play is concluded, and no new bets are taken."""


class EnableTable(Order, frozen=True, kw_only=True, tag=True):
    """Put the table back into service."""


class TableDisabled(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was taken out of service. Bets on the layout stay, and no new ones are taken."""


class TableEnabled(Ruling, frozen=True, kw_only=True, tag=True):
    """The table was put back into service."""


def disable_table(table: Table, order: DisableTable) -> TableDisabled | Refusal:
    """Let anybody who works at the table take it out of service, with a reason."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.desk.disabled is not None:
        return Refusal(Reason.TABLE_DISABLED, "The table is out of service already.")
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why the table is taken out of service.")
    return TableDisabled(by=order.by, why=order.why, clause="")


def enable_table(table: Table, order: EnableTable) -> TableEnabled | Refusal:
    """Put the table back into service, with a reason. The floor gives this to staff with a duty (`floor.oversight`)."""
    if refusal := not_staff_refused(table, order.by):
        return refusal
    if table.desk.disabled is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The table is in service.")
    if not order.why.strip():
        return Refusal(Reason.REASON_NEEDED, "Say why the table goes on.")
    return TableEnabled(by=order.by, why=order.why, clause="")


declare(
    CommandRow(
        kind=DisableTable,
        decide=disable_table,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(DisableTable, why=SENTENCE),
    ),
    CommandRow(
        kind=EnableTable,
        decide=enable_table,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=(),
        forms=forms_of(EnableTable, why=SENTENCE),
    ),
    event_without_money(
        kind=TableDisabled,
        apply=on_desk(lambda t, e: replace(t.desk, disabled=e.why)),
        tell=lambda _, e: f"{who(e.by)} takes the table out of service.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=TableEnabled,
        apply=on_desk(lambda t, _: replace(t.desk, disabled=None)),
        tell=lambda _, e: f"{who(e.by)} puts the table back into service.",
        audience=Audience.STAFF,
    ),
)
