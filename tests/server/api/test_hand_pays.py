"""Hand pays on a live floor: called at a terminal, verified, identified, withheld, released, and paid at the cage, once."""

import contextlib
import secrets
import threading
from typing import Any

import pytest

from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.audit.inspection import InspectionKind, Job, inspect
from croupier.floor.liability import FIGURES
from croupier.journal.address import reader
from croupier.ledger.chart import CHART, Nature
from live_floor import Console, LiveFloor, funded, notice_given

BY_HAND = {"way": "hand-pay"}
TABLE = "wheel"


def called(sue: Console, clerk: Console, seat: str, amount: int = 10_000) -> None:
    """A player with this money sits down at a terminal, and has all of it paid by hand."""
    assert sue.order(TABLE, "TakeSeat", seat=seat, chips=0).status == 200
    funded(clerk, TABLE, seat, amount, by=sue)
    while (given := sue.order(TABLE, "Collect", seat=seat, tender=BY_HAND, cause="printer-fault")).status != 200:
        assert given.error == "cannot-collect", given


def waiting(console: Console, seat: str) -> dict[str, Any] | None:
    view = console.get("/api/v1/cage/hand-pays")
    assert view.status == 200, view
    return next((each for each in view.body["waiting"] if each["seat"] == seat), None)


def ordered(console: Console, order: str, *, id: str = "", table: str = TABLE, **fields: object) -> Any:
    body = {"id": id or secrets.token_hex(6), "order": {"type": order, **fields}}
    return console.post(f"/api/v1/cage/hand-pays/{table}", body)


def test_from_the_call_to_the_payment(floor: LiveFloor, people: dict[str, Console]) -> None:
    cash, mia, seat = people["cash"], people["mia"], "hanna"
    called(people["sue"], people["cash"], seat)
    before = waiting(cash, seat)
    assert before
    assert (before["amount"], before["file"]["causes"], before["methods"]) == (
        10_000,
        ["printer-fault"],
        ["cash", "cheque", "transfer"],
    )
    assert "PayByHand" not in before["orders"]
    assert before["why_not"] == "$100.00 is paid to hanna once the amount was verified, on a form (5.1)."
    assert ordered(cash, "AskIdentification", seat=seat).status == 200
    verified = ordered(cash, "VerifyHandPay", seat=seat, amount=10_000, record="its meters").body["waiting"]
    form = verified["file"]["form"]["number"]
    assert verified["why_not"] == "hanna was asked for identification, and has not shown any yet (5.3.3)."
    assert ordered(cash, "RecordIdentification", seat=seat, seen="passport").status == 200
    assert mia.order(TABLE, "WithholdHandPay", seat=seat, why="The win is looked into").status == 200
    pay: dict[str, Any] = {"seat": seat, "form": form, "method": "cash"}
    held = ordered(cash, "PayByHand", **pay)
    assert (held.status, held.error, held.body["clause"]) == (409, "payment-withheld", "5.2")
    assert liable(people)["withheld_hand_pays"] == 10_000
    alone = mia.order(TABLE, "ReleaseHandPay", seat=seat, why="Nothing was wrong")
    assert (alone.status, alone.error) == (409, "second-person-needed")
    notice_given(mia, TABLE, f" to {seat} ")
    assert people["max"].order(TABLE, "ReleaseHandPay", seat=seat, why="Nothing was wrong").status == 200
    owed = liable(people)
    paid = ordered(cash, "PayByHand", id="pay-hanna", **pay)
    assert (paid.status, paid.body) == (200, {"waiting": None})
    assert ordered(cash, "PayByHand", id="pay-hanna", **pay).status == 200
    assert ordered(cash, "PayByHand", **pay).error == "out-of-sequence"
    assert owed["total"] - liable(people)["total"] == 10_000
    [last, *_] = cash.get("/api/v1/cage/hand-pays").body["paid"]
    assert last[1:] == [f"{TABLE}/{seat}", form, 10_000, "cash", "Cass Hill", 0]
    for kind in (InspectionKind.VERIFY, InspectionKind.BALANCE, InspectionKind.RESETTLE):
        findings = inspect(Job(floor.journal, kind), lambda _: None)
        assert findings.holds, findings.sentences
    assert people["cash"].get("/api/v1/cage/report").body["by_hand"]["tickets"] >= 1


def liable(people: dict[str, Console]) -> dict[str, int]:
    view = people["ines"].get("/api/v1/cage/liability")
    assert view.status == 200, view
    return view.body["floor"]


