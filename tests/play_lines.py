"""Lines of a table with cards and settled bets, one event each."""

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.port import Line
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.message import Decided, Event
from croupier.table.core.opening import opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.void_settlement import RoundVoided


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


def corrected(at: int, *again: Event) -> SettledAgain:
    """The last rounds end so now."""
    by = Person("Kim", "casino-supervisor")
    return SettledAgain(at=at, by=by, why="misread", clause="", round=1, again=again, dropped=(), transfers=())


def voided(at: int) -> RoundVoided:
    """A round that decided no bet."""
    return RoundVoided(at=at, decided=(), transfers=())


def invalid(at: int, seat: str) -> BetsInvalidated:
    """The bets of a player in the last round were invalid."""
    by = Person("Kim", "casino-supervisor")
    bets = (Decided(seat, "field", Cents(1_000), Result.VOID, Cents(1_000)),)
    return BetsInvalidated(at=at, by=by, why="3.14", clause="", seat=seat, standing=(), settled=bets, transfers=())


def lines(table: str, *events: Event, rules: str = "aruze-craps-2024") -> list[Line]:
    """A journal in which every event has a line of its own, after the opening."""
    first = canonical(opening(ruleset(rules), {"minimum": 100}))
    bodies = [first, *(recorded(EnterOutcome(outcome=OutcomeName("3-4")), (event,)) for event in events)]
    return [Line(table, number, 0, "", body, b"") for number, body in enumerate(bodies, 1)]
