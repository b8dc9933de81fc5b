"""Runs a floor from its plan until it is stopped: the live one of `croupier serve`, and the demonstration."""

import asyncio
import contextlib
import datetime as dt
import os
import random
import signal
import socket
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from pathlib import Path

import click

import croupier
from croupier.cage.opening import NO_HOUSE_NUMBER, has_no_number
from croupier.devices import SoftwareGenerator
from croupier.facts.lines import OtherFormatError
from croupier.floor.chips import USUAL_CHIPS
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.company import Guest, seat_company
from croupier.floor.floor_file import FloorFile
from croupier.floor.house import PATRONS, Found, House, OpeningOptions
from croupier.floor.notary import Notary
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.patron_file import PatronFile, PatronRecords
from croupier.floor.payout_units import follow_chips
from croupier.floor.pin_checks import PinChecks
from croupier.floor.plan import DEVICES, Plan, TablePlan
from croupier.floor.plan_files import expiry_warning
from croupier.floor.private_data import NotKeptError
from croupier.floor.recovery import BackgroundVerification
from croupier.floor.settings import (
    NOT_APPROVED,
    AdoptedUnit,
    RecordedFloor,
    check_kind,
    effective,
    open_floor,
    read_floor,
    settings_of,
)
from croupier.floor.settings_differences import SettingDifference, current, differences, following
from croupier.floor.system_user import system_user
from croupier.floor.timetable import Timing
from croupier.floor.visitors import register_visitors
from croupier.floor.warning import note, warn, write_json
from croupier.journal.address import check_distinct_files, credentials_file, failure, key_file, private_file, reader, store
from croupier.journal.exit import exit_process
from croupier.journal.latency import describe_latency, is_memory
from croupier.journal.port import JournalError, Store
from croupier.journal.threaded import ThreadedJournal
from croupier.people.credentials import Credentials, CredentialsError
from croupier.people.duties import floor_roles
from croupier.rulebook import attached
from croupier.rulebook.attached import Attached
from croupier.server.floor_api import FloorApi
from croupier.server.hub import Hub
from croupier.server.polling import PollClock, PollingLoop
from croupier.server.serving import FloorServer, listening_socket
from croupier.server.starting import check_date, details, greeting, signing_key
from croupier.server.time_slices import TimeSlices
from croupier.settings import FloorKind
from croupier.software import fingerprint
from croupier.table.core.opening import ChangedRulesError, OpeningError
from croupier.table.core.person import Person

WIDTH = 80
READY = "The floor is open. Staff work at /staff, terminals enrol at /enrol, and /docs describes the API."
FLOOR_ERRORS = (JournalError, ChangedRulesError, OtherFormatError, OpeningError, CredentialsError, NotKeptError)
"""The errors of a start that are one sentence for the operator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorStart:
    """How to start a floor, beside its plan."""

    kind: FloorKind
    file: Path | None = None
    """The floor file; None for a built-in floor."""
    is_temporary: bool = False
    """Whether the journal is deleted at the end."""
    any_port: bool = False
    """Whether any free port will do if the wanted one is taken."""
    guests: int = 0
    """Bots at every table of a demonstration."""
    documents: Mapping[str, Attached] = field(default_factory=dict[str, Attached])
    """The operator's copies of approved documents, by rule set."""
    verbose: bool = False
    today: dt.date | None = None
    """The date, if the operator confirms it."""


def run(plan: Plan, start: FloorStart) -> None:
    """Run the tables until Ctrl-C, then finish the rounds in play."""
    clock = PollClock()
    if plan.log == "json":
        write_json()
    with asyncio.Runner(loop_factory=partial(PollingLoop, clock)) as runner:
        runner.run(_Floor(plan, start, clock).run())


