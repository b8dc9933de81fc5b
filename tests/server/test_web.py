"""The web server as browsers and strangers meet it."""

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from croupier.catalogue import names, ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Head, Row
from croupier.journal.threaded import ThreadedJournal
from croupier.server.app import web
from croupier.server.hub import Hub
from croupier.table.core.person import Person
from croupier.table.pit.signs import ChangeSign
from patience import PATIENCE
from running import CRAPS, ROULETTE, Server, Terminal, server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("web") / "journal.sqlite", "--betting", "3", "--guests", "0") as found:
        yield found


def get(running: Server, path: str, host: str = "") -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(running.address + path.lstrip("/"))  # noqa: S310
    if host:
        request.add_header("Host", host)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {}, error.read()


@pytest.mark.parametrize("path", ["/", f"/play/{CRAPS}", "/tables.json", f"/felt/{ROULETTE}.json"])
def test_every_page_tells_the_browser_what_it_may_not_do(running: Server, path: str) -> None:
    status, headers, body = get(running, path)
    assert (status, bool(body)) == (200, True)
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("other", "said"), [(-1, "is over"), (1000, "has not begun")])
def test_a_wish_for_another_round_is_refused(running: Server, other: int, said: str) -> None:
    terminal = Terminal(running.port, CRAPS)
    with terminal.line:
        number = terminal.seen["round"]["number"] + other
        answer = terminal.say("bet", wager="field", amount=100, round=number)
    assert (answer["error"], answer["message"]) == ("round-over", f"That was meant for round {number}, which {said}.")


def test_a_table_that_does_not_exist_is_said_not_to(running: Server) -> None:
    assert get(running, "/play/baccarat") == (404, {}, b"There is no table baccarat here.\n")
    assert get(running, "/felt/baccarat.json")[0] == 404


def test_another_host_name_is_refused(running: Server) -> None:
    assert get(running, "/", host="casino.example")[0] == 400


def test_a_page_from_elsewhere_cannot_open_a_line(running: Server) -> None:
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{running.port}/ws/{CRAPS}", origin="http://evil.example"):  # type: ignore[arg-type]
        pass


@pytest.mark.parametrize("table", [CRAPS, ROULETTE])
def test_every_wager_of_the_rule_set_has_its_spot_on_the_felt(running: Server, table: str) -> None:
    felt = json.loads(get(running, f"/felt/{table}.json")[2])
    spots = [spot["id"] for screen in felt["felt"]["screens"] for spot in screen["spots"]]
    assert sorted(spots) == sorted(ruleset(table).addresses)


def test_the_payout_unit_of_the_demonstration_is_its_smallest_chip_where_a_dealer_pays(running: Server) -> None:
    felts = {table: json.loads(get(running, f"/felt/{table}.json")[2]) for table in names()}
    dealt = {table: not ruleset(table).procedures.is_electronic for table in names()}
    assert {table: felt["payout_unit"] for table, felt in felts.items()} == {
        table: 100 if dealt[table] else 1 for table in dealt
    }
    assert {felt["chips"][0] for felt in felts.values()} == {100}


class Held(MemoryStore):
    """A store that keeps nothing until it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.let = threading.Event()
        self.let.set()

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        self.let.wait()
        super().commit(before, lines)


async def felt_shown(app: ASGIApp, table: str) -> dict[str, Any]:
    """The felt of a table, asked for without a network."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    path = f"/felt/{table}.json"
    await app({"type": "http", "method": "GET", "path": path, "headers": [(b"host", b"localhost")]}, receive, send)
    return json.loads(sent[-1]["body"])


