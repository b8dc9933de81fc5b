"""The real server, killed in every phase of a round: nothing acknowledged is lost, nothing is doubled."""

from pathlib import Path

import pytest

from croupier.ledger import felt, rack
from running import CRAPS, ROULETTE, Terminal, server

SLOW = ("--betting", "4", "--showing", "2", "--guests", "1")

BETS = {
    CRAPS: [("pass-line", 1000), ("place:6", 1200), ("hop:2-6", 100)],
    ROULETTE: [("straight:17", 500), ("orphans", 500), ("red", 1000)],
}


@pytest.mark.parametrize(
    ("table", "phase"),
    [(CRAPS, "betting"), (CRAPS, "closed"), (CRAPS, "shot"), (CRAPS, "done"), (ROULETTE, "betting"), (ROULETTE, "done")],
)
def test_every_acknowledged_chip_is_where_it_was(table: str, phase: str, tmp_path: Path) -> None:
    data = tmp_path / "journal.sqlite"
    with server(data, *SLOW) as first:
        terminal = Terminal(first.port, table)
        assert terminal.say("insert", amount=50_000)["ok"]
        terminal.until_phase("betting")
        answers = {wager: terminal.say("bet", id=f"tap-{wager}", wager=wager, amount=stake) for wager, stake in BETS[table]}
        assert all(answer["ok"] for answer in answers.values())
        if phase == "shot":
            # The terminal has the dice: it shoots, and the server dies before it can say what fell.
            terminal.until_phase("closed")
            assert terminal.seen["round"]["shooter"] == terminal.seat
            terminal.say("shoot")
        else:
            terminal.until_phase(phase)
        shown = terminal.seen
        first.kill()
    with server(data, *SLOW) as second:
        books = second.books(table)
        again = Terminal(second.port, table, terminal.key, shown["number"])
        assert again.seat == terminal.seat
        told = again.first
        assert told["number"] >= shown["number"]
        if told["round"]["number"] == shown["round"]["number"] and told["round"]["phase"] == shown["round"]["phase"]:
            assert (told["mine"]["bets"], told["mine"]["credit"]) == (shown["mine"]["bets"], shown["mine"]["credit"])
            assert told["round"] == shown["round"], "the countdown goes on where it was"
        if told["number"] == books.lines:
            assert books.balances[rack(again.seat)] == told["mine"]["credit"]
            assert books.balances[felt(again.seat)] == sum(told["mine"]["bets"].values())
        for wager, stake in BETS[table]:
            assert again.say("bet", id=f"tap-{wager}", wager=wager, amount=stake) == answers[wager]
        # Each bet was made once: what was staked is still on the felt, was lost, or came back.
        placed = [line for line in lines_of(second.data, table) if b'"BetPlaced"' in line and again.seat.encode() in line]
        assert len(placed) == len(BETS[table])
        again.until_phase("betting")


def lines_of(data: Path, table: str) -> list[bytes]:
    from croupier.journal.sqlite import SqliteReader  # noqa: PLC0415

    return list(SqliteReader(data).lines(table))


def test_a_terminal_that_lost_its_line_resumes_from_its_last_number(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *SLOW) as running:
        one, other = Terminal(running.port, ROULETTE), Terminal(running.port, ROULETTE)
        one.line.close()
        last = one.seen["number"]
        other.until_phase("closed")
        back = Terminal(running.port, ROULETTE, one.key, last)
        assert back.seat == one.seat
        # The first thing it missed, not a snapshot: an event of the table, since it did nothing itself.
        assert back.first["is"] == "event"
        assert last < back.first["number"] <= other.seen["number"]
        assert back.first["event"]["type"] in ("BettingOpened", "BettingClosed")


def test_ctrl_c_stops_after_the_round_in_play(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", *SLOW) as running:
        terminal = Terminal(running.port, ROULETTE)
        terminal.say("insert", amount=10_000)
        terminal.until_phase("betting")
        terminal.say("bet", wager="red", amount=1000)
        said = running.stop()
        assert running.process.returncode == 0, said
        assert terminal.until(lambda message: message["is"] == "goodbye")["why"] == "The table is closed."
        books = running.books(ROULETTE)
        assert books.balances[felt(terminal.seat)] == 0
        assert books.rounds == terminal.seen["round"]["number"]
