"""The set of dice: losing, finding and replacing dice."""

from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import power_to_act
from croupier.table.core.message import Event, Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import Audience, CommandRow, EventRow, History, by_name, declare, on_desk, stands, unmetered
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.rounds.voiding import FaultReported


class LoseDice(Order, frozen=True, kw_only=True, tag=True):
    """Record that dice went off the table and were not found."""

    count: int
    """The number of lost dice."""


class RecoverDie(Order, frozen=True, kw_only=True, tag=True):
    """Record that a lost die was found and checked."""

    to_shooter: bool = False
    """Whether it goes back to the shooter; else to the bowl."""


class ReplaceDice(Order, frozen=True, kw_only=True, tag=True):
    """Put a new set of dice on the table."""


class DiceLost(Ruling, frozen=True, kw_only=True, tag=True):
    """Dice went off the table and were not found. The shooter chooses again from the rest."""

    count: int
    """The number of lost dice."""


class DieRecovered(Ruling, frozen=True, kw_only=True, tag=True):
    """A lost die was found and checked."""

    to_shooter: bool
    """Whether it went back to the shooter; else to the bowl."""


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
    return DieRecovered(to_shooter=order.to_shooter, by=order.by, why=order.why, clause=power.clause)


def replace_dice(table: Table, order: ReplaceDice) -> DiceReplaced | Refusal:
    """Put a new set of dice on the table, while the dice are not in the air."""
    power = power_to_act(table, order.by, Act.TEND_DICE)
    if isinstance(power, Refusal):
        return power
    if table.round.phase is Phase.SHOT:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", power.clause)
    return DiceReplaced(by=order.by, why=order.why, clause=power.clause)


def _apply_lost(table: Table, event: DiceLost) -> Table:
    return replace(
        table,
        round=replace(table.round, chosen=()),
        desk=replace(table.desk, lost=table.desk.lost + event.count),
    )


declare(
    CommandRow(kind=LoseDice, decide=lose_dice, wish=by_name),
    CommandRow(kind=RecoverDie, decide=recover_die, wish=by_name),
    CommandRow(kind=ReplaceDice, decide=replace_dice, wish=by_name),
    EventRow(
        kind=DiceLost,
        apply=_apply_lost,
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)}: {e.count} of the dice cannot be found.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=DieRecovered,
        apply=on_desk(lambda t, _: replace(t.desk, lost=t.desk.lost - 1)),
        meter=unmetered,
        tell=lambda _, e: (
            f"{who(e.by)} has checked the die that was found; it goes "
            + ("back to the shooter." if e.to_shooter else "into the bowl.")
        ),
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
    EventRow(
        kind=DiceReplaced,
        apply=on_desk(lambda t, _: replace(t.desk, lost=0)),
        meter=unmetered,
        tell=lambda _, e: f"{who(e.by)} puts a new set of dice on the table.",
        again=stands,
        audience=Audience.STAFF,
        moves_money=False,
        history=History.CONTINUES,
    ),
)
