"""Having a seat vacated: a person is required to give up their place."""

from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.checks import empty_name_refused, unknown_player
from croupier.table.core.forms import every, forms_of, seats
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.money.seats import LeaveSeat, leave_seat
from croupier.table.money.tender import Tender, if_stated, ways_to_leave


class VacateSeat(Order, frozen=True, kw_only=True, tag=True):
    """Require a player to give up their place."""

    seat: str


class SeatOrdered(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was required to give up their place."""

    seat: str


def vacate(table: Table, order: VacateSeat) -> tuple[Event, ...] | Refusal:
    """Require a person to give up their place.

    If the document has a rule about abstaining, the table must be full and the player must have abstained for long enough.
    Otherwise the person need not be a player.
    """
    abstaining = table.rules.procedures.abstaining
    if refusal := unknown_player(table, order.seat) if abstaining else empty_name_refused(order.seat):
        return refusal
    power = power_to_decide(table, order.by, Act.VACATE_SEAT, order.why)
    if isinstance(power, Refusal):
        return power
    if abstaining:
        rounds = max(0, table.desk.idle.get(order.seat, 0))
        if rounds < abstaining.rounds or not table.is_full:
            what = f"has abstained for {rounds} rounds" if table.is_full else "could sit elsewhere: places are free"
            return Refusal(Reason.NOT_IDLE, f"{order.seat} {what}.", abstaining.clause)
    ground = power.ground(order.why)
    ordered = SeatOrdered(seat=order.seat, by=order.by, why=order.why, clause=ground.clause if ground else power.clause)
    # A player with a bet, a fault, or money that can be paid in several ways cannot leave yet, and leaves later.
    ways = if_stated(ways_to_leave)(table)
    gone = leave_seat(table, LeaveSeat(seat=order.seat, tender=Tender(ways[0]) if len(ways) == 1 else None))
    return (ordered,) if isinstance(gone, Refusal) else (ordered, *gone)


declare(
    CommandRow(
        kind=VacateSeat,
        decide=vacate,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.VACATE_SEAT,
        chosen=("seat", "why"),
        forms=forms_of(VacateSeat, every(seats, grounds_for(Act.VACATE_SEAT))),
    ),
    event_without_money(
        kind=SeatOrdered,
        apply=on_desk(lambda t, e: replace(t.desk, leaving=t.desk.leaving | {e.seat}) if e.seat in t.layout else t.desk),
        tell=lambda _, e: f"{who(e.by)} requires {e.seat} to give up the place.",
        audience=Audience.STAFF,
    ),
)
