"""The steps of a round before the result: tumbling dice, opening and closing bets, spinning the ball."""

from msgspec.structs import replace

from croupier.rules.moments import Millis, clock_time
from croupier.rules.sequence import Phase
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.forms import forms_of
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
    goes_to,
)
from croupier.table.core.state import Table, with_dice
from croupier.table.core.words import who
from croupier.table.money.tray import is_open
from croupier.table.rounds.steps import new_round_refused, step_to, taken_by
from croupier.table.rounds.turns import shooter_at_close


class ShakeDice(Command, frozen=True, kw_only=True, tag=True):
    """Tumble the dice under their cover."""

    by: Person | None = None
    times: int = 1


class OpenBetting(Command, frozen=True, kw_only=True, tag=True):
    """Open betting."""

    deadline: Millis = 0
    """When betting closes, in milliseconds since 1970; 0 if a dealer closes it."""
    by: Person | None = None


class SpinBall(Command, frozen=True, kw_only=True, tag=True):
    """Spin the ball."""


class CloseBetting(Command, frozen=True, kw_only=True, tag=True):
    """Close betting."""

    by: Person | None = None


class PressNoMoreBets(Command, frozen=True, kw_only=True, tag=True):
    """Press the key for "no more bets" on the touch screen."""

    by: Person


class DiceShaken(Event, frozen=True, kw_only=True, tag=True):
    """The dice were tumbled under their cover."""

    round: int
    by: Person | None = None
    times: int


class BettingOpened(Event, frozen=True, kw_only=True, tag=True):
    """Betting was opened."""

    round: int
    deadline: int
    """When betting closes, in milliseconds since 1970; 0 if a dealer closes it."""
    by: Person | None = None


class BallSpun(Event, frozen=True, kw_only=True, tag=True):
    """The ball was spun. Betting is still open."""


class BettingClosed(Event, frozen=True, kw_only=True, tag=True):
    """Betting was closed."""

    shooter: str
    """Who shoots the dice; empty if the machine does, or if the game has no shooter."""
    shoot_by: int
    """Until when the shooter may shoot, in milliseconds since 1970."""
    by: Person | None = None


class NoMoreBetsPressed(Event, frozen=True, kw_only=True, tag=True):
    """The key for "no more bets" was pressed."""

    by: Person


def shake(table: Table, wish: ShakeDice) -> DiceShaken | Refusal:
    """Tumble the dice, for the first time in a round or again."""
    again = table.round.phase is Phase.SHAKEN and play_is_stopped(table) is None
    steps = (each for each in table.rules.procedures.sequence if each.to is Phase.SHAKEN)
    step = taken_by(table, next(steps), wish.by) if again else step_to(table, Phase.SHAKEN, wish.by)
    if isinstance(step, Refusal):
        return step
    if refusal := new_round_refused(table) or _opener_refused(table):
        return refusal
    if wish.times < 1:
        return Refusal(Reason.BAD_AMOUNT, f"Dice cannot be tumbled {wish.times} times.", step.clause)
    return DiceShaken(round=table.round.number + (not again), by=wish.by, times=wish.times)


def open_betting(table: Table, wish: OpenBetting) -> BettingOpened | Refusal:
    """Open betting for the next round."""
    step = step_to(table, Phase.BETTING, wish.by)
    if isinstance(step, Refusal):
        return step
    if refusal := new_round_refused(table) or _opener_refused(table):
        return refusal
    for before in table.rules.procedures.sequence:
        if before.to is Phase.SHAKEN and table.round.shakes < before.times:
            done = "once" if table.round.shakes == 1 else f"{table.round.shakes} times"
            sentence = f"The dice have been tumbled {done}, and {before.times} is the least."
            return Refusal(Reason.OUT_OF_SEQUENCE, sentence, before.clause)
    if wish.deadline and wish.deadline <= wish.at:
        return Refusal(Reason.BAD_AMOUNT, "Bets cannot close before they open.", step.clause)
    return BettingOpened(
        round=table.round.number + (table.round.phase is not Phase.SHAKEN),
        deadline=wish.deadline,
        by=wish.by if step.by else None,
    )


def _opener_refused(table: Table) -> Refusal | None:
    """Refuse a round at a table that keeps a float, and whose opener was not counted."""
    if not table.desk.keeps_float or is_open(table):
        return None
    return Refusal(Reason.OUT_OF_SEQUENCE, "First count the opener of the tray.")


def spin(table: Table, wish: SpinBall) -> BallSpun | Refusal:  # noqa: ARG001 - the signature of every `decide`
    """Spin the ball while betting is open."""
    step = step_to(table, Phase.SPUN)
    return step if isinstance(step, Refusal) else BallSpun()


