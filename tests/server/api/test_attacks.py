"""Attacks that once worked."""

import http.client
import json
import socket
import time
from typing import Any

from live_floor import CASH, PASSWORD, Console, LiveFloor
from patience import PATIENCE


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
    names = {"seat-2": "unknown-player", "x" * 81: "unknown-player", "a\x1bb": "bad-text", "a\u202eb": "bad-text"}
    for name, error in names.items():
        refused = people["dora"].order("craps", "TakeSeat", seat=name, chips=1000, tender=CASH)
        assert (refused.status, refused.error) == (409, error), (name, refused)
    card = people["sue"].order("wheel", "InsertCard", seat="ann", player="seat-2")
    measure = {"seat": "seat-99", "measure": "bar a person from the game", "why": "device"}
    unknown = people["carl"].order("craps", "Sanction", **measure)
    assert [each.message for each in (card, unknown)] == ["Names that begin with seat- are those of terminals."] * 2
    claimed = people["dora"].order("craps", "TakeSeat", seat="zoe", chips=0, kind="bot")
    assert (claimed.status, claimed.error) == (400, "malformed")


def test_every_text_of_an_order_is_a_short_line_that_can_be_printed(people: dict[str, Console]) -> None:
    sentence = "Write a text on one line, with at most 500 characters and without control characters."
    relaxed = {"type": "TakeDown", "seat": "ann", "wager": "red\x07"}
    for text in ("x\x1b[2J", "x\x07", "x\0", "x\n2026-11-17 09:00:00  All is well.", "x\u202egnp", "x\x9b31m", "W" * 501):
        refused = people["sue"].order("crown", "DisableTable", why=text)
        assert (refused.status, refused.error, refused.message) == (409, "bad-text", sentence), (text, refused)
    orders: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("OpenDispute", "crown", {"seat": "ann", "round": 1, "about": "x\x1b"}),
        ("RelaxFreeze", "wheel", {"wish": relaxed, "why": "The screen did not answer."}),
        ("ConfirmRecord", "wheel", {"seat": "ann", "round": 1, "bets": {"red\u2028": 100}, "why": "x"}),
    )
    for order, table, fields in orders:
        refused = people["sue"].order(table, order, **fields)
        assert (refused.status, refused.error) == (409, "bad-text"), (order, refused)


def test_a_dealer_alone_moves_no_chips_between_table_and_cage(floor: LiveFloor, people: dict[str, Console]) -> None:
    dora = people["dora"]
    floor.hire("dan", "Dan Cole", "dealer", by=people["admin"])
    for order in ("RequestCredit", "ReceiveFill", "CountTray", "PullBox"):
        action = dora.actions("crown")[order]
        assert action["second"] or not action["open"], action
    for second in (None, {"login": "dan", "password": PASSWORD}):
        refused = dora.order("crown", "PullBox", second=second)
        assert (refused.status, refused.error) == (409, "second-person-needed"), refused
    assert dora.order("crown", "PullBox", second={"login": "sue", "password": PASSWORD}).status == 200


def test_a_bar_holds_however_the_name_is_spelled(people: dict[str, Console]) -> None:
    dora, carl = people["dora"], people["carl"]
    barred = carl.order("sicbo", "Sanction", seat=" José Illy-Racer", measure="bar a person from the game", why="device")
    assert barred.status == 200, barred
    spellings = ("José Illy-Racer", "jose illy racer", "JOSÉ  ILLY RACER ", " Racer, José Illy", "José lIIy Racer")
    for name in (*spellings, "José Illy-\uff32\uff41\uff43\uff45\uff52"):
        refused = dora.order("sicbo", "TakeSeat", seat=name, chips=1000, tender={"way": "cash"})
        assert (refused.status, refused.error) == (409, "bets-refused"), (name, refused)
    for name in ("\u3164", "a\u2800", "\u0e47" * 9, "--", ""):
        refused = dora.order("sicbo", "TakeSeat", seat=name, chips=1000, tender={"way": "cash"})
        assert (refused.status, refused.error) == (409, "unknown-player"), (name, refused)
    assert dora.order("sicbo", "TakeSeat", seat=" Zoë ", chips=1000, tender={"way": "cash"}).status == 200
    alike = dora.order("sicbo", "TakeSeat", seat="ZOE\u0308", chips=1000, tender={"way": "cash"})
    assert (alike.error, alike.message) == ("seat-taken", "Zoë sits at this table already; take a name that differs by more.")
    assert dora.order("sicbo", "LeaveSeat", seat="Zoë", tender={"way": "chips"}).status == 200


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


def test_a_cookie_of_backslashes_costs_about_as_much_as_any(floor: LiveFloor) -> None:
    """CVE-2024-7592 made one such request cost hundreds of ordinary ones, over HTTP and over a WebSocket."""
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    upgrade += "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"

    def status(path: str, more: str, value: str) -> int:
        ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{floor.port}\r\nConnection: close\r\n{more}Cookie: {value}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", floor.port), timeout=PATIENCE) as line:
            line.sendall(ask.encode())
            return int(line.recv(1000).split()[1])

    def seconds(path: str, more: str, value: str) -> float:
        times: list[float] = []
        for _ in range(5):
            begun = time.perf_counter()
            assert status(path, more, value) == 401
            times.append(time.perf_counter() - begun)
        return min(times)

    for path, more in (("/api/v1/session", ""), ("/ws/wheel", upgrade)):
        hostile, plain = (f'croupier_session="{letter * 7_500}"' for letter in ("\\", "a"))
        assert seconds(path, more, hostile) < 25 * seconds(path, more, plain), path
        assert status(path, more, f'croupier_session="{"a" * 15_000}"') == 431, path


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
    assert unknown.body["message"] == "The field kind cannot be 'printer'; it is terminal, display, device or money-devices."
