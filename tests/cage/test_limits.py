"""What the cage refuses at its limits: the order of a drawer's counts, numbers that are used up, people who are excluded."""

from itertools import product

import pytest
from msgspec.structs import replace

import croupier.cage.cards
import croupier.cage.issuing
from cages import CAY, SUE, done, opened, printing, refused, registering, with_account, without_drawers
from croupier.cage.accounts import Deposit, OpenAccount, Withdraw
from croupier.cage.cards import IssueCard
from croupier.cage.drawer import CountDrawer
from croupier.cage.exclusions import ExcludePatron
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket
from croupier.cage.refusals import Reason
from croupier.cage.snapshot import encode_snapshot, rebuilt, snapshot_of
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import VARIANCES
from croupier.money import Cents


@pytest.mark.parametrize("counts", [*product([True, False], repeat=4)])
def test_openers_and_closers_of_a_drawer_alternate(counts: tuple[bool, ...]) -> None:
    """The first count is an opener. Whatever order is tried, also after a restart, two of a kind never follow each other."""
    cage, accepted = without_drawers(), list[bool]()
    for is_opener in counts:
        count = CountDrawer(by=CAY, second=SUE, is_opener=is_opener, notes={5_000: 2})
        is_due = is_opener is not (accepted[-1] if accepted else False)
        if is_due:
            cage = done(cage, count)
            accepted.append(is_opener)
        else:
            assert refused(cage, count) is Reason.DRAWER_TURN
        assert rebuilt([encode_snapshot(snapshot_of(cage, 1, 0, ()))]) == (cage, 1)
    assert accepted == [True, False, True, False][: len(accepted)]
    assert bool(accepted) is any(counts)
    assert cage.book.balance(VARIANCES) == 0, "the first count opens the books, and the others agree with it"


def test_a_ticket_or_a_card_whose_numbers_are_used_up_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    cage = done(with_account(opened()), printing())
    sells = SellTicket(by=CAY, amount=Cents(100), salt=0)
    monkeypatch.setattr(croupier.cage.issuing, "SERIALS", cage.issued + 2)
    done(cage, sells)
    monkeypatch.setattr(croupier.cage.issuing, "SERIALS", cage.issued + 1)
    assert refused(cage, sells) is refused(cage, printing()) is Reason.BAD_SALT
    issue = IssueCard(by=CAY, patron=2, salt=0)
    cage = done(cage, registering("bob"))
    monkeypatch.setattr(croupier.cage.cards, "CARD_SERIALS", len(cage.cards) + 2)
    done(cage, issue)
    monkeypatch.setattr(croupier.cage.cards, "CARD_SERIALS", len(cage.cards) + 1)
    assert refused(cage, issue) is Reason.BAD_SALT


def test_an_excluded_patron_opens_no_account_and_deposits_nothing_but_is_paid() -> None:
    exclude = ExcludePatron(by=CAY, second=SUE, patron=1, why="A cheat")
    without = done(opened(), registering("ann"), exclude)
    assert refused(without, OpenAccount(by=CAY, patron=1)) is Reason.PATRON_EXCLUDED
    cage = done(with_account(opened(), balance=5_000), exclude)
    assert refused(cage, Deposit(by=CAY, patron=1, amount=Cents(100))) is Reason.PATRON_EXCLUDED
    assert not isinstance(
        CAGE_REGISTER.decide(cage, Withdraw(by=CAY, patron=1, amount=Cents(5_000), identified="passport")), Refusal
    )


def test_an_account_is_paid_to_the_last_cent_and_not_beyond() -> None:
    cage = with_account(opened(), balance=5_000)
    takes = Withdraw(by=CAY, patron=1, amount=Cents(5_001), identified="passport")
    assert refused(cage, takes) is Reason.ACCOUNT_SHORT
    empty = done(cage, replace(takes, amount=Cents(5_000)))
    assert refused(empty, replace(takes, amount=Cents(1))) is Reason.ACCOUNT_SHORT
