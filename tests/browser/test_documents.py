"""The approved document of a table: where players find it, and who learns that no copy is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.catalogue import ruleset
from croupier.rulebook.attached import attach
from live_floor import LiveFloor, live_floor
from running import SIC_BO, Server, server
from staff_page import sign_in

TEXT = "The rules of Sic Bo, as they were approved."
ROULETTE = "ministar-roulette-2018"
MISSING = "players may ask to read the approved document, and no copy of it is attached"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings folder of an operator who has attached the document of Sic Bo only."""
    folder = tmp_path_factory.mktemp("documents")
    copy = folder / "sicbo.txt"
    copy.write_text(TEXT)
    attach(folder / "documents.json", SIC_BO, copy)
    return folder


@pytest.fixture(scope="module")
def demonstration(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_HOME", str(home))
        with server(tmp_path_factory.mktemp("shown") / "journal.sqlite", "--betting", "30", "--guests", "0") as started:
            yield started


@pytest.fixture(scope="module")
def floor(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CROUPIER_HOME", str(home))
        with live_floor(tmp_path_factory.mktemp("copies"), tables=("sicbo", "wheel")) as running:
            administrator = running.administrator()
            running.hire("sue", "Sue Park", "supervisor", by=administrator)
            running.hire("ines", "Ines Roy", "inspector", by=administrator)
            yield running


def test_9_14_the_sign_of_a_table_leads_to_the_approved_rules(page: Page, demonstration: Server) -> None:
    page.goto(f"{demonstration.address}play/{SIC_BO}")
    page.wait_for_selector("#phase[data-phase]")  # the scripts are there, and the table
    page.get_by_test_id("sign").click()
    with page.expect_popup() as opened:
        page.get_by_test_id("approved-rules").click()
    assert TEXT in opened.value.inner_text("body")
    expect(page.get_by_test_id("rule-book")).to_have_attribute("href", f"/rules/{SIC_BO}")


def test_without_a_copy_the_sign_says_whom_to_ask(page: Page, demonstration: Server) -> None:
    page.goto(f"{demonstration.address}play/{ROULETTE}")
    page.wait_for_selector("#phase[data-phase]")
    page.get_by_test_id("sign").click()
    sheet = page.get_by_test_id("sign-sheet")
    expect(sheet).to_contain_text(f"Played by: {ruleset(ROULETTE).title}. Ask the staff for a copy of it.")
    expect(page.get_by_test_id("approved-rules")).to_have_count(0)


def test_the_lobby_and_the_display_lead_to_the_approved_rules(page: Page, demonstration: Server) -> None:
    page.goto(demonstration.address)
    link = page.get_by_role("link", name="Approved rules of")
    expect(link).to_have_count(1)
    expect(link).to_have_attribute("href", f"/document/{SIC_BO}")
    page.goto(f"{demonstration.address}display/{SIC_BO}")
    expect(page.get_by_test_id("document")).to_have_text(
        f"The approved rules: 127.0.0.1:{demonstration.port}/document/{SIC_BO}"
    )


def test_a_start_and_the_pit_tell_which_table_has_no_copy(floor: LiveFloor, console: Page) -> None:
    assert f"croupier: table wheel: {MISSING}: croupier rulebook attach {ROULETTE} FILE\n" in floor.said
    assert "table sicbo: players" not in floor.said
    sign_in(console, floor, "sue")
    cannot = "Players cannot read the approved document here: no copy of it is attached"
    rows = console.locator(".tables > li")
    expect(rows.filter(has=console.get_by_test_id("table-wheel"))).to_contain_text(cannot)
    expect(rows.filter(has=console.get_by_test_id("table-sicbo"))).not_to_contain_text(cannot)


def test_the_inspector_reads_it_beside_the_rules_in_force(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "ines")
    for table, says in (("wheel", "Players cannot read the approved document here"), ("sicbo", "Approved document")):
        console.goto(f"{console.url.partition('#')[0]}#inspect/{table}")
        console.get_by_text("Rules in force").click()
        expect(console.locator(".about")).to_contain_text(says)
