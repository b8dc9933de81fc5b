"""Counts are blind: whatever they may read, those who count find no amount of what they are to count, and no sum of it."""

import json
import re
import secrets
from collections.abc import Generator, Iterable, Iterator, Mapping
from time import monotonic, sleep
from typing import Any, cast

import pytest

from croupier.audit.inspection import InspectionKind
from croupier.journal.streams import PRIZE_REGISTER
from croupier.server.blindness import HIDDEN_FROM_COUNTERS
from croupier.testing.money_devices import SimulatedDevices
from live_floor import CASH, PASSWORD, Answer, Console, LiveFloor
from server.api.test_cage import EnrolledTerminal, ordered
from server.api.test_money_devices import enrolled, newest_terminal, plugged
from server.api.test_watching import heard, watch

SUE: dict[str, str] = {"login": "sue", "password": PASSWORD}
NOTES = (10_000, 10_000, 10_000, 5_000, 2_000, 2_000, 500)
STACKED = sum(NOTES)
BOUGHT = 731_900
AGAIN = 43_700
CHIPS = {"50000": 40, "2500": 61, "500": 7}
"""The chips of a fill."""


class Floor:
    """A floor with an uncounted drop box, an uncounted stacker and an uncounted tray."""

    def __init__(self, people: dict[str, Console], terminal: EnrolledTerminal) -> None:
        self.people, self.seat = {**people}, terminal.seat  # a test adds people of its own
        self._read: dict[str, list[tuple[str, Any]]] = {}
        money, takings = (people["mia"].get("/api/v1/tables/sicbo").body[part] for part in ("money", "takings_in_all"))
        self.drop = -money["drop"]
        self.tray = -2 * money["float"] - money["cage"] - (takings["drop"] - self.drop) - money["rack"]
        wheel = people["mia"].get("/api/v1/tables/wheel").body["money"]
        self.stackers = -wheel["stacker"]
        self.pockets = people["ines"].get("/api/v1/cage").body["liability"]["chips"]

    def read_by(self, login: str) -> list[tuple[str, Any]]:
        """Whatever a person may read of it. Each reads once."""
        if login not in self._read:
            self._read[login] = [*read_all(self.people[login], self.seat)]
            assert len(self._read[login]) > 8, "they read something"
        return self._read[login]


@pytest.fixture(scope="module")
def night(floor: LiveFloor, people: dict[str, Console]) -> Generator[Floor]:
    """Two buy-ins in cash and a fill at Sic Bo, and notes in a terminal at the wheel, whose player plays."""
    dora = people["dora"]
    assert dora.order("sicbo", "RequestFill", chips=CHIPS).status == 200
    slips = people["cash"].get("/api/v1/cage/count-room").body["slips"]
    slip = max(each["slip"] for each in slips if each["table"] == "sicbo")
    sent = {"id": secrets.token_hex(6), "order": {"type": "SendFill", "slip": slip}}
    assert people["cash"].post("/api/v1/cage/chips/sicbo", sent).status == 200
    assert dora.order("sicbo", "ReceiveFill", slip=slip, second=SUE).status == 200
    for chips in ({"500": 137}, {"2500": 3}):
        assert ordered(people["cash"], "SellChips", chips=chips).status == 200
    for amount, seat in ((BOUGHT, "nora"), (AGAIN, "nick")):
        assert dora.order("sicbo", "TakeSeat", seat=seat, chips=amount, tender=CASH).status == 200
    terminal = EnrolledTerminal(floor, people["sue"], "wheel")
    simulated = SimulatedDevices()
    with plugged(floor, "wheel", enrolled(floor, people["sue"], newest_terminal(people)), simulated) as devices:
        devices.until("slot")
        for note in NOTES:
            devices.say(*simulated.put_in("note", value=note))
            assert devices.until("done")["ok"]
        yield Floor(people, terminal)
    terminal.line.close()


def amounts(answer: Any) -> Iterator[int]:
    """Every number of an answer, and every amount in its sentences, in cents and without a sign."""
    if isinstance(answer, dict):
        fields = cast("dict[str, Any]", answer)
        yield from amounts([*fields, *fields.values()])
    elif isinstance(answer, list):
        for each in cast("list[Any]", answer):
            yield from amounts(each)
    elif isinstance(answer, str):
        yield from (int(re.sub(r"[,.]", "", each)) for each in re.findall(r"\d[\d,]*\.\d\d(?!\d)", answer))
    elif type(answer) is int:
        yield abs(answer)


