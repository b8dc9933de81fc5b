"""The procedures of a document: staff, powers, the steps of a round, clocks and seating."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from croupier.rules.error import RuleError
from croupier.rules.powers import Act, Clock, Demand, Ground, Power, Role
from croupier.rules.sequence import SETS_IN_MOTION, Phase, Step
from croupier.rules.shooting import Shooting
from croupier.rules.terms import Payouts, Period, While


@dataclass(frozen=True, slots=True)
class Approval:
    """When the document was approved. No table may open under it before that."""

    clause: str
    since: int
    """The start of the day on which it was signed: milliseconds since 1970. Whoever opens a table may name a later day."""


@dataclass(frozen=True, slots=True)
class Cards:
    """From this time on a player needs their own card to bet."""

    clause: str
    since: int
    """In milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Abstaining:
    """How many rounds without a bet allow the staff to ask a player to leave when every place is taken."""

    clause: str
    rounds: int
    counted: While
    """A round counts if this condition holds when it is over."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Whether a player may play at several terminals at once."""

    clause: str
    several: bool


@dataclass(frozen=True, slots=True)
class Lights:
    """What happens to play, and to bets that last several rounds, when the lights of a layout fail."""

    clause: str
    ends: str
    """The clause that ends bets that last several rounds with the result on the dice."""
    locks: str
    """The clause that stops play until the lights are repaired."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A size of the equipment that the document limits. The operator measures it; the settings of a table keep it on record."""

    clause: str
    id: str
    """Its name in the floor file, such as `housing`."""
    words: str
    """What is measured: `the diameter of the housing`."""
    most: int
    """Millimetres."""
    least: int = 0

    @property
    def limits(self) -> str:
        """What the document allows, in words."""
        return f"at least {self.least} and at most {self.most} mm" if self.least else f"at most {self.most} mm"

    def allows(self, millimetres: float) -> bool:
        """Whether the document allows a thing of this size."""
        return self.least <= millimetres <= self.most and millimetres > 0


USUAL_COLOURS = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "grey", "white")


@dataclass(frozen=True, slots=True)
class ColourChecks:
    """Chips without a value of their own: each colour gets one when it is issued. The clauses say how they are used."""

    staked: str
    """The clause by which they are used only at the table that issued them."""
    redeemed: str
    """The clause by which they are redeemed only at that table, unless it is closed."""
    one_holder: str
    """The clause by which two players have one colour only if its holders agree."""
    value: str
    """The clause by which a colour gets its value, with a marker if that is above the minimum."""
    several: str
    """The clause that lets one player have several colours, all of one value."""
    several_by: Sequence[str]
    """The roles that decide about that."""
    colours: Sequence[str] = USUAL_COLOURS
    """The colours of the set of a table. Documents name none."""


