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
            closed = before._replace(phase=Phase.CLOSED, deadline=event.shoot_by, shooter=event.shooter)
            return closed._replace(dice_at=event.shooter, dice_pass=False) if event.shooter else closed
        case DiceShot():
            return before._replace(phase=Phase.SHOT)


def _done(before: Round, *, dice_pass: bool) -> Round:
    """A round of an electronic table is over; a table without rounds goes on."""
    if before.phase is Phase.UNTIMED:
        return before
    return before._replace(phase=Phase.DONE, dice_pass=dice_pass if before.shooter else before.dice_pass)


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
    key = (event.seat, event.wager)
    _reduce(bets, event.wager, event.amount, event.commission)
    fresh.pop(key, None)
    if event.fresh[0]:
        fresh[key] = Fresh(*event.fresh)
    for odds in event.trimmed:
        _reduce(bets, odds.wager, odds.amount, 0)
        part = fresh.pop((event.seat, odds.wager), NOT_FRESH)
        if part.stake > odds.amount:
            fresh[event.seat, odds.wager] = Fresh(part.stake - odds.amount, 0)
    return replace(
        table,
        layout={**table.layout, event.seat: bets},
        fresh=fresh,
        barred=table.barred | {(event.seat, event.barred)} if event.barred else table.barred,
        book=table.book.after(event.transfers),
    )


def _reduce(bets: dict[str, Bet], wager: str, amount: int, commission: int) -> None:
    """A bet without so much of its stake; one without any is gone."""
    bet = bets[wager]
    if amount == bet.stake:
        del bets[wager]
    else:
        bets[wager] = bet._replace(stake=bet.stake - amount, commission=commission)


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
    return replace(
        table,
        pucks=event.pucks,
        round=_done(table.round, dice_pass=event.dice_pass),
        results=(*table.results[1 - SHOWN :], event.outcome),
        won=_won(event),
        layout=layout,
        fresh={},
        advised=table.advised.union(event.advised),
        barred=table.barred.difference(event.unbarred),
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
        fresh.pop((each.seat, each.wager), None)
        bet = layout[each.seat][each.wager]
        # What goes back beyond the stake is the commission on it.
        _reduce(layout[each.seat], each.wager, each.stake, bet.commission - (each.paid - each.stake))
    return replace(
        table,
        round=_done(table.round, dice_pass=False),
        won={},
        layout=layout,
        fresh=fresh,
        book=table.book.after(event.transfers),
    )
