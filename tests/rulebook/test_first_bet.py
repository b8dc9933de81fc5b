"""How a first bet goes, as the page of a table begins."""

import pytest

from croupier.catalogue import names, ruleset
from croupier.rulebook.blocks import Entries, Heading
from croupier.rulebook.first_bet import first_bet, first_offer
from croupier.rulebook.html import html
from croupier.rulebook.table_page import table_document

SIGN = {"minimum": 500, "maximum": 50_000}
FIRST = {
    "star-craps-2016": "win-line",
    "adelaide-craps-2003": "pass",
    "aruze-craps-2024": "pass-line",
    "star-sicbo-2016": "small",
    "ministar-roulette-2018": "low",
}


@pytest.mark.parametrize("name", names())
def test_a_page_begins_with_a_first_bet_and_ends_with_the_fingerprint(name: str) -> None:
    rules = ruleset(name)
    document = table_document(rules, rules.sign(SIGN))
    assert document.facts == [("document", rules.title)]
    assert document.blocks[0] == Heading("A first bet", 2, "first-bet")
    page = html(document)
    assert page.index("A first bet") < page.index("aria-label=Contents") < page.index(rules.fingerprint)
    last = document.blocks[-1]
    assert isinstance(last, Entries)
    assert ("fingerprint", rules.fingerprint) in last.pairs


@pytest.mark.parametrize(("name", "wager"), FIRST.items())
def test_the_first_bet_is_one_that_a_beginner_can_make(name: str, wager: str) -> None:
    rules = ruleset(name)
    assert first_offer(rules).id == wager
    steps = dict(first_bet(rules, rules.sign(SIGN)))
    assert steps["Put money in"] == "A bet is $5.00 to $500.00 here."
    assert steps["If it wins"].startswith("$5.00 wins $5.00.")


def test_what_a_beginner_reads_comes_from_the_rules() -> None:
    rules = ruleset("star-craps-2016")
    steps = dict(first_bet(rules, rules.sign(SIGN)))
    assert steps["Bet on Win Line"].startswith("Choose a chip and touch “WIN LINE” while bets are open. It is bet only before")
    assert "wins at 1 to 1 on a 7 or 11" in steps["Wait for the result"]
    assert steps["If it loses"] == "The stake is gone. On average the house keeps 1.41 % of such a bet."
    assert "Behind the Win Line" in steps["Add odds"]
    assert "the house has no edge on it" in steps["Add odds"]
    assert steps["Throw the dice"].endswith("The shooter needs a bet on Win Line or Don't Win.")
