"""The pit: all tables at a glance, a correction shown before it is made, disputes, notices and a faulty terminal."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep, time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import ClientConnection, connect

from croupier.audit.resettle import resettle
from croupier.ledger.accounts import rack
from journals import bodies
from live_floor import CASH, PASSWORD, Console, LiveFloor, a_name, funded, live_floor, with_drawer
from patience import PATIENCE
from staff_page import axe, looks_right, sign_in, sign_out

STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "carl": ("Carl Voss", "casino-supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "cash": ("Cass Hill", "cage"),
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module. The device of one table is not connected."""
    options: dict[str, Any] = {"tables": ("sicbo", "wheel", "aruze"), "devices": {"aruze": "connected"}}
    with live_floor(tmp_path_factory.mktemp("pit"), **options) as running:
        administrator = running.administrator()
        for login, (name, role) in STAFF.items():
            console = running.hire(login, name, role, by=administrator)
            if role == "cage":
                with_drawer(console, "sue")
        yield running


@pytest.fixture(scope="module")
def people(floor: LiveFloor) -> dict[str, Console]:
    """The staff at consoles of their own. The dealer has taken over the Sic Bo table, where Ann and Bob sit."""
    consoles = {login: floor.anybody() for login in STAFF}
    for login, console in consoles.items():
        assert console.sign_in(login).status == 200
    given(consoles["dora"], "RelieveDealer")
    for seat in ("ann", "bob"):
        given(consoles["dora"], "TakeSeat", seat=seat, chips=50_000, tender=CASH)
    return consoles


def given(console: Console, order: str, **fields: Any) -> None:
    answer = console.order("sicbo", order, **fields)
    assert answer.status == 200, answer


def soon(console: Console, order: str) -> None:
    """Give an order as soon as the machine has done its part."""
    deadline = monotonic() + PATIENCE
    while (answer := console.order("sicbo", order)).status != 200:
        assert answer.error == "out-of-sequence", answer
        assert monotonic() < deadline
        sleep(0.05)


def dealt(dora: Console, faces: str, **stakes: tuple[str, int]) -> None:
    """A round of Sic Bo with these bets, and the result as the dealer enters it."""
    given(dora, "ShakeDice", times=3)
    given(dora, "OpenBetting")
    for seat, (wager, stake) in stakes.items():
        given(dora, "PlaceBet", seat=seat, wager=wager, stake=stake)
    for order in ("CloseBetting", "UncoverTumbler"):
        given(dora, order)
    numbers = [int(face) for face in faces.split("-")]
    given(dora, "AnnounceResult", numbers=numbers, total=sum(numbers))
    given(dora, "EnterOutcome", outcome=faces)


