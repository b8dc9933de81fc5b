"""Previews through HTTP: for those who may give the order, and refused as the order would be."""

from pathlib import Path
from typing import Any

import pytest

from live_floor import CASH, TABLES, Answer, Console, LiveFloor, live_floor
from server.api.test_orders import NEEDS, every_role


def previewed(console: Console, table: str, order: str, **fields: Any) -> Answer:
    return console.previewed(table, order, **fields)


@pytest.mark.parametrize("table", ["craps", "sicbo"])
def test_every_role_is_shown_what_it_may_do_and_refused_as_the_order_is(table: str, people: dict[str, Console]) -> None:
    shown = set[str]()
    for login, _ in every_role():
        actions = people[login].actions(table)
        for order, (_, fields) in NEEDS.items():
            answer = previewed(people[login], table, order, **fields)
            assert answer.status in (200, 403, 409), answer
            if actions[order]["reason"] in ("not-your-power", "no-such-power"):
                assert answer.status != 200, (login, order, answer)
            if answer.status == 200:
                shown.add(f"{login} {order}")
    assert {"dora NoteBreach", "carl NoteBreach"} <= shown
    assert not [each for each in shown if each.startswith(("cash", "ines"))]


def test_nobody_previews_without_signing_in_or_at_a_table_where_they_do_not_work(
    floor: LiveFloor, people: dict[str, Console]
) -> None:
    fields: dict[str, Any] = {"seat": "eve", "chips": 100_000}
    assert previewed(floor.anybody(), "craps", "TakeSeat", **fields).status == 401
    assert previewed(people["mia"], "nowhere", "TakeSeat", **fields).status == 404
    for login in ("admin", "cash", "ines"):
        for table in TABLES:
            assert previewed(people[login], table, "TakeSeat", **fields).status == 403
    foreign = people["mia"].ask(
        "POST", "/api/v1/tables/craps/preview", {"command": {"type": "TakeSeat", **fields}}, Origin="http://evil.example"
    )
    assert foreign.status == 403


def test_an_order_is_given_as_it_was_previewed(people: dict[str, Console]) -> None:
    mia = people["mia"]
    assert mia.order("crown", "TakeSeat", seat="vera", chips=20_000, tender=CASH).status == 200
    fields: dict[str, Any] = {"seat": "vera", "amount": 5_000, "tender": CASH}
    shown = previewed(mia, "crown", "InsertMoney", **fields)
    assert shown.status == 200, shown
    balances = {(each["of"], each["seat"]): (each["before"], each["after"]) for each in shown.body["balances"]}
    assert balances["rack", "vera"] == (20_000, 25_000)
    command = {"type": "InsertMoney", **fields}
    for id, digest, status in (("vera-1", "0" * 64, 409), ("vera-2", shown.body["digest"], 200)):
        answer = mia.post("/api/v1/tables/crown/commands", {"id": id, "command": command, "preview": digest})
        assert answer.status == status, answer
    claimed = {"command": command, "by": {"name": "Mia Brandt", "role": "operator"}}
    assert mia.post("/api/v1/tables/crown/preview", claimed).status == 400


def test_of_two_corrections_at_the_same_time_the_second_has_to_look_again(folder: Path) -> None:
    with live_floor(folder, tables=("sicbo",)) as floor:
        administrator = floor.administrator()
        hired = {"dora": "dealer", "sue": "supervisor", "carl": "casino-supervisor"}
        dora, sue, carl = (floor.hire(login, login, role, by=administrator) for login, role in hired.items())
        assert_the_second_has_to_look_again(dora, sue, carl)


def assert_the_second_has_to_look_again(dora: Console, sue: Console, carl: Console) -> None:
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("RelieveDealer", {}),
        ("ShakeDice", {"times": 3}),
        ("OpenBetting", {}),
        ("CloseBetting", {}),
        ("UncoverTumbler", {}),
        ("AnnounceResult", {"numbers": [1, 2, 4], "total": 7}),
        ("EnterOutcome", {"outcome": "1-2-4"}),
    )
    for order, fields in calls:
        answer = dora.order("sicbo", order, **fields)
        assert answer.status == 200, (order, answer)
    round = dora.get("/api/v1/tables/sicbo").body["round"]["number"]
    wishes = {each: {"round": round, "outcome": each, "why": "It was misread."} for each in ("1-2-5", "1-2-6")}
    digests = {each: sue.previewed("sicbo", "CorrectOutcome", **wish).body["digest"] for each, wish in wishes.items()}
    alone = sue.order("sicbo", "CorrectOutcome", **wishes["1-2-5"])
    assert (alone.status, alone.error) == (409, "preview-needed"), alone
    assert sue.order("sicbo", "CorrectOutcome", preview=digests["1-2-5"], **wishes["1-2-5"]).status == 200
    late = carl.order("sicbo", "CorrectOutcome", preview=digests["1-2-6"], **wishes["1-2-6"])
    assert (late.status, late.error) == (409, "other-preview"), late