def read_all(console: Console, seat: str) -> Iterator[tuple[str, Any]]:
    """Whatever a person may read: every operation that reads, and the sockets of both tables."""
    places = {"{table}": ("sicbo", "wheel"), "{seat}": (seat, "nora"), "{place}": (f"wheel/{seat}", "sicbo")}
    for path, operations in console.get("/openapi.json").body["paths"].items():
        found: list[str] = [path] if "get" in operations else []
        for name, values in places.items():
            found = [each.replace(name, value) for each in found for value in values] if name in path else found
        for each in found:
            answer = console.get(re.sub(r"\{\w+\}", "1", each))
            if answer.status == 200:
                yield each, answer.body
    figures = console.get("/metrics").body
    yield "/metrics", [int(each) for each in re.findall(r"-?\d+$", figures, re.MULTILINE)]
    for table in ("sicbo", "wheel"):
        yield f"/{table}", console.get(f"/staff#{table}").body
        for last in (0, 1):
            with watch(console, table, last=last) as line:
                yield f"/ws/{table}/staff after {last}", heard(line)


def has_ended(console: Console, number: int) -> str:
    """The path of an inspection, once it has ended."""
    one, deadline = f"/api/v1/inspections/{number}", monotonic() + 60
    while console.get(one).body["holds"] is None:
        assert monotonic() < deadline, "it ends"
        sleep(0.05)
    return one


def inspected(
    people: Mapping[str, Console], starters: Iterable[str], tables: Iterable[str]
) -> dict[str, list[tuple[str, Any]]]:
    """What each person reads of inspections: of every kind, of everything and of each part, whoever has started them."""
    scopes: list[str | None] = [None, *tables, PRIZE_REGISTER]
    kinds = [(kind, scope) for kind in InspectionKind for scope in scopes if scope is None or kind is not InspectionKind.VERIFY]
    asked = [(who, kind, scope) for who in starters for kind, scope in kinds]
    read: dict[str, list[tuple[str, Any]]] = {login: [] for login in people}
    for who, kind, scope in asked:
        begun = people[who].post("/api/v1/inspections", {"kind": kind, "table": scope, "round": 0})
        if begun.status != 200:
            continue
        one = has_ended(people[who], begun.body["number"])
        for login, console in people.items():
            for answer in (console.get(one), console.get(f"{one}?export=1"), console.post(f"{one}/stop")):
                if answer.status == 200:
                    read[login].append((f"{kind} of {scope or 'all'} by {who}", answer.body))
    return read


def leaks(night: Floor, login: str, hidden: set[int]) -> list[str]:
    """Where a person may read one of these amounts."""
    read = night.read_by(login)
    return [f"{login} reads {sorted(found)} in {path}" for path, body in read if (found := hidden & {*amounts(body)})]


def test_a_clerk_reads_nothing_of_the_cash_in_boxes(night: Floor) -> None:
    hidden = {BOUGHT, AGAIN, STACKED, night.drop, night.stackers}
    assert leaks(night, "cash", hidden) == []
    audit = night.people["cash"].get(f"/api/v1/cage/places/wheel/{night.seat}").body["meters"]
    hidden = ("notes", "stacked", "turnover", "wins", "corrected_up", "corrected_down")
    assert [audit[name] for name in hidden] == [None] * len(hidden)
    assert "notes" not in audit["brought"]
    events = json.dumps(night.people["cash"].get("/api/v1/tables/wheel/events").body)
    assert '"notes"' not in events


def test_the_metrics_have_no_amount_of_what_is_to_be_counted_and_none_that_tells_it(night: Floor) -> None:
    """Anybody on the machine of the server reads them without a sign-in: as little as all who count together."""
    assert "/metrics" in dict(night.read_by("cash"))
    hidden = {BOUGHT, AGAIN, STACKED, night.drop, night.stackers, night.tray, night.pockets}
    assert not [each for login in ("cash", "mia") for each in leaks(night, login, hidden) if each.endswith("/metrics")]
    published = re.findall(
        r'croupier_money_cents{table="[\w-]+",account="([\w-]+)"}', night.people["cash"].get("/metrics").body
    )
    assert not {*published} & HIDDEN_FROM_COUNTERS
    assert {"drop", "stacker", "float", "cage", "rack", "felt", "house"} <= HIDDEN_FROM_COUNTERS


def test_the_search_finds_what_the_pit_and_inspectors_may_read(night: Floor) -> None:
    """Otherwise the tests beside it could not fail."""
    for login in ("mia", "ines"):
        found = "\n".join(leaks(night, login, {BOUGHT, AGAIN, night.drop, night.stackers}))
        for where in ("/tables/sicbo", "/tables/sicbo/events", "/tables/wheel", "/ws/sicbo/staff"):
            assert f"/{where.lstrip('/')}" in found, (login, where)
    whole = night.people["ines"].get(f"/api/v1/cage/places/wheel/{night.seat}").body["meters"]
    assert whole["stacked"] == {"500": 1, "2000": 2, "5000": 1, "10000": 3}


