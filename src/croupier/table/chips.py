"""What an event does to the chips on the layout."""

from msgspec.structs import replace

from croupier.rules.machine import Result
from croupier.rules.sequence import Phase
from croupier.rules.terms import AfterWin
from croupier.table import desk
from croupier.table.events import BetPlaced, BetsCalled, BetTakenDown, RoundSettled, RoundVoided
from croupier.table.fact import Decided
from croupier.table.promotional import NONE, together, within
from croupier.table.rulings import BetRefused, BetsInvalidated, BetsVoided, LightsFailed, TableClosed
from croupier.table.state import NOT_FRESH, Bet, Fresh, Past, Round, Table, Winner, unrolled

SHOWN = 20
"""How many results a display beside the table shows."""
REMEMBERED = 20
"""How many rounds back a table can settle again."""


def _done(table: Table, *, dice_pass: bool, to: Phase) -> Round:
    """A round is settled or called off; a table without rounds only counts them."""
    before = table.round
    if before.phase is Phase.UNTIMED:
        return replace(before, number=before.number + 1)
    after = replace(before, phase=to, fault="", shakes=0, seal="", uncovered="", announced="")
    shooting = table.rules.procedures.shooting
    if shooting and shooting.offered:
        return replace(after, shooter="", chosen=(), declined=()) if dice_pass else after
    return replace(after, dice_pass=dice_pass if before.shooter else before.dice_pass)


def placed(table: Table, event: BetPlaced) -> Table:
    """Chips on a wager."""
    seat, wager = event.seat, event.wager
    bets = table.layout[seat]
    before = bets.get(wager)
    edition, maximum = len(table.editions) - 1, table.sign_for(seat).maximum
    if before is None:
        fresh = Fresh(event.stake, event.commission)
        turn, of = table.turn, event.promotional
        bet = Bet(event.stake, event.state, event.commission, event.advised, None, fresh, turn, edition, maximum, of)
    else:
        old = before.fresh if before.turn == table.turn else NOT_FRESH
        bet = replace(
            before,
            stake=before.stake + event.stake,
            commission=before.commission + event.commission,
            fresh=Fresh(old.stake + event.stake, old.commission + event.commission),
            turn=table.turn,
            maximum=None if maximum is None or before.maximum is None else max(before.maximum, maximum),
            promotional=together(before.promotional, event.promotional) if event.promotional else before.promotional,
        )
    layout = {**table.layout, seat: {**bets, wager: bet}}
    after = replace(table, layout=layout, book=table.book.after(event.transfers))
    if event.left_up:
        left = {each: winner for each, winner in table.staying.get(seat, {}).items() if each != wager}
        after = replace(after, staying={**table.staying, seat: left})
    if seat in table.round.declined:
        # Whoever makes the bet to shoot may want the dice after all.
        declined = tuple(each for each in table.round.declined if each != seat)
        after = replace(after, round=replace(table.round, declined=declined))
    if table.desk.idle.get(seat) != desk.PLAYS:
        after = replace(after, desk=desk.plays(table.desk, seat))
    return after


def taken_down(table: Table, event: BetTakenDown) -> Table:
    """Chips off a wager, and off the odds it no longer carries."""
    bets = dict(table.layout[event.seat])
    _reduce(bets, event.wager, event.amount, event.commission)
    if event.wager in bets:
        bets[event.wager] = replace(bets[event.wager], fresh=Fresh(*event.fresh), turn=table.turn)
    for odds in event.trimmed:
        part = table.fresh(bets[odds.wager])
        _reduce(bets, odds.wager, odds.amount, 0)
        if odds.wager in bets:
            left = Fresh(max(0, part.stake - odds.amount), 0)
            bets[odds.wager] = replace(bets[odds.wager], fresh=left, turn=table.turn)
    return replace(
        table,
        layout={**table.layout, event.seat: bets},
        barred=table.barred | {(event.seat, event.barred)} if event.barred else table.barred,
        book=table.book.after(event.transfers),
    )