def close_betting(table: Table, wish: CloseBetting) -> BettingClosed | Refusal:
    """Close betting, and determine who has the dice."""
    step = step_to(table, Phase.CLOSED, wish.by)
    if isinstance(step, Refusal):
        return step
    shooter, shooting, at = shooter_at_close(table), table.rules.procedures.shooting, wish.at or table.clock
    until = at + shooting.seconds * 1000 if shooting and shooter else at
    return BettingClosed(shooter=shooter, shoot_by=until, by=wish.by if step.by else None)


def press(table: Table, wish: PressNoMoreBets) -> NoMoreBetsPressed | Refusal:
    """Press the key, if the table has one."""
    step = step_to(table, Phase.PRESSED, wish.by)
    if isinstance(step, Refusal):
        return step
    if step.only_with and not table.sign.named.get(step.only_with):
        return Refusal(Reason.OUT_OF_SEQUENCE, "This table has no such key.", step.clause)
    return NoMoreBetsPressed(by=wish.by)


def _apply_shaken(table: Table, event: DiceShaken) -> Table:
    shakes = event.times + (table.round.shakes if table.round.phase is Phase.SHAKEN else 0)
    return replace(table, round=replace(table.round, number=event.round, phase=Phase.SHAKEN, shakes=shakes))


def _apply_opened(table: Table, event: BettingOpened) -> Table:
    return replace(
        table,
        round=replace(
            table.round,
            number=event.round,
            phase=Phase.BETTING,
            deadline=event.deadline,
            opened=event.at,
            declined=(),
            offered="",
            asked_place=0,
        ),
        staying={},
        adjusted=None,
    )


def _apply_closed(table: Table, event: BettingClosed) -> Table:
    before = replace(with_dice(table, event.shooter), dice_pass=False) if event.shooter else table.round
    return replace(table, round=replace(before, phase=Phase.CLOSED, deadline=event.shoot_by, shooter=event.shooter))


def _tell_closed(_: Table, event: BettingClosed) -> list[str]:
    until = f" until {clock_time(event.shoot_by)}" if event.is_timed and event.shoot_by > event.at else ""
    return [f'{who(event.by)} calls "no more bets".' if event.by else "No more bets."] + (
        [f"  {event.shooter} has the dice{until}."] if event.shooter else []
    )


declare(
    CommandRow(
        kind=ShakeDice,
        decide=shake,
        wish=by_name,
        senders=FROM_STAFF | FROM_MACHINE,
        under=Phase.SHAKEN,
        chosen=(),
        forms=forms_of(ShakeDice),
    ),
    CommandRow(
        kind=OpenBetting,
        decide=open_betting,
        wish=lambda _: "betting is to open",
        senders=FROM_STAFF | FROM_MACHINE,
        under=Phase.BETTING,
        chosen=(),
        forms=forms_of(OpenBetting),
    ),
    CommandRow(
        kind=SpinBall,
        decide=spin,
        wish=by_name,
        senders=FROM_MACHINE,
        under=Phase.SPUN,
        chosen=(),
        forms=forms_of(SpinBall),
    ),
    CommandRow(
        kind=CloseBetting,
        decide=close_betting,
        wish=lambda _: "betting is to close",
        senders=FROM_STAFF | FROM_MACHINE,
        under=Phase.CLOSED,
        chosen=(),
        forms=forms_of(CloseBetting),
    ),
    CommandRow(
        kind=PressNoMoreBets,
        decide=press,
        wish=by_name,
        senders=FROM_STAFF,
        under=Phase.PRESSED,
        chosen=(),
        forms=forms_of(PressNoMoreBets),
    ),
    event_without_money(
        kind=DiceShaken,
        apply=_apply_shaken,
        tell=lambda _, e: f"{who(e.by)} tumbles the dice under the cover, {f'{e.times} times' if e.times > 1 else 'once'}.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=BettingOpened,
        apply=_apply_opened,
        tell=lambda _, e: f"Round {e.round}: " + (f"{who(e.by)} opens the bets." if e.by else "bets are open."),
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=BallSpun,
        apply=goes_to(Phase.SPUN),
        tell=lambda _, __: "The ball runs.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=BettingClosed,
        apply=_apply_closed,
        tell=_tell_closed,
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=NoMoreBetsPressed,
        apply=goes_to(Phase.PRESSED),
        tell=lambda _, e: f'{who(e.by)} presses "no more bets".',
        audience=Audience.TABLE,
    ),
)
