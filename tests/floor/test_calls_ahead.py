"""What follows in a round."""

from msgspec.structs import replace

from commanded import a_table
from croupier.floor.actions import actions
from croupier.floor.calls_ahead import calls_ahead
from croupier.rules.sequence import Phase
from croupier.table.core.state import Table


def at(table: Table, phase: Phase, **changes: object) -> list[str]:
    return [call.order for call in calls_ahead(replace(table, round=replace(table.round, phase=phase, **changes)))]


def test_5_1_the_dice_are_shaken_three_times_before_bets_are_called_for() -> None:
    table = a_table("star-sicbo-2016")
    assert at(table, Phase.DONE)[:2] == ["ShakeDice", "OpenBetting"]
    assert at(table, Phase.SHAKEN, shakes=2)[:2] == ["ShakeDice", "OpenBetting"]
    assert at(table, Phase.SHAKEN, shakes=3)[:2] == ["OpenBetting", "CloseBetting"]
    rest = ["UncoverTumbler", "AnnounceResult", "EnterOutcome", "LightAreas", "FinishPaying"]
    assert at(table, Phase.CLOSED) == rest
    assert at(a_table("star-sicbo-2016", touch_screen=True), Phase.CLOSED) == ["PressNoMoreBets", *rest]


def test_5_1_the_shakes_are_counted() -> None:
    table = a_table("star-sicbo-2016")
    for phase, shakes, taken in ((Phase.DONE, 3, 0), (Phase.SHAKEN, 1, 1), (Phase.SHAKEN, 2, 2)):
        [shake, opens, *_] = calls_ahead(replace(table, round=replace(table.round, phase=phase, shakes=shakes)))
        assert (shake.order, shake.taken, shake.times) == ("ShakeDice", taken, 3)
        assert (opens.taken, opens.times) == (0, 1)


def test_a_step_says_who_takes_it_and_under_which_clause() -> None:
    [thrown, called, paid] = calls_ahead(
        replace((table := a_table("star-craps-2016")), round=replace(table.round, phase=Phase.BETTING))
    )
    assert (thrown.order, thrown.words, thrown.clause) == ("ShootDice", "the shooter throws the dice", "4.2")
    assert called.words == "stickperson calls the total"
    assert (paid.order, paid.clause) == ("FinishPaying", "4.5")


def test_the_calls_of_a_round_are_marked_and_what_a_step_waits_for_comes_in_its_order() -> None:
    """A console takes the first open step ahead, or else the first open call: the dice are offered before the house throws."""
    craps, sicbo = (
        {action.order: action.call for action in actions(a_table(name), "Dora Lee", ["dealer"])}
        for name in ("star-craps-2016", "star-sicbo-2016")
    )
    called = [order for order, is_call in craps.items() if is_call]
    prepared = ["AcceptDice", "OfferDice", "ThrowForHouse", "RestDice"]
    assert [order for order in called if order in prepared] == prepared
    assert {"OpenBetting", "ShootDice", "EnterOutcome", "FinishPaying"} <= set(called)
    assert not {"VoidRound", "DeclineDice", "PlaceBet", "RelieveDealer", "CorrectOutcome"}.intersection(called)
    assert {call.order for call in calls_ahead(a_table("star-sicbo-2016"))} <= {order for order in sicbo if sicbo[order]}
