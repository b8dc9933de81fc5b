"""Signing in, signing out, and what nobody may do without it."""

import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from live_floor import PASSWORD, Console, LiveFloor, floor_file, free_port, live_floor
from patience import PATIENCE

PUBLIC = {
    ("GET", "/api/v1/tables"),
    ("GET", "/api/v1/tables/{table}"),
    ("GET", "/api/v1/orders"),
    ("GET", "/api/v1/client"),
    ("GET", "/api/v1/promotions/{number}/terms"),
    ("GET", "/api/v1/promotions/{number}/draws/{draw}"),
    ("GET", "/api/v1/tables/{table}/clients/{kind}"),
    ("POST", "/api/v1/session"),
    ("POST", "/api/v1/clients"),
}
"""What answers without a session. Each of them shows only what the room may see, or takes a password or a code."""

PARTS = {
    "table": "craps",
    "login": "admin",
    "client": "terminal-1",
    "number": "1",
    "clause": "1.1",
    "kind": "display",
    "seat": "ann",
    "terminal": "seat-1",
    "patron": "1",
    "serial": "1",
    "person": "1",
    "draw": "1",
    "report": "takings",
    "id": "none",
}
"""Values for the parts of a path."""


def test_without_a_session_nothing_but_the_public_views_answers(floor: LiveFloor) -> None:
    anybody, found = floor.anybody(), set[tuple[str, str]]()
    for path, methods in anybody.get("/openapi.json").body["paths"].items():
        for method in methods:
            address = path.format(**PARTS)
            answer = anybody.ask(method.upper(), address, {} if method == "post" else None)
            if answer.status != 401:
                found.add((method.upper(), path))
            else:
                assert answer.error == "not-signed-in"
    assert found == PUBLIC


def test_the_public_view_of_a_table_shows_no_player(floor: LiveFloor) -> None:
    view = floor.anybody().get("/api/v1/tables/craps").body
    assert view["kind"] == "public"
    assert not {"seats", "money", "disputes", "notices", "bars", "debts", "hand_pays"} & view.keys()


