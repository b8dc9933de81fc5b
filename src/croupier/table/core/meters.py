"""Meters: cumulative counters of a table, by terminal and by wager. They never decrease and are never reset."""

from collections.abc import Mapping

import msgspec

OTHER = "other"
"""The payment method of money that moved without a tender."""
UNPRINTED = "unprinted"
"""The payment method of credit that came back because no ticket came out of the printer."""
LARGE_WIN = "large-win"
"""The payment method of wins over the limit of the sign. Credits that a player asks to be paid by hand count apart."""
RETURNED = "returned"
"""The payment method of a debt that was withheld at another terminal than that where the money had been collected."""

Counted = Mapping[str, int]


class Terminal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The meters of one terminal, or of one place at a dealer's table. They stay when a player leaves."""

    brought: Mapping[str, int] = {}
    """Money in, by payment method."""
    taken: Mapping[str, int] = {}
    """Money out, by payment method. It includes forfeited credits, and credits that wait to be paid by hand."""
    notes: Mapping[int, int] = {}
    """The number of notes inserted, by denomination in cents."""
    tickets_in: int = 0
    """The number of tickets taken in. Their value is in `brought`."""
    tickets_out: int = 0
    """The number of tickets issued for credit. Their value is in `taken`."""
    paid_by_hand: int = 0
    """Hand pays that attendants have paid."""
    taken_back: int = 0
    """Hand pays that were taken back instead of paid."""
    turnover: int = 0
    """Stakes of bets that won, lost or pushed."""
    wins: int = 0
    """Everything paid for those bets, including returned stakes."""
    games: int = 0
    """Settled rounds in which it had a bet on the layout."""
    commission: int = 0
    """Commission charged."""
    commission_back: int = 0
    """Commission returned."""
    commission_up: int = 0
    """What corrections have added to the commission charged less returned."""
    commission_down: int = 0
    """What corrections have taken off it. The money of both is in `corrected_up` and `corrected_down`."""
    voided: Mapping[str, int] = {}
    """Stakes of voided bets, by clause."""
    refunded: Mapping[str, int] = {}
    """Stakes of refunded bets, by clause."""
    forfeited: Mapping[str, int] = {}
    """Stakes of forfeited bets, by clause."""
    withheld: int = 0
    """Money withheld from the player."""
    released: int = 0
    """Withheld money that was released to the player."""
    kept: int = 0
    """Withheld money that went to the house."""
    corrected_up: int = 0
    """What the player gained by corrections and by bets declared invalid."""
    corrected_down: int = 0
    """What the player lost by them."""

    @property
    def net_commission(self) -> int:
        """The commission charged and not returned, after corrections. It may decrease: this is a sum, not a meter."""
        return self.commission - self.commission_back + self.commission_up - self.commission_down

    @property
    def balance(self) -> int:
        """What the player must have by these meters: credit, bets on the layout, withheld and owed money."""
        came, went = sum(self.brought.values()), sum(self.taken.values()) if self.taken else 0
        played = self.wins - self.turnover - self.commission + self.commission_back
        lost = self.kept + (sum(self.forfeited.values()) if self.forfeited else 0)
        return came - went + self.taken_back + played - lost + self.corrected_up - self.corrected_down


class Stacker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The meters of the stacker of one terminal, whoever has played there."""

    notes: Mapping[int, int] = {}
    """The number of notes that came in, by denomination in cents."""
    emptied: Mapping[int, int] = {}
    """The value of `notes` when the stacker was last emptied."""

    @property
    def stacked(self) -> Mapping[int, int]:
        """The number of notes in the stacker, by denomination in cents."""
        left = {value: count - self.emptied.get(value, 0) for value, count in sorted(self.notes.items())}
        return {value: count for value, count in left.items() if count}


class Played(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The meters of one kind of wager."""

    bets: int = 0
    """The number of bets that won, lost or pushed."""
    turnover: int = 0
    """Their stakes."""
    wins: int = 0
    """Everything paid for them, including returned stakes."""
    commission: int = 0
    """Commission charged, whatever the result."""
    commission_back: int = 0
    """Commission returned."""

    def plus(self, other: "Played") -> "Played":
        """The sum of both, figure by figure."""
        return Played(
            self.bets + other.bets,
            self.turnover + other.turnover,
            self.wins + other.wins,
            self.commission + other.commission,
            self.commission_back + other.commission_back,
        )

    def beyond(self, other: "Played") -> "Played":
        """By how much each figure exceeds the other's; 0 if it does not."""
        return Played(*(max(0, mine - its) for mine, its in zip(_figures(self), _figures(other), strict=True)))


def _figures(played: Played) -> tuple[int, ...]:
    return msgspec.structs.astuple(played)


NEVER_PLAYED = Played()
NEVER_USED = Terminal()
NEVER_FED = Stacker()

Wagers = Mapping[int, Mapping[str, Played]]
"""Meters by edition of the table's rules (an index in `Table.editions`) and by kind of wager."""


class Meters(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All meters of a table."""

    terminals: Mapping[str, Terminal] = {}
    """By seat."""
    stackers: Mapping[str, Stacker] = {}
    """By the name of the terminal; by the seat if it has none."""
    wagers: Mapping[int, Mapping[str, Played]] = {}
    """By edition of the rules, starting with 0, and by kind of wager."""
    corrected_up: Mapping[int, Mapping[str, Played]] = {}
    """What corrections add to the figures of `wagers`, by edition and kind."""
    corrected_down: Mapping[int, Mapping[str, Played]] = {}
    """What corrections take off the figures of `wagers`, by edition and kind."""

    def terminal(self, seat: str) -> Terminal:
        """The meters of a terminal; all zero if it was never used."""
        return self.terminals.get(seat, NEVER_USED)

    def stacker(self, terminal: str) -> Stacker:
        """The meters of the stacker of a terminal; all zero if it never had a note."""
        return self.stackers.get(terminal, NEVER_FED)


def added(counted: Counted, key: str, amount: int) -> Counted:
    """Return a copy with an amount added under one key."""
    return {**counted, key: counted.get(key, 0) + amount} if amount else counted


def with_wager(wagers: Wagers, edition: int, kind: str, more: Played) -> Wagers:
    """Return a copy with figures added for one kind of wager."""
    of_edition = wagers.get(edition, {})
    return {**wagers, edition: {**of_edition, kind: of_edition.get(kind, NEVER_PLAYED).plus(more)}}


def net(meters: Meters, edition: int, kind: str) -> Played:
    """The figures of a kind of wager after corrections. They may decrease: this is a sum, not a meter."""
    first, up, down = (
        each.get(edition, {}).get(kind, NEVER_PLAYED) for each in (meters.wagers, meters.corrected_up, meters.corrected_down)
    )
    figures = zip(_figures(first), _figures(up), _figures(down), strict=True)
    return Played(*(one + more - less for one, more, less in figures))
