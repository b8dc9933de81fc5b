"""The inspector's page on a live floor: everything can be read and exported, nothing changed, and every view is on record."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Download, Page, expect

from browser.test_display import dealt, given
from croupier.floor.settings import NOT_APPROVED
from croupier.software import fingerprint
from live_floor import CASH, LiveFloor, live_floor
from playing import until
from prizes import terms
from server.api.test_inspection import recorded_views
from staff_page import SIDEWAYS, axe, looks_right, sign_in

"""Milliseconds for an inspection, which starts a process, on a busy machine."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """A floor with an inspector, and a table at which something was decided."""
    with live_floor(tmp_path_factory.mktemp("inspector"), tables=("sicbo", "crown")) as running:
        administrator = running.administrator()
        carl = running.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)
        running.hire("ines", "Ines Roy", "inspector", by=administrator)
        dora = running.hire("dora", "Dora Lee", "dealer", by=administrator)
        given(carl, "sicbo", "TakeSeat", seat="ann", chips=10_000, tender=CASH)
        given(carl, "sicbo", "SetPlayerLimits", seat="ann", minimum=2_500, maximum=100_000, why="A known player")
        dealt(dora, "1-2-4")
        given(carl, "sicbo", "OpenDispute", seat="ann", round=1, about="A late bet")
        yield running


def saved(download: Download, folder: Path) -> str:
    path = folder / download.suggested_filename
    download.save_as(path)
    return path.read_text(encoding="utf-8")


def test_an_inspector_verifies_balances_and_settles_again(floor: LiveFloor, console: Page, tmp_path: Path) -> None:
    sign_in(console, floor, "ines")
    console.get_by_role("link", name="Inspect", exact=True).click()
    findings, state = console.get_by_test_id("findings"), console.get_by_test_id("inspection")
    for key, says in (
        ("Verify the journal", "everything holds"),
        ("Balance the books", "the house owes"),
        ("Settle again", "0 differences"),
    ):
        console.get_by_role("button", name=key).click()
        expect(findings).to_contain_text(says)
        expect(state).to_contain_text("done")
    assert axe(console) == []
    with console.expect_download() as download:
        console.get_by_role("button", name="Save findings").click()
    assert "0 differences" in saved(download.value, tmp_path)
    views = recorded_views(floor)
    assert {(f"all tables, findings of {kind}", False) for kind in ("verify", "balance", "resettle")} <= {*views}
    assert views[-1] == ("all tables, findings of resettle", True)


def test_an_inspector_sees_what_is_overdue_of_promotions(floor: LiveFloor, console: Page) -> None:
    begun = terms("star-sicbo-2016", starts=1_760_000_000_000)
    order = {"type": "DraftPromotion", "rules": "star-sicbo-2016", "terms": msgspec.to_builtins(begun)}
    mia = floor.hire("mia", "Mia Brandt", "manager", by=floor.administrator())
    assert mia.post("/api/v1/promotions/orders", {"id": "draft-1", "order": order}).status == 200
    sign_in(console, floor, "ines")
    console.get_by_role("link", name="Promotions", exact=True).click()
    row = console.locator("[data-promotion='1']")
    expect(row).to_contain_text("1: Spring draw")
    expect(row).to_contain_text("24 hours before the start. (10.9), overdue since")
    assert axe(console) == []
    assert ("the prize register", False) in recorded_views(floor)


def test_an_inspector_reads_and_tells_the_prize_register(floor: LiveFloor, console: Page, tmp_path: Path) -> None:
    order = {"type": "DraftPromotion", "rules": "star-sicbo-2016", "terms": {"title": "Autumn draw"}}
    mia = floor.hire("mina", "Mina Brandt", "manager", by=floor.administrator())
    number = mia.post("/api/v1/promotions/orders", {"id": "draft-2", "order": order}).body["number"]
    sign_in(console, floor, "ines", table="inspect/")
    console.get_by_role("link", name="the prize register", exact=True).click()
    line = console.get_by_test_id("lines").locator("li").filter(has_text="by Mina Brandt (mina)")
    line.locator("summary").click()
    expect(line.locator("pre")).to_contain_text('"title": "Autumn draw"')
    assert axe(console) == []
    console.get_by_label("Promotion (0 for all)", exact=True).fill(str(number))
    console.get_by_role("button", name="Tell").click()
    findings = console.get_by_test_id("findings")
    expect(findings).to_contain_text(f"Mina Brandt (mina) drafted promotion {number} under")
    expect(console.get_by_test_id("inspection")).to_have_text(f"Tell promotion {number}, the prize register: done")
    with console.expect_download() as download:
        console.get_by_role("button", name="CSV").click()
    assert "DraftPromotion" in saved(download.value, tmp_path)
    with console.expect_download() as download:
        console.get_by_role("button", name="On paper").click()
    assert download.value.suggested_filename.startswith("promotions-1-")
    looks_right(console)


def test_an_inspector_reads_any_round_any_line_and_any_clause(floor: LiveFloor, console: Page, tmp_path: Path) -> None:
    sign_in(console, floor, "ines", table="inspect/sicbo")
    lines = console.get_by_test_id("lines").locator("li")
    limits = lines.filter(has_text="SetPlayerLimits")
    expect(limits).to_contain_text("by Carl Voss (casino-supervisor)")
    limits.locator("summary").click()
    expect(limits.locator("pre")).to_contain_text('"maximum": 100000')
    limits.get_by_role("button", name="4.6").click()
    sheet = console.get_by_role("dialog")
    expect(sheet).to_contain_text("test_display.py")
    expect(sheet.get_by_role("link")).to_have_attribute("href", "/rules/sicbo")
    assert axe(console) == []
    sheet.get_by_role("button", name="Close").click()
    console.get_by_label("Round", exact=True).fill("0")
    console.get_by_role("button", name="Tell").click()
    findings = console.get_by_test_id("findings")
    expect(findings).to_contain_text("A known player")
    findings.get_by_role("button", name="4.6").click()
    expect(sheet).to_contain_text("Clause 4.6")
    console.keyboard.press("Escape")
    expect(console.get_by_text("Disputes: 1")).to_be_visible()
    console.get_by_text("Rules in force").click()
    expect(console.get_by_test_id("fingerprint")).to_contain_text("Fingerprint of the rules: ")
    expect(console.get_by_test_id("software")).to_contain_text(f"fingerprint {fingerprint()}")
    expect(console.get_by_text(NOT_APPROVED)).to_be_visible()
    expect(console.locator(".readings")).to_contain_text("SB-05")
    expect(console.locator(".readings .edge").first).to_contain_text("%")
    assert axe(console) == []
    for width, height in ((390, 844), (1024, 768)):
        console.set_viewport_size({"width": width, "height": height})
        assert not console.evaluate(SIDEWAYS)
    for name, count in (("JSON lines", exported_json), ("CSV", exported_csv)):
        with console.expect_download() as download:
            console.get_by_role("button", name=name).click()
        assert count(saved(download.value, tmp_path)) == lines.count()
    shown = (f"sicbo, lines 1 to {lines.count()}", True)
    before = recorded_views(floor).count(shown)
    assert before == 2
    console.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    console.get_by_role("button", name="Print", exact=True).click()
    expect(console.locator("body[data-printed]")).to_be_attached()
    until(console, lambda: recorded_views(floor).count(shown) > before)
    assert recorded_views(floor).count(shown) == before + 1


def test_an_inspector_takes_the_journal_home_on_paper(floor: LiveFloor, console: Page, tmp_path: Path) -> None:
    sign_in(console, floor, "ines", table="inspect/sicbo")
    count = console.get_by_test_id("lines").locator("li")
    expect(count.first).to_be_visible()
    with console.expect_download() as download:
        console.get_by_role("button", name="On paper", exact=True).click()
    assert download.value.suggested_filename == f"sicbo-1-{count.count()}.pdf"
    path = tmp_path / "sicbo.pdf"
    download.value.save_as(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert (f"sicbo, lines 1 to {count.count()}, on paper", True) in recorded_views(floor)


def test_d18_what_a_key_of_the_journal_could_not_do_is_said_beside_it(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "ines", table="inspect/sicbo")
    journal = console.get_by_role("region", name="Journal")
    expect(journal.locator("li").first).to_be_visible()
    expect(console.get_by_role("heading", name="Rules in force")).to_be_visible()
    refused = {"error": "no-paper", "message": "No file was written."}
    console.route("**/api/v1/tables/sicbo/paper*", lambda route: route.fulfill(status=409, json=refused))
    journal.get_by_role("button", name="On paper").click()
    expect(journal.get_by_role("status")).to_have_text("No file was written.")
    expect(journal.get_by_role("status")).to_be_in_viewport()


def exported_json(text: str) -> int:
    found = [json.loads(line) for line in text.splitlines()]
    assert [each["number"] for each in found] == list(range(1, len(found) + 1))
    return len(found)


def exported_csv(text: str) -> int:
    head, *rows = csv.reader(text.splitlines())
    assert head[:2] == ["number", "hash"]
    assert all(len(row) == len(head) for row in rows)
    return len(rows)


def test_a_cell_of_a_csv_file_has_no_control_characters(floor: LiveFloor, console: Page) -> None:
    """Lines from before texts were checked may have any."""
    console.goto(f"http://127.0.0.1:{floor.port}/staff")
    text = console.evaluate(
        """async () => (await import("/static/staff-export.js")).csv([
          { number: 1, hash: "00", later: ["c\\x1b"],
            body: { command: { type: "LockTerminal", seat: "a\\x1b\\n\\u202eb", why: "\\x9b" } } },
        ])"""
    )
    _, row, end = text.split("\r\n")
    assert end == ""
    assert row.isprintable()
    assert r"a\u001b\u000a\u202eb" in row
    assert r"c\u001b" in row


def test_an_inspector_sees_a_table_and_has_no_order_there(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "ines", table="sicbo")
    expect(console.locator('[data-seat="ann"]')).to_be_visible()
    expect(console.get_by_test_id("not-now")).to_be_attached()
    expect(console.locator(".keys button[data-order], button.next")).to_have_count(0)


def test_a_supervisor_of_some_tables_sees_no_inspection_of_all(floor: LiveFloor, console: Page) -> None:
    """The document of the table crown gives a casino supervisor no role there."""
    sign_in(console, floor, "carl", table="inspect/sicbo")
    expect(console.get_by_role("button", name="Balance the books")).to_be_visible()
    expect(console.get_by_role("button", name="Verify the journal")).to_be_hidden()
    tables = console.get_by_label("Tables to inspect").get_by_role("link")
    expect(tables).to_have_text(["sicbo"])


def test_a_dealer_does_not_inspect(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "dora", table="inspect/sicbo")
    expect(console.locator("#told")).to_contain_text("is not for your roles")
    expect(console.get_by_role("link", name="Inspect", exact=True)).to_be_hidden()
