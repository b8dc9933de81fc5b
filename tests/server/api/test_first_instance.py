"""SB 9.12: a games supervisor decides a dispute first; a casino supervisor does only if none is there."""

from pathlib import Path

from live_floor import CASH, live_floor


def test_9_12_a_casino_supervisor_waits_for_a_games_supervisor_who_is_signed_in(tmp_path: Path) -> None:
    with live_floor(tmp_path, tables=("sicbo", "craps")) as floor:
        administrator = floor.administrator()
        carl = floor.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)
        sue = floor.hire("sue", "Sue Park", "supervisor", by=administrator)
        for seat in ("ann", "bob"):
            assert carl.order("sicbo", "TakeSeat", seat=seat, chips=10_000, tender=CASH).status == 200
            assert carl.order("sicbo", "OpenDispute", seat=seat, about="The payment").status == 200
        decision = {"decision": "It stands.", "why": "The camera shows it."}
        refused = carl.order("sicbo", "HearDispute", dispute=1, **decision)
        sentence = "Sue Park (games supervisor) is signed in, and is the first to decide a dispute."
        assert (refused.status, refused.message) == (409, f"{sentence[:-1]} (9.12).")
        action = carl.actions("sicbo")["HearDispute"]
        assert (action["open"], action["why_not"]) == (False, sentence)
        assert sue.order("sicbo", "HearDispute", dispute=1, **decision).status == 200
        assert carl.order("sicbo", "ReviewDispute", dispute=1, decision="It stands.").status == 200
        assert sue.ask("DELETE", "/api/v1/session").status == 200
        assert carl.actions("sicbo")["HearDispute"]["open"]
        assert carl.order("sicbo", "HearDispute", dispute=2, **decision).status == 200
