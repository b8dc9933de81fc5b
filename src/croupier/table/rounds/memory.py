"""The finished rounds that a table keeps for corrections."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.rules.sequence import Phase
from croupier.table.core.message import Event
from croupier.table.core.state import MEMORY, ForgottenRoundError, Past, Round, Table, Trail, trail_events

SHOWN = 20
"""How many outcomes the display beside the table shows."""


def round_over(table: Table, *, dice_pass: bool, to: Phase) -> Round:
    """The round after it was settled or voided. An untimed table only counts its rounds."""
    before = table.round
    if table.is_untimed:
        return replace(before, number=before.number + 1, void_at=frozenset())
    after = replace(before, phase=to, fault="", void_at=frozenset(), shakes=0, uncovered="", announced="")
    if table.rules.procedures.offers_dice:
        return replace(after, shooter="", chosen=(), declined=()) if dice_pass else after
    return replace(after, dice_pass=dice_pass if before.shooter else before.dice_pass)


def past_after(table: Table, event: Event) -> tuple[Past, ...]:
    """The value of `Table.past` after an event that ends the round in play."""
    past = Past(table.in_play, replace(table, past=(), trail=None, memory=MEMORY), trail_events(table.trail), event)
    return (*table.past[len(table.past) + 1 - table.memory :], past) if len(table.past) >= table.memory else (*table.past, past)


def table_before_round(table: Table, round: int) -> Table:
    """The table as it was before a round ended. Raise `ForgottenRoundError` if the round is not in `past`."""
    at = next((index for index, past in enumerate(table.past) if past.round == round), None)
    if at is None:
        raise ForgottenRoundError(round, table.in_play - round)
    trail: Trail = None
    for event in table.past[at].lead:
        trail = (event, trail)
    return replace(table.past[at].before, past=table.past[:at], trail=trail, memory=table.memory)


def events_after(table: Table, at: int) -> Iterator[Event]:
    """All events after the end of the round `table.past[at]`, in order."""
    for later in table.past[at + 1 :]:
        yield from later.lead
        yield later.event
    yield from trail_events(table.trail)
