"""What players should be told about an event beyond the event itself."""

from croupier.table.bets.placing import BetPlaced, advice_on_placing
from croupier.table.bets.taking_down import BetTakenDown, advice_on_taking_down
from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.rounds.settling import RoundSettled, advice_on_settling


def advice(table: Table, event: Event) -> str:
    """The commission, a warning of the document, odds bets that come down too, or advice about the minimum; empty if none."""
    match event:
        case BetPlaced():
            return advice_on_placing(table, event)
        case BetTakenDown():
            return advice_on_taking_down(event)
        case RoundSettled():
            return advice_on_settling(event)
        case _:
            return ""
