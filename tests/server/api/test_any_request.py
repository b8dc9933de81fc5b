"""Whatever is asked of the API, by whomever: never an error of the server, always what OpenAPI says."""

import json
import os
import subprocess
import sys
from pathlib import Path

from croupier.floor.plan import DEFAULT_ROLES
from live_floor import PASSWORD, LiveFloor, live_floor

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
HOOKS = Path(__file__).with_name("in_turn.py")
CHECKS = "not_a_server_error,status_code_conformance,response_schema_conformance,content_type_conformance"
EXAMPLES = os.environ.get("CROUPIER_API_EXAMPLES", "3")
"""How many requests are made up for each operation. The soak asks for more, and for requests that cover every field."""
PHASES = "coverage,fuzzing" if "CROUPIER_API_EXAMPLES" in os.environ else "fuzzing"
THROWN_AWAY = 8
"""Sessions for the requests that end one."""


def clients(floor: LiveFloor) -> dict[str, list[dict[str, str]]]:
    """Everybody who may ask, with the cookies of their sessions."""
    administrator = floor.administrator()
    roles = [role for role in DEFAULT_ROLES if role != "administrator"]
    found = {role: [floor.hire(f"any-{role}", f"Any {role}", role, by=administrator).cookies] for role in roles}
    found |= {"administrator": [administrator.cookies], "nobody": [{}]}
    locked = floor.hire("locked", "Len Locked", "manager", by=administrator)
    assert locked.post("/api/v1/session/lock").status == 200
    signed = {"second": {"login": floor.signers[0], "password": PASSWORD}}
    added = administrator.post("/api/v1/staff", {"login": "newt", "name": "Newt Ray", "roles": ["manager"], **signed})
    newcomer = floor.anybody()
    assert newcomer.sign_in("newt", added.body["password"]).status == 200
    thrown = [floor.hire("thrown", "Theo Row", "dealer", by=administrator)]
    for _ in range(1, THROWN_AWAY):
        thrown.append(floor.anybody())
        assert thrown[-1].sign_in("thrown", PASSWORD).status == 200
    return found | {
        "locked": [locked.cookies],
        "newcomer": [newcomer.cookies],
        "thrown-away": [each.cookies for each in thrown],
    }


def test_any_request_is_answered_as_openapi_says(tmp_path: Path) -> None:
    names, notes = tmp_path / "clients", tmp_path / "notes"
    with live_floor(tmp_path) as floor:  # of its own: whoever asks for anything also disables people
        asking = clients(floor)
        names.write_text(json.dumps(asking))
        command = [str(SCHEMATHESIS), "run", f"http://127.0.0.1:{floor.port}/openapi.json", "--checks", CHECKS]
        assert floor.anybody().get("/openapi.json").status == 200  # described once, which may take long on a busy machine
        options = [
            "--request-timeout",
            "60",
            "--max-examples",
            EXAMPLES,
            "--seed",
            "18",
            "--phases",
            PHASES,
            "--no-color",
            "--workers",
            "1",
        ]
        environment = os.environ | {
            "SCHEMATHESIS_HOOKS": str(HOOKS),
            "CROUPIER_CLIENTS": str(names),
            "CROUPIER_NOTES": str(notes),
        }
        ran = subprocess.run(  # noqa: S603
            [*command, *options], capture_output=True, text=True, timeout=900, check=False, env=environment
        )
        assert ran.returncode == 0, ran.stdout[-4000:]
        assert "passed" in ran.stdout
        assert floor.anybody().get("/health").status == 200
    noted = [line.split() for line in notes.read_text().splitlines()]
    statuses = {name: {int(status) for asked, *_, status in noted if asked == name} for name in asking}
    refused = {"locked": {423}, "newcomer": {403}, "nobody": {401}}
    for name, found in statuses.items():  # whoever is signed in is answered or refused by name; chance says which
        assert found & refused.get(name, {200, 403, 404, 409}), f"{name}: {found}"
    own = {f"{method} {path}" for name, method, path, status in noted if name == "thrown-away" and status != "405"}
    assert own == {
        "GET /api/v1/session",
        "DELETE /api/v1/session",
        "POST /api/v1/session/lock",
        "POST /api/v1/session/unlock",
        "POST /api/v1/session/password",
    }
