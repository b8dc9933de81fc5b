"""One table as a pure state machine.

`decide` answers a command with events or a refusal. `apply` returns the table after an event.

Each subject is a package: `authority`, `money`, `bets`, `rounds` and `pit`. Its modules declare their commands and events in
rows (see `core.rows`). Importing this package imports every subject, so that all rows are declared before any is used.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Union

from croupier.table import authority, bets, money, pit, rounds
from croupier.table.core.rows import EVENTS, check_complete
from croupier.table.rounds import correcting

for subject in (authority, money, bets, rounds, pit):
    for module in iter_modules(subject.__path__, f"{subject.__name__}."):
        import_module(module.name)
check_complete()

# `SettledAgain` contains events of any kind, so its decoder needs the union of them all.
correcting.AnyEvent = Union[tuple(EVENTS)]  # pyright: ignore[reportAttributeAccessIssue] # noqa: UP007 - made at run time
