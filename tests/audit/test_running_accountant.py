"""The pages of a running server have the figures that an accountant adds up from an export of its journal."""

import copy
import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import accountant
from audit.test_four_days import OWED, TITLES, Comparison, compare_late, total
from clock_ahead import PROGRAM
from croupier.cli.journal import journal_export
from live_floor import Console, LiveFloor, funded, live_floor
from server.api.test_cage import EnrolledTerminal, ordered
from server.api.test_days import SUE, a_day
from server.api.test_hand_pays import called
from server.api.test_hand_pays import ordered as hand_pay_ordered

AMOUNTS = ("before", "moved", "after")
COMPARED = {
    "/api/v1/tables/{table}",
    "/api/v1/cage",
    "/api/v1/cage/tickets",
    "/api/v1/cage/tickets/{serial}",
    "/api/v1/cage/unpayable",
    "/api/v1/cage/receipts",
    "/api/v1/cage/vouchers",
    "/api/v1/cage/hand-pays",
    "/api/v1/cage/days",
    "/api/v1/cage/count-room",
    "/api/v1/cage/places/{table}/{terminal}",
    "/api/v1/cage/report",
    "/api/v1/cage/day",
    "/api/v1/cage/liability",
}
"""The operations that show sums or amounts of the journal. Every one of them is compared."""
LIMITS = "limits and settings that people chose, and no amount that has moved"
PRIZE = "prizes are what the terms promise; what is owed and paid for them is in the liability and in the reports"
WORDS = "the lines of the journal themselves, which the accountant has; the sentences of lists are compared over four days"
NOT_MONEY = "no amount of money"
ELSEWHERE = {
    **dict.fromkeys(("/api/v1/tables", "/api/v1/cage/rules", "/api/v1/floor", "/api/v1/orders"), LIMITS),
    **dict.fromkeys(("/api/v1/tables/{table}/actions", "/api/v1/promotions/{number}/actions"), LIMITS),
    **dict.fromkeys(("/api/v1/tables/{table}/lines", "/api/v1/tables/{table}/events"), WORDS),
    **dict.fromkeys(("/api/v1/promotions/lines", "/api/v1/promotions/lines/paper"), WORDS),
    **dict.fromkeys(("/api/v1/tables/{table}/paper", "/api/v1/promotions/{number}/paper"), WORDS),
    "/api/v1/orders/{id}": "whether an order was carried out, and the number of its receipt",
    "/api/v1/cage/patrons/{patron}": "all accounts are in the liability; private data is in no export",
    **dict.fromkeys(("/api/v1/promotions", "/api/v1/promotions/{number}", "/api/v1/promotions/{number}/terms"), PRIZE),
    **dict.fromkeys(("/api/v1/promotions/due", "/api/v1/promotions/{number}/draws/{draw}"), PRIZE),
    **dict.fromkeys(("/api/v1/promotions/chapters", "/api/v1/promotions/{number}/earned"), NOT_MONEY),
    **dict.fromkeys(("/api/v1/promotions/{number}/entries", "/api/v1/claimants", "/api/v1/claimants/{person}"), NOT_MONEY),
    **dict.fromkeys(("/api/v1/session", "/api/v1/staff", "/api/v1/clients", "/api/v1/client"), NOT_MONEY),
    **dict.fromkeys(("/api/v1/tables/{table}/clients/{kind}", "/api/v1/reports"), NOT_MONEY),
    **dict.fromkeys(("/api/v1/inspections", "/api/v1/inspections/tables", "/api/v1/inspections/{number}"), NOT_MONEY),
    **dict.fromkeys(("/api/v1/tables/{table}/rules", "/api/v1/tables/{table}/clauses/{clause}"), NOT_MONEY),
}
"""The operations that are not compared here, each with its reason."""


class Pages:
    """Everything that the server shows, read before the export and by the address as OpenAPI has it."""

    def __init__(self, inspector: Console, clerk: Console) -> None:
        self.inspector, self.clerk, self.read = inspector, clerk, set[str]()

    def get(self, path: str, query: str = "", parts: Mapping[str, object] = {}) -> Any:
        """What an operation shows. Its address has to be one of those that are compared."""
        assert path in COMPARED
        self.read.add(path)
        reader = self.clerk if path == "/api/v1/cage/tickets/{serial}" else self.inspector
        answer = reader.get(path.format(**parts) + query)
        assert answer.status == 200, (path, answer)
        return answer.body


