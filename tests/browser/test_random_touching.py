"""Random touching, with broken lines and killed servers: whatever a visitor does, the page shows what the books say."""

import os
import random
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error

import chromium
from croupier.catalogue import names
from croupier.ledger.accounts import rack, restricted, unrestricted
from croupier.money import Cents, dollars
from croupier.rules.payout import is_off
from croupier.table.bets.taking_down import free_to_come_down
from croupier.table.core.apply import apply
from croupier.table.core.opening import opened, read_opening
from croupier.table.core.recorded import events_in
from croupier.table.core.state import Table
from invariants import assert_the_books_are_in_order
from journals import looked_at
from random_visitor import RandomVisitor
from running import Server, server
from wire import wire

SECONDS = int(os.environ.get("CROUPIER_TOUCHING", "4"))
"""For how long each table is touched."""
SEED = int(os.environ.get("CROUPIER_TOUCHING_SEED", "17"))
TABLES = sorted(names()) if "CROUPIER_TOUCHING" in os.environ else ["star-craps-2016"]
PACE = ("--betting", "5", "--showing", "1", "--guests", "1")
KILLS = 1 / 60
"""How often the server is killed, for each touch."""
LUCKLESS = 60
"""So many seconds longer a visitor goes on to whom nothing was granted yet."""
LOOKS = 60
"""How often the page is looked at after the last answer until it shows what the books say: for three seconds, in which a result
is shown, and for longer where the machine is busy and the page late."""


class Books:
    """The tables of a journal, read from the file alone."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._tables: dict[str, tuple[Table, int]] = {}

    def table(self, name: str) -> Table:
        """A table as it stands now."""
        with looked_at(self._data) as reader:
            for line in reader.lines(name, self._tables[name][1] if name in self._tables else 0):
                if name in self._tables:
                    table = self._tables[name][0]
                    for event in events_in(line.body):
                        table = apply(table, event)
                else:
                    table = opened(read_opening(line.body))
                self._tables[name] = table, line.number
        return self._tables[name][0]

    def shown(self, name: str, seat: str) -> dict[str, Any]:
        """What a page has to show."""
        table = self.table(name)
        assert_the_books_are_in_order(table)
        balance, bets = table.book.balance, table.layout.get(seat, {})
        stakes = {wager: bet.stake for wager, bet in bets.items()}
        not_collectable = balance(restricted(seat))
        return {
            "seat": seat,
            "credit": dollars(Cents(balance(rack(seat)) + balance(unrestricted(seat)) + not_collectable)),
            "restricted": dollars(Cents(not_collectable)),
            "bet": dollars(Cents(sum(stakes.values()))),
            "stakes": stakes,
            "chips": {wager: printed(stake) for wager, stake in stakes.items()},
            "called": {wager: bet.called for wager, bet in bets.items() if bet.called is not None},
            "off": sorted(
                wager for wager, bet in bets.items() if is_off(table.offer_of(wager, bet), table.pucks, called=bet.called)
            ),
            "stands": sorted(wager for wager, bet in bets.items() if not free_to_come_down(table, wager, bet)),
            "pending": 0,
        }


def printed(cents: int) -> str:
    """The amount on a chip, in at most four characters."""
    whole = cents // 100
    for unit, letter in ((1_000_000, "m"), (1_000, "k")):
        if whole >= 10 * unit:
            return f"{whole // unit}{letter}"
        if whole >= unit:
            tenths = whole // (unit // 10)
            return f"{tenths // 10}.{tenths % 10}{letter}".replace(".0", "")
    return f"{cents / 100:.2f}" if cents % 100 and whole < 10 else str(whole)


class Floor:
    """A server that is killed now and then."""

    def __init__(self, data: Path, chance: random.Random) -> None:
        self.data = data
        self.port = 0
        self._chance = chance
        self._servers = ExitStack()
        self.running = self._start()
        self.port = self.running.port

    def touch(self, visitor: RandomVisitor) -> None:
        """Let a visitor touch for a while; the server may be away for a part of it."""
        for _ in range(self._chance.randint(20, 60)):
            visitor.touch()
            if self._chance.random() < KILLS:
                visitor.did.append("the server is killed")
                self.running.kill()
                for _ in range(self._chance.randint(0, 8)):
                    visitor.touch()
                self.running = self._start()

    def close(self) -> None:
        """End the server."""
        self._servers.close()

    def _start(self) -> Server:
        """A server on the same journal and port. The one before it is gone."""
        self._servers.close()
        return self._servers.enter_context(server(self.data, *PACE, port=self.port))


@pytest.mark.parametrize("table", TABLES)
def test_whatever_is_touched_felt_and_meters_are_as_the_books_say(browser: Browser, tmp_path: Path, table: str) -> None:
    chance = random.Random(f"{SEED} {table}")  # noqa: S311
    with closing(Floor(tmp_path / "journal.sqlite", chance)) as floor:
        books = Books(floor.data)
        with (
            wire(floor.port, chance.choice([0, 0.02, 0.1])) as line,
            closing(RandomVisitor(browser, line, table, chance)) as visitor,
        ):
            end = time.monotonic() + SECONDS
            while time.monotonic() < end or (not visitor.granted and time.monotonic() < end + LUCKLESS):
                floor.touch(visitor)
                visitor.rest()
                compare(visitor, books)
            assert visitor.errors == []
            assert visitor.granted, "the visitor did nothing"
        floor.running.books(table)


def compare(visitor: RandomVisitor, books: Books) -> None:
    """The page shows what the books say. A round may go on in the moment between reading one and the other."""
    differs: dict[str, Any] = {}
    for _ in range(LOOKS):
        drawn = visitor.read()
        written = books.shown(visitor.table, drawn["seat"])
        if drawn == written:
            return
        differs = {part: (drawn[part], written[part]) for part in drawn if drawn[part] != written[part]}
        visitor.page.wait_for_timeout(50)
    pytest.fail(f"{visitor.table} draws, and the books say: {differs}\nCROUPIER_TOUCHING_SEED={SEED}, after: {visitor.story}")


def test_a_call_to_which_a_page_gives_no_answer_fails(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one for which Playwright has no limit."""
    with browser.new_context() as context:
        page = context.new_page()
        monkeypatch.setattr(chromium, "LONGEST", 0.3)
        with pytest.raises(Error, match="no answer within"):
            page.evaluate("() => new Promise(() => {})")
        monkeypatch.undo()
        assert page.evaluate("() => 1 + 1") == 2
