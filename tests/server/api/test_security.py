"""What an attacker on the network of the floor tries in vain."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from command import croupier
from live_floor import ADMIN, PASSWORD, Console, LiveFloor, a_name, live_floor
from patience import PATIENCE


def enrolled(floor: LiveFloor, pit: Console, kind: str, table: str | None = None) -> dict[str, Any]:
    """A client with its key."""
    wanted = {"kind": kind, "label": a_name(kind), "table": table, "second": ADMIN}
    code = pit.post("/api/v1/codes", wanted).body["code"]
    return floor.anybody().post("/api/v1/clients", {"code": code}).body


def terminal(floor: LiveFloor, key: str, table: str = "wheel", **headers: str) -> ClientConnection:
    sent = {"Authorization": f"Bearer {key}"} | headers
    return connect(f"ws://127.0.0.1:{floor.port}/ws/{table}", additional_headers=sent)


def listen(line: ClientConnection, told: list[dict[str, Any]]) -> None:
    while True:
        told.append(json.loads(line.recv(timeout=PATIENCE)))


def test_a_token_that_was_planted_is_not_the_one_of_the_session(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    victim, attacker = floor.anybody(), floor.anybody()
    victim.cookies["croupier_session"] = attacker.cookies["croupier_session"] = "planted"
    assert victim.sign_in("max").status == 200
    assert victim.cookies["croupier_session"] != "planted"
    assert attacker.get("/api/v1/session").status == 401


def test_a_second_sign_in_at_a_console_ends_the_first(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    console, old = floor.anybody(), floor.anybody()
    assert console.sign_in("max").status == 200
    old.cookies = dict(console.cookies)
    assert console.sign_in("nobody", "wrong wrong wrong").status == 401
    assert console.get("/api/v1/session").body["login"] == "max", "whoever mistypes stays signed in"
    assert console.sign_in("mia").status == 200
    assert old.cookies != console.cookies
    assert old.get("/api/v1/session").status == 401


def test_a_changed_password_ends_the_other_sessions(floor: LiveFloor, people: dict[str, Console]) -> None:
    stolen = floor.hire("pat", "Pat Wynn", "dealer", by=people["admin"])
    own = floor.anybody()
    assert own.sign_in("pat").status == 200
    new = {"old": PASSWORD, "new": "another horse battery"}
    assert own.post("/api/v1/session/password", new).status == 200
    assert (own.get("/api/v1/session").status, stolen.get("/api/v1/session").status) == (200, 401)


def test_a_revoked_terminal_is_gone_and_stays_out(floor: LiveFloor, people: dict[str, Console]) -> None:
    client = enrolled(floor, people["sue"], "terminal")
    with terminal(floor, client["key"]) as line:
        line.send(json.dumps({"say": "hello"}))
        assert people["sue"].post(f"/api/v1/clients/{client['client']}/revoke", {"why": "It is lost."}).status == 200
        with pytest.raises(ConnectionClosed):
            listen(line, [])
    with pytest.raises(InvalidStatus) as refused:
        terminal(floor, client["key"])
    assert refused.value.response.status_code == 401


def test_the_key_of_a_client_opens_nothing_else(floor: LiveFloor, people: dict[str, Console]) -> None:
    client, display = enrolled(floor, people["sue"], "terminal", "wheel"), enrolled(floor, people["sue"], "display", "wheel")
    with pytest.raises(InvalidStatus) as elsewhere:
        terminal(floor, client["key"], "craps")
    assert elsewhere.value.response.status_code == 403
    with pytest.raises(InvalidStatus) as as_player:
        terminal(floor, display["key"])
    assert as_player.value.response.status_code == 401
    with pytest.raises(InvalidStatus) as as_staff:
        terminal(floor, client["key"], "wheel/staff")
    assert as_staff.value.response.status_code == 401
    for cookie in ("croupier_session", "croupier_client"):
        console = floor.anybody()
        console.cookies[cookie] = client["key"]
        answer = console.ask("GET", "/api/v1/tables/wheel/actions", Authorization=f"Bearer {client['key']}")
        assert (answer.status, answer.error) == (401, "not-signed-in")
        assert console.order("wheel", "InsertMoney", seat="x", amount=100).status == 401


def test_a_page_of_another_site_opens_no_socket(floor: LiveFloor, people: dict[str, Console]) -> None:
    key = enrolled(floor, people["sue"], "terminal")["key"]
    with pytest.raises(InvalidStatus) as refused:
        terminal(floor, key, Origin="http://evil.example")
    assert refused.value.response.status_code == 403
    cookie = "; ".join(f"{name}={value}" for name, value in people["mia"].cookies.items())
    with pytest.raises(InvalidStatus) as as_staff:
        terminal(floor, "", "craps/staff", Cookie=cookie, Origin="http://evil.example")
    assert as_staff.value.response.status_code == 403


def test_a_terminal_speaks_for_no_other_seat(floor: LiveFloor, people: dict[str, Console]) -> None:
    key = enrolled(floor, people["sue"], "terminal")["key"]
    for claim in ({"seat": "another"}, {"by": {"name": "Mia Brandt", "role": "operator"}}):
        with terminal(floor, key) as line:
            line.send(json.dumps({"say": "hello"}))
            line.send(json.dumps({"say": "bet", "id": "1", "wager": "red", "amount": 500, **claim}))
            told: list[dict[str, Any]] = []
            with pytest.raises(ConnectionClosed):
                listen(line, told)
        assert told[-1]["is"] == "goodbye"
        assert next(iter(claim)) in told[-1]["why"], told[-1]
        assert not [each for each in told if each["is"] == "answer"]


def test_guesses_are_limited_by_address_and_a_proxy_has_to_be_trusted(folder: Path) -> None:
    with live_floor(folder, tables=("wheel",), tries=5) as floor:
        anybody = floor.anybody()
        statuses = [anybody.post("/api/v1/clients", {"code": f"AAAA-{number:04}"}).status for number in range(12)]
        assert statuses[:5] == [409] * 5
        assert statuses[5:].count(429) >= 6, statuses
        elsewhere = anybody.ask("POST", "/api/v1/clients", {"code": "AAAA-9999"}, X_Forwarded_For="10.9.9.9")
        assert elsewhere.status == 429, "nobody claims another address"
        assert anybody.sign_in("admin", floor.one_time_password).status == 200, "codes use up no passwords"
        guesses = [floor.anybody().sign_in("nobody", "wrong wrong wrong").status for _ in range(12)]
        assert guesses.count(429) >= 6, "passwords are limited by address, too"


def test_metrics_are_for_this_machine_also_behind_a_proxy(folder: Path) -> None:
    with live_floor(folder, tables=("wheel",), more='trusted_proxies = ["127.0.0.1"]') as floor:
        anybody = floor.anybody()
        assert anybody.get("/metrics").status == 200
        assert anybody.ask("GET", "/metrics", X_Forwarded_For="10.9.9.9").status == 403
        assert anybody.ask("GET", "/metrics", X_Forwarded_For="127.0.0.1, 10.9.9.9").status == 403
        for odd in ("garbage", "10.9.9.9:5555", "10.9.9.9, "):
            assert anybody.ask("GET", "/metrics", X_Forwarded_For=odd).status == 403, "it fails closed"
        guess = {"login": "admin", "password": floor.one_time_password}
        for scheme in ("http", "https"):
            signed_in = floor.anybody().ask("POST", "/api/v1/session", guess, X_Forwarded_Proto=scheme)
            assert ("; Secure" in signed_in.headers["set-cookie"]) is (scheme == "https")


def test_a_name_with_something_behind_the_port_is_not_the_name_of_the_floor(folder: Path) -> None:
    with live_floor(folder, tables=("wheel",)) as floor:
        anybody = floor.anybody()
        for host in ("127.0.0.1", f"127.0.0.1:{floor.port}", "localhost:80", "[::1]", "[::1]:8021"):
            assert anybody.ask("GET", "/ready", Host=host).status == 200, host
        for host in (
            f"127.0.0.1:{floor.port}.evil",
            "127.0.0.1:evil",
            "127.0.0.1:",
            "127.0.0.1:80:80",
            "[::1]evil",
            "[::1]:80.evil",
        ):
            assert anybody.ask("GET", "/ready", Host=host).status == 400, host


def test_no_secret_is_in_the_journal_or_in_the_log(folder: Path) -> None:
    with live_floor(folder, tables=("wheel",), more='log = "json"', apart=True) as floor:
        once = floor.one_time_password
        administrator = floor.administrator()
        sue = floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        floor.hire("max", "Max Orr", "manager", by=administrator)
        mistyped = "wrong horse battery"
        assert floor.anybody().sign_in("sue", mistyped).status == 401
        code = sue.post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
        client = floor.anybody().post("/api/v1/clients", {"code": code}).body
        signed = {"second": {"login": "max", "password": PASSWORD}}
        reset = administrator.post("/api/v1/staff/sue/reset", signed).body["password"]
        for _ in range(3):
            assert floor.anybody().sign_in("sue", mistyped).status == 401
        for _ in range(2):
            elsewhere = floor.anybody().ask("GET", "/", Host="casino.example:8021")
            assert (elsewhere.status, "adds names to hosts in the floor file" in elsewhere.body) == (400, True)
        tokens = [*administrator.cookies.values(), *sue.cookies.values()]
        with terminal(floor, client["key"]) as line:
            line.send(json.dumps({"say": "hello"}))
            assert "seat" in json.loads(line.recv(timeout=PATIENCE))
        printed = floor.said + floor.stop()
        log = floor.errors.read_text()
    out = folder / "all.jsonl"
    assert croupier("journal", "export", floor.journal, str(out)).returncode == 0
    told = croupier("audit", "tell", floor.journal).stdout
    private = [each for each in (folder / "floor.sqlite-key").read_text().splitlines() if not each.startswith("-----")]
    secrets = [once, PASSWORD, mistyped, code, code.replace("-", ""), client["key"], reset, *tokens, *private]
    assert all(len(each) >= 8 for each in secrets)
    for place, text in {"journal": out.read_text(), "log": log, "stdout": printed, "audit tell": told}.items():
        assert text, place
        found = [each for each in secrets if each in text]
        assert not found, f"{place}: {found}"
    lines = [json.loads(line) for line in log.splitlines()]
    failures = [line for line in lines if line["event"] == "sign-in-failures"]
    others = [line for line in lines if line not in failures]
    # A lock is reported once it is durable, which nobody waits for.
    assert [line["event"] for line in others if line["event"] != "login-locked"] == [
        "no-copy",
        "start",
        "unknown-host",
        "stop",
        "stopped",
    ]
    [locked] = (line for line in others if line["event"] == "login-locked")
    [unknown] = (line for line in others if line["event"] == "unknown-host")
    assert (locked["login"], locked["address"], unknown["host"]) == ("sue", "127.0.0.1", "casino.example:8021")
    start = lines[1]
    assert (start["kind"], start["tables"], start["tls"], start["not_in_force"]) == ("live", ["wheel"], False, [])
    assert sum(line["count"] for line in failures) == 5, "also the old password of admin"


def test_the_signing_key_opens_no_door(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    key = "".join((floor.folder / "floor.sqlite-key").read_text().split())
    for cookie in ("croupier_session", "croupier_client"):
        console = floor.anybody()
        console.cookies[cookie] = key.replace("=", "").replace("/", "_")
        assert console.get("/api/v1/session").status == 401
    assert floor.anybody().sign_in("admin", key[:200]).status == 401
    with pytest.raises(InvalidStatus) as refused:
        terminal(floor, key)
    assert refused.value.response.status_code == 401
    assert floor.anybody().sign_in("admin").status == 200
