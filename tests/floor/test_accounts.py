"""Cards and accounts between tables and the cage: both or neither, once, and one terminal where only one is allowed."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from cage_floor import CRAPS, ROULETTE, STAR, on_a_floor
from cages import CAY, SUE, registering
from croupier.cage.accounts import Deposit, OpenAccount, Withdraw
from croupier.cage.cards import CancelCard, IssueCard, ReplaceCard
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.patron import MovementKind, Patron, PatronRules
from croupier.cage.patrons import ChangePatronRules
from croupier.cage.pins import SetPin
from croupier.cage.refusals import Reason as CageReason
from croupier.floor.counter import Transferred, card_inserting, transferring
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import Keeper
from croupier.ledger.accounts import ACCOUNTS, CASHLESS, rack
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.cards import HoldToOneTerminal, InsertCard, RemoveCard
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.patron_names import patron_of
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.pit.conduct import Sanction
from croupier.table.rounds.calls import OpenBetting
from journals import bodies

CASHLESS_WAY = Tender(Way.CASHLESS)
OPERATOR = Person("Olga Reyes", "assistant-gaming-manager")


async def opened(keeper: Keeper, balance: int = 10_000) -> Patron:
    """The next patron, with a card, a PIN and money in the account."""
    patron = len(keeper.cage.patrons) + 1
    orders = (
        registering(str(patron)),
        IssueCard(by=CAY, patron=patron, salt=keeper.card_salt()),
        OpenAccount(by=CAY, patron=patron),
        SetPin(by=CAY, patron=patron),
        Deposit(by=CAY, patron=patron, amount=Cents(balance)),
    )
    for order in orders:
        assert (await keeper.ask(order)).ok, order
    return keeper.durable.patrons[patron]


def putting_in(keeper: Keeper, patron: int = 1, seat: str = "ann") -> InsertCard:
    made = card_inserting(keeper.durable.cards[patron], seat)
    assert isinstance(made, InsertCard)
    return made


def in_account(keeper: Keeper, patron: int = 1) -> int:
    account = keeper.durable.patrons[patron].account
    assert account
    return account.balance


def bringing(keeper: Keeper, asked: int, patron: int | None = 1, *, partial: bool = False) -> InsertMoney:
    return transferring(keeper.cage, "ann", patron, Cents(asked), partial=partial)


def test_from_the_register_to_the_withdrawal(tmp_path: Path) -> None:
    """AR 3.4.4, 3.8.2: register, card, deposit, transfer in, bet, transfer out, withdraw; the books say the same."""

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps = dealers[CRAPS]
        await opened(keeper)
        assert (await craps.ask(putting_in(keeper), "ann/card")).ok
        assert craps.durable.desk.cards == {"ann": "patron-1"}
        assert [each.place for each in keeper.durable.patrons[1].places] == [f"{CRAPS}/ann"]
        reply = await craps.ask(bringing(keeper, 4_000), "ann/in")
        assert reply.transfer == Transferred(1, 1, 4_000, 4_000)
        assert (in_account(keeper), craps.durable.book.balance(rack("ann"))) == (6_000, 14_000)
        assert (craps.durable.book.balance(CASHLESS), keeper.durable.book.balance(CASHLESS)) == (-4_000, 4_000)
        assert (await craps.ask(OpenBetting())).ok
        assert (await craps.ask(PlaceBet(seat="ann", wager="pass-line", stake=Cents(1_000)))).ok
        reply = await craps.ask(Collect(seat="ann", tender=CASHLESS_WAY), "ann/out")
        assert reply.transfer == Transferred(2, 1, 13_000, 13_000)
        assert (await craps.ask(RemoveCard(seat="ann"), "ann/card-out")).ok
        assert keeper.durable.patrons[1].places == ()
        assert (await keeper.ask(Withdraw(by=CAY, patron=1, amount=Cents(19_000), identified="passport"))).ok
        assert in_account(keeper) == keeper.durable.book.balance(ACCOUNTS) == 0
        account = keeper.durable.patrons[1].account
        assert account
        assert [each.move for each in account.last] == [
            MovementKind.DEPOSIT,
            MovementKind.TRANSFER_IN,
            MovementKind.TRANSFER_OUT,
            MovementKind.WITHDRAWAL,
        ]

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_a_repeated_transfer_moves_money_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def first(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        await opened(keeper, 2_995)
        assert (await dealers[CRAPS].ask(putting_in(keeper), "ann/card")).ok
        asked = (dealers[CRAPS].ask(bringing(keeper, 3_000, partial=True), "ann/in") for _ in range(3))
        assert {reply.transfer for reply in await asyncio.gather(*asked)} == {Transferred(1, 1, 2_995, 3_000)}
        other = await dealers[CRAPS].ask(bringing(keeper, 2_000, partial=True), "ann/in")
        assert other.error == Reason.OTHER_COMMAND
        out = Collect(seat="ann", tender=CASHLESS_WAY)
        replies = await asyncio.gather(*(dealers[CRAPS].ask(out, "ann/out") for _ in range(3)))
        assert {reply.transfer for reply in replies} == {Transferred(2, 1, 12_995, 12_995)}
        assert (await dealers[CRAPS].ask(RemoveCard(seat="ann"))).ok

    async def later(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        """After a restart, without the card, the first answers are given again."""
        lines = len(bodies(path, CAGE_REGISTER.name))
        again = await dealers[CRAPS].ask(bringing(keeper, 3_000, None, partial=True), "ann/in")
        assert again.transfer == Transferred(1, 1, 2_995, 3_000)
        again = await dealers[CRAPS].ask(Collect(seat="ann", tender=CASHLESS_WAY), "ann/out")
        assert again.transfer == Transferred(2, 1, 12_995, 12_995)
        assert (await dealers[CRAPS].ask(putting_in(keeper), "ann/card")).ok
        assert (len(bodies(path, CAGE_REGISTER.name)), in_account(keeper)) == (lines, 12_995)

    on_a_floor(path, first)
    on_a_floor(path, later)


def test_a_transfer_that_is_refused_moves_nothing(tmp_path: Path) -> None:
    """Short by a cent, without a card, over the limit, to another patron's terminal: one sentence each, and no money moves."""

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps, roulette = dealers[CRAPS], dealers[ROULETTE]
        await opened(keeper, 2_995)
        await opened(keeper, 5_000)
        before = (craps.table.book, roulette.table.book, keeper.cage.book)
        without = await craps.ask(bringing(keeper, 100, None))
        assert without.error == CageReason.ACCOUNT_NEEDED
        assert (await craps.ask(bringing(keeper, 100))).error == CageReason.CARD_NOT_HERE
        assert (await craps.ask(putting_in(keeper))).ok
        short = await craps.ask(bringing(keeper, 3_000))
        assert (short.error, short.message) == (CageReason.ACCOUNT_SHORT, "The account has $29.95, not $30.00.")
        assert (await craps.ask(bringing(keeper, 600_000))).error == CageReason.ACCOUNT_SHORT
        others = await craps.ask(bringing(keeper, 100, 2))
        assert (others.error, others.message) == (
            CageReason.CARD_NOT_HERE,
            "The card of patron 2 is not in this terminal.",
        )
        plain = await craps.ask(InsertMoney(seat="ann", amount=Cents(100), tender=CASHLESS_WAY))
        assert plain.error == CageReason.ACCOUNT_NEEDED
        assert (await roulette.ask(putting_in(keeper, 2))).ok
        not_there = await roulette.ask(Collect(seat="ann", tender=CASHLESS_WAY))
        assert not_there.error == CageReason.NO_TRANSFER_OUT
        assert (craps.table.book, roulette.table.book, keeper.cage.book) == before

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_7_1_one_terminal_at_a_time_across_the_floor_aruze(tmp_path: Path) -> None:
    """AR 7.1 holds at another table, too; MR 8.1 allows several, until an assistant gaming manager orders one."""

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps, roulette = dealers[CRAPS], dealers[ROULETTE]
        await opened(keeper)
        assert (await craps.ask(putting_in(keeper))).ok
        elsewhere = await roulette.ask(putting_in(keeper))
        assert (elsewhere.error, elsewhere.message) == (
            CageReason.CARD_ELSEWHERE,
            f"This card is in {CRAPS}/ann already, and may be in one terminal only.",
        )
        assert (await craps.ask(RemoveCard(seat="ann"))).ok
        assert (await roulette.ask(putting_in(keeper))).ok
        assert (await roulette.ask(TakeSeat(seat="bob", chips=Cents(0)))).ok
        assert (await roulette.ask(putting_in(keeper, seat="bob"))).ok
        assert (await craps.ask(putting_in(keeper))).error == CageReason.CARD_ELSEWHERE
        assert len(keeper.durable.patrons[1].places) == 2
        ordered = HoldToOneTerminal(player="patron-1", by=OPERATOR, why="One is enough.")
        assert (await roulette.ask(ordered)).ok
        assert keeper.durable.patrons[1].is_held
        assert (await roulette.ask(LeaveSeat(seat="bob"))).ok
        assert (await roulette.ask(TakeSeat(seat="cat", chips=Cents(0)))).ok
        assert (await roulette.ask(putting_in(keeper, seat="cat"))).error == Reason.ONE_TERMINAL

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_c8_a_dated_setting_allows_one_terminal_everywhere(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        roulette = dealers[ROULETTE]
        await opened(keeper)
        rules = PatronRules(one_terminal_since=keeper.now())
        assert (await keeper.ask(ChangePatronRules(by=CAY, second=SUE, rules=rules))).ok
        assert (await roulette.ask(putting_in(keeper))).ok
        assert (await roulette.ask(TakeSeat(seat="bob", chips=Cents(0)))).ok
        assert (await roulette.ask(putting_in(keeper, seat="bob"))).error == CageReason.CARD_ELSEWHERE

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_an_excluded_patron_stakes_and_deposits_nowhere_and_is_paid_out(tmp_path: Path) -> None:
    """The cage excludes: the card is cancelled, every table takes no bet, and the money is paid."""

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps, roulette = dealers[CRAPS], dealers[ROULETTE]
        await opened(keeper)
        assert (await craps.ask(putting_in(keeper))).ok
        assert (await craps.ask(bringing(keeper, 1_000))).ok
        assert (await keeper.ask(ExcludePatron(by=CAY, second=SUE, patron=1, why="Asked for it"))).ok
        assert (await keeper.ask(ExcludePatron(by=CAY, second=SUE, patron=1, why="Again"))).error == CageReason.PATRON_EXCLUDED
        for dealer in dealers.values():
            assert dealer.table.desk.bars["patron-1"].measure is Act.EXCLUDE
        bet = PlaceBet(seat="ann", wager="pass-line", stake=Cents(1_000))
        assert (await craps.ask(OpenBetting())).ok
        assert (await craps.ask(bet)).error == Reason.BETS_REFUSED
        assert (await craps.ask(bringing(keeper, 1_000))).error == CageReason.PATRON_EXCLUDED
        assert (await keeper.ask(Deposit(by=CAY, patron=1, amount=Cents(100)))).error == CageReason.PATRON_EXCLUDED
        assert (await roulette.ask(putting_in(keeper))).error == Reason.BETS_REFUSED
        paid = await craps.ask(Collect(seat="ann", tender=Tender(Way.TICKET)))
        assert paid.ticket == 1
        assert (await keeper.ask(Withdraw(by=CAY, patron=1, amount=Cents(9_000), identified="passport"))).ok

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_a_table_excludes_a_patron_and_the_cage_cancels_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        roulette = dealers[ROULETTE]
        await opened(keeper)
        assert (await roulette.ask(putting_in(keeper))).ok
        order = Sanction(seat="patron-1", measure=Act.EXCLUDE, by=Person("Max Ray", "casino-supervisor"), why="device")
        assert (await dealers[STAR].ask(order)).ok
        excluded = keeper.durable.exclusions[1]
        assert (excluded.place, excluded.by) == (STAR, "Max Ray (casino supervisor)")
        assert keeper.durable.patrons[1].card is None
        assert (await dealers[STAR].ask(order)).ok
        nobody = Sanction(seat="patron-2", measure=Act.EXCLUDE, by=order.by, why="device")
        assert (await dealers[STAR].ask(nobody)).error == CageReason.PATRON_UNKNOWN

    async def later(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        assert dealers[ROULETTE].durable.desk.bars["patron-1"].table == STAR
        replacing = ReplaceCard(by=CAY, patron=1, salt=0, why="Lost")
        assert (await keeper.ask(replacing)).error == CageReason.PATRON_EXCLUDED

    on_a_floor(path, scene, (ROULETTE, STAR))
    on_a_floor(path, later, (ROULETTE, STAR))


def test_the_end_of_an_exclusion_comes_to_every_table_and_a_bar_from_the_game_stays(tmp_path: Path) -> None:
    path, kim = tmp_path / "journal.sqlite", Person("Max Ray", "casino-supervisor")

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        await opened(keeper)
        bar = Sanction(seat="patron-1", measure=Act.BAR, by=kim, why="device")
        assert (await dealers[STAR].ask(bar)).ok
        assert (await dealers[STAR].ask(replace(bar, measure=Act.EXCLUDE))).ok

    async def without_the_star(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps = dealers[CRAPS]
        assert craps.durable.desk.bars["patron-1"].measure is Act.EXCLUDE
        assert (await keeper.ask(LiftExclusion(by=CAY, second=SUE, patron=1, why="The year is over"))).ok
        assert (await keeper.ask(IssueCard(by=CAY, patron=1, salt=0))).ok
        assert craps.durable.desk.bars == {}
        new = card_inserting(keeper.found_card(keeper.card_number(2)), "ann")
        assert isinstance(new, InsertCard)
        assert (await craps.ask(new)).ok

    async def all_again(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        assert dealers[STAR].durable.desk.bars["patron-1"].measure is Act.BAR
        assert dealers[CRAPS].durable.desk.bars == {}
        assert keeper.durable.exclusions == {}

    on_a_floor(path, scene, (CRAPS, STAR))
    on_a_floor(path, without_the_star, (CRAPS,))
    on_a_floor(path, all_again, (CRAPS, STAR))


def test_a_card_that_was_replaced_or_cancelled_is_not_let_in(tmp_path: Path) -> None:
    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        craps = dealers[CRAPS]
        await opened(keeper)
        old = putting_in(keeper)
        assert (await keeper.ask(ReplaceCard(by=CAY, patron=1, salt=0, why="Lost"))).ok
        refused = await craps.ask(old)
        assert (refused.error, refused.message) == (
            CageReason.CARD_NOT_VALID,
            "This card is not valid any more; the cage issues another one.",
        )
        new = card_inserting(keeper.found_card(keeper.card_number(2)), "ann")
        assert isinstance(new, InsertCard)
        assert (await craps.ask(new)).ok
        assert (await craps.ask(RemoveCard(seat="ann"))).ok
        assert (await keeper.ask(CancelCard(by=CAY, patron=1, why="Asked for it"))).ok
        assert (await craps.ask(new)).error == CageReason.CARD_NOT_VALID

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_who_leaves_takes_the_card_along(tmp_path: Path) -> None:
    """One entry: the credit goes to the account, and the card is out."""

    async def scene(dealers: dict[str, Dealer], keeper: Keeper) -> None:
        await opened(keeper)
        assert (await dealers[CRAPS].ask(putting_in(keeper))).ok
        assert (await dealers[CRAPS].ask(LeaveSeat(seat="ann", tender=CASHLESS_WAY))).ok
        assert (in_account(keeper), keeper.durable.patrons[1].places) == (20_000, ())

    on_a_floor(tmp_path / "journal.sqlite", scene)


def test_the_names_of_patrons() -> None:
    assert [patron_of(each) for each in ("patron-1", "patron-120", "patron-", "patron-01", "patron-x", "ann", "", None)] == [
        1,
        120,
        *[None] * 6,
    ]
