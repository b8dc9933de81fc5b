"""The patrons of the demonstration: registered once, with cards that open terminals and PINs that are right."""

from pathlib import Path

from argon2 import PasswordHasher

from cage_floor import CRAPS, on_a_floor
from croupier.cage.cards import CancelCard
from croupier.cage.message import PROGRAM
from croupier.floor.counter import card_inserting
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper
from croupier.floor.patron_file import PatronFile, PatronRecords
from croupier.floor.visitors import BALANCE, VISITORS, register_visitors
from croupier.table.money.cards import InsertCard

FAST = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_visitors_have_cards_and_money_and_are_registered_once(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        records = PatronRecords(PatronFile(tmp_path / "patrons", b"a key for tests", FAST))
        cards = await register_visitors(keeper, records)
        assert [card.name for card in cards] == [details.name for details, _ in VISITORS]
        for number, card in enumerate(cards, 1):
            patron = keeper.durable.patrons[number]
            assert patron.account
            assert patron.account.balance == BALANCE
            assert await records.fits(number, card.pin)
            assert await records.details(patron.digest, number) == VISITORS[number - 1][0]
        made = card_inserting(keeper.found_card(cards[0].number), "ann")
        assert isinstance(made, InsertCard)
        assert (await dealers[CRAPS].ask(made)).ok
        assert await register_visitors(keeper, records) == cards
        assert (await keeper.ask(CancelCard(by=PROGRAM, patron=1, why="Lost"))).ok
        assert await register_visitors(keeper, records) == cards[1:]
        assert len(keeper.durable.patrons) == len(VISITORS)
        records.close()

    on_a_floor(tmp_path / "journal.sqlite", scene)
