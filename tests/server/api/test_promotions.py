"""Promotions on a live floor: from the draft to the payment, with private data only for those who need it."""

import secrets
import time
from typing import Any

import msgspec
import pytest

from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.journal.address import private_file
from croupier.journal.streams import PRIZE_REGISTER
from croupier.promotions.draw import DrawRecord, draw_faults
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind
from journals import bodies
from live_floor import PASSWORD, Answer, Console, LiveFloor
from prizes import prize, terms

STAR, ARUZE = "star-craps-2016", "aruze-craps-2024"
ANN = {"name": "Ann Droste", "address": "Pyrmont Street 1"}


def now() -> int:
    return time.time_ns() // 1_000_000


def ordered(console: Console, order: str, *, id: str = "", second: object = None, **fields: object) -> Answer:
    body: dict[str, object] = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post("/api/v1/promotions/orders", body | ({"second": second} if second else {}))


def done(console: Console, order: str, **fields: Any) -> Any:
    answer = ordered(console, order, **fields)
    assert answer.status == 200, answer
    return answer.body


def once(console: Console, order: str, **fields: Any) -> Any:
    """What an order leads to once its time has come."""
    while (answer := ordered(console, order, **fields)).status == 409 and answer.error == "too-early":
        time.sleep(0.05)
    assert answer.status == 200, answer
    return answer.body


def written(whole: PromotionTerms) -> Any:
    return msgspec.to_builtins(whole)


def drawn(console: Console, rules: str, value: int, kind: PrizeKind = PrizeKind.MONEY) -> int:
    """A promotion whose prize was drawn: its number. Ann is the only one who entered."""
    soon = now() + 700
    whole = terms(rules, prize(rules, kind, value), starts=now() - HOUR, closes=soon, drawn=soon)
    number = done(console, "DraftPromotion", rules=rules, terms=written(whole))["number"]
    which: dict[str, Any] = {"promotion": number}
    done(console, "LodgeTerms", **which, proof="receipt 4711", sent=now() - DAY - 2 * HOUR)
    done(console, "OpenPromotion", **which, available="At the desk", marketing="Brochure 3")
    person = console.post("/api/v1/claimants", {"id": secrets.token_hex(6), **ANN}).body["person"]
    done(console, "EnterDraw", **which, person=person)
    once(console, "CloseEntries", **which)
    done(console, "CommitDraw", **which, prizes=[1], source="The ASX 200", fixed=now() + 100)
    if value > 1_000_000:
        while (answer := ordered(console, "DrawPrizes", **which, value="8714.32")).error == "too-early":
            time.sleep(0.05)
        assert (answer.error, answer.body["clause"]) == ("scrutineer-needed", "10.2" if rules == STAR else "5.2")
    once(console, "DrawPrizes", **which, value="8714.32", scrutineer="Sam Just")
    return number


@pytest.fixture(scope="module")
def star(people: dict[str, Console]) -> int:
    """A promotion for more than $10,000 in money, drawn."""
    return drawn(people["mia"], STAR, 1_000_001)


def test_a_clerk_is_told_everything_that_is_wrong_with_terms(people: dict[str, Console]) -> None:
    mia = people["mia"]
    faults = mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": {}}).body
    assert {"10.7.1", "10.7.6", "10.7.11"} <= {fault["clause"] for fault in faults}
    number = done(mia, "DraftPromotion", rules=STAR, terms={})["number"]
    refused = ordered(mia, "LodgeTerms", promotion=number, proof="receipt", sent=now())
    assert (refused.status, refused.error) == (409, "bad-terms")
    assert "closing: The terms do not state" in refused.message
    assert "(10.7.6)" in refused.message
    assert mia.post("/api/v1/promotions/check", {"rules": "adelaide-craps-2003", "terms": {}}).status == 404
    assert mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": {"closess": 1}}).status == 400
    done(mia, "CancelPromotion", promotion=number, why="Another idea")
    assert number not in [each["number"] for each in mia.get("/api/v1/promotions").body]
    over = mia.get("/api/v1/promotions?over=1").body
    assert number in [each["number"] for each in over]
    assert not [each for each in mia.get(f"/api/v1/promotions?over=1&before={number}").body if each["number"] >= number]


def test_play_earns_entries_only_at_tables_and_on_wagers_that_the_floor_has(people: dict[str, Console]) -> None:
    mia, texts = people["mia"], {**terms(STAR).texts, "wager": "A bet with a card"}
    at = {"least": 1_000, "tables": ["craps", "crpas"], "wagers": ["win-line", "place-win", "place-win:6", "pass-line"]}
    whole = {**written(terms(STAR, starts=now() + 2 * DAY, closes=now() + 3 * DAY, drawn=now() + 3 * DAY)), "texts": texts}
    asked = {**whole, "wager": True, "play": at}
    faults = mia.post("/api/v1/promotions/check", {"rules": STAR, "terms": asked}).body
    assert [(fault["place"], fault["clause"]) for fault in faults] == [("wager", "10.7.4")] * 2
    assert "There is no table 'crpas' on this floor" in faults[0]["sentence"]
    assert "has a wager 'pass-line'" in faults[1]["sentence"]
    number = done(mia, "DraftPromotion", rules=STAR, terms=asked)["number"]
    refused = ordered(mia, "LodgeTerms", promotion=number, proof="receipt", sent=now() - 1)
    assert (refused.error, refused.body["clause"]) == ("bad-terms", "10.7.4")
    right = {**asked, "play": {**at, "tables": ["craps"], "wagers": ["win-line", "place-win"]}}
    done(mia, "ReviseTerms", promotion=number, terms=right)
    done(mia, "LodgeTerms", promotion=number, proof="receipt", sent=now() - 1)
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


def test_the_same_promotion_under_the_document_of_2024_is_never_paid_in_cash(people: dict[str, Console]) -> None:
    mia, cash = people["mia"], people["cash"]
    which: dict[str, Any] = {"promotion": drawn(mia, ARUZE, 1_000_001), "prize": 1}
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
