"""A journal as a page of play."""

from collections.abc import Iterable, Iterator

import msgspec

from croupier.rules.moments import clock_time
from croupier.table.apply import apply
from croupier.table.opening import TableOpened, events, opened
from croupier.table.words import told


def page(lines: Iterable[bytes], only: int | None = None) -> Iterator[str]:
    """Every event in words, with the number of its line and its time; of one round only, where one is named."""
    remaining = iter(lines)
    first = msgspec.json.decode(next(remaining), type=TableOpened)
    table = opened(first)
    if only is None:
        yield f"{1:>6}  {'':23}  The table is opened: {table.rules.title}, fingerprint {first.fingerprint[:12]}…"
    for number, event in enumerate(events(first, remaining), 2):
        after = apply(table, event)
        if only is None or only in (table.round.number, after.round.number):
            when = clock_time(event.at) if event.at else ""
            # A name or a reason may hold anything; a line of the page is one line.
            head, *rest = (" ".join(line.splitlines()) for line in told(table, event))
            yield f"{number:>6}  {when:23}  {head}"
            yield from (f"{'':31}  {line}" for line in rest)
        table = after
