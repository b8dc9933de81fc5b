"""A settled round is undone and settled again, with every later one: the same wishes, on what really happened.

What people did is a fact and stays: bets they asked for, money they brought and took away, calls they made. What followed
from it is decided anew. A bet that could not have been made in the other history was never made; money that was taken away
and should not have been there is owed, as is money that somebody should have had who has gone.
"""

from collections.abc import Callable, Iterator

import msgspec

from croupier.ledger.accounts import HAND_PAYS, HOUSE, Account, owed, restricted, tokens, withheld
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.table import changing, placing, settlement
from croupier.table.apply import apply, rewound
from croupier.table.behind import behind
from croupier.table.betting import moved
from croupier.table.cashier import back_from_hand_pays
from croupier.table.commands import CallBet, MoveBet, PlaceBet, TakeDown
from croupier.table.events import (
    BetPlaced,
    BetsCalled,
    BetTakenDown,
    Event,
    HandPayCalled,
    MoneyCollected,
    MoneyInserted,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    SettledAgain,
)
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.returning import give_all_back, give_back, refused, unwind_last
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    HandPayTakenBack,
    LightsFailed,
    MoneyReleased,
    MoneyWithheld,
    TableClosed,
)
from croupier.table.settlement import Voiding
from croupier.table.state import Past, Table, unrolled
from croupier.table.tender import account
from croupier.table.till import cashable, forfeit, pay_out, take

Edit = Callable[[Table, RoundSettled | RoundVoided], tuple[Event, ...] | Refusal]
"""What should have happened in place of a settlement, given the table before it."""


def settled_again(table: Table, round: int, edit: Edit, *, by: Person, why: str, clause: str) -> SettledAgain | Refusal:
    """Undo a round, put something else in its place, and play the rest again."""
    at = next((index for index, past in enumerate(table.past) if past.round == round), None)
    if at is None:
        sentence = f"Round {round} cannot be settled again: the table remembers {_remembered(table.past)}."
        return Refusal(Reason.UNKNOWN_ROUND, sentence, clause)
    past, other = table.past[at], rewound(table, round)
    first = edit(other, past.event)
    if isinstance(first, Refusal):
        return first
    again, dropped = list(first), list[str]()
    for event in first:
        other = apply(other, event)
    since = _since(table, at)
    for event in since:
        if isinstance(event, BetTakenDown) and event.to:
            next(since)  # what was placed there: a move is both halves, or neither
        replayed = _again(other, event)
        if isinstance(replayed, Refusal):
            dropped.append(replayed.message)
            continue
        for each in replayed:
            other = apply(other, each)
        again.extend(replayed)
    return SettledAgain(
        by=by,
        why=why,
        clause=clause,
        round=round,
        again=tuple(again),  # pyright: ignore[reportArgumentType] - a SettledAgain is never part of a history
        dropped=tuple(dropped),
        transfers=table.book.towards(other.book),
    )


def _remembered(past: tuple[Past, ...]) -> str:
    return f"rounds {past[0].round} to {past[-1].round}" if past else "none yet"


def _since(table: Table, at: int) -> Iterator[Event]:
    """Everything that happened after a settlement, in order."""
    for later in table.past[at + 1 :]:
        yield from later.lead
        yield later.event
    yield from unrolled(table.trail)


def _again(table: Table, event: Event) -> tuple[Event, ...] | Refusal:
    """What an event comes to in another history: a wish is decided anew, a fact stays."""
    redo = _REDONE.get(type(event))
    if redo is None:
        return (event,)
    redone = redo(table, event)
    if isinstance(redone, Refusal):
        return redone
    events = redone if isinstance(redone, tuple) else (redone,)
    return tuple(msgspec.structs.replace(each, at=event.at) for each in events)


def _place_again(table: Table, event: BetPlaced) -> Event | Refusal:
    stake, tokens = event.stake, Cents(event.promotional.tokens if event.promotional else 0)
    if event.left_up:
        won = table.staying.get(event.seat, {}).get(event.wager)
        if won is None:
            return Refusal(Reason.NO_SUCH_WAGER, f"{event.seat} has no winning bet on {event.wager} that could stay up.")
        stake, tokens = Cents(won.stake), Cents(won.tokens)
    wish = PlaceBet(seat=event.seat, wager=event.wager, stake=stake, tokens=tokens)
    return placing.place(table, wish, confirmed=event.confirmed, left_up=event.left_up)


def _take_down_again(table: Table, event: BetTakenDown) -> Event | tuple[Event, ...] | Refusal:
    wish = behind(event)
    if isinstance(wish, MoveBet):
        return moved(table, wish)
    assert isinstance(wish, TakeDown), "chips come down by themselves, or to go elsewhere"
    return changing.take_down(table, wish)


def _call_again(table: Table, event: BetsCalled) -> Event | Refusal:
    standing = [wager for wager in event.wagers if wager in table.layout.get(event.seat, {})]
    wager = standing[0] if standing else event.wagers[0]
    return changing.call(table, CallBet(seat=event.seat, wager=wager, on=event.on, by=event.by))


def _settle_again(table: Table, event: RoundSettled) -> Event:
    return settlement.settle(table, event.outcome, by=event.by, disputed=event.disputed)


