"""The felt of a table, as a terminal draws it."""

from collections.abc import Mapping

import msgspec

from croupier.games.craps.felt import felt as craps_felt
from croupier.games.roulette.felt import felt as roulette_felt
from croupier.games.roulette.wheel import ORDER
from croupier.games.sicbo.felt import felt as sicbo_felt
from croupier.rules.felt import Felt
from croupier.table.state import Table

CHIPS = (100, 500, 2500, 10000)

FELTS = {"Craps": craps_felt, "Roulette": roulette_felt, "Sic Bo": sicbo_felt}


class TableOf(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    name: str
    title: str
    game: str


class FeltOf(msgspec.Struct, frozen=True):
    """A table as a terminal finds it when it comes: its rules, its felt, and what its sign shows then."""

    table: str
    ruleset: str
    title: str
    game: str
    chips: tuple[int, ...]
    minimum: int
    maximum: int | None
    void_call: str
    felt: Felt
    wheel: tuple[int, ...]
    dice: int
    """How many dice fall, or none where a wheel turns."""
    fixed: Mapping[str, int]
    """The stakes that the sign fixes, by wager."""
    throws: bool
    """Whether players throw the dice from their own hand."""


def table_of(name: str, table: Table) -> TableOf:
    """A table as the lobby shows it."""
    return TableOf(name, table.rules.title, table.rules.game.title)


def felt_of(name: str, table: Table) -> FeltOf:
    """A table's felt, drawn from its rule set."""
    rules, sign = table.rules, table.sign
    return FeltOf(
        table=name,
        ruleset=rules.id,
        title=rules.title,
        game=rules.game.title,
        chips=CHIPS,
        minimum=sign.minimum,
        maximum=sign.maximum,
        void_call=rules.game.void_call,
        felt=FELTS[rules.game.title](rules),
        wheel=ORDER if rules.game.space.shown_by == "pocket" else (),
        dice=rules.game.space.count if rules.game.space.shown_by == "dice" else 0,
        fixed={offer.id: sign.named[offer.stake] for offer in rules.offers if offer.stake},
        throws=bool(rules.procedures.shooting and rules.procedures.shooting.offered),
    )
