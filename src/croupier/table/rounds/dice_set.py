"""The set of dice: losing, finding and replacing dice."""

from msgspec.structs import replace

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import power_to_act
from croupier.table.core.forms import either, forms_of, one_of
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money
from croupier.table.core.state import MissingDice, Round, Table
from croupier.table.core.words import who
from croupier.table.rounds.voiding import FaultReported


class LoseDice(Order, frozen=True, kw_only=True, tag=True):
    """Record that dice went off the table and were not found."""

    count: int
    """The number of lost dice."""


class RecoverDie(Order, frozen=True, kw_only=True, tag=True):
    """Record that a lost die was found and checked."""

    to_shooter: bool = False
    """Whether it goes back to the shooter, who has asked for it; else to the bowl."""


class ReplaceDice(Order, frozen=True, kw_only=True, tag=True):
    """Put a new set of dice on the table."""


class DiceLost(Ruling, frozen=True, kw_only=True, tag=True):
    """Dice went off the table and were not found. The shooter chooses again from the rest, or asks for them back."""

    count: int
    """The number of lost dice."""


class DieRecovered(Ruling, frozen=True, kw_only=True, tag=True):
    """A lost die was found and checked."""

    to_shooter: bool
    """Whether it went back to the shooter, who throws with the same dice as before; else to the bowl."""


class DiceReplaced(Ruling, frozen=True, kw_only=True, tag=True):
    """A new set of dice was put on the table."""


def lose_dice(table: Table, order: LoseDice) -> tuple[Event, ...] | Refusal:
    """Record lost dice. If it happened in a throw, also report the fault that voids the round."""
    power = power_to_act(table, order.by, Act.TEND_DICE)
    if isinstance(power, Refusal):
        return power
    shooting = table.rules.procedures.shooting
    dice = shooting.dice if shooting else None
    if dice is None or not 1 <= order.count <= dice.dice - table.desk.lost:
        return Refusal(Reason.BAD_DICE, f"{order.count} dice cannot be lost.", power.clause)
    lost = DiceLost(count=order.count, by=order.by, why=order.why, clause=power.clause)
    ground = table.rules.procedures.ground(dice.ground)
    if table.round.phase is not Phase.SHOT or ground is None or table.round.fault:
        return (lost,)
    return lost, FaultReported(ground=ground.id, clause=ground.clause, detail="A die is lost.")


def recover_die(table: Table, order: RecoverDie) -> DieRecovered | Refusal:
    """Record that a lost die was found and checked."""
    power = power_to_act(table, order.by, Act.CHECK_DICE)
    if isinstance(power, Refusal):
        return power
    if not table.desk.lost:
        return Refusal(Reason.BAD_DICE, "No die is missing.", power.clause)
    if order.to_shooter and (refusal := _giving_back_refused(table, power.clause)):
        return refusal
    return DieRecovered(to_shooter=order.to_shooter, by=order.by, why=order.why, clause=power.clause)


def _giving_back_refused(table: Table, clause: str) -> Refusal | None:
    """Refuse to give a die to the shooter who misses none, or while a throw with other dice is in the air."""
    round = table.round
    if _missed_by_shooter(round) is None:
        sentence = f"{round.shooter} misses no die" if round.shooter else "Nobody has the dice"
        return Refusal(Reason.BAD_DICE, f"{sentence}: the one that was found goes into the bowl.", clause)
    if round.phase is Phase.SHOT and not round.fault:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", clause)
    return None


def _missed_by_shooter(round: Round) -> MissingDice | None:
    """The dice that the present shooter misses; None if there are none."""
    return round.missing if round.missing and round.missing.seat == round.shooter else None


def replace_dice(table: Table, order: ReplaceDice) -> DiceReplaced | Refusal:
    """Put a new set of dice on the table, while the dice are not in the air."""
    power = power_to_act(table, order.by, Act.TEND_DICE)
    if isinstance(power, Refusal):
        return power
    if table.round.phase is Phase.SHOT:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", power.clause)
    return DiceReplaced(by=order.by, why=order.why, clause=power.clause)


def _apply_lost(table: Table, event: DiceLost) -> Table:
    round, before = table.round, _missed_by_shooter(table.round)
    # A shooter who has not chosen again since dice were lost misses those, too.
    dice = round.chosen or (before.dice if before else ())
    count = event.count + (before.count if before and not round.chosen else 0)
    missing = MissingDice(round.shooter, dice, min(count, len(dice))) if dice else None
    return replace(
        table,
        round=replace(round, chosen=(), missing=missing),
        desk=replace(table.desk, lost=table.desk.lost + event.count),
    )


def _apply_recovered(table: Table, event: DieRecovered) -> Table:
    lost = table.desk.lost - 1
    round, missing = table.round, _missed_by_shooter(table.round)
    if missing and event.to_shooter:
        is_last = missing.count == 1
        round = replace(
            round,
            chosen=missing.dice if is_last else round.chosen,
            missing=None if is_last else replace(missing, count=missing.count - 1),
        )
    elif missing and missing.count > lost:
        # What went into the bowl was the shooter's.
        round = replace(round, missing=None)
    return replace(table, round=round, desk=replace(table.desk, lost=lost))


def _apply_replaced(table: Table, _: DiceReplaced) -> Table:
    return replace(table, round=replace(table.round, missing=None), desk=replace(table.desk, lost=0))


def _tell_recovered(table: Table, event: DieRecovered) -> list[str]:
    checked = f"{who(event.by)} has checked the die that was found; it goes "
    if not event.to_shooter:
        return [checked + "into the bowl."]
    missing = _missed_by_shooter(table.round)
    has_all = [f"  {missing.seat} has dice {listed(missing.dice, 'and')} again."] if missing and missing.count == 1 else []
    return [checked + "back to the shooter.", *has_all]


def _dice_left(table: Table) -> range:
    shooting = table.rules.procedures.shooting
    return range(1, shooting.dice.dice - table.desk.lost + 1) if shooting and shooting.dice else range(0)


declare(
    CommandRow(
        kind=LoseDice,
        decide=lose_dice,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.TEND_DICE,
        chosen=("count",),
        forms=forms_of(LoseDice, one_of("count", _dice_left)),
        nothing=Refusal(Reason.BAD_DICE, "No die is left to lose."),
    ),
    CommandRow(
        kind=RecoverDie,
        decide=recover_die,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.CHECK_DICE,
        chosen=("to_shooter",),
        forms=forms_of(RecoverDie, either("to_shooter")),
    ),
    CommandRow(
        kind=ReplaceDice,
        decide=replace_dice,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.TEND_DICE,
        chosen=(),
        forms=forms_of(ReplaceDice),
    ),
    event_without_money(
        kind=DiceLost,
        apply=_apply_lost,
        tell=lambda _, e: f"{who(e.by)}: {e.count} of the dice cannot be found.",
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=DieRecovered,
        apply=_apply_recovered,
        tell=_tell_recovered,
        audience=Audience.STAFF,
    ),
    event_without_money(
        kind=DiceReplaced,
        apply=_apply_replaced,
        tell=lambda _, e: f"{who(e.by)} puts a new set of dice on the table.",
        audience=Audience.STAFF,
    ),
)
