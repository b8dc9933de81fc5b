"""Promotions on a live floor: from the draft to the payment, with private data only for those who need it."""

import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clock_ahead import PROGRAM, put_ahead
from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.journal.address import private_file
from croupier.promotions.draw import DrawRecord, draw_faults
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import DAY, HOUR, MINUTE
from croupier.rules.promotions import PrizeKind
from journals import bodies
from live_floor import PASSWORD, Answer, Console, LiveFloor, live_floor, with_drawer
from prizes import prize, terms

STAR, ARUZE, GUS, NAMED = "star-craps-2016", "aruze-craps-2024", "gus", "named"
ANN = {"name": "Ann Droste", "address": "Pyrmont Street 1"}


STAFF = {
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Orr", "manager"),
    "kim": ("Kim Vey", "manager"),
    "sue": ("Sue Park", "supervisor"),
    "dora": ("Dora Lee", "dealer"),
    "cash": ("Cass Hill", "cage"),
    "ines": ("Ines Roy", "inspector"),
}
MAX, KIM, SUE = ({"login": login, "password": PASSWORD} for login in ("max", "kim", "sue"))


class Days:
    """A floor whose clocks the tests put ahead: terms have to be lodged for a day before a promotion starts."""

    def __init__(self, floor: LiveFloor, ahead: Path) -> None:
        self.floor, self.ahead = floor, ahead
        administrator = floor.administrator()
        self.people = {login: floor.hire(login, *who, by=administrator) for login, who in STAFF.items()}
        with_drawer(self.people["cash"], "sue")

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead.stat().st_size * 60_000

    def wait(self, hours: int) -> None:
        """Let time pass. Everybody signs in again: consoles lock, and sessions end."""
        put_ahead(self.ahead, hours * 60)
        for login, console in self.people.items():
            assert console.sign_in(login).status == 200


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Days]:
    folder = tmp_path_factory.mktemp("promotions")
    ahead = folder / "ahead"
    ahead.touch()
    with live_floor(folder, tables=("craps", "aruze"), betting=600, program=(PROGRAM, str(ahead))) as running:
        yield Days(running, ahead)


@pytest.fixture(scope="module")
def floor(days: Days) -> LiveFloor:
    return days.floor


@pytest.fixture(scope="module")
def people(days: Days) -> dict[str, Console]:
    return days.people


def ordered(
    console: Console, order: str, *, id: str = "", second: object = None, who: object = None, **fields: object
) -> Answer:
    body: dict[str, object] = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post(
        "/api/v1/promotions/orders", body | ({"second": second} if second else {}) | ({"who": who} if who else {})
    )


def done(console: Console, order: str, **fields: Any) -> Any:
    answer = ordered(console, order, **fields)
    assert answer.status == 200, answer
    return answer.body


def written(whole: PromotionTerms) -> Any:
    return msgspec.to_builtins(whole)


