"""Asks a running floor how it is, as any program on its machine could."""

import http.client
import ssl
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

import msgspec

from croupier.floor.plan import Endpoint, Plan
from croupier.server.lobby import LobbyTable

PATIENCE = 5.0
"""Seconds until a floor has answered."""
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked on this machine


class FloorTable(msgspec.Struct, frozen=True):
    """A table, as everybody in the room sees it."""

    name: str
    round: int
    phase: str
    players: int
    closed: bool
    """Whether it is closed, about to close, or out of service."""
    waits: str
    """What it waits for, in a sentence; empty if play goes on by itself."""
    faults: tuple[str, ...] = ()
    """The open faults of the money devices of its terminals, in words."""


class _Round(msgspec.Struct, frozen=True):
    number: int
    phase: str


class _View(msgspec.Struct, frozen=True):
    round: _Round


class _Info(msgspec.Struct, frozen=True):
    not_approved: str
    restart_due: bool
    waiting: Mapping[str, str]
    faults: Mapping[str, tuple[str, ...]] = {}


class FloorAnswer(NamedTuple):
    """How a floor has answered."""

    address: str
    ready: bool
    """Whether it runs and its tables are open."""
    why_not: str
    """What was wrong, in a few words; empty if nothing was."""
    tables: Sequence[FloorTable]
    """The tables that it has now."""
    restart_due: bool = False
    """Whether adopted settings wait for a restart."""
    not_approved: str = ""
    """What is to be done because nobody has approved its settings, in a sentence; empty if two people have."""


def ask_floor(plan: Plan) -> FloorAnswer:
    """Ask a floor at its first address. The certificate is not checked: the question and the answer are public."""
    first = plan.listen[0]
    host = EVERY_ADDRESS.get(first.host, first.host)
    address = f"{'https' if plan.certificate else 'http'}://{Endpoint(host, first.port)}"
    try:
        status, _ = _get(plan, host, first.port, "/ready")
        if status != http.client.OK:
            return FloorAnswer(address, ready=False, why_not=f"it answers with status {status}", tables=[])
        info = msgspec.json.decode(_get(plan, host, first.port, "/floor.json")[1], type=_Info)
        tables: list[FloorTable] = []
        for name, players, closed in _listed(_get(plan, host, first.port, "/api/v1/tables")[1]):
            view = msgspec.json.decode(_get(plan, host, first.port, f"/api/v1/tables/{quote(name)}")[1], type=_View)
            waits, faults = info.waiting.get(name, ""), info.faults.get(name, ())
            tables.append(FloorTable(name, view.round.number, view.round.phase, players, closed, waits, faults))
    except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or type(error).__name__
        return FloorAnswer(address, ready=False, why_not=why, tables=[])
    return FloorAnswer(
        address, ready=True, why_not="", tables=tables, restart_due=info.restart_due, not_approved=info.not_approved
    )


def _listed(answer: bytes) -> list[tuple[str, int, bool]]:
    return [(each.name, each.players, each.closed) for each in msgspec.json.decode(answer, type=list[LobbyTable])]


def _get(plan: Plan, host: str, port: int, path: str) -> tuple[int, bytes]:
    if plan.certificate:
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        line = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=unchecked)
    else:
        line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()