def test_the_pages_of_a_running_server_and_its_reports_are_equal(tmp_path: Path) -> None:
    ahead = tmp_path / "ahead"
    ahead.touch()
    with live_floor(tmp_path, tables=("sicbo", "wheel"), betting=600, program=(PROGRAM, str(ahead))) as floor:
        closed, today = a_day(floor, ahead)
        ines = floor.hire("ines", "Ines Roy", "inspector", by=floor.administrator())
        paths = ines.get("/openapi.json").body["paths"]
        assert {path for path, found in paths.items() if "get" in found} == COMPARED | ELSEWHERE.keys(), (
            "compare it, or say why not"
        )
        terminal, cass = more_business(floor)
        pages = Pages(ines, cass)
        days = {day: pages.get("/api/v1/cage/day", f"?day={day.replace('-', '')}") for day in (closed, today)}
        shown = {path: pages.get(path, parts=parts(path, terminal)) for path in sorted(COMPARED - {"/api/v1/cage/day"})}
        assert pages.read == COMPARED
        sicbo = pages.get("/api/v1/tables/{table}", parts={"table": "sicbo"})
        ticket_days = {day: pages.get("/api/v1/cage/report", f"?day={day.replace('-', '')}") for day in (closed, today)}
        reports = {
            name: ines.post(f"/api/v1/reports/{name}", {"period": "life"}).body
            for name in ("takings", "tickets", "liability", "variances", "terminals")
        }
        books = exported(floor, tmp_path)
    shown |= {f"day {name}": days[day] for name, day in (("closed", closed), ("open", today))}
    shown |= {f"tickets {name}": ticket_days[day] for name, day in (("closed", closed), ("open", today))}
    shown |= {"sicbo": sicbo, "terminal": terminal} | {f"report {name}": each for name, each in reports.items()}
    assert shown["day closed"]["later"]["rows"]
    assert shown["day open"]["earlier"]["rows"]
    assert [each["amount"] for each in shown["/api/v1/cage/count-room"]["variances"]] == [-10_000]
    assert [accountant.differs(books, each) for each in accountant.closings(books)] == [[], []], (
        "closed, reopened, closed again"
    )
    compared = compare(books, shown)
    print(f"{compared.figures} figures of a running server compared, {len(compared.differences)} differ")  # noqa: T201
    assert compared.figures > 350
    assert compared.differences == []
    found = {plant: compare(books, planted(shown, *plant)).differences for plant in PLANTED}
    assert [plant for plant, differences in found.items() if not differences] == [], "a wrong figure that nobody finds"


PLANTED: tuple[tuple[str | int, ...], ...] = (
    ("/api/v1/tables/{table}", "money", "rack"),
    ("/api/v1/tables/{table}", "takings_in_all", "win"),
    ("sicbo", "takings_in_all", "drop"),
    ("/api/v1/cage", "liability", "tickets"),
    ("/api/v1/cage", "issued"),
    ("/api/v1/cage/tickets", 0, "amount"),
    ("/api/v1/cage/tickets/{serial}", "ticket", "amount"),
    ("/api/v1/cage/unpayable", 0, "amount"),
    ("/api/v1/cage/receipts", 0, "amount"),
    ("/api/v1/cage/receipts", 0, "rounding"),
    ("/api/v1/cage/vouchers", 0, "amount"),
    ("/api/v1/cage/hand-pays", "waiting", 0, "amount"),
    ("/api/v1/cage/hand-pays", "paid", 0, 3),
    ("/api/v1/cage/hand-pays", "paid", 0, 6),
    ("/api/v1/cage/days", "closed", 0, "until"),
    ("/api/v1/cage/count-room", "boxes", 0, "amount"),
    ("/api/v1/cage/count-room", "variances", 0, "amount"),
    ("/api/v1/cage/places/{table}/{terminal}", "meters", "brought", "ticket"),
    ("/api/v1/cage/report", "outstanding"),
    ("tickets closed", "sold", "amount"),
    ("tickets open", "taken", "amount"),
    ("/api/v1/cage/liability", "floor", "total"),
    ("day closed", "accounts", 0, "after"),
    ("day closed", "later", "rows", 0, "moved"),
    ("day closed", "later", "moved"),
    ("day open", "accounts", 0, "moved"),
    ("day open", "tables", 0, "drop"),
    ("report takings", "rows", 0, 1),
    ("report tickets", "rows", 0, 2),
    ("report liability", "rows", 0, 3),
    ("report terminals", "rows", 0, 2),
    ("report variances", "rows", 0, 5),
)
"""A figure of every page that is compared, by where it stands."""


