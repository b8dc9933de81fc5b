"""A scenario run: what the rules make of every step, and where the money is afterwards."""

import msgspec

from croupier.ledger.accounts import rack
from croupier.rules.machine import Result
from croupier.table.apply import apply
from croupier.table.commands import Command, TakeSeat
from croupier.table.decide import decide
from croupier.table.events import Event, RoundSettled, RoundVoided
from croupier.table.refusals import Reason, Refusal
from croupier.table.scenario.reading import Scenario
from croupier.table.state import Table, open_table
from croupier.table.words import notice


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A bet, or a part of one, that a step brought to an end."""

    player: str
    wager: str
    stake: int
    result: Result
    paid: int


class Accepted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step that happened, and what should be said about it, if anything."""

    ok: bool
    settled: tuple[Settled, ...]
    notice: str = ""


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """A step said no to, which changed nothing."""

    ok: bool
    error: Reason
    message: str


class Open(msgspec.Struct, frozen=True):
    """A bet that still stands."""

    player: str
    wager: str
    stake: int


class Ran(msgspec.Struct, frozen=True):
    """The result of a scenario."""

    steps: list[Accepted | Refused]
    balances: dict[str, int]
    open: list[Open]


def seated(scenario: Scenario) -> Table:
    """The table of a scenario, with its players seated and their money before them."""
    table = open_table(scenario.rules, scenario.sign)
    for player, money in scenario.players.items():
        table, _ = step(table, TakeSeat(seat=player, chips=money))
    return table


def step(table: Table, command: Command) -> tuple[Table, tuple[Event, ...] | Refusal]:
    """One command, and the table after it."""
    outcome = decide(table, command)
    if not isinstance(outcome, Refusal):
        for event in outcome:
            table = apply(table, event)
    return table, outcome


def run(scenario: Scenario) -> Ran:
    """Play a scenario to its end."""
    table, steps = seated(scenario), list[Accepted | Refused]()
    for command in scenario.commands:
        before = table
        table, outcome = step(table, command)
        steps.append(_answer(before, outcome))
    return Ran(
        steps=steps,
        balances={player: table.book.balance(rack(player)) for player in scenario.players},
        open=[Open(player, wager, bet.stake) for player, bets in table.layout.items() for wager, bet in bets.items()],
    )


def _answer(before: Table, outcome: tuple[Event, ...] | Refusal) -> Accepted | Refused:
    if isinstance(outcome, Refusal):
        return Refused(ok=False, error=outcome.reason, message=outcome.message)
    settled = tuple(
        Settled(each.seat, each.wager, each.stake, each.result, each.paid)
        for event in outcome
        if isinstance(event, RoundSettled | RoundVoided)
        for each in event.decided
    )
    return Accepted(ok=True, settled=settled, notice=" ".join(notice(before, event) for event in outcome))
