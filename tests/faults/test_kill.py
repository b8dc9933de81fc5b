"""The real server, killed in every phase of a round: nothing acknowledged is lost, nothing is doubled."""

import json
import signal
import socket
import time
from pathlib import Path

import pytest

from croupier.ledger.accounts import felt, rack
from journals import bodies
from patience import PATIENCE
from running import CRAPS, ROULETTE, SIC_BO, Terminal, server

SLOW = ("--betting", "15", "--showing", "15", "--guests", "1")
BRISK = ("--betting", "4", "--showing", "2", "--guests", "1")

BETS = {
    CRAPS: [("pass-line", 1000), ("place:6", 1200), ("hop:2-6", 100)],
    ROULETTE: [("straight:17", 500), ("orphans", 500), ("red", 1000)],
}


@pytest.mark.parametrize(
    ("table", "phase"), [(CRAPS, "betting"), (CRAPS, "closed"), (CRAPS, "done"), (ROULETTE, "betting"), (ROULETTE, "done")]
)
def test_every_acknowledged_chip_is_where_it_was(table: str, phase: str, tmp_path: Path) -> None:
    """Phases long enough that the second server finds the round where the first one left it."""
    data = tmp_path / "journal.sqlite"
    with server(data, *SLOW) as first:
        terminal = Terminal(first.port, table)
        assert terminal.say("insert", amount=50_000)["ok"]
        terminal.until_phase("betting")
        answers = {wager: terminal.say("bet", id=f"tap-{wager}", wager=wager, amount=stake) for wager, stake in BETS[table]}
        assert all(answer["ok"] for answer in answers.values())
        if phase != "betting":
            assert terminal.say("close-early")["ok"]
        if phase == "done" and table == CRAPS:
            terminal.until_phase("closed")
            terminal.say("shoot")
        shown = terminal.until_phase(phase)
        first.kill()
    with server(data, *SLOW) as second:
        again = Terminal(second.port, table, terminal.key, shown["number"])
        told, books = again.first, second.books(table)
        assert again.seat == terminal.seat
        assert told["round"] == shown["round"], "the countdown goes on where it was"
        assert (told["mine"]["bets"], told["mine"]["credit"]) == (shown["mine"]["bets"], shown["mine"]["credit"])
        assert books.balances.get(rack(again.seat), 0) == told["mine"]["credit"]
        assert books.balances.get(felt(again.seat), 0) == sum(told["mine"]["bets"].values())
        for wager, stake in BETS[table]:
            assert again.say("bet", id=f"tap-{wager}", wager=wager, amount=stake) == answers[wager]
        assert bets_of(data, table, again.seat) == len(BETS[table])


@pytest.mark.parametrize("phase", ["shaken", "betting", "closed"])
def test_a_round_of_sic_bo_that_was_killed_is_settled_and_not_void(phase: str, tmp_path: Path) -> None:
    """The tumbler keeps nothing that a kill could lose, so nobody gets a void round by killing the server."""
    data = tmp_path / "journal.sqlite"
    with server(data, "--betting", "5", "--showing", "1", "--guests", "1") as first:
        terminal = Terminal(first.port, SIC_BO)
        assert terminal.say("insert", amount=50_000)["ok"]
        if phase != "shaken":
            terminal.until_phase("betting")
            assert terminal.say("bet", wager="small", amount=1000)["ok"]
        number = terminal.until_phase(phase)["round"]["number"]
        first.kill()
    with server(data, "--betting", "5", "--showing", "1", "--guests", "1") as second:
        again = Terminal(second.port, SIC_BO, terminal.key)
        if again.seen["round"]["number"] == number:
            again.until_phase("settled")
        second.kill()
    ended = [event for line in bodies(data, SIC_BO)[1:] for event in json.loads(line)["events"] if event["type"] in ENDS]
    assert [event["type"] for event in ended] == ["RoundSettled"] * number
    bets = [bet for bet in ended[-1]["decided"] if bet["seat"] == terminal.seat]
    assert [(bet["wager"], bet["stake"]) for bet in bets] == ([] if phase == "shaken" else [("small", 1000)])


ENDS = ("RoundSettled", "RoundVoided")


@pytest.mark.parametrize("table", [CRAPS, ROULETTE])
def test_killed_between_the_closing_of_bets_and_the_result(table: str, tmp_path: Path) -> None:
    """The round is settled by whichever server comes to it, once, and the books agree with what the terminal is then shown."""
    data = tmp_path / "journal.sqlite"
    with server(data, *SLOW) as first:
        terminal = Terminal(first.port, table)
        assert terminal.say("insert", amount=50_000)["ok"]
        terminal.until_phase("betting")
        for wager, stake in BETS[table]:
            assert terminal.say("bet", wager=wager, amount=stake)["ok"]
        terminal.line.send('{"say":"close-early","id":"now"}')
        terminal.until_phase("closed")
        if table == CRAPS:
            terminal.line.send('{"say":"shoot","id":"shoot"}')
        number = terminal.seen["round"]["number"]
        first.kill()
    with server(data, *SLOW) as second:
        again = Terminal(second.port, table, terminal.key)
        settled = again.seen if again.seen["round"]["phase"] == "done" else again.until_phase("done")
        assert settled["round"]["number"] == number
        books = second.books(table)
        assert books.rounds == number
        assert books.balances.get(rack(again.seat), 0) == settled["mine"]["credit"]
        assert bets_of(data, table, again.seat) == len(BETS[table])


