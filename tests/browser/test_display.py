"""The displays in the room: results, runs, sign and warnings, large and without anybody at the keyboard."""

import re
from collections.abc import Iterator
from time import monotonic, sleep, time
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from live_floor import CASH, TABLES, Console, LiveFloor, live_floor
from staff_page import SIDEWAYS, axe

SCREENS = ((1920, 1080), (1080, 1920), (1024, 768))
LEAST_TEXT = """() => {
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const hasText = (each) => [...each.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
  return [...document.body.querySelectorAll("*")]
    .filter((each) => each.checkVisibility() && hasText(each) && !each.closest("svg"))
    .filter((each) => size(each) < 1.99 * size(document.documentElement))
    .map((each) => each.outerHTML);
}"""
CUT_OFF = """() => [...document.querySelectorAll("header *, .alarm, .last *, .round *, .run *, .sign li")]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const room = each.closest("section")?.getBoundingClientRect().bottom ?? innerHeight;
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > room + 1;
  }).map((each) => each.outerHTML)"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all displays, with a dealer and a supervisor."""
    with live_floor(tmp_path_factory.mktemp("display")) as running:
        administrator = running.administrator()
        for login, name, role in (("dora", "Dora Lee", "dealer"), ("carl", "Carl Voss", "casino-supervisor")):
            running.hire(login, name, role, by=administrator)
        yield running


