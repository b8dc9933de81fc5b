"""A copy is the journal, byte for byte, or there is none."""

import contextlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier.audit.verify import verify
from croupier.canonical import canonical
from croupier.journal import copy as copying
from croupier.journal.address import new_file, new_store, reader
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import link
from croupier.journal.copy import copy, fill
from croupier.journal.jsonl import JsonLinesReader, header, row
from croupier.journal.memory import MemoryStore
from croupier.journal.port import START, BrokenLineError, Draft, JournalError, Line, Reader
from croupier.journal.sqlite import SqliteReader, SqliteStore
from journals import copied, play, write


def quiet(_: int) -> None:
    """Nobody watches."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> MemoryStore:
    store = MemoryStore()
    play(store, "craps", commands=100, seal=SigningKey(tmp_path_factory.mktemp("key") / "key"))
    play(store, "Räder", "ministar-roulette-2018", commands=60)
    return store


def text_of(source: Reader) -> bytes:
    """The text of a journal."""
    rows: list[bytes] = []
    lines = copy(source, lambda line: rows.append(row(line)), quiet)
    assert lines == len(rows)
    return header(source) + b"".join(rows)


def all_of(source: Reader) -> list[Line]:
    return [line for stream in source.heads() for line in source.lines(stream)]


def test_it_comes_out_as_it_went_in_whatever_it_is_written_on(evening: MemoryStore, tmp_path: Path, database: str) -> None:
    """SQLite, text, PostgreSQL, text, SQLite, text: the same lines, and three times the same bytes."""
    file, again, texts = tmp_path / "a.sqlite", tmp_path / "b.sqlite", list[bytes]()
    with new_store(str(file)) as store:
        assert fill(evening, store, quiet) == len(all_of(evening))
    for number, (at, to) in enumerate([(str(file), database), (database, str(again)), (str(again), "")]):
        with closing(reader(at)) as source:
            assert all_of(source) == all_of(evening)
            texts.append(text_of(source))
        if to:
            text = tmp_path / f"{number}.jsonl"
            text.write_bytes(texts[-1])
            with closing(JsonLinesReader(text)) as source, new_store(to) as store:
                fill(source, store, quiet)
    assert texts[0] == texts[1] == texts[2] == text_of(evening)


def test_a_text_can_be_looked_at_like_any_journal(
    evening: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.journal.jsonl.INDEX_INTERVAL", 7)
    text = tmp_path / "evening.jsonl"
    text.write_bytes(text_of(evening))
    with closing(reader(str(text))) as source, source.steady():
        assert verify(source) == verify(evening)
        for stream in evening.heads():
            for after in (0, 1, 6, 7, 8, evening.head(stream).number - 1, evening.head(stream).number, 10_000):
                assert list(source.lines(stream, after)) == list(evening.lines(stream, after))
        assert source.head("craps") == evening.head("craps")
        assert source.head("nothing").number == 0
        assert list(source.lines("nothing")) == []
        assert source.find("craps", "command 7") == evening.find("craps", "command 7") is not None
        assert source.find("craps", "") is source.find("craps/keys", "command 7") is None


def changes(rows: list[bytes]) -> Iterator[tuple[list[bytes], int, str]]:
    """What can be done to a text, the line that then is wrong, and what is said of it."""
    last = len(rows)
    yield rows[:-1], last, "the text is cut off; line "
    yield [*rows[:-1], rows[-1][:-1]], last, "the text is cut off; line "
    yield [*rows[:-1], rows[-1][:40]], last, "the text is cut off; line "
    yield rows[:1], 2, "the text is cut off; line 1 of "
    yield [*rows, rows[-1]], last + 1, "there is more than the first line says"
    yield [*rows[:5], *rows[6:]], 6, "line 5 of "
    yield [*rows[:5], rows[6], rows[5], *rows[7:]], 6, "line 5 of "
    yield [*rows[:5], b"{}\n", *rows[6:]], 6, "cannot be read"
    yield [*rows[:5], rows[5].replace(b'"hash":"', b'"hash":"x'), *rows[6:]], 6, "cannot be read"
    yield [*rows[:5], rows[5].replace(b"{", b"{ ", 1), *rows[6:]], 6, "is not as croupier writes it"


def test_a_text_that_was_cut_off_or_edited_names_its_line(evening: MemoryStore, tmp_path: Path) -> None:
    text = tmp_path / "edited.jsonl"
    for rows, number, sentence in changes(text_of(evening).splitlines(keepends=True)):
        text.write_bytes(b"".join(rows))
        with pytest.raises(BrokenLineError) as error:
            JsonLinesReader(text)
        assert str(error.value).startswith(f"{text}, line {number}: {sentence}")


def test_a_body_that_was_edited_in_a_text_is_found_by_the_chain(evening: MemoryStore, tmp_path: Path) -> None:
    text, target = tmp_path / "edited.jsonl", tmp_path / "new.sqlite"
    content = text_of(evening)
    edited = content.replace(b'"stake":', b'"stake":1', 1)
    assert edited != content
    text.write_bytes(edited)
    with (
        closing(JsonLinesReader(text)) as source,
        pytest.raises(BrokenLineError, match=r"line .*: its hash does not match"),
        new_store(str(target)) as store,
    ):
        fill(source, store, quiet)
    assert [each.name for each in tmp_path.iterdir()] == ["edited.jsonl"], "nothing is left of it"


def test_what_is_no_text_of_a_journal_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "notes.jsonl"
    for content in (b"", b"a note\n", b"{}\n", b'{"journal":"other","form":1,"heads":{}}\n'):
        text.write_bytes(content)
        with pytest.raises(
            JournalError, match=r"notes\.jsonl: is not a journal; name the file that croupier journal export wrote"
        ):
            JsonLinesReader(text)
    text.write_bytes(b'{"journal":"croupier","form":2,"heads":{}}\n')
    with pytest.raises(JournalError, match=r"notes\.jsonl: has the form 2, and this croupier reads up to 1"):
        JsonLinesReader(text)
    with pytest.raises(JournalError, match="nowhere: cannot be read"):
        JsonLinesReader(tmp_path / "nowhere")


@pytest.mark.parametrize("body", [b"one", b"{}\n", b" {}", b'{"a":\n1}', b"{", b""])
def test_a_body_that_is_no_line_of_json_is_not_exported(body: bytes) -> None:
    store = MemoryStore()
    write(store, 0, {"craps": [Draft(body)]})
    with pytest.raises(BrokenLineError, match="craps, line 1: is not one line of JSON, and cannot be exported"):
        text_of(store)


def test_two_lines_of_one_name_are_found_in_a_text(evening: MemoryStore, tmp_path: Path) -> None:
    """No store would keep them; a text can be made to say so, hashes and all."""
    text, rows, last = tmp_path / "twice.jsonl", list[bytes](), START.hash
    for line in evening.lines("craps"):
        name = "command 7" if line.number == 20 else line.name
        last = link(last, line.stream, line.number, line.epoch, name, line.body)
        rows.append(row(line._replace(name=name, hash=last)))
    first = {"journal": "croupier", "form": 1, "heads": {"craps": (len(rows), last.hex())}}
    text.write_bytes(b"\n".join([canonical(first), b""]) + b"".join(rows))
    with closing(JsonLinesReader(text)) as source:
        assert list(source.faults()) == ["craps, line 20: an earlier line has its name command 7"]


# A target.


def test_a_target_with_lines_is_left_as_it_is(evening: MemoryStore, tmp_path: Path, database: str) -> None:
    file = tmp_path / "a.sqlite"
    for address in (str(file), database):
        with new_store(address) as store:
            fill(evening, store, quiet)
    with pytest.raises(JournalError, match=r"a\.sqlite: is there already; name a new file"), new_store(str(file)):
        pass
    with pytest.raises(JournalError, match="has lines already; name a database that is empty"), new_store(database):
        pass
    with closing(reader(database)) as source:
        assert all_of(source) == all_of(evening)


def broken(evening: MemoryStore) -> MemoryStore:
    """A journal whose last line is not as it was written."""
    store, last = MemoryStore(), all_of(evening)[-1]
    copied(evening, store, lambda line: line._replace(body=b"{}") if line == last else line)
    return store


def test_a_broken_source_leaves_nothing_behind(
    evening: MemoryStore, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "COMMIT_LINES", 10)
    source, file = broken(evening), tmp_path / "a.sqlite"
    last = all_of(evening)[-1]
    for address in (str(file), database):
        with pytest.raises(BrokenLineError, match=f"{last.stream}, line {last.number}: its hash"), new_store(address) as store:
            fill(source, store, quiet)
    assert list(tmp_path.iterdir()) == []
    with closing(reader(database)) as looking:
        assert looking.heads() == {}
    with new_store(database) as store:
        fill(evening, store, quiet)


def test_a_new_file_is_whole_or_not_there(tmp_path: Path) -> None:
    wanted = tmp_path / "wanted"
    with contextlib.suppress(ZeroDivisionError), new_file(wanted) as beside:
        beside.write_text(f"half {1 // 0}")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(JournalError, match="cannot be written there"), new_file(wanted) as beside:  # noqa: PT012 - two at once
        with new_file(wanted) as other:
            other.write_text("whole")
            assert not wanted.exists()
        beside.write_text("of another who began at the same time")
    assert wanted.read_text() == "whole"
    assert [each.name for each in tmp_path.iterdir()] == ["wanted"]
    with pytest.raises(JournalError, match="wanted: is there already"), new_file(wanted):
        pass
    with pytest.raises(JournalError, match="cannot be written there"), new_file(tmp_path / "other") as beside:
        beside.with_name("other").write_text(beside.write_text("mine") * "faster ")
    assert (tmp_path / "other").read_text() == "faster " * 4, "somebody else made it"


def test_a_copy_in_a_file_can_be_gone_on_with(evening: MemoryStore, tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with new_store(str(file)) as store:
        fill(evening, store, quiet)
    assert [each.name for each in tmp_path.iterdir()] == ["a.sqlite"]
    store = SqliteStore(file)
    write(store, 1, {"craps": [Draft(b"{}")]})
    store.close()
    with closing(SqliteReader(file)) as source:
        assert verify(source).faults == ()
