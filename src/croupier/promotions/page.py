"""The stream `floor/promotions` as a page: its events in words, with line numbers and times."""

from collections.abc import Callable, Iterable, Iterator

from croupier.promotions.fold import apply, told
from croupier.promotions.recorded import read_recorded
from croupier.promotions.state import PrizeRegister
from croupier.rules.moments import clock_time

WIDE = 25
"""The width of the column with the time."""


def prize_page(
    lines: Iterable[bytes], within: Callable[[int], bool] = lambda _: True, when: Callable[[int], str] = clock_time
) -> Iterator[str]:
    """The page of a whole stream, of the times that `within` holds. `when` formats a time."""
    register = PrizeRegister()
    for number, line in enumerate(lines, 1):
        for event in read_recorded(line).events:
            if within(event.at):
                yield f"{number:>6}  {when(event.at):{WIDE}}  {told(register, event)}"
            register = apply(register, event)
