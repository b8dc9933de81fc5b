"""The inspector's operations: inspections of the journal, rules in force, clauses, and the record of every view."""

from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from croupier.catalogue import ruleset
from croupier.floor.inspections import PROGRAM
from croupier.journal.streams import PEOPLE
from croupier.people.recorded import events_in
from croupier.people.viewing import ViewRecorded
from journals import bodies
from live_floor import TABLES, Console, LiveFloor
from server.api.test_watching import heard, watch

MAY_INSPECT = {"ines", "hal", "sue", "carl", "mia", "max"}
"""Inspectors, and the pit."""


def finished(console: Console, **wanted: object) -> dict[str, Any]:
    """The findings of an inspection, once it has ended."""
    started = console.post("/api/v1/inspections", wanted)
    deadline = monotonic() + 60
    while started.status == 409 and monotonic() < deadline:
        sleep(0.1)
        started = console.post("/api/v1/inspections", wanted)
    assert started.status == 200, started
    found = started.body
    while found["holds"] is None and monotonic() < deadline:
        sleep(0.1)
        found = console.get(f"/api/v1/inspections/{found['number']}").body
    assert found["done"] == found["of"] > 0
    return found


def recorded_views(floor: LiveFloor) -> list[tuple[str, bool]]:
    """What inspectors have viewed, by the journal, and whether they exported it."""
    events = [event for body in bodies(floor.journal, PEOPLE) for event in events_in(body)]
    return [(each.what, each.is_export) for each in events if isinstance(each, ViewRecorded)]


@pytest.mark.parametrize(
    ("kind", "says"), [("verify", "everything holds"), ("balance", "the house owes"), ("resettle", "0 differences")]
)
def test_an_inspector_inspects_the_journal_while_tables_play(
    kind: str, says: str, floor: LiveFloor, people: dict[str, Console]
) -> None:
    found = finished(people["ines"], kind=kind)
    assert found["holds"] is True, found
    assert says in "\n".join(found["sentences"])
    assert (found["by"], found["table"]) == ("Ines Roy", None)
    assert (f"all tables, findings of {kind}", False) in recorded_views(floor)


def test_a_round_is_told_in_words(floor: LiveFloor, people: dict[str, Console]) -> None:
    mia = people["mia"]
    assert mia.order("crown", "TakeSeat", seat="tessa", chips=10_000).status == 200
    number = mia.get("/api/v1/tables/crown").body["round"]["number"]
    found = finished(people["ines"], kind="tell", table="crown", round=number)
    assert "tessa" in "\n".join(found["sentences"])
    refused = people["ines"].post("/api/v1/inspections", {"kind": "tell", "table": "crown"})
    assert (refused.status, refused.error) == (409, "round-needed")
    assert any(what.startswith("crown, round") for what, _ in recorded_views(floor))


def test_one_inspection_at_a_time_and_it_can_be_stopped(people: dict[str, Console]) -> None:
    ines = people["ines"]
    finished(ines, kind="balance")
    first = ines.post("/api/v1/inspections", {"kind": "resettle"})
    assert first.status == 200, first
    second = people["mia"].post("/api/v1/inspections", {"kind": "verify"})
    assert (second.status, second.error) == (409, "inspection-running")
    number = first.body["number"]
    stopped = ines.post(f"/api/v1/inspections/{number}/stop").body
    assert stopped["holds"] is not None
    (listed,) = (each for each in ines.get("/api/v1/inspections").body if each["number"] == number)
    assert listed["sentences"] == []
    assert finished(ines, kind="balance")["holds"] is True


def test_who_may_inspect(people: dict[str, Console]) -> None:
    for login, console in people.items():
        wanted = 200 if login in MAY_INSPECT else 403
        assert console.get("/api/v1/inspections").status == wanted, login
        assert console.get("/api/v1/inspections/999").status == (404 if wanted == 200 else 403), login
        assert (console.post("/api/v1/inspections", {"kind": "verify", "table": "nowhere"}).status == 404) is (wanted == 200)


def test_the_rules_in_force_with_readings_fingerprint_and_version(people: dict[str, Console]) -> None:
    for table, name in TABLES.items():
        found = people["ines"].get(f"/api/v1/tables/{table}/rules").body
        assert len(found["fingerprint"]) == 64
        assert found["ruleset"] == name
        assert {each["id"] for each in found["readings"]} == {each.id for each in ruleset(name).readings}
        assert any(sentence.endswith(("%.", "player.")) for each in found["readings"] for sentence in each["edge"])
    assert people["ines"].get("/api/v1/tables/nowhere/rules").status == 404


def test_a_clause_leads_to_its_answer_code_and_tests(people: dict[str, Console]) -> None:
    found = people["ines"].get("/api/v1/tables/sicbo/clauses/8.9").body
    assert found["answer"] == "given"
    assert "ReportDisplay" in found["orders"]
    assert found["pages"] == ["/staff", "/display"]
    assert any("test_display" in test for test in found["tests"])
    assert people["ines"].get("/api/v1/tables/sicbo/clauses/99.9").error == "unknown-clause"


def test_whatever_an_inspector_views_or_exports_is_recorded(floor: LiveFloor, people: dict[str, Console]) -> None:
    console = floor.anybody()
    assert console.sign_in("hal").status == 200
    before = len(recorded_views(floor))
    for _ in range(3):
        assert console.get("/api/v1/tables/aruze").body["kind"] == "inspector"
    with watch(console, "aruze") as line:
        heard(line)
    assert console.get("/api/v1/tables/aruze/lines?limit=1").status == 200
    assert console.get("/api/v1/tables/aruze/lines?limit=1&export=1").status == 200
    assert console.get("/api/v1/tables/aruze/rules").status == 200
    assert recorded_views(floor)[before:] == [
        ("aruze, at a glance", False),
        ("aruze, live", False),
        ("aruze, lines 1 to 1", False),
        ("aruze, lines 1 to 1", True),
        ("aruze, rules in force", False),
    ]
    before = len(recorded_views(floor))
    assert people["mia"].get("/api/v1/tables/aruze/lines?limit=1").status == 200
    assert len(recorded_views(floor)) == before


def test_the_address_of_the_journal_is_not_in_the_arguments_of_the_inspection() -> None:
    """A database address may have a password, and everybody on a machine can list arguments."""
    assert PROGRAM[1:] == ("-P", "-m", "croupier.audit.inspection")
    assert Path(PROGRAM[0]).is_absolute()
