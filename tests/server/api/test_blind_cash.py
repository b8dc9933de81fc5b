"""Who may count a drawer or the vault reads nowhere what it should have, nor a sum that tells it, until it is counted."""

import base64
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from live_floor import PASSWORD, Console, live_floor
from server.api.test_blind_counts import amounts, has_ended, inspected, read_all
from server.api.test_cage import ordered
from server.api.test_patrons import carded

SUE: dict[str, str] = {"login": "sue", "password": PASSWORD}
MIA: dict[str, str] = {"login": "mia", "password": PASSWORD}
SALES = {"cass": (13_715, 25_925), "cleo": (7_130,)}
STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "carl": ("Carl Voss", "casino-supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "ines": ("Ines Roy", "inspector"),
    "cass": ("Cass Hill", "cage"),
    "cleo": ("Cleo Diaz", "cage"),
    "both": ("Bo Lind", "cage", "manager"),
    "seer": ("Sam Reed", "supervisor", "inspector"),
}
COUNTERS = ("sue", "carl", "mia", "both", "cass", "cleo", "dora", "admin")
MORE: dict[str, tuple[dict[str, object], ...]] = {
    "liability": ({}, {"by": "table"}, {"table": "cage"}),
    "tickets": ({}, {"by": "day"}, {"table": "cage"}),
    "large": ({}, {"least": 1}, {"least": 1, "table": "cage"}),
}
"""What is asked of reports that add up what goes through the cage."""
VAULT, OPENED, MOVED = 9_000_000, {"cass": 410_000, "cleo": 270_000}, 51_300
DEPOSITED = 6_135
CHIPS, CHIPS_SOLD = 7_654_300, 33_500


class Evening:
    """Two open drawers with business, and a vault whose cash was stated and has moved."""

    def __init__(self, people: dict[str, Console]) -> None:
        self.people, self._read = people, dict[str, list[tuple[str, Any]]]()
        self.drawers = {login: OPENED[login] + sum(SALES[login]) for login in OPENED}
        self.drawers["cass"] += DEPOSITED + CHIPS_SOLD
        self.chips = CHIPS - CHIPS_SOLD
        self.drawers["cleo"] -= MOVED
        self.vault = VAULT - sum(OPENED.values()) + MOVED
        cage, sold = sum(self.drawers.values()), {login: sum(sales) for login, sales in SALES.items()}
        self.hidden = {
            *(*self.drawers.values(), self.vault, cage, cage + self.vault, cage - sum(OPENED.values())),
            *(sold["cass"], sum(sold.values()), sum(sold.values()) + DEPOSITED, sum(OPENED.values()) - MOVED),
            *(VAULT - sum(OPENED.values()), self.chips, sum(sold.values()) + DEPOSITED + CHIPS_SOLD),
        }

    @cached_property
    def _inspected(self) -> dict[str, list[tuple[str, Any]]]:
        return inspected(self.people, ("ines",), ("sicbo",))

    def leaks(self, login: str) -> list[str]:
        """Where a person may read what a drawer or the vault should have. Each reads once."""
        if login not in self._read:
            console = self.people[login]
            self._read[login] = [*read_all(console, "nobody"), *reports(console), *self._inspected[login]]
            assert len(self._read[login]) > 8, "they read something"
        read = self._read[login]
        return [f"{login} reads {sorted(found)} in {path}" for path, body in read if (found := self.hidden & {*amounts(body)})]


def reports(console: Console) -> Iterator[tuple[str, Any]]:
    """Every report that a person may have, with the sum of each column, and one that is saved."""
    listed = console.get("/api/v1/reports")
    for name in [each["id"] for each in listed.body["reports"]] if listed.status == 200 else ():
        for more in MORE.get(name, ({},)):
            answer = console.post(f"/api/v1/reports/{name}", {"period": "life", **more})
            if answer.status == 200:
                columns = zip(*answer.body["rows"], strict=True)
                yield f"{name} {more}", [answer.body, *(sum(x for x in each if isinstance(x, int)) for each in columns)]
    for name in MORE if listed.status == 200 else ():
        file = console.post(f"/api/v1/reports/{name}/file", {"form": "csv"})
        if file.status == 200:
            yield f"{name}.csv", base64.b64decode(file.body["content"]).decode()


def notes(amount: int) -> dict[str, int]:
    """An amount in notes and coins."""
    found: dict[str, int] = {}
    for value in (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5):
        count, amount = divmod(amount, value)
        found |= {str(value): count} if count else {}
    return found


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Generator[Evening]:
    with an_evening(tmp_path_factory.mktemp("cash")) as found:
        yield found


