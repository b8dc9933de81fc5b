"""The end of a gaming day: every table announces it, plays its last round and closes, and the money agrees with the books."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.test_pit import agrees, fill, give, soon
from browser.test_sign import signed_in
from clock_ahead import PROGRAM, put_ahead
from croupier.audit.balance import balances, total_balance
from croupier.journal.address import reader
from live_floor import CASH, PASSWORD, TABLES, Console, LiveFloor, funded, live_floor, with_drawer
from staff_page import sign_in

NIGHT = "The end of the night"
CLOSED = "The table is closed."
ANNOUNCED = ("craps", "sicbo")
"""The tables whose document wants a sign for 20 minutes."""
PLAYERS = {"craps": "ann", "crown": "bob", "sicbo": "cleo", "wheel": "dan", "aruze": "eve"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, ahead: Path) -> Iterator[LiveFloor]:
    """A floor with a table of every document and a player at each, late in the evening."""
    with live_floor(tmp_path_factory.mktemp("closing"), program=(PROGRAM, str(ahead))) as running:
        administrator = running.administrator()
        mia = running.hire("mia", "Mia Brandt", "casino-supervisor", "manager", by=administrator)
        dora = running.hire("dora", "Dora Lee", "dealer", by=administrator)
        running.hire("max", "Max Orr", "manager", by=administrator)
        for table, seat in PLAYERS.items():
            chips = {"chips": 0} if table in ("wheel", "aruze") else {"chips": 20_000, "tender": CASH}
            given(mia, table, "TakeSeat", seat=seat, **chips)
        cass = with_drawer(running.hire("cass", "Cass Hill", "cage", by=administrator), "mia")
        funded(cass, "wheel", "dan", 10_000, by=mia)
        for table in ("craps", "sicbo"):
            given(dora, table, "RelieveDealer")
        yield running


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, (table, order, answer)


def at(page: Page, table: str) -> None:
    """Go to a table from the list of all of them."""
    page.get_by_role("link", name="Tables", exact=True).click()
    page.get_by_test_id(f"table-{table}").click()
    expect(page.locator("#where")).to_have_text(table)
    expect(page.locator(f'[data-seat="{PLAYERS[table]}"]')).to_be_visible()


def ordered(page: Page, order: str, choice: str = "", paid: str = "", signed: str = "", **fields: str) -> None:
    """Give an order in its dialog; signed by a second person, if one is named."""
    page.locator(f'[data-order="{order}"]').click()
    if choice:
        page.locator("dialog .form", has_text=choice).click()
    if paid:
        page.get_by_label("Paid with").select_option(paid)
        for numbered in ("Ticket", "Account", "Transfer", "Asked"):  # by the cage: nobody types it
            expect(page.locator("dialog").get_by_role("textbox", name=numbered)).to_have_count(0)
    if signed:
        fill(page, "Their login", signed)
        fill(page, "Their password", PASSWORD)
    for label, text in fields.items():
        fill(page, label, text)
    give(page)


def put_into_force(page: Page, what: str) -> None:
    page.get_by_label("Signs put up").get_by_role("button", name=f"Put into force: {what}").click()


def last_rounds(dora: Console) -> None:
    """The bets of the last rounds are down: a line bet at craps, a bet on small at Sic Bo."""
    given(dora, "craps", "OpenBetting")
    given(dora, "craps", "PlaceBet", seat="ann", wager="win-line", stake=1000)
    given(dora, "sicbo", "ShakeDice", times=3)
    given(dora, "sicbo", "OpenBetting")
    given(dora, "sicbo", "PlaceBet", seat="cleo", wager="small", stake=1000)


def played_out(dora: Console) -> None:
    """The last rounds: a seven at craps, 1-2-4 at Sic Bo. Both bets win."""
    for order, fields in (
        ("OfferDice", {"seat": "ann"}),
        ("AcceptDice", {"seat": "ann", "dice": [1, 2]}),
        ("ShootDice", {"seat": "ann"}),
        ("EnterOutcome", {"outcome": "3-4"}),
        ("FinishPaying", {}),
    ):
        given(dora, "craps", order, **fields)
    for order in ("CloseBetting", "UncoverTumbler"):
        given(dora, "sicbo", order)
    given(dora, "sicbo", "AnnounceResult", numbers=[1, 2, 4], total=7)
    given(dora, "sicbo", "EnterOutcome", outcome="1-2-4")
    soon(dora, "FinishPaying")


def test_9_8_every_table_is_announced_plays_its_last_round_and_closes(floor: LiveFloor, console: Page, ahead: Path) -> None:
    page, dora = console, signed_in(floor, "dora")
    sign_in(page, floor, "mia")
    last_rounds(dora)

    # The Star: a sign for 20 minutes. Adelaide: an inspector is told first. Electronic tables: every terminal is warned.
    for table in ANNOUNCED:
        at(page, table)
        ordered(page, "PostNotice", "close the table", Reason=NIGHT)
        expect(page.get_by_label("Signs put up")).to_contain_text("The table closes")
    at(page, "crown")
    expect(page.locator('[data-closed="CloseTable"]')).to_contain_text("First a Government Casino Inspector has to be told")
    ordered(page, "PostNotice", "close the table", Reason=NIGHT)
    ordered(page, "GiveNotice", How="Told Ines Roy at the table")
    ordered(page, "CloseTable", "no bet is given back", Reason=NIGHT)
    expect(page.get_by_test_id("round")).to_contain_text(CLOSED)
    for table in ("wheel", "aruze"):
        at(page, table)
        ordered(page, "AnnounceClose", Reason=NIGHT)
        expect(page.get_by_test_id("round")).to_contain_text("Play is about to close")
        if table == "wheel":
            ordered(page, "Collect", PLAYERS[table], paid="ticket", signed="max")
        ordered(page, "CloseTable", "no bet is given back", Reason=NIGHT)
        expect(page.get_by_test_id("round")).to_contain_text(CLOSED)

    # The time has come: no new bets, the last rounds are played out, and the tables close.
    put_ahead(ahead, 20)
    for table in ANNOUNCED:
        at(page, table)
        put_into_force(page, "Announce the close")
        expect(page.get_by_test_id("round")).to_contain_text("Play is about to close")
    assert dora.order("sicbo", "PlaceBet", seat="cleo", wager="big", stake=1000).status == 409
    played_out(dora)
    for table in ANNOUNCED:
        at(page, table)
        put_into_force(page, "Close the table")
        expect(page.get_by_test_id("round")).to_contain_text(CLOSED)
        expect(page.get_by_test_id("closing-steps").locator("li.now")).to_contain_text("Pay ")
        expect(page.locator(".calls")).not_to_contain_text("Waiting")
        expect(page.locator("[data-ground]")).to_have_count(0)

    # Nothing is left on any layout, and the money agrees with the books.
    mia = signed_in(floor, "mia")
    for table in TABLES:
        view = mia.get(f"/api/v1/tables/{table}").body
        assert (view["closing"], [bet for seat in view["seats"] for bet in seat["bets"]]) == (CLOSED, []), table
        agrees(floor, table, {"ann": 21_000} if table == "craps" else {"cleo": 21_000} if table == "sicbo" else {})
    with closing(reader(floor.journal)) as journal:
        books = total_balance(balances(journal, TABLES, lambda _: None).values())
    assert sum(books.accounts.values()) == 0

    # A new day begins with other settings of the sign, also with those that do not change while a table is open.
    ordered(page, "OpenDay", **{"Day": "Wednesday", "New super streak amount, $": "10"})
    expect(page.get_by_test_id("round")).to_contain_text("Gaming day Wednesday")
    expect(page.locator(".strip .notes")).to_contain_text("Super streak amount $10.00.")
    view = mia.get("/api/v1/tables/sicbo").body
    assert (view["takings"], view["takings_in_all"]["drop"]) == ({"drop": 0, "win": 0}, 20_000)