def test_who_deals_and_works_at_the_cage_does_not_read_the_chips_that_players_have(floor: LiveFloor, night: Floor) -> None:
    """With the float, the fills and the sales, the tray would follow from them once everybody has left."""
    both = floor.hire("both", "Bo Lind", "cage", "dealer", by=night.people["admin"])
    for login, console in (("both", both), ("cash", night.people["cash"])):
        night.people[login] = console
        assert leaks(night, login, {night.pockets}) == []
    assert any("/api/v1/cage/liability" in found for found in leaks(night, "ines", {night.pockets})), "it can be found"


def test_a_dealer_reads_each_entry_at_the_table_and_no_sum(night: Floor) -> None:
    assert leaks(night, "dora", {night.drop, night.tray, night.stackers}) == []
    events = json.dumps(night.people["dora"].get("/api/v1/tables/sicbo/events").body)
    assert "$7,319.00" in events, "a dealer sees the buy-ins at the own table"


def test_nobody_reads_what_the_tray_should_have(night: Floor) -> None:
    for login in ("dora", "cash", "mia", "ines"):
        assert leaks(night, login, {night.tray}) == []


@pytest.mark.parametrize(
    ("login", "table", "order", "fields"),
    [
        ("dora", "sicbo", "CountTray", {"is_opener": True, "chips": {"50000": 1}}),
        ("sue", "sicbo", "CountTray", {"is_opener": True, "chips": {"50000": 1}}),
        ("dora", "sicbo", "RecountTray", {"chips": {"50000": 1}, "why": "A slip."}),
        ("dora", "sicbo", "RequestCredit", {"chips": {"50000": 1}}),
        ("dora", "sicbo", "CreditFloat", {"amount": 100}),
        ("dora", "sicbo", "PullBox", {}),
        ("dora", "sicbo", "EmptyDrop", {"amount": 100}),
        ("sue", "wheel", "EmptyStacker", {"stacker": "seat-1", "notes": {"5000": 1}}),
    ],
)
def test_no_count_and_nothing_that_tells_it_is_previewed(
    people: dict[str, Console], login: str, table: str, order: str, fields: dict[str, object]
) -> None:
    refused = people[login].previewed(table, order, **fields)
    assert (refused.status, refused.error) == (409, "no-preview"), refused


def test_a_preview_of_a_dealer_shows_no_sum(night: Floor) -> None:
    """To buy in for cash changes the drop box. A dealer sees what the player has then."""
    command: dict[str, object] = {"seat": "nora", "amount": 100, "tender": CASH}
    shown = night.people["dora"].previewed("sicbo", "InsertMoney", **command)
    assert [each["of"] for each in shown.body["balances"]] == ["rack"], shown
    whole = night.people["sue"].previewed("sicbo", "InsertMoney", **command)
    assert {each["of"] for each in whole.body["balances"]} == {"rack", "drop"}


def test_a_credit_that_the_tray_does_not_have_is_refused_without_an_amount_and_is_on_record(night: Floor) -> None:
    dora = night.people["dora"]
    asked: dict[str, object] = {"chips": {"50000": 1_000}, "second": SUE}
    refused = dora.order("sicbo", "RequestCredit", id="too-many", **asked)
    assert (refused.status, refused.error) == (409, "short-of-chips")
    assert refused.message == "By the books the tray has not so many chips. The attempt is on record."
    assert dora.order("sicbo", "RequestCredit", id="too-many", **asked).body == refused.body
    told = [each for each in dora.get("/api/v1/tables/sicbo/events").body if each["event"]["type"] == "CreditRefused"]
    assert [each["words"] for each in told] == [
        [
            "Dora Lee (dealer), with Sue Park (games supervisor), requests a credit of 1000 x $500.00, more than the tray has: "
            "refused."
        ]
    ]


def test_those_who_read_the_books_count_no_box(floor: LiveFloor, people: dict[str, Console], night: Floor) -> None:
    assert night
    both = floor.hire("bea", "Bea Moss", "cage", "dealer", by=people["admin"])
    assert people["dora"].order("sicbo", "PullBox", second=SUE).status == 200
    box = people["cash"].get("/api/v1/cage/count-room").body["boxes"][0]["number"]
    refused: Answer = ordered(both, "CountBox", box=box, notes={"5000": 3})
    assert refused.status == 403
    assert refused.message == "Bea Moss works at sicbo or reads its books: somebody else counts its boxes."