@contextmanager
def an_evening(folder: Path) -> Generator[Evening]:
    """Two clerks open their drawers, sell and move cash, and stay."""
    with live_floor(folder, tables=("sicbo", "wheel")) as floor:
        admin = floor.administrator()
        people = {login: floor.hire(login, name, *roles, by=admin) for login, (name, *roles) in STAFF.items()}
        people["admin"] = admin
        assert ordered(people["cass"], "CountVault", second=MIA, notes=notes(VAULT)).status == 200
        assert ordered(people["cass"], "CountChips", second=MIA, chips={"100": CHIPS // 100}).status == 200
        for login, amount in OPENED.items():
            opened = ordered(people[login], "CountDrawer", second=SUE, is_opener=True, notes=notes(amount))
            assert opened.status == 200, opened
        for login, sales in SALES.items():
            for amount in sales:
                assert ordered(people[login], "SellTicket", amount=amount).status == 200
        moved = ordered(people["cleo"], "MoveCash", second=SUE, amount=MOVED, to_vault=True, why="Too much")
        assert moved.status == 200, moved
        carded(people["cass"], DEPOSITED)
        assert ordered(people["cass"], "SellChips", chips={"100": CHIPS_SOLD // 100}).status == 200
        yield Evening(people)


@pytest.mark.parametrize("login", COUNTERS)
def test_who_may_count_reads_no_cash_of_a_drawer_or_of_the_vault(evening: Evening, login: str) -> None:
    assert evening.leaks(login) == []


def test_an_inspector_who_counts_nothing_reads_it(evening: Evening) -> None:
    """Otherwise the test above could not fail."""
    found = "\n".join(evening.leaks("ines"))
    for where in (
        "/cage/day",
        "/cage/report",
        "/cage/liability",
        "liability {",
        "tickets {",
        "tickets.csv",
        "large {",
        "balance of all by ines",
    ):
        assert where in found, (where, found)


def test_who_may_count_balances_no_books_of_the_whole_floor_and_reads_those_of_nobody_else(evening: Evening) -> None:
    """An inspector who counts nothing balances them; the findings wait for others, in the words of the report *Liability*."""
    ines, mia = evening.people["ines"], evening.people["mia"]
    why = (
        "The books of all tables: first the drawer of Cass Hill, the drawer of Cleo Diaz, the vault and the chips of the cage "
        "must be counted, because whoever may count cash does not read before what there should be. Until then balance one "
        "table; an inspector who counts nothing balances all of them."
    )
    refused = mia.post("/api/v1/inspections", {"kind": "balance"})
    assert (refused.status, refused.error, refused.message) == (409, "not-counted", why)
    one = has_ended(ines, ines.post("/api/v1/inspections", {"kind": "balance"}).body["number"])
    assert "vault" in "\n".join(ines.get(one).body["sentences"])
    for found in (mia.get(one), mia.get(f"{one}?export=1")):
        assert found.body["sentences"] == [why]
    one = has_ended(mia, mia.post("/api/v1/inspections", {"kind": "balance", "table": "sicbo"}).body["number"])
    assert "the house owes" in "\n".join(mia.get(one).body["sentences"])


@pytest.mark.parametrize("order", ["CountDrawer", "RecountDrawer", "CountVault", "CountChips"])
def test_who_reads_all_books_counts_neither_drawer_nor_vault(evening: Evening, order: str) -> None:
    fields: dict[str, Any] = {"is_opener": False} if order == "CountDrawer" else {}
    fields |= {"chips" if order == "CountChips" else "notes": {}}
    refused = ordered(evening.people["cass"], order, second={"login": "seer", "password": PASSWORD}, **fields)
    assert (refused.status, refused.error) == (403, "not-your-right")
    assert refused.message == "Sam Reed reads all books: somebody else counts drawers, the vault and chips."


def test_the_open_day_still_tells_a_manager_of_the_tables_and_what_is_to_be_counted(evening: Evening) -> None:
    mia = evening.people["mia"]
    due = ["the drawer of Cass Hill", "the drawer of Cleo Diaz", "the vault", "the chips of the cage"]
    assert mia.get("/api/v1/cage/day").body["uncounted"] == due
    refused = mia.post("/api/v1/reports/liability", {})
    assert (refused.status, refused.error) == (409, "not-counted")
    assert refused.message == (
        "Liability: first the drawer of Cass Hill, the drawer of Cleo Diaz, the vault and the chips of the cage must be "
        "counted, because whoever may count cash does not read before what there should be. Until then choose an earlier "
        "day; Liability of one table and Large transactions from $10,000.00 on are open."
    )
    for name, asked in (
        ("liability", {"table": "sicbo"}),
        ("large", {}),
        ("takings", {}),
        ("liability", {"day": "2026-01-02"}),
    ):
        assert mia.post(f"/api/v1/reports/{name}", asked).status == 200, name


def test_once_all_is_counted_everybody_reads_the_figures(folder: Path) -> None:
    with an_evening(folder) as evening:
        mia, people = evening.people["mia"], evening.people
        for login, amount in evening.drawers.items():
            counted = ordered(people[login], "CountDrawer", second=SUE, is_opener=False, notes=notes(amount))
            assert counted.status == 200, counted
            assert counted.body["count"]["variance"] is None
        assert mia.get("/api/v1/cage/day").body["uncounted"] == ["the vault", "the chips of the cage"]
        counted = ordered(people["cass"], "CountVault", second=MIA, notes=notes(evening.vault))
        assert counted.status == 200, counted
        assert counted.body["count"]["variance"] is None
        counted = ordered(people["cass"], "CountChips", second=MIA, chips={"100": evening.chips // 100})
        assert counted.status == 200, counted
        assert counted.body["count"]["variance"] is None
        page = mia.get("/api/v1/cage/day").body
        shown = {each["account"]: each["after"] for each in page["accounts"]}
        assert (page["uncounted"], shown["vault"], shown["cage-cash"]) == ([], evening.vault, sum(evening.drawers.values()))
        assert mia.post("/api/v1/reports/liability", {}).status == 200
        shown = {cents for _, body in inspected(people, ("mia",), ())["mia"] for cents in amounts(body)}
        assert evening.vault in shown, "she balances the books"
        assert people["cass"].get("/api/v1/cage/report").body["sold"]["amount"] == sum(map(sum, SALES.values()))
