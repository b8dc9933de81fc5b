"""What players should be told about an event beyond the event itself."""

from croupier.table.bets.placing import BetPlaced, advice_on_placing
from croupier.table.bets.taking_down import BetTakenDown, advice_on_taking_down
from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.rounds.settling import RoundSettled, advice_on_settling


def advice(table: Table, event: Event) -> str:
    """What to tell: a commission, a warning of the document, odds that come down too, a call that ends, advice on the minimum.

    It is empty if there is nothing to tell. `table` is the table before the event.
    """
    match event:
        case BetPlaced():
            return advice_on_placing(table, event)
        case BetTakenDown():
            return advice_on_taking_down(table, event)
        case RoundSettled():
            return advice_on_settling(event)
        case _:
            return ""
