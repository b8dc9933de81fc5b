"""The connected device of a table over its WebSocket: it enrols, is asked, reports, and is refused everything else."""

import json
import time
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.audit.resettle import resettle
from journals import bodies
from live_floor import ADMIN, Console, LiveFloor, live_floor
from patience import PATIENCE

CONNECTED = {"aruze": "connected", "wheel": "connected"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Generator[LiveFloor]:
    """A floor with two tables whose devices are connected, and one without. At the end, everything is settled again."""
    folder = tmp_path_factory.mktemp("devices")
    with live_floor(folder, tables=("aruze", "wheel", "sicbo"), devices=CONNECTED, betting=0.5) as running:
        yield running
        running.stop()
        for table in CONNECTED:
            assert resettle(bodies(running.journal, table)).holds


@pytest.fixture(scope="module")
def mia(floor: LiveFloor) -> Console:
    """A manager who may do everything here."""
    return floor.hire("mia", "Mia Brandt", "manager", "casino-supervisor", "supervisor")


def enrolled(console: Console, table: str, kind: str = "device") -> dict[str, Any]:
    """A device with a key."""
    code = console.post("/api/v1/codes", {"kind": kind, "label": "tumbler 1", "table": table, "second": ADMIN}).body["code"]
    return Console(console.port).post("/api/v1/clients", {"code": code}).body


def line(console: Console, table: str, key: str) -> ClientConnection:
    """Open the socket of a device, and say hello."""
    address = f"ws://127.0.0.1:{console.port}/ws/{table}/device"
    opened = connect(address, additional_headers={"Authorization": f"Bearer {key}"}, legacy=True)
    opened.send('{"say":"hello"}')
    assert heard(opened) == {"is": "welcome", "table": table}
    return opened


def heard(line: ClientConnection) -> dict[str, Any]:
    return json.loads(line.recv(timeout=PATIENCE))


def say(line: ClientConnection, what: str, **fields: object) -> None:
    line.send(json.dumps({"say": what, **fields}))


def listen_to_the_end(line: ClientConnection) -> None:
    """Read whatever the server still says, until it has closed the connection."""
    with suppress(ConnectionClosed):
        while True:
            heard(line)


def results(console: Console, table: str) -> list[str]:
    """The results of a table, oldest first."""
    return console.get(f"/api/v1/tables/{table}").body["history"]


def last_fault(console: Console, table: str) -> dict[str, Any]:
    """The last fault that was reported at a table, once there is one."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        told = [each["event"] for each in console.get(f"/api/v1/tables/{table}/events").body]
        if faults := [event for event in told if event["type"] == "FaultReported"]:
            return faults[-1]
        time.sleep(0.05)
    raise AssertionError("no fault was reported")


def test_a_device_reports_and_the_round_is_settled_once(mia: Console) -> None:
    assert 'croupier_device_ready{table="wheel"} 0' in mia.get("/metrics").body
    assert 'croupier_table_waiting{table="wheel",for="device"} 1' in mia.get("/metrics").body
    absent = "wheel: its device is not connected; no round opens until it is\n"
    assert mia.get("/ready").body.startswith("ready\n")
    assert absent in mia.get("/ready").body
    with line(mia, "wheel", enrolled(mia, "wheel")["key"]) as device:
        assert 'croupier_device_ready{table="wheel"} 1' in mia.get("/metrics").body
        assert 'croupier_table_waiting{table="wheel",for="device"} 0' in mia.get("/metrics").body
        assert absent not in mia.get("/ready").body
        wanted = heard(device)
        assert wanted.pop("seconds") <= 30
        assert "wheel-error" in wanted.pop("grounds")
        round, id = wanted.pop("round"), wanted.pop("id")
        assert wanted == {"is": "wanted", "shown_by": "pocket", "count": 1}
        say(device, "outcome", id=f"{round}-1", shown=[4])
        assert heard(device)["is"] == "refused", "this round of another history"
        say(device, "outcome", id=id, shown=[17])
        say(device, "outcome", id=id, shown=[18])
        assert heard(device) == {"is": "refused", "id": id, "message": f"Nobody waits for the outcome {id}."}
        assert heard(device)["round"] == round + 1
        assert results(mia, "wheel")[-1:] == ["17"]


def test_a_device_that_is_killed_is_asked_again_and_a_killed_server_too(floor: LiveFloor, mia: Console) -> None:
    """A kill between request and report neither loses nor doubles a round."""
    key = enrolled(mia, "aruze")["key"]
    with line(mia, "aruze", key) as device:
        first = heard(device)
        before = results(mia, "aruze")
    with line(mia, "aruze", key) as device:
        assert heard(device)["id"] == first["id"]
        floor.kill()
    floor.start()
    mia.port = floor.port
    with line(mia, "aruze", key) as device:
        assert heard(device)["id"] == first["id"]
        say(device, "outcome", id=first["id"], shown=[6, 3])
        assert heard(device)["round"] == first["round"] + 1
        assert mia.sign_in("mia").status == 200
        assert results(mia, "aruze") == [*before, "3-6"]


def test_a_revoked_device_has_failed_and_staff_call_the_round_off(mia: Console) -> None:
    device = enrolled(mia, "wheel")
    with line(mia, "wheel", device["key"]) as opened:
        round = heard(opened)["round"]
        assert mia.post(f"/api/v1/clients/{device['client']}/revoke", {"why": "It is lost."}).status == 200
        listen_to_the_end(opened)
    with pytest.raises(InvalidStatus):
        line(mia, "wheel", device["key"])
    fault = last_fault(mia, "wheel")
    assert (fault["ground"], fault["detail"]) == ("wheel-error", "The device has failed: its key was revoked.")
    assert "a person has to do it" in mia.get("/floor.json").body["waiting"]["wheel"]
    assert mia.order("wheel", "VoidRound", ground="wheel-error").status == 200
    with line(mia, "wheel", enrolled(mia, "wheel")["key"]) as opened:
        assert heard(opened)["round"] == round + 1


def test_only_the_device_of_this_table_is_admitted(mia: Console) -> None:
    device, other = enrolled(mia, "wheel")["key"], enrolled(mia, "wheel")["key"]
    cases = {
        401: [
            ("wheel", ""),
            ("wheel", enrolled(mia, "wheel", "terminal")["key"]),
            ("wheel", enrolled(mia, "wheel", "display")["key"]),
        ],
        403: [("aruze", device), ("sicbo", device)],
        409: [("wheel", other)],
    }
    drawn = mia.post("/api/v1/codes", {"kind": "device", "label": "dice", "table": "sicbo"})
    assert (drawn.status, drawn.error) == (409, "no-device"), "the server draws its outcomes"
    with line(mia, "wheel", device):
        for status, keys in cases.items():
            for table, key in keys:
                with pytest.raises(InvalidStatus) as refused:
                    line(mia, table, key)
                assert refused.value.response.status_code == status, (table, status)
        for path in ("wheel", "wheel/display", "wheel/staff"):
            with pytest.raises(InvalidStatus):
                connect(f"ws://127.0.0.1:{mia.port}/ws/{path}", additional_headers={"Authorization": f"Bearer {device}"})


def test_a_device_that_talks_nonsense_is_cut_off_and_may_come_back(mia: Console) -> None:
    key = enrolled(mia, "wheel")["key"]
    outcome = '{"say":"outcome","id":"1-1"'
    for nonsense in ("", "[]", outcome + "}", outcome + ',"shown":["17"]}', '{"say":"bet","id":"1"}', '{"say":"hello"}'):
        with line(mia, "wheel", key) as device:
            device.send(nonsense)
            listen_to_the_end(device)
    with line(mia, "wheel", key) as device:
        wanted = heard(device)
        say(device, "outcome", id=wanted["id"], shown=[0])
        assert heard(device)["round"] == wanted["round"] + 1
        assert results(mia, "wheel")[-1:] == ["0"]
