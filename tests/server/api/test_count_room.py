"""Chips and boxes of a live floor: slips that both sides confirm, two blind counts, variances, and books that agree."""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.journal.streams import CAGE
from journals import bodies
from live_floor import PASSWORD, Answer, Console, LiveFloor, live_floor, with_drawer
from server.api.test_cage import balanced, ordered

SUE: dict[str, str] = {"login": "sue", "password": PASSWORD}
CARL: dict[str, str] = {"login": "carl", "password": PASSWORD}
CASH: dict[str, str] = {"way": "cash"}


@pytest.fixture(scope="module")
def ida(floor: LiveFloor, people: dict[str, Console]) -> Console:
    """A second clerk, who counts with the first."""
    return floor.hire("ida", "Ida Bell", "cage", by=people["admin"])


def at_cage(console: Console, table: str, order: str, **fields: object) -> Answer:
    body = {"id": secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post(f"/api/v1/cage/chips/{table}", body)


def room(console: Console) -> dict[str, Any]:
    answer = console.get("/api/v1/cage/count-room")
    assert answer.status == 200, answer
    return answer.body


def waiting(console: Console, table: str) -> dict[str, Any]:
    """The newest slip of a table."""
    return max((each for each in room(console)["slips"] if each["table"] == table), key=lambda each: each["slip"])


def test_a_fill_is_confirmed_by_both_sides_and_a_credit_too(floor: LiveFloor, people: dict[str, Console]) -> None:
    dora, cash = people["dora"], people["cash"]
    assert dora.order("sicbo", "RequestFill", chips={"10000": 20}).status == 200
    slip = waiting(cash, "sicbo")
    assert (slip["is_fill"], slip["amount"], slip["sent_by"], slip["by"]) == (True, 200_000, None, "Dora Lee")
    number = slip["slip"]
    early = dora.order("sicbo", "ReceiveFill", slip=number, second=SUE)
    assert (early.status, early.error) == (409, "out-of-sequence")
    assert early.message == f"Fill {number} waits for the cage, which has not confirmed it yet."
    assert at_cage(people["sue"], "sicbo", "SendFill", slip=number).status == 403
    assert at_cage(cash, "sicbo", "SendFill", slip=number).status == 200
    again = at_cage(cash, "sicbo", "SendFill", slip=number)
    assert (again.status, again.message) == (409, f"Cass Hill has sent fill {number} already.")
    assert dora.order("sicbo", "ReceiveFill", slip=number, second=SUE).status == 200
    assert dora.order("sicbo", "RequestCredit", chips={"10000": 5}, second=SUE).status == 200
    number = waiting(cash, "sicbo")["slip"]
    assert at_cage(cash, "sicbo", "ReceiveCredit", slip=number).status == 200
    assert number not in [each["slip"] for each in room(cash)["slips"] if each["table"] == "sicbo"]
    balanced(floor)


def test_a_box_is_counted_blind_by_two_and_its_variance_is_explained(
    floor: LiveFloor, people: dict[str, Console], ida: Console
) -> None:
    dora, cash = people["dora"], people["cash"]
    seated = dora.order("sicbo", "TakeSeat", seat="cleo", chips=20_000, tender=CASH)
    assert seated.status == 200, seated
    assert dora.order("sicbo", "PullBox", second=SUE).status == 200
    box = room(cash)["boxes"][0]
    assert (box["place"], box["amount"], box["counted"], box["first"]) == ("sicbo", None, None, None)
    number, counted = box["number"], {"5000": 3}
    first = ordered(cash, "CountBox", box=number, notes=counted)
    assert (first.status, first.body["count"]["verdict"], first.body["count"]["amount"]) == (200, "first", None)
    assert (room(ida)["boxes"][0]["first"], room(ida)["boxes"][0]["notes"]) == ("cash", None)
    alone = ordered(cash, "CountBox", box=number, notes=counted)
    assert (alone.status, alone.error) == (409, "second-person-needed")
    differs = ordered(ida, "CountBox", box=number, notes={"5000": 4})
    assert (differs.body["count"]["verdict"], differs.body["count"]["counted"]) == ("differed", None)
    assert ordered(ida, "CountBox", box=number, notes=counted).body["count"]["verdict"] == "first"
    count = ordered(cash, "CountBox", box=number, notes=counted).body["count"]
    assert (count["verdict"], count["counted"]) == ("agreed", 15_000)
    assert count["amount"] >= 20_000  # other tests may have brought cash
    variance = room(cash)["variances"][0]
    assert (variance["number"], variance["amount"]) == (count["variance"], 15_000 - count["amount"])
    alone = ordered(cash, "ExplainVariance", variance=variance["number"], why="Two notes stuck.")
    assert (alone.status, alone.error) == (409, "second-person-needed")
    explained = ordered(cash, "ExplainVariance", variance=variance["number"], why="Two notes stuck.", second=CARL)
    assert explained.status == 200, explained
    assert room(cash)["variances"][0]["why"] == "Two notes stuck."
    balanced(floor)


def test_chips_are_sold_and_redeemed_and_come_from_tables(floor: LiveFloor, people: dict[str, Console]) -> None:
    dora, cash = people["dora"], people["cash"]
    assert ordered(cash, "SellChips", chips={"2500": 4, "500": 2}).status == 200
    strange = ordered(cash, "SellChips", chips={"700": 1})
    assert (strange.status, strange.error) == (409, "bad-amount")
    assert strange.message.startswith("The house has no chip of $7.00: its chips are $1.00, ")
    owed = cash.get("/api/v1/cage").body["liability"]["chips"]
    assert dora.order("sicbo", "TakeSeat", seat="dan", chips=10_000, tender={"way": "chips"}).status == 200
    assert cash.get("/api/v1/cage").body["liability"]["chips"] == owed - 10_000
    assert dora.order("sicbo", "LeaveSeat", seat="dan", tender={"way": "chips"}).status == 200
    assert ordered(cash, "RedeemChips", chips={"2500": 4}).status == 200
    too_many = ordered(cash, "RedeemChips", chips={"50000": 10_000})
    assert (too_many.status, too_many.error) == (409, "too-many-chips")
    balanced(floor)


def test_orders_of_a_floor_without_a_cage_are_refused(people: dict[str, Console]) -> None:
    dora = people["dora"]
    for order in ("FillFloat", "EmptyDrop"):
        assert order not in dora.actions("sicbo")
        refused = dora.order("sicbo", order, second=SUE, amount=100)
        assert (refused.status, refused.error) == (409, "count-room"), refused


def test_colour_checks_are_redeemed_at_the_cage_only_while_their_table_is_closed(people: dict[str, Console]) -> None:
    dora, cash = people["dora"], people["cash"]
    assert dora.order("sicbo", "TakeSeat", seat="eva", chips=20_000, tender=CASH).status == 200
    issued = dora.order("sicbo", "IssueColours", seat="eva", colour="pink", value=2_500)
    assert issued.status == 200, issued
    assert dora.order("sicbo", "CarryColours", seat="eva", colour="pink", checks=8).status == 200
    (away,) = room(cash)["checks"]
    assert away == {"table": "sicbo", "colour": "pink", "checks": 8, "value": 2_500, "is_closed": False}
    refused = at_cage(cash, "sicbo", "RedeemColours", colour="pink", checks=1)
    assert (refused.status, refused.message) == (409, "The table is open: its colour checks are redeemed there (3.6).")
    elsewhere = dora.order("sicbo", "RedeemColours", colour="pink", checks=1, mark="sicbo-2")
    assert (elsewhere.status, elsewhere.error) == (409, "bad-tender")
    assert dora.order("sicbo", "RedeemColours", colour="pink", checks=8).status == 200


def test_the_drawer_is_counted_by_two_and_tells_nothing_beforehand(
    floor: LiveFloor, people: dict[str, Console], ida: Console
) -> None:
    cash = floor.hire("cleo", "Cleo Ray", "cage", by=people["admin"])
    early = ordered(cash, "SellChips", chips={"500": 1})
    assert (early.status, early.error) == (409, "no-drawer")
    assert early.message == "Cleo Ray has no open drawer, and handles no cash before its opener is counted."
    alone = ordered(cash, "CountDrawer", is_opener=True, notes={"10000": 10})
    assert (alone.status, alone.error) == (409, "second-person-needed")
    by_dealer = ordered(
        cash, "CountDrawer", second={"login": "dora", "password": PASSWORD}, is_opener=True, notes={"10000": 10}
    )
    assert by_dealer.status == 403
    opener = ordered(cash, "CountDrawer", second=SUE, is_opener=True, notes={"10000": 10})
    assert (opener.status, opener.body["count"]["counted"], opener.body["count"]["amount"]) == (200, 100_000, None)
    [drawer] = [each for each in room(ida)["drawers"] if each["login"] == "cleo"]
    assert drawer.keys() == {"login", "clerk", "is_open", "at", "by"}
    assert (drawer["is_open"], drawer["clerk"]) == (True, "Cleo Ray")
    for day, why in (("2041-01-01", "has not ended"), ("2026-99-99", "is no date"), ("9999-12-31", "has not ended")):
        refused = ordered(cash, "CloseDay", second=SUE, day=day)
        assert (refused.status, refused.error, why in refused.message) == (409, "bad-day", True), refused
        assert refused.message.endswith("No day can be closed now.")
    assert cash.get("/api/v1/cage/days").body["next"] is None
    why = "More than the drawer may have"
    assert ordered(cash, "MoveCash", second=SUE, amount=90_000_000, to_vault=True, why=why).error == "drawer-short"
    assert b"AttemptRefused" in b"".join(bodies(Path(floor.journal), CAGE)), "the refusal is on record"
    assert ordered(cash, "MoveCash", second=SUE, amount=30_000, to_vault=True, why=why).status == 200
    closer = ordered(ida, "CountDrawer", second=SUE, clerk="cleo", is_opener=False, notes={"10000": 6, "5000": 1})
    count = closer.body["count"]
    assert (count["counted"], count["amount"]) == (65_000, 70_000)
    why = "A note fell behind the drawer"
    assert ordered(cash, "ExplainVariance", second=CARL, variance=count["variance"], why=why).status == 200
    balanced(floor)


@contextmanager
def new_floor(folder: Path) -> Generator[tuple[LiveFloor, Console, Console]]:
    """A floor whose one table nobody has set up, with its dealer and a clerk who has a drawer."""
    with live_floor(folder, tables=["crown"]) as floor:
        administrator = floor.administrator()
        floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        dora = floor.hire("dora", "Dora Lee", "dealer", by=administrator)
        cash = floor.hire("cash", "Cass Hill", "cage", by=administrator)
        with_drawer(cash, "sue")
        yield floor, dora, cash


def test_a_new_table_is_set_up_and_its_opener_makes_no_variance_and_keeps_no_player_from_the_cage(
    folder: Path,
) -> None:
    """The first opener used to book the whole float as a variance, after which the cage redeemed no chips."""
    with new_floor(folder) as (floor, dora, cash):
        chips = {"10000": 200, "2500": 4}
        variances = room(cash)["variances"]
        early = dora.order("crown", "CountTray", is_opener=True, chips=chips, second=SUE)
        assert early.message == "The books know of no chips at this table: set its float up first."
        alone = dora.order("crown", "SetUpFloat", chips=chips)
        assert (alone.status, alone.error) == (409, "second-person-needed")
        other = dora.order("crown", "SetUpFloat", chips=chips, second={"login": "cash", "password": PASSWORD})
        assert other.status in (403, 409), other
        assert dora.order("crown", "SetUpFloat", chips=chips, second=SUE).status == 200
        assert dora.order("crown", "CountTray", is_opener=True, chips=chips, second=SUE).status == 200
        assert room(cash)["variances"] == variances
        assert dora.order("crown", "TakeSeat", seat="rosa", chips=20_000, tender=CASH).status == 200
        assert dora.order("crown", "LeaveSeat", seat="rosa", tender={"way": "chips"}).status == 200
        assert ordered(cash, "RedeemChips", chips={"10000": 2}).status == 200
        balanced(floor)


def test_a_tray_that_was_miscounted_is_counted_again(folder: Path) -> None:
    with new_floor(folder) as (floor, dora, cash):
        assert dora.order("crown", "SetUpFloat", chips={"10000": 10}, second=SUE).status == 200
        assert dora.order("crown", "CountTray", is_opener=True, chips={"10000": 1}, second=SUE).status == 200
        wrong = room(cash)["variances"][0]
        assert (wrong["place"], wrong["amount"], wrong["why"]) == ("crown", -90_000, None)
        assert dora.order("crown", "RecountTray", chips={"10000": 10}, second=SUE).status == 200
        right = next(each for each in room(cash)["variances"] if each["number"] == wrong["number"])
        assert (right["amount"], right["why"]) == (0, "Counted again: there is no difference.")
        balanced(floor)


def test_a_box_has_one_number_and_a_fill_says_what_is_signed_for(people: dict[str, Console]) -> None:
    dora, cash = people["dora"], people["cash"]
    for table in ("craps", "sicbo"):
        form = dora.actions(table)["PullBox"]["forms"][0]
        assert form["words"] == "the drop box"
        assert dora.order(table, "PullBox", second=SUE, id=f"pull-{table}").status == 200
        assert dora.order(table, "PullBox", second=SUE, id=f"pull-{table}").status == 200, "the same order, answered again"
        number = room(cash)["boxes"][0]["number"]
        events = people["sue"].get(f"/api/v1/tables/{table}/events").body
        told = [each for each in events if each["event"]["type"] == "BoxPulled"][-1]
        assert told["words"] == [
            f"Dora Lee (dealer), with Sue Park ({told['event']['second']['role'].replace('-', ' ')}), "
            f"pulls the drop box for the count room: box {number}."
        ]
        for _ in range(2):
            ordered(cash, "CountBox", box=number, notes={})
    assert dora.order("craps", "RequestFill", chips={"500": 3, "10000": 2}).status == 200
    slip = waiting(cash, "craps")["slip"]
    assert at_cage(cash, "craps", "SendFill", slip=slip).status == 200
    receive = dora.actions("craps")["ReceiveFill"]
    words = {form["values"]["slip"]: form["words"] for form in receive["forms"]}
    assert words[slip] == f"fill {slip}, $215.00: 3 x $5.00 and 2 x $100.00"
    assert receive["signs"] == "A supervisor, casino supervisor or manager who works at this table signs."
    assert people["sue"].actions("craps")["ReceiveFill"]["signs"] == "Another person who works at this table signs."
    assert dora.order("craps", "ReceiveFill", slip=slip, second=SUE).status == 200


def test_opening_balances_take_a_person_with_the_settings_and_come_before_all_business(people: dict[str, Console]) -> None:
    cash = people["cash"]
    stated: dict[str, Any] = {"chips_out": 80_000, "vault": 500_000, "accounts": {}}
    assert ordered(cash, "SellChips", chips={"500": 1}).status == 200
    assert ordered(cash, "OpenBalances", second=SUE, **stated).status == 403
    late = ordered(cash, "OpenBalances", second={"login": "mia", "password": PASSWORD}, **stated)
    assert (late.status, late.error) == (409, "in-business")
