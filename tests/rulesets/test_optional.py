"""Which wagers an operator may leave out: those that the document calls optional, and no others."""

import pytest

from croupier.catalogue import names, ruleset
from croupier.rules.error import RuleError

OPTIONAL = {
    "star-craps-2016": set[str](),
    "adelaide-craps-2003": {"big-6", "big-8"},
    "aruze-craps-2024": set[str](),
    "star-sicbo-2016": {"odd", "even", "four-numbers", "super-streak"},
    "ministar-roulette-2018": set[str](),
}


@pytest.mark.parametrize("name", names())
def test_sicbo_3_2_and_6_adelaide_4m_and_4n_only_optional_wagers_can_be_left_out(name: str) -> None:
    rules = ruleset(name)
    kinds = {offer.kind for offer in rules.offers}
    for kind in sorted(kinds & OPTIONAL[name]):
        assert {offer.kind for offer in rules.without([kind]).offers} == kinds - {kind}
    for kind in sorted(kinds - OPTIONAL[name]):
        with pytest.raises(RuleError, match=f"{kind} cannot be left out"):
            rules.without([kind])
