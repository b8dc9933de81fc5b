"""A player calls somebody from the terminal: an attendant, about a fault, or to dispute something; the staff answer."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_live_terminal import enrol
from journals import bodies
from live_floor import Console, LiveFloor, live_floor
from scripted import ScriptedTable
from staff_page import axe, sign_in

SIZES = ((320, 640), (390, 844), (844, 390), (768, 1024), (1280, 720), (1920, 1080))
INSIDE = """(id) => {
  const { left, right, top, bottom } = document.querySelector(`[data-testid="${id}"]`).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight; }"""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("calls"), tables=("wheel",), betting=60) as running:
        running.hire("sue", "Sue Park", "casino-supervisor")
        yield running


@pytest.fixture
def sue(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("sue").status == 200
    return console


@pytest.fixture
def player(floor: LiveFloor, sue: Console, browser: Browser) -> Iterator[Page]:
    """A terminal of its own, seated at the wheel."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    enrol(page, floor, sue, "terminal")
    page.goto(f"http://127.0.0.1:{floor.port}/play/wheel")
    expect(page.get_by_test_id("call-key")).to_be_enabled()
    yield page
    context.close()


def called(page: Page, *keys: str) -> str:
    """Press the key and then those in its sheet. Return the seat."""
    page.get_by_test_id("call-key").click()
    for key in keys:
        page.get_by_test_id(key).click()
    expect(page.get_by_test_id("call-sheet")).to_be_hidden()
    return page.get_by_test_id("seat").inner_text()


def test_an_attendant_is_called_with_two_touches_and_the_player_sees_who_comes(
    floor: LiveFloor, player: Page, console: Page
) -> None:
    sign_in(console, floor, "sue", table="wheel")
    seat = called(player, "call-attendant")
    expect(player.get_by_test_id("status")).to_have_text("You have called. Somebody will come to you.")
    expect(player.get_by_test_id("call-key")).to_have_text("Called")
    caller = console.locator(f'[data-caller="{seat}"]')
    expect(caller).to_contain_text(f"({seat}) calls an attendant")
    expect(console.get_by_test_id("round")).to_contain_text(f"({seat}) calls an attendant")
    assert axe(console) == []
    caller.get_by_role("button", name="Somebody is coming").click()
    expect(player.get_by_test_id("call-key")).to_have_text("Coming")
    expect(player.get_by_test_id("status")).to_have_text("Somebody is coming to you.")
    expect(player.locator("#announcer")).to_contain_text("Somebody is coming to you.")
    expect(caller).to_contain_text("Sue Park is on the way")
    player.get_by_test_id("call-key").click()
    expect(player.get_by_test_id("call-said")).to_have_text("Somebody is coming to you.")
    expect(player.get_by_test_id("call-attendant")).to_be_disabled()
    assert axe(player) == []
    player.get_by_test_id("call-close").click()
    caller.get_by_role("button", name="The call is over").click()
    expect(player.get_by_test_id("call-key")).to_have_text("Call")
    expect(caller).to_have_count(0)
    kinds = [
        line.split('"type":"')[1].split('"')[0] for line in map(bytes.decode, bodies(floor.journal, "wheel")) if seat in line
    ]
    assert [each for each in kinds if "Call" in each or "Attendant" in each] == ["CallAttendant", "AnswerCall", "EndCall"]


def test_a_reported_fault_leads_the_staff_to_the_order_for_faulty_terminals(
    floor: LiveFloor, player: Page, console: Page
) -> None:
    sign_in(console, floor, "sue", table="wheel")
    seat = called(player, "call-fault")
    caller = console.locator(f'[data-caller="{seat}"]')
    expect(caller).to_contain_text(f"({seat}) reports a fault of the terminal")
    caller.get_by_role("button", name="Declare the terminal faulty").click()
    dialog = console.locator("dialog[open]")
    expect(dialog).to_contain_text(seat)
    expect(dialog.locator("#order-title")).to_contain_text("Declare the terminal faulty")
    console.keyboard.press("Escape")
    caller.get_by_role("button", name="The call is over").click()
    expect(caller).to_have_count(0)


def test_the_pit_sees_a_call_and_a_dispute_at_once(floor: LiveFloor, player: Page, console: Page, sue: Console) -> None:
    sign_in(console, floor, "sue")
    seat = called(player, "call-dispute", "dispute-payment")
    expect(player.get_by_test_id("status")).to_contain_text("Your dispute is on file.")
    called(player, "call-attendant")
    row = console.locator(".tables > li.urgent")
    expect(row).to_contain_text(f"({seat}) calls an attendant")
    expect(row).to_contain_text("1 dispute is undecided")
    [dispute] = sue.get("/api/v1/tables/wheel").body["disputes"].values()
    assert (dispute["seat"], dispute["about"]) == (seat, "What was paid, as the player says at the terminal.")
    assert sue.order("wheel", "EndCall", seat=seat).status == 200


def test_nothing_is_called_while_the_table_is_out_of_reach(page: Page) -> None:
    """A choice that was pressed offline must not happen later."""
    table = ScriptedTable(page, "ministar-roulette-2018")
    page.get_by_test_id("call-key").click()
    expect(page.get_by_test_id("call-attendant")).to_be_enabled()
    table.goes_away()
    for key in ("call-attendant", "call-fault", "call-dispute"):
        expect(page.get_by_test_id(key)).to_be_disabled()
    expect(page.get_by_test_id("call-key")).to_be_disabled()
    page.get_by_test_id("call-close").click()
    expect(page.get_by_test_id("call-sheet")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_the_key_and_its_sheet_fit_every_screen(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ScriptedTable(page, "aruze-craps-2024", tickets=True)
    key = page.get_by_test_id("call-key")
    expect(key).to_be_visible()
    assert page.evaluate(INSIDE, "call-key")
    key.click()
    for each in ("call-attendant", "call-fault", "call-dispute", "call-close"):
        assert page.evaluate(INSIDE, each)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
