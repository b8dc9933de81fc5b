"""Sic Bo, The Star Sydney, 2016: what no page of play can show, and the rules written a second time from the document."""

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from croupier.catalogue import ruleset
from croupier.devices import PromptDevice
from croupier.ledger.accounts import rack
from croupier.money import Cents
from croupier.rules.error import RuleError
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.sequence import Phase
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.taking_down import TakeDown
from croupier.table.core.message import Command
from croupier.table.core.opening import OpeningError, opening
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.calls import CloseBetting, OpenBetting, ShakeDice
from croupier.table.rounds.lights import lit
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, FinishPaying, LightAreas, UncoverTumbler
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound
from croupier.table.telling.scenario.running import step
from croupier.testing.device import PromptDealer

SICBO = ruleset("star-sicbo-2016")
STREAK = "super-streak:small-big"
DEALER = Person("Robin", "dealer")

OPENED = (ShakeDice(by=DEALER, times=3), OpenBetting(by=DEALER))
CLOSED = CloseBetting(by=DEALER)

Faces = tuple[int, int, int]
RESULTS: list[Faces] = [*combinations_with_replacement(range(1, 7), 3)]
PAIRS = [(low, high) for low in range(1, 6) for high in range(low + 1, 7)]
TOTALS = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6, 11: 6, 12: 7, 13: 8, 14: 12, 15: 18, 16: 31, 17: 62}


def is_triple(dice: Faces) -> bool:
    return dice[0] == dice[2]


def even_money(low: int, high: int, every: int) -> Callable[[Faces], int]:
    """Totals from one to another, so many apart, win 1 to 1; triples never do."""
    return lambda dice: int(sum(dice) in range(low, high + 1, every) and not is_triple(dice))


def four(*numbers: int) -> Callable[[Faces], int]:
    return lambda dice: 7 if len(set(dice)) == 3 and set(dice) <= set(numbers) else 0


def once(odds: int, number: int, least: int) -> Callable[[Faces], int]:
    return lambda dice: odds if dice.count(number) >= least else 0


def on_total(total: int, odds: int) -> Callable[[Faces], int]:
    return lambda dice: odds if sum(dice) == total else 0


def both(one: int, other: int) -> Callable[[Faces], int]:
    return lambda dice: 6 if one in dice and other in dice else 0


def by_count(number: int) -> Callable[[Faces], int]:
    return lambda dice: {0: 0, 1: 1, 2: 2, 3: 12}[dice.count(number)]


PAYS: dict[str, Callable[[Faces], int]] = {
    "small": even_money(4, 10, 1),
    "big": even_money(11, 17, 1),
    **{f"triple:{n}": once(180, n, 3) for n in range(1, 7)},
    **{f"double:{n}": once(11, n, 2) for n in range(1, 7)},
    "any-triple": lambda dice: 31 if is_triple(dice) else 0,
    **{f"total:{n}": on_total(n, odds) for n, odds in TOTALS.items()},
    **{f"combination:{a}-{b}": both(a, b) for a, b in PAIRS},
    **{f"single:{n}": by_count(n) for n in range(1, 7)},
    "odd": even_money(5, 17, 2),
    "even": even_money(4, 16, 2),
    "four-numbers:1-2-3-4": four(1, 2, 3, 4),
    "four-numbers:2-3-4-5": four(2, 3, 4, 5),
    "four-numbers:2-3-5-6": four(2, 3, 5, 6),
    "four-numbers:3-4-5-6": four(3, 4, 5, 6),
}
"""What each wager pays to one, by 3.1, 3.2 and 7.1; nothing means that it loses."""

KINDS = dict.fromkeys(wager.partition(":")[0] for wager in PAYS)


def seated(*commands: Command) -> Table:
    table, _ = step(open_table(SICBO, SICBO.sign({})), TakeSeat(seat="ann", chips=Cents(100_000)))
    for command in commands:
        table, came = step(table, command)
        assert not isinstance(came, Refusal), came
    return table


def bet(wager: str, stake: int) -> PlaceBet:
    return PlaceBet(seat="ann", wager=wager, stake=Cents(stake))


def fell(dice: Faces | str) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName(dice if isinstance(dice, str) else "-".join(map(str, dice))))


def shown(*dice: int) -> tuple[Command, ...]:
    """The cover is lifted, and the result announced and entered."""
    return UncoverTumbler(by=DEALER), AnnounceResult(by=DEALER, numbers=dice, total=sum(dice)), entered(*dice)


def entered(*dice: int) -> EnterOutcome:
    return EnterOutcome(outcome=OutcomeName("-".join(map(str, dice))), by=DEALER)


PAID = (LightAreas(), FinishPaying(by=DEALER))


def refused(table: Table, *commands: Command) -> list[Reason]:
    """Why each of these is refused; the table is as it was."""
    reasons: list[Reason] = []
    for command in commands:
        after, came = step(table, command)
        assert isinstance(came, Refusal), command
        assert after == table
        reasons.append(came.reason)
    return reasons


@pytest.mark.parametrize("kind", KINDS)
def test_3_and_7_1_every_wager_on_every_result(kind: str) -> None:
    wagers = [wager for wager in PAYS if wager.partition(":")[0] == kind]
    table = seated(*(bet(wager, 125) for wager in wagers))
    for dice in RESULTS:
        _, came = step(table, fell(dice))
        assert not isinstance(came, Refusal)
        (event,) = came
        assert isinstance(event, RoundSettled)
        found = {each.wager: (each.result, each.paid) for each in event.decided}
        odds = {wager: PAYS[wager](dice) for wager in wagers}
        assert found == {wager: (Result.WIN, 125 + 125 * to) if to else (Result.LOSE, 0) for wager, to in odds.items()}, dice


