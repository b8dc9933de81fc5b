"""What players should be told about events beyond the events themselves."""

from collections.abc import Iterable

from croupier.table.bets.placing import BetPlaced, advice_on_placing
from croupier.table.bets.taking_down import BetTakenDown, advice_on_taking_down
from croupier.table.core.message import Event
from croupier.table.core.state import Table
from croupier.table.money.boxes import DropEmptied, StackerEmptied, advice_on_count
from croupier.table.rounds.settling import RoundSettled, advice_on_settling


def advice(table: Table, events: Iterable[Event]) -> str:
    """What to tell about the events of a command. It is empty if there is nothing to tell. `table` is the table before them.

    It tells a commission, a warning of the document, odds that come down too, chips that are on or off otherwise than before,
    the advice on the minimum, and a count that differs from the books.
    """
    return " ".join(filter(None, (_of_event(table, event) for event in events)))


def _of_event(table: Table, event: Event) -> str:
    match event:
        case BetPlaced():
            return advice_on_placing(table, event)
        case BetTakenDown():
            return advice_on_taking_down(table, event)
        case RoundSettled():
            return advice_on_settling(event)
        case DropEmptied() | StackerEmptied():
            return advice_on_count(event)
        case _:
            return ""
