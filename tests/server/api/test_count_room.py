"""Chips and boxes of a live floor: slips that both sides confirm, two blind counts, variances, and books that agree."""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.cage.fold import CAGE_REGISTER
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


def at_cage(console: Console, table: str, order: str, *, second: object = None, id: str = "", **fields: object) -> Answer:
    body: dict[str, object] = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    body |= {"second": second} if second else {}
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
    alone = at_cage(cash, "sicbo", "CancelSlip", slip=number, why="Not needed")
    assert (alone.status, alone.error) == (403, "not-your-power"), "two people of the table have its chips back"
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
    owed = people["ines"].get("/api/v1/cage").body["liability"]["chips"]
    assert dora.order("sicbo", "TakeSeat", seat="dan", chips=10_000, tender={"way": "chips"}).status == 200
    assert people["ines"].get("/api/v1/cage").body["liability"]["chips"] == owed - 10_000
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
    assert b"AttemptRefused" in b"".join(bodies(Path(floor.journal), CAGE_REGISTER.name)), "the refusal is on record"
    assert ordered(cash, "MoveCash", second=SUE, amount=30_000, to_vault=True, why=why).status == 200
    closer = ordered(ida, "CountDrawer", second=SUE, clerk="cleo", is_opener=False, notes={"10000": 6, "5000": 1})
    count = closer.body["count"]
    assert (count["counted"], count["amount"]) == (65_000, 70_000)
    why = "A note fell behind the drawer"
    assert ordered(cash, "ExplainVariance", second=CARL, variance=count["variance"], why=why).status == 200
    balanced(floor)


@contextmanager
def new_floor(folder: Path, table: str = "crown") -> Generator[tuple[LiveFloor, Console, Console]]:
    """A floor whose one table nobody has set up, with its dealer and a clerk who has a drawer."""
    with live_floor(folder, tables=[table]) as floor:
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
        assert other.message == "Neither of the two is of the pit: a supervisor, casino supervisor or manager has to sign."
        assert dora.order("crown", "SetUpFloat", chips=chips, second=SUE).status == 200
        assert dora.order("crown", "CountTray", is_opener=True, chips=chips, second=SUE).status == 200
        assert room(cash)["variances"] == variances
        assert dora.order("crown", "TakeSeat", seat="rosa", chips=20_000, tender=CASH).status == 200
        assert dora.order("crown", "LeaveSeat", seat="rosa", tender={"way": "chips"}).status == 200
        assert ordered(cash, "RedeemChips", chips={"10000": 2}).status == 200
        balanced(floor)


def test_checks_that_the_cage_redeems_in_cash_leave_the_tray_and_the_chips_in_pockets_as_they_were(folder: Path) -> None:
    """A player carries 20 checks away, the table closes, the cage pays 9 of them in cash, and the next opener agrees."""
    with new_floor(folder, "sicbo") as (floor, dora, cash):
        administrator = floor.administrator()
        max_ = floor.hire("max", "Max Bell", "casino-supervisor", by=administrator)
        ines = floor.hire("ines", "Ines Diaz", "inspector", by=administrator)

        def owed(what: str) -> int:
            return ines.get("/api/v1/cage").body["liability"][what]

        def counts(*, is_opener: bool, chips: dict[str, int]) -> None:
            counted = dora.order("sicbo", "CountTray", is_opener=is_opener, chips=chips, second=SUE)
            assert counted.status == 200, counted

        assert dora.order("sicbo", "SetUpFloat", chips={"10000": 100, "500": 100}, second=SUE).status == 200
        counts(is_opener=True, chips={"10000": 100, "500": 100})
        assert dora.order("sicbo", "TakeSeat", seat="eva", chips=30_000, tender=CASH).status == 200
        assert dora.order("sicbo", "IssueColours", seat="eva", colour="green", value=500).status == 200
        assert dora.order("sicbo", "CarryColours", seat="eva", colour="green", checks=20).status == 200
        assert dora.order("sicbo", "ReturnColours", seat="eva").status == 200
        assert dora.order("sicbo", "LeaveSeat", seat="eva", tender={"way": "chips"}).status == 200
        assert (owed("chips"), owed("colour_checks")) == (20_000, 10_000)
        counts(is_opener=False, chips={"10000": 98, "500": 100})
        assert max_.order("sicbo", "CloseTable", why="Night.").status == 200
        for checks in (5, 4):
            redeemed = at_cage(cash, "sicbo", "RedeemColours", second=SUE, colour="green", checks=checks)
            assert redeemed.status == 200, redeemed
        assert (owed("chips"), owed("colour_checks")) == (20_000, 5_500)
        assert max_.order("sicbo", "OpenDay", day="The next").status == 200
        counts(is_opener=True, chips={"10000": 98, "500": 100})
        assert room(cash)["variances"] == []
        assert owed("chips") == 20_000
        assert ordered(cash, "RedeemChips", chips={"10000": 2}).status == 200, "the chips that she really has"
        assert dora.order("sicbo", "RedeemColours", colour="green", checks=11).status == 200
        assert (owed("chips"), owed("colour_checks")) == (5_500, 0)
        counts(is_opener=False, chips={"10000": 98, "500": 89})
        assert room(cash)["variances"] == []
        left = {"10000": 100_000 - 3, "5000": 1, "500": 1}
        count = ordered(cash, "CountDrawer", second=SUE, is_opener=False, notes=left).body["count"]
        assert (count["counted"], count["variance"]) == (1_000_000_000 - 20_000 - 4_500, None)
        balanced(floor)