@pytest.fixture(scope="module")
def drawn(days: Days) -> dict[str, int]:
    """A promotion for more than $10,000 in money under each of two documents, drawn. Ann is the only one who can win.

    Eve has entered, too, and is excluded before the draw is prepared; under one document by her name and address. In a third
    one, only Gus can win; he is excluded before the draw is held. In a fourth one he has entered by his name and address.
    """
    mia, starts = days.people["mia"], days.now() + DAY + HOUR
    times = {"starts": starts, "closes": starts + 2 * HOUR, "drawn": starts + 2 * HOUR}
    found: dict[str, int] = {}
    for name, rules, value in ((STAR, STAR, 1_000_001), (ARUZE, ARUZE, 1_000_001), (GUS, STAR, 5_000), (NAMED, STAR, 5_000)):
        whole = terms(rules, prize(rules, PrizeKind.MONEY, value), **times)
        number = found[name] = done(mia, "DraftPromotion", rules=rules, terms=written(whole))["number"]
        lodge: dict[str, Any] = {"promotion": number, "proof": "receipt 4711"}
        back = ordered(mia, "LodgeTerms", **lodge, sent=days.now() - DAY - 2 * HOUR)
        assert (back.error, "were written at" in back.message) == ("bad-time", True)
        done(mia, "LodgeTerms", **lodge, sent=days.now())
    days.wait(26)
    eve, gus = registered(days, "Eve Moss"), registered(days, "Gus Hall")
    only: dict[str, dict[str, str]] = {GUS: {"patron": gus}, NAMED: {"name": "HALL, Gus", "address": "Bay Street 3"}}
    other: dict[str, dict[str, str]] = {ARUZE: {"name": "Moss, Eve", "address": "Bay Street, 3"}}
    for name, number in found.items():
        done(mia, "OpenPromotion", promotion=number, available="At the desk", marketing="Brochure 3")
        done(mia, "EnterDraw", promotion=number, person=taken_in(mia, **only.get(name, ANN)))
        done(mia, "EnterDraw", promotion=number, person=taken_in(mia, **other.get(name, {"patron": eve})))
    wrong_people(days, found[STAR])
    days.wait(2)
    exclude(days, eve)
    for number in found.values():
        done(mia, "CloseEntries", promotion=number)
        commit: dict[str, Any] = {"promotion": number, "source": "The ASX 200", "fixed": days.now() + MINUTE}
        refused = ordered(mia, "CommitDraw", **commit, prizes=[1, 2])
        assert refused.error == "unknown-prize", refused
        done(mia, "CommitDraw", **commit, prizes=[1])
    exclude(days, gus)
    days.wait(1)
    return found


def registered(days: Days, name: str) -> str:
    """The number of a new patron."""
    who = {"name": name, "born": "1985-05-05", "identified": "passport", "document": name, "address": "Bay Street 3"}
    answer = days.people["cash"].post("/api/v1/cage/patrons", {"id": secrets.token_hex(6), **who})
    assert answer.status == 200, answer
    return str(answer.body["number"])


def exclude(days: Days, patron: str) -> None:
    """Exclude a patron from the casino."""
    order = {"type": "ExcludePatron", "patron": int(patron), "why": "Asked for it"}
    body = {"id": secrets.token_hex(6), "order": order, "second": SUE}
    assert days.people["cash"].post("/api/v1/cage/orders", body).status == 200


def taken_in(console: Console, **data: str) -> int:
    """The number of a person in the register."""
    answer = console.post("/api/v1/claimants", {"id": secrets.token_hex(6), **data})
    assert answer.status == 200, answer
    return answer.body["person"]


