"""Bets below the minimum, at a table where they are valid once bets are closed: which ones there are, and correcting one."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from croupier.money import Cents, dollars
from croupier.rules.powers import Act
from croupier.table.authority.powers import power_to_act
from croupier.table.bets.admission import player_is_stopped, terminal_refused
from croupier.table.bets.limits import may_be_corrected
from croupier.table.bets.placing import PlaceBet, accept_bet
from croupier.table.bets.taking_down import TakeDown, bring_down
from croupier.table.core.checks import play_is_stopped, unknown_player
from croupier.table.core.forms import Values, forms_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    Verdict,
    by_name,
    declare,
    unchanged,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who


class BelowMinimum(NamedTuple):
    """A bet below the minimum."""

    seat: str
    wager: str
    stake: Cents
    minimum: Cents


def bets_below_minimum(table: Table) -> list[BelowMinimum]:
    """List bets below the minimum that staff may still correct or refuse, clockwise.

    Once betting closes, such bets stand, and the list is empty.
    """
    return [
        BelowMinimum(seat, wager, Cents(bet.stake), table.sign_for(seat).minimum)
        for seat, wager, bet in table.bets()
        if may_be_corrected(table, seat, wager, bet.stake)
    ]


class CorrectBet(Order, frozen=True, kw_only=True, tag=True):
    """Have a bet below the minimum corrected as its owner agrees: raised, or taken back."""

    seat: str
    wager: str
    stake: Cents
    """The stake that the bet is to have: the minimum or more; 0 to take it back."""


class BetCorrected(Ruling, frozen=True, kw_only=True, tag=True):
    """Staff had a bet below the minimum corrected. The event that changes the bet follows."""

    seat: str
    wager: str
    stake: Cents
    """The stake that the bet is to have; 0 if it is taken back."""


def correct_bet(table: Table, order: CorrectBet) -> tuple[Event, ...] | Refusal:
    """Raise a bet to the minimum or more, or take it back, before bets are closed."""
    seat, wager, minimum = order.seat, order.wager, table.sign_for(order.seat).minimum
    if refusal := unknown_player(table, seat):
        return refusal
    power = power_to_act(table, order.by, Act.CORRECT_BET)
    if isinstance(power, Refusal):
        return power
    bet = table.layout[seat].get(wager)
    if bet is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"{seat} has no bet on {wager}.", power.clause)
    if not may_be_corrected(table, seat, wager, bet.stake):
        is_short = table.offer_of(wager, bet).limited and bet.stake < minimum
        why = "an outcome has counted for it, and it is valid" if is_short else "it is not below the minimum"
        return Refusal(Reason.NOT_ALLOWED_NOW, f"The bet of {seat} on {wager} stands: {why}.", power.clause)
    if order.stake and order.stake < minimum:
        sentence = f"{dollars(order.stake)} is below the minimum of {dollars(minimum)} too."
        return Refusal(Reason.BELOW_MINIMUM, sentence, table.rules.limits.clause)
    changed = play_is_stopped(table) or _changed(table, order, bet.stake)
    if isinstance(changed, Refusal):
        return changed
    corrected = BetCorrected(seat=seat, wager=wager, stake=order.stake, by=order.by, why=order.why, clause=power.clause)
    return corrected, changed


def _changed(table: Table, order: CorrectBet, stake: int) -> Event | Refusal:
    if not order.stake:
        return terminal_refused(table, order.seat) or _brought_to(table, order.seat, order.wager, stake, 0)
    return player_is_stopped(table, order.seat, order.at) or _brought_to(table, order.seat, order.wager, stake, order.stake)


def _brought_to(table: Table, seat: str, wager: str, stake: int, to: int) -> Event | Refusal:
    """Bring a bet to another stake, or down."""
    if not to:
        changed = bring_down(table, TakeDown(seat=seat, wager=wager))
    else:
        changed = accept_bet(table, PlaceBet(seat=seat, wager=wager, stake=Cents(to - stake)))
    return changed if isinstance(changed, Refusal) else replace(changed, entailed=True)


def _correct_again(table: Table, event: BetCorrected) -> Verdict:
    """Correct the bet that stands in the corrected history, if it is below the minimum there."""
    bet = table.layout.get(event.seat, {}).get(event.wager)
    if bet is None or not may_be_corrected(table, event.seat, event.wager, bet.stake):
        return Refusal(Reason.NO_SUCH_WAGER, f"{event.seat} has no bet on {event.wager} that is to be corrected.")
    changed = _brought_to(table, event.seat, event.wager, bet.stake, event.stake)
    return changed if isinstance(changed, Refusal) else (event, changed)


def _correctable(table: Table) -> Iterator[Values]:
    """Every bet below the minimum: to be raised, or taken back."""
    for bet in bets_below_minimum(table):
        yield from ({"seat": bet.seat, "wager": bet.wager, "stake": stake} for stake in (bet.minimum, Cents(0)))


declare(
    CommandRow(
        kind=CorrectBet,
        decide=correct_bet,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CORRECT_BET,
        chosen=("seat", "wager", "stake"),
        forms=forms_of(CorrectBet, _correctable),
        nothing=Refusal(Reason.NO_SUCH_WAGER, "No bet is below the minimum."),
    ),
    EventRow(
        kind=BetCorrected,
        apply=unchanged,
        meter=unmetered,
        tell=lambda _, e: (
            f"{who(e.by)} has {e.seat} correct a bet below the minimum: {e.wager} "
            + (f"is raised to {dollars(e.stake)}." if e.stake else "comes back.")
        ),
        again=_correct_again,
        audience=Audience.OWNER,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
