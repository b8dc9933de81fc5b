"""Tickets on a live floor: from a terminal to another, the rest to the cage, once each, and nobody sees a number."""

import contextlib
import json
import secrets
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.journal.address import reader
from live_floor import PASSWORD, Console, LiveFloor, a_name, funded, live_floor, with_drawer
from running import Terminal

CENTS = 10_000


class EnrolledTerminal(Terminal):
    """A terminal of a live floor, with the key that it got for a code."""

    def __init__(self, floor: LiveFloor, by: Console, table: str) -> None:
        self.name = a_name("terminal")
        code = by.post("/api/v1/codes", {"kind": "terminal", "label": self.name, "table": table})
        assert code.status == 200, code
        enrolled = floor.anybody().post("/api/v1/clients", {"code": code.body["code"]})
        self.headers = {"Authorization": f"Bearer {enrolled.body['key']}"}
        super().__init__(floor.port, table, headers=self.headers)


@pytest.fixture
def terminals(floor: LiveFloor, people: dict[str, Console]) -> Generator[list[EnrolledTerminal]]:
    """A terminal at the wheel and one at the craps table, each with a player."""
    found = [EnrolledTerminal(floor, people["sue"], table) for table in ("wheel", "aruze")]
    yield found
    for each in found:
        each.line.close()


def credited(people: dict[str, Console], table: str, seat: str) -> None:
    funded(people["cash"], table, seat, CENTS, by=people["sue"])


def collected(terminal: Terminal) -> dict[str, Any]:
    """The ticket for all credit, once the round lets go of it."""
    while True:
        answer = terminal.say("collect")
        if answer["ok"]:
            return answer["ticket"]
        assert answer["error"] == "cannot-collect", answer
        terminal.until_phase("betting")


def ordered(console: Console, order: str, *, id: str = "", second: object = None, **fields: object) -> Any:
    body: dict[str, object] = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post("/api/v1/cage/orders", body | ({"second": second} if second else {}))


def found(console: Console, number: str) -> Any:
    return console.post("/api/v1/cage/tickets/find", {"number": number})


def balanced(floor: LiveFloor) -> None:
    """The journal says that every ticket is with the tables as it is with the cage."""
    for kind in (InspectionKind.VERIFY, InspectionKind.BALANCE, InspectionKind.RESETTLE):
        findings = inspect(Job(floor.journal, kind), lambda _: None)
        assert findings.holds, findings.sentences


def test_credit_from_one_terminal_to_another_and_the_rest_to_the_cage(
    floor: LiveFloor, people: dict[str, Console], terminals: list[EnrolledTerminal]
) -> None:
    wheel, craps = terminals
    credited(people, "wheel", wheel.seat)
    ticket = collected(wheel)
    assert (ticket["amount"], ticket["table"], ticket["terminal"]) == (CENTS, "wheel", wheel.name)
    assert len(ticket["squares"]) == len(ticket["squares"][0]) == 21
    shown = found(people["cash"], ticket["number"]).body
    assert shown["orders"] == ["PayTicket", "DelayTicket", "WithholdTicket", "VoidTicket"]
    assert shown["ticket"]["state"] == "issued"
    taken = craps.say("ticket", number=ticket["number"])
    assert taken["ok"], taken
    craps.until(lambda message: message["is"] == "event" and "mine" in message and craps.seen["mine"]["credit"] == CENTS)
    again = craps.say("ticket", number=ticket["number"])
    assert (again["error"], again["message"]) == ("ticket-paid", "This ticket has been paid already.")
    rest = collected(craps)
    paid = ordered(people["cash"], "PayTicket", number=rest["number"], identified="passport")
    assert (paid.status, paid.body["ticket"]["state"]) == (200, "paid")
    late = ordered(people["cash"], "PayTicket", number=rest["number"])
    assert (late.status, late.error) == (409, "ticket-paid")
    place = people["cash"].get(f"/api/v1/cage/places/aruze/{craps.seat}").body
    unknown = [people["cash"].get(f"/api/v1/cage/places/{each}") for each in ("nowhere/seat-1", "aruze/nobody", "aruze/%1B")]
    assert [(each.status, each.error) for each in unknown] == [(404, "unknown-table"), *[(404, "unknown-seat")] * 2]
    assert [place["accepted"][0]["serial"], place["printed"][0]["serial"]] == [ticket["serial"], rest["serial"]]
    balanced(floor)


def test_two_insert_it_at_the_same_instant_and_one_gets_it(
    people: dict[str, Console], terminals: list[EnrolledTerminal]
) -> None:
    sold = ordered(people["cash"], "SellTicket", amount=700)
    number = sold.body["printed"]["number"]
    answers: list[bool] = []

    def put_in(terminal: Terminal) -> None:
        answers.append(terminal.say("ticket", number=number)["ok"])

    def pay() -> None:
        answers.append(ordered(people["cash"], "PayTicket", number=number).status == 200)

    threads = [*(threading.Thread(target=put_in, args=(each,)) for each in terminals), threading.Thread(target=pay)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False, False, True]
    for terminal in terminals:
        if terminal.seen["mine"]["credit"]:
            collected(terminal)


