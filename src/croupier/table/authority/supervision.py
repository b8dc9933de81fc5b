"""The person who supervises the table."""

from msgspec.structs import replace

from croupier.rules.powers import Act, Power
from croupier.table.authority.powers import power_to_act
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class TakeSupervision(Order, frozen=True, kw_only=True, tag=True):
    """Take over the supervision of the table, from nobody or from another person."""


class EndSupervision(Order, frozen=True, kw_only=True, tag=True):
    """End the supervision of the table: nobody has it until another person takes it over."""


class SupervisionTaken(Ruling, frozen=True, kw_only=True, tag=True):
    """A person took over the supervision of the table."""


class SupervisionEnded(Ruling, frozen=True, kw_only=True, tag=True):
    """The supervision of the table was ended."""


def take_supervision(table: Table, order: TakeSupervision) -> SupervisionTaken | Refusal:
    """Let a person who may supervise the table do so from now on."""
    power = power_to_act(table, order.by, Act.SUPERVISE)
    if not isinstance(power, Power):
        return power
    if table.desk.supervisor == order.by:
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{order.by.name} supervises this table already.", power.clause)
    return SupervisionTaken(by=order.by, why=order.why, clause=power.clause)


def end_supervision(table: Table, order: EndSupervision) -> SupervisionEnded | Refusal:
    """Let a person who may supervise the table end it: the own supervision, or that of somebody who has left."""
    power = power_to_act(table, order.by, Act.SUPERVISE)
    if not isinstance(power, Power):
        return power
    if table.desk.supervisor is None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Nobody supervises this table.", power.clause)
    return SupervisionEnded(by=order.by, why=order.why, clause=power.clause)


declare(
    CommandRow(
        kind=TakeSupervision,
        decide=take_supervision,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.SUPERVISE,
        chosen=(),
        forms=forms_of(TakeSupervision),
    ),
    CommandRow(
        kind=EndSupervision,
        decide=end_supervision,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.SUPERVISE,
        chosen=(),
        forms=forms_of(EndSupervision),
    ),
    event_without_money(
        kind=SupervisionTaken,
        apply=on_desk(lambda t, e: replace(t.desk, supervisor=e.by)),
        tell=lambda _, e: f"{who(e.by)} supervises the table from now on.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=SupervisionEnded,
        apply=on_desk(lambda t, _: replace(t.desk, supervisor=None)),
        tell=lambda _, e: f"{who(e.by)} ends the supervision of the table.",
        audience=Audience.STAFF,
    ),
)
