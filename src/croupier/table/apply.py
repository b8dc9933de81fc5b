"""Apply: a table and an event make the next table. Pure; it decides nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.rules.sequence import Phase
from croupier.table import chips, desk
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
    HandPayCalled,
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
from croupier.table.metering import corrected, metered
from croupier.table.rulings import (
    BetRefused,
    BetsInvalidated,
    BetsVoided,
    DiceLost,
    DiceOffered,
    DropEmptied,
    FloatCredited,
    FloatFilled,
    HandPaid,
    HandPayTakenBack,
    LightsFailed,
    MoneyReleased,
    MoneyWithheld,
    StackerEmptied,
    TableClosed,
)
from croupier.table.state import ForgottenRoundError, Table, Trail


def apply(table: Table, event: Event) -> Table:
    """The table after this has happened."""
    if isinstance(event, SettledAgain):
        return _again(table, event)
    after = APPLIERS[type(event)](table, event)
    trail = None if isinstance(event, RoundSettled | RoundVoided) else (event, table.trail)
    return replace(after, trail=trail, clock=max(table.clock, event.at), meters=metered(table, event))


def rewound(table: Table, round: int) -> Table:
    """The table as it was before a round was settled, ready to go on otherwise."""
    at = next((index for index, past in enumerate(table.past) if past.round == round), None)
    if at is None:
        raise ForgottenRoundError(f"round {round} is not among those that this table remembers")
    trail: Trail = None
    for event in table.past[at].lead:
        trail = (event, trail)
    return replace(table.past[at].before, past=table.past[:at], trail=trail)


def _again(table: Table, event: SettledAgain) -> Table:
    other = rewound(table, event.round)
    for each in event.again:
        other = apply(other, each)
    meters, book = corrected(table.meters, other.meters), table.book.after(event.transfers)
    return replace(other, book=book, meters=meters, clock=max(table.clock, event.at))


Money = (
    MoneyInserted | MoneyCollected | MoneyWithheld | MoneyReleased | FloatFilled | FloatCredited | StackerEmptied | DropEmptied
)
"""What moves money and changes nothing else."""


def _money(table: Table, event: Money) -> Table:
    return replace(table, book=table.book.after(event.transfers))


def _hand_pay_called(table: Table, event: HandPayCalled) -> Table:
    waiting = {**table.desk.hand_pays, event.seat: table.desk.hand_pays.get(event.seat, 0) + event.amount}
    return replace(table, book=table.book.after(event.transfers), desk=replace(table.desk, hand_pays=waiting))


def _hand_pay_over(table: Table, event: HandPaid | HandPayTakenBack) -> Table:
    waiting = {seat: amount for seat, amount in table.desk.hand_pays.items() if seat != event.seat}
    return replace(table, book=table.book.after(event.transfers), desk=replace(table.desk, hand_pays=waiting))


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


APPLIERS: dict[type[Event], Callable[[Table, Any], Table]] = {
    SeatTaken: _seated,
    SeatLeft: _left,
    MoneyInserted: _money,
    MoneyCollected: _money,
    MoneyWithheld: _money,
    MoneyReleased: _money,
    FloatFilled: _money,
    FloatCredited: _money,
    StackerEmptied: _money,
    DropEmptied: _money,
    HandPayCalled: _hand_pay_called,
    HandPaid: _hand_pay_over,
    HandPayTakenBack: _hand_pay_over,
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
    BetPlaced: chips.placed,
    BetTakenDown: chips.taken_down,
    BetsCalled: chips.called,
    RoundSettled: chips.settled,
    AreasLit: _goes_to(Phase.LIT),
    BetsPaid: _goes_to(Phase.DONE),
    FaultReported: _faulted,
    RoundVoided: chips.voided,
    BetRefused: chips.bets_gone,
    BetsVoided: chips.bets_gone,
    LightsFailed: chips.bets_gone,
    TableClosed: chips.bets_gone,
    BetsInvalidated: chips.invalidated,
    **desk.APPLIERS,
}
"""Every event, and what it does to a table."""
