"""The command line of `croupier rulebook`, run as a process."""

import json
from pathlib import Path

import pytest

from command import croupier
from croupier.catalogue import names
from croupier.rulebook.trace import trace


def test_a_rule_set_is_read_aloud() -> None:
    ran = croupier("rulebook", "star-craps-2016")
    assert ran.returncode == 0
    assert "Win Line (6.1.1)" in ran.stdout
    assert "W wins, L loses, P push, M moves on, · stands" in ran.stdout


@pytest.mark.parametrize("form", ["text", "md", "html", "json"])
@pytest.mark.parametrize("words", [["place-win:6"], ["--readings"], []])
def test_every_layout_of_everything(form: str, words: list[str]) -> None:
    ran = croupier("rulebook", "star-craps-2016", *words, "--format", form)
    assert ran.returncode == 0
    assert ("SC-01" if words == ["--readings"] else "7 to 6") in ran.stdout
    if form == "json":
        json.loads(ran.stdout)


@pytest.mark.parametrize("form", ["text", "md", "html", "json"])
def test_a_clause_about_procedures_shows_its_sentence(form: str) -> None:
    ran = croupier("rulebook", "star-craps-2016", "5.3.2", "--format", form)
    assert ran.returncode == 0
    assert "Must: one die rests on the other." in ran.stdout
    assert "The stickperson or the casino supervisor may call “no roll”" in " ".join(ran.stdout.split())
    assert "SC-10" in croupier("rulebook", "star-craps-2016", "5.3.2", "--readings", "--format", form).stdout


def test_a_clause_of_a_wager_is_told_with_what_else_stands_on_it() -> None:
    told = json.loads(croupier("rulebook", "adelaide-craps-2003", "8(a)", "--format", "json").stdout)
    assert [each["topic"] for each in told["passages"]] == ["odds_multiple"]
    assert [page["clause"] for page in told["wagers"]] == ["8(a)"]


def test_a_page_as_json() -> None:
    told = json.loads(croupier("rulebook", "star-craps-2016", "place-win:6", "--format", "json").stdout)
    (page,) = told["wagers"]
    assert (page["wager"], page["clause"], page["edge"]) == ("place-win:6", "6.1.10", "1/66")


def test_two_rule_sets_side_by_side() -> None:
    ran = croupier("rulebook", "--compare", "star-craps-2016", "star-craps-2016+SC-12=stays-up")
    assert ran.returncode == 0
    assert "27/1925" in ran.stdout


@pytest.mark.parametrize(("name", "reading"), [("aruze-craps-2024", "AZ-38"), ("ministar-roulette-2018", "MR-24")])
def test_what_may_be_left_below_the_minimum_is_among_the_readings_and_compared(name: str, reading: str) -> None:
    readings = json.loads(croupier("rulebook", name, "--readings", "--format", "json").stdout)
    (shown,) = (each for each in readings if each["reading"] == reading)
    assert (shown["values"], shown["in_force"], shown["live"]) == (
        ["may-leave-less", "refused"],
        "may-leave-less",
        "refused",
    )
    assert "at a live table" in croupier("rulebook", name, "--readings").stdout
    compared = croupier("rulebook", "--compare", name, f"{name}+{reading}=refused").stdout
    assert "any amount" in compared
    assert "must be an amount that could be bet" in " ".join(compared.split())


@pytest.mark.parametrize(("name", "reading"), [("star-craps-2016", "SC-18"), ("star-sicbo-2016", "SB-18")])
def test_the_stricter_reading_of_the_minimum_is_among_the_readings_and_compared(name: str, reading: str) -> None:
    readings = json.loads(croupier("rulebook", name, "--readings", "--format", "json").stdout)
    (shown,) = (each for each in readings if each["reading"] == reading)
    assert (shown["values"], shown["in_force"]) == (["accepted", "refused"], "accepted")
    compared = " ".join(croupier("rulebook", "--compare", name, f"{name}+{reading}=refused").stdout.split())
    assert "Below the minimum, the bet is valid." in compared
    assert "refused until bets are closed" in compared


