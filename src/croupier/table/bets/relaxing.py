"""Allowing a bet or a change after bets are closed, where refusing it would be unfair."""

from collections.abc import Iterator

from croupier.rules.powers import Act
from croupier.table.authority.powers import agreement_refused, grounds_for, power_to_decide
from croupier.table.bets.admission import player_is_stopped, terminal_refused
from croupier.table.bets.calling import CallBet, mark
from croupier.table.bets.placing import PlaceBet, accept_bet, bet_example
from croupier.table.bets.taking_down import MoveBet, TakeDown, bring_down, move_chips
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.forms import Values, every, forms_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, unchanged
from croupier.table.core.state import Table
from croupier.table.core.words import with_second


class RelaxFreeze(Order, frozen=True, kw_only=True, tag=True):
    """Allow a bet or a change after bets are closed, where refusing it would be unfair."""

    wish: PlaceBet | TakeDown | MoveBet | CallBet
    """The command to allow."""
    second: Person | None = None
    """A second holder of the power. Needed once the dice or the ball are on their way: see `Procedures.in_motion`."""


class FreezeRelaxed(Ruling, frozen=True, kw_only=True, tag=True):
    """A bet or a change was allowed after bets were closed. Its events follow."""

    wish: PlaceBet | TakeDown | MoveBet | CallBet
    """The command that was allowed."""
    second: Person | None = None
    """The second holder of the power, if one was needed."""


def relax(table: Table, order: RelaxFreeze) -> tuple[Event, ...] | Refusal:
    """Allow one command after bets are closed. Once the dice or the ball are in motion, two holders of the power must agree."""
    power = power_to_decide(table, order.by, Act.RELAX_FREEZE, order.why)
    if isinstance(power, Refusal):
        return power
    if table.round.phase in table.rules.procedures.takes_bets:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Bets are open, and nothing has to be relaxed.", power.clause)
    if table.round.phase in table.rules.procedures.in_motion:
        on_its_way = table.rules.game.space.on_its_way
        if refusal := agreement_refused(table, order.by, order.second, Act.RELAX_FREEZE, order.why, on_its_way):
            return refusal
    changed = play_is_stopped(table) or _changed(table, order.wish, order.at)
    if isinstance(changed, Refusal):
        return changed
    relaxed = FreezeRelaxed(wish=order.wish, second=order.second, by=order.by, why=order.why, clause=power.clause)
    return (relaxed, *changed)


def _changed(table: Table, wish: PlaceBet | TakeDown | MoveBet | CallBet, at: int) -> tuple[Event, ...] | Refusal:
    stopped = (
        terminal_refused(table, wish.seat) if isinstance(wish, TakeDown | CallBet) else player_is_stopped(table, wish.seat, at)
    )
    if stopped:
        return stopped
    match wish:
        case PlaceBet():
            event = accept_bet(table, wish)
        case TakeDown():
            event = bring_down(table, wish)
        case CallBet():
            event = mark(table, wish)
        case MoveBet():
            return move_chips(table, wish)
    return event if isinstance(event, Refusal) else (event,)


def _changes(table: Table) -> Iterator[Values]:
    """An example of a bet for each player, and every bet to take down."""
    yield from ({"wish": PlaceBet(**bet_example(table, seat))} for seat in table.clockwise())
    yield from ({"wish": TakeDown(seat=seat, wager=wager)} for seat, wager, _ in table.bets())


declare(
    CommandRow(
        kind=RelaxFreeze,
        decide=relax,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RELAX_FREEZE,
        chosen=("why",),
        forms=forms_of(RelaxFreeze, every(grounds_for(Act.RELAX_FREEZE), _changes)),
    ),
    event_without_money(
        kind=FreezeRelaxed,
        apply=unchanged,
        tell=lambda _, e: f"{with_second(e.by, e.second)} lets {e.wish.seat} change a bet after the close.",
        audience=Audience.STAFF,
    ),
)