def test_the_cage_pays_for_colour_checks_before_two_people_and_gives_a_receipt(folder: Path) -> None:
    """Nobody counts the checks at the cage, so a clerk alone could pay for some that nobody brought."""
    with new_floor(folder, "sicbo") as (floor, dora, cash):
        administrator = floor.administrator()
        max_ = floor.hire("max", "Max Bell", "casino-supervisor", by=administrator)
        assert dora.order("sicbo", "TakeSeat", seat="eva", chips=5_000, tender=CASH).status == 200
        assert dora.order("sicbo", "IssueColours", seat="eva", colour="green", value=500).status == 200
        assert dora.order("sicbo", "CarryColours", seat="eva", colour="green", checks=10).status == 200
        assert dora.order("sicbo", "ReturnColours", seat="eva").status == 200
        assert dora.order("sicbo", "LeaveSeat", seat="eva").status == 200
        checks: dict[str, Any] = {"colour": "green", "checks": 5}
        opened = at_cage(cash, "sicbo", "RedeemColours", second=SUE, **checks)
        assert (opened.status, opened.message) == (409, "The table is open: its colour checks are redeemed there (3.6).")
        assert max_.order("sicbo", "CloseTable", why="Night.").status == 200
        alone = at_cage(cash, "sicbo", "RedeemColours", **checks)
        assert (alone.status, alone.error) == (409, "second-person-needed")
        assert alone.message == "The cage redeems colour checks before two people: a supervisor or a manager signs, too (3.6)."
        for login in ("dora", "cash"):
            refused = at_cage(cash, "sicbo", "RedeemColours", second={"login": login, "password": PASSWORD}, **checks)
            assert refused.status == 403, refused
        wrong = at_cage(cash, "sicbo", "RedeemColours", second=SUE | {"password": "guessed it"}, **checks)
        assert wrong.status == 401, wrong
        assert max_.post("/api/v1/reports/alterations", {"period": "life", "table": "sicbo"}).body["rows"] == []
        redeemed = [at_cage(cash, "sicbo", "RedeemColours", second=SUE, id="redeem-1", **checks) for _ in range(2)]
        assert [each.status for each in redeemed] == [200, 200], "the same order, answered again"
        receipt = redeemed[0].body["receipt"]
        fields = ("kind", "amount", "by", "second", "place")
        assert [receipt[name] for name in fields] == ["colour-checks", 2_500, "Cass Hill", "Sue Park", "sicbo"]
        assert redeemed[1].body["receipt"] == receipt
        assert cash.get("/api/v1/orders/redeem-1").body["receipt"]["number"] == receipt["number"]
        [listed] = [each for each in cash.get("/api/v1/cage/receipts").body if each["number"] == receipt["number"]]
        assert listed["why_kept"].startswith("Redeemed colour checks stay redeemed")
        [row] = max_.post("/api/v1/reports/alterations", {"period": "life", "table": "sicbo"}).body["rows"]
        assert row[2:4] == [
            "The cage paid for colour checks that had been carried away",
            "colour green, checks 5, amount $25.00",
        ]
        assert row[8].startswith("Cass Hill (cage), Sue Park ("), row
        assert max_.order("sicbo", "OpenDay", day="The next").status == 200
        assert dora.order("sicbo", "RedeemColours", **checks).status == 200, "at the table as ever"
        assert len(max_.post("/api/v1/reports/alterations", {"period": "life", "table": "sicbo"}).body["rows"]) == 1
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


