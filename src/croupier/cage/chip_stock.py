"""The value chips of the cage: two people count them without seeing the books, and chips come there and leave it for good."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cage.box import Variance, against_books
from croupier.cage.chips import BAD_CHIPS, in_words, value_of
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing, one_variance
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import signed_alone
from croupier.cage.state import Cage
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CHIPS, VARIANCES
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class CountChips(CageOrder):
    """Enter how many value chips the cage has. Counted again after a mistake, it is compared with the count before."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents; empty if there was none."""
    second: Clerk
    """Who has counted, too."""


class RestockChips(CageOrder):
    """Add chips to those of the cage, such as new ones of the maker, or take chips out of use."""

    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    to_cage: bool
    """Whether they came to the cage; else they left it for good."""
    why: str
    second: Clerk
    """Who has counted them, too."""


class ChipsCounted(CageEvent):
    """Two people counted the chips of the cage. What is missing is a variance: players still have it."""

    chips: Mapping[int, int]
    counted: Cents
    by: Clerk
    second: Clerk
    expected: Cents | None = None
    """What it should have had by the books; None if nobody had counted before."""
    variance: int | None = None
    """The number of the variance; None if there is none."""
    transfers: tuple[Transfer, ...] = ()


class ChipsRestocked(CageEvent):
    """Chips came to the cage that were not in use before, or left it for good. No money moved."""

    chips: Mapping[int, int]
    amount: Cents
    to_cage: bool
    why: str
    by: Clerk
    second: Clerk


def count_chips(cage: Cage, command: CountChips) -> ChipsCounted | Refusal:
    """Compare a count with the last one and what has moved since. The first has nothing to be compared with."""
    counted = value_of(command.chips) if command.chips else Cents(0)
    if counted is None:
        return BAD_CHIPS
    if refusal := signed_alone(command.by, command.second, "Another person has to count the chips, too."):
        return refusal
    expected = cage.chips_here
    over = 0 if expected is None else counted - expected
    pair = (CHIPS, VARIANCES) if over > 0 else (VARIANCES, CHIPS)
    return ChipsCounted(
        chips=command.chips,
        counted=counted,
        by=command.by,
        second=command.second,
        expected=expected,
        variance=len(cage.variances) + 1 if over else None,
        transfers=(Transfer(*pair, Cents(abs(over))),) if over else (),
    )


def restock_chips(_: Cage, command: RestockChips) -> ChipsRestocked | Refusal:
    """Keep account of chips that are new, or are not used any more."""
    amount = value_of(command.chips)
    if amount is None:
        return BAD_CHIPS
    if refusal := signed_alone(command.by, command.second, "Another person has to count them, too."):
        return refusal
    return ChipsRestocked(
        chips=command.chips,
        amount=amount,
        to_cage=command.to_cage,
        why=command.why,
        by=command.by,
        second=command.second,
    )


def _count(cage: Cage, event: ChipsCounted) -> Cage:
    after = replace(cage, chips_here=event.counted, chips_counted=event.at, chips_moved=None)
    if event.variance is None or event.expected is None:
        return after
    over, counters = Cents(event.counted - event.expected), (event.by.name, event.second.name)
    variance = Variance(event.variance, CAGE_PLACE, "chips", over, event.at, counted_by=counters)
    return replace(after, variances=cage.variances.having(event.variance, variance))


def _restock(cage: Cage, event: ChipsRestocked) -> Cage:
    if cage.chips_here is None:
        return cage
    here = Cents(cage.chips_here + (event.amount if event.to_cage else -event.amount))
    return replace(cage, chips_here=here, chips_moved=event.at if cage.chips_moved is None else cage.chips_moved)


def _tell_counted(event: ChipsCounted) -> str:
    over = 0 if event.expected is None else event.counted - event.expected
    differs = against_books(over)
    counted = f"{event.by} and {event.second} counted the chips of the cage: {dollars(event.counted)}{differs}"
    return f"{counted} ({in_words(event.chips)})."


def _tell_restocked(event: ChipsRestocked) -> str:
    way = "brought chips for {} to the cage" if event.to_cage else "took chips for {} out of use"
    return f"{event.by} and {event.second} {way.format(dollars(event.amount))} ({in_words(event.chips)}){because(event.why)}"


CAGE_REGISTER.declare(
    CageRow(kind=CountChips, decide=count_chips),
    CageRow(kind=RestockChips, decide=restock_chips),
    CageEventRow(
        kind=ChipsCounted,
        apply=_count,
        tell=lambda _, e: _tell_counted(e),
        moves_money=True,
        changes=one_variance,
    ),
    CageEventRow(
        kind=ChipsRestocked,
        apply=_restock,
        tell=lambda _, e: _tell_restocked(e),
        moves_money=False,
        changes=nothing,
    ),
)
