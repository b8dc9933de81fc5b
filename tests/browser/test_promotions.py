"""Promotions in Chromium: the terms, the draw under the eyes of a scrutineer, the winner, and a draw that was compromised."""

import re
import secrets
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from clock_ahead import PROGRAM, put_ahead
from croupier.audit.draw import read_draw
from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.money import Cents
from croupier.promotions.draw import draw_faults
from croupier.promotions.terms import QualifyingPlay
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind
from live_floor import PASSWORD, Console, LiveFloor, a_name, live_floor, with_drawer
from patience import PATIENCE
from prizes import prize, terms
from staff_page import looks_right, sign_in, sign_out

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"
STAFF = {
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Bell", "manager"),
    "cass": ("Cass Hill", "cage"),
    "ines": ("Ines Vogt", "inspector"),
}
MINUTE = 60_000
ZONE = "Australia/Sydney"
"""Of the floor. The browser is elsewhere."""


class Clock:
    """The clock of the floor, which tests put ahead."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.file.stat().st_size * MINUTE

    def typed(self, minutes: int) -> str:
        """The time in so many minutes, as a person types it."""
        at = datetime.fromtimestamp(self.now() // 1000 + minutes * 60, ZoneInfo(ZONE))
        return f"{at:%Y-%m-%dT%H:%M}"

    def wait(self, minutes: int) -> None:
        put_ahead(self.file, minutes)


@pytest.fixture(scope="module")
def clock(ahead: Path) -> Clock:
    return Clock(ahead)


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, ahead: Path) -> Iterator[LiveFloor]:
    """One floor for all tests of this module."""
    folder, tables, zone = tmp_path_factory.mktemp("promotions"), ("craps", "aruze"), f'time_zone = "{ZONE}"'
    with live_floor(folder, tables=tables, more=zone, betting=600, program=(PROGRAM, str(ahead))) as running:
        administrator = running.administrator()
        for login, (name, role) in STAFF.items():
            console = running.hire(login, name, role, by=administrator)
            if role == "cage":
                with_drawer(console, "mia")
        yield running


@pytest.fixture(scope="module")
def mia(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("mia").status == 200
    return console


@contextmanager
def signed_in(page: Page, floor: LiveFloor, login: str, where: str) -> Generator[None]:
    page.set_viewport_size({"width": 1280, "height": 900})
    sign_in(page, floor, login, table=where)
    yield
    sign_out(page)


def give(page: Page, order: str, second: str = "", **fields: str) -> None:
    """Press the key of an order, fill in its fields by their labels, have a second person sign it, and give it."""
    page.locator(f'[data-order="{order}"]').first.click()
    for name, text in fields.items():
        page.locator(f"#order #new-{name}").fill(text)
    if second:
        sign(page, second)
    page.get_by_test_id("give").click()
    expect(page.locator("#order")).to_be_hidden()


def sign(page: Page, login: str) -> None:
    """Sign the order that is in the dialog, too."""
    page.locator("#second-login").fill(login)
    page.locator("#second-password").fill(PASSWORD)


def ordered(console: Console, order: str, second: str = "", who: Any = None, **fields: Any) -> Any:
    body: dict[str, Any] = {"id": secrets.token_hex(6), "order": {"type": order, **fields}, "who": who}
    if second:
        body["second"] = {"login": second, "password": PASSWORD}
    answer = console.post("/api/v1/promotions/orders", body)
    assert answer.status == 200, answer
    return answer.body


def closed(mia: Console, clock: Clock, rules: str, kind: PrizeKind = PrizeKind.VEHICLE, value: int = 3_000_000) -> int:
    """A prize to be drawn, with its entries closed: the number of the promotion."""
    starts = clock.now() + DAY + HOUR
    closes = starts + HOUR
    whole = terms(rules, prize(rules, kind, value), starts=starts, closes=closes, drawn=closes)
    which = {"promotion": ordered(mia, "DraftPromotion", rules=rules, terms=msgspec.to_builtins(whole))["number"]}
    ordered(mia, "LodgeTerms", **which, proof="receipt 4711", sent=clock.now())
    clock.wait(25 * 60 + 1)
    assert mia.sign_in("mia").status == 200
    ordered(mia, "OpenPromotion", **which, available="At the desk", marketing="Brochure 3")
    for name in (f"Ann {secrets.token_hex(4)}", f"Bob {secrets.token_hex(4)}"):  # of nobody in another promotion
        known = mia.post("/api/v1/claimants", {"id": secrets.token_hex(6), "name": name, "address": "Pyrmont Street 1"})
        ordered(mia, "EnterDraw", **which, person=known.body["person"])
    clock.wait(60)
    assert mia.sign_in("mia").status == 200
    ordered(mia, "CloseEntries", **which)
    return which["promotion"]


def fill_in(page: Page, place: str, text: str) -> None:
    page.locator(f'[data-place="{place}"] textarea, [data-place="{place}"] > input').first.fill(text)


def drafted(page: Page, clock: Clock) -> None:
    """Fill in the form for a vehicle, and mend what it says is missing or forbidden."""
    page.get_by_label("Document under which it runs").select_option(STAR)
    expect(page.get_by_test_id("faults")).to_have_text("Fill in the terms.")
    expect(page.locator(".faults li, .wrong li")).to_have_count(0)
    page.locator('[data-place="title"] textarea').focus()
    page.keyboard.press("Tab")
    expect(page.locator(".faults li")).to_have_text("The promotion has no title. (10.7)")
    expect(page.get_by_test_id("faults")).to_have_text("Missing or forbidden: 1")
    page.get_by_test_id("check").click()
    expect(page.locator('[data-place="manner"] .faults li')).to_contain_text("(10.7.1)")
    expect(page.locator('[data-place="closing"] textarea')).to_have_count(0)
    page.get_by_label("Kind").select_option("vehicle")
    fill_in(page, "title", "Drive home")
    for place in ("manner", "award", "eligibility", "nature", "place", "claiming", "notice", "results"):
        fill_in(page, place, f"As the {place} says")
    page.get_by_label("It starts").fill(clock.typed(25 * 60))
    page.get_by_label("Entries close").fill(clock.typed(26 * 60 + 4))
    page.get_by_label("The prizes are drawn").fill(clock.typed(26 * 60 + 4))
    page.get_by_label("Days after the draw until whose end").fill("14")
    page.get_by_label("Bet", exact=True).select_option("no")
    page.get_by_label("Presence").select_option("no")
    page.get_by_label("by telephone").check()
    for place, text in {"title": "A car", "value": "30,000", "details": "As it stands in the foyer", "make": "Holden"}.items():
        fill_in(page, f"prize 1: {place}", text)
    for place in ("model", "accessories", "on-road"):
        fill_in(page, f"prize 1: {place}", f"The {place}")
    for thing in ("tobacco", "firearm", "weapon", "prescribed"):
        page.locator(f'[data-place="prize 1: {thing}"] select').select_option("1" if thing == "firearm" else "0")
    fill_in(page, "prize 1: liquor", "21")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("faults")).to_have_text("Missing or forbidden: 2")
    expect(page.locator(".wrong")).to_contain_text("No prize may include more than 20 litres of liquor. (10.5.4)")
    expect(page.locator('[data-place="prize 1: firearm"] .faults')).to_contain_text("(10.5.2)")
    looks_right(page)
    page.locator('[data-place="prize 1: firearm"] select').select_option("0")
    fill_in(page, "prize 1: liquor", "0")
    page.keyboard.press("Tab")
    expect(page.get_by_test_id("faults")).to_have_text("The terms are complete.")
    page.get_by_test_id("save").click()


def lodged(page: Page, clock: Clock) -> None:
    """Lodge. What is dated back is refused."""
    page.locator('[data-order="LodgeTerms"]').click()
    page.locator("#new-proof").fill("receipt 4711")
    page.locator("#new-sent").fill(clock.typed(-26 * 60))
    page.get_by_test_id("give").click()
    expect(page.get_by_test_id("problem")).to_contain_text("they cannot have been sent before")
    page.locator("#new-sent").fill(clock.typed(0))
    page.get_by_test_id("give").click()
    expect(page.locator(".stage")).to_have_text("lodged")


def entered(page: Page, clock: Clock) -> None:
    """Open, enter two people, and close entries."""
    give(page, "OpenPromotion", available="/promotions/1", marketing="Brochure 3")
    numbers: list[str] = []
    for name in ("Ann Droste", "Bob Kerr"):
        page.locator('[data-order="EnterDraw"]').click()
        for field, text in {"name": name, "address": "Pyrmont Street 1", "telephone": "02 9777 9000"}.items():
            page.locator(f"#order #new-{field}").fill(text)
        page.get_by_test_id("give").click()
        number = page.get_by_test_id("entry").inner_text()
        page.get_by_role("button", name="Done").click()
        numbers.append(number)
    page.get_by_role("button", name="Show the entries").click()
    for number in numbers:
        expect(page.locator(f'[data-entry="{number}"]')).to_contain_text("mia: person")
    expect(page.locator('[data-not="CloseEntries"]')).to_contain_text("Entries are received until")
    clock.wait(4)
    give(page, "CloseEntries")
    expect(page.locator(".stage")).to_have_text("closed")
    looks_right(page)


def drawn(page: Page, clock: Clock) -> None:
    """Commit, wait for the public value, and draw before the eyes of a scrutineer."""
    give(page, "CommitDraw", source="The ASX 200", fixed=clock.typed(2))
    expect(page.locator('[data-not="DrawPrizes"]')).to_contain_text("The draw is held at")
    clock.wait(3)
    page.locator('[data-order="DrawPrizes"]').click()
    page.locator("#new-value").fill("8714.32")
    page.get_by_test_id("give").click()
    expect(page.get_by_test_id("problem")).to_contain_text("A second person has to sign this.")
    sign(page, "max")
    page.get_by_test_id("give").click()
    expect(page.get_by_test_id("winner")).to_have_count(1)
    expect(page.locator('[data-draw="1"]')).to_contain_text("Held by Mia Brandt. Overseen by Max Bell.")


def test_a_vehicle_is_drawn_before_a_scrutineer_and_claimed(floor: LiveFloor, console: Page, clock: Clock) -> None:
    with signed_in(console, floor, "mia", "promotions/new"):
        drafted(console, clock)
        lodged(console, clock)
    clock.wait(26 * 60)
    with signed_in(console, floor, "mia", "promotions/1"):
        entered(console, clock)
        console.get_by_role("link", name="Draw").click()
        expect(console.get_by_test_id("digest")).to_have_text(floor.anybody().get("/api/v1/promotions/1/terms").body["digest"])
        drawn(console, clock)
        looks_right(console)
        with console.expect_download() as saved:
            console.get_by_role("link", name="the record").click()
        assert draw_faults(read_draw(saved.value.path().read_bytes())) == []
        with console.expect_download() as saved:
            console.get_by_role("button", name="Record of draw 1 on paper").click()
        assert saved.value.suggested_filename == "promotion-1-draw-1.pdf"
        assert saved.value.path().read_bytes().startswith(b"%PDF")
        console.get_by_role("link", name="Winners and claims").click()
        expect(console.locator(".promotion .dues")).to_contain_text("The winner of prize 1 has to be told. (10.8)")
        console.locator('[data-order="NotifyWinner"]').click()
        console.locator("#new-reached").check()
        console.get_by_test_id("give").click()
        expect(console.locator(".promotion .dues")).to_have_count(0)
    with signed_in(console, floor, "cass", "cage/prizes"):
        console.get_by_role("button", name="Show who has won").click()
        expect(console.get_by_test_id("who")).to_contain_text("Pyrmont Street 1")
        expect(console.locator('[data-prize="1"] .hint')).to_contain_text(", claimed until ")
        looks_right(console)
        give(console, "RefuseClaim", why="Another person", name="Eve Loos", address="Harris Street 2")
        expect(console.locator('[data-refusal="1"]')).to_contain_text("Not told the reasons yet.")
        give(console, "TellReasons", told="At the cage")
        give(console, "ClaimPrize", identified="Driving licence")
        give(console, "GivePrize")
        expect(console.locator('[data-prize="1"]')).to_contain_text("It was paid or handed over.")
        expect(console.locator('[data-prize="1"] .hint')).to_have_text(re.compile(r"^Entry \w+, person \d+\.$"))
        expect(console.locator('[data-order="GivePrize"], [data-order="ClaimPrize"]')).to_have_count(0)


def test_money_instead_is_never_paid_in_cash_under_the_document_of_2024(
    floor: LiveFloor, mia: Console, console: Page, clock: Clock
) -> None:
    number = closed(mia, clock, ARUZE)
    with signed_in(console, floor, "mia", f"promotions/{number}/draw"):
        drawn(console, clock)
        console.get_by_role("link", name="Winners and claims").click()
        console.locator('[data-order="NotifyWinner"]').click()
        console.locator("#new-reached").check()
        console.get_by_test_id("give").click()
        expect(console.locator("#order")).to_be_hidden()
        give(console, "RaisePrizeDispute", about="The closing time")
        give(console, "DecidePrizeDispute", second="max", decision="The terms stand")  # for the winner
        expect(console.locator(".promotion .dues")).to_contain_text("has to be advised of the right to complain. (5.11)")
        give(console, "AdviseClaimant", how="By letter")
        expect(console.locator('[data-dispute="1"]')).to_contain_text("Advised of the right to complain: By letter.")
    refused = mia.post(
        "/api/v1/promotions/orders",
        {"id": secrets.token_hex(6), "order": {"type": "EnterDraw", "promotion": number, "person": 1}},
    )
    assert (refused.error, refused.body["clause"]) == ("wrong-stage", "5.7.6")
    with signed_in(console, floor, "cass", "cage/prizes"):
        console.locator('[data-order="ClaimPrize"]').click()
        console.locator("#new-identified").fill("Passport")
        console.locator("#new-instead").check()
        console.get_by_test_id("give").click()
        expect(console.locator(".cards .amount")).to_have_text("$30,000.00 owed")
        console.locator('[data-order="PayPrize"]').click()
        expect(console.locator("#order")).to_contain_text("5.4")
        expect(console.locator("#order #new-cash")).to_have_count(0)
        console.locator("#new-cheque").fill("10,000")
        console.locator("#new-transfer").fill("19,999.99")
        console.get_by_test_id("give").click()
        expect(console.get_by_test_id("problem")).to_contain_text("The winner is owed $30,000.00, no more and no less.")
        console.locator("#new-transfer").fill("20,000")
        console.get_by_test_id("give").click()
        expect(console.locator("#order")).to_be_hidden()
        expect(console.locator('[data-order="PayPrize"]')).to_have_count(0)


def test_the_receipt_of_a_voucher_is_printed_again_and_its_number_is_not(
    floor: LiveFloor, mia: Console, console: Page, clock: Clock
) -> None:
    number = closed(mia, clock, STAR, PrizeKind.CASINO_DOLLARS, 50_000)
    ordered(mia, "CommitDraw", promotion=number, prizes=[1], source="The ASX 200", fixed=clock.now() + MINUTE)
    clock.wait(1)
    held = ordered(mia, "DrawPrizes", promotion=number, value="8714.32")
    which: dict[str, Any] = {"promotion": number, "prize": 1, "person": held["wins"][0]["person"]}
    ordered(mia, "ClaimPrize", **which, identified="Passport", present=True)
    with signed_in(console, floor, "cass", "cage/prizes"):
        give_key = console.locator('[data-order="GivePrize"]')
        give_key.click()
        console.get_by_test_id("give").click()
        secret = console.get_by_test_id("voucher-number").inner_text()
        console.get_by_role("button", name="Done").click()
        console.get_by_test_id("last-receipt").click()
        slip = console.get_by_role("dialog")
        expect(slip).to_contain_text(f"Prize in casino dollars, prize 1 of promotion {number}, voucher ")
        expect(console.get_by_test_id("receipt-amount")).to_have_text("$500.00")
        expect(slip).not_to_contain_text(secret)
        console.get_by_role("button", name="Done").click()
        console.reload()
        console.get_by_role("link", name="Receipts").click()
        row = console.locator("[data-receipt]").filter(has_text=f"of promotion {number}")
        expect(row.get_by_role("button")).to_have_text(["Print a copy"])
        row.get_by_role("button").click()
        expect(slip).to_contain_text("(copy)")
        expect(slip).not_to_contain_text(secret)
        looks_right(console)
        console.get_by_role("button", name="Done").click()


def test_lobby_display_and_terminal_lead_to_the_terms(floor: LiveFloor, mia: Console, console: Page, clock: Clock) -> None:
    number, here = closed(mia, clock, STAR), f"http://127.0.0.1:{floor.port}"
    console.goto(here)
    console.get_by_role("link", name="Promotions").click()
    console.get_by_role("link", name=f"Promotion {number}").click()
    expect(console.get_by_role("heading", name="Spring draw")).to_be_visible()
    for kind, page in (("display", "display"), ("terminal", "play")):
        wanted = {"kind": kind, "label": a_name(kind), **({"table": "aruze"} if kind == "display" else {})}
        console.goto(f"{here}/enrol")
        console.get_by_label("Code").fill(mia.post("/api/v1/codes", wanted).body["code"])
        console.keyboard.press("Enter")
        expect(console.locator("#state")).to_contain_text(f"enrolled as a {kind}")
        console.goto(f"{here}/{page}/aruze")
        link = (
            console.get_by_test_id("prizes")
            if kind == "terminal"
            else console.locator(f'#prizes a[href="/promotions/{number}"]')
        )
        expect(link).to_be_visible()
    ordered(mia, "CancelPromotion", second="max", promotion=number, why="Nobody wants the car")


def test_a_compromised_draw_is_cancelled_and_the_inspectorate_is_told(
    floor: LiveFloor, mia: Console, console: Page, clock: Clock
) -> None:
    number = closed(mia, clock, STAR)
    with signed_in(console, floor, "mia", f"promotions/{number}/draw"):
        give(console, "CommitDraw", source="The ASX 200", fixed=clock.typed(2))
        give(console, "PostponePromotion", why="Entries were copied")
        expect(console.locator(".stage")).to_have_text("closed, postponed")
        give(console, "CancelPromotion", second="max", why="The copies cannot be told apart")
        expect(console.locator(".stage")).to_have_text("cancelled")
        clock.wait(1)
        expect(console.locator(".promotion .dues")).to_contain_text(
            "Tell the inspectorate immediately that the promotion was compromised."
        )
        expect(console.locator(".overdue")).to_have_count(2)
        looks_right(console)
    with signed_in(console, floor, "ines", "inspect/"):
        expect(console.locator("#inspect .prize-dues")).to_contain_text(
            f"Promotion {number}, Spring draw: Tell the inspectorate immediately"
        )
        console.locator("#home").click()
        expect(console.locator("#floor .prize-dues")).to_contain_text("(10.12), overdue since")
        looks_right(console)
    with signed_in(console, floor, "mia", f"promotions/{number}/draw"):
        give(console, "TellInspector", how="Mr Lee by telephone")
        expect(console.locator(".promotion .dues")).to_have_count(0)
        expect(console.locator(".breach").last).to_contain_text("Told: Mr Lee by telephone.")


def test_data_is_erased_by_two_people_when_its_time_is_over(
    floor: LiveFloor, mia: Console, console: Page, clock: Clock
) -> None:
    number = closed(mia, clock, STAR)
    known = mia.get("/api/v1/claimants").body
    ordered(mia, "CancelPromotion", second="max", promotion=number, why="Nobody wants the car")
    with signed_in(console, floor, "mia", "promotions/private-data"):
        facts = console.locator(".promotion .facts")
        expect(facts).to_contain_text("for ever: nobody has set a period")
        signed(console, "Change the period", days="1")
        expect(facts).to_contain_text("for 1 day after the end of a promotion")
        looks_right(console)
    clock.wait(24 * 60 + 1)
    with signed_in(console, floor, "mia", "promotions/private-data"):
        erase = console.get_by_role("button", name="Erase the data of")
        people = mia_again(floor).get("/api/v1/claimants").body["people"]
        assert set(people) >= {known["kept"] - 1, known["kept"]}, "the two who entered"
        expect(facts).to_contain_text(f"{len(people)} people")
        erase.click()
        console.get_by_test_id("give").click()
        expect(console.get_by_test_id("problem")).to_contain_text("Reason: fill this in.")
        console.get_by_role("button", name="Cancel", exact=True).click()
        signed(console, "Erase the data of", why="The day is over")
        expect(facts).to_contain_text("nobody")
        expect(erase).to_have_count(0)
        looks_right(console)
    assert mia_again(floor).get(f"/api/v1/claimants/{people[-1]}").body["data"] == {}
    found = inspect(Job(floor.journal, InspectionKind.VERIFY), lambda _: None)
    assert found.holds, found.sentences


def signed(page: Page, key: str, **fields: str) -> None:
    """Press a key, fill in its fields, and have Max sign, too."""
    page.get_by_role("button", name=key).click()
    for name, text in fields.items():
        page.locator(f"#order #new-{name}").fill(text)
    page.locator("#second-login").fill("max")
    page.locator("#second-password").fill(PASSWORD)
    page.get_by_test_id("give").click()
    expect(page.locator("#order")).to_be_hidden()


def mia_again(floor: LiveFloor) -> Console:
    """Her session may have ended with the day."""
    console = floor.anybody()
    assert console.sign_in("mia").status == 200
    return console


def test_terms_that_were_not_saved_are_there_again_after_a_lock(floor: LiveFloor, console: Page) -> None:
    with signed_in(console, floor, "mia", "promotions/new"):
        console.get_by_label("Document under which it runs").select_option(STAR)
        fill_in(console, "title", "Half a draft")
        console.locator("#lock").click()
        console.locator("#door input[type=password]").fill(PASSWORD)
        console.keyboard.press("Enter")
        expect(console.locator('[data-place="title"] textarea')).to_have_value("Half a draft")
        expect(console.locator(".promotion")).to_contain_text("did not save")
        console.get_by_test_id("anew").click()
        expect(console.get_by_label("Document under which it runs")).to_be_visible()


def test_terms_that_were_not_saved_are_there_again_after_a_reload_and_gone_after_a_sign_out(
    floor: LiveFloor, console: Page
) -> None:
    with signed_in(console, floor, "mia", "promotions/new"):
        console.get_by_label("Document under which it runs").select_option(STAR)
        fill_in(console, "title", "Half a draft")
        console.reload()
        expect(console.locator('[data-place="title"] textarea')).to_have_value("Half a draft")
        expect(console.locator(".promotion")).to_contain_text("did not save")
    assert "Half a draft" not in console.evaluate("JSON.stringify([localStorage, sessionStorage])")
    with signed_in(console, floor, "mia", "promotions/new"):
        console.get_by_label("Document under which it runs").select_option(STAR)
        expect(console.locator('[data-place="title"] textarea')).to_have_value("")


def opened(mia: Console, clock: Clock, **changes: Any) -> int:
    """A promotion that takes entries for an hour: its number."""
    starts = clock.now() + DAY + HOUR
    whole = terms(STAR, starts=starts, closes=starts + HOUR, drawn=starts + HOUR, **changes)
    which = {"promotion": ordered(mia, "DraftPromotion", rules=STAR, terms=msgspec.to_builtins(whole))["number"]}
    ordered(mia, "LodgeTerms", **which, proof="receipt 4711", sent=clock.now())
    clock.wait(25 * 60 + 1)
    assert mia.sign_in("mia").status == 200
    ordered(mia, "OpenPromotion", **which, available="At the desk", marketing="Brochure 3")
    return which["promotion"]


def enters(mia: Console, number: int) -> str:
    """Somebody enters who is like nobody else: the number of the entry."""
    who = {"name": a_name("Ann"), "address": "Bay Street 1"}
    return ordered(mia, "EnterDraw", who=who, promotion=number, person=0)["entry"]


def test_a_key_that_is_pressed_while_the_page_draws_itself_anew_is_given(floor: LiveFloor, console: Page, clock: Clock) -> None:
    """And the entries that were shown stay: each new one is among them."""
    mia = mia_again(floor)
    number = opened(mia, clock)
    with signed_in(console, floor, "mia", f"promotions/{number}"):
        entries = console.get_by_test_id("entries")
        console.get_by_role("button", name="Show the entries").hover()
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        console.evaluate("AbortSignal.timeout = () => new AbortController().signal")  # however slow this machine is
        console.route(f"**/api/v1/promotions/{number}", hold, times=1)
        until = time.monotonic() + PATIENCE
        while not held:  # the page reads itself again
            assert time.monotonic() < until
            console.evaluate("0")
        console.mouse.down()
        enters(mia, number)
        with console.expect_event("requestfinished", lambda request: request == held[0].request):
            held[0].continue_()  # the page would draw what it reads now
        console.mouse.up()
        expect(entries.locator("li")).to_have_count(1)
        expect(console.get_by_text("These are all entries.")).to_be_visible()
        expect(console.get_by_role("button", name="Show more")).to_have_count(0)
        enters(mia, number)
        expect(entries.locator("li")).to_have_count(2)
        expect(console.locator("dl.facts").first).to_contain_text("Entries2")


def test_entering_what_play_has_earned_says_what_it_did_and_reads_the_page_again(
    floor: LiveFloor, console: Page, clock: Clock
) -> None:
    stated = {**terms(STAR).texts, "wager": "A bet of $10 or more on the win line"}
    play = QualifyingPlay(least=Cents(1_000), tables=("craps",))
    number = opened(mia_again(floor), clock, wager=True, play=play, texts=stated)
    with signed_in(console, floor, "mia", f"promotions/{number}"):
        key, told = console.get_by_role("button", name="Enter what play has earned"), console.locator("#told")
        key.click()
        expect(told).to_contain_text("Entered: 0. Retracted, because play does not earn them any more: 0.")
        expect(console.get_by_test_id("earned")).to_have_text("No bet has earned one yet.")
        console.route("**/earned", lambda route: route.fulfill(json={"entered": 2, "retracted": 1, "bets": []}))
        with console.expect_request(f"**/promotions/{number}/earned") as asked:
            key.click()
        with console.expect_request(f"**/promotions/{number}"):
            expect(told).to_contain_text("Entered: 2. Retracted, because play does not earn them any more: 1.")
        assert asked.value.method == "POST"
        console.unroute("**/earned")
        bet = {"player": "Ann", "table": "craps", "line": 3, "bet": "$10.00 on the win line", "at": clock.now()}
        found = [{**bet, "entered": "ab12", "why": "Another card"}, {**bet, "entered": "cd34", "why": None}]
        console.route("**/earned", lambda route: route.fulfill(json=found))
        console.get_by_role("button", name="Show them").click()
        lines = console.get_by_test_id("earned").locator("li")
        expect(lines.first).to_contain_text("entry ab12 does not count: Another card")
        expect(lines.last).to_have_text(re.compile("entry cd34$"))
        console.unroute("**/earned")


def swallow(route: Route) -> None:
    """The order arrives, and its answer is lost."""
    route.fetch()
    route.abort()


def test_after_a_lost_answer_the_page_offers_the_slip_of_the_entry(floor: LiveFloor, console: Page, clock: Clock) -> None:
    number = opened(mia_again(floor), clock)
    with signed_in(console, floor, "mia", f"promotions/{number}"):
        console.route("**/promotions/orders", swallow, times=1)
        console.locator('[data-order="EnterDraw"]').click()
        for field, text in {"name": a_name("Ann"), "address": "Bay Street 2"}.items():
            console.locator(f"#order #new-{field}").fill(text)
        console.get_by_test_id("give").click()
        expect(console.locator("dialog[open]")).to_contain_text("The server is out of reach.")
        console.keyboard.press("Escape")
        expect(console.locator("#told")).to_contain_text(f"Enter a person, promotion {number} was carried out.")
        console.get_by_test_id("last-entry").click()
        (entry,) = mia_again(floor).get(f"/api/v1/promotions/{number}/entries").body
        expect(console.get_by_test_id("entry")).to_have_text(entry["number"])
        console.get_by_role("button", name="Done").click()


def test_a_form_that_amends_terms_does_not_speak_of_a_draft(floor: LiveFloor, console: Page, clock: Clock) -> None:
    number = opened(mia_again(floor), clock)
    with signed_in(console, floor, "mia", f"promotions/{number}/terms"):
        expect(console.get_by_test_id("save")).to_have_text("Amend")
        expect(console.locator(".promotion")).not_to_contain_text("A draft may be incomplete.")


def test_two_who_change_the_same_terms_are_told_of_each_other(floor: LiveFloor, console: Page, clock: Clock) -> None:
    """The form that was opened first took back, without a word, what was saved meanwhile."""
    mia = mia_again(floor)
    whole = terms(STAR, starts=clock.now() + 2 * DAY, closes=clock.now() + 3 * DAY, drawn=clock.now() + 3 * DAY)
    number = ordered(mia, "DraftPromotion", rules=STAR, terms=msgspec.to_builtins(whole))["number"]
    revised = {**msgspec.to_builtins(whole), "title": "Of Mia"}
    with signed_in(console, floor, "max", f"promotions/{number}/terms"):
        fill_in(console, "title", "Of Max")
        ordered(mia, "ReviseTerms", promotion=number, terms=revised)
        console.get_by_test_id("save").click()
        expect(console.locator("body")).to_contain_text("Somebody else has changed these terms since you read them")
        console.get_by_role("link", name="Promotions").click()
        console.locator(f'a[href="#promotions/{number}"]').click()
        console.get_by_text("Revise the terms").click()
        expect(console.locator(".promotion")).to_contain_text("What you save takes the place of that")
        console.get_by_test_id("anew").click()
        expect(console.locator('[data-place="title"] textarea')).to_have_value("Of Mia")
        fill_in(console, "title", "Of both")
        console.get_by_test_id("save").click()
        expect(console.locator("h2").first).to_contain_text("Of both")
