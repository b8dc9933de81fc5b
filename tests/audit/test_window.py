"""A day out of a journal, settled again: it starts at a signed snapshot, and reads no more than it needs."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count, pairwise
from pathlib import Path

import pytest

from audit.days import (
    ROULETTE,
    TAKEN,
    Days,
    at_of,
    days,
    edited,
    found_in,
    header_of,
    lines_in,
    noon,
    signed_without,
    snapshot_at,
    start_before,
    the_day,
    written_so,
)
from croupier.audit.resettle import resettled
from croupier.audit.window import Window
from croupier.catalogue import names
from croupier.floor.roles import holder
from croupier.journal.anchors import SigningKey, read_anchor
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Line
from croupier.journal.sqlite import SqliteReader, SqliteStore
from croupier.journal.streams import ANCHORS
from croupier.rules.powers import Act
from croupier.table.core.recorded import read_recorded
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.settling import RoundSettled
from journals import copied


@pytest.fixture(name="store", scope="module")
def _store(tmp_path_factory: pytest.TempPathFactory) -> MemoryStore:
    return days(SigningKey(tmp_path_factory.mktemp("days") / "key"), 5)


@pytest.mark.parametrize("name", names())
def test_a_day_starts_at_a_signed_snapshot_and_its_lines_are_decided_again(name: str, tmp_path: Path) -> None:
    """Whatever the staff corrected meanwhile."""
    store, window = days(SigningKey(tmp_path / "key"), 3, name, commands=1200), the_day(2)
    told, within = found_in(store, window, name), lines_in(store, window, name)
    assert told.sentences == []
    assert told.lines == len(within) < store.head(name).number / 2
    assert told.rounds == sum(isinstance(event, RoundSettled) for line in within for event in read_recorded(line.body).events)
    assert 1 < told.started < within[0].number
    whole = resettled(store, name, lambda _: None)
    assert whole.holds, whole.sentences
    assert (told.ruleset, told.fingerprint, told.balances) == (name, whole.fingerprint, whole.balances)


def test_a_day_starts_as_many_rounds_before_the_last_snapshot_as_a_table_remembers(store: MemoryStore) -> None:
    for number in (2, 3, 4):
        until = at_of(lines_in(store, the_day(number))[3])
        told = found_in(store, Window(noon(number), until))
        assert told.holds, told.sentences
        assert (told.started, told.lines) == (start_before(store, noon(number)), 3)


def test_however_a_journal_is_cut_into_windows_each_line_is_decided_once(store: MemoryStore) -> None:
    """A moment that begins a window belongs to it, and one that ends it does not."""
    lines = list(store.lines(ROULETTE, 1))
    moments = [*sorted({at_of(line) for line in lines[::97]}), at_of(lines[-1]) + 1]
    told = [found_in(store, Window(since, until)) for since, until in pairwise(moments)]
    assert [each.sentences for each in told] == [[]] * len(told)
    assert sum(each.lines for each in told) == len(lines)
    assert sum(each.rounds for each in told) == resettled(store, ROULETTE, lambda _: None).rounds


def test_a_snapshot_at_the_very_moment_that_a_window_begins_is_not_its_start(store: MemoryStore) -> None:
    """The line after which it was taken belongs to the window, and would not be decided again."""
    for taken in list(store.lines(TAKEN))[-3:]:
        line, moment = header_of(taken).line, header_of(taken).at
        assert at_of(next(store.lines(ROULETTE, line - 1))) == moment
        told = found_in(store, Window(moment))
        assert told.holds, told.sentences
        assert (told.started, told.lines) == (start_before(store, moment), store.head(ROULETTE).number - line + 1)


def test_an_open_window_is_the_rest_or_the_beginning(store: MemoryStore) -> None:
    rest, beginning = found_in(store, Window(noon(3))), found_in(store, Window(None, noon(3)))
    assert (rest.holds, beginning.holds) == (True, True)
    assert (beginning.started, rest.started > 1) == (1, True)
    assert rest.lines + beginning.lines == store.head(ROULETTE).number
    assert found_in(store, Window()) == resettled(store, ROULETTE, lambda _: None)


def test_a_window_in_which_nothing_happened_has_no_lines(store: MemoryStore) -> None:
    for window in (Window(noon(20)), Window(noon(20), noon(21)), Window(noon(2), noon(2) + 5), Window(5, 6), Window(None, 5)):
        told = found_in(store, window)
        assert told.holds, told.sentences
        assert told.rounds == 0
        assert told.lines == (1 if window.since is None else 0), "the first line opens the table, at no time"


def test_a_snapshot_that_nobody_signed_is_not_used(store: MemoryStore, tmp_path: Path) -> None:
    """The last one that was signed takes its place."""
    used = start_before(store, noon(4))
    number = snapshot_at(store, used)
    other = signed_without(store, SigningKey(tmp_path / "key"), TAKEN, number)
    told = found_in(other, the_day(4))
    assert told.holds, told.sentences
    assert 1 < told.started < used
    signed = max(read_anchor(line).heads.get(TAKEN, (0, ""))[0] for line in other.lines(ANCHORS))
    assert snapshot_at(other, told.started) <= signed < number
    assert told.lines == found_in(store, the_day(4)).lines


def test_without_a_snapshot_or_without_a_signature_it_starts_at_the_first_line(store: MemoryStore, tmp_path: Path) -> None:
    bare = days(SigningKey(tmp_path / "key"), 2, commands=300, rounds=0)
    assert not bare.head(TAKEN).number
    unsigned = edited(store, lambda line: None if line.stream == ANCHORS else line)
    for journal, window in ((bare, the_day(1)), (unsigned, the_day(3))):
        told = found_in(journal, window)
        assert told.holds, told.sentences
        assert (told.started, told.lines) == (1, len(lines_in(journal, window)))


def test_a_snapshot_of_another_form_is_passed_over(store: MemoryStore, tmp_path: Path) -> None:
    """Those of another croupier state no time by which they could be found."""
    newest = store.head(TAKEN).number
    for numbers in (range(newest // 2, newest + 1), range(1, newest // 2)):

        def other(line: Line, numbers: range = numbers) -> Line:
            is_one = line.stream == TAKEN and line.number in numbers
            return line._replace(body=b'{"form":10000}') if is_one else line

        told = found_in(written_so(store, SigningKey(tmp_path / "key"), other), the_day(3))
        assert told.holds, told.sentences
        assert told.started <= start_before(store, noon(3))


def test_a_correction_that_reaches_behind_the_start_is_followed_from_further_back(tmp_path: Path) -> None:
    """Twice as far back, and twice again, until the round is there."""
    journal = Days(SigningKey(tmp_path / "key"), reach=70)
    for day in range(3):
        journal.play(day, 900, faults=0.0)
    table = journal.table
    by = holder(table, Act.CORRECT_OUTCOME)
    assert by
    settled = [past for past in table.past if isinstance(past.event, RoundSettled)]
    round = next(past.round for past in settled if table.past[-1].round - past.round < 60)
    event = next(past.event for past in settled if past.round == round)
    assert isinstance(event, RoundSettled)
    outcome = next(each for each in table.rules.game.space.ways if each != event.outcome)
    journal.ask(CorrectOutcome(round=round, outcome=outcome, by=by, why="The ball lay elsewhere."))
    moment = journal.table.clock
    journal.play(3, 100)
    told = found_in(journal.store, Window(moment, moment + 1))
    assert told.holds, told.sentences
    assert (told.started, told.lines) == (start_before(journal.store, moment, back=80), 1)
    later = found_in(journal.store, Window(noon(3)))
    assert later.holds, later.sentences
    assert resettled(journal.store, ROULETTE, lambda _: None).holds


class Counting(MemoryStore):
    """Counts the lines that it hands out, by stream."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__()
        self.read: dict[str, int] = {}
        copied(store, self)

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        for line in super().lines(stream, after):
            self.read[stream] = self.read.get(stream, 0) + 1
            yield line


