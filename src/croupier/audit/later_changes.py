"""What later lines of a table have changed about rounds that had ended, for whoever reads an excerpt of its journal."""

import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from croupier.audit.late_bookings import ENDS
from croupier.audit.window import first_line
from croupier.journal.port import Lines
from croupier.table.core.message import Event
from croupier.table.core.opening import read_opening
from croupier.table.core.recorded import events_in
from croupier.table.pit.invalid import BetsInvalidated
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.settling import RoundSettled

HINT = re.compile(b'"(?:%s)"' % "|".join(sorted({kind.__name__ for kind in (*ENDS, SettledAgain, BetsInvalidated)})).encode())
"""Only lines in which this is found end a round, or change one that has ended."""


def later_changes(journal: Lines, table: str, first: int, last: int) -> Mapping[int, Sequence[str]]:
    """What was changed later about the rounds that lines of a table have ended, in sentences, by the number of the line.

    A correction reaches so many rounds back as the table remembers: no further are lines read after the last of them.
    """
    reach = read_opening(first_line(journal, table)).reach
    found, ended, after = defaultdict[int, list[str]](list), deque[int](maxlen=reach), 0
    for line in journal.lines(table, max(1, first - 1)):
        for event in events_in(line.body) if HINT.search(line.body) else ():
            for ends, words in _told(event, line.number, ended):
                if ends <= last:
                    found[ends].append(words)
            if type(event) in ENDS:
                ended.append(line.number)
                after += line.number > last
        if after >= reach:
            break
    return found


def _told(event: Event, line: int, ended: Sequence[int]) -> list[tuple[int, str]]:
    """The lines whose rounds an event has changed, each with a sentence."""
    match event:
        case SettledAgain():
            ends = [each for each in event.again if type(each) in ENDS]
            told = [_settled(event, end, line, is_first=not number) for number, end in enumerate(ends)]
            # From the last round back: the first may have ended before the first of the lines.
            return [(at, words) for at, words in zip(reversed(ended), reversed(told), strict=False) if words]
        case BetsInvalidated() if event.settled and ended:
            return [(ended[-1], f"In line {line} bets of {event.seat} in this round were declared invalid.")]
        case _:
            return []


def _settled(event: SettledAgain, end: Event, line: int, *, is_first: bool) -> str:
    """What became of a round. One that was void and still is needs no words."""
    if isinstance(end, RoundSettled):
        return f"In line {line} this round was settled again{'' if is_first else f' with round {event.round}'}: {end.outcome}."
    return f"In line {line} this round was called off after its end." if is_first else ""
