"""Operations on the floor itself: its settings, and how its file differs from what is in force."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

import croupier
from croupier.floor.adopting import SettingsError, adopt, left_to_adopt
from croupier.floor.clock import Clock
from croupier.floor.floor_file import FloorFile, FloorFileError
from croupier.floor.house import House
from croupier.floor.plan import Plan
from croupier.floor.settings import RecordedFloor, read_floor, settings_of
from croupier.floor.settings_differences import (
    SettingDifference,
    current,
    differences,
    following,
    in_words,
    next_settings,
    waiting,
)
from croupier.people.consoles import CountersignSecond
from croupier.people.duties import Duty
from croupier.people.message import Author
from croupier.rules.moments import Millis
from croupier.server.api.operation import Call, Nothing, Operation, Right, without_queries
from croupier.server.api.problem import ApiError, not_yours
from croupier.server.api.session import Done, Password, SignInForm
from croupier.server.front_desk import FrontDesk
from croupier.settings import FloorKind, FloorSettings
from croupier.table.core.person import Person
from croupier.table.core.state import Table

ADOPTING = "adopt the settings of the floor file"


class SettingChange(msgspec.Struct, frozen=True):
    """A setting that is to change: the floor file has another value, or another one was adopted."""

    path: str
    """The setting, such as `tables.craps.sign.minimum`."""
    was: str
    """Its value before, in words."""
    will: str
    """Its value after, in words."""
    sentence: str
    """Both values in a sentence."""
    order: str
    """What changes it: the name of an order at the table, or `adopt`; empty if it was adopted, or cannot be changed."""
    how: str
    """The same in words."""


class SettingLine(msgspec.Struct, frozen=True):
    """A setting in force."""

    table: str | None
    """The table that it belongs to; null if it belongs to the floor."""
    name: str
    """Its name in the floor file, such as `sign.minimum`."""
    value: str
    """Its value in words."""


class Proposal(msgspec.Struct, frozen=True):
    """One person wants to adopt the settings of the floor file; another has to approve them. A restart forgets it."""

    login: str
    """The login of the person who proposed them."""
    name: str
    """The name of that person."""
    at: Millis
    """When that was, in milliseconds since 1970."""


class FloorView(msgspec.Struct, frozen=True):
    """The floor: what it is, which settings are in force, which wait for a restart, and how its file differs."""

    name: str
    kind: FloorKind
    version: str
    """The version of the software."""
    settings: FloorSettings
    """The settings in force, with what orders at tables have changed since."""
    lines: tuple[SettingLine, ...]
    """The same in words, line by line."""
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
    proposal: Proposal | None
    """Who proposed to adopt the settings of the floor file; null if nobody did."""


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The approval of a second person."""

    second: SignInForm


class OwnPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who is signed in and approves another person's proposal."""

    password: Password


