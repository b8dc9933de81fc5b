"""A table with a million real events, in a journal on a file."""

import asyncio
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.floor.clock import now
from croupier.floor.dealer import SNAPSHOT_EVERY
from croupier.floor.notary import Notary
from croupier.journal import streams
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import link
from croupier.journal.journal import Journal
from croupier.journal.port import START, Head, Line
from croupier.journal.sqlite import SqliteStore
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.snapshot import encode_snapshot
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.results import EnterOutcome

TABLE, EVENTS, BETS = "ministar-roulette-2018", 1_000_000, 100


def million(path: Path, events: int = EVENTS) -> None:
    """A table with a million real events, a snapshot every so often, and an anchor at the end."""
    print(f"writing {events:,} events", file=sys.stderr, flush=True)
    store = SqliteStore(path, synchronous="OFF")
    for lines in _written(random.Random(1), events):  # noqa: S311 - a yardstick
        store.commit({}, lines)
    journal = Journal(store)
    asyncio.run(Notary(journal, SigningKey(path.with_name("key")), now).sign())
    journal.close()


def _written(chance: random.Random, events: int) -> Iterator[list[Line]]:
    """The lines of a table, round by round."""
    rules = ruleset(TABLE)
    first = opening(rules, {"minimum": 100, "maximum": 10**12})
    table, at, snapshot = opened(first), 1_735_714_800_000, 0
    wagers, outcomes = [offer.id for offer in rules.offers if not offer.wager.pieces], list(rules.game.space.ways)
    heads = dict.fromkeys((TABLE, streams.claims(TABLE), streams.snapshots(TABLE)), START)

    def line(stream: str, body: bytes) -> Line:
        before = heads[stream]
        made = (stream, before.number + 1, 1, "", body)
        heads[stream] = Head(before.number + 1, link(before.hash, *made))
        return Line(*made, heads[stream].hash)

    yield [line(streams.claims(TABLE), canonical({"at": at, "server": "bench"})), line(TABLE, canonical(first))]
    seats: list[Command] = [TakeSeat(seat=f"seat-{seat}", chips=Cents(10**12)) for seat in range(10)]
    while table.events < events:
        bets = [
            PlaceBet(seat=f"seat-{chance.randrange(10)}", wager=chance.choice(wagers), stake=Cents(100)) for _ in range(BETS)
        ]
        commands, seats = [*seats, OpenBetting(deadline=at + 10**9), *bets, SpinBall(), CloseBetting()], []
        lines: list[Line] = []
        for command in [*commands, EnterOutcome(outcome=chance.choice(outcomes))]:
            at += 1
            timed = replace(command, at=at)
            decided = decide(table, timed)
            if isinstance(decided, Refusal):
                continue
            for event in decided:
                table = apply(table, event)
            lines.append(line(TABLE, recorded(timed, decided)))
        number = heads[TABLE].number
        if number - snapshot >= SNAPSHOT_EVERY and table.trail is None:
            snapshot = number
            lines.append(line(streams.snapshots(TABLE), encode_snapshot(table, number)))
        yield lines
