"""An automatic dealer: makes the calls of a round in the order of the document."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import UNSET

from croupier.devices import DeviceError, Fault, Wanted
from croupier.floor.roles import caller, holder, is_automatic
from croupier.people.message import STAFF_BOT
from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase, Step
from croupier.table.authority.powers import powers_here
from croupier.table.core.decide import judge
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table
from croupier.table.rounds.calls import CloseBetting, OpenBetting, PressNoMoreBets, ShakeDice, SpinBall
from croupier.table.rounds.dice import DeclineDice, OfferDice, OrderPass
from croupier.table.rounds.dice_set import ReplaceDice
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, FinishPaying, LightAreas, UncoverTumbler
from croupier.table.rounds.shooting import RestDice, ShootDice, ThrowForHouse
from croupier.table.rounds.steps import next_step
from croupier.table.rounds.turns import has_the_bet, in_hand, in_turn
from croupier.table.rounds.voiding import ReportFault, VoidRound

DELAY = "delay"
"""The ground on which a shooter who does not throw is ordered to pass the dice."""


class OutcomeNeeded(NamedTuple):
    """The next call needs the outcome, which the device of the table reports."""

    table: Table
    call: type[UncoverTumbler | EnterOutcome]
    by: Person | None
    """Who makes the call."""

    def reported(self, fell: OutcomeName | Fault, device: str | None) -> Command:
        """The call with what the device has reported. `device` is the id of an enrolled one."""
        if isinstance(fell, Fault):
            return _report(self.table, fell)
        return self.call(outcome=fell, by=self.by, device=device or UNSET)

    @property
    def wanted(self) -> Wanted:
        """What the device is asked."""
        table = self.table
        named = {ground.id: ground.words for power in powers_here(table, Act.VOID_ROUND) for ground in power.grounds}
        grounds = {id: words for id, words in named.items() if not isinstance(judge(table, ReportFault(ground=id)), Refusal)}
        # The step has its time from the journal, so a restart asks with the same id, and a restored journal with another.
        round = table.round
        return Wanted(round.number, f"{round.number}-{round.since}", table.rules.game.space, grounds)


class AutomaticDealer:
    """Decides the next call from the table alone. It keeps no state, so a restart continues the round in play."""

    def __init__(self, may_shoot: Callable[[Table, str], bool] | None = None) -> None:
        """`may_shoot` tells whether to offer the dice to a player in turn; None: always."""
        self._may_shoot = may_shoot

    def next(self, table: Table, deadline: int = 0) -> Command | OutcomeNeeded | None:
        """The next call; None while the table waits for a player."""
        step, shooting = next_step(table), table.rules.procedures.shooting
        by = caller(step)
        if table.round.phase is Phase.SHOT and shooting and shooting.records_rest and table.round.rested is None:
            return RestDice(by=by)
        match step.to:
            case Phase.SHAKEN:
                return ShakeDice(by=by, times=step.times)
            case Phase.BETTING:
                return OpenBetting(by=by, deadline=deadline)
            case Phase.SPUN:
                return SpinBall()
            case Phase.CLOSED:
                return CloseBetting(by=by)
            case Phase.SHOT:
                return self.throw(table)
            case Phase.LIT:
                return LightAreas()
            case Phase.DONE if by and table.round.phase in (Phase.SETTLED, Phase.LIT):
                return FinishPaying(by=by)
            case Phase.PRESSED | Phase.UNCOVERED | Phase.ANNOUNCED | Phase.SETTLED | Phase.DONE | Phase.UNTIMED:
                return self._reveal(table, step)

    def hurry(self, table: Table) -> Command | None:
        """What the staff do when a player takes too long with the dice; None if they may do nothing.

        To order a pass is at the discretion of the staff: the bot of the staff does it, and on a live floor the loop leaves it
        to them.
        """
        if table.round.offered:
            return DeclineDice(seat=table.round.offered, by=holder(table, Act.OFFER_DICE))
        by = holder(table, Act.ORDER_PASS, DELAY, name=STAFF_BOT)
        return OrderPass(by=by, why=DELAY) if by and table.round.shooter else None

    def throw(self, table: Table) -> Command | None:
        """The next call that gets the dice thrown: by a machine, by the shooter, by the player in turn, or by the house."""
        shooting, round = table.rules.procedures.shooting, table.round
        assert shooting, "only a table where players throw has this step"
        if not shooting.is_offered:
            return ShootDice()
        shooter = in_hand(table)
        if round.offered or (shooter and has_the_bet(table, shooter)):
            return None
        if shooting.dice and table.desk.lost >= shooting.dice.new_set_when_lost:
            by = holder(table, Act.TEND_DICE)
            return ReplaceDice(by=by) if by else None
        if shooter:
            return None
        players, by = in_turn(table), holder(table, Act.OFFER_DICE)
        turn = next((at for at, seat in enumerate(players) if not self._may_shoot or self._may_shoot(table, seat)), None)
        if turn is not None and by:
            return OfferDice(by=by, seat=players[turn], passed_over=tuple(players[:turn]))
        house = holder(table, Act.THROW_FOR_HOUSE)
        if house is None or not any(table.layout.values()):
            return None
        return ThrowForHouse(by=house, passed_over=tuple(players))

    def _reveal(self, table: Table, step: Step) -> Command | OutcomeNeeded:
        """The calls from the closing of bets to the result."""
        by = caller(step)
        match step.to:
            case Phase.PRESSED if by:
                return PressNoMoreBets(by=by)
            case Phase.UNCOVERED:
                return OutcomeNeeded(table, UncoverTumbler, by)
            case Phase.ANNOUNCED if by and not table.round.uncovered:
                return _report(table, Fault(None, "Nobody said what lay under the cover."))
            case Phase.ANNOUNCED if by:
                numbers = shown(table.round.uncovered)
                return AnnounceResult(by=by, numbers=numbers, total=sum(numbers))
            case _ if table.round.announced:
                return EnterOutcome(outcome=table.round.announced, by=by)
            case _:
                return OutcomeNeeded(table, EnterOutcome, by)


def _report(table: Table, fault: Fault) -> Command:
    """Report a fault, or void the round as the bot of the staff if the ground is at their discretion.

    On a live floor the loop leaves such a round to the staff.
    """
    if fault.ground is not None:
        return ReportFault(ground=fault.ground, detail=fault.detail)
    ground = table.rules.procedures.no_outcome
    if ground is None:
        raise DeviceError(f"{fault.detail} The document has no ground on which to void the round.")
    if ground.must:
        return ReportFault(ground=ground.id, detail=fault.detail)
    return VoidRound(by=holder(table, Act.VOID_ROUND, ground.id, name=STAFF_BOT), ground=ground.id)


def call_off(table: Table) -> VoidRound:
    """Void the round whose fault was reported, as the bot of the staff.

    The document leaves no choice, and nothing else may happen first.
    """
    ground = table.round.fault
    powers = table.rules.procedures.powers_to[Act.VOID_ROUND]
    # Nobody said which terminals a reported fault affects, so it affects all of them.
    named = any(power.on_terminals and power.ground(ground) for power in powers)
    by = holder(table, Act.VOID_ROUND, ground, name=STAFF_BOT)
    return VoidRound(by=by, ground=ground, terminals=tuple(table.layout) if named else None)


def marker(table: Table, *, is_attended: bool = False) -> Person | None:
    """Who marks a bet that a player calls on or off at a terminal; None if a person runs the table, or if nobody has to."""
    return holder(table, Act.MARK_BET) if is_automatic(table, is_attended=is_attended) else None
