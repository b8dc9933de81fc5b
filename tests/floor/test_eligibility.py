"""What play has earned is found in the journal, with its lines, and found again."""

from typing import Any

from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.floor.eligibility import earned
from croupier.journal.port import Line
from croupier.money import Cents
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.core.message import Decided, Event
from croupier.table.core.recorded import recorded
from croupier.table.money.cards import CardInserted, CardRemoved
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from prizes import CLOSES, STARTS, terms

RULES = ruleset("aruze-craps-2024")
"""Electronic tables take cards."""


def settled(at: int, *decided: tuple[str, str, int, Result]) -> RoundSettled:
    bets = tuple(Decided(seat, wager, Cents(stake), result, Cents(0)) for seat, wager, stake, result in decided)
    return RoundSettled(
        at=at,
        outcome=OutcomeName("3-4"),
        decided=bets,
        moved=(),
        pucks={},
        advised=(),
        unbarred=(),
        dice_pass=False,
        transfers=(),
    )


def lines(table: str, *events: Event) -> list[Line]:
    """A journal in which every event has a line of its own, after the opening."""
    bodies = [b"{}", *(recorded(EnterOutcome(outcome=OutcomeName("3-4")), (event,)) for event in events)]
    return [Line(table, number, 0, "", body, b"") for number, body in enumerate(bodies, 1)]


JOURNAL = {
    "one": lines(
        "one",
        CardInserted(at=STARTS, seat="t1", player="patron-1"),
        settled(STARTS - 1, ("t1", "win-line", 1_000, Result.WIN)),
        settled(STARTS, ("t1", "win-line", 1_000, Result.LOSE), ("t2", "win-line", 9_000, Result.WIN)),
        settled(STARTS + 1, ("t1", "field", 1_000, Result.WIN), ("t1", "win-line", 999, Result.WIN)),
        settled(STARTS + 2, ("t1", "win-line", 2_000, Result.PUSH)),
        CardRemoved(at=STARTS + 3, seat="t1"),
        settled(STARTS + 4, ("t1", "win-line", 2_000, Result.WIN)),
    ),
    "two": lines(
        "two",
        settled(CLOSES - 1, ("patron-2", "win-line", 1_000, Result.WIN)),
        settled(CLOSES, ("patron-2", "win-line", 1_000, Result.WIN)),
    ),
}


def found(**play: Any) -> list[str]:
    asked = replace(QualifyingPlay(least=Cents(1_000), most=9), **play)
    whole: PromotionTerms = replace(terms(RULES.id), wager=True, play=asked)
    first, again = (earned(whole, JOURNAL, JOURNAL.__getitem__) for _ in range(2))
    assert first == again
    return [f"{each.player}: {each.words}" for each in first]


def test_bets_of_carded_players_that_an_outcome_decided_earn_entries() -> None:
    assert found() == [
        "patron-1: one, line 4: $10.00 on win-line",
        "patron-1: one, line 5: $10.00 on field",
        "patron-2: two, line 2: $10.00 on win-line",
    ]


def test_the_terms_limit_stake_table_wager_and_number() -> None:
    assert found(least=Cents(1_001)) == []
    assert found(tables=("two",)) == ["patron-2: two, line 2: $10.00 on win-line"]
    assert found(wagers=("field",)) == ["patron-1: one, line 5: $10.00 on field"]
    assert found(most=1) == ["patron-1: one, line 4: $10.00 on win-line", "patron-2: two, line 2: $10.00 on win-line"]
    assert earned(terms(RULES.id), JOURNAL, JOURNAL.__getitem__) == []
