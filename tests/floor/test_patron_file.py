# pyright: reportUnknownMemberType=false
# (apsw's type stubs do not cover the buffer protocol)
"""The private details of patrons: kept apart, found by name, and gone once they are deleted."""

import asyncio
import os
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import apsw
import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from croupier.cage.patron import IdentityDocument
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.password_checks import BusyError
from croupier.floor.patron_file import WAITING, Alike, Details, PatronFile, PatronRecords
from croupier.floor.private_data import NotKeptError

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSPORT, LICENCE = IdentityDocument.PASSPORT, IdentityDocument.DRIVER_LICENCE
ANN = Details("Ann Berg", "1990-12-31", PASSPORT, "N1234567")
BO = Details("Bo Ek", "1980-01-01", PASSPORT, "1")
NOBODY = Alike([], [])


@pytest.fixture
def file(tmp_path: Path) -> PatronFile:
    return PatronFile(tmp_path / "patrons", b"a key for tests", FAST)


def test_a_name_that_nobody_can_tell_from_that_of_some_patrons_is_found(file: PatronFile) -> None:
    iris = replace(ANN, name="Iris José Amber", document="2")
    for number, details in enumerate((ANN, iris), 1):
        assert file.details(file.keep(details), number)
    for name in ("ann berg", " BERG,  Ann", "Ann Be\u0301rg"):
        assert file.look_like(name, [1, 2])
        assert not file.look_like(name, [2, 3]), "only these patrons are compared"
    assert file.look_like("Amber, lris Jose", [2])
    for name in ("Ann", "Ann Bergen", "Ann Q. Berg", "Amber Iris"):
        assert not file.look_like(name, [1, 2])


def test_details_are_found_by_digest_and_by_name(file: PatronFile) -> None:
    digest = file.keep(ANN)
    assert file.alike(ANN) == NOBODY, "the register does not have the person yet"
    assert file.details(digest, 1) == ANN
    assert file.details(file.keep(Details("Bo 100% Berg_", "1980-01-01", PASSPORT, "1")), 2)
    assert [file.named(text) for text in ("berg", "ANN", "100%", "_", "%", "nobody")] == [[2, 1], [1], [2], [2], [2], []]


def test_the_same_document_the_same_number_and_a_similar_person(file: PatronFile) -> None:
    """The document is the person, whatever the name. A name alone is nobody, nor is a date alone."""
    digest = file.keep(ANN)
    assert file.details(digest, 1) == ANN
    ann = [(1, digest)]
    assert file.alike(Details("Eve Moe", "2001-02-03", PASSPORT, " n-123 4567")) == (ann, [])
    assert file.alike(Details("Eve Moe", "2001-02-03", LICENCE, "N1234567")) == ([], ann)
    assert file.alike(Details("Berg, ANNA", "1990-12-30", LICENCE, "7")) == ([], ann)
    assert file.alike(Details("Ann Berg", "1991-01-01", LICENCE, "7")) == NOBODY
    assert file.alike(Details("Eve Moe", ANN.born, LICENCE, "7")) == NOBODY
    assert file.alike(ANN, besides=1) == NOBODY


def test_details_are_replaced_and_an_old_document_is_still_known(file: PatronFile) -> None:
    """The new details come first, then the journal. A process that stops in between leaves nothing twice."""
    old = file.keep(ANN)
    assert file.details(old, 1)
    shown = {"issuer": "Australia", "expires": "2031-01-01", "address": "1 George St, Sydney", "occupation": "Bus driver"}
    wed = Details("Ann Ek", ANN.born, PASSPORT, "P7", **shown)
    new = file.keep(wed, old)
    assert file.details(old, 1) == ANN
    file.tidy({new: 1}, {}, ())
    file.replace(old, new, 1)
    assert (file.details(new, 1), file.details(old, 2)) == (wed, None)
    for document in ("N1234567", "P7"):
        assert file.alike(Details("Eve Moe", "2001-02-03", PASSPORT, document)) == ([(1, new)], [])