def wrong_people(days: Days, number: int) -> None:
    """Nobody enters who may not, or more often than the terms allow; a wrong entry is withdrawn by two people."""
    mia, cash = days.people["mia"], days.people["cash"]
    which: dict[str, Any] = {"promotion": number}
    again = taken_in(mia, name="ann  DROSTE", address="Pyrmont Street, 1")
    assert again == taken_in(mia, **ANN), "the same person, however it is written"
    assert ordered(mia, "EnterDraw", **which, person=again).error == "entries-used"
    staff = taken_in(mia, name="Lee Dora", address="Harris Street 2")
    refused = ordered(mia, "EnterDraw", **which, person=staff)
    assert (refused.error, "dora, a member of staff" in refused.message) == ("person-similar", True)
    assert ordered(mia, "EnterDraw", **which, person=staff, second=MAX).error == "person-similar", "no reason"
    assert ordered(mia, "EnterDraw", **which, person=staff, why="Another Dora").error == "second-person-needed"
    entry = done(mia, "EnterDraw", **which, person=staff, why="Her passport says so", second=MAX)["entry"]
    listed = mia.get(f"/api/v1/promotions/{number}/entries").body
    listed = [each for each in listed if each["person"] in (again, staff)]
    assert [(each["person"], each["by"], each["why"]) for each in listed] == [(again, "mia", None), (staff, "mia", None)]
    assert listed[1]["number"] == entry
    assert mia.get(f"/api/v1/promotions/{number}/entries?first=3").body == []
    assert cash.get(f"/api/v1/promotions/{number}/entries").status == 403
    withdraw: dict[str, Any] = {**which, "number": entry, "why": "It was the dealer"}
    assert ordered(mia, "WithdrawEntry", **withdraw).error == "second-person-needed"
    assert done(mia, "WithdrawEntry", **withdraw, second=MAX)["entries"] == 2
    assert mia.get(f"/api/v1/promotions/{number}/entries?first=2").body[0]["why"] == "It was the dealer"
    patron = registered(days, "Ben Ito")
    person = taken_in(mia, patron=patron)
    assert person == taken_in(mia, patron=f"patron-{patron}")
    exclude(days, patron)
    refused = ordered(mia, "EnterDraw", **which, person=person)
    assert (refused.error, "is excluded" in refused.message) == ("may-not-enter", True)
    like_others(days, number)
    assert mia.post("/api/v1/claimants", {"id": secrets.token_hex(6), "patron": "999"}).error == "unknown-person"
    assert mia.post("/api/v1/claimants", {"id": secrets.token_hex(6), "address": "Bay Street"}).error == "bad-text"
    alike: dict[str, Any] = {**which, "prize": 2, "why": "No such prize"}
    known = mia.get("/api/v1/claimants").body["kept"]
    assert ordered(cash, "RefuseClaim", **alike, who={"name": "Zoe Lind", "address": "Bay Street 5"}).error == "unknown-prize"
    assert mia.get("/api/v1/claimants").body["kept"] == known
    done(cash, "RefuseClaim", **which, prize=1, who={"patron": patron}, why="Excluded", told="At the cage")
    assert mia.get(f"/api/v1/claimants/{person}").body["data"] == {
        "patron": f"patron-{patron}",
        "name": "Ben Ito",
        "address": "Bay Street 3",
    }


def like_others(days: Days, number: int) -> None:
    """Nobody enters alone who may be somebody else: an excluded patron, a member of staff, or a person who has entered."""
    mia, max = days.people["mia"], days.people["max"]
    which: dict[str, Any] = {"promotion": number}
    known = mia.get("/api/v1/claimants").body["kept"]
    same = {"name": "ITO, Ben", "address": "Bay  Street 3"}
    signed: dict[str, Any] = {"why": "A cousin", "second": MAX}
    for more in ({}, signed):
        refused = ordered(mia, "EnterDraw", **which, person=0, who=same, **more)
        assert (refused.error, "has that name and address" in refused.message) == ("may-not-enter", True), refused
    ann_as_patron = registered(days, "Anne Droste")
    for data, who in (
        ({"name": "Benjamin Ito", "address": "Elsewhere 4"}, "who is excluded from the casino"),
        ({"name": "Ann Droste", "address": "Pyrmont St 1"}, "who has entered"),
        ({"name": "Dröste, Ann", "address": "Pyrmont Street 1"}, "who has entered"),
        ({"patron": ann_as_patron}, "who has entered"),
        ({"name": "Moss Eve", "address": "Pyrmont Street 9"}, "who has entered"),
        ({"name": "Orr, Max", "address": "Harris Street 8"}, "max, a member of staff"),
    ):
        refused = ordered(mia, "EnterDraw", **which, person=0, who=data)
        assert (refused.error, who in refused.message) == ("person-similar", True), (data, refused)
    herself = {"name": "Brandt, Mia", "address": "Harris Street 7"}
    signed = {**which, "person": 0, "who": herself, "why": "Another Mia"}
    for console, second in ((mia, MAX), (max, {"login": "mia", "password": PASSWORD})):
        assert ordered(console, "EnterDraw", **signed, second=second).error == "may-not-enter"
    assert ordered(max, "EnterDraw", **which, person=1, who=herself, second=KIM).error == "bad-number", "one or the other"
    assert mia.get("/api/v1/claimants").body["kept"] == known, "nobody is taken in who does not enter"
    once: dict[str, Any] = {"id": secrets.token_hex(6), **signed, "second": KIM}
    entry = done(max, "EnterDraw", **once)["entry"]
    assert done(max, "EnterDraw", **once)["entry"] == entry
    (given,) = (each for each in mia.get(f"/api/v1/promotions/{number}/entries").body if each["number"] == entry)
    assert taken_in(mia, **herself) == given["person"]
    assert mia.get("/api/v1/claimants").body["kept"] == known + 1
    slip = max.get(f"/api/v1/orders/{once['id']}").body["entry"]
    assert slip == {"promotion": number, "title": "Spring draw", "number": entry}
    done(mia, "WithdrawEntry", **which, number=entry, why="Ann alone can win", second=MAX)


