"""The command behind an event: what must have been asked, so that it can be decided again."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from croupier.money import Cents
from croupier.rules.outcomes import shown
from croupier.table import commands, events, orders, rulings
from croupier.table.commands import Command
from croupier.table.events import BetPlaced, BetTakenDown, DicePassed, DiceShot, Event, RoundSettled, RoundVoided, SettledAgain
from croupier.table.fact import Ruling
from croupier.table.orders import CorrectOutcome, Order
from croupier.table.tender import Tender, Way


def behind(event: Event) -> Command:
    """The command that an event answered, alone or as the first of several."""
    return BEHIND[type(event)](event)


def _placed(event: BetPlaced) -> Command:
    seat, wager, stake = event.seat, event.wager, event.stake
    tokens = Cents(event.promotional.tokens) if event.promotional else UNSET
    if event.confirmed:
        return commands.SpeakBet(
            seat=seat, wager=wager, stake=stake, tokens=tokens, with_chips=True, by=event.confirmed, at=event.at
        )
    if event.left_up:
        return commands.LeaveUp(seat=seat, wager=wager, at=event.at)
    return commands.PlaceBet(seat=seat, wager=wager, stake=stake, tokens=tokens, at=event.at)


def _taken_down(event: BetTakenDown) -> Command:
    seat, wager, amount = event.seat, event.wager, None if event.all_of_it else event.amount
    if event.to:
        return commands.MoveBet(seat=seat, wager=wager, to=event.to, amount=amount, at=event.at)
    return commands.TakeDown(seat=seat, wager=wager, amount=amount, at=event.at)


def _shot(event: DiceShot) -> Command:
    if event.by:
        return orders.ThrowForHouse(by=event.by, at=event.at)
    return commands.ShootDice(seat=event.seat, at=event.at)


def _passed(event: DicePassed) -> Command:
    if event.by:
        return orders.OrderPass(by=event.by, why=event.why, at=event.at)
    return commands.PassDice(seat=event.seat, at=event.at)


def _voided(event: RoundVoided, round: int = 0) -> Command:
    return commands.VoidRound(by=event.by, ground=event.ground, round=round, forfeit=event.forfeit, at=event.at)


def _settled_again(event: SettledAgain) -> Command:
    """A terminal's record comes with an event of its own; what is left is another outcome, or none at all."""
    first = event.again[0]
    if not isinstance(first, RoundSettled | RoundVoided):
        raise ValueError("a round is settled again because it is corrected or called off")  # noqa: TRY004 - not our mistake
    if isinstance(first, RoundSettled):
        return CorrectOutcome(round=event.round, outcome=first.outcome, by=event.by, why=event.why, at=event.at)
    return commands.VoidRound(by=event.by, ground=event.why, round=event.round, forfeit=first.forfeit, at=event.at)


def _restored(event: rulings.TerminalRestored) -> Command:
    if event.bets is None:
        return _ruled(orders.VoidUnconfirmed, "seat", "round")(event)
    return _ruled(orders.ConfirmRecord, "seat", "round", "bets")(event)


def _ruled(order: type[Order], *fields: str, **others: Callable[[Any], object]) -> Callable[[Any], Command]:
    """An order whose fields are those of its ruling, by the same name or found otherwise."""

    def made(event: Ruling) -> Command:
        found = {name: getattr(event, name) for name in fields} | {name: find(event) for name, find in others.items()}
        return order(by=event.by, why=event.why, at=event.at, **found)

    return made


def _asked(wish: type[Command], *fields: str, **others: Callable[[Any], object]) -> Callable[[Any], Command]:
    """A wish whose fields are those of its event, by the same name or found otherwise."""

    def made(event: Any) -> Command:
        found = {name: getattr(event, name) for name in fields} | {name: find(event) for name, find in others.items()}
        return wish(at=event.at, **found)

    return made


