"""What every event is made of."""

import msgspec

from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.table.person import Person
from croupier.table.promotional import Promotional


# No fact, command, bet or table can hold itself: the collector of circles need not look at them, which is a tenth of the time.
class Fact(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """Something that happened, and when."""

    at: int = 0
    """Milliseconds since 1970; none where no clock runs."""


class Ruling(Fact, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A decision of somebody: who, why, and by which clause."""

    by: Person
    why: str
    clause: str


class Decided(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One bet, or a part of one, that came to an end, and all that went back to its owner."""

    seat: str
    wager: str
    stake: Cents
    result: Result
    paid: Cents
    promotional: Promotional | None = None
    """What of that is promotional credits or tokens again."""


class Moved(msgspec.Struct, frozen=True, gc=False):
    """A bet that went to another state, and so perhaps to another place on the layout."""

    seat: str
    wager: str
    to: str
    state: str


class Trimmed(msgspec.Struct, frozen=True, gc=False):
    """Odds that came down because the bet they ride on no longer carries them."""

    wager: str
    amount: Cents
