"""Money devices of a live floor: a key of their own, notes in, a ticket out, faults that staff see and clear."""

import json
import runpy
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import ClientConnection, connect

from croupier.testing.money_devices import Message, SimulatedDevices
from live_floor import ADMIN, Console, LiveFloor
from patience import PATIENCE
from running import Terminal
from server.api.test_cage import EnrolledTerminal, balanced

EXAMPLE = Path(__file__).parents[3] / "examples" / "money_devices.py"


class Plugged:
    """Simulated devices on a real connection."""

    def __init__(self, line: ClientConnection, devices: SimulatedDevices) -> None:
        self.line, self.devices = line, devices
        self.say(devices.hello())

    def say(self, *messages: Message) -> None:
        for message in messages:
            self.line.send(json.dumps(message))

    def until(self, kind: str) -> Message:
        """Do what the server says, until it says this."""
        while True:
            told = json.loads(self.line.recv(timeout=PATIENCE))
            self.say(*self.devices.heard(told))
            if told["is"] == kind:
                return told


def code_for(by: Console, terminal: str) -> str:
    wanted = {"kind": "money-devices", "label": "devices of one", "terminal": terminal}
    alone = by.post("/api/v1/codes", wanted)
    assert (alone.status, alone.error) == (409, "second-person-needed"), alone
    code = by.post("/api/v1/codes", {**wanted, "second": ADMIN})
    assert code.status == 200, code
    return code.body["code"]


def enrolled(floor: LiveFloor, by: Console, terminal: str) -> dict[str, str]:
    """The header with the key of the money devices of a terminal."""
    key = floor.anybody().post("/api/v1/clients", {"code": code_for(by, terminal)}).body["key"]
    return {"Authorization": f"Bearer {key}"}


@contextmanager
def plugged(floor: LiveFloor, table: str, headers: dict[str, str], devices: SimulatedDevices) -> Generator[Plugged]:
    with connect(f"ws://127.0.0.1:{floor.port}/ws/{table}/money", additional_headers=headers) as line:
        yield Plugged(line, devices)


def newest_terminal(people: dict[str, Console]) -> str:
    clients = people["sue"].get("/api/v1/clients").body
    return next(each["client"] for each in reversed(clients) if each["kind"] == "terminal")


def test_money_devices_have_a_key_of_their_own(floor: LiveFloor, people: dict[str, Console]) -> None:
    terminal = EnrolledTerminal(floor, people["sue"], "wheel")
    for headers in ({}, terminal.headers):
        with pytest.raises(InvalidStatus) as refused, plugged(floor, "wheel", headers, SimulatedDevices()):
            pass
        assert refused.value.response.status_code == 401
    for wrong in ({}, {"terminal": "terminal-999"}, {"terminal": "money-devices-1"}):
        denied = people["sue"].post("/api/v1/codes", {"kind": "money-devices", "label": "one", **wrong})
        assert (denied.status, denied.error) == (409, "unknown-client"), denied
    other = people["sue"].post(
        "/api/v1/codes", {"kind": "terminal", "label": "one", "table": "wheel", "terminal": newest_terminal(people)}
    )
    assert other.error == "unknown-client"
    headers = enrolled(floor, people["sue"], newest_terminal(people))
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{floor.port}/ws/wheel", additional_headers=headers)
    assert refused.value.response.status_code == 401, "the key of devices opens no seat"
    with plugged(floor, "wheel", headers, SimulatedDevices()) as devices:
        assert devices.until("welcome")["seat"] == terminal.seat
    with plugged(floor, "aruze", headers, SimulatedDevices()) as devices:
        told = json.loads(devices.line.recv(timeout=PATIENCE))
        assert told == {"is": "goodbye", "why": "This terminal has no seat at this table: open its page first.", "final": False}
    terminal.line.close()


