"""Variances: differences between a count and the books. Each has a number, is explained, and is never posted away."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.cage.box import Variance
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Record
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage
from croupier.cage.texts import because
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CHIPS, VARIANCES
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class NoteVariance(CageCommand):
    """Keep account of a count of a float tray that differs from the books."""

    place: str
    """The table."""
    what: str
    """Which count it was."""
    amount: Cents
    """What was counted too much; below zero if it is too little. Of a recount, the difference to the count before it."""
    corrects: bool = False
    """Whether it changes the last variance of that count, because the tray was counted again."""
    counted_by: tuple[str, ...]
    """The names of those who counted."""


class ExplainVariance(CageOrder):
    """Explain a variance."""

    variance: int
    amount: Cents | None = None
    """What was too much, as they have read it; below zero if it was missing. None to explain whatever it is."""
    why: str
    second: Clerk
    """Who has looked into it, too."""


class VarianceNoted(CageEvent):
    """A count of a float tray differed from the books. Missing chips may still come back with players."""

    number: int
    place: str
    what: str
    amount: Cents
    counted_by: tuple[str, ...]
    transfers: tuple[Transfer, ...]


class VarianceCorrected(CageEvent):
    """A tray was counted again after a mistake: its variance is another one. If there is none, nothing is left to explain."""

    variance: int
    place: str
    amount: Cents
    """What was found too much beside what had been found; below zero if it is less, zero if it is the same."""
    counted_by: tuple[str, ...]
    transfers: tuple[Transfer, ...]


class VarianceExplained(CageEvent):
    """A variance was explained. Its amount stays where it is."""

    variance: int
    why: str
    by: Clerk
    second: Clerk


def note_variance(cage: Cage, command: NoteVariance) -> VarianceNoted | VarianceCorrected | None:
    """Number a difference, or let that of a recount take the place of the one before."""
    place, amount, counters = command.place, command.amount, command.counted_by
    pair = (CHIPS, VARIANCES) if amount > 0 else (VARIANCES, CHIPS)
    transfers = (Transfer(*pair, Cents(abs(amount))),) if amount else ()
    if command.corrects and (last := _last_of(cage, command)):
        return VarianceCorrected(variance=last, place=place, amount=amount, counted_by=counters, transfers=transfers)
    if not amount:
        return None
    number = len(cage.variances) + 1
    return VarianceNoted(number=number, place=place, what=command.what, amount=amount, counted_by=counters, transfers=transfers)


def _last_of(cage: Cage, command: NoteVariance) -> int | None:
    """The number of the last variance of the same count at the same place; None if there is none."""
    numbers = range(len(cage.variances), 0, -1)
    of = (command.place, command.what)
    return next((number for number in numbers if (cage.variances[number].place, cage.variances[number].what) == of), None)


def explain_variance(cage: Cage, command: ExplainVariance) -> VarianceExplained | Refusal:
    """Write the explanation of two people down, once."""
    found = cage.variances.get(command.variance)
    if found is None:
        return Refusal(Reason.VARIANCE_UNKNOWN, f"There is no variance {command.variance}.")
    if found.why is not None:
        return Refusal(Reason.VARIANCE_EXPLAINED, f"Variance {found.number} is explained: {found.why}")
    if command.amount not in (None, found.amount):
        sentence = f"Variance {found.number} has another amount: {in_words(found)}."
        return Refusal(Reason.VARIANCE_CHANGED, sentence)
    if refusal := signed_alone(command.by, command.second, "Another person has to have looked into it, too."):
        return refusal
    if {command.by.name, command.second.name} <= {*found.counted_by}:
        sentence = "Both of you have counted it: somebody who has not looks into it, too."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence)
    return VarianceExplained(variance=found.number, why=command.why, by=command.by, second=command.second)


def in_words(variance: Variance) -> str:
    """A variance in words."""
    more = "more" if variance.amount > 0 else "less"
    return f"{variance.place}, {variance.what}: {dollars(Cents(abs(variance.amount)))} {more} than expected"


def _note(cage: Cage, event: VarianceNoted) -> Cage:
    variance = Variance(event.number, event.place, event.what, event.amount, event.at, counted_by=event.counted_by)
    return replace(cage, variances=cage.variances.having(event.number, variance))


RECOUNTED = "Counted again: there is no difference."
"""The explanation of a variance that a recount has taken away."""


def corrected(variance: Variance, more: int, counters: Iterable[str]) -> Variance:
    """A variance after a recount, which has found that much more. An explanation is of one amount, and goes with it."""
    counted_by = tuple(dict.fromkeys((*variance.counted_by, *counters)))
    if not more:
        return replace(variance, counted_by=counted_by)
    amount = Cents(variance.amount + more)
    return replace(variance, amount=amount, counted_by=counted_by, why=None if amount else RECOUNTED, by=None)


def _corrected(cage: Cage, event: VarianceCorrected) -> Variance:
    return corrected(cage.variances[event.variance], event.amount, event.counted_by)


def _correct(cage: Cage, event: VarianceCorrected) -> Cage:
    after = _corrected(cage, event)
    return replace(cage, variances=cage.variances.having(event.variance, after))


def _explain(cage: Cage, event: VarianceExplained) -> Cage:
    explained = replace(cage.variances[event.variance], why=event.why, by=event.by)
    return replace(cage, variances=cage.variances.having(event.variance, explained))


CAGE_REGISTER.declare(
    CageRow(kind=NoteVariance, decide=note_variance),
    CageRow(kind=ExplainVariance, decide=explain_variance),
    CageEventRow(
        kind=VarianceNoted,
        apply=_note,
        tell=lambda cage, e: f"Variance {e.number}: {in_words(_note(cage, e).variances[e.number])}.",
        moves_money=True,
        changes=lambda e: ((Record.VARIANCE, e.number),),
    ),
    CageEventRow(
        kind=VarianceCorrected,
        apply=_correct,
        tell=lambda cage, e: f"Variance {e.variance} was corrected by a recount: {in_words(_corrected(cage, e))}.",
        moves_money=True,
        changes=lambda e: ((Record.VARIANCE, e.variance),),
    ),
    CageEventRow(
        kind=VarianceExplained,
        apply=_explain,
        tell=lambda _, e: f"{e.by} and {e.second} explained variance {e.variance}{because(e.why)}",
        moves_money=False,
        changes=lambda e: ((Record.VARIANCE, e.variance),),
    ),
)
