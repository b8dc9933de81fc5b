"""A terminal is a place: its stacker is one box, its tickets are its own, and people read its name, whoever plays there."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from live_floor import PASSWORD, PATIENCE, Console, LiveFloor, a_name
from running import Terminal
from server.api.test_cage import balanced, found
from server.api.test_count_room import room
from server.api.test_lying_devices import TABLE, Machine

MIA = {"login": "mia", "password": PASSWORD}


@pytest.fixture
def machine(floor: LiveFloor, people: dict[str, Console]) -> Machine:
    return Machine(floor, people)


def plays_and_leaves(machine: Machine, note: int) -> str:
    """A player puts a note in, collects and leaves: the number of the ticket."""
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", a_name("note"), value=note)[0]
        ticket = machine.collects(line)
        line.say("printed", serial=ticket["serial"])
        while not machine.page.say("leave")["ok"]:
            machine.page.until_phase("betting")
    assert ticket["terminal"] == machine.page.name
    return ticket["number"]


def sits_again(floor: LiveFloor, machine: Machine) -> None:
    """The next player opens the page of the same terminal."""
    seat, key = machine.page.seat, machine.page.headers
    machine.page.line.close()
    Terminal.__init__(machine.page, floor.port, TABLE, headers=key)
    assert machine.page.seat != seat, "another player has another seat"


def test_three_players_at_one_terminal_make_one_box(floor: LiveFloor, people: dict[str, Console], machine: Machine) -> None:
    name, sue = machine.page.name, people["sue"]
    numbers = [plays_and_leaves(machine, 1_000)]
    sits_again(floor, machine)
    numbers.append(plays_and_leaves(machine, 2_000))
    sits_again(floor, machine)
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", a_name("note"), value=5_000)[0]
    forms = [form["values"]["stacker"] for form in sue.actions(TABLE)["PullBox"]["forms"]]
    assert forms.count(name) == 1
    pulled = sue.order(TABLE, "PullBox", stacker=name, second=MIA)
    assert pulled.status == 200, pulled
    boxes = [each for each in room(people["cash"])["boxes"] if each["place"] == f"{TABLE}/{name}"]
    assert len(boxes) == 1, "one cassette is one box"
    for number in numbers:
        assert found(people["cash"], number).body["ticket"]["place"] == f"{TABLE}/{name}"
    audit = people["ines"].get(f"/api/v1/cage/places/{TABLE}/{name.replace(' ', '%20')}").body
    assert [ticket["amount"] for ticket in audit["printed"]] == [2_000, 1_000], "the last tickets of the terminal"
    assert audit["meters"]["stacked"] == {}, "the box was pulled"
    report = people["ines"].post("/api/v1/reports/terminals", {"period": "life", "terminal": name}).body
    money = dict(zip([each["title"] for each in report["columns"]], report["rows"][0], strict=True))
    assert (len(report["rows"]), money["Terminal"]) == (1, f"{TABLE}/{name}"), "three visits are one row"
    assert (money["Notes in"], money["Tickets out"], money["Left with players"]) == (8_000, 3_000, 5_000)
    assert (money["Boxes pulled"], money["In the stacker at the end"], money["Win"]) == (8_000, 0, 0)
    machine.page.line.close()
    balanced(floor)


def test_the_stacker_of_a_revoked_terminal_is_pulled(floor: LiveFloor, people: dict[str, Console], machine: Machine) -> None:
    name, sue = machine.page.name, people["sue"]
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", a_name("note"), value=5_000)[0]
    assert sue.post(f"/api/v1/clients/{machine.client}/revoke", {"why": "It was moved."}).status == 200
    pulled = sue.order(TABLE, "PullBox", stacker=name, second=MIA)
    assert pulled.status == 200, pulled
    (box,) = [each for each in room(people["cash"])["boxes"] if each["place"] == f"{TABLE}/{name}"]
    assert box["counted"] is None
    balanced(floor)


def test_a_terminal_has_a_name_of_its_own(people: dict[str, Console], machine: Machine) -> None:
    wanted = {"kind": "terminal", "label": machine.page.name.upper(), "table": TABLE}
    taken = people["sue"].post("/api/v1/codes", wanted)
    assert (taken.status, taken.error) == (409, "name-taken"), taken
    assert people["sue"].post("/api/v1/codes", {**wanted, "label": "seat-1"}).error == "bad-name"
    assert people["sue"].post(f"/api/v1/clients/{machine.client}/revoke", {"why": "It is replaced."}).status == 200
    assert people["sue"].post("/api/v1/codes", wanted).status == 200, "what takes its place has its name"
    machine.page.line.close()


def test_money_devices_belong_to_a_terminal_of_one_table(people: dict[str, Console], floor: LiveFloor) -> None:
    """Else one cassette would have the notes of several tables."""
    code = people["sue"].post("/api/v1/codes", {"kind": "terminal", "label": a_name("terminal")}).body["code"]
    client = floor.anybody().post("/api/v1/clients", {"code": code}).body["client"]
    refused = people["sue"].post("/api/v1/codes", {"kind": "money-devices", "label": "devices", "terminal": client})
    assert refused.status == 409
    assert refused.message.endswith("may play at any table, and a machine that takes notes has one: enrol it for that.")


def test_a_clerk_reads_the_name_of_a_terminal_with_a_hand_pay(people: dict[str, Console], machine: Machine) -> None:
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", a_name("note"), value=2_000)[0]
        ticket = machine.collects(line)
        line.say("not-printed", serial=ticket["serial"], detail="The paper is out.")
        (waits,) = until(lambda: waiting_at(people["cash"], machine.seat))
    assert (waits["terminal"], waits["amount"]) == (machine.page.name, 2_000)
    machine.page.line.close()


def test_staff_read_the_name_of_a_terminal_wherever_its_seat_is_named(people: dict[str, Console], machine: Machine) -> None:
    name, seat, sue = machine.page.name, machine.seat, people["sue"]
    both = f"{name} ({seat})"
    with machine.line(faults=["paper-low"]) as line:
        line.until("slot")
        view = sue.get(f"/api/v1/tables/{TABLE}").body
        assert next(each["terminal"] for each in view["seats"] if each["seat"] == seat) == name
        assert view["devices"][seat]["terminal"] == name
        told = [words for each in sue.get(f"/api/v1/tables/{TABLE}/events").body for words in each["words"] if seat in words]
        assert any(words.startswith(f"{both} sits down") for words in told), told
        assert all(both in words for words in told), "no sentence has the seat alone"
        lock = sue.actions(TABLE)["LockTerminal"]
        assert both in [form["words"] for form in lock["forms"] if form["values"].get("seat") == seat]
        refused = sue.order(TABLE, "UnlockTerminal", seat=seat, why="Nothing is wrong.")
        assert both in refused.message, refused
        assert f"{both}: the printer is low on paper" in sue.get("/floor.json").body["faults"][TABLE]
    machine.page.line.close()


def test_terminals_show_who_sits_whether_they_are_there_and_their_money(people: dict[str, Console], machine: Machine) -> None:
    def shown(client: str) -> dict[str, Any]:
        return next(each for each in people["sue"].get("/api/v1/clients").body if each["client"] == client)

    devices = next(each["client"] for each in people["sue"].get("/api/v1/clients").body if each["terminal"] == machine.client)
    assert (shown(machine.client)["connected"], shown(devices)["connected"]) == (True, False)
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", a_name("note"), value=5_000)[0]
        its = shown(machine.client)
        assert (its["playing_at"], its["seat"], its["money"]) == (TABLE, machine.seat, 5_000)
        assert shown(devices)["connected"]
    machine.page.line.close()
    until(lambda: [] if shown(machine.client)["connected"] else [shown(machine.client)])
    assert shown(machine.client)["money"] == 5_000, "it is offline, and the money is still there"


def waiting_at(console: Console, seat: str) -> list[dict[str, Any]]:
    return [each for each in console.get("/api/v1/cage/hand-pays").body["waiting"] if each["seat"] == seat]


def until(look: Callable[[], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Look until something is found."""
    deadline = monotonic() + PATIENCE
    while not (found := look()):
        assert monotonic() < deadline
    return found
