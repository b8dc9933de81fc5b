"""Gaming days of a live floor, whose clock the test puts ahead: one is closed when it is over, reopened, and closed again."""

import datetime as dt
from pathlib import Path
from typing import Any

from clock_ahead import PROGRAM, put_ahead
from live_floor import CASH, PASSWORD, Console, LiveFloor, live_floor, with_drawer
from server.api.test_cage import balanced, ordered

SUE = {"login": "sue", "password": PASSWORD}


def days(console: Console) -> Any:
    answer = console.get("/api/v1/cage/days")
    assert answer.status == 200, answer
    return answer.body


def test_a_day_is_closed_when_it_is_over_and_reopened_by_two(folder: Path) -> None:
    ahead = folder / "ahead"
    ahead.touch()
    with live_floor(folder, tables=("sicbo",), betting=600, program=(PROGRAM, str(ahead))) as floor:
        a_day(floor, ahead)


def a_day(floor: LiveFloor, ahead: Path) -> tuple[str, str]:
    """Close a day on the next one, on which a sale of it is reversed. Return both."""
    admin = floor.administrator()
    sue = floor.hire("sue", "Sue Park", "supervisor", by=admin)
    dora = floor.hire("dora", "Dora Lee", "dealer", by=admin)
    cass = with_drawer(floor.hire("cass", "Cass Hill", "cage", by=admin), "sue", notes=10)
    assert ordered(cass, "SellChips", chips={"500": 2}).status == 200
    seated = dora.order("sicbo", "TakeSeat", seat="ann", chips=20_000, tender=CASH)
    assert seated.status == 200, seated
    today = days(cass)["today"]
    early = ordered(cass, "CloseDay", second=SUE, day=today)
    assert early.message == f"The gaming day {today} has not ended. No day can be closed now."
    put_ahead(ahead, 26 * 60)
    for login, console in (("sue", sue), ("dora", dora), ("cass", cass)):
        assert console.sign_in(login).status == 200
    without_float = "set up the float of sicbo, which was dealt without one, and count its opener and its closer"
    assert days(cass)["next"] == {
        "day": today,
        "covers": [],
        "missing": ["count the closer of the drawer of Cass Hill", without_float],
    }
    missing = ordered(cass, "CloseDay", second=SUE, day=today)
    assert (missing.error, missing.message) == (
        "day-open",
        f"Before the day {today} is closed: count the closer of the drawer of Cass Hill; {without_float}.",
    )
    closer = ordered(cass, "CountDrawer", second=SUE, is_opener=False, notes={"10000": 10, "1000": 1})
    assert closer.body["count"]["variance"] is None, closer
    assert dora.order("sicbo", "SetUpFloat", chips={"10000": 100}, second=SUE).status == 200
    for is_opener in (True, False):
        counted = dora.order("sicbo", "CountTray", is_opener=is_opener, chips={"10000": 98}, second=SUE)
        assert counted.status == 200, "the rest lies in front of Ann"
    assert cass.get("/api/v1/cage/count-room").body["variances"] == []
    assert days(cass)["next"]["missing"] == []
    tomorrow = (dt.date.fromisoformat(today) + dt.timedelta(days=1)).isoformat()
    wrong = ordered(cass, "CloseDay", second=SUE, day=tomorrow)
    assert wrong.message.endswith(f"The day that can be closed is {today}."), wrong
    assert sue.get(f"/api/v1/cage/day?day={today.replace('-', '')}").body["closed"] is None
    assert ordered(cass, "CloseDay", day=today).error == "second-person-needed"
    closed = ordered(cass, "CloseDay", second=SUE, day=today)
    assert closed.status == 200, closed
    page = sue.get(f"/api/v1/cage/day?day={today.replace('-', '')}").body
    assert (page["closed"]["by"]["name"], page["closed"]["second"]["name"]) == ("Cass Hill", "Sue Park")
    assert ordered(cass, "CloseDay", second=SUE, day=today).error == "bad-day"
    assert ordered(cass, "ReopenDay", day=today, why="A box was found").error == "second-person-needed"
    assert ordered(cass, "ReopenDay", second=SUE, day=tomorrow, why="A box was found").error == "bad-day"
    assert ordered(cass, "ReopenDay", second=SUE, day=today, why="A box was found").status == 200
    assert days(cass)["closed"] == []
    assert ordered(cass, "CloseDay", second=SUE, day=today).status == 200
    assert [each["day"] for each in days(cass)["closed"]] == [today]
    booked_later(cass, sue, today, page)
    balanced(floor)
    return today, tomorrow


def booked_later(cass: Console, sue: Console, closed: str, page: Any) -> None:
    """A sale of that day is reversed: its page has the same figures, and the reversal beside them."""
    assert ordered(cass, "CountDrawer", second=SUE, is_opener=True, notes={"10000": 10, "1000": 1}).status == 200
    receipt = next(each["number"] for each in cass.get("/api/v1/cage/receipts").body if each["kind"] == "chips-sold")
    reversed_ = ordered(cass, "ReverseTransaction", second=SUE, reverses=receipt, why="Never handed over")
    assert reversed_.status == 200, reversed_
    now = days(cass)["today"]
    after = sue.get(f"/api/v1/cage/day?day={closed.replace('-', '')}").body
    assert all(after[name] == page[name] for name in ("accounts", "tables", "since", "until", "sum_before", "sum_after"))
    assert page["later"]["rows"] == []
    (late,) = after["later"]["rows"]
    assert (late["what"], late["day"], late["moved"]) == (f"Transaction {receipt} was reversed", now, 1_000)
    assert (late["by"], late["why"], late["place"]) == ("Cass Hill, Sue Park", "Never handed over", "cage")
    assert after["later"]["moved"] == 1_000
    (earlier,) = sue.get("/api/v1/cage/day?day=0").body["earlier"]["rows"]
    assert {**earlier, "day": now} == late
    assert earlier["day"] == closed
