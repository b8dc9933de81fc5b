"""Hostile clients of every kind at once: the players play on, and every refusal is counted. `bench/hostile.py` measures it."""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from patience import PATIENCE
from running import ROULETTE, Terminal, server

ATTACK = Path(__file__).parents[2] / "bench" / "attack.py"
SECONDS = 8
LIMITS = ("--limit", "silent-connections=60", "--limit", "silence-seconds=3", "--limit", "unsent-bytes=20000")


def rounds_played(port: int, source: str) -> int:
    """Bet in one round after the other, and return how many bets were decided."""
    terminal, played = Terminal(port, ROULETTE, source=source), 0
    with terminal.line:
        assert terminal.say("insert", amount=100_000)["ok"]
        while played < 3:
            terminal.until_phase("betting")
            if terminal.say("bet", wager="red", amount=100)["ok"]:
                terminal.until(lambda message: message.get("event", {}).get("type") == "RoundSettled")
                assert terminal.seen["mine"]["staked"] == 0
                played += 1
    return played


def test_players_play_on_beside_hostile_clients(tmp_path: Path) -> None:
    with server(tmp_path / "journal.sqlite", "--betting", "1", "--showing", "0.5", "--guests", "0", *LIMITS) as running:
        numbers = {"port": running.port, "silent": 200, "deaf": 20, "floods": 2, "seconds": SECONDS}
        words = [word for name, value in numbers.items() for word in (f"--{name}", str(value))]
        command = [sys.executable, str(ATTACK), "--tables", ROULETTE, *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as attack, ThreadPoolExecutor(10) as pool:  # noqa: S603
            # Each has an address of its own: of too many silent connections, those of the address with the most give way.
            played = [pool.submit(rounds_played, running.port, f"127.0.0.{number}") for number in range(1, 11)]
            assert [each.result(timeout=PATIENCE) for each in played] == [3] * 10
            assert attack.stdout
            tally = json.loads(attack.stdout.read())
        refused = dict(re.findall(r"([a-z-]+) ([\d,]+)", " ".join(re.findall("last report: (.*)", running.stop()))))
        running.books(ROULETTE)
    assert tally["silent cut off"] > 140
    assert tally["deaf cut off"] >= 20
    assert tally["flood bets"] > 1_000
    assert tally["gigabyte bytes"] > 10_000_000
    assert tally["gigabyte cut off"] > 1
    assert {"silent-connections", "silence-seconds", "request-bytes"} <= set(refused)
