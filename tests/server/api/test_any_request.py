"""Whatever is asked of the API: never an error of the server, always what OpenAPI says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from live_floor import Console, LiveFloor

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,response_schema_conformance,content_type_conformance"
ASKED_BY = {"admin": "session", "mia": "session", "dora": "session", "ines": "session", "nobody": "no such path"}
"""Who asks, and which paths they leave out: a person who changes their own session could not go on."""


ALWAYS = ("mia",)
"""Who asks in every run of the tests; the others ask in the soak."""


@pytest.mark.parametrize("login", ASKED_BY if os.environ.get("CROUPIER_EVERY_ROLE") else ALWAYS)
def test_any_request_is_answered_as_openapi_says(login: str, floor: LiveFloor, people: dict[str, Console]) -> None:
    cookies = people[login].cookies if login in people else {}
    named = ["--header", "Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items())] if cookies else []
    command = [str(SCHEMATHESIS), "run", f"http://127.0.0.1:{floor.port}/openapi.json", *named, "--checks", CHECKS]
    options = ["--max-examples", "6", "--seed", "18", "--phases", "coverage,fuzzing", "--no-color", "--workers", "1"]
    ran = subprocess.run(  # noqa: S603
        [*command, *options, "--exclude-path-regex", ASKED_BY[login]], capture_output=True, text=True, timeout=240, check=False
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "passed" in ran.stdout
    assert floor.anybody().get("/health").status == 200
