"""Rules for a notebook: everything that can be asked of a rule set."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.long_run import long_run
from croupier.lab.parsheet import ParSheetEntry, par_sheet
from croupier.lab.play import Play, PlayError
from croupier.lab.strategies.way import BettingWay, read_way
from croupier.lab.transition_tables import compile_play
from croupier.lab.variant import Variant, parse_variant
from croupier.money import Cents
from croupier.notebook.comparison import Compared, compared
from croupier.notebook.sheet import ShownSheet
from croupier.notebook.simulation import Simulated, simulated
from croupier.notebook.table import TableInPlay
from croupier.rulebook.nearest import several_wagers, unknown_wager
from croupier.rules import exact
from croupier.rules.naming import wagers_named
from croupier.rules.offer import Offer
from croupier.rules.ruleset import Ruleset
from croupier.table.core.state import open_table
from croupier.table.telling.playing import CHIPS
from croupier.table.telling.position import setting_up
from croupier.table.telling.position.parsing import parse_position

WagerLike = str | Offer | ParSheetEntry
"""A wager by any of its names, or as an object."""
StrategyLike = str | BettingWay
"""A play or a strategy as text, the name of a known one, or an object."""


@dataclass(frozen=True, repr=False)
class Rules:
    """A rule set with chosen readings, and everything that can be asked of it."""

    variant: Variant

    def __repr__(self) -> str:
        return f"<{self.variant.label}: {self.title}>"

    @property
    def ruleset(self) -> Ruleset:
        """The rule set as `decide` and the lab know it."""
        return self.variant.rules

    @property
    def id(self) -> str:
        """The id of the rule set."""
        return self.ruleset.id

    @property
    def title(self) -> str:
        """The title of the document."""
        return self.ruleset.title

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of all wagers, in the order of the document."""
        return tuple(offer.id for offer in self.ruleset.offers)

    def but(self, *changes: str) -> "Rules":
        """The same rules with other readings, `READING=VALUE`, or, for figures only, with other odds, `ROW=ODDS`."""
        changed = parse_variant("+".join(changes), self.ruleset) if changes else self.variant
        return Rules(Variant(changed.rules, {**self.variant.what_if, **changed.what_if}))

    def edge(self, wager: WagerLike) -> Fraction:
        """The house edge per unit staked, above zero if the house has it. Pushes and commission count."""
        name = wager_name(wager)
        found = wagers_named(self.ruleset, name)
        if len(found) != 1:
            raise several_wagers(self.ruleset, name) if found else unknown_wager(self.ruleset, name)
        return exact.edge(self.ruleset, found[0])

    def par_sheet(self, *wagers: WagerLike) -> ShownSheet:
        """The exact figures of these wagers, or kinds of wager; of all if none is named."""
        return ShownSheet(par_sheet(self.variant, [wager_name(each) for each in wagers]))

    def simulate(
        self,
        play: StrategyLike | Play,
        *,
        rolls: float = 100_000_000,
        seed: int | None = None,
        engine: str | None = None,
        workers: int | None = None,
        **sign: int | bool,
    ) -> Simulated:
        """Simulate a play or a strategy, such as "win-line 10, behind-win-line 2x" or "iron-cross", and solve it exactly.

        The same seed gives the same result. Further arguments are lines of the sign, such as `payout_unit=100`.
        """
        if isinstance(play, Play):
            text, tables, solved = ", ".join(stake.offer.id for stake in play.stakes), compile_play(play), long_run(play)
        else:
            way = self._way(play, sign)
            if way.exact is None:
                raise PlayError(f"{way.name}: {way.why_no_long_run}; use compare")
            text, tables, solved = way.name, way.tables, way.exact
        return simulated(self.variant, text, tables, solved, rolls, seed, engine, workers)

    def compare(
        self,
        *strategies: StrategyLike,
        bankroll: int | str,
        sessions: float = 100_000,
        max_rolls: int | None = None,
        seed: int | None = None,
        engine: str | None = None,
        **sign: int | bool,
    ) -> Compared:
        """Compare strategies on the same rolls: what each costs per hour, and how likely ruin is with a bankroll in dollars.

        A session is an evening, unless `max_rolls` says otherwise.
        """
        ways = [self._way(each, sign) for each in strategies]
        return compared(self.variant, ways, str(bankroll), sessions, max_rolls, seed, engine)

    def _way(self, strategy: StrategyLike, sign: Mapping[str, int | bool]) -> BettingWay:
        if isinstance(strategy, BettingWay):
            return strategy
        if callable(strategy):
            raise TypeError(
                "a Python function plays alone: croupier.lab.strategy.play_strategy, or simulate --strategy FILE.py:NAME"
            )
        return read_way(self.ruleset, self.ruleset.offline_sign(sign), strategy)

    def table(self, *, chips: int = CHIPS, **sign: int | bool) -> TableInPlay:
        """A table to play at, with these lines on its sign, such as `minimum=500`. Amounts are in cents."""
        if self.variant.what_if:
            raise ValueError(f"{self.variant.label}: no table is opened with odds that are not approved")
        return TableInPlay(open_table(self.ruleset, self.ruleset.offline_sign(sign)), Cents(chips))

    def table_at(self, position: str, *, chips: int = CHIPS) -> TableInPlay:
        """A table in a position of these rules, also of rules that are no document of the house."""
        base = self.ruleset.printed or self.ruleset
        return TableInPlay(setting_up.table_at(parse_position(position, base), base), Cents(chips))


RulesLike = str | Rules | Ruleset | Variant
"""Rules by their id, or as an object."""


def rules(which: RulesLike) -> Rules:
    """The rules with this id, or of this object.

    An id may be followed by readings and, for figures only, by other odds: `ID+READING=VALUE+ROW=ODDS`.
    """
    match which:
        case Rules():
            return which
        case Variant():
            return Rules(which)
        case Ruleset():
            return Rules(Variant(which))
        case _:
            return Rules(parse_variant(which, None))


def table_at(position: str, *, chips: int = CHIPS) -> TableInPlay:
    """A table in a position, such as another table's `position` or one of a bug report. Bets and outcomes come in any order."""
    return TableInPlay(setting_up.table_at(parse_position(position)), Cents(chips))


def wager_name(wager: WagerLike) -> str:
    """The name of a wager that is given by a name or as an object."""
    match wager:
        case Offer():
            return wager.id
        case ParSheetEntry():
            return wager.offer.id
        case _:
            return wager
