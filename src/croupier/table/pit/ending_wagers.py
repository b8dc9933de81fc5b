"""The end of a kind of wager, announced on a sign."""

from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.desk import Desk
from croupier.table.core.forms import every, forms_of, one_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.pit.signs import not_yet, wagers_to_end


class EndWager(Order, frozen=True, kw_only=True, tag=True):
    """Stop offering a kind of wager."""

    wager: str


class WagerEnded(Ruling, frozen=True, kw_only=True, tag=True):
    """A kind of wager ended: it is no longer offered."""

    wager: str


def end_wager(table: Table, order: EndWager) -> WagerEnded | Refusal:
    """Stop offering a kind of wager once its sign has hung for its time. Standing bets go on."""
    power = power_to_decide(table, order.by, Act.END_WAGER, order.why)
    if isinstance(power, Refusal):
        return power
    if order.wager not in power.wagers:
        return Refusal(Reason.UNKNOWN_WAGER, f"{order.wager or 'Nothing'} is no wager that can be ended.", power.clause)
    announced = (each for each in table.desk.posted.values() if each.wager == order.wager)
    if refusal := not_yet(table, announced, Act.END_WAGER, order.at, f"the end of {order.wager}"):
        return refusal
    return WagerEnded(wager=order.wager, by=order.by, why=order.why, clause=power.clause)


def _apply_ended(table: Table, event: WagerEnded) -> Desk:
    """The wager ends at once, even if a final call was made in this round."""
    called = {wager: round for wager, round in table.desk.final_call.items() if wager != event.wager}
    return replace(table.desk, ended=table.desk.ended | {event.wager}, final_call=called)


declare(
    CommandRow(
        kind=EndWager,
        decide=end_wager,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.END_WAGER,
        chosen=("wager", "why"),
        forms=forms_of(EndWager, every(one_of("wager", wagers_to_end), grounds_for(Act.END_WAGER))),
        nothing=Refusal(Reason.UNKNOWN_WAGER, "No wager can be ended."),
    ),
    event_without_money(
        kind=WagerEnded,
        apply=on_desk(_apply_ended),
        tell=lambda _, e: f"{who(e.by)} ends {e.wager}.",
        audience=Audience.STAFF,
    ),
)
