"""What happens at a table, in the words of someone who watched."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.rules.moments import clock_time
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sign import SettingValue
from croupier.rules.terms import AfterWin, Voided
from croupier.table import commands, events, rulings
from croupier.table.commands import Command
from croupier.table.events import BetPlaced, BetTakenDown, Event, RoundSettled, RoundVoided, SettledAgain
from croupier.table.fact import Decided, Ruling
from croupier.table.orders import Order
from croupier.table.person import Person
from croupier.table.promotional import Promotional
from croupier.table.state import Table
from croupier.table.tender import counted
from croupier.table.tender import said as tendered

WISHES: dict[type[Command], Callable[[Any], str]] = {
    commands.PlaceBet: lambda wish: f"{wish.seat} asks for {dollars(wish.stake)} on {wish.wager}",
    commands.SpeakBet: lambda wish: f"{wish.seat} calls out {dollars(wish.stake)} on {wish.wager}",
    commands.TakeDown: lambda wish: (
        f"{wish.seat} asks to take down {wish.wager if wish.amount is None else f'{dollars(wish.amount)} of {wish.wager}'}"
    ),
    commands.MoveBet: lambda wish: f"{wish.seat} asks to move {wish.wager} to {wish.to}",
    commands.CallBet: lambda wish: f"{wish.seat} calls {wish.wager} {'on' if wish.on else 'off'}",
    commands.LeaveUp: lambda wish: f"{wish.seat} leaves {wish.wager} up",
    commands.EnterOutcome: lambda wish: f"{wish.outcome} is entered",
    commands.VoidRound: lambda _: "the round is declared void",
    commands.TakeSeat: lambda wish: f"{wish.seat} comes with {dollars(wish.chips)}",
    commands.LeaveSeat: lambda wish: f"{wish.seat} wants to leave",
    commands.InsertMoney: lambda wish: f"{wish.seat} puts {dollars(wish.amount)} in{tendered(wish.tender)}",
    commands.Collect: lambda wish: f"{wish.seat} asks to collect",
    commands.OpenBetting: lambda _: "betting is to open",
    commands.CloseBetting: lambda _: "betting is to close",
    commands.ShootDice: lambda wish: f"{wish.seat or 'the machine'} shoots",
}


def wish(command: Command) -> str:
    """What was asked for, for a sentence that goes on with why it was refused."""
    if said := WISHES.get(type(command)):
        return said(command)
    what = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(command).__name__).lower()
    who = command.by.name if isinstance(command, Order) else getattr(command, "seat", "") or "somebody"
    return f"{who} asks to {what}"


def told(table: Table, event: Event) -> list[str]:
    """An event at this table, a sentence for each thing that happened; what follows from it is indented."""
    if isinstance(event, SettledAgain):
        return _settled_again(table, event)
    lines = TOLD[type(event)](table, event)
    if isinstance(event, Ruling):
        lines = [f"{lines[0].removesuffix('.')}{_because(event)}.", *lines[1:]]
    spoken = notice(table, event)
    return [*lines, f"  {spoken}"] if spoken else lines


def _because(event: Ruling) -> str:
    why = f": {event.why}" if event.why else ""
    return f"{why} ({event.clause})" if event.clause else why.removesuffix(".")


def _who(by: Person | None) -> str:
    return f"{by.name} ({by.role.replace('-', ' ')})" if by else "The machine"


def _counted(there: Cents, variance: Cents) -> str:
    """What was found in a box, beside what had to be there."""
    short = f", {dollars(abs(variance))} {'more' if variance > 0 else 'less'}" if variance else ""
    return f"{dollars(there)} was there by the books, and {dollars(there + variance)} is counted{short}."


def _by(by: Person | None) -> str:
    return f" by {_who(by)}" if by else ""


def _credits(promotional: Promotional) -> str:
    """What of an amount is promotional credits, and what is tokens."""
    kinds = ((promotional.restricted, "restricted"), (promotional.unrestricted, "unrestricted"))
    credits = listed([f"{dollars(Cents(amount))} {kind}" for amount, kind in kinds if amount], "and")
    said = [f"{credits} credits"] if credits else []
    said += [f"{dollars(Cents(promotional.tokens))} in tokens"] if promotional.tokens else []
    return f"of it {listed(said, 'and')}"


def _ends(table: Table, decided: tuple[Decided, ...]) -> list[str]:
    return [f"  {_ended(table, each)}{_again_credits(each)}" for each in decided]


def _again_credits(bet: Decided) -> str:
    said = _credits(bet.promotional) if bet.promotional else ""
    return f" {said[0].upper()}{said[1:]}." if said else ""


def _round_settled(table: Table, event: RoundSettled) -> list[str]:
    called = f" {_who(event.by)} decides that this face is uppermost." if event.disputed else ""
    lines = [f"{event.outcome} falls.{called}", *_pucks(table, event)]
    lines += [f"  {each.seat}'s {each.wager} moves to {each.to}." for each in event.moved if each.to != each.wager]
    lines += _ends(table, event.decided)
    if event.dice_pass and table.round.shooter:
        lines.append(f"  {table.round.shooter} loses the dice.")
    return lines


def _round_voided(table: Table, event: RoundVoided) -> list[str]:
    said = table.rules.game.void_call.replace("-", " ")
    procedures = table.rules.procedures
    ground = procedures.ground(event.ground)
    why = f": {ground.words} ({event.clause})" if ground else ""
    power = next((each for each in procedures.powers_to[Act.VOID_ROUND] if each.ground(event.ground)), None)
    # To invalidate an outcome is another decision than the call of the game, though both leave a round without a result.
    if power and power.voids is Voided.THAT_RESULT:
        called = "The outcome is invalidated"
    elif power and procedures.period:
        called = "The round is declared void"
    else:
        called = f'"{said.capitalize()}" is called'
    return [f"{called}{_by(event.by)}{why}.", *_ends(table, event.decided)]


def _settled_again(table: Table, event: SettledAgain) -> list[str]:
    why = f": {event.why}" if event.why else ""
    lines = [f"{_who(event.by)} has round {event.round} and all later ones settled again{why} ({event.clause})."]
    from croupier.table.apply import apply, rewound  # noqa: PLC0415 - the one telling that needs to play

    other = rewound(table, event.round)
    for each in event.again:
        lines += [f"  | {line}" for line in told(other, each)]
        other = apply(other, each)
    lines += [f"  | not possible now: {each}" for each in event.dropped]
    lines += [f"  {each.source} pays {dollars(each.amount)} to {each.target}." for each in event.transfers]
    return lines


def _fault_reported(table: Table, event: events.FaultReported) -> list[str]:
    ground = table.rules.procedures.ground(event.ground)
    what = ground.words if ground else event.ground
    return [f"A fault is reported: {what} ({event.clause}).{f' {event.detail}' if event.detail else ''}"]


def _amended(_: Table, event: rulings.RulesAmended) -> list[str]:
    values = {**event.readings, **event.raised}
    said = listed([f"{name} {value}" for name, value in sorted(values.items())], "and") or "as printed"
    return [f"{_who(event.by)} puts other rules in force for bets to come: {said}."]


def _closed(_: Table, event: events.BettingClosed) -> list[str]:
    until = f" until {clock_time(event.shoot_by)}" if event.at and event.shoot_by > event.at else ""
    return [f'{_who(event.by)} calls "no more bets".' if event.by else "No more bets."] + (
        [f"  {event.shooter} has the dice{until}."] if event.shooter else []
    )


def _on_sign(table: Table, values: Mapping[str, SettingValue]) -> str:
    """Lines of a sign as they are read: amounts in dollars, the rest as yes, no or a number."""
    said, lines = {True: "yes", False: "no"}, list[str]()
    for setting in table.rules.lines:
        if setting.name in values:
            value = values[setting.name]
            words = dollars(value) if setting.unit == "cents" else said[value] if isinstance(value, bool) else str(value)
            lines.append(f"{setting.name.replace('_', ' ')} {words}")
    return listed(lines, "and")


def _posted(table: Table, event: rulings.NoticePosted) -> list[str]:
    values = _on_sign(table, event.values)
    what = f" ({values or event.wager})" if values or event.wager else ""
    return [f"{_who(event.by)} puts up a sign: at {clock_time(event.takes_effect)} to {event.act}{what}."]


TOLD: dict[type[Event], Callable[[Table, Any], list[str]]] = {
    events.SeatTaken: lambda _, e: [f"{e.seat} sits down with {dollars(e.amount)}{tendered(e.tender)}."],
    events.SeatLeft: lambda _, e: [
        f"{e.seat} leaves with {dollars(e.amount)}{tendered(e.tender)}."
        + (f" {dollars(e.forfeited)} that could only be staked is forfeited." if e.forfeited else "")
        + (f" {dollars(e.tokens)} in tokens goes back to the house." if e.tokens else "")
    ],
    events.MoneyInserted: lambda _, e: [f"{e.seat} puts {dollars(e.amount)} in{tendered(e.tender)}."],
    events.MoneyCollected: lambda _, e: [f"{e.seat} collects {dollars(e.amount)}{tendered(e.tender)}."],
    events.TerminalLocked: lambda _, e: [f"{_who(e.by)} locks the place of {e.seat}: {e.why.removesuffix('.')}."],
    events.HandPayCalled: lambda _, e: [f"{e.seat} waits for {dollars(e.amount)} to be paid by hand."],
    events.CardInserted: lambda _, e: [f"{e.seat}: the card of {e.player} is put in."],
    events.CardRemoved: lambda _, e: [f"{e.seat}: the card is taken out."],
    events.DiceShaken: lambda _, e: [
        f"{_who(e.by)} tumbles the dice under the cover, {f'{e.times} times' if e.times > 1 else 'once'}."
    ],
    events.BettingOpened: lambda _, e: [f"Round {e.round}: " + (f"{_who(e.by)} opens the bets." if e.by else "bets are open.")],
    events.BallSpun: lambda _, __: ["The ball runs."],
    events.BettingClosed: _closed,
    events.NoMoreBetsPressed: lambda _, e: [f'{_who(e.by)} presses "no more bets".'],
    events.TumblerUncovered: lambda _, e: [f"{_who(e.by)} lifts the cover."],
    events.ResultAnnounced: lambda _, e: [f"{_who(e.by)} announces {e.outcome.replace('-', ', ')}: {e.total}."],
    events.DiceAccepted: lambda _, e: [
        f"{e.seat} takes the dice" + (f" and chooses {listed(e.dice, 'and')}." if e.dice else ".")
    ],
    events.DiceDeclined: lambda _, e: [
        f"{_who(e.by)} gets no answer from {e.seat}." if e.by else f"{e.seat} does not want the dice."
    ],
    events.DicePassed: lambda _, e: [
        f"{_who(e.by)} orders {e.seat} to pass the dice: {e.why} ({e.clause})."
        if e.by
        else f"{e.seat} passes the dice ({e.clause})."
    ],
    events.DiceShot: lambda _, e: [f"{e.seat or _who(e.by)} throws the dice."],
    events.BetPlaced: lambda _, e: [
        f"{e.seat} {'leaves' if e.left_up else 'bets'} {dollars(e.stake)} {'up ' if e.left_up else ''}on {e.wager}"
        + (f", {_credits(e.promotional)}" if e.promotional else "")
        + (f", confirmed{_by(e.confirmed)}." if e.confirmed else ".")
    ],
    events.BetTakenDown: lambda _, e: [
        f"{e.seat} takes {dollars(e.amount)}"
        + (f" and {dollars(e.refund)} of the commission" if e.refund else "")
        + f" back from {e.wager}."
    ],
    events.BetsCalled: lambda _, e: [
        f"{e.seat} calls {listed(e.wagers, 'and')} {'on' if e.on else 'off'}{', marked' + _by(e.by) if e.by else ''}."
    ],
    events.RoundSettled: _round_settled,
    events.AreasLit: lambda _, e: [f"{len(e.wagers)} winning areas light up."],
    events.BetsPaid: lambda _, e: [f"{_who(e.by)} has collected and paid; the round is over."],
    events.FaultReported: _fault_reported,
    events.RoundVoided: _round_voided,
    events.DisputeOpened: lambda _, e: [f"Dispute {e.dispute}: {e.seat} about round {e.round}: {e.about}"],
    events.NoticeDemanded: lambda _, e: [f"Notice {e.notice} is due to {e.to}, {e.due}: {e.about} ({e.clause})."],
    rulings.DiceOffered: lambda _, e: [f"{_who(e.by)} offers the dice to {e.seat}."],
    rulings.DiceLost: lambda _, e: [f"{_who(e.by)}: {e.count} of the dice cannot be found."],
    rulings.DieRecovered: lambda _, e: [
        f"{_who(e.by)} has checked the die that was found; it goes "
        + ("back to the shooter." if e.to_shooter else "into the bowl.")
    ],
    rulings.DiceReplaced: lambda _, e: [f"{_who(e.by)} puts a new set of dice on the table."],
    rulings.FreezeRelaxed: lambda _, e: [
        f"{_who(e.by)}{f', with {_who(e.second)},' if e.second else ''} lets {e.wish.seat} change a bet after the close."
    ],
    rulings.BetRefused: lambda t, e: [f"{_who(e.by)} refuses a bet of {e.seat}.", *_ends(t, e.decided)],
    rulings.PlayerRefused: lambda _, e: [f"{_who(e.by)} takes no more bets of {e.seat}."],
    rulings.TerminalFailed: lambda _, e: [f"{_who(e.by)} declares the terminal of {e.seat} faulty."],
    rulings.TerminalRestored: lambda _, e: [f"{_who(e.by)} lets the terminal of {e.seat} play again."],
    rulings.LightsFailed: lambda t, e: [f"{_who(e.by)} reports that the lights failed.", *_ends(t, e.decided)],
    rulings.FaultRectified: lambda _, e: [f"{_who(e.by)} declares the fault rectified."],
    rulings.MoneyWithheld: lambda _, e: [f"{_who(e.by)} withholds {dollars(e.amount)} from {e.seat}."],
    rulings.MoneyReleased: lambda _, e: [
        f"{_who(e.by)} releases {dollars(e.amount)} to {e.seat if e.to_player else 'the house'}."
    ],
    rulings.TerminalUnlocked: lambda _, e: [f"{_who(e.by)} unlocks the place of {e.seat}."],
    rulings.HandPaid: lambda _, e: [f"{_who(e.by)} pays {dollars(e.amount)} by hand to {e.seat}."],
    rulings.HandPayTakenBack: lambda _, e: [
        f"{_who(e.by)} takes back the {dollars(e.amount)} that waited to be paid by hand to {e.seat}.",
        *([f"  {dollars(e.repaid)} of it was owed; {dollars(e.amount - e.repaid)} is credit again."] if e.repaid else []),
    ],
    rulings.FloatFilled: lambda _, e: [f"{_who(e.by)} fills the float with {dollars(e.amount)}."],
    rulings.FloatCredited: lambda _, e: [f"{_who(e.by)} sends {dollars(e.amount)} of the float back to the cage."],
    rulings.StackerEmptied: lambda _, e: [
        f"{_who(e.by)} empties the stacker of {e.seat}.",
        f"  {_counted(e.amount, e.variance)}",
        f"  Counted: {counted(e.counted) or 'nothing'}. By the meters: {counted(e.expected) or 'nothing'}.",
    ],
    rulings.DropEmptied: lambda _, e: [f"{_who(e.by)} empties the drop box.", f"  {_counted(e.amount, e.variance)}"],
    rulings.BetsVoided: lambda t, e: [f"{_who(e.by)} declares bets of {e.seat} void.", *_ends(t, e.decided)],
    rulings.BetsInvalidated: lambda t, e: [
        f"{_who(e.by)} declares the bets of {e.seat} invalid.",
        *_ends(t, e.standing),
        *(f"  {each.wager} of the last round: {dollars(each.paid)} goes back, without winnings." for each in e.settled),
        *([f"  {dollars(only)} of it could only be staked, and is forfeited."] if (only := e.forfeited + e.tokens) else []),
    ],
    rulings.PlayerSanctioned: lambda _, e: [f"{_who(e.by)} decides on {e.seat}, to {e.measure}."],
    rulings.BreachNoted: lambda _, e: [f"{_who(e.by)} writes down a breach by {e.seat}."],
    rulings.SeatOrdered: lambda _, e: [f"{_who(e.by)} requires {e.seat} to give up the place."],
    rulings.NoticePosted: _posted,
    rulings.SignChanged: lambda t, e: [f"{_who(e.by)} changes the sign: {_on_sign(t, e.values)}."],
    rulings.PlayerLimitsSet: lambda _, e: [
        f"{_who(e.by)} gives {e.seat} limits of {dollars(e.minimum)} to {dollars(e.maximum)}, with a sign."
    ],
    rulings.WagerEnded: lambda _, e: [f"{_who(e.by)} ends {e.wager}."],
    rulings.CloseAnnounced: lambda _, e: [f"{_who(e.by)} announces that play closes: no more bets, credits are to be cleared."],
    rulings.TableClosed: lambda t, e: [f"{_who(e.by)} closes the table.", *_ends(t, e.decided)],
    rulings.DayOpened: lambda t, e: [
        f"{_who(e.by)} opens the gaming day {e.day}" + (f", with {_on_sign(t, e.values)} on the sign." if e.values else ".")
    ],
    rulings.PlayerHeld: lambda _, e: [f"{_who(e.by)} holds {e.player} to one terminal."],
    rulings.RulesAmended: _amended,
    rulings.DealerRelieved: lambda _, e: [f"{_who(e.by)} takes over the table."],
    rulings.DisputeDecided: lambda _, e: [f"{_who(e.by)} decides dispute {e.dispute}: {e.decision}"],
    rulings.DisputeReviewed: lambda _, e: [f"{_who(e.by)} reviews dispute {e.dispute}: {e.decision}"],
    rulings.ComplaintAdvised: lambda _, e: [f"{_who(e.by)} advises of the right to complain (dispute {e.dispute})."],
    rulings.NoticeGiven: lambda _, e: [f"{_who(e.by)} has given notice {e.notice}: {e.how}."],
}
"""Every event, and how it is told."""


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
    turned = ((puck, event.pucks[name]) for name, puck in table.rules.pucks.items() if table.pucks[name] != event.pucks[name])
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
        case Result.REFUND:
            return f"{bet.seat}'s {bet.wager} is refunded: {paid} goes back."
        case Result.FORFEIT:
            return f"{bet.seat}'s {bet.wager} is forfeited: the house keeps {stake}."