@pytest.fixture(scope="module")
def star(days: Days, drawn: dict[str, int]) -> int:
    """The first of them, drawn before a scrutineer who signs."""
    mia, number = days.people["mia"], drawn[STAR]
    which: dict[str, Any] = {"promotion": number, "value": "8714.32"}
    alone = ordered(mia, "DrawPrizes", **which)
    assert (alone.error, alone.body["clause"]) == ("scrutineer-needed", "10.2")
    assert ordered(mia, "DrawPrizes", **which, outside="Olga Berg").error == "scrutineer-needed"
    wrong = ordered(mia, "DrawPrizes", **which, second={"login": "max", "password": "guessed wrong"})
    assert wrong.status in (401, 403), wrong
    assert ordered(mia, "DrawPrizes", **which, second={"login": "mia", "password": PASSWORD}).status in (403, 409)
    of_staff = ordered(mia, "DrawPrizes", **which, outside="LEE, Dora", second=KIM)
    assert (of_staff.error, "has the name of a member of staff" in of_staff.message) == ("scrutineer-needed", True)
    for outside, second in ((None, {"login": "dora", "password": PASSWORD}), ("Olga Berg", SUE)):
        assert ordered(mia, "DrawPrizes", **which, outside=outside, second=second).status == 403
    (draw,) = done(mia, "DrawPrizes", **which, second=SUE)["draws"]
    assert (draw["prepared"]["login"], draw["held"]["login"], draw["scrutineer"]["login"]) == ("mia", "mia", "sue")
    return number


def test_a_clerk_is_told_everything_that_is_wrong_with_terms(days: Days, people: dict[str, Console]) -> None:
    mia = people["mia"]
    faults = mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": {}}).body
    assert {"10.7.1", "10.7.6", "10.7.11"} <= {fault["clause"] for fault in faults}
    number = done(mia, "DraftPromotion", rules=STAR, terms={})["number"]
    refused = ordered(mia, "LodgeTerms", promotion=number, proof="receipt", sent=days.now())
    assert (refused.status, refused.error) == (409, "bad-terms")
    assert "closing: The terms do not say" in refused.message
    assert "(10.7.6)" in refused.message
    assert mia.post("/api/v1/promotions/check", {"rules": "adelaide-craps-2003", "terms": {}}).status == 404
    assert mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": {"closess": 1}}).status == 400
    done(mia, "CancelPromotion", promotion=number, why="Another idea")
    assert number not in [each["number"] for each in mia.get("/api/v1/promotions").body]
    over = mia.get("/api/v1/promotions?over=1").body
    assert number in [each["number"] for each in over]
    assert not [each for each in mia.get(f"/api/v1/promotions?over=1&before={number}").body if each["number"] >= number]


