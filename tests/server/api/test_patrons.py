"""Patrons on a live floor: registered, with a card and an account, at two terminals; refused in one sentence each."""

import json
import re
import secrets
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.cage.fold import CAGE_REGISTER
from croupier.server.api.patrons import is_weak
from journals import bodies
from live_floor import PASSWORD, Console, LiveFloor, live_floor, with_drawer
from running import Terminal
from server.api.test_cage import EnrolledTerminal, balanced, collected, ordered

PIN = "2580"
SECOND = {"login": "sue", "password": PASSWORD}


class Carded(NamedTuple):
    """A patron, and the number of the card."""

    number: int
    card: str
    name: str


@pytest.fixture
def terminals(floor: LiveFloor, people: dict[str, Console]) -> Generator[list[EnrolledTerminal]]:
    """A terminal at the wheel and two at the craps table."""
    found = [EnrolledTerminal(floor, people["sue"], table) for table in ("wheel", "aruze", "aruze")]
    yield found
    for each in found:
        each.line.close()


def new_name() -> str:
    """A name that nobody in the register has."""
    return f"Anna {secrets.token_hex(4)} Berg"


def registered(cash: Console, name: str, **fields: Any) -> Any:
    document = f"N{secrets.token_hex(4)}"
    given = {"name": name, "born": "1990-12-31", "identified": "passport", "document": document} | fields
    return cash.post("/api/v1/cage/patrons", {"id": secrets.token_hex(6), **given})


def carded(cash: Console, deposit: int = 10_000) -> Carded:
    """A new patron with a card, a PIN, and money in the account."""
    name = new_name()
    patron = registered(cash, name)
    assert patron.status == 200, patron
    number = patron.body["number"]
    issued = ordered(cash, "IssueCard", patron=number)
    assert ordered(cash, "OpenAccount", patron=number).status == 200
    pin = cash.post(f"/api/v1/cage/patrons/{number}/pin", {"id": secrets.token_hex(6), "pin": PIN})
    assert pin.status == 200, pin
    assert ordered(cash, "Deposit", patron=number, amount=deposit).status == 200
    return Carded(number, issued.body["card"]["number"], name)


def shown(cash: Console, patron: int) -> Any:
    return cash.get(f"/api/v1/cage/patrons/{patron}").body


def transferred_out(terminal: Terminal) -> Any:
    """All credit goes to the account, once the round lets go of it."""
    while not (answer := terminal.say("transfer-out"))["ok"]:
        assert answer["error"] == "cannot-collect", answer
        terminal.until_phase("betting")
    return answer["transfer"]


def test_from_the_register_to_the_withdrawal(
    floor: LiveFloor, people: dict[str, Console], terminals: list[EnrolledTerminal]
) -> None:
    cash, (_, craps, _) = people["cash"], terminals
    patron = carded(cash)
    seen = shown(cash, patron.number)
    assert (seen["name"], seen["checked_by"], seen["account"]["balance"]) == (patron.name, "Cass Hill", 10_000)
    assert craps.say("bet", wager="pass-line", amount=1_000)["ok"] is False
    assert craps.say("card", number=patron.card)["ok"]
    craps.until(lambda _: craps.seen["mine"]["card"] == f"patron-{patron.number}")
    assert shown(cash, patron.number)["places"] == [f"aruze/{craps.name}"]
    assert craps.say("account", pin=PIN)["account"]["balance"] == 10_000
    answer = craps.say("transfer-in", id="once", amount=4_000, pin=PIN)
    assert (answer["transfer"]["state"], answer["account"]["balance"]) == ("full", 6_000)
    assert craps.say("transfer-in", id="once", amount=4_000, pin=PIN) == answer
    craps.until(lambda _: craps.seen["mine"]["credit"] == 4_000)
    assert transferred_out(craps)["amount"] == 4_000
    assert craps.say("card-out")["ok"]
    assert ordered(cash, "Withdraw", patron=patron.number, amount=10_000, identified="passport").status == 200
    moves = [each["move"] for each in shown(cash, patron.number)["account"]["last"]]
    assert moves == ["withdrawal", "transfer-out", "transfer-in", "deposit"]
    balanced(floor)


