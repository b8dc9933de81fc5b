"""The payout unit, which follows the chips of a table: the floor reports it when other chips were adopted."""

from msgspec.structs import replace

from croupier.money import Cents, dollars
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_MACHINE, Audience, CommandRow, by_name, declare, event_without_money
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.pit.signs import BETWEEN_ROUNDS, changed_sign


class FollowChips(Command, frozen=True, kw_only=True, tag=True):
    """Pay in multiples of another amount, because other chips were adopted. The floor sends it between rounds, without bets."""

    payout_unit: Cents
    settings: int
    """The line of the floor's settings with which the chips were adopted."""
    set_by: Person
    approved_by: Person


class PayoutUnitChanged(Event, frozen=True, kw_only=True, tag=True):
    """The table pays in multiples of another amount from now on, because other chips were adopted."""

    payout_unit: Cents
    settings: int
    """The line of the floor's settings with which the chips were adopted."""
    set_by: Person
    approved_by: Person


def follow_chips(table: Table, wish: FollowChips) -> PayoutUnitChanged | Refusal:
    """Put an adopted payout unit in force, once. No bet may lie: it was made for what the old unit pays."""
    if wish.settings <= table.desk.followed:
        return Refusal(Reason.BAD_SIGN, "The table has followed these chips already.")
    if table.round.phase not in BETWEEN_ROUNDS:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The payout unit changes between rounds.")
    if any(table.layout.values()):
        return Refusal(Reason.BETS_STANDING, "Bets still stand: the payout unit changes once they are decided.")
    sign = changed_sign(table, {"payout_unit": wish.payout_unit})
    if isinstance(sign, Refusal):
        return sign
    return PayoutUnitChanged(
        payout_unit=wish.payout_unit, settings=wish.settings, set_by=wish.set_by, approved_by=wish.approved_by
    )


def _apply(table: Table, event: PayoutUnitChanged) -> Table:
    sign = table.rules.sign({**table.sign.named, "payout_unit": event.payout_unit})
    return replace(table, sign=sign, desk=replace(table.desk, followed=event.settings))


EXAMPLE = Person("ann", "manager")
"""An example of who adopts settings."""

declare(
    CommandRow(
        kind=FollowChips,
        decide=follow_chips,
        wish=by_name,
        senders=FROM_MACHINE,
        under=None,
        chosen=(),
        forms=forms_of(FollowChips, payout_unit=Cents(500), settings=2, set_by=EXAMPLE, approved_by=EXAMPLE),
    ),
    event_without_money(
        kind=PayoutUnitChanged,
        apply=_apply,
        tell=lambda _, e: (
            f"The table pays in multiples of {dollars(e.payout_unit)}, its smallest chip: "
            f"{who(e.set_by)} adopted the chips, and {who(e.approved_by)} approved them."
        ),
        audience=Audience.STAFF,
    ),
)
