"""Money withheld during an investigation: from which purse it comes, and where it goes."""

import pytest

from commanded import a_table, done
from croupier.ledger.accounts import HOUSE, owed, rack, unrestricted, withheld
from croupier.money import Cents
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.credit import InsertMoney
from croupier.table.money.metering import disagreement
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release, Withhold

OPERATOR = Person("olga", "operator")


def seated(name: str) -> Table:
    """Ann has $10.00 of her own and $5.00 of unrestricted credits."""
    credits = InsertMoney(seat="ann", amount=Cents(500), tender=Tender(Way.UNRESTRICTED))
    return done(a_table(name), TakeSeat(seat="ann", chips=Cents(1000)), credits)[0]


def held(table: Table) -> tuple[int, int, int]:
    """What is withheld, in the rack, and in unrestricted credits."""
    assert disagreement(table, "ann") == ""
    return table.book.balance(withheld("ann")), table.book.balance(rack("ann")), table.book.balance(unrestricted("ann"))


@pytest.mark.parametrize("name", ["aruze-craps-2024", "ministar-roulette-2018"])
def test_aruze_6_5_ministar_7_5_the_rack_is_withheld_before_promotional_credits(name: str) -> None:
    def withhold(amount: int) -> Withhold:
        return Withhold(seat="ann", amount=Cents(amount), by=OPERATOR, why="The device was opened.")

    assert held(done(seated(name), withhold(700))[0]) == (700, 300, 500)
    assert held(done(seated(name), withhold(1200))[0]) == (1200, 0, 300)


def test_6_5_withheld_money_is_released_to_the_player_or_to_the_house() -> None:
    table, _ = done(seated("aruze-craps-2024"), Withhold(seat="ann", amount=Cents(700), by=OPERATOR, why="A dispute."))

    def release(*, to_player: bool) -> Release:
        return Release(seat="ann", amount=Cents(700), to_player=to_player, by=OPERATOR, why="It is settled.")

    back, _ = done(table, release(to_player=True))
    assert (held(back), back.book.balance(owed("ann"))) == ((0, 1000, 500), 0)
    assert (back.meters.terminal("ann").released, back.meters.terminal("ann").kept) == (700, 0)
    kept, _ = done(table, release(to_player=False))
    assert (held(kept), kept.book.balance(HOUSE)) == ((0, 300, 500), 700)
    assert (kept.meters.terminal("ann").released, kept.meters.terminal("ann").kept) == (0, 700)
    gone, _ = done(table, LeaveSeat(seat="ann"), release(to_player=True))
    assert (gone.book.balance(rack("ann")), gone.book.balance(owed("ann"))) == (0, 700)
