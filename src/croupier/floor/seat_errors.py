"""Why a terminal gets no seat. The texts are for players; each error names the limit under which it is counted."""


class SeatError(Exception):
    """A terminal gets no seat. The text is for the player."""

    limit = "seats"


class TableFullError(SeatError):
    """Every seat of the table is taken."""


class TooManySeatsError(SeatError):
    """The address of the terminal has as many seats as it may have."""

    limit = "seats-per-address"


class OneSeatError(SeatError):
    """The terminal has another seat."""

    limit = "seats-per-terminal"
