"""The sign of a table in the hands of a supervisor: a raised minimum waits its 20 minutes; times are those of the floor."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from browser.test_pit import agrees, fill, give, looks_right
from clock_ahead import PROGRAM, put_ahead
from live_floor import CASH, Console, LiveFloor, live_floor
from staff_page import sign_in

ZONE = "Australia/Sydney"
FROM = re.compile(r"from (\d\d:\d\d)")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, ahead: Path) -> Iterator[LiveFloor]:
    """A floor in Sydney with one Sic Bo table, where Ann sits."""
    more = f'time_zone = "{ZONE}"'
    program = (PROGRAM, str(ahead))
    with live_floor(tmp_path_factory.mktemp("sign"), tables=("sicbo",), more=more, program=program) as running:
        administrator = running.administrator()
        running.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)
        dora = running.hire("dora", "Dora Lee", "dealer", by=administrator)
        assert dora.order("sicbo", "RelieveDealer").status == 200
        assert dora.order("sicbo", "TakeSeat", seat="ann", chips=10_000, tender=CASH).status == 200
        yield running


def minutes_from_now(clock: str) -> float:
    """How many minutes it is until the clocks of the floor show this time."""
    now = datetime.now(ZoneInfo(ZONE))
    hour, minute = map(int, clock.split(":"))
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return ((then - now) % timedelta(days=1)).total_seconds() / 60


def signed_in(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


def test_4_5_a_raised_minimum_waits_its_twenty_minutes(floor: LiveFloor, console: Page, ahead: Path) -> None:
    page, carl = console, signed_in(floor, "carl")
    sign_in(page, floor, "carl", table="sicbo")
    page.locator('[data-order="ChangeSign"]').click()
    status, key = page.get_by_test_id("from"), page.get_by_test_id("give")
    fill(page, "New maximum, $", "400")
    expect(status).to_have_text("It holds at once.")
    expect(key).to_have_text("Change the sign")
    fill(page, "New maximum, $", "")
    fill(page, "New minimum, $", "10")
    expect(status).to_contain_text("A sign has to announce a higher minimum for 20 minutes (4.5). In force from")
    expect(status).to_contain_text("Sydney time")
    expect(key).to_have_text("Put up a sign")
    fill(page, "Reason", "A busy evening")
    looks_right(page)
    give(page)
    expect(page.locator("#told")).to_contain_text(re.compile(r"^Put up a sign.*done"))

    # The sign hangs with its clock. It is not offered before its time.
    posted = page.get_by_label("Signs put up")
    expect(posted).to_contain_text("Minimum $10.00")
    expect(posted.locator("[data-until]")).to_contain_text(re.compile(r"^(20:00|1\d:\d\d) min$"))
    found = FROM.search(posted.inner_text())
    assert found
    assert 17 <= minutes_from_now(found[1]) <= 20
    expect(posted.locator("button")).to_have_count(0)
    said = carl.get("/api/v1/tables/sicbo").body["sign"]["notices"]
    assert re.fullmatch(r"From 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d AE[DS]T: minimum \$10\.00\.", said[0])
    expect(page.get_by_test_id("events").locator("li").first).to_contain_text(re.compile(r" AE[DS]T to change the sign"))

    # The time comes, and one touch puts it into force.
    put_ahead(ahead, 20)
    assert signed_in(floor, "dora").order("sicbo", "ShakeDice").status == 200
    posted.get_by_role("button", name="Put into force").click()
    expect(posted).to_be_hidden()
    expect(page.locator(".strip .facts")).to_contain_text("Sign: $10.00 to $500.00")
    agrees(floor, "sicbo", {"ann": 10_000})


def test_9_8_a_closing_is_announced_for_a_time_of_the_clock(floor: LiveFloor, console: Page) -> None:
    page = console
    sign_in(page, floor, "carl", table="sicbo")
    expect(page.locator("#zone")).to_have_text("All times are Sydney time.")
    page.locator('[data-order="PostNotice"]').click()
    page.locator("dialog .form", has_text="close the table").click()
    expect(page.locator("dialog .settings")).to_be_hidden()
    expect(page.get_by_test_id("from")).to_contain_text("the earliest: the sign has to hang for 20 minutes.")
    page.locator("dialog").get_by_label(re.compile("^From")).fill("04:05")
    expect(page.get_by_test_id("from")).to_contain_text("From 04:05, in")
    fill(page, "Reason", "The end of the night")
    give(page)
    expect(page.get_by_label("Signs put up")).to_contain_text("from 04:05")
