"""A night in Chromium, from the opener to the balanced page: every way in which money comes, goes and waits.

`audit balance` confirms every figure of the page, and so does the SQL of the documentation over the exported journal.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from browser.test_hand_pays import identified_and_verified, paid, seated, signed_in
from browser.test_pit import dealt, soon
from browser.test_tickets import at_table, collected, registered, transferred
from croupier.cli.journal import journal_export
from croupier.journal.address import reader
from croupier.ledger.chart import CHART, Nature
from croupier.money import Cents, dollars
from croupier.testing.money_devices import SimulatedDevices
from docs.test_close_a_day import by_audit, by_sql
from live_floor import PASSWORD, Console, LiveFloor, funded, live_floor
from server.api.test_cage import EnrolledTerminal
from server.api.test_money_devices import enrolled, newest_terminal, plugged
from staff_page import looks_right

STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "cass": ("Cass Hill", "cage"),
    "ida": ("Ida Bell", "cage"),
}
SUE = {"login": "sue", "password": PASSWORD}
CASH, CHIPS = {"way": "cash"}, {"way": "chips"}
KINDS = {kind.name: kind for kind in CHART}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("night"), tables=("sicbo", "wheel", "aruze"), betting=600) as running:
        administrator = running.administrator()
        for login, (name, role) in STAFF.items():
            running.hire(login, name, role, by=administrator)
        yield running


@pytest.fixture(scope="module")
def dora(floor: LiveFloor) -> Console:
    return at_console(floor, "dora")


@pytest.fixture(scope="module")
def sue(floor: LiveFloor) -> Console:
    return at_console(floor, "sue")


def at_console(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


def given(console: Console, order: str, **fields: Any) -> None:
    answer = console.order("sicbo", order, **fields)
    assert answer.status == 200, answer


def enter(page: Page, **pieces: int) -> None:
    """Type how many there are of each value, and send it by the keyboard alone."""
    for value, count in pieces.items():
        page.locator(f'dialog [data-value="{value[1:]}"]').fill(str(count))
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_hidden()


def test_a_night_from_the_opener_to_the_balanced_page(
    floor: LiveFloor, dora: Console, sue: Console, console: Page, browser: Browser, tmp_path: Path
) -> None:
    fill_and_opener(floor, dora, console)
    cash_chips_colours_and_a_round(dora)
    tickets_a_card_and_an_account(floor, sue, console, browser)
    a_hand_pay(floor, sue, console)
    terminal = notes_in_a_stacker(floor, sue)
    given(dora, "PullBox", second=SUE)
    given(dora, "CountTray", is_opener=False, chips={"10000": 18, "500": 2}, second=SUE)
    stacker = sue.order("wheel", "PullBox", stacker=terminal, second={"login": "mia", "password": PASSWORD})
    assert stacker.status == 200, stacker
    the_count_with_a_variance(floor, console)
    books = exported_and_added_up(floor, tmp_path)
    with signed_in(console, floor, "sue", "day/"):
        the_page_says(console, books)
    with signed_in(console, floor, "sue", "reports/liability"):
        the_reports_say(console, books)


def count_drawer(page: Page, key: str = "count-drawer", **pieces: int) -> None:
    """Count a drawer, with Sue as the second person."""
    page.get_by_test_id(key).click()
    for value, count in pieces.items():
        page.locator(f'dialog [data-value="{value[1:]}"]').fill(str(count))
    countersign(page)


def fill_and_opener(floor: LiveFloor, dora: Console, page: Page) -> None:
    """A clerk opens a drawer, the cage sends chips on a slip, the table counts its opener, and somebody buys chips."""
    with signed_in(page, floor, "cass", "cage/chips"):
        expect(page.get_by_test_id("own-drawer")).to_contain_text("Count its opener first")
        expect(page.get_by_role("button", name="Sell chips")).to_be_disabled()
        page.keyboard.press("s")
        expect(page.locator("dialog")).to_be_hidden()
        count_drawer(page, v10000=10)
        expect(page.get_by_text("The drawer has $1,000.00.")).to_be_visible()
        expect(page.get_by_test_id("count-drawer")).to_have_text("Count the closer")
        expect(page.get_by_role("button", name="Sell chips")).to_be_enabled()
    given(dora, "RequestFill", chips={"10000": 20})
    with signed_in(page, floor, "cass", "cage/chips"):
        page.get_by_test_id("SendFill").click()
        page.get_by_test_id("give").click()
        expect(page.get_by_text("waits for the table")).to_be_visible()
    with signed_in(page, floor, "dora", "sicbo"):
        expect(page.locator('[data-order="ReceiveFill"]')).to_be_enabled()
        expect(page.locator('[data-order="CancelSlip"]:enabled')).to_have_count(0)  # that is for the cage now
    with signed_in(page, floor, "cass", "cage/chips"):
        page.get_by_test_id("CancelSlip").click()
        expect(page.locator("dialog")).to_contain_text("Only with all chips back here: 20")
        page.locator("dialog").get_by_label("Reason").fill("The table was about to close.")
        page.get_by_test_id("give").click()
        expect(page.get_by_text("Slip 1 of sicbo is cancelled.")).to_be_visible()
    given(dora, "RequestFill", chips={"10000": 20})
    with signed_in(page, floor, "cass", "cage/chips"):
        page.get_by_test_id("SendFill").click()
        page.get_by_test_id("give").click()
        expect(page.get_by_text("waits for the table")).to_be_visible()
        page.keyboard.press("s")
        enter(page, v2500=4)
        expect(page.get_by_text("Chips for $100.00 are sold: hand them over.")).to_be_visible()
        looks_right(page)
    with signed_in(page, floor, "dora", "sicbo"):
        signed_by_two(page, "ReceiveFill", "fill 2, $2,000.00: 20 x $100.00")
        signed_by_two(page, "CountTray", "$2,000.00", v10000=20)


def signed_by_two(page: Page, order: str, shown: str, **pieces: int) -> None:
    """Give an order of two people at a table, chip by chip: the dialog shows what is signed for, and who may sign."""
    page.locator(f'[data-order="{order}"]').click()
    dialog = page.locator("#order")
    for value, count in pieces.items():
        dialog.locator(f'[data-value="{value[1:]}"]').fill(str(count))
    expect(dialog).to_contain_text(shown)
    expect(dialog).to_contain_text("A supervisor, casino supervisor or manager who works at this table signs.")
    dialog.get_by_label("Their login").fill("sue")
    dialog.get_by_label("Their password").fill(PASSWORD)
    page.get_by_test_id("give").click()
    expect(dialog).to_be_hidden()


def cash_chips_colours_and_a_round(dora: Console) -> None:
    """Ann plays with cash and loses $10; Bob brings chips and plays with colour checks."""
    given(dora, "TakeSeat", seat="ann", chips=20_000, tender=CASH)
    given(dora, "TakeSeat", seat="bob", chips=10_000, tender=CHIPS)
    given(dora, "IssueColours", seat="bob", colour="red", value=2_500)
    dealt(dora, "4-5-6", ann=("small", 1_000))
    soon(dora, "FinishPaying")
    given(dora, "ReturnColours", seat="bob")
    given(dora, "LeaveSeat", seat="bob", tender=CHIPS)
    given(dora, "LeaveSeat", seat="ann", tender=CHIPS)


def tickets_a_card_and_an_account(floor: LiveFloor, sue: Console, cage: Page, browser: Browser) -> None:
    """A ticket is credited, printed again, taken by another terminal and paid. An account pays for play, and is paid."""
    wheel, craps = [at_table(browser, floor, sue, table) for table in ("wheel", "aruze")]
    seat = wheel.get_by_test_id("seat").inner_text()
    funded(at_console(floor, "cass"), "wheel", seat, 10_050, by=sue)
    expect(wheel.get_by_test_id("credit")).to_have_text("$100.50")
    number = collected(wheel)
    craps.get_by_test_id("ticket-key").click()
    craps.get_by_test_id("ticket-number").fill(number)
    craps.keyboard.press("Enter")
    expect(craps.get_by_test_id("credit")).to_have_text("$100.50")
    rest = collected(craps)
    craps.get_by_test_id("take-ticket").click()
    with signed_in(cage, floor, "cass", "cage/"):
        cage.get_by_test_id("shown-number").fill(rest)
        cage.keyboard.press("Enter")
        expect(cage.get_by_test_id("PayTicket")).to_be_focused()
        cage.keyboard.press("Enter")
        cage.get_by_label("Identification that was seen").fill("passport")
        cage.keyboard.press("Enter")
        expect(cage.locator("#told")).to_contain_text("is paid: $100.50")
        card = registered(cage)
    craps.get_by_test_id("card-key").click()
    craps.get_by_test_id("card-number").fill(card)
    craps.keyboard.press("Enter")
    expect(craps.get_by_test_id("card-of")).to_have_text("Your card is in.")
    transferred(craps, "40")
    expect(craps.get_by_test_id("card-said")).to_contain_text(
        "$40.00 came from the account (transfer 1). The account has $60.00."
    )
    craps.get_by_test_id("transfer-out").click()
    expect(craps.get_by_test_id("card-said")).to_contain_text("$40.00 went to the account (transfer 2).")
    for page in (wheel, craps):
        page.context.close()


def a_hand_pay(floor: LiveFloor, sue: Console, page: Page) -> None:
    """More than a ticket may be for: the cage verifies it and pays by cheque."""
    seated(floor, sue, "ann")
    called = sue.order("wheel", "Collect", seat="ann", tender={"way": "hand-pay"}, cause="over-ticket-limit")
    assert called.status == 200, called
    with signed_in(page, floor, "cass", "cage/"):
        identified_and_verified(page)
        paid(page)


def notes_in_a_stacker(floor: LiveFloor, sue: Console) -> str:
    """The name of a terminal whose devices have taken three notes of $100."""
    terminal, devices = EnrolledTerminal(floor, sue, "wheel"), SimulatedDevices()
    headers = enrolled(floor, sue, newest_terminal({"sue": sue}))
    with plugged(floor, "wheel", headers, devices) as line:
        line.until("slot")
        for _ in range(3):
            line.say(*devices.put_in("note", value=10_000))
            assert line.until("done")["ok"]
    terminal.line.close()
    return terminal.name


def the_count_with_a_variance(floor: LiveFloor, page: Page) -> None:
    """Two people count each box without seeing the books. $50 is missing in one, and the day waits for an explanation."""
    with signed_in(page, floor, "cass", "cage/count-room"):
        page.get_by_test_id("count-1").click()
        enter(page, v5000=3)
        expect(page.get_by_text("Another person counts it next.")).to_be_visible()
        expect(page.get_by_test_id("count-1")).to_have_count(0)
        page.get_by_test_id("count-2").click()
        enter(page, v10000=3)
        expect(page.get_by_test_id("count-2")).to_have_count(0)
        looks_right(page)
    with signed_in(page, floor, "ida", "cage/count-room"):
        page.get_by_test_id("count-1").click()
        enter(page, v5000=3)
        expect(page.get_by_text("Box 1 has $150.00, $50.00 less than by the books: variance 1.")).to_be_visible()
        page.get_by_test_id("count-2").click()
        enter(page, v10000=3)
        page.get_by_test_id("explain-1").click()
        expect(page.locator("dialog")).to_contain_text("box 1: $50.00 missing.")
        sign(page, "Explanation", "A note was stuck in the box.")
        expect(page.get_by_text("A note was stuck in the box.")).to_be_visible()
        count_drawer(page, "close-cass", v10000=15)
        expect(page.get_by_text("The drawer of Cass Hill has $1,500.00, as the books say.")).to_be_visible()
        expect(page.get_by_test_id("chips-counted")).to_have_text("They were never counted.")
        page.get_by_test_id("count-chips").click()
        page.locator('dialog [data-value="2500"]').fill("40")
        countersign(page)
        expect(page.get_by_text("The cage has chips for $1,000.00.")).to_be_visible()
        expect(page.get_by_test_id("chips-counted")).to_contain_text("They were last counted")
        close, reopen = (page.get_by_test_id(key).bounding_box() for key in ("close-day", "reopen-day"))
        assert close
        assert reopen
        assert 0 <= reopen["x"] - close["x"] - close["width"] < 40, "the keys of a page stand together"
        page.get_by_test_id("close-day").click()
        expect(page.locator("#told")).to_contain_text("No day can be closed now")


def the_page_says(page: Page, books: dict[str, int]) -> None:
    """Every figure of the page of the day is that of the books."""
    expect(page.get_by_test_id("day-about")).to_contain_text("Balanced.")
    accounts = page.locator("[data-figure]", has_text="(")
    after = {row.locator("th").inner_text(): row.locator("td").nth(2).inner_text() for row in accounts.all()}
    words = {name: f"{kind.title} ({kind.nature})" for name, kind in KINDS.items()}
    expected = {words[name]: dollars(Cents(kind.shown(books.get(name, 0)))) for name, kind in KINDS.items()}
    assert after == {name: expected[name] for name in after}
    assert {words[name] for name in books} <= after.keys()
    expect(page.locator('[data-figure="Owed and earned, less in hand"] td').nth(2)).to_have_text("$0.00")
    tray = ["$2,000.00", "$0.00", "$2,000.00", "$0.00", "$0.00", "$200.00", "$10.00", "$0.00", "$0.00", "$1,810.00"]
    counted = [*tray, "$200.00"]
    expect(page.locator('[data-figure="sicbo"] td')).to_have_text([*counted, "$10.00", "$10.00", "$0.28", "+0.97"])
    looks_right(page)


def the_reports_say(page: Page, books: dict[str, int]) -> None:
    """The same figures by report, as a chart, as CSV and on paper; and a word where there was nothing."""
    owed = sum(held for name, held in books.items() if KINDS[name].nature is Nature.OWED)
    expect(page.locator(".report tfoot td").nth(2)).to_have_text(dollars(Cents(owed)))
    expect(page.get_by_test_id("chart").locator("rect")).to_have_count(3)
    page.get_by_role("link", name="Drop and win").click()
    sicbo = page.locator(".report tbody tr", has_text="sicbo")
    expect(sicbo.locator("td").nth(14)).to_have_text("$10.00")
    expect(page.get_by_test_id("report")).to_contain_text("Test floor")
    page.get_by_label("Table or cage").select_option("sicbo")
    page.get_by_label("Rows by").select_option("terminal")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".report tbody th")).to_have_text(["sicbo", "sicbo/ann", "sicbo/bob"])
    expect(page.get_by_test_id("report")).not_to_have_attribute("aria-busy", "true")
    looks_right(page)
    for form, begins in (("as CSV", b"Report,Drop and win"), ("on paper", b"%PDF-")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save {form}").click()
        assert saved.value.path().read_bytes().startswith(begins)
    page.get_by_label("Date in it; empty for today").fill("2020-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_test_id("no-activity")).to_have_text("No activity.")
    page.get_by_role("link", name="Large transactions").click()
    page.get_by_label("Least amount, $").fill("a hundred")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#told")).to_have_text("Write the least amount as 5,000 or 12.50.")
    page.get_by_label("Least amount, $").fill("200")
    page.keyboard.press("Enter")
    expect(page.locator(".report tbody tr").first).to_contain_text("$200.00")


def sign(page: Page, label: str, text: str) -> None:
    """Fill a dialog that a second person signs, and send it."""
    page.locator("dialog").get_by_label(label).fill(text)
    countersign(page)


def countersign(page: Page) -> None:
    dialog = page.locator("dialog")
    dialog.get_by_label("Their login").fill("sue")
    dialog.get_by_label("Their password").fill(PASSWORD)
    page.get_by_test_id("give").click()


def exported_and_added_up(floor: LiveFloor, folder: Path) -> dict[str, int]:
    """Every kind of account: `audit balance` and the SQL of the documentation come to the same."""
    file = folder / "night.jsonl"
    exported = CliRunner().invoke(journal_export, [floor.journal, str(file)])
    assert exported.exit_code == 0, exported.output
    with contextlib.closing(reader(floor.journal)) as journal, journal.steady():
        books = by_audit(journal)
    sums, total = by_sql(file.read_bytes().splitlines())
    assert (sums, total) == (books, 0)
    assert {"accounts", "chips", "variances", "house", "cage-cash", "cage-bank"} <= books.keys()
    return books
