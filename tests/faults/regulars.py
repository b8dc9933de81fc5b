"""Regulars: players who tap without waiting, remember every answer, and come back after every fault with the same ids."""

import contextlib
import json
import threading
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.journal.streams import tables
from journals import looked_at
from patience import PATIENCE
from running import ROULETTE, Terminal

AHEAD = 8
"""How many taps may be without an answer."""
ASKED_AGAIN = 20
"""How many of the last answers each of them asks for again."""
UNLIMITED = ("--limit", "messages-per-second=100000", "--limit", "messages-at-once=100000")
"""Regulars tap faster than a terminal may."""
QUICK = ("--betting", "1", "--showing", "0.2", "--guests", "1", *UNLIMITED)


class Regular:
    """One of them, at the wheel."""

    def __init__(self) -> None:
        self.key = self.seat = ""
        self.asked: dict[str, str] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.changed: list[str] = []
        """Commands that were accepted, and answered otherwise when they were repeated."""

    def play(self, port: int, leave: threading.Event) -> None:
        """Tap until the line breaks, or until it is time to leave; then wait for the last answer."""
        with contextlib.suppress(WebSocketException, OSError):
            terminal = Terminal(port, ROULETTE, self.key)
            self.key, self.seat = terminal.key, terminal.seat
            waiting = [id for id in self.asked if id not in self.answers]
            for id in (*waiting, *list(self.answers)[-ASKED_AGAIN:]):
                if id in self.answers and not self.answers[id]["ok"]:
                    del self.answers[id]  # a server that has forgotten the refusal decides anew
                terminal.line.send(self.asked[id])
                self._hear(terminal)
            while not leave.is_set():
                for _ in range(AHEAD):
                    terminal.line.send(self._tap())
                for _ in range(AHEAD):
                    self._hear(terminal)

    def _tap(self) -> str:
        number = len(self.asked)
        wish: dict[str, object] = {"say": "bet", "wager": f"straight:{number % 37}", "amount": 100}
        if not number:
            wish = {"say": "insert", "amount": 10_000_000}
        self.asked[f"tap-{number}"] = json.dumps(wish | {"id": f"tap-{number}"})
        return self.asked[f"tap-{number}"]

    def _hear(self, terminal: Terminal) -> None:
        answer = terminal.until(lambda message: message["is"] == "answer")
        before = self.answers.get(answer["id"], answer)
        if before["ok"] and before != answer:
            self.changed.append(answer["id"])
        self.answers[answer["id"]] = answer


@contextlib.contextmanager
def playing(regulars: Sequence[Regular], port: int) -> Generator[None]:
    """Regulars at play, until what is inside is over and each of them has had an answer or lost the line."""
    leave = threading.Event()
    threads = [threading.Thread(target=regular.play, args=(port, leave), daemon=True) for regular in regulars]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        leave.set()
        for thread in threads:
            thread.join(PATIENCE)  # one that is never answered is found by what it lacks


def until_answered(regulars: Sequence[Regular], more: int) -> None:
    """Wait until they have so many more answers, however slow the machine is."""
    wanted, deadline = _answers(regulars) + more, time.monotonic() + PATIENCE
    while _answers(regulars) < wanted:
        assert time.monotonic() < deadline, f"{_answers(regulars)} of {wanted} answers"
        time.sleep(0.005)


def _answers(regulars: Sequence[Regular]) -> int:
    return sum(len(regular.answers) for regular in regulars)


def check(data: Path | str, regulars: Sequence[Regular]) -> int:
    """Everything that was acknowledged is there once, and the chain and the books are whole; how many bets there are."""
    with looked_at(data) as journal:
        assert not verify(journal).faults
        for table in tables(journal.heads()):
            assert resettle(line.body for line in journal.lines(table)).holds
        events = [line.body for line in journal.lines(ROULETTE)]
        named = [line.name for line in journal.lines(ROULETTE)]
    for regular in regulars:
        assert not regular.changed
        assert regular.asked.keys() == regular.answers.keys()
        granted = sorted(f"{regular.seat}/{id}" for id, answer in regular.answers.items() if answer["ok"])
        assert sorted(name for name in named if name.startswith(f"{regular.seat}/")) == granted
        placed = sum(b'"BetPlaced"' in event and f'"{regular.seat}"'.encode() in event for event in events)
        assert placed == len(granted) - 1, "every bet that was accepted, and not the money that was put in"
    return _answers(regulars)