def test_play_earns_entries_only_at_tables_and_on_wagers_that_the_floor_has(days: Days, people: dict[str, Console]) -> None:
    mia, texts = people["mia"], {**terms(STAR).texts, "wager": "A bet with a card"}
    at = {"least": 1_000, "tables": ["craps", "crpas"], "wagers": ["win-line", "place-win", "place-win:6", "pass-line"]}
    start = days.now() + 2 * DAY
    whole = {**written(terms(STAR, starts=start, closes=start + DAY, drawn=start + DAY)), "texts": texts}
    asked = {**whole, "wager": True, "play": at}
    faults = mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": asked}).body
    assert [(fault["place"], fault["clause"]) for fault in faults] == [("wager", "10.7.4")] * 2
    assert "There is no table 'crpas' on this floor" in faults[0]["sentence"]
    assert "has a wager 'pass-line'" in faults[1]["sentence"]
    number = done(mia, "DraftPromotion", rules=STAR, terms=asked)["number"]
    refused = ordered(mia, "LodgeTerms", promotion=number, proof="receipt", sent=days.now())
    assert (refused.error, refused.body["clause"]) == ("bad-terms", "10.7.4")
    right = {**asked, "play": {**at, "tables": ["craps"], "wagers": ["win-line", "place-win"]}}
    everywhere = {**right, "play": {"least": 1_000, "wagers": ["win-line"]}}
    (fault,) = mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": everywhere}).body
    assert (fault["place"], "Play at the table 'aruze' earns entries" in fault["sentence"]) == ("also", True)
    done(mia, "ReviseTerms", promotion=number, terms=everywhere)
    assert ordered(mia, "LodgeTerms", promotion=number, proof="receipt", sent=days.now()).error == "bad-terms"
    assert mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": {**everywhere, "also": [ARUZE]}}).body == []
    done(mia, "ReviseTerms", promotion=number, terms=right)
    done(mia, "LodgeTerms", promotion=number, proof="receipt", sent=days.now())
    done(mia, "CancelPromotion", promotion=number, why="Another idea")


def test_a_draw_can_be_checked_by_anybody_and_the_winner_chooses_how_the_prize_is_paid(
    floor: LiveFloor, people: dict[str, Console], star: int
) -> None:
    mia, cash, anybody = people["mia"], people["cash"], floor.anybody()
    shown = anybody.get(f"/api/v1/promotions/{star}/terms").body
    assert (shown["stage"], shown["draws"]) == ("closed", 1)
    page = anybody.get(f"/promotions/{star}").body
    assert "Spring draw" in page
    assert shown["digest"] in page
    assert "when and where the prize is awarded" in page.lower()
    assert f"Promotion {star}" in anybody.get("/promotions").body
    record = msgspec.convert(anybody.get(f"/api/v1/promotions/{star}/draws/1").body, DrawRecord)
    assert draw_faults(record) == []
    assert anybody.get(f"/api/v1/promotions/{star}/draws/2").status == 404
    owed = cash.get("/api/v1/cage/liability").body
    assert owed["floor"]["prizes"] >= owed["places"][PRIZE_REGISTER.name]["prizes"] >= 1_000_001
    which: dict[str, Any] = {"promotion": star, "prize": 1}
    view = done(mia, "NotifyWinner", **which, method="telephone", reached=True)
    person = view["wins"][0]["person"]
    assert view["dues"] == []
    early = ordered(mia, "EndPromotion", promotion=star, why="It is late")
    assert (early.error, early.body["clause"]) == ("still-open", "10.7.8")
    again: dict[str, Any] = {"promotion": star, "prizes": [1], "source": "A train", "fixed": 9 * 10**12, "why": "I want to"}
    refused = ordered(mia, "CommitDraw", **again, second=MAX)
    assert (refused.error, refused.body["clause"]) == ("still-won", "10.10")
    for console in (mia, cash):
        alone = ordered(console, "RefuseClaim", **which, person=person, why="Under age")
        assert alone.error == "second-person-needed"
    done(mia, "ClaimPrize", **which, person=person, identified="passport", present=True)
    parts = [{"way": "cash", "amount": 400_000}, {"way": "transfer", "amount": 600_001}]
    assert ordered(mia, "PayPrize", **which, parts=parts, chosen=True).status == 403
    refused = ordered(cash, "PayPrize", **which, parts=parts)
    assert (refused.error, refused.body["clause"]) == ("winner-chooses", "10.4")
    receipt = done(cash, "PayPrize", **which, parts=parts, chosen=True)["receipt"]
    paid = {"kind": "prize-cash", "amount": 400_000, "promotion": star, "prize": 1, "by": "Cass Hill"}
    assert receipt.items() >= paid.items()
    copy = next(each for each in cash.get("/api/v1/cage/receipts").body if each["number"] == receipt["number"])
    assert copy["why_kept"].startswith("What was won stays with the winner")
    assert {**copy, "why_kept": None} == receipt
    assert ordered(cash, "PayPrize", **which, parts=parts, chosen=True).error == "already-paid"
    done(mia, "EndPromotion", promotion=star, why="All is paid")
    for kind in (InspectionKind.VERIFY, InspectionKind.BALANCE, InspectionKind.RESETTLE):
        findings = inspect(Job(floor.journal, kind), lambda _: None)
        assert findings.holds, findings.sentences


