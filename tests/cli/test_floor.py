"""croupier floor: what it writes, prints and refuses."""

import asyncio
import json
from pathlib import Path

import pytest

from command import croupier
from croupier.cage.message import Clerk
from croupier.cage.opening import ChangeTicketRules
from croupier.cage.state import TicketRules
from croupier.catalogue import names
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.plan_example import example
from croupier.floor.plan_reader import read_plan
from croupier.floor.settings import open_floor, settings_of
from croupier.floor.timetable import Timing
from croupier.journal.sqlite import SqliteStore
from croupier.journal.threaded import ThreadedJournal
from croupier.rulebook.attached import attach
from croupier.settings import FloorKind


def written(folder: Path, text: str = "") -> str:
    """A floor file."""
    file = folder / "floor.toml"
    file.write_text(text or example())
    return str(file)


def test_new_writes_a_file_that_check_accepts(tmp_path: Path) -> None:
    file = str(tmp_path / "floor.toml")
    new = croupier("floor", "new", file)
    assert (new.returncode, new.stderr) == (0, "")
    assert new.stdout == f"wrote {file}; change it, and check it with croupier floor check {file}\n"
    check = croupier("floor", "check", file)
    assert (check.returncode, check.stderr) == (0, "")
    assert check.stdout.startswith("Main floor: 5 tables, no mistakes\n")
    assert all(name in check.stdout for name in names())


def test_new_does_not_overwrite_a_file_unless_told_to(tmp_path: Path) -> None:
    file = written(tmp_path, "mine")
    kept = croupier("floor", "new", file)
    sentence = f"croupier: {file}: is there already; name another file, or overwrite it with --force\n"
    assert (kept.returncode, kept.stdout, kept.stderr) == (2, "", sentence)
    assert Path(file).read_text() == "mine"
    assert croupier("floor", "new", file, "--force").returncode == 0
    assert Path(file).read_text() == example()


def test_new_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    ran = croupier("floor", "new", str(tmp_path / "no" / "floor.toml"))
    assert (ran.returncode, ran.stderr) == (2, f"croupier: {tmp_path}/no/floor.toml: No such file or directory\n")


def test_check_tells_every_mistake_and_exits_with_1(tmp_path: Path) -> None:
    file = written(tmp_path, example().replace('"star-sicbo', '"star-sikbo').replace("#time_zone", "time_zon"))
    ran = croupier("floor", "check", file)
    assert (ran.returncode, ran.stderr) == (1, "")
    first, second = ran.stdout.splitlines()
    assert first.startswith(f"{file}:38: time_zon: there is no such setting; did you mean time_zone?")
    assert "table star-sikbo-2016, ruleset: there is no rule set 'star-sikbo-2016'; there are " in second
    told = json.loads(croupier("floor", "check", file, "--json").stdout)
    assert [f"{file}:{each['line']}: {each['sentence']}" for each in told["mistakes"]] == [first, second]


@pytest.mark.parametrize("name", ["nowhere.toml", ""])
def test_check_of_a_file_that_cannot_be_read_exits_with_2(name: str, tmp_path: Path) -> None:
    ran = croupier("floor", "check", str(tmp_path / name))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("croupier: ")
    assert len(ran.stderr.splitlines()) == 1


def test_a_mistake_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    ran = croupier("floor", "check", written(tmp_path, example() + '"\\u001b[31m" = 1\n'))
    assert ran.returncode == 1
    assert "\\x1b[31m" in ran.stdout
    assert "\x1b" not in ran.stdout


def test_check_for_machines_has_everything(tmp_path: Path) -> None:
    told = json.loads(croupier("floor", "check", written(tmp_path), "--json").stdout)
    assert told["mistakes"] == told["differences"] == []
    assert told["listen"] == ["127.0.0.1:8021"]
    assert told["settings"]["tables"]["star-craps-2016"]["sign"]["payout_unit"] == 100
    assert len(told["warnings"]) == 7


def test_check_warns_of_a_document_of_which_no_copy_is_attached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """9.14, 7.16, 8.16 and 14(n): a player may read the approved rules, not only our words for them."""
    monkeypatch.setenv("CROUPIER_HOME", str(tmp_path))
    names = ["star-craps-2016", "adelaide-craps-2003", "aruze-craps-2024", "star-sicbo-2016", "ministar-roulette-2018"]
    copy, file = tmp_path / "rules.txt", written(tmp_path)
    copy.write_text("The rules.")

    def warned() -> list[str]:
        found = json.loads(croupier("floor", "check", file, "--json").stdout)["warnings"]
        return [each for each in found if "approved document" in each]

    asks = "players may ask to read the approved document, and"
    assert warned() == [
        f"table {name}: {asks} no copy of it is attached: croupier rulebook attach {name} FILE" for name in names
    ]
    for name in names:
        attach(tmp_path / "documents.json", name, copy)
    assert warned() == []
    copy.write_text("Other rules.")
    assert len(warned()) == 5
    assert warned()[0].startswith(f"table {names[0]}: {asks} the attached document {copy} has changed: ")


def recorded(file: str, kind: FloorKind) -> None:
    """Start a floor once."""

    async def scene() -> None:
        plan = read_plan(Path(file))
        journal = ThreadedJournal(SqliteStore(Path(plan.journal)))
        await open_floor(journal, kind, settings_of(plan), 1)
        journal.close()

    asyncio.run(scene())


def test_check_tells_what_the_journal_has_recorded_otherwise(tmp_path: Path) -> None:
    file = written(tmp_path)
    recorded(file, "live")
    ran = croupier("floor", "check", written(tmp_path, example().replace("#gaming_day_hour = 6", "gaming_day_hour = 4")))
    assert ran.returncode == 0
    said = " ".join(ran.stdout.split())
    assert "The journal has other settings, and a start goes on with them (1 difference):" in said
    assert "gaming_day_hour is recorded as 6, and is 4 in the file; adopt the settings: one person sets them, another" in said


def test_check_warns_of_a_casino_without_a_number_while_it_can_have_one(tmp_path: Path) -> None:
    """The first ticket, voucher or card settles it."""
    file = written(tmp_path)
    plan = read_plan(Path(file))

    def warned() -> bool:
        warnings = json.loads(croupier("floor", "check", file, "--json").stdout)["warnings"]
        return any("the number of this casino is 00" in each for each in warnings)

    async def scene(house: int | None) -> None:
        journal = ThreadedJournal(SqliteStore(Path(plan.journal)))
        await open_floor(journal, "live", settings_of(plan), 1)
        keeper = await House(journal, SoftwareGenerator(), Timing()).open_cage()
        if house is not None:
            mia, max_bell = Clerk("mia", "Mia Brandt"), Clerk("max", "Max Bell")
            assert (await keeper.ask(ChangeTicketRules(rules=TicketRules(house=house), by=mia, second=max_bell))).ok
        journal.close()

    assert not warned(), "there is no cage yet"
    asyncio.run(scene(None))
    assert warned()
    asyncio.run(scene(47))
    assert not warned()


def test_m10_the_journal_of_a_demonstration_is_a_mistake(tmp_path: Path) -> None:
    file = written(tmp_path)
    recorded(file, "demonstration")
    ran = croupier("floor", "check", file)
    sentence = "this is the journal of a demonstration, and a live floor does not continue it; name another"
    assert (ran.returncode, ran.stdout) == (1, f"{file}:11: journal: {sentence}\n")