def test_a_note_in_a_ticket_out_and_a_fault_that_staff_clear(floor: LiveFloor, people: dict[str, Console]) -> None:
    terminal = EnrolledTerminal(floor, people["sue"], "wheel")
    headers = enrolled(floor, people["sue"], newest_terminal(people))
    simulated = SimulatedDevices()
    with plugged(floor, "wheel", headers, simulated) as devices:
        assert devices.until("slot")["notes"] == [500, 1_000, 2_000, 5_000, 10_000]
        devices.say(*simulated.put_in("note", value=5_000))
        assert devices.until("done")["ok"]
        while not (answer := terminal.say("collect"))["ok"]:
            terminal.until_phase("betting")
        assert answer.get("ticket") is None, "the number is on the paper only"
        assert devices.until("print")["ticket"]["amount"] == 5_000
        devices.say(*simulated.set_faults("stacker-full", "paper-low"))
        while simulated.slot["tickets"]:
            devices.until("slot")
        shown = people["sue"].get("/api/v1/tables/wheel").body["devices"][terminal.seat]
        assert shown["words"] == "the printer is low on paper and the stacker is full", shown
    told = floor.anybody().get("/floor.json").body["faults"]["wheel"]
    where = f"{terminal.name} ({terminal.seat})"
    faults = [each for each in told if each.startswith(f"{where}: ")]  # other tests leave faults at other seats
    assert faults == [f"{where}: the printer is low on paper", f"{where}: the stacker is full"]
    metrics = floor.anybody().get("/metrics").body
    assert 'croupier_money_device_faults{table="wheel",fault="stacker-full"} 1' in metrics
    cleared = {"seat": terminal.seat, "fault": "stacker-full", "why": "It was emptied."}
    assert people["sue"].order("wheel", "ClearDeviceFault", **cleared).error == "terminal-faulty"
    simulated.faults.clear()
    with plugged(floor, "wheel", headers, simulated) as devices:
        devices.until("slot")
        assert people["sue"].order("wheel", "ClearDeviceFault", **cleared).status == 200
        assert devices.until("slot")["tickets"]
        audit = people["ines"].get(f"/api/v1/cage/places/wheel/{terminal.seat}").body
        assert (audit["meters"]["notes"], audit["meters"]["tickets_out"]) == ({"5000": 1}, 1)
        assert audit["devices"] == {"terminal": terminal.name, "connected": True, "faults": [], "words": "", "printing": None}
    terminal.line.close()
    balanced(floor)


def test_the_example_takes_a_note_and_prints_a_ticket(floor: LiveFloor, people: dict[str, Console]) -> None:
    terminal = EnrolledTerminal(floor, people["sue"], "wheel")
    arguments = (f"http://127.0.0.1:{floor.port}", code_for(people["sue"], newest_terminal(people)), "wheel")
    command = [sys.executable, "-u", str(EXAMPLE), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:  # noqa: S603
        assert program.stdin
        assert program.stdout
        for wanted, typed in (('"is":"slot"', "note 20\n"), ('"is":"done"', "")):
            while wanted not in (line := program.stdout.readline()):
                assert line, "it has ended"
            program.stdin.write(typed)
            program.stdin.flush()
        while not terminal.say("collect")["ok"]:
            terminal.until_phase("betting")
        while not (line := program.stdout.readline()).startswith("TICKET"):
            assert line, "it has ended"
        assert line.endswith(" 2000\n")
        terminal.line.close()
        # While the page is away the server closes the connection of the devices, and they come back with the next player.
        again = Terminal(floor.port, "wheel", headers=terminal.headers)
        while f'"seat":"{again.seat}"' not in (line := program.stdout.readline()) or '"is":"welcome"' not in line:
            assert line, "it has ended"
        program.kill()
    again.line.close()
    balanced(floor)


def test_the_example_goes_on_after_a_refusal_that_passes() -> None:
    lasting = runpy.run_path(str(EXAMPLE))["lasting"]
    refused = {status: InvalidStatus(Response(status, "", Headers())) for status in (429, 503, 401, 403)}
    assert [status for status, error in refused.items() if lasting(error) is None] == [429, 503]
    assert lasting(refused[401]) is refused[401]
