"""Lines of a journal on paper: what is printed, and that a file is written."""

import asyncio
import os
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

from audit.test_inspection import journal
from croupier.audit.document_paper import DocumentJob, PaperSection
from croupier.audit.paper import Paper, PaperJob, on_paper, paper, pdf
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.port import BrokenLineError
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.core.person import Person
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.amending import AmendRules
from journals import journal_on

PROGRAM = (sys.executable, "-P", "-m", "croupier.audit.paper")
EXPORTED = 1_800_000_000_000


def job(folder: Path, first: int, last: int, table: str = "wheel", *, forged: bool = False) -> PaperJob:
    return PaperJob(
        journal=journal(folder, forged=forged),
        floor="The Harbour",
        table=table,
        first=first,
        last=last,
        zone="Australia/Sydney",
        by="Ines Roy",
        at=EXPORTED,
    )


def test_it_names_table_rules_fingerprint_and_who_exported_it_when(tmp_path: Path) -> None:
    found = paper(job(tmp_path, 1, 20))
    assert (found.floor, found.table, found.title) == ("The Harbour", "wheel", ruleset("ministar-roulette-2018").title)
    assert len(found.fingerprint) == 64
    assert found.exported == "Ines Roy, 2027-01-15 19:00:00"
    assert [line.number for line in found.lines] == [*range(1, 21)]
    assert found.lines[0].words[0].startswith("The table is opened")
    assert all(line.words and len(line.hash) == 64 for line in found.lines)


def test_it_prints_the_lines_that_were_asked_for_as_they_are_told_from_the_beginning(tmp_path: Path) -> None:
    whole = paper(job(tmp_path, 1, 40))
    part = paper(job(tmp_path, 11, 30))
    assert part.lines == whole.lines[10:30]


def test_the_fingerprint_is_that_of_the_rules_in_force(tmp_path: Path) -> None:
    """An amendment changes it from the next line on."""
    rules, path = ruleset("ministar-roulette-2018").live({}), tmp_path / "amended.sqlite"
    power = rules.procedures.powers_to[Act.AMEND_RULES][0]
    reading = next(each for each in rules.readings if each.default)
    value = next(each for each in reading.values if each != rules.chosen.get(reading.id, reading.default))
    amend = AmendRules(readings={reading.id: value}, by=Person("Sue", power.held_by[0]), why="The operator decided so.")

    async def scene() -> None:
        journal = journal_on(path)
        dealer = await House(journal, SoftwareGenerator(), Timing()).open("wheel", rules, {"minimum": 100})
        for command in (TakeSeat(seat="ann", chips=Cents(0)), amend, TakeSeat(seat="bob", chips=Cents(0))):
            assert (await dealer.ask(command)).ok
        journal.close()

    asyncio.run(scene())
    asked = msgspec.structs.replace(job(tmp_path, 1, 4), journal=str(path))
    found = [paper(msgspec.structs.replace(asked, first=first)) for first in (1, 2, 3, 4)]
    new = rules.amended({reading.id: value}, {}).fingerprint
    assert [each.fingerprint for each in found] == [rules.fingerprint, rules.fingerprint, rules.fingerprint, new]
    assert [line.number for line in found[3].lines] == [4]


def test_a_forged_line_is_not_printed(tmp_path: Path) -> None:
    with pytest.raises(BrokenLineError):
        paper(job(tmp_path, 1, 20, forged=True))


def pages(file: bytes) -> int:
    """How many pages a PDF file has. Its objects may be compressed."""
    found = file
    for part in file.split(b"stream\n")[1:]:
        try:
            found += zlib.decompressobj().decompress(part)
        except zlib.error:
            continue
    return found.count(b"/Type/Page") - found.count(b"/Type/Pages")


def test_the_file_has_as_many_pages_as_the_lines_need(tmp_path: Path) -> None:
    short, long = (pages(pdf(paper(job(tmp_path, 1, last)))) for last in (2, 60))
    assert short == 1
    assert long > 1


def test_markup_in_a_name_is_printed_as_it_is(tmp_path: Path) -> None:
    found = paper(job(tmp_path, 1, 2))
    strange = msgspec.structs.replace(found, floor='#panic("no") $x$ *bold* <label>')
    assert isinstance(strange, Paper)
    assert pdf(strange).startswith(b"%PDF-")


def test_without_typst_there_is_a_page_to_print(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor without `croupier[report]` has papers to send all the same, and its program writes them."""
    monkeypatch.setitem(sys.modules, "typst", None)
    lines = on_paper(msgspec.structs.replace(paper(job(tmp_path, 1, 3)), floor="<b>Harbour</b>")).decode()
    assert lines.startswith("<!doctype html>")
    assert "&lt;b&gt;Harbour" in lines
    assert "The table is opened" in lines
    terms = DocumentJob(
        floor="The Harbour",
        title="Spring draw",
        facts=(("Chapter", "10.7"),),
        sections=(PaperSection(heading="Prizes", pairs=(("Prize 1", "A car"),), table=(("Day", "Won"), ("Monday", "$5.00"))),),
        zone="UTC",
        exported="Mia Brandt",
        software="croupier",
    )
    assert all(words in on_paper(terms).decode() for words in ("Spring draw", "10.7", "A car", "$5.00", "Mia Brandt"))
    (tmp_path / "typst.py").write_text("raise ImportError")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    asked = msgspec.json.encode(job(tmp_path, 1, 2))
    ran = subprocess.run(PROGRAM, input=asked, capture_output=True, check=True, env=environment)  # noqa: S603
    assert ran.stdout.startswith(b"<!doctype html>")


def test_the_program_writes_the_file_or_one_sentence(tmp_path: Path) -> None:
    asked = msgspec.json.encode(job(tmp_path, 1, 5))
    good = subprocess.run(PROGRAM, input=asked, capture_output=True, check=True)  # noqa: S603
    assert good.stdout.startswith(b"%PDF-")
    asked = msgspec.json.encode(job(tmp_path, 1, 20, forged=True))
    bad = subprocess.run(PROGRAM, input=asked, capture_output=True, check=False)  # noqa: S603
    assert bad.returncode == 1
    assert b"wheel" in bad.stderr.splitlines()[-1]
