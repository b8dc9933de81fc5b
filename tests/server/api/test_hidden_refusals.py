"""No page of the cage tells what an order would be refused for, if that hides an amount. The order tells it, on record."""

from live_floor import PASSWORD, Console, LiveFloor, with_drawer
from server.api.test_cage import found, ordered

SUE = {"login": "sue", "password": PASSWORD}


def attempts(people: dict[str, Console], name: str) -> list[tuple[str, str]]:
    """The attempts of a person that the report of significant events has: what, and the details."""
    rows = people["ines"].post("/api/v1/reports/events", {"period": "life"}).body["rows"]
    return [(what, details) for _, _, what, details, _, by, _ in rows if by == name and "asked for more" in what]


def test_a_receipt_does_not_tell_whether_players_have_its_chips(floor: LiveFloor, people: dict[str, Console]) -> None:
    rhea, dora = with_drawer(floor.hire("rhea", "Rhea Voss", "cage", by=people["admin"]), "sue"), people["dora"]
    sold = ordered(rhea, "SellChips", chips={"2500": 4})
    assert sold.status == 200, sold
    number = sold.body["receipt"]["number"]
    owed = people["ines"].get("/api/v1/cage").body["liability"]["chips"]
    assert dora.order("sicbo", "TakeSeat", seat="rex", chips=owed, tender={"way": "chips"}).status == 200
    [shown] = [each for each in rhea.get("/api/v1/cage/receipts").body if each["number"] == number]
    assert shown["why_kept"] is None
    assert attempts(people, "Rhea Voss") == []
    for tries in (1, 2):
        refused = ordered(rhea, "ReverseTransaction", second=SUE, reverses=number, why="The wrong chips")
        assert (refused.status, refused.error) == (409, "too-many-chips")
        assert len(attempts(people, "Rhea Voss")) == tries
    assert dora.order("sicbo", "LeaveSeat", seat="rex", tender={"way": "chips"}).status == 200
    assert ordered(rhea, "ReverseTransaction", second=SUE, reverses=number, why="The wrong chips").status == 200
    [shown] = [each for each in rhea.get("/api/v1/cage/receipts").body if each["number"] == number]
    assert shown["why_kept"].startswith(f"Transaction {number} was reversed by ")


def test_a_ticket_does_not_tell_whether_the_drawer_has_its_cash(floor: LiveFloor, people: dict[str, Console]) -> None:
    remy = with_drawer(floor.hire("remy", "Remy Cole", "cage", by=people["admin"]), "sue", notes=1)
    number = ordered(people["cash"], "SellTicket", amount=20_000).body["printed"]["number"]
    seen = found(remy, number)
    assert ("PayTicket" in seen.body["orders"], seen.body["why_not"]) == (True, ""), seen
    assert attempts(people, "Remy Cole") == []
    assert ordered(remy, "PayTicket", number=number).error == "drawer-short"
    assert attempts(people, "Remy Cole") == [
        ("Somebody asked for more cash than the own drawer has by the books", "command PayTicket")
    ]