def test_the_same_promotion_under_the_document_of_2024_is_never_paid_in_cash(
    people: dict[str, Console], drawn: dict[str, int]
) -> None:
    mia, cash = people["mia"], people["cash"]
    which: dict[str, Any] = {"promotion": drawn[ARUZE], "prize": 1}
    done(mia, "DrawPrizes", promotion=drawn[ARUZE], value="8714.32", outside="Olga Berg", second=MAX)
    person = mia.get(f"/api/v1/promotions/{which['promotion']}").body["wins"][0]["person"]
    done(mia, "ClaimPrize", **which, person=person, identified="passport", present=True)
    refused = ordered(cash, "PayPrize", **which, parts=[{"way": "cash", "amount": 1_000_001}], chosen=True)
    assert (refused.error, refused.body["clause"]) == ("wrong-way", "5.4")
    done(cash, "PayPrize", **which, parts=[{"way": "cheque", "amount": 1_000_001}])


def test_who_enters_and_draws_hands_no_voucher_out_alone(days: Days) -> None:
    """One manager made casino dollars of an invented person. A clerk of the cage or another officer signs, too."""
    mia, starts = days.people["mia"], days.now() + DAY + HOUR
    dollars = prize(STAR, PrizeKind.CASINO_DOLLARS, 500_000)
    whole = terms(STAR, dollars, starts=starts, closes=starts + 2 * HOUR, drawn=starts + 2 * HOUR)
    which: dict[str, Any] = {"promotion": done(mia, "DraftPromotion", rules=STAR, terms=written(whole))["number"]}
    done(mia, "LodgeTerms", **which, proof="receipt 4711", sent=days.now())
    days.wait(26)
    done(mia, "OpenPromotion", **which, available="At the desk", marketing="Brochure 3")
    person = taken_in(mia, name="Zelda Quist", address="Elm Street 1")
    done(mia, "EnterDraw", **which, person=person)
    days.wait(2)
    done(mia, "CloseEntries", **which)
    done(mia, "CommitDraw", **which, prizes=[1], source="The ASX 200", fixed=days.now() + MINUTE)
    days.wait(1)
    done(mia, "DrawPrizes", **which, value="8714.32")
    done(mia, "ClaimPrize", **which, prize=1, person=person, identified="passport", present=True)
    alone = ordered(mia, "GivePrize", **which, prize=1)
    assert (alone.error, "would hand out the prize alone" in alone.message) == ("second-person-needed", True)
    for nobody in ("dora", "mia"):
        assert ordered(mia, "GivePrize", **which, prize=1, second={"login": nobody, "password": PASSWORD}).status in (403, 409)
    cash = {"login": "cash", "password": PASSWORD}
    given = done(mia, "GivePrize", **which, prize=1, second=cash)
    assert (given["voucher"]["amount"], given["receipt"]["amount"]) == (500_000, 500_000)
    shown = days.people["cash"].get("/api/v1/cage/receipts")
    copy = next(each for each in shown.body if each["kind"] == "prize-voucher")
    assert {name: copy[name] for name in ("promotion", "prize", "voucher", "by")} == {
        **which,
        "prize": 1,
        "voucher": given["voucher"]["serial"],
        "by": "Mia Brandt",
    }
    assert given["voucher"]["number"] not in str(shown.body), "the number of a voucher is money"


