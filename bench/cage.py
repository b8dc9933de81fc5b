"""The speed of the cage, measured: tickets validated and paid durably, and a start with a million of them."""

import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from bare_table import scaled, thousand_bare_bets
from speed import Measured, report

from croupier.cage.box import DrawerCount
from croupier.cage.card_numbers import CARD_SALTS
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import PROGRAM, Clerk
from croupier.cage.patron import (
    Card,
    CardState,
    IdentityDocument,
    Movement,
    MovementKind,
    Patron,
    PatronAccount,
    PatronRules,
)
from croupier.cage.redeeming import PayTicket
from croupier.cage.snapshot import SNAPSHOT_FORMAT, CageSnapshot, encode_snapshot
from croupier.cage.state import TicketRules
from croupier.cage.ticket import CAGE_PLACE, Ticket, TicketState
from croupier.cage.voucher import VoucherRules
from croupier.canonical import canonical
from croupier.devices import SoftwareGenerator
from croupier.floor.answers import Reply
from croupier.floor.clock import now
from croupier.floor.house import House
from croupier.floor.keeper import SNAPSHOT_EVERY, Keeper
from croupier.floor.notary import Notary
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey
from croupier.journal.chain import chained
from croupier.journal.claim import Claim
from croupier.journal.port import Draft, Entry, Part
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import claims, snapshots
from croupier.journal.threaded import ThreadedJournal
from croupier.ledger.accounts import OUTSTANDING, cage_cash
from croupier.ledger.book import Book
from croupier.money import Cents

TICKETS, ACCOUNTS, PAID = 1_000_000, 100_000, 20_000
AT = now()
CAY = Clerk("cay", "Cay Rich")
CLERKS = 50
"""So many clerks pay one ticket after the other."""


def million(path: Path) -> None:
    """Write a cage with a million tickets, every second paid, and accounts, with snapshots as a keeper takes them.

    A start reads the snapshots and no line before the last of them, so those lines say nothing here.
    """
    store = SqliteStore(path)
    claim = Draft(canonical(Claim(at=AT, server="bench")))
    write(store, Part(claims(CAGE_REGISTER.name), 0, (claim,)))
    nothing = (Draft(b"{}"),) * SNAPSHOT_EVERY
    for first in range(1, TICKETS, SNAPSHOT_EVERY):
        last = first + SNAPSHOT_EVERY - 1
        book = Book({OUTSTANDING: last * 2_500, cage_cash("cay"): -last * 2_500})
        tickets = tuple(ticket(serial) for serial in range(first, last + 1))
        numbers = range((first - 1) * ACCOUNTS // TICKETS + 1, last * ACCOUNTS // TICKETS + 1)
        taken = CageSnapshot(
            format=SNAPSHOT_FORMAT,
            line=last,
            since=first - 1,
            is_vault_known=False,
            vault_moved=None,
            chips_here=None,
            chips_counted=None,
            chips_moved=None,
            rules=TicketRules(),
            by_hand=(),
            issued=last,
            pending={},
            withheld={},
            book=book,
            clock=AT,
            events=last,
            patron_rules=PatronRules(),
            exclusions={},
            lifts={},
            transfers=0,
            tickets=tickets,
            places={},
            patrons=tuple(patron(number) for number in numbers),
            cards=tuple(card(number) for number in numbers),
            boxes=(),
            variances=(),
            vouchers=(),
            receipts=(),
            voucher_rules=VoucherRules(),
            closed=(),
            drawers={"cay": DrawerCount(CAY, is_opener=True, counted=Cents(0), at=AT, by=CAY)},
        )
        number = store.head(snapshots(CAGE_REGISTER.name)).number
        write(
            store,
            Part(CAGE_REGISTER.name, first - 1, nothing),
            Part(snapshots(CAGE_REGISTER.name), number, (Draft(encode_snapshot(taken)),)),
        )
    store.close()


def write(store: SqliteStore, *parts: Part) -> None:
    """Write lines under the first claim."""
    group = chained([Entry(parts, 1)], store.head)
    store.commit(group.before, group.lines)


def ticket(serial: int) -> Ticket:
    """A ticket; every second one is paid."""
    state = TicketState.PAID if serial % 2 else TicketState.ISSUED
    return Ticket(serial, 7, Cents(5_000), state, AT, None, CAGE_PLACE, AT, CAGE_PLACE)


def patron(number: int) -> Patron:
    """A patron with a card, and an account that was used twice."""
    moves = tuple(
        Movement(AT, move, Cents(5_000), CAGE_PLACE, Cents(5_000)) for move in (MovementKind.DEPOSIT, MovementKind.TRANSFER_OUT)
    )
    account = PatronAccount(Cents(5_000), True, 0, moves)  # noqa: FBT003 - it has a PIN
    digest = f"{number:064x}"
    return Patron(number, digest, AT, "Cay Rich", IdentityDocument.PASSPORT, card=number, account=account)


def card(number: int) -> Card:
    """The card of that patron."""
    return Card(number, number % CARD_SALTS, number, CardState.VALID, AT, AT)


async def opened(path: Path) -> tuple[float, float]:
    """Seconds from the file to a cage that pays, and tickets paid per second."""
    begun = time.perf_counter()
    journal = ThreadedJournal(SqliteStore(path))
    notary = Notary(journal, SigningKey(path.with_name("key")), now)
    house = House(journal, SoftwareGenerator(), Timing(), notary=notary)
    keeper = await house.open_cage()
    taken = time.perf_counter() - begun
    rate = await paid(keeper)
    await notary.sign()
    journal.close()
    return taken, rate


async def paid(keeper: Keeper) -> float:
    """Pay tickets by their numbers, each clerk the next one once the last is durable."""
    shown = (keeper.cage.tickets[serial] for serial in range(2, 2 * PAID, 2))
    left = iter([keeper.number(each.serial) for each in shown if each.state is TicketState.ISSUED])
    over, working, made = asyncio.Event(), CLERKS, 0

    def go_on(reply: Reply | None = None) -> None:
        nonlocal working, made
        assert reply is None or reply.ok, reply
        made += reply is not None
        if following := next(left, None):
            ticket = keeper.found(following)
            assert isinstance(ticket, Ticket)
            keeper.submit(PayTicket(by=PROGRAM, serial=ticket.serial), f"clerk/{following}", done=go_on)
            return
        working -= 1
        if not working:
            over.set()

    begun = time.perf_counter()
    for _ in range(CLERKS):
        go_on()
    await over.wait()
    return made / (time.perf_counter() - begun)


def measure() -> Iterator[Measured]:
    """Both bars."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cage.sqlite"
        million(path)

        async def sign() -> None:
            journal = ThreadedJournal(SqliteStore(path))
            await Notary(journal, SigningKey(path.with_name("key")), now).sign()
            journal.close()

        asyncio.run(sign())
        found = [asyncio.run(opened(path)) for _ in range(3)]
        bare = thousand_bare_bets()
        seconds, rate = median(each for each, _ in found), found[0][1]
        name, most = "open 1,000,000 tickets and 100,000 accounts, ms", scaled(3000) * bare
        yield Measured(name, seconds * 1000, most, "1,000 bare bets", bare, at_most=True)
        yield Measured("tickets paid durably per second", rate, 2_000, "1,000 bare bets, ms", bare, at_most=False)


if __name__ == "__main__":
    report(measure())
