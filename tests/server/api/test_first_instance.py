"""SB 9.12: a games supervisor of the table decides a dispute first; a casino supervisor does only if none is there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from live_floor import CASH, Console, LiveFloor, live_floor

OTHER = """
time_zone = "UTC"

[[tables]]
name = "dragon"
ruleset = "star-sicbo-2016"
confirmed = ["SB-01", "SB-12"]
sign = { minimum = "$5", maximum = "$500" }
"""
"""Another Sic Bo table."""

DECISION = {"decision": "It stands.", "why": "The camera shows it."}


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[LiveFloor]:
    with live_floor(tmp_path, tables=("sicbo", "craps"), more=OTHER) as running:
        yield running


@pytest.fixture
def carl(floor: LiveFloor) -> Console:
    """A casino supervisor. Ann and Bob have a dispute each."""
    console = floor.hire("carl", "Carl Voss", "casino-supervisor", by=floor.administrator())
    for seat in ("ann", "bob"):
        assert console.order("sicbo", "TakeSeat", seat=seat, chips=10_000, tender=CASH).status == 200
        assert console.order("sicbo", "OpenDispute", seat=seat, about="The payment").status == 200
    return console


def test_9_12_a_casino_supervisor_waits_for_a_games_supervisor_who_is_signed_in(floor: LiveFloor, carl: Console) -> None:
    sue = floor.hire("sue", "Sue Park", "supervisor", by=floor.administrator())
    refused = carl.order("sicbo", "HearDispute", dispute=1, **DECISION)
    sentence = "Sue Park (games supervisor) is here, and is the first to decide a dispute."
    assert (refused.status, refused.message) == (409, f"{sentence[:-1]} (9.12).")
    action = carl.actions("sicbo")["HearDispute"]
    assert (action["open"], action["why_not"]) == (False, sentence)
    assert sue.order("sicbo", "HearDispute", dispute=1, **DECISION).status == 200
    assert carl.order("sicbo", "ReviewDispute", dispute=1, decision="It stands.").status == 200
    assert sue.ask("DELETE", "/api/v1/session").status == 200
    assert carl.actions("sicbo")["HearDispute"]["open"]
    assert carl.order("sicbo", "HearDispute", dispute=2, **DECISION).status == 200


def test_9_12_a_games_supervisor_of_other_tables_is_absent_from_this_one(floor: LiveFloor, carl: Console) -> None:
    administrator = floor.administrator()
    sue, tom = (floor.hire(*each, "supervisor", by=administrator) for each in (("sue", "Sue Park"), ("tom", "Tom Reed")))
    assert sue.order("dragon", "TakeSupervision").status == 200
    named = carl.order("sicbo", "HearDispute", dispute=1, **DECISION)
    assert named.message.startswith("Tom Reed (games supervisor) is here"), "Tom supervises no table, and may come to this one"
    assert tom.order("dragon", "TakeSupervision").status == 200
    assert carl.actions("sicbo")["HearDispute"]["open"] is False, "nobody has the Sic Bo table, nor does Sue any other now"
    assert sue.order("sicbo", "TakeSupervision").status == 200
    assert tom.order("sicbo", "TakeSupervision").status == 200, "one relieves the other"
    assert sue.order("dragon", "TakeSupervision").status == 200
    assert carl.order("sicbo", "HearDispute", dispute=1, **DECISION).message.startswith("Tom Reed (games supervisor) is here")
    assert tom.order("sicbo", "EndSupervision").status == 200
    assert tom.ask("DELETE", "/api/v1/session").status == 200
    assert carl.order("sicbo", "HearDispute", dispute=1, **DECISION).status == 200, "Sue has the other table only"
