"""Run a scenario: the result of every step, the final balances and the open bets."""

import msgspec

from croupier.ledger.accounts import rack
from croupier.rules.machine import Result
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.telling.advice import advice
from croupier.table.telling.position.setting_up import table_at
from croupier.table.telling.scenario.reading import Scenario


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A bet, or a part of one, that a step settled."""

    player: str
    wager: str
    stake: int
    result: Result
    paid: int


class Accepted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An accepted step, with the bets it settled and a notice, if there is one."""

    ok: bool
    settled: tuple[Settled, ...]
    notice: str = ""


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """A refused step. It changed nothing."""

    ok: bool
    error: Reason
    message: str


class Open(msgspec.Struct, frozen=True):
    """A bet that is still open."""

    player: str
    wager: str
    stake: int


class Ran(msgspec.Struct, frozen=True):
    """The result of a scenario."""

    steps: list[Accepted | Refused]
    balances: dict[str, int]
    open: list[Open]


def seated(scenario: Scenario) -> Table:
    """The table at which a scenario starts: in its position, or new, with its players seated."""
    if scenario.start is not None:
        return table_at(scenario.start)
    table = open_table(scenario.rules, scenario.sign)
    for player, money in scenario.players.items():
        table, _ = step(table, TakeSeat(seat=player, chips=money))
    return table


def step(table: Table, command: Command) -> tuple[Table, tuple[Event, ...] | Refusal]:
    """Decide one command and apply its events. Returns the table after it and the outcome."""
    outcome = decide(table, command)
    if not isinstance(outcome, Refusal):
        for event in outcome:
            table = apply(table, event)
    return table, outcome


def run(scenario: Scenario) -> Ran:
    """Run all steps of a scenario."""
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
    return Accepted(ok=True, settled=settled, notice=advice(before, outcome))
