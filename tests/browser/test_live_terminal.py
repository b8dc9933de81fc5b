"""Terminals and displays of a live floor: money comes from the staff, and a refusal says its true reason."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from live_floor import Console, LiveFloor, a_name, live_floor
from playing import until

TRIED = """
window.tried = [];
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    tried.push(performance.now());
  }
};
"""
"""Notes when a page tries to connect, by its own clock: a timer may be late, and never early."""
NO_MONEY = "Ask a member of staff to put money on this terminal."


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("live"), tables=("wheel", "aruze"), betting=60) as running:
        running.hire("sue", "Sue Park", "casino-supervisor")
        yield running


@pytest.fixture
def sue(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("sue").status == 200
    return console


@pytest.fixture
def client(browser: Browser) -> Iterator[Page]:
    """A browser that is not enrolled yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def enrol(page: Page, floor: LiveFloor, sue: Console, kind: str, table: str | None = "wheel") -> None:
    wanted = {"kind": kind, "label": a_name(kind), "table": table}
    code = sue.post("/api/v1/codes", wanted).body["code"]
    page.goto(f"http://127.0.0.1:{floor.port}/enrol")
    page.get_by_label("Code").fill(code)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text(f"enrolled as a {kind}")


def test_a_terminal_without_credit_sends_the_player_to_the_staff(floor: LiveFloor, sue: Console, client: Page) -> None:
    enrol(client, floor, sue, "terminal")
    client.goto(f"http://127.0.0.1:{floor.port}/play/wheel")
    expect(client.get_by_test_id("phase")).to_have_text("Place your bets")
    for key in ("insert-10000", "insert-50000"):
        expect(client.get_by_test_id(key)).to_be_hidden()
    expect(client.get_by_test_id("ticket-key")).to_be_visible()
    expect(client.get_by_test_id("collect")).to_be_disabled()
    client.get_by_test_id("spot-red").click()
    expect(client.get_by_test_id("status")).to_have_text(NO_MONEY)
    expect(client.get_by_test_id("insert-sheet")).to_be_hidden()


def test_a_terminal_at_another_table_says_where_it_belongs(floor: LiveFloor, sue: Console, client: Page) -> None:
    enrol(client, floor, sue, "terminal")
    client.goto(f"http://127.0.0.1:{floor.port}/play/aruze")
    said = "This terminal is enrolled for the table wheel. Open that one, or enrol it with another code."
    expect(client.get_by_test_id("offline")).to_have_text(said)


def test_a_second_seat_is_refused_in_one_sentence_and_tried_again_slowly(floor: LiveFloor, sue: Console, client: Page) -> None:
    enrol(client, floor, sue, "terminal", table=None)
    client.goto(f"http://127.0.0.1:{floor.port}/play/wheel")
    expect(client.get_by_test_id("seat")).to_contain_text("seat-")
    other = client.context.new_page()
    other.add_init_script(TRIED)
    other.goto(f"http://127.0.0.1:{floor.port}/play/aruze")
    said = "This terminal has a seat at wheel, and a terminal has one seat. Go back there, or leave that seat first."
    expect(other.get_by_test_id("offline")).to_have_text(said)
    # After 250, 500, 1000 and 2000 milliseconds, and then after 4 seconds: a page that was only cut off never waits so long.
    slow = "tried.length > 5 && tried.some((at, number) => at - tried[number - 1] >= 4000)"
    until(other, lambda: other.evaluate(slow))
    assert other.evaluate(slow)
    expect(other.get_by_test_id("offline")).to_have_text(said)


def test_a_revoked_terminal_says_that_it_is_not_enrolled(floor: LiveFloor, sue: Console, client: Page) -> None:
    enrol(client, floor, sue, "terminal")
    client.goto(f"http://127.0.0.1:{floor.port}/play/wheel")
    expect(client.get_by_test_id("seat")).to_contain_text("seat-")
    mine = sue.get("/api/v1/clients").body[-1]["client"]
    assert sue.post(f"/api/v1/clients/{mine}/revoke", {"why": "It is lost."}).status == 200
    expect(client.get_by_test_id("offline")).to_have_text("This terminal is not enrolled. Enrol it with a code from the pit.")
    expect(client.get_by_test_id("elsewhere")).to_be_hidden()


def test_a_display_at_another_table_says_where_it_belongs(floor: LiveFloor, sue: Console, client: Page) -> None:
    enrol(client, floor, sue, "display")
    client.goto(f"http://127.0.0.1:{floor.port}/display/aruze")
    said = "This display is enrolled for the table wheel. Open that one, or enrol it with another code."
    expect(client.locator("#alarm")).to_have_text(said)
