"""The forms that a command could take now, as far as the table knows: one for each seat, bet, round or ground it could name.

They are bounded, so that a console can list them: persons are those at the table, and rounds are the last few. The table may
accept others, such as a person who has left or an older round. Free fields hold an example that the table accepts, if it
accepts any.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Any, TypeVar

from msgspec.structs import fields

from croupier.money import Cents
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Past, Table

C = TypeVar("C", bound=Command)

Values = Mapping[str, Any]
"""Some fields of a command, by name."""
Choices = Callable[[Table], Iterable[Values]]
"""What a command could name: the fields of each form, chosen ones and examples of free ones."""

SENTENCE = "The cameras show it."
"""An example of a reason."""
AMOUNT = Cents(10_000)
"""An example of an amount."""
RECENT = 5
"""How many finished rounds a form can name."""
FILES = 20
"""How many disputes or notices a form can name."""


def nothing_to_choose(_: Table) -> tuple[Values]:
    """A single form."""
    return ({},)


def forms_of(kind: type[C], choices: Choices = nothing_to_choose, **free: Any) -> Callable[[Table, Person | None], Iterator[C]]:
    """One form for each choice, or a single one; `free` are examples for the other fields. The person is set as `by`."""
    by_field = next((field for field in fields(kind) if field.name == "by"), None)

    def forms(table: Table, by: Person | None) -> Iterator[C]:
        if by_field and by is None and by_field.required:
            return
        common: dict[str, Any] = {**free, "by": by} if by_field else free
        for values in choices(table):
            yield kind(**{**common, **values})

    return forms


def one_of(field: str, values: Callable[[Table], Iterable[Any]]) -> Choices:
    """A choice for each value of one field."""
    return lambda table: ({field: value} for value in values(table))


def either(field: str) -> Choices:
    """A choice between true and false."""
    return lambda _: ({field: True}, {field: False})


def every(*choices: Choices) -> Choices:
    """Every combination of several choices."""

    def combined(table: Table) -> Iterator[Values]:
        for parts in product(*(choice(table) for choice in choices)):
            yield {name: value for part in parts for name, value in part.items()}

    return combined


def seats(table: Table) -> Iterator[Values]:
    """Every player at the table."""
    return ({"seat": seat} for seat in table.clockwise())


def bets(table: Table) -> Iterator[Values]:
    """Every bet on the layout."""
    return ({"seat": seat, "wager": wager} for seat, wager, _ in table.bets())


def outcomes(table: Table) -> Iterator[Values]:
    """Every outcome of the game."""
    return ({"outcome": outcome} for outcome in table.rules.game.space.ways)


def recent(table: Table) -> tuple[Past, ...]:
    """The last finished rounds, newest first."""
    return table.past[: -RECENT - 1 : -1]


def terminals(table: Table) -> list[str]:
    """The seats of the players at the table, and of those who have had money there."""
    return [*table.clockwise(), *sorted(table.meters.terminals.keys() - table.layout.keys())]
