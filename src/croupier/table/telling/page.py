"""A journal as a page of play: its events in words, with line numbers and times."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from croupier.money import dollars
from croupier.rules.moments import clock_time
from croupier.table.core.apply import apply
from croupier.table.core.message import Event
from croupier.table.core.opening import opened, opened_by, read_opening
from croupier.table.core.recorded import events_in
from croupier.table.core.rows import EVENTS, History
from croupier.table.core.state import Table
from croupier.table.core.words import told, who
from croupier.table.rounds.correcting import NOT_POSSIBLE, SettledAgain
from croupier.table.rounds.memory import table_before_round
from croupier.table.rounds.revisions import redecided

WIDE = 25
"""The width of the column with the time."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which events of a journal to show. A field that is None selects all."""

    round: int | None = None
    seat: str | None = None
    within: Callable[[int], bool] | None = None
    """Whether to show an event of this time, in milliseconds since 1970."""

    def takes(self, before: Table, event: Event, after: Table) -> bool:
        """Whether to show an event, given the table before and after it."""
        in_round = self.round in (None, before.round.number, after.round.number)
        if not in_round and self.correction(before, event) is None and not self.redecides(before, event):
            return False
        if self.within is not None and not self.within(event.at):
            return False
        return self.seat is None or _concerns(event, self.seat)

    def correction(self, before: Table, event: Event) -> SettledAgain | None:
        """The event, if it has settled the round that was chosen again: the corrected one or a later one."""
        if self.round is None or not isinstance(event, SettledAgain):
            return None
        return event if event.round <= self.round <= before.round.number else None

    def redecides(self, before: Table, event: Event) -> bool:
        """Whether an event has decided bets of the round that was chosen anew, after that was over."""
        return bool(before.past) and before.past[-1].round == self.round and bool(redecided(event))


EVERYTHING = Choice()
NOTHING_LATER: Mapping[int, Sequence[str]] = {}


def _concerns(event: Event, seat: str) -> bool:
    """Whether an event names a seat anywhere: in a field, in a bet, in a transfer or in the events of a correction."""
    return _names(msgspec.to_builtins(event), seat)


def _names(part: Any, seat: str) -> bool:
    match part:
        case dict():
            fields = cast("dict[str, Any]", part)
            return seat in fields or any(_names(value, seat) for value in fields.values())
        case list() | tuple():
            return any(_names(each, seat) for each in cast("list[Any]", part))
        case str():
            return part == seat or part.endswith(f":{seat}")  # an account of the seat
        case _:
            return False


def page(lines: Iterable[bytes], choice: Choice = EVERYTHING, when: Callable[[int], str] = clock_time) -> Iterator[str]:
    """The page of a whole stream. `when` formats a time."""
    remaining = iter(lines)
    first = read_opening(next(remaining))
    table = replace(opened(first), memory=first.reach)
    if choice == EVERYTHING:
        moment = when(first.at) if first.at else ""
        rules = f"{table.rules.title}, fingerprint {first.fingerprint[:12]}…"
        yield f"{1:>6}  {moment:{WIDE}}  The table is opened{opened_by(first)}: {rules}"
        if first.without_minimum:
            yield f"{'':{WIDE + 8}}  {who(first.without_minimum)} decided that the sign shows no minimum."
    yield from page_from(table, 1, remaining, choice, when)


def page_from(
    table: Table,
    number: int,
    lines: Iterable[bytes],
    choice: Choice = EVERYTHING,
    when: Callable[[int], str] = clock_time,
    later: Mapping[int, Sequence[str]] = NOTHING_LATER,
) -> Iterator[str]:
    """The page of the lines after line `number`, given the table after that line.

    `later` has what later lines have changed about the rounds that lines have ended, by the number of the line.
    """
    # Of a round that was chosen: what stands now comes first, then what there was before it was settled again.
    anew, stands, before = list[str](), list[str](), list[str]()
    for line_number, line in enumerate(lines, number + 1):
        for event in events_in(line):
            after = apply(table, event)
            if choice.takes(table, event, after):
                moment = when(event.at) if event.is_timed else ""
                again = choice.correction(table, event)
                head, *rest = _corrected(table, again, choice) if again else told(table, event)
                rest += later.get(line_number, ()) if EVENTS[type(event)].history is History.ENDS_ROUND else ()
                sentences = [f"{line_number:>6}  {moment:{WIDE}}  {head}", *(f"{'':{WIDE + 8}}  {each}" for each in rest)]
                if choice.round is None:
                    yield from sentences
                elif again:
                    anew, stands, before = [], sentences, [*before, *stands, *anew]
                elif choice.redecides(table, event):
                    anew += sentences
                else:
                    stands += sentences
            table = after
    if before:
        yield f"Round {choice.round} was settled again. As it stands now:"
    if anew:
        yield f"Bets of round {choice.round} were decided anew after it was settled:"
        yield from anew
        yield "As it was settled:"
    yield from stands
    if before:
        yield "As it was before:"
    yield from before


def _corrected(table: Table, event: SettledAgain, choice: Choice) -> Iterator[str]:
    """What a correction says about the round that was chosen, and the money that it moved."""
    yield told(table, event)[0]
    other = table_before_round(table, event.round)
    for each in event.again:
        after = apply(other, each)
        if dataclasses.replace(choice, within=None).takes(other, each, after):
            yield from (f"  | {sentence}" for sentence in told(other, each))
        other = after
    yield from (f"{NOT_POSSIBLE}{each}" for each in event.dropped)
    yield from (f"  {dollars(each.amount)} goes from {each.source} to {each.target}." for each in event.transfers)