def test_3_these_are_all_the_wagers() -> None:
    assert [offer.id for offer in SICBO.offers] == [*PAYS, "super-streak:small-big", "super-streak:odd-even"]


def test_2_3_every_winning_area_is_known_for_every_result() -> None:
    table = seated()
    for dice in RESULTS:
        winning = [wager for wager, pays in PAYS.items() if pays(dice)]
        assert lit(table, fell(dice).outcome) == winning, dice


def test_3_2_the_operator_may_leave_out_what_is_optional_and_nothing_else() -> None:
    optional = ["odd", "even", "four-numbers", "super-streak"]
    for kinds in [[], *([kind] for kind in optional), optional]:
        offered = {offer.kind for offer in SICBO.without(kinds).offers}
        assert offered == {offer.kind for offer in SICBO.offers} - set(kinds)
    with pytest.raises(RuleError, match="small cannot be left out"):
        SICBO.without(["small"])


def test_3_2_no_table_opens_with_even_before_the_operator_has_confirmed_how_it_is_read() -> None:
    with pytest.raises(OpeningError, match="even before the operator has confirmed the reading SB-01"):
        opening(SICBO, {"minimum": 100})
    assert opening(SICBO, {"minimum": 100}, confirmed=["SB-01"]).confirmed == ("SB-01",)
    assert opening(SICBO.without(["even"]), {"minimum": 100}).left_out == ("even",)


def test_3_10_after_no_more_bets_nothing_is_placed_changed_or_withdrawn() -> None:
    table = seated(fell("1-2-3"), *OPENED, bet("small", 1000), bet(STREAK, 500), CLOSED)
    take, takes = TakeDown(seat="ann", wager="small"), TakeDown(seat="ann", wager="small", amount=Cents(100))
    late = [bet("big", 1000), bet("small", 1), take, takes, TakeDown(seat="ann", wager=STREAK)]
    assert refused(table, *late) == [Reason.BETTING_CLOSED] * 5
    for command in (*shown(4, 5, 6), *PAID, OPENED[0]):
        table, came = step(table, command)
        assert not isinstance(came, Refusal), came
        assert refused(table, *late) == [Reason.BETTING_CLOSED] * 5
    assert table.book.balance(rack("ann")) == 100_000 - 1000 - 500
    table, _ = step(table, OPENED[1])
    table, came = step(table, bet("big", 1000))
    assert not isinstance(came, Refusal)


def test_3_10_a_wager_is_withdrawn_freely_before_the_call() -> None:
    table = seated(*OPENED, bet("small", 1000), TakeDown(seat="ann", wager="small"), bet("big", 400))
    assert table.book.balance(rack("ann")) == 100_000 - 400


def test_3_13_what_lay_there_at_the_call_is_what_is_settled() -> None:
    table = seated(*OPENED, bet("small", 1000), bet("big", 300), CLOSED)
    refused(table, bet("small", 5000), TakeDown(seat="ann", wager="big"))
    for command in shown(1, 2, 3):
        table, _ = step(table, command)
    assert table.book.balance(rack("ann")) == 100_000 + 1000 - 300


class Untouched(PromptDevice):
    """A tumbler that nobody may ask."""

    def draw(self, space: Space) -> OutcomeName:
        raise AssertionError(f"asked for {space.title} while bets were open")


@pytest.mark.parametrize("screen", [False, True])
def test_5_1_nobody_asks_the_tumbler_what_fell_before_no_more_bets(screen: bool) -> None:  # noqa: FBT001
    """SB-13: tumbled before bets are made, the dice show nothing until bets are closed."""
    table, calls = open_table(SICBO, SICBO.sign({"touch_screen": screen})), PromptDealer(Untouched())
    while table.round.phase is not (Phase.PRESSED if screen else Phase.CLOSED):
        call = calls.next(table)
        assert call
        table, came = step(table, call)
        assert not isinstance(came, Refusal), came
    assert table.round.shakes == 3
    with pytest.raises(AssertionError, match="asked for three dice while bets were open"):
        calls.next(table)


def test_5_3_what_the_tumbler_shows_is_what_must_be_announced() -> None:
    table = seated(*OPENED, bet("small", 1000), CLOSED, UncoverTumbler(by=DEALER, outcome=OutcomeName("1-2-3")))
    assert refused(table, AnnounceResult(by=DEALER, numbers=(4, 5, 6), total=15)) == [Reason.WRONG_CALL]
    table, came = step(table, AnnounceResult(by=DEALER, numbers=(1, 2, 3), total=6))
    assert not isinstance(came, Refusal)


def test_5_2_no_result_is_taken_while_bets_are_open() -> None:
    table = seated(*OPENED, bet("small", 1000))
    assert refused(table, fell("1-2-3"), entered(1, 2, 3)) == [Reason.OUT_OF_SEQUENCE] * 2


def test_5_4_a_result_is_three_numbers_from_one_to_six() -> None:
    table = seated(bet("small", 1000))
    strange = [fell(each) for each in ("1-2", "1-2-3-4", "0-1-2", "1-2-7", "1--2", "")]
    assert refused(table, *strange) == [Reason.UNKNOWN_OUTCOME] * 6


def test_8_6_no_result_after_the_call_gives_wagers_back_and_ends_the_round() -> None:
    called = VoidRound(by=DEALER, ground="cocked")
    table = seated(fell("1-2-3"), *OPENED, bet("small", 1000), bet(STREAK, 500), CLOSED, called, *OPENED)
    assert table.book.balance(rack("ann")) == 100_000 - 500
    assert [(wager, bet.state) for wager, bet in table.layout["ann"].items()] == [(STREAK, "small 0")]
