"""The stream `floor/settings` as a page: who opened the floor and adopted which settings, with line numbers and times."""

from collections.abc import Callable, Iterable, Iterator

from croupier.floor.settings_differences import waiting
from croupier.rules.moments import clock_time
from croupier.settings import FloorOpened, FloorSettings, SettingsAdopted, decoded
from croupier.table.core.words import by_whom, who

WIDE = 25
"""The width of the column with the time."""


def settings_page(
    lines: Iterable[bytes], within: Callable[[int], bool] = lambda _: True, when: Callable[[int], str] = clock_time
) -> Iterator[str]:
    """The page of a whole stream, of the times that `within` holds. `when` formats a time."""
    before: FloorSettings | None = None
    for number, line in enumerate(lines, 1):
        event = decoded(line)
        if within(event.at):
            head, *rest = _told(before, event)
            yield f"{number:>6}  {when(event.at):{WIDE}}  {head}"
            yield from (f"{'':{WIDE + 8}}    {sentence}" for sentence in rest)
        before = event.settings


def _told(before: FloorSettings | None, event: FloorOpened | SettingsAdopted) -> list[str]:
    if isinstance(event, FloorOpened):
        tables = ", ".join(event.settings.tables)
        opened = f"The floor is opened with croupier {event.version} ({event.kind}){by_whom(event.by)}. Its tables: {tables}."
        return [opened] if event.kind == "demonstration" else [opened, "Nobody has approved these settings yet."]
    changed = waiting(before, event.settings) if before else []
    what = "the settings as they are" if event.settings == before else "the settings of the floor file"
    head = f"{who(event.set_by)} adopts {what}, approved by {who(event.approved_by)}."
    return [head, *(f"{each.sentence}." for each in changed)]
