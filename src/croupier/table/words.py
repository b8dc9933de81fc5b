"""What happens at a table, in the words of someone who watched."""

from croupier.money import dollars
from croupier.rules.machine import Result
from croupier.rules.outcomes import listed
from croupier.rules.terms import AfterWin
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
from croupier.table.events import (
    BetPlaced,
    BetsCalled,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    Decided,
    DiceShot,
    Event,
    MoneyCollected,
    MoneyInserted,
    RoundSettled,
    RoundVoided,
    SeatTaken,
)
from croupier.table.state import Table


def wish(command: Command) -> str:
    """What was asked for, for a sentence that goes on with why it was refused."""
    match command:
        case PlaceBet():
            return f"{command.seat} asks for {dollars(command.stake)} on {command.wager}"
        case TakeDown(amount=amount):
            how_much = command.wager if amount is None else f"{dollars(amount)} of {command.wager}"
            return f"{command.seat} asks to take down {how_much}"
        case CallBet():
            return f"{command.seat} calls {command.wager} {'on' if command.on else 'off'}"
        case EnterOutcome():
            return f"{command.outcome} is entered"
        case VoidRound():
            return "the round is declared void"
        case TakeSeat():
            return f"{command.seat} comes with {dollars(command.chips)}"
        case InsertMoney():
            return f"{command.seat} puts {dollars(command.amount)} in"
        case Collect():
            return f"{command.seat} asks to collect"
        case OpenBetting():
            return "betting is to open"
        case CloseBetting():
            return "betting is to close"
        case ShootDice():
            return f"{command.seat or 'the machine'} shoots"


def told(table: Table, event: Event) -> list[str]:
    """An event at this table, a sentence for each thing that happened; what follows from it is indented."""
    match event:
        case SeatTaken():
            return [f"{event.seat} sits down with {_money(event)}."]
        case MoneyInserted():
            return [f"{event.seat} puts {_money(event)} in."]
        case MoneyCollected():
            return [f"{event.seat} collects {_money(event)}."]
        case BettingOpened():
            return [f"Round {event.round}: bets are open."]
        case BettingClosed():
            return ["No more bets." + (f" {event.shooter} has the dice." if event.shooter else "")]
        case DiceShot():
            return [f"{event.seat or 'The machine'} shoots."]
        case BetPlaced():
            lines = [f"{event.seat} bets {dollars(event.stake)} on {event.wager}."]
        case BetTakenDown():
            fee = f" and {dollars(event.refund)} of the commission" if event.refund else ""
            lines = [f"{event.seat} takes {dollars(event.amount)}{fee} back from {event.wager}."]
        case BetsCalled():
            return [f"{event.seat} calls {listed(event.wagers, 'and')} {'on' if event.on else 'off'}."]
        case RoundSettled():
            lines = [f"{event.outcome} falls.", *_pucks(table, event)]
            lines += [f"  {each.seat}'s {each.wager} moves to {each.to}." for each in event.moved if each.to != each.wager]
            lines += [f"  {_ended(table, each)}" for each in event.decided]
        case RoundVoided():
            said = table.rules.game.void_call.replace("-", " ")
            lines = [f'"{said.capitalize()}" is called.', *(f"  {_ended(table, each)}" for each in event.decided)]
    spoken = notice(table, event)
    return [*lines, f"  {spoken}"] if spoken else lines


def _money(event: SeatTaken | MoneyInserted | MoneyCollected) -> str:
    return dollars(sum(each.amount for each in event.transfers))


def notice(table: Table, event: Event) -> str:
    """What players should be told about an event beyond the event itself."""
    match event:
        case BetPlaced():
            offer = table.rules.addresses[event.wager].offer
            fee = f"{dollars(event.commission)} of commission is charged." if event.commission else ""
            return fee or (offer.warning if event.state != offer.wager.first else "")
        case BetTakenDown(trimmed=trimmed):
            return " ".join(f"{dollars(each.amount)} on {each.wager} comes down with it." for each in trimmed)
        case RoundSettled(advised=advised):
            told = listed(sorted({seat for seat, _ in advised}), "and")
            return f"{told}: bets below the minimum will go back from now on, whatever falls." if told else ""
        case _:
            return ""


def _pucks(table: Table, event: RoundSettled) -> list[str]:
    turned = ((table.rules.pucks[name], state) for name, state in event.pucks.items() if table.pucks[name] != state)
    return [f"  {puck.title} is now at {state}." for puck, state in turned]


def _ended(table: Table, bet: Decided) -> str:
    stake, paid = dollars(bet.stake), dollars(bet.paid)
    match bet.result:
        case Result.WIN:
            offer = table.rules.addresses[bet.wager].offer
            stays = "; it may stay up as a new bet" if offer.after_win is AfterWin.MAY_STAY_UP else ""
            return f"{bet.seat}'s {bet.wager} wins: {paid} comes back for {stake}{stays}."
        case Result.LOSE:
            back = f"; {paid} over the maximum goes back" if bet.paid else ""
            return f"{bet.seat}'s {bet.wager} loses {dollars(bet.stake - bet.paid)}{back}."
        case Result.PUSH:
            return f"{bet.seat}'s {bet.wager} is a push: {paid} goes back."
        case Result.VOID:
            return f"{bet.seat}'s {bet.wager} is void: {paid} goes back."
