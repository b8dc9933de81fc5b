"""Money devices in Chromium: notes and tickets go into slots, tickets come out of a printer, and the books have every cent."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.ledger.accounts import HAND_PAYS, TICKETS, rack, stacker
from live_floor import PASSWORD, Console, with_drawer
from playing import until
from running import CRAPS, ROULETTE, Server
from staff_page import AXE, AXE_SCRIPT, SIDEWAYS, sign_out
from wire import Wire

MEASURE = (Path(__file__).parent / "measure.js").read_text()
SIZES = ((360, 640), (640, 360), (768, 1024), (1280, 720))


@pytest.fixture(scope="module")
def staff(running: Server) -> Console:
    """The administrator of the demonstration, who holds every role but the inspector's, and has a drawer."""
    [file] = Path(running.data).parent.glob("*-first-password")
    console, once = Console(running.port), file.read_text().strip()
    assert console.sign_in("admin", once).status == 200
    assert console.post("/api/v1/session/password", {"old": once, "new": PASSWORD}).status == 200
    added = console.post("/api/v1/staff", {"login": "cass", "name": "Cass Hill", "roles": ["cage"]})
    cass, once = Console(running.port), added.body["password"]
    assert cass.sign_in("cass", once).status == 200
    assert cass.post("/api/v1/session/password", {"old": once, "new": PASSWORD}).status == 200
    return with_drawer(console, "cass")


@pytest.fixture
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """One person with two windows, who carries tickets from one to the other."""
    with browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce") as context:
        yield context


def at_table(visitor: BrowserContext, address: str, table: str) -> Page:
    page = visitor.new_page()
    page.goto(f"{address}play/{table}")
    expect(page.get_by_test_id("seat")).to_contain_text("seat-")
    return page


def seat_of(page: Page) -> str:
    return page.get_by_test_id("seat").text_content() or ""


def put_note_in(page: Page, cents: int, credit: str) -> None:
    if not page.get_by_test_id("money-sheet").is_visible():
        page.get_by_test_id("ticket-key").click()
    page.get_by_test_id(f"note-{cents}").click()
    expect(page.get_by_test_id("credit")).to_have_text(credit)


def collect(page: Page) -> None:
    """Collect as soon as the round lets go of the credit."""
    page.get_by_test_id("money-close").click()
    page.wait_for_selector('[data-testid="phase"]:is([data-phase="betting"], [data-phase="done"])')
    page.get_by_test_id("collect").click()


def ticket_from(page: Page, amount: str) -> str:
    """Take the ticket out of the printer, and read its number."""
    expect(page.get_by_test_id("ticket-amount")).to_have_text(amount)
    expect(page.get_by_test_id("ticket")).to_contain_text(f"Craps, {seat_of(page)} · " if "craps" in page.url else "Roulette, ")
    number = page.get_by_test_id("printed-number").inner_text()
    page.get_by_test_id("take-ticket").click()
    expect(page.get_by_test_id("credit")).to_have_text("$0.00")
    return number


def balance_holds(running: Server) -> None:
    for kind in (InspectionKind.VERIFY, InspectionKind.BALANCE, InspectionKind.RESETTLE):
        findings = inspect(Job(str(running.data), kind), lambda _: None)
        assert findings.holds, findings.sentences


