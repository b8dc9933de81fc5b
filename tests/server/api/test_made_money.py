"""Nobody alone makes money on a live floor: not by a tender, not by a field that nobody reads."""

from collections.abc import Iterator
from typing import Any

import pytest

from live_floor import Console, LiveFloor
from server.api.test_cage import EnrolledTerminal

NOTES = {"way": "notes", "notes": {"10000": 10}}
PROMOTIONAL = tuple({"way": way} for way in ("restricted", "unrestricted", "tokens"))


@pytest.mark.parametrize("login", ["sue", "carl", "mia"])
def test_nobody_puts_notes_or_promotional_credits_on_a_terminal(
    floor: LiveFloor, people: dict[str, Console], login: str
) -> None:
    terminal, person = EnrolledTerminal(floor, people["sue"], "wheel"), people[login]
    for tender in (NOTES, *PROMOTIONAL):
        for given in (
            person.order("wheel", "InsertMoney", seat=terminal.seat, amount=100_000, tender=tender),
            person.order("wheel", "TakeSeat", seat=f"friend of {login}", chips=100_000, tender=tender),
        ):
            assert (given.status, given.error) == (409, "bad-tender" if tender is NOTES else "voucher-needed"), given
    assert not terminal.say("collect")["ok"], "there is nothing to collect"
    offered = person.actions("wheel")
    assert not offered["InsertMoney"]["open"]
    assert offered["InsertMoney"]["why_not"].startswith("Notes, tickets and cards go into the terminal")
    assert (offered["TakeSeat"]["open"], offered["TakeSeat"]["tenders"]) == (True, [])
    terminal.line.close()


def test_a_dealer_gives_no_tokens_of_their_own(people: dict[str, Console]) -> None:
    dora = people["dora"]
    given = dora.order("sicbo", "TakeSeat", seat="eve", chips=5_000_000, tender={"way": "tokens"})
    assert (given.status, given.error) == (409, "voucher-needed")
    assert dora.actions("sicbo")["TakeSeat"]["tenders"] == ["cash", "chips"]


def test_an_unknown_field_in_a_tender_is_refused(people: dict[str, Console]) -> None:
    tender = {"way": "cash", "campaign": "x"}
    given = people["dora"].order("sicbo", "TakeSeat", seat="eve", chips=1_000, tender=tender)
    assert (given.status, given.error) == (400, "malformed"), given
    assert "campaign" in given.message


def test_no_request_has_a_part_in_which_unknown_fields_are_swallowed(floor: LiveFloor) -> None:
    described = floor.anybody().get("/openapi.json").body
    sent = [
        part["application/json"]["schema"]
        for path in described["paths"].values()
        for operation in path.values()
        if (part := operation.get("requestBody", {}).get("content"))
    ]
    assert len(sent) > 20
    swallowing = {name for name, schema in _objects(described, sent) if schema.get("additionalProperties") is None}
    assert swallowing == set()


def _objects(described: dict[str, Any], schemas: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object that is part of these schemas, with its name."""
    waiting, seen = [("", each) for each in schemas], set[str]()
    while waiting:
        name, schema = waiting.pop()
        if reference := schema.get("$ref"):
            named = str(reference).rpartition("/")[2]
            if named not in seen:
                seen.add(named)
                waiting.append((named, described["components"]["schemas"][named]))
            continue
        if schema.get("type") == "object":
            yield name, schema
        parts: list[dict[str, Any]] = [*schema.get("properties", {}).values()]
        parts += [each for key in ("anyOf", "oneOf", "allOf") for each in schema.get(key, ())]
        parts += [schema["items"]] if "items" in schema else []
        waiting += [(name, each) for each in parts]
