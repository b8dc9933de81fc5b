"""Bets are called on and off at a live table that people run (Star craps 6.6, Adelaide 5(e))."""

from pathlib import Path

import pytest

from croupier.table.bets.calling import BetsCalled
from croupier.table.core.person import Person
from croupier.table.core.recorded import read_recorded
from journals import bodies
from running import CRAPS, Terminal, server

DEALER = {"name": "automatic", "role": "dealer"}


@pytest.mark.parametrize(
    ("name", "clause", "covered"),
    [
        ("star-craps-2016", "6.6", ["place-win:6"]),
        ("adelaide-craps-2003", "5(e)", ["place-win:6", "place-win:8"]),
    ],
    ids=["star", "adelaide"],
)
def test_6_6_1_and_5_e_a_player_calls_bets_and_the_dealer_marks_them(
    tmp_path: Path, name: str, clause: str, covered: list[str]
) -> None:
    """The call is answered, the owner sees the marker and who laid it, and the journal keeps both."""
    data = tmp_path / "journal.sqlite"
    with server(data, "--guests", "0") as running:
        terminal = Terminal(running.port, name)
        assert terminal.say("insert", amount=10_000)["ok"]
        terminal.until_phase("betting")
        for wager, amount in (("place-win:6", 1200), ("place-win:8", 1200), ("big-6", 1000)):
            assert terminal.say("bet", wager=wager, amount=amount)["ok"]
        assert terminal.seen["mine"]["called"] == {}
        terminal.line.send('{"say":"call","id":"on","wager":"place-win:6","on":true}')
        event = terminal.until(lambda message: message.get("event", {}).get("type") == "BetsCalled")["event"]
        assert (event["wager"], event["wagers"], event["on"], event["by"]) == ("place-win:6", covered, True, DEALER)
        assert terminal.until(lambda message: message["is"] == "answer")["ok"]
        assert terminal.seen["mine"]["called"] == dict.fromkeys(covered, True)
        assert terminal.say("call", "off", wager="place-win:6", on=False)["ok"]
        assert terminal.seen["mine"]["called"] == dict.fromkeys(covered, False)
        assert terminal.say("call", "on", wager="place-win:6", on=True)["ok"], "a repeated wish gets its first answer"
        assert terminal.seen["mine"]["called"] == dict.fromkeys(covered, False), "and has no further effect"
        refused = terminal.say("call", wager="big-6", on=True)
        assert refused["message"] == f"Big 6 cannot be called on or off ({clause})."
        running.stop()
        running.books(name)
    called = [event for body in list(bodies(data, name))[1:] for event in read_recorded(body).events]
    marks = [(event.on, event.by) for event in called if isinstance(event, BetsCalled)]
    assert marks == [(True, Person("automatic", "dealer")), (False, Person("automatic", "dealer"))]


def test_where_no_bet_sleeps_nothing_is_called(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--guests", "0") as running:
        terminal = Terminal(running.port, CRAPS)
        assert terminal.say("insert", amount=10_000)["ok"]
        terminal.until_phase("betting")
        assert terminal.say("bet", wager="place:6", amount=1200)["ok"]
        assert terminal.say("call", wager="place:6", on=True)["error"] == "not-allowed-now"