def planted(shown: dict[str, Any], page: str | int, *path: str | int) -> dict[str, Any]:
    """The same pages, with one figure that is a cent too much."""
    found = {**shown, str(page): copy.deepcopy(shown[str(page)])}
    inner: Any = found[str(page)]
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = (inner[path[-1]] or 0) + 1
    return found


def compare(books: accountant.Journal, shown: dict[str, Any]) -> Comparison:
    """Compare every figure of these pages."""
    compared = Comparison()
    for day, closing in zip(("day closed", "day open"), (accountant.closings(books)[-1], None), strict=True):
        begins = dt.datetime.fromtimestamp(shown[day]["since"] / 1000, dt.UTC)  # the floor of a test chooses the hour
        date = dt.date.fromisoformat(closing["day"]) if closing else begins.date()
        compare_day(compared, books, shown[day], accountant.gaming_day(date, "UTC", begins.hour))
    for name, page in (("sicbo", "sicbo"), ("wheel", "/api/v1/tables/{table}")):
        compare_table(compared, books, name, shown[page])
    owed = shown["/api/v1/cage/liability"]
    compare_owed(compared, books, owed)
    compare_owed(compared, books, {"floor": shown["/api/v1/cage"]["liability"], "places": {}, "at": owed["at"]})
    compare_tickets(compared, books, shown)
    compare_vouchers_and_hand_pays(compared, books, shown)
    compare_count_room(compared, books, shown["/api/v1/cage/count-room"])
    terminal, audit = shown["terminal"], shown["/api/v1/cage/places/{table}/{terminal}"]
    compare_meters(compared, books, terminal, audit["meters"])
    stated = [(each["day"], each["since"], each["until"]) for each in shown["/api/v1/cage/days"]["closed"]]
    closings = [(each["day"], each["since"], each["until"]) for each in accountant.closings(books)[-1:]]
    compared.same("closed days", stated, closings)
    reports = {name.removeprefix("report "): page for name, page in shown.items() if name.startswith("report ")}
    compare_reports(compared, books, reports, owed["at"])
    return compared


def more_business(floor: LiveFloor) -> tuple[str, Console]:
    """Tickets of a terminal, a withheld one, and a box that lacks a note. Return the name of the terminal, and the clerk."""
    cass, cleo, sue, dora = (floor.anybody() for _ in range(4))
    floor.hire("cleo", "Cleo Marsh", "cage", by=floor.administrator())
    for console, login in ((cass, "cass"), (cleo, "cleo"), (sue, "sue"), (dora, "dora")):
        assert console.sign_in(login).status == 200
    terminal = EnrolledTerminal(floor, sue, "wheel")
    for amount in (5_000, 7_500):
        funded(cass, "wheel", terminal.seat, amount, by=sue)
    serials = [ordered(cass, "SellTicket", amount=amount).body["ticket"]["serial"] for amount in (1_100, 2_200)]
    withheld = ordered(cass, "WithholdTicket", serial=serials[0], why="A copy")
    assert withheld.status == 200, withheld
    pulled = dora.order("sicbo", "PullBox", second=SUE)
    assert pulled.status == 200, pulled
    [box] = [each["number"] for each in cass.get("/api/v1/cage/count-room").body["boxes"]]
    for clerk in (cass, cleo):
        counted = ordered(clerk, "CountBox", box=box, notes={"10000": 1})
        assert counted.status == 200, counted
    vouchers_and_hand_pays(floor, cass, sue)
    terminal.line.close()
    return terminal.name, cass


def vouchers_and_hand_pays(floor: LiveFloor, cass: Console, sue: Console) -> None:
    """Two vouchers, and two hand pays at the wheel, of which the clerk pays one."""
    floor.hire("mia", "Mia Field", "manager", by=floor.administrator())
    for amount in (2_500, 4_000):
        issued = ordered(cass, "IssueVoucher", second={**SUE, "login": "mia"}, kind="tokens", amount=amount, why="A birthday")
        assert issued.status == 200, issued
    for seat, amount in (("hanna", 6_100), ("hugo", 7_300)):
        called(sue, cass, seat, amount)
    verified = hand_pay_ordered(cass, "VerifyHandPay", seat="hanna", amount=6_100, record="its meters")
    form = verified.body["waiting"]["file"]["form"]["number"]
    paid = hand_pay_ordered(cass, "PayByHand", seat="hanna", form=form, method="cash")
    assert paid.status == 200, paid


def parts(path: str, terminal: str) -> dict[str, object]:
    """What stands in an address."""
    known: dict[str, object] = {"table": "wheel", "terminal": terminal.replace(" ", "%20"), "serial": 3}
    return {name: known[name] for name in re.findall(r"\{(\w+)\}", path)}