class FloorOperations:
    """The operations on the floor itself."""

    def __init__(self, house: House, desk: FrontDesk, running: Plan, file: FloorFile, kind: FloorKind, clock: Clock) -> None:
        """Serve the floor that runs by one plan. The floor file may have another one."""
        self._house, self._desk, self._file, self._clock = house, desk, file, clock
        self._settings_running = settings_of(running)
        self._kind: FloorKind = kind
        recorded = read_floor(house.journal)
        self.is_approved = recorded is not None and recorded.is_approved
        """Whether two people have adopted the settings, or none have to."""
        self.is_restart_due = False
        """Whether settings were adopted since the start that differ from those in force."""
        self._proposal: Proposal | None = None
        self._settings_proposed: FloorSettings | None = None
        self._adopting = asyncio.Lock()

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        floor, settings = "/api/v1/floor", "/api/v1/floor/settings"
        show = "Show the settings in force, those that wait for a restart, and how the floor file differs."
        adopted = "Adopt the settings of the floor file; a second person approves. They hold from the next start."
        propose = "Propose to adopt the settings of the floor file. Another person approves at their own console."
        approve = "Approve the settings that another person has proposed. They hold from the next start."
        return without_queries(
            ("GET", floor, show, Right.SIGNED_IN, Nothing, FloorView, (), self._view),
            ("POST", settings, adopted, Right.SETTINGS, Adoption, Done, (409,), self._adopt),
            ("POST", f"{settings}/proposal", propose, Right.SETTINGS, Nothing, Done, (409,), self._propose),
            ("DELETE", f"{settings}/proposal", "Withdraw the proposal.", Right.SETTINGS, Nothing, Done, (409,), self._withdraw),
            ("POST", f"{settings}/approval", approve, Right.SETTINGS, OwnPassword, Done, (409,), self._approve),
        )

    async def _view(self, call: Call[Nothing]) -> FloorView:
        recorded = await self._recorded()
        adopted = self._from_next_start(recorded.settings)
        in_force = self._as_it_is(self._settings_running)
        await self._desk.viewed(call.signed_in, "the settings of the floor")
        later = waiting(in_force, adopted)
        try:
            wanted, mistakes = await self._file.read(), tuple[SettingChange, ...]()
        except FloorFileError as error:
            wanted = self._file.plan
            mistakes = (SettingChange("floor file", "", "", str(error), "", f"{error}; correct the file first"),)
        differing = following(differences(adopted, settings_of(wanted)), recorded.units, self._tables())
        return FloorView(
            name=wanted.name,
            kind=self._kind,
            version=croupier.__version__,
            settings=in_force,
            lines=tuple(SettingLine(*each) for each in in_words(in_force)),
            set_by=recorded.set_by,
            approved_by=recorded.approved_by,
            adopted=adopted if later else None,
            waiting=_changes(later),
            differences=(*mistakes, *_changes(differing)),
            proposal=self._proposal,
        )

    async def _recorded(self) -> RecordedFloor:
        """The settings that were adopted last, and who adopted them."""
        recorded = await self._house.journal.read(read_floor)
        assert recorded, "a floor that runs has recorded its settings"
        return recorded

    def _as_it_is(self, settings: FloorSettings) -> FloorSettings:
        """Settings with what orders at the tables have changed since."""
        return current(settings, self._tables())

    def _from_next_start(self, adopted: FloorSettings) -> FloorSettings:
        return next_settings(adopted, self._settings_running, self._tables())

    async def _settings_wanted(self) -> FloorSettings:
        """The settings in the floor file as it is now."""
        try:
            return settings_of(await self._file.read())
        except FloorFileError as error:
            raise ApiError(409, "settings", f"The floor file cannot be adopted: {error}.") from None

    def _tables(self) -> dict[str, Table]:
        return {name: loop.dealer.durable for name, loop in self._house.loops.items()}

    def _check_duty(self, login: str) -> None:
        if not self._desk.register.may(login, Duty.SETTINGS):
            raise not_yours(f"{login} may not adopt settings: that is for staff with the duty {Duty.SETTINGS}.")

    async def _adopt(self, call: Call[Adoption]) -> Done:
        second = call.body.second
        self._check_duty(second.login)
        return await self._adopted(call, self._desk.author(call.signed_in), second)

    async def _propose(self, call: Call[Nothing]) -> Done:
        if self._proposal:
            raise ApiError(
                409, "settings", f"{self._proposal.name} has proposed them already; another person has to approve them."
            )
        wanted = await self._settings_wanted()
        try:
            left_to_adopt(await self._recorded(), wanted)
        except SettingsError as error:
            raise _conflict(error) from None
        by = self._desk.author(call.signed_in)
        self._settings_proposed = wanted
        self._proposal = Proposal(by.login, by.name, self._clock())
        return Done()

    async def _withdraw(self, _: Call[Nothing]) -> Done:
        self._proposed()
        self._proposal = None
        return Done()

    async def _approve(self, call: Call[OwnPassword]) -> Done:
        proposal = self._proposed()
        if not self._desk.register.may(proposal.login, Duty.SETTINGS):
            raise ApiError(409, "settings", f"{proposal.name} may not propose settings any more; withdraw the proposal.")
        first = self._desk.register.staff[proposal.login].author
        return await self._adopted(call, first, SignInForm(call.signed_in.login, call.body.password), proposal)

    def _proposed(self) -> Proposal:
        if not self._proposal:
            raise _not_proposed()
        return self._proposal

    async def _adopted(self, call: Call[Any], first: Author, second: SignInForm, proposal: Proposal | None = None) -> Done:
        """Adopt the settings of the floor file, set by one person and approved by another, unless they are withdrawn."""
        asked = CountersignSecond(by=first, second=second.login, order=ADOPTING)
        approver = await self._desk.second(call.signed_in, asked, second.password, call.address)
        for login in (first.login, second.login):
            self._check_duty(login)  # either may have lost it meanwhile
        set_by = Person(first.name, _role(self._desk.floor_roles(first.login)))
        approved_by = Person(approver.name, _role(approver.roles))
        async with self._adopting:  # two at once would conflict in the journal
            wanted = await self._settings_wanted()
            if proposal and proposal is not self._proposal:
                raise _not_proposed()
            if proposal and wanted != self._settings_proposed:
                changed = f"The floor file has changed since {proposal.name} proposed it; withdraw that, and propose it again."
                raise ApiError(409, "settings", changed)
            try:
                adopted = await adopt(
                    self._house.journal,
                    wanted,
                    self._tables(),
                    set_by=set_by,
                    approved_by=approved_by,
                    at=self._clock(),
                )
            except SettingsError as error:
                raise _conflict(error) from None
            self._proposal = None
        await self._desk.countersigned(asked)
        in_force = self._as_it_is(self._settings_running)
        self.is_approved = adopted.is_approved
        self.is_restart_due = bool(waiting(in_force, self._from_next_start(adopted.settings)))
        return Done()


def _not_proposed() -> ApiError:
    return ApiError(409, "settings", "Nobody has proposed other settings, or they were withdrawn or adopted.")


def _conflict(error: SettingsError) -> ApiError:
    return ApiError(409, "settings", f"{str(error)[0].upper()}{str(error)[1:]}.")


def _changes(found: list[SettingDifference]) -> tuple[SettingChange, ...]:
    return tuple(SettingChange(each.path, each.was, each.will, each.sentence, each.order, each.how) for each in found)


def _role(roles: frozenset[str]) -> str:
    return " and ".join(sorted(roles))