def test_what_the_floor_owes_is_what_the_books_say(floor: LiveFloor, people: dict[str, Console]) -> None:
    called(people["sue"], people["cash"], "hugo")
    view = people["ines"].get("/api/v1/cage/liability").body
    with contextlib.closing(reader(floor.journal)) as journal, journal.steady():
        found = balances(journal, balanced_streams(journal.heads()), lambda _: None)
    assert view["floor"]["total"] == total_balance(found.values()).of(Nature.OWED) > 0
    for place, figures in view["places"].items():
        assert figures["total"] == found[place].of(Nature.OWED), place
    for name, amount in view["floor"].items():
        assert amount == sum(figures[name] for figures in view["places"].values()), name
    assert sum(amount for name, amount in view["floor"].items() if name != "total") == view["floor"]["total"]
    assert people["ines"].get("/api/v1/cage").body["liability"] == view["floor"]
    blind = people["cash"].get("/api/v1/cage").body["liability"]
    hidden = ("credits", "bets", "chips", "tickets", "former_tickets", "accounts", "total")
    assert blind == view["floor"] | dict.fromkeys(hidden)
    assert {kind.name for kind in CHART if kind.nature is Nature.OWED} == FIGURES.keys()


def test_two_clerks_pay_at_the_same_instant_and_one_does(people: dict[str, Console]) -> None:
    seat = "hella"
    called(people["sue"], people["cash"], seat)
    form = ordered(people["cash"], "VerifyHandPay", seat=seat, amount=10_000, record="its meters").body["waiting"]["file"][
        "form"
    ]
    answers: list[int] = []

    def pay() -> None:
        answers.append(ordered(people["cash"], "PayByHand", seat=seat, form=form["number"], method="cash").status)

    threads = [threading.Thread(target=pay) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409]


@pytest.mark.parametrize(
    ("order", "fields", "error"),
    [
        ("VerifyHandPay", {"amount": 1, "record": "its meters"}, "bad-amount"),
        ("VerifyHandPay", {"amount": 10_000, "record": " "}, "reason-needed"),
        ("VerifyHandPay", {"amount": 10_000, "record": "x" * 501}, "bad-text"),
        ("PayByHand", {"form": 99, "method": "cash"}, "form-needed"),
        ("DelayHandPay", {"until": 1, "why": "Later"}, "bad-amount"),
        ("RecordIdentification", {"seen": ""}, "reason-needed"),
    ],
)
def test_bad_input_is_one_sentence(people: dict[str, Console], order: str, fields: dict[str, Any], error: str) -> None:
    seat = "heidi"
    if not waiting(people["cash"], seat):
        called(people["sue"], people["cash"], seat)
    answer = ordered(people["cash"], order, seat=seat, **fields)
    assert (answer.status, answer.error) == (409, error)
    assert answer.message.endswith(".")


def test_who_may_do_what(people: dict[str, Console]) -> None:
    for login, console in people.items():
        seen = [console.get(f"/api/v1/cage/{path}").status for path in ("hand-pays", "liability", "report?day=20261117")]
        assert set(seen) == ({200} if login in ("cash", "ines", "hal") else {403}), login
        assert ordered(console, "AskIdentification", seat="nobody").status == (409 if login == "cash" else 403), login
    cash = people["cash"]
    assert ordered(cash, "AskIdentification", table="nowhere", seat="nobody").status == 404
    assert cash.post(f"/api/v1/cage/hand-pays/{TABLE}", {"id": "1", "order": {"type": "WithholdHandPay"}}).status == 400
    assert cash.order(TABLE, "WithholdHandPay", seat="heidi", why="x").status == 403
    claim = {"type": "AskIdentification", "seat": "heidi", "by": {"name": "Mia", "role": "operator"}}
    assert cash.post(f"/api/v1/cage/hand-pays/{TABLE}", {"id": "1", "order": claim}).status == 400


def test_the_report_of_a_day(people: dict[str, Console]) -> None:
    cash = people["cash"]
    assert cash.get("/api/v1/cage/report?day=20261399").error == "bad-query"
    assert cash.get("/api/v1/cage/report?day=0").body["since"] > cash.get("/api/v1/cage/report").body["since"] == 0
    none = cash.get("/api/v1/cage/report?day=20010101").body
    assert none["by_hand"] == {"tickets": 0, "amount": 0}
    assert none["until"] - none["since"] == 86_400_000