def compare_day(compared: Comparison, books: accountant.Journal, page: Any, interval: tuple[int, int]) -> None:
    since, until = interval
    compared.same("since", page["since"], since)
    compared.same("until", page["until"] if page["closed"] else until, until)
    theirs = {each["account"]: {name: each[name] for name in AMOUNTS} for each in page["accounts"]}
    ours = accountant.accounts_of(books, since, until)
    compared.rows("accounts", theirs, {name: dict(zip(AMOUNTS, each, strict=True)) for name, each in ours.items()})
    for row in page["tables"]:
        table = accountant.table_row(books, row["table"], since, until)
        assert table
        for name, figure in vars(table).items():
            compared.same(f"{row['table']}, {name}", row[name], figure)
    compared.same("sums", (page["sum_before"], page["sum_after"]), (0, 0))
    for name, found in zip(("later", "earlier"), accountant.late(books, since, page["until"]), strict=True):
        compare_late(compared, name, page[name], found)


def compare_table(compared: Comparison, books: accountant.Journal, name: str, page: Any) -> None:
    sums = Counter[str]()
    for account, held in books.balances(name, *accountant.ALWAYS).items():
        sums[accountant.kind(account)] += held
    compared.rows(name, {"money": page["money"]}, {"money": sums})
    compared.same(f"{name}, accounts", set(page["money"]), {account for account, held in sums.items() if held})
    taken = accountant.takings(books, *accountant.ALWAYS, lambda table, _seat, _at: table).get(name, Counter())
    compared.same(f"{name}, drop", page["takings_in_all"]["drop"], taken["Cash in"])
    compared.same(f"{name}, win", page["takings_in_all"]["win"], taken["Win"])


def compare_owed(compared: Comparison, books: accountant.Journal, page: Any) -> None:
    for place, owed in {"floor": page["floor"], **page["places"]}.items():
        added = accountant.owed_by(books, books.streams if place == "floor" else [place], page["at"] + 1)
        compared.rows(place, {place: owed}, {place: added})


def events(books: accountant.Journal, *types: str) -> list[accountant.Event]:
    """The events of the cage of some types."""
    return [each.event for each in books.streams[accountant.CAGE] if each.event["type"] in types]


def compare_tickets(compared: Comparison, books: accountant.Journal, shown: dict[str, Any]) -> None:
    issued = {each["serial"]: each["amount"] for each in events(books, "TicketIssued")}
    listed = shown["/api/v1/cage/tickets"]
    compared.same("tickets", {each["serial"]: each["amount"] for each in listed}, issued)
    compared.same("number of tickets", shown["/api/v1/cage"]["issued"], len(issued))
    held = sum(each["amount"] for each in shown["/api/v1/cage/unpayable"])
    compared.same("withheld", held, sum(each["amount"] for each in events(books, "TicketWithheld")))
    one = shown["/api/v1/cage/tickets/{serial}"]["ticket"]
    compared.same("one ticket", one["amount"], issued[one["serial"]])
    receipts = {each["receipt"]: accountant_amount(each) for each in map(dict, events_with_receipts(books))}
    compared.same("receipts", {each["number"]: each["amount"] for each in shown["/api/v1/cage/receipts"]}, receipts)
    rounded = {each["receipt"]: accountant_rounding(each) for each in map(dict, events_with_receipts(books))}
    compared.same("coins", {each["number"]: each["rounding"] for each in shown["/api/v1/cage/receipts"]}, rounded)
    columns = {
        "printed": "Printed",
        "sold": "Sold",
        "taken": "Taken in",
        "paid": "Paid",
        "withheld": "Withheld",
        "void": "Void",
    }
    for page in (shown[name] for name in ("/api/v1/cage/report", "tickets closed", "tickets open")):
        until = page["until"]
        ours = accountant.tickets(books, page["since"], until, lambda _table, _seat, _at: "all").get("all", Counter())
        for name, column in columns.items():
            compared.same(f"tickets, {name}", page[name]["amount"], ours[column])
        compared.same("tickets issued", page["printed"]["tickets"] + page["sold"]["tickets"], ours["Issued"])
        owed = accountant.owed_by(books, [accountant.CAGE], until)
        for name, column in (
            ("outstanding", "tickets"),
            ("withheld_at_end", "withheld_tickets"),
            ("void_at_end", "void_tickets"),
        ):
            compared.same(f"tickets, {name}", page[name], owed[column])
        compared.same("tickets outstanding", page["outstanding_tickets"], accountant.outstanding(books, until))


