"""Reports of a live floor: who may see them, what they say, and that an inspector's view is recorded."""

import base64
import importlib.util

import pytest

from live_floor import CASH, Answer, Console, LiveFloor
from server.api.test_inspection import recorded_views

MAY_SEE = {"ines", "hal", "sue", "carl", "mia", "max"}


def report(console: Console, name: str, **asked: object) -> Answer:
    return console.post(f"/api/v1/reports/{name}", asked)


def test_the_pit_and_inspectors_see_reports_and_those_who_count_do_not(people: dict[str, Console]) -> None:
    for login, console in people.items():
        expected = 200 if login in MAY_SEE else 403
        assert console.get("/api/v1/reports").status == expected, login
    for login in ("cash", "dora"):
        assert report(people[login], "takings").status == 403
        assert people[login].post("/api/v1/reports/takings/file", {"form": "csv"}).status == 403


def test_a_report_is_written_and_an_inspectors_view_and_export_are_recorded(
    floor: LiveFloor, people: dict[str, Console]
) -> None:
    assert people["sue"].order("crown", "TakeSeat", seat="petra", chips=30_000, tender=CASH).status == 200
    found = report(people["ines"], "takings", by="terminal", table="crown", terminal="petra")
    assert found.status == 200, found
    titles = [column["title"] for column in found.body["columns"]]
    [row] = found.body["rows"]
    assert (row[0], row[titles.index("Cash in")]) == ("crown/petra", 30_000)
    assert (found.body["operator"], found.body["filters"]) == ("Test floor", "table crown, terminal petra")
    assert ("the report takings, day today", False) in recorded_views(floor)
    file = people["ines"].post("/api/v1/reports/takings/file", {"form": "csv", "by": "terminal", "terminal": "petra"})
    assert file.status == 200, file
    assert file.body["name"] == "takings-day-today.csv"
    assert "crown/petra,300.00," in base64.b64decode(file.body["content"]).decode()
    assert recorded_views(floor)[-1] == ("the report takings, day today", True)


def test_a_report_on_paper(people: dict[str, Console]) -> None:
    file = people["mia"].post("/api/v1/reports/alterations/file", {"form": "paper", "period": "life"})
    ending, begins = ("pdf", b"%PDF-") if importlib.util.find_spec("typst") else ("html", b"<!doctype html>")
    assert file.body["name"] == f"alterations-life-today.{ending}"
    assert base64.b64decode(file.body["content"]).startswith(begins)


@pytest.mark.parametrize(
    ("name", "asked", "status", "words"),
    [
        ("profits", {}, 404, "There is no report profits; there are performance,"),
        ("takings", {"day": "today"}, 409, "today is no date; write it as 2026-11-17."),
        ("takings", {"table": "poker"}, 409, "There is no table poker; there are "),
        ("takings", {"least": 5}, 409, "Drop and win has no filter least; it has table and terminal."),
        ("takings", {"period": "week"}, 400, ""),
        ("takings", {"colour": "red"}, 400, ""),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    people: dict[str, Console], name: str, asked: dict[str, object], status: int, words: str
) -> None:
    refused = report(people["mia"], name, **asked)
    assert (refused.status, refused.message.startswith(words)) == (status, True), refused
