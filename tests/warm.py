"""What the fork server does before the first fork: import the program, and compute what every start would compute again."""

from importlib import import_module

from croupier import software
from croupier.catalogue import names, ruleset
from croupier.server.app import PAGES
from croupier.server.assets import assets_in
from croupier.table.core.opening import shared

PROGRAM = (
    "croupier.cli",
    "croupier.audit.verify",
    "croupier.floor.plan_reader",
    "croupier.lab.comparison",
    "croupier.lab.kernels.numba_blocks",
    "croupier.rulebook.attached",
    "croupier.rulebook.book",
    "croupier.server.demo",
    "croupier.server.running",
    "croupier.journal.postgres",
)

for module in PROGRAM:
    import_module(module)
software.fingerprint()
assets_in(PAGES)
for name in names():
    _ = shared(ruleset(name).live({})).fingerprint
