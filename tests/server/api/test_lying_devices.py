"""Money devices that lie, contradict themselves and flood: nothing is lost or doubled, and nobody else is harmed."""

import json
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.cage.numbers import PRIME, as_digits
from live_floor import Console, LiveFloor
from patience import PATIENCE
from running import Terminal
from server.api.test_cage import EnrolledTerminal, balanced, found, ordered
from server.api.test_money_devices import enrolled, newest_terminal

TABLE = "wheel"
AT_ONCE, CONNECTIONS = 80, 60
"""Together more messages than devices may send, each time as many as are read without a pause."""


@pytest.fixture(scope="module", autouse=True)
def books(floor: LiveFloor) -> Generator[None]:
    """Whatever was said, every account adds up afterwards, and every ticket is with the tables as it is with the cage."""
    yield
    balanced(floor)


class Machine:
    """The page of a terminal, and a program with the key of its money devices that says whatever it likes."""

    def __init__(self, floor: LiveFloor, people: dict[str, Console]) -> None:
        self.page = EnrolledTerminal(floor, people["sue"], TABLE)
        self.client, self.seat = newest_terminal(people), self.page.seat
        self.headers = enrolled(floor, people["sue"], self.client)
        self._address = f"ws://127.0.0.1:{floor.port}/ws/{TABLE}/money"

    @contextmanager
    def line(self, **hello: object) -> "Generator[Line]":
        """A connection of the devices."""
        with connect(self._address, additional_headers=self.headers) as connection:
            line = Line(connection)
            line.say("hello", **hello)
            yield line

    def collects(self, line: "Line") -> dict[str, Any]:
        """The ticket that the printer is told to print for all credit."""
        while not (answer := self.page.say("collect"))["ok"]:
            assert answer["error"] == "cannot-collect", answer
            self.page.until_phase("betting")
        return line.until("print")["ticket"]


