"""The demonstration: the server of a floor with a built-in plan, demonstration money and bots, on the loopback interface."""

import contextlib
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from croupier.catalogue import names, ruleset
from croupier.floor.limits import ClientLimits
from croupier.floor.plan import Endpoint, Plan, TablePlan
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.journal.address import credentials_file
from croupier.rulebook.attached import Attached
from croupier.server.running import FloorStart, run

SIGN = {"minimum": 100, "maximum": 50_000}
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to run the demonstration."""

    data: str | None = None
    """The address of the journal; None for a temporary file."""
    port: int = 0
    timing: Timing = field(default_factory=Timing)
    guests: int = 3
    """Bots at every table."""
    key: Path | None = None
    """The file of the signing key; None for the default beside the journal."""
    anchors: Path | None = None
    """The file for copies of anchors."""
    limits: ClientLimits = field(default_factory=ClientLimits)
    seating: SeatRules = field(default_factory=SeatRules)
    documents: Mapping[str, Attached] = field(default_factory=dict[str, Attached])
    """The operator's copies of approved documents, by rule set."""
    verbose: bool = False


def demo(settings: Settings) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play."""
    with contextlib.ExitStack() as stack:
        journal = settings.data
        if journal is None:
            journal = f"{stack.enter_context(tempfile.TemporaryDirectory())}/croupier.sqlite"
        start = FloorStart(
            kind="demonstration",
            is_temporary=settings.data is None,
            any_port=True,
            guests=settings.guests,
            documents=settings.documents,
            verbose=settings.verbose,
        )
        run(built_in_floor(settings, journal), start)


def built_in_floor(settings: Settings, journal: str) -> Plan:
    """One table of every rule set, dealt by the automatic dealer."""
    return Plan(
        name="Demonstration",
        journal=journal,
        key=settings.key,
        anchors=settings.anchors,
        credentials=credentials_file(journal),
        listen=(Endpoint(LOOPBACK, settings.port),),
        limits=settings.limits,
        seating=settings.seating,
        tables=tuple(_table(name, settings.timing) for name in names()),
    )


def _table(name: str, timing: Timing) -> TablePlan:
    to_confirm = tuple(reading.id for reading in ruleset(name).readings if reading.to_confirm)
    return TablePlan(name=name, ruleset=name, sign=SIGN, confirmed=to_confirm, timing=timing, attended="automatic")