def cells(table: Locator) -> list[list[str]]:
    """What a table on the page says, row by row."""
    rows = table.locator("tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def agrees(floor: LiveFloor, table: str, credits: dict[str, int]) -> None:
    """The journal alone gives the same money, by the rules."""
    told = resettle(bodies(Path(floor.journal), table))
    assert told.holds, told.sentences
    assert {seat: told.balances.get(rack(seat), 0) for seat in credits} == credits
    assert sum(told.balances.values()) == 0


def fill(page: Page, label: str, text: str) -> None:
    page.locator("dialog").get_by_label(label).fill(text)


def give(page: Page) -> None:
    """Press the confirming key once it is active, and wait until the order is done."""
    page.get_by_test_id("give").click()
    expect(page.locator("dialog")).to_be_hidden()


def give_as_shown(page: Page) -> None:
    """Confirm what is shown. The table plays on: if something else would change by now, look again and confirm that."""
    for _ in range(5):
        page.get_by_test_id("give").click()
        page.wait_for_selector("dialog:not([open]), dialog .problem:not(:empty)", state="attached")
        if page.locator("dialog").is_hidden():
            return
        expect(page.locator("dialog .problem")).to_contain_text("Look again")
    raise AssertionError("the table changes all the time")


def test_wrong_numbers_are_corrected_three_rounds_later_and_every_change_is_shown_first(
    floor: LiveFloor, console: Page, people: dict[str, Console]
) -> None:
    dora = people["dora"]
    dealt(dora, "1-2-4", ann=("small", 1000), bob=("big", 2000))
    for faces in ("1-1-5", "4-5-5", "2-2-3"):
        soon(dora, "FinishPaying")
        dealt(dora, faces, ann=("small", 1000))
    sign_in(console, floor, "carl", table="sicbo")
    console.locator('[data-order="CorrectOutcome"]').click()
    panel, key = console.get_by_test_id("preview"), console.get_by_test_id("give")
    expect(panel).to_contain_text("Choose one first")
    expect(key).to_be_disabled()
    choice = console.get_by_test_id("outcome-choice")
    choice.get_by_role("button", name="round 1 (1-2-4)").click()
    for face in ("4", "5", "6"):
        choice.get_by_role("button", name=face, exact=True).click()
    histories, changes = console.get_by_test_id("histories"), console.get_by_test_id("changes")
    expect(changes).to_be_visible()
    expect(console.get_by_test_id("missing")).to_contain_text("Say why")
    expect(key).to_be_disabled()
    expect(histories.locator("tbody tr")).to_have_count(4)
    assert cells(histories) == [
        ["1", "1 2 4 ann won $10.00 bob lost $20.00", "4 5 6 ann lost $10.00 bob won $20.00"],
        ["2", "1 1 5 ann won $10.00", "1 1 5 ann won $10.00"],
        ["3", "4 5 5 ann lost $10.00", "4 5 5 ann lost $10.00"],
        ["4", "2 2 3 ann won $10.00", "2 2 3 ann won $10.00"],
    ]
    assert cells(changes) == [
        ["ann: Chips and credits", "$520.00", "$500.00", "-$20.00"],
        ["bob: Chips and credits", "$480.00", "$520.00", "+$40.00"],
        ["Won by the house", "$0.00", "-$20.00", "-$20.00"],
    ]
    expect(panel).to_contain_text("The house loses $20.00")
    looks_right(console)

    # The table plays on: what is shown is shown again. The reason changes nothing of it, and is needed to confirm.
    soon(dora, "FinishPaying")
    dealt(dora, "1-2-3", bob=("big", 1000))
    expect(histories.locator("tbody tr")).to_have_count(5)
    fill(console, "Reason", "The camera shows 4, 5 and 6.")
    expect(console.get_by_test_id("missing")).to_be_empty()
    give(console)
    expect(console.locator('[data-seat="ann"] .credit')).to_have_text("$500.00")
    expect(console.locator('[data-seat="bob"] .credit')).to_have_text("$510.00")
    expect(console.locator(".results [data-outcome]").nth(4)).to_have_attribute("data-outcome", "4-5-6")
    soon(dora, "FinishPaying")
    agrees(floor, "sicbo", {"ann": 50_000, "bob": 51_000})


def wrongly_lit(people: dict[str, Console]) -> None:
    """The lights are wrong at the Sic Bo table, Ann disputes it, and a higher minimum is announced; if not yet so."""
    dora, carl = people["dora"], people["carl"]
    if carl.get("/api/v1/tables/sicbo").body["notices"]:
        return
    dealt(dora, "1-1-6")
    given(dora, "ReportLights", why="The wrong area is lit", refund_short=False)
    given(dora, "OpenDispute", seat="ann", about="The wrong area was lit")
    later = int(time() * 1000) + 21 * 60_000
    given(carl, "PostNotice", act="change the sign", takes_effect=later, values={"minimum": 1000}, why="A busy evening")


def test_all_tables_at_a_glance_with_what_is_urgent_first(floor: LiveFloor, console: Page, people: dict[str, Console]) -> None:
    carl = people["carl"]
    wrongly_lit(people)
    sign_in(console, floor, "carl")
    row = console.locator("li", has=console.get_by_test_id("table-sicbo"))
    expect(row).to_contain_text("Dora Lee (dealer) deals")
    expect(row).to_contain_text("2 players")
    money = carl.get("/api/v1/tables/sicbo").body["takings"]
    assert money["drop"] == 100_000
    expect(row.locator(".takings")).to_have_text(f"Cash in $1,000.00, win {dollars(money['win'])}")
    expect(row.locator(".urgent")).to_contain_text(
        [
            "Play is stopped: the lights were wrong, and somebody has to put them right first (8.8)",
            "Tell an inspector immediately (8.8)",
        ]
    )
    expect(row.locator("[data-due]")).to_contain_text("overdue by")
    expect(row).to_contain_text("1 dispute is undecided")
    expect(row).to_contain_text("Announced: minimum $10.00")
    left = row.locator("[data-until]")
    expect(left).to_contain_text(re.compile(r"^in (21:00|(20|19|18):\d\d) min$"))
    first = left.inner_text()
    expect(left).not_to_have_text(first)
    expect(console.locator("li", has=console.get_by_test_id("table-aruze"))).to_contain_text("Its device is missing")
    names = console.locator(".tables > li strong").all_inner_texts()
    assert names.index("wheel") == 2, "what is urgent comes first"
    looks_right(console)
    assert carl.order("sicbo", "ChangeSign", values={"minimum": 1000}, why="A busy evening").error == "too-soon"


def test_the_pit_leads_to_the_display_of_each_table(floor: LiveFloor, console: Page, people: dict[str, Console]) -> None:
    assert people
    sign_in(console, floor, "carl")
    with console.expect_popup() as opened:
        console.get_by_role("link", name="Display of wheel").click()
    expect(opened.value.locator("#title")).to_have_text("Roulette · wheel")
    expect(opened.value.locator("#limits")).to_have_text("$5.00 to $500.00")
    expect(opened.value.locator("#alarm")).to_be_hidden()


def test_a_result_of_the_wheel_has_its_number_once(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "carl", table="wheel")
    last = console.locator(".results li button").first
    expect(last).to_have_text(re.compile(r"^(\d+) (red|black|green)$"))


def test_9_3_a_player_is_barred_in_the_words_of_the_floor(floor: LiveFloor, console: Page, people: dict[str, Console]) -> None:
    given(people["dora"], "TakeSeat", seat="bert", chips=0)
    sign_in(console, floor, "carl", table="sicbo")
    orders = console.get_by_label("Orders")
    for words in ("Void bets of a player", "Exclude from the casino", "Refuse"):
        expect(orders.get_by_role("button", name=words)).to_be_visible()
    orders.get_by_role("button", name="Bar a player").click()
    expect(console.get_by_role("heading", name="Bar a player")).to_be_visible()
    console.locator("dialog .form", has_text=re.compile("^bert, a device")).click()
    give(console)
    expect(console.get_by_label("What waits for somebody")).to_contain_text("bert: barred from the game: a device that records")


def test_a_notice_has_its_clock_and_then_its_proof(floor: LiveFloor, console: Page, people: dict[str, Console]) -> None:
    wrongly_lit(people)
    sign_in(console, floor, "carl", table="sicbo")
    files = console.get_by_label("What waits for somebody")
    expect(files).to_contain_text("To an inspector, immediately")
    expect(files.locator(".overdue")).to_contain_text("overdue by")
    expect(console.get_by_label("Signs put up").locator("[data-until]")).to_contain_text(" min")
    console.locator('[data-order="GiveNotice"]').click()
    fill(console, "How", "Told Ines Roy at the table")
    give(console)
    expect(files.locator(".overdue")).to_have_count(0)
    expect(files).to_contain_text(re.compile(r"To an inspector: .* Carl Voss, .*: Told Ines Roy at the table"))
    console.locator('[data-order="Rectify"]').click()
    fill(console, "Reason", "A fuse was changed")
    expect(console.get_by_test_id("preview")).to_contain_text("No money moves.")
    give(console)
    soon(people["dora"], "FinishPaying")


def test_a_dispute_goes_from_the_player_to_the_reviewed_decision(
    floor: LiveFloor, console: Page, people: dict[str, Console]
) -> None:
    if not people["carl"].get("/api/v1/tables/sicbo").body["history"]:
        dealt(people["dora"], "1-2-4", bob=("big", 2000))
    given(people["dora"], "OpenDispute", seat="bob", round=1, about="My stake was $30")
    sign_in(console, floor, "sue", table="sicbo")
    console.locator('[data-order="TakeSupervision"]').click()
    give(console)
    expect(console.get_by_text(", Sue Park (games supervisor) supervises")).to_be_visible()
    files = console.get_by_label("What waits for somebody")
    expect(files).to_contain_text("bob, round 1: My stake was $30. Not decided.")
    console.locator('[data-order="HearDispute"]').click()
    console.locator("dialog .form", has_text="My stake was $30").click()
    fill(console, "Decision", "The bet was $20")
    console.get_by_test_id("give").click()
    expect(console.locator("dialog .problem")).to_have_text("Say why, to decide a dispute (9.12).")
    fill(console, "Reason", "The camera shows $20")
    give(console)
    expect(files).to_contain_text("Decided by Sue Park: The bet was $20.")
    sign_out(console)
    sign_in(console, floor, "carl", table="sicbo")
    console.locator('[data-order="ReviewDispute"]').click()
    fill(console, "Decision", "The decision stands")
    give(console)
    expect(files).to_contain_text("Reviewed by Carl Voss: The decision stands.")
    console.locator('[data-order="AdviseComplaint"]').click()
    give(console)
    expect(files).to_contain_text("Advised of the right to complain.")
    seats = people["carl"].get("/api/v1/tables/sicbo").body["seats"]
    agrees(floor, "sicbo", {each["seat"]: each["credit"] for each in seats})


def enrolled(floor: LiveFloor, pit: Console) -> str:
    """The key of a new terminal."""
    code = pit.post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
    return floor.anybody().post("/api/v1/clients", {"code": code}).body["key"]


def placed(line: ClientConnection, wager: str, amount: int) -> None:
    """Bet as soon as the table takes bets."""
    deadline, tries = monotonic() + PATIENCE, 0
    while True:
        assert monotonic() < deadline
        tries += 1
        line.send(json.dumps({"say": "bet", "id": f"bet-{tries}", "wager": wager, "amount": amount}))
        while (told := json.loads(line.recv(timeout=PATIENCE)))["is"] != "answer":
            pass
        if told["ok"]:
            return
        sleep(0.2)


def own_seat(console: Console, seat: str) -> dict[str, Any]:
    return next(each for each in console.get("/api/v1/tables/wheel").body["seats"] if each["seat"] == seat)


def test_a_faulty_terminal_is_confirmed_by_its_record(floor: LiveFloor, console: Page, people: dict[str, Console]) -> None:
    mia = people["mia"]
    sent = {"Authorization": f"Bearer {enrolled(floor, people['sue'])}"}
    with connect(f"ws://127.0.0.1:{floor.port}/ws/wheel", additional_headers=sent) as line:
        line.send(json.dumps({"say": "hello"}))
        seat = json.loads(line.recv(timeout=PATIENCE))["seat"]
        funded(people["cash"], "wheel", seat, 10_000, by=mia)
        placed(line, "red", 1000)
        round = mia.get("/api/v1/tables/wheel").body["round"]["number"]
        deadline = monotonic() + PATIENCE
        while own_seat(mia, seat)["bets"]:
            assert monotonic() < deadline
            sleep(0.2)
    # It has failed: the seat is offline, and its record shows $20 on red.
    sign_in(console, floor, "mia")
    expect(console.locator("li", has=console.get_by_test_id("table-wheel"))).to_contain_text("1 terminal is offline")
    credit = 10_000 + 2 * (own_seat(mia, seat)["credit"] - 10_000)
    console.get_by_test_id("table-wheel").click()
    console.locator('[data-order="DeclareFault"]').click()
    console.locator("dialog .form", has_text=seat).first.click()
    expect(console.get_by_test_id("preview")).to_contain_text("No money moves.")
    give(console)
    console.locator('[data-order="ConfirmRecord"]').click()
    console.locator("dialog .form", has_text=re.compile(rf"round {round}\b")).click()
    fill(console, "Bets: name", "red")
    fill(console, "Bets: $", "20")
    fill(console, "Reason", "The record of the terminal shows it.")
    fill(console, "Their login", "carl")
    fill(console, "Their password", PASSWORD)
    expect(console.get_by_test_id("changes")).to_contain_text(dollars(credit))
    expect(console.get_by_test_id("histories").locator(f'[data-round="{round}"]')).to_contain_text("$20.00")
    assert axe(console) == []
    give_as_shown(console)
    expect(console.locator(f'[data-seat="{seat}"] .credit')).to_have_text(dollars(credit))
    agrees(floor, "wheel", {seat: credit})


def dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"
