"""The result of a round: uncovering, announcing and entering it, lighting the winning areas, and paying."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.rules.outcomes import OutcomeName, shown
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import power_to_act
from croupier.table.core.checks import play_is_stopped
from croupier.table.core.forms import Values, either, every, forms_of, outcomes
from croupier.table.core.message import Command, Event
from croupier.table.core.payment import once_paid
from croupier.table.core.person import AUTOMATIC, Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_MACHINE,
    FROM_STAFF,
    Audience,
    CommandRow,
    Deferred,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    goes_to,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import who
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled, settle
from croupier.table.rounds.steps import step_to, taken_by, unknown_outcome_refused


class UncoverTumbler(Command, frozen=True, kw_only=True, tag=True):
    """Lift the cover of the dice."""

    by: Person | None = None
    outcome: OutcomeName = OutcomeName("")
    """The outcome, from a tumbler that reads it."""
    device: str | UnsetType = UNSET
    """The id of the enrolled device that reports it; missing if none does."""


class AnnounceResult(Command, frozen=True, kw_only=True, tag=True):
    """Call the numbers, lowest first, and their total."""

    by: Person
    numbers: tuple[int, ...]
    total: int


class EnterOutcome(Command, frozen=True, kw_only=True, tag=True):
    """Enter the outcome, and settle the round."""

    outcome: OutcomeName
    by: Person | None = None
    disputed: bool = False
    """Whether a person had to decide which face is uppermost."""
    device: str | UnsetType = UNSET
    """The id of the enrolled device that reports it; missing if none does."""


class LightAreas(Command, frozen=True, kw_only=True, tag=True):
    """Light the winning areas."""


class FinishPaying(Command, frozen=True, kw_only=True, tag=True):
    """Finish collecting losing bets and paying winning bets."""

    by: Person


class TumblerUncovered(Event, frozen=True, kw_only=True, tag=True):
    """The cover of the dice was lifted."""

    by: Person | None = None
    outcome: OutcomeName
    """The outcome, from a tumbler that reads it; else empty."""
    device: str | None = None
    """The id of the enrolled device that reported it; null if none did."""


class ResultAnnounced(Event, frozen=True, kw_only=True, tag=True):
    """The numbers were called, lowest first, and their total."""

    by: Person
    outcome: OutcomeName
    total: int


class AreasLit(Event, frozen=True, kw_only=True, tag=True):
    """The winning areas were lit."""

    wagers: tuple[str, ...]


class BetsPaid(Event, frozen=True, kw_only=True, tag=True):
    """Losing bets were collected and winning bets paid. The round is over."""

    by: Person


def uncover(table: Table, wish: UncoverTumbler) -> TumblerUncovered | Refusal:
    """Lift the cover, once bets are closed."""
    step = step_to(table, Phase.UNCOVERED, wish.by)
    if isinstance(step, Refusal):
        return step
    if wish.outcome and (strange := unknown_outcome_refused(table, wish.outcome)):
        return strange
    return TumblerUncovered(by=wish.by, outcome=wish.outcome, device=wish.device or None)


def announce(table: Table, wish: AnnounceResult) -> ResultAnnounced | Refusal:
    """Call the numbers, lowest first, and their total."""
    # A wrong call is corrected by calling again, before the outcome is entered.
    again = table.round.phase is Phase.ANNOUNCED and play_is_stopped(table) is None
    steps = (each for each in table.rules.procedures.sequence if each.to is Phase.ANNOUNCED)
    step = taken_by(table, next(steps), wish.by) if again else step_to(table, Phase.ANNOUNCED, wish.by)
    if isinstance(step, Refusal):
        return step
    outcome = OutcomeName("-".join(str(number) for number in wish.numbers))
    said = "-".join(str(number) for number in wish.numbers)
    if list(wish.numbers) != sorted(wish.numbers):
        return Refusal(Reason.WRONG_CALL, f"{said} is not called from the lowest number to the highest.", step.clause)
    if strange := unknown_outcome_refused(table, outcome):
        return strange
    if wish.total != sum(wish.numbers):
        return Refusal(Reason.WRONG_CALL, f"{said} adds up to {sum(wish.numbers)}, not to {wish.total}.", step.clause)
    if table.round.uncovered and table.round.uncovered != outcome:
        return Refusal(Reason.WRONG_CALL, f"The tumbler shows {table.round.uncovered}, not {said}.", step.clause)
    return ResultAnnounced(by=wish.by, outcome=outcome, total=wish.total)


def enter(table: Table, wish: EnterOutcome) -> Deferred | Refusal:
    """Enter the outcome, and settle the round."""
    if strange := unknown_outcome_refused(table, wish.outcome):
        return strange
    if refusal := play_is_stopped(table) if table.is_untimed else _entry_refused(table, wish):
        return refusal
    by, device = _entered_by(table, wish), wish.device or None
    # A person may settle what the machine has uncovered, and it stays the result of the machine.
    drawn = bool(device or table.round.uncovered) or wish.by is None or wish.by.name == AUTOMATIC
    return Deferred(lambda: settle(table, wish.outcome, by=by, device=device, disputed=wish.disputed, drawn=drawn))


def _entered_by(table: Table, wish: EnterOutcome) -> Person | None:
    """Who entered the outcome; None if a machine reads it, even if the command names a person."""
    settles = table.rules.procedures.settles
    return wish.by if wish.disputed or (settles and settles.by) else None


def _entry_refused(table: Table, wish: EnterOutcome) -> Refusal | None:
    """Refuse an outcome out of sequence, from the wrong person, or other than announced."""
    settles = table.rules.procedures.settles
    assert settles, "a round has a step that settles it"
    # The person who decides a disputed face replaces the one who would have entered the outcome.
    power = power_to_act(table, wish.by, Act.SETTLE_FACE) if wish.disputed else None
    if isinstance(power, Refusal):
        return power
    step = step_to(table, settles.to, None if wish.disputed else wish.by)
    if isinstance(step, Refusal):
        return None if power and step.reason is Reason.NOT_YOUR_POWER else step
    announced = table.round.announced
    if announced and announced != wish.outcome:
        return Refusal(Reason.WRONG_CALL, f"{announced} was announced, and {wish.outcome} cannot be entered.", step.clause)
    return None


def light_areas(table: Table, wish: LightAreas) -> AreasLit | Refusal:  # noqa: ARG001 - the signature of every `decide`
    """Light the winning areas of the last outcome."""
    step = step_to(table, Phase.LIT)
    if isinstance(step, Refusal):
        return step
    return AreasLit(wagers=_winning(table))


def _winning(table: Table) -> tuple[str, ...]:
    """The areas that win with the result of the last round; none if it was called off."""
    last = table.past[-1]
    return tuple(lit(last.before, last.event.outcome)) if isinstance(last.event, RoundSettled) else ()


def _light_again(table: Table, event: AreasLit) -> AreasLit:
    """Light the areas of the corrected result."""
    return replace(event, wagers=_winning(table))


def finish_paying(table: Table, wish: FinishPaying) -> BetsPaid | Refusal:
    """End the round, at a table where a dealer pays."""
    settles = table.rules.procedures.settles
    if settles and settles.to is Phase.DONE:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The machine pays by itself.", settles.clause)
    step = step_to(table, Phase.DONE, wish.by)
    return step if isinstance(step, Refusal) else BetsPaid(by=wish.by)


def _apply_uncovered(table: Table, event: TumblerUncovered) -> Table:
    return replace(table, round=replace(table.round, phase=Phase.UNCOVERED, uncovered=event.outcome))


def _apply_announced(table: Table, event: ResultAnnounced) -> Table:
    return replace(table, round=replace(table.round, phase=Phase.ANNOUNCED, announced=event.outcome))


def _apply_paid(table: Table, event: BetsPaid) -> Table:
    return replace(goes_to(Phase.DONE)(table, event), adjusted=once_paid(table.adjusted))


def _numbers(table: Table) -> Iterator[Values]:
    """The numbers of every outcome, and their total."""
    for outcome in table.rules.game.space.ways:
        numbers = shown(outcome)
        yield {"numbers": numbers, "total": sum(numbers)}


def _entered_under(table: Table, wish: EnterOutcome) -> Act | Phase | None:
    """The power to decide which face is uppermost, or the step that settles the round."""
    settles = table.rules.procedures.settles
    return Act.SETTLE_FACE if wish.disputed else settles and settles.to


declare(
    CommandRow(
        kind=UncoverTumbler,
        decide=uncover,
        wish=by_name,
        senders=FROM_STAFF | FROM_MACHINE,
        under=Phase.UNCOVERED,
        chosen=(),
        forms=forms_of(UncoverTumbler),
    ),
    CommandRow(
        kind=AnnounceResult,
        decide=announce,
        wish=by_name,
        senders=FROM_STAFF,
        under=Phase.ANNOUNCED,
        chosen=("numbers", "total"),
        forms=forms_of(AnnounceResult, _numbers),
    ),
    CommandRow(
        kind=EnterOutcome,
        decide=enter,
        wish=lambda wish: f"{wish.outcome} is entered",
        senders=FROM_STAFF | FROM_MACHINE,
        under=_entered_under,
        also_under=(Act.SETTLE_FACE, Phase.SETTLED),
        chosen=("outcome", "disputed"),
        forms=forms_of(EnterOutcome, every(outcomes, either("disputed"))),
    ),
    CommandRow(
        kind=LightAreas,
        decide=light_areas,
        wish=by_name,
        senders=FROM_STAFF | FROM_MACHINE,
        under=Phase.LIT,
        chosen=(),
        forms=forms_of(LightAreas),
    ),
    CommandRow(
        kind=FinishPaying,
        decide=finish_paying,
        wish=by_name,
        senders=FROM_STAFF,
        under=Phase.DONE,
        chosen=(),
        forms=forms_of(FinishPaying),
    ),
    event_without_money(
        kind=TumblerUncovered,
        apply=_apply_uncovered,
        tell=lambda _, e: f"{who(e.by)} lifts the cover{f'; {e.device} reports {e.outcome}' if e.device else ''}.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=ResultAnnounced,
        apply=_apply_announced,
        tell=lambda _, e: f"{who(e.by)} announces {e.outcome.replace('-', ', ')}: {e.total}.",
        audience=Audience.TABLE,
    ),
    EventRow(
        kind=AreasLit,
        apply=goes_to(Phase.LIT),
        meter=unmetered,
        tell=lambda _, e: f"{len(e.wagers) or 'No'} winning areas light up.",
        again=_light_again,
        audience=Audience.TABLE,
        moves_money=False,
        history=History.CONTINUES,
    ),
    event_without_money(
        kind=BetsPaid,
        apply=_apply_paid,
        tell=lambda _, e: f"{who(e.by)} has collected and paid; the round is over.",
        audience=Audience.TABLE,
    ),
)