def test_the_trace_is_a_list_of_every_clause() -> None:
    clauses = json.loads(croupier("rulebook", "trace", "--format", "json").stdout)
    count = sum(len(trace(name)) for name in names())
    assert len(clauses) == count
    assert set(clauses[0]) == {"ruleset", "clause", "topic", "kind", "answer", "given", "code", "tests", "note", "pages"}
    (no_roll,) = (each for each in clauses if (each["ruleset"], each["clause"]) == ("star-craps-2016", "5.1"))
    assert (no_roll["answer"], no_roll["given"]) == ("given", ["VoidRound"])
    assert len(json.loads(croupier("rulebook", "trace", "star-sicbo-2016", "--format", "json").stdout)) == 220
    assert f"clauses: {count}" in croupier("rulebook", "trace").stdout
    assert "<table" in croupier("rulebook", "trace", "adelaide-craps-2003", "--format", "html").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nosuch"], "there is no rule set 'nosuch'; there are star-craps-2016, adelaide-craps-2003, "),
        (["star-craps-2017"], "did you mean star-craps-2016?"),
        (["trace", "star-craps-2017"], "did you mean star-craps-2016?"),
        (["star-craps-2016", "hardwy:4"], "star-craps-2016 has no wager 'hardwy:4'; did you mean hardway:4?"),
        (["star-craps-2016", "--reading", "SC-12"], "'SC-12' is not a reading with its value; write it as in SC-12=stays-up"),
        (["star-craps-2016", "--reading", "SC-12=nosuch"], "SC-12 is 'nosuch', which should be goes-back or stays-up"),
        (["show"], "name a rule set, or two with --compare A B; there are star-craps-2016, "),
        (
            ["star-craps-2016", "--compare", "star-craps-2016", "star-craps-2016"],
            "--compare stands alone",
        ),
        (["--compare", "star-craps-2016", "adelaide-craps-2003", "--reading", "SC-12=stays-up"], "--compare stands alone"),
        (["--compare", "star-craps-2016", "star-craps-2016+SC-12=stays-up+SC-12=goes-back"], "SC-12 is given twice"),
        (["star-craps-2016", "nosuch", "--readings"], "star-craps-2016 has no wager 'nosuch'"),
        (["star-craps-2016", ""], "star-craps-2016 has no wager ''"),
        (["--bogus"], "No such option '--bogus'; croupier rulebook show --help says what there is"),
        (["star-craps-2016", "--format", "pdf"], "'pdf' is not one of"),
        (["attach", "star-craps-2016", "/nowhere"], "/nowhere is not there; name the file of the document"),
        (["attach", "nosuch", "/nowhere"], "there is no rule set 'nosuch'"),
    ],
)
def test_a_wrong_wish_is_told_so(words: list[str], sentence: str) -> None:
    ran = croupier("rulebook", *words)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_copy_of_the_document_is_attached_and_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_HOME", str(tmp_path / "home"))
    document = tmp_path / "rules.pdf"
    document.write_bytes(b"as approved")
    assert croupier("rulebook", "attach", "star-craps-2016", str(document)).returncode == 0
    same = croupier("rulebook", "star-craps-2016", "--format", "html")
    assert same.returncode == 0
    assert document.as_uri() in same.stdout
    document.write_bytes(b"as amended")
    for form in ("text", "md", "html", "json"):
        changed = croupier("rulebook", "star-craps-2016", "--format", form)
        assert changed.returncode == 1
        assert f"the attached document {document} has changed" in changed.stderr
        assert "has changed: its SHA-256 was" in " ".join(changed.stdout.split())
    document.unlink()
    assert "is not there any more" in croupier("rulebook", "star-craps-2016").stderr


def test_a_document_that_cannot_be_attached_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_HOME", str(tmp_path))
    assert "is not a file" in croupier("rulebook", "attach", "star-craps-2016", str(tmp_path)).stderr
    strange = tmp_path / "two\nlines.pdf"
    strange.write_text("x")
    assert "its name cannot be printed" in croupier("rulebook", "attach", "star-craps-2016", str(strange)).stderr
    monkeypatch.setenv("CROUPIER_HOME", "somewhere")
    ran = croupier("rulebook", "star-craps-2016")
    assert ran.returncode == 2
    assert "set CROUPIER_HOME to one" in ran.stderr


def test_another_copy_takes_the_place_of_the_first_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_HOME", str(tmp_path))
    for name in ("one.pdf", "two.pdf"):
        (tmp_path / name).write_text(name)
        ran = croupier("rulebook", "attach", "star-craps-2016", str(tmp_path / name))
    assert f"It takes the place of {tmp_path / 'one.pdf'}" in ran.stdout


def test_a_broken_record_of_documents_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_HOME", str(tmp_path))
    (tmp_path / "documents.json").write_text("[]")
    ran = croupier("rulebook", "star-craps-2016")
    assert ran.returncode == 2
    assert "is not a record of attached documents" in ran.stderr
