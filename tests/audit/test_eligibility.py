"""What play has earned is found in the journal, with its lines, and found again."""

from typing import Any

from msgspec.structs import replace

from croupier.audit.eligibility import earned
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.rules.machine import Result
from croupier.table.money.cards import CardInserted, CardRemoved
from play_lines import lines, settled
from prizes import CLOSES, STARTS, terms

RULES = ruleset("aruze-craps-2024")
"""Electronic tables take cards."""


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
        "patron-1: one, line 4, t1: $10.00 on win-line",
        "patron-1: one, line 5, t1: $10.00 on field",
        "patron-2: two, line 2, patron-2: $10.00 on win-line",
    ]


def test_the_terms_limit_stake_table_wager_and_number() -> None:
    assert found(least=Cents(1_001)) == []
    assert found(tables=("two",)) == ["patron-2: two, line 2, patron-2: $10.00 on win-line"]
    assert found(wagers=("field",)) == ["patron-1: one, line 5, t1: $10.00 on field"]
    assert found(wagers=("win",)) == []
    assert found(most=1) == [
        "patron-1: one, line 4, t1: $10.00 on win-line",
        "patron-2: two, line 2, patron-2: $10.00 on win-line",
    ]
    assert earned(terms(RULES.id), JOURNAL, JOURNAL.__getitem__) == []
