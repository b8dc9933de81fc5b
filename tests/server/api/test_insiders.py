"""What an insider tries with a login of their own, over HTTP: nobody alone makes, or hides, a cent."""

import pytest

from live_floor import ADMIN, PASSWORD, Console, LiveFloor
from server.api.test_cage import EnrolledTerminal


def test_an_administrator_makes_no_second_login_alone(floor: LiveFloor, people: dict[str, Console]) -> None:
    admin, mia = people["admin"], {"login": "mia", "password": PASSWORD}
    friend = {"login": "puppet", "name": "Pat Puppet", "roles": ["cage", "supervisor"]}
    asked = {"/api/v1/staff": friend, "/api/v1/staff/sue/reset": {}, "/api/v1/staff/dora/roles": {"roles": ["manager"]}}
    for path, body in asked.items():
        alone = admin.post(path, body)
        assert (alone.status, alone.error) == (409, "second-person-needed"), alone
        myself = admin.post(path, {**body, "second": ADMIN})
        assert (myself.status, myself.error) == (403, "same-person"), myself
        clerk = admin.post(path, {**body, "second": {"login": "cash", "password": PASSWORD}})
        assert (clerk.status, clerk.error) == (403, "not-your-duty"), clerk
    floor.hire("ivo", "Ivo Lind", "supervisor", by=admin)
    guessed = admin.post("/api/v1/staff", {**friend, "second": {"login": "ivo", "password": "wrong wrong wrong"}})
    assert guessed.status == 401, guessed
    concerned = admin.post("/api/v1/staff/sue/reset", {"second": {"login": "sue", "password": PASSWORD}})
    assert (concerned.status, concerned.error) == (403, "not-yourself"), concerned
    assert "puppet" not in {each["login"] for each in admin.get("/api/v1/staff").body}
    assert floor.anybody().sign_in("sue").status == 200, "no password was touched"
    assert admin.post("/api/v1/staff", {**friend, "second": mia}).status == 200


def test_an_administrator_does_not_enable_a_login_of_a_friend_alone(floor: LiveFloor, people: dict[str, Console]) -> None:
    admin, path = people["admin"], "/api/v1/staff/fay/enable"
    floor.hire("fay", "Fay Orr", "manager", by=admin)
    assert admin.post("/api/v1/staff/fay/disable", {"why": "She left."}).status == 200
    alone = admin.post(path, {})
    assert (alone.status, alone.error) == (409, "second-person-needed"), alone
    myself = admin.post(path, {"second": ADMIN})
    assert (myself.status, myself.error) == (403, "same-person"), myself
    assert floor.anybody().sign_in("fay").status == 401
    assert admin.post(path, {"second": {"login": "mia", "password": PASSWORD}}).status == 200
    assert floor.anybody().sign_in("fay").status == 200
    assert admin.post("/api/v1/staff/fay/disable", {"why": "She left again."}).status == 200


@pytest.mark.parametrize("login", ["sue", "carl", "mia"])
def test_nobody_alone_enrols_what_can_bring_money(floor: LiveFloor, people: dict[str, Console], login: str) -> None:
    person = people[login]
    terminal = EnrolledTerminal(floor, person, "wheel")
    mine = next(each["client"] for each in reversed(person.get("/api/v1/clients").body) if each["kind"] == "terminal")
    wanted = {"kind": "money-devices", "label": "my laptop", "terminal": mine}
    alone = person.post("/api/v1/codes", wanted)
    assert (alone.status, alone.error) == (409, "second-person-needed"), alone
    myself = person.post("/api/v1/codes", {**wanted, "second": {"login": login, "password": PASSWORD}})
    assert (myself.status, myself.error) == (403, "same-person"), myself
    dealer = person.post("/api/v1/codes", {**wanted, "second": {"login": "dora", "password": PASSWORD}})
    assert (dealer.status, dealer.error) == (403, "not-your-duty"), dealer
    terminal.line.close()