def test_nobody_gives_a_winner_who_is_a_patron_another_name(days: Days) -> None:
    """A clerk of the cage could write a friend's name beside the number of the patron who had won."""
    mia = days.people["mia"]
    person = taken_in(mia, patron=registered(days, "Wilma Stone"))
    for other in ({"name": "Fred Friend"}, {"address": "Crook Street 1"}, {"name": "Wilma Stone", "address": "Crook Street 1"}):
        refused = mia.post(f"/api/v1/claimants/{person}", {"id": secrets.token_hex(6), **other})
        assert (refused.error, "The register of patrons has another" in refused.message) == ("person-known", True), refused
    more = {"name": "STONE, Wilma", "address": "Bay Street 3", "telephone": "02 9777 9000"}
    known = mia.post(f"/api/v1/claimants/{person}", {"id": secrets.token_hex(6), **more})
    assert known.body["data"].items() >= more.items()


def test_private_data_is_for_those_who_need_it_and_in_no_line(floor: LiveFloor, people: dict[str, Console], star: int) -> None:
    person = people["mia"].get(f"/api/v1/promotions/{star}").body["wins"][0]["person"]
    path = f"/api/v1/claimants/{person}"
    for login in ("mia", "cash", "ines"):
        assert people[login].get(path).body["data"] == ANN
    assert people["dora"].get(path).status == 403
    assert floor.anybody().get(path).status == 401
    assert people["dora"].get("/api/v1/promotions").status == 403
    assert people["mia"].get("/api/v1/claimants/999999").status == 404
    assert not [line for line in bodies(floor.journal, PRIZE_REGISTER.name) if b"Droste" in line or b"Pyrmont" in line]
    looked = f"the private data of person {person}".encode()
    viewed = [line for line in bodies(floor.journal, "floor/people") if looked in line]
    assert [line.count(b'"login":"' + login.encode()) for line, login in zip(viewed, ("mia", "cash", "ines"), strict=True)] == [
        1
    ] * 3
    entrant = people["mia"].post("/api/v1/claimants", {"id": secrets.token_hex(6), "name": "Bea Lund"}).body["person"]
    assert people["cash"].get(f"/api/v1/claimants/{entrant}").status == 403, "the cage sees winners and claimants"
    assert people["mia"].get(f"/api/v1/claimants/{entrant}").body["data"] == {"name": "Bea Lund"}
    more = {"id": secrets.token_hex(6), "address": "Harris Street 2"}
    assert people["cash"].post(f"/api/v1/claimants/{entrant}", more).status == 403
    known = people["mia"].post(f"/api/v1/claimants/{entrant}", more)
    assert known == people["mia"].post(f"/api/v1/claimants/{entrant}", more)
    assert known.body["data"] == {"name": "Bea Lund", "address": "Harris Street 2"}
    other = people["mia"].post(f"/api/v1/claimants/{entrant}", {"id": secrets.token_hex(6), "name": "Eve"})
    assert other.error == "person-known"
    assert private_file(floor.file.with_name("floor-credentials"), "claimants").stat().st_mode & 0o777 == 0o600


