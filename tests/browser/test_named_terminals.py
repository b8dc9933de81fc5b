"""The names of terminals on staff pages: who sits there, what is on it, what revoking does, and where credit is kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from live_floor import PASSWORD, Console, LiveFloor, live_floor
from server.api.test_lying_devices import Machine
from staff_page import axe, sign_in, sign_out


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("terminals"), tables=("wheel",)) as running:
        administrator = running.administrator()
        for login, name, role in (("sue", "Sue Park", "supervisor"), ("cass", "Cass Hill", "cage")):
            running.hire(login, name, role, by=administrator)
        yield running


def signed_in(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


def test_the_pit_and_the_cage_read_where_a_terminal_stands(floor: LiveFloor, console: Page) -> None:
    machine = Machine(floor, {"sue": signed_in(floor, "sue")})
    name, seat = machine.page.name, machine.seat
    with machine.line(faults=["paper-low"]) as line:
        line.until("slot")
        assert line.done("note-stacked", "n1", value=5_000)[0]
        sign_in(console, floor, "sue", table="clients/")
        terminal = console.locator(f'[data-client="{machine.client}"]')
        expect(terminal.get_by_test_id("state")).to_have_text(f"Online, {seat} at wheel, $50.00 on it")
        expect(console.locator('[data-client^="money-devices-"]')).to_contain_text(f"Money devices, of {name}")
        assert axe(console) == []
        code_for_devices(console, name)
        console.goto(f"http://127.0.0.1:{floor.port}/staff#wheel")
        expect(console.locator(f'[data-seat="{seat}"] h3')).to_contain_text(f"{name} ({seat})")
        expect(console.get_by_text(f"{name} ({seat}): the printer is low on paper").first).to_be_visible()
        opened = signed_in(floor, "sue").order("wheel", "OpenDispute", seat=seat, about=f"What {seat} was paid")
        assert opened.status == 200, opened
        expect(console.get_by_text(f"1. {name} ({seat}): What {name} ({seat}) was paid. Not decided.")).to_be_visible()
        console.goto(f"http://127.0.0.1:{floor.port}/staff#clients/")
        revoked_with_money(console, name, seat)
    sign_out(console)
    sign_in(console, floor, "cass", table="cage/hand-pays")
    expect(console.get_by_test_id("kept-credit")).to_contain_text(f"$50.00: wheel, {name} ({seat}), since ")


def code_for_devices(page: Page, terminal: str) -> None:
    """There is no browser in a note acceptor: the dialog says who takes the code."""
    page.get_by_role("button", name="Issue a code").click()
    page.get_by_label("What enrols").select_option("money-devices")
    page.get_by_label("What people call it").fill("acceptor")
    page.get_by_label("Terminal, for money devices").select_option(label=terminal)
    page.get_by_label("Their login").fill("admin")
    page.get_by_label("Their password").fill(PASSWORD)
    page.get_by_test_id("give").click()
    lead = page.locator("dialog .lead")
    expect(lead).to_contain_text("There is no browser in it: give this code to the program that speaks for it")
    expect(lead).not_to_contain_text("/enrol ")
    page.get_by_role("button", name="Done").click()


def revoked_with_money(page: Page, name: str, seat: str) -> None:
    """Whoever revokes a terminal knows before what is on it, and what becomes of that."""
    page.get_by_role("button", name=f"Revoke: {name}").click()
    lead = page.locator("dialog .lead")
    expect(lead).to_contain_text(f"$50.00 is on it, of {seat} at wheel. Once its bets are decided, the credit is kept")
    expect(lead).to_contain_text(f"Notes in its stacker stay there: pull it at the table, under the name {name}.")
    page.get_by_label("Reason").fill("It was moved")
    page.get_by_test_id("give").click()
    expect(page.get_by_text(f"The key of {name} is revoked.")).to_be_visible()