def void_again(table: Table, event: RoundVoided) -> RoundVoided:
    """Call a round off as it was called off, whatever stands on the layout now."""
    powers = (power for power in table.rules.procedures.powers if power.ground(event.ground))
    voids = next((power.voids for power in powers if power.voids), table.rules.voided)
    return settlement.void(table, Voiding(voids, event.outcome, event.forfeit, event.by, event.ground, event.clause))


def _collect_again(table: Table, event: MoneyCollected | SeatLeft) -> Event:
    """Money that was taken away is away; what was not there is owed, and so is what somebody left behind who has gone."""
    seat, amount, tender = event.seat, event.amount, event.tender
    transfers = pay_out(table.book, seat, account(tender, seat), amount)
    if isinstance(event, MoneyCollected):
        return msgspec.structs.replace(event, transfers=transfers)
    if table.layout.get(seat):
        return MoneyCollected(seat=seat, amount=amount, tender=tender, transfers=transfers)
    book = table.book.after(transfers)
    only_to_stake, of_tokens = book.balance(restricted(seat)), book.balance(tokens(seat))
    left_over = pay_out(book, seat, owed(seat), cashable(book, seat))
    transfers = (*transfers, *left_over, *forfeit(seat, only_to_stake, of_tokens))
    return msgspec.structs.replace(event, forfeited=only_to_stake, tokens=of_tokens, transfers=transfers)


def _sit_again(table: Table, event: SeatTaken) -> Event | Refusal:
    """Whoever could not leave, because in this history bets of theirs still stand, brings money to the place they have."""
    if event.seat not in table.layout:
        return event
    if not event.transfers:
        return Refusal(Reason.SEAT_TAKEN, f"{event.seat} sits at this table already.")
    return MoneyInserted(seat=event.seat, amount=event.amount, tender=event.tender, transfers=event.transfers)


def _hand_pay_again(table: Table, event: HandPayCalled) -> Event:
    """What was taken off a terminal for an attendant is away as well."""
    transfers = pay_out(table.book, event.seat, HAND_PAYS, event.amount)
    return msgspec.structs.replace(event, transfers=transfers)


def _take_back_again(table: Table, event: HandPayTakenBack) -> Event:
    repaid, transfers = back_from_hand_pays(table.book, event.seat, event.amount)
    return msgspec.structs.replace(event, repaid=repaid, transfers=transfers)


def _withhold_again(table: Table, event: MoneyWithheld) -> Event:
    transfers = pay_out(table.book, event.seat, withheld(event.seat), event.amount)
    return msgspec.structs.replace(event, transfers=transfers)


def _release_again(table: Table, event: MoneyReleased) -> Event:
    target: Account = event.transfers[0].target if event.transfers else HOUSE
    amount = min(event.amount, table.book.balance(withheld(event.seat)))
    transfers = take(table.book, event.seat, withheld(event.seat), target, amount)
    return msgspec.structs.replace(event, amount=amount, transfers=transfers)


def _void_bets_again(table: Table, event: BetsVoided) -> Event:
    """All that stands, or what was placed for that round: whichever was declared void."""
    standing = table.layout.get(event.seat, {})
    named = [wager for wager, bet in standing.items() if not event.only_fresh or table.fresh(bet).stake]
    decided, transfers = give_back(table, event.seat, named, Result.VOID, only_fresh=event.only_fresh)
    return msgspec.structs.replace(event, decided=decided, transfers=transfers)


def _refuse_again(table: Table, event: BetRefused) -> Event | Refusal:
    returned = refused(table, event.seat, event.wager, event.clause)
    if isinstance(returned, Refusal):
        return returned
    decided, transfers = returned
    return msgspec.structs.replace(event, decided=decided, transfers=transfers)


def _fail_lights_again(table: Table, event: LightsFailed) -> Event:
    decided, transfers = settlement.end_long_bets(table, refund_short=event.refund_short)
    return msgspec.structs.replace(event, decided=decided, transfers=transfers)


def _invalidate_again(table: Table, event: BetsInvalidated) -> Event:
    standing, down = give_back(table, event.seat, table.layout.get(event.seat, {}), Result.VOID)
    undone = unwind_last(table, event.seat)
    return msgspec.structs.replace(
        event,
        standing=standing,
        settled=undone.settled,
        forfeited=undone.forfeited,
        tokens=undone.tokens,
        transfers=(*down, *undone.transfers),
    )


def _close_again(table: Table, event: TableClosed) -> Event:
    decided, transfers = give_all_back(table, Result.REFUND)
    return msgspec.structs.replace(event, decided=decided, transfers=transfers)


_REDONE: dict[type[Event], Callable[..., Event | tuple[Event, ...] | Refusal]] = {
    BetPlaced: _place_again,
    BetTakenDown: _take_down_again,
    BetsCalled: _call_again,
    RoundSettled: _settle_again,
    RoundVoided: void_again,
    SeatTaken: _sit_again,
    MoneyCollected: _collect_again,
    SeatLeft: _collect_again,
    HandPayCalled: _hand_pay_again,
    HandPayTakenBack: _take_back_again,
    MoneyWithheld: _withhold_again,
    MoneyReleased: _release_again,
    BetsVoided: _void_bets_again,
    BetRefused: _refuse_again,
    LightsFailed: _fail_lights_again,
    BetsInvalidated: _invalidate_again,
    TableClosed: _close_again,
}
