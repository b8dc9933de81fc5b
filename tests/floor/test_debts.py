"""Money that was demanded back of a patron is withheld at every table whose document allows it, also after a restart."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

import pytest

from croupier.audit.resettle import resettle
from croupier.catalogue import ruleset
from croupier.devices import SoftwareGenerator
from croupier.floor.dealer import Dealer
from croupier.floor.house import House
from croupier.floor.timetable import Timing
from croupier.journal.journal import Journal
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Head, JournalError, Line, Row
from croupier.ledger.accounts import HOUSE, owed, rack, withheld
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command, Event, SeatKind
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.cards import InsertCard, RemoveCard
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.debts import DebtWithheld, DemandReturn, debt_of
from croupier.table.money.debts_elsewhere import CountReturn, RecordDebt
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.metering import disagreement
from croupier.table.money.releasing import ReleaseSeat
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.withholding import Release
from croupier.table.rounds.calls import CloseBetting, OpenBetting, SpinBall
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.testing.evening import OPENING
from invariants import assert_the_books_are_in_order

FLOOR = {
    "aruze-1": "aruze-craps-2024",
    "aruze-2": "aruze-craps-2024",
    "wheel": "ministar-roulette-2018",
    "star": "star-craps-2016",
}
OPERATOR, MANAGER = Person("Olga", "operator"), Person("Leo", "assistant-gaming-manager")
DAN = "patron-7"


async def opened(store: MemoryStore, *tables: str) -> dict[str, Dealer]:
    """A process that opens these tables, or continues them."""
    house = House(Journal(store, _stop), SoftwareGenerator(), Timing(), lambda: OPENING)
    return {name: await house.open(name, ruleset(FLOOR[name]), {"minimum": 100}) for name in tables}


def _stop(error: BaseException) -> None:
    raise JournalError(str(error))


def _ignored(loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    del loop, context


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


async def done(dealer: Dealer, *commands: Command) -> None:
    for command in commands:
        reply = await dealer.ask(command)
        assert reply.ok, reply.message


async def settled(floor: Mapping[str, Dealer]) -> None:
    """Wait until everything that follows is durable."""
    for _ in range(30):
        await asyncio.sleep(0)
    for dealer in floor.values():
        assert dealer.durable is dealer.table
        assert_the_books_are_in_order(dealer.table)
        assert [disagreement(dealer.table, seat) for seat in ("t1", "t2")] == ["", ""]


def sits(cents: int, seat: str = "t1", card: str | None = DAN) -> tuple[Command, ...]:
    taken = TakeSeat(seat=seat, chips=Cents(cents), kind=SeatKind.TERMINAL)
    return (taken, InsertCard(seat=seat, player=card)) if card else (taken,)


def demands(cents: int, player: str | None = DAN) -> DemandReturn:
    return DemandReturn(seat="t1", amount=Cents(cents), player=player, by=OPERATOR, why="It is looked into.")


def held(dealer: Dealer, seat: str = "t1") -> tuple[int, int, int]:
    """What a player has, what is withheld, and what is owed: below zero if the player owes it."""
    book = dealer.table.book
    return book.balance(rack(seat)), book.balance(withheld(seat)), book.balance(owed(seat))


async def collected(dealer: Dealer, cents: int = 10_000) -> None:
    """Dan has collected what he had at a terminal, and it is demanded back."""
    await done(dealer, *sits(cents), LeaveSeat(seat="t1"), demands(6000))


def test_aruze_6_5_ministar_7_5_a_debt_is_withheld_at_every_table_that_may_withhold() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), *FLOOR)
        await collected(floor["aruze-1"])
        await settled(floor)
        for name in ("aruze-2", "wheel", "star"):
            await done(floor[name], *sits(2000, "t2"))
            await settled(floor)
        assert {name: held(floor[name], "t2") for name in ("aruze-2", "wheel")} == {
            "aruze-2": (0, 2000, 0),
            "wheel": (0, 2000, 0),
        }
        assert held(floor["star"], "t2") == (2000, 0, 0), "its document lets nobody withhold"
        assert held(floor["aruze-1"]) == (0, 2000, -2000)
        await done(floor["wheel"], InsertMoney(seat="t2", amount=Cents(3000)))
        await settled(floor)
        assert (held(floor["wheel"], "t2"), held(floor["aruze-1"])) == ((1000, 4000, 0), (0, 0, 0))
        assert all(not debt.open for dealer in floor.values() for debt in dealer.table.desk.debts_elsewhere.values())
        await done(floor["aruze-2"], InsertMoney(seat="t2", amount=Cents(500)))
        assert held(floor["aruze-2"], "t2") == (500, 2000, 0), "all of it has come back"

    run(scene())


def test_a_guest_without_card_is_not_known_at_another_table() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "aruze-2", "wheel")
        await done(floor["aruze-1"], *sits(10_000, card=None), LeaveSeat(seat="t1"), demands(6000, None))
        await collected(floor["wheel"])
        for card in (None, "patron-8"):
            seat = "t2" if card else "t1"
            await done(floor["aruze-2"], *sits(3000, seat, card))
        await settled(floor)
        assert held(floor["aruze-2"]) == (3000, 0, 0)
        assert held(floor["aruze-2"], "t2") == (3000, 0, 0)

    run(scene())


def test_what_comes_back_at_two_tables_at_once_is_given_back_at_one() -> None:
    """Both tables withhold before either knows of the other. The debt is paid once, to the cent."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "aruze-2", "wheel")
        await done(floor["aruze-2"], *sits(100))
        await done(floor["wheel"], *sits(100))
        await collected(floor["aruze-1"])
        await settled(floor)
        both = [dealer.ask(InsertMoney(seat="t1", amount=Cents(5000))) for dealer in (floor["aruze-2"], floor["wheel"])]
        assert all(reply.ok for reply in await asyncio.gather(*both))
        await settled(floor)
        has = [held(floor[name]) for name in ("aruze-2", "wheel")]
        assert (sum(each[0] for each in has), sum(each[1] for each in has)) == (10_200 - 6000, 6000)
        assert (held(floor["aruze-1"]), floor["aruze-1"].table.desk.debts) == ((0, 0, 0), {})

    run(scene())


