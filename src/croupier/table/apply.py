"""Apply: a table and an event make the next table. Pure; it decides nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.rules.machine import Result
from croupier.rules.sequence import Phase
from croupier.rules.terms import AfterWin
from croupier.table import desk
from croupier.table.events import (
    AreasLit,
    BallSpun,
    BetPlaced,
    BetsCalled,
    BetsPaid,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    DiceAccepted,
    DiceDeclined,
    DicePassed,
    DiceShaken,
    DiceShot,
    Event,
    FaultReported,
    MoneyCollected,
    MoneyInserted,
    NoMoreBetsPressed,
    ResultAnnounced,
    RoundSettled,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    SettledAgain,
    TumblerUncovered,
)
from croupier.table.fact import Decided
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    DiceLost,
    DiceOffered,
    LightsFailed,
    MoneyReleased,
    MoneyWithheld,
    TableClosed,
)
from croupier.table.state import NOT_FRESH, Bet, Fresh, Past, Round, Table, Trail

SHOWN = 20
"""How many results a display beside the table shows."""
REMEMBERED = 20
"""How many rounds back a table can settle again."""


def apply(table: Table, event: Event) -> Table:
    """The table after this has happened."""
    if isinstance(event, SettledAgain):
        return _again(table, event)
    after = APPLIERS[type(event)](table, event)
    trail = None if isinstance(event, RoundSettled | RoundVoided) else (event, table.trail)
    return replace(after, trail=trail, clock=max(table.clock, event.at))


def rewound(table: Table, round: int) -> Table:
    """The table as it was before a round was settled, ready to go on otherwise."""
    at = next(index for index, past in enumerate(table.past) if past.round == round)
    trail: Trail = None
    for event in table.past[at].lead:
        trail = (event, trail)
    return replace(table.past[at].before, past=table.past[:at], trail=trail)


def _again(table: Table, event: SettledAgain) -> Table:
    other = rewound(table, event.round)
    for each in event.again:
        other = apply(other, each)
    return replace(other, book=table.book.after(event.transfers), clock=max(table.clock, event.at))


def _money(table: Table, event: MoneyInserted | MoneyCollected | MoneyWithheld | MoneyReleased) -> Table:
    return replace(table, book=table.book.after(event.transfers))


def _seated(table: Table, event: SeatTaken) -> Table:
    return replace(
        table, layout={**table.layout, event.seat: {}}, seated=table.seated + 1, book=table.book.after(event.transfers)
    )


def _left(table: Table, event: SeatLeft) -> Table:
    layout = {seat: bets for seat, bets in table.layout.items() if seat != event.seat}
    round = table.round
    if round.shooter == event.seat:
        round = replace(round, shooter="", dice_at=event.seat, chosen=())
    if round.offered == event.seat:
        round = replace(round, offered="")
    without = desk.without_seat(table.desk, event.seat)
    return replace(table, layout=layout, round=round, desk=without, book=table.book.after(event.transfers))


def _shaken(table: Table, event: DiceShaken) -> Table:
    shakes = event.times + (table.round.shakes if table.round.phase is Phase.SHAKEN else 0)
    return replace(table, round=replace(table.round, number=event.round, phase=Phase.SHAKEN, shakes=shakes, seal=event.seal))


def _opened(table: Table, event: BettingOpened) -> Table:
    return replace(
        table,
        round=replace(table.round, number=event.round, phase=Phase.BETTING, deadline=event.deadline, declined=(), offered=""),
        staying={},
    )


def _closed(table: Table, event: BettingClosed) -> Table:
    closed = replace(table.round, phase=Phase.CLOSED, deadline=event.shoot_by, shooter=event.shooter)
    return replace(table, round=replace(closed, dice_at=event.shooter, dice_pass=False) if event.shooter else closed)


def _goes_to(phase: Phase) -> Callable[[Table, Event], Table]:
    """A step that only moves the round on."""
    return lambda table, _: replace(table, round=replace(table.round, phase=phase))


def _uncovered(table: Table, event: TumblerUncovered) -> Table:
    return replace(table, round=replace(table.round, phase=Phase.UNCOVERED, uncovered=event.outcome))


def _announced(table: Table, event: ResultAnnounced) -> Table:
    return replace(table, round=replace(table.round, phase=Phase.ANNOUNCED, announced=event.outcome))


def _offered(table: Table, event: DiceOffered) -> Table:
    return replace(table, round=replace(table.round, offered=event.seat, shooter="", chosen=()))


def _accepted(table: Table, event: DiceAccepted) -> Table:
    taken = replace(table.round, shooter=event.seat, dice_at=event.seat, offered="", chosen=event.dice, dice_pass=False)
    return replace(table, round=taken)


def _declined(table: Table, event: DiceDeclined) -> Table:
    return replace(table, round=replace(table.round, offered="", declined=(*table.round.declined, event.seat)))


def _passed(table: Table, event: DicePassed) -> Table:
    declined = (*table.round.declined, event.seat)
    return replace(table, round=replace(table.round, shooter="", dice_at=event.seat, chosen=(), declined=declined))


def _lost_dice(table: Table, event: DiceLost) -> Table:
    return replace(
        table,
        round=replace(table.round, chosen=()),
        desk=replace(table.desk, lost=table.desk.lost + event.count),
    )


def _faulted(table: Table, event: FaultReported) -> Table:
    return replace(table, round=replace(table.round, fault=event.ground))


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


def _placed(table: Table, event: BetPlaced) -> Table:
    seat, wager = event.seat, event.wager
    bets = table.layout[seat]
    before = bets.get(wager)
    edition, maximum = len(table.editions) - 1, table.sign_for(seat).maximum
    if before is None:
        fresh = Fresh(event.stake, event.commission)
        bet = Bet(event.stake, event.state, event.commission, event.advised, None, fresh, table.turn, edition, maximum)
    else:
        old = before.fresh if before.turn == table.turn else NOT_FRESH
        bet = replace(
            before,
            stake=before.stake + event.stake,
            commission=before.commission + event.commission,
            fresh=Fresh(old.stake + event.stake, old.commission + event.commission),
            turn=table.turn,
            maximum=None if maximum is None or before.maximum is None else max(before.maximum, maximum),
        )
    layout = {**table.layout, seat: {**bets, wager: bet}}
    after = replace(table, layout=layout, book=table.book.after(event.transfers))
    if event.left_up:
        left = {each: stake for each, stake in table.staying.get(seat, {}).items() if each != wager}
        after = replace(after, staying={**table.staying, seat: left})
    if seat in table.round.declined:
        # Whoever makes the bet to shoot may want the dice after all.
        declined = tuple(each for each in table.round.declined if each != seat)
        after = replace(after, round=replace(table.round, declined=declined))
    if table.desk.idle.get(seat) != desk.PLAYS:
        after = replace(after, desk=desk.plays(table.desk, seat))
    return after


def _taken_down(table: Table, event: BetTakenDown) -> Table:
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
        bets[wager] = replace(bet, stake=bet.stake - amount, commission=commission)


def _called(table: Table, event: BetsCalled) -> Table:
    bets = table.layout[event.seat]
    called = {wager: replace(bets[wager], called=event.on) for wager in event.wagers}
    return replace(table, layout={**table.layout, event.seat: {**bets, **called}})


def _settled(table: Table, event: RoundSettled) -> Table:
    layout, staying = dict(table.layout), dict[str, dict[str, int]]()
    touched: dict[str, dict[str, Bet]] = {}
    for seat in {each.seat for each in event.decided} | {each.seat for each in event.moved}:
        touched[seat] = dict(table.layout[seat])
    for each in event.decided:
        bet = touched[each.seat].pop(each.wager)
        if each.result is Result.WIN and table.offer_of(each.wager, bet).after_win is AfterWin.MAY_STAY_UP:
            staying.setdefault(each.seat, {})[each.wager] = each.stake
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
        advised=table.advised.union(event.advised),
        barred=table.barred.difference(event.unbarred),
        book=table.book.after(event.transfers),
        desk=desk.after_round(table, event.pucks),
        past=_remembering(table, event),
    )


def _remembering(table: Table, event: RoundSettled | RoundVoided) -> tuple[Past, ...]:
    lead, trail = list[Event](), table.trail
    while trail is not None:
        each, trail = trail
        lead.append(each)
    past = Past(table.in_play, replace(table, past=(), trail=None), tuple(reversed(lead)), event)
    return (*table.past[1 - REMEMBERED :], past)


def _won(event: RoundSettled) -> dict[str, int]:
    won: dict[str, int] = {}
    for bet in event.decided:
        if bet.result is Result.WIN:
            won[bet.seat] = won.get(bet.seat, 0) + bet.paid
    return won


def _voided(table: Table, event: RoundVoided) -> Table:
    return replace(
        table,
        round=_done(table, dice_pass=False, to=Phase.DONE),
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


def _bets_gone(table: Table, event: BetRefused | BetsVoided | LightsFailed | TableClosed) -> Table:
    after = replace(table, layout=_down(table, event.decided), book=table.book.after(event.transfers))
    return replace(after, desk=desk.ruled(after, event))


def _invalidated(table: Table, event: BetsInvalidated) -> Table:
    return replace(table, layout=_down(table, event.standing), book=table.book.after(event.transfers))


APPLIERS: dict[type[Event], Callable[[Table, Any], Table]] = {
    SeatTaken: _seated,
    SeatLeft: _left,
    MoneyInserted: _money,
    MoneyCollected: _money,
    MoneyWithheld: _money,
    MoneyReleased: _money,
    DiceShaken: _shaken,
    BettingOpened: _opened,
    BallSpun: _goes_to(Phase.SPUN),
    BettingClosed: _closed,
    NoMoreBetsPressed: _goes_to(Phase.PRESSED),
    TumblerUncovered: _uncovered,
    ResultAnnounced: _announced,
    DiceOffered: _offered,
    DiceAccepted: _accepted,
    DiceDeclined: _declined,
    DicePassed: _passed,
    DiceLost: _lost_dice,
    DiceShot: _goes_to(Phase.SHOT),
    BetPlaced: _placed,
    BetTakenDown: _taken_down,
    BetsCalled: _called,
    RoundSettled: _settled,
    AreasLit: _goes_to(Phase.LIT),
    BetsPaid: _goes_to(Phase.DONE),
    FaultReported: _faulted,
    RoundVoided: _voided,
    BetRefused: _bets_gone,
    BetsVoided: _bets_gone,
    LightsFailed: _bets_gone,
    TableClosed: _bets_gone,
    BetsInvalidated: _invalidated,
    **desk.APPLIERS,
}
"""Every event, and what it does to a table."""
