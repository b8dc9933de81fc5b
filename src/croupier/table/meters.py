"""Meters: what has been counted at a table, by terminal and by wager. They never fall, and they are never reset."""

from collections.abc import Mapping

import msgspec

OTHER = "other"
"""The way of money of which nobody said how it came or went."""
LARGE_WIN = "large-win"
"""The way of wins over the limit of the sign, which attendants pay; credits that players have paid by hand are apart."""

Counted = Mapping[str, int]


class Terminal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one terminal, or one place at a dealer's table, has counted; whoever leaves it does not take its meters along."""

    brought: Mapping[str, int] = {}
    """Money that came, by the way in which it came."""
    taken: Mapping[str, int] = {}
    """Money that went, by the way in which it went; credits that wait to be paid by hand have gone, forfeited ones too."""
    notes: Mapping[int, int] = {}
    """How many notes of each denomination, in cents."""
    emptied: Mapping[int, int] = {}
    """How many of those had come in when the stacker was last emptied."""
    paid_by_hand: int = 0
    """What attendants have paid of the credits that waited for it."""
    taken_back: int = 0
    """What of them was taken back, and not paid: it has not gone after all."""
    turnover: int = 0
    """Stakes of bets that were won, lost or drawn."""
    wins: int = 0
    """Everything that was paid for those, stakes that came back included."""
    games: int = 0
    """Rounds that were settled while it had a bet on the layout."""
    commission: int = 0
    commission_back: int = 0
    """Commission that was given back."""
    voided: Mapping[str, int] = {}
    """Stakes of bets that were void, by the clause that made them so."""
    refunded: Mapping[str, int] = {}
    """Stakes of bets that were refunded, by the clause."""
    forfeited: Mapping[str, int] = {}
    """Stakes of bets that were forfeited, by the clause."""
    withheld: int = 0
    released: int = 0
    """What was withheld and went to the player after all."""
    kept: int = 0
    """What was withheld and went to the house."""
    corrected_up: int = 0
    """What the player gained when a round was settled again, or the bets of one turned out to be invalid."""
    corrected_down: int = 0

    @property
    def stacked(self) -> Mapping[int, int]:
        """How many notes of each denomination are in the stacker."""
        left = {value: count - self.emptied.get(value, 0) for value, count in sorted(self.notes.items())}
        return {value: count for value, count in left.items() if count}

    @property
    def balance(self) -> int:
        """What the player must have by these meters: credit, bets on the layout, and what is withheld or open with them."""
        came, went = sum(self.brought.values()), sum(self.taken.values()) if self.taken else 0
        played = self.wins - self.turnover - self.commission + self.commission_back
        lost = self.kept + (sum(self.forfeited.values()) if self.forfeited else 0)
        return came - went + self.taken_back + played - lost + self.corrected_up - self.corrected_down


class Played(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What has been counted of one kind of wager: the bets that were won, lost or drawn, and commission on all of them."""

    bets: int = 0
    turnover: int = 0
    wins: int = 0
    commission: int = 0
    commission_back: int = 0

    def plus(self, other: "Played") -> "Played":
        """Both together."""
        return Played(
            self.bets + other.bets,
            self.turnover + other.turnover,
            self.wins + other.wins,
            self.commission + other.commission,
            self.commission_back + other.commission_back,
        )

    def beyond(self, other: "Played") -> "Played":
        """By how much each figure is above the other's; nothing where it is not."""
        return Played(*(max(0, mine - its) for mine, its in zip(_figures(self), _figures(other), strict=True)))


def _figures(played: Played) -> tuple[int, ...]:
    return msgspec.structs.astuple(played)


NEVER_PLAYED = Played()
NEVER_USED = Terminal()

Wagers = Mapping[int, Mapping[str, Played]]
"""By edition of the table's rules, the first being 0, and by kind of wager."""


class Meters(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All meters of a table."""

    terminals: Mapping[str, Terminal] = {}
    wagers: Mapping[int, Mapping[str, Played]] = {}
    """By edition of the rules, the first being 0, and by kind of wager; so are the corrections."""
    corrected_up: Mapping[int, Mapping[str, Played]] = {}
    """What rounds that were settled again would have added to the meters of wagers the first time."""
    corrected_down: Mapping[int, Mapping[str, Played]] = {}
    """What they had added, and should not have."""

    def terminal(self, seat: str) -> Terminal:
        """The meters of a terminal."""
        return self.terminals.get(seat, NEVER_USED)


def added(counted: Counted, key: str, amount: int) -> Counted:
    """The same with so much more under one key."""
    return {**counted, key: counted.get(key, 0) + amount} if amount else counted


def with_wager(wagers: Wagers, edition: int, kind: str, more: Played) -> Wagers:
    """The same with more counted for one kind of wager."""
    of_edition = wagers.get(edition, {})
    return {**wagers, edition: {**of_edition, kind: of_edition.get(kind, NEVER_PLAYED).plus(more)}}


def net(meters: Meters, edition: int, kind: str) -> Played:
    """What a kind of wager comes to with its corrections. This may fall: it is a sum, and no meter."""
    first, up, down = (
        each.get(edition, {}).get(kind, NEVER_PLAYED) for each in (meters.wagers, meters.corrected_up, meters.corrected_down)
    )
    figures = zip(_figures(first), _figures(up), _figures(down), strict=True)
    return Played(*(one + more - less for one, more, less in figures))