BEHIND: dict[type[Event], Callable[[Any], Command]] = {
    events.SeatTaken: _asked(commands.TakeSeat, "seat", "tender", chips=lambda event: event.amount),
    events.SeatLeft: _asked(commands.LeaveSeat, "seat", "tender"),
    events.MoneyInserted: _asked(commands.InsertMoney, "seat", "amount", "tender"),
    events.MoneyCollected: _asked(commands.Collect, "seat", "tender"),
    events.TerminalLocked: _asked(commands.LockTerminal, "seat", "why", "by"),
    events.HandPayCalled: _asked(commands.Collect, "seat", tender=lambda _: Tender(Way.HAND_PAY)),
    events.CardInserted: _asked(commands.InsertCard, "seat", "player"),
    events.CardRemoved: _asked(commands.RemoveCard, "seat"),
    events.DiceShaken: _asked(commands.ShakeDice, "by", "times", "seal"),
    events.BettingOpened: _asked(commands.OpenBetting, "by", "deadline"),
    events.BallSpun: _asked(commands.SpinBall),
    events.BetPlaced: _placed,
    events.BetTakenDown: _taken_down,
    events.BetsCalled: _asked(commands.CallBet, "seat", "on", "by", wager=lambda event: event.wagers[0]),
    events.BettingClosed: _asked(commands.CloseBetting, "by"),
    events.NoMoreBetsPressed: _asked(commands.PressNoMoreBets, "by"),
    events.TumblerUncovered: _asked(commands.UncoverTumbler, "by", "outcome", "salt"),
    events.ResultAnnounced: _asked(commands.AnnounceResult, "by", "total", numbers=lambda event: shown(event.outcome)),
    events.DiceAccepted: _asked(commands.AcceptDice, "seat", "dice"),
    events.DiceDeclined: _asked(commands.DeclineDice, "seat", "by"),
    events.DicePassed: _passed,
    events.DiceShot: _shot,
    events.RoundSettled: _asked(commands.EnterOutcome, "outcome", "by", "disputed"),
    events.AreasLit: _asked(commands.LightAreas),
    events.BetsPaid: _asked(commands.FinishPaying, "by"),
    events.FaultReported: _asked(commands.ReportFault, "ground", "detail"),
    events.RoundVoided: _voided,
    events.DisputeOpened: _asked(commands.OpenDispute, "seat", "round", "about"),
    events.SettledAgain: _settled_again,
    rulings.DiceOffered: _ruled(orders.OfferDice, "seat"),
    rulings.DiceLost: _ruled(orders.LoseDice, "count"),
    rulings.DieRecovered: _ruled(orders.RecoverDie, "to_shooter"),
    rulings.DiceReplaced: _ruled(orders.ReplaceDice),
    rulings.FreezeRelaxed: _ruled(orders.RelaxFreeze, "wish", "second"),
    rulings.BetRefused: _ruled(orders.RefuseBet, "seat", "wager"),
    rulings.PlayerRefused: _ruled(orders.RefuseBet, "seat"),
    rulings.TerminalFailed: _ruled(orders.DeclareFault, "seat"),
    rulings.TerminalRestored: _restored,
    rulings.LightsFailed: _ruled(orders.ReportLights, "refund_short"),
    rulings.FaultRectified: _ruled(orders.Rectify),
    rulings.MoneyWithheld: _ruled(orders.Withhold, "seat", "amount"),
    rulings.MoneyReleased: _ruled(orders.Release, "seat", "amount", "to_player"),
    rulings.TerminalUnlocked: _ruled(orders.UnlockTerminal, "seat"),
    rulings.HandPaid: _ruled(orders.PayByHand, "seat"),
    rulings.HandPayTakenBack: _ruled(orders.TakeBackHandPay, "seat"),
    rulings.FloatFilled: _ruled(orders.FillFloat, "amount"),
    rulings.FloatCredited: _ruled(orders.CreditFloat, "amount"),
    rulings.StackerEmptied: _ruled(orders.EmptyStacker, "seat", notes=lambda event: event.counted),
    rulings.DropEmptied: _ruled(orders.EmptyDrop, amount=lambda event: event.counted),
    rulings.BetsInvalidated: _ruled(orders.DeclareInvalid, "seat"),
    rulings.PlayerSanctioned: _ruled(orders.Sanction, "seat", "measure"),
    rulings.BreachNoted: _ruled(orders.NoteBreach, "seat", "clause"),
    rulings.SeatOrdered: _ruled(orders.VacateSeat, "seat"),
    rulings.NoticePosted: _ruled(orders.PostNotice, "act", "takes_effect", "values", "wager"),
    rulings.SignChanged: _ruled(orders.ChangeSign, "values"),
    rulings.PlayerLimitsSet: _ruled(orders.SetPlayerLimits, "seat", "minimum", "maximum"),
    rulings.WagerEnded: _ruled(orders.EndWager, "wager"),
    rulings.CloseAnnounced: _ruled(orders.AnnounceClose),
    rulings.TableClosed: _ruled(orders.CloseTable, refund=lambda event: bool(event.decided)),
    rulings.DayOpened: _ruled(orders.OpenDay, "day", "values"),
    rulings.PlayerHeld: _ruled(orders.HoldToOneTerminal, "player"),
    rulings.RulesAmended: _ruled(orders.AmendRules, "readings", "raised"),
    rulings.DealerRelieved: _ruled(orders.RelieveDealer),
    rulings.DisputeDecided: _ruled(orders.HearDispute, "dispute", "decision"),
    rulings.DisputeReviewed: _ruled(orders.ReviewDispute, "dispute", "decision"),
    rulings.ComplaintAdvised: _ruled(orders.AdviseComplaint, "dispute"),
    rulings.NoticeGiven: _ruled(orders.GiveNotice, "notice", "how"),
}
"""Every event that answers a command of its own. Bets voided and notices demanded only ever follow another event."""