def test_a_repeated_wish_prints_one_ticket(people: dict[str, Console], terminals: list[EnrolledTerminal]) -> None:
    """Also after the connection was lost before the answer came."""
    wheel, _ = terminals
    credited(people, "wheel", wheel.seat)
    while not (first := wheel.say("collect", id="once-1"))["ok"]:
        wheel.until_phase("betting")
    assert wheel.say("collect", id="once-1")["ticket"] == first["ticket"]
    sold = ordered(people["cash"], "SellTicket", id="once-2", amount=700)
    assert ordered(people["cash"], "SellTicket", id="once-2", amount=700).body == sold.body
    assert ordered(people["cash"], "SellTicket", id="once-2", amount=701).error == "other-command"


def test_bad_input_is_one_sentence(people: dict[str, Console], terminals: list[EnrolledTerminal]) -> None:
    sold = ordered(people["cash"], "SellTicket", amount=700)
    number: str = sold.body["printed"]["number"].replace(" ", "")
    wrong = number[:-1] + str((int(number[-1]) + 1) % 10)
    for typed, error in ((wrong, "ticket-misread"), ("not a ticket", "ticket-misread"), (number[:-4], "ticket-misread")):
        for answer in (terminals[0].say("ticket", number=typed), found(people["cash"], typed).body):
            assert answer["error"] == error, answer
            assert answer["message"].endswith(".")
    assert ordered(people["cash"], "SellTicket", amount=0).error == "bad-amount"
    assert ordered(people["cash"], "SellTicket", amount=1_000_001).error == "over-ticket-limit"
    by_serial = people["sue"].order(
        "wheel",
        "InsertMoney",
        seat=terminals[0].seat,
        amount=700,
        tender={"way": "ticket", "ticket": sold.body["ticket"]["serial"]},
    )
    assert by_serial.error == "ticket-needed"
    plain = people["sue"].order("wheel", "InsertMoney", seat=terminals[0].seat, amount=700, tender={"way": "ticket"})
    assert plain.error == "ticket-needed"
    staff = people["sue"].post("/api/v1/tables/wheel/tickets", {"id": "by-staff", "seat": terminals[0].seat, "number": number})
    assert staff.status == 200, staff
    collected(terminals[0])


def test_withheld_and_void(floor: LiveFloor, people: dict[str, Console]) -> None:
    """Withheld with or without the number; an inspector is told and reviews it; another person releases it, or two void it."""
    cash, sue = people["cash"], {"login": "sue", "password": PASSWORD}
    sold = ordered(cash, "SellTicket", amount=700).body
    number, serial = sold["printed"]["number"], sold["ticket"]["serial"]
    nobody_shows_it = cash.get(f"/api/v1/cage/tickets/{serial}").body
    assert (nobody_shows_it["orders"], nobody_shows_it["why_not"]) == (
        ["WithholdTicket", "ReprintTicket", "VoidTicket"],
        "It is paid to whoever shows it: type the number on it.",
    )
    assert people["ines"].get(f"/api/v1/cage/tickets/{serial}").status == 403
    assert [cash.get(f"/api/v1/cage/tickets/{wrong}").error for wrong in ("999999", "-1", "x")] == ["ticket-unknown"] * 3

    assert ordered(cash, "WithholdTicket", serial=serial, why="It was stolen").status == 200
    shown = found(cash, number).body
    assert (shown["orders"], shown["why_not"]) == (
        ["GiveTicketNotice"],
        "The payment of this ticket is withheld. "
        "Cass Hill withheld this ticket: another person enters the review, and releases it.",
    )
    for login, console in people.items():
        listed = console.get("/api/v1/cage/unpayable")
        assert listed.status == (403 if login in ("dora", "admin") else 200), login
        if listed.status == 200:
            [file] = [each for each in listed.body if each["serial"] == serial]
            assert (file["by"], file["why"], file["withholding"]["told"]) == ("Cass Hill", "It was stolen", None)
    assert ordered(cash, "GiveTicketNotice", serial=serial, how="Ines, by telephone").status == 200
    assert ordered(cash, "ReleaseTicket", serial=serial, why="It was found").error == "second-person-needed"
    cody = floor.hire("cody", "Cody Ray", "cage", by=people["admin"])
    assert ordered(cody, "ReleaseTicket", serial=serial, why="It was found").body["ticket"]["state"] == "issued"

    assert ordered(cash, "VoidTicket", serial=serial, why="Torn").error == "second-person-needed"
    by_a_clerk = ordered(cash, "VoidTicket", serial=serial, why="Torn", second=sue | {"login": "cody"})
    assert by_a_clerk.status == 403
    assert by_a_clerk.message.endswith("for staff with the duty disable (here: supervisor, casino-supervisor, manager).")
    assert ordered(cash, "VoidTicket", serial=serial, why="Torn", second=sue).body["ticket"]["state"] == "void"
    assert ordered(cash, "PayTicket", number=number).error == "ticket-void"
    assert found(cash, number).body["orders"] == ["SettleTicket"]
    paid = ordered(cash, "SettleTicket", serial=serial, to="pay", identified="passport", why="Both halves", second=sue)
    assert (paid.body["ticket"]["state"], paid.body["ticket"]["by"]) == ("paid", "Cass Hill and Sue Park")


