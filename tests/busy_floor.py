"""A live floor in the middle of an evening, and the screens that its staff have open."""

import secrets
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from croupier.catalogue import ruleset
from croupier.rules.moments import DAY, HOUR
from live_floor import CASH, PASSWORD, TABLES, Console, LiveFloor, funded, with_drawer
from prizes import prize, terms
from server.api.test_cage import EnrolledTerminal

STAFF = {
    "dora": ("Dora Lee", "dealer"),
    "dan": ("Dan Stick", "dealer"),
    "sue": ("Sue Park", "supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Bell", "casino-supervisor"),
    "cass": ("Cass Hill", "cage"),
    "ines": ("Ines Vogt", "inspector"),
}
PLAYERS = [f"Player{number}" for number in range(1, 11)]
DESK = ("inspect/", "inspect/craps", "day/", "clients/", "promotions/", "people/")
REPORTS = ("performance", "takings", "large", "alterations", "liability", "tickets", "variances", "events")
CAGE = ("", "patrons", "hand-pays", "chips", "vouchers", "receipts", "count-room", "prizes", "report", "liability")
SCREENS: Mapping[str, Sequence[str]] = {
    "mia": ("", "crown", "wheel", *DESK, "settings/", *(f"reports/{each}" for each in REPORTS)),
    "cass": tuple(f"cage/{each}" for each in CAGE),
    "ines": ("inspect/", "inspect/crown", "cage/", "cage/liability", "day/", "reports/events", "settings/", "sicbo"),
    "dora": ("", "crown", "sicbo"),
    "admin": ("people/", "settings/"),
}
"""The addresses of the pages that are looked at, by who has them open."""


def given(console: Console, table: str, order: str, **fields: Any) -> None:
    answer = console.order(table, order, **fields)
    assert answer.status == 200, (table, order, answer)


def at_cage(console: Console, order: str, second: str = "", **fields: Any) -> Any:
    body: dict[str, Any] = {"id": secrets.token_hex(6), "order": {"type": order, **fields}}
    if second:
        body["second"] = {"login": second, "password": PASSWORD}
    answer = console.post("/api/v1/cage/orders", body)
    assert answer.status == 200, (order, answer)
    return answer.body


def staffed(floor: LiveFloor) -> dict[str, Console]:
    """The staff at consoles of their own."""
    admin = floor.administrator()
    people = {login: floor.hire(login, name, role, by=admin) for login, (name, role) in STAFF.items()}
    return people | {"admin": admin}


def make_busy(floor: LiveFloor, people: Mapping[str, Console]) -> None:
    """Ten players with many bets at craps, a paid round of Sic Bo, a terminal with credit, and a cage that has worked."""
    dora, dan, sue, mia, cass = (people[login] for login in ("dora", "dan", "sue", "mia", "cass"))
    crowded(dora)
    given(dan, "sicbo", "RelieveDealer")
    given(dan, "sicbo", "TakeSeat", seat="ann", chips=50_000, tender=CASH)
    given(dan, "sicbo", "ShakeDice", times=3)
    given(dan, "sicbo", "OpenBetting")
    given(dan, "sicbo", "PlaceBet", seat="ann", wager="small", stake=1000)
    given(dan, "sicbo", "CloseBetting")
    given(dan, "sicbo", "UncoverTumbler")
    given(dan, "sicbo", "AnnounceResult", numbers=[1, 2, 4], total=7)
    given(dan, "sicbo", "EnterOutcome", outcome="1-2-4")
    given(mia, "wheel", "PostNotice", act="close the table", why="The end of the night")
    with_drawer(cass, "sue")
    terminal = EnrolledTerminal(floor, sue, "wheel")
    funded(cass, "wheel", terminal.seat, 1_234_50, by=sue)
    terminal.line.close()
    for amount in (10_000, 9_999_50):
        at_cage(cass, "SellTicket", amount=amount)
    cass.post("/api/v1/cage/patrons", {"name": "Bo Ng", "born": "1985-05-05", "identified": "passport", "document": "N123"})
    now = time.time_ns() // 1_000_000
    starts, closes = now + 2 * DAY, now + 3 * DAY
    whole = terms("star-craps-2016", prize("star-craps-2016"), starts=starts, closes=closes, drawn=closes + HOUR)
    order = {"type": "DraftPromotion", "rules": "star-craps-2016", "terms": msgspec.to_builtins(whole)}
    drafted = mia.post("/api/v1/promotions/orders", {"id": secrets.token_hex(6), "order": order})
    assert drafted.status == 200, drafted


def crowded(dora: Console) -> None:
    """Ten players at Adelaide craps, each with many bets. A point is on."""
    rules = ruleset(TABLES["crown"])
    given(dora, "crown", "RelieveDealer")
    for seat in PLAYERS:
        given(dora, "crown", "TakeSeat", seat=seat, chips=100_000, tender=CASH)
    given(dora, "crown", "OpenBetting")
    for seat in PLAYERS:
        given(dora, "crown", "PlaceBet", seat=seat, wager="pass", stake=1000)
    given(dora, "crown", "OfferDice", seat=PLAYERS[0])
    given(dora, "crown", "AcceptDice", seat=PLAYERS[0], dice=[1, 2])
    given(dora, "crown", "ShootDice", seat=PLAYERS[0])
    given(dora, "crown", "EnterOutcome", outcome="4-5")
    given(dora, "crown", "FinishPaying")
    given(dora, "crown", "OpenBetting")
    for seat in PLAYERS:
        for wager in islice(rules.addresses, 0, None, 3):
            dora.order("crown", "PlaceBet", seat=seat, wager=wager, stake=1200)
