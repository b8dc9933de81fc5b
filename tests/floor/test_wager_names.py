"""Staff enter a wager as the trade calls it. A name that nobody knows is refused, with the wager that may be meant."""

import pytest

from croupier.catalogue import ruleset
from croupier.floor.wager_names import unknown_wager_refused, with_ids
from croupier.money import Cents
from croupier.table.bets.placing import PlaceBet, SpeakBet
from croupier.table.bets.taking_down import MoveBet
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table, open_table
from croupier.table.pit.ending_wagers import EndWager

DORA = Person("Dora", "dealer")


def table(name: str) -> Table:
    rules = ruleset(name)
    return open_table(rules, rules.sign({"minimum": 500}))


def spoken(wager: str) -> SpeakBet:
    return SpeakBet(seat="ann", wager=wager, stake=Cents(500), with_chips=True, by=DORA)


@pytest.mark.parametrize(
    ("name", "said", "id"),
    [
        ("adelaide-craps-2003", "hard 8", "hardway:8"),
        ("adelaide-craps-2003", "Hardway 8", "hardway:8"),
        ("adelaide-craps-2003", "hardway:8", "hardway:8"),
        ("adelaide-craps-2003", "YO", "eleven"),
        ("star-craps-2016", "Don't Win", "dont-win"),
        ("star-sicbo-2016", "Small", "small"),
        ("adelaide-craps-2003", "hard", "hard"),  # one of several
    ],
)
def test_a_wager_goes_by_what_the_trade_calls_it(name: str, said: str, id: str) -> None:
    assert with_ids(table(name), spoken(said)) == spoken(id)


def test_a_move_names_two_wagers_and_an_order_about_a_kind_is_left_alone() -> None:
    craps = table("star-craps-2016")
    moved = MoveBet(seat="ann", wager="Place 6", to="place 8")
    assert with_ids(craps, moved) == MoveBet(seat="ann", wager="place-win:6", to="place-win:8")
    ended = EndWager(wager="field", by=DORA, why="a quiet evening")
    assert with_ids(craps, ended) == ended


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (spoken("hardwy 8"), "There is no wager hardwy 8 at this table. Is Hardway 8 meant?"),
        (spoken("qqqqqq"), None),
        (spoken("hardway:7"), None),  # the table itself refuses it
        (PlaceBet(seat="ann", wager="field", stake=Cents(500)), None),
    ],
)
def test_a_name_that_nobody_knows_is_refused_with_what_may_be_meant(command: Command, message: str | None) -> None:
    refusal = unknown_wager_refused(table("adelaide-craps-2003"), command)
    assert (refusal.message if refusal else None) == message
