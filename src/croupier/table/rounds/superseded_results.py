"""Results that were shown and count no longer, for the displays of a table."""

from msgspec.structs import replace

from croupier.rules.outcomes import OutcomeName
from croupier.table.core.state import SupersededResult, Table
from croupier.table.rounds.memory import SHOWN
from croupier.table.rounds.settling import RoundSettled


def superseded_after(table: Table, other: Table, round: int) -> tuple[SupersededResult, ...]:
    """The superseded results once a round of `table` was settled again, which leads to `other`. Those not shown any more go."""
    was, now = _outcome(table, round), _outcome(other, round)
    found = table.superseded
    if was and was != now:
        # A correction of a correction is told from what was entered.
        first = next((each.was for each in found if each.round == round), was) if now else was
        earlier = [each for each in found if each.round < round]
        # A void round has no number among the outcomes, so that later ones move up.
        later = [replace(each, turn=each.turn - (not now)) for each in found if each.round > round]
        since = sum(isinstance(past.event, RoundSettled) for past in other.past if past.round > round)
        marked = SupersededResult(round, first, other.turn - since, is_void=not now)
        found = (*earlier, *([marked] if first != now else []), *later)
    return tuple(each for each in found if each.turn > other.turn - SHOWN)


def _outcome(table: Table, round: int) -> OutcomeName | None:
    """The outcome of a finished round; None if it has none."""
    event = next((past.event for past in table.past if past.round == round), None)
    return event.outcome if isinstance(event, RoundSettled) else None
