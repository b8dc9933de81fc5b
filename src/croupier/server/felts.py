"""A table as terminals load it over HTTP: what its rules, its felt and its sign say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import msgspec

from croupier.floor.visitors import DemonstrationCard
from croupier.rules.felt import complete_felt
from croupier.rules.game import Game, OutcomeCall
from croupier.rules.layout import Felt, Screen, Spot
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import Sign
from croupier.rules.terms import Over
from croupier.server.assets import Asset, asset
from croupier.server.signs import chips_for, limits_in_words, payout_unit
from croupier.table.core.state import Table

MONEY_FROM_STAFF = "Ask a member of staff to put money on this terminal."
EXACT = 2
"""The decimals of a place on the felt."""


class TableInfo(msgspec.Struct, frozen=True):
    """What a terminal loads when it opens a table, and again when the sign changes."""

    table: str
    """The name of the table."""
    ruleset: str
    """The id of its rule set."""
    title: str
    """The title of its rule set."""
    game: str
    """The game: Craps, Sic Bo or Roulette."""
    chips: tuple[int, ...]
    """The chips of a player, in cents, as they suit the sign."""
    minimum: int
    """The smallest bet, in cents."""
    maximum: int | None
    """The largest bet, in cents; null if there is none."""
    void_call: str
    """What is called when a round does not count."""
    calls: Mapping[str, OutcomeCall]
    """How a dealer calls each outcome, without regard to a puck."""
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
    closes_early: bool
    """Whether a lone player may close betting before its time."""
    payout_unit: int
    """Winnings are paid in multiples of this, in cents."""
    buy_in: str
    """How a player gets credit, in a sentence; empty if the terminal takes and pays money itself."""
    tickets: bool
    """Whether the terminal takes tickets in, and prints one for collected credit. It then has a reader for player cards."""
    devices: bool
    """Whether the page stands for the money devices, too: a note slot, a ticket slot and a printer, as in a demonstration."""
    account_out: bool
    """Whether credit may be transferred to the account of the player whose card is in."""
    cards: Sequence[DemonstrationCard]
    """Cards that visitors of a demonstration may use; empty on a live floor."""
    rules: str
    """The address of its rules. The rule of a wager is at `#wager-` and the id of the wager."""
    document: str
    """The title of the approved document."""
    document_url: str
    """The address of the operator's copy of the approved document; empty if none is on record."""


def felt_of(
    name: str,
    table: Table,
    document_url: str = "",
    *,
    chips: Sequence[int] | None = None,
    takes_money: bool = True,
    has_cage: bool = False,
    cards: Sequence[DemonstrationCard] = (),
) -> TableInfo:
    """A table with its felt, as a terminal loads it. `chips` are those of the table, if the operator names them."""
    rules, sign = table.rules, table.sign
    return TableInfo(
        table=name,
        ruleset=rules.id,
        title=rules.title,
        game=rules.game.title,
        chips=chips_for(sign, chips),
        minimum=sign.minimum,
        maximum=sign.maximum,
        void_call=rules.game.void_call,
        calls={outcome: rules.game.call(outcome, {}) for outcome in rules.game.space.ways},
        felt=_with_limits(rules, sign),
        wheel=rules.game.wheel,
        dice=dice_of(rules.game),
        covered=any(step.to is Phase.UNCOVERED for step in rules.procedures.sequence),
        fixed={offer.id: sign.named[offer.stake] for offer in rules.offers if offer.stake},
        throws=rules.procedures.offers_dice,
        closes_early=rules.procedures.is_electronic,
        payout_unit=payout_unit(table),
        buy_in="" if takes_money else MONEY_FROM_STAFF,
        tickets=has_cage and rules.procedures.is_electronic,
        devices=has_cage and takes_money and rules.procedures.is_electronic,
        account_out=has_cage and bool(rules.procedures.account_out),
        cards=cards if rules.procedures.is_electronic else (),
        rules=f"/rules/{name}",
        document=rules.title,
        document_url=document_url,
    )


