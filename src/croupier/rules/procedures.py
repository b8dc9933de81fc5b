"""Everything about a table that is neither a wager nor money: its people, its calls, its clocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from croupier.rules.error import RuleError
from croupier.rules.powers import Act, Clock, Demand, Ground, Power, Role
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import Shooting
from croupier.rules.terms import Period, While


@dataclass(frozen=True, slots=True)
class Cards:
    """From when a player needs their own card to bet."""

    clause: str
    since: int
    """Milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Abstaining:
    """After how many rounds without a bet a player may be asked to go, when every place is taken."""

    clause: str
    rounds: int
    counted: While
    """Where the puck lies when a round that counts is over."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Whether a player may play at several terminals at once."""

    clause: str
    several: bool


@dataclass(frozen=True, slots=True)
class Lights:
    """The lights of a layout: what becomes of play, and of bets that stand for longer, when they fail."""

    clause: str
    ends: str
    """The clause by which bets that stand for longer end with the result on the dice."""
    locks: str
    """The clause by which nothing is played until they are mended."""


@dataclass(frozen=True)
class Procedures:
    """The procedures of one document."""

    staff: Sequence[Role]
    sequence: Sequence[Step]
    """The steps of a round, in their order."""
    powers: Sequence[Power]
    freeze: str
    """The clause by which no bet is made or changed once bets are closed."""
    clocks: Sequence[Clock] = ()
    demands: Sequence[Demand] = ()
    period: Period | None = None
    """The wagering period, where a machine keeps it; without one a dealer runs the table."""
    shooting: Shooting | None = None
    """How the dice go round, where players throw them."""
    lights: Lights | None = None
    cards: Cards | None = None
    abstaining: Abstaining | None = None
    seating: Seating | None = None
    tokens: str = field(default="", metadata={"prose": True})
    """The clause by which a player may bet with tokens of the operator too, where there is one."""

    def __post_init__(self) -> None:
        self._check_people()
        if [step.to for step in self.sequence][-1:] != [Phase.DONE]:
            raise RuleError("a round ends with the step that is done")
        if self.settles is None:
            raise RuleError("a round has a step that settles it")

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        """The staff, by id."""
        return {role.id: role for role in self.staff}

    @cached_property
    def powers_to(self) -> Mapping[Act, Sequence[Power]]:
        """The powers behind each act."""
        return {act: [power for power in self.powers if power.act is act] for act in Act}

    @cached_property
    def settles(self) -> Step | None:
        """The step at which what fell is entered: the first after which nothing can fall any more."""
        return next((step for step in self.sequence if step.to in (Phase.SETTLED, Phase.DONE)), None)

    @cached_property
    def takes_bets(self) -> frozenset[Phase]:
        """The phases in which bets can be made."""
        return frozenset({Phase.UNTIMED, *(step.to for step in self.sequence if step.bets)})

    def acting(self, role: str) -> frozenset[str]:
        """Everybody as whom somebody in this role may act."""
        known = self.roles.get(role)
        return frozenset({role, *known.acts_as}) if known else frozenset()

    def works_here(self, role: str) -> bool:
        """Whether somebody in this role has any part in the game: a call to make, or a power."""
        acting = self.acting(role)
        parts = [*(step.by for step in self.sequence), *(power.held_by for power in self.powers)]
        return any(acting.intersection(part) for part in parts)

    def named(self, roles: Sequence[str]) -> list[str]:
        """The titles of these roles, as the document calls them."""
        return [self.roles[role].title for role in roles]

    def ground(self, id: str) -> Ground | None:
        """A ground to call a round off, whoever may do it."""
        found = (power.ground(id) for power in self.powers_to[Act.VOID_ROUND])
        return next((ground for ground in found if ground), None)

    def _check_people(self) -> None:
        """Whoever is named must be there, and every power must be somebody's."""
        if len(self.roles) < len(self.staff):
            raise RuleError("two of the staff have the same id")
        named = [(f"{role.id} acts as", role.acts_as) for role in self.staff]
        named += [(f"{step.clause}: a call is made by", step.by) for step in self.sequence]
        named += [(f"{power.clause}: {power.act} may", (*power.held_by, *power.not_for)) for power in self.powers]
        for what, roles in named:
            if strange := [role for role in roles if role not in self.roles]:
                raise RuleError(f"{what} '{strange[0]}', who is not on the staff")
        for power in self.powers:
            if not power.held_by:
                raise RuleError(f"{power.clause}: nobody may {power.act}")
            if len({ground.id for ground in power.grounds}) < len(power.grounds):
                raise RuleError(f"{power.clause}: two grounds have the same id")
