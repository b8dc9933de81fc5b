# pyright: reportUnknownMemberType=false
"""Hooks of Schemathesis: each request is sent by the next client in turn, and what became of it is noted.

The environment names two files: one with the cookies of the clients, and one for the notes.
"""

import itertools
import json
import os
from pathlib import Path
from typing import Any

import schemathesis

SESSION = "/api/v1/session"
WAITING: dict[str, list[dict[str, str]]] = json.loads(Path(os.environ["CROUPIER_CLIENTS"]).read_text())
NOTES = Path(os.environ["CROUPIER_NOTES"])
THROWN_AWAY = WAITING.pop("thrown-away")
"""Sessions that may end. Whoever asks for something else needs a session that lasts."""
ASKED_BY: dict[int, str] = {}
"""The client of each request that is not answered yet."""
IN_TURN = itertools.cycle([(name, cookies) for name, [cookies] in WAITING.items()])


def whose(method: str, path: str) -> tuple[str, dict[str, str]]:
    """The client who sends this request, with its cookies."""
    if not path.startswith(SESSION):
        return next(IN_TURN)
    if method == "POST" and path == SESSION:
        return "nobody", {}
    ends = method == "DELETE" and len(THROWN_AWAY) > 1
    return "thrown-away", THROWN_AWAY.pop() if ends else THROWN_AWAY[0]


@schemathesis.hook
def before_call(_: Any, case: Any, __: dict[str, Any]) -> None:
    """Send a request with the cookies of the next client."""
    name, cookies = whose(case.method.upper(), case.operation.path)
    case.cookies = dict(cookies)
    ASKED_BY[id(case)] = name


@schemathesis.hook
def after_call(_: Any, case: Any, response: Any) -> None:
    """Note who asked for what, and the status of the answer."""
    with NOTES.open("a") as notes:
        notes.write(f"{ASKED_BY.pop(id(case))} {case.method} {case.operation.path} {response.status_code}\n")
