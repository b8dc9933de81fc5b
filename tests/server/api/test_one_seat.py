"""An enrolled terminal has one seat, at one table."""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from live_floor import PASSWORD, TICKET, Console, LiveFloor, a_name, funded
from patience import PATIENCE


class Terminal:
    """An enrolled terminal with its key."""

    def __init__(self, floor: LiveFloor, pit: Console) -> None:
        self.name = a_name("terminal")
        code = pit.post("/api/v1/codes", {"kind": "terminal", "label": self.name}).body["code"]
        self._key = floor.anybody().post("/api/v1/clients", {"code": code}).body["key"]
        self._port = floor.port

    @contextmanager
    def at(self, table: str, seat_key: str = "") -> Generator[tuple[dict[str, Any], ClientConnection]]:
        """Say hello at a table: the first answer, and the connection."""
        sent = {"Authorization": f"Bearer {self._key}"}
        with connect(f"ws://127.0.0.1:{self._port}/ws/{table}", additional_headers=sent) as line:
            line.send(json.dumps({"say": "hello", "key": seat_key}))
            yield json.loads(line.recv(timeout=PATIENCE)), line

    def refusal_at(self, table: str, seat_key: str = "") -> str:
        """Why it gets no seat; empty if it gets one."""
        with self.at(table, seat_key) as (answer, _):
            return answer["why"] if answer["is"] == "goodbye" else ""

    def sits_soon_at(self, table: str) -> None:
        """Come to a table until it has a seat there: the server may not have seen yet that its last connection is gone."""
        until = time.monotonic() + PATIENCE
        while self.refusal_at(table):
            assert time.monotonic() < until


def refused_at(table: str) -> str:
    return f"This terminal has a seat at {table}, and a terminal has one seat. Go back there, or leave that seat first."


def test_a_terminal_has_one_seat_and_can_come_back_to_it(floor: LiveFloor, people: dict[str, Console]) -> None:
    terminal = Terminal(floor, people["sue"])
    with terminal.at("wheel") as (first, line):
        assert terminal.refusal_at("wheel") == refused_at("wheel"), "a second seat at the same table"
        assert terminal.refusal_at("aruze") == refused_at("wheel"), "or at another one"
        with terminal.at("wheel", first["key"]) as (again, _):
            assert again["seat"] == first["seat"]
            while json.loads(line.recv(timeout=PATIENCE))["is"] != "goodbye":
                pass


def test_a_terminal_changes_tables_once_its_money_is_gone(floor: LiveFloor, people: dict[str, Console]) -> None:
    terminal, mia = Terminal(floor, people["sue"]), people["mia"]
    with terminal.at("wheel") as (welcome, _):
        funded(people["cash"], "wheel", welcome["seat"], 10_000, by=mia)
    assert terminal.refusal_at("aruze") == refused_at("wheel")
    alone = mia.order("wheel", "Collect", seat=welcome["seat"], tender=TICKET)
    assert (alone.status, alone.error, "ticket" in alone.body) == (409, "second-person-needed", False), alone
    signed = {"login": "sue", "password": PASSWORD}
    assert mia.order("wheel", "Collect", seat=welcome["seat"], tender=TICKET, second=signed).status == 200
    terminal.sits_soon_at("aruze")
    seats = {each["seat"] for each in mia.get("/api/v1/tables/wheel").body["seats"]}
    assert welcome["seat"] not in seats, "the empty seat was released"


def test_other_terminals_at_the_same_address_sit_beside_it(floor: LiveFloor, people: dict[str, Console]) -> None:
    with Terminal(floor, people["sue"]).at("wheel") as (one, _), Terminal(floor, people["sue"]).at("wheel") as (other, _):
        assert one["seat"] != other["seat"]


def test_the_key_of_a_seat_opens_it_at_its_own_terminal_alone(floor: LiveFloor, people: dict[str, Console]) -> None:
    """Neither while it plays, nor after the pit has revoked it: the credit is kept for the player, and nobody collects it."""
    owner, thief, mia = Terminal(floor, people["sue"]), Terminal(floor, people["sue"]), people["mia"]
    with owner.at("wheel") as (welcome, _):
        seat, key = welcome["seat"], welcome["key"]
        funded(people["cash"], "wheel", seat, 10_000, by=mia)
        with thief.at("wheel", key) as (other, _):
            assert other["seat"] != seat
        shown = next(each for each in people["sue"].get("/api/v1/clients").body if each["seat"] == seat)
        assert (shown["playing_at"], shown["connected"], shown["money"]) == ("wheel", True, 10_000)
    assert people["sue"].post(f"/api/v1/clients/{shown['client']}/revoke", {"why": "It is lost."}).status == 200
    with thief.at("wheel", key) as (other, _):
        assert other["seat"] != seat
    until = time.monotonic() + PATIENCE
    while seat in {each["seat"] for each in mia.get("/api/v1/tables/wheel").body["seats"]}:
        assert time.monotonic() < until, "the seat is released soon, and not after a quarter of an hour"
        time.sleep(0.2)
    (kept,) = [each for each in people["cash"].get("/api/v1/cage/hand-pays").body["kept"] if each["seat"] == seat]
    since = kept.pop("since")
    assert kept == {"table": "wheel", "seat": seat, "terminal": owner.name, "amount": 10_000}
    assert shown["enrolled_at"] < since <= time.time() * 1000, "when the seat was released"
    pays: dict[str, Any] = {"seat": seat, "amount": 10_000, "why": "Its terminal was revoked."}
    assert mia.order("wheel", "PayKeptCredit", **pays).error == "second-person-needed"
    second = {"login": "max", "password": PASSWORD}
    assert mia.order("wheel", "PayKeptCredit", id="kept", second=second, **pays).status == 200
    cage = people["cash"].get("/api/v1/cage/hand-pays").body
    assert not [each for each in cage["kept"] if each["seat"] == seat]
    assert [each["amount"] for each in cage["waiting"] if each["seat"] == seat] == [10_000]