def test_bets_in_flight_when_the_server_dies_happen_once(tmp_path: Path) -> None:
    """Thirty taps, no answer waited for, and the server killed; the same thirty said again: each is down once."""
    data = tmp_path / "journal.sqlite"
    taps = [json.dumps({"say": "bet", "id": f"tap-{n}", "wager": f"straight:{n}", "amount": 100}) for n in range(30)]
    with server(data, *SLOW) as first:
        terminal = Terminal(first.port, ROULETTE)
        terminal.say("insert", amount=50_000)
        terminal.until_phase("betting")
        for tap in taps:
            terminal.line.send(tap)
        first.kill()
    with server(data, *SLOW) as second:
        again = Terminal(second.port, ROULETTE, terminal.key)
        for tap in taps:
            again.line.send(tap)
        answers = {again.until(lambda message: message["is"] == "answer")["id"] for _ in taps}
        assert answers == {f"tap-{n}" for n in range(30)}
        assert bets_of(data, ROULETTE, again.seat) == 30
        assert again.seen["mine"]["bets"] == {f"straight:{n}": 100 for n in range(30)}


def test_a_line_that_breaks_before_its_answer_loses_nothing(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *SLOW) as running:
        terminal = Terminal(running.port, ROULETTE)
        terminal.say("insert", amount=50_000)
        for n in range(20):
            terminal.line.send(json.dumps({"say": "bet", "id": f"tap-{n}", "wager": "red", "amount": 100}))
            terminal.line.close()
            terminal = Terminal(running.port, ROULETTE, terminal.key)
            assert terminal.say("bet", id=f"tap-{n}", wager="red", amount=100)["ok"]
        assert bets_of(running.data, ROULETTE, terminal.seat) == 20


def test_more_wishes_than_can_be_under_way_are_all_answered(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *SLOW) as running:
        terminal = Terminal(running.port, ROULETTE)
        terminal.say("insert", amount=50_000)
        for n in range(300):
            terminal.line.send(json.dumps({"say": "bet", "id": f"tap-{n}", "wager": "red", "amount": 100}))
        answers = {terminal.until(lambda message: message["is"] == "answer")["id"] for _ in range(300)}
        assert len(answers) == 300


def test_a_wish_for_a_round_that_is_over_is_refused_and_not_moved_to_the_next(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "2", "--showing", "0.5", "--guests", "0") as running:
        terminal = Terminal(running.port, ROULETTE)
        terminal.say("insert", amount=50_000)
        number = terminal.until_phase("betting")["round"]["number"]
        terminal.until(lambda message: message["is"] == "event" and message["round"]["number"] == number + 1)
        late = terminal.say("bet", wager="red", amount=100, round=number)
        assert (late["ok"], late["error"]) == (False, "round-over")
        assert late["message"] == f"That was meant for round {number}, which is over."
        assert not terminal.say("close-early", round=number)["ok"]


def test_a_terminal_of_another_journal_is_welcomed_as_a_new_one(tmp_path: Path) -> None:
    with server(tmp_path / "one.sqlite", *SLOW) as first:
        terminal = Terminal(first.port, ROULETTE)
    with server(tmp_path / "other.sqlite", *SLOW) as second:
        stranger = Terminal(second.port, ROULETTE, terminal.key, last=3)
        assert stranger.key != terminal.key
        assert stranger.first["is"] == "snapshot"


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "3", "--guests", "0") as running:
        address = ("127.0.0.1", running.port)
        with socket.create_connection(address) as silent:
            silent.send(f"GET /felt/{ROULETTE}.json HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n\r\n".encode())
            running.process.send_signal(signal.SIGINT)
            time.sleep(0.3)
            running.process.send_signal(signal.SIGINT)
            running.process.wait(PATIENCE)


def bets_of(data: Path | str, table: str, seat: str) -> int:
    """How often a player's chips were put down, by the journal alone."""
    lines = bodies(data, table)
    return sum(b'"BetPlaced"' in line and f'"{seat}"'.encode() in line for line in lines)


def test_a_terminal_that_lost_its_line_resumes_from_its_last_number(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *BRISK) as running:
        one, other = Terminal(running.port, ROULETTE), Terminal(running.port, ROULETTE)
        one.line.close()
        last = one.seen["number"]
        other.until_phase("closed")
        back = Terminal(running.port, ROULETTE, one.key, last)
        assert back.seat == one.seat
        # The first thing it missed, not a snapshot: an event of the table, since it did nothing itself.
        assert back.first["is"] == "event"
        assert last < back.first["number"] <= other.seen["number"]
        assert back.first["event"]["type"] in ("BettingOpened", "BallSpun", "BettingClosed")


def test_ctrl_c_stops_after_the_round_in_play(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *BRISK) as running:
        terminal = Terminal(running.port, ROULETTE)
        terminal.say("insert", amount=10_000)
        terminal.until_phase("betting")
        terminal.say("bet", wager="red", amount=1000)
        said = running.stop()
        assert running.process.returncode == 0, said
        assert terminal.until(lambda message: message["is"] == "goodbye")["why"] == "The table is closed."
        books = running.books(ROULETTE)
        assert books.balances.get(felt(terminal.seat), 0) == 0
        assert books.rounds == terminal.seen["round"]["number"]
