"""Money that staff take in and pay out for a player: the journal names the person, not only the login."""

from command import croupier
from live_floor import Console, LiveFloor


def test_audit_tell_names_who_entered_the_money_of_a_player(floor: LiveFloor, people: dict[str, Console]) -> None:
    dora, sue = people["dora"], people["sue"]
    given = (
        dora.order("crown", "TakeSeat", seat="nora", chips=10_000, tender={"way": "cash"}),
        sue.order("crown", "InsertMoney", seat="nora", amount=5000),
        dora.order("crown", "Collect", seat="nora", tender={"way": "chips"}),
        sue.order("crown", "LeaveSeat", seat="nora"),
    )
    assert [answer.status for answer in given] == [200] * len(given), given
    told = croupier("audit", "tell", floor.journal, "crown", "--seat", "nora").stdout.splitlines()
    assert [line[33:].strip() for line in told[1:]] == [
        "nora sits down with $100.00 (cash), entered by Dora Lee (dealer).",
        "nora puts $50.00 in, entered by Sue Park (boxman).",
        "nora collects $150.00 (chips), entered by Dora Lee (dealer).",
        "nora leaves with $0.00, entered by Sue Park (boxman).",
    ]


def test_audit_tell_names_who_entered_a_dispute_and_a_card(floor: LiveFloor, people: dict[str, Console]) -> None:
    mia = people["mia"]
    given = (
        mia.order("wheel", "TakeSeat", seat="olga", chips=0),
        mia.order("wheel", "InsertCard", seat="olga", player="Olga Reyes"),
        mia.order("wheel", "OpenDispute", seat="olga", about="The ball was touched."),
        mia.order("wheel", "RemoveCard", seat="olga"),
    )
    assert [answer.status for answer in given] == [200] * len(given), given
    told = croupier("audit", "tell", floor.journal, "wheel", "--seat", "olga").stdout
    for words in ("Olga Reyes is put in", "the card is taken out"):
        assert f"{words}, entered by Mia Brandt (gaming manager)." in told
    assert ", entered by Mia Brandt (gaming manager): olga about round 0: The ball was touched." in told