def test_an_excluded_person_leaves_marks_that_name_nobody(tmp_path: Path, file: PatronFile) -> None:
    """The same document is refused, a similar person is looked at, and without the key of the floor they are nobody's."""
    old = file.keep(ANN)
    assert file.details(old, 1)
    digest = file.keep(Details("Ann Berg", ANN.born, LICENCE, "L1"), old)
    file.replace(old, digest, 1)
    file.erase(digest, 1, is_excluded=True)
    for kind, number in ((PASSPORT, "n1234567"), (LICENCE, "l-1")):
        assert file.alike(Details("Eve Moe", "2001-02-03", kind, number)) == ([(1, None)], [])
    assert file.alike(Details("Berg Ann", "1990-12-30", PASSPORT, "7")) == ([], [(1, None)])
    assert file.alike(Details("Eve Moe", "2001-02-03", LICENCE, "N1234567")) == ([], [(1, None)])
    assert not [word for word in (b"berg", b"1234567", b"1990") if word in (tmp_path / "patrons").read_bytes().lower()]
    stranger = PatronFile(tmp_path / "patrons", b"another key", FAST)
    assert stranger.alike(ANN) == NOBODY
    file.erase(digest, 1, is_excluded=True)
    assert file.alike(ANN).document == [(1, None)], "a start erases again, and the marks stay"
    file.forget(1)
    assert file.alike(ANN) == NOBODY


def test_a_start_deletes_marks_of_whom_is_not_excluded_any_more(file: PatronFile) -> None:
    digest = file.keep(ANN)
    assert file.details(digest, 1)
    file.tidy({}, {digest: 1}, {1})
    assert file.alike(ANN).document == [(1, None)]
    file.tidy({}, {digest: 1}, ())
    assert file.alike(ANN) == NOBODY


def test_what_the_register_refused_is_dropped_and_what_it_has_is_not(file: PatronFile) -> None:
    kept, refused = file.keep(ANN), file.keep(ANN)
    assert file.details(kept, 1)
    for digest in (kept, refused):
        file.drop(digest)
    assert (file.details(kept, 1), file.details(refused, 2)) == (ANN, None)


def test_who_is_erased_leaves_nothing_in_the_file(tmp_path: Path, file: PatronFile) -> None:
    employed = replace(ANN, occupation="Bus driver")
    digest = file.keep(employed)
    assert file.details(digest, 1) == employed
    file.set_pin(1, "2580")
    file.erase(digest, 1, is_excluded=False)
    found = (file.details(digest, 1), file.alike(ANN), file.named("ann"), file.fits(1, "2580"))
    assert found == (None, NOBODY, [], False)
    words, left = (b"Ann", b"ann berg", b"N1234567", b"Bus driver", b"argon2"), (tmp_path / "patrons").read_bytes()
    assert not [word for word in words if word in left]


def test_a_start_finishes_what_a_kill_left_undone(file: PatronFile) -> None:
    """One was registered and has no number here yet, one never came to the register, and one was erased there."""
    known, unknown, erased = (file.keep(ANN) for _ in range(3))
    assert file.details(erased, 2)
    file.tidy({known: 1}, {erased: 2}, ())
    assert file.alike(ANN).document == [(1, known)]
    assert (file.details(unknown, 3), file.details(erased, 2)) == (None, None)


def test_a_number_goes_to_whom_the_journal_gives_it(file: PatronFile) -> None:
    """An older copy of the journal was restored, and the next patron has a number that this file knows as another's."""
    lost, new = file.keep(ANN), file.keep(BO)
    assert file.details(lost, 1) == ANN
    assert file.details(new, 1) == BO
    assert file.named("bo") == [1]
    assert file.named("ann") == []