def staff(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


@pytest.fixture
def display(browser: Browser) -> Iterator[Page]:
    """A screen on which no script fails."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("console", lambda said: failures.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    context.close()
    assert failures == []


def enrol(page: Page, floor: LiveFloor, table: str) -> None:
    """Enrol this screen for a table, as the pit and an attendant do, and open the display."""
    wanted = {"kind": "display", "label": f"screen of {table}", "table": table}
    code = staff(floor, "carl").post("/api/v1/codes", wanted).body["code"]
    page.goto(f"http://127.0.0.1:{floor.port}/enrol")
    page.get_by_label("Code").fill(code)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text("enrolled as a display")
    page.goto(f"http://127.0.0.1:{floor.port}/display/{table}")


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, answer


def dealt(console: Console, faces: str, bet: tuple[str, str] | None = None) -> None:
    """A round of Sic Bo up to its result, as a dealer enters it; with a bet of $5.00 of this seat on this wager."""
    if console.actions("sicbo")["RelieveDealer"]["open"]:
        given(console, "sicbo", "RelieveDealer")
    for _ in range(3):
        given(console, "sicbo", "ShakeDice")
    given(console, "sicbo", "OpenBetting")
    if bet:
        given(console, "sicbo", "PlaceBet", seat=bet[0], wager=bet[1], stake=500)
    for order in ("CloseBetting", "UncoverTumbler"):
        given(console, "sicbo", order)
    numbers = [int(face) for face in faces.split("-")]
    given(console, "sicbo", "AnnounceResult", numbers=numbers, total=sum(numbers))
    given(console, "sicbo", "EnterOutcome", outcome=faces)


def paid(console: Console) -> None:
    """The rest of the round. The machine may not have lit the winning areas yet."""
    deadline = monotonic() + 30
    while (answer := console.order("sicbo", "FinishPaying")).status != 200:
        assert answer.error == "out-of-sequence", answer
        assert monotonic() < deadline
        sleep(0.05)


def fits(page: Page) -> None:
    """On every screen nothing is cut off, nothing scrolls, and no text is too small for the room."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_OFF) == [], (width, height)
        assert page.evaluate(LEAST_TEXT) == [], (width, height)
        assert not page.evaluate(SIDEWAYS)


def accessible(page: Page) -> None:
    """By axe, in dark and in light."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert axe(page) == []


def test_1_1_and_6_1_the_result_the_run_and_the_sign_of_sic_bo(floor: LiveFloor, display: Page) -> None:
    dora, carl = staff(floor, "dora"), staff(floor, "carl")
    enrol(display, floor, "sicbo")
    expect(display.get_by_test_id("result")).not_to_be_empty()
    for faces in ("4-5-6", "1-2-4", "1-2-5", "2-2-2", "1-2-3"):
        dealt(dora, faces)
        expect(display.get_by_test_id("result")).to_have_attribute("data-outcome", faces)
        paid(dora)
    expect(display.get_by_test_id("result")).to_contain_text("1, 2, 3, total 6")
    expect(display.locator("#show .dice circle")).to_have_count(6)
    history = display.get_by_test_id("history").locator("li")
    for at, faces in enumerate(("1-2-3", "2-2-2", "1-2-5", "1-2-4", "4-5-6")):
        expect(history.nth(at)).to_have_attribute("data-outcome", faces)
    expect(display.locator("#dealt")).to_have_text("A person deals")
    expect(display.locator(".run .standing")).to_have_text(["Small, 2 in a row", "Even, 1 in a row"])
    expect(display.locator(".pays")).to_contain_text("500")
    expect(display.get_by_test_id("sign")).to_contain_text("Super streak amount $5.00")
    expect(display.locator("#limits")).to_have_text("$5.00 to $500.00")
    for place, seat in enumerate(("ann", "bob", "cleo", "dan"), 1):
        given(carl, "sicbo", "TakeSeat", seat=seat, chips=10_000, tender=CASH)
        given(carl, "sicbo", "SetPlayerLimits", seat=seat, minimum=2_500, maximum=100_000, why="A known player")
        expect(display.get_by_test_id("sign")).to_contain_text(f"place {place}: $25.00 to $1,000.00")
    later = int(time() * 1000) + 21 * 60_000
    given(carl, "sicbo", "PostNotice", act="change the sign", takes_effect=later, values={"minimum": 1000}, why="Busy")
    coming = display.locator(".coming")
    expect(coming).to_contain_text("Minimum $10.00")
    first = coming.locator(".left").inner_text()
    assert first == "21:00" or first.startswith("20:"), first
    expect(coming.locator(".left")).not_to_have_text(first)
    fits(display)
    accessible(display)


def test_8_9_a_display_that_staff_report_says_that_it_is_wrong(floor: LiveFloor, display: Page) -> None:
    dora = staff(floor, "dora")
    enrol(display, floor, "sicbo")
    dealt(dora, "1-1-4")
    given(dora, "sicbo", "ReportDisplay", shows="6-6-6")
    expect(display.locator("#alarm")).to_contain_text("This display is wrong")
    assert dora.get("/api/v1/tables/sicbo").body["disregarded"] is True
    fits(display)
    paid(dora)
    dealt(dora, "1-1-5")
    expect(display.locator("#alarm")).to_be_hidden()
    paid(dora)


def test_8_7_and_8_8_wrong_lights_stop_play_until_they_are_right(floor: LiveFloor, display: Page) -> None:
    dora, carl = staff(floor, "dora"), staff(floor, "carl")
    enrol(display, floor, "sicbo")
    dealt(dora, "1-1-6")
    given(dora, "sicbo", "ReportLights", why="The wrong area is lit", refund_short=False)
    expect(display.locator("#alarm")).to_contain_text("Play has stopped")
    assert [each["to"] for each in carl.get("/api/v1/tables/sicbo").body["notices"].values()] == ["an inspector"]
    paid(dora)
    assert dora.order("sicbo", "ShakeDice").status == 409
    given(carl, "sicbo", "Rectify", why="A fuse was changed")
    expect(display.locator("#alarm")).to_be_hidden()
    dealt(dora, "1-2-6")
    paid(dora)


@pytest.mark.parametrize("table", [each for each in TABLES if each != "sicbo"])
def test_every_other_table_has_a_display(table: str, floor: LiveFloor, display: Page) -> None:
    enrol(display, floor, table)
    expect(display.locator("#title")).to_contain_text(table)
    expect(display.locator("#limits")).to_contain_text("$5.00 to $500.00")
    expect(display.get_by_test_id("runs")).to_be_hidden()
    fits(display)


def test_a_display_says_what_is_played_before_the_first_result(floor: LiveFloor, display: Page) -> None:
    enrol(display, floor, "crown")
    result = display.get_by_test_id("result")
    expect(result.locator(".game")).to_have_text("Craps")
    expect(result).to_contain_text("SkyCity Adelaide 2003")
    expect(result).to_contain_text("$5.00 to $500.00")
    expect(display.locator("#clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(display.locator("#zone")).to_have_text("UTC")
    expect(display.get_by_test_id("history")).to_be_hidden()
    fits(display)
    accessible(display)


def test_a_display_warns_of_the_close_of_play(floor: LiveFloor, display: Page) -> None:
    enrol(display, floor, "wheel")
    given(staff(floor, "carl"), "wheel", "AnnounceClose", why="The end of the night")
    expect(display.locator("#alarm")).to_contain_text("Play is about to close")


def test_a_display_says_that_it_is_out_of_date_and_recovers_after_a_restart(floor: LiveFloor, display: Page) -> None:
    enrol(display, floor, "sicbo")
    result = display.get_by_test_id("result")
    expect(result).not_to_be_empty()
    expect(result).not_to_contain_text("sicbo")  # until it has learned the title of the table
    before = result.inner_text()
    floor.kill()
    expect(display.locator("#alarm")).to_contain_text("out of reach")
    floor.start()
    expect(display.locator("#alarm")).to_be_hidden()
    expect(result).to_have_text(before, use_inner_text=True)


def test_a_strange_screen_is_told_to_enrol(floor: LiveFloor, display: Page) -> None:
    display.goto(f"http://127.0.0.1:{floor.port}/display/craps")
    expect(display.locator("#alarm")).to_contain_text("not enrolled")
    answer = display.goto(f"http://127.0.0.1:{floor.port}/display/nowhere")
    assert answer
    assert answer.status == 404