def test_a_changed_sign_is_shown_once_it_is_durable() -> None:
    async def scene() -> None:
        name, store = "star-craps-2016", Held()
        journal = ThreadedJournal(store)
        house = House(journal, SoftwareGenerator(), Timing())
        dealer = await house.open(name, ruleset(name), {"minimum": 500})
        app, by = web({name: Hub(dealer)}), Person("sue", "casino-supervisor")
        store.let.clear()
        changing = asyncio.ensure_future(dealer.ask(ChangeSign(values={"minimum": 200}, by=by, why="It is quiet.")))
        await asyncio.sleep(0)
        decided, shown = dealer.table.sign.minimum, await felt_shown(app, name)
        store.let.set()
        assert (await changing).ok
        assert (decided, shown["minimum"], (await felt_shown(app, name))["minimum"]) == (200, 500, 200)
        journal.close()

    asyncio.run(scene())


NOT_UNDERSTOOD: list[str | bytes] = [
    "nonsense",
    b"\x00\xff",
    '{"say":"bet"}',
    '{"say":"rob","id":"1"}',
    '{"say":"insert","id":"1","amount":1.5}',
    '{"say":"insert","id":"1","amount":-5}',
    '{"say":"insert","id":"1","amount":' + "9" * 4000 + "}",
    '{"say":"collect","id":"' + "x" * 65 + '"}',
    '{"say":"collect","id":"x\\u0000"}',
]


@pytest.mark.parametrize("said", NOT_UNDERSTOOD)
def test_what_is_not_understood_ends_the_line_with_a_reason(running: Server, said: str | bytes) -> None:
    terminal = Terminal(running.port, CRAPS)
    terminal.line.send(said)
    why = "This was not understood: " if isinstance(said, str) else "Send messages as text"
    assert terminal.until(lambda message: message["is"] == "goodbye")["why"].startswith(why)
    with pytest.raises(ConnectionClosed):
        terminal.hear()


def test_a_line_begins_with_hello(running: Server) -> None:
    with connect(f"ws://127.0.0.1:{running.port}/ws/{CRAPS}") as line:
        line.send('{"say":"collect","id":"1"}')
        assert json.loads(line.recv(timeout=PATIENCE)) == {
            "is": "goodbye",
            "why": "A terminal says hello first.",
            "final": False,
        }
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=PATIENCE)


def test_a_line_that_closes_before_hello_is_no_error(running: Server) -> None:
    with connect(f"ws://127.0.0.1:{running.port}/ws/{CRAPS}"):
        pass


def test_a_key_is_needed_for_a_seat(running: Server) -> None:
    one = Terminal(running.port, CRAPS)
    stranger = Terminal(running.port, CRAPS, key="guessed")
    assert stranger.seat != one.seat
    assert stranger.key not in ("guessed", one.key)


def test_a_lone_player_may_close_the_betting_early_and_others_may_not(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "60", "--guests", "2") as slow:
        one = Terminal(slow.port, ROULETTE)
        one.until_phase("betting")
        other = Terminal(slow.port, ROULETTE)
        refused = one.say("close-early")
        assert (refused["ok"], refused["error"]) == (False, "not-alone")
        assert other.say("leave")["ok"]
        assert one.say("close-early")["ok"]
        one.until_phase("closed")
        one.until_phase("done")


def test_money_and_bets_follow_the_documents(running: Server) -> None:
    terminal = Terminal(running.port, ROULETTE)
    assert terminal.say("collect")["message"] == "There is nothing to collect (4.2)."
    assert terminal.say("insert", amount=10_000)["ok"]
    terminal.until_phase("done")  # so that the period which opens next has all its time left
    terminal.until_phase("betting")
    assert terminal.say("bet", wager="red", amount=1000)["ok"]
    assert terminal.seen["mine"]["credit"] == 9000
    assert terminal.seen["mine"]["bets"] == {"red": 1000}
    assert terminal.say("collect")["message"] == "Credits can be collected when no bet is down (4.2)."
    assert terminal.say("take-down", wager="red")["ok"]
    assert terminal.say("collect")["ok"]
    assert terminal.seen["mine"]["credit"] == 0
    terminal.say("insert", amount=10_000)
    terminal.until_phase("closed")
    assert terminal.say("bet", wager="red", amount=1000)["message"].endswith("(3.3.6).")