def test_a_ticket_that_was_not_printed_is_printed_again(people: dict[str, Console]) -> None:
    cash, second = people["cash"], {"login": "sue", "password": PASSWORD}
    sold = ordered(cash, "SellTicket", amount=700).body
    again = ordered(cash, "ReprintTicket", id="again", serial=sold["ticket"]["serial"], why="No paper", second=second)
    assert again == ordered(cash, "ReprintTicket", id="again", serial=sold["ticket"]["serial"], why="No paper", second=second)
    assert ordered(cash, "PayTicket", number=sold["printed"]["number"]).error == "ticket-void"
    assert ordered(cash, "PayTicket", number=again.body["printed"]["number"], method="cheque").status == 200


def test_rights_and_secrets(floor: LiveFloor, people: dict[str, Console]) -> None:
    sold = ordered(people["cash"], "SellTicket", amount=700).body
    number = sold["printed"]["number"].replace(" ", "")
    for login, console in people.items():
        assert ordered(console, "PayTicket", number="1").status == (409 if login == "cash" else 403), login
        seen = [console.get(path) for path in ("/api/v1/cage", "/api/v1/cage/tickets")]
        assert {each.status for each in seen} == ({200} if login in ("cash", "ines", "hal") else {403}), login
        assert not any(number in json.dumps(each.body).replace(" ", "") for each in seen)
    with contextlib.closing(reader(floor.journal)) as journal:
        assert not any(number[2:16].encode() in line.body for stream in journal.heads() for line in journal.lines(stream))
    owed = people["ines"].get("/api/v1/cage").body["liability"]["tickets"]
    assert owed == people["ines"].get("/api/v1/cage/report").body["outstanding"] >= 700
    assert people["sue"].get("/api/v1/cage/report").status == 403
    assert (
        ordered(people["cash"], "ChangeTicketRules", rules={"days": 30}, second={"login": "max", "password": PASSWORD}).status
        == 403
    )
    changed = ordered(people["mia"], "ChangeTicketRules", rules={"days": 30}, second={"login": "max", "password": PASSWORD})
    assert changed.status == 200, changed
    assert people["cash"].get("/api/v1/cage").body["rules"]["days"] == 30


def test_tickets_survive_a_kill(folder: Path) -> None:
    """A collect that was answered is there afterwards, and the same id prints no second ticket."""
    with live_floor(folder, tables=["wheel"]) as floor:
        administrator = floor.administrator()
        sue = floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        cash = with_drawer(floor.hire("cash", "Cass Hill", "cage", by=administrator), "sue")
        wheel = EnrolledTerminal(floor, sue, "wheel")
        funded(cash, "wheel", wheel.seat, CENTS, by=sue)
        while not (answer := wheel.say("collect", id="once"))["ok"]:
            wheel.until_phase("betting")
        floor.kill()
        floor.start()
        for console in (sue, cash):
            console.port = floor.port
        assert sue.sign_in("sue").status == cash.sign_in("cash").status == 200
        again = Terminal(floor.port, "wheel", wheel.key, headers=wheel.headers)
        assert again.say("collect", id="once")["ticket"] == answer["ticket"]
        assert ordered(cash, "PayTicket", number=answer["ticket"]["number"]).status == 200
        assert cash.get("/api/v1/cage").body["issued"] == 2, "the one that was sold, and the one that was printed"
        again.line.close()
        floor.stop()
        balanced(floor)


def test_whoever_may_put_no_ticket_in_learns_nothing_about_its_number(people: dict[str, Console]) -> None:
    """Neither whether there is such a ticket, nor what became of it."""
    number = ordered(people["cash"], "SellTicket", amount=700).body["printed"]["number"]
    for login in ("cash", "ines", "admin"):
        asked = [
            people[login].post("/api/v1/tables/wheel/tickets", {"id": f"look-{each[-4:]}", "seat": "ann", "number": each})
            for each in (number, "1" * 20)
        ]
        assert {(each.status, each.error, each.message) for each in asked} == {(403, asked[0].error, asked[0].message)}
