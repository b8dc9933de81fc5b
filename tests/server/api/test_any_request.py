"""Whatever is asked of the API: never an error of the server, always what OpenAPI says."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from live_floor import LiveFloor, live_floor

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
CHECKS = "not_a_server_error,status_code_conformance,response_schema_conformance,content_type_conformance"
ASKED_BY = ("administrator", "manager", "dealer", "inspector", "nobody")
ALWAYS = ("manager",)
"""Who asks in every run of the tests; the others ask in the soak."""
LEFT_OUT = "session"
"""The paths that a person leaves out: whoever changes their own session could not go on."""


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """A floor of its own: whoever asks for anything also disables people."""
    with live_floor(tmp_path_factory.mktemp("anything")) as running:
        yield running


@pytest.mark.parametrize("role", ASKED_BY if os.environ.get("CROUPIER_EVERY_ROLE") else ALWAYS)
def test_any_request_is_answered_as_openapi_says(role: str, floor: LiveFloor) -> None:
    cookies = {} if role == "nobody" else floor.hire(f"any-{role}", f"Any {role.title()}", role).cookies
    named = ["--header", "Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items())] if cookies else []
    command = [str(SCHEMATHESIS), "run", f"http://127.0.0.1:{floor.port}/openapi.json", *named, "--checks", CHECKS]
    options = ["--max-examples", "6", "--seed", "18", "--phases", "coverage,fuzzing", "--no-color", "--workers", "1"]
    left_out = ["--exclude-path-regex", LEFT_OUT] if cookies else []
    ran = subprocess.run([*command, *options, *left_out], capture_output=True, text=True, timeout=240, check=False)  # noqa: S603
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "passed" in ran.stdout
    assert floor.anybody().get("/health").status == 200
