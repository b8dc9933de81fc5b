"""Lines of a table with cards and settled bets, one event each."""

from croupier.journal.port import Line
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.message import Decided, Event
from croupier.table.core.recorded import recorded
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled


def settled(at: int, *decided: tuple[str, str, int, Result]) -> RoundSettled:
    """A round that decided these bets."""
    bets = tuple(Decided(seat, wager, Cents(stake), result, Cents(0)) for seat, wager, stake, result in decided)
    return RoundSettled(
        at=at,
        outcome=OutcomeName("3-4"),
        decided=bets,
        moved=(),
        pucks={},
        advised=(),
        unbarred=(),
        dice_pass=False,
        transfers=(),
    )


def lines(table: str, *events: Event) -> list[Line]:
    """A journal in which every event has a line of its own, after the opening."""
    bodies = [b"{}", *(recorded(EnterOutcome(outcome=OutcomeName("3-4")), (event,)) for event in events)]
    return [Line(table, number, 0, "", body, b"") for number, body in enumerate(bodies, 1)]
