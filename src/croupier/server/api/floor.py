"""Operations on the floor itself: its settings, and how its file differs from what is in force."""

from collections.abc import Sequence
from typing import Any

import msgspec

import croupier
from croupier.floor.adopting import SettingsError, adopt
from croupier.floor.clock import Clock
from croupier.floor.house import House
from croupier.floor.plan import Plan
from croupier.floor.settings import read_floor, settings_of
from croupier.floor.settings_differences import SettingDifference, current, differences, following, next_settings, waiting
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.problem import ApiError, not_yours
from croupier.server.api.session import Done, SignInForm
from croupier.server.front_desk import FrontDesk
from croupier.settings import FloorKind, FloorSettings
from croupier.table.core.person import Person
from croupier.table.core.state import Table

ADOPTING = "adopt the settings of the floor file"


class SettingChange(msgspec.Struct, frozen=True):
    """A setting that is to change: the floor file has another value, or another one was adopted."""

    path: str
    """The setting, such as `tables.craps.sign.minimum`."""
    sentence: str
    """Both values in words."""
    order: str
    """What changes it: the name of an order at the table, or `adopt`; empty if it was adopted, or cannot be changed."""
    how: str
    """The same in words."""


class FloorView(msgspec.Struct, frozen=True):
    """The floor: what it is, which settings are in force, which wait for a restart, and how its file differs."""

    name: str
    kind: FloorKind
    version: str
    """The version of the software."""
    settings: FloorSettings
    """The settings in force, with what orders at tables have changed since."""
    set_by: Person | None
    """Who set the settings that were adopted last; null in a demonstration."""
    approved_by: Person | None
    """Who approved them; null if nobody has."""
    adopted: FloorSettings | None
    """The settings that were adopted and take effect at the next start; null if none wait."""
    waiting: tuple[SettingChange, ...]
    """What differs between the two: each setting that waits for a restart."""
    differences: tuple[SettingChange, ...]
    """How the floor file differs from the settings that were adopted last."""


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The approval of a second person."""

    second: SignInForm


class FloorOperations:
    """The operations on the floor itself."""

    def __init__(self, house: House, desk: FrontDesk, running: Plan, wanted: Plan, kind: FloorKind, clock: Clock) -> None:
        """Serve the floor that runs by one plan. `wanted` is the plan as the floor file has it."""
        self._house, self._desk, self._wanted, self._clock = house, desk, wanted, clock
        self._settings_running, self._settings_wanted = settings_of(running), settings_of(wanted)
        self._kind: FloorKind = kind
        recorded = read_floor(house.journal)
        self.is_approved = recorded is not None and recorded.is_approved
        """Whether two people have adopted the settings, or none have to."""
        self.is_restart_due = False
        """Whether settings were adopted since the start that differ from those in force."""

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="GET",
                path="/api/v1/floor",
                summary="Show the settings in force, those that wait for a restart, and how the floor file differs.",
                right=Right.SIGNED_IN,
                takes=Nothing,
                queries={},
                gives=FloorView,
                refuses=(),
                handle=self._view,
            ),
            Operation(
                method="POST",
                path="/api/v1/floor/settings",
                summary="Adopt the settings of the floor file; a second person approves. They hold from the next start.",
                right=Right.SETTINGS,
                takes=Adoption,
                queries={},
                gives=Done,
                refuses=(409,),
                handle=self._adopt,
            ),
        )

    async def _view(self, call: Call[Nothing]) -> FloorView:
        recorded = await self._house.journal.read(read_floor)
        assert recorded, "a floor that runs has recorded its settings"
        adopted = self._from_next_start(recorded.settings)
        in_force = self._as_it_is(self._settings_running)
        await self._desk.viewed(call.signed_in, "the settings of the floor")
        later = waiting(in_force, adopted)
        differing = following(differences(adopted, self._settings_wanted), recorded.units, self._tables())
        return FloorView(
            name=self._wanted.name,
            kind=self._kind,
            version=croupier.__version__,
            settings=in_force,
            set_by=recorded.set_by,
            approved_by=recorded.approved_by,
            adopted=adopted if later else None,
            waiting=_changes(later),
            differences=_changes(differing),
        )

    def _as_it_is(self, settings: FloorSettings) -> FloorSettings:
        """Settings with what orders at the tables have changed since."""
        return current(settings, self._tables())

    def _from_next_start(self, adopted: FloorSettings) -> FloorSettings:
        return next_settings(adopted, self._settings_running, self._tables())

    def _tables(self) -> dict[str, Table]:
        return {name: loop.dealer.durable for name, loop in self._house.loops.items()}

    async def _adopt(self, call: Call[Adoption]) -> Done:
        first, second = self._desk.author(call.signed_in), call.body.second
        asked = CountersignSecond(by=first, second=second.login, order=ADOPTING)
        if not self._desk.register.may(second.login, Duty.SETTINGS):
            raise not_yours(f"{second.login} may not approve settings: that is for staff with the duty {Duty.SETTINGS}.")
        approver = await self._desk.second(asked, second.password, call.address)
        set_by = Person(first.name, _role(self._desk.floor_roles(first.login)))
        approved_by = Person(approver.name, _role(approver.roles))
        try:
            adopted = await adopt(
                self._house.journal,
                self._settings_wanted,
                self._tables(),
                set_by=set_by,
                approved_by=approved_by,
                at=self._clock(),
            )
        except SettingsError as error:
            raise ApiError(409, "settings", f"{str(error)[0].upper()}{str(error)[1:]}.") from None
        await self._desk.countersigned(asked)
        in_force = self._as_it_is(self._settings_running)
        self.is_approved = adopted.is_approved
        self.is_restart_due = bool(waiting(in_force, self._from_next_start(adopted.settings)))
        return Done()


def _changes(found: list[SettingDifference]) -> tuple[SettingChange, ...]:
    return tuple(SettingChange(each.path, each.sentence, each.order, each.how) for each in found)


def _role(roles: frozenset[str]) -> str:
    return " and ".join(sorted(roles))
