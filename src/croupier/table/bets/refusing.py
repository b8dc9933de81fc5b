"""Refusing a bet, or all further bets of a player."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import Result
from croupier.rules.powers import Act
from croupier.rules.terms import Span
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.bets.returning import Ended, bets_gone, give_back, with_riders
from croupier.table.core.checks import unknown_player
from croupier.table.core.forms import Values, bets, every, forms_of, seats
from croupier.table.core.message import Decided, Event, Order, Ruling
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
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import ends, who
from croupier.table.money.metering import meter_ruling


class RefuseBet(Order, frozen=True, kw_only=True, tag=True):
    """Refuse a bet and take it down, or refuse all further bets of a player."""

    seat: str
    wager: str = ""
    """The bet to take down; empty to refuse all further bets of the player."""


class BetRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """A bet was refused and taken down, with the odds bets that rode on it."""

    seat: str
    wager: str
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class PlayerRefused(Ruling, frozen=True, kw_only=True, tag=True):
    """All further bets of a player were refused."""

    seat: str


def refuse_bet(table: Table, order: RefuseBet) -> Event | Refusal:
    """Refuse a bet that can still come down, or all further bets of a player."""
    if refusal := unknown_player(table, order.seat):
        return refusal
    power = power_to_decide(table, order.by, _act(order), order.why)
    if isinstance(power, Refusal):
        return power
    if not order.wager:
        ground, noted = power.ground(order.why), table.desk.breaches.get(order.seat, 0)
        if ground and noted < ground.after_breaches:
            sentence = f"Breaches of {order.seat} were written down {noted} times, and {ground.after_breaches} is the least."
            return Refusal(Reason.NOTICE_NEEDED, sentence, ground.clause)
        return PlayerRefused(seat=order.seat, by=order.by, why=order.why, clause=power.clause)
    returned = take_refused(table, order.seat, order.wager, power.clause)
    if isinstance(returned, Refusal):
        return returned
    decided, transfers = returned
    return BetRefused(
        seat=order.seat,
        wager=order.wager,
        decided=decided,
        transfers=transfers,
        by=order.by,
        why=order.why,
        clause=power.clause,
    )


def take_refused(table: Table, seat: str, wager: str, clause: str) -> Ended | Refusal:
    """Take a refused bet down with its odds bets, unless it is locked and an outcome has already counted for it."""
    bet = table.layout.get(seat, {}).get(wager)
    if bet is None:
        return Refusal(Reason.NO_SUCH_WAGER, f"{seat} has no bet on {wager}.", clause)
    offer = table.offer_of(wager, bet)
    locked = offer.comes_down is Span.NEVER or (offer.comes_down is Span.UNTIL_IT_MOVES and bet.state != offer.wager.first)
    # The player cannot take a locked bet down, but the staff can refuse it before the first outcome.
    if locked and table.fresh(bet).stake < bet.stake:
        sentence = f"{offer.wager.title} stays up until it is decided, and cannot be refused any more."
        return Refusal(Reason.CANNOT_REMOVE, sentence, offer.locked_by or table.rules.removal)
    return give_back(table, seat, with_riders(table, seat, wager), Result.REFUND)


def _refuse_again(table: Table, event: BetRefused) -> Verdict:
    returned = take_refused(table, event.seat, event.wager, event.clause)
    if isinstance(returned, Refusal):
        return returned
    decided, transfers = returned
    return replace(event, decided=decided, transfers=transfers)


def _act(order: RefuseBet) -> Act:
    return Act.REFUSE_BET if order.wager else Act.REFUSE_PLAYER


def _refusable(table: Table) -> Iterator[Values]:
    """Every bet, and every player."""
    yield from every(bets, grounds_for(Act.REFUSE_BET))(table)
    yield from every(seats, lambda _: ({"wager": ""},), grounds_for(Act.REFUSE_PLAYER))(table)


declare(
    CommandRow(
        kind=RefuseBet,
        decide=refuse_bet,
        wish=by_name,
        senders=FROM_STAFF,
        under=lambda _, order: _act(order),
        also_under=(Act.REFUSE_BET, Act.REFUSE_PLAYER),
        chosen=("seat", "wager", "why"),
        forms=forms_of(RefuseBet, _refusable),
    ),
    EventRow(
        kind=BetRefused,
        apply=bets_gone,
        meter=meter_ruling,
        tell=lambda t, e: [f"{who(e.by)} refuses a bet of {e.seat}.", *ends(t, e.decided)],
        again=_refuse_again,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    event_without_money(
        kind=PlayerRefused,
        apply=on_desk(lambda t, e: replace(t.desk, refused={**t.desk.refused, e.seat: e.clause})),
        tell=lambda _, e: f"{who(e.by)} takes no more bets of {e.seat}.",
        audience=Audience.STAFF,
    ),
)
