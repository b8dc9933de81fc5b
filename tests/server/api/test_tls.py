"""`croupier serve` with a certificate: pages, cookies and WebSockets over TLS."""

import json
import re
import socket
from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack, closing
from http.client import BadStatusLine, HTTPConnection, RemoteDisconnected
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from certificates import CERTIFIED, certified
from live_floor import LiveFloor, a_name, live_floor
from patience import PATIENCE


def over_tls(folder: Path) -> AbstractContextManager[LiveFloor]:
    """A floor with a certificate."""
    trusted, more = certified(folder), f'{CERTIFIED}\nhosts = ["floor.example"]'
    return live_floor(folder, more=more, tables=("wheel",), secure=trusted)


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Generator[LiveFloor]:
    with over_tls(tmp_path_factory.mktemp("tls")) as floor:
        yield floor


def test_pages_and_the_api_answer_over_tls_and_not_without(secure: LiveFloor) -> None:
    assert re.search(r"running at https://127\.0\.0\.1:\d+/", secure.said)
    assert secure.anybody().get("/ready").body == "ready\n"
    plain = HTTPConnection("127.0.0.1", secure.port, timeout=PATIENCE)
    plain.request("GET", "/ready")
    with pytest.raises((RemoteDisconnected, BadStatusLine, ConnectionResetError)):
        plain.getresponse()
    plain.close()


def test_the_server_answers_to_the_names_in_its_file(secure: LiveFloor) -> None:
    anybody = secure.anybody()
    assert anybody.ask("GET", "/ready", Host=f"floor.example:{secure.port}").status == 200
    assert anybody.ask("GET", "/ready", Host="evil.example").status == 400


def test_cookies_are_sent_back_over_tls_only(secure: LiveFloor) -> None:
    assert secure.administrator()
    signed_in = secure.anybody().sign_in("admin")
    assert signed_in.status == 200
    for flag in ("Secure", "HttpOnly", "SameSite=strict"):
        assert flag in signed_in.headers["set-cookie"]


def test_a_cookie_of_another_host_of_the_domain_does_not_count(secure: LiveFloor) -> None:
    """A sibling host can set `croupier_session`, and cannot set a cookie with the prefix `__Host-`."""
    administrator = secure.administrator()
    assert set(administrator.cookies) == {"__Host-croupier_session"}
    administrator.cookies["croupier_session"] = "planted"
    assert administrator.get("/api/v1/session").status == 200
    planted = secure.anybody()
    planted.cookies["croupier_session"] = administrator.cookies["__Host-croupier_session"]
    assert planted.get("/api/v1/session").status == 401


def test_a_browser_that_was_here_over_tls_comes_back_over_tls(secure: LiveFloor) -> None:
    assert secure.anybody().get("/").headers["strict-transport-security"] == "max-age=31536000"


def test_connections_that_say_nothing_do_not_keep_others_out(secure: LiveFloor) -> None:
    """They count before their TLS handshake begins. 500 of them may wait (`silent-connections`)."""
    files = Path(f"/proc/{secure.process.pid}/fd")
    before = len(list(files.iterdir()))
    with ExitStack() as lines:
        for _ in range(600):
            lines.enter_context(closing(socket.create_connection(("127.0.0.1", secure.port), timeout=PATIENCE)))
        assert secure.anybody().get("/health").status == 200
        assert len(list(files.iterdir())) - before < 520


def _listen(line: ClientConnection, told: list[dict[str, Any]]) -> None:
    while True:
        told.append(json.loads(line.recv(timeout=PATIENCE)))


def test_a_terminal_plays_over_tls_and_a_stop_says_goodbye(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    with over_tls(tmp_path) as floor:
        sue = floor.hire("sue", "Sue Park", "supervisor")
        code = sue.post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
        enrolled = floor.anybody().post("/api/v1/clients", {"code": code})
        assert "Secure" in enrolled.headers["set-cookie"]
        address, key = f"wss://127.0.0.1:{floor.port}/ws/wheel", {"Authorization": f"Bearer {enrolled.body['key']}"}
        with connect(address, additional_headers=key, ssl=floor.secure) as line:
            line.send(json.dumps({"say": "hello"}))
            assert "seat" in json.loads(line.recv(timeout=PATIENCE))
            floor.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                _listen(line, told)
        assert floor.process.wait(PATIENCE) == 0
    assert told[-1]["is"] == "goodbye"
    assert told[-1]["why"] == "The table is closed."
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1012, "the server stops, and says so"