def _with_limits(rules: Ruleset, sign: Sign) -> Felt:
    """The felt of a rule set, with the limits that the sign sets at each spot."""
    offers = {id: address.offer for id, address in rules.addresses.items()}
    limits = {id: limits_in_words(rules, sign, offer) for id, offer in offers.items()}
    most = sign.maximum if rules.limits.above is Over.SETTLED_TO_LIMIT else None

    def with_limits(spot: Spot) -> Spot:
        return replace(spot, limits=limits[spot.id], plays=most if offers[spot.id].limited else None)

    def limited(screens: Sequence[Screen]) -> Sequence[Screen]:
        return [replace(each, spots=[with_limits(spot) for spot in each.spots]) for each in screens]

    felt = complete_felt(rules)
    return replace(felt, screens=limited(felt.screens), tall=limited(felt.tall))


def packed(info: TableInfo) -> bytes:
    """A table as JSON, in which nothing about spots is sent twice. `unpacked` of the terminal puts everything back.

    The field `usual` of the felt has the most common value of each field of a wide spot. A wide spot has only what differs from
    it, and a tall spot only what differs from the wide spot of its wager. It says where its chips lie only
    if that is not its middle.
    """
    built: dict[str, Any] = _rounded(msgspec.to_builtins(info))
    felt = built["felt"]
    for spot in (spot for screen in (*felt["screens"], *felt["tall"]) for spot in screen["spots"]):
        if spot["chip"] == _middle(spot["box"]):
            spot["chip"] = None
    wide = {spot["id"]: spot for screen in felt["screens"] for spot in screen["spots"]}
    felt["usual"] = _most_common(list(wide.values()))
    for screen in felt["screens"]:
        screen["spots"] = [_differing(spot, felt["usual"]) for spot in screen["spots"]]
    for screen in felt["tall"]:
        screen["spots"] = [_differing(spot, wide[spot["id"]]) for spot in screen["spots"]]
    return msgspec.json.encode(built)


def _middle(box: Mapping[str, float]) -> list[float]:
    return _rounded([box["x"] + box["w"] / 2, box["y"] + box["h"] / 2])


def _most_common(spots: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The most common value of each field, except the id."""
    values = {name: Counter(msgspec.json.encode(spot[name]) for spot in spots) for name in spots[0] if name != "id"}
    return {name: msgspec.json.decode(counted.most_common(1)[0][0]) for name, counted in values.items()}


def _differing(spot: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """The id of a spot, and the fields in which it differs from another."""
    return {name: value for name, value in spot.items() if name == "id" or value != other[name]}


def _rounded(value: Any) -> Any:
    """The same value with shorter numbers."""
    match value:
        case float():
            short = round(value, EXACT)
            return int(short) if short.is_integer() else short
        case dict():
            return {name: _rounded(each) for name, each in cast("dict[str, Any]", value).items()}
        case list() | tuple():
            return [_rounded(each) for each in cast("list[Any]", value)]
        case _:
            return value


class FeltCache:
    """Tables with their felts, encoded once for each sign: a felt of a hundred wagers takes a while to draw."""

    def __init__(self, *, takes_money: bool = True, has_cage: bool = False, cards: Sequence[DemonstrationCard] = ()) -> None:
        """Start empty. `takes_money`: whether terminals take and pay money. `has_cage`: whether there are tickets and cards."""
        self._takes_money, self._has_cage, self._cards = takes_money, has_cage, cards
        self._encoded: dict[str, tuple[Ruleset, Sign, str, Asset]] = {}

    def encoded(self, name: str, table: Table, document_url: str = "", chips: Sequence[int] | None = None) -> Asset:
        """A table as a terminal loads it, as JSON. `chips` are those of the table, and the same at every call."""
        known = self._encoded.get(name)
        if known is None or known[0] is not table.rules or known[1] is not table.sign or known[2] != document_url:
            has_cage, cards = self._has_cage, self._cards
            info = felt_of(
                name, table, document_url, chips=chips, takes_money=self._takes_money, has_cage=has_cage, cards=cards
            )
            drawn = asset(packed(info), "application/json")
            known = self._encoded[name] = table.rules, table.sign, document_url, drawn
        return known[3]


def dice_of(game: Game) -> int:
    """How many dice fall in a game; 0 if a wheel turns."""
    return game.space.count if game.space.shown_by == "dice" else 0
