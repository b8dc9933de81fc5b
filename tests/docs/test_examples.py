"""The example clients, written from the reference: terminals play a round, and a device reports the outcomes of a table."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from live_floor import ADMIN, Console, first_password, live_floor
from running import server

EXAMPLES = Path(__file__).parents[2] / "examples"
DENO = Path(sys.executable).parent / "deno"
TERMINALS = {
    "python": [sys.executable, str(EXAMPLES / "terminal.py")],
    "javascript": [str(DENO), "run", "--allow-net", str(EXAMPLES / "terminal.mjs")],
}


def _code(port: int, password: str) -> str:
    """A code from the pit of the demonstration, whose first administrator has every power."""
    administrator, own = Console(port), "correct horse battery"
    assert administrator.sign_in("admin", password).status == 200
    assert administrator.post("/api/v1/session/password", {"old": password, "new": own}).status == 200
    return administrator.post("/api/v1/codes", {"kind": "terminal", "label": "example"}).body["code"]


@pytest.mark.parametrize("language", TERMINALS)
def test_an_example_plays_a_round(language: str, tmp_path: Path) -> None:
    with server(tmp_path / "demo.sqlite", "--betting", "3", "--showing", "0.5", "--guests", "0") as running:
        said = ""
        while "-first-password" not in said:
            said += running.process.stdout.readline()
        command = [*TERMINALS[language], running.address.rstrip("/"), _code(running.port, first_password(said))]
        played = subprocess.run(  # noqa: S603
            [*command, "ministar-roulette-2018", "red"], capture_output=True, text=True, timeout=60, check=False
        )
    assert played.returncode == 0, played.stderr
    lines = played.stdout.splitlines()
    assert lines[0] == "insert: done"
    assert lines[1].endswith("seconds to bet")
    assert lines[2] == "bet: done"
    assert "fell; credit $" in lines[3]
    assert lines[4] == "collect: done"
    assert all(len(line.splitlines()) <= 60 for line in (Path(TERMINALS[language][-1]).read_text(),))


@pytest.mark.parametrize("language", TERMINALS)
def test_an_example_without_arguments_says_how_it_is_called(language: str) -> None:
    ran = subprocess.run(TERMINALS[language], capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    assert ran.returncode == 1
    assert "http://127.0.0.1:8021 CODE " in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_example_device_reports_outcomes(tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("wheel",), devices={"wheel": "connected"}, betting=0.5) as floor:
        sue = floor.hire("sue", "Sue Park", "supervisor")
        wanted = {"kind": "device", "label": "wheel 1", "table": "wheel", "second": ADMIN}
        code = sue.post("/api/v1/codes", wanted).body["code"]
        command = [sys.executable, str(EXAMPLES / "device.py"), f"http://127.0.0.1:{floor.port}", code, "wheel"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as device:  # noqa: S603
            try:
                assert device.stdout
                told = map(json.loads, device.stdout)
                assert next(told) == {"is": "welcome", "table": "wheel"}
                assert [next(told)["round"] for _ in range(2)] == [1, 2]
            finally:
                device.kill()
        floor.stop()
    assert len((EXAMPLES / "device.py").read_text().splitlines()) <= 50