def test_chips_that_nobody_brought_are_missing_when_two_people_count_the_chips_of_the_cage(
    people: dict[str, Console],
) -> None:
    """The drawer of the clerk who took cash for them agrees, so the chips have to be counted."""
    cash, mia = people["cash"], {"login": "mia", "password": PASSWORD}
    assert room(cash)["chips_counted"] is None
    alone = ordered(cash, "CountChips", chips={"500": 40})
    assert (alone.status, alone.error) == (409, "second-person-needed"), alone
    first = ordered(cash, "CountChips", second=mia, chips={"500": 40})
    assert first.body["count"] == {"verdict": "agreed", "amount": None, "counted": 20_000, "variance": None}
    assert room(cash)["chips_counted"]
    assert ordered(cash, "SellChips", chips={"500": 10}).status == 200
    assert ordered(cash, "RedeemChips", chips={"500": 4}).status == 200, "no chip came over the counter"
    counted = ordered(cash, "CountChips", second=mia, chips={"500": 30}).body["count"]
    assert (counted["amount"], counted["counted"]) == (17_000, 15_000)
    found = next(each for each in room(cash)["variances"] if each["number"] == counted["variance"])
    assert (found["place"], found["what"], found["amount"]) == ("cage", "chips", -2_000)
    listed = people["sue"].post("/api/v1/reports/variances", {"period": "life"})
    assert [row[2:6] for row in listed.body["rows"] if "chips" in row[2]] == [
        [f"{found['number']}: chips", 17_000, 15_000, -2_000]
    ]
    explained = ordered(cash, "ExplainVariance", second=SUE, variance=found["number"], why="They are looked for")
    assert explained.status == 200, explained
    balanced_chips = ordered(cash, "CountChips", second=mia, chips={"500": 30}).body["count"]
    assert balanced_chips["variance"] is None
    assert ordered(cash, "RestockChips", second=mia, chips={"500": 5}, to_cage=False, why="Worn").status == 200
    altered = people["sue"].post("/api/v1/reports/alterations", {"period": "life"})
    assert "Chips of the cage were taken out of use" in [row[2] for row in altered.body["rows"]]


def test_nobody_alone_keeps_the_chips_of_a_slip_by_cancelling_it(people: dict[str, Console]) -> None:
    """A fill that was sent is cancelled by the cage, a credit by two people of the table. *Alterations* has the amount."""
    dora, cash = people["dora"], people["cash"]
    assert dora.order("crown", "RequestFill", chips={"10000": 50}).status == 200
    fill = waiting(cash, "crown")["slip"]
    assert dora.actions("crown")["CancelSlip"]["open"]
    assert at_cage(cash, "crown", "SendFill", slip=fill).status == 200
    action = dora.actions("crown")["CancelSlip"]
    sentence = f"Cass Hill has sent fill {fill}: only the cage cancels it, once it has the chips back."
    assert (action["open"], action["why_not"]) == (False, sentence)
    for second in (None, SUE):
        refused = dora.order("crown", "CancelSlip", slip=fill, why="Not needed", second=second)
        assert (refused.status, refused.error, refused.message) == (403, "not-your-power", sentence)
    unsaid = at_cage(cash, "crown", "CancelSlip", slip=fill, why="It came back")
    assert (unsaid.status, unsaid.error) == (409, "out-of-sequence"), unsaid
    assert at_cage(cash, "crown", "CancelSlip", slip=fill, is_back=True, why="It came back").status == 200
    assert dora.order("crown", "RequestFill", chips={"10000": 5}).status == 200
    fill = waiting(cash, "crown")["slip"]
    assert at_cage(cash, "crown", "SendFill", slip=fill).status == 200
    assert dora.order("crown", "ReceiveFill", slip=fill, second=SUE).status == 200
    assert dora.order("crown", "RequestCredit", chips={"10000": 3}, second=SUE).status == 200
    credit = waiting(cash, "crown")["slip"]
    assert at_cage(cash, "crown", "CancelSlip", slip=credit, why="Not needed").status == 403
    assert dora.actions("crown")["CancelSlip"]["second"]
    assert dora.order("crown", "CancelSlip", slip=credit, why="Not needed").status == 409
    assert dora.order("crown", "CancelSlip", slip=credit, why="Not needed", second=SUE).status == 200
    listed = people["sue"].post("/api/v1/reports/alterations", {"period": "life", "table": "crown"}).body["rows"]
    told = {row[2]: row[3] for row in listed}
    assert told["A fill was cancelled"] == "amount $5,000.00, chips 50 of $100.00, slip 1, was sent yes"
    assert told["A credit was cancelled"] == "amount $300.00, chips 3 of $100.00, slip 3, was sent yes"