def compare_vouchers_and_hand_pays(compared: Comparison, books: accountant.Journal, shown: dict[str, Any]) -> None:
    issued = {each["voucher"]: each["amount"] for each in events(books, "VoucherIssued")}
    listed = shown["/api/v1/cage/vouchers"]
    compared.same("vouchers", {each["serial"]: each["amount"] for each in listed}, issued)
    hand_pays = shown["/api/v1/cage/hand-pays"]
    waiting = sum(each["amount"] for each in hand_pays["waiting"])
    compared.same("hand pays that wait", waiting, books.balances("wheel", *accountant.ALWAYS)["hand-pays"])
    given = [(each["place"], each["form"], each["amount"], accountant_rounding(each)) for each in events(books, "HandPayGiven")]
    paid = [(place, form, amount, rounding) for _, place, form, amount, _, _, rounding in hand_pays["paid"]]
    compared.same("hand pays that were paid", paid, given)
    assert waiting
    assert given


def events_with_receipts(books: accountant.Journal) -> list[accountant.Event]:
    return [each.event for each in books.streams[accountant.CAGE] if each.event.get("receipt")]


def accountant_amount(event: accountant.Event) -> int:
    """What a transaction has moved."""
    return event.get("amount") or sum(each["amount"] for each in event["transfers"])


def accountant_rounding(event: accountant.Event) -> int:
    """What a transaction has handed over or taken back beyond what was owed."""
    return sum(each["amount"] for each in event["transfers"] if "cash-rounding" in (each["source"], each["target"]))


def compare_count_room(compared: Comparison, books: accountant.Journal, page: Any) -> None:
    boxes = {
        each["box"]: (each["amount"], each["counted"]) for each in events(books, "BoxCounted") if each["verdict"] == "agreed"
    }
    compared.same("boxes", {each["number"]: (each["amount"], each["counted"]) for each in page["boxes"]}, boxes)
    assert boxes
    found = sorted(each["amount"] for each in page["variances"])
    compared.same("variances", found, sorted(each.over for each in accountant.variances(books, *accountant.ALWAYS)))


def compare_meters(compared: Comparison, books: accountant.Journal, terminal: str, meters: Any) -> None:
    ours = accountant.terminal_money(books, ["wheel"], *accountant.ALWAYS, books.place)[f"wheel/{terminal}"]
    compared.same("meters, tickets", meters["brought"], {"ticket": ours["Tickets in"]})
    taken = [each for each in events(books, "TicketTaken") if each["place"] == f"wheel/{terminal}"]
    compared.same("meters, number of tickets", meters["tickets_in"], len(taken))
    for name in ("notes", "stacked", "turnover", "wins"):
        compared.same(f"meters, {name}", bool(meters[name]), False)  # noqa: FBT003 - nobody has played there


def compare_reports(compared: Comparison, books: accountant.Journal, reports: dict[str, Any], at: int) -> None:
    always = (0, at + 1)
    for name, report in (("takings", accountant.takings), ("tickets", accountant.tickets)):
        ours = total(report(books, *always, lambda table, _seat, _at: table))
        compared.rows(name, figures(reports[name]), ours)
    terminals = total(accountant.terminal_money(books, ["wheel"], *always, books.place))
    compared.rows("terminals", figures(reports["terminals"]), terminals)
    owes = accountant.liability(books, *always, lambda _, account: TITLES[accountant.kind(account)])
    by_account = {name: dict(zip(OWED, each, strict=True)) for name, each in owes.items()}
    found = figures(reports["liability"])
    compared.rows("liability", {name: row for name, row in found.items() if name != "All"}, by_account)
    rows = [(row[0], row[1], row[3], row[5]) for row in reports["variances"]["rows"]]
    compared.same("report of variances", rows, [tuple(each)[:4] for each in accountant.variances(books, *always)])


def exported(floor: LiveFloor, folder: Path) -> accountant.Journal:
    file = folder / "export.jsonl"
    done = CliRunner().invoke(journal_export, [str(floor.journal), str(file)])
    assert done.exit_code == 0, done.output
    with file.open(encoding="utf-8") as text:
        return accountant.Journal(text)


def figures(report: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The counts and amounts of a grouped report, by row."""
    titles = [column["title"] if column["kind"] in ("count", "money") else "" for column in report["columns"]]
    rows = [*report["rows"], *([report["total"]] if report["total"] else [])]
    return {row[0]: {title: cell for title, cell in zip(titles, row, strict=True) if title} for row in rows}
