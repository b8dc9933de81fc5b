"""Consoles and displays over their WebSockets: a snapshot, then numbered changes, by right."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from live_floor import CASH, PASSWORD, TICKET, Console, LiveFloor, a_name, funded, live_floor
from patience import PATIENCE


def watch(console: Console, table: str, kind: str = "staff", last: int = 0, **headers: str) -> ClientConnection:
    """Open a socket as this console, and say hello."""
    sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in console.cookies.items())} if console.cookies else {}
    line = connect(f"ws://127.0.0.1:{console.port}/ws/{table}/{kind}", additional_headers=sent | headers, legacy=True)
    line.send(json.dumps({"say": "hello", "last": last}))
    return line


def heard(line: ClientConnection) -> dict[str, Any]:
    return json.loads(line.recv(timeout=PATIENCE))


def until(line: ClientConnection, event: str) -> dict[str, Any]:
    """The first message that tells an event of this kind."""
    while True:
        told = heard(line)
        if any(each["event"]["type"] == event for each in told.get("events", ())):
            return told


def listen_to_the_end(line: ClientConnection) -> None:
    """Read whatever the server still says."""
    while True:
        heard(line)


def test_a_console_gets_a_snapshot_and_then_numbered_changes(people: dict[str, Console]) -> None:
    mia = people["mia"]
    with watch(mia, "crown") as line:
        first = heard(line)
        assert (first["is"], first["kind"]) == ("table", "pit")
        assert mia.order("crown", "TakeSeat", seat="wanda", chips=10_000, tender=CASH).status == 200
        told = until(line, "SeatTaken")
        assert told["number"] > first["number"]
        assert [seat["credit"] for seat in told["seats"] if seat["seat"] == "wanda"] == [10_000]
        assert any("wanda" in words for each in told["events"] for words in each["words"])
    assert mia.order("crown", "TakeSeat", seat="walter", chips=10_000, tender=CASH).status == 200
    with watch(mia, "crown", last=told["number"]) as line:
        resumed = heard(line)
        assert resumed["is"] == "changes"
        assert [each["event"]["seat"] for each in resumed["events"]] == ["walter"]


def test_what_is_seen_depends_on_the_right(floor: LiveFloor, people: dict[str, Console]) -> None:
    kinds = {"dora": "dealer", "mia": "pit", "ines": "inspector", "cash": "cage", "admin": "public"}
    for login, kind in kinds.items():
        with watch(people[login], "craps") as line:
            view = heard(line)
        assert view["kind"] == kind, login
        assert ("disputes" in view) is (kind in ("pit", "inspector")), login
        assert ("seats" in view) is (kind not in ("public", "cage")), login
        assert ("money" in view) is (kind in ("pit", "inspector")), login
    assert floor


def test_whoever_hears_of_events_may_list_them(floor: LiveFloor, people: dict[str, Console]) -> None:
    """A dealer has to know who was barred, on the socket and in the list."""
    carl, path = people["carl"], "/api/v1/tables/craps/events"
    assert carl.order("craps", "TakeSeat", seat="bert", chips=10_000, tender=CASH).status == 200
    barred = {"seat": "bert", "measure": "bar a person from the game", "why": "device"}
    with watch(people["dora"], "craps") as line:
        heard(line)
        assert carl.order("craps", "Sanction", **barred).status == 200
        told = next(each for each in until(line, "PlayerSanctioned")["events"] if each["event"]["type"] == "PlayerSanctioned")
    for login in ("dora", "cash", "mia", "ines"):
        assert told in people[login].get(path).body, login
    assert people["admin"].get(path).status == 403
    assert floor.anybody().get(path).status == 401
    assert people["dora"].get("/api/v1/tables/craps/lines").status == 403


def test_a_dealer_is_not_told_of_a_dispute(people: dict[str, Console]) -> None:
    carl, dora, path = people["carl"], people["dora"], "/api/v1/tables/craps/events"
    assert carl.order("craps", "TakeSeat", seat="dido", chips=10_000, tender=CASH).status == 200
    with watch(dora, "craps") as line, watch(carl, "craps") as other:
        heard(line)
        assert carl.order("craps", "OpenDispute", seat="dido", about="A late bet").status == 200
        told = until(other, "DisputeOpened")
        messages = [heard(line)]
        while messages[-1]["number"] < told["number"]:
            messages.append(heard(line))
        assert "DisputeOpened" not in json.dumps(messages)
    assert {each["event"]["type"] for each in carl.get(path).body} > {each["event"]["type"] for each in dora.get(path).body}


def test_staff_look_at_a_display_from_their_console(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    console = floor.anybody()
    assert console.sign_in("max").status == 200
    with watch(console, "craps", "display") as line:
        assert heard(line)["kind"] == "public"
        assert console.ask("DELETE", "/api/v1/session").status == 200
        with pytest.raises(ConnectionClosed):
            listen_to_the_end(line)


def test_nobody_watches_without_a_session(floor: LiveFloor) -> None:
    for kind, status in (("staff", 401), ("display", 401), ("nothing", 404)):
        with pytest.raises(InvalidStatus) as refused:
            watch(floor.anybody(), "craps", kind)
        assert refused.value.response.status_code == status


def test_a_display_enrols_and_loses_its_key(floor: LiveFloor, people: dict[str, Console]) -> None:
    code = people["sue"].post("/api/v1/codes", {"kind": "display", "label": "screen 1", "table": "craps"}).body["code"]
    display = floor.anybody()
    enrolled = display.post("/api/v1/clients", {"code": code})
    assert enrolled.status == 200, enrolled
    assert display.post("/api/v1/clients", {"code": code}).error == "unknown-code"
    with pytest.raises(InvalidStatus):
        watch(display, "wheel", "display")
    with watch(display, "craps", "display") as line:
        assert heard(line)["kind"] == "public"
        assert people["mia"].post(f"/api/v1/clients/{enrolled.body['client']}/revoke", {"why": "It is lost."}).status == 200
        with pytest.raises(ConnectionClosed):
            listen_to_the_end(line)
    with pytest.raises(InvalidStatus):
        watch(display, "craps", "display")


def test_a_terminal_needs_its_key_and_gets_money_only_from_staff(floor: LiveFloor, people: dict[str, Console]) -> None:
    address = f"ws://127.0.0.1:{floor.port}/ws/wheel"
    with pytest.raises(InvalidStatus) as refused:
        connect(address)
    assert refused.value.response.status_code == 401
    code = people["sue"].post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
    key = floor.anybody().post("/api/v1/clients", {"code": code}).body["key"]
    with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as line:
        line.send(json.dumps({"say": "hello"}))
        seat = heard(line)["seat"]
        wishes = (
            ({"say": "insert", "amount": 500}, "put money"),
            ({"say": "ticket", "number": "1"}, "not the number of a ticket"),
        )
        for number, (wish, message) in enumerate(wishes):
            line.send(json.dumps(wish | {"id": str(number)}))
            while (told := heard(line))["is"] != "answer":
                pass
            assert not told["ok"]
            assert message in told["message"]
        funded(people["cash"], "wheel", seat, 10_000, by=people["mia"])
        while (told := heard(line)).get("mine", {}).get("credit") != 10_000:
            pass
        signed = {"login": "sue", "password": PASSWORD}
        while (collected := people["mia"].order("wheel", "Collect", seat=seat, tender=TICKET, second=signed)).status == 409:
            heard(line)  # the ball runs: the table says when it is settled
        assert collected.status == 200, collected


def test_at_a_dealers_table_a_terminal_is_paid_only_by_staff(floor: LiveFloor, people: dict[str, Console]) -> None:
    code = people["sue"].post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
    key = floor.anybody().post("/api/v1/clients", {"code": code}).body["key"]
    address = f"ws://127.0.0.1:{floor.port}/ws/craps"
    with connect(address, additional_headers={"Authorization": f"Bearer {key}"}) as line:
        line.send(json.dumps({"say": "hello"}))
        line.send(json.dumps({"say": "collect", "id": "1"}))
        while (told := heard(line))["is"] != "answer":
            pass
        assert (told["ok"], told["message"]) == (False, "Ask a member of staff to pay you.")


def test_a_person_who_signs_out_stops_watching(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    console = floor.anybody()
    assert console.sign_in("max").status == 200
    with watch(console, "craps") as line:
        heard(line)
        assert console.ask("DELETE", "/api/v1/session").status == 200
        with pytest.raises(ConnectionClosed):
            listen_to_the_end(line)


def test_whoever_gets_other_roles_sees_other_parts(floor: LiveFloor, people: dict[str, Console]) -> None:
    rob = floor.hire("rob", "Rob Finch", "manager", "casino-supervisor", by=people["admin"])
    with watch(rob, "craps") as line:
        assert heard(line)["kind"] == "pit"
        signed = {"roles": ["dealer"], "second": {"login": "mia", "password": PASSWORD}}
        assert people["admin"].post("/api/v1/staff/rob/roles", signed).status == 200
        with pytest.raises(ConnectionClosed):
            listen_to_the_end(line)
    with watch(rob, "craps") as line:
        assert heard(line)["kind"] == "dealer"


def test_too_many_requests_have_to_wait(tmp_path: Path) -> None:
    with live_floor(tmp_path) as floor:
        text = floor.file.read_text().replace("requests_at_once = 100000", "requests_at_once = 20")
        floor.file.write_text(text)
        floor.kill()
        floor.start()
        answers = [floor.anybody().get("/api/v1/tables") for _ in range(60)]
        refused = [each for each in answers if each.status == 429]
        assert refused
        assert refused[0].error == "too-fast"
        assert floor.anybody().get("/health").status == 200
