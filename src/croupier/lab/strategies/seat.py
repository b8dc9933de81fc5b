"""One player alone at a real table, remembered: a layout that was seen before is not settled again.

Everything is decided by the table itself (`decide` and `apply`). Two tables whose pucks and bets are the same have the same
future, so each layout is kept once, with what every command and every outcome makes of it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.ledger.accounts import felt, rack
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.bet import Bet
from croupier.table.core.decide import decide
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled

SEAT = "player"
CHIPS = 10**12
"""The money of the player, in cents. The lab does the accounts of a session itself."""

PlayerCommand = PlaceBet | TakeDown | CallBet


class CommandDone(NamedTuple):
    """What a command leads to, and the cents that it costs: a commission, or less than 0 if one is returned."""

    layout: "Layout"
    fee: int


class DecidedBet(NamedTuple):
    """A bet that an outcome has decided: where it stood, what it won (less than 0 if it lost), and its stake, in cents."""

    wager: str
    net: int
    stake: int


class Rolled(NamedTuple):
    """What an outcome leads to."""

    layout: "Layout"
    net: int
    decided: tuple[DecidedBet, ...]
    staked: int
    """What was staked on the decided bets, in cents."""
    won: int
    """What was paid to winning bets, in cents."""


@dataclass(eq=False, repr=False)
class Layout:
    """The bets of the player and the pucks, once for all moments at which they are the same."""

    seats: "SeatedPlayer"
    table: Table
    """A table with this layout. Its history and its books are those of the first time."""
    number: int
    done: dict[PlayerCommand, CommandDone | Refusal] = field(default_factory=dict[PlayerCommand, CommandDone | Refusal])
    rolled: dict[OutcomeName, Rolled] = field(default_factory=dict[OutcomeName, Rolled])

    def __post_init__(self) -> None:
        self.bets = self.table.layout[SEAT]
        self.pucks = self.table.pucks
        self.on_felt = self.table.book.balance(felt(SEAT))

    def after(self, command: PlayerCommand) -> CommandDone | Refusal:
        """Return what a command leads to, or the refusal of the table."""
        found = self.done.get(command)
        if found is None:
            found = self.done[command] = self._decided(command)
        return found

    def roll(self, outcome: OutcomeName) -> Rolled:
        """Return what an outcome leads to."""
        found = self.rolled.get(outcome)
        if found is None:
            found = self.rolled[outcome] = self._rolled(outcome)
        return found

    def _decided(self, command: PlayerCommand) -> CommandDone | Refusal:
        events = decide(self.table, command)
        if isinstance(events, Refusal):
            return events
        table = self.table
        for event in events:
            table = apply(table, event)
        return CommandDone(self.seats.layout(table), _money(self.table) - _money(table))

    def _rolled(self, outcome: OutcomeName) -> Rolled:
        events = decide(self.table, EnterOutcome(outcome=outcome))
        assert not isinstance(events, Refusal), events
        table, decided = self.table, list[DecidedBet]()
        for event in events:
            table = apply(table, event)
            if isinstance(event, RoundSettled):
                decided += (
                    DecidedBet(each.wager, each.paid - each.commission - each.stake, each.stake) for each in event.decided
                )
        won = table.won.get(SEAT, 0)
        staked = sum(each.stake for each in decided)
        return Rolled(self.seats.layout(table), _money(table) - _money(self.table), tuple(decided), staked, won)


class SeatedPlayer:
    """A player alone at a table, and every layout that was seen."""

    def __init__(self, rules: Ruleset, sign: Sign) -> None:
        """Take a seat at a new table."""
        self.rules, self.sign = rules, sign
        self.found: dict[object, Layout] = {}
        table = open_table(rules, sign)
        events = decide(table, TakeSeat(seat=SEAT, chips=Cents(CHIPS)))
        assert not isinstance(events, Refusal), events
        for event in events:
            table = apply(table, event)
        self.first = self.layout(table)

    def layout(self, table: Table) -> Layout:
        """Return the layout of a table, the same object for the same bets and pucks."""
        bets = tuple(sorted((wager, _future(table, bet)) for wager, bet in table.layout[SEAT].items()))
        key = (tuple(table.pucks.values()), bets, table.barred, table.advised)
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = Layout(self, table, len(self.found))
        return found


def _future(table: Table, bet: Bet) -> tuple[object, ...]:
    """Everything about a bet that can matter later."""
    return bet.stake, bet.state, bet.commission, bet.advised, str(bet.called), table.fresh(bet), bet.maximum or 0


def _money(table: Table) -> int:
    return table.book.balance(rack(SEAT)) + table.book.balance(felt(SEAT))
