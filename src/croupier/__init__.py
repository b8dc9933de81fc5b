"""Runs a casino's dice and wheel tables exactly as the regulator approved them.

import croupier

craps = croupier.rules(croupier.names()[0])
craps.edge("place-win:6")
craps.par_sheet("hardway")
craps.simulate("win-line 10, behind-win-line 2x", rolls=1e6, seed=7)
table = craps.table(minimum=500)
table.play("ann bets $10 on field", "roll 2-2")
"""

from typing import TYPE_CHECKING

__all__ = ["UnknownNameError", "__version__", "names", "rules", "table_at"]

if TYPE_CHECKING:
    from croupier.catalogue import names
    from croupier.echo import UnknownNameError
    from croupier.notebook.rules import rules, table_at

    __version__: str
else:
    from importlib import import_module
    from types import ModuleType

    import croupier.rules as _package

    _NAMES = {
        "UnknownNameError": "croupier.echo",
        "names": "croupier.catalogue",
        "table_at": "croupier.notebook.rules",
    }
    """What is imported when it is first used, and from where."""

    class _RulesByCall(ModuleType):
        """The package `croupier.rules`, which is also the function `croupier.rules(id)`."""

        def __call__(self, which: object) -> object:
            """Return the rules with this id. See `croupier.notebook.rules.rules`."""
            return import_module("croupier.notebook.rules").rules(which)

    _package.__class__ = _RulesByCall

    def __getattr__(name: str) -> object:
        """Import a name when it is first used, so that `croupier --help` does not pay for it."""
        if name == "__version__":
            return import_module("importlib.metadata").version("croupier")
        if name not in _NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_NAMES[name]), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