def complaints(page: Page) -> list[str]:
    """What axe finds, and what does not fit a screen or a finger."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(AXE)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(SIDEWAYS):
            found.append(f"{width}x{height}: scrolls sideways")
        small = page.locator("#money-sheet :is(button, input, summary)").evaluate_all(
            "(all) => all.filter((each) => each.checkVisibility() && each.type !== 'checkbox'"
            " && each.getBoundingClientRect().height < 43.5).map((each) => each.outerHTML)"
        )
        found += [f"{width}x{height}: {each}" for each in small]
    page.set_viewport_size({"width": 1280, "height": 720})
    return found


def test_a_module_that_does_not_arrive_is_asked_for_again(running: Server, visitor: BrowserContext) -> None:
    failures: list[str] = []
    refused: list[str] = []

    def refuse_once(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) == 1:
            route.abort()
        else:
            route.continue_()

    visitor.on("weberror", lambda error: failures.append(str(error.error)))
    visitor.route("**/slots.js", refuse_once)
    put_note_in(at_table(visitor, running.address, CRAPS), 500, "$5.00")
    assert (len(refused), failures) == (2, [])


@pytest.mark.usefixtures("staff")
def test_cash_in_a_ticket_to_another_terminal_and_the_rest_to_the_cage(
    running: Server, staff: Console, visitor: BrowserContext, console: Page
) -> None:
    assert staff.get("/api/v1/session").status == 200
    craps, wheel = at_table(visitor, running.address, CRAPS), at_table(visitor, running.address, ROULETTE)
    craps.bring_to_front()
    put_note_in(craps, 5_000, "$50.00")
    assert [note.inner_text() for note in craps.locator(".banknote").all()] == ["$5", "$10", "$20", "$50", "$100"]
    assert complaints(craps) == []
    collect(craps)
    first = ticket_from(craps, "$50.00")

    wheel.bring_to_front()
    put_note_in(wheel, 2_000, "$20.00")
    wheel.get_by_test_id("slot-number").fill(f"{first[:-1]}{(int(first[-1]) + 1) % 10}")
    wheel.get_by_test_id("slot-in").click()
    says = wheel.get_by_test_id("ticket-says")
    expect(says).to_have_text("That is not the number of a ticket: a digit is wrong or missing.")
    wheel.locator(".wallet button").click()
    expect(says).to_have_text("The ticket is in.")
    expect(wheel.get_by_test_id("credit")).to_have_text("$70.00")
    expect(wheel.locator(".wallet button")).to_have_count(0)
    collect(wheel)
    rest = ticket_from(wheel, "$70.00")

    craps.bring_to_front()
    craps.get_by_test_id("ticket-key").click()
    craps.get_by_test_id("slot-number").fill(first)
    craps.get_by_test_id("slot-in").click()
    expect(craps.get_by_test_id("ticket-says")).to_have_text("This ticket has been paid already.")

    paid_at_the_cage(console, running, rest, "$70.00")
    books = {name: running.books(name).balances for name in (CRAPS, ROULETTE)}
    assert (books[CRAPS][stacker(seat_of(craps))], books[ROULETTE][stacker(seat_of(wheel))]) == (-5_000, -2_000)
    assert rack(seat_of(craps)) not in books[CRAPS]
    assert books[CRAPS][TICKETS] + books[ROULETTE][TICKETS] == 7_000
    balance_holds(running)
    audited_at_the_terminal(console, running, ROULETTE, seat_of(wheel))


def sign_in(page: Page, running: Server, where: str) -> None:
    page.goto(f"{running.address}staff#{where}")
    page.get_by_label("Login").fill("admin")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def paid_at_the_cage(page: Page, running: Server, number: str, amount: str) -> None:
    """A clerk types the number of a ticket, pays it with two more keys, and is told that it was paid when it is shown again."""
    sign_in(page, running, "cage/")
    shown = page.get_by_test_id("shown-number")
    expect(shown).to_be_focused()
    shown.fill(number)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("PayTicket")).to_be_focused()
    expect(page.get_by_test_id("PayTicket")).to_have_text(f"Pay {amount}")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Identification that was seen")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text(f"is paid: {amount}")
    expect(shown).to_be_focused()
    shown.fill(number)
    page.keyboard.press("Enter")
    expect(page.locator(".found .hint")).to_have_text("This ticket has been paid already.")
    expect(page.get_by_test_id("PayTicket")).to_have_count(0)
    sign_out(page)


def audited_at_the_terminal(page: Page, running: Server, table: str, seat: str) -> None:
    """Staff sign in at the terminal, read its last tickets and its meters, and leave it to the player."""
    sign_in(page, running, f"audit/{table}/{seat}")
    expect(page.get_by_test_id("printed-tickets")).to_contain_text("$70.00")
    expect(page.get_by_test_id("accepted-tickets")).to_contain_text("$50.00")
    meters = page.get_by_test_id("terminal-meters")
    expect(meters).not_to_contain_text("notes in")  # whoever counts the stacker does not see them
    expect(meters).to_contain_text("Tickets in1")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(AXE) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.evaluate(SIDEWAYS)
    page.get_by_test_id("end-audit").click()
    expect(page.get_by_test_id("seat")).to_contain_text("seat-")
    page.get_by_test_id("sign").click()
    page.get_by_test_id("audit-mode").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_printer_without_paper_and_a_connection_lost_while_it_prints(
    running: Server, staff: Console, visitor: BrowserContext
) -> None:
    wire = Wire(running.port)
    page = at_table(visitor, wire.address, CRAPS)
    seat = seat_of(page)
    put_note_in(page, 2_000, "$20.00")
    page.get_by_test_id("attendant").locator("summary").click()
    page.get_by_test_id("fault-paper-out").check()
    expect(page.get_by_test_id("note-says")).to_have_text("This machine needs an attendant: the printer is out of paper.")
    expect(page.get_by_test_id("note-2000")).to_be_disabled()
    collect(page)
    expect(page.get_by_test_id("locked")).to_contain_text("$20.00 waits to be paid by hand")
    expect(page.get_by_test_id("ticket-sheet")).to_be_hidden()
    assert running.books(CRAPS).balances[HAND_PAYS] == 2_000
    clear = {"seat": seat, "fault": "paper-out", "why": "A new roll is in."}
    assert staff.order(CRAPS, "ClearDeviceFault", **clear).error == "terminal-faulty"
    assert f"{seat}: the printer is out of paper" in Console(running.port).get("/floor.json").body["faults"][CRAPS]
    page.get_by_test_id("ticket-key").click()
    page.get_by_test_id("fault-paper-out").uncheck()
    until(page, lambda: staff.order(CRAPS, "ClearDeviceFault", **clear).status == 200)
    assert staff.order(CRAPS, "PayByHand", seat=seat, why="The form is signed.").status == 200
    expect(page.get_by_test_id("locked")).to_be_hidden()

    put_note_in(page, 10_000, "$100.00")
    before = staff.get("/api/v1/cage").body["issued"]
    collect(page)
    wire.cut()
    number = ticket_from(page, "$100.00")
    expect(page.get_by_test_id("offline")).to_be_hidden()
    assert staff.get("/api/v1/cage").body["issued"] == before + 1
    assert rack(seat) not in running.books(CRAPS).balances
    again = staff.post("/api/v1/cage/orders", {"id": "again", "order": {"type": "PayTicket", "number": number}})
    assert again.body["ticket"]["amount"] == 10_000
    balance_holds(running)
    visitor.close()
    wire.close()
