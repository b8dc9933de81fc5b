"""An excerpt of a journal says of its rounds what later lines have changed."""

import datetime as dt
from pathlib import Path
from typing import Any

from audit.test_day_report import KIM, LOST, OPENING, SET_UP, count, journal_of
from command import croupier
from croupier.audit.later_changes import later_changes
from croupier.audit.paper import PaperJob, paper
from croupier.journal.memory import MemoryStore
from croupier.journal.sqlite import SqliteStore
from croupier.rules.outcomes import OutcomeName
from croupier.server.api.tables import read_table
from croupier.table.core.message import Command
from croupier.table.core.recorded import events_in
from croupier.table.rounds.correcting import CorrectOutcome

BEGINNING: list[Command] = [SET_UP, count(100, is_opener=True)]


def written(*commands: Command) -> tuple[MemoryStore, list[int]]:
    """A journal of these commands, and the lines that end a round."""
    store = MemoryStore()
    journal_of(store, [*BEGINNING, *commands])
    lines = [*store.lines("sicbo", 1)]
    return store, [line.number for line in lines if any(type(e).__name__ == "RoundSettled" for e in events_in(line.body))]


def correct(round: int, outcome: str) -> Command:
    return CorrectOutcome(round=round, outcome=OutcomeName(outcome), by=KIM, why="It was misread")


def test_every_line_whose_round_was_settled_again_says_so_and_how() -> None:
    store, ended = written(*LOST, *LOST, correct(1, "1-2-4"), *LOST)
    last = store.head("sicbo").number
    found: dict[int, Any] = {line: [*told] for line, told in later_changes(store, "sicbo", 1, last).items()}
    assert sorted(found) == ended[:2]
    [first], [second] = (found[line] for line in ended[:2])
    assert first.endswith("this round was settled again: 1-2-4.")
    assert second.endswith("this round was settled again with round 1: 4-5-6.")


def test_an_excerpt_is_told_of_what_comes_after_it_and_of_its_own_rounds_only() -> None:
    store, ended = written(*LOST, *LOST, *LOST, correct(2, "1-2-4"), correct(1, "1-1-2"))
    (one, two, three), last = ended, store.head("sicbo").number
    assert {line: len(told) for line, told in later_changes(store, "sicbo", 1, one).items()} == {one: 1}
    assert {line: len(told) for line, told in later_changes(store, "sicbo", two, two).items()} == {two: 2}
    assert {line: len(told) for line, told in later_changes(store, "sicbo", two, last).items()} == {two: 2, three: 2}
    assert later_changes(store, "sicbo", three + 1, last) == {}


def test_lines_that_are_read_or_exported_say_it() -> None:
    store, [ended, _] = written(*LOST, *LOST, correct(1, "1-2-4"))
    found = read_table("sicbo", 0, ended, store).lines
    assert {line.number: line.later for line in found if line.later} == {
        ended: (f"In line {store.head('sicbo').number} this round was settled again: 1-2-4.",)
    }
    assert read_table("sicbo", store.head("sicbo").number, 10, store).lines == ()


def test_paper_and_a_window_of_time_say_it_beside_the_round(tmp_path: Path) -> None:
    """Of a day whose round was corrected on the next one, nobody reads a wrong history without a word about it."""
    path = tmp_path / "floor.sqlite"
    store = SqliteStore(path)
    journal_of(store, [*BEGINNING, *LOST], [correct(1, "1-2-4")])
    store.close()
    ended = len(BEGINNING) + 4
    asked = PaperJob(journal=str(path), floor="-", table="sicbo", first=1, last=ended, zone="UTC", by="Ines Roy", at=OPENING)
    words = f"In line {ended + 2} this round was settled again: 1-2-4."
    assert [line.number for line in paper(asked).lines if words in line.words] == [ended]
    day = f"{dt.datetime.fromtimestamp(OPENING / 1000, dt.UTC):%Y-%m-%d}"
    told = croupier("audit", "tell", str(path), "sicbo", "--day", day, "--zone", "UTC").stdout
    assert words in told
    assert "It was misread" not in told, "the correction is of the next day"