def test_the_digest_says_nothing_without_the_salt(tmp_path: Path, file: PatronFile) -> None:
    """The same person has another digest each time, and none is the digest of the details alone."""
    digests = {file.keep(ANN) for _ in range(3)}
    assert len(digests) == 3
    for row in apsw.Connection(str(tmp_path / "patrons")).execute("SELECT digest, body FROM details"):
        digest, body = str(row[0]), bytes(row[1])
        assert sha256(body).hexdigest() == digest
        assert b'"salt"' in body
    assert (tmp_path / "patrons").stat().st_mode & 0o077 == 0


def test_a_pin_is_kept_as_a_hash_and_replaced(tmp_path: Path, file: PatronFile) -> None:
    assert not file.fits(1, "2580")
    file.set_pin(1, "2580")
    assert [file.fits(*each) for each in ((1, "2580"), (1, "2581"), (1, ""), (2, "2580"))] == [True, False, False, False]
    file.set_pin(1, "8642")
    assert (file.fits(1, "2580"), file.fits(1, "8642")) == (False, True)
    assert b"8642" not in (tmp_path / "patrons").read_bytes()


def test_too_many_pins_at_once_are_sent_away(file: PatronFile) -> None:
    async def scene() -> None:
        records = PatronRecords(file)
        found = await asyncio.gather(*(records.fits(1, "2580") for _ in range(WAITING + 3)), return_exceptions=True)
        assert [isinstance(each, BusyError) for each in found].count(True) == 3
        records.close()

    asyncio.run(scene())


def full(file: PatronFile) -> None:
    """Let the file have as many pages as it has now, which is what a full disk is to it."""
    database = file._database  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    database.pragma("max_page_count", database.pragma("page_count"))


def test_details_and_pins_that_cannot_be_kept_are_refused_in_a_sentence(file: PatronFile) -> None:
    full(file)
    for work in (
        lambda: file.keep(replace(ANN, address="x" * 20_000)),
        lambda: [file.set_pin(each, "2580") for each in range(999)],
    ):
        with pytest.raises(NotKeptError, match=r"patrons: private data cannot be written there \(database or disk is full\)"):
            work()
    assert file.alike(ANN) == NOBODY


def test_what_follows_an_order_is_reported_if_it_fails_and_done_at_the_next_start(
    tmp_path: Path, file: PatronFile, capsys: pytest.CaptureFixture[str]
) -> None:
    """The order is in the journal: its answer must not be an error."""
    ann, bo = file.keep(ANN), file.keep(BO)
    file.details(bo, 2)
    with closing(apsw.Connection(str(tmp_path / "patrons"))) as other:
        other.execute("BEGIN IMMEDIATE")  # the file cannot be written
        assert file.details(ann, 1) == ANN
        file.replace(bo, ann, 2)
        file.erase(bo, 2, is_excluded=True)
        file.forget(2)
        file.drop(ann)
        other.execute("ROLLBACK")
    said = capsys.readouterr().err.splitlines()
    assert len(said) >= 5
    assert all(line.endswith("what is left to do there is done at the next start") for line in said)
    file.tidy({ann: 1}, {bo: 2}, ())
    assert (file.details(ann, 1), file.details(bo, 2)) == (ANN, None)


def test_a_file_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotKeptError, match="nowhere/patrons: "):
        PatronFile(tmp_path / "nowhere" / "patrons", b"a key for tests", FAST)


@pytest.mark.parametrize("mode", [0o644, 0o640])
def test_files_of_private_data_that_others_may_read_are_refused(tmp_path: Path, mode: int) -> None:
    files: dict[str, Callable[[Path], object]] = {
        "patrons": lambda path: PatronFile(path, b"a key for tests", FAST),
        "claimants": lambda path: ClaimantFile(path, os.urandom),
    }
    for name, make in files.items():
        make(tmp_path / name)
        (tmp_path / name).chmod(mode)
        with pytest.raises(NotKeptError, match=f"{name}: other users may read the private data in it; chmod 600 it"):
            make(tmp_path / name)
