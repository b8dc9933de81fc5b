"""Checks of the cage: its lines can have happened in that order, are what it decides, and its snapshots fit."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from croupier.audit.books import Books
from croupier.audit.broken import applying
from croupier.audit.differences import Difference
from croupier.audit.exchanges import at_cage
from croupier.audit.resettled import PRIZE, PRIZE_VOUCHER, Exchange, Resettled
from croupier.audit.resting import RestingSnapshots
from croupier.cage.fold import CAGE_REGISTER, Key, changed_by
from croupier.cage.snapshot import CAGE_SNAPSHOTS, CageSnapshot, snapshot_of
from croupier.cage.state import Cage
from croupier.cage.ticket import place
from croupier.canonical import canonical
from croupier.facts.fold import Line
from croupier.facts.refusal import Refusal
from croupier.journal.port import BrokenLineError, Reader, Row
from croupier.journal.streams import tables
from croupier.journal.verification import verify_stream
from croupier.ledger.accounts import ACCOUNTS
from croupier.promotions.fold import PRIZE_REGISTER


class CageFold:
    """The cage after the lines that were read so far."""

    def __init__(self) -> None:
        """Start before the first line."""
        self._cage = Cage()
        self._books = Books()
        self._resting = RestingSnapshots[Key, CageSnapshot](CAGE_REGISTER.name, CAGE_SNAPSHOTS)

    def add(self, rows: Sequence[Row]) -> None:
        """Apply lines, and sum their transfers."""
        self._books.add(rows)
        for stream, number, _, _, body, _ in rows:
            with applying(stream, number):
                for event in CAGE_REGISTER.read(body).events:
                    self._cage = CAGE_REGISTER.apply(self._cage, event)
                    self._resting.note(changed_by(event))

    def compared(self, reader: Reader) -> Iterator[int]:
        """The lines after which a snapshot was taken, in order. Each is compared with the cage when this is resumed."""
        return self._resting.compared(reader, lambda line, since, changed: snapshot_of(self._cage, line, since, changed))


def resettled_cage(reader: Reader, tell: Callable[[int], None]) -> Resettled:
    """Decide every command of the cage again, compare, and continue from the recorded events."""
    result = Resettled()
    try:
        verify_stream(CAGE_REGISTER.name, reader.rows(CAGE_REGISTER.name), reader.head(CAGE_REGISTER.name))
    except BrokenLineError as error:
        result.broken = str(error)
    cage = Cage()
    for line in reader.lines(CAGE_REGISTER.name):
        tell(line.number)
        try:
            found = CAGE_REGISTER.read(line.body)
            result.differences.extend(_differences(cage, found, line.number, line.body))
            for event in found.events:
                cage = CAGE_REGISTER.apply(cage, event)
                result.exchanged.update(at_cage(event))
        except Exception as error:  # noqa: BLE001 - a forged line can be wrong in any way
            result.ended = f"line {line.number}: cannot be read, or cannot have happened ({error})"
            break
        result.lines = line.number
    result.balances = cage.book.balances
    if not result.ended and sum(result.balances.values()):
        result.ended = f"line {result.lines}: the accounts do not sum to zero"
    in_accounts = sum(patron.account.balance for patron in cage.patrons.values() if patron.account)
    if not result.ended and in_accounts != cage.book.balance(ACCOUNTS):
        result.ended = f"line {result.lines}: the accounts of patrons do not sum to what the book has for them"
    return result


def _differences(cage: Cage, found: Line, number: int, line: bytes) -> Iterator[Difference]:
    again = CAGE_REGISTER.decide(cage, found.command)
    if isinstance(again, Refusal):
        yield Difference(number, 0, f"written down was {_names(found.events)}, the cage says: {again.sentence}")
    elif again != found.events:
        yield Difference(number, 0, f"written down was {found.events!r}, the cage decides {again!r}")
    elif canonical(found) != line:
        yield Difference(number, 0, "it is not written as such a line is written")


def _names(events: Iterable[object]) -> str:
    return ", ".join(type(event).__name__ for event in events)


def unmatched(found: Mapping[str, Resettled]) -> list[str]:
    """Sentences about money that only one of a table and the cage knows of; empty if the cage is not among them."""
    if CAGE_REGISTER.name not in found:
        return []
    cage, at_tables = found[CAGE_REGISTER.name], Counter[Exchange]()
    for table in tables(found):
        exchanges = found[table].exchanged.items()
        at_tables.update(
            {each._replace(place=place(table, each.place) if each.place else table): often for each, often in exchanges}
        )
    if PRIZE_REGISTER.name in found:
        at_tables.update(found[PRIZE_REGISTER.name].exchanged)
    return [
        *(f"{each}: the cage does not know of it" for each in sorted((at_tables - cage.exchanged).elements())),
        *(
            f"{each}: {'the prize register' if each.what in (PRIZE, PRIZE_VOUCHER) else 'the table'} does not know of it"
            for each in sorted((cage.exchanged - at_tables).elements())
        ),
    ]
