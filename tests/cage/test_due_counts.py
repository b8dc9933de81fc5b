"""The counts that are due: drawers while they are open, and the vault once its cash has moved since it was known."""

from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, MAX, SUE, done, without_drawers
from croupier.cage.drawer import CountDrawer
from croupier.cage.due_counts import due_counts
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.cage.vault import CountVault
from croupier.money import Cents

STATED = OpenBalances(at=BEGIN, by=CAY, second=SUE, vault=Cents(50_000))
OPENER = CountDrawer(at=BEGIN + 1_000, by=CAY, second=SUE, is_opener=True, notes={10_000: 1})
CLOSER = replace(OPENER, at=BEGIN + DAY, is_opener=False)
COUNT = CountVault(at=BEGIN + DAY, by=CAY, second=SUE, notes={10_000: 4})
FOR_CAY = "the drawer of Cay Rich"


def test_a_drawer_is_due_while_it_is_open_and_the_vault_once_cash_has_moved() -> None:
    cage = done(without_drawers(), STATED)
    assert due_counts(cage, BEGIN + DAY) == ()
    cage = done(cage, OPENER)
    assert due_counts(cage, BEGIN + 1_000) == (), "nothing had moved before"
    assert due_counts(cage, BEGIN + DAY) == (FOR_CAY, "the vault")
    cage = done(cage, CLOSER)
    assert due_counts(cage, BEGIN + DAY) == ("the vault",)
    assert due_counts(done(cage, COUNT), BEGIN + DAY) == ()
    again = replace(OPENER, at=BEGIN + DAY + 2_000)
    assert due_counts(done(cage, COUNT, again), BEGIN + DAY + 1_000) == (), "a day that was counted stays in sight"
    later = replace(OPENER, at=BEGIN + DAY + 2_000, by=MAX)
    assert due_counts(done(cage, COUNT, later), BEGIN + 2 * DAY) == ("the drawer of Max Bell", "the vault")


def test_a_vault_that_nobody_stated_is_compared_with_nothing() -> None:
    cage = done(without_drawers(), OPENER, CLOSER)
    assert due_counts(cage, BEGIN + 2 * DAY) == ()
    assert due_counts(done(cage, COUNT), BEGIN + 2 * DAY) == (), "the first count states what it has"


def test_a_snapshot_knows_what_is_due() -> None:
    cage = done(without_drawers(), STATED, OPENER)
    again, _ = rebuilt([encode_snapshot(snapshot_of(cage, 3, 0, ()))])
    assert due_counts(again, BEGIN + DAY) == (FOR_CAY, "the vault")
