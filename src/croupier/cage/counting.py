"""The count room: two people count each box, and neither sees the books or the other's count before both are in."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from croupier.cage.box import BoxCount, CountedBox, Variance, against_books
from croupier.cage.chips import cash_refused, in_words, value_of
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record, one_variance
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import BOXES, CAGE, VARIANCES, VAULT
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class CountVerdict(StrEnum):
    """What a count has led to."""

    FIRST = "first"
    """Another person has to count."""
    AGREED = "agreed"
    """It is the same as the first count, and stands."""
    DIFFERED = "differed"
    """It differs from the first count. Both have to count again."""


class TakeBox(CageCommand):
    """Take a box in that was pulled at a table."""

    place: str
    """The table, and the terminal."""
    box: int
    """Its number, as the table has it."""
    amount: Cents
    """What it should have by the books."""
    notes: Mapping[int, int] = {}
    """The number of notes in a stacker by the meters, by denomination in cents."""


class CountBox(CageOrder):
    """Enter what was counted in a box."""

    box: int
    """Its number in the count room."""
    notes: Mapping[int, int]
    """The number of notes, by denomination in cents; empty if there was none."""


class BoxTaken(CageEvent):
    """A box came to the count room."""

    number: int
    """Its number there."""
    place: str
    box: int
    """Its number at the table."""
    amount: Cents
    notes: Mapping[int, int] = {}
    transfers: tuple[Transfer, ...] = ()


class BoxCounted(CageEvent):
    """One person counted a box. Once two agree, the cash is in the vault, and a difference to the books is a variance."""

    box: int
    by: Clerk
    notes: Mapping[int, int]
    verdict: CountVerdict
    first: Clerk | None = None
    """Who counted before."""
    amount: Cents | None = None
    """What it should have had by the books; None until two counts agree."""
    counted: Cents | None = None
    """What two people have counted; None until they agree."""
    variance: int | None = None
    """The number of the variance; None if there is none."""
    transfers: tuple[Transfer, ...] = ()


def take_box(cage: Cage, command: TakeBox) -> BoxTaken:
    """Keep a box until it is counted. Whatever the table sends is taken in."""
    transfers = (Transfer(BOXES, CAGE, command.amount),) if command.amount else ()
    return BoxTaken(
        number=len(cage.boxes) + 1,
        place=command.place,
        box=command.box,
        amount=command.amount,
        notes=command.notes,
        transfers=transfers,
    )


def count_box(cage: Cage, command: CountBox) -> BoxCounted | Refusal:
    """Enter the first count, or compare the second with it."""
    box, counted = cage.boxes.get(command.box), value_of(command.notes) or Cents(0)
    if box is None:
        return Refusal(Reason.BOX_UNKNOWN, f"There is no box {command.box} in the count room.")
    if box.counted is not None:
        return Refusal(Reason.BOX_COUNTED, f"Box {box.number} was counted; its count stands.")
    if refusal := cash_refused(command.notes):
        return refusal
    if box.first is None:
        return BoxCounted(box=box.number, by=command.by, notes=command.notes, verdict=CountVerdict.FIRST)
    if box.first.by.login == command.by.login:
        sentence = f"{command.by.name} has counted box {box.number}; another person counts it next."
        return Refusal(Reason.SECOND_PERSON_NEEDED, sentence)
    if box.first.notes != command.notes:
        return BoxCounted(box=box.number, by=command.by, notes=command.notes, verdict=CountVerdict.DIFFERED, first=box.first.by)
    over = counted - box.amount
    return BoxCounted(
        box=box.number,
        by=command.by,
        notes=command.notes,
        verdict=CountVerdict.AGREED,
        first=box.first.by,
        amount=box.amount,
        counted=counted,
        variance=len(cage.variances) + 1 if over else None,
        transfers=_opened(counted, over),
    )


def _opened(counted: int, over: int) -> tuple[Transfer, ...]:
    """Move what was counted to the vault, and the difference to the variances. No clerk's drawer has it: two people counted."""
    cash = (Transfer(VAULT, BOXES, Cents(counted)),) if counted else ()
    if over > 0:
        return (*cash, Transfer(BOXES, VARIANCES, Cents(over)))
    return (*cash, Transfer(VARIANCES, BOXES, Cents(-over))) if over else cash


def _take(cage: Cage, event: BoxTaken) -> Cage:
    box = CountedBox(event.number, event.place, event.box, event.amount, event.notes, event.at)
    return replace(cage, boxes=cage.boxes.having(event.number, box))


def _count(cage: Cage, event: BoxCounted) -> Cage:
    box = cage.boxes[event.box]
    match event.verdict:
        case CountVerdict.FIRST:
            box = replace(box, first=BoxCount(event.by, event.notes))
        case CountVerdict.DIFFERED:
            box = replace(box, first=None, differed=box.differed + 1)
        case CountVerdict.AGREED:
            box = replace(box, counted=event.notes)
    after = replace(cage, boxes=cage.boxes.having(box.number, box))
    if event.variance is None or event.counted is None:
        return after
    over = Cents(event.counted - box.amount)
    counters = tuple(each.name for each in (event.first, event.by) if each)
    variance = Variance(event.variance, box.place, f"box {box.number}", over, event.at, counted_by=counters)
    return replace(after, variances=cage.variances.having(event.variance, variance))


def _changed(event: BoxCounted) -> tuple[Key, ...]:
    return ((Record.BOX, event.box), *one_variance(event))


def _tell_counted(event: BoxCounted) -> str:
    counted = f"{event.by} counted box {event.box}"
    if event.verdict is CountVerdict.FIRST:
        return f"{counted}, and another person has to."
    if event.verdict is CountVerdict.DIFFERED:
        return f"{counted}, and found something else than {event.first}: both count again."
    assert event.counted is not None
    assert event.amount is not None
    over = event.counted - event.amount
    differs = against_books(over)
    return f"{counted} as {event.first} had: {dollars(event.counted)}{differs} ({in_words(event.notes)})."


CAGE_REGISTER.declare(
    CageRow(kind=TakeBox, decide=take_box),
    CageRow(kind=CountBox, decide=count_box),
    CageEventRow(
        kind=BoxTaken,
        apply=_take,
        tell=lambda _, e: f"Box {e.number} came to the count room from {e.place}.",
        moves_money=True,
        changes=lambda e: ((Record.BOX, e.number),),
    ),
    CageEventRow(
        kind=BoxCounted,
        apply=_count,
        tell=lambda _, e: _tell_counted(e),
        moves_money=True,
        changes=_changed,
    ),
)
