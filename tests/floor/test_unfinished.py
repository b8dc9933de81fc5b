"""A table leaves the settings of a floor only once nothing is open there."""

import asyncio

import pytest
from msgspec.structs import replace

from commanded import done
from craps_hand import BOX, craps, thrown
from croupier.floor.adopting import SettingsError, adopt
from croupier.floor.plan import Plan, TablePlan
from croupier.floor.settings import open_floor, settings_of
from croupier.floor.unfinished import unfinished
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import HAND_PAYS, OUTSIDE, Account, owed, tokens, withheld
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.settings import FloorSettings
from croupier.table.authority.disputes import OpenDispute
from croupier.table.core.desk import Dispute
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.seats import LeaveSeat
from croupier.table.pit.days import CloseTable
from croupier.table.rounds.results import FinishPaying
from croupier.testing.evening import OPENING

CRAPS = TablePlan(name="craps", ruleset="star-craps-2016", sign={"minimum": 500, "maximum": 50_000})
ARUZE = TablePlan(name="aruze", ruleset="aruze-craps-2024", sign={"minimum": 100})
KIM, LEE = Person("Kim", "manager"), Person("Lee", "manager")
SUE = Person("Sue", "casino-supervisor")


def settings(*tables: TablePlan) -> FloorSettings:
    return settings_of(Plan(name="Floor", journal="floor.sqlite", tables=tables))


def left() -> Table:
    """The table of a hand that is over, whose players have gone with their chips."""
    table, _ = done(craps(), *thrown("3-4"), FinishPaying(by=BOX), LeaveSeat(seat="ann"), LeaveSeat(seat="bob"))
    return table


def closed() -> Table:
    table, _ = done(left(), CloseTable(by=SUE, why="The night is over."))
    return table


def dropped(table: Table) -> None:
    """Adopt settings without this table."""

    async def scene() -> None:
        journal = Journal(MemoryStore())
        await open_floor(journal, "live", settings(CRAPS, ARUZE), OPENING)
        found = await adopt(journal, settings(ARUZE), {"craps": table}, set_by=KIM, approved_by=LEE, at=OPENING)
        assert list(found.settings.tables) == ["aruze"]

    asyncio.run(scene())


def test_a_table_in_play_stays_and_the_sentence_says_what_is_there() -> None:
    table, _ = done(craps(), OpenDispute(seat="ann", about="The dice were cocked."))
    with pytest.raises(SettingsError) as raised:
        dropped(table)
    assert str(raised.value) == (
        "the table craps cannot leave the settings: it is not closed, has bets of $20.00, has credit of $1,980.00 and has "
        "1 open dispute; close it, pay out what it owes, and decide its disputes first"
    )


def test_a_table_without_money_stays_until_it_is_closed() -> None:
    with pytest.raises(SettingsError, match="the table craps cannot leave the settings: it is not closed; close it"):
        dropped(left())
    dropped(closed())


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (HAND_PAYS, "has hand pays of $5.00"),
        (withheld("ann"), "has $5.00 withheld"),
        (owed("ann"), "has $5.00 open with players"),
        (tokens("ann"), "has credit of $5.00"),
    ],
)
def test_whatever_a_closed_table_owes_keeps_it(account: Account, words: str) -> None:
    table = closed()
    owes = replace(table, book=table.book.after((Transfer(OUTSIDE, account, Cents(500)),)))
    assert unfinished(owes) == [words]


def test_a_debt_of_a_player_keeps_the_table() -> None:
    table = closed()
    owes = replace(table, book=table.book.after((Transfer(owed("ann"), OUTSIDE, Cents(500)),)))
    assert unfinished(owes) == ["has $5.00 open with players"]


def test_disputes_that_were_decided_do_not_keep_a_table() -> None:
    table = closed()
    files = {1: Dispute("ann", 1, "Late.", decided_by=SUE, decision="It stands."), 2: Dispute("bob", 1, "Late, too.")}
    assert unfinished(replace(table, desk=replace(table.desk, disputes=files))) == ["has 1 open dispute"]
    assert unfinished(replace(table, desk=replace(table.desk, disputes={1: files[1]}))) == []
