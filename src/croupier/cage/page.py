"""The stream `floor/cage` as a page: its events in words, with line numbers and times. No page shows a validation number."""

from collections.abc import Callable, Iterable, Iterator

from croupier.cage.fold import apply, told
from croupier.cage.recorded import read_recorded
from croupier.cage.state import Cage
from croupier.rules.moments import clock_time

WIDE = 25
"""The width of the column with the time."""


def cage_page(
    lines: Iterable[bytes], within: Callable[[int], bool] = lambda _: True, when: Callable[[int], str] = clock_time
) -> Iterator[str]:
    """The page of a whole stream, of the times that `within` holds. `when` formats a time."""
    cage = Cage()
    for number, line in enumerate(lines, 1):
        for event in read_recorded(line).events:
            if within(event.at):
                yield f"{number:>6}  {when(event.at):{WIDE}}  {told(cage, event)}"
            cage = apply(cage, event)
