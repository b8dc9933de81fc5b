"""Attacks that once worked."""

import http.client
import json
import socket
from typing import Any

from live_floor import CASH, PASSWORD, Console, LiveFloor


def test_a_reviewer_of_disputes_gives_no_other_order(people: dict[str, Console]) -> None:
    reviewer = people["hal"]
    orders: dict[str, dict[str, Any]] = {
        "TakeSeat": {"seat": "Hal", "chips": 100_000},
        "FillFloat": {"amount": 100_000},
        "DisableTable": {"why": "Because."},
        "RelieveDealer": {},
    }
    for order, fields in orders.items():
        refused = reviewer.order("crown", order, **fields)
        assert (refused.status, refused.error) == (403, "not-your-power"), (order, refused)
    assert [order for order, action in reviewer.actions("crown").items() if action["open"]] == []


def test_a_session_that_ends_while_a_body_is_on_its_way_gives_no_order(floor: LiveFloor, people: dict[str, Console]) -> None:
    console = floor.anybody()
    assert console.sign_in("dora").status == 200
    sits = {"type": "TakeSeat", "seat": "late", "chips": 1000, "tender": CASH}
    body = json.dumps({"id": "held-back", "command": sits})
    line = http.client.HTTPConnection("127.0.0.1", floor.port, timeout=20)
    line.putrequest("POST", "/api/v1/tables/craps/commands")
    cookies = "; ".join(f"{name}={value}" for name, value in console.cookies.items())
    for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(body))), ("Cookie", cookies)):
        line.putheader(name, value)
    line.endheaders(body[:10].encode())
    assert console.ask("DELETE", "/api/v1/session").status == 200
    line.send(body[10:].encode())
    assert line.getresponse().status == 401
    line.close()
    assert "late" not in [each["seat"] for each in people["sue"].get("/api/v1/tables/craps").body["seats"]]


def test_staff_take_no_seat_under_the_name_of_a_terminal_or_an_endless_one(people: dict[str, Console]) -> None:
    for name in ("seat-2", "x" * 81, "a\x1bb", "a\u202eb"):
        refused = people["dora"].order("craps", "TakeSeat", seat=name, chips=1000, tender=CASH)
        assert (refused.status, refused.error) == (409, "unknown-player"), (name, refused)
    card = people["sue"].order("wheel", "InsertCard", seat="ann", player="seat-2")
    measure = {"seat": "seat-99", "measure": "bar a person from the game", "why": "device"}
    unknown = people["carl"].order("craps", "Sanction", **measure)
    assert [each.message for each in (card, unknown)] == ["Names that begin with seat- are those of terminals."] * 2
    claimed = people["dora"].order("craps", "TakeSeat", seat="zoe", chips=0, kind="bot")
    assert (claimed.status, claimed.error) == (400, "malformed")


def test_headers_that_come_twice_are_no_error_of_the_server(floor: LiveFloor) -> None:
    for twice, answer in (("Cookie: a=b", 401), ("Authorization: Bearer x", 401), ("Origin: http://a.test", 400)):
        ask = (
            f"GET /ws/wheel HTTP/1.1\r\nHost: 127.0.0.1:{floor.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n{twice}\r\n{twice}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", floor.port), timeout=20) as line:
            line.sendall(ask.encode())
            status = int(line.recv(1000).split()[1])
        assert status == answer, twice


def test_the_right_password_of_a_locked_login_is_answered_as_a_wrong_one(floor: LiveFloor, people: dict[str, Console]) -> None:
    floor.hire("gil", "Gil Kay", "dealer", by=people["admin"])
    guesses = [floor.anybody().sign_in("gil", password) for password in (*["wrong wrong wrong"] * 3, PASSWORD)]
    assert {(each.status, each.error, each.body["message"]) for each in guesses} == {
        (401, "sign-in-failed", "Login and password do not fit, or the login is locked or disabled.")
    }


def test_a_code_names_a_table_and_a_kind_of_client_that_there_is(people: dict[str, Console]) -> None:
    for asked in ({"kind": "terminal", "table": "whel"}, {"kind": "device"}, {"kind": "display"}):
        refused = people["sue"].post("/api/v1/codes", {"label": "one of a test", **asked})
        assert (refused.status, refused.error) == (409, "no-table")
        assert "craps, crown, aruze, sicbo and wheel" in refused.body["message"]
    unknown = people["sue"].post("/api/v1/codes", {"label": "one of a test", "kind": "printer"})
    assert unknown.body["message"] == "The field kind cannot be 'printer'; it is terminal, display or device."
