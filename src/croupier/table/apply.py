"""Apply: a table and an event make the next table. Pure; it decides nothing."""

from dataclasses import replace

from croupier.rules.machine import Result
from croupier.table.events import (
    BetPlaced,
    BetsCalled,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    DiceShot,
    Event,
    MoneyCollected,
    MoneyInserted,
    RoundSettled,
    RoundVoided,
    SeatTaken,
)
from croupier.table.state import NOT_FRESH, Bet, Fresh, Phase, Round, Table

SHOWN = 20
"""How many results a display beside the table shows."""


def apply(table: Table, event: Event) -> Table:
    """The table after this has happened."""
    match event:
        case BetPlaced():
            return _placed(table, event)
        case RoundSettled():
            return _settled(table, event)
        case BetTakenDown():
            return _taken_down(table, event)
        case BetsCalled():
            return _called(table, event)
        case RoundVoided():
            return _voided(table, event)
        case SeatTaken():
            return replace(table, layout={**table.layout, event.seat: {}}, book=table.book.after(event.transfers))
        case MoneyInserted() | MoneyCollected():
            return replace(table, book=table.book.after(event.transfers))
        case BettingOpened() | BettingClosed() | DiceShot():
            return replace(table, round=_went_on(table.round, event))


def _went_on(before: Round, event: BettingOpened | BettingClosed | DiceShot) -> Round:
    match event:
        case BettingOpened():
            return before._replace(number=event.round, phase=Phase.BETTING, deadline=event.deadline)
        case BettingClosed():
            return before._replace(phase=Phase.CLOSED, deadline=event.shoot_by, shooter=event.shooter, dice_pass=False)
        case DiceShot():
            return before._replace(phase=Phase.SHOT)


def _done(before: Round, *, dice_pass: bool) -> Round:
    """A round of an electronic table is over; a table without rounds goes on."""
    return before if before.phase is Phase.UNTIMED else before._replace(phase=Phase.DONE, dice_pass=dice_pass)


def _placed(table: Table, event: BetPlaced) -> Table:
    key = (event.seat, event.wager)
    bets = table.layout[event.seat]
    before = bets.get(event.wager) or Bet(0, event.state, 0, event.advised)
    bet = before._replace(stake=before.stake + event.stake, commission=before.commission + event.commission)
    fresh = table.fresh.get(key, NOT_FRESH)
    return replace(
        table,
        layout={**table.layout, event.seat: {**bets, event.wager: bet}},
        fresh={**table.fresh, key: Fresh(fresh.stake + event.stake, fresh.commission + event.commission)},
        book=table.book.after(event.transfers),
    )


def _taken_down(table: Table, event: BetTakenDown) -> Table:
    bets, fresh = dict(table.layout[event.seat]), dict(table.fresh)
    offer, bet = table.rules.addresses[event.wager].offer, bets[event.wager]
    barred = bet.state != offer.wager.first and not offer.back_up.holds(table.pucks)
    down = [(event.wager, event.amount, event.refund), *((each.wager, each.amount, 0) for each in event.trimmed)]
    for wager, amount, refund in down:
        _reduce(bets, wager, amount, refund)
        _reduce_fresh(fresh, (event.seat, wager), amount)
    return replace(
        table,
        layout={**table.layout, event.seat: bets},
        fresh=fresh,
        barred=table.barred | {(event.seat, offer.id)} if barred else table.barred,
        book=table.book.after(event.transfers),
    )


def _reduce(bets: dict[str, Bet], wager: str, amount: int, refund: int) -> None:
    bet = bets[wager]
    if amount == bet.stake:
        del bets[wager]
    else:
        bets[wager] = bet._replace(stake=bet.stake - amount, commission=bet.commission - refund)


def _reduce_fresh(fresh: dict[tuple[str, str], Fresh], key: tuple[str, str], amount: int) -> None:
    """Chips placed since the last roll come down first."""
    part = fresh.pop(key, NOT_FRESH)
    if part.stake > amount:
        fresh[key] = Fresh(part.stake - amount, part.commission - part.commission_on(amount))


def _called(table: Table, event: BetsCalled) -> Table:
    bets = table.layout[event.seat]
    called = {wager: bets[wager]._replace(called=event.on) for wager in event.wagers}
    return replace(table, layout={**table.layout, event.seat: {**bets, **called}})


def _settled(table: Table, event: RoundSettled) -> Table:
    layout = {seat: dict(bets) for seat, bets in table.layout.items()}
    for each in event.decided:
        del layout[each.seat][each.wager]
    for moved in event.moved:
        layout[moved.seat][moved.to] = layout[moved.seat].pop(moved.wager)._replace(state=moved.state)
    addresses = table.rules.addresses
    return replace(
        table,
        pucks=event.pucks,
        round=_done(table.round, dice_pass=event.dice_pass),
        results=(*table.results[1 - SHOWN :], event.outcome),
        won=_won(event),
        layout=layout,
        fresh={},
        advised=table.advised.union(event.advised),
        barred=frozenset(bar for bar in table.barred if not addresses[bar[1]].offer.back_up.holds(event.pucks)),
        book=table.book.after(event.transfers),
    )


def _won(event: RoundSettled) -> dict[str, int]:
    won: dict[str, int] = {}
    for bet in event.decided:
        if bet.result is Result.WIN:
            won[bet.seat] = won.get(bet.seat, 0) + bet.paid
    return won


def _voided(table: Table, event: RoundVoided) -> Table:
    layout = {seat: dict(bets) for seat, bets in table.layout.items()}
    fresh = dict(table.fresh)
    for each in event.decided:
        part = fresh.pop((each.seat, each.wager), NOT_FRESH)
        _reduce(layout[each.seat], each.wager, each.stake, part.commission)
    return replace(
        table,
        round=_done(table.round, dice_pass=False),
        layout=layout,
        fresh=fresh,
        book=table.book.after(event.transfers),
    )
