"""Refusals that name the roles of this floor, and reasons that people give for the journal."""

from command import croupier
from live_floor import Console, LiveFloor

BOXPERSON = "Dora Lee (dealer) may not correct a recorded outcome: that is for boxperson (here: {roles}) (4.4.3)."


def test_a_refusal_names_the_roles_of_this_floor(people: dict[str, Console]) -> None:
    dora = people["dora"]
    refused = dora.order("craps", "CorrectOutcome", round=1, outcome="1-1", why="x")
    assert (refused.status, refused.message) == (403, BOXPERSON.format(roles="supervisor"))
    action = dora.actions("craps")["CorrectOutcome"]
    assert action["why_not"] == BOXPERSON.format(roles="supervisor").removesuffix(" (4.4.3).") + "."
    assert "(here: " not in people["cash"].order("craps", "CorrectOutcome", round=1, outcome="1-1", why="x").message


def test_a_refused_operation_names_the_roles_with_its_duty(people: dict[str, Console]) -> None:
    refused = people["dora"].post("/api/v1/codes", {"kind": "terminal", "label": "x"})
    roles = "supervisor, casino-supervisor, manager"
    assert (refused.status, refused.message) == (403, f"This is for staff with the duty enrol (here: {roles}).")


def test_who_disables_or_revokes_says_why(floor: LiveFloor, people: dict[str, Console]) -> None:
    admin, sue = people["admin"], people["sue"]
    for login in ("tess", "theo"):
        floor.hire(login, f"{login.title()} Gray", "dealer", by=admin)
    assert admin.post("/api/v1/staff/tess/disable", {"why": "lost the badge"}).status == 200
    assert admin.ask("POST", "/api/v1/staff/theo/disable").status == 400
    assert admin.post("/api/v1/staff/theo/disable", {"why": ""}).status == 400
    assert floor.anybody().sign_in("theo").status == 200
    code = sue.post("/api/v1/codes", {"kind": "terminal", "label": "terminal 9"}).body["code"]
    client = floor.anybody().post("/api/v1/clients", {"code": code}).body["client"]
    assert sue.post(f"/api/v1/clients/{client}/revoke").status == 400
    assert sue.post(f"/api/v1/clients/{client}/revoke", {"why": "The screen is broken"}).status == 200
    told = croupier("audit", "tell", floor.journal, "--people").stdout
    assert "disabled the login of Tess Gray (tess): lost the badge." in told
    assert f"revoked the key of terminal 9 ({client}): The screen is broken." in told