def test_bad_input_is_one_sentence_and_nothing_moves(people: dict[str, Console], terminals: list[EnrolledTerminal]) -> None:
    cash, (wheel, craps, other) = people["cash"], terminals
    patron = carded(cash, 2_995)
    wrong = patron.card[:-1] + str((int(patron.card[-1]) + 1) % 10)
    assert craps.say("transfer-in", amount=100, pin=PIN)["error"] == "account-needed"
    assert craps.say("account", pin=PIN)["error"] == "account-needed"
    assert craps.say("card", number=wrong)["error"] == "card-misread"
    assert craps.say("card", number="a library card")["error"] == "card-misread"
    assert craps.say("card", number=patron.card)["ok"]
    elsewhere = other.say("card", number=patron.card)
    assert (elsewhere["error"], elsewhere["message"]) == (
        "one-terminal",
        f"patron-{patron.number} plays at {craps.seat} already, and may use one terminal only (7.1).",
    )
    assert wheel.say("card", number=patron.card)["error"] == "card-elsewhere"
    short = craps.say("transfer-in", amount=3_000, pin=PIN)
    assert (short["error"], short["message"]) == ("account-short", "The account has $29.95, not $30.00.")
    part = craps.say("transfer-in", amount=3_000, pin=PIN, partial=True)
    assert (part["transfer"]["state"], part["transfer"]["amount"]) == ("partial", 2_995)
    assert transferred_out(craps)["amount"] == 2_995
    assert craps.say("card-out")["ok"]
    assert craps.say("card-out")["error"] == "card-needed"
    assert wheel.say("card", number=patron.card)["ok"]
    assert wheel.say("transfer-in", amount=1_000, pin=PIN)["ok"]
    assert wheel.say("transfer-out")["error"] in ("no-transfer-out", "cannot-collect")
    assert wheel.say("card-out")["ok"]
    assert shown(cash, patron.number)["account"]["balance"] == 1_995


def test_odd_cents_are_paid_to_the_next_coin_up_and_nobody_brings_them(
    floor: LiveFloor, people: dict[str, Console], terminals: list[EnrolledTerminal]
) -> None:
    """Play leaves them in a terminal and in an account. What a person names, coins make."""
    cash, (_, craps, _) = people["cash"], terminals
    patron = carded(cash)
    assert craps.say("card", number=patron.card)["ok"]
    for part in (1, 4_993):
        refused = craps.say("transfer-in", amount=part, pin=PIN)
        assert refused["error"] == "no-coin", "a deposit is not taken apart into cents, each of which would be paid as a coin"
    assert refused["message"] == "There is no coin under 5 cents: $49.93 cannot be transferred, but $49.90 or $49.95 can."
    assert craps.say("transfer-in", amount=6_000, pin=PIN)["ok"]
    craps.until_phase("betting")
    assert craps.say("bet", wager="field", amount=1_007)["ok"]
    number = collected(craps)["number"]
    assert craps.say("take-down", wager="field")["ok"]
    assert transferred_out(craps)["amount"] == 1_007
    assert craps.say("card-out")["ok"]
    found = cash.post("/api/v1/cage/tickets/find", {"number": number}).body
    assert (found["ticket"]["amount"], found["ticket"]["in_cash"]) == (4_993, 4_995)
    paid = ordered(cash, "PayTicket", number=number)
    receipt = paid.body["receipt"]
    assert (receipt["amount"], receipt["rounding"]) == (4_993, 2)
    assert cash.get("/api/v1/cage/receipts").body[0]["rounding"] == 2
    for order, name, taken in (("Deposit", 3, "taken"), ("Withdraw", 7, "paid")):
        seen = {"identified": "passport"} if order == "Withdraw" else {}
        refused = ordered(cash, order, patron=patron.number, amount=name, **seen)
        assert (refused.status, refused.error) == (409, "no-coin")
        assert refused.message.startswith(f"There is no coin under 5 cents: $0.0{name} cannot be {taken} in cash, but ")
    assert ordered(cash, "Withdraw", patron=patron.number, amount=5_005, identified="passport").status == 200
    open_now = {each["order"]: each["why_not"] for each in shown(cash, patron.number)["orders"]}
    assert (open_now["Withdraw"], open_now["Deposit"]) == ("", ""), "$0.02 are left, and can be paid"
    receipt = ordered(cash, "Withdraw", patron=patron.number, amount=2, identified="passport").body["receipt"]
    assert (receipt["amount"], receipt["rounding"]) == (2, 3)
    assert shown(cash, patron.number)["account"]["balance"] == 0
    balanced(floor)


