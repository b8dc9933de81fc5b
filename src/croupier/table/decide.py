"""Decide: a table and a command make events, or a refusal. Pure."""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.rules.moments import LATEST
from croupier.table import (
    betting,
    boxes,
    cashier,
    commands,
    files,
    orders,
    rounds,
    sanctions,
    seats,
    shooters,
    signs,
    terminals,
    voiding,
)
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.person import Person
from croupier.table.refusals import Reason, Refusal
from croupier.table.state import Table
from croupier.table.tender import MOST

Decider = Callable[[Table, Any], "Event | tuple[Event, ...] | Refusal"]

DECIDERS: dict[type[Command], Decider] = {
    commands.PlaceBet: betting.place,
    commands.TakeDown: betting.take_down,
    commands.MoveBet: betting.move,
    commands.CallBet: betting.call,
    commands.SpeakBet: betting.speak,
    commands.LeaveUp: betting.leave_up,
    commands.TakeSeat: seats.take_seat,
    commands.LeaveSeat: seats.leave_seat,
    commands.InsertMoney: seats.insert_money,
    commands.Collect: seats.collect,
    commands.InsertCard: seats.insert_card,
    commands.RemoveCard: seats.remove_card,
    commands.ShakeDice: rounds.shake,
    commands.OpenBetting: rounds.open_betting,
    commands.SpinBall: rounds.spin,
    commands.CloseBetting: rounds.close_betting,
    commands.PressNoMoreBets: rounds.press,
    commands.UncoverTumbler: rounds.uncover,
    commands.AnnounceResult: rounds.announce,
    commands.AcceptDice: shooters.accept,
    commands.DeclineDice: shooters.decline,
    commands.PassDice: shooters.give_up,
    commands.ShootDice: rounds.shoot,
    commands.EnterOutcome: rounds.enter,
    commands.LightAreas: rounds.light,
    commands.FinishPaying: rounds.pay,
    commands.ReportFault: voiding.report_fault,
    commands.VoidRound: voiding.void,
    commands.LockTerminal: terminals.lock,
    commands.OpenDispute: files.open_dispute,
    orders.OfferDice: shooters.offer,
    orders.OrderPass: shooters.order_pass,
    orders.ThrowForHouse: shooters.throw_for_house,
    orders.LoseDice: shooters.lose,
    orders.RecoverDie: shooters.recover,
    orders.ReplaceDice: shooters.replace_set,
    orders.RelaxFreeze: betting.relax,
    orders.RefuseBet: sanctions.refuse_bet,
    orders.CorrectOutcome: voiding.correct,
    orders.DeclareFault: terminals.declare_fault,
    orders.ConfirmRecord: terminals.confirm_record,
    orders.VoidUnconfirmed: terminals.void_unconfirmed,
    orders.ReportLights: voiding.report_lights,
    orders.Rectify: voiding.rectify,
    orders.Withhold: sanctions.withhold,
    orders.Release: sanctions.release,
    orders.UnlockTerminal: terminals.unlock,
    orders.PayByHand: cashier.pay_by_hand,
    orders.TakeBackHandPay: cashier.take_back,
    orders.FillFloat: cashier.fill,
    orders.CreditFloat: cashier.credit,
    orders.EmptyStacker: boxes.empty_stacker,
    orders.EmptyDrop: boxes.empty_drop,
    orders.Sanction: sanctions.sanction,
    orders.NoteBreach: sanctions.note_breach,
    orders.VacateSeat: seats.vacate,
    orders.DeclareInvalid: sanctions.declare_invalid,
    orders.PostNotice: signs.post,
    orders.ChangeSign: signs.change,
    orders.SetPlayerLimits: signs.set_player_limits,
    orders.EndWager: signs.end_wager,
    orders.AnnounceClose: signs.announce_close,
    orders.CloseTable: signs.close,
    orders.OpenDay: signs.open_day,
    orders.HoldToOneTerminal: seats.hold_to_one,
    orders.AmendRules: signs.amend,
    orders.RelieveDealer: signs.relieve,
    orders.HearDispute: files.hear,
    orders.ReviewDispute: files.review,
    orders.AdviseComplaint: files.advise,
    orders.GiveNotice: files.give_notice,
}
"""Every command, and who answers it."""


_AMOUNTS = ("stake", "amount", "chips", "minimum", "maximum", "count", "times", "total", "round", "dispute", "notice")
_TIMES = ("at", "deadline", "takes_effect")
_LARGEST = dict.fromkeys(_AMOUNTS, MOST) | dict.fromkeys(_TIMES, LATEST)
_COUNTED = {kind: tuple((name, _LARGEST[name]) for name in kind.__struct_fields__ if name in _LARGEST) for kind in DECIDERS}
"""The fields of every command that count something, and how far."""
_NAMED = frozenset(kind for kind in DECIDERS if "by" in kind.__struct_fields__) | {commands.TakeSeat}
"""The commands in which somebody is named who has to have a name."""


def _no_number(command: Command) -> Refusal | None:
    """A program can hand over anything: what is no whole number, or more than could be written down, is refused."""
    for name, most in _COUNTED[type(command)]:
        value = getattr(command, name)
        if value is None:
            continue
        if type(value) is not int:
            return Refusal(Reason.BAD_AMOUNT, f"{name.capitalize()} is {value!r}, which is no whole number.")
        # A scenario counts as far as it likes; what a live table accepts has to fit into its journal and its calendar.
        if not -most <= value <= most and command.at:
            return Refusal(Reason.BAD_AMOUNT, f"{name.capitalize()} is more than anybody could count.")
    return None


def _nameless(command: Command) -> Refusal | None:
    """Whoever decides something has a name, and so has whoever sits down; and what an order contains is held to the same."""
    if isinstance(command, orders.RelaxFreeze) and (refusal := _no_number(command.wish)):
        return refusal
    if isinstance(command, orders.ConfirmRecord) and any(type(stake) is not int for stake in command.bets.values()):
        return Refusal(Reason.BAD_AMOUNT, "A stake of the record is no whole number.")
    by: Person | None = getattr(command, "by", None)
    if by is not None and not by.name.strip():
        return Refusal(Reason.NOT_YOUR_POWER, "Whoever decides something has a name.")
    if isinstance(command, commands.TakeSeat) and command.at and not command.seat.strip():
        return Refusal(Reason.UNKNOWN_PLAYER, "A player needs a name.")
    return None


def decide(table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """What becomes of a command at this table. Nothing changes before its events are applied."""
    kind, at = type(command), command.at
    if refusal := _no_number(command) or (_nameless(command) if kind in _NAMED else None):
        return refusal
    if at and at < table.clock:
        return Refusal(Reason.CLOCK_RUNS_BACKWARDS, "That would have happened before something that has happened.")
    if not at and table.clock:
        # Where a clock runs, it does not stop for whoever leaves the time out.
        command = msgspec.structs.replace(command, at=table.clock)
    decided = DECIDERS[kind](table, command)
    if isinstance(decided, Refusal):
        return decided
    events = decided if isinstance(decided, tuple) else (decided,)
    return tuple([msgspec.structs.replace(event, at=at) for event in events]) if at else events
