"""A fuzzer over the WebSocket and over HTTP: the real server reports no error, does not hang, and does not grow.

`CROUPIER_FUZZ` sets the number of messages, `CROUPIER_FUZZ_SEED` the seed that decides all of them.
"""

import json
import os
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

from websockets.sync.client import connect

from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.catalogue import names
from croupier.floor.seating import TABLE_FULL
from journals import bodies, looked_at
from live_floor import Console
from running import Server, Terminal, server
from server import bounded_memory
from server.fuzzing import BRISK, complaints, fuzz_http, fuzz_known, fuzz_socket
from server.known_clients import TABLES, Headers, KnownNonsense, floor_with_devices, known

MESSAGES = int(os.environ.get("CROUPIER_FUZZ", "10000"))
SEED = int(os.environ.get("CROUPIER_FUZZ_SEED", "1"))
PATIENCE_AT_A_FULL_TABLE = 60.0
"""Seconds in which short rounds decide all bets of at least one player."""
PATIENCE_WITH_A_DEVICE = 120.0
"""Seconds in which a table opens a round after its device has failed again and again."""
DECIDED_AT_ONCE = {
    "adelaide-craps-2003": "field",
    "aruze-craps-2024": "field",
    "ministar-roulette-2018": "red",
    "star-craps-2016": "field",
    "star-sicbo-2016": "small",
}


@contextmanager
def fuzzed(data: Path) -> Generator[Server]:
    """A server that ends well after it was fuzzed. If it does not, the error says how to repeat it."""
    try:
        with server(data, *BRISK, program=bounded_memory.PROGRAM) as running:
            yield running
            ends_well(running)
    except BaseException as error:
        error.add_note(f"CROUPIER_FUZZ={MESSAGES} CROUPIER_FUZZ_SEED={SEED} .venv/bin/pytest tests/server/test_fuzz.py")
        raise


def test_the_socket(tmp_path: Path) -> None:
    with fuzzed(tmp_path / "journal.sqlite") as running:
        fuzz_socket(running, Random(SEED), MESSAGES)  # noqa: S311


def test_http(tmp_path: Path) -> None:
    with fuzzed(tmp_path / "journal.sqlite") as running:
        fuzz_http(running, Random(SEED), MESSAGES // 2)  # noqa: S311


def test_the_sockets_of_staff_displays_and_devices(tmp_path: Path) -> None:
    """A small part of the messages comes from clients that are known: consoles, inspectors, displays and devices."""
    chance = Random(SEED)  # noqa: S311
    with floor_with_devices(tmp_path) as floor:
        opened_by, manager = known(floor)
        fuzz_known(floor, manager, KnownNonsense(chance, opened_by), chance, MESSAGES // 20)
        assert manager.get("/api/v1/session").status == 200, "the manager is not signed in any more"
        for table in TABLES:
            report_an_outcome(manager, table, opened_by[f"{table}/device"][0])
        said = floor.stop()
    waits = ("its device has failed", "a fault was reported")  # what devices are there to say
    assert [line for line in complaints(said) if not any(each in line for each in waits)] == []
    with looked_at(Path(floor.journal)) as reader:
        assert verify(reader).faults == ()
    assert all(resettle(bodies(floor.journal, table)).holds for table in TABLES)


def report_an_outcome(manager: Console, table: str, headers: Headers) -> None:
    """Call off what the fuzzer has spoilt, and be an honest device until a round is settled and the next one wants its own."""
    if ground := manager.get(f"/api/v1/tables/{table}").body["crew"]["fault"]:
        assert manager.order(table, "VoidRound", ground=ground).status == 200
    address, rounds = f"ws://127.0.0.1:{manager.port}/ws/{table}/device", set[int]()
    with connect(address, additional_headers=headers, legacy=True) as line:
        line.send('{"say":"hello"}')
        while len(rounds) < 2:
            told = json.loads(line.recv(timeout=PATIENCE_WITH_A_DEVICE))
            if told["is"] == "wanted":
                rounds.add(told["round"])
                line.send(json.dumps({"say": "outcome", "id": told["id"], "shown": [1] * told["count"]}))
    assert manager.get(f"/api/v1/tables/{table}").body["history"]


def ends_well(running: Server) -> None:
    """Play a round at every table, stop the server, and check what it said and what it wrote."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(partial(play_a_round, running.port), names()))
    assert complaints(running.stop()) == []
    with looked_at(running.data) as reader:
        assert verify(reader).faults == ()
    for table in names():
        running.books(table)


def seated(port: int, table: str) -> Terminal:
    """A terminal with a seat. The fuzzer may have filled the table: a seat with bets is held until they are decided."""
    until = time.monotonic() + PATIENCE_AT_A_FULL_TABLE
    while True:
        try:
            return Terminal(port, table)
        except AssertionError as error:
            if TABLE_FULL not in str(error) or time.monotonic() > until:
                raise
        time.sleep(1)


def play_a_round(port: int, table: str) -> None:
    """Bet on what the next outcome decides, and see it decided."""
    terminal = seated(port, table)
    with terminal.line:
        assert terminal.say("insert", amount=1_000)["ok"]
        while not terminal.say("bet", wager=DECIDED_AT_ONCE[table], amount=1_000)["ok"]:
            terminal.until(lambda message: message["is"] == "event")
        terminal.until(lambda message: message.get("event", {}).get("type") == "RoundSettled")
        assert terminal.seen["mine"]["staked"] == 0
