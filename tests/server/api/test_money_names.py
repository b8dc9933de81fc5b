"""Money that staff take in and pay out for a player: the journal names the person, not only the login."""

from typing import Any

from command import croupier
from live_floor import CASH, CHIPS, Console, LiveFloor
from server.api.test_cage import ordered
from server.api.test_patrons import carded


def test_audit_tell_names_who_entered_the_money_of_a_player(floor: LiveFloor, people: dict[str, Console]) -> None:
    dora, sue = people["dora"], people["sue"]
    assert ordered(people["cash"], "SellChips", chips={"500": 10}).status == 200
    given = (
        dora.order("crown", "TakeSeat", seat="nora", chips=10_000, tender=CASH),
        sue.order("crown", "InsertMoney", seat="nora", amount=5000, tender=CHIPS),
        dora.order("crown", "Collect", seat="nora", tender=CHIPS),
        sue.order("crown", "LeaveSeat", seat="nora"),
    )
    assert [answer.status for answer in given] == [200] * len(given), given
    told = croupier("audit", "tell", floor.journal, "crown", "--seat", "nora").stdout.splitlines()
    assert [line[33:].strip() for line in told[1:]] == [
        "nora sits down with $100.00 (cash), entered by Dora Lee (dealer).",
        "nora puts $50.00 in (chips), entered by Sue Park (boxman).",
        "nora collects $150.00 (chips), entered by Dora Lee (dealer).",
        "nora leaves with $0.00, entered by Sue Park (boxman).",
    ]


def test_audit_tell_names_who_entered_a_dispute_and_a_card(floor: LiveFloor, people: dict[str, Console]) -> None:
    mia, patron = people["mia"], carded(people["cash"])
    given = (
        mia.order("wheel", "TakeSeat", seat="olga", chips=0),
        mia.order("wheel", "InsertCard", seat="olga", player=patron.card),
        mia.order("wheel", "OpenDispute", seat="olga", about="The ball was touched."),
        mia.order("wheel", "RemoveCard", seat="olga"),
    )
    assert [answer.status for answer in given] == [200] * len(given), given
    told = croupier("audit", "tell", floor.journal, "wheel", "--seat", "olga").stdout
    for words in (f"patron-{patron.number} is put in", "the card is taken out"):
        assert f"{words}, entered by Mia Brandt (gaming manager)." in told
    assert ", entered by Mia Brandt (gaming manager): olga: The ball was touched." in told


def test_money_that_states_no_source_is_refused_and_cash_counts_as_drop(people: dict[str, Console]) -> None:
    dora, mia = people["dora"], people["mia"]

    def drop() -> int:
        return mia.get("/api/v1/tables/crown").body["takings"]["drop"]

    before = drop()
    assert ordered(people["cash"], "SellChips", chips={"500": 10}).status == 200
    comes: dict[str, Any] = {"seat": "nina", "chips": 10_000}
    for refused in (dora.order("crown", "TakeSeat", **comes), dora.order("crown", "TakeSeat", **comes, tender=None)):
        assert (refused.status, refused.error) == (409, "bad-tender")
        assert refused.message == "Say how the $100.00 is brought: as cash or chips (5(b))."
    assert dora.actions("crown")["TakeSeat"]["tenders"] == ["cash", "chips"]
    assert dora.order("crown", "TakeSeat", seat="nina", chips=10_000, tender=CASH).status == 200
    assert dora.order("crown", "InsertMoney", seat="nina", amount=5_000).status == 409
    assert dora.order("crown", "InsertMoney", seat="nina", amount=5_000, tender=CHIPS).status == 200
    assert drop() - before == 10_000
    assert (dora.actions("crown")["LeaveSeat"]["open"], dora.actions("crown")["LeaveSeat"]["tenders"]) == (True, ["chips"])
    for order in ("Collect", "LeaveSeat"):
        assert dora.order("crown", order, seat="nina").error == "bad-tender"
    assert dora.order("crown", "LeaveSeat", seat="nina", tender=CHIPS).status == 200
