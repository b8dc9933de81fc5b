"""The prize register as a pure state machine: promotions from the draft of their terms to the last claim.

`PRIZE_REGISTER` is the fold (see `facts`). Each module of messages declares its rows; importing this package imports them all.
Names and addresses are not here but in a file of their own; no message has a field for them.
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
    reinstatement,
    withdrawals,
)
from croupier.promotions.fold import PRIZE_REGISTER

SUBJECTS = (
    *(drafting, opening, entering, withdrawals, drawing, notifying, claims, reinstatement, paying),
    *(disputes, integrity, ending, keeping),
)
"""The modules that declare messages, in the order of the reference."""

PRIZE_REGISTER.check_complete()
