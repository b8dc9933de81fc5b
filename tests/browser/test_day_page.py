"""The page of a closed day in a browser: its figures, what was booked about it later, and the day that has that."""

from pathlib import Path

from playwright.sync_api import Page, expect

from clock_ahead import PROGRAM
from live_floor import live_floor
from server.api.test_days import a_day
from staff_page import looks_right, sign_in


def test_a_closed_day_lists_what_was_booked_later_and_leads_there(tmp_path: Path, console: Page) -> None:
    ahead = tmp_path / "ahead"
    ahead.touch()
    with live_floor(tmp_path, tables=("sicbo",), betting=600, program=(PROGRAM, str(ahead))) as floor:
        closed, now = a_day(floor, ahead)
        sign_in(console, floor, "sue")
        console.get_by_role("link", name="Day", exact=True).click()
        region, field = console.get_by_role("region", name="Day"), console.get_by_label("Gaming day; empty for today")
        earlier = region.get_by_role("table").filter(has_text="Booked on this day about an earlier one")
        expect(earlier.get_by_role("row").nth(1)).to_contain_text(f"{closed}cageTransaction 1 was reversed")
        console.get_by_role("button", name=f"Show {closed}").click()
        expect(field).to_have_value(closed)
        expect(console.get_by_test_id("day-about")).to_contain_text("by Cass Hill and Sue Park")
        later = region.get_by_role("table").filter(has_text="Booked later about this day, not in its figures")
        expect(later.get_by_role("row").nth(1)).to_contain_text(f"{now}cageTransaction 1 was reversedNever handed over")
        expect(later.locator('[data-figure="Sum"]')).to_contain_text("$10.00")
        expect(region.locator('[data-figure^="Chips in players"] td').nth(2)).to_have_text("$10.00")
        looks_right(console)
        console.emulate_media(media="print")
        expect(console.get_by_test_id("day-about")).to_be_visible()
        for on_screen in (field, console.get_by_test_id("other-days")):
            expect(on_screen).to_be_hidden()
        console.emulate_media(media="screen")
        console.get_by_role("button", name=f"Show {now}").click()
        expect(field).to_have_value(now)