@pytest.mark.parametrize("pin", ["1990", "3112", "1231", "311290", "19901231", "1234", "7777", "123"])
def test_a_pin_that_is_tried_first(pin: str) -> None:
    assert is_weak(pin, "1990-12-31")
    assert not is_weak(PIN, "1990-12-31")


def test_three_wrong_pins_lock_the_account_and_the_cage_unlocks_it(
    people: dict[str, Console], terminals: list[EnrolledTerminal]
) -> None:
    cash, (wheel, _, _) = people["cash"], terminals
    patron = carded(cash)
    assert wheel.say("card", number=patron.card)["ok"]
    said = [wheel.say("transfer-in", amount=100, pin=pin)["message"] for pin in ("1111", "", "99999999")]
    assert said == [
        "The PIN is wrong: 2 more tries.",
        "The PIN is wrong: 1 more try.",
        "The PIN is wrong: none left; the cage sets a new one.",
    ]
    assert wheel.say("transfer-in", amount=100, pin=PIN)["error"] == "pin-locked"
    assert shown(cash, patron.number)["account"]["is_locked"]
    weak = cash.post(f"/api/v1/cage/patrons/{patron.number}/pin", {"id": "weak", "pin": "1234"})
    assert (weak.status, weak.error) == (409, "pin-weak")
    assert cash.post(f"/api/v1/cage/patrons/{patron.number}/pin", {"id": "new", "pin": "8642"}).status == 200
    assert wheel.say("transfer-in", amount=100, pin="8642")["ok"]
    assert wheel.say("card-out")["ok"]


def test_the_register_refuses_in_words(people: dict[str, Console]) -> None:
    cash, name = people["cash"], new_name()
    assert registered(cash, name, born="31/12/1990", document="DUP-1").body["born"] == "1990-12-31"
    refused = {
        "patron-registered": registered(cash, "Somebody Else", born="1980-01-01", document="dup 1"),
        "patron-similar": registered(cash, name.upper()),
        "too-young": registered(cash, "Young Person", born="2015-01-01"),
        "bad-date": registered(cash, "No Body", born="31/13/1990"),
        "bad-text": registered(cash, "B\u0435n Ito"),
        "malformed": registered(cash, "No Body", identified="library card"),
    }
    assert {error: answer.error for error, answer in refused.items()} == {error: error for error in refused}
    assert all(answer.message.endswith(".") for answer in refused.values())
    for born, words in (("1890-01-01", "nobody is 13"), ("2990-01-01", "still to come"), ("1990", "31/12/1990")):
        assert words in registered(cash, "No Body", born=born).message
    repeated = {"id": "twice", "name": "Twice Asked", "born": "1980-01-01", "identified": "passport", "document": "1"}
    first, second = (cash.post("/api/v1/cage/patrons", repeated).body["number"] for _ in range(2))
    assert first == second
    found = cash.post("/api/v1/cage/patrons/find", {"text": "twice"}).body
    assert [each["number"] for each in found] == [first]
    assert cash.post("/api/v1/cage/patrons/find", {"text": str(first)}).body[0]["name"] == "Twice Asked"
    assert cash.post("/api/v1/cage/patrons/find", {"text": "nobody of this name"}).body == []
    missing = cash.get("/api/v1/cage/patrons/99999")
    assert (missing.status, missing.error) == (404, "patron-unknown")


