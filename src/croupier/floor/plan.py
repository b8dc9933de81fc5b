"""A floor as data: what `floor.toml` says about tables, journal, addresses, roles and limits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from croupier.catalogue import ruleset
from croupier.devices import Device, SoftwareGenerator
from croupier.floor.chips import USUAL_CHIPS, live_sign
from croupier.floor.connected_device import ConnectedDevice
from croupier.floor.house import OpeningOptions
from croupier.floor.limits import ClientLimits
from croupier.floor.seating import SeatRules
from croupier.floor.timetable import Timing
from croupier.money import Cents
from croupier.people import duties as people
from croupier.rules.moments import Millis
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import SettingValue
from croupier.settings import Attended
from croupier.table.core.person import Person
from croupier.table.core.state import REACH

LogFormat = Literal["text", "json"]
"""How the server reports to the operator on stderr: in sentences, or as one JSON object per line."""

DEVICES: Mapping[str, Callable[[Timing], Device]] = {
    "generator": lambda _: SoftwareGenerator(),
    "connected": lambda timing: ConnectedDevice(timing.device),
}
"""The devices that a table may name."""

DEFAULT_ROLES: Mapping[str, tuple[str, ...]] = {
    "dealer": ("dealer", "stickperson", "stickman"),
    "supervisor": ("boxperson", "boxman", "games-supervisor", "gaming-supervisor", "gaming-services-host"),
    "casino-supervisor": ("casino-supervisor", "assistant-gaming-manager"),
    "manager": ("gaming-manager", "operator", "house"),
    "inspector": ("inspector",),
    "inspectorate": ("manager-of-the-inspectorate",),
    "administrator": (),
    "cage": (),
}
"""The roles of a floor, and the roles of the documents that each stands for unless the floor file says otherwise."""


DEFAULT_DUTIES: Mapping[str, tuple[str, ...]] = {
    role: tuple(duty for duty in people.Duty if duty in people.DEFAULT_FLOOR_ROLES.duties[role]) for role in DEFAULT_ROLES
}
"""The duties of the roles of a floor unless the floor file says otherwise."""


class Endpoint(NamedTuple):
    """An address on which the server listens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


DEFAULT_ENDPOINT = Endpoint("127.0.0.1", 8021)
DEFAULT_LISTEN = (DEFAULT_ENDPOINT,)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePlan:
    """One table of a floor. The keys of a `[[tables]]` section."""

    name: str
    """The name of the table, in addresses and in the journal: at most 64 letters A to Z, digits, dots, dashes, underscores."""
    ruleset: str
    """The id of its rule set. `croupier rulebook` lists them."""
    readings: Mapping[str, str] = field(default_factory=dict[str, str])
    """The readings that the operator has chosen, by id. `croupier floor new` shows how a floor reads the others."""
    confirmed: tuple[str, ...] = ()
    """The ids of readings that the operator has confirmed. Some wagers are offered only with a confirmed reading."""
    without: tuple[str, ...] = ()
    """The kinds of wager that are not offered. The document must call them optional."""
    raised: Mapping[str, str] = field(default_factory=dict[str, str])
    """Rows of the odds table with higher odds, where the document allows it. They are the same at all its tables."""
    sign: Mapping[str, SettingValue] = field(default_factory=dict[str, SettingValue])
    """The settings that the rule set leaves to the operator, such as `minimum` and `maximum`."""
    chips: tuple[Cents, ...] = USUAL_CHIPS
    """The chips of the table. At a dealer's table the smallest is the `payout_unit`, unless the sign sets one."""
    seats: int = 0
    """The number of places; 0 if it is not limited."""
    reach: int = REACH
    """How many rounds back a correction may go."""
    in_force: Millis | None = None
    """From when the rules hold, if that is later than the approval of the document: a date, or a date with a time."""
    without_minimum: Person | None = None
    """Who decided that the sign shows no minimum: a table with `name` and `role`."""
    measures: Mapping[str, float] = field(default_factory=dict[str, float])
    """What was measured of the equipment, in millimetres. `croupier floor new` shows what each document limits."""
    timing: Timing = field(default_factory=Timing)
    """How long the steps of a round last."""
    device: str = "generator"
    """What reports the outcomes: `generator`, the random numbers of the operating system; or `connected`, a device that was
    enrolled for this table (see the protocol of a device)."""
    attended: Attended | None = None
    """Who deals: `person` or `automatic`. Unless given, an electronic table is automatic and a dealer's table is not."""

    @property
    def rules(self) -> Ruleset:
        """The document without the wagers that are left out, and with raised odds. `House.find` applies the readings."""
        rules = ruleset(self.ruleset).without(self.without)
        return rules.raising(self.raised) if self.raised else rules

    @property
    def full_sign(self) -> Mapping[str, SettingValue]:
        """The sign with the payout unit that follows from the chips."""
        return live_sign(self.rules, self.sign, self.chips)

    @property
    def dealt_by(self) -> Attended:
        """Who deals."""
        return self.attended or ("automatic" if ruleset(self.ruleset).procedures.is_electronic else "person")

    @property
    def options(self) -> OpeningOptions:
        """The options with which `House.find` opens the table."""
        options = OpeningOptions(confirmed=self.confirmed, seats=self.seats, reach=self.reach)
        if self.in_force is not None:
            options["in_force"] = self.in_force
        if self.without_minimum is not None:
            options["without_minimum"] = self.without_minimum
        return options


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole floor. The keys at the top of the file."""

    name: str
    """The name of the floor, for people."""
    journal: str
    """The address of the journal: a file, `sqlite:FILE` or `postgresql://USER@HOST/DATABASE`."""
    tables: tuple[TablePlan, ...]
    """The tables, each in a `[[tables]]` section of its own."""
    key: Path | None = None
    """The file of the signing key. Default: beside a journal file; for a database, `croupier-key` beside the floor file."""
    anchors: Path | None = None
    """A file for a copy of every anchor, best on another machine."""
    credentials: Path | None = None
    """The file of the staff's credentials; beside the floor file unless given."""
    listen: tuple[Endpoint, ...] = DEFAULT_LISTEN
    """The addresses to listen on, each an IP address with a port. Without this setting, only this machine can connect."""
    hosts: tuple[str, ...] = ()
    """Further names under which clients reach the server. Requests to other names are refused."""
    certificate: Path | None = None
    """The file of the TLS certificate, in PEM form, with the certificates between it and its root."""
    certificate_key: Path | None = None
    """The file of the certificate's private key, in PEM form, without a passphrase."""
    trusted_proxies: tuple[str, ...] = ()
    """The IP addresses or networks of proxies that may report the address of a client."""
    gaming_day_hour: int = 6
    """The hour at which a gaming day begins, from 0 to 23, in the time zone of the floor."""
    time_zone: str = "UTC"
    """The time zone of the floor, such as `Australia/Sydney`."""
    log: LogFormat = "text"
    """What is written to stderr: `text` for sentences, `json` for one JSON object per line."""
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: DEFAULT_ROLES)
    """For each role of the floor, the document roles that it stands for. A role that is not given keeps its default."""
    duties: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: DEFAULT_DUTIES)
    """For each role of the floor, what it lets a person do apart from tables. A role that is not given keeps its default."""
    limits: ClientLimits = field(default_factory=ClientLimits)
    """Limits on what clients may take of the server."""
    seating: SeatRules = field(default_factory=SeatRules)
    """Limits on the seats of terminals. In the file they stand in `[limits]`, too."""