class Line:
    """What devices say on one connection, and what they are told."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, say: str, **fields: object) -> None:
        self.connection.send(json.dumps({"say": say, **fields}))

    def until(self, kind: str, **wanted: object) -> dict[str, Any]:
        """Listen until this is told."""
        while True:
            told: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE))
            if told["is"] == kind and all(told[name] == value for name, value in wanted.items()):
                return told

    def done(self, say: str, id: str, **what: object) -> tuple[bool, str, str]:
        """Say that an item is stacked or given back, and return the answer."""
        self.say(say, id=id, **what)
        told = self.until("done", id=id)
        return told["ok"], told["error"], told["message"]


OK = (True, "", "")
PAID = (False, "ticket-paid", "This ticket has been paid already.")


def sold(people: dict[str, Console], amount: int) -> str:
    """The number of a ticket that the cage has sold."""
    return ordered(people["cash"], "SellTicket", amount=amount).body["printed"]["number"]


def test_a_note_and_a_ticket_are_credited_once_however_often_they_are_claimed(
    floor: LiveFloor, people: dict[str, Console]
) -> None:
    machine, number = Machine(floor, people), sold(people, 700)
    with machine.line() as line:
        line.until("slot")
        for _ in range(3):
            assert line.done("note-stacked", "n1", value=5_000) == OK
        assert line.done("note-stacked", "n1", value=10_000)[:2] == (False, "other-command")
        assert line.done("ticket-stacked", "n1", number=number)[:2] == (False, "other-command")
        # It is stacked before it was read, then given back, then read, then stacked as another item.
        assert line.done("ticket-stacked", "t1", number=number) == OK
        assert line.done("ticket-returned", "t1", number=number)[1] == "ticket-not-here"
        line.say("ticket", id="t2", number=number)
        assert line.until("verdict", id="t2") == {"is": "verdict", "id": "t2", "take": False, "message": PAID[2]}
        assert line.done("ticket-stacked", "t2", number=number) == PAID
        assert line.done("ticket-stacked", "t1", number=number) == OK, "the answer of the first time"
    with machine.line() as line:  # as after a power cut, in another order
        line.until("slot")
        assert line.done("ticket-stacked", "t1", number=number) == OK
        assert line.done("note-stacked", "n1", value=5_000) == OK
        ticket = machine.collects(line)
        assert ticket["amount"] == 5_700
        line.say("printed", serial=ticket["serial"])
    machine.page.line.close()
    assert ordered(people["cash"], "PayTicket", number=ticket["number"]).status == 200


LOOKED_AT = (False, "terminal-faulty", "This note is not credited until an attendant has looked at the machine.")


def credit_of(machine: Machine, line: Line) -> int:
    """Everything that was credited at a machine, as it comes out on a ticket."""
    ticket = machine.collects(line)
    line.say("printed", serial=ticket["serial"])
    machine.page.line.close()
    return ticket["amount"]


def alarms(floor: LiveFloor, machine: Machine) -> bool:
    """Whether the floor shows the alarm of this machine."""
    meaning = "the acceptor stacked a note other than the one that it was allowed to take"
    return f"{machine.page.name} ({machine.seat}): {meaning}" in floor.anybody().get("/floor.json").body["faults"][TABLE]


@pytest.mark.parametrize(("read", "stacked"), [(1_000, 10_000), (10_000, 1_000)])
def test_a_note_that_is_stacked_as_another_one_is_an_alarm(
    floor: LiveFloor, people: dict[str, Console], read: int, stacked: int
) -> None:
    machine = Machine(floor, people)
    with machine.line() as line:
        line.say("note", id="n1", value=read)
        assert line.until("verdict", id="n1")["take"]
        line.say("note-stacked", id="n1", value=stacked)
        closed = line.until("slot", tickets=False)
        assert closed["why"].startswith("This machine needs an attendant: the acceptor stacked a note")
        assert line.until("done", id="n1")["ok"]
        assert line.done("note-stacked", "n1", value=stacked) == OK, "the answer of the first time"
        shown = people["sue"].get(f"/api/v1/tables/{TABLE}").body["devices"][machine.seat]
        assert (shown["faults"], alarms(floor, machine)) == (["note-doubted"], True)
        line.say("note", id="n2", value=500)
        assert not line.until("verdict", id="n2")["take"]
        line.say("state", faults=[])  # the devices cannot end it
        cleared = people["sue"].order(
            TABLE, "ClearDeviceFault", seat=machine.seat, fault="note-doubted", why="The acceptor was changed."
        )
        assert (cleared.status, alarms(floor, machine)) == (200, False)
        line.until("slot", tickets=True)
        assert credit_of(machine, line) == 1_000
    events = [str(row) for row in people["ines"].post("/api/v1/reports/events", {"period": "life"}).body["rows"]]
    dollars = {1_000: "$10.00", 10_000: "$100.00"}
    sentence = f"A note was read as {dollars[read]}, and stacked as {dollars[stacked]}."
    assert len([each for each in events if sentence in each and machine.seat in each]) == 1, events


def test_notes_that_nobody_allowed_credit_nothing_over_the_ceiling(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine = Machine(floor, people)
    with machine.line() as line:
        line.until("slot")
        answers = [line.done("note-stacked", f"n{number}", value=10_000) for number in range(60)]
        credited = answers.count(OK)
        assert 0 < credited < 60
        assert answers == [OK] * credited + [LOOKED_AT] * (60 - credited)
        assert alarms(floor, machine)
        assert line.done("note-stacked", "small", value=500) == LOOKED_AT, "nobody has looked yet"
        assert credit_of(machine, line) == credited * 10_000 <= 500_000


@pytest.mark.parametrize("value", [700, 10**9])
def test_a_note_that_is_to_be_given_back_or_does_not_exist_is_not_stacked(
    floor: LiveFloor, people: dict[str, Console], value: int
) -> None:
    machine = Machine(floor, people)
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", "n1", value=value) == LOOKED_AT
        assert alarms(floor, machine)
        line.say("note", id="n2", value=2_000)
        assert not line.until("verdict", id="n2")["take"]
        assert line.done("note-stacked", "n2", value=2_000) == LOOKED_AT
        assert (
            people["sue"].order(TABLE, "ClearDeviceFault", seat=machine.seat, fault="note-doubted", why="Seen.").status == 200
        )
        assert line.done("note-stacked", "n2", value=2_000)[:2] == (False, "other-command"), "nobody has credited it since"
        assert line.done("note-stacked", "n3", value=500) == OK
        assert credit_of(machine, line) == 500


@pytest.mark.parametrize("say", ["ticket", "ticket-stacked", "ticket-returned"])
def test_a_reader_that_guesses_numbers_is_made_to_wait(floor: LiveFloor, people: dict[str, Console], say: str) -> None:
    machine, good = Machine(floor, people), sold(people, 700)
    words = "Too many numbers were tried at this terminal. Wait a minute."
    with machine.line() as line:
        line.say("ticket", id="good", number=good)
        assert line.until("verdict", id="good")["take"]
        for number in range(60):
            line.say(say, id=f"t{number}", number=f"{number:020}")
        answers = [line.until("verdict" if say == "ticket" else "done", id=f"t{number}")["message"] for number in range(60)]
        assert 25 <= answers.index(words) <= 30
        assert answers.count(words) >= 25
        assert line.done("ticket-stacked", "good", number=good) == OK, "a ticket in the reader is no guess"
        assert line.done("ticket-stacked", "good", number=good) == OK
    with machine.line() as line:
        line.until("slot")
        line.say(say, id="again", number="1" * 20)
        assert line.until("verdict" if say == "ticket" else "done", id="again")["message"] == words
        assert credit_of(machine, line) == 700


def test_numbers_that_are_no_ticket_are_refused_in_one_sentence(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine, good = Machine(floor, people), sold(people, 700)
    misread = "That is not the number of a ticket: a digit is wrong or missing."
    digits = as_digits(good)
    other_house = int(f"{(int(digits[:2]) + 1) % 100:02}{digits[2:16]}0000")
    of_another_house = f"{other_house + -other_house % PRIME:020}"
    with_wrong_digit = f"{digits[:-1]}{(int(digits[-1]) + 1) % 10}"
    with machine.line() as line:
        line.until("slot")
        for wrong in ("", "x", good[:-1], with_wrong_digit, "٣" * 20, "-" * 64):
            assert line.done("ticket-stacked", f"w-{len(wrong)}-{wrong[-1:]}", number=wrong) == (
                False,
                "ticket-misread",
                misread,
            )
        ok, error, message = line.done("ticket-stacked", "other", number=of_another_house)
        assert (ok, error) == (False, "ticket-of-another-house"), message
        assert found(people["cash"], good).body["ticket"]["state"] == "issued"
    machine.page.line.close()


def test_a_printer_that_contradicts_itself_prints_no_money(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine, bystander = Machine(floor, people), Machine(floor, people)
    with machine.line() as line, bystander.line() as other:
        line.until("slot")
        other.until("slot")
        assert line.done("note-stacked", "n1", value=2_000) == OK
        ticket = machine.collects(line)
        other.say("not-printed", serial=ticket["serial"])  # the ticket of another machine
        other.say("printed", serial=ticket["serial"])
        line.say("printed", serial=ticket["serial"] + 1)
        line.say("not-printed", serial=ticket["serial"], detail="Torn.")
        line.say("printed", serial=ticket["serial"])
        line.say("not-printed", serial=ticket["serial"])
        line.until("slot", tickets=False)
        paper = ordered(people["cash"], "PayTicket", number=ticket["number"])
        assert (paper.error, paper.message) == ("ticket-paid", "This ticket has been paid already.")
        audit = people["cash"].get(f"/api/v1/cage/places/{TABLE}/{machine.seat}").body
        assert audit["devices"]["printing"] is None
        waits = [each for each in people["cash"].get("/api/v1/cage/hand-pays").body["waiting"] if each["seat"] == machine.seat]
        assert [each["amount"] for each in waits] == [2_000]
        assert people["sue"].order(TABLE, "TakeBackHandPay", seat=machine.seat).status == 200
        again = machine.collects(line)
        assert (again["amount"], again["serial"] > ticket["serial"]) == (2_000, True)
        line.say("printed", serial=again["serial"])
    assert ordered(people["cash"], "PayTicket", number=again["number"]).status == 200
    machine.page.line.close()
    bystander.page.line.close()


def test_a_ticket_that_the_printer_never_confirms(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine = Machine(floor, people)
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", "n1", value=2_000) == OK
        ticket = machine.collects(line)
    assert ordered(people["cash"], "PayTicket", number=ticket["number"]).status == 200, "the player has the paper"
    with machine.line() as line:
        assert line.until("print")["ticket"] == ticket
        line.say("not-printed", serial=ticket["serial"])
        stuck = machine.page.say("leave")
        words = f"Ticket {ticket['serial']} is still in your printer; if it stays there, ask an attendant."
        assert (stuck["error"], stuck["message"]) == ("cannot-collect", words)
    named = {"seat": machine.seat, "ticket": ticket["serial"]}
    taken_back = people["sue"].order(TABLE, "TakeBackUnprinted", **named, why="The printer says so.")
    assert (taken_back.error, taken_back.message) == ("ticket-not-here", f"Ticket {ticket['serial']} is paid: it did come out.")
    assert people["sue"].order(TABLE, "ConfirmPrinted", **named).status == 200
    assert machine.page.say("leave")["ok"]
    machine.page.line.close()


def test_devices_speak_for_their_own_terminal_as_long_as_it_is_enrolled(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine, victim = Machine(floor, people), Machine(floor, people)
    with machine.line(key=victim.page.key) as line:
        assert line.until("welcome")["seat"] == machine.seat
        assert people["mia"].post(f"/api/v1/clients/{machine.client}/revoke", {"why": "It was stolen."}).status == 200
        told = line.until("goodbye")
        assert told == {"is": "goodbye", "why": "The key of the terminal of these devices was revoked.", "final": True}
    with pytest.raises(InvalidStatus) as refused, machine.line():
        pass
    assert refused.value.response.status_code == 401
    assert refused.value.response.body == b"The key of the terminal of these devices was revoked.\n"
    with victim.line() as line:
        assert line.until("welcome")["seat"] == victim.seat
    victim.page.line.close()


def test_what_no_device_says_ends_its_connection_and_credits_nothing(floor: LiveFloor, people: dict[str, Console]) -> None:
    machine = Machine(floor, people)
    wrong: tuple[dict[str, object], ...] = (
        *({"say": "note-stacked", "id": "n1", "value": value} for value in (-5_000, 0, 10**18, 50.5, "5000", None)),
        *({"say": "note-stacked", "id": id, "value": 5_000} for id in ("", "x" * 65, "a\nb", 7)),
        {"say": "note-stacked", "id": "n1", "value": 5_000, "seat": "ann"},
        {"say": "printed", "serial": -1},
        {"say": "state", "faults": ["paper-out"] * 100},
    )
    for message in wrong:
        with machine.line() as line:
            line.until("slot")
            line.connection.send(json.dumps(message))
            assert line.until("goodbye")["why"].startswith("This was not understood: "), message
    with machine.line() as line:
        line.until("slot")
        assert line.done("note-stacked", "n1", value=500) == OK, "nothing has used up the id"
        ticket = machine.collects(line)
        assert ticket["amount"] == 500
        line.say("printed", serial=ticket["serial"])
    machine.page.line.close()


def test_whoever_guesses_numbers_of_cards_and_tickets_is_made_to_wait(floor: LiveFloor, people: dict[str, Console]) -> None:
    guesser, neighbour = Machine(floor, people).page, Machine(floor, people).page
    tries = (guesser.say(say, number="1111 1111 1111 1111") for say in ("card", "ticket") * 100)
    refused = next(answer for answer in tries if answer["error"] not in ("card-misread", "ticket-misread"))
    words = "Too many numbers were tried at this terminal. Wait a minute."
    assert (refused["error"], refused["message"]) == ("too-fast", words)
    assert guesser.say("leave")["ok"]
    again = Terminal(floor.port, TABLE, headers=guesser.headers)
    assert again.seat != guesser.seat
    assert "too-fast" in [again.say("card", number="1111 1111 1111 1111")["error"] for _ in range(10)]
    again.line.close()
    assert neighbour.say("ticket", number=sold(people, 700))["ok"]
    for page in (guesser, neighbour):
        page.line.close()


def test_a_flood_is_cut_off_and_new_connections_do_not_renew_the_allowance(
    floor: LiveFloor, people: dict[str, Console]
) -> None:
    machine, neighbour = Machine(floor, people), Machine(floor, people)
    with neighbour.line() as other:
        other.until("slot")
        end = next((why for _ in range(CONNECTIONS) if (why := flooded(machine))), None)
        assert end == "Money devices do not report so often."
        assert other.done("note-stacked", "n1", value=500) == OK
        ticket = neighbour.collects(other)
        assert ticket["amount"] == 500
        other.say("printed", serial=ticket["serial"])
    refused = floor.anybody().get("/metrics").body
    assert 'limit="messages-per-second"' in refused
    machine.page.line.close()
    neighbour.page.line.close()


def flooded(machine: Machine) -> str:
    """Say as much as a connection is read at once, and return why it was ended; empty if everything was answered."""
    with machine.line() as line:
        with suppress(ConnectionClosed):  # it may be ended before everything is said
            for _ in range(AT_ONCE):
                line.say("note", id="n", value=1)
        for _ in range(AT_ONCE):
            while (told := json.loads(line.connection.recv(timeout=PATIENCE)))["is"] != "verdict":
                if told["is"] == "goodbye":
                    return told["why"]
    return ""
