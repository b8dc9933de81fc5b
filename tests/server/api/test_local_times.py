"""Times and dates at the cage are those of the floor, in refusals, too."""

import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from live_floor import Answer, Console, LiveFloor, live_floor, with_drawer
from server.api.test_lying_devices import Machine

ZONE = ZoneInfo("Etc/GMT+12")
"""The last place on earth in which a day begins."""
HOUR = 3_600_000


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("zone"), tables=("wheel",), more=f'time_zone = "{ZONE.key}"') as floor:
        yield floor


@pytest.fixture(scope="module")
def sue(away: LiveFloor) -> Console:
    return away.hire("sue", "Sue Park", "supervisor", by=away.administrator())


@pytest.fixture(scope="module")
def cass(away: LiveFloor, sue: Console) -> Console:
    assert sue
    away.hire("mia", "Mia Brandt", "manager", by=away.administrator())
    return with_drawer(away.hire("cass", "Cass Hill", "cage", by=away.administrator()), "sue")


def ordered(cass: Console, order: str, **fields: object) -> Answer:
    return cass.post("/api/v1/cage/orders", {"id": secrets.token_hex(6), "order": {"type": order, **fields}})


def test_a_delayed_ticket_names_the_agreed_time_as_the_clocks_of_the_floor_show_it(
    away: LiveFloor, sue: Console, cass: Console
) -> None:
    number = ordered(cass, "SellTicket", amount=4_000).body["printed"]["number"]
    until = int(datetime.now(UTC).timestamp()) * 1000 + 5 * HOUR
    delayed = ordered(cass, "DelayTicket", number=number, until=until, why="It is looked into")
    assert delayed.status == 200, delayed
    moment = datetime.fromtimestamp(until / 1000, ZONE)
    agreed, shown = f"to {moment:%Y-%m-%d %H:%M:%S} -12.", f"to {moment.day} {moment:%b %Y, %H:%M}."
    assert ordered(cass, "PayTicket", number=number).message.endswith(shown), "as pages show times"
    assert cass.post("/api/v1/cage/tickets/find", {"number": number}).body["why_not"].endswith(shown)
    machine = Machine(away, {"sue": sue})
    assert machine.page.say("ticket", number=number)["message"].endswith(agreed), "to the player at a terminal"
    with machine.line() as line:
        line.say("ticket", id="t1", number=number)
        assert line.until("verdict", id="t1")["message"].endswith(agreed), "to the reader of tickets"
    machine.page.line.close()


def no_leap_day(day: date, days: int) -> date:
    """A day of every year, one before or after the one that is not."""
    return day + timedelta(days=days) if (day.month, day.day) == (2, 29) else day


def test_nobody_is_18_before_the_day_has_begun_on_the_floor(cass: Console) -> None:
    today = datetime.now(ZONE).date()
    for day, status in ((no_leap_day(today, -1), 200), (no_leap_day(today + timedelta(days=1), 1), 409)):
        number = secrets.token_hex(6)
        name = "".join(chr(ord("a") + int(digit, 16)) for digit in number)
        born = f"{day.year - 18}-{day:%m-%d}"
        details = {"name": f"{name} {name[::-1]}", "born": born, "identified": "passport", "document": number}
        registered = cass.post("/api/v1/cage/patrons", {"id": number, **details})
        assert registered.status == status, registered
