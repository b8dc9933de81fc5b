"""The API of a floor: people, tables, clients and operations, put together for the server."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.facts.message import Event
from croupier.floor.clock import Clock
from croupier.floor.crews import Crews
from croupier.floor.floor_file import FloorFile
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.inspections import Inspections
from croupier.floor.missing_passwords import missing_passwords
from croupier.floor.money_lines import fault_sentences
from croupier.floor.office import Office
from croupier.floor.password_checks import PasswordChecks
from croupier.floor.patron_file import PatronRecords
from croupier.floor.plan import Plan
from croupier.floor.reception import Reception, first_administrator
from croupier.floor.settings import NOT_APPROVED
from croupier.floor.staff_bot import is_bot_signed_in, sign_bot_in
from croupier.floor.waiting import waiting
from croupier.floor.warning import warn
from croupier.people.consoles import SignedOut
from croupier.people.message import STAFF_BOT_LOGIN
from croupier.people.register import Register
from croupier.people.signing_in import SignedIn
from croupier.rulebook.attached import Attached, problems
from croupier.rules.ruleset import Ruleset
from croupier.server.admission import LOOPBACK
from croupier.server.api.asyncapi import asyncapi
from croupier.server.api.cage import CageOperations
from croupier.server.api.cage_report import CageReports
from croupier.server.api.claimants import ClaimantOperations
from croupier.server.api.clients import ClientOperations
from croupier.server.api.count_room import CountRoomOperations
from croupier.server.api.earned import EarnedEntries
from croupier.server.api.entrants import Entrants
from croupier.server.api.floor import FloorOperations
from croupier.server.api.given_orders import GivenOrders, OrdersInHand
from croupier.server.api.hand_pays import HandPayOperations
from croupier.server.api.inspection import InspectionOperations
from croupier.server.api.made_once import MadeOnce
from croupier.server.api.openapi import openapi
from croupier.server.api.operation import Operation
from croupier.server.api.paper import PaperOperations
from croupier.server.api.patrons import PatronOperations
from croupier.server.api.prize_lines import PrizeLines
from croupier.server.api.promotion_desk import PromotionDesk
from croupier.server.api.promotions import PromotionOperations
from croupier.server.api.reports import ReportOperations
from croupier.server.api.routes import Api, client_address
from croupier.server.api.rules import RulesOperations
from croupier.server.api.session import SessionOperations
from croupier.server.api.staff import StaffOperations
from croupier.server.api.table_orders import TableOrders
from croupier.server.api.tables import TableOperations
from croupier.server.api.terminal_audit import TerminalAudits
from croupier.server.clients import Clients
from croupier.server.front_desk import FrontDesk
from croupier.server.gate import Gate
from croupier.server.hub import Hub
from croupier.server.lobby import Lobby
from croupier.server.metrics import metrics
from croupier.server.proxies import Proxies
from croupier.server.serving import Front
from croupier.server.staff_hub import StaffHub
from croupier.server.terms_pages import TermsPages, running_promotions
from croupier.settings import FloorKind

LOCAL = frozenset({"127.0.0.1", "::1"})
"""The addresses from which metrics may be read. They show how much money there is."""
FIRST_SIGN_IN = (
    "Staff sign in at /staff. There is nobody yet: sign in as admin with the one-time password in the following file (print "
    "it with cat), and choose your own. The file is then removed."
)
NOT_READY = "The tables are not open yet.\n"
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class FloorInfo(msgspec.Struct, frozen=True):
    """What the pages show of a floor."""

    name: str
    """The name of the floor."""
    demonstration: bool
    """Whether it plays for demonstration money."""
    not_approved: str
    """What is to be done because nobody has approved the settings, in a sentence; empty if two people have adopted them."""
    restart_due: bool
    """Whether settings were adopted that take effect at the next start."""
    time_zone: str
    """The time zone of the floor, such as `Australia/Sydney`. Pages show all times in it."""
    waiting: Mapping[str, str]
    """The tables at which play does not go on by itself, each with what it waits for, in a sentence."""
    faults: Mapping[str, tuple[str, ...]]
    """The open faults of money devices, by table, in words."""
    promotions: Mapping[int, str]
    """The titles of the promotions that run, by number. Their terms are at `/promotions/NUMBER`."""


class FloorApi:
    """Everything that a floor serves beside its tables and their pages."""

    def __init__(
        self,
        house: House,
        hubs: Mapping[str, Hub],
        office: Office,
        passwords: PasswordChecks,
        plan: Plan,
        file: FloorFile,
        kind: FloorKind,
        clock: Clock,
        patrons: PatronRecords,
        documents: Mapping[str, Attached],
    ) -> None:
        """Serve the tables of this house to the people in this office. The floor file may have another plan.

        `documents` are the operator's copies of approved documents, by rule set.
        """
        self._house, self._hubs, self._plan, self._clock = house, hubs, plan, clock
        self._patrons = patrons
        self.is_ready = False
        """Whether all tables are open."""
        self.gate: Gate | None = None
        self._is_demonstration = kind == "demonstration"
        self._chips = {table.name: table.chips for table in plan.tables}
        tables = {} if self._is_demonstration else {table.name: table.ruleset for table in plan.tables}
        wrong = defaultdict[str, str](str, problems(documents, tables))
        self._crews = Crews(house.loops, lambda: office.durable)
        self._consoles = {
            name: StaffHub(loop, clock, self._chips[name], plan.time_zone, house.money[name], self._crews, wrong[name])
            for name, loop in house.loops.items()
        }
        for loop in house.loops.values():
            loop.dealer.listeners.append(self._crew_changed)
        office.listeners.append(self._came_or_went)
        self._office, self._passwords = office, passwords
        reception = Reception(office, passwords, lock_lasts=plan.limits.lock_seconds * 1000)
        self._desk = FrontDesk(office, reception, plan.roles, plan.limits, self._crews)
        self._clients = Clients(self._desk, house, self._consoles, plan.limits, is_open=self._is_demonstration)
        self._inspections = Inspections(clock)
        self._floor = FloorOperations(house, self._desk, plan, file, kind, clock)
        self._lobby = Lobby(documents)
        self._proxies = Proxies(plan.trusted_proxies)
        self._in_hand = OrdersInHand()
        self._sweeping: asyncio.Task[None] | None = None

    def front(self) -> Front:
        """What the server needs to know of the floor."""
        plan = self._plan
        self._sweeping = asyncio.get_running_loop().create_task(self._desk.run())
        named = {each.host for each in plan.listen} - {"0.0.0.0", "::"}  # noqa: S104 - these are no names
        addresses = {f"[{each}]" if ":" in each else each for each in named}
        return Front(
            hosts=(*LOOPBACK, *sorted(addresses - {*LOOPBACK}), *plan.hosts),
            routes=self._routes(),
            may_play=self._clients.may_play,
            watch=self._clients.watch,
            certificate=plan.certificate,
            private_key=plan.certificate_key,
            proxies=self._proxies,
        )

    async def first_start(self) -> list[str]:
        """Sign out everybody who was signed in before. Create the first administrator if there is nobody. Return what to print.

        In a demonstration the bot of the staff signs in.
        """
        await self._office.sign_out_all()
        password = await first_administrator(self._office, self._passwords.credentials, with_every_power=self._is_demonstration)
        if self._is_demonstration:
            await sign_bot_in(self._office)
            self._house.bot_roles = self._bot_roles
        if password is None:
            if sentence := missing_passwords(self._office.durable, self._passwords.credentials.path):
                warn(sentence, "passwords-missing")
            return []
        return [FIRST_SIGN_IN, str(password.absolute())]

    def _bot_roles(self, rules: Ruleset) -> tuple[str, ...]:
        """The document roles of the bot of the staff, while it is signed in."""
        return self._desk.document_roles(STAFF_BOT_LOGIN, rules) if is_bot_signed_in(self._office.durable) else ()

    async def stop(self) -> None:
        """Stop looking after sessions and passwords."""
        await self._inspections.close()
        self._desk.report()
        self._passwords.close()
        self._patrons.close()
        if self._sweeping:
            self._sweeping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeping

    def operations(self) -> list[Operation[Any, Any]]:
        """Every operation."""
        with_device = [table.name for table in self._plan.tables if table.device == "connected"]
        chips = sorted({chip for table in self._plan.tables for chip in table.chips})
        earned = EarnedEntries(self._house, self._plan.journal)
        entrants = Entrants(self._house, self._desk, self._patrons)
        groups = (
            SessionOperations(self._desk),
            TableOperations(self._house, self._desk, self._consoles, self._tables),
            TableOrders(self._house, self._desk, self._chips, self._patrons),
            GivenOrders(self._house, self._in_hand, self._plan.name),
            CageOperations(self._house, self._desk, self._patrons, chips, self._plan),
            CountRoomOperations(self._house, self._desk, chips, self._plan.name),
            PatronOperations(self._house, self._desk, self._patrons, self._plan.time_zone),
            TerminalAudits(self._house, self._desk),
            HandPayOperations(self._house, self._desk, self._plan.time_zone),
            CageReports(self._house, self._desk, self._clock, self._plan),
            PaperOperations(self._house, self._desk, self._plan, self._clock),
            PromotionDesk(self._house, self._desk, self._plan, earned),
            PrizeLines(self._house, self._desk),
            PromotionOperations(self._house, self._desk, earned, entrants, self._plan.name),
            ClaimantOperations(self._house, self._desk, entrants),
            StaffOperations(self._desk),
            ClientOperations(self._desk, self._house, with_device, is_open=self._is_demonstration),
            InspectionOperations(self._house, self._desk, self._inspections, self._plan, self._clock),
            ReportOperations(self._house, self._desk, self._plan, self._clock),
            RulesOperations(self._house, self._desk),
            self._floor,
        )
        return [row for group in groups for row in group.operations()]

    def _tables(self) -> list[Any]:
        return [self._lobby.table(name, hub.dealer.durable, hub.connected) for name, hub in self._hubs.items()]

    def _routes(self) -> list[BaseRoute]:
        operations = self.operations()
        http = MadeOnce(lambda: msgspec.json.encode(openapi(operations, [*self._hubs])))
        sockets = MadeOnce(lambda: msgspec.json.encode(asyncapi()))

        async def described(_: Request) -> Response:
            return _json(await http.get())

        async def described_sockets(_: Request) -> Response:
            return _json(await sockets.get())

        async def info(_: Request) -> Response:
            found = FloorInfo(
                name=self._plan.name,
                demonstration=self._is_demonstration,
                not_approved="" if self._floor.is_approved else NOT_APPROVED,
                restart_due=self._floor.is_restart_due,
                time_zone=self._plan.time_zone,
                waiting=self._waiting(),
                faults={name: fault_sentences(loop.dealer.durable) for name, loop in self._house.loops.items()},
                promotions=running_promotions(self._house),
            )
            return _json(msgspec.json.encode(found))

        return [
            *Api(operations, self._desk, self._proxies, self._in_hand, self._plan.time_zone).routes(),
            *TermsPages(self._house, self._plan.time_zone).routes(),
            Route("/openapi.json", described),
            Route("/asyncapi.json", described_sockets),
            Route("/floor.json", info),
            Route("/health", _health),
            Route("/ready", self._ready),
            Route("/metrics", self._metrics),
        ]

    def _crew_changed(self, happened: Happened) -> None:
        """Show every table anew if somebody began or ended to deal at one or to supervise it: a person may be at several."""
        before, after = happened.before.desk, happened.after.desk
        if (before.dealer, before.supervisor) != (after.dealer, after.supervisor):
            self._redraw()

    def _came_or_went(self, event: Event, _: Register) -> None:
        """Show every table anew if somebody signed in or out: a dealer may be gone, or back."""
        if isinstance(event, SignedIn | SignedOut):
            self._redraw()

    def _redraw(self) -> None:
        for hub in self._consoles.values():
            hub.redraw()

    async def _ready(self, _: Request) -> Response:
        """Answer whether the tables are open, and which of them wait for a person or a device."""
        if not self.is_ready:
            return Response(NOT_READY, 503)
        return Response("".join(("ready\n", *(f"{name}: {what}\n" for name, what in self._waiting().items()))))

    def _waiting(self) -> dict[str, str]:
        found = {name: waiting(loop, self._crews) for name, loop in self._house.loops.items()}
        return {name: each.sentence for name, each in found.items() if each}

    async def _metrics(self, request: Request) -> Response:
        if self.gate is None or client_address(request, self._proxies) not in LOCAL:
            return Response("Metrics are for programs on this machine.\n", 403, media_type="text/plain")
        lines = metrics(self._house, self.gate, self._hubs, self._consoles, self._desk.sessions.count, self._crews)
        return Response("\n".join((*lines, "")), media_type=METRICS_TYPE)


async def _health(_: Request) -> Response:
    """Answer as long as the event loop runs."""
    return Response("alive\n")


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")