class _Floor:
    """Starts a floor, runs it, and stops it."""

    def __init__(self, plan: Plan, start: FloorStart, clock: PollClock) -> None:
        self._plan = plan
        self._start = start
        self._clock = clock

    async def run(self) -> None:
        plan, start = self._plan, self._start
        if start.kind == "demonstration" and not all(ip_address(each.host).is_loopback for each in plan.listen):
            raise ValueError("a demonstration listens on this machine only")
        with contextlib.ExitStack() as stack:
            key = plan.key or key_file(plan.journal)
            check_distinct_files(plan.journal, key, plan.anchors, plan.credentials)
            listening = [listening_socket(each.port, each.host, or_any=start.any_port) for each in plan.listen]
            kept = store(plan.journal)
            journal = ThreadedJournal(kept, partial(_cannot_go_on, plan.journal))
            stack.callback(journal.close)
            await self._serve(kept, journal, key, listening, stack)

    async def _serve(
        self, kept: Store, journal: ThreadedJournal, key: Path, listening: Sequence[socket.socket], stack: contextlib.ExitStack
    ) -> None:
        plan, start, clock = self._plan, self._start, self._clock
        waits = kept.waits()
        signing = signing_key(journal, key)
        check_kind(journal, start.kind)
        if start.kind == "live":
            check_date(journal, clock(), plan.time_zone, start.today)
        before = read_floor(journal)
        running = effective(plan, before.settings) if before else plan
        notary = Notary(journal, signing, clock, plan.anchors)
        is_demonstration = start.kind == "demonstration"
        opener = None if is_demonstration else system_user()
        signed = _signed(before, opener)
        house = House(journal, SoftwareGenerator(), Timing(), clock, notary, seating=plan.seating, is_live=not is_demonstration)
        office = Office(journal, clock, signed=house.signed, roles=floor_roles(running.duties))
        # Check all files and tables before claiming a table: if one is refused, nothing was changed and no key was written.
        passwords = PasswordChecks(Credentials(self._credentials))
        found = [
            (house.find(each.name, each.rules, each.full_sign, readings=each.readings, **each.options | signed), each)
            for each in running.tables
        ]
        signing.keep()
        recorded = await open_floor(journal, start.kind, settings_of(plan), clock(), opener)
        patrons = await self._patrons(house)
        company = await self._opened(house, found)
        await follow_chips(house, recorded.units)
        private = ClaimantFile(private_file(self._credentials, "claimants"), os.urandom)
        stack.callback(private.close)
        house.open_promotions(private, running.time_zone)
        stack.callback(BackgroundVerification(reader(plan.journal), signing.public, journal.stop).end)
        slices = TimeSlices(lambda: clock.is_busy, lambda: journal.is_writing)
        journal.when_idle = slices.resume
        chips = {each.name: each.chips for each in running.tables if each.chips != USUAL_CHIPS}
        hubs = {
            name: Hub(loop.dealer, clock.running, slices, loop.timetable, running.time_zone, chips.get(name))
            for name, loop in house.loops.items()
        }
        api = FloorApi(
            house,
            hubs,
            office,
            passwords,
            running,
            FloorFile(plan, start.file),
            start.kind,
            clock.running,
            patrons,
            start.documents,
        )
        server = FloorServer(house, hubs, plan.limits, start.documents, api.front())
        said = greeting(None if start.is_temporary else plan.journal, signing, is_demonstration=is_demonstration)
        said += await api.first_start()
        differing = self._differences(running, house, recorded.units)
        said += [_difference(each) for each in differing]
        if start.verbose:
            said += details(signing, waits, plan.anchors)
        elif is_memory(waits) and not start.is_temporary:
            said.append(describe_latency(waits))
        if not recorded.is_approved:
            said.append(NOT_APPROVED)
        if not is_demonstration:
            said += [*_without_number(house), READY]
            _warn_of_copies(running, start.documents)
        if plan.certificate and (sentence := expiry_warning(plan.certificate, clock())):
            warn(sentence)
        api.gate = server.gate
        note(
            "start",
            floor=plan.name,
            kind=start.kind,
            version=croupier.__version__,
            software=fingerprint(),
            tables=[each.name for each in running.tables],
            listen=[str(each) for each in plan.listen],
            tls=plan.certificate is not None,
            not_in_force=[each.path for each in differing],
        )
        await _run(house, company, server, api, listening, said, is_secure=plan.certificate is not None)
        note("stopped")

    @property
    def _credentials(self) -> Path:
        return self._plan.credentials or credentials_file(self._plan.journal)

    async def _patrons(self, house: House) -> PatronRecords:
        """Open the cage, and the file of patrons. In a demonstration, two visitors are in the register."""
        patrons = PatronRecords(PatronFile(private_file(self._credentials, "patrons"), house.secret(PATRONS)))
        keeper = await house.open_cage()
        await patrons.tidy(keeper.durable.patrons.values())
        house.pins = PinChecks(keeper, patrons)
        if self._start.kind == "demonstration":
            house.demonstration_cards = await register_visitors(keeper, patrons)
        return patrons

    def _differences(self, running: Plan, house: House, units: Mapping[str, AdoptedUnit]) -> list[SettingDifference]:
        tables = {name: loop.dealer.table for name, loop in house.loops.items()}
        return following(differences(current(settings_of(running), tables), settings_of(self._plan)), units, tables)

    async def _opened(self, house: House, found: Sequence[tuple[Found, TablePlan]]) -> list[Guest]:
        """Take over the tables, and seat the bots of a demonstration."""
        chance = random.Random()  # noqa: S311 - for the bets of bots only
        company: list[Guest] = []
        for each, plan in found:
            dealer = await house.take(
                each,
                timing=plan.timing,
                device=DEVICES[plan.device](plan.timing),
                is_attended=plan.dealt_by == "person",
            )
            company += await seat_company(house.loops[dealer.name], self._start.guests, chance)
        return company


