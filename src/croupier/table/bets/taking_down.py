"""Taking bets down at the owner's request, and moving them to another wager."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from croupier.layered import updated
from croupier.ledger.accounts import COMMISSION, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.rules.terms import Left, Shrinking
from croupier.table.bets.admission import bets_are_closed, player_is_stopped, terminal_refused
from croupier.table.bets.calling import change_by_move
from croupier.table.bets.checks import find_wager, indivisible, inexact, no_bet, no_chips
from croupier.table.bets.coming_down import commission_on, free_to_come_down, fresh_left, locked_sentence, refund_on
from croupier.table.bets.limits import carried_by, left_refused
from croupier.table.bets.placing import PlaceBet, accept_bet, as_called, bet_example
from croupier.table.bets.returning import reduce_bet
from croupier.table.core.apply import apply
from croupier.table.core.bet import Bet, Fresh
from croupier.table.core.forms import Values, bets, forms_of
from croupier.table.core.message import Event, PlayerCommand
from croupier.table.core.meters import Meters, Played
from croupier.table.core.person import Person
from croupier.table.core.promotional import NONE, part_off_top, split_by_account, sum_of
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_PLAYERS, Audience, CommandRow, EventRow, History, Partly, Verdict, declare
from croupier.table.core.state import Table
from croupier.table.core.words import entered, indented
from croupier.table.money.metering import at_terminal, of_wager


class TakeDown(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Take a bet down, or a part of it."""

    wager: str
    amount: Cents | None = None
    """The amount; null for all that may come down."""


