"""A table as terminals and the lobby load it over HTTP: what its rules, its felt and its sign say."""

from collections.abc import Mapping, Sequence

import msgspec

from croupier.rules.felt import complete_felt
from croupier.rules.layout import Felt
from croupier.rules.ruleset import Game, Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import Sign
from croupier.table.core.state import Table

CHIPS = (100, 500, 2500, 10000)


class LobbyTable(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    name: str
    """The name of the table, as addresses have it."""
    title: str
    """The title of its rule set."""
    game: str
    """The game: Craps, Sic Bo or Roulette."""
    dice: int
    """How many dice fall; 0 if a wheel turns."""


class TableInfo(msgspec.Struct, frozen=True):
    """What a terminal loads once, when it opens a table."""

    table: str
    """The name of the table."""
    ruleset: str
    """The id of its rule set."""
    title: str
    """The title of its rule set."""
    game: str
    """The game: Craps, Sic Bo or Roulette."""
    chips: tuple[int, ...]
    """The chips of a player, in cents."""
    minimum: int
    """The smallest bet, in cents."""
    maximum: int | None
    """The largest bet, in cents; null if there is none."""
    void_call: str
    """What is called when a round does not count."""
    felt: Felt
    """Where the wagers lie."""
    wheel: Sequence[int]
    """The numbers of the wheel in their order; empty if dice fall."""
    dice: int
    """How many dice fall; 0 if a wheel turns."""
    covered: bool
    """Whether the dice lie under a cover until the result."""
    fixed: Mapping[str, int]
    """The stakes that the sign fixes, by wager."""
    throws: bool
    """Whether players throw the dice from their own hand."""


def table_of(name: str, table: Table) -> LobbyTable:
    """A table as the lobby shows it."""
    game = table.rules.game
    return LobbyTable(name, table.rules.title, game.title, _dice(game))


def felt_of(name: str, table: Table) -> TableInfo:
    """A table with its felt, as a terminal loads it."""
    rules, sign = table.rules, table.sign
    return TableInfo(
        table=name,
        ruleset=rules.id,
        title=rules.title,
        game=rules.game.title,
        chips=CHIPS,
        minimum=sign.minimum,
        maximum=sign.maximum,
        void_call=rules.game.void_call,
        felt=complete_felt(rules),
        wheel=rules.game.wheel,
        dice=_dice(rules.game),
        covered=any(step.to is Phase.UNCOVERED for step in rules.procedures.sequence),
        fixed={offer.id: sign.named[offer.stake] for offer in rules.offers if offer.stake},
        throws=rules.procedures.offers_dice,
    )


class FeltCache:
    """Tables with their felts, encoded once for each sign: a felt of a hundred wagers takes a while to draw."""

    def __init__(self) -> None:
        """Start empty."""
        self._encoded: dict[str, tuple[Ruleset, Sign, bytes]] = {}

    def encoded(self, name: str, table: Table) -> bytes:
        """A table as a terminal loads it, as JSON."""
        rules, sign, encoded = self._encoded.get(name, (None, None, b""))
        if rules is not table.rules or sign is not table.sign:
            encoded = msgspec.json.encode(felt_of(name, table))
            self._encoded[name] = table.rules, table.sign, encoded
        return encoded


def _dice(game: Game) -> int:
    return game.space.count if game.space.shown_by == "dice" else 0
