"""The stream `floor/people` as a page: its events in words, with line numbers and times."""

from collections.abc import Callable, Iterable, Iterator

from croupier.people.fold import apply, told
from croupier.people.recorded import events_in
from croupier.people.register import Register
from croupier.rules.moments import clock_time

WIDE = 25
"""The width of the column with the time."""


def people_page(
    lines: Iterable[bytes], within: Callable[[int], bool] = lambda _: True, when: Callable[[int], str] = clock_time
) -> Iterator[str]:
    """The page of a whole stream, of the times that `within` holds. `when` formats a time."""
    register = Register()
    for number, line in enumerate(lines, 1):
        for event in events_in(line):
            if within(event.at):
                yield f"{number:>6}  {when(event.at):{WIDE}}  {told(register, event)}"
            register = apply(register, event)
