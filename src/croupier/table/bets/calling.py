"""Calling bets on and off."""

from msgspec.structs import replace

from croupier.layered import updated
from croupier.rules.offer import Offer
from croupier.rules.outcomes import listed
from croupier.rules.payout import is_off
from croupier.rules.powers import Act
from croupier.rules.terms import Covers
from croupier.table.authority.powers import power_to_act
from croupier.table.bets.admission import bets_are_closed
from croupier.table.bets.checks import find_wager, no_bet
from croupier.table.core.bet import Bet
from croupier.table.core.forms import bets, either, every, forms_of
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    Verdict,
    declare,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import by_whom
from croupier.table.money.locks import lock_refused


class CallBet(Command, frozen=True, kw_only=True, tag=True):
    """Call a bet on or off."""

    seat: str
    wager: str
    on: bool
    by: Person | None = None
    """Who marks it, at a table with a dealer."""


class BetsCalled(Event, frozen=True, kw_only=True, tag=True):
    """Bets were called on or off."""

    seat: str
    wager: str
    """The bet that the player named."""
    wagers: tuple[str, ...]
    """All bets that the call covers."""
    on: bool
    by: Person | None = None
    """Who marked them, at a table with a dealer."""


def call(table: Table, wish: CallBet) -> BetsCalled | Refusal:
    """Call a bet on or off while bets are open. If the document says who marks it, check that power."""
    if refusal := bets_are_closed(table, wish.at) or lock_refused(table, wish.seat):
        return refusal
    if not table.is_untimed and table.rules.procedures.powers_to[Act.MARK_BET]:
        marked = power_to_act(table, wish.by, Act.MARK_BET)
        if isinstance(marked, Refusal):
            return marked
    return mark(table, wish)


def mark(table: Table, wish: CallBet) -> BetsCalled | Refusal:
    """Call a bet on or off, with the other bets that the call covers, whether bets are open or not."""
    address = find_wager(table, wish.seat, wish.wager)
    if isinstance(address, Refusal):
        return address
    offer, bets, calls = address.offer, table.layout[wish.seat], table.rules.calls
    if wish.wager not in bets:
        return no_bet(offer, wish.seat)
    if refusal := _call_refused(table, offer, on=wish.on):
        return refusal
    covered = (wish.wager,)
    if calls and calls.covers is not Covers.ONE_BET:
        covered = tuple(wager for wager in sorted(bets) if table.rules.addresses[wager].offer.kind == offer.kind)
    return BetsCalled(seat=wish.seat, wager=wish.wager, wagers=covered, on=wish.on, by=wish.by)


def _call_refused(table: Table, offer: Offer, *, on: bool) -> Refusal | None:
    """Refuse a call that the document does not allow, or not now."""
    calls = table.rules.calls
    if calls is None or offer.sleeps is None:
        clause = calls.clause if calls else offer.clause
        return Refusal(Reason.NOT_ALLOWED_NOW, f"{offer.wager.title} cannot be called on or off.", clause)
    if not on and not calls.off.holds(table.pucks):
        sentence = f"{offer.wager.title} can be called off only {calls.off.words}."
        return Refusal(Reason.NOT_ALLOWED_NOW, sentence, calls.clause)
    return None


def possible_calls(table: Table, wager: str, bet: Bet) -> list[bool]:
    """The calls that the owner of a bet may make while bets are open and that change something: on (True), off (False)."""
    calls = table.rules.calls
    if calls is None or table.rules.addresses[wager].offer.sleeps is None:  # the usual case, kept fast
        return []
    return [on for on in (True, False) if bet.called is not on and (on or calls.off.holds(table.pucks))]


def joins_call(table: Table, seat: str, offer: Offer) -> bool:
    """Whether a new bet is on from the start, because the player has a bet of that kind that was called on."""
    calls = table.rules.calls
    if offer.sleeps is None or calls is None or calls.covers is not Covers.SAME_KIND_AND_LATER:
        return False
    return any(
        bet.called and table.rules.addresses[wager].offer.kind == offer.kind for wager, bet in table.layout[seat].items()
    )


def change_by_move(table: Table, seat: str, moved: tuple[Offer, Bet], to: str, *, called: bool | None) -> str:
    """What to say if chips that move are on or off otherwise than before: their call ends, or their new place has another rule.

    It is empty if nothing changes. `moved` is what they come from, and `table` the table without them. `called`
    is how the bet to which they move has been called, or had been if it no longer stands in a corrected history.
    """
    before, bet = moved
    offer = table.rules.addresses[to].offer
    if called is None and to not in table.layout[seat]:
        called = joins_call(table, seat, offer) or None
    if bet.called is not None and bet.called is not called:
        ends = f"The call of {'on' if bet.called else 'off'} does not move with the chips"
        return f"{ends}: {offer.wager.title} is {_when_on(offer, called=called)}."
    if is_off(before, table.pucks, called=bet.called) is not is_off(offer, table.pucks, called=called):
        return f"{offer.wager.title} is {_when_on(offer, called=called)}."
    return ""


def _when_on(offer: Offer, *, called: bool | None) -> str:
    """When a bet with such a call is on."""
    if offer.sleeps is None:
        return "always on"
    if called is None:
        return f"off {offer.sleeps.during or offer.sleeps.words} and on otherwise"
    return "on" if called else "off"


def _apply_called(table: Table, event: BetsCalled) -> Table:
    bets = table.layout[event.seat]
    called = {wager: replace(bets[wager], called=event.on) for wager in event.wagers}
    return replace(table, layout=updated(table.layout, {event.seat: {**bets, **called}}))


def _call_again(table: Table, event: BetsCalled) -> Verdict:
    """Call the bet that the player named. If it does not stand, no other bet is called on for it.

    A call off holds for the other bets that it covered: their owner had them off when a later outcome fell.
    """
    standing, covered = table.layout.get(event.seat, {}), () if event.on else event.wagers
    wager = next((each for each in (event.wager, *covered) if each in standing), event.wager)
    return mark(table, CallBet(seat=event.seat, wager=wager, on=event.on, by=event.by))


def _marked_under(table: Table, _: CallBet) -> Act | None:
    """The power to mark a bet, if the document has one."""
    return Act.MARK_BET if not table.is_untimed and table.rules.procedures.powers_to[Act.MARK_BET] else None


declare(
    CommandRow(
        kind=CallBet,
        decide=call,
        wish=lambda wish: f"{wish.seat} calls {wish.wager} {'on' if wish.on else 'off'}",
        senders=FROM_PLAYERS | FROM_STAFF,
        under=_marked_under,
        also_under=(Act.MARK_BET,),
        chosen=("seat", "wager", "on"),
        forms=forms_of(CallBet, every(bets, either("on"))),
        nothing=Refusal(Reason.NO_SUCH_WAGER, "No bet is on the layout."),
    ),
    EventRow(
        kind=BetsCalled,
        apply=_apply_called,
        meter=unmetered,
        tell=lambda _, e: (
            f"{e.seat} calls {listed(e.wagers, 'and')} {'on' if e.on else 'off'}{', marked' + by_whom(e.by) if e.by else ''}."
        ),
        again=_call_again,
        audience=Audience.OWNER,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