def _reduce(bets: dict[str, Bet], wager: str, amount: int, commission: int) -> None:
    """A bet without so much of its stake; one without any is gone."""
    bet = bets[wager]
    if amount == bet.stake:
        del bets[wager]
    else:
        left = bet.stake - amount
        bets[wager] = replace(bet, stake=left, commission=commission, promotional=within(bet.promotional, left))


def called(table: Table, event: BetsCalled) -> Table:
    """Bets on or off."""
    bets = table.layout[event.seat]
    called = {wager: replace(bets[wager], called=event.on) for wager in event.wagers}
    return replace(table, layout={**table.layout, event.seat: {**bets, **called}})


def settled(table: Table, event: RoundSettled) -> Table:
    """A round that is settled: bets gone, moved, and staying for a while."""
    layout, staying = dict(table.layout), dict[str, dict[str, Winner]]()
    touched: dict[str, dict[str, Bet]] = {}
    for seat in {each.seat for each in event.decided} | {each.seat for each in event.moved}:
        touched[seat] = dict(table.layout[seat])
    for each in event.decided:
        bet = touched[each.seat].pop(each.wager)
        if each.result is Result.WIN and table.offer_of(each.wager, bet).after_win is AfterWin.MAY_STAY_UP:
            back, of = each.promotional or NONE, bet.promotional or NONE
            if left := each.stake - (of.tokens - back.tokens):  # tokens that were taken cannot stay
                staying.setdefault(each.seat, {})[each.wager] = Winner(left, back.tokens)
    for moved in event.moved:
        touched[moved.seat][moved.to] = replace(touched[moved.seat].pop(moved.wager), state=moved.state)
    settles = table.rules.procedures.settles
    assert settles, "a round has a step that settles it"
    return replace(
        table,
        pucks=event.pucks,
        round=_done(table, dice_pass=event.dice_pass, to=settles.to),
        results=(*table.results[1 - SHOWN :], event.outcome),
        won=_won(event),
        staying=staying,
        layout=layout | touched,
        turn=table.turn + 1,
        over=table.over + 1,
        advised=table.advised.union(event.advised),
        barred=table.barred.difference(event.unbarred),
        book=table.book.after(event.transfers),
        desk=desk.after_round(table, event.pucks),
        past=_remembering(table, event),
    )


def _remembering(table: Table, event: RoundSettled | RoundVoided) -> tuple[Past, ...]:
    past = Past(table.in_play, replace(table, past=(), trail=None), unrolled(table.trail), event)
    return (*table.past[1 - REMEMBERED :], past)


def _won(event: RoundSettled) -> dict[str, int]:
    won: dict[str, int] = {}
    for bet in event.decided:
        if bet.result is Result.WIN:
            won[bet.seat] = won.get(bet.seat, 0) + bet.paid
    return won


def voided(table: Table, event: RoundVoided) -> Table:
    """A round that does not count."""
    return replace(
        table,
        round=_done(table, dice_pass=False, to=Phase.DONE),
        over=table.over + 1,
        won={},
        staying={},
        layout=_down(table, event.decided),
        book=table.book.after(event.transfers),
        past=_remembering(table, event),
    )


def _down(table: Table, decided: tuple[Decided, ...]) -> dict[str, dict[str, Bet]]:
    """The layout without bets that came down, or without what was placed on them since the last roll."""
    layout = {seat: dict(bets) for seat, bets in table.layout.items()}
    for each in decided:
        bets = layout[each.seat]
        bet = bets[each.wager]
        # What goes back beyond the stake is the commission on it; what is forfeited keeps none.
        commission = bet.commission - max(0, each.paid - each.stake)
        _reduce(bets, each.wager, each.stake, commission)
        if each.wager in bets:
            bets[each.wager] = replace(bets[each.wager], fresh=NOT_FRESH)
    return layout


def bets_gone(table: Table, event: BetRefused | BetsVoided | LightsFailed | TableClosed) -> Table:
    """Bets that came down whole."""
    after = replace(table, layout=_down(table, event.decided), book=table.book.after(event.transfers))
    return replace(after, desk=desk.ruled(after, event))


def invalidated(table: Table, event: BetsInvalidated) -> Table:
    """Bets that were never valid."""
    return replace(table, layout=_down(table, event.standing), book=table.book.after(event.transfers))
