"""The prize register as a pure state machine: promotions from the draft of their terms to the last claim.

`decide` answers a command with an event or a refusal. `apply` returns the register after an event. Each module of messages
declares its rows (see `rows`); importing this package imports them all. Names and addresses are not here but in a file of
their own; no message has a field for them.
"""

from croupier.promotions import (
    claims,
    disputes,
    drafting,
    drawing,
    ending,
    entering,
    integrity,
    keeping,
    notifying,
    opening,
    paying,
    withdrawals,
)
from croupier.promotions.rows import check_complete

SUBJECTS = (drafting, opening, entering, withdrawals, drawing, notifying, claims, paying, disputes, integrity, ending, keeping)
"""The modules that declare messages, in the order of the reference."""

check_complete()