def test_what_a_window_reads_does_not_grow_with_the_journal_before_it(tmp_path: Path) -> None:
    """Four times as long a journal takes a few lines more to search in, and no more to read."""
    seal, n, read = SigningKey(tmp_path / "key"), 2000, list[dict[str, int]]()
    for length in (n, 4 * n):
        journal, day = Days(seal), count(300)
        while journal.store.head(ROULETTE).number < length:
            journal.play(next(day))
        store = Counting(journal.store)
        since = at_of(next(MemoryStore.lines(store, ROULETTE, store.head(ROULETTE).number - n // 10)))
        told = found_in(store, Window(since))
        assert told.holds, told.sentences
        assert n // 10 - 1 <= told.lines <= n // 10
        read.append(store.read)
    short, long = read
    assert long[ROULETTE] < 1.3 * short[ROULETTE] < n / 2
    assert long[TAKEN] <= short[TAKEN] + 20
    assert long[ANCHORS] <= short[ANCHORS] + 100


def test_a_file_is_read_so_too(store: MemoryStore, tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "journal.sqlite", synchronous="OFF")) as file:
        copied(store, file)
    with closing(SqliteReader(tmp_path / "journal.sqlite")) as reader, reader.steady():
        for window in (the_day(2), Window(noon(4)), Window(None, noon(1))):
            assert resettled(reader, ROULETTE, lambda _: None, window) == found_in(store, window)
