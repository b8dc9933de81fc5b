"""Throwing the dice: by the shooter, by the machine, or for the house."""

from msgspec.structs import replace

from croupier.rules.moments import clock_time
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import not_staff_refused, power_to_act
from croupier.table.core.forms import forms_of, one_of
from croupier.table.core.message import Command, Event, Order
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    by_name,
    declare,
    event_without_money,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.rounds.steps import step_to
from croupier.table.rounds.turns import has_the_bet, in_hand, in_turn, next_in_turn, shooting_now


class ShootDice(Command, frozen=True, kw_only=True, tag=True):
    """Throw the dice, or press the button that does."""

    seat: str = ""
    """The shooter; empty if the machine shoots by itself."""


class ThrowForHouse(Order, frozen=True, kw_only=True, tag=True):
    """Throw the dice for the house, because no player takes them."""

    passed_over: tuple[str, ...] = ()
    """Players who are not asked, because they are not at the table, have no bet to shoot with, or were asked before."""


class RestDice(Command, frozen=True, kw_only=True, tag=True):
    """Record that the dice have come to rest."""

    by: Person | None = None
    """Who saw it; null if a device reports it."""


class DiceShot(Event, frozen=True, kw_only=True, tag=True):
    """The dice were thrown."""

    seat: str
    """The shooter; empty if the machine or the house threw."""
    by: Person | None = None
    """Who threw for the house; null if nobody did."""


class DiceRested(Event, frozen=True, kw_only=True, tag=True):
    """The dice came to rest."""

    by: Person | None = None
    """Who saw it; null if a device reported it."""


def shoot(table: Table, wish: ShootDice) -> DiceShot | Refusal:
    """Throw the dice, as the shooter or as the machine."""
    step = step_to(table, Phase.SHOT)
    if isinstance(step, Refusal):
        return step
    return cannot_throw(table, wish) or DiceShot(seat=wish.seat)


def cannot_throw(table: Table, wish: ShootDice) -> Refusal | None:
    """Refuse a throw by a player, or by the machine, who may not throw now."""
    shooting, round = table.rules.procedures.shooting, table.round
    assert shooting, "a round with a step for throwing has rules about the shooter"
    if not shooting.is_offered:
        if wish.seat and wish.seat != round.shooter:
            return Refusal(Reason.NOT_THE_SHOOTER, f"{wish.seat} does not have the dice.", shooting.clause)
        if not wish.seat and round.shooter and wish.is_timed and wish.at < round.deadline:
            sentence = f"{round.shooter} has the dice until {clock_time(round.deadline)}."
            return Refusal(Reason.TOO_SOON, sentence, shooting.seconds_clause)
        return None
    if not wish.seat or wish.seat != round.shooter:
        who = wish.seat or "Nobody"
        return Refusal(Reason.NOT_THE_SHOOTER, f"{who} does not have the dice.", shooting.clause)
    if table.desk.is_refused(wish.seat):
        return Refusal(Reason.BETS_REFUSED, f"{wish.seat} may not play here.", shooting.clause)
    if not has_the_bet(table, wish.seat):
        return Refusal(Reason.NO_LINE_BET, f"{wish.seat} needs a bet on one of the lines to throw.", shooting.eligible)
    if shooting.dice and not round.chosen:
        return Refusal(Reason.BAD_DICE, f"{wish.seat} has to choose dice first.", shooting.dice.chosen_clause)
    return None


def throw_for_house(table: Table, order: ThrowForHouse) -> DiceShot | Refusal:
    """Throw for the house, when every player was asked, nobody took the dice, and bets stand."""
    power = power_to_act(table, order.by, Act.THROW_FOR_HOUSE)
    if isinstance(power, Refusal):
        return power
    if table.round.phase is not Phase.BETTING or in_hand(table) or table.round.offered:
        return Refusal(Reason.OUT_OF_SEQUENCE, "A player has the dice, or is asked to take them.", power.clause)
    if turn := next_in_turn(table, order.passed_over):
        return Refusal(Reason.NOT_YOUR_TURN, f"{turn} has not been asked yet.", power.clause)
    if not any(table.layout.values()):
        return Refusal(Reason.NO_SUCH_WAGER, "No bet waits to be decided.", power.clause)
    return DiceShot(seat="", by=order.by)


def rest(table: Table, wish: RestDice) -> DiceRested | Refusal:
    """Record that the dice of a throw have come to rest, also if the throw does not count."""
    shooting, round = table.rules.procedures.shooting, table.round
    if shooting is None or not shooting.records_rest:
        return Refusal(Reason.NO_SUCH_POWER, "At this table nobody records when the dice come to rest.")
    if wish.by and (refusal := not_staff_refused(table, wish.by)):
        return refusal
    if round.phase is not Phase.SHOT or round.rested is not None:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are not in the air.", shooting.rests)
    return DiceRested(by=wish.by)


def _apply_shot(table: Table, _: DiceShot) -> Table:
    return replace(table, round=replace(table.round, phase=Phase.SHOT, rested=None))


def _apply_rested(table: Table, event: DiceRested) -> Table:
    return replace(table, round=replace(table.round, rested=event.at))


def _tell_rested(_: Table, event: DiceRested) -> str:
    when = f" at {clock_time(event.at)}" if event.is_timed else ""
    return f"{who(event.by)} sees the dice come to rest{when}." if event.by else f"The dice come to rest{when}."


def _shooter(table: Table) -> tuple[str, ...]:
    """The shooter, for whom the staff record the throw; the machine (empty) where the dice are not offered."""
    return shooting_now(table) if table.rules.procedures.offers_dice else ("",)


def _everybody(table: Table) -> tuple[tuple[str, ...]]:
    """All players who could be asked to throw."""
    return (tuple(in_turn(table)) if table.rules.procedures.shooting else (),)


declare(
    CommandRow(
        kind=ShootDice,
        decide=shoot,
        wish=lambda wish: f"{wish.seat or 'the machine'} shoots",
        senders=FROM_PLAYERS | FROM_STAFF | FROM_MACHINE,
        under=Phase.SHOT,
        chosen=("seat",),
        forms=forms_of(ShootDice, one_of("seat", _shooter)),
        nothing=Refusal(Reason.NOT_THE_SHOOTER, "Nobody has the dice."),
    ),
    CommandRow(
        kind=ThrowForHouse,
        decide=throw_for_house,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.THROW_FOR_HOUSE,
        chosen=("passed_over",),
        forms=forms_of(ThrowForHouse, one_of("passed_over", _everybody)),
        prepares=Phase.SETTLED,
    ),
    CommandRow(
        kind=RestDice,
        decide=rest,
        wish=by_name,
        senders=FROM_STAFF | FROM_MACHINE,
        under=None,
        chosen=(),
        forms=forms_of(RestDice),
        prepares=Phase.SETTLED,
    ),
    event_without_money(
        kind=DiceShot,
        apply=_apply_shot,
        tell=lambda _, e: f"{e.seat or who(e.by)} throws the dice.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=DiceRested,
        apply=_apply_rested,
        tell=_tell_rested,
        audience=Audience.STAFF,
    ),
)