def test_a_debt_whose_money_the_house_has_released_already_comes_back_to_the_house() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        one, wheel = floor["aruze-1"], floor["wheel"]
        await collected(one)
        release = Release(seat="t1", amount=Cents(6000), to_player=False, by=OPERATOR, why="It is decided.")
        await done(one, release)
        await done(wheel, *sits(8000))
        await settled(floor)
        assert (held(one), one.table.book.balance(HOUSE), held(wheel)) == ((0, 0, 0), 0, (2000, 6000, 0))
        await done(wheel, release)
        assert sum(dealer.table.book.balance(HOUSE) for dealer in floor.values()) == 6000

    run(scene())


def test_money_that_is_released_to_the_player_is_not_withheld_elsewhere() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        await collected(floor["aruze-1"])
        await done(
            floor["aruze-1"], Release(seat="t1", amount=Cents(6000), to_player=True, by=OPERATOR, why="It was right after all.")
        )
        await settled(floor)
        await done(floor["wheel"], *sits(8000))
        assert held(floor["wheel"]) == (8000, 0, 0)

    run(scene())


@pytest.mark.parametrize(
    ("fell", "corrected", "before", "after"), [("1", "2", (4000, 2000), (0, 6000)), ("2", "1", (0, 6000), (4000, 2000))]
)
def test_a_corrected_round_withholds_again_and_the_debt_follows(
    fell: str, corrected: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """Red 1 wins and black 2 loses. What is withheld at the wheel, and what is still to come back at the other table."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        one, wheel = floor["aruze-1"], floor["wheel"]
        await done(wheel, *sits(2000), OpenBetting(), PlaceBet(seat="t1", wager="red", stake=Cents(2000)))
        await collected(one)
        await done(wheel, SpinBall(), CloseBetting(), EnterOutcome(outcome=OutcomeName(fell)))
        await settled(floor)
        assert (held(wheel)[1], debt_of(one.table, "t1")) == before
        wrong = CorrectOutcome(round=1, outcome=OutcomeName(corrected), by=MANAGER, why="It was misread.")
        await done(wheel, wrong)
        await settled(floor)
        assert (held(wheel)[1], debt_of(one.table, "t1")) == after
        assert sum(held(dealer)[1] for dealer in floor.values()) == 6000, "as much is withheld on the floor as was demanded"

    run(scene())


class DiesBeforeTheOthersKnow(MemoryStore):
    """A store whose process dies when another table is about to record what happened."""

    dying = b""

    def commit(self, before: Mapping[str, Head], lines: Sequence[Row]) -> None:
        if self.dying and any(self.dying in Line._make(row).body for row in lines):
            raise OSError("the process was killed")
        super().commit(before, lines)


@pytest.mark.parametrize("order", [("aruze-1", "wheel"), ("wheel", "aruze-1")])
@pytest.mark.parametrize("dying", [b'"RecordDebt"', b'"CountReturn"'])
def test_what_a_process_did_not_finish_the_next_start_completes(order: Sequence[str], dying: bytes) -> None:
    store = DiesBeforeTheOthersKnow()
    store.dying = dying

    async def dies() -> None:
        asyncio.get_running_loop().set_exception_handler(_ignored)  # the store fails in a callback
        floor = await opened(store, *order)
        await done(floor["wheel"], *sits(2000))
        await collected(floor["aruze-1"])
        for _ in range(30):
            await asyncio.sleep(0)

    async def starts_again() -> None:
        floor = await opened(store, *order)
        await settled(floor)
        assert (held(floor["aruze-1"]), held(floor["wheel"])) == ((0, 4000, -4000), (0, 2000, 0))

    run(dies())
    store.dying = b""
    for _ in range(2):
        run(starts_again())
    for name in order:
        assert resettle(each.body for each in store.reader().lines(name)).holds


def test_a_table_refuses_a_debt_that_it_has_or_may_not_withhold() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel", "star")
        await collected(floor["aruze-1"])
        await settled(floor)
        again = RecordDebt(table="aruze-1", debtor="t1", player=DAN, amount=Cents(6000))
        replies = [await floor[name].ask(again) for name in ("wheel", "star")]
        assert [reply.error for reply in replies] == [Reason.DEBT_OPEN, Reason.NO_SUCH_POWER]
        none = await floor["wheel"].ask(CountReturn(seat="t1", table="aruze-1", player=DAN, total=Cents(5)))
        assert none.error == Reason.BAD_AMOUNT

    run(scene())


def test_nothing_leaves_another_table_before_the_debt_is_withheld() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        await done(floor["wheel"], *sits(9000))
        await collected(floor["aruze-1"])
        await settled(floor)
        assert held(floor["wheel"]) == (3000, 6000, 0)
        await done(floor["wheel"], Collect(seat="t1"))
        assert held(floor["wheel"]) == (0, 6000, 0)

    run(scene())


async def demanded_at(dealer: Dealer, player: str | None, cents: int) -> None:
    """This player has collected an amount at terminal 1, which is demanded back."""
    await done(dealer, *sits(cents, card=player), LeaveSeat(seat="t1"), demands(cents, player))


def test_the_debt_of_the_next_guest_at_a_seat_is_not_that_of_the_player_who_sat_there() -> None:
    """Dan's debt has come back. A guest whom nobody knows has collected at the same terminal since."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        await demanded_at(floor["aruze-1"], DAN, 4000)
        await settled(floor)
        await done(floor["wheel"], *sits(9000))
        await settled(floor)
        assert (held(floor["wheel"]), debt_of(floor["aruze-1"].table, "t1")) == ((5000, 4000, 0), 0)
        await demanded_at(floor["aruze-1"], None, 3000)
        await settled(floor)
        assert (held(floor["wheel"]), debt_of(floor["aruze-1"].table, "t1")) == ((5000, 4000, 0), 3000)

    run(scene())


def test_what_a_correction_takes_from_one_player_another_at_that_seat_does_not_owe() -> None:
    """Dan's debt waits until what Eve owes at the same seat has come back. Then it is demanded of Dan again."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        one, wheel = floor["aruze-1"], floor["wheel"]
        await done(wheel, *sits(2000), OpenBetting(), PlaceBet(seat="t1", wager="red", stake=Cents(2000)))
        await demanded_at(one, DAN, 4000)
        await done(wheel, SpinBall(), CloseBetting(), EnterOutcome(outcome=OutcomeName("1")))
        await settled(floor)
        assert (held(wheel), debt_of(one.table, "t1")) == ((0, 4000, 0), 0)
        await demanded_at(one, "patron-8", 3000)
        await done(wheel, CorrectOutcome(round=1, outcome=OutcomeName("2"), by=MANAGER, why="It was misread."))
        await settled(floor)
        assert (held(wheel), debt_of(one.table, "t1")) == ((0, 0, 0), 3000)
        await done(one, *sits(3000, card="patron-8"))
        await settled(floor)
        assert (one.table.desk.debts["t1"].player, debt_of(one.table, "t1")) == (DAN, 4000)
        await done(wheel, InsertMoney(seat="t1", amount=Cents(5000)))
        await settled(floor)
        assert (held(wheel), debt_of(one.table, "t1")) == ((1000, 4000, 0), 0)

    run(scene())


def test_what_goes_back_goes_to_the_player_and_not_to_whoever_sits_there_now() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "aruze-2", "wheel")
        for name in ("aruze-2", "wheel"):
            await done(floor[name], *sits(100))
        await collected(floor["aruze-1"])
        await settled(floor)
        both = [floor[name].ask(InsertMoney(seat="t1", amount=Cents(6000))) for name in ("aruze-2", "wheel")]
        leave = [floor[name].ask(LeaveSeat(seat="t1")) for name in ("aruze-2", "wheel")]
        eve = [floor[name].ask(each) for name in ("aruze-2", "wheel") for each in sits(700, card="patron-8")]
        assert all(reply.ok for reply in await asyncio.gather(*both, *leave, *eve))
        await settled(floor)
        has = [held(floor[name]) for name in ("aruze-2", "wheel")]
        assert [each[0] for each in has] == [700, 700], "Eve has what she has brought"
        # Dan brought 6,000 cents to each table, when 5,800 were still to come back.
        assert sorted(each[2] for each in has) == [0, 5800]
        assert sum(each[1] for each in has) == 6000

    run(scene())


def test_what_was_withheld_at_several_seats_goes_back_to_each() -> None:
    """Dan's card has moved: what was withheld too much is more than was withheld at the last seat."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "aruze-2", "wheel")
        two, wheel = floor["aruze-2"], floor["wheel"]
        await done(two, *sits(100))
        await done(wheel, *sits(100), *sits(0, "t2", None))
        await collected(floor["aruze-1"])
        await settled(floor)
        moves = [InsertMoney(seat="t1", amount=Cents(4000)), RemoveCard(seat="t1"), InsertCard(seat="t2", player=DAN)]
        asked = [two.ask(InsertMoney(seat="t1", amount=Cents(5800)))]
        asked += [wheel.ask(each) for each in (*moves, InsertMoney(seat="t2", amount=Cents(1000)))]
        assert all(reply.ok for reply in await asyncio.gather(*asked))
        await settled(floor)
        everything = [held(dealer, seat) for dealer in (two, wheel) for seat in ("t1", "t2")]
        assert sum(each[1] for each in everything) == 6000
        assert sum(each[0] + each[2] for each in everything) == 5800 + 5000 - 5800

    run(scene())


def test_a_correction_at_the_table_of_the_debt_reaches_the_others_after_it_has_come_back() -> None:
    """Dan had lost a bet before the demand. The corrected round wins: less is owed, and what came back elsewhere goes back."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "wheel", "aruze-1")
        wheel, one = floor["wheel"], floor["aruze-1"]
        await done(wheel, *sits(9000), OpenBetting(), PlaceBet(seat="t1", wager="red", stake=Cents(1000)))
        await done(wheel, SpinBall(), CloseBetting(), EnterOutcome(outcome=OutcomeName("2")))
        await done(wheel, LeaveSeat(seat="t1"), demands(6000))
        await done(one, *sits(6000))
        await settled(floor)
        assert (held(wheel), held(one)) == ((0, 0, 0), (0, 6000, 0))
        await done(wheel, CorrectOutcome(round=1, outcome=OutcomeName("1"), by=MANAGER, why="It was misread."))
        await settled(floor)
        assert (held(wheel), held(one)) == ((0, 2000, 0), (2000, 4000, 0))

    run(scene())


@pytest.mark.parametrize("name", ["aruze-2", "wheel"])
def test_a_hand_pay_at_another_table_is_not_paid_to_a_debtor_but_taken_back(name: str) -> None:
    """As at the table of the debt (AR 6.5, MR 7.5): the order is refused, and taking it back withholds the debt."""

    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", name)
        one, other = floor["aruze-1"], floor[name]
        await done(other, *sits(20_000, "t2"), Collect(seat="t2", tender=Tender(Way.HAND_PAY)))
        await demanded_at(one, DAN, 6000)
        await settled(floor)
        paid = await other.ask(PayByHand(seat="t2", by=OPERATOR, why="x"))
        assert (paid.ok, paid.error) == (False, Reason.DEBT_OPEN)
        assert "$60.00 was demanded back" in paid.message
        assert "take the hand pay back" in paid.message
        await done(other, TakeBackHandPay(seat="t2", by=OPERATOR, why="It repays the debt."))
        await settled(floor)
        assert (held(other, "t2"), held(one), debt_of(one.table, "t1")) == ((14_000, 6000, 0), (0, 0, 0), 0)
        await done(other, Collect(seat="t2", tender=Tender(Way.HAND_PAY)), PayByHand(seat="t2", by=OPERATOR, why="It is free."))
        assert held(other, "t2") == (0, 6000, 0)

    run(scene())


def test_a_stake_that_was_taken_down_does_not_leave_with_a_terminal_that_is_gone() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        wheel = floor["wheel"]
        await done(wheel, *sits(2000), OpenBetting(), PlaceBet(seat="t1", wager="red", stake=Cents(2000)))
        await collected(floor["aruze-1"])
        await done(wheel, TakeDown(seat="t1", wager="red"))
        assert held(wheel) == (2000, 0, 0)
        gone = await wheel.ask(ReleaseSeat(seat="t1"))
        assert gone.error == Reason.SEAT_HELD
        await done(wheel, Collect(seat="t1"))
        assert held(wheel) == (0, 2000, 0)

    run(scene())


def test_tables_whose_debt_nobody_counts_withhold_it_once() -> None:
    """The table of the debt is on the floor no longer. It finds what the others have withheld when it is back."""
    store = MemoryStore()

    async def before() -> None:
        floor = await opened(store, "aruze-1", "aruze-2", "wheel")
        await collected(floor["aruze-1"])
        await settled(floor)

    async def without_it() -> None:
        floor = await opened(store, "aruze-2", "wheel")
        await done(floor["wheel"], *sits(4000))
        await settled(floor)
        await done(floor["aruze-2"], *sits(9000))
        await settled(floor)
        assert (held(floor["wheel"]), held(floor["aruze-2"])) == ((0, 4000, 0), (7000, 2000, 0))

    async def restarted() -> None:
        floor = await opened(store, "wheel", "aruze-2")
        await done(floor["wheel"], InsertMoney(seat="t1", amount=Cents(500)))
        assert held(floor["wheel"]) == (500, 4000, 0)

    async def back() -> None:
        floor = await opened(store, "wheel", "aruze-1", "aruze-2")
        await settled(floor)
        everything = [held(dealer) for dealer in floor.values()]
        assert [sum(each) for each in zip(*everything, strict=True)] == [7500, 6000, 0]
        assert not floor["aruze-1"].table.desk.debts

    for scene in (before, without_it, restarted, back):
        run(scene())


def test_a_debt_is_withheld_once_from_a_player_with_two_cards_in() -> None:
    async def scene() -> None:
        floor = await opened(MemoryStore(), "aruze-1", "wheel")
        await done(floor["wheel"], *sits(5000), *sits(5000, "t2"))
        told: list[Event] = []
        floor["wheel"].listeners.append(lambda happened: told.append(happened.event))
        await collected(floor["aruze-1"])
        await settled(floor)
        assert [held(floor["wheel"], seat) for seat in ("t1", "t2")] == [(0, 5000, 0), (4000, 1000, 0)]
        assert [each.amount for each in told if isinstance(each, DebtWithheld)] == [5000, 1000], "nothing has to go back"

    run(scene())