def test_an_excluded_person_does_not_register_again(people: dict[str, Console]) -> None:
    """Not with the same document, under whatever name; one who looks alike is let in by two people with a reason."""
    cash, name, licence = people["cash"], new_name(), {"identified": "driver-licence", "document": "NSW7654321"}
    patron = registered(cash, name, **licence).body["number"]
    asked: dict[str, Any] = {"patron": patron, "why": "The patron asked for it", "second": SECOND}
    assert ordered(cash, "ExcludePatron", **asked).status == 200
    for other in (name, "Quite Another", f"B\u00e9n {secrets.token_hex(4)}"):
        again = registered(
            cash, other, identified="driver-licence", document="nsw 765-4321", second=SECOND, why="Somebody else"
        )
        assert again.error == "patron-registered", again
        assert (
            again.message
            == f"This document is that of patron {patron}, who is in the register and is excluded from the casino."
        )
    first, token, last = name.split()
    for alike in ({"name": f"{last}, {token} {first}"}, {"name": name, "born": "30/12/1990"}):
        refused = registered(cash, **{"name": name} | alike)
        assert (refused.error, f"patron {patron}, who is excluded" in refused.message) == ("patron-similar", True)
        assert registered(cash, **{"name": name} | alike, second=SECOND).error == "patron-similar", "with a reason"
        assert registered(cash, **{"name": name} | alike, second=SECOND | {"login": "cash"}, why="Twins").status == 403
    twin = registered(cash, f"{name} Junior", second=SECOND, why="Her daughter's licence has another photograph")
    assert twin.status == 200
    assert registered(cash, name, born="1971-02-03").status == 200, "a name alone is nobody"
    assert ordered(cash, "ErasePatron", **asked).status == 200
    erased = registered(cash, "Quite Another", **licence)
    assert (erased.error, f"patron {patron}" in erased.message) == ("patron-registered", True)
    assert ordered(cash, "LiftExclusion", **asked).status == 200
    assert registered(cash, "Quite Another", **licence).status == 200, "the exclusion has ended"


def test_details_are_corrected(floor: LiveFloor, people: dict[str, Console]) -> None:
    """Another address or occupation by one clerk, another name or document by two people; the old document is still known."""
    cash, name, document = people["cash"], new_name(), secrets.token_hex(6)
    number = registered(cash, name, document=document).body["number"]

    def corrected(**fields: Any) -> Any:
        given = {"name": name, "born": "1990-12-31", "identified": "passport", "document": document, "why": "Moved"}
        return cash.post(f"/api/v1/cage/patrons/{number}/details", {"id": secrets.token_hex(6)} | given | fields)

    assert corrected().error == "nothing-new"
    moved = corrected(address="1 George St, Sydney", issuer="Australia", expires="1/2/2030")
    assert [moved.body[each] for each in ("address", "issuer", "expires")] == ["1 George St, Sydney", "Australia", "2030-02-01"]
    employed = corrected(occupation=" Bus driver ", why="Asked again")
    assert (employed.status, employed.body["occupation"], employed.body["address"]) == (200, "Bus driver", None)
    told = cash.get(f"/api/v1/cage/patrons/{number}").body
    assert told["occupation"] == "Bus driver"
    lines = bodies(floor.journal, CAGE_REGISTER.name)
    assert any(b'"occupation"' in line for line in lines)
    assert not any(b"Bus driver" in line for line in lines), "it is in the private file alone"
    assert corrected(name=f"{name} Ek").error == "second-person-needed"
    wed = corrected(name=f"{name} Ek", document=f"{document}-2", second=SECOND, why="Married")
    assert (wed.status, wed.body["name"], wed.body["document"]) == (200, f"{name} Ek", f"{document}-2")
    assert shown(cash, number)["name"] == f"{name} Ek"
    assert registered(cash, "Quite Another", document=document).error == "patron-registered"
    other = registered(cash, new_name()).body
    assert corrected(document=other["document"], second=SECOND).error == "patron-registered"
    assert people["ines"].post(f"/api/v1/cage/patrons/{number}/details", {"id": "x"}).status == 403


def found(console: Console, patron: Carded) -> Any:
    """The patrons whom a person finds under a name."""
    answer = console.post("/api/v1/cage/patrons/find", {"text": patron.name})
    assert answer.status == 200, answer
    return answer.body