class MoveBet(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Move a bet, or a part of it, to another wager."""

    wager: str
    to: str
    """The wager to move it to."""
    amount: Cents | None = None
    """The amount; null for all that may come down."""


class Trimmed(msgspec.Struct, frozen=True, gc=False):
    """The part of an odds bet that came down because the flat bet under it became too small."""

    wager: str
    amount: Cents


class BetTakenDown(Event, frozen=True, kw_only=True, tag=True):
    """A bet, or a part of it, was taken down by its owner, or moved to another wager."""

    seat: str
    wager: str
    to: str = ""
    """The wager it was moved to; empty if it was not moved. A `BetPlaced` for that wager follows."""
    called: bool | None = None
    """Whether the bet to which it was moved had been called on or off; null if there was no such bet or no call."""
    amount: Cents
    by: Person | None = None
    """The member of staff who entered it for the player; null if the player did."""
    refund: Cents
    """The commission that was returned."""
    commission: Cents
    """The commission on the rest of the bet."""
    fresh: tuple[Cents, Cents]
    """The part of the rest that was placed since the last outcome: its stake and its commission."""
    entailed: bool = False
    """Whether the event before it entailed it: a bet below the minimum that was given back. That one decides both."""
    all_of_it: bool = False
    """Whether the owner asked for all that may come down."""
    barred: str
    """The wager that the owner may not put back up yet; empty if there is none."""
    trimmed: tuple[Trimmed, ...]
    transfers: tuple[Transfer, ...]


def take_down(table: Table, wish: TakeDown) -> BetTakenDown | Refusal:
    """Take a bet down while bets are open."""
    return bets_are_closed(table, wish.at) or terminal_refused(table, wish.seat) or bring_down(table, wish)


def move(table: Table, wish: MoveBet) -> tuple[Event, ...] | Refusal:
    """Move a bet to another wager while bets are open. Either both halves happen, or neither."""
    return bets_are_closed(table, wish.at) or player_is_stopped(table, wish.seat, wish.at) or move_chips(table, wish)


def move_chips(table: Table, wish: MoveBet, *, called: bool | None = None) -> tuple[Event, ...] | Refusal:
    """The two halves of a move, whether bets are open or not.

    `called` is how the bet to which they moved had been called, if they move again in a corrected history.
    """
    if wish.to == wish.wager:
        return Refusal(Reason.SAME_WAGER, "The chips are on that spot already.")
    down = _come_off(table, TakeDown(seat=wish.seat, wager=wish.wager, amount=wish.amount, by=wish.by))
    if isinstance(down, Refusal):
        return down
    without = apply(table, down)
    bet = table.layout[wish.seat][wish.wager]
    chips = part_off_top(bet.promotional, bet.stake, down.amount) or NONE
    wanted = PlaceBet(seat=wish.seat, wager=wish.to, stake=down.amount, tokens=Cents(chips.tokens), by=wish.by)
    up = accept_bet(without, wanted)
    if isinstance(up, Refusal):
        return up
    up = as_called(without, up, called=called)
    # A composite wager may put the chips back on a spot from which they came, so both halves are judged together.
    return left_refused(apply(without, up), wish.seat, wish.wager) or (
        replace(down, to=wish.to, called=up.called),
        replace(up, entailed=True),
    )


def bring_down(table: Table, wish: TakeDown) -> BetTakenDown | Refusal:
    """Take a bet down as far as the document allows, whether bets are open or not."""
    down = _come_off(table, wish)
    if isinstance(down, Refusal) or table.rules.limits.left is Left.ANY_AMOUNT:
        return down
    return left_refused(apply(table, down), wish.seat, wish.wager) or down


def _come_off(table: Table, wish: TakeDown) -> BetTakenDown | Refusal:
    """Take a bet down, whatever is left on its spots."""
    address = find_wager(table, wish.seat, wish.wager)
    if isinstance(address, Refusal):
        return address
    bet = table.layout[wish.seat].get(wish.wager)
    if bet is None:
        return no_bet(address.offer, wish.seat)
    offer, fresh = table.offer_of(wish.wager, bet), table.fresh(bet)
    free = free_to_come_down(table, wish.wager, bet)
    amount = free if wish.amount is None else wish.amount
    if wish.amount is not None and not 1 <= wish.amount <= bet.stake:
        sentence = f"{offer.wager.title}: {dollars(wish.amount)} cannot come down from a bet of {dollars(bet.stake)}."
        return Refusal(Reason.BAD_AMOUNT, sentence, offer.clause)
    if not 0 < amount <= free:
        return Refusal(Reason.CANNOT_REMOVE, locked_sentence(offer, free), offer.locked_by or table.rules.removal)
    if wish.amount is not None and (refusal := no_chips(table, offer, amount)):
        return replace(refusal, stake=None)
    left = bet.stake - amount
    if offer.divides and left % offer.wager.units:
        return indivisible(offer, left)
    if refusal := inexact(table, offer, left, bet.state):
        return refusal
    trimmed = _trimmed(table, wish.seat, wish.wager, left)
    if isinstance(trimmed, Refusal):
        return trimmed
    refund = refund_on(offer, bet, fresh, amount)
    transfers = _come_down(table, wish, bet, amount, trimmed)
    if refund:
        transfers.append(Transfer(COMMISSION, rack(wish.seat), Cents(refund)))
    return BetTakenDown(
        seat=wish.seat,
        wager=wish.wager,
        amount=Cents(amount),
        by=wish.by or None,
        refund=Cents(refund),
        commission=Cents(bet.commission - commission_on(offer, bet, fresh, amount)),
        fresh=fresh_left(fresh, amount),
        all_of_it=wish.amount is None,
        barred=offer.id if bet.state != offer.wager.first and not offer.back_up.holds(table.pucks) else "",
        trimmed=trimmed,
        transfers=tuple(transfers),
    )


def _come_down(table: Table, wish: TakeDown, bet: Bet, amount: int, trimmed: tuple[Trimmed, ...]) -> list[Transfer]:
    """The transfers that return a stake, with trimmed odds bets, to the accounts from which they came."""
    promotional, bets = part_off_top(bet.promotional, bet.stake, amount), table.layout[wish.seat]
    for each in trimmed:
        odds = bets[each.wager]
        promotional = sum_of(promotional, part_off_top(odds.promotional, odds.stake, each.amount))
    down = amount + sum(each.amount for each in trimmed)
    return [Transfer(felt(wish.seat), purse, Cents(share)) for purse, share in split_by_account(wish.seat, down, promotional)]


def _trimmed(table: Table, seat: str, wager: str, left: int) -> tuple[Trimmed, ...] | Refusal:
    """The odds bets, or parts of them, that are over the limit for a flat bet of `left`; or a refusal."""
    trimmed: list[Trimmed] = []
    for ride in table.rules.riders.get(wager, ()):
        odds = table.layout[seat].get(ride.id)
        if odds is None:
            continue
        carried = carried_by(table, table.layout[seat][wager], left)
        excess = odds.stake - ride.largest_ride(carried, odds.state, table.sign)
        if excess <= 0 or (left and ride.when_flat_shrinks is Shrinking.LEAVES):
            continue
        if ride.when_flat_shrinks is Shrinking.REFUSED:
            sentence = f"{ride.wager.title}: {dollars(odds.stake)} there needs the bet that it rides on; take it down first."
            return Refusal(Reason.CANNOT_REMOVE, sentence, ride.clause)
        trimmed.append(Trimmed(ride.id, Cents(excess)))
    return tuple(trimmed)


def _apply_taken_down(table: Table, event: BetTakenDown) -> Table:
    bets = dict(table.layout[event.seat])
    before = bets[event.wager]
    reduce_bet(bets, event.wager, event.amount, event.commission)
    if event.wager in bets:
        kept = before.kept + before.commission - event.commission - event.refund
        bets[event.wager] = replace(bets[event.wager], fresh=Fresh(*event.fresh), turn=table.turn, kept=kept)
    for odds in event.trimmed:
        part = table.fresh(bets[odds.wager])
        reduce_bet(bets, odds.wager, odds.amount, 0)
        if odds.wager in bets:
            left = Fresh(max(0, part.stake - odds.amount), 0)
            bets[odds.wager] = replace(bets[odds.wager], fresh=left, turn=table.turn)
    return replace(
        table,
        layout=updated(table.layout, {event.seat: bets}),
        barred=table.barred | {(event.seat, event.barred)} if event.barred else table.barred,
        book=table.book.after(event.transfers),
    )


def _meter_taken_down(table: Table, event: BetTakenDown) -> Meters:
    if not event.refund:
        return table.meters
    edition = table.layout[event.seat][event.wager].edition
    returned = at_terminal(table, event.seat, commission_back=table.meters.terminal(event.seat).commission_back + event.refund)
    return of_wager(table, returned, edition, event.wager, Played(commission_back=event.refund))


def _take_down_again(table: Table, event: BetTakenDown) -> Verdict | Partly:
    """Take the chips off the wager again. If they cannot move, or not so many, what lies there comes down.

    The owner had taken them off, so they must not stand there for a later outcome.
    """
    if event.entailed:
        return ()
    bet = table.layout.get(event.seat, {}).get(event.wager)
    whole = event.all_of_it or (bet is not None and event.amount >= free_to_come_down(table, event.wager, bet))
    down = TakeDown(seat=event.seat, wager=event.wager, amount=None if whole else event.amount, by=event.by or UNSET)
    if event.to:
        wish = MoveBet(seat=down.seat, wager=down.wager, to=event.to, amount=down.amount, by=down.by)
        redone = move_chips(table, wish, called=event.called)
    else:
        redone = bring_down(table, down)
    if not isinstance(redone, Refusal):
        return redone
    instead = (bring_down(table, wish) for wish in (down, replace(down, amount=None)))
    return next((Partly((each,), redone) for each in instead if not isinstance(each, Refusal)), redone)


def _tell_taken_down(table: Table, event: BetTakenDown) -> list[str]:
    fee = f" and {dollars(event.refund)} of the commission" if event.refund else ""
    return [
        f"{event.seat} takes {dollars(event.amount)}{fee} back from {event.wager}{entered(event.by)}.",
        *indented(advice_on_taking_down(table, event)),
    ]


def advice_on_taking_down(table: Table, event: BetTakenDown) -> str:
    """What to tell the owner: odds bets that come down too, a commission that is kept, chips that move between on and off.

    It is empty if there is nothing to tell. `table` is the table before the event.
    """
    layout = table.layout[event.seat]
    trimmed = (
        f"{dollars(each.amount)} on {table.offer_of(each.wager, layout[each.wager]).wager.title} comes down with it."
        for each in event.trimmed
    )
    bet = layout[event.wager]
    kept = bet.commission - event.commission - event.refund
    fee = f"The commission of {dollars(kept)} is not given back." if kept else ""
    moved = table.offer_of(event.wager, bet), bet
    change = change_by_move(apply(table, event), event.seat, moved, event.to, called=event.called) if event.to else ""
    return " ".join(filter(None, (*trimmed, fee, change)))


def _wish_to_take_down(wish: TakeDown) -> str:
    return f"{wish.seat} asks to take down {wish.wager if wish.amount is None else f'{dollars(wish.amount)} of {wish.wager}'}"


def _movable(table: Table) -> Iterator[Values]:
    """Every bet, with a wager on which its player could bet now."""
    for seat in table.clockwise():
        to = bet_example(table, seat)["wager"]
        yield from ({"seat": seat, "wager": wager, "to": to} for wager in sorted(table.layout[seat]))


declare(
    CommandRow(
        kind=TakeDown,
        decide=take_down,
        wish=_wish_to_take_down,
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat", "wager"),
        forms=forms_of(TakeDown, bets),
        nothing=Refusal(Reason.NO_SUCH_WAGER, "No bet is on the layout."),
    ),
    CommandRow(
        kind=MoveBet,
        decide=move,
        wish=lambda wish: f"{wish.seat} asks to move {wish.wager} to {wish.to}",
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat", "wager"),
        forms=forms_of(MoveBet, _movable),
        nothing=Refusal(Reason.NO_SUCH_WAGER, "No bet is on the layout."),
    ),
    EventRow(
        kind=BetTakenDown,
        apply=_apply_taken_down,
        meter=_meter_taken_down,
        tell=_tell_taken_down,
        again=_take_down_again,
        audience=Audience.OWNER,
        moves_money=True,
        history=History.CONTINUES,
    ),
)
