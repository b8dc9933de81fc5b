"""What staff enter for players, and what they adopt: `croupier audit tell` names them, in the time zone of the floor."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from command import croupier
from live_floor import CASH, PASSWORD, Console, live_floor
from patience import PATIENCE


def given(console: Console, order: str, **fields: Any) -> None:
    answer = console.order("sicbo", order, **fields)
    assert answer.status == 200, answer


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def in_brisbane() -> str:
    """The date there, which has no summer time."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + 10 * 3600))


def test_audit_tell_names_who_bet_for_a_player_entered_the_result_and_adopted_settings(folder: Path) -> None:
    began = in_brisbane()
    with live_floor(folder, tables=("sicbo",), more='time_zone = "Australia/Brisbane"') as floor:
        mia = floor.hire("mia", "Mia Brandt", "manager", "dealer", "casino-supervisor")
        floor.hire("max", "Max Orr", "manager")
        given(mia, "RelieveDealer")
        given(mia, "TakeSeat", seat="ann", chips=10_000, tender=CASH)
        for _ in range(3):
            given(mia, "ShakeDice")
        given(mia, "OpenBetting")
        given(mia, "PlaceBet", seat="ann", wager="small", stake=1000)
        given(mia, "MoveBet", seat="ann", wager="small", to="big")
        given(mia, "TakeDown", seat="ann", wager="big", amount=500)
        for order in ("CloseBetting", "UncoverTumbler"):
            given(mia, order)
        given(mia, "AnnounceResult", numbers=[1, 6, 6], total=13)
        given(mia, "EnterOutcome", outcome="1-6-6")
        floor.file.write_text(floor.file.read_text().replace("[tables.sign]", 'chips = ["$5", "$25"]\n[tables.sign]'))
        floor.stop()
        floor.start()
        console = floor.anybody()
        assert console.sign_in("mia").status == 200
        second = {"login": "max", "password": PASSWORD}
        assert console.post("/api/v1/floor/settings", {"second": second}).status == 200
        floor.stop()
        floor.start()
        felt = console.get("/felt/sicbo.json").body
        assert (felt["chips"], felt["payout_unit"]) == ([500, 2500], 100), "a bet lies, and is paid in the old unit"
        assert console.sign_in("mia").status == 200
        until(lambda: console.order("sicbo", "FinishPaying").status == 200)
        until(lambda: console.get("/felt/sicbo.json").body["payout_unit"] == 500)
        told = croupier("audit", "tell", floor.journal).stdout
    by = "Mia Brandt (dealer)"
    for sentence in (
        f"ann bets $10.00 on small, entered by {by}.",
        f"ann takes $10.00 back from small, entered by {by}.",
        f"ann bets $10.00 on big, entered by {by}.",
        f"ann takes $5.00 back from big, entered by {by}.",
        f"1-6-6 falls, entered by {by}.",
        "Mia Brandt (casino supervisor and dealer and manager) adopts the settings of the floor file, approved by Max Orr",
        "tables.sicbo.chips is $1.00, $5.00, $25.00, $100.00, $500.00 now, and $5.00, $25.00 from the next start.",
        "The table pays in multiples of $5.00, its smallest chip: Mia Brandt",
    ):
        assert sentence in told, sentence
    assert " AEST  " in told
    assert " UTC" not in told
    listed = croupier("staff", "list", "--floor", str(floor.file)).stdout
    assert re.search(rf"\b({began}|{in_brisbane()})\b", listed), "or midnight has passed"
    assert "AEST" in listed
