"""The inspector's operations: inspections of the journal, rules in force, clauses, and the record of every view."""

from time import monotonic, sleep
from typing import Any

import pytest

from croupier.catalogue import ruleset
from croupier.facts.message import Event
from croupier.people.fold import PEOPLE
from croupier.people.viewing import InspectionStopped, ViewRecorded
from croupier.promotions.fold import PRIZE_REGISTER
from journals import bodies
from live_floor import CASH, TABLES, Console, LiveFloor
from server.api.test_watching import heard, watch

MAY_INSPECT = {"ines", "hal", "sue", "carl", "mia", "max"}
"""Inspectors, and the pit."""


def finished(console: Console, **wanted: object) -> dict[str, Any]:
    """The findings of an inspection, once it has ended."""
    found, deadline = begun(console, **wanted), monotonic() + 60
    while found["holds"] is None and monotonic() < deadline:
        sleep(0.1)
        found = console.get(f"/api/v1/inspections/{found['number']}").body
    assert found["done"] == found["of"] > 0
    return found


def recorded(floor: LiveFloor) -> list[Event]:
    """Everything that the journal says about people."""
    return [event for body in bodies(floor.journal, PEOPLE.name) for event in PEOPLE.read(body).events]


def recorded_views(floor: LiveFloor) -> list[tuple[str, bool]]:
    """What inspectors have viewed, by the journal, and whether they exported it."""
    return [(each.what, each.is_export) for each in recorded(floor) if isinstance(each, ViewRecorded)]


def stops(floor: LiveFloor) -> list[tuple[str, str, str]]:
    """Who stopped whose inspection of what, by the journal."""
    found = [each for each in recorded(floor) if isinstance(each, InspectionStopped)]
    return [(each.by.login, each.started_by.login, each.what) for each in found]


def begun(console: Console, **wanted: object) -> dict[str, Any]:
    """An inspection that has just been started, when no other one runs."""
    deadline = monotonic() + 60
    while (started := console.post("/api/v1/inspections", wanted)).status == 409 and monotonic() < deadline:
        sleep(0.1)
    assert started.status == 200, started
    return started.body


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
    assert mia.order("crown", "TakeSeat", seat="tessa", chips=10_000, tender=CASH).status == 200
    number = mia.get("/api/v1/tables/crown").body["round"]["number"]
    found = finished(people["ines"], kind="tell", table="crown", round=number)
    assert "tessa" in "\n".join(found["sentences"])
    refused = people["ines"].post("/api/v1/inspections", {"kind": "tell", "table": "crown"})
    assert (refused.status, refused.error) == (409, "round-needed")
    assert any(what.startswith("crown, round") for what, _ in recorded_views(floor))


def test_the_prize_register_is_read_told_and_printed(floor: LiveFloor, people: dict[str, Console]) -> None:
    """An inspector reads it as tables are read; so does who runs promotions, and nobody else of the pit."""
    ines, mia, sue = people["ines"], people["mia"], people["sue"]
    whole: dict[str, Any] = {"rules": "star-craps-2016", "terms": {"title": "Spring draw"}}
    for number, id in ((1, "inspected-1"), (2, "inspected-2")):
        answer = mia.post("/api/v1/promotions/orders", {"id": id, "order": {"type": "DraftPromotion", **whole}})
        assert (answer.status, answer.body["number"]) == (200, number)
    for console, may in ((ines, True), (mia, True), (sue, False)):
        assert (console.get("/api/v1/inspections/tables").body["registers"] == [PRIZE_REGISTER.name]) is may
    read = ines.get("/api/v1/promotions/lines?after=0&limit=500&export=1").body
    assert [line["body"]["command"]["type"] for line in read["lines"]] == ["DraftPromotion"] * 2
    assert (read["last"], ("the prize register, lines 1 to 2", True) in recorded_views(floor)) == (2, True)
    found = finished(ines, kind="tell", table=PRIZE_REGISTER.name, round=2)
    (told,) = found["sentences"]
    assert told.endswith("Mia Brandt (mia) drafted promotion 2 under star-craps-2016.")
    assert len(finished(ines, kind="tell", table=PRIZE_REGISTER.name, round=0)["sentences"]) == 2
    assert ("the prize register, promotion 2, told", False) in recorded_views(floor)
    for kind in ("balance", "resettle"):
        held = finished(ines, kind=kind, table=PRIZE_REGISTER.name)
        assert held["holds"], held
    paper = ines.get("/api/v1/promotions/lines/paper?after=0&limit=500").body
    assert (paper["first"], paper["last"], paper["name"].partition(".")[0]) == (1, 2, "promotions-1-2")
    assert ("the prize register, lines 1 to 2, on paper", True) in recorded_views(floor)
    for path in ("lines", "lines/paper"):
        assert sue.get(f"/api/v1/promotions/{path}").status == 403
    assert sue.post("/api/v1/inspections", {"kind": "tell", "table": PRIZE_REGISTER.name, "round": 0}).status == 403


