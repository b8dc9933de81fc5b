"""Tickets of a former system on the pages of the cage: taken over from a file, found by the number on them, and paid by two."""

from pathlib import Path

from playwright.sync_api import FilePayload, Page, expect

from live_floor import PASSWORD, live_floor, with_drawer
from staff_page import sign_in

FILE = b"0012-3456, 40.00, 2020-10-31\r\n4711 0815 A, 12.50, 2020-11-01\r\n"


def signed(page: Page, login: str) -> None:
    page.get_by_label("Their login").fill(login)
    page.get_by_label("Their password").fill(PASSWORD)
    page.get_by_test_id("give").click()


def given(page: Page, file: bytes) -> None:
    named: FilePayload = {"name": "former.csv", "mimeType": "text/csv", "buffer": file}
    page.get_by_label("File with the tickets").set_input_files(named)
    signed(page, "mia")


def test_a_long_file_with_a_mistake_is_given_again_as_a_whole(tmp_path: Path, console: Page) -> None:
    """Of 600 tickets the first 500 are taken over when the 550th was printed in the future."""
    lines = [f"77{each:06}, 1.00, {2020 if each != 549 else 2999}-10-31" for each in range(600)]
    with live_floor(tmp_path, tables=("wheel",)) as floor:
        administrator = floor.administrator()
        floor.hire("mia", "Mia Brandt", "manager", by=administrator)
        floor.hire("cass", "Cass Hill", "cage", by=administrator)
        sign_in(console, floor, "cass", table="cage/count-room")
        console.get_by_test_id("former-tickets").click()
        given(console, "\n".join(lines).encode())
        expect(console.get_by_test_id("problem")).to_contain_text("The first 500 tickets of the file are taken over. Ticket 50")
        given(console, "\n".join(lines).replace("2999", "2020").encode())
        expect(console.locator("#told")).to_contain_text("600 tickets of the former system are taken over.")


def test_a_ticket_with_few_digits_is_found_by_its_number_and_paid_by_two(tmp_path: Path, console: Page) -> None:
    """A number of eight digits is not taken for a serial."""
    with live_floor(tmp_path, tables=("wheel",)) as floor:
        administrator = floor.administrator()
        floor.hire("mia", "Mia Brandt", "manager", by=administrator)
        floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        cass = floor.hire("cass", "Cass Hill", "cage", by=administrator)
        sign_in(console, floor, "cass", table="cage/count-room")
        console.get_by_test_id("former-tickets").click()
        given(console, FILE)
        expect(console.locator("#told")).to_contain_text("2 tickets of the former system are taken over.")
        with_drawer(cass, "sue")
        console.get_by_role("link", name="Tickets", exact=True).click()
        shown = console.get_by_test_id("shown-number")
        for typed, amount in (("0012-3456", "$40.00"), ("47110815a", "$12.50")):
            shown.fill(typed)
            console.keyboard.press("Enter")
            expect(console.locator(".amount")).to_have_text(amount)
            console.get_by_test_id("PayFormerTicket").click()
            signed(console, "sue")
            expect(console.locator("#told")).to_contain_text("Pay: done, ticket")
        shown.fill("1")
        console.keyboard.press("Enter")
        expect(console.get_by_text("Ticket 1 of")).to_contain_text("paid")
        expect(console.get_by_test_id("became")).to_contain_text("at the cage by Cass Hill and Sue Park.")