def test_an_excluded_patron(people: dict[str, Console], terminals: list[EnrolledTerminal]) -> None:
    """Two people sign. The card is cancelled, nothing is staked or deposited anywhere, and the money is paid."""
    cash, (wheel, craps, _) = people["cash"], terminals
    patron = carded(cash)
    assert craps.say("card", number=patron.card)["ok"]
    assert craps.say("transfer-in", amount=1_000, pin=PIN)["ok"]
    why = "The patron asked for it"
    assert ordered(cash, "ExcludePatron", patron=patron.number, why=why).error == "second-person-needed"
    assert ordered(cash, "ExcludePatron", patron=patron.number, why=why, second=SECOND).status == 200
    seen = shown(cash, patron.number)
    assert (seen["card"], seen["exclusion"]["place"]) == (None, "cage")
    assert (seen["exclusion"]["by"], seen["exclusion"]["second"]) == ("Cass Hill", "Sue Park")
    assert (seen["exclusion"]["why"], why in str(found(cash, patron))) == (None, False), "a clerk is not told why"
    assert shown(people["ines"], patron.number)["exclusion"]["why"] == why
    assert [each["order"] for each in seen["orders"] if not each["why_not"]] == [
        "SetPin",
        "Withdraw",
        "CorrectPatron",
        "LiftExclusion",
    ]
    craps.until_phase("betting")
    assert craps.say("bet", wager="pass-line", amount=500)["error"] == "bets-refused"
    assert craps.say("transfer-in", amount=1_000, pin=PIN)["error"] == "patron-excluded"
    assert ordered(cash, "Deposit", patron=patron.number, amount=100).error == "patron-excluded"
    assert wheel.say("card", number=patron.card)["error"] == "bets-refused"
    assert collected(craps)["amount"] == 1_000
    unseen = ordered(cash, "Withdraw", patron=patron.number, amount=9_000)
    assert unseen.body["message"] == "The field order.identified is missing.", "nobody is paid who was not identified"
    assert ordered(cash, "Withdraw", patron=patron.number, amount=9_000, identified="passport").status == 200


def test_an_excluded_patron_takes_no_seat_under_the_name_in_the_register(people: dict[str, Console]) -> None:
    """A table knows an excluded patron by number: the name that staff type is compared where the names are."""
    cash, dora = people["cash"], people["dora"]
    patron, other = carded(cash), carded(cash)
    words = patron.name.split()

    def seated(name: str) -> Any:
        return dora.order("sicbo", "TakeSeat", seat=name, chips=1_000, tender={"way": "cash"})

    why = "The patron asked for it"
    assert ordered(cash, "ExcludePatron", patron=patron.number, why=why, second=SECOND).status == 200
    for name in (patron.name, f" {patron.name.upper()} ", ", ".join(reversed(words)), patron.name.replace("0", "o")):
        refused = seated(name)
        assert (refused.status, refused.error) == (409, "bets-refused"), (name, refused)
        assert refused.message == (
            f"Somebody of the name {name.strip()} may not play in this casino. Ask a supervisor to compare them with the "
            "register of patrons at the cage. If this is another person, seat them with a second name or an initial."
        )
    for name in ("patron-1", f"Patron {patron.number}", f"PATRON{patron.number}", f"{patron.number} patron"):
        refused = seated(name)
        assert (refused.error, refused.message) == (
            "unknown-player",
            "Names like patron-1 are those of patrons; put their card in.",
        ), name
    for name in (other.name, f"{patron.name} Q."):
        assert seated(name).status == 200, name
        assert dora.order("sicbo", "LeaveSeat", seat=name, tender={"way": "chips"}).status == 200
    assert ordered(cash, "LiftExclusion", patron=patron.number, why=why, second=SECOND).status == 200
    assert seated(patron.name).status == 200
    assert dora.order("sicbo", "LeaveSeat", seat=patron.name, tender={"way": "chips"}).status == 200


def test_an_exclusion_ends_and_a_patron_is_erased(people: dict[str, Console]) -> None:
    cash = people["cash"]
    patron = carded(cash, 100)
    path, why = f"/api/v1/cage/patrons/{patron.number}", "The patron asked for it"

    def signed(order: str) -> Any:
        return ordered(cash, order, patron=patron.number, why=why, second=SECOND)

    assert signed("LiftExclusion").error == "patron-not-excluded"
    assert signed("ExcludePatron").status == 200
    assert signed("ErasePatron").error == "account-not-empty"
    alone = ordered(cash, "LiftExclusion", patron=patron.number, why=why)
    assert alone.error == "second-person-needed"
    by_clerk = ordered(cash, "LiftExclusion", patron=patron.number, why=why, second=SECOND | {"login": "cash"})
    assert by_clerk.status == 403
    assert signed("LiftExclusion").status == 200
    assert shown(cash, patron.number)["exclusion"] is None
    assert signed("ErasePatron").error == "account-not-empty"
    assert ordered(cash, "Withdraw", patron=patron.number, amount=100, identified="passport").status == 200
    assert signed("ErasePatron").status == 200
    seen = shown(cash, patron.number)
    assert [seen[name] for name in ("name", "born", "document", "card", "account")] == [None] * 5
    assert not [each for each in seen["orders"] if not each["why_not"]]
    assert cash.post("/api/v1/cage/patrons/find", {"text": patron.name}).body == []
    assert registered(cash, patron.name).status == 200, "the person may come again"
    assert people["ines"].get(path).status == 200