def test_one_inspection_at_a_time_and_its_starter_or_an_inspector_stops_it(
    floor: LiveFloor, people: dict[str, Console]
) -> None:
    ines = people["ines"]
    first = begun(ines, kind="resettle")
    second = people["mia"].post("/api/v1/inspections", {"kind": "verify"})
    assert (second.status, second.error) == (409, "inspection-running")
    number = first["number"]
    refused = people["mia"].post(f"/api/v1/inspections/{number}/stop")
    assert (refused.status, refused.error) == (403, "not-your-right")
    assert people["hal"].post(f"/api/v1/inspections/{number}/stop").body["sentences"] == ["It was stopped by Hal Moss."]
    assert stops(floor)[-1] == ("hal", "ines", "all tables, findings of resettle")
    assert people["hal"].post(f"/api/v1/inspections/{number}/stop").status == 200
    assert stops(floor)[-2:].count(stops(floor)[-1]) == 1, "nothing was stopped the second time"
    (listed,) = (each for each in ines.get("/api/v1/inspections").body if each["number"] == number)
    assert listed["sentences"] == []
    own = begun(people["mia"], kind="resettle")["number"]
    assert people["mia"].post(f"/api/v1/inspections/{own}/stop").body["sentences"] == ["It was stopped by Mia Brandt."]
    assert finished(ines, kind="balance")["holds"] is True


def test_an_inspector_need_not_wait_for_the_pit(floor: LiveFloor, people: dict[str, Console]) -> None:
    of_the_pit = begun(people["mia"], kind="resettle")["number"]
    started = people["ines"].post("/api/v1/inspections", {"kind": "balance"})
    assert started.status == 200, started
    found = people["mia"].get(f"/api/v1/inspections/{of_the_pit}").body
    assert found["sentences"] == ["It was stopped by Ines Roy."]
    assert stops(floor)[-1] == ("ines", "mia", "all tables, findings of resettle")
    assert finished(people["ines"], kind="balance")["holds"] is True


def test_a_supervisor_inspects_only_what_they_may_read(people: dict[str, Console]) -> None:
    """The document of the table crown gives a casino supervisor no role there."""
    carl = people["carl"]
    assert carl.get("/api/v1/tables/crown/lines").status == 403
    for wanted in (
        {"kind": "tell", "table": "crown", "round": 0},
        {"kind": "balance", "table": "crown"},
        {"kind": "balance"},
        {"kind": "verify", "table": "sicbo"},
    ):
        refused = carl.post("/api/v1/inspections", wanted)
        assert (refused.status, refused.error) == (403, "not-your-right"), wanted
    assert "the house owes" in "\n".join(finished(carl, kind="balance", table="sicbo")["sentences"])
    mine = carl.get("/api/v1/inspections/tables").body
    assert ("crown" in mine["tables"], "sicbo" in mine["tables"], mine["everything"]) == (False, True, False)
    assert people["ines"].get("/api/v1/inspections/tables").body == {
        "tables": [*TABLES],
        "registers": [PRIZE_REGISTER.name],
        "everything": True,
    }
    number = finished(people["ines"], kind="tell", table="crown", round=0)["number"]
    assert carl.get(f"/api/v1/inspections/{number}").status == 403
    assert carl.post(f"/api/v1/inspections/{number}/stop").status == 403
    assert number not in [each["number"] for each in carl.get("/api/v1/inspections").body]
    assert number in [each["number"] for each in people["mia"].get("/api/v1/inspections").body]


def test_who_may_inspect(people: dict[str, Console]) -> None:
    for login, console in people.items():
        wanted = 200 if login in MAY_INSPECT else 403
        assert console.get("/api/v1/inspections").status == wanted, login
        assert console.get("/api/v1/inspections/tables").status == wanted, login
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
    assert console.get("/api/v1/tables/aruze/clauses/1.1").status == 200
    assert console.get("/api/v1/floor").status == 200
    assert console.get("/api/v1/inspections").status == 200
    assert recorded_views(floor)[before:] == [
        ("aruze, at a glance", False),
        ("aruze, live", False),
        ("aruze, lines 1 to 1", False),
        ("aruze, lines 1 to 1", True),
        ("aruze, rules in force", False),
        ("aruze, clause 1.1", False),
        ("the settings of the floor", False),
        ("the list of inspections", False),
    ]
    number = finished(people["ines"], kind="balance")["number"]
    before = len(recorded_views(floor))
    for export in ("", "?export=1"):
        assert console.get(f"/api/v1/inspections/{number}{export}").status == 200
    assert recorded_views(floor)[before:] == [("all tables, findings of balance", each) for each in (False, True)]
    before = len(recorded_views(floor))
    assert people["mia"].get("/api/v1/tables/aruze/lines?limit=1").status == 200
    assert len(recorded_views(floor)) == before
