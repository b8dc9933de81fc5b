"""A scenario told: what happens at its table, step by step, in words."""

from collections.abc import Iterator

from croupier.ledger.accounts import rack
from croupier.money import dollars
from croupier.rules.outcomes import listed
from croupier.table.commands import TakeSeat
from croupier.table.refusals import Refusal
from croupier.table.scenario.reading import Scenario
from croupier.table.scenario.running import step
from croupier.table.state import open_table
from croupier.table.words import told, wish


def tell(scenario: Scenario) -> Iterator[str]:
    """The table, everything that happens at it, and what everybody has in the end."""
    yield f"{scenario.rules.title} ({scenario.rules.id})"
    table = open_table(scenario.rules, scenario.sign)
    seats = (TakeSeat(seat=player, chips=money) for player, money in scenario.players.items())
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
