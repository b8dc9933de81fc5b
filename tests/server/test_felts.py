"""A table as terminals load it."""

from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

import croupier.terminal
from commanded import a_table
from croupier.catalogue import names
from croupier.rules.exact import edge
from croupier.server.assets import assets_in
from croupier.server.felts import FeltCache, felt_of, packed

PAGES = Path(croupier.terminal.__file__).parent
LIGHT = 400_000
"""The most bytes of a table's page, uncompressed."""


def unpacked(sent: bytes) -> dict[str, Any]:
    """What `unpack.js` makes of it."""
    info = msgspec.json.decode(sent)
    usual = info["felt"].pop("usual")
    for screen in info["felt"]["screens"]:
        screen["spots"] = [{**usual, **spot} for spot in screen["spots"]]
    wide = {spot["id"]: spot for screen in info["felt"]["screens"] for spot in screen["spots"]}
    for screen in info["felt"]["tall"]:
        screen["spots"] = [{**wide[spot["id"]], **spot} for spot in screen["spots"]]
    for spot in (spot for screen in (*info["felt"]["screens"], *info["felt"]["tall"]) for spot in screen["spots"]):
        box = spot["box"]
        spot["chip"] = spot["chip"] or rounded([float(box["x"] + box["w"] / 2), float(box["y"] + box["h"] / 2)])
    return info


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in cast("dict[str, Any]", value).items()}
    return [rounded(each) for each in cast("list[Any]", value)] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("name", names())
def test_both_shapes_arrive_whole(name: str) -> None:
    info = felt_of(name, a_table(name, minimum=100, maximum=50_000))
    assert unpacked(packed(info)) == rounded(msgspec.to_builtins(info))


@pytest.mark.parametrize("name", names())
def test_the_page_of_a_table_is_light(name: str) -> None:
    """All that a browser loads for a table before it is shown: the page, its style sheet and module, and the felt.

    What only a floor with a cage or with promotions needs is loaded once the table is shown.
    """
    assets = assets_in(PAGES)
    files = [assets.sent(file).body for file in ("play-all.js", "play-all.css", "forced.css", "icon.svg")]
    sent = [assets.pages["play"].body, *files, packed(felt_of(name, a_table(name, minimum=100, maximum=50_000)))]
    assert b"class Felt" in files[0]
    assert sum(map(len, sent)) < LIGHT


@pytest.mark.parametrize("name", names())
def test_every_spot_says_its_clause_its_limits_and_its_exact_edge(name: str) -> None:
    table = a_table(name, minimum=100, maximum=50_000)
    for screen in felt_of(name, table).felt.screens:
        for spot in screen.spots:
            offer = table.rules.addresses[spot.id].offer
            assert spot.clause == offer.clause
            assert spot.limits
            assert spot.calls == (offer.sleeps is not None)
            written = Fraction(0) if spot.edge == "none" else Fraction(spot.edge.partition(",")[0])
            assert written == edge(table.rules, spot.id if spot.taps else offer.id)


def test_an_edge_is_a_fraction_and_a_percentage() -> None:
    felt = felt_of("star", a_table("star-craps-2016")).felt
    edges = {spot.id: spot.edge for screen in felt.screens for spot in screen.spots}
    assert edges["win-line"] == "7/495, 1.41 %"
    assert edges["dont-come:6"] == "3/220, 1.36 %", "no chip can be added there, so it is the edge of the bet as it was made"
    assert edges["behind-win-line"] == "none"


def test_a_felt_is_drawn_once_for_each_sign() -> None:
    cache, table = FeltCache(), a_table("star-sicbo-2016", minimum=100)
    first = cache.encoded("sicbo", table)
    assert cache.encoded("sicbo", table) is first
    assert cache.encoded("sicbo", a_table("star-sicbo-2016", minimum=500)) != first
    assert b'"/document/sicbo"' in cache.encoded("sicbo", table, "/document/sicbo").body


def test_a_spot_names_the_flat_bet_of_odds_and_the_pieces_of_a_combined_bet() -> None:
    info = felt_of("star", a_table("star-craps-2016"))
    spots = {spot.id: spot for screen in info.felt.screens for spot in screen.spots}
    assert spots["behind-come:6"].rides_on == "come:6"
    assert (spots["horn"].pieces, spots["field"].pieces) == (4, 1)
    assert not info.closes_early
    assert felt_of("aruze", a_table("aruze-craps-2024")).payout_unit == 1
