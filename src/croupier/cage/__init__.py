"""The cage as a pure state machine: it issues tickets, redeems each once, and pays hand pays.

`decide` answers a command with events or a refusal. `apply` returns the cage after an event. Each module of messages
declares its rows (see `rows`); importing this package imports them all.
"""

from croupier.cage import expiring, hand_pays, issuing, opening, redeeming, unprinting, withholding
from croupier.cage.rows import check_complete

SUBJECTS = (opening, issuing, redeeming, unprinting, withholding, expiring, hand_pays)
"""The modules that declare messages, in the order of the reference."""

check_complete()