def test_a_wrong_password_and_an_unknown_login_get_the_same_answer(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    wrong, unknown = floor.anybody().sign_in("mia", "wrong wrong wrong"), floor.anybody().sign_in("nobody", PASSWORD)
    assert (wrong.status, wrong.body) == (unknown.status, unknown.body)
    assert (wrong.status, wrong.error) == (401, "sign-in-failed")
    assert floor.anybody().sign_in("mia").status == 200


def test_the_cookie_is_for_this_site_alone_and_hidden_from_scripts(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    cookie = floor.anybody().sign_in("max").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_a_page_of_another_site_can_do_nothing(floor: LiveFloor, people: dict[str, Console]) -> None:
    mia = people["mia"]
    own = f"127.0.0.1:{floor.port}"
    assert mia.ask("GET", "/api/v1/session", Origin=f"http://{own}").status == 200
    for other in (f"https://{own}", own, f"ftp://{own}", "null"):
        assert mia.ask("GET", "/api/v1/session", Origin=other).status == 403, "the scheme belongs to the origin"
    asked = mia.ask("POST", "/api/v1/tables/craps/commands", {}, Origin="http://evil.example")
    assert (asked.status, asked.error) == (403, "not-your-right")
    right = {"login": "max", "password": PASSWORD}
    assert floor.anybody().ask("POST", "/api/v1/session", right, Origin="http://evil.example").status == 403
    assert floor.anybody().ask("POST", "/api/v1/session", right, Origin=f"http://{own}").status == 200
    form = mia.ask("POST", "/api/v1/codes", b"kind=terminal", Content_Type="application/x-www-form-urlencoded")
    assert (form.status, form.error) == (400, "not-json")
    assert floor.anybody().ask("GET", "/api/v1/tables", None, Host="evil.example").status == 400


def test_three_wrong_passwords_lock_a_login(floor: LiveFloor, people: dict[str, Console]) -> None:
    administrator = people["admin"]
    assert floor.hire("lou", "Lou Gray", "dealer", by=administrator)
    for _ in range(3):
        assert floor.anybody().sign_in("lou", "wrong wrong wrong").status == 401
    locked = floor.anybody().sign_in("lou")
    assert locked.status == 401
    assert administrator.post("/api/v1/staff/lou/unlock").status == 200
    assert floor.anybody().sign_in("lou").status == 200


def test_a_disabled_login_is_signed_out_at_once(floor: LiveFloor, people: dict[str, Console]) -> None:
    lea = floor.hire("lea", "Lea Stone", "dealer", by=people["admin"])
    assert lea.get("/api/v1/session").status == 200
    assert people["mia"].post("/api/v1/staff/lea/disable", {"why": "She left."}).status == 200
    told = lea.get("/api/v1/session")
    assert (told.status, told.error) == (401, "not-signed-in")
    assert told.message == "You were signed out because your login was disabled. Ask your supervisor."
    assert floor.anybody().sign_in("lea").status == 401


def test_whoever_signs_out_and_whoever_never_was_here_gets_no_reason(floor: LiveFloor, people: dict[str, Console]) -> None:
    liv = floor.hire("liv", "Liv Stone", "dealer", by=people["admin"])
    assert liv.ask("DELETE", "/api/v1/session").status == 200
    assert liv.get("/api/v1/session").message == floor.anybody().get("/api/v1/session").message


def test_whoever_was_signed_in_before_the_server_was_started_again_is_told_so(floor: LiveFloor) -> None:
    before = floor.anybody()
    before.cookies = {"croupier_session": "T" * 43}
    told = before.get("/api/v1/session")
    assert (told.status, told.error) == (401, "not-signed-in")
    assert told.message == "Your sign-in has ended: the server was started again, or it was long ago. Sign in again."


def test_a_table_whose_dealer_is_gone_is_an_alarm(floor: LiveFloor, people: dict[str, Console]) -> None:
    """A dealer who was disabled, or has signed out, deals no more, whatever the table has on record."""

    def alarms() -> tuple[bool, bool, bool]:
        gone = people["sue"].get("/api/v1/tables/sicbo").body["crew"]["gone"]
        is_named = "sicbo: nobody deals" in people["mia"].get("/ready").body
        return gone, is_named, 'croupier_table_waiting{table="sicbo",for="dealer"} 1' in people["mia"].get("/metrics").body

    dealers = [
        floor.hire(login, name, "dealer", by=people["admin"]) for login, name in (("pia", "Pia Gray"), ("pim", "Pim Gray"))
    ]
    for dealer, leaves in zip(
        dealers,
        (
            lambda: people["sue"].post("/api/v1/staff/pia/disable", {"why": "She is ill."}),
            lambda: dealers[1].ask("DELETE", "/api/v1/session"),
        ),
        strict=True,
    ):
        assert dealer.order("sicbo", "RelieveDealer").status == 200
        assert alarms() == (False, False, False)
        assert leaves().status == 200
        assert alarms() == (True, True, True)
    assert people["dora"].order("sicbo", "RelieveDealer").status == 200
    assert people["dora"].order("sicbo", "HandBackTable").status == 200


def test_whoever_manages_staff_disables_logins_too_and_the_pit_sees_whom(floor: LiveFloor, people: dict[str, Console]) -> None:
    floor.hire("ned", "Ned Cole", "dealer", by=people["admin"])
    assert people["admin"].post("/api/v1/staff/ned/disable", {"why": "She left."}).status == 200
    listed = {each["login"]: each["disabled"] for each in people["sue"].get("/api/v1/staff").body}
    assert (listed["ned"], listed["sue"]) == (True, False)
    reached = {each["login"]: each["may_disable"] for each in people["sue"].get("/api/v1/staff").body}
    assert [reached[each] for each in ("dora", "mia", "ines", "admin", "sue")] == [True, False, False, False, False]
    assert people["sue"].post("/api/v1/staff/ines/disable", {"why": "She left."}).status == 403
    assert people["ines"].get("/api/v1/session").status == 200
    for path in ("/api/v1/staff", "/api/v1/staff/ned/disable"):
        is_read = path.endswith("staff")
        refused = people["dora"].ask("GET" if is_read else "POST", path, {} if is_read else {"why": "She left."})
        assert (refused.status, refused.error) == (403, "not-your-right")
    assert people["sue"].post("/api/v1/staff/ned/enable").status == 403


def test_a_one_time_password_opens_nothing_but_its_change(floor: LiveFloor, people: dict[str, Console]) -> None:
    new = {"login": "new", "name": "Newt Ray", "roles": ["manager"], "second": {"login": "mia", "password": PASSWORD}}
    added = people["admin"].post("/api/v1/staff", new)
    console, once = floor.anybody(), added.body["password"]
    assert console.sign_in("new", once).body["must_change_password"]
    refused = console.get("/api/v1/tables/craps/actions")
    assert (refused.status, refused.error) == (403, "password-due")
    assert console.get("/api/v1/tables/craps").body["kind"] == "public"
    weak = console.post("/api/v1/session/password", {"old": once, "new": "short"})
    assert (weak.status, weak.error) == (409, "weak-password")
    assert console.post("/api/v1/session/password", {"old": once, "new": PASSWORD}).status == 200
    assert console.get("/api/v1/tables/craps/actions").status == 200


def test_signing_out_ends_the_session(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    console = floor.anybody()
    console.sign_in("max")
    token = dict(console.cookies)
    assert console.ask("DELETE", "/api/v1/session").status == 200
    console.cookies = token
    assert console.get("/api/v1/session").status == 401


def test_openapi_says_what_a_locked_console_is_told(floor: LiveFloor, people: dict[str, Console]) -> None:
    console, paths = floor.anybody(), floor.anybody().get("/openapi.json").body["paths"]
    assert people
    assert console.sign_in("max").status == 200
    assert console.post("/api/v1/session/lock").status == 200
    for path, methods in paths.items():
        for method, operation in methods.items():
            if path == "/api/v1/session" and method != "get":
                continue  # these end the session
            address = path.format(**PARTS)
            answer = console.ask(method.upper(), address, {} if method == "post" else None)
            assert str(answer.status) in operation["responses"], f"{method} {path}: {answer}"
            assert (answer.status == 423) is ("423" in operation["responses"]), f"{method} {path}: {answer}"


def test_a_console_is_locked_at_once_and_unlocked_with_the_password(floor: LiveFloor, people: dict[str, Console]) -> None:
    assert people
    console = floor.anybody()
    assert console.sign_in("max").status == 200
    early = console.post("/api/v1/session/unlock", {"password": PASSWORD})
    assert (early.status, early.error) == (409, "nothing-to-change")
    for _ in range(2):
        assert console.post("/api/v1/session/lock").body["locked"]
    refused = console.get("/api/v1/tables/craps/actions")
    assert (refused.status, refused.error) == (423, "console-locked")
    assert console.get("/api/v1/tables/craps").body["kind"] == "public"
    assert console.post("/api/v1/session/unlock", {"password": "wrong wrong wrong"}).status == 401
    assert not console.post("/api/v1/session/unlock", {"password": PASSWORD}).body["locked"]
    assert console.get("/api/v1/tables/craps/actions").status == 200


MALFORMED = {
    b"{": "truncated",
    b'{"login": 5, "password": "x"}': "The field login",
    b'{"login": "x"}': "password",
    b"[]": "object",
    b'{"login": "x", "password": "y", "role": "manager"}': "role",
}


@pytest.mark.parametrize(("body", "place"), MALFORMED.items())
def test_a_malformed_body_gets_one_sentence_that_names_the_place(floor: LiveFloor, body: bytes, place: str) -> None:
    answer = floor.anybody().ask("POST", "/api/v1/session", body, Content_Type="application/json")
    assert (answer.status, answer.error) == (400, "malformed")
    assert place in answer.message


def test_a_restart_signs_everybody_out(folder: Path) -> None:
    with live_floor(folder) as floor:
        administrator = floor.administrator()
        floor.kill()
        floor.start()
        administrator.port = floor.port
        assert administrator.get("/api/v1/session").status == 401
        assert floor.administrator().get("/api/v1/session").status == 200


def test_a_console_locks_though_its_page_asks_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = floor_file("floor.sqlite", free_port(), tables=["craps"])
    written = written.replace("[limits]", "[limits]\nidle_seconds = 5")
    monkeypatch.setattr("live_floor.floor_file", Mock(return_value=written))
    with live_floor(tmp_path) as floor:
        page, deadline = floor.administrator(), time.monotonic() + PATIENCE
        while (answer := page.ask("GET", "/api/v1/staff", Idle_Seconds="1000")).status == 200:
            assert time.monotonic() < deadline, "the console is not locked"
        assert (answer.status, answer.error) == (423, "console-locked")