@dataclass(frozen=True)
class Procedures:
    """The procedures of one document."""

    staff: Sequence[Role]
    sequence: Sequence[Step]
    """The steps of a round, in their order."""
    powers: Sequence[Power]
    freeze: str
    """The clause that forbids making or changing a bet once bets are closed."""
    clocks: Sequence[Clock] = ()
    demands: Sequence[Demand] = ()
    period: Period | None = None
    """The wagering period of an electronic table; None if a dealer runs the table. See `is_electronic`."""
    shooting: Shooting | None = None
    """How players take turns to throw the dice; None if players do not throw."""
    lights: Lights | None = None
    cards: Cards | None = None
    abstaining: Abstaining | None = None
    seating: Seating | None = None
    payouts: Payouts | None = field(default=None, metadata={"prose": True})
    """How an attendant or the cage pays by hand; None if the document does not say. It decides no bet."""
    approval: Approval | None = field(default=None, metadata={"prose": True})
    """When the document was approved; None if it does not say. It decides no bet, so it is not in the fingerprint."""
    display: str = field(default="", metadata={"prose": True})
    """The clause by which a display that disagrees with the result is disregarded; empty if there is none."""
    tokens: str = field(default="", metadata={"prose": True})
    """The clause that lets players bet with the operator's tokens; empty if there is none. See `takes_tokens`."""
    colour_checks: ColourChecks | None = field(default=None, metadata={"prose": True})
    """How colour checks are issued and redeemed; None if there are none. It decides no bet."""
    measures: Sequence[Measure] = field(default=(), metadata={"prose": True})
    """The sizes of the equipment that the document limits. They decide no bet."""
    account_out: str = field(default="", metadata={"prose": True})
    """The clause by which credit may be paid to the account of a player; empty if there is none."""

    def __post_init__(self) -> None:
        self._check_people()
        if [step.to for step in self.sequence][-1:] != [Phase.DONE]:
            raise RuleError("the last step of a round must lead to the phase 'done'")
        if self.settles is None:
            raise RuleError("no step of a round leads to the phase 'settled' or 'done'")

    @property
    def is_electronic(self) -> bool:
        """Whether players bet on terminals with credit, and the machine opens and closes the wagering period."""
        return self.period is not None

    @property
    def takes_tokens(self) -> bool:
        """Whether players may bet with promotional tokens."""
        return bool(self.tokens)

    @property
    def offers_dice(self) -> bool:
        """Whether the stickperson offers the dice to players in turn."""
        return self.shooting is not None and self.shooting.is_offered

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        """The staff, by id."""
        return {role.id: role for role in self.staff}

    @cached_property
    def powers_to(self) -> Mapping[Act, Sequence[Power]]:
        """The powers that allow each act; an empty sequence if none does."""
        return {act: [power for power in self.powers if power.act is act] for act in Act}

    @cached_property
    def settles(self) -> Step | None:
        """The step at which the outcome is entered and bets are settled."""
        return next((step for step in self.sequence if step.to in (Phase.SETTLED, Phase.DONE)), None)

    @cached_property
    def takes_bets(self) -> frozenset[Phase]:
        """The phases in which players may bet."""
        return frozenset({Phase.UNTIMED, *(step.to for step in self.sequence if step.bets)})

    @cached_property
    def under_way(self) -> frozenset[Phase]:
        """The phases after bets are closed and before the outcome is entered."""
        phases = [step.to for step in self.sequence]
        first = max((at for at, step in enumerate(self.sequence) if step.bets), default=-1) + 1
        return frozenset(phases[first : phases.index(self.settles.to)] if self.settles else ())

    @cached_property
    def in_motion(self) -> frozenset[Phase]:
        """The phases in which the dice or the ball have been set in motion, so that the outcome may be known to somebody."""
        phases = [step.to for step in self.sequence]
        first = next((at for at, phase in enumerate(phases) if phase in SETS_IN_MOTION), len(phases))
        return frozenset(phases[first:])

    def acting(self, role: str) -> frozenset[str]:
        """The role itself and every role it may act as; empty if the document has no such role."""
        known = self.roles.get(role)
        return frozenset({role, *known.acts_as}) if known else frozenset()

    def works_here(self, role: str) -> bool:
        """Whether the role makes a call or holds a power in this game, itself or for a role it acts as."""
        acting = self.acting(role)
        parts = [*(step.by for step in self.sequence), *(power.held_by for power in self.powers)]
        return any(acting.intersection(part) for part in parts)

    def only_reviews(self, role: str) -> bool:
        """Whether all that the document gives to a role here is the review of disputes."""
        acting = self.acting(role)
        held = {power.act for power in self.powers if acting.intersection(power.held_by)}
        return held == {Act.REVIEW_DISPUTE} and not any(acting.intersection(step.by) for step in self.sequence)

    def named(self, roles: Sequence[str]) -> list[str]:
        """The titles of these roles, as the document names them."""
        return [self.roles[role].title for role in roles]

    def ground(self, id: str) -> Ground | None:
        """Find a ground for voiding a round, in any power."""
        found = (power.ground(id) for power in self.powers_to[Act.VOID_ROUND])
        return next((ground for ground in found if ground), None)

    @cached_property
    def grounds(self) -> Mapping[str, str]:
        """Every ground on which somebody may decide, in the words of the document, by its id."""
        return {ground.id: ground.words for power in reversed(self.powers) for ground in reversed(power.grounds)}

    @cached_property
    def no_outcome(self) -> Ground | None:
        """The ground on which a round is voided when its device reports no outcome; None if the document has none."""
        grounds = (ground for power in self.powers_to[Act.VOID_ROUND] for ground in power.grounds)
        return next((ground for ground in grounds if ground.no_outcome), None)

    def _check_people(self) -> None:
        """Check that every named role exists and that every power has a holder."""
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
