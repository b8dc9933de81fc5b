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
from croupier.journal.streams import PRIZE_REGISTER
from croupier.promotions.draw import DrawRecord, draw_faults
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import DAY, HOUR, MINUTE
from croupier.rules.promotions import PrizeKind
from journals import bodies
from live_floor import PASSWORD, Answer, Console, LiveFloor, live_floor, with_drawer
from prizes import prize, terms

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"
ANN = {"name": "Ann Droste", "address": "Pyrmont Street 1"}


STAFF = {
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Orr", "manager"),
    "sue": ("Sue Park", "supervisor"),
    "dora": ("Dora Lee", "dealer"),
    "cash": ("Cass Hill", "cage"),
    "ines": ("Ines Roy", "inspector"),
}
MAX, SUE = ({"login": login, "password": PASSWORD} for login in ("max", "sue"))


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


def ordered(console: Console, order: str, *, id: str = "", second: object = None, **fields: object) -> Answer:
    body: dict[str, object] = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post("/api/v1/promotions/orders", body | ({"second": second} if second else {}))


def done(console: Console, order: str, **fields: Any) -> Any:
    answer = ordered(console, order, **fields)
    assert answer.status == 200, answer
    return answer.body


def written(whole: PromotionTerms) -> Any:
    return msgspec.to_builtins(whole)


@pytest.fixture(scope="module")
def drawn(days: Days) -> dict[str, int]:
    """A promotion for more than $10,000 in money under each of two documents, drawn. Ann is the only one who entered."""
    mia, starts = days.people["mia"], days.now() + DAY + HOUR
    times = {"starts": starts, "closes": starts + 2 * HOUR, "drawn": starts + 2 * HOUR}
    found: dict[str, int] = {}
    for rules in (STAR, ARUZE):
        whole = terms(rules, prize(rules, PrizeKind.MONEY, 1_000_001), **times)
        number = found[rules] = done(mia, "DraftPromotion", rules=rules, terms=written(whole))["number"]
        lodge: dict[str, Any] = {"promotion": number, "proof": "receipt 4711"}
        back = ordered(mia, "LodgeTerms", **lodge, sent=days.now() - DAY - 2 * HOUR)
        assert (back.error, "were written at" in back.message) == ("bad-time", True)
        done(mia, "LodgeTerms", **lodge, sent=days.now())
    days.wait(26)
    for number in found.values():
        done(mia, "OpenPromotion", promotion=number, available="At the desk", marketing="Brochure 3")
        done(mia, "EnterDraw", promotion=number, person=taken_in(mia, **ANN))
    wrong_people(days, found[STAR])
    days.wait(2)
    for number in found.values():
        done(mia, "CloseEntries", promotion=number)
        done(mia, "CommitDraw", promotion=number, prizes=[1], source="The ASX 200", fixed=days.now() + MINUTE)
    days.wait(1)
    return found


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
    staff = taken_in(mia, name="Dora Lee", address="Harris Street 2")
    refused = ordered(mia, "EnterDraw", **which, person=staff)
    assert (refused.error, "is a member of staff" in refused.message) == ("may-not-enter", True)
    entry = done(mia, "EnterDraw", **which, person=staff, second=MAX)["entry"]
    listed = mia.get(f"/api/v1/promotions/{number}/entries").body
    assert [(each["person"], each["by"], each["why"]) for each in listed] == [(again, "mia", None), (staff, "mia", None)]
    assert listed[1]["number"] == entry
    assert mia.get(f"/api/v1/promotions/{number}/entries?first=2").body == []
    assert cash.get(f"/api/v1/promotions/{number}/entries").status == 403
    withdraw: dict[str, Any] = {**which, "number": entry, "why": "It was the dealer"}
    assert ordered(mia, "WithdrawEntry", **withdraw).error == "second-person-needed"
    assert done(mia, "WithdrawEntry", **withdraw, second=MAX)["entries"] == 1
    assert mia.get(f"/api/v1/promotions/{number}/entries?first=1").body[0]["why"] == "It was the dealer"
    ben = {"name": "Ben Ito", "born": "1985-05-05", "identified": "passport", "document": "N1", "address": "Bay Street 3"}
    patron = cash.post("/api/v1/cage/patrons", {"id": secrets.token_hex(6), **ben}).body["number"]
    person = taken_in(mia, patron=str(patron))
    assert person == taken_in(mia, patron=f"patron-{patron}")
    exclude = {"type": "ExcludePatron", "patron": patron, "why": "He asked for it"}
    body = {"id": secrets.token_hex(6), "order": exclude, "second": SUE}
    assert cash.post("/api/v1/cage/orders", body).status == 200
    refused = ordered(mia, "EnterDraw", **which, person=person)
    assert (refused.error, "is excluded" in refused.message) == ("may-not-enter", True)
    assert mia.post("/api/v1/claimants", {"id": secrets.token_hex(6), "patron": "999"}).error == "unknown-person"
    assert mia.post("/api/v1/claimants", {"id": secrets.token_hex(6), "address": "Bay Street"}).error == "bad-text"
    done(cash, "RefuseClaim", **which, prize=1, person=person, why="Excluded", told="At the cage")
    assert mia.get(f"/api/v1/claimants/{person}").body["data"] == {
        "patron": f"patron-{patron}",
        "name": "Ben Ito",
        "address": "Bay Street 3",
    }


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
    assert owed["floor"]["prizes"] >= owed["places"][PRIZE_REGISTER]["prizes"] >= 1_000_001
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
    done(cash, "PayPrize", **which, parts=parts, chosen=True)
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


def test_private_data_is_for_those_who_need_it_and_in_no_line(floor: LiveFloor, people: dict[str, Console], star: int) -> None:
    person = people["mia"].get(f"/api/v1/promotions/{star}").body["wins"][0]["person"]
    path = f"/api/v1/claimants/{person}"
    for login in ("mia", "cash", "ines"):
        assert people[login].get(path).body["data"] == ANN
    assert people["dora"].get(path).status == 403
    assert floor.anybody().get(path).status == 401
    assert people["dora"].get("/api/v1/promotions").status == 403
    assert people["mia"].get("/api/v1/claimants/999999").status == 404
    assert not [line for line in bodies(floor.journal, PRIZE_REGISTER) if b"Droste" in line or b"Pyrmont" in line]
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