def test_rights_secrets_and_settings(floor: LiveFloor, people: dict[str, Console], terminals: list[EnrolledTerminal]) -> None:
    cash, (wheel, _, _) = people["cash"], terminals
    patron = carded(cash)
    for login, console in people.items():
        sees = console.get(f"/api/v1/cage/patrons/{patron.number}").status
        assert sees == (200 if login in ("cash", "ines", "hal") else 403), login
        assert registered(console, "Some Body", born="?").status == (409 if login == "cash" else 403), login
    card = patron.card.replace(" ", "")
    assert card not in json.dumps(shown(cash, patron.number))
    stream = b"".join(bodies(Path(floor.journal), CAGE_REGISTER.name)).decode()
    assert patron.name not in stream
    assert shown(cash, patron.number)["document"] not in stream
    assert not re.search(rf"(?<![0-9a-f]){PIN}(?![0-9a-f])", stream.replace(card, "")), (
        "a digest or a time may have these digits"
    )
    by_name = people["mia"].order("wheel", "InsertCard", seat=wheel.seat, player="Anna Berg")
    assert by_name.error == "card-misread"
    assert people["mia"].order("wheel", "InsertCard", seat=wheel.seat, player=patron.card).status == 200
    assert people["mia"].order("wheel", "RemoveCard", seat=wheel.seat).status == 200
    free = people["mia"].order("wheel", "InsertMoney", seat=wheel.seat, amount=100, tender={"way": "cashless"})
    assert free.error == "account-needed"
    claimed = people["mia"].order(
        "wheel", "InsertMoney", seat=wheel.seat, amount=100, tender={"way": "cashless", "account": patron.number}
    )
    assert claimed.error == "account-needed"
    rules = {"most_deposit": 5_000}
    changed = ordered(people["mia"], "ChangePatronRules", rules=rules, second={"login": "max", "password": PASSWORD})
    assert changed.status == 200, changed
    assert ordered(cash, "Deposit", patron=patron.number, amount=5_001).error == "over-account-limit"
    back = ordered(people["mia"], "ChangePatronRules", rules={}, second={"login": "max", "password": PASSWORD})
    assert back.status == 200
    assert people["ines"].get("/api/v1/cage").body["liability"]["accounts"] >= 10_000


def test_a_transfer_survives_a_kill(tmp_path: Path) -> None:
    """What was answered is there afterwards, and the same id moves nothing again."""
    with live_floor(tmp_path, tables=["aruze"]) as floor:
        administrator = floor.administrator()
        sue = floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        cash = with_drawer(floor.hire("cash", "Cass Hill", "cage", by=administrator), "sue")
        patron, craps = carded(cash), EnrolledTerminal(floor, sue, "aruze")
        assert craps.say("card", number=patron.card)["ok"]
        answer = craps.say("transfer-in", id="once", amount=4_000, pin=PIN)
        floor.kill()
        floor.start()
        cash.port = floor.port
        assert cash.sign_in("cash").status == 200
        assert shown(cash, patron.number)["name"] == patron.name
        again = Terminal(floor.port, "aruze", craps.key, headers=craps.headers)
        assert again.seen["mine"]["card"] == f"patron-{patron.number}"
        assert again.say("transfer-in", id="once", amount=4_000, pin=PIN)["transfer"] == answer["transfer"]
        assert shown(cash, patron.number)["account"]["balance"] == 6_000
        again.line.close()
        floor.stop()
        balanced(floor)