def _without_number(house: House) -> list[str]:
    """Warn of a casino that has no number of its own yet."""
    return [f"warning: {NO_HOUSE_NUMBER}"] if house.keeper and has_no_number(house.keeper.durable) else []


def _signed(before: RecordedFloor | None, opener: Person | None) -> OpeningOptions:
    """By whom new tables of a live floor are opened: by those who adopted its settings or, before that, by who opened it."""
    if opener is None:
        return {}
    if before is None or before.set_by is None:
        return {"set_by": opener}
    if before.approved_by is None:
        return {"set_by": before.set_by}
    return {"set_by": before.set_by, "approved_by": before.approved_by}


def _warn_of_copies(running: Plan, documents: Mapping[str, Attached]) -> None:
    for sentence in attached.warnings(documents, {each.name: each.ruleset for each in running.tables}):
        warn(sentence, "no-copy")


def _difference(difference: SettingDifference) -> str:
    return f"Not in force: {difference.sentence}. To change it: {difference.how}."


async def _run(
    house: House,
    company: list[Guest],
    server: FloorServer,
    api: FloorApi,
    listening: Sequence[socket.socket],
    said: list[str],
    *,
    is_secure: bool,
) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, house)

    async def see_out() -> None:
        server.stop("The table is closed.")
        await serving
        await api.stop()
        for guest in company:
            await guest.leave()

    async with asyncio.TaskGroup() as both:
        serving = both.create_task(server.run(*listening))
        scheme = "https" if is_secure else "http"
        for each in listening:
            host, port = each.getsockname()[:2]
            _say(f"croupier is running at {scheme}://{f'[{host}]' if ':' in host else host}:{port}/ (Ctrl-C stops it)")
        for sentence in said:
            _say(sentence)
        api.is_ready = True
        await house.run(see_out)


def _stop(house: House) -> None:
    """Finish the rounds in play. On a second signal exit at once, which is safe for the journal."""
    if house.stopping:
        os._exit(130)
    note("stop")
    _say("\nfinishing the rounds in play; Ctrl-C again stops at once")
    house.stop()


def _cannot_go_on(data: str, error: BaseException) -> None:
    """Describe an error of the journal as a sentence, and stop the process."""
    exit_process(failure(data, error))


def _say(sentence: str) -> None:
    """Print a sentence, wrapped to the width of a terminal. If stdout is closed, go on without it."""
    try:
        click.echo(textwrap.fill(sentence, WIDTH, replace_whitespace=False, break_long_words=False, break_on_hyphens=False))
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the flush at exit would fail again
