"""Checks of the prize register: its lines are what it decides, the winners those of the draws, the entries those of play."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from croupier.audit.books import Books
from croupier.audit.broken import applying
from croupier.audit.differences import Difference
from croupier.audit.entries import EntriesFromPlay
from croupier.audit.exchanges import of_prize
from croupier.audit.resettled import Resettled
from croupier.audit.resting import RestingSnapshots
from croupier.catalogue import names, ruleset
from croupier.facts.fold import Line
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.journal.port import BrokenLineError, Reader, Row
from croupier.journal.verification import verify_stream
from croupier.promotions.drafting import DraftPromotion, ReviseTerms
from croupier.promotions.draw import draw_faults
from croupier.promotions.drawing import PrizesDrawn, draw_record
from croupier.promotions.fold import PRIZE_REGISTER, PrizeKey, changed_by
from croupier.promotions.opening import AmendTerms
from croupier.promotions.snapshot import PRIZE_SNAPSHOTS, PrizeSnapshot, snapshot_of
from croupier.promotions.state import PrizeRegister
from croupier.rules.promotions import Promotions


class PrizeFold:
    """The prize register after the lines that were read so far."""

    def __init__(self) -> None:
        """Start before the first line."""
        self._register = PrizeRegister()
        self._books = Books()
        self._resting = RestingSnapshots[PrizeKey, PrizeSnapshot](PRIZE_REGISTER.name, PRIZE_SNAPSHOTS)

    def add(self, rows: Sequence[Row]) -> None:
        """Apply lines, and sum their transfers."""
        self._books.add(rows)
        for stream, number, _, _, body, _ in rows:
            with applying(stream, number):
                for event in PRIZE_REGISTER.read(body).events:
                    self._register = PRIZE_REGISTER.apply(self._register, event)
                    self._resting.note(changed_by(event))

    def compared(self, reader: Reader) -> Iterator[int]:
        """The lines after which a snapshot was taken, in order. Each is compared with the register when this is resumed."""
        return self._resting.compared(reader, lambda line, since, changed: snapshot_of(self._register, line, since, changed))


def resettled_prizes(reader: Reader, tell: Callable[[int], None]) -> Resettled:
    """Decide every command of the prize register again, compare, and continue from the recorded events."""
    result, register, entries = Resettled(), PrizeRegister(), EntriesFromPlay()
    try:
        verify_stream(PRIZE_REGISTER.name, reader.rows(PRIZE_REGISTER.name), reader.head(PRIZE_REGISTER.name))
    except BrokenLineError as error:
        result.broken = str(error)
    for line in reader.lines(PRIZE_REGISTER.name):
        tell(line.number)
        try:
            found = PRIZE_REGISTER.read(line.body)
            register = replace(register, chapters={**register.chapters, **_chapters(found)})
            result.differences.extend(_differences(register, found, line.number, line.body))
            for event in found.events:
                entries.note(register, event, line.number)
                register = PRIZE_REGISTER.apply(register, event)
                result.exchanged.update(of_prize(event))
                result.differences.extend(_wrong_winners(register, event, line.number))
        except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
            result.ended = f"line {line.number}: cannot be read, or cannot have happened ({error})"
            break
        result.lines = line.number
    _compare_with_tables(result, entries, reader)
    result.balances = register.book.balances
    if not result.ended and sum(result.balances.values()):
        result.ended = f"line {result.lines}: the accounts do not sum to zero"
    return result


def _compare_with_tables(result: Resettled, entries: EntriesFromPlay, reader: Reader) -> None:
    """Find every entry from play that the tables do not bear out, and what play has earned and was not entered."""
    try:
        result.differences.extend(entries.differences(reader))
    except Exception as error:  # noqa: BLE001 - a forged line of a table can be wrong in any way
        result.ended = result.ended or f"entries from play cannot be compared with the tables ({error})"
    result.differences.sort(key=lambda each: each.line)


def _chapters(found: Line) -> Mapping[str, Promotions]:
    """The chapters that a line names: under which it drafts a promotion, and to which terms keep, too."""
    command, known = found.command, names()
    rules = (command.rules,) if isinstance(command, DraftPromotion) else ()
    also = command.terms.also if isinstance(command, DraftPromotion | ReviseTerms | AmendTerms) else ()
    return {name: chapter for name in (*rules, *also) if name in known and (chapter := ruleset(name).promotions)}


def _differences(register: PrizeRegister, found: Line, number: int, line: bytes) -> Iterator[Difference]:
    again = PRIZE_REGISTER.decide(register, found.command)
    if isinstance(again, Refusal):
        events = ", ".join(type(event).__name__ for event in found.events)
        yield Difference(number, 0, f"written down was {events}, the prize register says: {again.sentence}")
    elif again != found.events:
        yield Difference(number, 0, f"written down was {found.events!r}, the prize register decides {again!r}")
    elif PRIZE_REGISTER.recorded(found.command, found.events) != line:
        yield Difference(number, 0, "it is not written as such a line is written")


def _wrong_winners(register: PrizeRegister, event: Event, number: int) -> Iterator[Difference]:
    """What does not hold in a draw, as anyone would check it."""
    if isinstance(event, PrizesDrawn):
        promotion = register.promotions[event.promotion]
        yield from (Difference(number, 0, fault) for fault in draw_faults(draw_record(promotion, promotion.draws[-1])))
