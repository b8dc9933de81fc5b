"""Describe in words what happens in a scenario, step by step."""

from collections.abc import Iterator

from croupier.ledger.accounts import rack
from croupier.money import dollars
from croupier.rules.outcomes import listed
from croupier.table.core.message import Command
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import open_table
from croupier.table.core.words import told, wish
from croupier.table.money.seats import TakeSeat
from croupier.table.telling.position.setting_up import table_at
from croupier.table.telling.position.text import position_text
from croupier.table.telling.scenario.reading import Scenario
from croupier.table.telling.scenario.running import step


def tell(scenario: Scenario) -> Iterator[str]:
    """The lines of the description: the table, every step, and the final balances."""
    yield f"{scenario.rules.title} ({scenario.rules.id})"
    table, seats = open_table(scenario.rules, scenario.sign), list[Command]()
    if scenario.start is None:
        seats = [TakeSeat(seat=player, chips=money) for player, money in scenario.players.items()]
    else:
        table = table_at(scenario.start)
        yield f"  The table is in play: {position_text(table)}"
    for command in (*seats, *scenario.commands):
        before = table
        table, outcome = step(table, command)
        if isinstance(outcome, Refusal):
            yield f"  {wish(command)}, and is refused: {outcome.message}"
        else:
            yield from (f"  {line}" for event in outcome for line in told(before, event))
    for player, bets in table.layout.items():
        stakes = sum(bet.stake for bet in bets.values())
        down = f", and {dollars(stakes)} on {listed(bets, 'and')}" if stakes else ""
        yield f"  In the end {player} has {dollars(table.book.balance(rack(player)))}{down}."
