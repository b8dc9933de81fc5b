"""The audit: a journal read from its first line, every fact decided again by the rules and compared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from croupier.ledger import Account
from croupier.money import Cents
from croupier.table.apply import apply
from croupier.table.commands import (
    CallBet,
    CloseBetting,
    Collect,
    Command,
    EnterOutcome,
    InsertMoney,
    OpenBetting,
    PlaceBet,
    ShootDice,
    TakeDown,
    TakeSeat,
    VoidRound,
)
from croupier.table.decide import decide
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
from croupier.table.opening import TableOpened, opened
from croupier.table.state import Table


class AuditError(Exception):
    """A line of a journal that the rules would not have written."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a journal tells of one table."""

    ruleset: str
    fingerprint: str
    lines: int
    rounds: int
    balances: Mapping[Account, int]


def replay(lines: Iterable[bytes]) -> Replay:
    """Fold a table's journal, and have the rules decide every line of it again."""
    remaining = iter(lines)
    first = _read(1, next(remaining, b""), TableOpened)
    table, number, rounds = opened(first), 1, 0
    for number, line in enumerate(remaining, 2):
        event = _read(number, line, Event)
        again = decide(table, command_behind(table, event))
        if again != (event,):
            raise AuditError(f"line {number}: written down was {line.decode()}, but the rules say {again}")
        table = apply(table, event)
        rounds += isinstance(event, RoundSettled)
    if sum(table.book.balances.values()):
        raise AuditError(f"line {number}: the accounts do not sum to zero")
    return Replay(first.ruleset, first.fingerprint, number, rounds, table.book.balances)


def _read(number: int, line: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        raise AuditError(f"line {number}: cannot be read ({error})") from None


def command_behind(table: Table, event: Event) -> Command:
    """The command that an event answered."""
    match event:
        case BetPlaced():
            return PlaceBet(seat=event.seat, wager=event.wager, stake=event.stake)
        case BetTakenDown():
            return TakeDown(seat=event.seat, wager=event.wager, amount=event.amount)
        case BetsCalled():
            return CallBet(seat=event.seat, wager=next(iter(event.wagers), ""), on=event.on)
        case RoundSettled():
            return EnterOutcome(outcome=event.outcome)
        case RoundVoided():
            return VoidRound()
        case _:
            return _procedure_behind(table, event)


def _procedure_behind(
    table: Table, event: SeatTaken | MoneyInserted | MoneyCollected | BettingOpened | BettingClosed | DiceShot
) -> Command:
    match event:
        case SeatTaken():
            return TakeSeat(seat=event.seat, chips=_moved(event))
        case MoneyInserted():
            return InsertMoney(seat=event.seat, amount=_moved(event))
        case MoneyCollected():
            return Collect(seat=event.seat)
        case BettingOpened():
            return OpenBetting(deadline=event.deadline)
        case BettingClosed():
            shooting = table.rules.shooting
            return CloseBetting(at=event.shoot_by - shooting.seconds * 1000 if shooting and event.shooter else event.shoot_by)
        case DiceShot():
            return ShootDice(seat=event.seat)


def _moved(event: SeatTaken | MoneyInserted) -> Cents:
    return Cents(sum(transfer.amount for transfer in event.transfers))
