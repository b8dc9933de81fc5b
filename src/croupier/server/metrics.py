"""Metrics of a floor in the text format of Prometheus. They hold no names, keys or bets of players.

Who reads them is not known: they hold no amount that is hidden from anybody who counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from croupier.floor.crews import Crews
from croupier.floor.house import House
from croupier.floor.waiting import Waiting, waiting
from croupier.journal.histogram import Histogram
from croupier.ledger.chart import kind_of
from croupier.server.blindness import HIDDEN_FROM_COUNTERS
from croupier.server.gate import Gate
from croupier.server.hub import Hub
from croupier.server.staff_hub import StaffHub
from croupier.table.core.state import Table
from croupier.table.money.device_faults import DeviceFault

Labels = Mapping[str, str]


def metrics(
    house: House,
    gate: Gate,
    hubs: Mapping[str, Hub],
    consoles: Mapping[str, StaffHub],
    sessions: int,
    crews: Crews,
) -> Iterator[str]:
    """The lines of the page."""
    dealers = {name: loop.dealer for name, loop in house.loops.items()}
    tables = {name: dealer.durable for name, dealer in dealers.items()}
    yield from _many(
        "croupier_events_total", "counter", "Events of a table.", {name: table.events for name, table in tables.items()}
    )
    yield from _many(
        "croupier_rounds_total", "counter", "Rounds of a table.", {name: table.round.number for name, table in tables.items()}
    )
    bets = {name: _bets(table) for name, table in tables.items()}
    yield from _many("croupier_bets_total", "counter", "Bets that were decided at a table.", bets)
    yield from _head("croupier_refusals_total", "counter", "Refused commands by reason.")
    for name, dealer in dealers.items():
        for reason, count in sorted(dealer.refusals.items()):
            yield _line("croupier_refusals_total", {"table": name, "reason": reason}, count)
    yield from _head("croupier_limits_total", "counter", "Refusals by the limits on clients.")
    for limit, count in sorted(gate.refused.items()):
        yield _line("croupier_limits_total", {"limit": limit}, count)
    journal = house.journal
    yield from _histogram(
        "croupier_acknowledgement_seconds", "From the decision of a command until it was durable.", journal.waits
    )
    yield from _histogram("croupier_commit_seconds", "Commits of the journal, with fsync.", journal.commits)
    yield from _head("croupier_connections", "gauge", "Open connections.")
    yield from (_line("croupier_connections", {"kind": kind}, count) for kind, count in gate.open_connections.items())
    connected = {name: len(hub.connected) for name, hub in hubs.items()}
    yield from _many("croupier_terminals", "gauge", "Connected terminals of a table.", connected)
    yield from _many(
        "croupier_consoles",
        "gauge",
        "Connected consoles and displays of a table.",
        {name: len(hub.watched) for name, hub in consoles.items()},
    )
    ready = {name: int(loop.reports.device.is_ready) for name, loop in house.loops.items()}
    yield from _many("croupier_device_ready", "gauge", "Whether the device of a table could be asked for an outcome.", ready)
    money = {name: len(lines.connected) for name, lines in house.money.items()}
    yield from _many("croupier_money_devices", "gauge", "Terminals of a table whose money devices are connected.", money)
    yield from _head("croupier_money_device_faults", "gauge", "Terminals of a table with this open fault of a money device.")
    for name, table in tables.items():
        faults = Counter(fault for devices in table.desk.devices.values() for fault in devices.faults)
        for fault in DeviceFault:
            yield _line("croupier_money_device_faults", {"table": name, "fault": fault}, faults[fault])
    yield from _head("croupier_table_waiting", "gauge", "Whether play at a table waits for this, and does not go on by itself.")
    for name, loop in house.loops.items():
        found = waiting(loop, crews)
        yield from (_line("croupier_table_waiting", {"table": name, "for": each.id}, int(each is found)) for each in Waiting)
    yield from (*_head("croupier_sessions", "gauge", "Staff who are signed in."), _line("croupier_sessions", {}, sessions))
    yield from _head("croupier_journal_waiting", "gauge", "Entries that wait for the writer of the journal.")
    yield _line("croupier_journal_waiting", {}, house.journal.waiting)
    yield from _head(
        "croupier_money_cents", "gauge", "Balances by kind of account, without those that tell what is to be counted."
    )
    for name, table in tables.items():
        sums = Counter[str]()
        for account, balance in table.book.balances.items():
            if (kind := kind_of(account)) and kind.name not in HIDDEN_FROM_COUNTERS:
                sums[kind.name] += balance
        for kind_name, balance in sorted(sums.items()):
            yield _line("croupier_money_cents", {"table": name, "account": kind_name}, balance)


def _bets(table: Table) -> int:
    return sum(played.bets for by_kind in table.meters.wagers.values() for played in by_kind.values())


def _head(name: str, kind: str, help: str) -> tuple[str, str]:
    return f"# HELP {name} {help}", f"# TYPE {name} {kind}"


def _many(name: str, kind: str, help: str, values: Mapping[str, int]) -> Iterator[str]:
    yield from _head(name, kind, help)
    yield from (_line(name, {"table": table}, value) for table, value in values.items())


def _line(name: str, labels: Labels, value: float) -> str:
    inside = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{inside}}} {value}" if inside else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _histogram(name: str, help: str, histogram: Histogram) -> Iterator[str]:
    yield from _head(name, "histogram", help)
    counts, total, below = [*histogram.counts], histogram.total, 0
    for bound, count in zip((*map(str, histogram.bounds), "+Inf"), counts, strict=True):
        below += count
        yield _line(f"{name}_bucket", {"le": bound}, below)
    yield _line(f"{name}_sum", {}, round(total, 6))
    yield _line(f"{name}_count", {}, below)
