"""What play has earned is found in the journal, with its lines, and found again."""

from typing import Any

import pytest
from msgspec.structs import replace

from commanded import a_table, done
from croupier.audit.eligibility import DocumentTerms, PlayedBets, earned
from croupier.catalogue import ruleset
from croupier.money import Cents
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.message import Event
from croupier.table.money.cards import CardInserted, CardRemoved
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.results import EnterOutcome
from play_lines import corrected, invalid, lines, settled, voided
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


def under(rules: str, **changed: Any) -> DocumentTerms:
    whole: PromotionTerms = replace(terms(rules), **changed)
    return DocumentTerms(rules, whole)


def found(most: int = 9, **play: Any) -> list[str]:
    asked = replace(QualifyingPlay(least=Cents(1_000)), **play)
    whole = under(RULES.id, wager=True, most=most, play=asked)
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
    assert earned(under(RULES.id), JOURNAL, JOURNAL.__getitem__) == []


STAR = "star-craps-2016"
PLAY = QualifyingPlay(least=Cents(1_000))


@pytest.mark.parametrize(
    ("also", "play", "tables"),
    [
        ((), PLAY, ["old"]),
        (("star-sicbo-2016",), PLAY, ["old"]),
        ((STAR,), PLAY, ["new", "old"]),
        ((), replace(PLAY, tables=("new",)), ["new"]),
    ],
)
def test_a_table_of_another_document_that_was_added_after_the_lodging_earns_nothing(
    also: tuple[str, ...], play: QualifyingPlay, tables: list[str]
) -> None:
    """Its chapter was not compared with the terms. Terms that are amended are compared, and name it or its document."""
    bet = settled(STARTS + 1, ("patron-1", "field", 1_000, Result.WIN))
    journal = {"old": lines("old", bet), "new": lines("new", bet, rules=STAR)}
    whole = under(RULES.id, wager=True, most=9, also=also, play=play)
    assert [each.table for each in earned(whole, journal, journal.__getitem__)] == tables


WON, LOST = ("patron-1", "win-line", 1_000, Result.WIN), ("patron-1", "field", 1_000, Result.LOSE)
PUSHED = ("patron-1", "field", 1_000, Result.PUSH)


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ((), ["line 2, win-line", "line 3, field"]),
        ((voided(STARTS + 3),), ["line 2, win-line", "line 3, field"]),
        ((corrected(STARTS + 9, voided(STARTS + 2)),), ["line 2, win-line"]),
        ((corrected(STARTS + 9, voided(STARTS + 1), settled(STARTS + 2, LOST)),), ["line 3, field"]),
        ((corrected(STARTS + 9, settled(STARTS + 1, LOST), settled(STARTS + 2, PUSHED)),), ["line 2, field"]),
        ((invalid(STARTS + 3, "patron-1"),), ["line 2, win-line"]),
        ((invalid(STARTS + 3, "patron-2"),), ["line 2, win-line", "line 3, field"]),
        (
            (corrected(STARTS + 8, voided(STARTS + 2)), corrected(STARTS + 9, settled(STARTS + 2, WON))),
            ["line 2, win-line", "line 3, win-line"],
        ),
        ((corrected(STARTS + 9, settled(STARTS + 2, LOST), invalid(STARTS + 3, "patron-1")),), ["line 2, win-line"]),
    ],
)
def test_entries_follow_voids_and_corrections(later: tuple[Event, ...], left: list[str]) -> None:
    """What a round does not decide any more earns nothing; what only a correction decided earns an entry."""
    journal = lines("one", settled(STARTS + 1, WON), settled(STARTS + 2, LOST), *later)
    whole = under(RULES.id, wager=True, most=9, play=QualifyingPlay(least=Cents(1_000)))
    played = PlayedBets([whole], (), ["one"], lambda _: journal)
    assert [f"line {bet.line}, {bet.wager}" for bet in played.earned(whole)] == left
    before = [f"line {bet.line}, {bet.wager}" for bet in played.earned(whole, STARTS + 2)]
    assert before == ["line 2, win-line", "line 3, field"], "as it was known then"


@pytest.mark.parametrize(
    ("rules", "wager", "won", "lost"),
    [
        ("star-craps-2016", "field", "1-2", "3-4"),
        ("adelaide-craps-2003", "field", "1-2", "3-4"),
        ("star-sicbo-2016", "small", "1-1-2", "5-6-6"),
    ],
)
@pytest.mark.parametrize("least", [10_000, 10_001])
def test_star_7_3_adelaide_14g_sicbo_4_3_a_stake_counts_with_the_part_in_play(
    rules: str, wager: str, won: str, lost: str, least: int
) -> None:
    """What is over the maximum is not settled, so it earns nothing: won or lost, $250 at a maximum of $100 counts as $100."""
    for outcome in (won, lost):
        ann = "patron-1"
        table = a_table(rules, minimum=500, maximum=10_000)
        bet = PlaceBet(seat=ann, wager=wager, stake=Cents(25_000))
        _, events = done(table, TakeSeat(seat=ann, chips=Cents(100_000)), bet, EnterOutcome(outcome=OutcomeName(outcome)))
        journal = lines("one", *(replace(each, at=STARTS + 1) for each in events))
        whole = under(RULES.id, wager=True, most=9, play=QualifyingPlay(least=Cents(least)))
        stakes = [each.stake for each in earned(whole, ["one"], lambda _, found=journal: found)]
        assert stakes == ([10_000] if least == 10_000 else []), outcome
