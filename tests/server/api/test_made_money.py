"""Nobody alone makes money on a live floor: not by a tender, not by a field that nobody reads."""

from collections.abc import Iterator
from typing import Any

import pytest

from live_floor import PASSWORD, Console, LiveFloor
from server.api.test_cage import EnrolledTerminal, balanced, ordered

NOTES = {"way": "notes", "notes": {"10000": 10}}
MIA = {"login": "mia", "password": PASSWORD}
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


def issued(people: dict[str, Console], **fields: Any) -> dict[str, Any]:
    """A voucher that a clerk has issued and a manager has signed."""
    order: dict[str, Any] = {"kind": "tokens", "amount": 2_500, "conditions": "Tonight.", "why": "A birthday.", **fields}
    answer = ordered(people["cash"], "IssueVoucher", second=MIA, **order)
    assert answer.status == 200, answer
    return answer.body["voucher"]


def test_a_voucher_is_issued_by_two_exchanged_once_and_listed(floor: LiveFloor, people: dict[str, Console]) -> None:
    cash, dora = people["cash"], people["dora"]
    fields: dict[str, Any] = {"kind": "tokens", "amount": 2_500, "why": "A birthday."}
    alone = ordered(cash, "IssueVoucher", **fields)
    assert (alone.status, alone.error) == (409, "second-person-needed")
    assert ordered(cash, "IssueVoucher", second={"login": "cash", "password": PASSWORD}, **fields).status in (403, 409)
    assert ordered(cash, "IssueVoucher", second={"login": "sue", "password": PASSWORD}, **fields).status == 403
    much: dict[str, Any] = fields | {"amount": 10_001}
    over = ordered(cash, "IssueVoucher", second=MIA, **much)
    assert (over.status, over.error) == (409, "over-voucher-limit")
    unknown = ordered(cash, "IssueVoucher", second=MIA, promotion=999, **fields)
    assert (unknown.error, unknown.message) == ("no-such-promotion", "Promotion 999 does not run now.")
    voucher = issued(people)
    assert dora.order("sicbo", "TakeSeat", seat="vera", chips=0).status == 200
    assert dora.actions("sicbo")["ExchangeVoucher"]["open"]
    misread = dora.order("sicbo", "ExchangeVoucher", seat="vera", number=voucher["number"][:-1])
    assert (misread.status, misread.error) == (409, "voucher-misread")
    forged = dora.order(
        "sicbo", "ExchangeVoucher", seat="vera", number="1", voucher={"serial": 1, "way": "tokens", "amount": 9}
    )
    assert forged.status == 400
    for _ in range(2):  # the answer was lost: the same id is carried out once
        assert dora.order("sicbo", "ExchangeVoucher", id="once", seat="vera", number=voucher["number"]).status == 200
    again = dora.order("sicbo", "ExchangeVoucher", seat="vera", number=voucher["number"])
    assert (again.status, again.error) == (409, "voucher-exchanged")
    [vera] = (each for each in dora.get("/api/v1/tables/sicbo").body["seats"] if each["seat"] == "vera")
    assert vera["promotional"] == 2_500, vera
    shown = next(each for each in cash.get("/api/v1/cage/vouchers").body if each["serial"] == voucher["serial"])
    assert (shown["state"], shown["place"], shown["issuer"], shown["second"]) == (
        "exchanged",
        "sicbo/vera",
        "Cass Hill",
        "Mia Brandt",
    )
    assert voucher["number"].replace(" ", "") not in (floor.folder / "floor.sqlite").read_bytes().decode("latin-1")
    assert dora.order("sicbo", "LeaveSeat", seat="vera", tender={"way": "chips"}).status == 200
    balanced(floor)


def test_two_people_set_the_limits_of_vouchers(people: dict[str, Console]) -> None:
    rules = people["mia"].get("/api/v1/cage/rules").body["vouchers"]
    change: dict[str, Any] = {"rules": {**rules, "most": 9_000}}
    assert ordered(people["cash"], "ChangeVoucherRules", second=MIA, **change).status == 403
    max_signs = {"login": "max", "password": PASSWORD}
    assert ordered(people["mia"], "ChangeVoucherRules", second=max_signs, **change).status == 200
    assert people["mia"].get("/api/v1/cage/rules").body["vouchers"]["most"] == 9_000


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
