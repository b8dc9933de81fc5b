"""What the fork server does before the first fork: import the program, and compute what every start would compute again."""

from croupier import software
from croupier.catalogue import names, ruleset
from croupier.server.app import PAGES
from croupier.server.assets import assets_in
from croupier.table.core.opening import shared

software.fingerprint()
assets_in(PAGES)
for name in names():
    _ = shared(ruleset(name).live({})).fingerprint