def test_two_people_decide_how_long_private_data_is_kept(people: dict[str, Console], star: int) -> None:
    mia = people["mia"]
    person = mia.get(f"/api/v1/promotions/{star}").body["wins"][0]["person"]
    assert ordered(mia, "KeepPrivateData", days=None).error == "second-person-needed"
    assert ordered(mia, "KeepPrivateData", days=None, second={"login": "mia", "password": PASSWORD}).status in (403, 409)
    answer = ordered(mia, "KeepPrivateData", days=3650, second={"login": "max", "password": PASSWORD})
    assert (answer.status, answer.body) == (200, None)
    refused = ordered(mia, "ErasePeople", people=[person], why="Asked for", second={"login": "max", "password": PASSWORD})
    assert refused.error == "kept"
    data = people["cash"].get("/api/v1/claimants").body
    assert (data["keep_days"], data["erased"], data["over"], data["people"]) == (3650, 0, 0, [])
    assert data["kept"] >= person
    assert people["dora"].get("/api/v1/claimants").status == 403


def test_a_draft_is_not_public_and_a_repeated_order_has_one_effect(floor: LiveFloor, people: dict[str, Console]) -> None:
    mia, id = people["mia"], secrets.token_hex(6)
    first = done(mia, "DraftPromotion", id=id, rules=STAR, terms=written(terms(STAR)))
    again = done(mia, "DraftPromotion", id=id, rules=STAR, terms=written(terms(STAR)))
    assert first["number"] == again["number"]
    assert floor.anybody().get(f"/api/v1/promotions/{first['number']}/terms").status == 404
    assert floor.anybody().get("/api/v1/promotions/no/terms").status == 404
    assert floor.anybody().get(f"/promotions/{first['number']}").status == 404
    kinds = {due["kind"] for due in mia.get(f"/api/v1/promotions/{first['number']}").body["dues"]}
    assert kinds == {"lodgement"}
    for login in ("sue", "mia", "cash", "ines"):
        due = [each for each in people[login].get("/api/v1/promotions/due").body if each["promotion"] == first["number"]]
        assert [(each["title"], each["kind"], each["clause"]) for each in due] == [("Spring draw", "lodgement", "10.9")]
    assert people["dora"].get("/api/v1/promotions/due").status == 403
    done(mia, "CancelPromotion", promotion=first["number"], why="Another idea")


def test_who_was_excluded_before_a_draw_is_prepared_cannot_win_it(people: dict[str, Console], star: int) -> None:
    """Eve's entry stays in the list that was published, and says why it does not count."""
    listed = people["mia"].get(f"/api/v1/promotions/{star}/entries").body
    (why,) = {each["why"] for each in listed if each["why"] and "excluded" in each["why"]}
    assert why == "Its patron was excluded from the casino"
    record = people["mia"].get(f"/api/v1/promotions/{star}/draws/1").body
    (barred,) = (each["number"] for each in listed if each["why"] == why)
    assert record["excluded"] == [barred]
    assert barred in record["entries"]
    assert barred not in record["winners"]


def test_an_excluded_patron_who_has_entered_by_name_and_address_cannot_win(
    people: dict[str, Console], drawn: dict[str, int]
) -> None:
    listed = people["mia"].get(f"/api/v1/promotions/{drawn[ARUZE]}/entries").body
    assert [each["why"] for each in listed] == [None, "Its patron was excluded from the casino"]


@pytest.mark.parametrize("entered", [GUS, NAMED])
def test_10_10_who_was_excluded_before_a_draw_is_held_is_refused_the_prize(
    people: dict[str, Console], drawn: dict[str, int], entered: str
) -> None:
    mia, cash, which = people["mia"], people["cash"], {"promotion": drawn[entered], "prize": 1}
    done(mia, "DrawPrizes", promotion=drawn[entered], value="8714.32")
    (win,) = mia.get(f"/api/v1/promotions/{drawn[entered]}").body["wins"]
    claim: dict[str, Any] = {**which, "person": win["person"], "identified": "passport", "present": True}
    refused = ordered(cash, "ClaimPrize", **claim)
    assert (refused.error, refused.body["clause"]) == ("may-not-enter", "10.10"), refused
    assert "was excluded from the casino before the draw: refuse the claim" in refused.message
    done(mia, "RefuseClaim", **which, person=win["person"], why="Excluded before the draw", told="At the cage", second=MAX)
