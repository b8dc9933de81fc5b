"""Limits of a single player, shown on a sign."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import AMOUNT, Values, every, forms_of, seats
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who


class SetPlayerLimits(Order, frozen=True, kw_only=True, tag=True):
    """Set a minimum and a maximum for one player, and show them on a sign."""

    seat: str
    minimum: Cents
    maximum: Cents


class PlayerLimitsSet(Ruling, frozen=True, kw_only=True, tag=True):
    """A minimum and a maximum were set for one player, and shown on a sign."""

    seat: str
    minimum: Cents
    maximum: Cents


def set_player_limits(table: Table, order: SetPlayerLimits) -> PlayerLimitsSet | Refusal:
    """Set limits for one player. Their maximum must be above that of the table."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.PLAYER_LIMITS, order.why)
    if isinstance(power, Refusal):
        return power
    if not 0 <= order.minimum <= order.maximum:
        return Refusal(
            Reason.BAD_SIGN, "A player's maximum is not below their minimum, and neither is below nothing.", power.clause
        )
    if table.sign.maximum is None or order.maximum <= table.sign.maximum:
        return Refusal(Reason.BAD_SIGN, "Limits of one's own are there to bet more than the maximum on the sign.", power.clause)
    return PlayerLimitsSet(
        seat=order.seat, minimum=order.minimum, maximum=order.maximum, by=order.by, why=order.why, clause=power.clause
    )


def _limits(table: Table) -> Iterator[Values]:
    """Limits above those of the sign."""
    yield {"minimum": table.sign.minimum, "maximum": Cents((table.sign.maximum or 0) + AMOUNT)}


declare(
    CommandRow(
        kind=SetPlayerLimits,
        decide=set_player_limits,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.PLAYER_LIMITS,
        chosen=("seat", "why"),
        forms=forms_of(SetPlayerLimits, every(seats, _limits, grounds_for(Act.PLAYER_LIMITS))),
    ),
    event_without_money(
        kind=PlayerLimitsSet,
        apply=on_desk(lambda t, e: replace(t.desk, limits={**t.desk.limits, e.seat: (e.minimum, e.maximum)})),
        tell=lambda _, e: f"{who(e.by)} gives {e.seat} limits of {dollars(e.minimum)} to {dollars(e.maximum)}, with a sign.",
        audience=Audience.STAFF,
        private_reason=True,
    ),
)
